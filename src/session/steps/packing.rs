//! Techniques for groups that need several pieces, which must not attack each other.

use super::deduction::Deduction;
use super::finder::{Finder, Sink, Stop};
use super::open_group::OpenGroup;
use super::technique::Technique;
use geometry::CellSet;

/// Maximum estimated number of placements of a group's pieces that are tried per cell.
const MOST_WAYS: usize = 20_000;

impl Finder<'_> {
    /// Finds cells that need a piece because a group would otherwise have no room for its pieces, and cells
    /// that must stay empty because a piece would leave the group no room.
    pub(super) fn no_touch(&self, sink: &mut Sink) -> Result<(), Stop> {
        for group in self.packed().filter(|group| group.is_new) {
            self.check()?;
            let (place, exclude) = self.must_hold(&group.open, group.lacks);
            let groups = vec![group.index];
            sink(Deduction { technique: Technique::NoTouch, place, exclude, groups, compared: 1 })?;
        }
        Ok(())
    }

    /// Finds groups that another group divides into two parts. Each part must hold the pieces for which the
    /// other part has no room.
    pub(super) fn halves(&self, sink: &mut Sink) -> Result<(), Stop> {
        for group in self.packed() {
            self.check()?;
            let is_new = |other: &&OpenGroup| group.is_new || other.is_new;
            let others = self.groups.iter().filter(|other| other.index != group.index);
            for other in others.filter(is_new) {
                let shared = group.open.overlap(&other.open);
                if shared == 0 || shared == group.left {
                    continue;
                }
                let inside = &group.open & &other.open;
                let outside = &group.open - &inside;
                let within = other.room.min(self.most(&inside, group.lacks));
                let without = self.most(&outside, group.lacks);
                let needed_inside = group.lacks - without;
                let needed_outside = group.lacks - within;
                if needed_inside + needed_outside == 0 {
                    continue;
                }
                let (place, exclude) = if within + without < group.lacks {
                    // There is no solution, so all open cells of the group are excluded.
                    (self.none(), group.open.clone())
                } else {
                    let (mut place, mut exclude) = self.must_hold(&inside, needed_inside);
                    let (placed, excluded) = self.must_hold(&outside, needed_outside);
                    place.insert_all(&placed);
                    exclude.insert_all(&excluded);
                    if needed_inside == other.room {
                        exclude.insert_all(&(&other.open - &inside));
                    }
                    exclude.remove_all(&place);
                    (place, exclude)
                };
                let groups = vec![group.index, other.index];
                let technique = Technique::Halves;
                sink(Deduction { technique, place, exclude, groups, compared: 1 })?;
            }
        }
        Ok(())
    }

    /// The groups that need several pieces and whose estimated number of placements per cell is at most
    /// [`MOST_WAYS`].
    fn packed(&self) -> impl Iterator<Item = &OpenGroup> {
        self.groups.iter().filter(|group| group.lacks > 1 && self.can_try(&group.open, group.lacks))
    }

    /// True if the estimated number of placements of `number` pieces per cell is at most [`MOST_WAYS`].
    pub(super) fn can_try(&self, cells: &CellSet, number: usize) -> bool {
        let ways = cells.len().checked_pow(number.saturating_sub(1) as u32);
        ways.is_some_and(|ways| ways <= MOST_WAYS)
    }

    /// Returns an upper bound, at most `limit`, on the number of pieces that fit on the cells without attacking
    /// each other. The bound is exact if the number of placements is small.
    pub(super) fn space(&self, cells: &CellSet, limit: usize) -> usize {
        let limit = limit.min(cells.len());
        if self.can_try(cells, limit) { self.most(cells, limit) } else { limit }
    }

    /// Returns the cells that need a piece and the cells that must stay empty, given that `cells` hold at least
    /// `number` pieces.
    pub(super) fn must_hold(&self, cells: &CellSet, number: usize) -> (CellSet, CellSet) {
        let (mut place, mut exclude) = (self.none(), self.none());
        if number == 0 {
            return (place, exclude);
        }
        if !self.packs(cells, number) {
            // The cells cannot hold `number` pieces, so the position has no solution.
            return (place, cells.clone());
        }
        let count = cells.len();
        for cell in self.candidates.open.iter() {
            let own = usize::from(cells.contains(cell));
            let taken = own + self.board.peers(cell).overlap(cells);
            if taken == 0 {
                continue;
            }
            let has_room = match number - own {
                0 => true,
                1 => taken < count,
                more => {
                    let mut rest = cells - self.board.peers(cell);
                    rest.remove(cell);
                    self.packs(&rest, more)
                }
            };
            if !has_room {
                exclude.insert(cell);
            } else if own == 1 {
                let mut rest = cells.clone();
                rest.remove(cell);
                if !self.packs(&rest, number) {
                    place.insert(cell);
                }
            }
        }
        (place, exclude)
    }

    /// Maximum number of pieces, up to `limit`, that fit on the cells without attacking each other.
    fn most(&self, cells: &CellSet, limit: usize) -> usize {
        (0..=limit).rev().find(|&number| self.packs(cells, number)).unwrap_or_default()
    }

    /// True if `number` pieces fit on the cells without attacking each other.
    fn packs(&self, cells: &CellSet, number: usize) -> bool {
        let mut count = cells.len();
        match number {
            0 | 1 => return count >= number,
            2 => {
                let attacks_all = |cell| self.board.peers(cell).overlap(cells) + 1 == count;
                return !cells.iter().all(attacks_all);
            }
            _ => {}
        }
        let mut left = cells.clone();
        for cell in cells.iter() {
            if count < number {
                return false;
            }
            left.remove(cell);
            count -= 1;
            if self.packs(&(&left - self.board.peers(cell)), number - 1) {
                return true;
            }
        }
        false
    }
}
