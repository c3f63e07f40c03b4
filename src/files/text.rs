//! Reads text files that people or other programs wrote, up to a maximum size. Errors name the file and the
//! line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::{FileError, reason};
use super::in_place::restore;
use super::path::check_regular;

/// Maximum size of a text file, in bytes. The board file of the largest board is smaller, even with every cell
/// decided.
const MAX_TEXT_BYTES: u64 = 16 << 20;

/// Maximum length of a line of a text that a program collected, in bytes.
const MAX_LINE_BYTES: u64 = 32 << 20;

/// True while a pipe or a device is read, which may send nothing for ever.
static IS_WAITING: AtomicBool = AtomicBool::new(false);

/// True while this process reads from a pipe or a device, and while it opens one.
pub fn is_waiting_for_input() -> bool {
    IS_WAITING.load(Ordering::SeqCst)
}

/// The file name that means standard input.
const STDIN: &str = "-";

/// True if the path is the name of standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new(STDIN)
}

/// The name of a file, or of standard input, in sentences.
pub fn input_name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.to_string_lossy().into_owned() }
}

/// Reads a file, or standard input if the path is `-`. Returns the text, and the name of its source for error
/// messages.
///
/// # Errors
/// When the file is missing, a directory, larger than 16 MiB, or not UTF-8 text.
pub fn read_input(path: &Path) -> Result<(String, String), FileError> {
    let (input, name) = open(path)?;
    let text = read_text(input, &name)?;
    IS_WAITING.store(false, Ordering::SeqCst);
    Ok((text, name))
}

/// Reads a file of another program, or standard input if the path is `-`. Returns the bytes, and the name of the source
/// for error messages.
///
/// # Errors
/// When the file is missing, a directory, or larger than `max_bytes` bytes.
pub fn read_bytes(path: &Path, max_bytes: u64) -> Result<(Vec<u8>, String), FileError> {
    let (input, name) = open(path)?;
    let bytes = read_limited(input, &name, max_bytes)?;
    IS_WAITING.store(false, Ordering::SeqCst);
    Ok((bytes, name))
}

/// Reads a file that the program itself keeps; `None` if it is missing.
///
/// # Errors
/// The errors of [`read_input`], and when the file is a pipe or a device.
pub fn read_file(path: &Path) -> Result<Option<String>, FileError> {
    check_regular(path)?;
    let absent = [ErrorKind::NotFound, ErrorKind::NotADirectory];
    if path.metadata().is_err_and(|error| absent.contains(&error.kind())) {
        return Ok(None);
    }
    read_input(path).map(|(text, _)| Some(text))
}

/// Reads a text of any size that programs collected, line by line. `path` is as for [`read_input`]. Returns the lines
/// without their ends, and the name of the source for error messages. The first error is the last line to be used.
///
/// # Errors
/// When the file is missing or a directory. An item is an error when a line is too long or not UTF-8 text, or the file
/// cannot be read.
pub fn read_lines(
    path: &Path,
) -> Result<(impl Iterator<Item = Result<String, FileError>>, String), FileError> {
    let (input, name) = open(path)?;
    let (mut input, source) = (BufReader::new(input), name.clone());
    let lines = (1..).map_while(move |number| {
        let mut bytes = Vec::new();
        let line = match read_line(&mut input, &mut bytes) {
            Ok(0) => {
                IS_WAITING.store(false, Ordering::SeqCst);
                return None;
            }
            Ok(_) => String::from_utf8(bytes).map_err(|_| "this is not UTF-8 text".to_owned()),
            Err(error) => Err(reason(&error)),
        };
        let line = line.map(|line| line.trim_end_matches(['\n', '\r']).to_owned());
        Some(line.map_err(|reason| FileError::new(&source, Some(number), &reason)))
    });
    Ok((lines, name))
}

/// Reads a line with its end into `line`. Returns its length in bytes, which is 0 at the end of the input.
///
/// # Errors
/// When the input cannot be read, and of the kind [`ErrorKind::InvalidData`] when the line is longer than 32 MiB.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    let length = input.take(MAX_LINE_BYTES).read_until(b'\n', line)?;
    if length as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n") {
        let reason = "this line is longer than 32 MiB, the longest that is read";
        return Err(io::Error::new(ErrorKind::InvalidData, reason));
    }
    Ok(length)
}

/// Opens a file, or standard input if the path is `-`. Also returns its name for error messages.
fn open(path: &Path) -> Result<(Box<dyn Read>, String), FileError> {
    IS_WAITING.store(is_stdin(path) || check_regular(path).is_err(), Ordering::SeqCst);
    let name = input_name(path);
    if is_stdin(path) {
        return Ok((Box::new(io::stdin().lock()), name));
    }
    let failed = |error: io::Error| FileError::of_io(path, &error);
    restore(path).map_err(failed)?;
    let file = File::open(path).map_err(failed)?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(FileError::of_file(path, &"this is a directory, not a file"));
    }
    Ok((Box::new(file), name))
}

/// Reads all bytes of a reader, at most `max_bytes`. Errors refer to the file as `name`.
fn read_limited(reader: impl Read, name: &str, max_bytes: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    reader
        .take(max_bytes + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| FileError::new(name, None, &reason(&error)))?;
    if bytes.len() as u64 > max_bytes {
        let reason =
            format!("this file is larger than {} MiB, the largest that is read", max_bytes >> 20);
        return Err(FileError::new(name, None, &reason));
    }
    Ok(bytes)
}

/// Reads the whole text of a reader. Errors refer to the text as `name`.
fn read_text(reader: impl Read, name: &str) -> Result<String, FileError> {
    let bytes = read_limited(reader, name, MAX_TEXT_BYTES)?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        FileError::new(name, Some(line_number(before)), &"this is not UTF-8 text")
    })
}

/// The number of the line on which a text ends, counted from 1.
pub(super) fn line_number(text: &[u8]) -> usize {
    text.split(|&byte| byte == b'\n').count()
}
