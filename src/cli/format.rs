//! Output on stdout, as plain text and as JSON.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::bail;
use itertools::Itertools;
use serde::Serialize;

use super::columns::{self, Column};
use super::console;
use files::{is_unprintable, printable, reason};
use geometry::{Cell, CellSet, Size};
use problem::Rules;
use session::{CellState, Session};

/// Buffered standard output for text. All characters that could control a terminal are escaped here,
/// because text may contain foreign names, such as names of files. The caller must flush the output at
/// the end, because dropping it hides errors.
pub(super) fn stdout() -> Output {
    Output { out: BufWriter::with_capacity(1 << 16, console::stdout()), is_text: true }
}

/// Buffered standard output for bytes, and for text that the program itself has generated and styled.
pub(super) fn raw_stdout() -> Output {
    Output { is_text: false, ..stdout() }
}

/// Standard output of [`stdout`] or [`raw_stdout`].
pub(super) struct Output {
    out: BufWriter<Box<dyn Write>>,
    is_text: bool,
}

/// True if the program was started without standard output. This can be detected only before `main`, because the
/// runtime then opens `/dev/null` in its place.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
#[ctor::ctor]
fn look_for_stdout() {
    let exists = |path| std::path::Path::new(path).symlink_metadata().is_ok();
    IS_CLOSED.store(exists("/dev/fd") && !exists("/dev/fd/1"), Ordering::Relaxed);
}

/// Checks that the program was started with standard output.
///
/// # Errors
/// When standard output is closed.
pub(super) fn check_stdout() -> io::Result<()> {
    let closed = || of_stdout(&io::Error::other("it is closed"));
    if IS_CLOSED.load(Ordering::Relaxed) { Err(closed()) } else { Ok(()) }
}

/// Says in the error that writing to standard output failed.
pub(super) fn of_stdout(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {}", reason(error)))
}

impl Write for Output {
    /// The caller must pass text in whole characters.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        check_stdout()?;
        let written = if !self.is_text || is_plain(bytes) {
            self.out.write_all(bytes)
        } else {
            let escape = |character: char| character.escape_default().to_string();
            self.out.write_all(escaped(bytes, escape).as_bytes())
        };
        written.map(|()| bytes.len()).map_err(|error| of_stdout(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(|error| of_stdout(&error))
    }
}

/// True if no character of the text needs to be escaped, which is the usual case.
fn is_plain(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n'))
}

/// The text with unprintable characters escaped, except line ends and tabs.
fn escaped(bytes: &[u8], escape: impl Fn(char) -> String) -> String {
    let mut text = String::with_capacity(bytes.len());
    for character in String::from_utf8_lossy(bytes).chars() {
        if is_unprintable(character) && !matches!(character, '\n' | '\t') {
            text.push_str(&escape(character));
        } else {
            text.push(character);
        }
    }
    text
}

/// Prints a note to stderr, unless the command is quiet.
pub(super) fn print_note(text: impl Display) {
    print_aside(format_args!("note: {text}"));
}

/// Prints a line to stderr that is no error, unless the command is quiet.
pub(super) fn print_aside(text: impl Display) {
    if !console::is_quiet() {
        print_to_stderr(text);
    }
}

/// Says on stderr, if that is a terminal, that a file was written.
pub(super) fn print_written(path: &std::path::Path) {
    if console::is_stderr_terminal() {
        print_aside(format_args!("wrote {}", path.display()));
    }
}

/// Prints a line to stderr.
pub(super) fn print_to_stderr(text: impl Display) {
    // The result is ignored, because stderr may be closed.
    let _ = writeln!(console::stderr(), "{}", printable(&text.to_string()));
}

/// Prints a message to stderr, preceded by the name of the program.
pub(super) fn print_message(text: impl Display) {
    print_to_stderr(format_args!("configurator: {text}"));
}

/// Prints a text to stdout.
pub(super) fn print(text: &str) -> io::Result<()> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Prints lines, and flushes them.
pub(super) fn print_lines(lines: impl IntoIterator<Item = String>) -> io::Result<()> {
    let mut out = stdout();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// Prints a JSON object on its own line.
pub(super) fn print_json(value: &impl Serialize) -> io::Result<()> {
    let mut out = stdout();
    write_json(&mut out, value)?;
    writeln!(out)?;
    out.flush()
}

/// Writes a JSON value. Returns errors of the writer.
pub(super) fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(JsonText(out), value).map_err(io::Error::from)
}

/// Escapes unprintable characters as JSON does. Such characters occur only in strings.
struct JsonText<'a, W>(&'a mut W);

impl<W: Write> Write for JsonText<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_plain(bytes) {
            return self.0.write(bytes);
        }
        // No unprintable character is above U+FFFF.
        let escape = |character: char| format!("\\u{:04x}", u32::from(character));
        self.0.write_all(escaped(bytes, escape).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A time in milliseconds, rounded down to microseconds.
pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// The names of the cells with a piece, in row-major order.
pub(super) fn names(solution: &CellSet) -> Vec<String> {
    solution.iter().map(|cell| cell.to_string()).collect()
}

/// Writes a picture of all cells, labelled on both axes:
///
/// ```text
/// 4 . . Q .
/// 3 Q . . .
/// 2 . . . Q
/// 1 . Q . .
///   a b c d
/// ```
pub(super) fn write_cells(
    out: &mut impl Write,
    size: Size,
    glyph: impl Fn(Cell) -> char,
) -> io::Result<()> {
    let label = size.rows().to_string().len();
    let cell_width = Cell::column_name(size.columns() - 1).len();
    let gap = " ".repeat(cell_width);
    let mut line = String::new();
    for row in (0..size.rows()).rev() {
        write!(out, "{:>label$}", row + 1)?;
        line.clear();
        for column in 0..size.columns() {
            line.push_str(&gap);
            line.push(glyph(Cell::new(row, column)));
        }
        writeln!(out, "{line}")?;
    }
    write!(out, "{:label$}", "")?;
    for column in 0..size.columns() {
        write!(out, " {:>cell_width$}", Cell::column_name(column))?;
    }
    writeln!(out)
}

/// Writes a picture of a solution, with the letter of the piece and `#` for holes.
pub(super) fn write_solution(
    out: &mut impl Write,
    rules: &Rules,
    solution: &CellSet,
) -> io::Result<()> {
    write_cells(out, rules.size(), |cell| match () {
        () if solution.contains(cell) => rules.letter(),
        () if rules.grid().is_hole(cell) => '#',
        () => '.',
    })
}

/// Writes a table of all cells with their states. `values` returns the texts of the columns with these `headings` for a
/// cell that is not a hole.
pub(super) fn write_states(
    out: &mut impl Write,
    session: &Session,
    headings: Vec<String>,
    values: impl Fn(Cell) -> Vec<String>,
) -> anyhow::Result<()> {
    let size = session.rules().size();
    let mut columns = vec![Column::cells(size), Column::left("state", 10)];
    columns.extend(headings.into_iter().map(|heading| Column::left(heading, 0)));
    writeln!(out, "{}", columns::header(&columns))?;
    for cell in size.iter() {
        let state = session.state(cell);
        let more = if state == CellState::Hole { Vec::new() } else { values(cell) };
        let line =
            columns::line(&columns, [cell.to_string(), state.to_string()].into_iter().chain(more));
        // A board may have a million lines: each is written by one call.
        out.write_all((line + "\n").as_bytes())?;
    }
    Ok(())
}

/// A solution as `[1,5,8,6,3,7,2,4]`: for each row from the bottom, the column of its piece.
///
/// # Errors
/// When a row has no piece or several pieces.
pub(super) fn list(solution: &CellSet) -> anyhow::Result<String> {
    let size = solution.size();
    let mut columns: Vec<Option<u16>> = vec![None; size.rows().into()];
    for cell in solution.iter() {
        if columns[usize::from(cell.row())].replace(cell.column() + 1).is_some() {
            bail!(list_error(cell.row(), "several pieces"));
        }
    }
    if let Some(row) = columns.iter().position(Option::is_none) {
        bail!(list_error(row as u16, "no piece"));
    }
    Ok(format!("[{}]", columns.iter().flatten().join(",")))
}

fn list_error(row: u16, pieces: &str) -> String {
    format!(
        "--format: 'list' needs one piece in each row, but row {} has {pieces}; use --format cells",
        row + 1
    )
}

/// Joins words as alternatives: `a, b or c`.
pub(super) fn one_of<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_escapes_what_could_act_on_a_terminal_and_stays_json() {
        let name = "a\u{1b}[31m\u{9b}\u{202e}\u{feff}é漢.toml";
        let mut text = Vec::new();
        write_json(&mut text, &name).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(!text.contains(is_unprintable), "{text:?}");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), name);
    }
}
