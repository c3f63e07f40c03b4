use ratatui::style::Color;

/// The colours of a theme.
#[derive(Debug)]
pub(in crate::tui) struct Palette {
    pub placed: Color,
    pub forced: Color,
    pub excluded: Color,
    pub impossible: Color,
    /// What needs attention.
    pub alert: Color,
    /// Keys in footer and help.
    pub key: Color,
    /// What may be overlooked; dimmed text without it.
    pub faint: Option<Color>,
    /// The grounds of cells by their share of the remaining solutions: above 1/4, 1/8, 1/16 and 1/64.
    pub heat: [Color; 4],
    /// The grounds of regions. One with a later number has none, its borders alone show it.
    pub regions: &'static [Color],
    /// What stands on all these grounds, and what may be overlooked there.
    pub ink: Color,
    pub pale: Color,
}

const fn rgb(hex: u32) -> Color {
    Color::from_u32(hex)
}

/// The terminal's own sixteen colours, but for yellow and grey, which vanish on some grounds. The
/// regions' are of the palette of 256, light ones on which black reads.
pub(in crate::tui) const TERMINAL: Palette = Palette {
    placed: Color::Cyan,
    forced: Color::Green,
    excluded: Color::Magenta,
    impossible: Color::Red,
    alert: Color::Magenta,
    key: Color::Cyan,
    faint: None,
    heat: [Color::Indexed(214), Color::Indexed(221), Color::Indexed(229), Color::Indexed(230)],
    regions: &[
        Color::Indexed(223),
        Color::Indexed(152),
        Color::Indexed(193),
        Color::Indexed(182),
        Color::Indexed(229),
        Color::Indexed(117),
        Color::Indexed(217),
        Color::Indexed(157),
        Color::Indexed(147),
        Color::Indexed(187),
        Color::Indexed(159),
        Color::Indexed(225),
    ],
    ink: Color::Indexed(16),
    pale: Color::Indexed(238),
};

/// For dark text on a light ground.
pub(in crate::tui) const LIGHT: Palette = Palette {
    placed: rgb(0x00_5f_a8),
    forced: rgb(0x00_70_38),
    excluded: rgb(0x7d_4e_00),
    impossible: rgb(0xb8_16_29),
    alert: rgb(0x94_3f_00),
    key: rgb(0x00_5f_a8),
    faint: Some(rgb(0x66_66_66)),
    heat: [rgb(0xff_a6_26), rgb(0xff_c9_6b), rgb(0xff_e2_a8), rgb(0xff_f1_d6)],
    regions: &[
        rgb(0xff_e0_b8),
        rgb(0xc9_e4_f5),
        rgb(0xd8_f0_b8),
        rgb(0xe6_d2_f0),
        rgb(0xff_f4_a8),
        rgb(0xa8_d8_f0),
        rgb(0xff_c8_c4),
        rgb(0xb8_f0_cc),
        rgb(0xc4_c8_ff),
        rgb(0xdc_d8_b0),
        rgb(0xb4_f0_ec),
        rgb(0xf8_d0_e8),
    ],
    ink: rgb(0x00_00_00),
    pale: rgb(0x55_55_55),
};

/// For light text on a dark ground.
pub(in crate::tui) const DARK: Palette = Palette {
    placed: rgb(0x5f_d7_ff),
    forced: rgb(0x87_e0_8a),
    excluded: rgb(0xe5_c0_7b),
    impossible: rgb(0xff_7b_72),
    alert: rgb(0xff_c1_4d),
    key: rgb(0x5f_d7_ff),
    faint: Some(rgb(0x98_98_98)),
    heat: [rgb(0x8f_62_00), rgb(0x6e_4b_00), rgb(0x4f_36_04), rgb(0x36_28_0c)],
    regions: &[
        rgb(0x5a_3d_12),
        rgb(0x14_40_5e),
        rgb(0x2f_4a_12),
        rgb(0x4c_2a_5c),
        rgb(0x52_4c_08),
        rgb(0x0a_4a_50),
        rgb(0x62_26_28),
        rgb(0x10_4c_33),
        rgb(0x2c_32_70),
        rgb(0x48_42_2c),
        rgb(0x28_3c_46),
        rgb(0x5a_22_48),
    ],
    ink: rgb(0xff_ff_ff),
    pale: rgb(0xc8_c8_c8),
};

/// The colours of Okabe and Ito, which people of all kinds of colour vision tell apart; for regions
/// few tints, of different lightness as well.
pub(in crate::tui) const COLOR_BLIND: Palette = Palette {
    placed: rgb(0x00_72_b2),
    forced: rgb(0x00_9e_73),
    excluded: rgb(0xcc_79_a7),
    impossible: rgb(0xd5_5e_00),
    alert: rgb(0xd5_5e_00),
    key: rgb(0x00_72_b2),
    faint: None,
    heat: [rgb(0xe6_9f_00), rgb(0xf0_bc_4d), rgb(0xf7_d8_94), rgb(0xfc_ef_d2)],
    regions: &[rgb(0xf0_e4_42), rgb(0x56_b4_e9), rgb(0xff_ff_ff), rgb(0xe6_9f_00)],
    ink: rgb(0x00_00_00),
    pale: rgb(0x33_33_33),
};
