//! The difficulty of puzzles as a number, and the grades that it divides into.

use std::ops::RangeInclusive;

use super::step::Step;
use super::technique::{Grade, Technique};
use problem::{Family, Rules};

/// The effort of steps, from which the difficulty follows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort(u64);

impl Effort {
    /// Adds the effort of a step.
    pub(super) fn add(&mut self, step: &Step) {
        self.0 = self.0.saturating_add(effort(step));
    }

    /// The difficulty: the square root of the effort, rounded down.
    pub(super) fn difficulty(self) -> u32 {
        self.0.isqrt().try_into().unwrap_or(u32::MAX)
    }
}

/// The effort of a step: what it takes to see its reason, and more if few such steps are possible.
fn effort(step: &Step) -> u64 {
    let seen = weight(step.technique) * 4 + reason(step);
    // One possible step doubles the effort; four increase it by a quarter.
    let open = u64::from(step.open.max(1));
    seen * (open + 1) / open
}

/// The effort of the reason's size: one for each group, and one for each four cells.
fn reason(step: &Step) -> u64 {
    let own = step.rules.len() + step.cells.len() / 4;
    let then = step.refuted.iter().flat_map(|refuted| &refuted.then);
    own as u64 + then.map(|step| weight(step.technique) * 2 + 8 + reason(step)).sum::<u64>()
}

/// The effort of a technique.
const fn weight(technique: Technique) -> u64 {
    match technique {
        Technique::LastCell | Technique::FullGroup => 1,
        Technique::AttackedByGroup => 2,
        Technique::Starving => 3,
        Technique::Groups1 => 4,
        Technique::SeenByGroup => 6,
        Technique::Groups2 | Technique::NoTouch => 8,
        Technique::Halves => 12,
        Technique::Groups3 => 14,
        Technique::FullLine | Technique::Strip => 16,
        Technique::Groups4 | Technique::Band => 20,
        Technique::Leftover => 24,
        Technique::Chain => 24,
        Technique::Contradiction => 60,
        Technique::Rules => 1000,
    }
}

/// The grades of one kind of puzzle: the highest difficulty of each grade but the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale([u32; 3]);

impl Scale {
    /// The scale of puzzles under these rules: with regions and one piece in each, with regions and several
    /// pieces in each, or without regions.
    pub fn of(rules: &Rules) -> Self {
        let regions = rules.bounds_of(Family::Regions);
        match regions {
            Some(bounds) if bounds.lower > 1 => Self([20, 30, 45]),
            Some(_) => Self([10, 15, 25]),
            None => Self([10, 15, 25]),
        }
    }

    /// The grade of a difficulty.
    pub fn grade(self, difficulty: u32) -> Grade {
        match self.0.iter().filter(|&&most| difficulty > most).count() {
            0 => Grade::Easy,
            1 => Grade::Medium,
            2 => Grade::Hard,
            _ => Grade::Expert,
        }
    }

    /// The difficulties of a grade.
    pub fn range(self, grade: Grade) -> RangeInclusive<u32> {
        let [easy, medium, hard] = self.0;
        match grade {
            Grade::Easy => 0..=easy,
            Grade::Medium => easy + 1..=medium,
            Grade::Hard => medium + 1..=hard,
            Grade::Expert => hard + 1..=u32::MAX,
        }
    }
}
