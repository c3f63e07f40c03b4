use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use crc32fast::Hasher;

use super::in_place::restore;

/// Size of the read buffer, in bytes.
const BUFFER: usize = 1 << 16;

/// Identifies the content of a file: its length in bytes and a checksum.
///
/// ```
/// # use files::FileVersion;
/// let version = FileVersion::of_text("size = 6\n");
/// assert_ne!(version, FileVersion::of_text("size = 7\n"));
/// assert_eq!(version.to_string().parse(), Ok(version));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileVersion {
    length: u64,
    checksum: u32,
}

/// A text that is not a [`FileVersion`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the length and the checksum of a file")]
pub struct ParseVersionError;

impl FileVersion {
    /// The version of a file that contains this text.
    pub fn of_text(text: &str) -> Self {
        Self { length: text.len() as u64, checksum: crc32fast::hash(text.as_bytes()) }
    }

    /// The version of a regular file; `None` for other kinds of files.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(path: &Path) -> io::Result<Option<Self>> {
        // Opening a pipe would wait for a writer.
        if !path.is_file() {
            return Ok(None);
        }
        restore(path)?;
        let (mut file, mut hasher) = (File::open(path)?, Hasher::new());
        let (mut length, mut buffer) = (0, vec![0; BUFFER]);
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(Some(Self { length, checksum: hasher.finalize() })),
                Ok(read) => {
                    hasher.update(&buffer[..read]);
                    length += read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl fmt::Display for FileVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:08x}", self.length, self.checksum)
    }
}

impl FromStr for FileVersion {
    type Err = ParseVersionError;

    fn from_str(text: &str) -> Result<Self, ParseVersionError> {
        let (length, checksum) = text.split_once('-').ok_or(ParseVersionError)?;
        Ok(Self {
            length: length.parse().map_err(|_| ParseVersionError)?,
            checksum: u32::from_str_radix(checksum, 16).map_err(|_| ParseVersionError)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_has_the_version_of_its_text_until_it_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        assert_eq!(FileVersion::read(&path).unwrap(), None);
        let text = "size = 8\n".repeat(20_000);
        fs::write(&path, &text).unwrap();
        assert_eq!(FileVersion::read(&path).unwrap(), Some(FileVersion::of_text(&text)));
        fs::write(&path, text.replacen('8', "9", 1)).unwrap();
        assert_ne!(FileVersion::read(&path).unwrap(), Some(FileVersion::of_text(&text)));
        assert_eq!(FileVersion::read(folder.path()).unwrap(), None);
    }
}
