use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use super::record::{Part, PartCounts, check, read, sort};
use super::{AskedCount, Divided};
use crate::format::milliseconds;
use crate::task::Task;
use engine::count::Shard;
use engine::{Answer, Budget, Phase, Progress, on_threads};
use files::{FileError, FileLock, FileVersion, check_regular, replace_file};
use session::MessageList;

/// The usual number of parts of a count: dividing a search costs nothing, but every part of a count by diagrams builds
/// its own diagram.
pub(super) fn usual_parts(searches: bool) -> NonZeroU32 {
    const OF_SEARCH: NonZeroU32 = NonZeroU32::new(1000).expect("not 0");
    const OF_DIAGRAMS: NonZeroU32 = NonZeroU32::new(64).expect("not 0");
    if searches { OF_SEARCH } else { OF_DIAGRAMS }
}

/// The writing of the file takes at most this part of the time.
const WRITING: u32 = 20;

/// A file with the parts of a count that were counted so far, one on each line.
pub(super) struct Checkpoint<'a> {
    path: &'a Path,
    divided: &'a Divided,
    parts: Vec<Part>,
    /// The parts that the file does not have, in order.
    missing: Vec<Shard>,
    /// The file as it was last read or written; `None` if there was no file.
    version: Mutex<Option<FileVersion>>,
    /// Keeps other runs from writing the file.
    _lock: FileLock,
}

impl<'a> Checkpoint<'a> {
    /// Reads the file, which need not exist. `split` is the requested number of parts, and `usual` the number without
    /// request and file.
    ///
    /// # Errors
    /// When the file has a part of another count, a part twice, or a damaged part.
    pub(super) fn open(
        path: &'a Path,
        divided: &'a Divided,
        split: Option<NonZeroU32>,
        usual: NonZeroU32,
    ) -> anyhow::Result<Self> {
        check_regular(path)?;
        let lock = FileLock::take(path)?;
        let failed = |error: io::Error| FileError::of_io(path, &error);
        let version = Mutex::new(FileVersion::read(path).map_err(failed)?);
        let (mut parts, mut faults) = (Vec::new(), MessageList::default());
        if path.metadata().is_ok_and(|file| file.len() > 0) {
            let line = Part::sample(divided, usual)?.text;
            let beginning = line.split("\"shard\":").next();
            let torn = beginning.filter(|_| lacks_line_end(path));
            read(path, torn, &mut parts, &mut faults)?;
        }
        let faults = faults.joined("; ");
        ensure!(faults.is_empty(), faults);
        sort(&mut parts);
        let name = path.display();
        if let Some(part) = parts.first() {
            // Says if another version of the program counted it.
            let own = part.divided()?;
            let asked = AskedCount {
                question: Some(&divided.question),
                boards: Some(divided.problems().cloned().collect()),
                engines: divided.boards.iter().map(|&(_, engine)| engine).collect(),
            };
            asked.refuse_others(&own).with_context(|| name.to_string())?;
        }
        let of = parts.first().and_then(|part: &Part| NonZeroU32::new(part.parts));
        let all = of.or(split).unwrap_or(usual);
        ensure!(
            split.is_none_or(|split| split == all),
            "{name} has parts of {all}; use --split {all}, or name another file"
        );
        let sample = Part::sample(divided, all)?;
        if let Some(foreign) = parts.iter().find(|part| !part.is_with(&sample)) {
            bail!("{name} has parts of another count ({}); name another file", foreign.shard);
        }
        let own: HashSet<u32> = parts.iter().map(|part| part.part).collect();
        ensure!(own.len() == parts.len(), "{name} has a part twice");
        let missing = Shard::all(all).filter(|shard| !own.contains(&shard.number())).collect();
        Ok(Self { path, divided, parts, missing, version, _lock: lock })
    }

    /// Removes a torn line from the file. Otherwise the file stays, because other programs may be appending parts.
    pub(super) fn mend(&self) -> anyhow::Result<()> {
        let found = *self.version.lock().unwrap_or_else(PoisonError::into_inner);
        let is_whole = found.is_none_or(|found| found == FileVersion::of_text(&text(&self.parts)));
        if is_whole { Ok(()) } else { self.write(&self.parts) }
    }

    /// Replaces the file as a whole, unless another program has changed it.
    fn write(&self, parts: &[Part]) -> anyhow::Result<()> {
        let text = text(parts);
        let mut version = self.version.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = |error: io::Error| FileError::of_io(self.path, &error);
        let found = FileVersion::read(self.path).map_err(failed)?;
        if found.is_some_and(|found| Some(found) != *version) {
            bail!("{}: another program has changed this file", self.path.display());
        }
        replace_file(self.path, |file| file.write_all(text.as_bytes()).map_err(failed))?;
        *version = Some(FileVersion::of_text(&text));
        Ok(())
    }

    /// True if the file does not have this part.
    pub(super) fn lacks(&self, shard: Shard) -> bool {
        self.missing.binary_search_by_key(&shard.number(), |it| it.number()).is_ok()
    }

    /// Counts the missing parts, and writes the file after each part. Returns all parts. If a signal or the time limit
    /// interrupts this, reports the contents of the file.
    pub(super) fn complete(
        self,
        task: &Task,
        workers: NonZeroUsize,
        count: impl Fn(Shard, &Budget) -> Answer<PartCounts> + Sync,
    ) -> anyhow::Result<Vec<Part>> {
        let (path, all) = (self.path.to_owned(), self.missing.len() + self.parts.len());
        let note = move || {
            let lines = fs::read_to_string(&path).unwrap_or_default().lines().count();
            let are = if lines == 1 { "part is" } else { "parts are" };
            format!("{lines} of {all} {are} in {}; the same command continues", path.display())
        };
        // A file that cannot be written should not be found out after hours.
        self.write(&self.parts).context("--checkpoint")?;
        task.continuable(note, || self.counted(task, workers, count))
    }

    fn counted(
        mut self,
        task: &Task,
        workers: NonZeroUsize,
        count: impl Fn(Shard, &Budget) -> Answer<PartCounts> + Sync,
    ) -> anyhow::Result<Vec<Part>> {
        let all = self.missing.len() + self.parts.len();
        let collected = Mutex::new((std::mem::take(&mut self.parts), self.missing.iter()));
        let written = Mutex::new((Instant::now(), Duration::ZERO));
        // The bar shows parts, not the work within a part.
        let budget = task.budget.clone().with_observer(|_| ());
        let lock = || collected.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || -> anyhow::Result<()> {
            loop {
                let Some(&shard) = lock().1.next() else { return Ok(()) };
                let start = Instant::now();
                let counts = count(shard, &budget);
                if counts.is_err() {
                    // The other threads stop as well.
                    budget.cancel();
                }
                let elapsed_ms = milliseconds(start.elapsed());
                let part = Part::new(self.divided, shard, counts?, elapsed_ms)?;
                let mut collected = lock();
                collected.0.push(part);
                let (phase, done) = (Phase::Counting, collected.0.len());
                let progress = Progress { phase, done, steps: all, ..Progress::default() };
                // If the budget has ended, the next part says so.
                let _ = task.budget.check(progress);
                // Only the holder of this lock writes the file. Otherwise an older list of parts could replace a newer one.
                let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
                let (last, took) = *written;
                if last.elapsed() >= took * WRITING {
                    let start = Instant::now();
                    self.write(&collected.0).context("--checkpoint")?;
                    *written = (Instant::now(), start.elapsed());
                }
            }
        };
        let ends = on_threads(workers.get(), work);
        let (parts, _) = collected.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.write(&parts).context("--checkpoint")?;
        // The first cause counts, not the cancelling that follows it.
        let is_cancelled = |error: &anyhow::Error| {
            let ended = error.downcast_ref::<engine::Interrupted>();
            ended.is_some_and(|ended| ended.cause == engine::Cause::Cancelled)
        };
        let mut errors: Vec<_> = ends.into_iter().filter_map(Result::err).collect();
        errors.sort_by_key(is_cancelled);
        let checked = || check(parts, MessageList::default()).context("--checkpoint");
        errors.into_iter().next().map_or_else(checked, Err)
    }
}

/// The text of a file with these parts.
fn text(parts: &[Part]) -> String {
    parts.iter().flat_map(|part| [part.text.as_str(), "\n"]).collect()
}

/// True if the last line of a file has no end.
fn lacks_line_end(path: &Path) -> bool {
    let last_byte = || {
        let (mut file, mut byte) = (File::open(path)?, [0]);
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut byte).map(|()| byte)
    };
    last_byte().is_ok_and(|byte: [u8; 1]| byte != *b"\n")
}
