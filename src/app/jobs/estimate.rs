//! The estimated number of solutions, until the exact number is known.

use super::threads_beside;
use crate::job::{Desk, Job, Report, WorkerKind};
use engine::{Answer, PartialAnswer, auto};
use session::Finding;

/// Reports estimates of the number of solutions, each more precise than the previous estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate;

impl Job for Estimate {
    fn worker(&self) -> WorkerKind {
        WorkerKind::Estimating
    }

    fn activity(&self) -> &'static str {
        "estimating"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let budget = desk.budget.clone().with_threads(threads_beside());
        auto::estimate(desk.problem, &budget, &mut |census| {
            let layer = PartialAnswer::Estimate(census);
            (desk.report)(Report::Finding(Finding::Layer(layer, desk.begun.elapsed())));
        })
    }
}
