//! Reasons why files cannot be read or written, in sentences that can be printed.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::Path;

/// The reason why a file cannot be read or written, as one sentence. The sentence contains no control
/// characters, even if the file or its name does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {reason}", line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct FileError {
    file: String,
    line: Option<usize>,
    reason: String,
}

impl FileError {
    /// An error in a line of a file, counted from 1, or in the file as a whole (`None`).
    pub fn new(file: &str, line: Option<usize>, reason: &impl fmt::Display) -> Self {
        Self { file: printable(file), line, reason: printable(&reason.to_string()) }
    }

    /// An error in the file as a whole.
    pub fn of_file(path: &Path, reason: &impl fmt::Display) -> Self {
        Self::new(&path.to_string_lossy(), None, reason)
    }

    /// An error of the operating system about the file as a whole.
    pub fn of_io(path: &Path, error: &io::Error) -> Self {
        Self::of_file(path, &reason(error))
    }
}

/// The reason why an operation of the system failed, in words and without the error number of the system.
pub fn reason(error: &io::Error) -> String {
    let is_own = error.get_ref().is_some();
    let words = match error.kind() {
        _ if is_own => return error.to_string(),
        ErrorKind::NotFound => "there is no such file",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::AlreadyExists => "there is a file of this name already",
        ErrorKind::NotADirectory => "a part of this path is a file, not a directory",
        ErrorKind::IsADirectory => "this is a directory, not a file",
        ErrorKind::FileTooLarge => "the file would become larger than the system allows",
        ErrorKind::StorageFull => "no space is left on the device",
        ErrorKind::ReadOnlyFilesystem => "this file system is read-only",
        ErrorKind::InvalidFilename => "this name is too long",
        _ => {
            let text = error.to_string();
            return text.split(" (os error").next().unwrap_or_default().to_owned();
        }
    };
    words.to_owned()
}

/// Escapes control characters and invisible characters, so that text from users and files cannot control a
/// terminal.
///
/// ```
/// # use files::printable;
/// assert_eq!(printable("a\u{1b}[31m.toml"), "a\\u{1b}[31m.toml");
/// ```
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        if is_unprintable(character) {
            printable.extend(character.escape_default());
        } else {
            printable.push(character);
        }
    }
    printable
}

/// True if a character can control a terminal or is invisible.
pub fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(character, '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_have_no_numbers_of_the_system() {
        for (number, words) in [
            (2, "there is no such file"),
            (13, "permission denied"),
            (20, "a part of this path is a file, not a directory"),
            (28, "no space is left on the device"),
            (32, "Broken pipe"),
        ] {
            assert_eq!(reason(&io::Error::from_raw_os_error(number)), words);
        }
        assert_eq!(reason(&io::Error::other("it is odd")), "it is odd");
    }
}
