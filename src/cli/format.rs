//! Output on stdout, as plain text and as JSON.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::time::Duration;

use anyhow::bail;
use num_bigint::BigUint;
use serde::{Serialize, Serializer};

pub(super) use crate::export::ProblemFacts;
use crate::geometry::{Cell, CellSet, Size};
use crate::problem::Rules;

/// Buffered standard output. The caller flushes it at the end, because dropping it hides errors.
pub(super) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Prints one JSON object on a line of its own.
pub(super) fn print_json(value: &impl Serialize) -> io::Result<()> {
    let mut out = stdout();
    write_json(&mut out, value)?;
    writeln!(out)?;
    out.flush()
}

/// Writes a JSON value; an error is that of the writer.
pub(super) fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(out, value).map_err(io::Error::from)
}

/// A time in milliseconds, to the microsecond.
pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// Serializes a big number as a string, so that no reader rounds it.
#[expect(clippy::ref_option, reason = "serde hands over fields by reference")]
pub(super) fn big_number<S: Serializer>(
    number: &Option<BigUint>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => serializer.collect_str(number),
        None => serializer.serialize_none(),
    }
}

/// The cells with a piece, by name in row-major order.
pub(super) fn names(solution: &CellSet) -> Vec<String> {
    solution.iter().map(|cell| cell.to_string()).collect()
}

/// Writes a picture of a solution, labelled on both axes:
///
/// ```text
/// 4 . . Q .
/// 3 Q . . .
/// 2 . . . Q
/// 1 . Q . .
///   a b c d
/// ```
pub(super) fn write_board(
    out: &mut impl Write,
    rules: &Rules,
    solution: &CellSet,
) -> io::Result<()> {
    let (grid, letter) = (rules.grid(), rules.letter());
    write_cells(out, grid.size(), |cell| {
        if solution.contains(cell) {
            letter
        } else if grid.is_hole(cell) {
            '#'
        } else {
            '.'
        }
    })
}

/// Writes a picture of all cells, labelled on both axes.
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

/// A solution as `[1,5,8,6,3,7,2,4]`: for each row from the bottom, the column of its piece.
///
/// # Errors
/// When a row has none or several.
pub(super) fn list(solution: &CellSet) -> anyhow::Result<String> {
    let size = solution.size();
    let mut columns: Vec<Option<u16>> = vec![None; size.rows().into()];
    for cell in solution.iter() {
        if columns[usize::from(cell.row())].replace(cell.column() + 1).is_some() {
            bail!(no_list(cell.row(), "several pieces"));
        }
    }
    let mut list = Vec::with_capacity(columns.len());
    for (row, column) in (0..).zip(columns) {
        match column {
            Some(column) => list.push(column.to_string()),
            None => bail!(no_list(row, "no piece")),
        }
    }
    Ok(format!("[{}]", list.join(",")))
}

fn no_list(row: u16, pieces: &str) -> String {
    format!(
        "--format: 'list' needs one piece in each row, but row {} has {pieces}; use --format cells",
        row + 1
    )
}
