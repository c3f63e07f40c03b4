use std::collections::BTreeSet;
use std::io::{self, Write};

use itertools::Itertools;
use strum::IntoStaticStr;

use super::error::{Exported, UnsuitableModel};
use super::title::title;
use engine::verify::{Checker, Verdict};
use geometry::{Cell, CellSet, Size};
use problem::{Bounds, Family, Problem, Value};

/// The form of a MiniZinc model of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum MinizincModel {
    /// The finite-domain model of the literature. `q[r]` is the column of the piece in row `r`. For
    /// rows `j - i` apart, `q[j] - q[i]` must not be one of the forbidden differences.
    Rows,
    /// The model of the Global Constraint Catalog: like `Rows`, but with the constraint `smooth` for rows between
    /// which the column must change by more than a number, as for amazons.
    Catalogue,
    /// The model `Rows` with additional variables `c[k]`, the row of the piece in column `k`, and with
    /// the search of the Global Constraint Catalog: the next row or column is the one with the fewest
    /// values.
    Dual,
    /// A 0/1 model: `x[r,c]` is 1 if a piece stands on the cell.
    Cells,
}

/// Writes a problem as a MiniZinc model. Rows are counted from the bottom and columns from the left,
/// from 1. The default model is [`MinizincModel::Rows`] if the problem has exactly one piece in each
/// row, else [`MinizincModel::Cells`].
///
/// # Errors
/// When the model does not suit the problem, or writing fails.
pub fn minizinc(problem: &Problem, model: Option<MinizincModel>, out: &mut dyn Write) -> Exported {
    let (size, by_rows) = (problem.rules().size(), has_one_in_each_row(problem));
    let usual = if by_rows { MinizincModel::Rows } else { MinizincModel::Cells };
    let model = model.unwrap_or(usual);
    if model != MinizincModel::Cells && !by_rows {
        return Err(UnsuitableModel::Rows(model.into()).into());
    }
    if model == MinizincModel::Dual && size.rows() != size.columns() {
        return Err(UnsuitableModel::Columns.into());
    }
    let (rows, columns) = (size.rows(), size.columns());
    writeln!(out, "% {}\nint: rows = {rows};\nint: cols = {columns};", title(problem))?;
    let written = match model {
        MinizincModel::Rows | MinizincModel::Catalogue | MinizincModel::Dual => {
            write_row_model(problem, model, out)
        }
        MinizincModel::Cells => write_cell_model(problem, out),
    };
    Ok(written?)
}

/// True if the requirements and the rook move imply exactly one piece in each row.
fn has_one_in_each_row(problem: &Problem) -> bool {
    let rules = problem.rules();
    let rows_with_cells = rules.grid().standing_cells().map(Cell::row).dedup().count();
    let needs_one = |bounds: Bounds| bounds.lower > 0 && bounds.contains(1);
    rules.at_most_one_in_line()
        && rules.bounds_of(Family::Rows).is_some_and(needs_one)
        && rows_with_cells == usize::from(rules.size().rows())
}

/// The start of the models with a variable for each row.
const ROW_MODEL_VARIABLES: &str = "\
% q[r] is the column of the piece in row r, rows from the bottom
array[1..rows] of var 1..cols: q;";

/// The additional variables of the model `Dual`.
const DUAL_MODEL_VARIABLES: &str = "\
% c[k] is the row of the piece in column k
array[1..cols] of var 1..rows: c;
include \"inverse.mzn\";
constraint inverse(q, c);";

fn write_row_model(problem: &Problem, model: MinizincModel, out: &mut dyn Write) -> io::Result<()> {
    let is_dual = model == MinizincModel::Dual;
    let (size, torus) = (problem.rules().size(), problem.rules().grid().is_torus());
    let mut forbidden = forbidden(problem);
    writeln!(out, "{ROW_MODEL_VARIABLES}")?;
    if is_dual {
        writeln!(out, "{DUAL_MODEL_VARIABLES}")?;
        // The constraint `inverse` already implies that columns differ.
        for differences in &mut forbidden {
            differences.remove(&0);
        }
    }
    if !torus {
        let all = forbidden.clone();
        writeln!(out, "include \"all_different.mzn\";")?;
        for (sign, keys, name) in [
            (0, "q", "columns"),
            (-1, "[q[r] + r | r in 1..rows]", "falling diagonals"),
            (1, "[q[r] - r | r in 1..rows]", "rising diagonals"),
        ] {
            if (sign, is_dual) != (0, true)
                && remove_differences(&mut forbidden, size, |distance| sign * distance)
            {
                writeln!(out, "constraint all_different({keys}); % {name}")?;
            }
        }
        let distances = remove_small_differences(&mut forbidden, &all);
        write_distances(distances, model != MinizincModel::Rows, out)?;
    }
    write_differences(&forbidden, out)?;
    write_cells(problem, out, |cell, is_placed| {
        let relation = if is_placed { "=" } else { "!=" };
        format!("q[{}] {relation} {}", cell.row() + 1, cell.column() + 1)
    })?;
    write_limit(problem, "r in 1..rows", "weight[r,q[r]]", out)?;
    let term = |cell: Cell| format!("bool2int(q[{}] = {})", cell.row() + 1, cell.column() + 1);
    // `q` has one piece in each row.
    write_groups(problem, |family| family != Family::Rows, term, out)?;
    let search = if is_dual { " :: int_search(q ++ c, first_fail, indomain_min)" } else { "" };
    writeln!(out, "solve{search} satisfy;\noutput [show(q)];")
}

/// The forbidden differences of columns, for rows 1, 2, … apart.
type Forbidden = [BTreeSet<i32>];

/// Removes the differences that an all-different constraint excludes, one for each distance of rows.
/// `difference` returns it for a distance. If one of these differences is allowed, removes none and
/// returns false.
fn remove_differences(
    forbidden: &mut Forbidden,
    size: Size,
    difference: impl Fn(i32) -> i32,
) -> bool {
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

/// The definition of the catalog's constraint `smooth`.
const SMOOTH: &str = "\
% so many changes from one of x to the next are larger than the tolerance
predicate smooth(var int: changes, int: tolerance, array[int] of var int: x) =
  changes = count([abs(x[i + 1] - x[i]) > tolerance | i in 1..length(x) - 1], true);";

/// The distances of rows at which all differences of columns up to a number are forbidden, each with this number.
/// Removes these differences. `all` are the differences before any were removed.
fn remove_small_differences(forbidden: &mut Forbidden, all: &Forbidden) -> Vec<(usize, i32)> {
    let mut distances = Vec::new();
    for (step, (left, all)) in (1_usize..).zip(forbidden.iter_mut().zip(all)) {
        let most = all.last().copied().unwrap_or_default();
        // A separate constraint excludes 0.
        let without_gap = (-most..=most).all(|by| by == 0 || all.contains(&by));
        if !left.is_empty() && without_gap && all.first() == Some(&-most) {
            left.clear();
            distances.push((step, most));
        }
    }
    distances
}

/// Writes that the columns of rows at the given distances differ by more than a number: by `smooth` constraints,
/// whose changes are all large, or in plain terms.
fn write_distances(
    distances: Vec<(usize, i32)>,
    is_smooth: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if is_smooth && !distances.is_empty() {
        writeln!(out, "{SMOOTH}")?;
    }
    for (step, most) in distances {
        if !is_smooth {
            writeln!(
                out,
                "constraint forall(r in 1..rows - {step})(abs(q[r + {step}] - q[r]) > {most});"
            )?;
        } else if step == 1 {
            writeln!(out, "constraint smooth(rows - 1, {most}, q);")?;
        } else {
            for first in 1..=step {
                let rows = format!("r in {first}..rows where (r - {first}) mod {step} = 0");
                let changes = format!("(rows - {first}) div {step}");
                writeln!(out, "constraint smooth({changes}, {most}, [q[r] | {rows}]);")?;
            }
        }
    }
    Ok(())
}

/// Writes the constraints of [`MinizincModel::Catalogue`] for a solution, one on each line, with the values of the
/// solution in place of the variables: `smooth(9, 2, [1,4,7,10,2,5,8,3,6,9])`. If there are as many rows as columns, the
/// last constraint is `inverse`, of the columns by row and the rows by column. Groups and costs are left out.
///
/// # Errors
/// When the model does not suit the problem, the placed pieces are no solution, or writing fails.
pub fn ground_catalogue(problem: &Problem, out: &mut dyn Write) -> Exported {
    let (rules, size) = (problem.rules(), problem.rules().size());
    if !has_one_in_each_row(problem) {
        return Err(UnsuitableModel::Rows(MinizincModel::Catalogue.into()).into());
    }
    let pieces = CellSet::from_cells(size, problem.decisions().cells(Value::Placed));
    if let Verdict::Refuted(why) = Checker::new(rules).solution(problem, &pieces) {
        return Err(UnsuitableModel::Unsolved(why).into());
    }
    let number = |index: u16| i32::from(index) + 1;
    let columns: Vec<i32> = pieces.iter().map(|cell| number(cell.column())).collect();
    let mut forbidden = forbidden(problem);
    if !rules.grid().is_torus() {
        let all = forbidden.clone();
        for sign in [0, -1, 1] {
            if remove_differences(&mut forbidden, size, |distance| sign * distance) {
                let keys = (1..).zip(&columns).map(|(row, column)| column - sign * row);
                writeln!(out, "alldifferent([{}])", keys.format(","))?;
            }
        }
        for (step, most) in remove_small_differences(&mut forbidden, &all) {
            for first in 0..step {
                let part: Vec<_> = columns.iter().skip(first).step_by(step).collect();
                let (changes, part) = (part.len() - 1, part.iter().format(","));
                writeln!(out, "smooth({changes}, {most}, [{part}])")?;
            }
        }
    }
    for (distance, differences) in (1..).zip(&forbidden) {
        for (first, second) in columns.iter().zip(columns.iter().skip(distance)) {
            for difference in differences {
                writeln!(out, "{second} - {first} != {difference}")?;
            }
        }
    }
    if size.rows() == size.columns() {
        let by_column = pieces.iter().sorted_by_key(|cell| cell.column());
        let rows = by_column.map(|cell| number(cell.row())).join(",");
        writeln!(out, "inverse([{}], [{rows}])", columns.iter().format(","))?;
    }
    Ok(())
}

/// Writes constraints against the differences that no other constraint excludes.
fn write_differences(forbidden: &Forbidden, out: &mut dyn Write) -> io::Result<()> {
    if forbidden.iter().all(BTreeSet::is_empty) {
        return Ok(());
    }
    writeln!(
        out,
        "% forbidden[d]: the forbidden differences of columns between rows d apart
array[1..rows - 1] of set of int: forbidden = [
  {{{}}}
];
constraint forall(i in 1..rows, j in i + 1..rows, d in forbidden[j - i])(
  q[j] - q[i] != d
);",
        forbidden.iter().map(|differences| differences.iter().join(", ")).join("},\n  {")
    )
}

/// Writes constraints for holes and decisions. `constraint` returns the text for a cell with a piece or
/// without.
fn write_cells(
    problem: &Problem,
    out: &mut dyn Write,
    constraint: impl Fn(Cell, bool) -> String,
) -> io::Result<()> {
    for hole in problem.rules().grid().holes().iter() {
        writeln!(out, "constraint {}; % {hole} is a hole", constraint(hole, false))?;
    }
    for (cell, value) in problem.decisions().iter() {
        writeln!(out, "constraint {}; % {cell}", constraint(cell, value == Value::Placed))?;
    }
    Ok(())
}

/// For each distance of rows from 1 on, the forbidden differences of columns.
fn forbidden(problem: &Problem) -> Vec<BTreeSet<i32>> {
    let rules = problem.rules();
    let (rows, columns) = (rules.size().rows(), i32::from(rules.size().columns()));
    let mut forbidden = vec![BTreeSet::new(); usize::from(rows) - 1];
    for offset in rules.exclusions().offsets() {
        let distance = usize::try_from(offset.rows).ok().and_then(|rows| rows.checked_sub(1));
        if let Some(differences) = distance.and_then(|index| forbidden.get_mut(index)) {
            differences.insert(offset.columns);
            // On a torus, offsets are not negative, but differences may be.
            if rules.grid().is_torus() && offset.columns > 0 {
                differences.insert(offset.columns - columns);
            }
        }
    }
    forbidden
}

/// The start of the model with one 0/1 variable for each cell.
const CELL_MODEL_VARIABLES: &str = "\
% x[r,c] is 1 where a piece stands, rows from the bottom
array[1..rows, 1..cols] of var 0..1: x;";

fn write_cell_model(problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    let rules = problem.rules();
    let torus = rules.grid().is_torus();
    writeln!(out, "{CELL_MODEL_VARIABLES}")?;
    // Each pair is written once, as a step upward or to the right. On a torus, all steps have this
    // form.
    let steps: Vec<String> = (rules.exclusions().offsets().iter())
        .filter(|step| torus || (step.rows, step.columns) > (0, 0))
        .map(|step| format!("{}, {}", step.rows, step.columns))
        .collect();
    if !steps.is_empty() {
        writeln!(out, "% the steps to the cells that a cell excludes: rows, columns")?;
        writeln!(out, "array[1..{}, 1..2] of int: steps =", steps.len())?;
        write_rows(steps, out)?;
        let (condition, row, column) = if torus {
            ("", "(r + steps[s,1] - 1) mod rows + 1", "(c + steps[s,2] - 1) mod cols + 1")
        } else {
            let condition = "  where r + steps[s,1] <= rows /\\ c + steps[s,2] in 1..cols";
            (condition, "r + steps[s,1]", "c + steps[s,2]")
        };
        writeln!(
            out,
            "constraint forall(s in index_set_1of2(steps), r in 1..rows, c in 1..cols
{condition})(
  x[r,c] + x[{row}, {column}] <= 1
);"
        )?;
    }
    let variable = |cell: Cell| format!("x[{},{}]", cell.row() + 1, cell.column() + 1);
    write_cells(problem, out, |cell, is_placed| {
        format!("{} = {}", variable(cell), u8::from(is_placed))
    })?;
    write_groups(problem, |_| true, variable, out)?;
    write_limit(problem, "r in 1..rows, c in 1..cols", "weight[r,c] * x[r,c]", out)?;
    writeln!(out, "solve satisfy;\noutput [show2d(x)];")
}

/// Writes the cost limit, if there is one, as a sum of `term` over `indices`.
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

/// Writes the rows of a table and the end of its statement. In MiniZinc, `[|` and `|]` are single
/// tokens.
fn write_rows(rows: impl IntoIterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  [| {}\n  |];", rows.into_iter().join("\n   | "))
}

/// Writes the bounds of groups on the sums of their cells, for the families that satisfy `is_meant`.
fn write_groups(
    problem: &Problem,
    is_meant: impl Fn(Family) -> bool,
    term: impl Fn(Cell) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    for group in problem.rules().groups_of_families(is_meant) {
        let Bounds { lower, upper } = group.bounds();
        let terms = group.cells().iter().map(|&cell| term(cell)).join(" + ");
        let sum = if terms.is_empty() { "0" } else { &terms };
        let is_exact = upper == Some(lower);
        let bounds = [
            is_exact.then(|| format!("= {lower}")),
            (lower > 0 && !is_exact).then(|| format!(">= {lower}")),
            upper.filter(|_| !is_exact).map(|upper| format!("<= {upper}")),
        ];
        for bound in bounds.into_iter().flatten() {
            writeln!(out, "constraint {sum} {bound}; % {}", group.id())?;
        }
    }
    Ok(())
}
