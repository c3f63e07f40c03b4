//! The number of solutions for each number of pieces.

use crate::job::{Desk, Ending, Job};
use engine::{Answer, Interrupted, Polynomial};
use session::Finding;

/// Reports the number of solutions for each number of pieces; none if the diagram takes long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces;

impl Job for Pieces {
    fn is_awaited(&self) -> bool {
        false
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let pieces = desk.engine.by_pieces(desk.problem, desk.budget)?;
        desk.learn(Finding::Pieces(pieces.unwrap_or_default()));
        Ok(())
    }

    fn interrupted(&self, _: Interrupted) -> Ending {
        Ending::Unknown(Finding::Pieces(Polynomial::default()))
    }
}
