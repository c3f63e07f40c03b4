//! Every decision on disk at once, so that a session outlives the program that held it.
//!
//! A journal is a text file of lines, each a checksum and an [`Entry`]. The first is the board that
//! the session began with; each step, undo and redo follows as it happens. Reading it does all of
//! that again, so that even undo and redo come back.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::BaseStrategy;
use fs4::FileExt;

use super::{Entry, Session};

/// The file that a running board writes. It stays locked until the board ends, however it does.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// Is there more in it than the board that the session began with?
    changed: bool,
}

/// A session that was brought back.
#[derive(Debug)]
pub struct Resumed {
    /// The session, with what it had to undo and redo.
    pub session: Session,
    /// Where it goes on being written.
    pub journal: Journal,
}

/// How many journals of ended sessions are kept.
const KEPT: usize = 10;

/// The end of a journal's name.
const SUFFIX: &str = ".journal";

/// What is put after the name of a journal that was found damaged.
const DAMAGED: &str = ".damaged";

impl Journal {
    /// Where journals are kept: in the user's directory for state, where the system has one, or else
    /// for data.
    #[must_use]
    pub fn directory() -> Option<PathBuf> {
        let strategy = etcetera::choose_base_strategy().ok()?;
        Some(strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join("configurator"))
    }

    /// Begins a journal of its own for a session. The oldest of those that have ended are removed.
    ///
    /// # Errors
    /// When the directory or the file cannot be written.
    pub fn begin(directory: &Path, session: &Session) -> io::Result<Self> {
        fs::create_dir_all(directory)?;
        let mut journal = Self::create(directory)?;
        journal.write(&[session.beginning()])?;
        prune(directory);
        Ok(journal)
    }

    fn create(directory: &Path) -> io::Result<Self> {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let prefix = format!("{}-{}-", since.unwrap_or_default().as_nanos(), std::process::id());
        let file =
            tempfile::Builder::new().prefix(&prefix).suffix(SUFFIX).tempfile_in(directory)?;
        let (file, path) = file.keep().map_err(|error| error.error)?;
        // Where a file system knows no locks, a running board's journal might be resumed.
        let _ = FileExt::try_lock(&file);
        Ok(Self { file, path, changed: false })
    }

    /// Appends what has happened.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, entries: &[Entry]) -> io::Result<()> {
        self.changed |= !entries.is_empty();
        self.write(entries)
    }

    fn write(&mut self, entries: &[Entry]) -> io::Result<()> {
        let lines: String = entries.iter().map(Entry::line).collect();
        self.file.write_all(lines.as_bytes())
    }

    /// Ends the journal of a session that the user has left. One without a change is not kept.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn close(mut self) -> io::Result<()> {
        if self.changed { self.write(&[Entry::Closed]) } else { fs::remove_file(&self.path) }
    }

    /// Brings the latest session back that was not left by the user, or else the latest. Sessions
    /// that are still running are not looked at, nor those without a change. Tells which journals
    /// were damaged, too: these are kept aside, and read as far as they are good.
    #[must_use]
    pub fn resume(directory: &Path) -> (Option<Resumed>, Vec<String>) {
        let (mut latest, mut damages) = (None, Vec::new());
        for path in journals(directory, SUFFIX) {
            let (resumed, is_closed) = match Self::reopen(&path) {
                Ok(Some(Reopened { resumed, is_closed, damage })) => {
                    damages.extend(damage);
                    (resumed, is_closed)
                }
                Ok(None) => continue,
                Err(error) => {
                    damages.push(format!("{}: {error}", path.display()));
                    continue;
                }
            };
            match resumed {
                Some(resumed) if !is_closed => return (Some(resumed), damages),
                resumed => latest = latest.or(resumed),
            }
        }
        (latest, damages)
    }

    /// Reads a journal to go on with it; nothing if its board is still running.
    fn reopen(path: &Path) -> io::Result<Option<Reopened>> {
        let mut file = File::options().read(true).write(true).open(path)?;
        match FileExt::try_lock(&file) {
            Ok(()) => {}
            Err(fs4::TryLockError::WouldBlock) => return Ok(None),
            Err(fs4::TryLockError::Error(error)) => return Err(error),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let read = replay(&bytes);
        let good = &bytes[..read.good];
        let mut damage = None;
        let (mut file, mut path) = (file, path.to_owned());
        if read.is_damaged {
            let mut aside = path.clone().into_os_string();
            aside.push(DAMAGED);
            fs::rename(&path, &aside)?;
            let line = good.split(|&byte| byte == b'\n').count();
            let aside = aside.to_string_lossy();
            damage = Some(format!("a journal is damaged from line {line} on, see {aside}"));
            if read.session.is_some() {
                let directory = path.parent().unwrap_or(Path::new("."));
                Self { file, path, .. } = Self::create(directory)?;
                file.write_all(good)?;
            }
        } else {
            // A line that was cut short when the program was killed: what it told has not happened.
            // A whole file is left untouched, or else it would become the latest.
            if good.len() < bytes.len() {
                file.set_len(good.len() as u64)?;
            }
            file.seek(SeekFrom::End(0))?;
        }
        let journal = Self { file, path, changed: true };
        let session = read.session.filter(|_| read.has_changes);
        let resumed = session.map(|session| Resumed { session, journal });
        Ok(Some(Reopened { resumed, is_closed: read.is_closed, damage }))
    }
}

struct Reopened {
    resumed: Option<Resumed>,
    is_closed: bool,
    damage: Option<String>,
}

/// What a journal's lines tell.
struct Replay {
    session: Option<Session>,
    has_changes: bool,
    is_closed: bool,
    /// How many bytes could be read.
    good: usize,
    /// Did a whole line make no sense?
    is_damaged: bool,
}

/// Does all again that a journal tells, up to the first line that makes no sense.
fn replay(bytes: &[u8]) -> Replay {
    let mut replay =
        Replay { session: None, has_changes: false, is_closed: false, good: 0, is_damaged: false };
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let Some(whole) = line.strip_suffix(b"\n") else { break };
        let entry = std::str::from_utf8(whole).ok().and_then(Entry::read);
        replay.is_closed = entry == Some(Entry::Closed);
        let done = match (&mut replay.session, entry) {
            (session @ None, Some(entry)) => {
                *session = Session::begun(entry);
                session.is_some()
            }
            (Some(session), Some(entry)) => {
                let is_change = !matches!(entry, Entry::Assist(_) | Entry::Closed);
                let repeated = session.repeat(entry);
                replay.has_changes |= repeated && is_change;
                repeated
            }
            (_, None) => false,
        };
        if !done {
            replay.is_damaged = true;
            break;
        }
        replay.good += line.len();
    }
    replay
}

/// The journals of a directory, the latest first.
fn journals(directory: &Path, suffix: &str) -> Vec<PathBuf> {
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
    journals.into_iter().map(|(_, path)| path).collect()
}

/// Removes all but the latest journals, unless their boards are still running. What cannot be
/// removed stays.
fn prune(directory: &Path) {
    for path in journals(directory, SUFFIX).into_iter().skip(KEPT) {
        if File::open(&path).is_ok_and(|file| FileExt::try_lock(&file).is_ok()) {
            let _ = fs::remove_file(path);
        }
    }
    for path in journals(directory, DAMAGED).into_iter().skip(KEPT) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests;
