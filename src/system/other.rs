//! Systems other than Unix end the program by themselves. No signal arrives.

use std::{io, process};

/// No signals.
pub const ENDING_SIGNALS: [i32; 0] = [];

/// The terminal was lost. The numbers of signals are those of Unix.
pub const SIGHUP: i32 = 1;
/// Ctrl-C.
pub const SIGINT: i32 = 2;
/// A request to end.
pub const SIGTERM: i32 = 15;
/// The process continues.
pub const SIGCONT: i32 = 18;
/// A request to stop.
pub const SIGTSTP: i32 = 20;
/// The terminal has a new size.
pub const SIGWINCH: i32 = 28;

/// Signals cannot be handled on this system.
///
/// # Errors
/// Never.
pub fn listen(_signals: &[i32], _handle: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// All signals: none is ignored.
pub fn without_ignored(wanted: &[i32]) -> Vec<i32> {
    wanted.to_vec()
}

/// Returns at once, because the process cannot be stopped.
///
/// # Errors
/// Never.
pub fn suspend() -> io::Result<()> {
    Ok(())
}

/// Does nothing.
pub fn keep_terminal() {}

/// Does nothing.
pub fn restore_terminal() {}

/// No signals are handled on this system.
pub fn restore_before_end(_restore: fn()) {}

/// Ends the process with the exit code of a signal.
pub fn end(signal: i32) -> ! {
    exit(signal)
}

/// Ends the process with the exit code of a signal.
pub fn exit(signal: i32) -> ! {
    process::exit(128 + signal)
}

/// No signals are handled on this system.
pub fn end_on_abort() {}
