//! The difficulty of puzzles as a number, and the grades that it divides into.

use std::ops::RangeInclusive;

use super::step::Step;
use super::technique::{Grade, Technique};
use problem::{Family, Rules};
use rand::Rng;

/// The effort of steps, from which the difficulty follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// The effort of steps by simple techniques.
    simple: u64,
    other: u64,
    /// The effort of simple steps counts less and less towards this limit, above which no puzzle is easy.
    most_simple: u64,
}

impl Effort {
    /// The initial effort, for a kind of puzzle with these grades.
    pub(super) fn of(scale: Scale) -> Self {
        let above = u64::from(*scale.range(Grade::Easy).end()) + 1;
        Self { simple: 0, other: 0, most_simple: above * above - 1 }
    }

    /// Adds the effort of a step.
    pub(super) fn add(&mut self, step: &Step) {
        let sum = if is_simple(step.technique) { &mut self.simple } else { &mut self.other };
        *sum = sum.saturating_add(effort(step));
    }

    /// The greatest weight of the techniques that are searched for steps up to a difficulty of `limit`, where `open` cells are
    /// open. With `many` pieces, chains and contradictions take long to find: they are not searched if, usually, settling all
    /// open cells with them would exceed the limit.
    pub(super) fn greatest_weight(self, open: usize, limit: u32, many: bool) -> u64 {
        let most = u64::from(limit).pow(2);
        let left = most.saturating_sub(self.simple.saturating_add(self.other));
        if most <= self.most_simple {
            weight(Technique::NoTouch)
        } else if many && open as u64 > left / EFFORT_OF_CELL {
            weight(Technique::Uniqueness)
        } else {
            u64::MAX
        }
    }

    /// The difficulty: the square root of the effort, rounded down. Simple steps alone never make more than an easy puzzle,
    /// however many there are, and other steps never less than a medium one.
    pub(super) fn difficulty(self) -> u32 {
        let last = self.most_simple / 4;
        let most = self.most_simple - last;
        let above = self.simple.saturating_sub(most);
        let simple = self.simple.min(most) + last.saturating_mul(above) / (last + above).max(1);
        let medium = if self.other > 0 { self.most_simple + 1 } else { 0 };
        simple.saturating_add(self.other).max(medium).isqrt().try_into().unwrap_or(u32::MAX)
    }
}

/// The effort for each cell that is open when the first chain is needed, on a board of [many pieces](has_many_pieces). Few puzzles
/// need less.
const EFFORT_OF_CELL: u64 = 40;

/// True for 28 pieces or more in all regions. Other solutions, chains and contradictions take long to find there.
pub(crate) fn has_many_pieces(rules: &Rules) -> bool {
    let of_region = rules.bounds_of(Family::Regions).map_or(0, |bounds| bounds.lower);
    of_region.saturating_mul(rules.size().rows().into()) >= 28
}

/// True for techniques that look at one group, or at one group within another.
const fn is_simple(technique: Technique) -> bool {
    weight(technique) <= weight(Technique::Groups1) || matches!(technique, Technique::NoTouch)
}

/// The effort of a step: what it takes to see its reason, and more if few such steps are possible.
pub(super) fn effort(step: &Step) -> u64 {
    let seen = weight(step.technique) * 4 + reason(step);
    // One possible step doubles the effort; four increase it by a quarter.
    let open = u64::from(step.open.max(1));
    seen * (open + 1) / open
}

/// The effort of the reason's size: one for each group, and one for each four cells.
fn reason(step: &Step) -> u64 {
    if step.technique == Technique::Rules {
        // People do not search for such a set of rules, so its size says nothing about the effort.
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
        Technique::FewCells => 1,
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

/// The grades of one kind of puzzle in one class of sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The highest difficulty of each grade but the last.
    highest: [u32; 3],
    /// The lowest and the highest difficulty of the target range. Other puzzles are rare.
    usual: (u32, u32),
}

impl Scale {
    /// The scale of puzzles under these rules: without regions, or with one, two or more pieces in each region, by the longer
    /// side of the board.
    pub fn of(rules: &Rules) -> Self {
        let pieces = rules.bounds_of(Family::Regions).map(|bounds| bounds.lower);
        let side = rules.size().rows().max(rules.size().columns());
        let (highest, usual) = match (pieces, side) {
            (None, _) => ([20, 26, 35], (10, 50)),
            (Some(0 | 1), ..=6) => ([10, 13, 18], (5, 22)),
            (Some(0 | 1), 7..=8) => ([11, 14, 20], (6, 26)),
            (Some(0 | 1), 9..=10) => ([12, 16, 22], (7, 30)),
            (Some(0 | 1), 11..) => ([13, 17, 24], (8, 32)),
            (Some(2), ..=8) => ([24, 30, 41], (14, 50)),
            (Some(2), 9..=11) => ([26, 33, 56], (19, 74)),
            (Some(2), 12..=13) => ([30, 40, 68], (22, 100)),
            (Some(2), 14..) => ([36, 46, 72], (26, 110)),
            (Some(3..), ..=13) => ([30, 38, 50], (21, 60)),
            (Some(3..), 14..) => ([36, 50, 80], (26, 150)),
        };
        Self { highest, usual }
    }

    /// Draws a target range, a small part of the accepted difficulties, so that puzzles are spread over all of them.
    pub(crate) fn aim(
        self,
        wanted: &RangeInclusive<u32>,
        random: &mut impl Rng,
    ) -> RangeInclusive<u32> {
        let (least, most) = self.usual;
        let least = least.clamp(*wanted.start(), *wanted.end());
        let most = most.max(least.saturating_add(least / 4)).min(*wanted.end());
        let aim = random.gen_range(least..=most);
        aim..=aim.saturating_add(aim / 8).min(*wanted.end())
    }

    /// The grade of a difficulty.
    pub fn grade(self, difficulty: u32) -> Grade {
        let mut grades = [Grade::Easy, Grade::Medium, Grade::Hard].into_iter().zip(self.highest);
        let found = grades.find(|&(_, most)| difficulty <= most);
        found.map_or(Grade::Expert, |(grade, _)| grade)
    }

    /// A difficulty after its grade and before the range of the grade, as in `medium, 14 (13 to 16)`.
    pub fn in_words(self, difficulty: u32) -> String {
        let grade = self.grade(difficulty);
        format!("{grade}, {difficulty} ({})", self.range_in_words(grade))
    }

    /// The difficulties of a grade in words, as in `up to 11` or `12 to 14`.
    pub fn range_in_words(self, grade: Grade) -> String {
        let (least, most) = self.range(grade).into_inner();
        match grade {
            Grade::Easy => format!("up to {most}"),
            Grade::Medium | Grade::Hard => format!("{least} to {most}"),
            Grade::Expert => format!("from {least}"),
        }
    }

    /// The difficulties of a grade.
    pub fn range(self, grade: Grade) -> RangeInclusive<u32> {
        let [easy, medium, hard] = self.highest;
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
    use std::collections::HashSet;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use strum::IntoEnumIterator;

    use super::*;
    use crate::puzzle::coloured_rules;
    use crate::steps::step::Refutation;
    use geometry::{Cell, Grid};
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
            parts: (0, 0),
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
        // One piece in each region of a board of 6 rows: up to 10 is easy, so simple steps count less than 11 * 11 - 1 = 120.
        let grid = Grid::new("6".parse().unwrap());
        let scale = Scale::of(&coloured_rules(grid));
        let mut all = Effort::of(scale);
        for step in [last_cell, groups.clone(), chain] {
            all.add(&step);
        }
        assert_eq!(all.difficulty(), 14, "14 * 14 <= 1 + 40 + 169 = 210 < 15 * 15");
        all = Effort::of(scale);
        for _ in 0..9 {
            all.add(&groups);
        }
        // 9 * 40 = 360, which is 270 more than 90, and counts as 90 + 30 * 270 / (30 + 270).
        assert_eq!(all.difficulty(), 10, "10 * 10 <= 90 + 27 = 117 < 11 * 11");
        assert_eq!(scale.grade(all.difficulty()), Grade::Easy);
        all.add(&step(Technique::Groups2, 4, 0, 1));
        assert_eq!(all.difficulty(), 13, "13 * 13 <= 117 + 2 * (4 * 6 + 4) = 173 < 14 * 14");
        // A single step of 2 * (4 * 6 + 4) = 56 counts as 11 * 11, the lowest effort of a medium puzzle.
        let mut alone = Effort::of(scale);
        alone.add(&step(Technique::Groups2, 4, 0, 1));
        assert_eq!((alone.difficulty(), scale.grade(11)), (11, Grade::Medium));
        // 56 of 14 * 14 = 196 are used: 140 remain, enough for three cells of 40. An easy puzzle has simple steps only.
        for (open, limit, many, greatest) in [
            (3, 14, true, u64::MAX),
            (4, 14, true, 20),
            (4, 14, false, u64::MAX),
            (3, 10, false, 6),
        ] {
            assert_eq!(alone.greatest_weight(open, limit, many), greatest, "{open} {limit} {many}");
        }
    }

    #[test]
    fn what_is_aimed_at_is_wanted_and_spreads() {
        let rules = coloured_rules(Grid::new("9".parse().unwrap()));
        let (scale, mut random) = (Scale::of(&rules), ChaCha8Rng::seed_from_u64(1));
        let mut wanted: Vec<_> = Grade::iter().map(|grade| (scale.range(grade), 4)).collect();
        wanted.extend([(0..=0, 1), (0..=u32::MAX, 20), (500..=u32::MAX, 50), (17..=18, 2)]);
        for (wanted, least) in wanted {
            let aims: HashSet<_> = (0..500).map(|_| scale.aim(&wanted, &mut random)).collect();
            assert!(aims.len() >= least, "{wanted:?}: {aims:?}");
            for aim in aims {
                assert!(aim.start() <= aim.end(), "{aim:?}");
                assert!(wanted.contains(aim.start()) && wanted.contains(aim.end()), "{aim:?}");
            }
        }
    }
}
