use std::convert::Infallible;

use super::groups::{self, BoundedGroup};
use super::position::Position;
use crate::row_grid::{RowGrid, sides};
use geometry::{Size, Symmetry};
use problem::{Problem, Value};

/// Maximum number of rows and of columns: one bit of a machine word for each cell of a row.
const MAX_SIDE: u16 = 64;

/// Reason why this engine does not count a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsuited {
    /// Pieces may attack each other.
    #[error(
        "the engine 'count' places one piece in each row, and without the board rule there may be \
         more; the engine 'bdd' counts them"
    )]
    BoardRule,
    /// Several pieces may stand in one row.
    #[error(
        "the engine 'count' needs a piece with the rook move, which the {0} has not; \
         the engine 'bdd' counts it"
    )]
    Piece(String),
    /// The rules do not ensure one piece in each row, nor one piece in each column.
    #[error(
        "the engine 'count' needs one piece in each row or in each column, as with --rules rows; \
         the engine 'bdd' counts other rules"
    )]
    Rules,
    /// The cost is limited, and this engine adds up no costs.
    #[error("the engine 'count' keeps no limit of cost; the engine 'bdd' does")]
    Limit,
    /// A side is too long.
    #[error(
        "the engine 'count' takes at most {MAX_SIDE} rows and columns, not {0}; \
         the engine 'bdd' may count it under enough decisions"
    )]
    Size(Size),
}

/// A problem with exactly one piece in each row of a [`RowGrid`].
pub(super) struct RowModel {
    pub grid: RowGrid,
    /// The groups whose pieces the search must count.
    pub groups: Vec<BoundedGroup>,
    /// The position after the decisions.
    pub start: Position,
    /// The symmetries of the problem.
    pub symmetries: Vec<Symmetry>,
}

impl RowModel {
    /// True if the columns of the board are the rows of the model; `None` if the problem obviously has no solution.
    /// Returns the error of [`RowModel::new`] without making the model.
    pub(super) fn orientation(problem: &Problem) -> Result<Option<bool>, Unsuited> {
        let rules = problem.rules();
        if !rules.has_board_rule() {
            return Err(Unsuited::BoardRule);
        }
        if rules.max_cost().is_some() {
            return Err(Unsuited::Limit);
        }
        if !rules.at_most_one_in_line() {
            return Err(Unsuited::Piece(rules.piece().name().to_owned()));
        }
        let size = rules.size();
        // A group without cells that needs a piece leaves no solution.
        let unfillable =
            rules.groups().iter().any(|group| group.bounds().lower > 0 && group.cells().is_empty());
        let [rows, columns] = rules.required_lines();
        let by_row = unfillable || rows.iter().all(Option::is_some);
        let by_column = columns.iter().all(Option::is_some);
        if !by_row && !by_column {
            return Err(Unsuited::Rules);
        }
        let transposed = !by_row;
        let (rows, columns) = sides(size, transposed);
        // With the rook move, a column has at most one piece.
        if rows > columns || by_row && by_column && rows < columns {
            return Ok(None);
        }
        if columns > usize::from(MAX_SIDE) {
            return Err(Unsuited::Size(size));
        }
        Ok(Some(transposed))
    }

    /// The model of a problem; `None` if the problem obviously has no solution.
    pub(super) fn new(problem: &Problem) -> Result<Option<Self>, Unsuited> {
        let Some(transposed) = Self::orientation(problem)? else { return Ok(None) };
        let rules = problem.rules();
        let Ok(grid) = RowGrid::new(rules, transposed, || Ok::<(), Infallible>(()));
        let Some(start) = start(&grid, problem) else { return Ok(None) };
        let groups = groups::counted(&grid, &start, rules);
        let symmetries = problem.symmetries();
        Ok(groups.map(|groups| Self { grid, groups, start, symmetries }))
    }
}

/// The position after the decisions; `None` if they clash or close a row.
fn start(grid: &RowGrid, problem: &Problem) -> Option<Position> {
    let mut start = Position::new(grid.open(problem));
    let mut placed = problem.decisions().cells(Value::Placed).map(|cell| grid.coordinates(cell));
    (start.place_all(grid, &mut placed) && start.is_open()).then_some(start)
}
