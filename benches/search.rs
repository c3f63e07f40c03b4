//! Time of the finite-domain search. Each benchmark first checks the known answer.

use configurator::engine::Budget;
use configurator::engine::search::{ColumnModel, Propagation, Search, SearchOptions};
use configurator::geometry::{Grid, Size};
use configurator::problem::{Problem, Requirement, Rules};
use divan::{Bencher, black_box};

fn problem(piece: &str, size: u16) -> Problem {
    let grid = Grid::new(Size::square(size).expect("a size"));
    Problem::new(Rules::new(grid, piece.parse().expect("a piece"), [Requirement::QUEENS_RULE]))
}

/// Returns the number of pieces in the first solution.
fn first(problem: &Problem) -> usize {
    let model = ColumnModel::new(problem).expect("queens on a square");
    let options = SearchOptions { restarts: true, ..SearchOptions::default() };
    let solution = Search::new(&model, options).next(&Budget::default()).expect("no limit");
    solution.expect("there are some").len()
}

fn count(model: &ColumnModel, propagation: Propagation) -> u64 {
    let mut search = Search::new(model, SearchOptions { propagation, ..SearchOptions::default() });
    while search.next(&Budget::default()).expect("no limit").is_some() {}
    search.statistics().solutions
}

/// Finding one solution, including the construction of the model.
#[divan::bench(args = [("queen", 100), ("queen", 500), ("queen", 1000), ("amazon", 200)], max_time = 2)]
fn one(bencher: Bencher, (piece, size): (&str, u16)) {
    let problem = problem(piece, size);
    assert_eq!(first(&problem), usize::from(size));
    bencher.bench(|| first(black_box(&problem)));
}

/// Finding all solutions (known numbers: OEIS A000170).
#[divan::bench(args = [(10, 724), (12, 14_200)], max_time = 2)]
fn all(bencher: Bencher, (size, solutions): (u16, u64)) {
    let model = ColumnModel::new(&problem("queen", size)).expect("queens on a square");
    assert_eq!(count(&model, Propagation::Weak), solutions);
    bencher.bench(|| count(black_box(&model), Propagation::Weak));
}

const SIZES: [(u16, u64); 3] = [(8, 92), (9, 352), (10, 724)];

/// Finding all solutions, with each kind of propagation.
#[divan::bench(args = SIZES, consts = [0, 1, 2, 3], max_time = 1)]
fn propagation<const NUMBER: usize>(bencher: Bencher, (size, solutions): (u16, u64)) {
    let propagation =
        [Propagation::Weak, Propagation::Strong, Propagation::Bounded, Propagation::AllDifferent]
            [NUMBER];
    let model = ColumnModel::new(&problem("queen", size)).expect("queens on a square");
    assert_eq!(count(&model, propagation), solutions);
    bencher.bench(|| count(black_box(&model), propagation));
}
