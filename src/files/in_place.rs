//! Overwriting a file in place, with a copy of its old content until the new one is complete.

use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io::{self, Seek};
use std::path::{Path, PathBuf};

use super::lock::wait_for_lock;
use super::path::{resolve_links, sync_folder};
use super::unfinished::UnfinishedFiles;

/// The end of the name of a copy.
const SUFFIX: &str = ".configurator-copy";

/// Overwrites a file with the content of another one. Meanwhile, a copy of the old content exists beside the file. If
/// the process or the machine stops, the copy remains, and [`restore`] restores the old content.
///
/// # Errors
/// When the copy or the file cannot be written. The file then has its old content; if that cannot be put back, the copy
/// stays.
pub(super) fn overwrite_safely(path: &Path, content: &mut File) -> io::Result<()> {
    let mut copy = keep_copy(path)?;
    let written = overwrite(path, content);
    if written.is_err() {
        overwrite(path, &mut copy)?;
    }
    fs::remove_file(path_of_copy(path)).and(written)
}

/// Copies a file. The copy is locked until it is closed.
fn keep_copy(path: &Path) -> io::Result<File> {
    let (mut copy, _unfinished) = UnfinishedFiles::create_beside(path)?;
    io::copy(&mut File::open(path)?, copy.as_file_mut())?;
    copy.as_file().sync_all()?;
    // The copy gets its name once it is complete.
    let copy = copy.persist_noclobber(path_of_copy(path)).map_err(|error| error.error)?;
    sync_folder(path);
    Ok(copy)
}

fn path_of_copy(original: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(original.file_name().unwrap_or_default());
    name.push(SUFFIX);
    original.with_file_name(name)
}

/// Overwrites a file, or makes it, with the content of another one, and waits until the disk has it.
///
/// # Errors
/// When one of the files cannot be read or written.
fn overwrite(path: &Path, content: &mut File) -> io::Result<()> {
    let mut file = File::create(path)?;
    content.rewind()?;
    io::copy(content, &mut file)?;
    file.sync_all()
}

/// Puts back the old content of a file that a process of this user has not overwritten completely. Waits up to two
/// seconds for a process that still overwrites the file.
///
/// # Errors
/// When the content cannot be put back, or another process keeps overwriting the file.
pub(super) fn restore(path: &Path) -> io::Result<()> {
    let path = resolve_links(path)?;
    let copy = path_of_copy(&path);
    if !copy.symlink_metadata().is_ok_and(|facts| facts.is_file() && is_own(&facts)) {
        return Ok(());
    }
    let mut content = File::open(&copy)?;
    wait_for_lock(&content)?;
    // The other process may have removed the copy meanwhile.
    if copy.exists() {
        overwrite(&path, &mut content)?;
        fs::remove_file(copy)?;
    }
    Ok(())
}

/// True if a new file can replace an old one: the old file has no other name, and the same owner and group.
#[cfg(unix)]
pub(super) fn can_be_replaced(old: &Metadata, new: &File) -> bool {
    use std::os::unix::fs::MetadataExt;

    let has_owner_of_old = |new: Metadata| (new.uid(), new.gid()) == (old.uid(), old.gid());
    old.nlink() == 1 && new.metadata().is_ok_and(has_owner_of_old)
}

/// Other systems keep such facts apart from the file.
#[cfg(not(unix))]
pub(super) fn can_be_replaced(_old: &Metadata, _new: &File) -> bool {
    true
}

/// Copies the extended attributes of a file that the system allows to copy.
#[cfg(unix)]
pub(super) fn copy_attributes(old: &Path, new: &File) {
    use xattr::FileExt;

    for name in xattr::list(old).into_iter().flatten() {
        if let Ok(Some(value)) = xattr::get(old, &name) {
            let _ = new.set_xattr(&name, &value);
        }
    }
}

/// Other systems have no such attributes.
#[cfg(not(unix))]
pub(super) fn copy_attributes(_old: &Path, _new: &File) {}

/// True if only this user can have made the file. In a folder that others can write to, anybody can make a file with the
/// name of a copy.
#[cfg(unix)]
fn is_own(facts: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    facts.uid() == rustix::process::geteuid().as_raw() && facts.nlink() == 1
}

/// On other systems, nothing is overwritten in place.
#[cfg(not(unix))]
fn is_own(_facts: &Metadata) -> bool {
    false
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::{FileVersion, read_file, read_input};

    /// The process was killed after it had begun to overwrite the file.
    fn interrupted(path: &Path) {
        fs::write(path, "old").unwrap();
        drop(keep_copy(path).unwrap());
        fs::write(path, "n").unwrap();
    }

    #[test]
    fn what_was_not_overwritten_completely_is_put_back_by_the_next_reader() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["file", "link"].map(|name| folder.path().join(name));
        symlink("file", &link).unwrap();
        let copy = path_of_copy(&path);
        interrupted(&path);
        assert_eq!(read_file(&link).unwrap().unwrap(), "old");
        assert!(!copy.exists());
        interrupted(&path);
        assert_eq!(FileVersion::read(&path).unwrap(), Some(FileVersion::of_text("old")));
        assert!(!copy.exists());
        // The file itself is gone.
        interrupted(&path);
        fs::remove_file(&path).unwrap();
        assert_eq!(read_input(&path).unwrap().0, "old");
    }

    #[test]
    fn what_fails_is_put_back_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        // A folder can be opened, but not read.
        overwrite_safely(&path, &mut File::open(folder.path()).unwrap()).unwrap_err();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert!(!path_of_copy(&path).exists());
    }

    #[test]
    fn a_file_is_not_read_while_it_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        let copy = keep_copy(&path).unwrap();
        fs::write(&path, "n").unwrap();
        let told = read_file(&path).unwrap_err().to_string();
        assert!(told.ends_with("another program is writing this file"), "{told}");
        fs::write(&path, "new").unwrap();
        fs::remove_file(path_of_copy(&path)).unwrap();
        drop(copy);
        assert_eq!(read_file(&path).unwrap().unwrap(), "new");
    }

    /// Anybody can make files in some folders.
    #[test]
    fn what_only_looks_like_a_copy_is_not_put_back() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["file", "other"].map(|name| folder.path().join(name));
        let copy = path_of_copy(&path);
        fs::write(&path, "mine").unwrap();
        fs::write(&other, "forged").unwrap();
        symlink(&other, &copy).unwrap();
        assert_eq!(read_file(&path).unwrap().unwrap(), "mine");
        fs::remove_file(&copy).unwrap();
        fs::hard_link(&other, &copy).unwrap();
        assert_eq!(read_file(&path).unwrap().unwrap(), "mine");
        fs::remove_file(&copy).unwrap();
        fs::write(&copy, "forged").unwrap();
        if std::os::unix::fs::chown(&copy, Some(65534), None).is_ok() {
            assert_eq!(read_file(&path).unwrap().unwrap(), "mine");
        }
    }
}
