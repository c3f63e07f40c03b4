use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::format;

/// The folder that a series of files is written to, once that has begun.
#[derive(Clone, Default)]
pub(super) struct Series(Arc<OnceLock<String>>);

impl Series {
    /// Begins the series.
    pub(crate) fn begin(&self, folder: &Path) {
        let _ = self.0.set(folder.display().to_string());
    }

    /// Prints a note that says how many files of the series are written, if there is one.
    pub(crate) fn note(&self, files: usize) {
        let Some(folder) = self.0.get() else { return };
        match files {
            0 => format::note(format_args!("no file is written to {folder}")),
            1 => format::note(format_args!("1 file is written to {folder}")),
            files => format::note(format_args!("{files} files are written to {folder}")),
        }
    }
}
