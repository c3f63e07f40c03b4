//! Counts and states of all cells, compared with the reference.

use configurator::engine::bdd::Engine;
use configurator::engine::{Budget, Census};
use configurator::geometry::{Cell, Piece};
use configurator::problem::{Decisions, Problem, Requirement, Value};
use configurator::session::{CellState, Session};
use num_bigint::BigUint;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::cases::{Case, Described, bits, case, in_full, mask};

/// Returns the counts of a list of solutions.
pub(crate) fn census(case: &Case, solutions: &[u64]) -> Census {
    let mut cells = vec![0_usize; case.size().cells()];
    for &solution in solutions {
        bits(solution).for_each(|cell| cells[cell] += 1);
    }
    Census {
        solutions: solutions.len().into(),
        cells: cells.into_iter().map(BigUint::from).collect(),
    }
}

/// Returns the states of all cells. If several states fit, the first one counts.
pub(crate) fn states(case: &Case, solutions: &[u64]) -> Vec<CellState> {
    let attacked = case.description().attacked();
    let all = solutions.iter().fold(u64::MAX, |all, solution| all & solution);
    let some = solutions.iter().fold(0, |some, solution| some | solution);
    let state = |cell: usize| {
        let has = |set: u64| set >> cell & 1 == 1;
        match () {
            () if has(case.holes) => CellState::Hole,
            () if has(case.placed) => CellState::Placed,
            () if has(case.excluded) => CellState::Excluded,
            () if !solutions.is_empty() && has(all) => CellState::Forced,
            () if has(some) => CellState::Possible,
            () if has(attacked) => CellState::Attacked,
            () => CellState::Impossible,
        }
    };
    (0..case.size().cells()).map(state).collect()
}

fn asked(problem: Problem, engine: &mut Engine) -> Session {
    let mut session = Session::new(problem);
    session.ask(engine, &Budget::default()).unwrap();
    session
}

fn told(session: &Session) -> Vec<CellState> {
    session.rules().size().iter().map(|cell| session.state(cell)).collect()
}

/// Asks the program, and compares all its answers with the solutions.
fn compare(case: &Case, solutions: &[u64]) {
    let mut engine = Engine::new();
    let problem = case.problem();
    let answer = engine.census(&problem, &Budget::default()).unwrap();
    assert_eq!(answer, census(case, solutions), "{case:?}");
    let session = asked(problem, &mut engine);
    assert_eq!(told(&session), states(case, solutions), "{case:?}");
    assert_eq!(session.knowledge().has_one_solution(), solutions.len() == 1, "{case:?}");
}

/// Compares every piece on grids of some sizes, with several rules; every third problem in a debug build. Returns the
/// number of problems with at most `most` solutions.
fn sweep(sizes: &[(u16, u16)], most: usize) -> usize {
    let needs = [
        "rows",
        "columns",
        "rows,columns",
        "rows=1",
        "rows=2",
        "columns=1",
        "rows=1,columns=1",
        "rows,columns=2",
        "pieces=3",
        "rows,pieces=4",
        "columns=1,pieces=3",
        "rows=0",
        "pieces=0",
        "",
    ];
    let mut compared = 0;
    let mut turns = (0..in_full(3, 1)).cycle();
    for &(rows, columns) in sizes {
        for piece in Piece::names() {
            for torus in [false, true] {
                for holes in [0, 0b10, 0b1_0000_1000_0100] {
                    for needs in needs {
                        let needs: Vec<Requirement> =
                            needs.split_terminator(',').map(|need| need.parse().unwrap()).collect();
                        let mut case =
                            Case { holes, torus, ..Case::new(rows, columns, piece, needs) };
                        case.holes &= case.all();
                        if case.holes != holes || turns.next() != Some(0) {
                            continue;
                        }
                        if let Some(solutions) = case.description().solutions(most) {
                            compare(&case, &solutions);
                            compared += 1;
                        }
                    }
                }
            }
        }
    }
    compared
}

#[test]
fn small_squares_are_known_exactly() {
    let compared = sweep(&[(1, 1), (2, 2), (3, 3), (4, 4)], 20_000);
    assert!(compared > 4_000 / in_full(3, 1) as usize, "{compared}");
}

#[test]
fn small_rectangles_are_known_exactly() {
    let compared = sweep(&[(1, 2), (2, 1), (1, 5), (5, 1), (2, 3), (3, 2), (3, 5), (5, 2)], 5_000);
    assert!(compared > 6_000 / in_full(3, 1) as usize, "{compared}");
}

#[test]
fn squares_of_five_are_known_exactly() {
    let compared = sweep(&[(5, 5)], 2_000);
    assert!(compared > 600 / in_full(3, 1) as usize, "{compared}");
}

#[test]
fn a_row_of_holes_cannot_be_satisfied_unless_it_needs_nothing() {
    for (need, solutions) in [
        ("rows", 0),
        ("rows=1", 0),
        ("rows=0", 1),
        ("columns", 2),
        ("pieces=2", 4),
        ("pieces=3", 0),
    ] {
        let case =
            Case { holes: 0b00_11_00, ..Case::new(3, 2, "wazir", vec![need.parse().unwrap()]) };
        let solved = case.solutions().unwrap();
        assert_eq!(solved.len(), solutions, "{need}");
        compare(&case, &solved);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(200, 600)))]

    #[test]
    fn any_problem_is_known_exactly(case in case(5)) {
        let solutions = case.solutions();
        prop_assume!(solutions.is_some());
        compare(&case, &solutions.unwrap());
    }

    /// A random sequence of decisions, answered by one engine that caches its diagrams.
    #[test]
    fn a_walk_over_possible_cells_never_gets_stuck(
        case in case(4),
        walk in proptest::collection::vec((any::<usize>(), any::<bool>()), 0..10),
    ) {
        let mut case = case.undecided();
        let mut remaining = case.solutions().unwrap();
        let mut engine = Engine::new();
        let mut session = asked(case.problem(), &mut engine);
        prop_assert_eq!(told(&session), states(&case, &remaining));
        for (pick, place) in walk {
            // A decision is refused exactly if no solution keeps it.
            for cell in session.rules().grid().standing_cells() {
                let bit = 1_u64 << session.rules().size().index(cell);
                if session.decisions().get(cell).is_some() || remaining.is_empty() {
                    continue;
                }
                for value in [Value::Placed, Value::Excluded] {
                    let keeps = |solution: &u64| (solution & bit != 0) == (value == Value::Placed);
                    let refused = session.clone().decide(cell, value).is_err();
                    prop_assert_eq!(refused, !remaining.iter().any(keeps), "{} {:?}", cell, value);
                }
            }
            let size = session.rules().size();
            let open: Vec<Cell> = size
                .iter()
                .filter(|&cell| {
                    matches!(session.state(cell), CellState::Possible | CellState::Forced)
                })
                .collect();
            if open.is_empty() {
                break;
            }
            let cell = open[pick % open.len()];
            let bit = 1 << size.index(cell);
            if place || session.state(cell) == CellState::Forced {
                session.decide(cell, Value::Placed).unwrap();
                case.placed |= bit;
                remaining.retain(|solution| solution & bit != 0);
            } else {
                session.decide(cell, Value::Excluded).unwrap();
                case.excluded |= bit;
                remaining.retain(|solution| solution & bit == 0);
            }
            session.ask(&mut engine, &Budget::default()).unwrap();
            prop_assert!(!remaining.is_empty());
            prop_assert_eq!(session.knowledge().census.as_ref(), Some(&census(&case, &remaining)));
            prop_assert_eq!(told(&session), states(&case, &remaining));
        }
    }

    /// One engine is asked about one position after another. From one to the next, decisions are added, taken back or
    /// changed, or the grid changes.
    #[test]
    fn an_engine_is_never_misled_by_what_it_was_asked_before(
        case in case(4),
        questions in proptest::collection::vec(
            (any::<u64>(), any::<u64>(), any::<bool>(), proptest::bool::weighted(0.2)),
            1..8,
        ),
    ) {
        let mut engine = Engine::new();
        for (kept, turned, diagram, elsewhere) in questions {
            let decided = (case.placed | case.excluded) & kept;
            let placed = decided & (case.placed ^ turned & turned >> 32);
            let torus = case.torus != elsewhere;
            let case = Case { placed, excluded: decided & !placed, torus, ..case.clone() };
            let expected = census(&case, &case.solutions().unwrap());
            let (problem, budget) = (case.problem(), Budget::default());
            let answer = if diagram {
                let diagram = engine.diagram(&problem, &budget).unwrap();
                diagram.census(&Decisions::default(), &budget).unwrap()
            } else {
                engine.census(&problem, &budget).unwrap()
            };
            prop_assert_eq!(answer, expected, "{:?}", case);
        }
    }

    /// A completion leaves one solution, and excludes only cells that are still open.
    #[test]
    fn a_completion_decides_the_whole_board(case in case(4), seed: u64) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let completion =
            Engine::new().complete(&case.problem(), &mut random, &Budget::default()).unwrap();
        let solutions = case.solutions().unwrap();
        prop_assert_eq!(completion.is_some(), !solutions.is_empty());
        if let Some(completion) = completion {
            let place = mask(&completion.placed);
            prop_assert!(solutions.contains(&place));
            let beside = solutions.iter().filter(|&solution| solution & place == place);
            let open = beside.fold(0, |open, solution| open | solution) & !place;
            prop_assert_eq!(mask(&completion.excluded), open);
            let excluded = case.excluded | open;
            let decided = Case { placed: place, excluded, ..case };
            prop_assert_eq!(decided.solutions().unwrap(), [place]);
        }
    }
}
