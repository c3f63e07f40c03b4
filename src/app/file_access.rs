//! Reading and writing files.

use std::path::{Path, PathBuf};

use crate::LessonSource;
use crate::files::Replaceable;
use crate::lesson::Lesson;
use files::{FileError, FileVersion, check_regular, is_stdin};
use problem::{BoardFile, BoardSource};

/// Reads a board, a drawing of regions or a link, and the version of the file. The version is `None` for a link.
///
/// # Errors
/// When the path is not a file, or as for [`BoardSource::read`].
pub(crate) fn open(path: &Path) -> Result<(BoardSource, Option<FileVersion>), FileError> {
    check_file(path)?;
    // The version is read first, so that a change by another program during the reading is noticed.
    let version = FileVersion::read(path).map_err(|error| FileError::of_file(path, &error));
    Ok((BoardSource::read(path)?, version?))
}

/// Reads a lesson.
///
/// # Errors
/// When the path is not a file, or as for [`Lesson::read`].
pub(crate) fn lesson(source: &LessonSource) -> Result<Lesson, FileError> {
    if let LessonSource::File(path) = source {
        check_file(path)?;
    }
    Lesson::read(source)
}

/// Reads a file.
///
/// # Errors
/// When the path is not a file, or as for `read`.
pub(crate) fn read<T>(
    path: &Path,
    read: impl FnOnce(&Path) -> Result<T, FileError>,
) -> Result<T, FileError> {
    check_file(path)?;
    read(path)
}

/// Refuses a path that is not a file. Opening a pipe would wait for a writer, and standard input is used for keys.
fn check_file(path: &Path) -> Result<(), FileError> {
    if is_stdin(path) {
        return Err(FileError::of_file(
            path,
            &"the board reads its keys from standard input; name a file",
        ));
    }
    check_regular(path)
}

/// The folders that are searched for board files.
const FOLDERS: [&str; 3] = [".", "boards", "assets/boards"];

/// Maximum number of listed board files, and their maximum size in bytes.
const MAX_BOARDS: usize = 200;
const LARGEST_BOARD: u64 = 1 << 16;

/// The paths of the board files in [`FOLDERS`].
pub(crate) fn boards() -> Vec<String> {
    let mut boards: Vec<String> =
        FOLDERS.iter().flat_map(|folder| boards_of(Path::new(folder))).collect();
    boards.truncate(MAX_BOARDS);
    boards
}

/// The paths of the board files in a folder, sorted.
fn boards_of(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let is_board = |path: &PathBuf| {
        let is_small =
            path.metadata().is_ok_and(|facts| facts.is_file() && facts.len() <= LARGEST_BOARD);
        path.extension().is_some_and(|ending| ending == "toml")
            && is_small
            && BoardFile::read(path).is_ok()
    };
    let name = |path: PathBuf| {
        let path = path.strip_prefix(".").map(Path::to_owned).unwrap_or(path);
        Some(path.to_str()?.to_owned())
    };
    let mut names: Vec<String> =
        files.map(|file| file.path()).filter(is_board).filter_map(name).collect();
    names.sort();
    names
}

/// Writes a board and returns the version of its file. Replaces an existing file only if `replaceable` allows it.
///
/// # Errors
/// When the file exists and may not be replaced, or as for [`BoardFile::write`].
pub(crate) fn save(
    path: &Path,
    board: &BoardFile,
    replaceable: Replaceable,
) -> Result<FileVersion, FileError> {
    check_free(path, replaceable, "w!")?;
    board.write(path)?;
    Ok(FileVersion::of_text(&board.to_toml()))
}

/// Checks that a file may be written. The error names the command that replaces the existing file.
pub(crate) fn check_free(
    path: &Path,
    replaceable: Replaceable,
    anyway: &str,
) -> Result<(), FileError> {
    if replaceable == Replaceable::Anything || !path.is_file() {
        return Ok(());
    }
    let name = path.display();
    let reason = match replaceable {
        Replaceable::Only(version) if FileVersion::read(path).ok() == Some(Some(version)) => {
            return Ok(());
        }
        Replaceable::Only(_) => {
            format!("another program has changed this file; ':{anyway} {name}' replaces it")
        }
        Replaceable::Nothing | Replaceable::Anything => {
            format!("this file exists already; ':{anyway} {name}' replaces it")
        }
    };
    Err(FileError::of_file(path, &reason))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::jobs::{Export, ExportContent, WrittenFile};
    use engine::Budget;
    use export::Format;
    use problem::Assist;

    #[test]
    fn a_file_that_is_not_the_sessions_own_stays_unless_that_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        fs::write(&path, "precious").unwrap();
        let save = |path: &Path, replaceable| super::save(path, &BoardFile::default(), replaceable);
        let error = save(&path, Replaceable::Nothing).unwrap_err().to_string();
        let name = path.display();
        let sentence = format!("{name}: this file exists already; ':w! {name}' replaces it");
        assert_eq!(error, sentence);
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
        let version = save(&path, Replaceable::Anything).unwrap();
        let source = BoardSource::Board(BoardFile::default());
        assert_eq!(open(&path).unwrap(), (source, Some(version)));
        save(&folder.path().join("new.toml"), Replaceable::Nothing).unwrap();
    }

    /// Regression test: content that another program had written in between was lost.
    #[test]
    fn a_file_that_another_program_has_changed_stays_unless_that_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        let save = |replaceable| super::save(&path, &BoardFile::default(), replaceable);
        let version = save(Replaceable::Nothing).unwrap();
        // Saving the same content again counts as no change.
        fs::write(&path, BoardFile::default().to_toml()).unwrap();
        let version = save(Replaceable::Only(version)).unwrap();
        fs::write(&path, "size = 5\n").unwrap();
        let name = path.display();
        assert_eq!(
            save(Replaceable::Only(version)).unwrap_err().to_string(),
            format!("{name}: another program has changed this file; ':w! {name}' replaces it")
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "size = 5\n");
        let (_, version) = open(&path).unwrap();
        save(Replaceable::Only(version.unwrap())).unwrap();
        fs::write(&path, "size = 5\n").unwrap();
        save(Replaceable::Anything).unwrap();
        // If the file was removed, writing loses nothing.
        fs::remove_file(&path).unwrap();
        save(Replaceable::Only(version.unwrap())).unwrap();
    }

    #[test]
    fn an_export_leaves_files_that_it_may_not_replace() {
        let folder = tempfile::tempdir().unwrap();
        let problem = BoardFile::default().problem;
        let export = |name: &str, content: &ExportContent, replaceable| {
            let path = folder.path().join(name);
            let (content, assist) = (content.clone(), Assist::Full);
            let wanted =
                Export { path, content, assist, replaceable, options: "to=dot".to_owned() };
            let written =
                crate::jobs::export::export(&wanted, &problem, &Budget::default()).unwrap();
            written.map(|WrittenFile { path, version, .. }| (path, version))
        };
        let dot = ExportContent::Position(Format::Dot);
        let (path, version) = export("8.dot", &dot, Replaceable::Nothing).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("digraph"));
        let name = path.display();
        let reason = format!("this file exists already; ':export! to=dot {name}' replaces it");
        assert_eq!(export("8.dot", &dot, Replaceable::Nothing), Err(format!("{name}: {reason}")));
        for replaceable in [Replaceable::Only(version), Replaceable::Anything] {
            assert_eq!(export("8.dot", &dot, replaceable), Ok((path.clone(), version)));
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        // Another program has written the file in between.
        fs::write(&path, "precious").unwrap();
        let sentence = export("8.dot", &dot, Replaceable::Only(version)).unwrap_err();
        assert!(
            sentence.contains("another program has changed this file; ':export! "),
            "{sentence}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
        // A failed export leaves no partial file.
        assert!(
            export("8.svg", &ExportContent::Position(Format::Svg), Replaceable::Nothing).is_err()
        );
        export("board.svg", &ExportContent::Picture("<svg/>".to_owned()), Replaceable::Nothing)
            .unwrap();
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["8.dot", "board.svg"]);
    }
}
