use super::diagram::{Diagram, FALSE, NodeId, TRUE};
use super::order::Variable;
use crate::geometry::CellSet;

impl Diagram {
    /// All solutions, each once, as the cells with a piece. At each variable those with a piece come
    /// first.
    #[must_use]
    pub fn solutions(&self) -> Solutions<'_> {
        let path = if self.is_false() { Vec::new() } else { vec![(self.root, Branch::Both)] };
        Solutions { diagram: self, variables: self.node_variables(), path }
    }
}

/// The branches of a node that are left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    Both,
    Low,
    None,
}

/// The solutions of a diagram one after the other.
pub struct Solutions<'a> {
    diagram: &'a Diagram,
    /// The variable of each node.
    variables: Vec<Variable>,
    /// The nodes from the root downward, each with the branches that are left.
    path: Vec<(NodeId, Branch)>,
}

impl Iterator for Solutions<'_> {
    type Item = CellSet;

    fn next(&mut self) -> Option<CellSet> {
        while let Some((id, branch)) = self.path.last_mut() {
            let id = *id;
            if id == TRUE && *branch == Branch::Both {
                *branch = Branch::None;
                return Some(self.cells());
            }
            let node = self.diagram.node(id);
            let child = match *branch {
                Branch::Both if id > TRUE => {
                    *branch = Branch::Low;
                    node.high
                }
                Branch::Low => {
                    *branch = Branch::None;
                    node.low
                }
                _ => {
                    self.path.pop();
                    continue;
                }
            };
            if child != FALSE {
                self.path.push((child, Branch::Both));
            }
        }
        None
    }
}

impl Solutions<'_> {
    /// The cells with a piece on the path to the terminal.
    fn cells(&self) -> CellSet {
        let order = &self.diagram.order;
        let nodes = self.path.iter().filter(|(id, branch)| *id > TRUE && *branch == Branch::Low);
        let cells = nodes.map(|(id, _)| order.cell(self.variables[id.index()]));
        CellSet::from_cells(order.size(), cells)
    }
}
