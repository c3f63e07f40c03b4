//! Graded puzzles of every kind, on boards with holes.

use std::collections::BTreeMap;
use std::env;

use configurator::engine::{Budget, auto, bdd};
use configurator::geometry::{Cell, Grid, Size};
use configurator::problem::{Problem, Requirement, Rules};
use configurator::puzzle::{self, Clues, Outcome};
use configurator::session::steps::{End, Grade, Solver};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Environment variable: number of puzzles to make.
const NUMBER: &str = "CONFIGURATOR_GRADED_PUZZLES";

/// Default number of puzzles, and their maximum size.
const FEW: usize = 6;
const LARGEST_OF_FEW: u16 = 6;

/// The kinds of puzzles, which are made in turn.
const KINDS: [&str; 3] = ["coloured", "star battle", "givens"];

/// Returns the rules of a kind of puzzle on a grid.
fn rules(kind: &str, grid: Grid) -> Rules {
    let size = grid.size();
    match kind {
        "coloured" => puzzle::coloured_rules(grid),
        "star battle" => Rules::star_battle(grid, puzzle::usual_stars(size)),
        _ => Rules::queens(size.rows()).unwrap().with_grid(grid),
    }
}

/// Returns a random board of size 4 to `largest` with one to four holes.
fn grid(largest: u16, random: &mut ChaCha8Rng) -> Grid {
    let size = Size::square(random.gen_range(4..=largest)).unwrap();
    let mut cells: Vec<Cell> = size.iter().collect();
    cells.shuffle(random);
    cells.truncate(random.gen_range(1..=4));
    Grid::new(size).with_holes(cells).unwrap()
}

fn make(blank: &Problem, grade: Grade, seed: u64) -> Outcome {
    let budget = Budget::default();
    let is_coloured = blank.rules().requirements().iter().any(Requirement::needs_regions);
    let clues = if is_coloured { Clues::Regions } else { Clues::Givens(None) };
    puzzle::make(blank, clues, Some(grade.into()), seed, &budget).unwrap()
}

/// Checks that a puzzle has one solution and the grade.
fn check(problem: &Problem, grade: Grade, what: &str) {
    let budget = Budget::default();
    let census = bdd::Engine::new().census(problem, &budget).unwrap();
    assert_eq!(census.solutions, 1_u8.into(), "{what}");
    let solver = Solver::new(problem.rules(), &budget).unwrap();
    let way = solver.solve(&mut auto::Engine::new(), problem, &budget).unwrap();
    assert_eq!((&way.end, way.grade()), (&End::Solved, Some(grade)), "{what}");
}

/// Makes the number of puzzles given by the environment variable, with sizes 4 to 9. Each has one solution, the
/// requested grade and its holes. If no puzzle is found, the outcome states the reason.
#[test]
fn graded_puzzles_with_holes_are_made_without_a_panic() {
    let number = env::var(NUMBER).ok().map(|text| text.parse::<usize>().unwrap());
    let largest = if number.is_some() { 9 } else { LARGEST_OF_FEW };
    let mut made = BTreeMap::new();
    let mut failures = BTreeMap::new();
    for index in 0..number.unwrap_or(FEW) {
        let mut random = ChaCha8Rng::seed_from_u64(index as u64);
        let kind = KINDS[index % KINDS.len()];
        loop {
            let grid = grid(largest, &mut random);
            let grade = *[Grade::Easy, Grade::Medium, Grade::Hard].choose(&mut random).unwrap();
            let seed = random.r#gen();
            let holes: Vec<String> = grid.holes().iter().map(|cell| cell.to_string()).collect();
            let what = format!("{kind} {} {} {grade} {seed}", grid.size(), holes.join(","));
            let blank = Problem::new(rules(kind, grid.clone()));
            let outcome = make(&blank, grade, seed);
            assert_eq!(
                outcome.failure().is_none(),
                matches!(outcome, Outcome::Puzzle(_)),
                "{what}"
            );
            if let Outcome::Puzzle(problem) = outcome {
                assert_eq!(problem.rules().grid(), &grid, "{what}");
                check(&problem, grade, &what);
                *made.entry((kind, grid.size().rows(), grade)).or_insert(0) += 1;
                break;
            }
            *failures.entry(kind).or_insert(0) += 1;
        }
    }
    println!("made: {made:?}");
    println!("without a puzzle: {failures:?}");
}
