use std::borrow::Cow;

use super::constraint::{self, Constraint};
use crate::geometry::{Cell, CellSet, Size};
use crate::problem::{Group, Problem, Rules, Value};

/// A problem that this search has no variables for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsuited {
    /// Several pieces may stand in a row.
    #[error(
        "the search engine places pieces that move as a rook, one in each row, and the {0} does not"
    )]
    Piece(String),
    /// Some row and some column may stay empty.
    #[error("the search engine needs rules that want a piece in each row, or in each column")]
    Rules,
}

/// The values of a variable that excludes each value of another, as differences, for each distance
/// of two lines.
pub(super) struct Distances {
    /// Where the differences of distance `d` begin, at `d + lines - 1`.
    starts: Vec<u32>,
    differences: Vec<i16>,
    /// Distances are counted from minus this.
    shift: usize,
    places: usize,
    torus: bool,
}

impl Distances {
    fn new(rules: &Rules, transposed: bool) -> Self {
        let size = rules.size();
        let turn = |rows, columns| if transposed { (columns, rows) } else { (rows, columns) };
        let (lines, places) = turn(i32::from(size.rows()), i32::from(size.columns()));
        let torus = rules.grid().is_torus();
        let mut offsets: Vec<(i32, i16)> = Vec::new();
        for offset in rules.attacks().offsets() {
            let (line, place) = turn(offset.rows, offset.columns);
            let place = i16::try_from(place).expect("sides are short");
            offsets.push((line, place));
            if torus {
                offsets.push((line - lines, place));
            }
        }
        offsets.retain(|&(line, _)| line != 0 && line.abs() < lines);
        offsets.sort_unstable();
        let starts = (1 - lines..=lines)
            .map(|distance| offsets.partition_point(|&(line, _)| line < distance) as u32);
        Self {
            starts: starts.collect(),
            differences: offsets.iter().map(|&(_, place)| place).collect(),
            shift: usize::try_from(lines - 1).unwrap_or_default(),
            places: usize::try_from(places).unwrap_or_default(),
            torus,
        }
    }

    /// F(to - from): by how much values of two lines must not differ.
    #[inline]
    pub fn between(&self, from: u16, to: u16) -> &[i16] {
        let place = self.shift + usize::from(to) - usize::from(from);
        &self.differences[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// The value that differs from `value` by this much, if there is one.
    #[inline]
    pub fn step(&self, value: usize, difference: i16) -> Option<usize> {
        let mut to = value.wrapping_add_signed(difference.into());
        if self.torus && to >= self.places {
            to -= self.places;
        }
        (to < self.places).then_some(to)
    }

    /// The most values that one value excludes.
    pub fn most(&self) -> usize {
        self.starts.windows(2).map(|pair| (pair[1] - pair[0]) as usize).max().unwrap_or_default()
    }
}

/// A problem as variables: the column of the piece in each row.
///
/// Where the rules want a piece in each column but not in each row, rows and columns change places.
pub struct Model {
    size: Size,
    transposed: bool,
    /// The line of each variable, in ascending order.
    lines: Vec<u16>,
    domains: Vec<Vec<u16>>,
    distances: Distances,
    constraints: Vec<Constraint>,
    /// The lines across that must hold a piece.
    across: Vec<Constraint>,
    unsatisfiable: bool,
}

/// Pieces must differ in a key: their place, moved by what their line says, modulo the number of
/// keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Keys {
    shifts: Vec<u32>,
    number: u32,
}

impl Keys {
    #[inline]
    pub fn key(&self, line: u16, place: usize) -> usize {
        ((place as u32 + self.shifts[usize::from(line)]) % self.number) as usize
    }

    pub fn number(&self) -> usize {
        self.number as usize
    }
}

impl Model {
    /// The variables of a problem.
    ///
    /// # Errors
    /// When the piece has not the rook move, or the rules may leave a row and a column empty.
    pub fn new(problem: &Problem) -> Result<Self, Unsuited> {
        let rules = problem.rules();
        if !rules.piece().has_rook_move() {
            return Err(Unsuited::Piece(rules.piece().name().to_owned()));
        }
        let (transposed, across) = orientation(rules).ok_or(Unsuited::Rules)?;
        let turn = |row, column| if transposed { (column, row) } else { (row, column) };
        let size = rules.size();
        let (all_lines, places) = turn(size.rows(), size.columns());
        let mut lines = Vec::new();
        let mut domains = Vec::new();
        let mut line_variables = vec![None; all_lines.into()];
        for line in 0..all_lines {
            let values: Vec<u16> = (0..places)
                .filter(|&place| {
                    let (row, column) = turn(line, place);
                    !rules.grid().is_hole(Cell::new(row, column))
                })
                .collect();
            if !values.is_empty() {
                line_variables[usize::from(line)] = Some(lines.len() as u16);
                lines.push(line);
                domains.push(values);
            }
        }
        let variable_of = |cell: Cell| {
            let (line, place) = turn(cell.row(), cell.column());
            line_variables[usize::from(line)].map(|variable: u16| (variable, place))
        };
        let mut unsatisfiable = false;
        let mut constraints = Vec::new();
        for group in rules.groups() {
            let cells = group.cells().iter().filter_map(|&cell| variable_of(cell)).collect();
            match Constraint::simplify(cells, group.bounds(), &domains) {
                constraint::Simplified::Holds => {}
                constraint::Simplified::Fails => unsatisfiable = true,
                constraint::Simplified::Needed(constraint) => constraints.push(constraint),
            }
        }
        let across = across.iter().map(|group| {
            let cells = group.cells().iter().filter_map(|&cell| variable_of(cell)).collect();
            Constraint::at_least_one(cells)
        });
        let across = across.collect();
        for cell in problem.decisions().cells(Value::Placed) {
            let Some((variable, place)) = variable_of(cell) else { continue };
            domains[usize::from(variable)].retain(|&other| other == place);
        }
        // All at once: there may be as many as cells.
        let excluded = CellSet::from_cells(size, problem.decisions().cells(Value::Excluded));
        for (&line, values) in lines.iter().zip(&mut domains) {
            values.retain(|&place| {
                let (row, column) = turn(line, place);
                !excluded.contains(Cell::new(row, column))
            });
        }
        unsatisfiable |= domains.iter().any(Vec::is_empty);
        let distances = Distances::new(rules, transposed);
        Ok(Self { size, transposed, lines, domains, distances, constraints, across, unsatisfiable })
    }

    /// Is each variable a column, its value the row of the piece?
    #[must_use]
    pub fn is_by_column(&self) -> bool {
        self.transposed
    }

    /// The cell where a variable has a value.
    #[inline]
    pub(super) fn cell(&self, variable: usize, value: usize) -> Cell {
        let (line, place) = (self.lines[variable], value as u16);
        if self.transposed { Cell::new(place, line) } else { Cell::new(line, place) }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// The number of values a variable may have at most.
    pub(super) fn places(&self) -> usize {
        self.distances.places
    }

    #[inline]
    pub(super) fn lines(&self) -> &[u16] {
        &self.lines
    }

    pub(super) fn domains(&self) -> &[Vec<u16>] {
        &self.domains
    }

    #[inline]
    pub(super) fn distances(&self) -> &Distances {
        &self.distances
    }

    pub(super) fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    pub(super) fn across(&self) -> &[Constraint] {
        &self.across
    }

    /// All-different constraints that hold.
    pub(super) fn keys(&self) -> Vec<Keys> {
        keys(&self.distances)
    }

    pub(super) fn is_unsatisfiable(&self) -> bool {
        self.unsatisfiable
    }
}

/// Whether columns are the variables, and the groups of lines across that hold a piece each; `None`
/// where neither rows nor columns all do.
fn orientation(rules: &Rules) -> Option<(bool, Vec<Cow<'_, Group>>)> {
    let [rows, columns] = rules.required_lines();
    let all = |lines: &[Option<_>], line_number: fn(Cell) -> u16| {
        let standing =
            |line| rules.grid().standing().any(|cell| usize::from(line_number(cell)) == line);
        (lines.iter().enumerate()).all(|(line, group)| group.is_some() || !standing(line))
    };
    let found = |lines: Vec<Option<_>>| lines.into_iter().flatten().collect();
    if all(&rows, Cell::row) {
        Some((false, found(columns)))
    } else {
        all(&columns, Cell::column).then(|| (true, found(rows)))
    }
}

/// The all-different constraints that follow from the distances: of places, and of both diagonals
/// where the piece rides along them. On a torus diagonals go round modulo the greatest common
/// divisor of its sides.
fn keys(distances: &Distances) -> Vec<Keys> {
    let (lines, places) = (distances.shift as u16 + 1, distances.places as u16);
    let number = if distances.torus {
        greatest_common_divisor(lines.into(), places.into())
    } else {
        u32::from(lines) + u32::from(places) - 1
    };
    let up = (0..u32::from(lines)).map(|line| line % number).collect();
    let down = (0..u32::from(lines)).map(|line| (number - line % number) % number).collect();
    let straight = Keys { shifts: vec![0; lines.into()], number: places.into() };
    let diagonals = [up, down].map(|shifts| Keys { shifts, number });
    // Places of two lines have the same key if they differ by what their shifts do, the other way.
    let follows = |keys: &Keys| {
        (1..lines).all(|line| {
            let forbidden = distances.between(0, line);
            let shift = i64::from(keys.shifts[usize::from(line)]);
            let first = if distances.torus { 0 } else { 1 - i16::try_from(places).unwrap_or(0) };
            (first..i16::try_from(places).unwrap_or(0)).all(|step| {
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
