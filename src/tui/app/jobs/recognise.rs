//! The number of stars of a puzzle whose regions are drawn.

use crate::app::job::{Desk, Job};
use crate::app::reply::Reply;
use engine::Answer;
use problem::Regions;
use session::puzzle;

/// Finds the numbers of stars for which a drawn puzzle has exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recognise(pub DrawnPuzzle);

/// A puzzle of which only the regions are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DrawnPuzzle {
    pub regions: Regions,
    /// The name of the puzzle, if it has one.
    pub name: Option<String>,
}

impl Job for Recognise {
    fn activity(&self) -> &'static str {
        "recognising the puzzle"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let fitting = puzzle::fitting_stars(&self.0.regions, desk.budget)?;
        desk.reply(Reply::Recognised(self.0.clone(), fitting));
        Ok(())
    }
}
