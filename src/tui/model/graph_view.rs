use std::sync::Arc;

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
    pub scale: GraphScale,
    /// Positions of nodes and edges.
    pub layout: Arc<GraphLayout>,
    /// What the layout was computed from.
    pub layout_source: Option<LayoutSource>,
    pub window: GraphWindow,
    /// The cursor and the marked node that were brought into view last.
    pub followed: Option<(Cell, Option<usize>)>,
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
    /// Building the diagram of the position with this stamp takes too long.
    Not(Stamp),
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
