use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::console;
use engine::{Budget, Phase, Progress};

/// The delay before the bar appears, which avoids flicker in short computations.
const DELAY: Duration = Duration::from_millis(300);

/// A progress bar on stderr. It stays hidden if stderr is not a terminal or is kept in memory, and if the command is quiet.
pub(super) fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed:>4} [{bar:30}] {prefix}{wide_msg}")
        .expect("a template that reads")
        .progress_chars("=> ");
    let target = if console::is_kept() || console::is_quiet() {
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
    let counting = Mutex::new(None);
    budget.with_observer(move |progress| {
        let mut begun = counting.lock().unwrap_or_else(PoisonError::into_inner);
        let left = time_left(&mut begun, progress, Instant::now());
        show(&bar, progress, left);
    })
}

/// When the counting of parts began, and its progress then.
type Beginning = Option<(Instant, Progress)>;

/// Minimum time and minimum number of counted parts after which the time that is left is told.
const SOON: Duration = Duration::from_secs(2);
const FEW_PARTS: usize = 10;

/// The time that is left if the other parts take as long as those that are counted. `None` if there are no such parts:
/// the rows of a diagram take times that nothing tells before.
fn time_left(begun: &mut Beginning, progress: Progress, now: Instant) -> Option<Duration> {
    if progress.phase != Phase::Counting || progress.steps == 0 {
        *begun = None;
        return None;
    }
    let is_same =
        |(_, first): &(_, Progress)| first.steps == progress.steps && first.done <= progress.done;
    *begun = begun.filter(is_same).or(Some((now, progress)));
    let (start, first) = (*begun)?;
    let (elapsed, counted) = (now - start, progress.done - first.done);
    let left = elapsed.mul_f64((progress.steps - progress.done) as f64 / counted.max(1) as f64);
    (elapsed >= SOON && counted >= FEW_PARTS).then_some(left)
}

fn show(bar: &ProgressBar, progress: Progress, left: Option<Duration>) {
    if bar.is_finished() || bar.elapsed() < DELAY {
        return;
    }
    bar.update(|state| {
        state.set_len(progress.steps as u64);
        state.set_pos(progress.done as u64);
    });
    // The time comes first, because a narrow terminal cuts the end.
    let left = left.map(|left| format!("about {} left, ", HumanDuration(left)));
    bar.set_message(format!("{}{progress}", left.unwrap_or_default()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_counted_parts_alone() {
        let (start, mut beginning) = (Instant::now(), None);
        let mut left = |phase, done, steps, seconds| {
            let progress = Progress { phase, done, steps, ..Progress::default() };
            time_left(&mut beginning, progress, start + Duration::from_secs(seconds))
        };
        // A diagram has no parts, and the beginning tells nothing.
        assert_eq!(left(Phase::Building, 50, 100, 9), None);
        assert_eq!(left(Phase::Counting, 0, 0, 9), None);
        assert_eq!(left(Phase::Counting, 0, 100, 10), None);
        assert_eq!(left(Phase::Counting, 9, 100, 20), None);
        assert_eq!(left(Phase::Counting, 25, 100, 20), Some(Duration::from_secs(30)));
        assert_eq!(left(Phase::Counting, 100, 100, 50), Some(Duration::ZERO));
        // The next count begins anew, with the search for its parts.
        assert_eq!(left(Phase::Counting, 0, 0, 60), None);
        assert_eq!(left(Phase::Counting, 40, 100, 60), None);
        assert_eq!(left(Phase::Counting, 80, 100, 80), Some(Duration::from_secs(10)));
    }
}
