use std::collections::BTreeSet;
use std::io::{self, Write};

use itertools::Itertools;
use strum::IntoStaticStr;

use super::error::{ExportError, NoModel};
use super::title::title;
use geometry::{Cell, Size};
use problem::{Bounds, Family, Problem, Value};

/// A model of a problem in MiniZinc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum MinizincModel {
    /// `q[r]` is the column of the piece in row `r`, and `q[j] - q[i]` is none of the differences
    /// forbidden for rows `j - i` apart: the finite-domain model of the literature.
    Rows,
    /// As `Rows`, with `c[k]`, the row of the piece in column `k`, and the search of the Global
    /// Constraint Catalog: the row or column with the fewest values left comes next.
    Dual,
    /// `x[r,c]` is 1 where a piece stands.
    Cells,
}

/// Writes a problem as a MiniZinc model. Rows are counted from the bottom, columns from the left, from 1.
/// Without a `model`, that is [`MinizincModel::Rows`] if the problem has exactly one piece in each row,
/// else [`MinizincModel::Cells`].
///
/// # Errors
/// When the model does not suit the problem, or it cannot be written.
pub fn minizinc(
    problem: &Problem,
    model: Option<MinizincModel>,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let (size, by_rows) = (problem.rules().size(), has_one_in_each_row(problem));
    let usual = if by_rows { MinizincModel::Rows } else { MinizincModel::Cells };
    let model = model.unwrap_or(usual);
    if model != MinizincModel::Cells && !by_rows {
        return Err(NoModel::Rows(model.into()).into());
    }
    if model == MinizincModel::Dual && size.rows() != size.columns() {
        return Err(NoModel::Columns.into());
    }
    writeln!(out, "% {}", title(problem))?;
    writeln!(out, "int: rows = {};", size.rows())?;
    writeln!(out, "int: cols = {};", size.columns())?;
    match model {
        MinizincModel::Rows => by_row(problem, out)?,
        MinizincModel::Dual => dual(problem, out)?,
        MinizincModel::Cells => by_cell(problem, out)?,
    }
    Ok(())
}

/// True if the requirements and the rook move imply exactly one piece in each row.
fn has_one_in_each_row(problem: &Problem) -> bool {
    let rules = problem.rules();
    let rows = || {
        let needs = rules.requirements().iter();
        needs.filter(|need| need.family == Family::Rows).map(|need| need.bounds)
    };
    let mut has_cells = vec![false; rules.size().rows().into()];
    for cell in rules.grid().standing() {
        has_cells[usize::from(cell.row())] = true;
    }
    rules.at_most_one_in_line()
        && rows().any(|bounds| bounds.lower > 0)
        && rows().all(|bounds| bounds.hold(1))
        && has_cells.into_iter().all(|has| has)
}

/// What every model by rows begins with.
const COLUMN_OF_EACH_ROW: &str = "\
% q[r] is the column of the piece in row r, rows from the bottom
array[1..rows] of var 1..cols: q;";

fn by_row(problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    let rules = problem.rules();
    let mut forbidden = forbidden(problem);
    writeln!(out, "{COLUMN_OF_EACH_ROW}")?;
    if !rules.grid().is_torus() {
        writeln!(out, "include \"all_different.mzn\";")?;
        if take(&mut forbidden, rules.size(), |_| 0) {
            writeln!(out, "constraint all_different(q); % columns")?;
        }
        write_diagonals(&mut forbidden, rules.size(), out)?;
    }
    write_differences(&forbidden, out)?;
    write_cells_by_row(problem, out)?;
    writeln!(out, "solve satisfy;")?;
    writeln!(out, "output [show(q)];")
}

fn dual(problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    let rules = problem.rules();
    let mut forbidden = forbidden(problem);
    writeln!(out, "{COLUMN_OF_EACH_ROW}")?;
    writeln!(out, "% c[k] is the row of the piece in column k")?;
    writeln!(out, "array[1..cols] of var 1..rows: c;")?;
    writeln!(out, "include \"inverse.mzn\";")?;
    writeln!(out, "constraint inverse(q, c);")?;
    // Said by the inverse.
    for differences in &mut forbidden {
        differences.remove(&0);
    }
    if !rules.grid().is_torus() {
        let all = forbidden.clone();
        writeln!(out, "include \"all_different.mzn\";")?;
        write_diagonals(&mut forbidden, rules.size(), out)?;
        write_smooth(&mut forbidden, &all, out)?;
    }
    write_differences(&forbidden, out)?;
    write_cells_by_row(problem, out)?;
    writeln!(out, "solve :: int_search(q ++ c, first_fail, indomain_min) satisfy;")?;
    writeln!(out, "output [show(q)];")
}

/// The differences forbidden for rows 1, 2, … apart.
type Forbidden = [BTreeSet<i32>];

/// Takes the differences that one all-different constraint says, if all of them are forbidden: one for
/// each distance of rows.
fn take(forbidden: &mut Forbidden, size: Size, difference: impl Fn(i32) -> i32) -> bool {
    let columns = i32::from(size.columns());
    let apart = |distance: i32| Some(difference(distance)).filter(|by| by.abs() < columns);
    let holds = (1..)
        .zip(&*forbidden)
        .all(|(distance, differences)| apart(distance).is_none_or(|by| differences.contains(&by)));
    if holds {
        for (distance, differences) in (1..).zip(forbidden) {
            differences.remove(&difference(distance));
        }
    }
    holds
}

/// The diagonals as all-different constraints, if the piece rides along them.
fn write_diagonals(forbidden: &mut Forbidden, size: Size, out: &mut dyn Write) -> io::Result<()> {
    if take(forbidden, size, |distance| -distance) {
        writeln!(out, "constraint all_different([q[r] + r | r in 1..rows]); % falling diagonals")?;
    }
    if take(forbidden, size, |distance| distance) {
        writeln!(out, "constraint all_different([q[r] - r | r in 1..rows]); % rising diagonals")?;
    }
    Ok(())
}

/// What remains for rows some distance apart where all small differences are forbidden, as for the
/// amazon: every change along every so-many-th row is large (the catalog's smooth).
fn write_smooth(forbidden: &mut Forbidden, all: &Forbidden, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = Vec::new();
    for (step, (left, all)) in (1..).zip(forbidden.iter_mut().zip(all)) {
        let step: usize = step;
        let most = all.last().copied().unwrap_or_default();
        // The inverse forbids 0.
        let without_gap = (-most..=most).all(|by| by == 0 || all.contains(&by));
        if left.is_empty() || !without_gap || all.first() != Some(&-most) {
            continue;
        }
        left.clear();
        lines.push(if step == 1 {
            format!("constraint smooth(rows - 1, {most}, q);")
        } else {
            format!(
                "constraint forall(s in 1..{step})(let {{\n  \
                 array[int] of var int: part = [q[r] | r in s..rows where (r - s) mod {step} = 0]\n\
                 }} in smooth(length(part) - 1, {most}, part));"
            )
        });
    }
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "% so many changes from one of x to the next are larger than the tolerance")?;
    writeln!(
        out,
        "predicate smooth(var int: changes, int: tolerance, array[int] of var int: x) ="
    )?;
    writeln!(
        out,
        "  changes = count([abs(x[i + 1] - x[i]) > tolerance | i in 1..length(x) - 1], true);"
    )?;
    lines.into_iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// The differences that no other constraint forbids.
fn write_differences(forbidden: &Forbidden, out: &mut dyn Write) -> io::Result<()> {
    if forbidden.iter().all(BTreeSet::is_empty) {
        return Ok(());
    }
    let sets: Vec<String> = forbidden.iter().map(set).collect();
    writeln!(out, "% forbidden[d]: the forbidden differences of columns between rows d apart")?;
    writeln!(out, "array[1..rows - 1] of set of int: forbidden = [")?;
    writeln!(out, "  {}", sets.join(",\n  "))?;
    writeln!(out, "];")?;
    writeln!(out, "constraint forall(i in 1..rows, j in i + 1..rows, d in forbidden[j - i])(")?;
    writeln!(out, "  q[j] - q[i] != d")?;
    writeln!(out, ");")
}

/// Holes, decisions and groups in terms of `q`.
fn write_cells_by_row(problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    let row_and_column = |cell: Cell| (cell.row() + 1, cell.column() + 1);
    for hole in problem.rules().grid().holes().iter() {
        let (row, column) = row_and_column(hole);
        writeln!(out, "constraint q[{row}] != {column}; % {hole} is a hole")?;
    }
    for (cell, value) in problem.decisions().iter() {
        let (row, column) = row_and_column(cell);
        let relation = if value == Value::Placed { "=" } else { "!=" };
        writeln!(out, "constraint q[{row}] {relation} {column}; % {cell}")?;
    }
    let term = |cell: Cell| format!("bool2int(q[{}] = {})", cell.row() + 1, cell.column() + 1);
    write_limit(problem, "r in 1..rows", "weight[r,q[r]]", out)?;
    // `q` has one piece in each row.
    write_groups(problem, |family| family != Family::Rows, term, out)
}

/// For each distance of rows from 1, the forbidden differences of columns.
fn forbidden(problem: &Problem) -> Vec<BTreeSet<i32>> {
    let rules = problem.rules();
    let (rows, columns) = (rules.size().rows(), i32::from(rules.size().columns()));
    let mut forbidden = vec![BTreeSet::new(); usize::from(rows) - 1];
    for offset in rules.exclusions().offsets() {
        let distance = usize::try_from(offset.rows).ok().and_then(|rows| rows.checked_sub(1));
        if let Some(differences) = distance.and_then(|index| forbidden.get_mut(index)) {
            differences.insert(offset.columns);
            // Offsets on a torus are not negative, differences may be.
            if rules.grid().is_torus() && offset.columns > 0 {
                differences.insert(offset.columns - columns);
            }
        }
    }
    forbidden
}

fn set(numbers: &BTreeSet<i32>) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{{{}}}", numbers.join(", "))
}

fn by_cell(problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    let rules = problem.rules();
    let torus = rules.grid().is_torus();
    writeln!(out, "% x[r,c] is 1 where a piece stands, rows from the bottom")?;
    writeln!(out, "array[1..rows, 1..cols] of var 0..1: x;")?;
    // Each pair once: steps upward or to the right. On a torus all steps are such.
    let steps: Vec<String> = (rules.exclusions().offsets().iter())
        .filter(|step| torus || (step.rows, step.columns) > (0, 0))
        .map(|step| format!("{}, {}", step.rows, step.columns))
        .collect();
    if !steps.is_empty() {
        writeln!(out, "% the steps to the cells that a cell excludes: rows, columns")?;
        writeln!(out, "array[1..{}, 1..2] of int: steps =", steps.len())?;
        write_rows(steps, out)?;
        let (row, column) = if torus {
            ("(r + steps[s,1] - 1) mod rows + 1", "(c + steps[s,2] - 1) mod cols + 1")
        } else {
            ("r + steps[s,1]", "c + steps[s,2]")
        };
        writeln!(out, "constraint forall(s in index_set_1of2(steps), r in 1..rows, c in 1..cols")?;
        if torus {
            writeln!(out, ")(")?;
        } else {
            writeln!(out, "  where {row} <= rows /\\ {column} in 1..cols)(")?;
        }
        writeln!(out, "  x[r,c] + x[{row}, {column}] <= 1")?;
        writeln!(out, ");")?;
    }
    let variable = |cell: Cell| format!("x[{},{}]", cell.row() + 1, cell.column() + 1);
    for hole in rules.grid().holes().iter() {
        writeln!(out, "constraint {} = 0; % {hole} is a hole", variable(hole))?;
    }
    for (cell, value) in problem.decisions().iter() {
        let number = u8::from(value == Value::Placed);
        writeln!(out, "constraint {} = {number}; % {cell}", variable(cell))?;
    }
    write_groups(problem, |_| true, variable, out)?;
    write_limit(problem, "r in 1..rows, c in 1..cols", "weight[r,c] * x[r,c]", out)?;
    writeln!(out, "solve satisfy;")?;
    writeln!(out, "output [show2d(x)];")
}

/// The limit of cost, if there is one, as a sum of `term`s.
fn write_limit(
    problem: &Problem,
    indices: &str,
    term: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some((weights, limit)) = problem.rules().limit() else { return Ok(()) };
    writeln!(out, "% what a piece costs in each row, from the bottom, and column")?;
    let rows = weights.cells().chunks(weights.size().columns().into());
    let rows = rows.map(|row| row.iter().join(", "));
    writeln!(out, "array[1..rows, 1..cols] of int: weight =")?;
    write_rows(rows, out)?;
    writeln!(out, "constraint sum({indices})({term}) <= {limit}; % max-cost={limit}")
}

/// The rows of a table, and the end of its statement. In MiniZinc, `[|` and `|]` are one token each.
fn write_rows(rows: impl IntoIterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  [| {}\n  |];", rows.into_iter().join("\n   | "))
}

/// The groups of some families as sums of their cells.
fn write_groups(
    problem: &Problem,
    is_meant: impl Fn(Family) -> bool,
    term: impl Fn(Cell) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    for group in problem.rules().groups_of_families(is_meant) {
        let Bounds { lower, upper } = group.bounds();
        let terms: Vec<String> = group.cells().iter().map(|&cell| term(cell)).collect();
        let sum = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
        let bound = match upper {
            Some(upper) if upper == lower => vec![format!("= {lower}")],
            _ => {
                let least = (lower > 0).then(|| format!(">= {lower}"));
                least.into_iter().chain(upper.map(|upper| format!("<= {upper}"))).collect()
            }
        };
        for bound in bound {
            writeln!(out, "constraint {sum} {bound}; % {}", group.id())?;
        }
    }
    Ok(())
}
