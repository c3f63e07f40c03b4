use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::error::FileError;
use super::in_place::{can_be_replaced, copy_attributes, overwrite_safely, restore};
use super::path::{resolve_links, sync_folder};
use super::unfinished::UnfinishedFiles;

/// Size of the write buffer, in bytes.
const BUFFER: usize = 1 << 16;
/// Writes to a pipe or a device directly, and replaces a regular file. Opening a pipe waits until another
/// program reads from it.
///
/// # Errors
/// The error of `write`, or a [`FileError`] if the file cannot be written.
pub fn write_file<E: From<FileError>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |error: io::Error| FileError::of_io(path, &error);
    if fs::metadata(path).is_ok_and(|old| !old.is_file() && !old.is_dir()) {
        let mut file = File::options().write(true).open(path).map_err(failed)?;
        let mut out = BufWriter::with_capacity(BUFFER, &mut file);
        write(&mut out)?;
        return Ok(out.flush().map_err(failed)?);
    }
    replace_file(path, write)
}

/// Writes a file completely or not at all. The content is written to a temporary file in the same directory. The
/// complete temporary file takes the place of an existing file, with its permissions and extended attributes. A file
/// that has other names (hard links), another owner or another group is overwritten instead.
///
/// # Errors
/// The error of `write`, or a [`FileError`] if the file cannot be written.
pub fn replace_file<E: From<FileError>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |error: io::Error| FileError::of_io(path, &error);
    let target = resolve_links(path).map_err(failed)?;
    restore(&target).map_err(failed)?;
    let old = fs::metadata(&target).ok();
    if let Some(old) = &old {
        if !old.is_file() {
            return Err(failed(io::Error::other("this is not a file that can be replaced")).into());
        }
        if old.permissions().readonly() {
            return Err(failed(io::Error::other("this file is read-only")).into());
        }
    }
    let (mut file, _unfinished) = UnfinishedFiles::create_beside(&target).map_err(failed)?;
    let is_in_place = old.as_ref().is_some_and(|old| !can_be_replaced(old, file.as_file()));
    if let Some(old) = old.filter(|_| !is_in_place) {
        file.as_file().set_permissions(old.permissions()).map_err(failed)?;
        copy_attributes(&target, file.as_file());
    }
    let mut out = BufWriter::with_capacity(BUFFER, file.as_file_mut());
    write(&mut out)?;
    out.flush().map_err(failed)?;
    drop(out);
    file.as_file().sync_all().map_err(failed)?;
    if is_in_place {
        overwrite_safely(&target, file.as_file_mut()).map_err(failed)?;
        UnfinishedFiles::lock().finished += 1;
    } else {
        UnfinishedFiles::finish(file, &target).map_err(failed)?;
        sync_folder(&target);
    }
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;
    use crate::unfinished::MIN_AGE;

    fn replace(path: &Path, text: &str) -> Result<(), FileError> {
        replace_file(path, |out| {
            out.write_all(text.as_bytes()).map_err(|error| FileError::of_io(path, &error))
        })
    }

    #[test]
    fn a_link_stays_a_link_even_to_a_file_that_is_not_there_yet() {
        let folder = tempfile::tempdir().unwrap();
        let [file, near, far] = ["file", "near", "far"].map(|name| folder.path().join(name));
        symlink("file", &near).unwrap();
        symlink(&near, &far).unwrap();
        for text in ["new", "replaced"] {
            replace(&far, text).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            assert!(near.is_symlink() && far.is_symlink() && !file.is_symlink());
        }
        let endless = folder.path().join("endless");
        symlink(&endless, &endless).unwrap();
        assert!(replace(&endless, "x").unwrap_err().to_string().contains("leads to itself"));
        assert!(endless.is_symlink());
    }

    /// The names in a folder, sorted.
    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Formerly the temporary file had the usual permissions until it was complete.
    #[test]
    fn a_secret_file_is_secret_from_the_first_byte_of_its_replacement() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        for mode in [0o600, 0o640, 0o666] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            replace_file(&path, |_| {
                let all = names(folder.path());
                assert_eq!(all.len(), 2);
                let unfinished = folder.path().join(&all[0]);
                assert_eq!(unfinished.metadata().unwrap().mode() & 0o777, mode, "{all:?}");
                Ok::<_, FileError>(())
            })
            .unwrap();
            assert_eq!(path.metadata().unwrap().mode() & 0o777, mode);
        }
    }

    /// Formerly the other name kept the old content.
    #[test]
    fn a_file_with_two_names_keeps_both() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        fs::write(&one, "the old content, which is longer").unwrap();
        fs::set_permissions(&one, fs::Permissions::from_mode(0o640)).unwrap();
        fs::hard_link(&one, &other).unwrap();
        for text in ["new", "newer"] {
            replace(&one, text).unwrap();
            assert_eq!(fs::read_to_string(&other).unwrap(), text);
            assert_eq!(names(folder.path()), ["one", "other"]);
        }
        assert_eq!(other.metadata().unwrap().mode() & 0o777, 0o640);
        // A failure before the content is complete changes nothing.
        let failed = replace_file(&one, |out| {
            out.write_all(b"half").unwrap();
            Err(FileError::of_file(&one, &"enough"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&other).unwrap(), "newer");
        assert_eq!(names(folder.path()), ["one", "other"]);
    }

    /// Regression test: the file belonged to the writer afterwards.
    #[test]
    fn a_file_of_another_owner_or_group_stays_his() {
        let folder = tempfile::tempdir().unwrap();
        for (user, group) in [(Some(65534), None), (None, Some(65534))] {
            let path = folder.path().join("theirs");
            fs::write(&path, "old").unwrap();
            if std::os::unix::fs::chown(&path, user, group).is_err() {
                eprintln!("skipped: only root gives files away");
                return;
            }
            let before = path.metadata().unwrap();
            replace(&path, "new").unwrap();
            let after = path.metadata().unwrap();
            assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
            assert_eq!(
                (after.ino(), fs::read_to_string(&path).unwrap()),
                (before.ino(), "new".into())
            );
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn extended_attributes_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        if xattr::set(&path, "user.origin", b"a friend").is_err() {
            eprintln!("skipped: this file system has no extended attributes");
            return;
        }
        replace(&path, "new").unwrap();
        assert_eq!(xattr::get(&path, "user.origin").unwrap().unwrap(), b"a friend");
    }

    /// Regression test: temporary files of a killed process stayed for ever.
    #[test]
    fn old_temporary_files_that_nobody_writes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str, age: u32| {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(std::time::SystemTime::now() - age * MIN_AGE).unwrap();
            file
        };
        make(".configurator-000000.unfinished", 2);
        make(".configurator-111111.unfinished", 0);
        let written = make(".configurator-222222.unfinished", 2);
        written.lock().unwrap();
        make(".configurator-backup", 2);
        fs::create_dir(folder.path().join(".configurator-333333.unfinished")).unwrap();
        replace(&folder.path().join("file"), "new").unwrap();
        let expected = [
            ".configurator-111111.unfinished",
            ".configurator-222222.unfinished",
            ".configurator-333333.unfinished",
            ".configurator-backup",
            "file",
        ];
        assert_eq!(names(folder.path()), expected);
    }
}
