use std::fmt;
use std::sync::LazyLock;

/// A colour in the sRGB space, 8 bits per channel.
///
/// ```
/// # use export::face::Rgb;
/// let black = Rgb::new(0x00_00_00);
/// assert!((black.contrast(Rgb::new(0xff_ff_ff)) - 21.0).abs() < 0.01);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

/// Writes the colour as in SVG: `#rrggbb`.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { red, green, blue } = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Rgb {
    /// The colour with the value `0xRR_GG_BB`.
    pub const fn new(hex: u32) -> Self {
        let [_, red, green, blue] = hex.to_be_bytes();
        Self { red, green, blue }
    }

    /// The colour that terminals show for an index of the 256 colours. These are the usual sixteen, a
    /// cube of 6 × 6 × 6, and 24 greys.
    pub const fn of_index(index: u8) -> Self {
        const fn cube_level(step: u8) -> u8 {
            if step == 0 { 0 } else { 55 + 40 * step }
        }
        match index {
            0..16 => Self::new(BASIC_COLORS[index as usize]),
            16..232 => {
                let index = index - 16;
                Self {
                    red: cube_level(index / 36),
                    green: cube_level(index / 6 % 6),
                    blue: cube_level(index % 6),
                }
            }
            232.. => {
                let grey = 8 + 10 * (index - 232);
                Self { red: grey, green: grey, blue: grey }
            }
        }
    }

    /// The index of the most similar of the 256 colours. The first sixteen are excluded, because
    /// terminals show them differently.
    pub(crate) fn nearest_index(self) -> u8 {
        static COLORS: LazyLock<Vec<(u8, Oklab)>> = LazyLock::new(|| {
            (16..=255).map(|index| (index, Rgb::of_index(index).oklab())).collect()
        });
        let wanted = self.oklab();
        let far = |(_, color): &&(u8, Oklab)| wanted.distance(*color);
        let nearest = COLORS.iter().min_by(|one, other| far(one).total_cmp(&far(other)));
        nearest.map_or(16, |&(index, _)| index)
    }

    /// The light intensities of red, green and blue, each from 0 to 1.
    pub fn linear(self) -> [f32; 3] {
        // A frame mixes thousands of colours.
        static INTENSITIES: LazyLock<[f32; 256]> = LazyLock::new(|| {
            std::array::from_fn(|channel| {
                let value = channel as f32 / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            })
        });
        [self.red, self.green, self.blue].map(|channel| INTENSITIES[usize::from(channel)])
    }

    /// The colour with these light intensities. Values outside 0 to 1 are clamped.
    pub(crate) fn from_linear(intensities: [f32; 3]) -> Self {
        let [red, green, blue] = intensities.map(|value| {
            let value = value.clamp(0.0, 1.0);
            let encoded = if value <= 0.003_130_8 {
                12.92 * value
            } else {
                1.055 * value.powf(1.0 / 2.4) - 0.055
            };
            #[expect(clippy::cast_sign_loss, reason = "it is from 0 to 255")]
            let channel = (encoded * 255.0).round() as u8;
            channel
        });
        Self { red, green, blue }
    }

    /// The colour in the space Oklab.
    pub fn oklab(self) -> Oklab {
        let [red, green, blue] = self.linear();
        let long = 0.412_221_47 * red + 0.536_332_54 * green + 0.051_445_993 * blue;
        let medium = 0.211_903_5 * red + 0.680_699_5 * green + 0.107_396_96 * blue;
        let short = 0.088_302_46 * red + 0.281_718_84 * green + 0.629_978_7 * blue;
        let [long, medium, short] = [long, medium, short].map(f32::cbrt);
        Oklab {
            lightness: 0.210_454_26 * long + 0.793_617_8 * medium - 0.004_072_047 * short,
            a: 1.977_998_5 * long - 2.428_592_2 * medium + 0.450_593_7 * short,
            b: 0.025_904_037 * long + 0.782_771_77 * medium - 0.808_675_77 * short,
        }
    }

    /// The mixture of this colour and another in Oklab. `share` is the share of the other colour, from
    /// 0 to 1.
    pub fn mix(self, other: Self, share: f32) -> Self {
        let (one, other) = (self.oklab(), other.oklab());
        let between = |one: f32, other: f32| one + (other - one) * share;
        Oklab {
            lightness: between(one.lightness, other.lightness),
            a: between(one.a, other.a),
            b: between(one.b, other.b),
        }
        .rgb()
    }

    /// The relative luminance of WCAG 2, from 0 (black) to 1 (white).
    pub fn luminance(self) -> f32 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast ratio of WCAG 2, from 1 (equal) to 21 (black on white).
    pub fn contrast(self, other: Self) -> f32 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }
}

/// A colour in the space Oklab (Ottosson, 2020), where equal distances look about equally large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oklab {
    /// The lightness, from 0 (black) to 1 (white).
    pub lightness: f32,
    /// The component from green (negative) to red (positive).
    pub a: f32,
    /// The component from blue (negative) to yellow (positive).
    pub b: f32,
}

impl Oklab {
    /// The square of the distance of two colours, which measures how different they look.
    pub fn distance(self, other: Self) -> f32 {
        let differences = [self.lightness - other.lightness, self.a - other.a, self.b - other.b];
        differences.into_iter().map(|difference| difference * difference).sum()
    }

    /// The colour in sRGB. Channels outside the range are clamped.
    pub fn rgb(self) -> Rgb {
        let Self { lightness, a, b } = self;
        let cube = |value: f32| value * value * value;
        let long = cube(lightness + 0.396_337_78 * a + 0.215_803_76 * b);
        let medium = cube(lightness - 0.105_561_346 * a - 0.063_854_17 * b);
        let short = cube(lightness - 0.089_484_18 * a - 1.291_485_5 * b);
        Rgb::from_linear([
            4.076_741_7 * long - 3.307_711_6 * medium + 0.230_969_94 * short,
            -1.268_438 * long + 2.609_757_4 * medium - 0.341_319_4 * short,
            -0.004_196_086_3 * long - 0.703_418_6 * medium + 1.707_614_7 * short,
        ])
    }
}

/// The sixteen terminal colours as VS Code shows them. Other terminals differ.
const BASIC_COLORS: [u32; 16] = [
    0x00_00_00, 0xcd_31_31, 0x0d_bc_79, 0xe5_e5_10, 0x24_72_c8, 0xbc_3f_bc, 0x11_a8_cd, 0xe5_e5_e5,
    0x66_66_66, 0xf1_4c_4c, 0x23_d1_8b, 0xf5_f5_43, 0x3b_8e_ea, 0xd6_70_d6, 0x29_b8_db, 0xff_ff_ff,
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn oklab_and_back_is_the_same_colour(hex in 0..0x0100_0000_u32) {
            prop_assert_eq!(Rgb::new(hex).oklab().rgb(), Rgb::new(hex));
        }

        #[test]
        fn a_mixture_without_a_share_of_the_other_is_the_colour(one in 0..0x0100_0000_u32, other in 0..0x0100_0000_u32) {
            let (one, other) = (Rgb::new(one), Rgb::new(other));
            prop_assert_eq!(one.mix(other, 0.0), one);
            prop_assert_eq!(one.mix(other, 1.0), other);
        }
    }

    #[test]
    fn the_colours_of_the_cube_and_the_greys_are_the_nearest_to_themselves() {
        for index in 16..=255 {
            let nearest = Rgb::of_index(index).nearest_index();
            assert_eq!(Rgb::of_index(nearest), Rgb::of_index(index), "{index}");
        }
        assert_eq!(Rgb::of_index(208), Rgb::new(0xff_87_00));
        assert_eq!(Rgb::of_index(244), Rgb::new(0x80_80_80));
    }

    #[test]
    fn contrast_is_that_of_known_pairs() {
        let grey = Rgb::new(0x77_77_77);
        assert!((grey.contrast(Rgb::new(0xff_ff_ff)) - 4.48).abs() < 0.01);
    }
}
