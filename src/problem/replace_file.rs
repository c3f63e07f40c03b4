use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::text_file::FileError;

/// Writes a file, or leaves the one that is there as it is: it is written beside the old one and put
/// in its place when it is complete.
///
/// # Errors
/// What `write` returns, or when there can be no such file.
pub fn replace_file<E: From<FileError>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |error: io::Error| FileError::of_file(path, &error);
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&path).ok();
    if let Some(old) = &old {
        if !old.is_file() {
            return Err(failed(io::Error::other("this is not a file that can be replaced")).into());
        }
        if old.permissions().readonly() {
            return Err(failed(io::Error::other("this file is read-only")).into());
        }
    }
    let mut file = beside(&path).map_err(failed)?;
    let mut out = BufWriter::with_capacity(1 << 16, file.as_file_mut());
    write(&mut out)?;
    out.flush().map_err(failed)?;
    drop(out);
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions()).map_err(failed)?;
    }
    file.as_file().sync_all().map_err(failed)?;
    file.persist(&path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// A new file in the same directory, gone again unless it is kept.
fn beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let reason = format!("there is no directory '{}'", folder.display());
        return Err(io::Error::other(reason));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".configurator-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file: for all whom the user's mask lets read it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
