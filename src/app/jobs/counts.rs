//! All counts, however long they take.

use super::pieces::Pieces;
use super::{position, threads_beside};
use crate::job::{Desk, Ending, Job, Report, WorkerKind};
use engine::{Answer, Interrupted};
use session::Finding;

/// Reports all counts and the costs of the cheapest solutions. If the number of pieces is not fixed, also reports the counts
/// for each number of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts;

impl Job for Counts {
    fn worker(&self) -> WorkerKind {
        WorkerKind::Counting
    }

    fn activity(&self) -> &'static str {
        "counting"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let (begun, report) = (desk.begun, &mut *desk.report);
        desk.engine.census(desk.problem, threads_beside(), desk.budget, &mut |layer| {
            report(Report::Finding(Finding::Layer(layer, begun.elapsed())));
        })?;
        // The diagram is cached in this worker.
        if !desk.problem.rules().fixes_piece_count() {
            Pieces.work(desk)?;
        }
        position::costs(desk)
    }

    fn interrupted(&self, interrupted: Interrupted) -> Ending {
        Ending::Unknown(Box::new(Finding::Interrupted(interrupted)))
    }
}
