//! Time to solve colour-region puzzles and to make them. Each benchmark first checks that the puzzle has one solution.

use std::path::Path;

use configurator::engine::Budget;
use configurator::engine::bdd::Engine;
use configurator::geometry::{Grid, Size};
use configurator::problem::{BoardFile, Family, Problem, Requirement, Rules};
use configurator::puzzle::{self, Clues, Outcome, coloured_rules};
use divan::{Bencher, black_box};

fn is_unique(problem: &Problem) -> bool {
    let census = Engine::new().census(problem, &Budget::default()).expect("within the budget");
    census.solutions == 1_u8.into()
}

/// The counts of all cells, including the construction of the diagram.
#[divan::bench(args = ["coloured-8", "coloured-11", "star-battle-10"], max_time = 2)]
fn solve(bencher: Bencher, name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/boards");
    let board = BoardFile::read(&folder.join(format!("{name}.toml"))).expect("a board");
    assert!(is_unique(&board.problem));
    bencher.bench(|| is_unique(black_box(&board.problem)));
}

fn made(problem: &Problem, seed: u64) -> Problem {
    match puzzle::make(problem, Clues::Regions, None, seed, &Budget::default()) {
        Ok(Outcome::Puzzle(made)) => made,
        other => panic!("{other:?}"),
    }
}

/// Makes a different puzzle in each round. Every run of the benchmark makes the same puzzles.
fn make(bencher: Bencher, rules: Rules) {
    let problem = Problem::new(rules);
    let mut seed = 0;
    assert!(is_unique(&made(&problem, seed)));
    bencher.bench_local(|| {
        seed += 1;
        made(black_box(&problem), seed)
    });
}

#[divan::bench(args = [8, 11], max_time = 8)]
fn make_rook_and_ferz(bencher: Bencher, size: u16) {
    make(bencher, coloured_rules(Grid::new(Size::square(size).expect("a size"))));
}

#[divan::bench(max_time = 8)]
fn make_star_battle_10(bencher: Bencher) {
    let needs = [Family::Rows, Family::Columns, Family::Regions];
    let bounds = "rows=2".parse::<Requirement>().expect("a rule").bounds;
    let needs = needs.map(|family| Requirement { family, bounds });
    let grid = Grid::new(Size::square(10).expect("a size"));
    make(bencher, Rules::new(grid, "king".parse().expect("a piece"), needs));
}
