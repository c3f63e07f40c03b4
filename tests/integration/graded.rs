//! Graded puzzles of every kind, on boards with holes.

use std::collections::{BTreeMap, BTreeSet};
use std::env;

use configurator::engine::{Budget, auto, bdd};
use configurator::geometry::{Cell, Grid, Size};
use configurator::problem::{Problem, Requirement, Rules, read_link};
use configurator::puzzle::{self, Clues, Outcome};
use configurator::session::steps::{End, Grade, Scale, Solver, Technique};
use itertools::Itertools;
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

/// The difficulty of a puzzle, its grade, and the techniques that it needs.
fn steps(problem: &Problem) -> (u32, Grade, Vec<Technique>) {
    let budget = Budget::default();
    let solver = Solver::new(problem.rules(), &budget).unwrap();
    let path = solver.steps(solver.board().candidates(problem), u32::MAX, &budget).unwrap();
    let techniques = path.steps.iter().map(|step| step.technique).collect();
    (path.difficulty().unwrap(), path.grade().unwrap(), techniques)
}

/// Kendall's tau of pairs: the share of the pairs of different first values whose second values are in the same order, minus the
/// share of those in the opposite order.
fn tau(pairs: &[(Grade, u32)]) -> f64 {
    let (mut agree, mut disagree, mut different) = (0_i32, 0_i32, 0_i32);
    for (one, other) in pairs.iter().tuple_combinations() {
        let order = one.0.cmp(&other.0);
        different += i32::from(order.is_ne());
        agree += i32::from(order.is_ne() && order == one.1.cmp(&other.1));
        disagree += i32::from(order.is_ne() && order == other.1.cmp(&one.1));
    }
    f64::from(agree - disagree) / f64::from(different)
}

/// The kept boards were graded by the number and the bands of an earlier version.
#[test]
fn the_difficulty_keeps_the_order_of_grades_on_kept_boards() {
    let mut by_stars = BTreeMap::new();
    for line in include_str!("../fixtures/graded-boards.txt").lines() {
        let (grade, link) = line.split_once(' ').unwrap();
        let content = read_link(link).unwrap();
        let stars = content.stars.unwrap();
        let problem = Problem::new(puzzle::star_battle(&content.regions, stars));
        let pair = (grade.parse().unwrap(), steps(&problem).0);
        by_stars.entry(stars).or_insert_with(Vec::new).push(pair);
    }
    for (stars, pairs) in by_stars {
        assert_eq!(pairs.len(), 24, "{stars}");
        let tau = tau(&pairs);
        assert!(tau >= 0.6, "{stars}: {tau} {pairs:?}");
    }
    // Of five pairs of different grades, three agree, one disagrees, and one has equal numbers.
    let pairs = [(Grade::Easy, 5), (Grade::Medium, 5), (Grade::Medium, 4), (Grade::Hard, 7)];
    assert!((tau(&pairs) - (3.0 - 1.0) / 5.0).abs() < 1e-9);
}

/// Simple steps alone are never more than easy, and puzzles of a grade do not stand at the border of its range.
#[test]
fn graded_puzzles_spread_over_their_range_and_need_more_than_simple_steps() {
    let queens = || puzzle::coloured_rules(Grid::new(Size::square(8).unwrap()));
    let stars = || Rules::star_battle(Grid::new(Size::square(8).unwrap()), 2);
    for rules in [queens(), stars()] {
        let blank = Problem::new(rules);
        let scale = Scale::of(blank.rules());
        for grade in [Grade::Easy, Grade::Medium, Grade::Hard] {
            let mut numbers = BTreeSet::new();
            for seed in 1..=8 {
                let Outcome::Puzzle(made) = make(&blank, grade, seed) else { panic!("{grade}") };
                let (number, found, techniques) = steps(&made);
                assert_eq!(found, grade, "{seed}");
                assert!(scale.range(grade).contains(&number), "{grade} {seed}: {number}");
                let is_simple = |technique: &Technique| {
                    *technique <= Technique::Groups1 || *technique == Technique::NoTouch
                };
                assert!(
                    grade == Grade::Easy || !techniques.iter().all(is_simple),
                    "{grade} {seed}"
                );
                numbers.insert(number);
            }
            assert!(numbers.len() >= 3, "{grade}: {numbers:?}");
        }
    }
}
