//! Time from a question about a large board to the first layers of its answer. Each benchmark first checks the first
//! layer.

use configurator::engine::auto::Engine;
use configurator::engine::search::{ColumnModel, Search, SearchOptions};
use configurator::engine::{Budget, PartialAnswer};
use configurator::geometry::Cell;
use configurator::problem::{Problem, Rules, Value};
use divan::{Bencher, black_box};

/// Returns a position with `placed` queens of a solution, in rows far from each other.
fn position(size: u16, placed: usize) -> Problem {
    let mut problem = Problem::new(Rules::queens(size).expect("a size"));
    let model = ColumnModel::new(&problem).expect("queens are for the search");
    let solution = Search::new(&model, SearchOptions::default()).next(&Budget::default());
    let pieces: Vec<Cell> = solution.expect("no limit").expect("queens fit").iter().collect();
    for &cell in pieces.iter().step_by(pieces.len() / placed).take(placed) {
        problem = problem.with(cell, Value::Placed).expect("not decided yet");
    }
    problem
}

/// Asks until a layer of the answer is sufficient, then cancels. True if such a layer came.
fn until(problem: &Problem, enough: impl Fn(&PartialAnswer) -> bool) -> bool {
    let budget = Budget::default();
    let mut told = false;
    let survey = Engine::new().survey(problem, &budget, &mut |layer| {
        if enough(&layer) {
            told = true;
            budget.cancel();
        }
    });
    told && survey.is_err()
}

fn is_satisfiable(layer: &PartialAnswer) -> bool {
    matches!(layer, PartialAnswer::Domains(domains) if domains.satisfiable == Some(true))
}

/// Time until the attacked cells are known.
#[divan::bench(args = [(20, 3), (50, 3), (100, 3)], max_time = 3)]
fn first_layer(bencher: Bencher, (size, placed): (u16, usize)) {
    let problem = checked(size, placed);
    bencher.bench_local(|| assert!(until(black_box(&problem), |_| true)));
}

/// Time until one solution is known, and with it the domains of its cells.
#[divan::bench(args = [(20, 3), (50, 3), (100, 3)], max_time = 5)]
fn first_solution(bencher: Bencher, (size, placed): (u16, usize)) {
    let problem = checked(size, placed);
    bencher.bench_local(|| assert!(until(black_box(&problem), is_satisfiable)));
}

/// Returns the position, after checking that the first layer contains exactly the attacked cells.
fn checked(size: u16, placed: usize) -> Problem {
    let problem = position(size, placed);
    let rules = problem.rules();
    let attacked = rules.excluded_by(problem.decisions().cells(Value::Placed));
    assert!(until(&problem, |layer| {
        let PartialAnswer::Domains(domains) = layer else {
            panic!("of so large a board: {layer:?}")
        };
        assert_eq!(domains.cannot_hold, attacked);
        assert!(domains.can_hold.is_empty());
        true
    }));
    problem
}
