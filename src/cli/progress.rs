use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use engine::{Budget, Progress};

/// The delay before the bar appears, which avoids flicker in short computations.
const DELAY: Duration = Duration::from_millis(300);

/// A progress bar on stderr, if stderr is a terminal.
#[derive(Clone)]
pub(super) struct Bar(Option<ProgressBar>);

impl Bar {
    pub(crate) fn new() -> Self {
        Self(io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{elapsed:>4} [{bar:30}] {wide_msg}")
                .expect("a template that reads")
                .progress_chars("=> ");
            ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr()).with_style(style)
        }))
    }

    /// The same budget, with an observer that shows its progress in the bar.
    pub(crate) fn observe(&self, budget: Budget) -> Budget {
        match self.0.clone() {
            Some(bar) => budget.with_observer(move |progress| show(&bar, progress)),
            None => budget,
        }
    }

    /// Hides the bar while `work` runs.
    pub(crate) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(work),
            None => work(),
        }
    }

    /// Removes the bar.
    pub(crate) fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
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
