use std::collections::BTreeSet;
use std::sync::Arc;

use app::graph::{ChipGraph, DrawnGraph};
use app::lesson::GraphPlace;
use engine::Budget;
use export::text_graph::{GraphLayout, GraphScale, GraphWindow};
use geometry::Cell;
use problem::{Decisions, Problem};
use session::Stamp;

/// The cursor, the marked node and the place that a lesson shows.
pub(crate) type FollowedTarget = (Cell, Option<usize>, Option<GraphPlace>);

/// How the diagram is drawn as a graph.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct GraphView {
    /// True if edges to the terminal 0 are left out.
    pub hides_zeros: bool,
    /// True if nodes that the decisions have cut off are left out.
    pub hides_cut: bool,
    /// The graph without the nodes that are cut off, if there are any and they are left out.
    pub remaining: Option<RemainingGraph>,
    /// True if nodes without a choice are folded, false if not; `None` until the user chooses.
    pub is_folded: Option<bool>,
    /// True if the whole graph is drawn although it is far larger than the window.
    pub shows_whole: bool,
    /// The cell or node that the user looks at.
    pub focus: Option<Focus>,
    /// The decisions and the path to the marked node, if it is known.
    pub path: Option<Decisions>,
    /// The place that is kept while other kinds and orders of the diagram are shown.
    pub kept: Option<KeptPlace>,
    pub scale: GraphScale,
    /// Positions of nodes and edges.
    pub layout: Arc<GraphLayout>,
    pub window: GraphWindow,
    /// The target that was last brought into view, and its position.
    pub followed: Option<(FollowedTarget, Stamp)>,
    /// True if the user has moved the window since then.
    pub is_panned: bool,
    /// The position of the mouse (column, row), while the graph is dragged.
    pub drag: Option<(u16, u16)>,
}

/// The cell or node that the user looks at in a graph.
#[derive(Clone, Debug)]
pub(crate) struct Focus {
    pub graph: Arc<DrawnGraph>,
    /// The node whose surroundings are shown; `None` for the root.
    pub centre: Option<usize>,
    /// The edges from the root that the user has walked, and the node where this path ends. `None` if the marked node was reached
    /// in another way, such as by a click.
    pub walked: Option<(Vec<(usize, bool)>, usize)>,
    /// The nodes of the folds that the user has opened.
    pub opened: BTreeSet<usize>,
    /// The folded graph with the opened folds, if there are any.
    pub chips: Option<ChipGraph>,
}

impl Focus {
    /// The root, with all folds closed.
    pub(crate) fn new(graph: Arc<DrawnGraph>) -> Self {
        Self { graph, centre: None, walked: None, opened: BTreeSet::new(), chips: None }
    }

    /// The edges of the walked path from the root to a node, if the path reaches it.
    pub(crate) fn path_to(&self, node: usize) -> Option<&[(usize, bool)]> {
        let (path, end) = self.walked.as_ref()?;
        let is_end = node == *end;
        let edges = path.iter().position(|edge| edge.0 == node).filter(|_| !is_end);
        (is_end || edges.is_some()).then(|| &path[..edges.unwrap_or(path.len())])
    }
}

/// A place in the diagram of a position that does not depend on the kind and the order of the diagram.
#[derive(Clone, Debug)]
pub(crate) struct KeptPlace {
    /// The decisions and the path to the node that the user has marked.
    pub path: Decisions,
    /// The position, and the cell of the node that stands for the place in the present diagram.
    pub at: (Stamp, Cell),
}

/// The form in which a graph is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GraphForm {
    /// All nodes.
    Nodes,
    /// All chips of the folded graph.
    Chips,
    /// The surroundings of a node.
    Around,
}

/// The part of a graph that remains, laid out anew.
#[derive(Clone, Debug)]
pub(crate) struct RemainingGraph {
    pub whole: Arc<DrawnGraph>,
    /// The position in which the part remains.
    pub stamp: Stamp,
    /// The graph of the part.
    pub part: Arc<DrawnGraph>,
    /// The index that each node of the part has in the whole graph.
    pub kept: Vec<usize>,
}

impl RemainingGraph {
    /// Leaves out the nodes that are cut off in a position; `None` if nothing is cut off. Nodes that remain keep
    /// their order from left to right.
    pub(crate) fn new(whole: &Arc<DrawnGraph>, position: &Problem, stamp: Stamp) -> Option<Self> {
        let (drawn, kept) = whole.drawn.restricted_to(position)?;
        let columns: Vec<f64> = kept.iter().map(|&it| whole.layout.x[it]).collect();
        let part = DrawnGraph::new(drawn, Some(&columns), &Budget::default()).ok()?;
        Some(Self { whole: Arc::clone(whole), stamp, part: Arc::new(part), kept })
    }
}
