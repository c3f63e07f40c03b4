use indicatif::ProgressBar;

use super::series::Series;

/// Where the system limits the address space, starts the program anew so that its threads share one heap. Usually each
/// thread reserves 64 MiB for a heap of its own, and then nothing is left for the others.
#[cfg(target_os = "linux")]
pub(super) fn use_memory_sparingly() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use rustix::process::{Resource, getrlimit};

    const HEAPS: &str = "MALLOC_ARENA_MAX";
    if getrlimit(Resource::As).current.is_some()
        && env::var_os(HEAPS).is_none()
        && let Ok(program) = env::current_exe()
    {
        // Returns only if that fails.
        let _ = Command::new(program).args(env::args_os().skip(1)).env(HEAPS, "1").exec();
    }
}

/// Other systems need no such help.
#[cfg(not(target_os = "linux"))]
pub(super) fn use_memory_sparingly() {}

/// Lets the writing of a file fail at the size that the system allows. Usually, a signal would end the program.
#[cfg(unix)]
pub(super) fn survive_file_limit() -> anyhow::Result<()> {
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default())?;
    Ok(())
}

/// Other systems have no such signal.
#[cfg(not(unix))]
pub(super) fn survive_file_limit() -> anyhow::Result<()> {
    Ok(())
}

/// Installs a handler for SIGINT, SIGTERM and SIGHUP. It clears the progress bar, removes unfinished
/// files, prints the number of written files of a series, and ends the program with exit code 128 plus
/// the signal's number. Only for verbs, because the board must restore the terminal.
#[cfg(unix)]
pub(super) fn end_with_exit_code(bar: &ProgressBar, series: &Series) -> anyhow::Result<()> {
    use std::sync::mpsc;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use files::UnfinishedFiles;

    let ignored = ignored_signals();
    let handled =
        [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let (bar, series) = (bar.clone(), series.clone());
    let (sender, receiver) = mpsc::channel::<Signals>();
    let thread = thread::Builder::new().spawn(move || {
        let Ok(mut signals) = receiver.recv() else { return };
        if let Some(signal) = signals.forever().next() {
            bar.finish_and_clear();
            series.note(UnfinishedFiles::abandon());
            signal_hook::low_level::exit(128 + signal);
        }
    });
    // If no thread can be created, signals keep their default action, which ends the program.
    if thread.is_ok() {
        // The thread keeps the receiver until it has received the signals.
        let _ = sender.send(Signals::new(handled)?);
    }
    Ok(())
}

/// The signals that the parent process has set to be ignored, as `nohup` does with SIGHUP. Signal 1 is
/// the lowest bit. On systems without `/proc`, the result is 0.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}

/// On other systems, the default action of signals ends the program.
#[cfg(not(unix))]
pub(super) fn end_with_exit_code(_bar: &ProgressBar, _series: &Series) -> anyhow::Result<()> {
    Ok(())
}
