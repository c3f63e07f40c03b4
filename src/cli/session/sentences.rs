//! The answers of a session as plain sentences, which a screen reader can read.

use std::env;
use std::sync::LazyLock;

use itertools::Itertools;

use super::event::LineAnswer;
use super::lines::LineBoard;
use crate::board::has_ascii_locale;
use crate::explain;
use app::words;
use geometry::Cell;
use problem::{Assist, Regions, Rules, Value};
use session::{CellState, Hint, PLAIN_NAMES, Session, Stage};

/// Maximum number of forced cells that an answer names.
const MAX_NAMED_CELLS: usize = 12;

/// The lines that answer a line. `notice` is the board's message about it.
pub(super) fn of_answer(
    board: &LineBoard,
    answer: &LineAnswer,
    notice: Option<&str>,
) -> Vec<String> {
    let session = board.session();
    let mut lines: Vec<String> = notice.map(sentence).into_iter().collect();
    match answer {
        LineAnswer::Change { done: None } | LineAnswer::Quit => {}
        LineAnswer::Change { done: Some(done) } => {
            let complete = board.completed_in_words();
            let complete = complete.map_or_else(String::new, |it| format!(" Complete: {it}."));
            lines.push(capitalized(&position(session, done)) + &complete);
            lines.extend(board.solved_in().map(|time| format!("Solved in {time}.")));
        }
        LineAnswer::Cell(cell) => lines.extend(of_cell(session, *cell)),
        LineAnswer::NoSolution => {
            let reason = session.knowledge().reason(None).flatten();
            lines.extend(written(|out| explain::write_reason(out, session, None, reason)));
        }
        LineAnswer::Count => lines.extend(count(session)),
        LineAnswer::Cells(state) => {
            lines.push(format!("{}.", session.cells_in_words(*state, session.assist())));
        }
        LineAnswer::Board => lines.extend(rows(board)),
        LineAnswer::Solutions(solutions) => {
            lines.extend(solutions.iter().map(|solution| solution.iter().join(" ")));
        }
        LineAnswer::Best(cell) => lines.push(best(session, *cell)),
        LineAnswer::Hint(hint, stage) => lines.push(of_hint(hint, *stage, board.session().rules())),
        LineAnswer::Steps(path) => {
            let steps = (1..).zip(&path.steps);
            let steps = steps.map(|(number, step)| {
                let told = step.in_words(session.rules(), usize::MAX, PLAIN_NAMES);
                format!("{number}. {told} ({})", step.technique)
            });
            // The board's message is the summary, which comes last.
            let steps: Vec<String> = steps.collect();
            lines.splice(0..0, steps);
        }
        LineAnswer::Diagram => lines.push(diagram(session)),
        LineAnswer::Text(text) => lines.extend(text.iter().cloned()),
    }
    let is_told = matches!(answer, LineAnswer::Change { done: Some(_) } | LineAnswer::Count);
    if board.is_counting() && is_told {
        lines.push("The exact number follows.".to_owned());
    } else if let Some(interrupted) = session.knowledge().interrupted.filter(|_| is_told) {
        lines.push(sentence(&interrupted.to_string()));
    }
    lines.iter().map(|line| told(line)).collect()
}

/// The known facts about the position, after the change: `a1 placed: 4 of 92 solutions. Forced: none. …`.
fn position(session: &Session, done: &str) -> String {
    let assist = session.assist();
    let number = |state| session.cells_in_state(state, assist).len();
    let cells = |state, prefix: &str| {
        let number = number(state);
        format!("{prefix}{number} {}", if number == 1 { "cell" } else { "cells" })
    };
    if assist != Assist::Full {
        let pieces = session.decisions().cells(Value::Placed).count();
        let noun = if pieces == 1 { "piece" } else { "pieces" };
        let attacked = match assist {
            Assist::Attacks => cells(CellState::Attacked, " Attacked: ") + ".",
            Assist::Full | Assist::None => String::new(),
        };
        return format!("{done}: {pieces} {noun}.{attacked}");
    }
    let forced = session.cells_in_state(CellState::Forced, assist);
    let forced = match forced.len() {
        0 => "none".to_owned(),
        1..=MAX_NAMED_CELLS => forced.iter().join(", "),
        more => format!("{more} cells"),
    };
    let impossible = cells(CellState::Impossible, "Impossible now: ");
    let attacked = number(CellState::Attacked);
    let attacked = if attacked == 0 { String::new() } else { format!(", attacked: {attacked}") };
    let unknown = number(CellState::Unknown);
    let unknown = if unknown == 0 { String::new() } else { format!(", not known yet: {unknown}") };
    let solutions = session.solutions_in_words();
    format!("{done}: {solutions}. Forced: {forced}. {impossible}{attacked}{unknown}.")
}

/// A cell with its reason.
fn of_cell(session: &Session, cell: Cell) -> Vec<String> {
    let assist = session.assist();
    if assist == Assist::Full {
        let reason = session.reason(cell);
        return written(|out| explain::write_reason(out, session, Some(cell), reason));
    }
    let attacker = session.attacker(cell).filter(|_| assist == Assist::Attacks);
    let state =
        session.shown_state(cell, assist).map_or("open".to_owned(), |state| state.to_string());
    let by = attacker.map_or_else(String::new, |by| format!(" by {by}"));
    vec![format!("{cell} is {state}{by}.")]
}

/// The lines that `write` writes, as sentences.
fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> Vec<String> {
    let mut text = Vec::new();
    // Writing into memory does not fail.
    let _ = write(&mut text);
    String::from_utf8_lossy(&text).lines().map(sentence).collect()
}

/// The number of solutions; an estimate with its bounds.
fn count(session: &Session) -> Vec<String> {
    let mut lines = vec![format!("{}.", session.solutions_in_words())];
    if let Some(estimate) = session.knowledge().estimate() {
        lines.push(format!(
            "With 95 % confidence from {} to {}, with 99.9 % at least {}.",
            estimate.low, estimate.high, estimate.probably_at_least
        ));
    }
    lines
}

fn best(session: &Session, cell: Cell) -> String {
    let share = session.share(cell).map_or_else(String::new, |share| {
        format!(": {:.0} % of the remaining solutions have a piece there", 100.0 * share)
    });
    format!("{cell} is the most informative cell{share}.")
}

/// The text of a hint, and the word for the next stage.
fn of_hint(hint: &Hint, stage: Stage, rules: &Rules) -> String {
    let next = match stage {
        Stage::Where => " ('hint' says why)",
        Stage::Why => " ('hint' says what to do)",
        Stage::What if hint.can_be_done() => " ('hint do' does it)",
        Stage::What => "",
    };
    let text = hint.in_words(stage, rules, PLAIN_NAMES);
    format!("{}{next}.", capitalized(&text))
}

fn diagram(session: &Session) -> String {
    let knowledge = session.knowledge();
    match (knowledge.bdd_nodes(), knowledge.row_nodes) {
        (Some(nodes), Some(rows)) => {
            format!("The diagram has {nodes} nodes, row by row {rows}.")
        }
        (Some(nodes), None) => format!("The diagram has {nodes} nodes."),
        (None, Some(rows)) => format!("The diagram has {rows} nodes row by row."),
        (None, None) => "The size of the diagram is not known.".to_owned(),
    }
}

/// The rows, the top row first: the names of the cells in each state, but only the number of those that cannot have a
/// piece. Then the cells of each region, if there are regions.
fn rows(board: &LineBoard) -> Vec<String> {
    let (session, is_complete) = (board.session(), !board.completed().is_empty());
    let size = session.rules().size();
    let row = |row: u16| {
        let cells = (0..size.columns()).map(|column| Cell::new(row, column));
        let cells = cells.map(|cell| (session.shown_state(cell, session.assist()), cell));
        let of_state = cells.into_group_map().into_iter().sorted_by_key(|(state, _)| *state);
        let parts = of_state.map(|(state, cells)| match state {
            None => format!("open {}", cells.iter().join(" ")),
            Some(CellState::Attacked | CellState::Impossible | CellState::Unknown) => {
                let name = state.map_or_else(String::new, |state| state.to_string());
                format!("{} {name}", cells.len())
            }
            Some(CellState::Forced) if is_complete => {
                format!("completed {}", cells.iter().join(" "))
            }
            Some(state) => format!("{state} {}", cells.iter().join(" ")),
        });
        format!(
            "Row {}: {}.",
            row + 1,
            parts.sorted_by_key(|part| part.starts_with(char::is_numeric)).join(", ")
        )
    };
    let regions = session.rules().regions().map(Regions::cells).unwrap_or_default();
    let region = |(letter, cells): (char, Vec<Cell>)| {
        format!("Region {letter}: {}.", cells.iter().join(" "))
    };
    (0..size.rows()).rev().map(row).chain(regions.into_iter().map(region)).collect()
}

/// A message as a sentence with a full stop.
pub(super) fn sentence(text: &str) -> String {
    let text = capitalized(&told(text));
    let ends = text.ends_with(['.', '?', '!', ':']) || text.is_empty();
    if ends { text } else { format!("{text}.") }
}

/// A text that begins with a capital letter, unless its first word is the name of a cell or quoted.
fn capitalized(text: &str) -> String {
    let first = text.split([' ', ',', ':']).next().unwrap_or_default();
    if first.parse::<Cell>().is_ok() {
        return text.to_owned();
    }
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// True if the locale has no characters but ASCII.
static HAS_ASCII_LOCALE: LazyLock<bool> =
    LazyLock::new(|| has_ascii_locale(|name| env::var(name).ok()));

/// A text in one line, with the words of a session for commands, and with signs that the locale has.
pub(super) fn told(text: &str) -> String {
    plain(&own_words(text), !*HAS_ASCII_LOCALE)
}

/// The text with the words of a session for the board's commands: `'save! a.toml'` for `':w! a.toml'`.
fn own_words(text: &str) -> String {
    let mut parts = text.split("':");
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let word = part.split([' ', '\'']).next().unwrap_or_default();
        let (mark, word, rest) = match words::named(word) {
            Some(definition) => ("'", definition.full_word(word), &part[word.len()..]),
            None => ("':", "", part),
        };
        told.extend([mark, word, rest]);
    }
    told
}

/// A text in one line without drawings, which nobody can listen to. Unless it `keeps_signs`, the program's own signs are
/// replaced by ASCII. Letters of other languages, as in names of files, stay.
fn plain(text: &str, keeps_signs: bool) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        let replacement = match character {
            '\t' | '\n' | '\u{a0}' | '\u{202f}' | '\u{2009}' => " ",
            '─' => "-",
            '│' => "|",
            '\u{2500}'..='\u{259f}' => "+",
            '\u{2800}'..='\u{28ff}' => "*",
            other if keeps_signs => {
                plain.push(other);
                continue;
            }
            '×' => "x",
            '≈' => "about",
            '±' => "+/-",
            '≥' => ">=",
            '≤' => "<=",
            '…' => "...",
            '–' | '—' | '−' => "-",
            '►' | '→' => ">",
            '◄' | '←' => "<",
            '▲' | '↑' => "^",
            '▼' | '↓' => "v",
            '○' => "o",
            '■' => "#",
            '\u{25a0}'..='\u{27bf}' => "*",
            other => {
                plain.push(other);
                continue;
            }
        };
        plain.push_str(replacement);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_by_the_words_of_the_session() {
        for (text, expected) in [
            (
                "this file exists already; ':w! x y.toml' replaces it",
                "'save! x y.toml' replaces it",
            ),
            (
                "':o FILE' opens a puzzle, and ':play' plays it",
                "'open FILE' opens a puzzle, and 'play'",
            ),
            ("one star (':rules rows=2' for two)", "('rules rows=2' for two)"),
            ("'prin' is now ':export!'", "'export!'"),
            ("file ':nonsense' and 'a':b", "file ':nonsense' and 'a':b"),
        ] {
            assert!(own_words(text).contains(expected), "{}", own_words(text));
        }
        assert_eq!(plain("8×8: ≈ 92…\t─é", false), "8x8: about 92... -é");
        assert_eq!(plain("8×8: ≈ 92…\t─é", true), "8×8: ≈ 92… -é");
    }
}
