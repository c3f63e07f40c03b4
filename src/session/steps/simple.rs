//! Techniques for one group.

use super::deduction::Deduction;
use super::finder::{Finder, Sink, Stop};
use super::technique::Technique;

impl Finder<'_> {
    pub(super) fn last_cells(&self, sink: &mut Sink) -> Result<(), Stop> {
        self.lacking().filter(|group| group.lacks == group.left).try_for_each(|group| {
            let technique = Technique::LastCell;
            let (place, exclude) = (group.open.clone(), self.none());
            sink(Deduction { technique, place, exclude, groups: vec![group.index] })
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
}
