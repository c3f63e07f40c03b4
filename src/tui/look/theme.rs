use std::fmt;
use std::str::FromStr;

/// The colours of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark or light as the terminal's background is. Its colours are told apart with all kinds of
    /// colour vision, so that `colour-blind` is another name for it.
    #[default]
    Auto,
    /// For dark backgrounds.
    Dark,
    /// For light backgrounds.
    Light,
    /// The terminal's own sixteen colours.
    Terminal,
    /// No colour: only characters, bold, dim and reverse.
    Monochrome,
}

/// Whether the terminal's background is dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Background {
    /// White text reads better on it.
    #[default]
    Dark,
    /// Black text reads better on it.
    Light,
}

/// Another name of [`Theme::Auto`].
const COLOR_BLIND: &str = "colour-blind";

impl Theme {
    /// The words for all themes.
    pub const NAMES: [&str; 6] = [
        Self::Auto.name(),
        Self::Dark.name(),
        Self::Light.name(),
        Self::Terminal.name(),
        Self::Monochrome.name(),
        COLOR_BLIND,
    ];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dark => "dark",
            Self::Light => "light",
            Self::Terminal => "terminal",
            Self::Monochrome => "monochrome",
        }
    }

    /// What it is for.
    pub(crate) const fn help(self) -> &'static str {
        match self {
            Self::Auto => "dark or light, as the terminal's background is",
            Self::Dark => "for dark backgrounds",
            Self::Light => "for light backgrounds",
            Self::Terminal => "the terminal's own sixteen colours",
            Self::Monochrome => "no colour, only bold, dim and reverse",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a theme (auto, dark, light, terminal, monochrome or colour-blind)")]
pub struct UnknownTheme(String);

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Self, UnknownTheme> {
        Ok(match text {
            "auto" | COLOR_BLIND => Self::Auto,
            "dark" => Self::Dark,
            "light" => Self::Light,
            "terminal" => Self::Terminal,
            "monochrome" => Self::Monochrome,
            _ => return Err(UnknownTheme(text.to_owned())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_are_read_and_colour_blind_is_auto() {
        for name in Theme::NAMES {
            let theme: Theme = name.parse().unwrap();
            let shown = if name == COLOR_BLIND { "auto" } else { name };
            assert_eq!(theme.to_string(), shown);
        }
        let error = "neon".parse::<Theme>().unwrap_err().to_string();
        assert!(Theme::NAMES.iter().all(|name| error.contains(name)), "{error}");
    }
}
