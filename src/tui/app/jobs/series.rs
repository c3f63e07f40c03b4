//! A series of diagrams of the position.

use crate::app::job::{Desk, Job};
use crate::app::reply::Reply;
use crate::modes::series::SeriesView;
use engine::Answer;
use session::{DrawnSeries, SeriesRequest};

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
        desk.reply(Reply::Series(match found {
            Ok(series) => Ok(SeriesView::new(series, desk.budget)?),
            Err(reason) => Err(reason),
        }));
        Ok(())
    }
}
