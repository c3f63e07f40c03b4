//! Colour-region puzzles, checked by an independent solver that reads the printed boards.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use configurator::engine::{Budget, Cause, Interrupted, bdd};
use configurator::geometry::{Grid, Size};
use configurator::problem::{Assist, BoardFile, Problem, Rules, Weights};
use configurator::puzzle::{self, Clues, Outcome, coloured_rules, regions_of};
use configurator::session::steps::Grade;

/// The rules of a puzzle. In all puzzles no two pieces touch each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Star {
    /// Number of pieces in each row, column and region.
    number: usize,
}

impl Star {
    pub(crate) const ROOK_AND_FERZ: Self = Self { number: 1 };
    pub(crate) const TWO_KINGS: Self = Self { number: 2 };
}

/// The letters of the regions of a drawing, the top row first.
pub(crate) struct Drawing(Vec<Vec<char>>);

impl Drawing {
    /// Reads the drawing of a board file.
    pub(crate) fn of(board: &str) -> Self {
        let drawn = board.split("\"\"\"\n").nth(1).unwrap();
        Self(drawn.lines().map(|line| line.chars().collect()).collect())
    }

    /// Checks that there are as many regions as rows, that each region is connected, that letters are in order of
    /// appearance, and that there is exactly one solution.
    pub(crate) fn assert_is_puzzle(&self, star: Star, what: &str) {
        let rows = &self.0;
        assert!(rows.iter().all(|row| row.len() == rows.len()), "{what}");
        let mut seen = Vec::new();
        for &letter in rows.iter().flatten() {
            if !seen.contains(&letter) {
                seen.push(letter);
            }
        }
        let letters: Vec<char> = ('a'..='z').take(rows.len()).collect();
        assert_eq!(seen, letters, "{what}");
        let mut sizes = BTreeMap::new();
        for &letter in rows.iter().flatten() {
            *sizes.entry(letter).or_insert(0) += 1;
        }
        for (&letter, &size) in &sizes {
            assert_eq!(self.connected(letter), size, "{what}: region {letter}");
            assert!(size > star.number, "{what}: region {letter}");
        }
        let mut pieces = Vec::new();
        assert_eq!(self.solutions(star, &mut pieces, (0, 0)), 1, "{what}");
    }

    /// Number of cells that are connected with the first cell of a region within the region.
    fn connected(&self, letter: char) -> usize {
        let mut cells: Vec<(usize, usize)> = Vec::new();
        let all = || (0..self.0.len()).flat_map(|row| (0..self.0.len()).map(move |at| (row, at)));
        cells.extend(all().find(|&(row, at)| self.0[row][at] == letter));
        loop {
            let beside = |&(row, at): &(usize, usize)| {
                cells.iter().any(|&(r, a)| row.abs_diff(r) + at.abs_diff(a) == 1)
            };
            let new: Vec<_> = all()
                .filter(|cell| self.0[cell.0][cell.1] == letter && !cells.contains(cell))
                .filter(beside)
                .collect();
            if new.is_empty() {
                return cells.len();
            }
            cells.extend(new);
        }
    }

    /// Returns the number of solutions, searched cell by cell from the top. No two pieces may touch, also not at
    /// corners. Each row, column and region has `star.number` pieces.
    fn solutions(
        &self,
        star: Star,
        pieces: &mut Vec<(usize, usize)>,
        (row, at): (usize, usize),
    ) -> usize {
        let side = self.0.len();
        let in_row = pieces.iter().filter(|piece| piece.0 == row).count();
        if row == side {
            return 1;
        }
        if in_row == star.number {
            return self.solutions(star, pieces, (row + 1, 0));
        }
        if at == side {
            return 0;
        }
        let mut found = self.solutions(star, pieces, (row, at + 1));
        let touches = pieces.iter().any(|&(r, a)| r.abs_diff(row) <= 1 && a.abs_diff(at) <= 1);
        let in_column = pieces.iter().filter(|piece| piece.1 == at).count();
        let letter = self.0[row][at];
        let in_region = pieces.iter().filter(|&&(r, a)| self.0[r][a] == letter).count();
        if !touches && in_column < star.number && in_region < star.number {
            pieces.push((row, at));
            found += self.solutions(star, pieces, (row, at + 1));
            pieces.pop();
        }
        found
    }
}

fn rook_and_ferz(size: &str) -> Problem {
    Problem::new(coloured_rules(Grid::new(size.parse().unwrap())))
}

fn problem(piece: &str, rules: &str, size: &str) -> Problem {
    let needs = rules.split(',').map(|rule| rule.parse().unwrap());
    Problem::new(Rules::new(Grid::new(size.parse().unwrap()), piece.parse().unwrap(), needs))
}

fn made(
    problem: &Problem,
    grade: Option<Grade>,
    seed: u64,
    budget: &Budget,
) -> Result<Outcome, Interrupted> {
    puzzle::make(problem, Clues::Regions, grade.map(Into::into), seed, budget)
}

fn make(problem: &Problem, seed: u64) -> Outcome {
    made(problem, None, seed, &Budget::default()).unwrap()
}

/// Makes a puzzle and returns its board file.
fn text(problem: &Problem, seed: u64) -> String {
    match make(problem, seed) {
        Outcome::Puzzle(problem) => BoardFile { problem, assist: Assist::Attacks }.to_toml(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_coloured_puzzle_has_one_solution_and_connected_regions() {
    for size in ["4", "5", "6", "7", "8", "9"] {
        for seed in 0..4 {
            let text = text(&rook_and_ferz(size), seed);
            Drawing::of(&text).assert_is_puzzle(Star::ROOK_AND_FERZ, &format!("{size} {seed}"));
        }
    }
}

#[test]
fn a_star_battle_has_one_solution_and_connected_regions() {
    for (size, seed) in [("8", 1), ("8", 2), ("9", 1), ("9", 2), ("10", 3)] {
        let kings = problem("king", "rows=2,columns=2,regions=2", size);
        let text = text(&kings, seed);
        Drawing::of(&text).assert_is_puzzle(Star::TWO_KINGS, &format!("{size} {seed}"));
    }
}

/// If a region may have more pieces than required, a part of a solution may also be a solution.
#[test]
fn puzzles_of_other_rules_have_one_solution_too() {
    for (piece, rules) in [
        ("king", "regions"),
        ("king", "rows,regions"),
        ("king", "columns,regions=1"),
        ("bishop", "rows,regions"),
        ("bishop", "columns,regions=1"),
    ] {
        for (size, seed) in [("3", 0), ("3", 1), ("4", 2), ("4", 3)] {
            let what = format!("{piece} {rules} {size} {seed}");
            let Outcome::Puzzle(puzzle) = make(&problem(piece, rules, size), seed) else {
                panic!("{what}")
            };
            let census = bdd::Engine::new().census(&puzzle, &Budget::default()).unwrap();
            assert_eq!(census.solutions, 1_u8.into(), "{what}");
        }
    }
}

#[test]
fn a_large_puzzle_has_one_solution_and_regions_of_moderate_size() {
    let drawing = Drawing::of(&text(&rook_and_ferz("12"), 1));
    drawing.assert_is_puzzle(Star::ROOK_AND_FERZ, "12 1");
    for letter in ('a'..='z').take(12) {
        assert!((2..=36).contains(&drawing.connected(letter)), "{letter}");
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzle() {
    let problem = rook_and_ferz("7");
    assert_eq!(text(&problem, 5), text(&problem, 5));
    assert_ne!(text(&problem, 5), text(&problem, 6));
    // Regions that the problem already has do not change the puzzle.
    let Outcome::Puzzle(drawn) = make(&problem, 6) else { panic!() };
    assert_eq!(text(&drawn, 5), text(&problem, 5));
}

/// The expected puzzle is stored here, so that the seed gives the same puzzle on every machine.
#[test]
fn a_seed_is_good_for_a_puzzle_forever() {
    assert_eq!(text(&rook_and_ferz("5"), 1), include_str!("coloured_5_1.toml"));
}

#[test]
fn where_there_is_no_solution_there_is_no_puzzle() {
    for size in ["2", "3", "4x5", "5x4"] {
        assert_eq!(make(&rook_and_ferz(size), 1), Outcome::NoSolution, "{size}");
    }
    for (piece, rules, size) in [
        ("queen", "rows,columns,regions", "3"),
        ("amazon", "rows,columns,regions", "8"),
        ("king", "rows=2,columns=2,regions=2", "6"),
        ("king", "rows=2,columns=2,regions=1", "8"),
        ("rook", "regions=2", "4"),
        ("knight", "rows=1,regions=0", "4"),
    ] {
        assert_eq!(make(&problem(piece, rules, size), 1), Outcome::NoSolution, "{piece} {size}");
    }
    // With any regions, another piece fits somewhere.
    assert_eq!(make(&problem("knight", "regions", "3"), 1), Outcome::NotFound);
    assert_eq!(make(&rook_and_ferz("63"), 1), Outcome::NotFound);
}

#[test]
fn one_row_has_one_region() {
    assert_eq!(Drawing::of(&text(&rook_and_ferz("1"), 1)).0, [['a']]);
}

#[test]
fn holes_and_decisions_stay() {
    let holes = ["a1", "d4", "d5"].map(|cell| cell.parse().unwrap());
    let grid = Grid::new("7".parse().unwrap()).with_holes(holes).unwrap();
    let rules = coloured_rules(grid.clone());
    assert_eq!(regions_of(&rules), 7);
    let given = "c3".parse().unwrap();
    let problem = Problem::decided(Arc::new(rules), std::iter::empty().collect()).unwrap();
    let problem = problem.with_given(given).unwrap();
    let Outcome::Puzzle(made) = make(&problem, 1) else { panic!() };
    assert_eq!(made.decisions(), problem.decisions());
    assert_eq!(made.rules().grid(), &grid);
    assert_eq!(made.rules().regions().unwrap().cells().len(), 7);
}

/// A hole belongs to no region, so it cannot move to a neighbouring region.
#[test]
fn holes_are_no_cells_of_regions_while_a_grade_is_looked_for() {
    for (size, holes, seed) in [("6", &["c3"][..], 1), ("6", &["a1", "c3"], 2), ("7", &["d4"], 3)] {
        let cells = holes.iter().map(|cell| cell.parse().unwrap());
        let grid = Grid::new(size.parse().unwrap()).with_holes(cells).unwrap();
        let problem = Problem::new(coloured_rules(grid.clone()));
        for grade in [Grade::Easy, Grade::Medium] {
            let made = self::made(&problem, Some(grade), seed, &Budget::default()).unwrap();
            let Outcome::Puzzle(made) = made else { panic!("{size} {holes:?} {grade}") };
            assert_eq!(made.rules().grid(), &grid);
            let census = bdd::Engine::new().census(&made, &Budget::default()).unwrap();
            assert_eq!(census.solutions, 1_u8.into());
        }
    }
}

/// Weights do not change the solutions. A cost limit does, and is not silently dropped.
#[test]
fn weights_stay_and_a_limit_of_cost_is_refused() {
    let size = Size::square(5).unwrap();
    let weights = Weights::new(size, (0..25).collect()).unwrap();
    let rules = coloured_rules(Grid::new(size)).with_weights(Some(weights.clone())).unwrap();
    let Outcome::Puzzle(made) = make(&Problem::new(rules.clone()), 1) else { panic!() };
    assert_eq!(made.rules().weights(), Some(&weights));
    let limited = Problem::new(rules.with_max_cost(Some(40)).unwrap());
    assert_eq!(make(&limited, 1), Outcome::LimitedCosts);
    let graded = self::made(&limited, Some(Grade::Easy), 1, &Budget::default());
    assert_eq!(graded, Ok(Outcome::LimitedCosts));
    assert!(Outcome::LimitedCosts.failure().unwrap().contains("do not add up costs"));
}

#[test]
fn a_budget_ends_the_search() {
    let problem = rook_and_ferz("8");
    let over = Budget::default().with_timeout(Duration::ZERO);
    let cause = |budget: &Budget| made(&problem, None, 1, budget).unwrap_err().cause;
    assert_eq!(cause(&over), Cause::Time(Duration::ZERO));
    assert_eq!(cause(&Budget::new(100)), Cause::Memory(100));
    let cancelled = Budget::default();
    cancelled.cancel();
    assert_eq!(cause(&cancelled), Cause::Cancelled);
}
