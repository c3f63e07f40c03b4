//! Files that people write and keep. Text and TOML are read with errors that name the line. Files are replaced
//! as a whole, and locks and versions guard against changes by other programs.

mod lock;
mod replace;
mod text;
pub mod toml_file;
mod version;

pub use lock::FileLock;
pub use replace::{UnfinishedFiles, replace_file, write_file};
pub use text::{FileError, is_stdin, is_unprintable, printable, reason};
pub use text::{read_collection, read_file, read_input};
pub use version::{FileVersion, ParseVersionError};
