//! Reads TOML files that people wrote: values by `serde`, and errors that name the line.

mod syntax;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::de::DeTable;
use toml_parser::Source;

use super::error::FileError;
use super::text::line_number;

/// Maximum length of a name in bytes. A longer name would make an error message unreadable.
pub const MAX_NAME_BYTES: usize = 200;

/// Maximum number of words, signs and line ends of a text. A board file with a line for each cell of the largest board
/// has fewer. The parser needs up to 100 bytes for each.
const MAX_TOKENS: usize = 4_500_000;

/// A value that is written as a string in quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quoted<T>(pub T);

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for Quoted<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.len() > MAX_NAME_BYTES {
            return Err(D::Error::invalid_length(text.len(), &"a name"));
        }
        text.parse().map(Self).map_err(D::Error::custom)
    }
}

impl<T: fmt::Display> Serialize for Quoted<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// The text of a TOML file, and its name in errors.
#[derive(Clone, Copy)]
pub struct TomlText<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The name of the file in errors.
    pub name: &'a str,
}

impl TomlText<'_> {
    /// Reads the values. `form` receives the full path of a key, such as `play.clock`, and returns a
    /// description of valid values.
    ///
    /// # Errors
    /// When the text is not TOML or too long, or a value is wrong. The error names the line of the first mistake and the
    /// correct form.
    pub fn read<T: DeserializeOwned>(&self, form: impl Fn(&str) -> String) -> Result<T, FileError> {
        if let Some(token) = Source::new(self.text).lex().nth(MAX_TOKENS) {
            let reason = format!("this file has more than {MAX_TOKENS} words and signs");
            return Err(self.error(&(token.span().start()..self.text.len()), &reason));
        }
        let table = DeTable::parse(self.text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            self.error(&span, &syntax::sentence(error.message(), self.text, &span))
        })?;
        T::deserialize(toml::Deserializer::from(table)).map_err(|error| {
            let shown = error.to_string();
            let key = shown.lines().last().and_then(|line| line.strip_prefix("in `"));
            let key = key.map_or("", |line| line.trim_end_matches('`'));
            self.error(&error.span().unwrap_or_default(), &in_words(error.message(), || form(key)))
        })
    }

    /// An error at a span of the text.
    pub fn error(&self, span: &Range<usize>, reason: &impl fmt::Display) -> FileError {
        FileError::new(self.name, Some(self.line(span.start)), reason)
    }

    /// The line of a byte offset in the text, counted from 1.
    pub fn line(&self, offset: usize) -> usize {
        line_number(&self.text.as_bytes()[..offset.min(self.text.len())])
    }
}

/// Converts a message of `serde` into words. For a value of the wrong type, returns `form`.
fn in_words(message: &str, form: impl Fn() -> String) -> String {
    let unknown = [("unknown field `", "key"), ("unknown variant `", "word")];
    let unknown =
        unknown.iter().find_map(|(start, what)| Some((message.strip_prefix(start)?, what)));
    let unknown = unknown.and_then(|(rest, what)| Some((rest.rsplit_once("`, expected ")?, what)));
    if let Some(((key, known), what)) = unknown {
        let key = match key.len() {
            MAX_NAME_BYTES.. => format!("of {} bytes", key.len()),
            _ => format!("'{key}'"),
        };
        let known = known.trim_start_matches("one of ").replace('`', "");
        return format!("unknown {what} {key} (known are {known})");
    }
    if let Some(key) = message.strip_prefix("missing field ") {
        return format!("'{}' is missing", key.trim_matches('`'));
    }
    let is_form = ["invalid ", "integer ", "data did not match"];
    if is_form.iter().any(|start| message.starts_with(start)) { form() } else { message.to_owned() }
}
