//! Removes unneeded reasons from steps.

use super::board::{Board, Bounded};
use super::candidates::Candidates;
use super::check::is_proved;
use super::difficulty::weight;
use super::finder::Finder;
use super::packing::Packings;
use super::step::{Refutation, Step};
use super::technique::Technique;
use engine::{Answer, Budget};
use geometry::{Cell, CellSet};
use problem::Rule;

/// Maximum number of positions that a proof of one cell examines. A proof that needs more counts as none.
const MAX_POSITIONS: usize = 50_000;

/// Removes unneeded reasons from steps.
pub(super) struct Minimizer<'a> {
    pub board: &'a Board,
    pub packings: &'a Packings,
    pub budget: &'a Budget,
}

impl Minimizer<'_> {
    /// The step from a position without the groups and cells that its proof does not need. In a contradiction,
    /// without the steps that the proof does not need.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn minimal(&self, before: &Candidates, mut step: Step) -> Answer<Step> {
        step = self.with_needed_steps(before, step)?;
        if let Some(refuted) = &mut step.refuted {
            let mut position = assumed(self.board, before, refuted);
            for step in &mut refuted.then {
                *step = self.with_needed_rules(&position, step.clone())?;
                position.apply(self.board, step);
            }
            return Ok(step);
        }
        self.with_needed_rules(before, step)
    }

    fn is_proved(&self, before: &Candidates, step: &Step) -> Answer<bool> {
        self.packings.check(self.board, self.budget)?;
        Ok(is_proved(self.board, before, step, MAX_POSITIONS))
    }

    fn with_needed_rules(&self, before: &Candidates, step: Step) -> Answer<Step> {
        self.with_needed_cells(before, self.with_needed_groups(before, step)?)
    }

    /// Leaves out parts of a step, given by their numbers below `parts`, the last one first, if the others prove the step.
    fn without_parts(
        &self,
        before: &Candidates,
        mut step: Step,
        parts: usize,
        leave_out: impl Fn(&mut Step, usize),
    ) -> Answer<Step> {
        for index in (0..parts).rev() {
            let mut fewer = step.clone();
            leave_out(&mut fewer, index);
            if self.is_proved(before, &fewer)? {
                step = fewer;
            }
        }
        Ok(step)
    }

    fn with_needed_groups(&self, before: &Candidates, step: Step) -> Answer<Step> {
        let number = step.rules.len();
        if step.technique == Technique::Rules || step.refuted.is_some() || number == 1 {
            return Ok(step);
        }
        let step = self.without_parts(before, step, number, |step, index| {
            step.unneeded.extend(step.rules.remove(index).group());
            step.compared -= usize::from(index < step.compared);
        })?;
        Ok(if step.rules.len() < number { self.reworded(before, step) } else { step })
    }

    /// Leaves out settled cells. If a group needs one piece, its proof needs every cell.
    fn with_needed_cells(&self, before: &Candidates, step: Step) -> Answer<Step> {
        let needs_several = |group: &Bounded| group.bounds.lower > 1;
        if step.technique != Technique::LastCell || !self.groups(&step).any(needs_several) {
            return Ok(step);
        }
        let cells = step.cells.len();
        self.without_parts(before, step, cells, |step, index| {
            step.cells.remove(index);
        })
    }

    /// Leaves out steps of a contradiction.
    fn with_needed_steps(&self, before: &Candidates, step: Step) -> Answer<Step> {
        let number = step.depth();
        let mut step = self.without_parts(before, step, number, |step, index| {
            step.refuted.iter_mut().for_each(|refuted| drop(refuted.then.remove(index)));
        })?;
        if let Some(refuted) = step.refuted.as_mut().filter(|it| it.then.len() < number) {
            let mut position = assumed(self.board, before, refuted);
            for step in &mut refuted.then {
                *step = self.as_found(&position, step.clone())?;
                position.apply(self.board, step);
            }
        }
        Ok(step)
    }

    /// The step as its technique finds it in a position. The step of an easier technique if it no longer does.
    fn as_found(&self, position: &Candidates, step: Step) -> Answer<Step> {
        let settles = |found: &Step| {
            let all = |cells: &[Cell], of: &[Cell]| cells.iter().all(|cell| of.contains(cell));
            found.rules == step.rules
                && all(&step.place, &found.place)
                && all(&step.exclude, &found.exclude)
        };
        let mut found = None;
        Finder::new(self.board, position, self.packings, self.budget).first(
            &[step.technique],
            |deduction| {
                found = Some(deduction.step(self.board, position)).filter(settles);
                found.is_some().then_some(deduction)
            },
        )?;
        Ok(match found {
            Some(Step { rules, cells, compared, parts, .. }) => {
                Step { rules, cells, compared, parts, ..step }
            }
            None => self.reworded(position, step),
        })
    }

    /// A step whose groups prove it, although its technique names more. With one group, this is
    /// [`Technique::NoTouch`], unless the technique is lighter.
    fn reworded(&self, before: &Candidates, mut step: Step) -> Step {
        if step.rules.len() == 1 && weight(step.technique) >= weight(Technique::NoTouch) {
            step.technique = Technique::NoTouch;
        }
        let shown = if step.compared > 0 { step.compared } else { step.rules.len() };
        let mut cells = CellSet::empty(before.open.size());
        self.groups(&step).take(shown).for_each(|group| cells.insert_all(&group.cells));
        step.cells = (&cells & &before.open).iter().collect();
        step
    }

    /// The groups that a step names, in the order of its rules.
    fn groups<'s>(&'s self, step: &'s Step) -> impl Iterator<Item = &'s Bounded> {
        let find = |rule: &Rule| self.board.groups().iter().find(|it| Rule::Group(it.id) == *rule);
        step.rules.iter().filter_map(find)
    }
}

/// The position after the assumption of a contradiction.
fn assumed(board: &Board, before: &Candidates, refuted: &Refutation) -> Candidates {
    let mut position = before.clone();
    let (cell, value) = refuted.assume;
    position.settle(board, cell, value);
    position
}
