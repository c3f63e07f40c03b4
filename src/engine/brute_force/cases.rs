//! Random small problems with all their solutions.

use std::sync::Arc;

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::sample::select;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Census;
use geometry::{Cell, CellSet, Grid, Size};
use problem::random::{self, RandomDecisions};
pub(super) use problem::random::{bits, mask};
use problem::{Bounds, Problem, Requirement, Rules, Value, Weights};

/// Maximum number of solutions of a random problem.
const MAX_SOLUTIONS: usize = 400;

const PIECES: [&str; 14] = [
    "queen",
    "queen",
    "rook",
    "bishop",
    "knight",
    "king",
    "amazon",
    "empress",
    "nightrider",
    "camel",
    "fN",
    "R2",
    "W",
    "fsR",
];

/// A problem with its solutions as bit masks: the cell with index `i` is bit `i`. Ascending.
#[derive(Clone, Debug)]
pub(super) struct SolvedCase {
    pub problem: Problem,
    pub solutions: Vec<u64>,
}

/// A problem on a board of this size, such as `4x5`, with rules separated by spaces.
pub(super) fn board(size: &str, piece: &str, rules: &str) -> Problem {
    let needs = rules.split_whitespace().map(|rule| rule.parse().unwrap());
    Problem::new(Rules::new(Grid::new(size.parse().unwrap()), piece.parse().unwrap(), needs))
}

impl SolvedCase {
    /// The problem with all its solutions.
    pub(super) fn new(problem: Problem) -> Self {
        let rules = problem.rules();
        let cells: Vec<Cell> = rules.size().iter().collect();
        let attacked_from = |&cell: &Cell| {
            let attacks = rules.exclusions();
            let both = cells.iter().map(|&other| attacks.exclude_each_other(cell, other));
            both.enumerate().fold(0, |mask, (bit, it)| mask | u64::from(it) << bit)
        };
        let attacked: Vec<u64> = cells.iter().map(attacked_from).collect();
        let decided =
            |value| mask(&CellSet::from_cells(rules.size(), problem.decisions().cells(value)));
        let (placed, excluded) = (decided(Value::Placed), decided(Value::Excluded));
        let closed = mask(rules.grid().holes()) | excluded;
        let mut sets = vec![(0_u64, closed)];
        for (cell, others) in attacked.iter().enumerate() {
            let bit = 1 << cell;
            sets = sets
                .into_iter()
                .flat_map(|(set, closed)| {
                    let with = (closed & bit == 0).then_some((set | bit, closed | others));
                    let without = (placed & bit == 0).then_some((set, closed));
                    [without, with].into_iter().flatten()
                })
                .collect();
        }
        let groups = rules.groups().iter().map(|group| {
            let cells = CellSet::from_cells(rules.size(), group.cells().iter().copied());
            (mask(&cells), group.bounds())
        });
        let groups: Vec<(u64, Bounds)> = groups.collect();
        let keeps = |&set: &u64| {
            let number = |cells: u64| (set & cells).count_ones();
            let is_kept = |&(cells, bounds): &(u64, Bounds)| {
                number(cells) >= bounds.lower && bounds.upper.is_none_or(|it| number(cells) <= it)
            };
            let costs = |weights: &Weights| bits(set).map(|bit| weights.cells()[bit]).sum::<i64>();
            groups.iter().all(is_kept)
                && rules.limit().is_none_or(|(weights, most)| costs(weights) <= most)
        };
        let mut solutions: Vec<u64> = sets.into_iter().map(|(set, _)| set).filter(keeps).collect();
        solutions.sort_unstable();
        Self { problem, solutions }
    }

    pub(super) fn size(&self) -> Size {
        self.problem.rules().size()
    }

    /// The cells of a bit mask.
    pub(super) fn set(&self, mask: u64) -> CellSet {
        CellSet::from_cells(self.size(), bits(mask).map(|bit| self.size().cell(bit)))
    }

    /// The number of all solutions, and of the solutions with a piece on each cell.
    pub(super) fn census(&self) -> Census {
        let with = |bit: usize| self.solutions.iter().filter(|&it| it >> bit & 1 == 1).count();
        Census {
            solutions: self.solutions.len().into(),
            cells: (0..self.size().cells()).map(|bit| BigUint::from(with(bit))).collect(),
        }
    }

    /// The problem without its decisions.
    pub(super) fn undecided(&self) -> Problem {
        Problem::new(Arc::clone(self.problem.rules()))
    }
}

/// Random weights for all cells, often equal.
pub(super) fn weights(random: &mut ChaCha8Rng, size: Size) -> Weights {
    let (least, most) = *[(0, 2), (-5, 5), (-1000, 1000)].choose(random).unwrap();
    Weights::new(size, size.iter().map(|_| random.gen_range(least..=most)).collect()).unwrap()
}

/// The cases of a strategy that have few solutions: `number` of them in release builds, a quarter in debug builds.
fn drawn(
    strategy: impl Strategy<Value = (random::Case, RandomDecisions)>,
    seed: u64,
    number: u32,
) -> impl Iterator<Item = SolvedCase> {
    let decided = |(case, decisions): (random::Case, RandomDecisions)| {
        let solutions = SolvedCase::new(case.problem()).solutions;
        decisions.decide(case, &solutions).problem()
    };
    let number = random::in_full(number / 4, number) as usize;
    random::samples(strategy, seed).map(decided).filter_map(usable).take(number)
}

fn usable(problem: Problem) -> Option<SolvedCase> {
    Some(SolvedCase::new(problem)).filter(|case| case.solutions.len() <= MAX_SOLUTIONS)
}

/// Random problems of all kinds, without cost limits: `number` of them in release builds, a quarter in debug builds.
pub(super) fn cases(seed: u64, number: u32) -> impl Iterator<Item = SolvedCase> {
    drawn(random::case(4, select(&PIECES[..])), seed, number)
}

/// Random problems for pieces with the rook move that need one piece in each row or column. Their number is that of [`cases`].
pub(super) fn rook_cases(seed: u64, number: u32) -> impl Iterator<Item = SolvedCase> {
    let lines = ["rows", "columns", "rows=1"].map(|rule| rule.parse::<Requirement>().unwrap());
    let cases = random::case(4, select(&["queen", "rook", "amazon", "empress"][..]));
    let cases = (cases, select(lines.to_vec())).prop_map(|((mut case, decisions), line)| {
        case.needs.insert(0, line);
        case.needs.truncate(3);
        (random::Case { board_rule: true, ..case }, decisions)
    });
    drawn(cases, seed, number)
}

/// The same problems with random weights and a limit near the cost of a solution.
pub(super) fn limited(
    cases: impl Iterator<Item = SolvedCase>,
    seed: u64,
) -> impl Iterator<Item = SolvedCase> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    cases.map(move |case| {
        let weights = weights(&mut random, case.size());
        let model = case.solutions.choose(&mut random).copied().unwrap_or_default();
        let limit = weights.cost(&case.set(model)) + random.gen_range(-1..2);
        let rules = case.problem.rules().as_ref().clone().with_weights(Some(weights)).unwrap();
        let rules = Arc::new(rules.with_max_cost(Some(limit)).unwrap());
        let decisions = case.problem.decisions().clone();
        SolvedCase::new(Problem::with_decisions(rules, decisions).unwrap())
    })
}
