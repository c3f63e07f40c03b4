//! Counts solutions with the library's operations, to check the counts of the row diagram.

use std::sync::Arc;
use std::time::Duration;

use biodivine_lib_bdd::{Bdd, BddVariable};

use super::conjoin::Conjunction;
use super::library_census::census;
use super::order::{Arrangement, VariableOrder};
use super::robdd::MAX_VARIABLES;
use crate::answers::Census;
use crate::budget::{Answer, Budget, Cause};
use problem::{Problem, Rules, Value};

/// Maximum number of nodes of the BDD of a board's rules, terminals included. The BDD of 11 queens has fewer nodes.
const MOST_NODES: usize = 100_000;
/// Maximum memory for building the BDD, in bytes.
const BUILD_MEMORY: usize = 128 << 20;
/// Maximum time for building the BDD.
const BUILD_TIME: Duration = Duration::from_secs(10);

/// A second engine for counts. The library's operations conjoin the rules once for each board, and restrict the
/// resulting BDD by the decisions of each position.
#[derive(Clone, Debug, Default)]
pub struct SecondOpinion {
    board: Option<Board>,
}

/// The BDD of the last board's rules, possibly unfinished.
#[derive(Clone, Debug)]
struct Board {
    rules: Arc<Rules>,
    order: VariableOrder,
    status: Status,
}

/// The status of the BDD of a board's rules.
#[derive(Clone, Debug, PartialEq)]
enum Status {
    /// Some rules are not conjoined yet. The BDD of the rules conjoined so far, and the number of rows still to conjoin;
    /// `None` before the first.
    Unfinished(Option<(Bdd, u16)>),
    Built(Bdd),
    /// The BDD has too many variables or nodes, or its construction needed too much memory or time.
    TooLarge,
}

impl SecondOpinion {
    /// Returns the counts of a position; `None` if the BDD of its rules is too large.
    ///
    /// # Errors
    /// When the budget ends first. The next call for the same rules resumes an interrupted construction.
    ///
    /// # Panics
    /// Never: decisions name no hole.
    pub fn census(&mut self, problem: &Problem, budget: &Budget) -> Answer<Option<Census>> {
        let rules = problem.rules();
        let board = match self.board.take().filter(|board| board.rules == *rules) {
            Some(board) => board,
            None => Board::new(rules),
        };
        let board = self.board.insert(board);
        board.build(budget)?;
        let Status::Built(bdd) = &board.status else { return Ok(None) };
        let literal = |(cell, value)| {
            let variable = board.order.variable(cell).expect("decisions name no hole");
            (BddVariable::from_index(variable.index()), value == Value::Placed)
        };
        let literals: Vec<_> = problem.decisions().iter().map(literal).collect();
        census(&bdd.select(&literals), &board.order, budget).map(Some)
    }
}

impl Board {
    fn new(rules: &Arc<Rules>) -> Self {
        let order = VariableOrder::new(rules.grid(), Arrangement::RowMajor);
        let is_small = (1..=MAX_VARIABLES).contains(&order.len());
        let status = if is_small { Status::Unfinished(None) } else { Status::TooLarge };
        Self { rules: Arc::clone(rules), order, status }
    }

    /// Conjoins the rules that are not conjoined yet.
    fn build(&mut self, budget: &Budget) -> Answer<()> {
        let Status::Unfinished(so_far) = &mut self.status else { return Ok(()) };
        let beyond = budget.memory().saturating_sub(BUILD_MEMORY);
        let part = budget.slice(BUILD_TIME).with_held(beyond);
        let mut conjunction = Conjunction::new(&self.rules, &self.order, &part);
        if let Some(so_far) = so_far.take() {
            (conjunction.result, conjunction.left) = so_far;
        }
        let rows = conjunction.rows(&mut |_, _| Ok(()));
        let built = rows.and_then(|()| conjunction.limit(&mut |_, _| Ok(())));
        let (bdd, left) = (conjunction.result, conjunction.left);
        self.status = match built {
            Err(interrupted) if interrupted.cause == Cause::Cancelled => {
                *so_far = Some((bdd, left));
                return Err(interrupted);
            }
            Ok(()) if bdd.size() <= MOST_NODES => Status::Built(bdd),
            Ok(()) | Err(_) => Status::TooLarge,
        };
        Ok(())
    }
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

    /// Compares the counts of both engines for random positions of a board.
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
        // The construction is not tried again.
        let position = board.with("a1".parse().unwrap(), Value::Placed).unwrap();
        assert_eq!(second.census(&position, &Budget::default()).unwrap(), None);
        assert_eq!(second.board.unwrap().status, Status::TooLarge);
    }

    #[test]
    fn a_cancelled_construction_goes_on_with_the_rows_that_are_left() {
        let board = Problem::new(Rules::queens(6).unwrap());
        let mut second = SecondOpinion::default();
        let budget = Budget::default();
        let cancelling = budget.clone().with_observer(move |progress| {
            if progress.done == 4 {
                budget.cancel();
            }
        });
        assert_eq!(second.census(&board, &cancelling).unwrap_err().cause, Cause::Cancelled);
        let status = &second.board.as_ref().unwrap().status;
        assert!(matches!(status, Status::Unfinished(Some((_, 2)))));
        let census = second.census(&board, &Budget::default()).unwrap().unwrap();
        assert_eq!(census, Engine::new().census(&board, &Budget::default()).unwrap());
    }
}
