//! Pairs of problems on the same cells.

use std::sync::Arc;

use num_bigint::BigUint;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use strum::IntoEnumIterator;

use super::cases::{SolvedCase, board, cases, limited, mask, rook_cases};
use crate::auto::Engine;
use crate::verify::Checker;
use crate::{Budget, Comparison, OtherCells, Part, ProblemPair};
use geometry::Cell;
use problem::random::{in_full, requirement};
use problem::{Problem, Regions, Value};

/// The solutions of a part, ascending, by comparing the lists of both problems.
fn expected(first: &SolvedCase, second: &SolvedCase, part: Part) -> Vec<u64> {
    let (from, is_shared) = match part {
        Part::Common => (first, true),
        Part::OnlyFirst => (first, false),
        Part::OnlySecond => (second, false),
    };
    let other = if part == Part::OnlySecond { first } else { second };
    let belongs = |it: &&u64| other.solutions.contains(it) == is_shared;
    from.solutions.iter().filter(belongs).copied().collect()
}

/// Compares two problems, and checks each number and each example.
fn check(first: &SolvedCase, second: &SolvedCase, engine: &mut Engine) -> Comparison {
    let pair = ProblemPair::new(first.problem.clone(), second.problem.clone()).unwrap();
    let mut layers = 0;
    let found = pair.compare(engine, 3, &Budget::default(), &mut |_| layers += 1).unwrap();
    assert!(layers >= 2 && found.is_counted() && found.interrupted.is_none(), "{pair:?}");
    for part in Part::iter() {
        let (expected, answer) = (expected(first, second, part), found.part(part));
        let census = answer.census.as_ref().unwrap();
        assert_eq!(census.solutions, expected.len().into(), "{part:?} of {pair:?}");
        for cell in 0..first.size().cells() {
            let with = expected.iter().filter(|&it| it >> cell & 1 == 1).count();
            assert_eq!(census.cells[cell], BigUint::from(with), "{part:?} of {pair:?}");
        }
        assert_eq!(answer.is_empty(), Some(expected.is_empty()));
        assert_eq!(answer.examples.len(), expected.len().min(3), "{part:?} of {pair:?}");
        let mut masks: Vec<u64> = answer.examples.iter().map(mask).collect();
        assert!(masks.iter().all(|it| expected.contains(it)), "{part:?} of {pair:?}");
        masks.sort_unstable();
        masks.dedup();
        assert_eq!(masks.len(), answer.examples.len());
        for example in &answer.examples {
            let faults = pair
                .problems()
                .clone()
                .map(|problem| Checker::new(problem.rules()).fault(&problem, example).is_some());
            let is_faulty = [part == Part::OnlySecond, part == Part::OnlyFirst];
            assert_eq!(faults, is_faulty, "{part:?} of {pair:?}");
        }
    }
    let is_equal = first.solutions == second.solutions;
    assert_eq!(found.is_equal(), Some(is_equal), "{pair:?}");
    found
}

/// The same cells with a part of the problem changed.
fn changed(case: &SolvedCase, random: &mut ChaCha8Rng, needs: &[problem::Requirement]) -> Problem {
    let (rules, mut decisions) = (case.problem.rules(), case.problem.decisions().clone());
    let mut rules = rules.as_ref().clone();
    for _ in 0..random.gen_range(1..=3) {
        match random.gen_range(0..9) {
            0 | 1 => {
                let piece = ["queen", "amazon", "knight", "king", "rook", "fN", "R2", "bishop"];
                rules = rules.with_piece(piece.choose(random).unwrap().parse().unwrap());
            }
            2 => {
                let grid = rules.grid().clone();
                let joined = !grid.is_torus();
                rules = rules.with_grid(grid.with_torus(joined));
            }
            3 => rules = rules.with_requirements(needs.iter().copied()),
            4 => {
                let more = rules.requirements().iter().chain(needs).copied();
                rules = rules.with_requirements(more.collect::<Vec<_>>());
            }
            5 => {
                let has_board_rule = rules.has_board_rule();
                rules = rules.with_board_rule(!has_board_rule);
            }
            6 => {
                let parts = random.gen_range(1..4_u16);
                let letter =
                    |cell: Cell| char::from(b'a' + ((cell.row() + cell.column()) % parts) as u8);
                let regions = Regions::new(rules.grid(), |cell| Some(letter(cell)));
                rules = rules.with_regions(&regions).unwrap();
            }
            7 => {
                let weights = super::cases::weights(random, rules.size());
                let limit = random.gen_range(-4..8);
                rules =
                    rules.with_weights(Some(weights)).unwrap().with_max_cost(Some(limit)).unwrap();
            }
            _ => {
                let standing: Vec<Cell> = rules.grid().standing_cells().collect();
                let Some(&cell) = standing.choose(random) else { continue };
                let value = if random.gen_bool(0.5) { Value::Placed } else { Value::Excluded };
                if !decisions.is_given(cell) {
                    decisions.insert(cell, value);
                }
            }
        }
    }
    Problem::with_decisions(Arc::new(rules), decisions).unwrap()
}

#[test]
fn random_pairs_have_the_numbers_and_examples_of_their_lists_of_solutions() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let needs = problem::random::samples(proptest::collection::vec(requirement(), 0..3), 5);
    let number = in_full(300, 1000) as usize;
    let all = cases(31, 1200).chain(rook_cases(32, 600)).chain(limited(cases(33, 400), 3));
    let (mut parts, mut engine) = ([0; 8], Engine::new());
    let (mut compared, mut unmerged) = (0, 0);
    for (case, needs) in all.zip(needs) {
        let other = SolvedCase::new(changed(&case, &mut random, &needs));
        // Free boards have many solutions, and comparing their lists takes long.
        if other.solutions.len() > 3000 || compared == number {
            continue;
        }
        let found = check(&case, &other, &mut engine);
        let has = Part::iter().map(|part| found.part(part).is_empty() == Some(false));
        parts[has.enumerate().map(|(bit, it)| usize::from(it) << bit).sum::<usize>()] += 1;
        let pair = ProblemPair::new(case.problem, other.problem).unwrap();
        unmerged += usize::from(!pair.is_merged());
        compared += 1;
    }
    assert_eq!(compared, number);
    // All ways in which two sets can overlap occur, and pairs that no single problem describes.
    assert!(
        parts.iter().all(|&number| number > 0) && unmerged > number / 10,
        "{parts:?} {unmerged}"
    );
}

#[test]
fn pairs_of_which_one_is_stricter_are_one_problem() {
    let queens = || board("6", "queen", "rows");
    let torus = {
        let rules = queens().rules().with_grid(queens().rules().grid().clone().with_torus(true));
        Problem::new(rules)
    };
    for (other, is_merged) in [
        (board("6", "amazon", "rows"), true),
        (board("6", "knight", "columns"), true),
        (board("6", "queen", ""), true),
        (torus.clone(), true),
        (Problem::new(torus.rules().with_piece("knight".parse().unwrap())), false),
        (board("6", "queen", "dominate"), true),
        (board("6", "rook", "dominate"), false),
    ] {
        let pair = ProblemPair::new(queens(), other.clone()).unwrap();
        assert_eq!(pair.is_merged(), is_merged, "{other:?}");
        check(&SolvedCase::new(queens()), &SolvedCase::new(other), &mut Engine::new());
    }
}

#[test]
fn boards_with_other_cells_are_refused() {
    let of = |size: &str| board(size, "queen", "rows");
    let sizes = ProblemPair::new(of("4"), of("4x5")).unwrap_err();
    assert_eq!(
        sizes.to_string(),
        "boards of different sizes have no solutions to compare: 4×4 and 4×5"
    );
    let grid = of("4").rules().grid().clone().with_holes("c2".parse::<Cell>()).unwrap();
    let holed = Problem::new(of("4").rules().with_grid(grid));
    let error = ProblemPair::new(of("4"), holed.clone()).unwrap_err();
    assert_eq!(error, OtherCells::Hole("c2".parse().unwrap()));
    assert!(ProblemPair::new(holed.clone(), holed).is_ok());
}
