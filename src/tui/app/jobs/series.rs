//! A series of diagrams of the position.

use std::sync::Arc;

use crate::app::job::{Desk, Job};
use crate::app::notice::DiagramNotice;
use crate::app::part::Part;
use crate::app::{App, Reply};
use engine::{Answer, Budget};
use export::LayeredGraph;
use session::NoSeries;
use session::{DrawnSeries, DrawnStage, SeriesRequest};

/// A series of diagrams with the layout of each diagram that is drawn node by node.
#[derive(Clone, Debug)]
pub(crate) struct SeriesGraphs {
    pub series: DrawnSeries,
    pub layouts: Vec<Option<Arc<LayeredGraph>>>,
}

impl SeriesGraphs {
    /// Lays out the diagrams. In a reduction or restriction, nodes keep the order from left to right that they have in
    /// the first stage.
    fn new(series: DrawnSeries, budget: &Budget) -> Answer<Self> {
        // The coordinates of the nodes in the first stage.
        let mut columns: Option<Vec<f64>> = None;
        let layout = |stage: &DrawnStage| {
            let Some(diagram) = &stage.diagram else { return Ok(None) };
            let layout = LayeredGraph::of_diagram(diagram, columns.as_deref(), budget)?;
            if stage.step().is_some() {
                columns.get_or_insert_with(|| layout.x[..diagram.nodes.len()].to_vec());
            }
            Ok(Some(Arc::new(layout)))
        };
        let layouts = series.stages.iter().map(layout).collect::<Answer<_>>()?;
        Ok(Self { series, layouts })
    }
}

/// Finds the diagrams of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Series(pub SeriesRequest);

impl Job for Series {
    fn activity(&self) -> &'static str {
        match self.0 {
            SeriesRequest::Growth => "conjoining the rules",
            SeriesRequest::Reduction(_) => "reducing the decision tree",
            SeriesRequest::Restriction(..) => "restricting the diagram",
        }
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let found = DrawnSeries::find(desk.engine, &self.0, desk.problem, desk.budget)?;
        desk.answer(Part::Series(match found {
            Ok(series) => Ok(Arc::new(SeriesGraphs::new(series, desk.budget)?)),
            Err(reason) => Err(reason),
        }));
        Ok(())
    }
}

/// Has the series shown, or says why there is none.
pub(crate) fn take(app: &mut App, found: Result<Arc<SeriesGraphs>, NoSeries>) {
    match found {
        Ok(graphs) if graphs.series.stages.is_empty() => {
            app.refuse(DiagramNotice::NothingToGrow);
        }
        Ok(graphs) => app.reply(Reply::Series(graphs)),
        Err(reason) => app.refuse(reason),
    }
}
