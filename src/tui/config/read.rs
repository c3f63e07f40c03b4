use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Config;
use crate::problem::{FileError, line};
use crate::tui::key::Key;

/// The keys of the file.
const KEYS: &str = "theme, glyphs, mouse, keys";

/// The longest text that names anything, in bytes. A longer one would make a long sentence.
const LONGEST: usize = 200;

type Value<'a> = Spanned<DeValue<'a>>;

pub(super) fn parse(text: &str, name: &str) -> Result<Config, FileError> {
    let reader = Reader { text, name };
    let table = DeTable::parse(text).map_err(|error| {
        let reason = error.message().lines().collect::<Vec<_>>().join(", ");
        reader.error(&error.span().unwrap_or_default(), &reason)
    })?;
    reader.config(table.get_ref())
}

struct Reader<'a> {
    text: &'a str,
    name: &'a str,
}

impl Reader<'_> {
    fn error(&self, span: &Range<usize>, reason: &impl fmt::Display) -> FileError {
        let before = span.start.min(self.text.len());
        FileError::new(self.name, Some(line(&self.text.as_bytes()[..before])), reason)
    }

    fn config(&self, table: &DeTable<'_>) -> Result<Config, FileError> {
        let mut config = Config::default();
        for (key, value) in in_order(table) {
            match key.get_ref().as_ref() {
                "theme" => {
                    config.theme = Some(self.parsed(value, "'theme' must be a name in quotes")?);
                }
                "glyphs" => {
                    config.glyphs = Some(self.parsed(value, "'glyphs' must be a name in quotes")?);
                }
                "mouse" => {
                    let form = "'mouse' must be true or false";
                    let said = value.get_ref().as_bool();
                    config.mouse = Some(said.ok_or_else(|| self.error(&value.span(), &form))?);
                }
                "keys" => self.keys(value, &mut config)?,
                name => {
                    let reason = format!("unknown key '{}' (known are {KEYS})", short(name));
                    return Err(self.error(&key.span(), &reason));
                }
            }
        }
        Ok(config)
    }

    fn keys(&self, value: &Value<'_>, config: &mut Config) -> Result<(), FileError> {
        let form = "'keys' must be a table, as in [keys] and below it exclude = [\"x\"]";
        let table = value.get_ref().as_table().ok_or_else(|| self.error(&value.span(), &form))?;
        let actions = in_order(table);
        for (action, value) in &actions {
            let name = short(action.get_ref());
            let form =
                format!("'{name}' must be a list of keys in quotes, as in [\"x\", \"ctrl-x\"]");
            let list = value.get_ref().as_array();
            let list = list.ok_or_else(|| self.error(&value.span(), &form))?;
            let mut keys: Vec<Key> = Vec::new();
            for value in list {
                let key = self.parsed(value, &form)?;
                if keys.contains(&key) {
                    let reason = format!("'{name}' has the key '{key}' twice");
                    return Err(self.error(&value.span(), &reason));
                }
                keys.push(key);
            }
            let rebound = config.keys.rebind(&name, keys);
            rebound.map_err(|error| self.error(&action.span(), &error))?;
        }
        // Only now it is known which keys each action has.
        for (action, _) in actions {
            let checked = config.keys.check(action.get_ref());
            checked.map_err(|clash| self.error(&action.span(), &clash))?;
        }
        Ok(())
    }

    /// What a text in quotes says; `form` tells what was expected.
    fn parsed<T: FromStr<Err: fmt::Display>>(
        &self,
        value: &Value<'_>,
        form: &str,
    ) -> Result<T, FileError> {
        let text = value.get_ref().as_str().filter(|text| text.len() <= LONGEST);
        let text = text.ok_or_else(|| self.error(&value.span(), &form))?;
        text.parse().map_err(|error| self.error(&value.span(), &error))
    }
}

type Entry<'t, 'a> = (&'t Spanned<std::borrow::Cow<'a, str>>, &'t Value<'a>);

/// What a table says, in the order of the file.
fn in_order<'t, 'a>(table: &'t DeTable<'a>) -> Vec<Entry<'t, 'a>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// A name, or how long it is.
fn short(name: &str) -> String {
    if name.len() > LONGEST { format!("({} bytes)", name.len()) } else { name.to_owned() }
}
