use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, anyhow, ensure};

use super::format;
use export::{Slide, is_slide};
use files::{FileError, reason, replace_file};

/// The names of the files in a folder.
pub(super) fn names(folder: &Path) -> impl Iterator<Item = String> + use<> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.file_name().into_string().ok())
}

/// Creates the folder of an option if it does not exist. `purpose` follows the error that it is no directory.
///
/// # Errors
/// When the folder cannot be created.
pub(super) fn create_folder(folder: &Path, option: &str, purpose: &str) -> anyhow::Result<()> {
    let name = folder.display();
    ensure!(
        folder.is_dir() || !folder.exists(),
        "{option}: {name}: this is not a directory{purpose}"
    );
    fs::create_dir_all(folder).map_err(|error| anyhow!("{option}: {name}: {}", reason(&error)))
}

/// Like [`create_folder`]. Refuses a folder with files for which `is_old`
/// is true, unless `may_replace` is true. `told` describes the number of such files in words.
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
    create_folder(folder, option, purpose)?;
    let old = names(folder).filter(|name| is_old(name)).count();
    ensure!(may_replace || old == 0, "{option}: {} has {}", folder.display(), told(old));
    Ok(())
}

/// Creates the folder of a series of drawings if it does not exist. Refuses a folder with numbered drawings, unless
/// `may_replace` is true.
///
/// # Errors
/// When the folder is refused or cannot be created.
pub(super) fn prepare_drawings(
    folder: &Path,
    option: &str,
    may_replace: bool,
) -> anyhow::Result<()> {
    prepare(folder, (option, ""), may_replace, is_slide, |old| {
        let drawings = geometry::counted(old, "numbered drawing", "numbered drawings");
        format!("{drawings} already; --replace replaces those of the same names")
    })
}

/// Writes a series of drawings to a folder. Prints a note if the folder also contains drawings of another series.
///
/// # Errors
/// When a drawing cannot be written.
pub(super) fn write_drawings(
    folder: &Path,
    option: &'static str,
    slides: impl Iterator<Item = Slide>,
) -> anyhow::Result<()> {
    let mut written = BTreeSet::new();
    for Slide { name, svg } in slides {
        let path = folder.join(&name);
        let result = replace_file(&path, |out| {
            out.write_all(svg.as_bytes()).map_err(|error| FileError::of_io(&path, &error))
        });
        result.context(option)?;
        written.insert(name);
    }
    let others = names(folder).filter(|name| is_slide(name) && !written.contains(name)).count();
    if others > 0 {
        let (folder, others) =
            (folder.display(), geometry::counted(others, "numbered drawing", "numbered drawings"));
        format::print_note(format_args!("{folder} has {others} of another series beside these"));
    }
    Ok(())
}
