//! The whole solution, step by step.

use crate::app::job::{Desk, Job};
use crate::app::reply::Reply;
use engine::Answer;
use session::steps::Solver;

/// Solves the position step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Steps;

impl Job for Steps {
    fn activity(&self) -> &'static str {
        "solving step by step"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let solver = Solver::new(desk.problem.rules(), desk.budget)?;
        let path = solver.solve(desk.engine, desk.problem, desk.budget)?;
        desk.reply(Reply::Steps(path));
        Ok(())
    }
}
