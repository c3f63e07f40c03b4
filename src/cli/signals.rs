use super::progress::Bar;
use super::series::Series;

/// Makes SIGINT, SIGTERM and SIGHUP clear the progress bar, remove unfinished files, say how many files of a
/// series are written, and end the program with exit code 128 plus their number. For verbs only, as the board
/// must restore the terminal.
#[cfg(unix)]
pub(super) fn end_with_exit_code(bar: &Bar, series: &Series) -> anyhow::Result<()> {
    use std::sync::mpsc;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use files::UnfinishedFiles;

    let ignored = ignored();
    let handled =
        [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let (bar, series) = (bar.clone(), series.clone());
    let (sender, receiver) = mpsc::channel::<Signals>();
    let thread = thread::Builder::new().spawn(move || {
        let Ok(mut signals) = receiver.recv() else { return };
        if let Some(signal) = signals.forever().next() {
            bar.clear();
            series.note(UnfinishedFiles::abandon());
            signal_hook::low_level::exit(128 + signal);
        }
    });
    // Where no thread can be created, signals keep their default action: they end the program.
    if thread.is_ok() {
        // The receiver goes only after it has received.
        let _ = sender.send(Signals::new(handled)?);
    }
    Ok(())
}

/// The signals that the parent process set to be ignored (as `nohup` does with SIGHUP), signal 1 in the
/// lowest bit; 0 on systems without `/proc`.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}

/// Other systems end the program by themselves.
#[cfg(not(unix))]
pub(super) fn end_with_exit_code(_bar: &Bar, _series: &Series) -> anyhow::Result<()> {
    Ok(())
}
