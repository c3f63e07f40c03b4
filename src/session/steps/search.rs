//! Searches for deductions in one position, technique by technique.

use itertools::Itertools;
use strum::IntoEnumIterator;

use super::deduction::Deduction;
use super::difficulty::{size_of_reason, weight};
use super::finder::{Finder, Stop};
use super::step::{MAX_OPEN, Step};
use super::technique::Technique;
use super::within::MAX_INNER;
use engine::Answer;

impl Finder<'_> {
    /// Passes the deductions of the given techniques to `choose`, until `choose` returns one.
    pub(super) fn first(
        &self,
        techniques: &[Technique],
        mut choose: impl FnMut(Deduction) -> Option<Deduction>,
    ) -> Answer<Option<Deduction>> {
        self.check()?;
        let mut chosen = None;
        let mut sink = |found: Deduction| {
            if !found.is_empty() {
                chosen = choose(found);
            }
            if chosen.is_some() { Err(Stop::Chosen) } else { Ok(()) }
        };
        let found = techniques.iter().try_for_each(|&technique| match technique {
            Technique::LastCell => self.last_cells(&mut sink),
            Technique::FullGroup => self.full_groups(&mut sink),
            Technique::FewCells => self.few_cells(&mut sink),
            Technique::AttackedByGroup => self.attacked_by_groups(&mut sink),
            Technique::Starving => self.starving(&mut sink),
            Technique::SeenByGroup => self.seen_by_groups(&mut sink),
            Technique::Groups1 => self.within(technique, 1..=1, &mut sink),
            Technique::Groups2 => self.within(technique, 2..=2, &mut sink),
            Technique::Groups3 => self.within(technique, 3..=3, &mut sink),
            Technique::Groups4 => self.within(technique, 4..=MAX_INNER, &mut sink),
            Technique::NoTouch => self.no_touch(&mut sink),
            Technique::Halves => self.halves(&mut sink),
            Technique::Strip => self.strips(&mut sink),
            Technique::FullLine | Technique::Band => self.full(technique, &mut sink),
            Technique::TightBand => self.tight_bands(&mut sink),
            Technique::Leftover => self.leftovers(&mut sink),
            Technique::Uniqueness
            | Technique::Chain
            | Technique::Contradiction
            | Technique::Rules => Ok(()),
        });
        match found {
            Err(Stop::Interrupted(interrupted)) => Err(*interrupted),
            Ok(()) | Err(Stop::Chosen) => Ok(chosen),
        }
    }

    /// The first deduction of the first technique that finds one.
    pub(super) fn easiest(&self, techniques: &[Technique]) -> Answer<Option<Deduction>> {
        self.first(techniques, Some)
    }

    /// Of the deductions of the lightest techniques that find any, the step with the smallest reason. The step counts the
    /// deductions of its technique, up to [`MAX_OPEN`], that settle different cells. Techniques heavier than `greatest` are not
    /// searched.
    pub(super) fn best(&self, greatest: u64) -> Answer<Option<Step>> {
        let light = Technique::iter().filter(|&technique| weight(technique) <= greatest);
        let by_weight = light.sorted_by_key(|&technique| weight(technique));
        for (_, techniques) in &by_weight.chunk_by(|&technique| weight(technique)) {
            let mut found = Vec::new();
            self.first(&techniques.collect::<Vec<_>>(), |deduction| {
                found.push(deduction.step(self.board, self.candidates));
                None
            })?;
            let Some(best) = found.iter().min_by_key(|step| size_of_reason(step)) else { continue };
            let of_technique = found.iter().filter(|step| step.technique == best.technique);
            let different = of_technique.unique_by(|step| (&step.place, &step.exclude));
            let open = different.take(MAX_OPEN as usize).count() as u32;
            return Ok(Some(Step { open, ..best.clone() }));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Kind, Outcome, PuzzleSpec};
    use crate::steps::packing::Packings;
    use crate::steps::{Grade, Solver};
    use engine::Budget;
    use problem::random::in_full;

    /// At each position of a solution, all techniques are searched. No other step is lighter than the chosen one, or
    /// equally light with a smaller reason.
    #[test]
    fn no_step_is_told_while_a_lighter_one_is_open() {
        let (budget, packings) = (Budget::default(), Packings::default());
        let puzzles = [(Kind::StarBattle, 10, in_full(3, 48)), (Kind::Queens, 8, in_full(8, 48))];
        let mut compared = 0;
        for (kind, size, seeds) in puzzles {
            let spec = PuzzleSpec::new(kind, Grade::Medium, Some(size), None).unwrap();
            for seed in 1..=seeds {
                let Ok(Outcome::Puzzle(problem)) = spec.make(seed.into(), &budget) else {
                    panic!("{kind} {seed}")
                };
                let solver = Solver::new(problem.rules(), &budget).unwrap();
                let (board, mut position) = (solver.board(), solver.board().candidates(&problem));
                let path = solver.steps(position.clone(), u32::MAX, &budget).unwrap();
                assert!(path.difficulty().is_some(), "{kind} {seed}");
                for told in &path.steps {
                    let rank = |step: &Step| (weight(step.technique), size_of_reason(step));
                    let finder = Finder::new(board, &position, &packings, &budget);
                    let all: Vec<Technique> = Technique::iter().collect();
                    let collect = |found: Deduction| {
                        let step = found.step(board, &position);
                        assert!(
                            rank(told) <= rank(&step),
                            "{kind} {seed}: {told:?} before {step:?}"
                        );
                        compared += 1;
                        None
                    };
                    finder.first(&all, collect).unwrap();
                    position.apply(board, told);
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }
}
