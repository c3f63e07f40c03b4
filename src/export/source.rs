use super::error::{ExportError, Exported};
use super::graph::Graph;
use engine::Budget;
use engine::bdd::{BddNodes, Diagram, InnerNode, TooManyVariables};
use geometry::Cell;

/// The nodes of a reduced ordered BDD as a sequence, numbered as in the BDD library.
#[derive(Debug)]
pub struct NodeSource<'a> {
    /// The cells of the variables, in variable order.
    pub(super) cells: &'a [Cell],
    /// The number of nodes, terminals included. The last node is the root.
    pub(super) size: usize,
    /// The first variable index from which a node may be the complement of another node.
    pub(super) first_complement_variable: usize,
    nodes: Nodes<'a>,
}

#[derive(Debug)]
enum Nodes<'a> {
    /// Nodes of a BDD of the library.
    Stored(&'a Graph),
    /// Nodes of a diagram whose BDD is not built.
    Streamed(BddNodes<'a>),
}

impl<'a> From<&'a Graph> for NodeSource<'a> {
    fn from(graph: &'a Graph) -> Self {
        let (cells, size) = (graph.cells(), graph.size());
        Self { cells, size, first_complement_variable: 0, nodes: Nodes::Stored(graph) }
    }
}

impl<'a> NodeSource<'a> {
    /// The nodes of a diagram whose BDD has `size` nodes, terminals included. The BDD is not built.
    ///
    /// # Errors
    /// When the budget ends, the nodes are too many to be numbered, or the variables are more than the
    /// library allows.
    pub fn of_diagram(diagram: &'a Diagram, size: usize, budget: &'a Budget) -> Exported<Self> {
        let order = diagram.order();
        TooManyVariables::check(order.len())?;
        let max_nodes = u32::MAX as usize;
        if size > max_nodes {
            let way_out = "a smaller size or more decisions make it smaller";
            return Err(ExportError::TooLarge { nodes: size, max_nodes, way_out });
        }
        Ok(Self {
            cells: order.cells(),
            size,
            first_complement_variable: diagram.first_complement_variable(),
            nodes: Nodes::Streamed(diagram.nodes_of_bdd(budget)?),
        })
    }

    /// The numbers of the terminals. The terminal 0 always exists.
    pub(super) fn terminals(&self) -> std::ops::Range<usize> {
        0..self.size.min(2)
    }

    /// Calls `each` for every inner node, children before parents.
    ///
    /// # Errors
    /// When a budget ends, or `each` fails.
    pub(super) fn for_each(&self, each: &mut dyn FnMut(InnerNode) -> Exported) -> Exported {
        match &self.nodes {
            Nodes::Streamed(nodes) => nodes.for_each(each),
            Nodes::Stored(graph) => graph.nodes().try_for_each(each),
        }
    }
}
