//! The diagram of a rule alone.

use std::fmt;

use biodivine_lib_bdd::Bdd;

use crate::bdd::arena::{DiagramKind, NodeArena};
use crate::bdd::order::VariableOrder;
use crate::bdd::robdd::TooManyVariables;
use geometry::Cell;
use problem::{GroupId, Rules};

/// A rule that has a separate diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SingleRule {
    /// The board rule of a cell.
    Board(Cell),
    /// The queens rule of a row, counted from 0: at least one of its cells has a piece.
    Queens(u16),
}

impl fmt::Display for SingleRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(cell) => write!(f, "board rule of {cell}"),
            Self::Queens(row) => write!(f, "queens rule of {}", GroupId::Row(*row)),
        }
    }
}

impl SingleRule {
    /// True if the board has the cell or the row of the rule. Without the board rule, no cell has a board rule.
    pub fn fits(self, rules: &Rules) -> bool {
        match self {
            Self::Board(cell) => rules.has_board_rule() && rules.check(cell).is_ok(),
            Self::Queens(row) => row < rules.size().rows(),
        }
    }

    /// The cells of the rule's variables in variable order, and the BDD. Without an order, the cell of a board rule comes
    /// first, and other cells are in row-major order.
    ///
    /// # Errors
    /// When the rule has more cells than the library supports variables.
    ///
    /// # Panics
    /// When the cell of a board rule is off the grid.
    pub fn bdd(
        self,
        rules: &Rules,
        order: Option<&VariableOrder>,
    ) -> Result<(Vec<Cell>, Bdd), TooManyVariables> {
        let mut cells: Vec<Cell> = match self {
            Self::Board(cell) => rules.board_rule(cell).chain([cell]).collect(),
            Self::Queens(row) => {
                rules.grid().standing_cells().filter(|cell| cell.row() == row).collect()
            }
        };
        match (order, self) {
            (Some(order), _) => cells.sort_unstable_by_key(|&cell| order.variable(cell)),
            (None, Self::Board(cell)) => {
                cells.sort_unstable_by_key(|&other| (other != cell, other));
            }
            (None, Self::Queens(_)) => {}
        }
        let mut arena = NodeArena::new(cells.len(), DiagramKind::Bdd);
        let root = match self {
            Self::Board(cell) => {
                let position = cells.iter().take_while(|&&other| other != cell).count();
                add_board_rule(&mut arena, position, cells.len())
            }
            Self::Queens(_) => {
                let add = |below, variable| arena.node(variable, below, NodeArena::TRUE);
                (0..cells.len()).rev().fold(NodeArena::FALSE, add)
            }
        };
        Ok((cells, arena.to_bdd(root)?))
    }
}

/// Adds the nodes of a board rule whose cell is at `position`, and returns the root.
fn add_board_rule(arena: &mut NodeArena, position: usize, variables: usize) -> u32 {
    // After the cell, if it has a piece: all excluded cells must be empty.
    let mut with_piece = NodeArena::TRUE;
    for variable in (position + 1..variables).rev() {
        with_piece = arena.node(variable, with_piece, NodeArena::FALSE);
    }
    // Before the cell: one node while no excluded cell has a piece, one for later.
    let mut no_piece_yet = arena.node(position, NodeArena::TRUE, with_piece);
    if position > 0 {
        let after_piece = arena.node(position, NodeArena::TRUE, NodeArena::FALSE);
        for variable in (0..position).rev() {
            no_piece_yet = arena.node(variable, no_piece_yet, after_piece);
        }
    }
    no_piece_yet
}
