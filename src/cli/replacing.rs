//! Which existing files an option replaces.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, ensure};

use export::Format;
use files::write_file;

/// Number of bytes that tell a format.
const BEGINNING: u64 = 64;

/// Checks that the file of `--output` may be written: an existing file must be of the same format.
///
/// # Errors
/// As [`check`].
pub(super) fn check_export(path: &Path, may_replace: bool, format: Format) -> anyhow::Result<()> {
    let misfit = format!("is not of the format '{}'", <&str>::from(format));
    check(path, "--output", may_replace, &misfit, |bytes| format.is_beginning(bytes))
}

/// Writes the file of `--output`.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    write_file(path, |out| Ok::<_, anyhow::Error>(out.write_all(content)?)).context("--output")
}

/// Checks that the file of an option may be written. An existing file must be empty or begin `as_written`, unless
/// `may_replace` is true. `misfit` says that it does not, as in `is no certificate`. Devices and pipes are written anyway.
///
/// # Errors
/// When the file exists and has other content.
pub(super) fn check(
    path: &Path,
    option: &str,
    may_replace: bool,
    misfit: &str,
    as_written: impl FnOnce(&[u8]) -> bool,
) -> anyhow::Result<()> {
    if may_replace || !path.is_file() {
        return Ok(());
    }
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
    ensure!(
        read.is_ok() && (beginning.is_empty() || as_written(&beginning)),
        "{option}: {} exists and {misfit}; --replace replaces it",
        path.display()
    );
    Ok(())
}
