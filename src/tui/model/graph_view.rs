use std::sync::Arc;

use crate::look::GraphLayout;
use session::{DrawnDiagram, DrawnOrder, NotDrawn, Stamp};

/// What is known of the graph, and how it is shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct GraphView {
    /// The order of the cells that the user wants.
    pub order: DrawnOrder,
    /// The last answer of the worker.
    pub answer: Option<GraphAnswer>,
    /// True if edges to 0 are left out.
    pub hides_zeros: bool,
    /// Where nodes and edges are; computed before each frame.
    pub layout: GraphLayout,
    /// The first row that is seen.
    pub top: u16,
}

/// An answer to the question for a graph.
#[derive(Clone, Debug)]
pub(crate) enum GraphAnswer {
    Drawn(Arc<DrawnDiagram>),
    /// There is none for this position.
    Not(Stamp, NotDrawn),
}
