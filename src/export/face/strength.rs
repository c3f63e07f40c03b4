//! The colours of the filters that prove cells impossible. The weakest filter has the grey of
//! impossible cells; stronger filters are increasingly violet and light. No state is violet.

use super::color::Rgb;
use super::palette::{BasicColor, Tint};
use engine::Filter;

/// Number of strengths.
pub(super) const COUNT: usize = 6;

/// The grounds from the weakest to the strongest filter: a 24-bit colour, and the number of one of the
/// sixteen colours.
const GROUNDS: [(u32, u8); COUNT] = [
    (0x46_48_4d, 8),
    (0x54_43_6f, 8),
    (0x68_49_96, 5),
    (0x87_5a_c0, 5),
    (0xb8_88_de, 13),
    (0xe6_b8_f6, 13),
];

/// The share of black in the grounds of dark squares.
const DARKER: f32 = 0.1;

/// The strength of a filter, from 0 to `COUNT - 1`.
pub(super) const fn filter_strength(filter: Filter) -> usize {
    match filter {
        Filter::Weak => 0,
        Filter::Bounds => 1,
        Filter::AllDifferent => 2,
        Filter::Strong => 3,
        Filter::Contradiction { .. } => 4,
        Filter::Diagram => 5,
    }
}

/// The sign of a filter: a letter, or the number of steps of a contradiction (`+` for more than nine).
pub(super) fn sign(filter: Filter) -> char {
    match filter {
        Filter::Weak => 'w',
        Filter::Bounds => 'b',
        Filter::AllDifferent => 'a',
        Filter::Strong => 's',
        Filter::Contradiction { steps } => char::from_digit(steps, 10).unwrap_or('+'),
        Filter::Diagram => 'D',
    }
}

/// The words of a legend between a filter's sign and the number of cells that it removes, such as
/// `steps refute` between `2` and `5`.
pub(super) fn word(filter: Filter) -> &'static str {
    match filter {
        Filter::Contradiction { steps: 1 } => "step refutes",
        Filter::Contradiction { .. } => "steps refute",
        filter => filter.name(),
    }
}

/// The ground of cells that a filter of this strength removes, for light and dark squares. Strengths
/// from `COUNT` on count as the strongest.
pub(super) fn ground(strength: usize, is_dark: bool) -> Tint {
    let (hex, number) = GROUNDS[strength.min(COUNT - 1)];
    let share = if is_dark { DARKER } else { 0.0 };
    Tint::from_rgb(Rgb::new(hex).mix(Rgb::new(0), share), BasicColor::Number(number))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::face::vision::{self, Vision};
    use crate::face::{Palette, heat};

    #[test]
    fn stronger_is_lighter_and_each_can_be_told_from_the_next() {
        for strength in 1..COUNT {
            let [weaker, stronger] = [ground(strength - 1, false), ground(strength, false)];
            assert!(weaker.rgb.oklab().lightness < stronger.rgb.oklab().lightness);
            for (vision, least) in
                [(Vision::Normal, 8.0), (Vision::Deuteranopia, 6.0), (Vision::Protanopia, 6.0)]
            {
                let distance = vision::distance(weaker.rgb, stronger.rgb, vision);
                assert!(distance > least, "{strength} {vision:?} {distance}");
            }
            assert_ne!(weaker.indexed, stronger.indexed);
        }
    }

    #[test]
    fn filters_have_signs_of_their_own() {
        let steps = (1..=9).map(|steps| Filter::Contradiction { steps });
        let others =
            [Filter::Weak, Filter::Bounds, Filter::AllDifferent, Filter::Strong, Filter::Diagram];
        let signs: BTreeSet<char> = steps.chain(others).map(sign).collect();
        assert_eq!(signs.len(), 14);
        assert_eq!(sign(Filter::Contradiction { steps: 10 }), '+');
    }

    #[test]
    fn signs_are_read_and_no_state_has_these_colours() {
        for (strength, is_dark) in
            (0..COUNT).flat_map(|strength| [(strength, false), (strength, true)])
        {
            let ground = ground(strength, is_dark);
            assert!(heat::ink(ground.rgb).rgb.contrast(ground.rgb) >= 4.5, "{strength}");
            let indexed = Rgb::of_index(ground.indexed);
            assert!(heat::ink(indexed).rgb.contrast(indexed) >= 4.5, "{strength}");
        }
        for palette in [Palette::DARK, Palette::LIGHT] {
            for state in [palette.possible, palette.placed, palette.forced] {
                for strength in 1..COUNT {
                    let distance = vision::distance(
                        state.light.rgb,
                        ground(strength, false).rgb,
                        Vision::Normal,
                    );
                    assert!(distance > 15.0, "{strength} {distance}");
                }
            }
        }
    }
}
