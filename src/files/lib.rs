//! Files that people write and keep: text and TOML read with errors that name the line, files replaced as
//! a whole, and what other programs do to them meanwhile.

mod lock;
mod replace;
mod text;
pub mod toml_file;
mod version;

pub use lock::FileLock;
pub use replace::{UnfinishedFiles, replace_file, write_file};
pub use text::{FileError, is_stdin, is_unprintable, printable, reason};
pub use text::{read_file, read_input};
pub use version::{FileVersion, ParseVersionError};
