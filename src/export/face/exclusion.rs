//! The reason why a cell is excluded, shown on its square by a colour and a sign.

use engine::Filter;
use engine::search::RemovalKind;

use super::color::Rgb;
use super::palette::{BasicColor, Palette, Tint};

/// Why a cell is excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exclusion {
    /// The weakest filter that proves the cell impossible.
    Filter(Filter),
    /// The reason why a search has removed the cell.
    Removal(RemovalKind),
}

/// Number of strengths of filters.
const STRENGTHS: usize = 6;

/// The grounds from the weakest to the strongest filter: a 24-bit colour, and the number of one of the sixteen colours.
/// The weakest filter has the grey of impossible cells; stronger filters are increasingly violet and light. No state is
/// violet.
const GROUNDS: [(u32, u8); STRENGTHS] = [
    (0x46_48_4d, 8),
    (0x54_43_6f, 8),
    (0x68_49_96, 5),
    (0x87_5a_c0, 5),
    (0xb8_88_de, 13),
    (0xe6_b8_f6, 13),
];

/// The strength of a filter, an index of [`GROUNDS`].
const fn strength(filter: Filter) -> usize {
    match filter {
        Filter::Weak => 0,
        Filter::Bounds => 1,
        Filter::AllDifferent => 2,
        Filter::Strong => 3,
        Filter::Contradiction { .. } => 4,
        Filter::Diagram => 5,
    }
}

/// The share of black in the grounds of dark squares.
const DARKER: f32 = 0.1;

impl Exclusion {
    /// The ground of the square in a theme. `is_dark` is true for the dark squares of the chequer.
    pub fn ground(self, is_dark: bool, palette: &Palette) -> Tint {
        let (hex, indexed, number) = match self {
            Self::Filter(filter) => {
                let (hex, number) = GROUNDS[strength(filter)];
                (hex, None, number)
            }
            Self::Removal(kind) => {
                let (dark, light, number) = removal_colors(kind);
                let is_light = palette.is_light();
                let (hex, indexed) = if is_light { light } else { dark };
                (hex, Some(indexed), number)
            }
        };
        let rgb = Rgb::new(hex).mix(Rgb::new(0), if is_dark { DARKER } else { 0.0 });
        let indexed = indexed.unwrap_or_else(|| rgb.nearest_index());
        Tint { rgb, indexed, basic: BasicColor::Number(number) }
    }

    /// The sign of the square, a single character: of a filter a letter, or the number of steps of a contradiction (`+`
    /// for more than nine).
    pub fn sign(self) -> char {
        match self {
            Self::Filter(Filter::Weak) => 'w',
            Self::Filter(Filter::Bounds) => 'b',
            Self::Filter(Filter::AllDifferent) | Self::Removal(RemovalKind::AllDifferent) => 'a',
            Self::Filter(Filter::Strong) | Self::Removal(RemovalKind::Support) => 's',
            Self::Filter(Filter::Contradiction { steps }) => {
                char::from_digit(steps, 10).unwrap_or('+')
            }
            Self::Filter(Filter::Diagram) => 'D',
            Self::Removal(RemovalKind::Row) => 'r',
            Self::Removal(RemovalKind::Column) => 'c',
            Self::Removal(RemovalKind::Diagonal) => 'd',
            Self::Removal(RemovalKind::Knight) => 'n',
            Self::Removal(RemovalKind::Attack) => 'm',
            Self::Removal(RemovalKind::Group) => 'g',
            Self::Removal(RemovalKind::Cost) => '$',
            Self::Removal(RemovalKind::Explored) => '-',
        }
    }

    /// The words of a legend between the sign and the number of cells, such as `steps refute` between `2` and `5`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Filter(Filter::Contradiction { steps: 1 }) => "step refutes",
            Self::Filter(Filter::Contradiction { .. }) => "steps refute",
            Self::Filter(filter) => filter.name(),
            Self::Removal(kind) => kind.into(),
        }
    }
}

/// The colours of a removed cell: for the dark and the light theme, a 24-bit colour and its index in the 256 colours; and
/// one of the sixteen colours. Lines of attack are as faint as attacked cells: dark in the dark theme, pale in the light
/// theme. What a constraint removes stands out.
const fn removal_colors(kind: RemovalKind) -> ((u32, u8), (u32, u8), u8) {
    match kind {
        RemovalKind::Row => ((0x3a_52_41, 22), (0xb4_d8_bf, 151), 2),
        RemovalKind::Column => ((0x49_3e_6b, 54), (0xcb_c0_ee, 183), 5),
        RemovalKind::Diagonal => ((0x62_3c_33, 52), (0xf0_c6_b8, 217), 1),
        RemovalKind::Knight => ((0x2c_4f_63, 23), (0xb2_d8_ec, 153), 6),
        RemovalKind::Attack => ((0x4e_4e_2f, 58), (0xde_dd_a4, 187), 3),
        RemovalKind::Support => ((0xc0_7a_d2, 176), (0xa8_55_c0, 134), 13),
        RemovalKind::AllDifferent => ((0x7f_b0_5e, 107), (0x63_97_3f, 70), 10),
        RemovalKind::Group => ((0xdc_8f_72, 174), (0xc8_6a_44, 166), 9),
        RemovalKind::Cost => ((0xd8_c8_5e, 186), (0xb8_9a_28, 136), 11),
        RemovalKind::Explored => ((0x8e_93_9d, 246), (0x8e_93_9d, 246), 7),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use itertools::Itertools;
    use strum::IntoEnumIterator;

    use super::*;
    use crate::face::heat;
    use crate::face::vision::{self, Vision};

    fn removals() -> Vec<Exclusion> {
        RemovalKind::iter().map(Exclusion::Removal).collect()
    }

    /// Filters from the weakest to the strongest.
    fn filters() -> [Exclusion; STRENGTHS] {
        let contradiction = Filter::Contradiction { steps: 2 };
        [
            Filter::Weak,
            Filter::Bounds,
            Filter::AllDifferent,
            Filter::Strong,
            contradiction,
            Filter::Diagram,
        ]
        .map(Exclusion::Filter)
    }

    #[test]
    fn kinds_of_removals_have_signs_and_colours_of_their_own() {
        let kinds = removals();
        let signs: BTreeSet<char> = kinds.iter().map(|kind| kind.sign()).collect();
        assert_eq!(signs.len(), kinds.len());
        for (palette, (index, &one)) in
            [Palette::DARK, Palette::LIGHT].into_iter().cartesian_product(kinds.iter().enumerate())
        {
            for is_dark in [false, true] {
                let ground = one.ground(is_dark, palette);
                assert!(heat::ink(ground.rgb).rgb.contrast(ground.rgb) >= 4.5, "{one:?}");
                let indexed = Rgb::of_index(ground.indexed);
                assert!(heat::ink(indexed).rgb.contrast(indexed) >= 4.5, "{one:?}");
            }
            for &other in &kinds[index + 1..] {
                for is_dark in [false, true] {
                    let [a, b] = [one, other].map(|kind| kind.ground(is_dark, palette));
                    let indexed = [a, b].map(|tint| Rgb::of_index(tint.indexed));
                    for [a, b] in [[a.rgb, b.rgb], indexed] {
                        let distance = vision::distance(a, b, Vision::Normal);
                        assert!(distance > 8.0, "{one:?} {other:?} {is_dark} {distance}");
                    }
                }
            }
        }
    }

    #[test]
    fn stronger_is_lighter_and_each_can_be_told_from_the_next() {
        let grounds = filters().map(|filter| filter.ground(false, Palette::DARK));
        for (strength, pair) in grounds.windows(2).enumerate() {
            let [weaker, stronger] = pair else { unreachable!("pairs") };
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
        let sign = |filter| Exclusion::Filter(filter).sign();
        let others =
            [Filter::Weak, Filter::Bounds, Filter::AllDifferent, Filter::Strong, Filter::Diagram];
        let signs: BTreeSet<char> = steps.chain(others).map(sign).collect();
        assert_eq!(signs.len(), 14);
        assert_eq!(sign(Filter::Contradiction { steps: 10 }), '+');
    }

    #[test]
    fn signs_are_read_and_no_state_has_these_colours() {
        for (filter, is_dark) in filters().into_iter().cartesian_product([false, true]) {
            let ground = filter.ground(is_dark, Palette::DARK);
            assert!(heat::ink(ground.rgb).rgb.contrast(ground.rgb) >= 4.5, "{filter:?}");
            let indexed = Rgb::of_index(ground.indexed);
            assert!(heat::ink(indexed).rgb.contrast(indexed) >= 4.5, "{filter:?}");
        }
        for palette in [Palette::DARK, Palette::LIGHT] {
            for state in [palette.possible, palette.placed, palette.forced] {
                for filter in &filters()[1..] {
                    let ground = filter.ground(false, palette);
                    let distance = vision::distance(state.light.rgb, ground.rgb, Vision::Normal);
                    assert!(distance > 15.0, "{filter:?} {distance}");
                }
            }
        }
    }
}
