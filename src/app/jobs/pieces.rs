//! The number of solutions for each number of pieces.

use crate::job::{Desk, Ending, Job};
use engine::plan::Question;
use engine::{Answer, Interrupted, Polynomial, bdd};
use session::Finding;

/// Reports the number of solutions for each number of pieces; none if the diagram takes long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces;

impl Job for Pieces {
    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let question = Question::OfDiagram;
        let pieces =
            desk.engine.by_diagram(question, desk.problem, desk.budget, bdd::Engine::by_pieces)?;
        desk.learn(Finding::Pieces(pieces.unwrap_or_default()));
        Ok(())
    }

    fn interrupted(&self, _: Interrupted) -> Ending {
        Ending::Unknown(Box::new(Finding::Pieces(Polynomial::default())))
    }
}
