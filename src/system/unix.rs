//! Signals, and the end of the process by a signal.

use std::io::{self, Write};
use std::process::Command;
use std::sync::{OnceLock, mpsc};
use std::{fs, mem};

use files::UnfinishedFiles;
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGPROF, SIGQUIT, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
};
pub use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, pipe};

/// Signals that end a process unless it handles them, except SIGABRT.
pub const ENDING_SIGNALS: [i32; 10] =
    [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU];

/// The message of a process that aborts. The usual cause is that memory was refused.
const ABORTED: &[u8] =
    b"configurator: aborted, most likely because the system gives no more memory\n";

/// The state of the terminal before a line was edited in it.
static TERMINAL: OnceLock<Termios> = OnceLock::new();

/// Keeps the state of the terminal of standard input for [`restore_terminal`], also for the end of the process by a signal.
pub fn keep_terminal() {
    if let Ok(state) = tcgetattr(rustix::stdio::stdin()) {
        TERMINAL.get_or_init(|| state);
        restore_before_end(restore_terminal);
    }
}

/// Restores the state that [`keep_terminal`] has kept.
pub fn restore_terminal() {
    if let Some(state) = TERMINAL.get() {
        // The result is ignored, because the terminal may be gone.
        let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, state);
    }
}

/// Handles signals in a separate thread.
///
/// # Errors
/// When the signals cannot be handled, or the system creates no thread.
pub fn listen(signals: &[i32], handle: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel::<Signals>();
    // Without a thread, signals keep their default action.
    super::start_thread("signals", move || {
        if let Ok(mut signals) = receiver.recv() {
            signals.forever().for_each(handle);
        }
    })?;
    // The thread waits for the signals.
    let _ = sender.send(Signals::new(signals)?);
    Ok(())
}

/// Leaves out the signals that the parent process has set to be ignored, as `nohup` does with SIGHUP. Without `/proc`, as on
/// macOS, `ps` is asked; without both, all signals stay.
pub fn without_ignored(wanted: &[i32]) -> Vec<i32> {
    let status = fs::read_to_string("/proc/self/status");
    let mask = status.map_or_else(|_| ignored_says_ps(), |status| ignored_by_status(&status));
    // Signal 1 is the lowest bit.
    let is_ignored = |signal: i32| mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1);
    wanted.iter().copied().filter(|&signal| !is_ignored(signal)).collect()
}

fn ignored_by_status(status: &str) -> Option<u64> {
    status.lines().find_map(|line| line.strip_prefix("SigIgn:").and_then(signals))
}

fn ignored_says_ps() -> Option<u64> {
    let process = std::process::id().to_string();
    let ps = Command::new("ps").args(["-o", "sigignore=", "-p", &process]).output().ok()?;
    signals(&String::from_utf8_lossy(&ps.stdout))
}

/// The set of signals encoded by a hexadecimal number.
fn signals(mask: &str) -> Option<u64> {
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// Stops the process. Returns when it continues.
///
/// # Errors
/// When the system does not stop the process.
pub fn suspend() -> io::Result<()> {
    emulate_default_handler(SIGTSTP)
}

/// The function that restores the terminal before a signal ends the process.
static RESTORE: OnceLock<fn()> = OnceLock::new();

/// Sets a function that restores the terminal or other state before a signal ends the process. The function must
/// neither allocate memory nor wait for another thread, because that thread may have aborted.
pub fn restore_before_end(restore: fn()) {
    // Only the first function is kept: a process runs either the board or a session in lines, and each sets only its own.
    let _ = RESTORE.set(restore);
}

/// Calls the function set by [`restore_before_end`], removes unfinished files, and ends the process with the exit code
/// of a signal.
pub fn end(signal: i32) -> ! {
    if let Some(restore) = RESTORE.get() {
        restore();
    }
    UnfinishedFiles::abandon_soon();
    if signal == SIGABRT {
        let _ = rustix::io::write(rustix::stdio::stderr(), ABORTED);
    }
    exit(signal)
}

/// Ends the process with the exit code of a signal, without any cleanup.
pub fn exit(signal: i32) -> ! {
    signal_hook::low_level::exit(128 + signal)
}

/// Makes a process that aborts, for example because the system gives it no memory, end by [`end`]. If the system creates
/// no thread for that, the process ends as usual.
pub fn end_on_abort() {
    // The thread only waits, so it never aborts itself. Its handler runs first, and wakes it.
    if listen(&[SIGABRT], |signal| end(signal)).is_ok() {
        let _ = hold_aborting_threads();
    }
}

/// Registers a handler of SIGABRT that never returns.
///
/// # Errors
/// When the system creates no pipe.
fn hold_aborting_threads() -> io::Result<()> {
    let (reader, mut writer) = io::pipe()?;
    // The handler writes to the pipe. As the pipe is full and nobody reads it, the handler waits.
    pipe::register(SIGABRT, writer.try_clone()?)?;
    // The registration has made the pipe non-blocking.
    while writer.write(&[0; 1 << 12]).is_ok() {}
    fcntl_setfl(&writer, OFlags::empty())?;
    // Without a reader, writing would fail.
    mem::forget(reader);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_is_handled_in_a_thread() {
        let (sender, receiver) = mpsc::channel();
        listen(&[SIGUSR1], move |signal| sender.send(signal).unwrap()).unwrap();
        for _ in 0..2 {
            signal_hook::low_level::raise(SIGUSR1).unwrap();
            assert_eq!(receiver.recv(), Ok(SIGUSR1));
        }
        assert_eq!(without_ignored(&[SIGUSR1]), [SIGUSR1]);
    }

    /// Whatever the parent process ignores, both say the same.
    #[test]
    fn ps_and_proc_agree_on_ignored_signals() {
        if let Some(mask) = ignored_says_ps() {
            let all: Vec<i32> = (1..32).collect();
            let handled = all.iter().copied().filter(|signal| mask >> (signal - 1) & 1 == 0);
            assert!(handled.eq(without_ignored(&all)));
        }
    }
}
