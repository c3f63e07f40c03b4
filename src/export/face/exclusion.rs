//! Why a cell is excluded, as its square shows it: a colour and a sign.

use engine::Filter;
use engine::search::RemovalKind;

use super::color::Rgb;
use super::palette::{BasicColor, Palette, Tint};
use super::strength;

/// Why a cell is excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exclusion {
    /// The weakest filter that proves the cell impossible.
    Filter(Filter),
    /// The reason why a search has removed the cell.
    Removal(RemovalKind),
}

/// The share of black in the grounds of dark squares.
const DARKER: f32 = 0.1;

impl Exclusion {
    /// The ground of the square in a theme. `is_dark` is true for the dark squares of the chequer.
    pub fn ground(self, is_dark: bool, palette: &Palette) -> Tint {
        match self {
            Self::Filter(filter) => strength::ground(strength::filter_strength(filter), is_dark),
            Self::Removal(kind) => removal_ground(kind, is_dark, palette),
        }
    }

    /// The sign of the square, a single character.
    pub fn sign(self) -> char {
        match self {
            Self::Filter(filter) => strength::sign(filter),
            Self::Removal(kind) => removal_sign(kind),
        }
    }

    /// The words of a legend between the sign and the number of cells.
    pub fn word(self) -> &'static str {
        match self {
            Self::Filter(filter) => strength::word(filter),
            Self::Removal(kind) => kind.into(),
        }
    }
}

/// The ground of a removed cell. Lines of attack are as faint as attacked cells: dark in the dark theme, pale in the light
/// theme. What a constraint removes stands out.
fn removal_ground(kind: RemovalKind, is_dark: bool, palette: &Palette) -> Tint {
    // For the dark and the light theme, a 24-bit colour and its index in the 256 colours; and one of the sixteen colours.
    let (dark, light, number) = match kind {
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
    };
    let is_light = palette.window.rgb.luminance() > 0.5;
    let (hex, indexed) = if is_light { light } else { dark };
    let share = if is_dark { DARKER } else { 0.0 };
    let rgb = Rgb::new(hex).mix(Rgb::new(0), share);
    Tint { rgb, indexed, basic: BasicColor::Number(number) }
}

const fn removal_sign(kind: RemovalKind) -> char {
    match kind {
        RemovalKind::Row => 'r',
        RemovalKind::Column => 'c',
        RemovalKind::Diagonal => 'd',
        RemovalKind::Knight => 'n',
        RemovalKind::Attack => 'm',
        RemovalKind::Support => 's',
        RemovalKind::AllDifferent => 'a',
        RemovalKind::Group => 'g',
        RemovalKind::Cost => '$',
        RemovalKind::Explored => '-',
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

    #[test]
    fn kinds_of_removals_have_signs_and_colours_of_their_own() {
        let kinds: Vec<RemovalKind> = RemovalKind::iter().collect();
        let signs: BTreeSet<char> = kinds.iter().map(|&kind| removal_sign(kind)).collect();
        assert_eq!(signs.len(), kinds.len());
        for (palette, (index, &one)) in
            [Palette::DARK, Palette::LIGHT].into_iter().cartesian_product(kinds.iter().enumerate())
        {
            for is_dark in [false, true] {
                let ground = removal_ground(one, is_dark, palette);
                assert!(heat::ink(ground.rgb).rgb.contrast(ground.rgb) >= 4.5, "{one}");
                let indexed = Rgb::of_index(ground.indexed);
                assert!(heat::ink(indexed).rgb.contrast(indexed) >= 4.5, "{one}");
            }
            for &other in &kinds[index + 1..] {
                for is_dark in [false, true] {
                    let [a, b] = [one, other].map(|kind| removal_ground(kind, is_dark, palette));
                    let indexed = [a, b].map(|tint| Rgb::of_index(tint.indexed));
                    for [a, b] in [[a.rgb, b.rgb], indexed] {
                        let distance = vision::distance(a, b, Vision::Normal);
                        assert!(distance > 8.0, "{one} {other} {is_dark} {distance}");
                    }
                }
            }
        }
    }
}
