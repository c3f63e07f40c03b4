//! The colours of the heat map, from cold to hot.

use super::color::Rgb;
use super::palette::{BasicColor, Tint, WHITE};

/// The nine colours of the heat map, at equal perceived distances: lightness from 0.27 to 0.91, hue
/// from 268° to 95°.
const STOPS: [u32; 9] = [
    0x14_20_48, 0x00_3b_61, 0x00_58_72, 0x00_72_74, 0x39_8a_77, 0x62_a2_79, 0x8f_b9_76, 0xc1_cc_70,
    0xf9_dc_6d,
];

/// The colours of the heat map among the 256 colours. They are not always the nearest colours to
/// [`STOPS`], because the cold ones would then have the greys of attacked cells.
const INDEXED: [u8; 9] = [17, 18, 24, 30, 66, 72, 107, 150, 222];

/// Numbers of the sixteen colours for the heat map, from cold to hot.
const BASIC: [u8; 7] = [4, 4, 6, 6, 2, 3, 11];

/// The characters of the heat map without colour, from cold to hot.
pub(crate) const SIGNS: [char; 6] = ['.', ':', 'i', 'o', 'O', '@'];

/// The colour of a heat from 0 to 1. Values outside this range are clamped.
pub fn tint(heat: f32) -> Tint {
    let heat = heat.clamp(0.0, 1.0);
    let last = STOPS.len() - 1;
    let step = index(heat, last);
    let share = heat * last as f32 - step as f32;
    let rgb = Rgb::new(STOPS[step]).mix(Rgb::new(STOPS[step + 1]), share);
    Tint {
        rgb,
        indexed: INDEXED[index(heat, INDEXED.len())],
        basic: BasicColor::Number(BASIC[index(heat, BASIC.len())]),
    }
}

/// The character for a heat from 0 to 1.
pub fn sign(heat: f32) -> char {
    SIGNS[index(heat.clamp(0.0, 1.0), SIGNS.len())]
}

/// Black or white, whichever has the greater contrast with a ground.
pub fn ink(ground: Rgb) -> Tint {
    let black = Tint::new(0x00_00_00, 16, 30);
    if black.rgb.contrast(ground) > WHITE.rgb.contrast(ground) { black } else { WHITE }
}

/// The index of the step that contains a heat from 0 to 1, for `steps` equal steps.
#[expect(clippy::cast_sign_loss, reason = "heat is not negative")]
fn index(heat: f32, steps: usize) -> usize {
    ((heat * steps as f32) as usize).min(steps - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::vision::{self, Vision};

    #[test]
    fn hotter_is_lighter_in_even_steps() {
        let oklab = |heat: f32| tint(heat).rgb.oklab();
        assert!((oklab(0.0).lightness - 0.27).abs() < 0.02);
        assert!((oklab(1.0).lightness - 0.91).abs() < 0.02);
        for (cold, hot) in STOPS.iter().zip(&STOPS[1..]) {
            let (cold, hot) = (Rgb::new(*cold), Rgb::new(*hot));
            let step = vision::distance(cold, hot, Vision::Normal);
            assert!((10.5..14.5).contains(&step), "{cold:?} {hot:?} {step}");
            let step = vision::distance(cold, hot, Vision::Deuteranopia);
            assert!((6.5..13.5).contains(&step), "{cold:?} {hot:?} {step}");
        }
        for step in 0_u8..100 {
            let [cold, hot] = [step, step + 1].map(|step| oklab(f32::from(step) / 100.0).lightness);
            assert!(cold < hot, "{step}");
        }
    }

    #[test]
    fn numbers_are_read_on_every_heat() {
        for step in 0_u8..=100 {
            let ground = tint(f32::from(step) / 100.0);
            assert!(ink(ground.rgb).rgb.contrast(ground.rgb) >= 4.5, "{step}");
            let ground = Rgb::of_index(ground.indexed);
            assert!(ink(ground).rgb.contrast(ground) >= 4.5, "{step}");
        }
    }

    #[test]
    fn in_256_colours_hotter_is_lighter_and_no_heat_is_grey() {
        let lightness = INDEXED.map(|index| Rgb::of_index(index).oklab().lightness);
        assert!(lightness.is_sorted(), "{lightness:?}");
        assert!(INDEXED.iter().all(|&index| index < 232));
    }

    #[test]
    fn the_ends_of_the_scale_are_its_first_and_last_colour() {
        assert_eq!(tint(-1.0).rgb, Rgb::new(STOPS[0]));
        assert_eq!(tint(2.0).rgb, Rgb::new(STOPS[8]));
        assert_eq!((sign(0.0), sign(1.0)), ('.', '@'));
    }
}
