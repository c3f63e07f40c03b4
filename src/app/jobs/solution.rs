//! A remaining solution to browse.

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::job::{Desk, Job};
use crate::notice::AnswerNotice;
use crate::{App, Reply};
use engine::{Answer, Completion};
use geometry::CellSet;

/// Finds a remaining solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution(pub SolutionChoice);

/// A remaining solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionChoice {
    /// The solution with this number, counted from 0.
    Number(BigUint),
    /// A random solution; with a seed, always the same one.
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
        desk.answer(take, found);
        Ok(())
    }
}

/// Shows the solution.
pub fn take(app: &mut App, found: Option<Completion>) {
    match found {
        None => app.refuse(AnswerNotice::NoSolution),
        Some(solution) => app.reply(Reply::Solution(solution)),
    }
}

/// Lists this number of remaining solutions, the first ones in their order. Solutions without an order are drawn at
/// random until a solution repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solutions(pub usize);

impl Job for Solutions {
    fn activity(&self) -> &'static str {
        "looking for solutions"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let Desk { engine, random, problem, budget, .. } = desk;
        let mut listed: Vec<CellSet> = Vec::new();
        while listed.len() < self.0 {
            let number = listed.len().into();
            let found = engine.complete_with(problem, &number, random, budget)?;
            match found.filter(|solution| !listed.contains(&solution.placed)) {
                Some(solution) => listed.push(solution.placed),
                None => break,
            }
        }
        desk.answer(take_list, listed);
        Ok(())
    }
}

/// Lists the solutions.
pub(crate) fn take_list(app: &mut App, found: Vec<CellSet>) {
    if found.is_empty() {
        app.refuse(AnswerNotice::NoSolution);
    } else {
        app.reply(Reply::Solutions(found));
    }
}
