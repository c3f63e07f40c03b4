mod read;

use std::path::PathBuf;

use etcetera::BaseStrategy;

use crate::app::settings::Settings;
use crate::input::keymap;
use crate::input::keymap::Keymap;
use crate::look::glyphs::NamedGlyphs;
use crate::look::theme::Theme;

/// The configuration file: settings for every board. `None` means that the file does not have the setting.
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
    pub glyphs: Option<NamedGlyphs>,
    /// True if the board handles mouse clicks.
    pub mouse: Option<bool>,
    /// Settings that are on or off.
    pub settings: Settings,
    /// The keys of all actions.
    pub keys: Keymap,
}

/// The template of a new file, without the part about keys.
const TEMPLATE: &str = include_str!("config/template.toml");

impl Config {
    /// The path of the file in the user's configuration directory.
    pub fn path() -> Option<PathBuf> {
        let strategy = etcetera::choose_base_strategy().ok()?;
        Some(strategy.config_dir().join("configurator").join("config.toml"))
    }

    /// A configuration file that lists all settings, commented out.
    pub fn template() -> String {
        format!("{TEMPLATE}{}", keymap::template())
    }
}

#[cfg(test)]
mod tests;
