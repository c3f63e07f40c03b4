//! Random sessions: each answer is compared with the brute force, and each character is printable.

use configurator::problem::{Assist, BoardFile, Requirement};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use super::{answers, session, texts};
use crate::cases::{Case, Described, bits, case, in_full};

/// Number of lines of a random session.
const LINES: usize = 50;

/// A random line, with `C` for the name of a cell.
const WORDS: [&str; 24] = [
    "place C",
    "place C",
    "place C",
    "exclude C",
    "exclude C",
    "back C",
    "anyway C",
    "anyway C",
    "why C",
    "C",
    "undo",
    "undo",
    "redo",
    "reset",
    "count",
    "cells",
    "cells possible",
    "board",
    "solutions 3",
    "random seed=5",
    "best",
    "complete",
    "right",
    "diagram",
];

/// Words whose answers have at most three lines.
const SHORT: [&str; 15] = [
    "place", "exclude", "back", "anyway", "why", "undo", "redo", "reset", "count", "best",
    "complete", "right", "random", "diagram", "size",
];

/// The name of a cell.
fn name(case: &Case, bit: usize) -> String {
    let columns = usize::from(case.columns);
    format!("{}{}", char::from(b'a' + (bit % columns) as u8), bit / columns + 1)
}

/// The cells with these names, as a bit mask.
fn mask(case: &Case, names: &Value) -> u64 {
    let all = 0..usize::from(case.rows * case.columns);
    let is_named = |bit: &usize| names.as_array().unwrap().contains(&name(case, *bit).into());
    all.filter(is_named).fold(0, |mask, bit| mask | 1 << bit)
}

/// The solutions that agree with the decisions.
fn remaining(all: &[u64], placed: u64, excluded: u64) -> Vec<u64> {
    let agrees = |solution: &&u64| *solution & placed == placed && *solution & excluded == 0;
    all.iter().filter(agrees).copied().collect()
}

/// The state of a cell by the reference.
fn state(case: &Case, attacked: u64, solutions: &[u64], bit: usize) -> &'static str {
    let with = solutions.iter().filter(|solution| *solution >> bit & 1 == 1).count();
    let is = |mask: u64| mask >> bit & 1 == 1;
    match () {
        () if is(case.holes) => "hole",
        () if is(case.placed) => "placed",
        () if is(case.excluded) => "excluded",
        () if with > 0 && with == solutions.len() => "forced",
        () if with > 0 => "possible",
        () if is(attacked) => "attacked",
        () => "impossible",
    }
}

/// Checks an answer against the reference. `case` has the decisions after the line, `before` those before it.
fn check(all: &[u64], before: &Case, case: &Case, line: &str, answer: &Value) {
    let attacked = case.description().attacked();
    let solutions = remaining(all, case.placed, case.excluded);
    assert_eq!(answer["solutions"], solutions.len().to_string(), "{line} {answer}");
    let cells = || 0..usize::from(case.rows * case.columns);
    let state = |bit: usize| state(case, attacked, &solutions, bit);
    for (name, number) in answer["states"].as_object().unwrap() {
        assert_eq!(
            cells().filter(|&bit| state(bit) == name).count() as u64,
            *number,
            "{line} {answer}"
        );
    }
    let forced = cells().filter(|&bit| state(bit) == "forced").fold(0, |mask, bit| mask | 1 << bit);
    assert_eq!(mask(case, &answer["forced"]), forced, "{line} {answer}");
    if let Some(cells) = answer.get("cells") {
        for (bit, facts) in cells_of(case, cells) {
            let with = solutions.iter().filter(|solution| *solution >> bit & 1 == 1).count();
            assert_eq!(facts["state"], state(bit), "{line}");
            assert_eq!(facts["solutions"], with.to_string(), "{line}");
        }
    }
    if let Some(listed) = answer.get("listed") {
        let listed: Vec<u64> =
            listed.as_array().unwrap().iter().map(|one| mask(case, one)).collect();
        assert!(listed.iter().all(|one| solutions.contains(one)), "{line} {answer}");
        if line == "solutions 3" {
            assert_eq!(listed.len(), solutions.len().min(3), "{line} {answer}");
        }
    }
    check_explanation(all, case, answer);
    check_change(all, before, case, line, answer["ok"] == true);
    if answer["ok"] == true && SHORT.iter().any(|word| line.starts_with(word)) {
        assert!(texts(answer).len() <= 3, "{line} {answer}");
    }
}

fn cells_of<'a>(case: &'a Case, cells: &'a Value) -> impl Iterator<Item = (usize, &'a Value)> {
    let all = 0..usize::from(case.rows * case.columns);
    all.filter_map(move |bit| Some((bit, cells.get(name(case, bit))?)))
}

/// Checks a reason: with the decisions that it names, the cell cannot be as it is wished, and without any one of them it
/// can.
fn check_explanation(all: &[u64], case: &Case, answer: &Value) {
    let Some(explanation) = answer.get("explanation") else { return };
    let bit = (0..64).find(|&bit| explanation["cell"] == name(case, bit)).unwrap();
    let wish = match explanation["state"].as_str().unwrap() {
        "impossible" | "attacked" => (1 << bit, 0),
        "forced" => (0, 1 << bit),
        _ => return,
    };
    let because = mask(case, &explanation["because"]);
    let has = |because: u64| {
        let (placed, excluded) = (case.placed & because, case.excluded & because);
        !remaining(all, placed | wish.0, excluded | wish.1).is_empty()
    };
    assert!(!has(because), "{answer}");
    assert!(bits(because).all(|one| has(because & !(1 << one))), "{answer}");
    if !explanation["restore"].is_null() {
        assert!(
            has((case.placed | case.excluded) & !mask(case, &explanation["restore"])),
            "{answer}"
        );
    }
}

/// Checks what a line does to the decisions.
fn check_change(all: &[u64], before: &Case, case: &Case, line: &str, is_done: bool) {
    let decisions = (case.placed, case.excluded);
    let old = (before.placed, before.excluded);
    let solutions = remaining(all, old.0, old.1);
    let (word, cell) = line.split_once(' ').unwrap_or((line, ""));
    let bit = (0..usize::from(case.rows * case.columns)).find(|&bit| name(case, bit) == cell);
    let with = |bit: usize| solutions.iter().filter(|one| *one >> bit & 1 == 1).count();
    let is_decided = |bit: usize| (old.0 | old.1 | case.holes) >> bit & 1 == 1;
    match (word, bit) {
        ("place", Some(bit)) => {
            assert_eq!(is_done, !is_decided(bit) && with(bit) > 0, "{line}");
            assert_eq!(decisions, if is_done { (old.0 | 1 << bit, old.1) } else { old }, "{line}");
        }
        ("exclude", Some(bit)) => {
            let is_forced = with(bit) > 0 && with(bit) == solutions.len();
            assert_eq!(is_done, !is_decided(bit) && !is_forced, "{line}");
            assert_eq!(decisions, if is_done { (old.0, old.1 | 1 << bit) } else { old }, "{line}");
        }
        ("back", Some(bit)) => {
            assert_eq!(is_done, is_decided(bit) && case.holes >> bit & 1 == 0, "{line}");
            assert_eq!(decisions, (old.0 & !(1 << bit), old.1 & !(1 << bit)), "{line}");
        }
        ("anyway", Some(_)) if is_done && decisions != old => {
            assert!(!remaining(all, decisions.0, decisions.1).is_empty(), "{line}");
        }
        ("complete", None) if is_done && !solutions.is_empty() => {
            assert!(solutions.contains(&decisions.0), "{line}");
        }
        ("undo" | "redo" | "reset" | "anyway" | "complete", _) => {}
        _ => assert_eq!(decisions, old, "{line}"),
    }
}

/// Runs a session of random lines and checks each answer.
fn check_session(start: &Case, lines: &[(usize, usize)]) {
    // A file has no regions without cells, and no numbers of pieces other than those of `--rules`.
    let can_be_written = |needs: &Requirement| {
        let has_regions = !needs.needs_regions() || !start.regions.is_empty();
        has_regions && needs.to_string().parse().as_ref() == Ok(needs)
    };
    if !start.needs.iter().all(can_be_written) {
        return;
    }
    let Some(all) = start.undecided().solutions() else { return };
    let cells = usize::from(start.rows * start.columns);
    let line = |&(word, bit): &(usize, usize)| WORDS[word].replace('C', &name(start, bit % cells));
    let lines: Vec<String> = lines.iter().map(line).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.toml");
    let board = BoardFile { problem: start.problem(), assist: Assist::Full };
    std::fs::write(&file, board.to_toml()).unwrap();
    let answers = answers(&format!("--board {}", file.display()), &(lines.join("\n") + "\n"));
    let mut before = start.clone();
    // The decisions of the steps that can be undone, and of those that can be done again.
    let (mut past, mut future) = (Vec::new(), Vec::new());
    // `anyway` on a board without solutions goes on with another size.
    let side = |answer: &Value, name: &str| answer["problem"][name].as_u64();
    let is_here = |answer: &&Value| {
        let sides = [side(answer, "rows"), side(answer, "cols")];
        sides == [start.rows, start.columns].map(|side| Some(side.into()))
    };
    for (line, answer) in lines.iter().zip(answers.iter().take_while(is_here)) {
        let [placed, excluded] =
            ["placed", "excluded"].map(|value| mask(start, &answer["problem"][value]));
        let after = Case { placed, excluded, ..start.clone() };
        check(&all, &before, &after, line, answer);
        let (old, new) = ((before.placed, before.excluded), (placed, excluded));
        match line.as_str() {
            "undo" => {
                assert_eq!(past.pop().unwrap_or(old), new, "{lines:?}");
                if old != new {
                    future.push(old);
                }
            }
            "redo" => {
                assert_eq!(future.pop().unwrap_or(old), new, "{lines:?}");
                if old != new {
                    past.push(old);
                }
            }
            _ if old != new => {
                past.push(old);
                future.clear();
            }
            _ => {}
        }
        before = after;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: in_full(25, 2_000), ..ProptestConfig::default() })]
    #[test]
    fn every_answer_agrees_with_the_brute_force(
        case in case(4),
        lines in proptest::collection::vec((0..WORDS.len(), 0..64_usize), LINES),
    ) {
        check_session(&case, &lines);
    }
}

proptest! {
    // Each case has 200 lines.
    #![proptest_config(ProptestConfig { cases: in_full(2, 50), ..ProptestConfig::default() })]
    #[test]
    fn every_character_is_printable(lines in proptest::collection::vec(
        prop_oneof![
            4 => select(&["size 5", "size 4x6", "piece amazon", "piece \u{1b}[31m", "rules rows,columns", "place a1",
                "exclude b3", "why c3", "c2", "anyway a2", "count", "cells", "cells possible", "board", "solutions 2",
                "random", "best", "hint", "hint do", "suppose c2", "steps", "diagram", "undo", "redo", "reset", "torus", "hole b2",
                "region a a1,a2", "search weak vs strong", "consistency", "grow", "reduce", "restrict exclude b2", "passes", "help", "help lesson", "help place",
                "set mistakes count", "stars 1", "link", "results", "open \u{202e}\u{9b}.toml", "assist attacks",
                "assist full", "puzzle 1 seed=1", "play queens 5 seed=2", "complete", "right", "pause"][..])
                .prop_map(str::to_owned),
            1 => "\\PC{0,12}",
            1 => "[\\x00-\\x09\\x0b-\\x7f\u{80}-\u{a0}\u{2028}\u{2800}]{0,8}",
        ],
        200,
    )) {
        let state = tempfile::tempdir().unwrap();
        let output = session(state.path(), "--size 5", (lines.join("\n") + "\n").as_bytes());
        let is_fine = |character: char| {
            character == '\n'
                || !character.is_control()
                    && !matches!(character, '\u{2500}'..='\u{259f}' | '\u{2800}'..='\u{28ff}' | '\u{2028}' | '\u{202e}')
        };
        let bad: Vec<char> = output.chars().filter(|&character| !is_fine(character)).collect();
        prop_assert!(bad.is_empty(), "{:?}", bad);
    }
}
