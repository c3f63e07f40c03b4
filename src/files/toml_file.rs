//! TOML files that people wrote: typed access to values, and errors that name the line.

mod syntax;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::text::{FileError, line_number};

/// The longest name in bytes. A longer one would make an error message unreadable.
pub const LONGEST: usize = 200;

/// A value with its span in the text.
pub type TomlValue<'a> = Spanned<DeValue<'a>>;

/// Reads the values of a file. Each kind of file adds methods for its own keys.
pub struct Reader<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The name of the file in errors.
    pub name: &'a str,
}

impl<'a> Reader<'a> {
    /// Parses the whole file.
    ///
    /// # Errors
    /// The line of the first mistake, and what is wrong there.
    pub fn table(&self) -> Result<Spanned<DeTable<'a>>, FileError> {
        DeTable::parse(self.text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            self.error(&span, &syntax::sentence(error.message(), self.text, &span))
        })
    }

    /// An error at a span of the text.
    pub fn error(&self, span: &Range<usize>, reason: &impl fmt::Display) -> FileError {
        FileError::new(self.name, Some(self.line(span.start)), reason)
    }

    /// The line of a byte offset in the text, counted from 1.
    #[must_use]
    pub fn line(&self, offset: usize) -> usize {
        line_number(&self.text.as_bytes()[..offset.min(self.text.len())])
    }

    /// The error for a key that is not among the `known` ones.
    #[must_use]
    pub fn unknown_key(&self, key: &Spanned<Cow<'_, str>>, known: &str) -> FileError {
        let name = match key.get_ref() {
            name if name.len() > LONGEST => format!("of {} bytes", name.len()),
            name => format!("'{name}'"),
        };
        self.error(&key.span(), &format!("unknown key {name} (known are {known})"))
    }

    /// The value as a list. Here and below, `form` is the error message for a value of another type.
    ///
    /// # Errors
    /// When it is no list.
    pub fn list<'v, 't>(
        &self,
        value: &'v TomlValue<'t>,
        form: &str,
    ) -> Result<&'v DeArray<'t>, FileError> {
        value.get_ref().as_array().ok_or_else(|| self.error(&value.span(), &form))
    }

    /// The value as a Boolean.
    ///
    /// # Errors
    /// When it is none.
    pub fn boolean(&self, value: &TomlValue<'_>, form: &str) -> Result<bool, FileError> {
        value.get_ref().as_bool().ok_or_else(|| self.error(&value.span(), &form))
    }

    /// The value as a string, parsed.
    ///
    /// # Errors
    /// When it is no string, or says nothing of this type.
    pub fn parsed<T: FromStr<Err: fmt::Display>>(
        &self,
        value: &TomlValue<'_>,
        form: &str,
    ) -> Result<T, FileError> {
        let text = value.get_ref().as_str().filter(|text| text.len() <= LONGEST);
        let text = text.ok_or_else(|| self.error(&value.span(), &form))?;
        text.parse().map_err(|error| self.error(&value.span(), &error))
    }
}
