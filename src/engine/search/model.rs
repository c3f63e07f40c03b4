use std::borrow::Cow;

use super::constraint::Constraint;
use super::event::LineDirection;
use super::options::Labeling;
use crate::lists::Lists;
use geometry::{Cell, CellSet, Size};
use problem::{Bounds, Group, GroupId, Problem, Rules, Value};

/// Reason why the search does not suit a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsuited {
    /// Pieces may attack each other.
    #[error(
        "the search engine places one piece in each row, and without the board rule there may be more"
    )]
    BoardRule,
    /// Several pieces may stand in a row.
    #[error(
        "the search engine places pieces that move as a rook, one in each row, and the {0} does not"
    )]
    Piece(String),
    /// The rules require a piece neither in each row nor in each column.
    #[error("the search engine needs rules that want a piece in each row, or in each column")]
    Rules,
}

/// For each distance of two lines, the differences of values that exclude each other.
pub(super) struct ForbiddenDifferences {
    /// At index `d + shift`, the differences for the distance `d`, ascending.
    differences: Lists<i16>,
    /// Maximum distance: the number of lines minus one.
    max_distance: usize,
    /// Maximum number of values of a variable.
    pub width: usize,
    torus: bool,
}

impl ForbiddenDifferences {
    fn new(rules: &Rules, transposed: bool) -> Self {
        let size = rules.size();
        let turn = |rows, columns| if transposed { (columns, rows) } else { (rows, columns) };
        let (lines, width) = turn(i32::from(size.rows()), i32::from(size.columns()));
        let torus = rules.grid().is_torus();
        let mut offsets: Vec<(i32, i16)> = Vec::new();
        for offset in rules.exclusions().offsets() {
            let (line, value) = turn(offset.rows, offset.columns);
            let value = i16::try_from(value).expect("sides are short");
            offsets.push((line, value));
            if torus {
                offsets.push((line - lines, value));
            }
        }
        offsets.retain(|&(line, _)| line != 0 && line.abs() < lines);
        offsets.sort_unstable();
        let shift = usize::try_from(lines - 1).unwrap_or_default();
        let index =
            |&(line, value): &(i32, i16)| (shift.saturating_add_signed(line as isize), value);
        Self {
            differences: Lists::grouped(2 * shift + 1, offsets.iter().map(index)),
            max_distance: shift,
            width: usize::try_from(width).unwrap_or_default(),
            torus,
        }
    }

    /// `F(to - from)`: the differences that the values of two lines must not have.
    #[inline]
    pub(super) fn between(&self, from: u16, to: u16) -> &[i16] {
        self.differences.of(self.max_distance + usize::from(to) - usize::from(from))
    }

    /// The value `value + difference`, modulo the width on a torus; `None` if it is outside the grid.
    #[inline]
    pub(super) fn step(&self, value: usize, difference: i16) -> Option<usize> {
        let mut to = value.wrapping_add_signed(difference.into());
        if self.torus && to >= self.width {
            to -= self.width;
        }
        (to < self.width).then_some(to)
    }

    /// Maximum number of values of one line that a value of another line excludes.
    pub(super) fn max_excluded(&self) -> usize {
        let lists = 0..self.differences.len();
        lists.map(|list| self.differences.of(list).len()).max().unwrap_or_default()
    }
}

/// A problem as variables with values: for each row, the column of its piece.
///
/// If each column must have a piece but not each row, the variables are the columns.
pub struct ColumnModel {
    pub(super) size: Size,
    transposed: bool,
    /// The line of each variable, in ascending order.
    pub(super) lines: Vec<u16>,
    pub(super) domains: Vec<Vec<u16>>,
    pub(super) distances: ForbiddenDifferences,
    pub(super) constraints: Vec<Constraint>,
    /// The constraints of the lines in the other direction that must have a piece.
    pub(super) cross_constraints: Vec<Constraint>,
    pub(super) costs: Option<CostLimit>,
    pub(super) unsatisfiable: bool,
}

/// The cost of each piece, and the limit for all of them.
pub(super) struct CostLimit {
    /// The cost of a piece, by variable and value.
    weights: Vec<Vec<i64>>,
    pub limit: i64,
}

impl CostLimit {
    #[inline]
    pub(super) fn of(&self, variable: usize, value: usize) -> i64 {
        self.weights[variable][value]
    }
}

/// Keys that must differ for all pieces. The key of a piece is its value, shifted by an amount that depends on the
/// line, modulo the number of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShiftedKeys {
    shifts: Vec<u32>,
    number: u32,
}

impl ShiftedKeys {
    /// The keys that are the values themselves.
    pub(super) fn unshifted(lines: usize, width: u32) -> Self {
        Self { shifts: vec![0; lines], number: width }
    }

    #[inline]
    pub(super) fn key(&self, line: u16, value: usize) -> usize {
        ((value as u32 + self.shifts[usize::from(line)]) % self.number) as usize
    }

    pub(super) fn number(&self) -> usize {
        self.number as usize
    }
}

impl ColumnModel {
    /// Checks that [`ColumnModel::new`] has a model, without making it.
    ///
    /// # Errors
    /// The errors of [`ColumnModel::new`].
    pub fn check(problem: &Problem) -> Result<(), Unsuited> {
        Self::lines(problem.rules()).map(|_| ())
    }

    /// Like [`orientation`], for rules that the model suits.
    fn lines(rules: &Rules) -> Result<(bool, Vec<Cow<'_, Group>>), Unsuited> {
        if !rules.has_board_rule() {
            return Err(Unsuited::BoardRule);
        }
        if !rules.at_most_one_in_line() {
            return Err(Unsuited::Piece(rules.piece().name().to_owned()));
        }
        orientation(rules).ok_or(Unsuited::Rules)
    }

    /// The model of a problem.
    ///
    /// # Errors
    /// When there is no board rule, when the piece does not move as a rook, or when both a row and a column may stay
    /// empty.
    pub fn new(problem: &Problem) -> Result<Self, Unsuited> {
        let rules = problem.rules();
        let (transposed, across) = Self::lines(rules)?;
        let turn = |row, column| if transposed { (column, row) } else { (row, column) };
        let cell_of = |line, value| {
            let (row, column) = turn(line, value);
            Cell::new(row, column)
        };
        let size = rules.size();
        let (all_lines, width) = turn(size.rows(), size.columns());
        let mut lines = Vec::new();
        let mut domains = Vec::new();
        let mut line_variables = vec![None; all_lines.into()];
        for line in 0..all_lines {
            let is_standing = |&value: &u16| !rules.grid().is_hole(cell_of(line, value));
            let values: Vec<u16> = (0..width).filter(is_standing).collect();
            if !values.is_empty() {
                line_variables[usize::from(line)] = Some(lines.len() as u16);
                lines.push(line);
                domains.push(values);
            }
        }
        let variable_of = |cell: Cell| {
            let (line, value) = turn(cell.row(), cell.column());
            line_variables[usize::from(line)].map(|variable: u16| (variable, value))
        };
        let mut unsatisfiable = false;
        let mut constraints = Vec::new();
        let constraint = |group: &Group, bounds| {
            let cells = group.cells().iter().filter_map(|&cell| variable_of(cell));
            Constraint::new(group.id(), cells.collect(), bounds)
        };
        for group in rules.groups() {
            let constraint = constraint(group, group.bounds());
            match constraint.allow(&domains) {
                Some(true) => {}
                Some(false) => unsatisfiable = true,
                None => constraints.push(constraint),
            }
        }
        let across = across.iter().map(|group| constraint(group, Bounds::AT_LEAST_ONE)).collect();
        for cell in problem.decisions().cells(Value::Placed) {
            let Some((variable, value)) = variable_of(cell) else { continue };
            domains[usize::from(variable)].retain(|&other| other == value);
        }
        // A set makes lookups fast: the number of exclusions may be the number of cells.
        let excluded = CellSet::from_cells(size, problem.decisions().cells(Value::Excluded));
        for (&line, values) in lines.iter().zip(&mut domains) {
            values.retain(|&value| !excluded.contains(cell_of(line, value)));
        }
        unsatisfiable |= domains.iter().any(Vec::is_empty);
        let costs = rules.limit().map(|(weights, limit)| {
            let line_values =
                |&line: &u16| (0..width).map(|value| weights.of(cell_of(line, value))).collect();
            CostLimit { weights: lines.iter().map(line_values).collect(), limit }
        });
        Ok(Self {
            size,
            transposed,
            lines,
            domains,
            distances: ForbiddenDifferences::new(rules, transposed),
            constraints,
            cross_constraints: across,
            costs,
            unsatisfiable,
        })
    }

    /// The counting constraints of a search with this labeling.
    pub(super) fn constraints(&self, labeling: Labeling) -> impl Iterator<Item = &Constraint> {
        let across = self.cross_constraints.iter().filter(move |_| labeling == Labeling::Dual);
        across.chain(&self.constraints)
    }

    /// True if the variables are columns and the values are rows.
    pub fn is_by_column(&self) -> bool {
        self.transposed
    }

    /// The row or column of a variable.
    pub(super) fn group(&self, variable: usize) -> GroupId {
        let line = self.lines[variable];
        if self.transposed { GroupId::Column(line) } else { GroupId::Row(line) }
    }

    /// The cell of a variable and value.
    #[inline]
    pub(super) fn cell(&self, variable: usize, value: usize) -> Cell {
        let (line, value) = (self.lines[variable], value as u16);
        if self.transposed { Cell::new(value, line) } else { Cell::new(line, value) }
    }
}

/// True if the variables are columns, and the groups of the lines in the other direction that must have a piece. `None`
/// if both a row and a column may stay empty.
fn orientation(rules: &Rules) -> Option<(bool, Vec<Cow<'_, Group>>)> {
    let [rows, columns] = rules.required_lines();
    let all = |lines: &[Option<_>], line_number: fn(Cell) -> u16| {
        let standing =
            |line| rules.grid().standing_cells().any(|cell| usize::from(line_number(cell)) == line);
        (lines.iter().enumerate()).all(|(line, group)| group.is_some() || !standing(line))
    };
    let found = |lines: Vec<Option<_>>| lines.into_iter().flatten().collect();
    if all(&rows, Cell::row) {
        Some((false, found(columns)))
    } else {
        all(&columns, Cell::column).then(|| (true, found(rows)))
    }
}

/// The all-different constraints that follow from the differences: one for the values, and one for each direction of
/// diagonals along which the piece rides. On a torus, diagonals are numbered modulo the greatest common divisor of the
/// sides.
pub(super) fn keys(model: &ColumnModel) -> Vec<(LineDirection, ShiftedKeys)> {
    let distances = &model.distances;
    let (lines, width) = (distances.max_distance as u16 + 1, distances.width as u16);
    let number = if distances.torus {
        greatest_common_divisor(lines.into(), width.into())
    } else {
        u32::from(lines) + u32::from(width) - 1
    };
    // Without a torus, keys ascend with values.
    let up = (0..u32::from(lines)).map(|line| line % number).collect();
    let down = (0..u32::from(lines)).rev().map(|line| line % number).collect();
    let across = if model.transposed { LineDirection::Rows } else { LineDirection::Columns };
    let straight = (across, ShiftedKeys::unshifted(lines.into(), width.into()));
    let diagonals = [(LineDirection::Falling, up), (LineDirection::Rising, down)]
        .map(|(direction, shifts)| (direction, ShiftedKeys { shifts, number }));
    // Two values have the same key if the difference of the values is minus the difference of their lines' shifts.
    let follows = |(_, keys): &(LineDirection, ShiftedKeys)| {
        (1..lines).all(|line| {
            let forbidden = distances.between(0, line);
            let shift = i64::from(keys.shifts[usize::from(line)]) - i64::from(keys.shifts[0]);
            let first = if distances.torus { 0 } else { 1 - i16::try_from(width).unwrap_or(0) };
            (first..i16::try_from(width).unwrap_or(0)).all(|step| {
                (shift + i64::from(step)).rem_euclid(keys.number.into()) != 0
                    || forbidden.contains(&step)
            })
        })
    };
    [straight].into_iter().chain(diagonals).filter(follows).collect()
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
