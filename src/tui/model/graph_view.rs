use std::convert::Infallible;
use std::sync::Arc;

use crate::app::notice::DiagramNotice;
use crate::look::{GraphLayout, GraphNet, GraphScale, GraphWindow};
use engine::bdd::SingleRule;
use engine::{Answer, Budget, DiagramSize, Phase, Progress};
use geometry::Cell;
use problem::Problem;
use session::{DiagramRequest, DrawnDiagram, DrawnOrder, Stamp};

/// The diagram as a graph, with its display options.
#[derive(Clone, Debug, Default)]
pub(crate) struct GraphView {
    /// The requested order of the cells and kind of diagram.
    pub request: DiagramRequest,
    /// The last answer of the worker.
    pub answer: Option<GraphAnswer>,
    /// The sizes of the diagram in the known orders.
    pub sizes: Option<OrderSizes>,
    /// True if edges to the terminal 0 are left out.
    pub hides_zeros: bool,
    /// True if nodes that the decisions have cut off are left out.
    pub hides_cut: bool,
    /// The graph without the nodes that are cut off, if there are any and they are left out.
    pub remaining: Option<RemainingGraph>,
    pub scale: GraphScale,
    /// Positions of nodes and edges.
    pub layout: Arc<GraphLayout>,
    /// What the layout was computed from.
    pub layout_source: Option<LayoutSource>,
    pub window: GraphWindow,
    /// The cursor and the marked node that were brought into view last, and the position.
    pub followed: Option<(Cell, Option<usize>, Stamp)>,
    /// True if the user has moved the window since then.
    pub is_panned: bool,
    /// The position of the mouse (column, row), while the graph is dragged.
    pub drag: Option<(u16, u16)>,
}

/// What a layout is computed from.
#[derive(Clone, Debug)]
pub(crate) struct LayoutSource {
    pub net: Arc<GraphNet>,
    /// Width of the window, in columns.
    pub columns: u16,
    pub scale: GraphScale,
    /// True if edges to the terminal 0 are wanted.
    pub zeros: bool,
}

impl PartialEq for LayoutSource {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.net, &other.net)
            && (self.columns, self.scale, self.zeros) == (other.columns, other.scale, other.zeros)
    }
}

/// The answer to the question for a graph.
#[derive(Clone, Debug)]
pub(crate) enum GraphAnswer {
    Drawn(Arc<DrawnGraph>),
    /// The reason why the requested diagram of the position with this stamp is not drawn.
    Not(Stamp, DiagramRequest, DiagramNotice),
}

/// A diagram with the layout of its nodes on each level.
#[derive(Clone, Debug)]
pub(crate) struct DrawnGraph {
    pub drawn: DrawnDiagram,
    pub net: Arc<GraphNet>,
}

impl DrawnGraph {
    /// Finds an order of the nodes with few crossings.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn new(drawn: DrawnDiagram, budget: &Budget) -> Answer<Self> {
        let progress =
            Progress { phase: Phase::Writing, nodes: drawn.diagram.size(), ..Progress::default() };
        let check = |done| budget.check(Progress { done, ..progress });
        let net = GraphNet::new(&drawn.diagram, None, check)?;
        Ok(Self { drawn, net: Arc::new(net) })
    }
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
        let columns: Vec<f64> = kept.iter().map(|&it| whole.net.node_coordinates()[it]).collect();
        let Ok(net) = GraphNet::new(&drawn.diagram, Some(&columns), |_| Ok::<(), Infallible>(()));
        let part = DrawnGraph { drawn, net: Arc::new(net) };
        Some(Self { whole: Arc::clone(whole), stamp, part, kept })
    }
}

/// The sizes of a diagram in the known orders.
#[derive(Clone, Debug)]
pub(crate) struct OrderSizes {
    /// The rules and decisions of the diagram.
    pub problem: Problem,
    /// The rule that is drawn alone, if any.
    pub rule: Option<SingleRule>,
    /// The sizes in the order in which they were computed; `None` if building the diagram takes too long.
    pub sizes: Vec<(DrawnOrder, Option<DiagramSize>)>,
}
