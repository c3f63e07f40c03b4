use std::collections::BTreeMap;
use std::sync::Arc;

use num_traits::ToPrimitive;

use super::{GAP, GraphItemKind, STUB};
use crate::layered::LayeredGraph;
use engine::{SmallDiagram, Target};

/// A diagram with the order of its nodes on each level. Independent of the window.
#[derive(Clone, Debug)]
pub struct GraphNet<'a> {
    /// The diagram.
    pub diagram: &'a SmallDiagram,
    /// The layout of the diagram's nodes.
    pub graph: Arc<LayeredGraph>,
    /// The texts on the chips.
    pub texts: NodeTexts<'a>,
    /// Minimum number of rows between levels.
    pub edge_rows: u16,
}

/// The kind of text on the chips of nodes.
#[derive(Clone, Copy, Debug)]
pub enum NodeTexts<'a> {
    /// The name of the node's cell.
    Cells,
    /// The number of the node.
    Numbers,
    /// A separate text for each node.
    Labels(&'a [String]),
    /// The name, the numbers and the pieces of each chip of a folded diagram.
    Chips(&'a [ChipLabel]),
}

impl<'a> NodeTexts<'a> {
    /// The text on the chip of a node.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn of(self, diagram: &SmallDiagram, node: usize) -> String {
        match self {
            Self::Cells => diagram.cell(node).to_string(),
            Self::Numbers => Target::Node(node).number().to_string(),
            Self::Labels(labels) => labels[node].clone(),
            Self::Chips(labels) => labels[node].name.clone(),
        }
    }

    /// The texts of a node that is a chip of a folded diagram.
    pub fn chip(self, node: usize) -> Option<&'a ChipLabel> {
        match self {
            Self::Chips(labels) => labels.get(node),
            Self::Cells | Self::Numbers | Self::Labels(_) => None,
        }
    }
}

/// The texts of a chip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChipLabel {
    /// The name on the chip.
    pub name: String,
    /// The text right of the chip.
    pub beside: String,
    /// The text below the chip.
    pub below: String,
    /// True if the chip has no choice.
    pub is_run: bool,
    /// True if an edge leads to the terminal 1, which is drawn below the chip.
    pub is_end: bool,
}

/// A piece of edges from an item to an item on the next level: the upper level, both items, and true for high edges.
type Link = (usize, usize, usize, bool);

impl GraphNet<'_> {
    /// The links between the items, each with the nodes whose edges contain it.
    pub(super) fn links(&self) -> BTreeMap<Link, Vec<usize>> {
        let mut links: BTreeMap<Link, Vec<usize>> = BTreeMap::new();
        for edge in &self.graph.edges {
            let mut from = edge.from;
            for &to in &edge.path {
                let link = (self.graph.level_of[from], from, to, edge.high);
                links.entry(link).or_default().push(edge.from);
                from = to;
            }
        }
        links
    }

    /// Width of a chip with the longest name of a node, in columns.
    pub(super) fn chip(&self) -> u16 {
        let name = |node| self.texts.of(self.diagram, node).chars().count() as u16;
        (0..self.diagram.nodes.len()).map(name).max().unwrap_or(0) + 2
    }

    /// Width of a chip with the name of a node, in columns. `max_width` is the width for the longest name.
    pub fn chip_of(&self, node: usize, max_width: u16) -> u16 {
        match self.texts.chip(node) {
            Some(label) if max_width > 1 => label.name.chars().count() as u16 + 2,
            Some(_) | None => max_width,
        }
    }

    /// Width of the names of levels beside the chips, with a gap, in columns. The levels around a node have no names.
    pub fn names(&self) -> u16 {
        if self.edge_rows > 1 {
            return 0;
        }
        let names = self.diagram.cells.iter().map(|cell| cell.to_string().len() as u16);
        names.max().unwrap_or(0) + 2
    }

    /// The content of an item.
    pub(super) fn content(&self, item: usize) -> GraphItemKind {
        if item < self.diagram.nodes.len() {
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
        let half = f64::from(self.chip_of(node, chip)) / 2.0;
        let beside = self.texts.chip(node).filter(|_| chip > 1);
        let beside = beside.map_or(0.0, |label| label.beside.chars().count() as f64);
        let stub = |high: bool| {
            let is_drawn = has_zeros && self.diagram.nodes[node].target(high) == Target::False;
            if is_drawn { f64::from(STUB) } else { 0.0 }
        };
        (half + stub(false), half + stub(true) + beside)
    }

    /// Width that the items of a level need in one line, in columns.
    pub(super) fn width_of_level(&self, items: &[usize], chip: u16, has_zeros: bool) -> f64 {
        let extents = items.iter().map(|&it| self.extent(self.content(it), chip, has_zeros));
        extents.map(|(left, right)| left + right + GAP).sum()
    }

    /// Width that the widest level needs in one line, in columns.
    pub(super) fn width(&self, chip: u16, has_zeros: bool) -> f64 {
        let levels = self.graph.levels.iter();
        levels.map(|items| self.width_of_level(items, chip, has_zeros)).fold(0.0, f64::max)
    }

    /// Minimum width of the drawing with chips if no level is folded, in columns.
    pub fn least_width(&self) -> u16 {
        self.width(self.chip(), false).ceil().to_u16().unwrap_or(u16::MAX)
    }
}
