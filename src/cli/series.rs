use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use anyhow::{anyhow, ensure};

use super::format;
use files::reason;

/// The folder to which a series of files is written. Empty until the series begins.
#[derive(Clone, Default)]
pub(super) struct Series(Arc<OnceLock<String>>);

impl Series {
    /// Starts the series in a folder.
    pub(crate) fn begin(&self, folder: &Path) {
        let _ = self.0.set(folder.display().to_string());
    }

    /// Prints a note with the number of files that were written. Without a series, prints nothing.
    pub(crate) fn note(&self, files: usize) {
        let Some(folder) = self.0.get() else { return };
        match files {
            0 => format::print_note(format_args!("no file is written to {folder}")),
            1 => format::print_note(format_args!("1 file is written to {folder}")),
            files => format::print_note(format_args!("{files} files are written to {folder}")),
        }
    }
}

/// The names of the files in a folder.
pub(super) fn names(folder: &Path) -> impl Iterator<Item = String> + use<> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.file_name().into_string().ok())
}

/// Creates the folder of an option if it does not exist. Refuses a folder with files for which `is_old`
/// is true, unless `may_replace` is true. `told` describes a number of such files in words.
///
/// # Errors
/// When the folder is refused or cannot be created.
pub(super) fn prepare(
    folder: &Path,
    (option, purpose): (&str, &str),
    may_replace: bool,
    is_old: impl Fn(&str) -> bool,
    told: impl Fn(usize) -> String,
) -> anyhow::Result<()> {
    let name = folder.display();
    ensure!(
        folder.is_dir() || !folder.exists(),
        "{option}: {name}: this is not a directory{purpose}"
    );
    fs::create_dir_all(folder).map_err(|error| anyhow!("{option}: {name}: {}", reason(&error)))?;
    let old = names(folder).filter(|name| is_old(name)).count();
    ensure!(may_replace || old == 0, "{option}: {name} has {}", told(old));
    Ok(())
}
