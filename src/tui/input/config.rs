use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use serde::Deserialize;
use toml::Spanned;

use crate::input::key::Key;
use crate::input::keymap::{self, Keymap};
use crate::look::glyphs::NamedGlyphs;
use crate::look::theme::Theme;
use app::settings::{Click, Mistakes, Setting, Settings};
use files::toml_file::{MAX_NAME_BYTES, Quoted, TomlText};
use files::{FileError, read_file};

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

/// The settings of a configuration file before they are checked.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ConfigTable {
    theme: Option<Quoted<Theme>>,
    glyphs: Option<Quoted<NamedGlyphs>>,
    mouse: Option<bool>,
    play: PlayTable,
    /// The keys of each action.
    keys: BTreeMap<Spanned<String>, Vec<Spanned<Quoted<Key>>>>,
}

/// The settings of puzzles.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct PlayTable {
    clock: Option<bool>,
    counters: Option<bool>,
    broken: Option<bool>,
    auto_mark: Option<bool>,
    verify: Option<bool>,
    autocomplete: Option<bool>,
    totals: Option<bool>,
    uniqueness: Option<bool>,
    mistakes: Option<Quoted<Mistakes>>,
    click: Option<Quoted<Click>>,
}

impl PlayTable {
    fn apply(&self, settings: &mut Settings) {
        for (setting, value) in [
            (Setting::Clock, self.clock),
            (Setting::Counters, self.counters),
            (Setting::Broken, self.broken),
            (Setting::AutoMark, self.auto_mark),
            (Setting::Verify, self.verify),
            (Setting::Autocomplete, self.autocomplete),
            (Setting::Totals, self.totals),
            (Setting::Uniqueness, self.uniqueness),
        ] {
            settings.set(setting, value.unwrap_or(settings.has(setting)));
        }
        if let Some(Quoted(mistakes)) = self.mistakes {
            settings.mistakes = mistakes;
        }
        if let Some(Quoted(click)) = self.click {
            settings.click = click;
        }
    }
}

/// The required form of the value of a setting.
fn form(key: &str) -> String {
    let form = match key {
        "theme" | "glyphs" | "play.mistakes" | "play.click" => "a name in quotes",
        "play" => "a table, as in [play] and below it clock = false",
        "keys" => "a table, as in [keys] and below it exclude = [\"x\"]",
        _ if key.starts_with("keys.") => "a list of keys in quotes, as in [\"x\", \"ctrl-x\"]",
        _ => "true or false",
    };
    let name = key.split_once('.').map_or(key, |(_, name)| name);
    format!("'{}' must be {form}", short(name))
}

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

    /// Reads a file, whose entries take the place of those of `self`. A missing file has no entries.
    ///
    /// # Errors
    /// When the file cannot be read, is not a regular file, is larger than 16 MiB, or has an
    /// invalid setting.
    pub fn read(self, path: &Path) -> Result<Self, FileError> {
        match read_file(path)? {
            Some(text) => self.with(&text, &path.to_string_lossy()),
            None => Ok(self),
        }
    }

    /// Parses a text. `name` is the name of the file in error messages.
    ///
    /// # Errors
    /// When a setting is invalid; the error names the line and the reason.
    pub fn parse(text: &str, name: &str) -> Result<Self, FileError> {
        Self::default().with(text, name)
    }

    fn with(self, text: &str, name: &str) -> Result<Self, FileError> {
        let toml = TomlText { text, name };
        let table: ConfigTable = toml.read(form)?;
        let mut config = Self {
            theme: table.theme.map(|Quoted(theme)| theme),
            glyphs: table.glyphs.map(|Quoted(glyphs)| glyphs),
            mouse: table.mouse,
            ..self
        };
        table.play.apply(&mut config.settings);
        let mut actions: Vec<_> = table.keys.into_iter().collect();
        actions.sort_by_key(|(action, _)| action.span().start);
        for (action, written) in &actions {
            let name = short(action.get_ref());
            let mut keys: Vec<Key> = Vec::new();
            for key in written {
                let (span, Quoted(key)) = (key.span(), *key.get_ref());
                if keys.contains(&key) {
                    let reason = format!("'{name}' has the key '{key}' twice");
                    return Err(toml.error(&span, &reason));
                }
                keys.push(key);
            }
            let rebound = config.keys.rebind(&name, keys);
            rebound.map_err(|error| toml.error(&action.span(), &error))?;
        }
        // Clashes are checked after all actions have their new keys.
        for (action, _) in actions {
            let checked = config.keys.check(action.get_ref());
            checked.map_err(|clash| toml.error(&action.span(), &clash))?;
        }
        Ok(config)
    }
}

/// A name for an error message; a long name is replaced by its length.
fn short(name: &str) -> String {
    if name.len() > MAX_NAME_BYTES { format!("({} bytes)", name.len()) } else { name.to_owned() }
}

#[cfg(test)]
mod tests;
