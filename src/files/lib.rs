//! Files that people write and keep. Text and TOML are read with errors that name the line. Files are replaced
//! as a whole, and locks and versions guard against changes by other programs.

mod error;
mod in_place;
mod lock;
mod path;
mod replace;
mod text;
pub mod toml_file;
mod unfinished;
mod version;

pub use error::{FileError, is_unprintable, printable, reason};
pub use lock::FileLock;
pub use path::check_regular;
pub use replace::{replace_file, write_file};
pub use text::{
    input_name, is_stdin, is_waiting_for_input, read_bytes, read_file, read_input, read_line,
    read_lines,
};
pub use unfinished::UnfinishedFiles;
pub use version::{FileVersion, ParseVersionError};
