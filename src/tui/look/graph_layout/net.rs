use std::collections::BTreeMap;
#[cfg(test)]
use std::convert::Infallible;

use num_traits::ToPrimitive;

use super::{GAP, GraphItemKind, STUB};
use engine::{DiagramKind, SmallDiagram, Target};
use export::{LayeredGraph, LayeredNode};

/// The items of a diagram's drawing in their order on each level, and the links between them. Independent of the
/// window.
#[derive(Clone, Debug, Default)]
pub(crate) struct GraphNet {
    /// The inner nodes, by their indices, then terminals and bends.
    pub(super) graph: LayeredGraph,
    pub(super) links: Vec<Link>,
    /// For each inner node, true for each edge to the terminal 0: the low edge, the high edge.
    zeros: Vec<[bool; 2]>,
    /// Width of a chip with the longest name of a cell that has a node, in columns.
    pub(super) chip: u16,
    /// Width of the names of levels beside the chips, with a gap, in columns.
    pub names: u16,
}

/// A piece of edges from an item to an item on the next level, before columns are computed.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub from: usize,
    pub to: usize,
    pub high: bool,
    /// Indices of the nodes whose edges contain this piece.
    pub nodes: Vec<usize>,
}

impl GraphNet {
    /// The net of a diagram in an order with few crossings, or with the nodes of each level in the order of
    /// `kept_order`. `check` receives the number of finished steps of [`LayeredGraph::STEPS`].
    ///
    /// # Errors
    /// The error of `check`.
    pub(crate) fn new<E>(
        diagram: &SmallDiagram,
        kept_order: Option<&[f64]>,
        check: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let (count, bottom) = (diagram.nodes.len(), diagram.cells.len());
        // A decision tree has a terminal for each edge to the terminal of solutions.
        let is_tree = diagram.kind == DiagramKind::Tree;
        let item = |target: Target, edge: usize| match target {
            Target::False => None,
            Target::True => Some(if is_tree { count + edge } else { count }),
            Target::Node(node) => Some(node),
        };
        let inner = diagram.nodes.iter().zip((0..).step_by(2)).map(|(node, edge)| LayeredNode {
            level: node.level,
            children: [item(node.low, edge), item(node.high, edge + 1)],
        });
        let terminals = if is_tree { (2 * count).max(1) } else { 1 };
        let terminal = LayeredNode { level: bottom, children: [None; 2] };
        let nodes: Vec<LayeredNode> =
            inner.chain(std::iter::repeat_n(terminal, terminals)).collect();
        let root = item(diagram.root, 0);
        let graph = LayeredGraph::new(&nodes, root.as_slice(), bottom + 1, kept_order, check)?;
        let mut links: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for edge in &graph.edges {
            let mut from = edge.from;
            for &to in &edge.path {
                let link = (graph.level_of[from], from, to, edge.high);
                links.entry(link).or_default().push(edge.from);
                from = to;
            }
        }
        let links =
            links.into_iter().map(|((_, from, to, high), nodes)| Link { from, to, high, nodes });
        let zeros = diagram.nodes.iter();
        let name = |node| diagram.cell(node).to_string().len() as u16;
        let names = diagram.cells.iter().map(|cell| cell.to_string().len() as u16);
        Ok(Self {
            links: links.collect(),
            zeros: zeros.map(|node| [node.low, node.high].map(|to| to == Target::False)).collect(),
            chip: (0..count).map(name).max().unwrap_or(0) + 2,
            names: names.max().unwrap_or(0) + 2,
            graph,
        })
    }

    /// Gives the chips room for the numbers of nodes instead of the names of cells.
    pub(crate) fn name_by_numbers(&mut self) {
        let last = Target::Node(self.zeros.len().saturating_sub(1));
        self.chip = last.number().to_string().len() as u16 + 2;
    }

    /// The horizontal coordinate of each inner node.
    pub(crate) fn node_coordinates(&self) -> &[f64] {
        &self.graph.x[..self.zeros.len()]
    }

    /// The net of a diagram that is small enough to be ordered at once.
    #[cfg(test)]
    pub(crate) fn of_small(diagram: &SmallDiagram) -> Self {
        let Ok(net) = Self::new(diagram, None, |_| Ok::<(), Infallible>(()));
        net
    }

    /// The content of an item.
    pub(super) fn content(&self, item: usize) -> GraphItemKind {
        if item < self.zeros.len() {
            GraphItemKind::Node(item)
        } else if self.graph.is_bend(item) {
            GraphItemKind::Bend
        } else {
            GraphItemKind::One
        }
    }

    /// Width of an item left and right of its middle, in columns, for chips of `chip` columns.
    pub(super) fn extent(&self, content: GraphItemKind, chip: u16, has_zeros: bool) -> (f64, f64) {
        let GraphItemKind::Node(node) = content else {
            let is_chip = chip > 1 && content == GraphItemKind::One;
            let half = if is_chip { 1.5 } else { 0.5 };
            return (half, half);
        };
        let half = f64::from(chip) / 2.0;
        let stub = |high: bool| {
            let is_drawn = has_zeros && self.zeros[node][usize::from(high)];
            if is_drawn { f64::from(STUB) } else { 0.0 }
        };
        (half + stub(false), half + stub(true))
    }

    /// Width that a level needs in one line, in columns.
    pub(super) fn width_of_level(&self, level: usize, chip: u16, has_zeros: bool) -> f64 {
        let extent = |&item: &usize| self.extent(self.content(item), chip, has_zeros);
        let extents = self.graph.levels[level].iter().map(extent);
        extents.map(|(left, right)| left + right + GAP).sum()
    }

    /// Width that the widest level needs in one line, in columns.
    pub(super) fn width(&self, chip: u16, has_zeros: bool) -> f64 {
        let widths =
            (0..self.graph.levels.len()).map(|level| self.width_of_level(level, chip, has_zeros));
        widths.fold(0.0, f64::max)
    }

    /// Minimum width of the drawing with chips if no level is folded, in columns.
    pub(crate) fn least_width(&self) -> u16 {
        self.width(self.chip, false).ceil().to_u16().unwrap_or(u16::MAX)
    }
}
