//! Looks for deductions in one position, technique by technique.

use strum::IntoEnumIterator;

use super::deduction::Deduction;
use super::finder::{Finder, Stop};
use super::step::MOST_OPEN;
use super::technique::Technique;
use super::within::MOST_INNER;
use engine::Answer;

impl Finder<'_> {
    /// Passes the deductions of the given techniques to `choose`, until `choose` returns one.
    pub(super) fn first(
        &self,
        techniques: &[Technique],
        mut choose: impl FnMut(Deduction) -> Option<Deduction>,
    ) -> Answer<Option<Deduction>> {
        self.check()?;
        let mut chosen = None;
        let mut sink = |found: Deduction| {
            if !found.is_empty() {
                chosen = choose(found);
            }
            if chosen.is_some() { Err(Stop::Chosen) } else { Ok(()) }
        };
        let found = techniques.iter().try_for_each(|&technique| match technique {
            Technique::LastCell => self.last_cells(&mut sink),
            Technique::FullGroup => self.full_groups(&mut sink),
            Technique::AttackedByGroup => self.attacked_by_groups(&mut sink),
            Technique::Starving => self.starving(&mut sink),
            Technique::SeenByGroup => self.seen_by_groups(&mut sink),
            Technique::Groups1 => self.within(technique, 1..=1, &mut sink),
            Technique::Groups2 => self.within(technique, 2..=2, &mut sink),
            Technique::Groups3 => self.within(technique, 3..=3, &mut sink),
            Technique::Groups4 => self.within(technique, 4..=MOST_INNER, &mut sink),
            Technique::NoTouch => self.no_touch(&mut sink),
            Technique::Halves => self.halves(&mut sink),
            Technique::Strip => self.strips(&mut sink),
            Technique::FullLine | Technique::Band => self.full(technique, &mut sink),
            Technique::TightBand => self.tight_bands(&mut sink),
            Technique::Leftover => self.leftovers(&mut sink),
            Technique::Chain | Technique::Contradiction | Technique::Rules => Ok(()),
        });
        match found {
            Err(Stop::Interrupted(interrupted)) => Err(*interrupted),
            Ok(()) | Err(Stop::Chosen) => Ok(chosen),
        }
    }

    /// The first deduction of the first technique that finds one.
    pub(super) fn easiest(&self, techniques: &[Technique]) -> Answer<Option<Deduction>> {
        self.first(techniques, Some)
    }

    /// Of the first technique that finds deductions, the deduction that names the fewest groups, and the number
    /// of deductions, up to [`MOST_OPEN`], that settle different cells.
    pub(super) fn best(&self) -> Answer<Option<(Deduction, u32)>> {
        for technique in Technique::iter() {
            let mut found: Vec<Deduction> = Vec::new();
            self.first(&[technique], |deduction| {
                let is_same =
                    |it: &Deduction| it.place == deduction.place && it.exclude == deduction.exclude;
                match found.iter_mut().find(|it| is_same(it)) {
                    Some(same) if same.groups.len() > deduction.groups.len() => *same = deduction,
                    Some(_) => {}
                    None => found.push(deduction),
                }
                found.get(MOST_OPEN as usize - 1).cloned()
            })?;
            let open = found.len() as u32;
            if let Some(best) = found.into_iter().min_by_key(|it| it.groups.len()) {
                return Ok(Some((best, open)));
            }
        }
        Ok(None)
    }
}
