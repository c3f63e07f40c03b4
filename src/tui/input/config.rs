mod read;

use std::path::PathBuf;

use etcetera::BaseStrategy;

use crate::input::keymap;
use crate::input::keymap::Keymap;
use crate::input::settings::Settings;
use crate::look::glyphs::Glyphs;
use crate::look::theme::Theme;

/// The configuration file: settings for every board. `None` means that the file does not set it.
///
/// ```
/// use tui::{Config, Theme};
///
/// let config = Config::parse("theme = \"dark\"\n[keys]\nexclude = [\"E\"]\n", "config.toml")?;
/// assert_eq!(config.theme, Some(Theme::Dark));
/// let error = Config::parse("[keys]\ncomplete = [\"x\"]\n", "config.toml").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "config.toml:2: the key 'x' is for two actions: 'complete' and 'exclude'"
/// );
/// # Ok::<(), files::FileError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The theme.
    pub theme: Option<Theme>,
    /// The set of characters.
    pub glyphs: Option<Glyphs>,
    /// True if the board handles mouse clicks.
    pub mouse: Option<bool>,
    /// What is shown of puzzles that are played.
    pub settings: Settings,
    /// The keys of all actions.
    pub keys: Keymap,
}

/// The template for a new file, without its part about keys.
const TEMPLATE: &str = r#"# Options of the command line replace what is said here. Each setting is behind a '#' and
# shows what holds without it; take the '#' away to change it.

# The colours: "auto" (dark or light as the terminal's background is), "dark", "light",
# "terminal" (its own sixteen colours), or "monochrome". "colour-blind" is "auto", whose
# colours are told apart with all kinds of colour vision.
#theme = "auto"

# Clicks, wheel and hovering; without them the terminal selects text as usual.
#mouse = true

# The characters: "unicode", "narrow" (nothing that terminals set to East Asian widths draw
# two columns wide), or "ascii".
#glyphs = "unicode"

# What is shown of puzzles: the time; how far rows, columns and regions are; what has too
# many pieces or no room left; a cross on each cell that a placed piece rules out. And whether
# each count of a board is verified by a second engine.
[play]
#clock = true
#counters = true
#broken = true
#auto-mark = false
#verify = true

# Keys: a character, "ctrl-" and a letter, "shift-" and an arrow, "f1" to "f12", or "space",
# "enter", "tab", "backspace", "delete", "insert", "left", "right", "up", "down", "home",
# "end", "pgup", "pgdn". In one mode no key can have two actions. Esc always closes, Ctrl-C
# always ends.
[keys]
"#;

impl Config {
    /// The path of the file in the user's configuration directory.
    #[must_use]
    pub fn path() -> Option<PathBuf> {
        let strategy = etcetera::choose_base_strategy().ok()?;
        Some(strategy.config_dir().join("configurator").join("config.toml"))
    }

    /// A file with all settings, commented out.
    #[must_use]
    pub fn template() -> String {
        format!("{TEMPLATE}{}", keymap::template())
    }
}

#[cfg(test)]
mod tests;
