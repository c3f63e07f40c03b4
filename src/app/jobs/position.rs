//! Questions that are asked about each new position.

use std::time::Duration;

use num_traits::Zero;

use crate::job::{Desk, Ending, Job, Report};
use engine::{Answer, Interrupted, PartialAnswer, bdd};
use session::puzzle::BegunDrawing;
use session::{Finding, NearestSize};

/// Maximum time of the search for the nearest size with a solution.
const NEAREST_TIMEOUT: Duration = Duration::from_secs(10);

/// Reports the counts of the rules' ROBDD, if it is built. Then reports the counts and the diagram's size, or the domains of
/// all cells if counting takes long. Without solutions, also reports the nearest size with a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExaminePosition;

impl Job for ExaminePosition {
    fn activity(&self) -> &'static str {
        "computing"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let found = desk.robdd.position(desk.problem, desk.budget)?;
        if found.is_some() {
            desk.learn(Finding::Robdd(found, desk.begun.elapsed()));
        }
        let (begun, report) = (desk.begun, &mut *desk.report);
        let mut hopeless = false;
        desk.engine.survey(desk.problem, desk.budget, &mut |layer| {
            hopeless = match &layer {
                PartialAnswer::Census(census, _) => census.solutions.is_zero(),
                PartialAnswer::Domains(domains) => domains.satisfiable == Some(false),
                PartialAnswer::RowNodes(_)
                | PartialAnswer::Diagram(_)
                | PartialAnswer::Estimate(_) => hopeless,
            };
            report(Report::Finding(Finding::Layer(layer, begun.elapsed())));
        })?;
        if !hopeless {
            return costs(desk);
        }
        let is_drawn = BegunDrawing::of_puzzle(desk.problem.rules()).is_none();
        if is_drawn && desk.problem.decisions().is_empty() {
            let budget = desk.budget.slice(NEAREST_TIMEOUT);
            let nearest = bdd::nearest_size(desk.problem.rules(), &budget);
            let nearest = nearest.map_or(NearestSize::Unknown, |size| {
                size.map_or(NearestSize::NoneNearby, NearestSize::Found)
            });
            desk.learn(Finding::NearestSize(nearest));
        }
        Ok(())
    }

    fn interrupted(&self, interrupted: Interrupted) -> Ending {
        Ending::Unknown(Box::new(Finding::Interrupted(interrupted)))
    }
}

/// Reports the cost of the cheapest solution through each cell, if there are weights and the diagram does not take long.
pub(super) fn costs(desk: &mut Desk<'_>) -> Answer<()> {
    if let Some(found) = Finding::costs(&mut *desk.engine, desk.problem, desk.budget)? {
        desk.learn(found);
    }
    Ok(())
}
