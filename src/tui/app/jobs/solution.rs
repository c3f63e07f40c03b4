//! A remaining solution to browse.

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::app::job::{Desk, Job};
use crate::app::reply::Reply;
use engine::Answer;

/// Finds a remaining solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solution(pub SolutionChoice);

/// A remaining solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SolutionChoice {
    /// The solution with this number, counted from 0.
    Number(BigUint),
    /// A random solution, from this seed if there is one.
    Random(Option<u64>),
}

impl Job for Solution {
    fn activity(&self) -> &'static str {
        "looking for a solution"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let Desk { engine, random, problem, budget, .. } = desk;
        let found = match &self.0 {
            SolutionChoice::Number(number) => {
                engine.complete_with(problem, number, random, budget)?
            }
            SolutionChoice::Random(Some(seed)) => {
                engine.complete(problem, &mut ChaCha8Rng::seed_from_u64(*seed), budget)?
            }
            SolutionChoice::Random(None) => engine.complete(problem, random, budget)?,
        };
        desk.reply(Reply::Solution(found));
        Ok(())
    }
}
