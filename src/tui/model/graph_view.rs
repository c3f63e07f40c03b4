use std::sync::Arc;

use app::graph::DrawnGraph;
use app::lesson::GraphPlace;
use engine::Budget;
use export::LayeredGraph;
use export::text_graph::{GraphLayout, GraphScale, GraphWindow};
use geometry::Cell;
use problem::Problem;
use session::Stamp;

/// The cursor, the marked node and the place that a lesson shows.
pub(crate) type FollowedTarget = (Cell, Option<usize>, Option<GraphPlace>);

/// How the diagram is drawn as a graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct GraphView {
    /// True if edges to the terminal 0 are left out.
    pub hides_zeros: bool,
    /// True if nodes that the decisions have cut off are left out.
    pub hides_cut: bool,
    /// The graph without the nodes that are cut off, if there are any and they are left out.
    pub remaining: Option<RemainingGraph>,
    pub scale: GraphScale,
    /// Positions of nodes and edges.
    pub layout: Arc<GraphLayout>,
    pub window: GraphWindow,
    /// What was brought into view last, and the position.
    pub followed: Option<(FollowedTarget, Stamp)>,
    /// True if the user has moved the window since then.
    pub is_panned: bool,
    /// The position of the mouse (column, row), while the graph is dragged.
    pub drag: Option<(u16, u16)>,
}

/// The part of a graph that remains, laid out anew.
#[derive(Clone, Debug)]
pub(crate) struct RemainingGraph {
    pub whole: Arc<DrawnGraph>,
    /// The position in which the part remains.
    pub stamp: Stamp,
    /// The graph of the part.
    pub part: DrawnGraph,
    /// The index that each node of the part has in the whole graph.
    pub kept: Vec<usize>,
}

impl RemainingGraph {
    /// Leaves out the nodes that are cut off in a position; `None` if nothing is cut off. Nodes that remain keep
    /// their order from left to right.
    pub(crate) fn new(whole: &Arc<DrawnGraph>, position: &Problem, stamp: Stamp) -> Option<Self> {
        let (drawn, kept) = whole.drawn.restricted_to(position)?;
        let columns: Vec<f64> = kept.iter().map(|&it| whole.layout.x[it]).collect();
        let budget = Budget::default();
        let layout = LayeredGraph::of_diagram(&drawn.diagram, Some(&columns), &budget).ok()?;
        let part = DrawnGraph { drawn, layout: Arc::new(layout) };
        Some(Self { whole: Arc::clone(whole), stamp, part, kept })
    }
}
