//! The files of lessons.

use serde::Deserialize;
use toml::Spanned;

use super::check::KnownBoard;
use super::{Answer, Condition, Detour, GraphPlace, Lesson, LessonStep, wrong_answer};
use crate::LessonSource;
use files::toml_file::{Quoted, TomlText};
use files::{FileError, is_unprintable, read_input};
use problem::{BoardFile, BoardTable};

/// Maximum length of a text of a lesson in characters, without backquotes: one line of a window of 80 columns.
const MAX_TEXT: usize = 72;

/// The keys of a lesson, with their values as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonTable {
    title: Spanned<String>,
    step: Spanned<Vec<StepTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepTable {
    #[serde(rename = "do")]
    task: Spanned<String>,
    until: Spanned<Condition>,
    say: Spanned<String>,
    hint: Option<Spanned<String>>,
    #[serde(default)]
    detour: Vec<DetourTable>,
    board: Option<BoardTable>,
    show: Option<Spanned<Quoted<GraphPlace>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DetourTable {
    when: Spanned<Condition>,
    say: Spanned<String>,
}

/// The sentence that says which values a key accepts.
fn expected_value(path: &str) -> String {
    let key = path.rsplit('.').next().unwrap_or(path);
    let form = match key {
        "title" | "do" | "say" | "hint" => "a text in quotes",
        "step" => "a list of tables, each under a line [[step]]",
        "detour" => "a list of tables, each under a line [[step.detour]]",
        "until" | "when" => "a table, as in { size = 4 }",
        "cells" => "a table of cells and their states, as in { d2 = \"forced\" }",
        "cursor" => "a cell in quotes, as in \"a1\"",
        "answer" => "a list of cells in quotes, as in [\"a1\", \"c2\"], or a number, as in 31",
        "show" => "\"terminal 1\" or a cell in quotes",
        "decisions" | "solutions" | "rule" | "at" | "searches" => "a whole number, as in 8",
        _ => return BoardTable::expected_value(key),
    };
    format!("'{key}' must be {form}")
}

impl Lesson {
    /// Reads a lesson.
    ///
    /// # Errors
    /// When the file cannot be read, is larger than 16 MiB, or is not a valid lesson.
    pub fn read(source: &LessonSource) -> Result<Self, FileError> {
        match source {
            LessonSource::Included { name, text } => Self::parse(text, name),
            LessonSource::File(path) => {
                let (text, name) = read_input(path)?;
                Self::parse(&text, &name)
            }
        }
    }

    /// Parses the text of a lesson. Error messages call the file `name`.
    ///
    /// # Errors
    /// When the text is not a valid lesson. The error contains the line and the reason.
    pub(crate) fn parse(text: &str, name: &str) -> Result<Self, FileError> {
        let toml = TomlText { text, name };
        let table: LessonTable = toml.read(expected_value)?;
        if table.step.get_ref().is_empty() {
            return Err(toml.error(&table.step.span(), &"a lesson needs a step"));
        }
        let mut board = KnownBoard::default();
        let steps = table.step.get_ref().iter().map(|step| read_step(toml, step, &mut board));
        Ok(Self { title: line(toml, &table.title)?, steps: steps.collect::<Result<_, _>>()? })
    }
}

/// Reads a step. `known` holds the facts about the board from the earlier steps. The facts from this step are added.
fn read_step(
    toml: TomlText<'_>,
    step: &StepTable,
    known: &mut KnownBoard,
) -> Result<LessonStep, FileError> {
    let board = |board: &BoardTable| -> Result<BoardFile, FileError> { board.board(toml) };
    let board = step.board.as_ref().map(board).transpose()?;
    if let Some(BoardFile { problem, .. }) = &board {
        known.grid = Some(problem.rules().grid().clone());
    }
    let begun = known.clone();
    let detour = |detour: &DetourTable| {
        let when = condition(toml, &detour.when, &mut begun.clone())?;
        Ok(Detour { when, say: line(toml, &detour.say)? })
    };
    if let (Some(show), Some(grid)) = (&step.show, &known.grid)
        && let Quoted(GraphPlace::Level(cell)) = *show.get_ref()
    {
        grid.check(cell).map_err(|error| toml.error(&show.span(), &error))?;
    }
    Ok(LessonStep {
        task: line(toml, &step.task)?,
        until: condition(toml, &step.until, known)?,
        say: line(toml, &step.say)?,
        hint: step.hint.as_ref().map(|hint| hint_line(toml, hint, &step.until)).transpose()?,
        detours: step.detour.iter().map(detour).collect::<Result<_, _>>()?,
        board,
        show: step.show.as_ref().map(|show| show.get_ref().0),
    })
}

/// A hint that fits into one line, even after a wrong answer as long as the right one.
fn hint_line(
    toml: TomlText<'_>,
    hint: &Spanned<String>,
    until: &Spanned<Condition>,
) -> Result<String, FileError> {
    let prefix = until.get_ref().answer.as_ref().map_or(0, |answer| {
        let given = match answer {
            Answer::Cells(cells) => cells.iter().map(|Quoted(cell)| cell.to_string().len()).max(),
            Answer::Number(_) => Some(answer.to_string().len()),
        };
        given.unwrap_or_default() + wrong_answer("", "").len()
    });
    text_within(toml, hint, MAX_TEXT - prefix.min(MAX_TEXT - 1))
}

/// A text that fits into one line.
fn line(toml: TomlText<'_>, text: &Spanned<String>) -> Result<String, FileError> {
    text_within(toml, text, MAX_TEXT)
}

/// A text of at most `max_length` characters.
fn text_within(
    toml: TomlText<'_>,
    text: &Spanned<String>,
    max_length: usize,
) -> Result<String, FileError> {
    let text_of = text.get_ref();
    let length = text_of.chars().filter(|&character| character != '`').count();
    if text_of.contains(is_unprintable) {
        let reason = "a text of a lesson is one line without invisible characters";
        return Err(toml.error(&text.span(), &reason));
    }
    if length == 0 || length > max_length {
        let reason =
            format!("a text of a lesson has 1 to {MAX_TEXT} characters, this one {length}");
        let reason = match MAX_TEXT - max_length {
            0 => reason,
            prefix => format!("{reason} after the {prefix} that a wrong answer puts before it"),
        };
        return Err(toml.error(&text.span(), &reason));
    }
    Ok(text_of.clone())
}

/// A condition that can be met on the known board. Adds its facts about the board to the known facts.
fn condition(
    toml: TomlText<'_>,
    written: &Spanned<Condition>,
    known: &mut KnownBoard,
) -> Result<Condition, FileError> {
    let condition = written.get_ref();
    match known.contradiction(condition) {
        Err(error) => Err(toml.error(&written.span(), &error)),
        Ok(Some(reason)) => Err(toml.error(&written.span(), &reason)),
        Ok(None) => Ok(condition.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_manual_is_a_lesson() {
        let page = manual::Page::find("lesson").unwrap().text;
        let (_, example) = page.split_once("```toml\n").unwrap();
        let (example, _) = example.split_once("```").unwrap();
        let lesson = Lesson::parse(example, "my.toml").unwrap();
        assert_eq!(lesson.steps.len(), 3);
        assert_eq!(lesson.steps[0].detours.len(), 1);
    }

    /// Regression: what a wrong answer puts before a hint made its line longer than the window.
    #[test]
    fn a_hint_has_room_after_a_wrong_answer() {
        let read = |until: &str, length: usize| {
            let hint = "x".repeat(length);
            let step = format!("do = \"x\"\nuntil = {{ {until} }}\nsay = \"y\"\nhint = \"{hint}\"");
            Lesson::parse(&format!("title = \"t\"\n[[step]]\n{step}"), "l")
        };
        assert!(read("size = 4", 72).is_ok() && read("size = 4", 73).is_err());
        for (until, wrong) in [("answer = 95", "95"), ("answer = [\"a1\", \"c12\"]", "c12")] {
            let max_length = 72 - format!("{wrong} is not it. ").len();
            assert!(read(until, max_length).is_ok(), "{until}");
            let refused = read(until, max_length + 1).unwrap_err().to_string();
            assert!(
                refused.starts_with("l:6: a text of a lesson has 1 to 72 characters"),
                "{refused}"
            );
        }
    }

    #[test]
    fn a_mistake_is_told_with_its_line_and_what_would_be_right() {
        let step = "[[step]]\ndo = \"x\"\nuntil = { size = 4 }\nsay = \"y\"\n";
        let long = "x".repeat(73);
        for (text, sentence) in [
            (step.to_owned(), "1: 'title' is missing"),
            ("title = \"t\"\nstep = []".to_owned(), "2: a lesson needs a step"),
            (
                "title = \"t\"\nstep = 3".to_owned(),
                "2: 'step' must be a list of tables, each under a line [[step]]",
            ),
            (
                format!("title = \"t\"\n{}", step.replace("size", "sise")),
                "4: unknown key 'sise' (known are size, ",
            ),
            (
                format!("title = \"t\"\n{}", step.replace("size = 4", "mode = \"grwo\"")),
                "4: unknown word 'grwo' (known are board, ",
            ),
            (
                format!("title = \"t\"\n{}", step.replace("size = 4", "placed = [\"4b\"]")),
                "4: '4b' is not ",
            ),
            (
                format!("title = \"t\"\n{}", step.replace("size = 4", "placed = 3")),
                "4: 'placed' must be a list of cells in quotes",
            ),
            (
                format!("title = \"t\"\n{}", step.replace("size = 4", "at = \"end\"")),
                "4: 'at' must be a whole number, as in 8",
            ),
            (
                format!("title = \"t\"\n{}", step.replace("size = 4", "")),
                "4: a condition needs a key",
            ),
            (format!("title = \"t\"\n{}", step.replace("size = 4", "size = 0")), "4: "),
            (
                format!("title = \"t\"\n{}", step.replace("\"y\"", &format!("\"{long}\""))),
                "5: a text of a lesson has 1 to 72 characters, this one 73",
            ),
            (
                format!("title = \"t\"\n{}", step.replace("\"y\"", "\"a\\nb\"")),
                "5: a text of a lesson is one line",
            ),
            // Conditions that can never hold.
            (
                format!(
                    "title = \"t\"\n{}board = {{ size = 5 }}",
                    step.replace("size = 4", "placed = [\"z9\"]")
                ),
                "4: z9 is off the 5×5 grid",
            ),
            (
                format!(
                    "title = \"t\"\n{}",
                    step.replace("size = 4", "size = 4, answer = [\"e1\"]")
                ),
                "4: e1 is off the 4×4 grid",
            ),
            (
                format!("title = \"t\"\n{step}{}", step.replace("size = 4", "cursor = \"a5\"")),
                "8: a5 is off the 4×4 grid",
            ),
            (
                format!("title = \"t\"\n{step}board = {{ size = 6, placed = [\"a7\"] }}"),
                "6: a7 is off the 6×6 grid",
            ),
            (format!("title = \"t\"\n{step}[[step.detour]]\nsay = \"y\""), "6: 'when' is missing"),
        ] {
            let error = Lesson::parse(&text, "l").unwrap_err().to_string();
            assert!(error.starts_with(&format!("l:{sentence}")), "{text}\n{error}");
        }
    }
}
