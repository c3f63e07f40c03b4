//! A budget ends a computation with an error that states the reason and the progress. No test measures time.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use configurator::engine::bdd::{
    Arrangement, Engine, Ranking, VariableOrder, compile, conjoin, nearest_size,
};
use configurator::engine::{
    Budget, Cause, Interrupted, Oracle, Part, Phase, ProblemPair, Progress, auto, sat,
};
use configurator::geometry::{Cell, Grid, Size};
use configurator::problem::{Bounds, Decisions, Family, Problem, Requirement, Rules, Value};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use strum::IntoEnumIterator;

fn queens(size: u16) -> (Problem, Arc<VariableOrder>) {
    let problem = Problem::new(Rules::queens(size).unwrap());
    let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
    (problem, Arc::new(order))
}

/// Runs both constructions for n queens. Returns the phase of each construction, and its peak memory or the
/// interruption.
fn both(size: u16, budget: &Budget) -> [(Phase, Result<usize, Interrupted>); 2] {
    let (problem, order) = queens(size);
    [
        (Phase::Building, compile(&problem, &order, budget).map(|done| done.peak_memory)),
        (Phase::Conjoining, conjoin(&problem, &order, budget).map(|done| done.peak_memory)),
    ]
}

#[test]
fn a_tiny_memory_ends_both_constructions_at_once() {
    for (phase, result) in both(8, &Budget::new(16)) {
        let Interrupted { cause, reached } = result.unwrap_err();
        assert_eq!(cause, Cause::Memory(16));
        assert_eq!((reached.phase, reached.done), (phase, 0));
        assert!(reached.memory > 16);
    }
}

#[test]
fn a_small_memory_ends_both_constructions_on_the_way() {
    const MEMORY: usize = 1 << 20;
    for (phase, result) in both(13, &Budget::new(MEMORY)) {
        let Interrupted { cause, reached } = result.unwrap_err();
        assert_eq!(cause, Cause::Memory(MEMORY));
        assert_eq!(reached.phase, phase);
        assert!(0 < reached.done && reached.done < reached.steps, "{reached}");
        assert!(reached.states + reached.nodes > 1000, "{reached}");
        // The budget is checked often enough to stay close to the limit.
        assert!(MEMORY < reached.memory && reached.memory < 2 * MEMORY, "{reached}");
    }
}

#[test]
fn as_much_memory_as_it_takes_is_enough_and_one_byte_less_is_not() {
    let ways = both(8, &Budget::default()).map(|(_, result)| result.unwrap());
    for (way, peak) in ways.into_iter().enumerate() {
        assert_eq!(both(8, &Budget::new(peak))[way].1, Ok(peak));
        let interrupted = both(8, &Budget::new(peak - 1))[way].1.unwrap_err();
        assert_eq!(interrupted.cause, Cause::Memory(peak - 1));
        assert!(interrupted.reached.memory >= peak);
    }
}

#[test]
fn any_memory_gives_the_right_answer_or_none() {
    let (problem, order) = queens(7);
    let whole = compile(&problem, &order, &Budget::default()).unwrap().diagram;
    let bdd = whole.to_bdd().unwrap();
    let mut answers = [0; 2];
    for memory in (0..24).map(|power| 1 << power) {
        let budget = Budget::new(memory);
        match compile(&problem, &order, &budget) {
            Ok(construction) => {
                assert!(
                    construction.diagram.to_bdd().unwrap() == bdd
                        && construction.peak_memory <= memory
                );
                answers[0] += 1;
            }
            Err(interrupted) => assert_eq!(interrupted.cause, Cause::Memory(memory)),
        }
        match conjoin(&problem, &order, &budget) {
            Ok(conjoined) => {
                assert!(conjoined.bdd == bdd && conjoined.peak_memory <= memory);
                answers[1] += 1;
            }
            Err(interrupted) => assert_eq!(interrupted.cause, Cause::Memory(memory)),
        }
    }
    assert!(answers.iter().all(|answers| (1..24).contains(answers)), "{answers:?}");
}

#[test]
fn cancelling_from_the_observer_ends_both_constructions_at_the_next_look() {
    for after in [1, 2, 10] {
        for way in [0, 1] {
            let reports = Arc::new(AtomicUsize::new(0));
            let budget = Budget::default();
            let flag = budget.clone();
            let budget = budget.with_observer({
                let reports = Arc::clone(&reports);
                move |_| {
                    if reports.fetch_add(1, Ordering::Relaxed) + 1 == after {
                        flag.cancel();
                    }
                }
            });
            let (problem, order) = queens(9);
            let interrupted = if way == 0 {
                compile(&problem, &order, &budget).map(|_| ()).unwrap_err()
            } else {
                conjoin(&problem, &order, &budget).map(|_| ()).unwrap_err()
            };
            assert_eq!(interrupted.cause, Cause::Cancelled);
            assert_eq!(reports.load(Ordering::Relaxed), after);
            assert!(interrupted.reached.done < interrupted.reached.steps);
        }
    }
}

/// Bounds beyond the size of a group take no memory: there is no solution, or the bound has no effect.
#[test]
fn bounds_beyond_a_group_cost_no_memory() {
    let grid = Grid::new(Size::square(3).unwrap());
    for (lower, upper, solutions) in
        [(1_000_000, Some(1_000_000), 0_u8), (1_000_000, None, 0), (3, Some(u32::MAX), 9)]
    {
        let bounds = Bounds { lower, upper };
        let need = Requirement { family: Family::Pieces, bounds };
        let problem = Problem::new(Rules::new(grid.clone(), "king".parse().unwrap(), [need]));
        let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
        let budget = Budget::new(1 << 16);
        let conjoined = conjoin(&problem, &order, &budget).unwrap();
        let compiled = compile(&problem, &Arc::new(order), &budget).unwrap();
        assert_eq!(compiled.diagram.count(&budget).unwrap(), solutions.into());
        assert!(compiled.diagram.to_bdd().unwrap() == conjoined.bdd);
    }
}

#[test]
fn without_time_both_constructions_end_at_once() {
    for (phase, result) in both(8, &Budget::default().with_timeout(Duration::ZERO)) {
        let Interrupted { cause, reached } = result.unwrap_err();
        assert_eq!(cause, Cause::Time(Duration::ZERO));
        assert_eq!((reached.phase, reached.done, reached.states), (phase, 0, 0));
    }
}

/// The number of steps done grows, and never exceeds the total.
#[test]
fn progress_goes_on() {
    let heard = Arc::new(Mutex::new(Vec::<Progress>::new()));
    let budget = Budget::default().with_observer({
        let heard = Arc::clone(&heard);
        move |progress| heard.lock().unwrap().push(progress)
    });
    let (problem, order) = queens(8);
    for way in [0, 1] {
        let peak = if way == 0 {
            compile(&problem, &order, &budget).unwrap().peak_memory
        } else {
            conjoin(&problem, &order, &budget).unwrap().peak_memory
        };
        let reports = std::mem::take(&mut *heard.lock().unwrap());
        assert!(reports.len() > 10);
        assert_eq!(reports.iter().map(|report| report.memory).max(), Some(peak));
        assert!(reports.iter().all(|report| report.done <= report.steps && report.memory > 0));
        for pair in reports.windows(2) {
            let starts = pair[0].phase != pair[1].phase;
            assert!(starts || pair[0].done <= pair[1].done, "{} then {}", pair[0], pair[1]);
        }
    }
}

/// A long operation of the library can be interrupted.
#[test]
fn conjoining_looks_at_the_budget_within_an_operation() {
    let heard = Arc::new(Mutex::new(Vec::<Progress>::new()));
    let budget = Budget::default().with_observer({
        let heard = Arc::clone(&heard);
        move |progress| heard.lock().unwrap().push(progress)
    });
    let (problem, order) = queens(10);
    conjoin(&problem, &order, &budget).unwrap();
    // Within an operation, where its tables do not grow, only nodes become more: 4096 of 12 bytes.
    let grows = |pair: &&[Progress]| pair[1].memory == pair[0].memory + 4096 * 12;
    let within = heard.lock().unwrap().windows(2).filter(grows).count();
    assert!(within > 3, "{within}");
}

#[test]
fn questions_end_with_the_budget_too() {
    let (problem, order) = queens(8);
    let diagram = Arc::new(compile(&problem, &order, &Budget::default()).unwrap().diagram);
    let cancelled = Budget::default();
    cancelled.cancel();
    for (budget, cause) in [
        (Budget::new(16), Cause::Memory(16)),
        (Budget::default().with_timeout(Duration::ZERO), Cause::Time(Duration::ZERO)),
        (cancelled, Cause::Cancelled),
    ] {
        let none = Decisions::default();
        let mut random = ChaCha8Rng::seed_from_u64(0);
        let mut engine = Engine::new();
        let ends = [
            diagram.census(&none, &budget).map(|_| ()),
            diagram.count(&budget).map(|_| ()),
            diagram.path_count(&budget).map(|_| ()),
            diagram.select(&none, &budget).map(|_| ()),
            Ranking::new(Arc::clone(&diagram), &budget).map(|_| ()),
            engine.census(&problem, &budget).map(|_| ()),
            engine.diagram(&problem, &budget).map(|_| ()),
            engine.ranking(&problem, &budget).map(|_| ()),
            engine.classes(&problem, &budget).map(|_| ()),
            engine.complete(&problem, &mut random, &budget).map(|_| ()),
            nearest_size(problem.rules(), &budget).map(|_| ()),
        ];
        for (question, end) in ends.into_iter().enumerate() {
            assert_eq!(end.map_err(|error| error.cause), Err(cause), "question {question}");
        }
        // The engine still works after the interruption.
        let census = engine.census(&problem, &Budget::default()).unwrap();
        assert_eq!(census.solutions, 92_u8.into());
    }
}

/// Returns a budget, and the list of the progress reports that it receives.
fn overheard() -> (Budget, Arc<Mutex<Vec<Progress>>>) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let budget = Budget::default().with_observer({
        let heard = Arc::clone(&heard);
        move |progress| heard.lock().unwrap().push(progress)
    });
    (budget, heard)
}

/// A single row with a given number of knights, which do not attack each other there.
fn knights(columns: u16, pieces: u32) -> Problem {
    let need = Requirement { family: Family::Pieces, bounds: Bounds::exactly(pieces) };
    let grid = Grid::new(Size::new(1, columns).unwrap());
    Problem::new(Rules::new(grid, "knight".parse().unwrap(), [need]))
}

/// The budget is checked at each cell of a group, regardless of the number of pieces.
#[test]
fn conjoining_looks_at_the_budget_within_a_group() {
    let problem = knights(60, 30);
    let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
    let (budget, heard) = overheard();
    let conjoined = conjoin(&problem, &order, &budget).unwrap();
    assert_eq!(conjoined.bdd.exact_cardinality().to_string(), "118264581564861424");
    let (budget, without) = overheard();
    let free = problem.rules().with_requirements([]);
    conjoin(&Problem::new(free), &order, &budget).unwrap();
    let [looks, without] = [heard, without].map(|heard| heard.lock().unwrap().len());
    assert!(looks >= without + 60, "{looks}, {without}");
    // A construction that cannot fit is not begun.
    let problem = knights(1000, 500);
    let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
    let interrupted = conjoin(&problem, &order, &Budget::new(1 << 20)).unwrap_err();
    assert_eq!(interrupted.cause, Cause::Memory(1 << 20));
    assert!(interrupted.reached.memory < 2 << 20, "{interrupted}");
}

/// The budget is checked while decisions that almost fill the board are propagated.
#[test]
fn settling_what_decisions_leave_looks_at_the_budget() {
    let size = Size::square(400).unwrap();
    let rules = Rules::new(Grid::new(size), "rook".parse().unwrap(), [Requirement::QUEENS_RULE]);
    let open = |cell: &Cell| cell.column() == 7 * cell.row() % 400;
    let excluded = size.iter().filter(|cell| !open(cell)).map(|cell| (cell, Value::Excluded));
    let problem = Problem::with_decisions(Arc::new(rules), excluded.collect()).unwrap();
    let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
    let (budget, heard) = overheard();
    // 7 and 400 have no common divisor: each column has one cell left.
    let diagram = compile(&problem, &order, &budget).unwrap().diagram;
    assert_eq!(diagram.count(&Budget::default()).unwrap(), 1_u8.into());
    let settling = |heard: &[Progress]| heard.iter().take_while(|told| told.steps == 0).count();
    let looks = settling(&heard.lock().unwrap());
    assert!(looks > 2, "{looks}");
}

/// The budget is checked while the masks of a large board are made.
#[test]
fn large_boards_are_set_up_with_looks_at_the_budget() {
    let (problem, order) = queens(60);
    let heard = Arc::new(Mutex::new(Vec::<Progress>::new()));
    let budget = Budget::new(4 << 20).with_observer({
        let heard = Arc::clone(&heard);
        move |progress| heard.lock().unwrap().push(progress)
    });
    let interrupted = compile(&problem, &order, &budget).unwrap_err();
    assert_eq!(interrupted.cause, Cause::Memory(4 << 20));
    let setting_up = |told: &&Progress| told.states == 0 && told.done == 0;
    let looks = heard.lock().unwrap().iter().take_while(setting_up).count();
    assert!(looks > 20, "{looks}");
}

/// Without the board rule no mask of excluded cells is made, and the budget is checked as often as wide states and many
/// groups require.
#[test]
fn wide_states_without_the_board_rule_look_at_the_budget() {
    let needs = ["rows", "columns"].map(|need| need.parse().unwrap());
    let grid = Grid::new(Size::square(290).unwrap());
    let rules = Rules::new(grid, "queen".parse().unwrap(), needs).with_board_rule(false);
    let order = Arc::new(VariableOrder::new(rules.grid(), Arrangement::RowMajor));
    let heard = Arc::new(Mutex::new(Vec::<Progress>::new()));
    let budget = Budget::new(64 << 20).with_threads(NonZeroUsize::MIN);
    let flag = budget.clone();
    let budget = budget.with_observer({
        let heard = Arc::clone(&heard);
        move |progress| {
            heard.lock().unwrap().push(progress);
            if progress.done == 6 {
                flag.cancel();
            }
        }
    });
    let interrupted = compile(&Problem::new(rules), &order, &budget).unwrap_err();
    assert_eq!(interrupted.cause, Cause::Cancelled);
    // Each of the 32 states before the sixth cell has two next states, and each group of columns reaches over the board.
    let looks = heard.lock().unwrap().iter().filter(|told| told.done == 5).count();
    assert!(looks > 64, "{looks}");
}

/// The longer the numbers, the more often the budget is checked during additions.
#[test]
fn long_numbers_are_added_and_multiplied_with_looks_at_the_budget() {
    let grid = Grid::new(Size::new(2, 1000).unwrap());
    let free = Rules::new(grid, "knight".parse().unwrap(), []).with_board_rule(false);
    let problem = Problem::new(free);
    let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
    let diagram = compile(&problem, &Arc::new(order), &Budget::default()).unwrap().diagram;
    let (budget, heard) = overheard();
    let census = diagram.census(&Decisions::default(), &budget).unwrap();
    assert_eq!(census.solutions.bits(), 2001);
    // 2000 levels have one node each, and numbers of up to 32 words.
    let looks = heard.lock().unwrap().len();
    assert!(looks > 30, "{looks}");
}

/// The budget is checked while the clauses of a totalizer are added to the solver.
#[test]
fn counting_clauses_look_at_the_budget() {
    let (budget, heard) = overheard();
    let mut engine = sat::Engine::new();
    assert!(engine.is_satisfiable(&knights(300, 150), &budget).unwrap());
    let building = |told: &&Progress| told.phase == Phase::Building;
    let looks = heard.lock().unwrap().iter().filter(building).count();
    // A few of the checks are for the cells.
    assert!(looks > 15, "{looks}");
}

/// The budget is checked while the placed pieces are processed, before the first clause is built.
#[test]
fn clauses_of_many_placed_pieces_look_at_the_budget() {
    let size = Size::square(100).unwrap();
    let rules = Rules::new(Grid::new(size), "wazir".parse().unwrap(), []);
    let every_second = |cell: &Cell| (cell.row() + cell.column()).is_multiple_of(2);
    let placed = size.iter().filter(every_second).map(|cell| (cell, Value::Placed));
    let problem = Problem::with_decisions(Arc::new(rules), placed.collect()).unwrap();
    let (budget, heard) = overheard();
    let found = sat::Solutions::new(&problem, &budget).unwrap().next(&budget).unwrap();
    assert_eq!(found.unwrap().len(), 5000);
    // No cell is open and there are no groups, so all checks are for the pieces.
    let looks = heard.lock().unwrap().iter().filter(|told| told.phase == Phase::Building).count();
    assert!(looks > 50, "{looks}");
}

/// The memory of numbers beyond machine words includes their digits.
#[test]
fn big_numbers_take_their_memory() {
    let grid = Grid::new(Size::new(40, 6).unwrap());
    let rules = Rules::new(grid, "wazir".parse().unwrap(), [Requirement::QUEENS_RULE]);
    let problem = Problem::new(rules);
    let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
    let diagram = compile(&problem, &order, &Budget::default()).unwrap().diagram;
    let most = |question: &dyn Fn(&Budget)| {
        let (budget, heard) = overheard();
        question(&budget);
        heard.lock().unwrap().iter().map(|told| told.memory).max().unwrap()
    };
    let count = most(&|budget| assert!(diagram.count(budget).unwrap().bits() > 128));
    let paths = most(&|budget| assert!(diagram.path_count(budget).unwrap().bits() > 64));
    let none = Decisions::default();
    let census = most(&|budget| drop(diagram.census(&none, budget).unwrap()));
    // Three words themselves, and digits elsewhere: half of all numbers have a good many. Only a census keeps
    // those of more than two levels at a time.
    let numbers = 40 * diagram.nodes();
    assert!(count > diagram.memory() && count < diagram.memory() + numbers, "{count}");
    assert!(paths > diagram.memory(), "{paths}");
    assert!(census > diagram.memory() + numbers, "{census}");
}

/// Whenever it is cancelled, a comparison ends with that; with little time or memory, what it tells is true all the same.
#[test]
fn a_comparison_ends_with_the_budget_and_tells_no_more_than_it_knows() {
    let (problem, _) = queens(6);
    let torus = problem.rules().with_grid(problem.rules().grid().clone().with_torus(true));
    let knights = torus.with_piece("knight".parse().unwrap());
    // No single problem has the common solutions of queens and of knights on a torus.
    let pair = ProblemPair::new(problem, Problem::new(knights)).unwrap();
    let compare = |budget: &Budget| pair.compare(&mut auto::Engine::new(), 2, budget, &mut |_| {});
    let whole = compare(&Budget::default()).unwrap();
    assert!(whole.is_counted() && whole.interrupted.is_none());
    for after in [0, 1, 2, 5, 10, 20, 40] {
        let (budget, seen) = (Budget::default(), AtomicUsize::new(0));
        let flag = budget.clone();
        let budget = budget.with_observer(move |_| {
            if seen.fetch_add(1, Ordering::Relaxed) >= after {
                flag.cancel();
            }
        });
        assert_eq!(compare(&budget).unwrap_err().cause, Cause::Cancelled, "{after}");
    }
    let no_time = Budget::default().with_timeout(Duration::ZERO);
    let little = [1, 1 << 12, 1 << 14, 1 << 16, 1 << 18].map(Budget::new);
    for budget in [no_time].iter().chain(&little) {
        let found = compare(budget).unwrap();
        for part in Part::iter() {
            let (told, truth) = (found.part(part), whole.part(part));
            // What is not counted has an example, or it is said why there is none.
            assert!(told.is_empty().is_some() || found.interrupted.is_some(), "{budget:?}");
            assert!(told.census.is_none() || told.census == truth.census, "{part:?} {budget:?}");
            assert!(told.is_empty().is_none() || told.is_empty() == truth.is_empty());
        }
    }
}
