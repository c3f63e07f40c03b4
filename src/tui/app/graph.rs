//! The diagram as a graph: what was requested, and what is known.

use std::sync::Arc;

use crate::app::jobs::DrawnGraph;
use crate::app::notice::DiagramNotice;
use crate::app::{App, DiagramView};
use engine::DiagramSize;
use engine::bdd::SingleRule;
use problem::Problem;
use session::{DiagramRequest, DrawnOrder, Stamp};

/// The requested graph, and what is known of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestedGraph {
    /// The requested order of the cells and kind of diagram.
    pub request: DiagramRequest,
    /// The last answer of the worker.
    pub answer: Option<GraphAnswer>,
    /// The sizes of the diagram in the known orders.
    pub sizes: Option<KnownSizes>,
}

/// The answer to the question for a graph.
#[derive(Clone, Debug)]
pub(crate) enum GraphAnswer {
    Drawn(Arc<DrawnGraph>),
    /// The reason why the requested diagram of the position with this stamp is not drawn.
    Not(Stamp, DiagramRequest, DiagramNotice),
}

/// The sizes of a diagram in the known orders.
#[derive(Clone, Debug)]
pub(crate) struct KnownSizes {
    /// The rules and decisions of the diagram.
    pub problem: Problem,
    /// The rule that is drawn alone, if any.
    pub rule: Option<SingleRule>,
    /// The sizes in the order in which they were computed; `None` if building the diagram takes too long.
    pub sizes: Vec<(DrawnOrder, Option<DiagramSize>)>,
}

impl App {
    /// True if the worker has answered the question for the graph of the present position.
    pub(crate) fn is_graph_known(&self) -> bool {
        match &self.graph.answer {
            None => false,
            Some(GraphAnswer::Drawn(graph)) => {
                graph.drawn.answers(self.session.problem(), &self.graph.request)
            }
            Some(GraphAnswer::Not(stamp, request, _)) => {
                *stamp == self.session.stamp() && *request == self.graph.request
            }
        }
    }

    /// The diagram that was drawn last, if the last answer is one.
    pub(crate) fn drawn_graph(&self) -> Option<&DrawnGraph> {
        match &self.graph.answer {
            Some(GraphAnswer::Drawn(graph)) => Some(graph),
            Some(GraphAnswer::Not(..)) | None => None,
        }
    }

    /// Says which view of the diagram is shown, and what the next one is. `awaits` is true if a graph is being computed.
    pub(crate) fn name_view(&mut self, awaits: bool) {
        self.say(match (self.diagram, &self.graph.answer) {
            (DiagramView::Graph, _) if awaits => DiagramNotice::Drawing,
            (DiagramView::Graph, Some(GraphAnswer::Not(.., reason))) => reason.clone(),
            (DiagramView::Graph, _) => DiagramNotice::Graph,
            (view, _) => DiagramNotice::Shown { view },
        });
    }
}
