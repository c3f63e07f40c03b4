use strum::{Display, EnumString};

use geometry::UnknownWord;

/// The colours of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
#[strum(parse_err_fn = unknown_theme, parse_err_ty = UnknownWord)]
pub enum Theme {
    /// Dark or light, like the terminal's background. Its colours can be distinguished with every kind of colour
    /// vision, so `colour-blind` is another name of this theme.
    #[default]
    #[strum(to_string = "auto", serialize = "colour-blind")]
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

impl Theme {
    /// The names of all themes.
    pub const NAMES: [&str; 6] =
        ["auto", "dark", "light", "terminal", "monochrome", "colour-blind"];
}

fn unknown_theme(text: &str) -> UnknownWord {
    UnknownWord::new(
        text,
        "is not a theme (auto, dark, light, terminal, monochrome or colour-blind)",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_are_read_and_colour_blind_is_auto() {
        for name in Theme::NAMES {
            let theme: Theme = name.parse().unwrap();
            let shown = if name == "colour-blind" { "auto" } else { name };
            assert_eq!(theme.to_string(), shown);
        }
        let error = "neon".parse::<Theme>().unwrap_err().to_string();
        assert!(Theme::NAMES.iter().all(|name| error.contains(name)), "{error}");
    }
}
