//! Techniques for one group.

use super::deduction::Deduction;
use super::finder::{Finder, Sink, Stop, needed};
use super::open_group::OpenGroup;
use super::technique::Technique;
use geometry::CellSet;

impl Finder<'_> {
    pub(super) fn last_cells(&self, sink: &mut Sink) -> Result<(), Stop> {
        self.lacking().filter(|group| group.lacks == group.left).try_for_each(|group| {
            let technique = Technique::LastCell;
            let (place, exclude) = (group.open.clone(), self.none());
            sink(Deduction { technique, place, exclude, groups: vec![group.index], compared: 1 })
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
            if group.left.saturating_sub(group.lacks) >= self.board.most_peers() {
                // No piece attacks so many cells.
                continue;
            }
            let mut starving = self.none();
            for cell in self.candidates.open.iter() {
                let own = usize::from(group.open.contains(cell));
                let taken = own + self.board.peers(cell).overlap(&group.open);
                if group.left - taken + own < group.lacks {
                    starving.insert(cell);
                }
            }
            sink(Deduction::excluding(Technique::Starving, starving, vec![group.index]))?;
        }
        Ok(())
    }

    /// Finds cells that would leave a group too few cells, because a piece there attacks cells of the group or
    /// fills groups that share cells with it.
    pub(super) fn seen_by_groups(&self, sink: &mut Sink) -> Result<(), Stop> {
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
            for group in self.lacking() {
                let own = usize::from(group.open.contains(cell));
                let starves = |seen: &CellSet| {
                    group.left - group.open.overlap(seen) < group.lacks.saturating_sub(own)
                };
                if !starves(&seen) {
                    continue;
                }
                let mut others = filled.clone();
                others.retain(|other| other.index != group.index);
                let others = needed(others, |others| starves(&seen_with(others)));
                let others = others.iter().map(|group| group.index);
                let groups: Vec<usize> = std::iter::once(group.index).chain(others).collect();
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
            sink(Deduction::excluding(Technique::SeenByGroup, cells, groups))
        })
    }
}
