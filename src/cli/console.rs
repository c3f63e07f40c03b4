//! Where a command writes: to stdout and stderr of the process or, for a command that runs inside of a test, to memory.

use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal, Write};

thread_local! {
    /// The output of the command on this thread; `None` if it writes to stdout and stderr of the process.
    static KEPT: RefCell<Option<Written>> = const { RefCell::new(None) };
}

thread_local! {
    /// True if the command on this thread prints no notes and no progress.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Sets whether the command on this thread prints notes and progress.
pub(super) fn set_quiet(is_quiet: bool) {
    IS_QUIET.set(is_quiet);
}

pub(super) fn is_quiet() -> bool {
    IS_QUIET.get()
}

/// The output of a command that ran inside of a test.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// Runs a command on this thread, and returns its output.
pub(super) fn keep<T>(command: impl FnOnce() -> T) -> (T, Written) {
    KEPT.set(Some(Written::default()));
    let result = command();
    (result, KEPT.take().unwrap_or_default())
}

/// True if the command on this thread writes to memory. Such a command shares its process with others.
pub(super) fn is_kept() -> bool {
    KEPT.with_borrow(Option::is_some)
}

/// A stream that is kept in memory.
struct Memory(fn(&mut Written) -> &mut Vec<u8>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        KEPT.with_borrow_mut(|kept| kept.as_mut().map_or(Ok(0), |kept| self.0(kept).write(bytes)))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The standard output, in memory if the output is kept.
pub(super) fn stdout() -> Box<dyn Write> {
    if is_kept() {
        Box::new(Memory(|kept| &mut kept.stdout))
    } else {
        Box::new(io::stdout().lock())
    }
}

/// The standard error, in memory if the output is kept.
pub(super) fn stderr() -> Box<dyn Write> {
    if is_kept() { Box::new(Memory(|kept| &mut kept.stderr)) } else { Box::new(io::stderr()) }
}

/// True if standard error is a terminal.
pub(super) fn is_stderr_terminal() -> bool {
    !is_kept() && io::stderr().is_terminal()
}

/// True if standard output is a terminal.
pub(super) fn is_stdout_terminal() -> bool {
    !is_kept() && io::stdout().is_terminal()
}
