//! The puzzle that is being made, and the progress of the computation.

use crate::panel::{Context, Framed, SectionRows, Text, TextItem, work_items};
use crate::widgets::Need;
use app::job::AnyJob;
use app::jobs::{MakeGame, Recognise};

/// The section of the panel; `None` if no puzzle is being made.
pub(super) fn section<'a>(context: &'a Context<'a>) -> Option<Framed<'a>> {
    let mut text = Text::new(context);
    text.push(context.strong(name(context.model.app.puzzle_request()?)));
    text.extend(at_work(context));
    Some(text.framed("puzzle", Need::Must, SectionRows::Text(1, 2)))
}

/// The name of the puzzle that is being made.
pub(in crate::view) fn name(job: &AnyJob) -> String {
    if let Some(MakeGame { wanted, .. }) = job.get() {
        return wanted.to_string();
    }
    match job.get() {
        Some(Recognise(drawn)) => drawn.name.clone().unwrap_or_else(|| "a puzzle".to_owned()),
        None => "a puzzle of this board".to_owned(),
    }
}

/// The progress of the computation.
pub(super) fn at_work(context: &Context<'_>) -> Vec<TextItem> {
    context.model.app.jobs.answering.iter().flat_map(|work| work_items(context, work)).collect()
}
