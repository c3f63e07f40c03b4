//! The diagram as a graph, and its sizes in all orders.

use std::sync::Arc;

use crate::app::job::{Desk, Ending, Job, Urgency};
use crate::app::reply::Reply;
use engine::bdd::SingleRule;
use engine::{Answer, Interrupted};
use export::LayeredGraph;
use problem::Problem;
use session::{DiagramRequest, DrawnDiagram, DrawnOrder, OrderRequest, size_in_order};
use strum::VariantArray;

/// A diagram with the layout of its nodes.
#[derive(Clone, Debug)]
pub(crate) struct DrawnGraph {
    pub drawn: DrawnDiagram,
    pub layout: Arc<LayeredGraph>,
}

/// Finds the diagram to be drawn as a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Graph(pub DiagramRequest);

impl Job for Graph {
    fn urgency(&self) -> Urgency {
        Urgency::Drawing
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let drawn = DrawnDiagram::find(desk.engine, desk.problem, &self.0, desk.budget)?;
        desk.reply(Reply::Graph(match drawn {
            Ok(drawn) => {
                let layout = LayeredGraph::of_diagram(&drawn.diagram, None, desk.budget)?;
                Ok(Arc::new(DrawnGraph { drawn, layout: Arc::new(layout) }))
            }
            Err(reason) => Err(reason),
        }));
        Ok(())
    }

    fn interrupted(&self, _: Interrupted) -> Ending {
        Ending::Reply(Reply::NoGraph)
    }
}

/// Reports the size of a problem's diagram, or of the diagram of a single rule, in each known order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OrderSizes {
    pub problem: Problem,
    /// The rule that is drawn alone, if any.
    pub rule: Option<SingleRule>,
}

impl Job for OrderSizes {
    fn urgency(&self) -> Urgency {
        Urgency::Cursor
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        for &order in DrawnOrder::VARIANTS {
            let request = OrderRequest::Known(order);
            let size = size_in_order(&self.problem, self.rule, &request, desk.budget)?;
            desk.reply(Reply::OrderSize(order, size));
        }
        Ok(())
    }
}
