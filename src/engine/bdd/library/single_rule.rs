//! The diagram of a rule alone.

use std::fmt;

use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable};

use crate::bdd::order::VariableOrder;
use crate::bdd::robdd::TooManyVariables;
use geometry::Cell;
use problem::{GroupId, Rules};

/// A rule that has a diagram of its own.
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
    /// True if the board has the cell or the row of the rule. Without the board rule, no cell has one.
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
        let mut bdd = BddBuilder::new(cells.len())?;
        let root = match self {
            Self::Board(cell) => {
                let position = cells.iter().take_while(|&&other| other != cell).count();
                add_board_rule(&mut bdd, position, cells.len())
            }
            Self::Queens(_) => {
                let add = |below, variable| bdd.add(variable, below, BddBuilder::TRUE);
                (0..cells.len()).rev().fold(BddBuilder::FALSE, add)
            }
        };
        Ok((cells, bdd.built(root)))
    }
}

/// Adds the nodes of a board rule whose cell is at `position`, and returns the root.
fn add_board_rule(bdd: &mut BddBuilder, position: usize, variables: usize) -> usize {
    // After the cell, if it has a piece: each excluded cell must be empty.
    let mut with_piece = BddBuilder::TRUE;
    for variable in (position + 1..variables).rev() {
        with_piece = bdd.add(variable, with_piece, BddBuilder::FALSE);
    }
    // Before the cell: as long as no excluded cell has a piece, and afterwards.
    let mut no_piece_yet = bdd.add(position, BddBuilder::TRUE, with_piece);
    if position > 0 {
        let after_piece = bdd.add(position, BddBuilder::TRUE, BddBuilder::FALSE);
        for variable in (0..position).rev() {
            no_piece_yet = bdd.add(variable, no_piece_yet, after_piece);
        }
    }
    no_piece_yet
}

/// A BDD of the library that is built from the terminals upward.
#[derive(Debug)]
pub struct BddBuilder {
    nodes: Vec<BddNode>,
}

impl BddBuilder {
    /// The number of the terminal 0.
    pub const FALSE: usize = 0;
    /// The number of the terminal 1.
    pub const TRUE: usize = 1;

    /// A builder with the terminals alone.
    ///
    /// # Errors
    /// When the library does not support as many variables.
    pub fn new(variables: usize) -> Result<Self, TooManyVariables> {
        let variables = TooManyVariables::check(variables)?;
        let nodes = vec![BddNode::mk_zero(variables), BddNode::mk_one(variables)];
        Ok(Self { nodes })
    }

    /// Adds a node and returns its number; without a node if both successors are the same one.
    pub fn add(&mut self, variable: usize, low: usize, high: usize) -> usize {
        if low == high {
            return low;
        }
        self.nodes.push(BddNode::mk_node(
            BddVariable::from_index(variable),
            BddPointer::from_index(low),
            BddPointer::from_index(high),
        ));
        self.nodes.len() - 1
    }

    /// The BDD whose root is a terminal or the last node.
    ///
    /// # Panics
    /// When a node was added before its successors.
    pub fn built(self, root: usize) -> Bdd {
        match root {
            Self::FALSE => Bdd::from_nodes(&self.nodes[..1]),
            Self::TRUE => Bdd::from_nodes(&self.nodes[..2]),
            _ => Bdd::from_nodes(&self.nodes),
        }
        .expect("children come before parents")
    }
}
