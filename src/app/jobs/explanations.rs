//! All minimal explanations why a wish is impossible.

use crate::job::{Desk, Job};
use engine::Answer;
use session::{Finding, Wish, explanations};

/// Maximum number of explanations of one cell.
const MAX_EXPLANATIONS: usize = 32;

/// Finds all minimal explanations of a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanations(pub Wish);

impl Job for Explanations {
    fn is_awaited(&self) -> bool {
        true
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let all = explanations(desk.engine, desk.problem, self.0, MAX_EXPLANATIONS, desk.budget)?;
        desk.learn(Finding::Explanations(self.0, all));
        Ok(())
    }
}
