//! How the weakest filter of an impossible cell looks: a sign and a ground.

use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::{Look, Pitch};
use crate::engine::Filter;
use crate::face::{heat, strength};
use crate::tui::ColorDepth;

/// A letter, the number of steps of a contradiction, or `+` for more than nine of them.
pub(in crate::tui) fn sign(filter: Filter) -> char {
    match filter {
        Filter::Weak => 'w',
        Filter::Bounds => 'b',
        Filter::AllDifferent => 'a',
        Filter::Strong => 's',
        Filter::Contradiction { steps } => char::from_digit(steps, 10).unwrap_or('+'),
        Filter::Diagram => 'D',
    }
}

/// How strong it is, for [`strength::ground`].
pub(super) fn strength(filter: Filter) -> usize {
    match filter {
        Filter::Weak => 0,
        Filter::Bounds => 1,
        Filter::AllDifferent => 2,
        Filter::Strong => 3,
        Filter::Contradiction { .. } => 4,
        Filter::Diagram => 5,
    }
}

impl Look {
    /// A filter's sign on its ground, for the legend.
    pub(in crate::tui) fn filter_chip(&self, filter: Filter) -> Span<'static> {
        let text = format!(" {} ", sign(filter));
        if Pitch::new(self.depth, self.glyphs) == Pitch::Lines || self.depth == ColorDepth::None {
            return Span::styled(text, self.window().add_modifier(Modifier::BOLD));
        }
        let ground = self.color(strength::ground(strength(filter), false));
        let ink = self.color(heat::ink(self.rgb(ground)));
        Span::styled(text, Style::new().fg(ink).bg(ground).add_modifier(Modifier::BOLD))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn filters_have_signs_of_their_own() {
        let steps = (1..=9).map(|steps| Filter::Contradiction { steps });
        let others =
            [Filter::Weak, Filter::Bounds, Filter::AllDifferent, Filter::Strong, Filter::Diagram];
        let signs: BTreeSet<char> = steps.chain(others).map(sign).collect();
        assert_eq!(signs.len(), 14);
        assert_eq!(sign(Filter::Contradiction { steps: 10 }), '+');
    }
}
