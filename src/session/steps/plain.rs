//! The techniques that need neither an assumption nor an engine.

use std::ops::ControlFlow;

use super::deduction::{Deduction, DeductionSink, SearchFlow};
use super::finder::Finder;
use super::technique::Technique;
use engine::Interrupted;

/// These techniques, the easiest first.
pub(super) const PLAIN: [Technique; 9] = [
    Technique::LastCell,
    Technique::FullGroup,
    Technique::AttackedByGroup,
    Technique::Starving,
    Technique::Groups1,
    Technique::Groups2,
    Technique::Groups3,
    Technique::NoTouch,
    Technique::Halves,
];

impl Finder<'_> {
    /// Hands over the deductions of one technique until there are enough.
    pub(super) fn find(&self, technique: Technique, sink: &mut DeductionSink) -> SearchFlow {
        match technique {
            Technique::LastCell => Ok(self.last_cells(sink)),
            Technique::FullGroup => Ok(self.full_groups(sink)),
            Technique::AttackedByGroup => self.attacked_by_groups(sink),
            Technique::Starving => self.starving(sink),
            Technique::Groups1 => self.within(1, sink),
            Technique::Groups2 => self.within(2, sink),
            Technique::Groups3 => self.within(3, sink),
            Technique::NoTouch => self.no_touch(sink),
            Technique::Halves => self.halves(sink),
            Technique::Contradiction | Technique::Rules => Ok(ControlFlow::Continue(())),
        }
    }

    /// The first deduction of the easiest technique that has one, up to the hardest one allowed.
    pub(super) fn easiest(&self, hardest: Technique) -> Result<Option<Deduction>, Interrupted> {
        let mut found = None;
        for technique in PLAIN.into_iter().take_while(|&technique| technique <= hardest) {
            let flow = self.find(technique, &mut |deduction| {
                found = Some(deduction);
                ControlFlow::Break(())
            })?;
            if flow.is_break() {
                break;
            }
        }
        Ok(found)
    }
}
