//! Reads text files that people or other programs wrote, up to a maximum size. Errors name the file and the
//! line.

use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Maximum size of a text file, in bytes. The board file of the largest board is smaller, even with every cell
/// decided.
const MAX_TEXT_BYTES: u64 = 16 << 20;

/// Maximum size of a text that a program collected, in bytes.
const LARGEST_COLLECTION: u64 = 1 << 30;

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

/// The file name that means standard input.
const STDIN: &str = "-";

/// True if the path is the name of standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new(STDIN)
}

/// Reads a file, or standard input if the path is `-`. Returns the text, and the name of its source for error
/// messages.
///
/// # Errors
/// As [`read_file`].
pub fn read_input(path: &Path) -> Result<(String, String), FileError> {
    read_any(path, MAX_TEXT_BYTES)
}

/// As [`read_input`], for a text of up to 1 GiB that a program collected.
///
/// # Errors
/// As [`read_file`].
pub fn read_collection(path: &Path) -> Result<(String, String), FileError> {
    read_any(path, LARGEST_COLLECTION)
}

fn read_any(path: &Path, largest: u64) -> Result<(String, String), FileError> {
    if is_stdin(path) {
        let name = "standard input".to_owned();
        return Ok((read_text(io::stdin().lock(), &name, largest)?, name));
    }
    Ok((read_regular(path, largest)?, path.to_string_lossy().into_owned()))
}

/// Reads a text file.
///
/// # Errors
/// When the file is missing, a directory, too large, or not UTF-8 text.
pub fn read_file(path: &Path) -> Result<String, FileError> {
    read_regular(path, MAX_TEXT_BYTES)
}

fn read_regular(path: &Path, largest: u64) -> Result<String, FileError> {
    let file = File::open(path).map_err(|error| FileError::of_io(path, &error))?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(FileError::of_file(path, &"this is a directory, not a file"));
    }
    read_text(file, &path.to_string_lossy(), largest)
}

/// Reads the whole text of a reader, of up to `largest` bytes. Errors refer to the text as `name`.
fn read_text(reader: impl io::Read, name: &str, largest: u64) -> Result<String, FileError> {
    let mut bytes = Vec::new();
    reader
        .take(largest + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| FileError::new(name, None, &reason(&error)))?;
    if bytes.len() as u64 > largest {
        let reason =
            format!("this file is larger than {} MiB, the largest that is read", largest >> 20);
        return Err(FileError::new(name, None, &reason));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        FileError::new(name, Some(line_number(before)), &"this is not UTF-8 text")
    })
}

/// The number of the line on which a text ends, counted from 1.
pub(super) fn line_number(text: &[u8]) -> usize {
    text.split(|&byte| byte == b'\n').count()
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
