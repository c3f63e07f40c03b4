//! The current computation and its progress.

use std::time::Duration;

use super::{Context, TextItem};
use crate::model::Model;
use crate::widgets::NO_BREAK_SPACE;
use app::job::RunningQuestion;
use app::jobs::{MakeGame, MakePuzzle};
use engine::{Phase, Progress};

/// The computation that the position waits for, if there is one.
pub(crate) fn at_work(model: &Model) -> Option<&RunningQuestion> {
    let jobs = &model.app.jobs;
    let awaited = jobs.answering.as_ref().filter(|work| work.job.is_awaited());
    awaited.or(jobs.counting.as_ref()).or(jobs.estimating.as_ref())
}

/// The current computation and its progress as text.
pub(crate) fn work_items(context: &Context<'_>, work: &RunningQuestion) -> Vec<TextItem> {
    let model = context.model;
    let what = work.job.activity();
    if what.is_empty() {
        return Vec::new();
    }
    let Some((progress, elapsed)) = work.progress else {
        return vec![context.dim(format!("{what} {}", context.styles.ellipsis())).into()];
    };
    let rows = usize::from(model.app.session.rules().size().rows());
    let row = progress.done * rows / progress.steps.max(1);
    let at = match progress.phase {
        Phase::Making => {
            let attempt = format!("attempt {} of {}", progress.done, progress.steps);
            let reached = progress.difficulty;
            let reached = reached.map(|it| format!(", difficulty {it} reached"));
            attempt + &reached.unwrap_or_default()
        }
        // Making a puzzle builds many diagrams, so the progress of one diagram is not shown.
        _ if work.job.is::<MakePuzzle>() || work.job.is::<MakeGame>() => what.to_owned(),
        Phase::Building | Phase::Conjoining => format!("building row {row} of {rows}"),
        Phase::Reducing => format!("reducing row {row} of {rows}"),
        Phase::Sifting => "sifting".to_owned(),
        Phase::Asking => format!("counting row {row} of {rows}"),
        Phase::Counting => format!("counting part {} of {}", progress.done, progress.steps),
        Phase::Estimating => format!("estimating, run {}", progress.done + 1),
        Phase::Searching => "searching".to_owned(),
        Phase::Solving => "solving".to_owned(),
        Phase::Writing => "writing".to_owned(),
    };
    let cancels = escape_hint(model, " (Esc\u{a0}cancels)");
    vec![context.text(format!("{at}, {}{cancels}", elapsed_time(elapsed))).into()]
}

/// The numbers of nodes and states of the diagram that is being built; `None` if none is being built.
pub(crate) fn diagram_progress(model: &Model) -> Option<Progress> {
    let (progress, _) = at_work(model)?.progress?;
    (progress.states + progress.nodes > 0).then_some(progress)
}

/// A time in milliseconds with one decimal, rounded up; from one second on in seconds with one decimal.
pub(crate) fn elapsed_time(elapsed: Duration) -> String {
    match elapsed.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.1}{NO_BREAK_SPACE}s"),
        seconds => format!("{:.1}{NO_BREAK_SPACE}ms", (seconds * 1e4).ceil() / 10.0),
    }
}

/// Returns `hint`, which says that Esc cancels, if Esc cancels in the present mode; otherwise an empty text.
pub(crate) fn escape_hint<'a>(model: &Model, hint: &'a str) -> &'a str {
    if model.escape_cancels() { hint } else { "" }
}
