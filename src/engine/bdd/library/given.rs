//! A diagram that no rules describe, such as one from a file.

use std::sync::Arc;

use biodivine_lib_bdd::Bdd;

use super::sift::{Sifted, reordered, sift_bdd};
use crate::bdd::order::VariableOrder;
use crate::budget::{Answer, Budget};
use geometry::Cell;

/// A diagram that no rules describe, on the cells of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenDiagram {
    /// The name of the diagram.
    pub name: String,
    /// The cells of the variables, in variable order.
    pub order: Arc<VariableOrder>,
    /// The names of the variables, in variable order.
    pub variables: Vec<String>,
    /// The reduced ordered BDD.
    pub bdd: Bdd,
}

impl GivenDiagram {
    /// Maximum number of nodes of a diagram that is shown, terminals included.
    pub const MAX_NODES: usize = 1_000_000;

    /// The name of a cell's variable, if it has another name than the cell.
    pub fn variable_name(&self, cell: Cell) -> Option<&str> {
        let variable = self.order.variable(cell)?.index();
        let name = self.variables[variable].as_str();
        (name != cell.to_string()).then_some(name)
    }

    /// The reduced ordered BDD in another order of the same cells.
    ///
    /// # Errors
    /// When the budget ends first.
    ///
    /// # Panics
    /// When the order has other cells.
    pub fn in_order(&self, order: &VariableOrder, budget: &Budget) -> Answer<Bdd> {
        reordered(&self.bdd, &self.order, order, budget)
    }

    /// Searches for an order in which the BDD is small. If the budget ends, the best order so far is returned.
    pub fn sift(&self, budget: &Budget) -> Sifted {
        sift_bdd(&self.bdd, &self.order, budget)
    }
}
