//! Files that people write and keep. Text and TOML are read with errors that name the line. Files are replaced
//! as a whole, and locks and versions guard against changes by other programs.

mod in_place;
mod lock;
mod replace;
mod text;
pub mod toml_file;
mod version;

pub use lock::FileLock;
pub use replace::{UnfinishedFiles, replace_file, write_file};
pub use text::{FileError, is_stdin, is_unprintable, is_waiting_for_input, printable, reason};
pub use text::{check_regular, read_file, read_input, read_line, read_lines};
pub use version::{FileVersion, ParseVersionError};
