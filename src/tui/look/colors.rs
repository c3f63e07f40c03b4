use ratatui::style::{Color, Modifier, Style};

use super::theme::{Background, Theme};
use crate::look::depth::ColorDepth;
use crate::look::glyphs::Glyphs;
use export::face::{Basic, Palette, Rgb, Tint, seen};

/// What a terminal can show: the colours, how many of them, the characters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// For dark or for light backgrounds.
    pub palette: &'static Palette,
    /// How many colours there are.
    pub depth: ColorDepth,
    /// The characters.
    pub glyphs: Glyphs,
}

impl Look {
    /// The look of a theme on a terminal that shows so many colours, on this background.
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

    /// A tint in the terminal's depth.
    pub(crate) fn color(&self, tint: Tint) -> Color {
        match self.depth {
            ColorDepth::None => Color::Reset,
            ColorDepth::Sixteen => match tint.basic {
                Basic::Own => Color::Reset,
                Basic::Number(number) => Color::Indexed(number),
            },
            ColorDepth::Palette => Color::Indexed(tint.indexed),
            ColorDepth::True => Color::Rgb(tint.rgb.red, tint.rgb.green, tint.rgb.blue),
        }
    }

    /// Text in a tint on the window.
    pub(crate) fn text(&self, tint: Tint) -> Style {
        Style::new().fg(self.color(tint)).bg(self.color(self.palette.win))
    }

    /// The ground of the window and its text.
    pub(crate) fn window(&self) -> Style {
        self.text(self.palette.text)
    }

    /// The style of what matters most.
    pub(crate) fn strong(&self) -> Style {
        self.window().add_modifier(Modifier::BOLD)
    }

    /// The style of what may be overlooked.
    pub(crate) fn faint(&self) -> Style {
        match self.depth {
            ColorDepth::None => Style::new().add_modifier(Modifier::DIM),
            _ => self.text(self.palette.dim),
        }
    }

    /// The style of what needs attention.
    pub(crate) fn alert(&self) -> Style {
        self.text(self.palette.wrong).add_modifier(Modifier::BOLD)
    }

    /// What a colour looks like; the terminal's own background like the window.
    pub(crate) fn rgb(&self, color: Color) -> Rgb {
        match color {
            Color::Rgb(red, green, blue) => Rgb { red, green, blue },
            Color::Indexed(index) => Rgb::of_index(index),
            _ => self.palette.win.rgb,
        }
    }

    /// The first of some colours that is seen on a ground, else the one that contrasts most.
    pub(super) fn seen(&self, ground: Color, choices: [Tint; 3]) -> Color {
        let color = |tint| (self.rgb(self.color(tint)), self.color(tint));
        seen(self.rgb(ground), choices.map(color))
    }
}
