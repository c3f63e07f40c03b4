//! Files in TOML that people wrote: values of the right form, and errors that tell their line.

mod syntax;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::text_file::{self, FileError};

/// The longest text that names anything, in bytes. A longer one would make a long sentence.
pub(crate) const LONGEST: usize = 200;

/// A value, with its place in the text.
pub(crate) type Value<'a> = Spanned<DeValue<'a>>;

/// Reads the values of a file. Each kind of file adds which keys it has.
pub(crate) struct Reader<'a> {
    pub text: &'a str,
    /// What errors call the file.
    pub name: &'a str,
}

impl<'a> Reader<'a> {
    /// All that the file says.
    pub fn table(&self) -> Result<Spanned<DeTable<'a>>, FileError> {
        DeTable::parse(self.text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            self.error(&span, &syntax::sentence(error.message(), self.text, &span))
        })
    }

    /// What is wrong at a place in the text.
    pub fn error(&self, span: &Range<usize>, reason: &impl fmt::Display) -> FileError {
        FileError::new(self.name, Some(self.line(span.start)), reason)
    }

    /// The line of a place in the text, counted from 1.
    pub fn line(&self, place: usize) -> usize {
        text_file::line(&self.text.as_bytes()[..place.min(self.text.len())])
    }

    /// What to say of a key that is none of the `known`.
    pub fn unknown_key(&self, key: &Spanned<Cow<'_, str>>, known: &str) -> FileError {
        let name = match key.get_ref() {
            name if name.len() > LONGEST => format!("of {} bytes", name.len()),
            name => format!("'{name}'"),
        };
        self.error(&key.span(), &format!("unknown key {name} (known are {known})"))
    }

    /// A list; here and below, `form` tells what was expected.
    pub fn list<'v, 't>(
        &self,
        value: &'v Value<'t>,
        form: &str,
    ) -> Result<&'v DeArray<'t>, FileError> {
        value.get_ref().as_array().ok_or_else(|| self.error(&value.span(), &form))
    }

    /// `true` or `false`.
    pub fn boolean(&self, value: &Value<'_>, form: &str) -> Result<bool, FileError> {
        value.get_ref().as_bool().ok_or_else(|| self.error(&value.span(), &form))
    }

    /// What a text in quotes says.
    pub fn parsed<T: FromStr<Err: fmt::Display>>(
        &self,
        value: &Value<'_>,
        form: &str,
    ) -> Result<T, FileError> {
        let text = value.get_ref().as_str().filter(|text| text.len() <= LONGEST);
        let text = text.ok_or_else(|| self.error(&value.span(), &form))?;
        text.parse().map_err(|error| self.error(&value.span(), &error))
    }
}
