//! Counts by the library's own operations, to compare with those of the row diagram.

use std::sync::Arc;
use std::time::Duration;

use biodivine_lib_bdd::{Bdd, BddPointer, BddVariable};
use num_bigint::BigUint;
use num_traits::One;

use super::conjoin::conjoin;
use super::order::{Arrangement, VariableOrder};
use super::robdd::MAX_VARIABLES;
use crate::answers::Census;
use crate::budget::{Budget, Cause, Interrupted, Phase, Progress};
use problem::{Problem, Rules, Value};

/// Maximum number of nodes of the BDD of a board's rules, terminals included: 11 queens have fewer.
const MOST_NODES: usize = 100_000;
/// Maximum memory for building it, in bytes.
const BUILD_MEMORY: usize = 128 << 20;
/// Maximum time for building it.
const BUILD_TIME: Duration = Duration::from_secs(10);
/// Number of nodes between two checks of the budget.
const BETWEEN_CHECKS: usize = 0x1000;

/// Counts solutions a second time. The rules are conjoined by the library's operations once for each board, and
/// restricted by the decisions of each position.
#[derive(Clone, Debug, Default)]
pub struct SecondOpinion {
    board: Option<Board>,
}

/// The rules of the last board.
#[derive(Clone, Debug)]
struct Board {
    rules: Arc<Rules>,
    order: VariableOrder,
    /// The BDD of the rules; `None` if it is too large.
    bdd: Option<Bdd>,
}

impl SecondOpinion {
    /// The counts of a position; `None` where the BDD of its rules is too large.
    ///
    /// # Errors
    /// When the budget ends first. An interrupted construction begins anew.
    pub fn census(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Option<Census>, Interrupted> {
        let rules = problem.rules();
        let board = match self.board.take().filter(|board| board.rules == *rules) {
            Some(board) => board,
            None => Board::build(rules, budget)?,
        };
        let board = self.board.insert(board);
        board.bdd.as_ref().map(|bdd| census(bdd, &board.order, problem, budget)).transpose()
    }
}

impl Board {
    fn build(rules: &Arc<Rules>, budget: &Budget) -> Result<Self, Interrupted> {
        let order = VariableOrder::new(rules.grid(), Arrangement::RowMajor);
        let board = |bdd| Self { rules: Arc::clone(rules), order: order.clone(), bdd };
        if order.len() > MAX_VARIABLES || order.is_empty() {
            return Ok(board(None));
        }
        let beyond = budget.memory().saturating_sub(BUILD_MEMORY);
        let part = budget.slice(BUILD_TIME).with_held(beyond);
        match conjoin(&Problem::new(Arc::clone(rules)), &order, &part) {
            Ok(built) => Ok(board(Some(built.bdd).filter(|bdd| bdd.size() <= MOST_NODES))),
            Err(interrupted) if interrupted.cause == Cause::Cancelled => Err(interrupted),
            Err(_) => Ok(board(None)),
        }
    }
}

/// Restricts the BDD of the rules by the decisions of a position, and counts. The restriction frees the variable
/// of each decided cell: both of its values count, so that every number is halved for each decision.
fn census(
    bdd: &Bdd,
    order: &VariableOrder,
    problem: &Problem,
    budget: &Budget,
) -> Result<Census, Interrupted> {
    let decisions = problem.decisions();
    let fixed = decisions.iter().map(|(cell, value)| {
        let variable = order.variable(cell).expect("decisions name no hole");
        (BddVariable::from_index(variable.index()), value == Value::Placed)
    });
    let restricted = bdd.restrict(&fixed.collect::<Vec<_>>());
    let halvings = decisions.len();
    let solutions = restricted.exact_cardinality() >> halvings;
    let placed = true_counts(&restricted, budget)?;
    let size = problem.rules().size();
    let cells = size.iter().map(|cell| match (decisions.get(cell), order.variable(cell)) {
        (Some(Value::Placed), _) => solutions.clone(),
        (Some(Value::Excluded), _) | (None, None) => BigUint::ZERO,
        (None, Some(variable)) => &placed[variable.index()] >> halvings,
    });
    let cells = cells.collect();
    Ok(Census { solutions, cells })
}

/// For each variable, the number of satisfying valuations in which it is true.
fn true_counts(bdd: &Bdd, budget: &Budget) -> Result<Vec<BigUint>, Interrupted> {
    let variables = usize::from(bdd.num_vars());
    let memory = 2 * bdd.size() * size_of::<BigUint>();
    let check = |number: usize| {
        let progress = Progress { phase: Phase::Asking, memory, ..Progress::default() };
        if number.is_multiple_of(BETWEEN_CHECKS) { budget.check(progress) } else { Ok(()) }
    };
    // Terminals are below all variables.
    let level = |node: BddPointer| match node.as_bool() {
        Some(_) => variables,
        None => bdd.var_of(node).to_index(),
    };
    let mut nodes: Vec<BddPointer> = (2..bdd.size()).map(BddPointer::from_index).collect();
    nodes.sort_by_key(|&node| level(node));
    // For each node the valuations of its variable and those after it that lead to true.
    let mut below = vec![BigUint::ZERO; bdd.size().max(2)];
    below[BddPointer::one().to_index()] = BigUint::one();
    for (number, &node) in nodes.iter().rev().enumerate() {
        check(number)?;
        let count = |to: BddPointer| &below[to.to_index()] << (level(to) - level(node) - 1);
        below[node.to_index()] = count(bdd.low_link_of(node)) + count(bdd.high_link_of(node));
    }
    // For each node the valuations of the variables before its own that lead to it.
    let mut above = vec![BigUint::ZERO; bdd.size().max(2)];
    // An edge adds half of its valuations to the count of each variable that it passes: the sums of those that
    // begin and end at a variable.
    let mut begun = vec![BigUint::ZERO; variables + 1];
    let mut ended = begun.clone();
    // Follows an edge from a level on; returns its valuations that lead to true.
    let mut follow = |above: &mut [BigUint], paths: &BigUint, from: usize, to: BddPointer| {
        let passed = level(to) - from;
        let paths = paths << passed;
        let valuations = &paths * &below[to.to_index()];
        if passed > 0 {
            begun[from] += &valuations >> 1;
            ended[level(to)] += &valuations >> 1;
        }
        above[to.to_index()] += paths;
        valuations
    };
    let mut counts = vec![BigUint::ZERO; variables];
    follow(&mut above, &BigUint::one(), 0, bdd.root_pointer());
    for (number, &node) in nodes.iter().enumerate() {
        check(number)?;
        let (at, paths) = (level(node), above[node.to_index()].clone());
        follow(&mut above, &paths, at + 1, bdd.low_link_of(node));
        counts[at] += follow(&mut above, &paths, at + 1, bdd.high_link_of(node));
    }
    let mut passing = BigUint::ZERO;
    for (count, (begun, ended)) in counts.iter_mut().zip(begun.into_iter().zip(ended)) {
        passing = passing + begun - ended;
        *count += &passing;
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use rand::Rng;
    use rand::seq::SliceRandom;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;
    use crate::bdd::Engine;
    use geometry::{Cell, Grid, Piece, Size};

    /// A random board of up to 36 cells.
    fn random_rules(random: &mut ChaCha8Rng) -> Arc<Rules> {
        let pieces = ["queen", "amazon", "knight", "king", "rook", "bishop", "RF", "QNN", "fsN"];
        let needs = ["rows", "rows=1,columns=1", "columns", "pieces=3", "rows=2", "dominate"];
        let piece: Piece = pieces.choose(random).unwrap().parse().unwrap();
        let requirements = needs.choose(random).unwrap().split(',').map(str::parse);
        let size = Size::new(random.gen_range(1..=6), random.gen_range(1..=6)).unwrap();
        let mut cells: Vec<Cell> = size.iter().collect();
        cells.shuffle(random);
        let holes = random.gen_range(0..=2_usize).min(cells.len() - 1);
        let grid = Grid::new(size).with_torus(random.gen_bool(0.2));
        let grid = grid.with_holes(cells.drain(..holes)).unwrap();
        Arc::new(Rules::new(grid, piece, requirements.map(Result::unwrap)))
    }

    /// Asks both for random positions of a board, and compares.
    fn compare(rules: &Arc<Rules>, positions: usize, random: &mut ChaCha8Rng) {
        let (mut first, mut second) = (Engine::new(), SecondOpinion::default());
        let budget = Budget::default();
        let standing: Vec<Cell> = rules.grid().standing().collect();
        for _ in 0..positions {
            let mut problem = Problem::new(Arc::clone(rules));
            let decided = random.gen_range(0..=4).min(standing.len());
            for &cell in standing.choose_multiple(random, decided) {
                let value = if random.gen_bool(0.4) { Value::Placed } else { Value::Excluded };
                problem = problem.with(cell, value).unwrap();
            }
            let expected = first.census(&problem, &budget).unwrap();
            let found = second.census(&problem, &budget).unwrap().expect("a small diagram");
            assert_eq!(found, expected, "{problem:?}");
        }
    }

    fn compare_boards(boards: usize, positions: usize, seed: u64) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..boards {
            let rules = random_rules(&mut random);
            compare(&rules, positions, &mut random);
        }
    }

    #[test]
    fn random_positions_have_one_count_by_the_row_diagram_and_by_the_library() {
        compare_boards(60, 5, 1);
    }

    #[test]
    #[ignore = "10,000 positions take a minute"]
    fn ten_thousand_positions_have_one_count_by_the_row_diagram_and_by_the_library() {
        compare_boards(960, 10, 2);
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for size in 8..=11 {
            compare(&Arc::new(Rules::queens(size).unwrap()), 100, &mut random);
        }
    }

    #[test]
    fn without_rules_every_subset_counts() {
        let rules = Rules::queens(3).unwrap().with_requirements([]);
        let rules = Arc::new(rules.with_piece("knight".parse().unwrap()));
        compare(&rules, 20, &mut ChaCha8Rng::seed_from_u64(4));
    }

    #[test]
    fn rules_with_a_large_diagram_have_no_second_opinion() {
        let board = Problem::new(Rules::queens(14).unwrap());
        let mut second = SecondOpinion::default();
        assert_eq!(second.census(&board, &Budget::default()).unwrap(), None);
        // It is not tried again.
        let position = board.with("a1".parse().unwrap(), Value::Placed).unwrap();
        assert_eq!(second.census(&position, &Budget::default()).unwrap(), None);
        assert!(second.board.is_some_and(|board| board.bdd.is_none()));
    }

    #[test]
    fn a_cancelled_construction_begins_anew() {
        let board = Problem::new(Rules::queens(6).unwrap());
        let mut second = SecondOpinion::default();
        let budget = Budget::default();
        budget.cancel();
        assert_eq!(second.census(&board, &budget).unwrap_err().cause, Cause::Cancelled);
        let census = second.census(&board, &Budget::default()).unwrap().unwrap();
        assert_eq!(census.solutions, 4_u8.into());
    }
}
