//! A series of diagrams of the position.

use std::sync::Arc;

use crate::graph::SeriesGraphs;
use crate::job::{Desk, Job};
use crate::notice::DiagramNotice;
use crate::{App, Reply};
use engine::Answer;
use export::{DrawnSeries, NoSeries, SeriesRequest};

/// Finds the diagrams of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series(pub SeriesRequest);

impl Job for Series {
    fn activity(&self) -> &'static str {
        match self.0 {
            SeriesRequest::Growth => "conjoining the rules",
            SeriesRequest::Reduction(_) => "reducing the decision tree",
            SeriesRequest::Restriction(..) => "restricting the diagram",
            SeriesRequest::Passes(_) => "counting in the diagram",
        }
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let found = DrawnSeries::find(desk.engine, &self.0, desk.problem, desk.budget)?;
        let found = match found {
            Ok(series) => Ok(Arc::new(SeriesGraphs::new(series, desk.budget)?)),
            Err(reason) => Err(reason),
        };
        desk.answer(take, found);
        Ok(())
    }
}

/// Shows the series, or why there is none.
pub(crate) fn take(app: &mut App, found: Result<Arc<SeriesGraphs>, NoSeries>) {
    match found {
        Ok(graphs) if graphs.series.stages.is_empty() => {
            app.refuse(DiagramNotice::NothingToGrow);
        }
        Ok(graphs) => app.reply(Reply::Series(graphs)),
        Err(reason) => app.refuse(reason),
    }
}
