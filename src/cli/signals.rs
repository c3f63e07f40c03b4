use super::progress::Bar;

/// Makes SIGINT, SIGTERM and SIGHUP end the program with 128 plus their number, the progress bar
/// taken off the screen first. For verbs only: the board has a terminal to restore.
#[cfg(unix)]
pub(super) fn end_with_exit_code(bar: &Bar) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let bar = bar.clone();
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            bar.clear();
            signal_hook::low_level::exit(128 + signal);
        }
    });
    Ok(())
}

/// Elsewhere the system's own way to end a program will do.
#[cfg(not(unix))]
pub(super) fn end_with_exit_code(_bar: &Bar) -> anyhow::Result<()> {
    Ok(())
}
