use std::io::{self, Write};
use std::path::Path;

use crate::arguments::ExportArguments;
use crate::format;
use crate::task::Task;
use engine::{Budget, Interrupted, Phase, Progress};
use files::{FileError, write_file};

/// Names of stdout. Opening such a name would create a second file handle and truncate the file.
const STDOUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// The file to write; `None` if the output goes to stdout.
pub(super) fn file(arguments: &ExportArguments) -> Option<&Path> {
    arguments.output.as_deref().filter(|file| STDOUT.iter().all(|name| *file != Path::new(name)))
}

/// Writes to stdout, to a device, or to a file. A file is replaced when its new content is complete.
pub(super) fn output(
    task: &Task,
    arguments: &ExportArguments,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let write = |out: &mut dyn Write| {
        let mut watched =
            BudgetedWriter { out, budget: &budget_without_bar(task), written: 0, ended: None };
        let written = write(&mut watched);
        watched.ended.map_or(written, |interrupted| Err(interrupted.into()))
    };
    if let Some(path) = file(arguments) {
        write_file(path, |out| write(out)).map_err(|error| {
            let of_file = error.is::<FileError>() || error.is::<io::Error>();
            if of_file { error.context("--output") } else { error }
        })?;
        format::print_written(path);
        return Ok(());
    }
    let mut out = format::raw_stdout();
    write(&mut out)?;
    Ok(out.flush()?)
}

/// The task's budget without its progress bar, which would disturb the output.
pub(super) fn budget_without_bar(task: &Task) -> Budget {
    task.budget.clone().with_observer(|_| ())
}

/// A writer that checks the budget before each large chunk.
struct BudgetedWriter<'a> {
    out: &'a mut dyn Write,
    budget: &'a Budget,
    written: usize,
    ended: Option<Interrupted>,
}

/// The number of bytes between two checks of the budget.
const CHUNK: usize = 1 << 16;

impl Write for BudgetedWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let chunk = &bytes[..bytes.len().min(CHUNK)];
        let before = self.written / CHUNK;
        self.written += chunk.len();
        if self.written / CHUNK > before {
            let progress = Progress { phase: Phase::Writing, ..Progress::default() };
            if let Err(interrupted) = self.budget.check(progress) {
                self.ended = Some(interrupted);
                return Err(io::Error::other(interrupted));
            }
        }
        self.out.write(chunk)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_ends_with_the_budget() {
        let (mut written, budget) = (Vec::new(), Budget::default());
        let mut watched =
            BudgetedWriter { out: &mut written, budget: &budget, written: 0, ended: None };
        watched.write_all(&vec![0; 3 * CHUNK]).unwrap();
        budget.cancel();
        // Less than a chunk is written without a check of the budget.
        watched.write_all(&[0; 10]).unwrap();
        watched.write_all(&vec![0; CHUNK]).unwrap_err();
        assert!(watched.ended.is_some());
        assert_eq!(written.len(), 3 * CHUNK + 10);
    }
}
