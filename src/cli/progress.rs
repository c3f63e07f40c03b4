use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::console;
use engine::{Budget, Progress};

/// The delay before the bar appears, which avoids flicker in short computations.
const DELAY: Duration = Duration::from_millis(300);

/// A progress bar on stderr. It stays hidden if stderr is not a terminal, or is kept in memory.
pub(super) fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed:>4} [{bar:30}] {wide_msg}")
        .expect("a template that reads")
        .progress_chars("=> ");
    let target = if console::is_kept() {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr()
    };
    ProgressBar::with_draw_target(Some(0), target).with_style(style)
}

/// The same budget, with an observer that shows its progress in the bar.
pub(super) fn observed(budget: Budget, bar: &ProgressBar) -> Budget {
    if bar.is_hidden() {
        return budget;
    }
    let bar = bar.clone();
    budget.with_observer(move |progress| show(&bar, progress))
}

fn show(bar: &ProgressBar, progress: Progress) {
    if bar.is_finished() || bar.elapsed() < DELAY {
        return;
    }
    bar.update(|state| {
        state.set_len(progress.steps as u64);
        state.set_pos(progress.done as u64);
    });
    bar.set_message(progress.to_string());
}
