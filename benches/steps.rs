//! Time to solve a puzzle step by step. Each benchmark first checks the answer.

use configurator::engine::{Budget, auto};
use configurator::problem::{BoardFile, Problem};
use configurator::session::steps::{End, Grade, Solver, SolvingPath};
use divan::{Bencher, black_box};

fn solve(problem: &Problem) -> SolvingPath {
    let budget = Budget::default();
    let solver = Solver::new(problem.rules(), &budget).expect("within the budget");
    solver.solve(&mut auto::Engine::new(), problem, &budget).expect("within the budget")
}

fn bench(bencher: Bencher, text: &str, grade: Grade) {
    let problem = BoardFile::parse(text, "board").expect("a board").problem;
    let way = solve(&problem);
    assert_eq!((&way.end, way.grade()), (&End::Solved, Some(grade)));
    bencher.bench_local(|| solve(black_box(&problem)));
}

/// Must take at most 0.1 s.
#[divan::bench]
fn coloured_10(bencher: Bencher) {
    bench(bencher, include_str!("../assets/boards/coloured-10.toml"), Grade::Medium);
}

/// Must take at most 2 s.
#[divan::bench]
fn star_battle_10(bencher: Bencher) {
    bench(bencher, include_str!("../assets/boards/star-battle-10.toml"), Grade::Hard);
}
