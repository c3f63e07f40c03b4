//! The library's ROBDD of a board's rules, restricted by the decisions of positions.

use std::sync::Arc;
use std::time::Duration;

use biodivine_lib_bdd::Bdd;
use num_bigint::BigUint;

use super::conjoin::Conjunction;
use super::given::GivenDiagram;
use super::restrict::{census, restrict};
use crate::answers::{Census, DiagramSize};
use crate::bdd::diagram::Diagram;
use crate::bdd::order::{Arrangement, VariableOrder};
use crate::bdd::robdd::{MAX_VARIABLES, TooManyVariables};
use crate::budget::{Answer, Budget, Cause, Progress};
use problem::{Decisions, Problem, Rules};

/// Maximum number of nodes of the ROBDD of a board's rules, terminals included. The ROBDD of 11 queens has fewer nodes.
const MAX_NODES: usize = 100_000;
/// Maximum memory for building the ROBDD, in bytes.
const BUILD_MEMORY: usize = 128 << 20;
/// Maximum time for building the ROBDD.
const BUILD_TIME: Duration = Duration::from_secs(10);
/// Maximum number of restricted ROBDDs that are kept.
const MAX_KEPT: usize = 16;

/// The ROBDD of the rules of the last board, and its restrictions to the last positions. The library's operations
/// conjoin the rules once for each board. Each position restricts the ROBDD of the earlier position with the most
/// decisions in common.
#[derive(Clone, Debug, Default)]
pub struct RulesRobdd {
    board: Option<Board>,
}

/// The ROBDD of the last board's rules, possibly unfinished.
#[derive(Clone, Debug)]
struct Board {
    rules: Arc<Rules>,
    order: VariableOrder,
    status: Status,
    /// The ROBDD of the rules once it is built, and its latest restrictions, each with its decisions.
    kept: Vec<(Decisions, Bdd)>,
}

/// The status of the ROBDD of a board's rules.
#[derive(Clone, Debug, PartialEq)]
enum Status {
    /// Some rules are not conjoined yet. The ROBDD of the rules conjoined so far, and the number of rows still to
    /// conjoin; `None` before the first.
    Unfinished(Option<(Bdd, u16)>),
    Built,
    /// The ROBDD has too many variables or nodes, or its construction needs more than [`BUILD_MEMORY`] or [`BUILD_TIME`].
    TooLarge,
}

/// The counts of a position from the restricted ROBDD.
#[derive(Clone, Debug, PartialEq)]
pub struct RobddAnswer {
    /// The numbers of solutions.
    pub census: Census,
    /// Number of paths to the terminal 1.
    pub paths: BigUint,
    /// Number of nodes, terminals included.
    pub nodes: usize,
    /// Number of nodes of the ROBDD of the rules, terminals included.
    pub rules_nodes: usize,
}

impl RulesRobdd {
    /// True if the ROBDD of the rules is worth building. `known` is its number of nodes, if another engine has found it.
    pub fn may_fit(rules: &Rules, known: Option<usize>) -> bool {
        // Another engine counts the nodes only if it builds its diagram row by row.
        known.map_or_else(
            || Arrangement::suiting(rules) != Arrangement::RowMajor,
            |nodes| nodes <= MAX_NODES,
        )
    }

    /// Conjoins the rules of a board, unless this is done.
    ///
    /// # Errors
    /// When the budget ends first. The next call for the same rules resumes the construction.
    pub fn build(&mut self, rules: &Arc<Rules>, budget: &Budget) -> Answer<()> {
        let board = self.board.take().filter(|board| board.rules == *rules);
        self.board.insert(board.unwrap_or_else(|| Board::new(rules))).build(budget)
    }

    /// Uses a given diagram as the diagram of the rules, unless it is in use already.
    pub fn take(&mut self, rules: &Arc<Rules>, given: &GivenDiagram) {
        let is_taken = |board: &Board| board.rules == *rules && board.order == *given.order;
        if !self.board.as_ref().is_some_and(is_taken) {
            let (order, kept) =
                ((*given.order).clone(), vec![(Decisions::default(), given.bdd.clone())]);
            self.board =
                Some(Board { rules: Arc::clone(rules), order, status: Status::Built, kept });
        }
    }

    /// Returns the counts of a position from the ROBDD of the rules; `None` if the ROBDD is not built or too large.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn position(&mut self, problem: &Problem, budget: &Budget) -> Answer<Option<RobddAnswer>> {
        let board = self.board.as_mut().filter(|board| board.rules == *problem.rules());
        board.map_or(Ok(None), |board| board.position(problem, budget))
    }
}

impl Board {
    fn new(rules: &Arc<Rules>) -> Self {
        let order = VariableOrder::new(rules.grid(), Arrangement::RowMajor);
        let is_small = (1..=MAX_VARIABLES).contains(&order.len());
        let status = if is_small { Status::Unfinished(None) } else { Status::TooLarge };
        Self { rules: Arc::clone(rules), order, status, kept: Vec::new() }
    }

    /// Conjoins the rules that are not conjoined yet.
    fn build(&mut self, budget: &Budget) -> Answer<()> {
        let Status::Unfinished(so_far) = &mut self.status else { return Ok(()) };
        let other_memory = budget.memory().saturating_sub(BUILD_MEMORY);
        let part = budget.slice(BUILD_TIME).with_reserved(other_memory);
        let mut conjunction = Conjunction::new(&self.rules, &self.order, &part);
        if let Some(so_far) = so_far.take() {
            (conjunction.result, conjunction.rows_to_conjoin) = so_far;
        }
        let rows = conjunction.conjoin_rows(&mut |_, _, _| Ok(()));
        let built = rows.and_then(|()| conjunction.conjoin_limit(&mut |_, _, _| Ok(())));
        let (bdd, left) = (conjunction.result, conjunction.rows_to_conjoin);
        // An interruption by the caller's limits says nothing about the rules.
        let is_callers = |cause| match cause {
            Cause::Cancelled => true,
            Cause::Memory(_) => other_memory == 0,
            Cause::Time(_) => budget.check(Progress::default()).is_err(),
        };
        self.status = match built {
            Err(interrupted) if is_callers(interrupted.cause) => {
                *so_far = Some((bdd, left));
                return Err(interrupted);
            }
            Ok(()) if bdd.size() <= MAX_NODES => {
                self.kept.push((Decisions::default(), bdd));
                Status::Built
            }
            Ok(()) | Err(_) => Status::TooLarge,
        };
        Ok(())
    }

    fn position(&mut self, problem: &Problem, budget: &Budget) -> Answer<Option<RobddAnswer>> {
        let known = self.kept.iter().filter(|(decisions, _)| problem.includes(decisions));
        let Some((known, nearest)) = known.max_by_key(|(decisions, _)| decisions.len()) else {
            return Ok(None);
        };
        let decisions = problem.decisions();
        if known.len() < decisions.len() {
            let restricted = restrict(nearest, &self.order, decisions);
            if self.kept.len() > MAX_KEPT {
                self.kept.remove(1);
            }
            self.kept.push((decisions.clone(), restricted));
            return self.position(problem, budget);
        }
        let (census, paths) = census(nearest, &self.order, decisions, budget)?;
        let (nodes, rules_nodes) = (nearest.size(), self.kept[0].1.size());
        Ok(Some(RobddAnswer { census, paths, nodes, rules_nodes }))
    }
}

impl Diagram {
    /// Returns the reduced ordered BDD of the diagram of a problem, restricted by the problem's decisions.
    ///
    /// # Errors
    /// When there are more variables than the library supports.
    ///
    /// # Panics
    /// When the BDD has 2³² nodes or more.
    pub fn bdd_at(&self, problem: &Problem) -> Result<Bdd, TooManyVariables> {
        Ok(restrict(&self.to_bdd()?, self.order(), problem.decisions()))
    }

    /// Returns the sizes of the reduced ordered BDD and of the zero-suppressed BDD of the diagram of a problem, restricted
    /// by the problem's decisions.
    ///
    /// Each node above a decided variable is false without the decision. So no two nodes become equal by the
    /// restriction, and only the nodes of decided variables disappear.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn size_at(&self, problem: &Problem, budget: &Budget) -> Answer<DiagramSize> {
        let mut size = self.bdd_size(budget)?;
        for cell in problem.decisions().iter().map(|(cell, _)| cell) {
            let Some(variable) = self.order().variable(cell) else { continue };
            let [nodes, zdd_nodes] = [&mut size.levels, &mut size.zdd_levels]
                .map(|levels| std::mem::take(&mut levels[variable.index()]));
            size.nodes -= nodes;
            size.zdd_nodes -= zdd_nodes;
        }
        Ok(size)
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;
    use rand::seq::SliceRandom;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;
    use crate::bdd::{Engine, compile};
    use geometry::{Cell, Grid, Piece, Size};
    use problem::Value;

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

    /// Returns the answer about a position. Builds the ROBDD of the rules if it is not built yet.
    fn answered(robdd: &mut RulesRobdd, problem: &Problem) -> Option<RobddAnswer> {
        robdd.build(problem.rules(), &Budget::default()).unwrap();
        robdd.position(problem, &Budget::default()).unwrap()
    }

    /// Compares the counts of a position with the counts of its row diagram.
    fn compare(robdd: &mut RulesRobdd, engine: &mut Engine, problem: &Problem) {
        let budget = Budget::default();
        let Some(found) = answered(robdd, problem) else { return };
        assert_eq!(found.census, engine.census(problem, &budget).unwrap(), "{problem:?}");
        let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
        let diagram = compile(problem, &Arc::new(order), &budget).unwrap().diagram;
        let size = diagram.size_at(problem, &budget).unwrap();
        let paths = diagram.path_count(&budget).unwrap();
        assert_eq!((found.nodes, found.paths), (size.nodes, paths), "{problem:?}");
        let kept = &robdd.board.as_ref().unwrap().kept;
        let is_it = |kept: &&(Decisions, Bdd)| {
            kept.0.len() == problem.decisions().len() && problem.includes(&kept.0)
        };
        let kept = &kept.iter().find(is_it).unwrap().1;
        let normal = kept.and(&diagram.bdd_at(problem).unwrap());
        assert!(normal.size() == kept.size() && kept.iff(&normal).is_true(), "{problem:?}");
    }

    /// Compares positions of a board. Each has one decision more or fewer than the previous one.
    fn compare_board(rules: &Arc<Rules>, positions: usize, random: &mut ChaCha8Rng) {
        let (mut robdd, mut engine) = (RulesRobdd::default(), Engine::new());
        let standing: Vec<Cell> = rules.grid().standing_cells().collect();
        let mut problem = Problem::new(Arc::clone(rules));
        for _ in 0..positions {
            compare(&mut robdd, &mut engine, &problem);
            let cell = *standing.choose(random).unwrap();
            let decisions = problem.decisions();
            problem = if decisions.get(cell).is_some() || random.gen_bool(0.2) {
                let taken_back = random.gen_range(0..=decisions.len());
                let kept = (0..decisions.len()).filter(|&at| at != taken_back);
                problem.with_only(kept.filter_map(|at| decisions.at(at)))
            } else {
                let value = if random.gen_bool(0.4) { Value::Placed } else { Value::Excluded };
                problem.with(cell, value).unwrap()
            };
        }
    }

    /// Number of random boards: `usual`, or the variable `PROPTEST_CASES`.
    fn boards(usual: usize) -> usize {
        std::env::var("PROPTEST_CASES").map_or(usual, |number| number.parse().unwrap())
    }

    #[test]
    fn random_positions_have_the_numbers_of_the_row_diagram() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..boards(60) {
            compare_board(&random_rules(&mut random), 8, &mut random);
        }
    }

    #[test]
    #[ignore = "boards with up to 100,000 nodes take minutes without optimisation"]
    fn positions_of_large_boards_have_the_numbers_of_the_row_diagram() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for (size, piece, needs) in [
            ("8", "queen", "rows"),
            ("9", "queen", "rows"),
            ("10", "queen", "rows"),
            ("11", "queen", "rows"),
            ("10", "amazon", "rows"),
            ("6", "knight", "rows"),
            ("8", "king", "pieces=3"),
            ("8", "king", "rows=1"),
            ("6", "queen", "dominate"),
            ("3x40", "W", "columns=1"),
            ("12", "RF", "rows=1"),
        ] {
            let grid = Grid::new(size.parse().unwrap());
            let rules = Rules::new(grid, piece.parse().unwrap(), [needs.parse().unwrap()]);
            compare_board(&Arc::new(rules), boards(20), &mut random);
        }
    }

    #[test]
    fn without_rules_every_subset_counts() {
        let rules = Rules::queens(3).unwrap().with_requirements([]);
        let rules = Arc::new(rules.with_piece("knight".parse().unwrap()));
        compare_board(&rules, 20, &mut ChaCha8Rng::seed_from_u64(4));
    }

    #[test]
    fn eight_queens_have_193_nodes_after_a1_and_368_after_d4() {
        let board = Problem::new(Rules::queens(8).unwrap());
        let mut robdd = RulesRobdd::default();
        let mut size = |cells: &[&str]| {
            let placed = |problem: Problem, cell: &&str| {
                problem.with(cell.parse().unwrap(), Value::Placed).unwrap()
            };
            let position = cells.iter().fold(board.clone(), placed);
            let found = answered(&mut robdd, &position).unwrap();
            assert_eq!((found.rules_nodes, &found.census.solutions), (2453, &found.paths));
            (found.nodes, found.paths)
        };
        assert_eq!(size(&[]), (2453, 92_u8.into()));
        assert_eq!(size(&["a1"]), (193, 4_u8.into()));
        assert_eq!(size(&["d4"]), (368, 8_u8.into()));
        assert_eq!(size(&["a1", "b1"]), (1, 0_u8.into()));
    }

    #[test]
    fn an_undone_decision_leads_back_to_a_kept_restriction() {
        let board = Problem::new(Rules::queens(6).unwrap());
        let mut robdd = RulesRobdd::default();
        let names = ["b1", "d2", "f3"];
        let decided = names.iter().fold(vec![board], |mut all, name| {
            all.push(
                all[all.len() - 1].clone().with(name.parse().unwrap(), Value::Placed).unwrap(),
            );
            all
        });
        for position in &decided {
            assert!(answered(&mut robdd, position).is_some());
        }
        let kept = |robdd: &RulesRobdd| -> Vec<usize> {
            let kept = &robdd.board.as_ref().unwrap().kept;
            kept.iter().map(|(decisions, _)| decisions.len()).collect()
        };
        assert_eq!(kept(&robdd), [0, 1, 2, 3]);
        // The position is found, not restricted anew.
        answered(&mut robdd, &decided[1]);
        assert_eq!(kept(&robdd), [0, 1, 2, 3]);
        // Other decisions begin with the common ones.
        let other = decided[1].clone().with("f2".parse().unwrap(), Value::Excluded).unwrap();
        answered(&mut robdd, &other);
        assert_eq!(kept(&robdd), [0, 1, 2, 3, 2]);
        // A board has its own restrictions, but only a few are kept.
        let smaller = Problem::new(Rules::queens(5).unwrap());
        for cell in smaller.rules().grid().standing_cells() {
            answered(&mut robdd, &smaller.clone().with(cell, Value::Excluded).unwrap());
        }
        assert_eq!(kept(&robdd)[..2], [0, 1]);
        assert_eq!(kept(&robdd).len(), 1 + MAX_KEPT);
    }

    #[test]
    fn rules_with_a_large_diagram_have_no_robdd() {
        let board = Problem::new(Rules::queens(14).unwrap());
        let mut robdd = RulesRobdd::default();
        assert_eq!(answered(&mut robdd, &board), None);
        assert_eq!(robdd.board.as_ref().unwrap().status, Status::TooLarge);
        assert!(!RulesRobdd::may_fit(board.rules(), Some(435_172)));
        assert!(RulesRobdd::may_fit(board.rules(), Some(94_824)));
        // The diagram of a board of few columns is built column by column, and its nodes are not counted.
        assert!(!RulesRobdd::may_fit(board.rules(), None));
    }

    #[test]
    fn a_cancelled_construction_goes_on_with_the_rows_that_are_left() {
        let board = Problem::new(Rules::queens(6).unwrap());
        let mut robdd = RulesRobdd::default();
        let budget = Budget::default();
        let cancelling = budget.clone().with_observer(move |progress| {
            if progress.done == 4 {
                budget.cancel();
            }
        });
        assert_eq!(robdd.build(board.rules(), &cancelling).unwrap_err().cause, Cause::Cancelled);
        let status = &robdd.board.as_ref().unwrap().status;
        assert!(matches!(status, Status::Unfinished(Some((_, 2)))));
        assert_eq!(robdd.position(&board, &Budget::default()).unwrap(), None);
        let census = answered(&mut robdd, &board).unwrap().census;
        assert_eq!(census, Engine::new().census(&board, &Budget::default()).unwrap());
    }

    #[test]
    fn the_end_of_a_callers_budget_is_not_kept_as_a_fact_about_the_rules() {
        let board = Problem::new(Rules::queens(6).unwrap());
        for (small, cause) in [
            (Budget::default().with_timeout(Duration::ZERO), Cause::Time(Duration::ZERO)),
            (Budget::new(1 << 10), Cause::Memory(1 << 10)),
        ] {
            let mut robdd = RulesRobdd::default();
            assert_eq!(robdd.build(board.rules(), &small).unwrap_err().cause, cause);
            assert_eq!(answered(&mut robdd, &board).unwrap().census.solutions, 4_u8.into());
        }
    }
}
