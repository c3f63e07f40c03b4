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
    if step.technique == Technique::Rules {
        // Nobody looks for such a set of rules, so its size says nothing about the effort.
        return 0;
    }
    let own = size_of_reason(step) / 4;
    let then = step.refuted.iter().flat_map(|refuted| &refuted.then);
    own as u64 + then.map(|step| weight(step.technique) * 2 + 8 + reason(step)).sum::<u64>()
}

/// The size of the reason without the steps of a contradiction: 4 for each group, and 1 for each cell.
pub(super) fn size_of_reason(step: &Step) -> usize {
    4 * step.rules.len() + step.cells.len()
}

/// The effort of a technique. Lighter techniques are used first.
pub(super) const fn weight(technique: Technique) -> u64 {
    match technique {
        Technique::LastCell | Technique::FullGroup => 0,
        Technique::AttackedByGroup => 2,
        Technique::Starving => 3,
        Technique::Groups1 => 4,
        Technique::Groups2 | Technique::NoTouch => 6,
        Technique::Groups3 => 8,
        Technique::Halves => 10,
        Technique::Groups4 | Technique::SeenByGroup | Technique::FullLine => 12,
        Technique::Strip => 14,
        Technique::Band => 15,
        Technique::TightBand => 16,
        Technique::Leftover | Technique::Uniqueness => 20,
        Technique::Chain => 24,
        Technique::Contradiction => 60,
        Technique::Rules => 1000,
    }
}

/// The grades of one kind of puzzle: the highest difficulty of each grade but the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale([u32; 3]);

impl Scale {
    /// The scale of puzzles under these rules: without regions, or with one, two or more pieces in each region.
    pub fn of(rules: &Rules) -> Self {
        let pieces = rules.bounds_of(Family::Regions).map(|bounds| bounds.lower);
        Self(match pieces {
            None => [20, 26, 35],
            Some(0 | 1) => [10, 14, 20],
            Some(2) => [28, 33, 50],
            Some(3..) => [34, 48, 75],
        })
    }

    /// The grade of a difficulty.
    pub fn grade(self, difficulty: u32) -> Grade {
        let mut grades = [Grade::Easy, Grade::Medium, Grade::Hard].into_iter().zip(self.0);
        let found = grades.find(|&(_, most)| difficulty <= most);
        found.map_or(Grade::Expert, |(grade, _)| grade)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::step::Refutation;
    use geometry::Cell;
    use problem::{GroupId, Rule, Value};

    fn step(technique: Technique, groups: usize, cells: u16, open: u32) -> Step {
        Step {
            technique,
            place: Vec::new(),
            exclude: vec![Cell::new(0, 0)],
            rules: (0..groups as u16).map(|row| Rule::Group(GroupId::Row(row))).collect(),
            cells: (0..cells).map(|column| Cell::new(0, column)).collect(),
            refuted: None,
            compared: 1,
            unneeded: Vec::new(),
            open,
        }
    }

    /// The numbers are computed by hand, as the manual describes.
    #[test]
    fn the_difficulty_is_the_root_of_the_efforts_of_all_steps() {
        // 4 * 0 + 1 group = 1; with four possible steps 1 * 5 / 4 = 1.
        let last_cell = step(Technique::LastCell, 1, 3, 4);
        assert_eq!(effort(&last_cell), 1);
        // 4 * 4 + 2 groups + 9 / 4 cells = 20; the only possible step counts twice.
        let groups = step(Technique::Groups1, 2, 9, 1);
        assert_eq!(effort(&groups), 40);
        // 4 * 24 + 1 group, and one step of 2 * 3 + 8 + 1 group + 5 / 4 cells = 16: 113, then 113 * 3 / 2.
        let refuted = Refutation {
            assume: (Cell::new(0, 0), Value::Placed),
            then: vec![step(Technique::Starving, 1, 5, 1)],
            empty: GroupId::Row(0),
        };
        let chain = Step { refuted: Some(refuted), ..step(Technique::Chain, 1, 0, 2) };
        assert_eq!(effort(&chain), 169);
        // The reason of `rules` does not count. The effort of 4 * 1000 is doubled, because only one step is possible.
        assert_eq!(effort(&step(Technique::Rules, 7, 40, 1)), 8000);
        let mut all = Effort::default();
        for step in [last_cell, groups, chain] {
            all.add(&step);
        }
        assert_eq!(all.difficulty(), 14, "14 * 14 <= 210 < 15 * 15");
    }
}
