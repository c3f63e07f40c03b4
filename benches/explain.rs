//! Time of an explanation and of a restoration. Each benchmark first checks the answer.

use configurator::engine::Budget;
use configurator::engine::bdd::Engine;
use configurator::problem::{Problem, Rules, Value};
use configurator::session::{
    Reason, RetractionSet, Session, SolutionCount, Wish, explain, restore, restored,
};
use divan::{Bencher, black_box};
use num_traits::Zero;

/// Returns an engine with the diagram of 12 queens, a position with five queens of a solution, and wishes for pieces on
/// the impossible cells.
fn position() -> (Engine, Problem, Vec<Wish>) {
    let mut engine = Engine::new();
    let mut problem = Problem::new(Rules::queens(12).expect("a size"));
    let diagram = engine.diagram(&problem, &Budget::default()).expect("within the budget");
    assert_eq!(diagram.bdd_nodes(), 435_172);
    let solution = diagram.solutions().next().expect("it has some");
    for cell in solution.iter().step_by(2).take(5) {
        problem = problem.with(cell, Value::Placed).expect("not decided yet");
    }
    let mut session = Session::new(problem.clone());
    session.ask(&mut engine, &Budget::default()).expect("within the budget");
    let impossible = problem
        .rules()
        .size()
        .iter()
        .filter(|&cell| session.state(cell) == configurator::session::CellState::Impossible);
    let wishes: Vec<Wish> = impossible.map(|cell| Some((cell, Value::Placed))).collect();
    assert!(!wishes.is_empty());
    (engine, problem, wishes)
}

/// Checks the explanation and the restoration of a wish. After taking back the decisions, the number of solutions that
/// grant the wish must be positive and equal to the restoration's number.
fn check(engine: &mut Engine, problem: &Problem, wish: Wish) {
    let budget = Budget::default();
    let reason = Reason::find(engine, problem, wish, &budget).expect("within the budget");
    assert!(reason.explanation.minimal && !reason.explanation.because.is_empty());
    let restoration = reason.restoration.expect("some way back");
    let RetractionSet { take_back, solutions_left: leaves } = restoration.best();
    let mended = restored(problem, wish, take_back);
    let census = engine.census(&mended, &budget).expect("within the budget");
    assert_eq!(leaves, &Some(SolutionCount::Exact(census.solutions.clone())));
    assert!(!census.solutions.is_zero());
}

#[divan::bench]
fn explanation(bencher: Bencher) {
    let (mut engine, problem, wishes) = position();
    check(&mut engine, &problem, wishes[0]);
    let budget = Budget::default();
    bencher.bench_local(|| explain(&mut engine, black_box(&problem), wishes[0], &budget));
}

#[divan::bench]
fn restoration(bencher: Bencher) {
    let (mut engine, problem, wishes) = position();
    check(&mut engine, &problem, wishes[0]);
    let budget = Budget::default();
    bencher.bench_local(|| {
        let found = restore(&mut engine, black_box(&problem), wishes[0], &budget);
        let mut restoration = found.expect("within the budget").expect("some way back");
        restoration.compare(&mut engine, &problem, wishes[0], &budget).map(|()| restoration)
    });
}

/// Explanation and restoration for all impossible cells, one after the other.
#[divan::bench(sample_count = 5)]
fn all_impossible_cells(bencher: Bencher) {
    let (mut engine, problem, wishes) = position();
    for &wish in &wishes {
        check(&mut engine, &problem, wish);
    }
    let budget = Budget::default();
    bencher.bench_local(|| {
        for &wish in &wishes {
            let _ = black_box(Reason::find(&mut engine, &problem, wish, &budget));
        }
    });
}
