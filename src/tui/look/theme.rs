use std::fmt;
use std::str::FromStr;

use ratatui::style::{Color, Modifier, Style};

use crate::session::CellState;
use crate::tui::look::palette::{self, Palette};

/// The colours of the board. Each state has a glyph of its own besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The terminal's own sixteen colours, so that light and dark backgrounds both read.
    #[default]
    Terminal,
    /// For light backgrounds.
    Light,
    /// For dark backgrounds.
    Dark,
    /// Colours that all kinds of colour vision tell apart.
    ColorBlind,
    /// No colour, only bold, dim, underlined and reverse.
    Monochrome,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 5] =
        [Self::Terminal, Self::Light, Self::Dark, Self::ColorBlind, Self::Monochrome];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Terminal => "terminal",
            Self::Light => "light",
            Self::Dark => "dark",
            Self::ColorBlind => "colour-blind",
            Self::Monochrome => "monochrome",
        }
    }

    const fn palette(self) -> Option<&'static Palette> {
        match self {
            Self::Terminal => Some(&palette::TERMINAL),
            Self::Light => Some(&palette::LIGHT),
            Self::Dark => Some(&palette::DARK),
            Self::ColorBlind => Some(&palette::COLOR_BLIND),
            Self::Monochrome => None,
        }
    }

    /// The style of a cell.
    pub(in crate::tui) fn cell(self, state: CellState) -> Style {
        match state {
            CellState::Placed => self.style(|palette| palette.placed).add_modifier(Modifier::BOLD),
            CellState::Forced => self.style(|palette| palette.forced).add_modifier(Modifier::BOLD),
            CellState::Possible => Style::new(),
            CellState::Excluded => self.style(|palette| palette.excluded),
            CellState::Impossible => self.style(|palette| palette.impossible),
            CellState::Attacked | CellState::Hole | CellState::Unknown => self.faint(),
        }
    }

    /// The style of a possible cell by its share of the remaining solutions: a ground, the stronger
    /// the larger the share.
    pub(in crate::tui) fn heat(self, share: f64) -> Style {
        let ground = |heat: usize| {
            let on = |palette: &Palette| Style::new().fg(palette.ink).bg(palette.heat[heat]);
            self.palette().map_or(Style::new(), on)
        };
        let [hot, warm, mild, cool] = [0, 1, 2, 3].map(ground);
        match share {
            share if share > 0.5 => hot.add_modifier(Modifier::BOLD),
            share if share > 0.25 => hot,
            share if share > 0.125 => warm,
            share if share > 1.0 / 16.0 => mild,
            share if share > 1.0 / 64.0 => cool,
            _ => self.faint(),
        }
    }

    /// How many backgrounds for regions there are.
    pub(in crate::tui) fn regions(self) -> usize {
        self.palette().map_or(0, |palette| palette.regions.len())
    }

    /// The background of the region with a colour of this number, if it has one.
    pub(in crate::tui) fn region(self, color: usize) -> Option<Color> {
        self.palette()?.regions.get(color).copied()
    }

    /// A style on a region's background, so that it reads whatever the terminal's own background is:
    /// in one colour, and a paler one for what may be overlooked.
    pub(in crate::tui) fn on_region(self, style: Style, background: Color) -> Style {
        let Some(palette) = self.palette() else { return style };
        let overlooked = style.add_modifier.contains(Modifier::DIM)
            || style.fg.is_some_and(|color| {
                color == palette.impossible || palette.faint.is_some_and(|faint| color == faint)
            });
        let style = style.remove_modifier(Modifier::DIM).bg(background);
        style.fg(if overlooked { palette.pale } else { palette.ink })
    }

    /// The style of the title and of what matters most.
    #[expect(clippy::unused_self, reason = "it is for the theme to decide")]
    pub(in crate::tui) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The style of what may be overlooked.
    pub(in crate::tui) fn faint(self) -> Style {
        match self.palette().and_then(|palette| palette.faint) {
            Some(color) => Style::new().fg(color),
            None => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// The style of the cell under the cursor, on top of its own.
    #[expect(clippy::unused_self, reason = "it is for the theme to decide")]
    pub(in crate::tui) fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The style of keys in footer and help.
    pub(in crate::tui) fn key(self) -> Style {
        self.style(|palette| palette.key).add_modifier(Modifier::BOLD)
    }

    /// The style of what needs attention.
    pub(in crate::tui) fn alert(self) -> Style {
        self.style(|palette| palette.alert).add_modifier(Modifier::BOLD)
    }

    fn style(self, color: impl Fn(&Palette) -> Color) -> Style {
        self.palette().map_or(Style::new(), |palette| Style::new().fg(color(palette)))
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a theme (terminal, light, dark, colour-blind or monochrome)")]
pub struct UnknownTheme(String);

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Self, UnknownTheme> {
        let named = Self::ALL.into_iter().find(|theme| theme.name() == text);
        named.ok_or_else(|| UnknownTheme(text.to_owned()))
    }
}

#[cfg(test)]
mod tests;
