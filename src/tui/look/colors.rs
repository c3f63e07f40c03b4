use ratatui::style::{Color, Style};

use super::theme::{Background, Theme};
use crate::look::depth::ColorDepth;
use crate::look::glyphs::Glyphs;
use export::face::{BasicColor, Palette, Rgb, Tint};

/// The colours and characters of a terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The palette for dark or for light backgrounds.
    pub palette: &'static Palette,
    /// The number of colours that the terminal shows.
    pub depth: ColorDepth,
    /// The characters.
    pub glyphs: Glyphs,
}

impl Look {
    /// Returns the look of a theme on a terminal with this number of colours and this background.
    pub(crate) fn new(
        theme: Theme,
        depth: ColorDepth,
        glyphs: Glyphs,
        background: Background,
    ) -> Self {
        let is_light = match theme {
            Theme::Dark => false,
            Theme::Light => true,
            Theme::Auto | Theme::Terminal | Theme::Monochrome => background == Background::Light,
        };
        let depth = match (theme, depth) {
            (Theme::Monochrome, _) | (_, ColorDepth::None) => ColorDepth::None,
            (Theme::Terminal, _) => ColorDepth::Sixteen,
            (Theme::Auto | Theme::Dark | Theme::Light, depth) => depth,
        };
        Self { palette: if is_light { Palette::LIGHT } else { Palette::DARK }, depth, glyphs }
    }

    /// True if signs replace colours, because the terminal has no colours or only ASCII characters are drawn.
    pub(crate) fn has_signs(&self) -> bool {
        self.depth == ColorDepth::None || self.glyphs == Glyphs::Ascii
    }

    /// Converts a tint to a colour of the terminal's colour depth.
    pub(crate) fn color(&self, tint: Tint) -> Color {
        match self.depth {
            ColorDepth::None => Color::Reset,
            ColorDepth::Sixteen => match tint.basic {
                BasicColor::Own => Color::Reset,
                BasicColor::Number(number) => Color::Indexed(number),
            },
            ColorDepth::Palette => Color::Indexed(tint.indexed),
            ColorDepth::True => Color::Rgb(tint.rgb.red, tint.rgb.green, tint.rgb.blue),
        }
    }

    /// The style of text in `tint` on the background of the window.
    pub(crate) fn text(&self, tint: Tint) -> Style {
        Style::new().fg(self.color(tint)).bg(self.color(self.palette.window))
    }

    /// The style of normal text on the background of the window.
    pub(crate) fn window(&self) -> Style {
        self.text(self.palette.text)
    }

    /// The style of unimportant text.
    pub(crate) fn faint(&self) -> Style {
        match self.depth {
            ColorDepth::None => Style::new().dim(),
            _ => self.text(self.palette.dim),
        }
    }

    /// The RGB value of a colour; the terminal's own background counts as the window's colour.
    pub(crate) fn rgb(&self, color: Color) -> Rgb {
        match color {
            Color::Rgb(red, green, blue) => Rgb { red, green, blue },
            Color::Indexed(index) => Rgb::of_index(index),
            _ => self.palette.window.rgb,
        }
    }
}
