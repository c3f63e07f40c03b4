//! Random small problems with all their solutions.

use std::sync::Arc;

use num_bigint::BigUint;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Census;
use geometry::{Cell, CellSet, Grid, Size};
use problem::{Bounds, Decisions, Family, Problem, Regions, Requirement, Rules, Value, Weights};

/// Maximum number of solutions of a random problem.
const MOST_SOLUTIONS: usize = 400;

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
pub(super) struct Case {
    pub problem: Problem,
    pub solutions: Vec<u64>,
}

/// Indices of the bits that are set, ascending.
pub(super) fn bits(mask: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |bit| mask >> bit & 1 == 1)
}

/// A set of cells as a bit mask.
pub(super) fn mask(cells: &CellSet) -> u64 {
    cells.iter().fold(0, |mask, cell| mask | 1 << cells.size().index(cell))
}

/// A problem on a board of this size, such as `4x5`, with rules separated by spaces.
pub(super) fn board(size: &str, piece: &str, rules: &str) -> Problem {
    let needs = rules.split_whitespace().map(|rule| rule.parse().unwrap());
    Problem::new(Rules::new(Grid::new(size.parse().unwrap()), piece.parse().unwrap(), needs))
}

impl Case {
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

    /// The same rules with random decisions. In two thirds of all cases, a solution of the rules has them.
    fn decided(&self, random: &mut ChaCha8Rng) -> Problem {
        let model = self.solutions.choose(random).copied().filter(|_| random.gen_bool(0.7));
        let mut decisions = Decisions::default();
        for cell in self.problem.rules().grid().standing_cells() {
            if random.gen_bool(0.2) {
                let has_piece = match model {
                    Some(set) => set >> self.size().index(cell) & 1 == 1,
                    None => random.gen_bool(0.3),
                };
                decisions.insert(cell, if has_piece { Value::Placed } else { Value::Excluded });
            }
        }
        Problem::with_decisions(Arc::clone(self.problem.rules()), decisions).unwrap()
    }
}

/// Random weights for all cells, often equal.
pub(super) fn weights(random: &mut ChaCha8Rng, size: Size) -> Weights {
    let (least, most) = *[(0, 2), (-5, 5), (-1000, 1000)].choose(random).unwrap();
    Weights::new(size, size.iter().map(|_| random.gen_range(least..=most)).collect()).unwrap()
}

fn requirement(random: &mut ChaCha8Rng) -> Requirement {
    let usual = ["rows", "columns", "rows=1", "regions", "regions=1", "pieces=3", "dominate"];
    let usual = usual.choose(random).unwrap().parse().unwrap();
    let lower = random.gen_range(0..3);
    let families = [Family::Rows, Family::Columns, Family::Regions, Family::Pieces];
    let upper = random.gen_bool(0.6).then(|| lower + random.gen_range(0..3));
    let unusual =
        Requirement { family: *families.choose(random).unwrap(), bounds: Bounds { lower, upper } };
    if random.gen_bool(0.7) { usual } else { unusual }
}

/// A random problem for one of the pieces, on a board of at most 16 cells.
fn random_problem(random: &mut ChaCha8Rng, pieces: &[&str], first: &[&str]) -> Problem {
    let [rows, columns] = [(); 2].map(|()| random.gen_range(1..=4_u16));
    let size = Size::new(rows, columns).unwrap();
    let holes = if random.gen_bool(0.3) { 0.15 } else { 0.0 };
    let holes: Vec<Cell> = size.iter().filter(|_| random.gen_bool(holes)).collect();
    let grid = Grid::new(size).with_holes(holes).unwrap().with_torus(random.gen_bool(0.2));
    let letters: Vec<char> = size.iter().map(|_| random.gen_range('a'..='c')).collect();
    let regions = Regions::new(&grid, |cell| Some(letters[size.index(cell)]));
    let first = first.choose(random).map(|rule| rule.parse().unwrap());
    let others: Vec<_> = (0..random.gen_range(0..3)).map(|_| requirement(random)).collect();
    let piece = pieces.choose(random).unwrap().parse().unwrap();
    let rules = Rules::new(grid, piece, first.into_iter().chain(others));
    let rules = rules.with_board_rule(first.is_some() || random.gen_bool(0.85));
    let has_regions = random.gen_bool(0.5);
    let rules = if has_regions { rules.with_regions(&regions).unwrap() } else { rules };
    let free = Case::new(Problem::new(rules));
    free.decided(random)
}

fn usable(problem: Problem) -> Option<Case> {
    Some(Case::new(problem)).filter(|case| case.solutions.len() <= MOST_SOLUTIONS)
}

/// Random problems of all kinds, without cost limits.
pub(super) fn cases(seed: u64, number: usize) -> impl Iterator<Item = Case> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let problems = std::iter::repeat_with(move || random_problem(&mut random, &PIECES, &[]));
    problems.filter_map(usable).take(number)
}

/// Random problems for pieces with the rook move that need one in each row or column.
pub(super) fn rook_cases(seed: u64, number: usize) -> impl Iterator<Item = Case> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let pieces = ["queen", "rook", "amazon", "empress"];
    let rules = ["rows", "columns", "rows=1"];
    let problems = std::iter::repeat_with(move || random_problem(&mut random, &pieces, &rules));
    problems.filter_map(usable).take(number)
}

/// The same problems with random weights and a limit near the cost of a solution.
pub(super) fn limited(cases: impl Iterator<Item = Case>, seed: u64) -> impl Iterator<Item = Case> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    cases.map(move |case| {
        let weights = weights(&mut random, case.size());
        let model = case.solutions.choose(&mut random).copied().unwrap_or_default();
        let limit = weights.cost(&case.set(model)) + random.gen_range(-1..2);
        let rules = case.problem.rules().as_ref().clone().with_weights(Some(weights)).unwrap();
        let rules = Arc::new(rules.with_max_cost(Some(limit)).unwrap());
        let decisions = case.problem.decisions().clone();
        Case::new(Problem::with_decisions(rules, decisions).unwrap())
    })
}
