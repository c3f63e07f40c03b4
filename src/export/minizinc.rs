use std::collections::BTreeSet;
use std::io::{self, Write};

use super::title;
use crate::geometry::Cell;
use crate::problem::{Bounds, Family, Problem, Value};

/// Writes a problem as a MiniZinc model.
///
/// A problem with exactly one piece in each row becomes the finite-domain model of the literature: `q[r]`
/// is the column of the piece in row `r`, and `q[j] - q[i]` is none of the differences forbidden for
/// rows `j - i` apart. All other problems become a 0-1 variable `x[r,c]` for each cell and linear
/// constraints. Rows are counted from the bottom, columns from the left, from 1.
///
/// # Errors
/// When it cannot be written.
pub fn minizinc(problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "% {}", title(problem))?;
    let size = problem.rules().size();
    writeln!(out, "int: rows = {};", size.rows())?;
    writeln!(out, "int: cols = {};", size.columns())?;
    if has_one_in_each_row(problem) { by_row(problem, out) } else { by_cell(problem, out) }
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
    rules.piece().has_rook_move()
        && rows().any(|bounds| bounds.lower > 0)
        && rows().all(|bounds| bounds.hold(1))
        && has_cells.into_iter().all(|has| has)
}

fn by_row(problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    let rules = problem.rules();
    let mut forbidden = forbidden(problem);
    let columns = i32::from(rules.size().columns());
    writeln!(out, "% q[r] is the column of the piece in row r, rows from the bottom")?;
    writeln!(out, "array[1..rows] of var 1..cols: q;")?;
    let mut take = |out: &mut dyn Write, name: &str, key: &str, shift: fn(i32) -> i32| {
        let apart = |distance: i32| Some(shift(distance)).filter(|by| by.abs() < columns);
        let holds = (1..).zip(&forbidden).all(|(distance, differences)| {
            apart(distance).is_none_or(|by| differences.contains(&by))
        });
        if holds {
            for (distance, differences) in (1..).zip(&mut forbidden) {
                differences.remove(&shift(distance));
            }
            writeln!(out, "constraint all_different({key}); % {name}")?;
        }
        io::Result::Ok(())
    };
    let torus = rules.grid().is_torus();
    if !torus {
        writeln!(out, "include \"all_different.mzn\";")?;
        take(out, "columns", "q", |_| 0)?;
        take(out, "falling diagonals", "[q[r] + r | r in 1..rows]", |distance| -distance)?;
        take(out, "rising diagonals", "[q[r] - r | r in 1..rows]", |distance| distance)?;
    }
    if forbidden.iter().any(|differences| !differences.is_empty()) {
        let sets: Vec<String> = forbidden.iter().map(set).collect();
        writeln!(out, "% forbidden[d]: the forbidden differences of columns between rows d apart")?;
        writeln!(out, "array[1..rows - 1] of set of int: forbidden = [")?;
        writeln!(out, "  {}", sets.join(",\n  "))?;
        writeln!(out, "];")?;
        writeln!(out, "constraint forall(i in 1..rows, j in i + 1..rows, d in forbidden[j - i])(")?;
        writeln!(out, "  q[j] - q[i] != d")?;
        writeln!(out, ");")?;
    }
    let row_and_column = |cell: Cell| (cell.row() + 1, cell.column() + 1);
    for hole in rules.grid().holes().iter() {
        let (row, column) = row_and_column(hole);
        writeln!(out, "constraint q[{row}] != {column}; % {hole} is a hole")?;
    }
    for (cell, value) in problem.decisions().iter() {
        let (row, column) = row_and_column(cell);
        let relation = if value == Value::Placed { "=" } else { "!=" };
        writeln!(out, "constraint q[{row}] {relation} {column}; % {cell}")?;
    }
    let term = |cell: Cell| format!("bool2int(q[{}] = {})", cell.row() + 1, cell.column() + 1);
    write_groups(problem, &[Family::Columns, Family::Regions, Family::Pieces], term, out)?;
    writeln!(out, "solve satisfy;")?;
    writeln!(out, "output [show(q)];")
}

/// For each distance of rows from 1, the forbidden differences of columns.
fn forbidden(problem: &Problem) -> Vec<BTreeSet<i32>> {
    let rules = problem.rules();
    let (rows, columns) = (rules.size().rows(), i32::from(rules.size().columns()));
    let mut forbidden = vec![BTreeSet::new(); usize::from(rows) - 1];
    for offset in rules.attacks().offsets() {
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
    let steps: Vec<String> = (rules.attacks().offsets().iter())
        .filter(|step| torus || (step.rows, step.columns) > (0, 0))
        .map(|step| format!("| {}, {}", step.rows, step.columns))
        .collect();
    if !steps.is_empty() {
        writeln!(out, "% the steps to the cells that a cell excludes: rows, columns")?;
        writeln!(out, "array[1..{}, 1..2] of int: steps =", steps.len())?;
        writeln!(out, "  [{}\n  |];", steps.join("\n   "))?;
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
    let all = [Family::Rows, Family::Columns, Family::Regions, Family::Pieces];
    write_groups(problem, &all, variable, out)?;
    writeln!(out, "solve satisfy;")?;
    writeln!(out, "output [show2d(x)];")
}

/// The groups of some families as sums of their cells.
fn write_groups(
    problem: &Problem,
    families: &[Family],
    term: impl Fn(Cell) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    for group in problem.rules().groups_in(families) {
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
            writeln!(out, "constraint {sum} {bound}; % {}", group.name())?;
        }
    }
    Ok(())
}
