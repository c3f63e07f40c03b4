//! Writes every step to disk immediately, so that a session can be resumed after the program ends.
//!
//! A journal is a text file. Each line is a checksum and a [`JournalEntry`]. The first line is the initial
//! board of the session. Each step, undo and redo adds a line immediately. Notes about the rest of the screen
//! are lines as well. Reading a journal applies all entries again, so that undo and redo are restored as
//! well.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use etcetera::BaseStrategy;

use super::entry::JournalEntry;
use super::history::BoardNumber;
use super::session::Session;
use files::{read_line, reason};

/// The journal file of a running session, locked until the process ends.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// True if an entry has changed the session since its beginning.
    changed: bool,
}

/// A note of the user interface, see [`Session::note`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The text of the note.
    pub text: String,
    /// The board that was shown when the note was written.
    pub board: BoardNumber,
}

/// A session read from a journal.
#[derive(Debug)]
pub struct ResumedSession {
    /// The session, with its steps to undo and redo.
    pub session: Session,
    /// All notes, oldest first.
    pub notes: Vec<Note>,
    /// The time when the last entry was written.
    pub last_change: SystemTime,
    /// The journal to which the next entries of the session are appended.
    pub journal: Journal,
}

/// Maximum number of journals of ended sessions that are kept. Older ones are removed.
const MAX_JOURNALS: usize = 10;

/// The suffix of a journal's file name.
const SUFFIX: &str = ".journal";

/// The suffix added to the file name of a damaged journal.
const DAMAGED: &str = ".damaged";

impl Journal {
    /// The directory of journals, in the user's state directory, or in the data directory if the system has no
    /// state directory.
    pub fn directory() -> Option<PathBuf> {
        let strategy = etcetera::choose_base_strategy().ok()?;
        Some(strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join("configurator"))
    }

    /// Begins a new journal for a session. Removes the oldest journals of ended sessions.
    ///
    /// # Errors
    /// When the directory or the file cannot be written.
    pub fn begin(directory: &Path, session: &Session) -> io::Result<Self> {
        fs::create_dir_all(directory)?;
        redate(directory);
        let mut journal = Self::create(directory)?;
        journal.write(&[session.first_entry()])?;
        prune(directory);
        Ok(journal)
    }

    fn create(directory: &Path) -> io::Result<Self> {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let prefix = format!("{}-{}-", since.unwrap_or_default().as_nanos(), std::process::id());
        let file =
            tempfile::Builder::new().prefix(&prefix).suffix(SUFFIX).tempfile_in(directory)?;
        let (file, path) = file.keep().map_err(|error| error.error)?;
        // On a file system without locks, the journal works, but another process can resume it while this board
        // runs.
        let _ = file.try_lock();
        Ok(Self { file, path, changed: false })
    }

    /// Appends entries.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, entries: &[JournalEntry]) -> io::Result<()> {
        self.changed |= entries.iter().any(JournalEntry::is_change);
        self.write(entries)
    }

    fn write(&mut self, entries: &[JournalEntry]) -> io::Result<()> {
        let lines: String = entries.iter().map(JournalEntry::line).collect();
        self.file.write_all(lines.as_bytes())
    }

    /// Ends the journal of a session that the user has left. Removes it if nothing has changed. Returns true if
    /// the session can be resumed.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn close(mut self) -> io::Result<bool> {
        if self.changed {
            self.write(&[JournalEntry::Closed])?;
        } else {
            fs::remove_file(&self.path)?;
        }
        Ok(self.changed)
    }

    /// Resumes the latest session, the first of [`Journal::resumable_sessions`].
    pub fn resume(directory: &Path) -> (Option<ResumedSession>, Vec<String>) {
        let (kept, damages) = Self::resumable_sessions(directory);
        (kept.into_iter().next(), damages)
    }

    /// The ended sessions with changes and their notes, latest first. Changes no file: a damaged journal counts up to the damage.
    pub fn ended_sessions(directory: &Path) -> impl Iterator<Item = (Session, Vec<Note>)> + use<> {
        let ended = journals(directory, SUFFIX).into_iter().map(|(_, path)| path).filter(has_ended);
        ended.filter_map(|path| {
            let content = replay(&mut BufReader::new(File::open(path).ok()?)).ok()?;
            let session = content.session.filter(|_| content.has_changes)?;
            Some((session, content.notes))
        })
    }

    /// All sessions that can be resumed, latest first. Leaves out sessions that are still running or have no
    /// changes. Also returns a message for each damaged journal. A damaged journal is renamed and read up to
    /// the damage.
    pub fn resumable_sessions(directory: &Path) -> (Vec<ResumedSession>, Vec<String>) {
        redate(directory);
        prune(directory);
        let (mut kept, mut damages) = (Vec::new(), Vec::new());
        for (last_change, path) in journals(directory, SUFFIX) {
            match Self::reopen(&path, last_change) {
                Ok((resumed, damage)) => {
                    kept.extend(resumed);
                    damages.extend(damage);
                }
                Err(error) => damages.push(format!("{}: {}", path.display(), reason(&error))),
            }
        }
        (kept, damages)
    }

    /// Opens and reads a journal. Returns its session, unless the session is still running or has no changes,
    /// and a message if the journal is damaged.
    fn reopen(
        path: &Path,
        last_change: SystemTime,
    ) -> io::Result<(Option<ResumedSession>, Option<String>)> {
        let file = File::options().read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok((None, None)),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let read = replay(&mut BufReader::new(&file))?;
        let mut damage = None;
        let (mut file, mut path) = (file, path.to_owned());
        if read.is_damaged {
            let mut aside = path.clone().into_os_string();
            aside.push(DAMAGED);
            let damaged = path.clone();
            // Written first, so that the session is still found if that fails.
            if read.session.is_some() {
                let directory = path.parent().unwrap_or(Path::new("."));
                Self { file, path, .. } = Self::create(directory)?;
                let mut good = File::open(&damaged)?.take(read.valid_bytes);
                io::copy(&mut good, &mut file).inspect_err(|_| drop(fs::remove_file(&path)))?;
            }
            fs::rename(damaged, &aside)?;
            let (line, aside) = (read.valid_lines + 1, aside.to_string_lossy());
            damage = Some(format!("a journal is damaged from line {line} on, see {aside}"));
        } else {
            // An incomplete last line means that the program was killed while writing. It is removed. A
            // complete file stays untouched, because a write would make it the latest journal.
            if read.valid_bytes < file.metadata()?.len() {
                file.set_len(read.valid_bytes)?;
            }
            file.seek(SeekFrom::End(0))?;
        }
        let journal = Self { file, path, changed: true };
        let (session, notes) = (read.session.filter(|_| read.has_changes), read.notes);
        let resumed =
            session.map(|session| ResumedSession { session, notes, last_change, journal });
        Ok((resumed, damage))
    }
}

/// The content of a journal, up to the first damage.
#[derive(Default)]
struct JournalContent {
    session: Option<Session>,
    notes: Vec<Note>,
    has_changes: bool,
    /// Number of bytes before the damage.
    valid_bytes: u64,
    /// Number of lines before the damage.
    valid_lines: usize,
    /// True if a complete line cannot be parsed or applied, or a line is too long.
    is_damaged: bool,
}

/// Applies the entries of a journal again, up to the first damaged line.
///
/// # Errors
/// When the journal cannot be read.
fn replay(journal: &mut impl BufRead) -> io::Result<JournalContent> {
    let (mut content, mut line) = (JournalContent::default(), Vec::new());
    loop {
        match read_line(journal, &mut line) {
            Err(error) if error.kind() == ErrorKind::InvalidData => content.is_damaged = true,
            read => drop(read?),
        }
        let Some(whole) = line.strip_suffix(b"\n") else { break };
        let entry = std::str::from_utf8(whole).ok().and_then(JournalEntry::read);
        let done = match (&mut content.session, entry) {
            (session @ None, Some(entry)) => {
                *session = Session::from_first_entry(entry);
                session.is_some()
            }
            (Some(session), Some(entry)) => {
                let is_change = entry.is_change();
                if let JournalEntry::Note(text) = &entry {
                    content
                        .notes
                        .push(Note { text: text.clone(), board: session.history().board_number() });
                }
                let repeated = session.repeat(entry);
                content.has_changes |= repeated && is_change;
                repeated
            }
            (_, None) => false,
        };
        if !done {
            content.is_damaged = true;
            break;
        }
        content.valid_bytes += line.len() as u64;
        content.valid_lines += 1;
    }
    Ok(content)
}

/// The journals of a directory with the time of their last change, latest first.
fn journals(directory: &Path, suffix: &str) -> Vec<(SystemTime, PathBuf)> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut journals: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_string_lossy().ends_with(suffix))
        .filter_map(|entry| {
            let facts = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((facts.modified().ok()?, entry.path()))
        })
        .collect();
    journals.sort_unstable_by(|a, b| b.cmp(a));
    journals
}

/// Dates journals of the future to just before now, in their order. They were written before the clock was set back, so each
/// journal that is written from now on is later. Errors are ignored, so a journal that cannot be dated stays as it is.
fn redate(directory: &Path) {
    let now = SystemTime::now();
    // File times of the system may be some milliseconds behind the clock.
    let mut date = now - Duration::from_secs(1);
    for (written, path) in journals(directory, SUFFIX).into_iter().rev() {
        if written > now
            && let Ok(file) = File::options().append(true).open(path)
        {
            let _ = file.set_modified(date);
            date += Duration::from_millis(1);
        }
    }
}

/// True if no running session writes the journal.
fn has_ended(path: &PathBuf) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

/// Removes old journals of ended sessions. Running sessions do not count, so that they push out no session that can be
/// resumed. Errors are ignored, so a journal that cannot be removed stays.
fn prune(directory: &Path) {
    let ended = journals(directory, SUFFIX).into_iter().map(|(_, path)| path).filter(has_ended);
    for path in ended.skip(MAX_JOURNALS) {
        let _ = fs::remove_file(path);
    }
    for (_, path) in journals(directory, DAMAGED).into_iter().skip(MAX_JOURNALS) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests;
