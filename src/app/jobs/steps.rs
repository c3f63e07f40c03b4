//! The whole solution, step by step.

use crate::App;
use crate::job::{Desk, Job};
use crate::notice::AnswerNotice;
use engine::Answer;
use session::steps::{Solver, SolvingPath};

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
        desk.answer(take, path);
        Ok(())
    }
}

/// Shows how many steps the solution takes, and its grade.
pub(crate) fn take(app: &mut App, path: SolvingPath) {
    app.say(AnswerNotice::Steps { path: Box::new(path.clone()) });
    app.solving_path = Some(path);
}
