use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::Path;

use strum::VariantNames;
use toml::Spanned;
use toml::de::DeTable;

use super::Config;
use crate::input::key::Key;
use crate::input::settings::Setting;
use files::toml_file::{LONGEST, Reader, TomlValue};
use files::{FileError, read_file};

/// The allowed keys, for error messages.
const KEYS: &str = "theme, glyphs, mouse, play, keys";

impl Config {
    /// Reads a file. A missing file is an empty configuration.
    ///
    /// # Errors
    /// When the file cannot be read, is not a regular file, is larger than 16 MiB, or has an
    /// invalid setting.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let absent = [ErrorKind::NotFound, ErrorKind::NotADirectory];
        match path.metadata() {
            Err(error) if absent.contains(&error.kind()) => return Ok(Self::default()),
            // Opening a pipe would wait for a writer.
            Ok(facts) if !facts.is_file() && !facts.is_dir() => {
                return Err(FileError::of_file(path, &"this is not a regular file"));
            }
            _ => {}
        }
        Self::parse(&read_file(path)?, &path.to_string_lossy())
    }

    /// Parses a text. Errors call it `name`.
    ///
    /// # Errors
    /// When a setting is invalid; the error names the line and the reason.
    pub fn parse(text: &str, name: &str) -> Result<Self, FileError> {
        let reader = ConfigReader { toml: Reader { text, name } };
        reader.config(reader.toml.table()?.get_ref())
    }
}

/// Reads the values of the settings.
struct ConfigReader<'a> {
    toml: Reader<'a>,
}

impl ConfigReader<'_> {
    fn config(&self, table: &DeTable<'_>) -> Result<Config, FileError> {
        let mut config = Config::default();
        for (key, value) in in_order(table) {
            match key.get_ref().as_ref() {
                "theme" => {
                    config.theme =
                        Some(self.toml.parsed(value, "'theme' must be a name in quotes")?);
                }
                "glyphs" => {
                    config.glyphs =
                        Some(self.toml.parsed(value, "'glyphs' must be a name in quotes")?);
                }
                "mouse" => {
                    config.mouse = Some(self.toml.boolean(value, "'mouse' must be true or false")?);
                }
                "play" => self.settings(value, &mut config)?,
                "keys" => self.keys(value, &mut config)?,
                _ => return Err(self.toml.unknown_key(key, KEYS)),
            }
        }
        Ok(config)
    }

    fn settings(&self, value: &TomlValue<'_>, config: &mut Config) -> Result<(), FileError> {
        let form = "'play' must be a table, as in [play] and below it clock = false";
        let table =
            value.get_ref().as_table().ok_or_else(|| self.toml.error(&value.span(), &form))?;
        for (key, value) in in_order(table) {
            let setting = key.get_ref().parse::<Setting>();
            let setting =
                setting.map_err(|_| self.toml.unknown_key(key, &Setting::VARIANTS.join(", ")))?;
            let form = format!("'{setting}' must be true or false");
            config.settings.set(setting, self.toml.boolean(value, &form)?);
        }
        Ok(())
    }

    fn keys(&self, value: &TomlValue<'_>, config: &mut Config) -> Result<(), FileError> {
        let form = "'keys' must be a table, as in [keys] and below it exclude = [\"x\"]";
        let table =
            value.get_ref().as_table().ok_or_else(|| self.toml.error(&value.span(), &form))?;
        let actions = in_order(table);
        for (action, value) in &actions {
            let name = short(action.get_ref());
            let form =
                format!("'{name}' must be a list of keys in quotes, as in [\"x\", \"ctrl-x\"]");
            let mut keys: Vec<Key> = Vec::new();
            for value in self.toml.list(value, &form)? {
                let key = self.toml.parsed(value, &form)?;
                if keys.contains(&key) {
                    let reason = format!("'{name}' has the key '{key}' twice");
                    return Err(self.toml.error(&value.span(), &reason));
                }
                keys.push(key);
            }
            let rebound = config.keys.rebind(&name, keys);
            rebound.map_err(|error| self.toml.error(&action.span(), &error))?;
        }
        // Clashes are checked after all actions have their new keys.
        for (action, _) in actions {
            let checked = config.keys.check(action.get_ref());
            checked.map_err(|clash| self.toml.error(&action.span(), &clash))?;
        }
        Ok(())
    }
}

type Entry<'t, 'a> = (&'t Spanned<Cow<'a, str>>, &'t TomlValue<'a>);

/// The entries of a table, in the order of the file.
fn in_order<'t, 'a>(table: &'t DeTable<'a>) -> Vec<Entry<'t, 'a>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// A name for a message; a long one is replaced by its length.
fn short(name: &str) -> String {
    if name.len() > LONGEST { format!("({} bytes)", name.len()) } else { name.to_owned() }
}
