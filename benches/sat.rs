//! How long the domains of large boards take by satisfiability: with three queens placed, and in tight
//! positions, where some cells are impossible though nothing attacks them. Each benchmark checks the
//! answer first.

use configurator::engine::sat::{Engine, Solutions};
use configurator::engine::{Budget, Oracle};
use configurator::geometry::Cell;
use configurator::problem::{Problem, Rules, Value};
use divan::{Bencher, black_box};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn main() {
    divan::main();
}

/// So many pieces of a random solution of n queens placed.
fn position(size: u16, placed: usize) -> Problem {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let budget = Budget::default();
    let mut problem = Problem::new(Rules::queens(size).expect("a size"));
    let mut solutions = Solutions::new(&problem, &budget).expect("within the budget");
    let solution = solutions.draw(&mut random, &budget).expect("within the budget");
    let mut pieces: Vec<Cell> = solution.expect("queens fit").iter().collect();
    pieces.shuffle(&mut random);
    for &cell in &pieces[..placed] {
        problem = problem.with(cell, Value::Placed).expect("not decided yet");
    }
    problem
}

/// Each cell that can hold a piece has a solution with it; of the others some are asked for.
fn check(problem: &Problem) {
    let mut engine = Engine::new();
    let budget = Budget::default();
    let domains = engine.domains(problem, &budget, &mut |_| {}).expect("within the budget");
    assert!(domains.is_complete(problem.rules().grid()));
    let open =
        |cell: &Cell| problem.decisions().get(*cell).is_none() && problem.attacker(*cell).is_none();
    let cells: Vec<Cell> = problem.rules().size().iter().filter(open).collect();
    for &cell in cells.iter().step_by(cells.len() / 20 + 1) {
        let with = problem.clone().with(cell, Value::Placed).expect("it is open");
        let satisfiable = Engine::new().is_satisfiable(&with, &budget).expect("in the budget");
        assert_eq!(domains.can_hold.contains(cell), satisfiable, "{cell}");
    }
}

#[divan::bench(args = [20, 30, 50, 100], max_time = 5)]
fn three_placed(bencher: Bencher, size: u16) {
    domains(bencher, size, 3);
}

#[divan::bench(args = [(20, 8), (30, 15), (50, 32), (100, 70)], max_time = 5)]
fn tight(bencher: Bencher, (size, placed): (u16, usize)) {
    domains(bencher, size, placed);
}

fn domains(bencher: Bencher, size: u16, placed: usize) {
    let problem = position(size, placed);
    check(&problem);
    let budget = Budget::default();
    bencher.bench_local(|| Engine::new().domains(black_box(&problem), &budget, &mut |_| {}));
}
