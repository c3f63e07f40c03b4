use strum::{IntoStaticStr, VariantArray};

use super::color::Rgb;

/// How a cell is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum State {
    /// A hole, which has no square.
    Hole,
    /// A piece that the user placed.
    Placed,
    /// A given piece, which cannot be taken back.
    Given,
    /// A piece that the program placed, because one solution remains.
    Completed,
    /// All remaining solutions have a piece on the cell.
    Forced,
    /// Some remaining solutions have a piece on the cell.
    Possible,
    /// A placed piece attacks the cell.
    Attacked,
    /// No remaining solution has a piece on the cell.
    Impossible,
    /// The user excluded the cell.
    Excluded,
    /// The state is not determined yet.
    #[default]
    Unknown,
}

impl State {
    /// All states.
    pub const ALL: [Self; 10] = *Self::VARIANTS.first_chunk().expect("ten states");

    /// True if a piece is drawn on the cell, solid or as an outline.
    pub const fn has_piece(self) -> bool {
        matches!(self, Self::Placed | Self::Given | Self::Completed | Self::Forced)
    }
}

/// One of the sixteen terminal colours, or the terminal's default colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BasicColor {
    /// The terminal's default colour: the background as a ground, the text colour as ink.
    Own,
    /// The number of the colour, from 0 to 15.
    Number(u8),
}

/// A colour in all colour depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tint {
    /// The colour in 24 bits.
    pub rgb: Rgb,
    /// The index in the 256 colours.
    pub indexed: u8,
    /// The number in the sixteen colours.
    pub basic: BasicColor,
}

impl Tint {
    /// A colour in all depths. `hex` is `0xRR_GG_BB`, and `indexed` is its index in the 256 colours.
    /// `parameter` is the parameter of the escape sequence that sets it as text colour in sixteen
    /// colours (30 to 37 or 90 to 97); any other value is the terminal's default colour.
    pub(super) const fn new(hex: u32, indexed: u8, parameter: u8) -> Self {
        let basic = match parameter {
            30..=37 => BasicColor::Number(parameter - 30),
            90..=97 => BasicColor::Number(parameter - 82),
            _ => BasicColor::Own,
        };
        Self { rgb: Rgb::new(hex), indexed, basic }
    }

    /// The colour in the middle between this one and a ground; in sixteen colours grey.
    pub(super) fn halfway(self, ground: Self) -> Self {
        let rgb = self.rgb.mix(ground.rgb, 0.5);
        Self { rgb, indexed: rgb.nearest_index(), basic: BasicColor::Number(8) }
    }
}

/// The colours of a state: the grounds of light and dark squares, and the ink of its mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareColors {
    /// The ground of light squares.
    pub light: Tint,
    /// The ground of dark squares, such as `a1`.
    pub dark: Tint,
    /// The ink of the piece or mark.
    pub mark: Tint,
}

impl SquareColors {
    /// The ground of a square.
    pub const fn ground(&self, is_dark: bool) -> Tint {
        if is_dark { self.dark } else { self.light }
    }
}

/// The colours of a look. The contrast of text with `window` and `bar` is at least 4.5:1, and the contrast
/// of marks with their square at least 3:1. States can be distinguished with all kinds of colour
/// vision.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// The background of the window.
    pub window: Tint,
    /// The background of the header, of the footer and of bars.
    pub bar: Tint,
    /// Frames, which are only decoration.
    pub line: Tint,
    /// Text.
    pub text: Tint,
    /// Text that is less important.
    pub dim: Tint,
    /// Titles.
    pub title: Tint,
    /// The names of keys.
    pub key: Tint,
    /// Possible cells.
    pub possible: SquareColors,
    /// Attacked cells. Their mark is drawn only in sixteen colours.
    pub attacked: SquareColors,
    /// Impossible cells.
    pub impossible: SquareColors,
    /// Placed pieces.
    pub placed: SquareColors,
    /// Given pieces.
    pub given: SquareColors,
    /// Forced pieces.
    pub forced: SquareColors,
    /// Excluded cells.
    pub excluded: SquareColors,
    /// Unknown cells.
    pub unknown: SquareColors,
    /// Pieces in conflict.
    pub conflict: SquareColors,
    /// The cursor.
    pub cursor: Tint,
    /// The cursor, hints and the hovered cell, where their first colour has too little contrast.
    pub cursor_fallback: Tint,
    /// The names of the decisions in an explanation.
    pub culprit_name: Tint,
    /// The squares of the decisions in an explanation.
    pub culprit_mark: Tint,
    /// Text about errors and conflicts.
    pub wrong: Tint,
    /// Text about solved puzzles and satisfied rules.
    pub good: Tint,
    /// The cells of a hint.
    pub hint: Tint,
    /// The hovered cell.
    pub hover: Tint,
    /// The base line under given pieces.
    pub given_base: Tint,
    /// The highlighted part of bars and diagrams, such as the part that remains.
    pub highlighted: Tint,
    /// The remaining part of bars and diagrams.
    pub normal: Tint,
    /// The removed part of graphs.
    pub removed: Tint,
    /// Borders of regions.
    pub region_border: Tint,
    /// Pieces and marks on the colours of regions.
    pub region_ink: Tint,
}

/// The parameters of [`Tint::new`].
type TintCode = (u32, u8, u8);

const fn square_colors(light: TintCode, dark: TintCode, mark: TintCode) -> SquareColors {
    const fn tint((hex, indexed, parameter): TintCode) -> Tint {
        Tint::new(hex, indexed, parameter)
    }
    SquareColors { light: tint(light), dark: tint(dark), mark: tint(mark) }
}

pub(crate) const WHITE: Tint = Tint::new(0xff_ff_ff, 231, 97);
pub(crate) const BLACK: Tint = Tint::new(0x00_00_00, 16, 30);
const REGION_INK: Tint = Tint::new(0x12_14_1a, 233, 30);

const DARK: Palette = Palette {
    window: Tint::new(0x14_16_1b, 233, 0),
    bar: Tint::new(0x1f_23_2b, 235, 0),
    line: Tint::new(0x49_51_5f, 239, 90),
    text: Tint::new(0xda_dd_e4, 253, 39),
    dim: Tint::new(0x8f_98_a8, 246, 37),
    title: Tint::new(0xa9_c1_e6, 146, 94),
    key: Tint::new(0xff_d4_79, 222, 93),
    possible: square_colors((0xb0_87_4a, 136, 93), (0x8c_69_36, 94, 33), (0x32_23_0c, 235, 30)),
    attacked: square_colors((0x3b_33_2a, 236, 0), (0x2a_25_1f, 235, 0), (0x5d_67_7a, 240, 90)),
    impossible: square_colors((0x54_56_5b, 240, 90), (0x46_48_4d, 238, 90), (0xa9_ab_b0, 248, 30)),
    placed: square_colors((0x1f_5f_bf, 26, 34), (0x1a_54_ab, 25, 34), (0xff_ff_ff, 231, 97)),
    given: square_colors((0x4f_4a_94, 60, 35), (0x46_3f_88, 54, 35), (0xff_ff_ff, 231, 97)),
    forced: square_colors((0x0f_7a_74, 30, 36), (0x0c_6a_66, 23, 36), (0xe6_ff_fb, 195, 30)),
    excluded: square_colors((0x22_38_5c, 24, 0), (0x1c_30_50, 17, 0), (0x8f_b9_ff, 111, 94)),
    unknown: square_colors((0x5c_4b_35, 58, 0), (0x4e_40_2d, 236, 0), (0xf0_d6_a4, 223, 33)),
    conflict: square_colors((0xa8_1c_35, 124, 31), (0x97_19_30, 88, 31), (0xff_ff_ff, 231, 97)),
    cursor: Tint::new(0xff_f3_b8, 230, 97),
    cursor_fallback: Tint::new(0x0d_0f_13, 233, 35),
    culprit_name: Tint::new(0xff_b0_9e, 217, 91),
    culprit_mark: Tint::new(0xff_b0_9e, 217, 93),
    wrong: Tint::new(0xff_8f_86, 210, 91),
    good: Tint::new(0x5f_d6_c4, 80, 96),
    hint: Tint::new(0x7d_f0_b0, 121, 96),
    hover: Tint::new(0x7c_c7_ff, 81, 96),
    given_base: Tint::new(0xff_d4_79, 222, 93),
    highlighted: Tint::new(0xff_d4_79, 222, 93),
    normal: Tint::new(0x5d_67_7a, 240, 90),
    removed: Tint::new(0x3b_42_4e, 237, 90),
    region_border: Tint::new(0x0d_0f_13, 232, 30),
    region_ink: REGION_INK,
};

const LIGHT: Palette = Palette {
    window: Tint::new(0xf7_f5_f0, 255, 0),
    bar: Tint::new(0xe9_e5_dc, 254, 0),
    line: Tint::new(0xa8_a2_94, 247, 37),
    text: Tint::new(0x22_25_2b, 235, 39),
    dim: Tint::new(0x5b_61_6c, 241, 90),
    title: Tint::new(0x1c_4f_96, 25, 34),
    key: Tint::new(0x8a_4b_00, 94, 35),
    possible: square_colors((0xf2_d5_9b, 222, 93), (0xde_b8_70, 179, 33), (0x4a_32_09, 237, 30)),
    attacked: square_colors((0xe6_e1_d6, 254, 0), (0xd9_d3_c5, 253, 0), (0x94_8d_7e, 245, 90)),
    impossible: square_colors((0xb4_b6_bb, 249, 37), (0xa3_a5_ab, 247, 37), (0x43_46_4c, 238, 30)),
    placed: square_colors((0x1a_55_b0, 26, 34), (0x16_4a_9c, 25, 34), (0xff_ff_ff, 231, 97)),
    given: square_colors((0x4b_44_90, 60, 35), (0x42_3b_84, 54, 35), (0xff_ff_ff, 231, 97)),
    forced: square_colors((0x0f_7a_74, 30, 36), (0x0c_6a_66, 23, 36), (0xff_ff_ff, 231, 30)),
    excluded: square_colors((0xc5_d6_f2, 153, 0), (0xb5_c9_ea, 110, 0), (0x1a_55_b0, 25, 34)),
    unknown: square_colors((0xec_e0_c8, 230, 0), (0xe2_d4_b6, 187, 0), (0x6b_52_20, 58, 30)),
    conflict: DARK.conflict,
    cursor: Tint::new(0x0b_0d_12, 233, 30),
    cursor_fallback: WHITE,
    culprit_name: Tint::new(0xc2_2a_1c, 160, 31),
    culprit_mark: DARK.culprit_mark,
    wrong: Tint::new(0xb3_26_2f, 124, 31),
    good: Tint::new(0x0b_6b_65, 23, 36),
    hint: Tint::new(0x0b_6b_3c, 22, 32),
    hover: Tint::new(0x1a_55_b0, 25, 34),
    given_base: DARK.given_base,
    highlighted: Tint::new(0x6b_33_00, 88, 31),
    normal: Tint::new(0x94_8d_7e, 245, 37),
    removed: Tint::new(0xc2_bc_ae, 252, 90),
    region_border: Tint::new(0x22_25_2b, 235, 30),
    region_ink: REGION_INK,
};

impl Palette {
    /// True for a light window.
    pub fn is_light(&self) -> bool {
        self.window.rgb.luminance() > 0.5
    }

    /// The colours for dark backgrounds.
    pub const DARK: &Self = &DARK;
    /// The colours for light backgrounds.
    pub const LIGHT: &Self = &LIGHT;

    /// The colours of a state; `None` for a hole.
    pub const fn state(&self, state: State) -> Option<&SquareColors> {
        Some(match state {
            State::Hole => return None,
            State::Placed => &self.placed,
            State::Given => &self.given,
            State::Completed | State::Forced => &self.forced,
            State::Possible => &self.possible,
            State::Attacked => &self.attacked,
            State::Impossible => &self.impossible,
            State::Excluded => &self.excluded,
            State::Unknown => &self.unknown,
        })
    }
}

#[cfg(test)]
mod tests;
