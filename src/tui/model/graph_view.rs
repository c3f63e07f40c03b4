use std::sync::Arc;

use crate::look::GraphLayout;
use session::{DrawnDiagram, DrawnOrder, NotDrawn, Stamp};

/// The graph and how it is shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct GraphView {
    /// The requested order of the cells.
    pub order: DrawnOrder,
    /// The last answer of the worker.
    pub answer: Option<GraphAnswer>,
    /// True if edges to the terminal 0 are left out.
    pub hides_zeros: bool,
    /// Positions of nodes and edges; computed before each frame.
    pub layout: GraphLayout,
    /// The first visible row.
    pub top: u16,
}

/// The answer to the question for a graph.
#[derive(Clone, Debug)]
pub(crate) enum GraphAnswer {
    Drawn(Arc<DrawnDiagram>),
    /// There is no graph for this position, for this reason.
    Not(Stamp, NotDrawn),
}
