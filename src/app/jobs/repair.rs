//! Questions of people who draw puzzles with regions.

use crate::job::{Desk, Job, Report};
use engine::Answer;
use session::Finding;
use session::puzzle::{self, RepairPart};

/// Reports the number of solutions for the drawn regions, and the superfluous parts of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Check;

impl Job for Check {
    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        puzzle::check(desk.problem, desk.budget, &mut parts(desk.report))
    }
}

/// Reports the number of solutions that the drawn regions leave, what the puzzle does not need, and then the effect of
/// each repaint of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair;

impl Job for Repair {
    fn activity(&self) -> &'static str {
        "trying each repaint"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        puzzle::repair(desk.problem, desk.budget, &mut parts(desk.report))
    }
}

/// A function that reports the parts of an answer about drawn regions.
fn parts(report: &mut (dyn FnMut(Report) + Send)) -> impl FnMut(RepairPart) + Send {
    move |part| report(Report::Finding(Finding::Repair(part)))
}
