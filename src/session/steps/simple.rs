//! Techniques about one group.

use std::ops::ControlFlow;

use super::deduction::{Deduction, DeductionSink, SearchFlow};
use super::finder::Finder;
use super::technique::Technique;

impl Finder<'_> {
    pub(super) fn last_cells(&self, sink: &mut DeductionSink) -> ControlFlow<()> {
        for group in self.lacking().filter(|group| group.lacks == group.left) {
            sink(Deduction {
                technique: Technique::LastCell,
                place: group.open.clone(),
                exclude: self.none(),
                groups: vec![group.index],
            })?;
        }
        ControlFlow::Continue(())
    }

    pub(super) fn full_groups(&self, sink: &mut DeductionSink) -> ControlFlow<()> {
        for group in self.groups.iter().filter(|group| group.is_new && group.room == 0) {
            let exclude = group.open.clone();
            let groups = vec![group.index];
            sink(Deduction::excluding(Technique::FullGroup, exclude, groups))?;
        }
        ControlFlow::Continue(())
    }

    pub(super) fn attacked_by_groups(&self, sink: &mut DeductionSink) -> SearchFlow {
        for group in self.lacking() {
            self.check()?;
            let mut attacked = self.candidates.open.clone();
            for cell in group.open.iter() {
                attacked.retain_all(self.board.peers(cell));
                if attacked.is_empty() {
                    break;
                }
            }
            let found =
                Deduction::excluding(Technique::AttackedByGroup, attacked, vec![group.index]);
            if Self::offer(found, sink).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    pub(super) fn starving(&self, sink: &mut DeductionSink) -> SearchFlow {
        // One that lacks one piece starves where all of its cells are attacked, which is easier to see.
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
            let found = Deduction::excluding(Technique::Starving, starving, vec![group.index]);
            if Self::offer(found, sink).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
