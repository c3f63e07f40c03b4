//! Techniques for one group.

use super::deduction::Deduction;
use super::finder::{Finder, Sink, Stop, needed};
use super::open_group::{GroupSet, OpenGroup};
use super::technique::Technique;
use geometry::CellSet;

impl Finder<'_> {
    pub(super) fn last_cells(&self, sink: &mut Sink) -> Result<(), Stop> {
        self.lacking().filter(|group| group.lacks == group.left).try_for_each(|group| {
            let technique = Technique::LastCell;
            let (place, exclude) = (group.open.clone(), self.none());
            sink(Deduction { place, ..Deduction::excluding(technique, exclude, vec![group.index]) })
        })
    }

    pub(super) fn full_groups(&self, sink: &mut Sink) -> Result<(), Stop> {
        self.groups.iter().filter(|group| group.is_new && group.room == 0).try_for_each(|group| {
            let exclude = group.open.clone();
            sink(Deduction::excluding(Technique::FullGroup, exclude, vec![group.index]))
        })
    }

    pub(super) fn attacked_by_groups(&self, sink: &mut Sink) -> Result<(), Stop> {
        for group in self.lacking() {
            self.check()?;
            let mut attacked = self.candidates.open.clone();
            for cell in group.open.iter() {
                attacked.retain_all(self.board.peers(cell));
                if attacked.is_empty() {
                    break;
                }
            }
            sink(Deduction::excluding(Technique::AttackedByGroup, attacked, vec![group.index]))?;
        }
        Ok(())
    }

    pub(super) fn starving(&self, sink: &mut Sink) -> Result<(), Stop> {
        // For groups that need one piece, [`Technique::AttackedByGroup`] finds the same cells and is easier to
        // see.
        for group in self.lacking().filter(|group| group.lacks > 1) {
            self.check()?;
            let spare = group.left.saturating_sub(group.lacks);
            if spare >= self.board.most_peers() {
                // No piece attacks this number of cells.
                continue;
            }
            // For each number of cells of the group, from 0 to one more than it can spare: the open cells that attack at least
            // that number.
            let mut attacking = vec![self.none(); spare + 2];
            attacking[0] = self.candidates.open.clone();
            for cell in group.open.iter() {
                for number in (0..=spare).rev() {
                    let more = &attacking[number] & self.board.peers(cell);
                    attacking[number + 1].insert_all(&more);
                }
            }
            let starving = attacking.pop().unwrap_or_else(|| self.none());
            sink(Deduction::excluding(Technique::Starving, starving, vec![group.index]))?;
        }
        Ok(())
    }

    /// Finds cells that would leave a group no room for its pieces, because a piece there attacks cells of the group or
    /// fills groups that share cells with it.
    pub(super) fn seen_by_groups(&self, sink: &mut Sink) -> Result<(), Stop> {
        let groups = self.groups.iter().enumerate().filter(|(_, it)| it.is_new && it.lacks > 0);
        let groups: Vec<GroupSet> = groups.map(|(index, _)| self.joined(&[index])).collect();
        self.pressed(Technique::SeenByGroup, &groups.iter().collect::<Vec<_>>(), sink)
    }

    /// Finds cells that would leave some groups no room for their pieces, because a piece there attacks their cells or fills
    /// groups that share cells with them.
    pub(super) fn pressed(
        &self,
        technique: Technique,
        pressed: &[&GroupSet],
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        let mut found: Vec<(Vec<usize>, CellSet)> = Vec::new();
        for cell in self.candidates.open.iter() {
            self.check()?;
            let filled: Vec<&OpenGroup> = (self.groups.iter())
                .filter(|group| group.room == 1 && group.open.contains(cell))
                .collect();
            let seen_with = |filled: &[&OpenGroup]| {
                let mut seen = self.board.peers(cell).clone();
                seen.insert(cell);
                for group in filled {
                    seen.insert_all(&group.open);
                }
                seen
            };
            let seen = seen_with(&filled);
            for group in pressed {
                let lacks = group.lacks.saturating_sub(usize::from(group.open.contains(cell)));
                let starves =
                    |seen: &CellSet| self.max_pieces(&(&group.open - seen), lacks) < lacks;
                if group.open.overlap(&seen) == 0 || !starves(&seen) {
                    continue;
                }
                let own = group.groups.iter().map(|&index| self.groups[index].index);
                let own: Vec<usize> = own.collect();
                let mut others = filled.clone();
                others.retain(|other| !own.contains(&other.index));
                let others = needed(others, |others| starves(&seen_with(others)));
                let others = others.iter().map(|group| group.index);
                let groups: Vec<usize> = own.iter().copied().chain(others).collect();
                match found.iter_mut().find(|(same, _)| *same == groups) {
                    Some((_, cells)) => {
                        cells.insert(cell);
                    }
                    None => found.push((groups, CellSet::from_cells(seen.size(), [cell]))),
                }
            }
        }
        found.sort_by_key(|(groups, _)| groups.len());
        found.into_iter().try_for_each(|(groups, cells)| {
            let compared = pressed.first().map_or(1, |it| it.groups.len());
            sink(Deduction { compared, ..Deduction::excluding(technique, cells, groups) })
        })
    }
}
