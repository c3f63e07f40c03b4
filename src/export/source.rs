use super::error::ExportError;
use super::graph::Graph;
use engine::Budget;
use engine::bdd::{BddNodes, Diagram, InnerNode, TooManyVariables, Variable};
use geometry::Cell;

/// The nodes of a reduced ordered BDD, one after the other, numbered as the BDD library numbers them.
pub trait NodeSource {
    /// The cells of its variables, in their order.
    fn cells(&self) -> &[Cell];

    /// The number of its nodes, terminals included. The last one is the root.
    fn size(&self) -> usize;

    /// The index of a variable from which on a node may have another one as its complement.
    fn complements_from(&self) -> usize;

    /// Calls `each` for the inner nodes, children before parents.
    ///
    /// # Errors
    /// When a budget ends, or with the first error of `each`.
    fn for_each(
        &self,
        each: &mut dyn FnMut(InnerNode) -> Result<(), ExportError>,
    ) -> Result<(), ExportError>;

    /// The numbers of the terminals. The terminal 0 always exists.
    fn terminals(&self) -> std::ops::Range<usize> {
        0..self.size().min(2)
    }
}

impl NodeSource for Graph {
    fn cells(&self) -> &[Cell] {
        Graph::cells(self)
    }

    fn size(&self) -> usize {
        Graph::size(self)
    }

    fn complements_from(&self) -> usize {
        0
    }

    fn for_each(
        &self,
        each: &mut dyn FnMut(InnerNode) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        self.nodes().try_for_each(|node| {
            each(InnerNode {
                id: node.id as u32,
                variable: Variable::from_index(node.variable),
                low: node.low as u32,
                high: node.high as u32,
            })
        })
    }
}

/// The reduced ordered BDD of a diagram, which is not built.
#[derive(Debug)]
pub struct Stream<'a> {
    cells: Vec<Cell>,
    size: usize,
    complements_from: usize,
    nodes: BddNodes<'a>,
}

impl<'a> Stream<'a> {
    /// The nodes of a diagram whose BDD has `size` nodes, terminals included.
    ///
    /// # Errors
    /// When the budget ends, there are more nodes than can be numbered, or more variables than the library
    /// allows.
    pub fn new(diagram: &'a Diagram, size: usize, budget: &'a Budget) -> Result<Self, ExportError> {
        let order = diagram.order();
        TooManyVariables::check(order.len())?;
        let most = u32::MAX as usize;
        if size > most {
            let way_out = "a smaller size or more decisions make it smaller";
            return Err(ExportError::TooLarge { nodes: size, most, way_out });
        }
        Ok(Self {
            cells: order.variables().map(|variable| order.cell(variable)).collect(),
            size,
            complements_from: diagram.complements_from(),
            nodes: diagram.nodes_of_bdd(budget)?,
        })
    }
}

impl NodeSource for Stream<'_> {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn size(&self) -> usize {
        self.size
    }

    fn complements_from(&self) -> usize {
        self.complements_from
    }

    fn for_each(
        &self,
        each: &mut dyn FnMut(InnerNode) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        self.nodes.for_each(each)
    }
}
