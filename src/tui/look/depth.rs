use ratatui::style::Color;

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorDepth {
    /// None, or none are wanted.
    None,
    /// The sixteen of every terminal.
    Sixteen,
    /// The palette of 256.
    Palette,
    /// 24 bits each.
    #[default]
    True,
}

/// The sixteen colours and what they usually look like.
const SIXTEEN: [(Color, u32); 16] = [
    (Color::Black, 0x00_00_00),
    (Color::Red, 0xcd_00_00),
    (Color::Green, 0x00_cd_00),
    (Color::Yellow, 0xcd_cd_00),
    (Color::Blue, 0x00_00_ee),
    (Color::Magenta, 0xcd_00_cd),
    (Color::Cyan, 0x00_cd_cd),
    (Color::Gray, 0xe5_e5_e5),
    (Color::DarkGray, 0x7f_7f_7f),
    (Color::LightRed, 0xff_00_00),
    (Color::LightGreen, 0x00_ff_00),
    (Color::LightYellow, 0xff_ff_00),
    (Color::LightBlue, 0x5c_5c_ff),
    (Color::LightMagenta, 0xff_00_ff),
    (Color::LightCyan, 0x00_ff_ff),
    (Color::White, 0xff_ff_ff),
];

impl ColorDepth {
    /// What a terminal says of itself, by the variables `COLORTERM` and `TERM`.
    #[must_use]
    pub fn of_terminal(colorterm: &str, term: &str) -> Self {
        let is_true = matches!(colorterm, "truecolor" | "24bit") || term.ends_with("-direct");
        match () {
            () if is_true || cfg!(windows) => Self::True,
            () if term.contains("256color") => Self::Palette,
            () => Self::Sixteen,
        }
    }

    /// The nearest colour that the terminal shows.
    pub(in crate::tui) fn shown(self, color: Color) -> Color {
        match (self, color) {
            (Self::None, _) => Color::Reset,
            (Self::Palette, Color::Rgb(..)) => {
                let wanted = rgb(color);
                let distance = |&index: &u8| distance(rgb(Color::Indexed(index)), wanted);
                Color::Indexed((16..=255).min_by_key(distance).expect("there are some"))
            }
            (Self::Sixteen, Color::Rgb(..) | Color::Indexed(16..)) => {
                let wanted = rgb(color);
                let distance = |&(_, looks): &(Color, u32)| distance(parts(looks), wanted);
                SIXTEEN.into_iter().min_by_key(distance).expect("there are some").0
            }
            _ => color,
        }
    }
}

fn parts(hex: u32) -> [u8; 3] {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red, green, blue]
}

/// Red, green and blue of a colour that has no name: of the palette, a cube and a ramp of greys.
pub(in crate::tui) fn rgb(color: Color) -> [u8; 3] {
    match color {
        Color::Rgb(red, green, blue) => [red, green, blue],
        Color::Indexed(index @ 232..) => [8 + 10 * (index - 232); 3],
        Color::Indexed(index @ 16..) => {
            let index = index - 16;
            [index / 36, index / 6 % 6, index % 6]
                .map(|level| if level == 0 { 0 } else { 55 + 40 * level })
        }
        _ => [0; 3],
    }
}

fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    one.into_iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_says_how_many_colours_it_has() {
        for (colorterm, term, depth) in [
            ("truecolor", "xterm-256color", ColorDepth::True),
            ("24bit", "xterm", ColorDepth::True),
            ("", "xterm-direct", ColorDepth::True),
            ("", "screen-256color", ColorDepth::Palette),
            ("yes", "linux", ColorDepth::Sixteen),
        ] {
            if !cfg!(windows) {
                assert_eq!(ColorDepth::of_terminal(colorterm, term), depth, "{colorterm} {term}");
            }
        }
    }

    #[test]
    fn colours_are_shown_as_the_nearest_there_is() {
        let red = Color::Rgb(250, 5, 0);
        assert_eq!(ColorDepth::True.shown(red), red);
        assert_eq!(ColorDepth::Palette.shown(red), Color::Indexed(196));
        assert_eq!(ColorDepth::Sixteen.shown(red), Color::LightRed);
        assert_eq!(ColorDepth::None.shown(red), Color::Reset);
        // Every colour of the palette is the nearest to itself, greys among them.
        for index in 16..=255 {
            let [red, green, blue] = rgb(Color::Indexed(index));
            let shown = ColorDepth::Palette.shown(Color::Rgb(red, green, blue));
            assert_eq!(rgb(shown), [red, green, blue], "{index}");
        }
        // What every terminal has stays as it is.
        for depth in [ColorDepth::Sixteen, ColorDepth::Palette, ColorDepth::True] {
            assert_eq!(depth.shown(Color::Cyan), Color::Cyan);
            assert_eq!(depth.shown(Color::Reset), Color::Reset);
        }
        assert_eq!(ColorDepth::Sixteen.shown(Color::Indexed(16)), Color::Black);
    }
}
