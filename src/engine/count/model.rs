use super::groups::{self, Counted};
use super::position::Position;
use crate::geometry::{Cell, Offset, Size, Symmetry};
use crate::problem::{Problem, Rules, Value};

/// The longest row or column: one bit of a machine word for each of its cells.
pub const MAX_SIDE: u16 = 64;

/// A problem that this engine does not count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsuited {
    /// Several pieces may stand in one row.
    #[error(
        "the engine 'count' needs a piece with the rook move, which the {0} has not; \
         the engine 'bdd' counts it"
    )]
    Piece(String),
    /// Neither rows nor columns are known to hold one piece each.
    #[error(
        "the engine 'count' needs one piece in each row or in each column, as with --rules rows; \
         the engine 'bdd' counts other rules"
    )]
    Rules,
    /// A side is too long.
    #[error(
        "the engine 'count' takes at most {MAX_SIDE} rows and columns, not {0}; \
         the engine 'bdd' may count it under enough decisions"
    )]
    Size(Size),
}

/// A problem with exactly one piece in each *row*: the grid's rows, or its columns where only these
/// must hold one. A cell is a row and a column counted from 0.
pub(super) struct Model {
    pub rows: usize,
    pub columns: usize,
    /// Those groups that need their pieces counted.
    pub groups: Vec<Counted>,
    /// What the decisions leave: the position that the search begins with.
    pub start: Position,
    /// The symmetries of the problem.
    pub symmetries: Vec<Symmetry>,
    size: Size,
    transposed: bool,
    /// By row distance and column, see [`Model::attacked`].
    attacked: Vec<u64>,
}

/// A cell of a model: its row and its column.
pub(super) type Place = (usize, usize);

impl Model {
    /// The model of a problem; `None` if it has no solution for a plain reason.
    pub fn new(problem: &Problem) -> Result<Option<Self>, Unsuited> {
        let rules = problem.rules();
        if !rules.piece().has_rook_move() {
            return Err(Unsuited::Piece(rules.piece().name().to_owned()));
        }
        let size = rules.size();
        // A group without a cell that needs a piece: no solution, whatever the lines are.
        let unfillable =
            rules.groups().iter().any(|group| group.bounds().lower > 0 && group.cells().is_empty());
        let [rows, columns] = rules.required_lines();
        let by_row = unfillable || rows.iter().all(Option::is_some);
        let by_column = columns.iter().all(Option::is_some);
        if !by_row && !by_column {
            return Err(Unsuited::Rules);
        }
        let sides = (usize::from(size.rows()), usize::from(size.columns()));
        let transposed = !by_row;
        let (rows, columns) = if transposed { (sides.1, sides.0) } else { sides };
        // With the rook move a column holds at most one piece.
        if rows > columns || by_row && by_column && rows < columns {
            return Ok(None);
        }
        if columns > usize::from(MAX_SIDE) {
            return Err(Unsuited::Size(size));
        }
        let mut model = Self {
            rows,
            columns,
            groups: Vec::new(),
            start: Position::default(),
            symmetries: problem.symmetries(),
            size,
            transposed,
            attacked: attack_table(rules, transposed, rows, columns),
        };
        let Some(start) = model.start(problem) else {
            return Ok(None);
        };
        model.start = start;
        let Some(groups) = groups::counted(&model, rules) else {
            return Ok(None);
        };
        model.groups = groups;
        Ok(Some(model))
    }

    /// The position after the decisions; `None` if they clash or close a row.
    fn start(&self, problem: &Problem) -> Option<Position> {
        let mut free = vec![0; self.rows];
        for cell in problem.rules().grid().standing() {
            if problem.decisions().get(cell) != Some(Value::Excluded) {
                let (row, column) = self.place(cell);
                free[row] |= 1 << column;
            }
        }
        let mut start = Position::new(free);
        for cell in problem.decisions().cells(Value::Placed) {
            let (row, column) = self.place(cell);
            if !start.is_free(row, column) {
                return None;
            }
            start.place(self, row, column);
        }
        start.is_open().then_some(start)
    }

    /// The columns of row `to` that a piece in row `from` and `column` excludes.
    pub fn attacked(&self, from: usize, to: usize, column: usize) -> u64 {
        self.attacked[(to + self.rows - 1 - from) * self.columns + column]
    }

    /// The place of a cell, and the other way round.
    pub fn place(&self, cell: Cell) -> Place {
        let (row, column) = (cell.row().into(), cell.column().into());
        if self.transposed { (column, row) } else { (row, column) }
    }

    pub fn cell(&self, (row, column): Place) -> Cell {
        let (row, column) = (row as u16, column as u16);
        if self.transposed { Cell::new(column, row) } else { Cell::new(row, column) }
    }

    /// Where a symmetry takes a place.
    pub fn image(&self, symmetry: Symmetry, place: Place) -> Place {
        self.place(symmetry.map(self.cell(place), self.size))
    }
}

fn attack_table(rules: &Rules, transposed: bool, rows: usize, columns: usize) -> Vec<u64> {
    let mut table = vec![0; (2 * rows - 1) * columns];
    let torus = rules.grid().is_torus();
    let side = |length: usize| i32::try_from(length).unwrap_or(i32::MAX);
    for &Offset { rows: up, columns: right } in rules.attacks().offsets() {
        let (up, right) = if transposed { (right, up) } else { (up, right) };
        // On a torus the same step leads upward and, the other way around, downward.
        let around = (torus && up > 0).then_some(up - side(rows));
        for distance in std::iter::once(up).chain(around) {
            let Some(distance) = (rows - 1).checked_add_signed(distance as isize) else {
                continue;
            };
            for column in 0..columns {
                let to = column.checked_add_signed(right as isize);
                let to = if torus { to.map(|to| to % columns) } else { to };
                if let Some(to) = to.filter(|&to| to < columns) {
                    table[distance * columns + column] |= 1 << to;
                }
            }
        }
    }
    table
}
