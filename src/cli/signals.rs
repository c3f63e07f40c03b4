use super::progress::Bar;

/// Makes SIGINT, SIGTERM and SIGHUP end the program with 128 plus their number, the progress bar
/// taken off the screen and unfinished files removed first. For verbs only: the board has a terminal to restore.
#[cfg(unix)]
pub(super) fn end_with_exit_code(bar: &Bar) -> anyhow::Result<()> {
    use std::sync::mpsc;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use crate::problem::abandon_unfinished_files;

    let ignored = ignored();
    let heeded =
        [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let bar = bar.clone();
    let (sender, receiver) = mpsc::channel::<Signals>();
    let thread = thread::Builder::new().spawn(move || {
        let Ok(mut signals) = receiver.recv() else { return };
        if let Some(signal) = signals.forever().next() {
            bar.clear();
            abandon_unfinished_files();
            signal_hook::low_level::exit(128 + signal);
        }
    });
    // Where no thread can be created, signals keep their default action: they end the program.
    if thread.is_ok() {
        // The receiver goes only after it has received.
        let _ = sender.send(Signals::new(heeded)?);
    }
    Ok(())
}

/// The signals that whoever started the program wants ignored (as `nohup` does SIGHUP), the first in
/// the lowest bit; none where the system does not tell.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}

/// Elsewhere the system's own way to end a program will do.
#[cfg(not(unix))]
pub(super) fn end_with_exit_code(_bar: &Bar) -> anyhow::Result<()> {
    Ok(())
}
