//! The boards in `assets/boards`: each can be read and has the expected number of solutions.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use configurator::engine::{Budget, bdd};
use configurator::problem::BoardFile;

use crate::coloured::{Drawing, Star};

/// Name of a board, its number of solutions, and an independent source for this number.
const BOARDS: &[(&str, u32, &str)] = &[
    ("first-puzzle-1850", 2, "the literature"),
    ("amazons-10", 4, "OEIS A051223"),
    ("toroidal-queens-5", 10, "OEIS A051906"),
    ("toroidal-queens-7", 28, "OEIS A051906"),
    ("toroidal-queens-11", 88, "OEIS A051906"),
    ("corners-10", 64, "plain backtracking in another language"),
    ("queen-nightriders-10", 4, "OEIS A102388"),
    ("kings-6", 62_266, "plain backtracking in another language"),
    ("long-4x20", 61_760, "plain backtracking in another language"),
    ("coloured-7", 1, "the solver of these tests"),
    ("coloured-8", 1, "the solver of these tests"),
    ("coloured-9", 1, "the solver of these tests"),
    ("coloured-10", 1, "the solver of these tests"),
    ("coloured-11", 1, "the solver of these tests"),
    ("costs-8", 10, "the costs of the 92 solutions of 8 queens, added up in another language"),
    ("star-battle-10", 1, "the solver of these tests"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/boards")
}

#[test]
fn every_board_is_listed() {
    let files: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let listed: BTreeSet<String> = BOARDS.iter().map(|(name, ..)| format!("{name}.toml")).collect();
    assert_eq!(files, listed);
}

#[test]
fn every_board_has_the_solutions_that_others_count() {
    for (name, solutions, source) in BOARDS {
        let path = folder().join(format!("{name}.toml"));
        assert!(fs::read_to_string(&path).unwrap().starts_with("# "), "{name}: what is it?");
        let board = BoardFile::read(&path).unwrap();
        let census = bdd::Engine::new().census(&board.problem, &Budget::default()).unwrap();
        assert_eq!(census.solutions, (*solutions).into(), "{name}, see {source}");
    }
}

#[test]
fn every_board_with_regions_is_a_puzzle() {
    let mut puzzles = 0;
    for (name, ..) in BOARDS {
        let text = fs::read_to_string(folder().join(format!("{name}.toml"))).unwrap();
        if !text.contains("regions") {
            continue;
        }
        let star = if name.starts_with("star") { Star::TWO_KINGS } else { Star::ROOK_AND_FERZ };
        Drawing::of(&text).assert_is_puzzle(star, name);
        puzzles += 1;
    }
    assert_eq!(puzzles, 6);
}
