//! Text that people wrote or other programs made: bounded reading, and errors that tell where.

use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The largest text that is read, in bytes. The largest board, decided to the last cell, takes less.
const LARGEST: u64 = 16 << 20;

/// Why a file cannot be read or written: one sentence, without control characters even where the file
/// has some.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {reason}", line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct FileError {
    file: String,
    line: Option<usize>,
    reason: String,
}

impl FileError {
    /// What is wrong in a line of a file, counted from 1.
    pub(crate) fn new(file: &str, line: Option<usize>, reason: &impl fmt::Display) -> Self {
        Self { file: printable(file), line, reason: printable(&reason.to_string()) }
    }

    /// What went wrong with the file as a whole.
    pub(crate) fn of_file(path: &Path, reason: &impl fmt::Display) -> Self {
        Self::new(&path.to_string_lossy(), None, reason)
    }
}

/// The text of a file.
pub(crate) fn read_file(path: &Path) -> Result<String, FileError> {
    let error = |reason: &dyn fmt::Display| FileError::of_file(path, &reason);
    let file = File::open(path).map_err(|io| match io.kind() {
        ErrorKind::NotFound => error(&"there is no such file"),
        _ => error(&io),
    })?;
    if file.metadata().is_ok_and(|facts| facts.is_dir()) {
        return Err(error(&"this is a directory, not a file"));
    }
    read(file, &path.to_string_lossy())
}

/// All that a reader has; errors call it `name`.
pub(super) fn read(reader: impl io::Read, name: &str) -> Result<String, FileError> {
    let mut bytes = Vec::new();
    reader
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| FileError::new(name, None, &error))?;
    if bytes.len() as u64 > LARGEST {
        let reason = "this file is larger than 16 MiB, the largest that is read";
        return Err(FileError::new(name, None, &reason));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        FileError::new(name, Some(line(before)), &"this is not UTF-8 text")
    })
}

/// The number of the line on which a text ends.
pub(super) fn line(before: &[u8]) -> usize {
    before.split(|&byte| byte == b'\n').count()
}

/// The text with each character escaped that a terminal may act upon, or that may hide others: what
/// somebody typed or a file holds, on its way to a terminal.
///
/// ```
/// # use configurator::problem::printable;
/// assert_eq!(printable("a\u{1b}[31m.toml"), "a\\u{1b}[31m.toml");
/// ```
#[must_use]
pub fn printable(text: &str) -> String {
    let acts = |character: char| {
        character.is_control()
            || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(character, '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        if acts(character) {
            printable.extend(character.escape_default());
        } else {
            printable.push(character);
        }
    }
    printable
}
