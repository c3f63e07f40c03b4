use std::sync::Arc;

use crate::look::GraphLayout;
use session::{DrawnDiagram, DrawnOrder, NotDrawn, Stamp};

/// The diagram as a graph, with its display options.
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
    /// Index of the first visible row.
    pub first_row: u16,
}

/// The answer to the question for a graph.
#[derive(Clone, Debug)]
pub(crate) enum GraphAnswer {
    Drawn(Arc<DrawnDiagram>),
    /// The position with this stamp has no graph, for this reason.
    Not(Stamp, NotDrawn),
}
