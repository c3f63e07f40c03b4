//! A table of feature pairs: all kinds of problems with all verbs and their options, and with all ways to save, export
//! and link. Each pair is tried once, and its result is compared with the brute force. Where the program refuses a
//! pair, the table contains the expected refusal.
//!
//! The rows are in `kinds`, the columns in `verbs`, `puzzles` and `exports`; ways to save are in `ways`. The tests fail
//! if the table lacks a verb, option or value of the command line, or a rule, kind of puzzle or key of board files of
//! the library.

mod exports;
pub(crate) mod kinds;
mod puzzles;
mod table;
mod verbs;
mod ways;

use clap::{Arg, Command, CommandFactory};
use configurator::cli::Arguments;
use configurator::problem::{BoardFile, Family};
use configurator::puzzle::Kind as PuzzleKind;
use strum::{IntoEnumIterator, VariantNames};

use kinds::kinds;
use table::{Column, go_through, run};

/// Returns all columns of a verb that takes a problem; `None` for other verbs.
fn columns(verb: &str) -> Option<Vec<Column>> {
    Some(match verb {
        "count" => verbs::count(),
        "solve" => verbs::solve(),
        "domains" => verbs::domains(),
        "explain" => verbs::explain(),
        "inspect" => verbs::inspect(),
        "export" => exports::columns(),
        "puzzle" => puzzles::columns(),
        _ => return None,
    })
}

/// Commands without a problem, each with a part of its output.
const WITHOUT_PROBLEM: &[(&str, &str)] = &[
    // Without any line, a session says nothing but what it is.
    ("compare 4 4 --engine auto", "in both          2"),
    ("compare 4 4 --limit 2", "example 2"),
    ("session --assist attacks", ""),
    ("session --engine auto", ""),
    ("session --resume", ""),
    ("inspect tests/fixtures/diagrams/cudd4-rows.dddmp --root 1", "16 variables"),
    ("judge tests/fixtures/diagrams/cudd4-rows.dddmp --root 1", "is the diagram of: 4×4, queen"),
    ("judge tests/fixtures/diagrams/cudd4-rows.dddmp --engine auto", "boards     2"),
    ("judge tests/fixtures/diagrams/cudd4-rows.dddmp --engine bdd", "solutions  2"),
    ("pieces", "queen"),
    ("pieces RF --json", "\"RF\""),
    ("config", "[keys]"),
    ("completions bash", "configurator"),
    ("completions elvish", "configurator"),
    ("completions fish", "configurator"),
    ("completions powershell", "configurator"),
    ("completions zsh", "configurator"),
    ("man", ".SH NAME"),
    ("man count", "configurator\\-count \\- Print"),
    (concat!("man --replace --output ", env!("CARGO_TARGET_TMPDIR"), "/man"), ""),
    ("help", "board"),
    ("help --color auto", "board"),
    ("help --color always", "board"),
    ("help --color never", "board"),
];

/// Commands that play the puzzles of seed 1 and size 5. They need a terminal, and are tested in `terminal`.
pub(crate) const PLAYED: &[(&str, PuzzleKind)] = &[
    ("play queens --size 5 --seed 1", PuzzleKind::Queens),
    ("play star-battle --size 5 --stars 1 --seed 1 --difficulty easy", PuzzleKind::StarBattle),
    ("play queens-givens --size 5 --seed 1", PuzzleKind::QueensGivens),
];

/// Commands of `play` and `lesson` that are refused without a terminal, and engines that the board refuses, each with a
/// part of the message.
const NOT_PLAYED: &[(&str, &str)] = &[
    ("play --seed 1 --engine auto", "the board needs a terminal"),
    ("play --seed 1 --difficulty medium", "the board needs a terminal"),
    ("play --seed 1 --difficulty hard", "the board needs a terminal"),
    ("play --seed 1 --difficulty expert", "the board needs a terminal"),
    ("play --daily", "the board needs a terminal"),
    ("play --daily 2026-11-23", "the board needs a terminal"),
    ("session --engine bdd", "--engine: the board chooses the fastest engine itself"),
    ("session --engine sat", "--engine: the board chooses the fastest engine itself"),
    ("session --engine count", "--engine: the board chooses the fastest engine itself"),
    ("session --engine search", "--engine: the board chooses the fastest engine itself"),
    ("session --engine estimate", "--engine: the board chooses the fastest engine itself"),
    (
        "view tests/fixtures/diagrams/cudd4-rows.dddmp --root 1 --size 4",
        "the board needs a terminal",
    ),
    ("view tests/fixtures/diagrams/cudd4-rows.dddmp --engine auto", "the board needs a terminal"),
    (
        "view tests/fixtures/diagrams/cudd4-rows.dddmp --engine bdd",
        "--engine: the board chooses the fastest engine itself",
    ),
    (
        "view tests/fixtures/diagrams/cudd4-rows.dddmp --engine sat",
        "--engine: the board chooses the fastest engine itself",
    ),
    (
        "view tests/fixtures/diagrams/cudd4-rows.dddmp --engine count",
        "--engine: the board chooses the fastest engine itself",
    ),
    (
        "view tests/fixtures/diagrams/cudd4-rows.dddmp --engine search",
        "--engine: the board chooses the fastest engine itself",
    ),
    (
        "view tests/fixtures/diagrams/cudd4-rows.dddmp --engine estimate",
        "--engine: the board chooses the fastest engine itself",
    ),
    ("lesson", "the board needs a terminal"),
    ("lesson --engine auto", "the board needs a terminal"),
    ("lesson --engine bdd", "--engine: the board chooses the fastest engine itself"),
    ("lesson --engine sat", "--engine: the board chooses the fastest engine itself"),
    ("lesson --engine count", "--engine: the board chooses the fastest engine itself"),
    ("lesson --engine search", "--engine: the board chooses the fastest engine itself"),
    ("lesson --engine estimate", "--engine: the board chooses the fastest engine itself"),
    ("lesson searches", "the board needs a terminal"),
    (
        "lesson croquet",
        "'croquet' is no lesson (ten-minutes, reduction, counting, orders, searches, puzzles)",
    ),
    ("lesson nowhere.toml", "nowhere.toml: there is no such file"),
    (
        "judge tests/fixtures/diagrams/cudd4-rows.dddmp --engine sat",
        "--engine: 'sat' does not answer judge",
    ),
    (
        "judge tests/fixtures/diagrams/cudd4-rows.dddmp --engine count",
        "--engine: 'count' does not answer judge",
    ),
    (
        "judge tests/fixtures/diagrams/cudd4-rows.dddmp --engine search",
        "--engine: 'search' does not answer judge",
    ),
    (
        "judge tests/fixtures/diagrams/cudd4-rows.dddmp --engine estimate",
        "--engine: 'estimate' does not answer judge",
    ),
    ("play --engine bdd", "--engine: the board chooses the fastest engine itself"),
    ("play --engine sat", "--engine: the board chooses the fastest engine itself"),
    ("play --engine count", "--engine: the board chooses the fastest engine itself"),
    ("play --engine search", "--engine: the board chooses the fastest engine itself"),
    ("play --engine estimate", "--engine: the board chooses the fastest engine itself"),
];

#[test]
fn every_kind_of_puzzle_is_played() {
    for kind in PuzzleKind::iter() {
        assert!(PLAYED.iter().any(|(_, played)| *played == kind), "{kind}");
    }
}

#[test]
fn play_needs_a_terminal() {
    for (words, part) in NOT_PLAYED {
        let answer = run(&words.split(' ').collect::<Vec<_>>()).unwrap();
        answer.is_refusal(2, part).unwrap();
    }
}

#[test]
fn count_with_all_kinds() {
    go_through(&verbs::count());
}

#[test]
fn solve_with_all_kinds() {
    go_through(&verbs::solve());
}

#[test]
fn domains_with_all_kinds() {
    go_through(&verbs::domains());
}

#[test]
fn explain_with_all_kinds() {
    go_through(&verbs::explain());
}

#[test]
fn inspect_with_all_kinds() {
    go_through(&verbs::inspect());
}

#[test]
fn export_with_all_kinds() {
    go_through(&exports::columns());
}

#[test]
fn puzzle_with_all_kinds() {
    go_through(&puzzles::columns());
}

#[test]
fn verbs_without_a_problem_print_what_they_know() {
    for (words, part) in WITHOUT_PROBLEM {
        let answer = run(&words.split(' ').collect::<Vec<_>>()).unwrap();
        assert!(answer.text().unwrap().contains(part), "{words}");
    }
}

/// Returns the options that describe a problem. Rows must use these options, columns need not.
fn problem_options(command: &Command) -> Vec<String> {
    let has_heading = |option: &&Arg| option.get_help_heading() == Some("Problem");
    let count = command.find_subcommand("count").unwrap();
    let options = count.get_arguments().filter(has_heading);
    options.filter_map(Arg::get_long).map(|name| format!("--{name}")).collect()
}

/// Returns the words that an option can add to a command line: its name, or its name with each of its possible values.
fn uses(option: &Arg) -> Vec<String> {
    let Some(name) = option.get_long() else { return Vec::new() };
    let values = option.get_possible_values();
    if values.is_empty() || !option.get_action().takes_values() {
        return vec![format!("--{name}")];
    }
    values.iter().map(|value| format!("--{name} {}", value.get_name())).collect()
}

#[test]
fn every_verb_with_each_option_and_value_is_a_column() {
    let command = Arguments::command();
    let problem = problem_options(&command);
    let mut missing = Vec::new();
    for verb in command.get_subcommands() {
        let name = verb.get_name();
        let of_columns = columns(name).into_iter().flatten().map(|column| column.words);
        let words: Vec<String> = of_columns
            .chain(WITHOUT_PROBLEM.iter().map(|(words, _)| *words))
            .chain(PLAYED.iter().map(|(words, _)| *words))
            .chain(NOT_PLAYED.iter().map(|(words, _)| *words))
            .map(|words| format!("{words} "))
            .collect();
        if !words.iter().any(|words| words.starts_with(&format!("{name} "))) {
            missing.push(name.to_owned());
        }
        // Options for the look of the board do not depend on the problem.
        let is_own =
            |option: &&Arg| !option.is_global_set() && option.get_help_heading() != Some("Board");
        let own = verb.get_arguments().filter(is_own);
        for option in own.filter(|option| !matches!(option.get_id().as_str(), "help" | "version")) {
            let is_used = |part: &String| {
                let part = format!(" {part} ");
                words.iter().any(|words| words.starts_with(name) && words.contains(&part))
            };
            let is_of_problem =
                option.get_long().is_some_and(|long| problem.contains(&format!("--{long}")));
            let is_shared =
                matches!(option.get_long(), Some("memory" | "timeout" | "force" | "replace"));
            if !is_of_problem && !is_shared {
                let unused = uses(option).into_iter().filter(|part| !is_used(part));
                missing.extend(unused.map(|part| format!("{name} {part}")));
            }
        }
    }
    assert!(missing.is_empty(), "no column tries: {}", missing.join(", "));
}

#[test]
fn every_rule_option_and_key_of_a_problem_is_in_a_row() {
    let kinds = kinds();
    for family in Family::VARIANTS {
        let has = |need: &configurator::problem::Requirement| need.family.to_string() == *family;
        assert!(kinds.iter().any(|kind| kind.case.needs.iter().any(has)), "no kind has {family}");
        let manual = include_str!("../../src/manual/pages/verbs.md");
        let is_explained = [format!("`{family}`"), format!("`{family}=")];
        let is_explained = is_explained.iter().any(|rule| manual.contains(rule));
        assert!(is_explained, "verbs.md lacks the rule {family}");
    }
    for option in problem_options(&Arguments::command()) {
        let has = |options: String| options.split(' ').any(|word| word == option);
        assert!(kinds.iter().any(|kind| has(kind.options())), "{option}");
    }
    // The error names all keys.
    let error = BoardFile::parse("unknown = 1", "it").unwrap_err().to_string();
    let keys = error.split_once("(known are ").unwrap().1.trim_end_matches(')');
    let files: Vec<String> = kinds.iter().map(|kind| kind.board().to_toml()).collect();
    for key in keys.split(", ") {
        let has = |file: &String| file.lines().any(|line| line.starts_with(&format!("{key} = ")));
        assert!(files.iter().any(has), "{key}");
    }
    // This fails to compile when board files get another field, so that the field is tested, too.
    let BoardFile { problem: _, assist: _ } = kinds[0].board();
}
