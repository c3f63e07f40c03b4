//! The usual mode: the user decides cells.

pub(crate) mod cell;
pub(crate) mod hint;
pub(crate) mod orders;
pub(crate) mod play;

use super::{Mode, ModeBehavior, ModeFact};
use crate::input::Scope;
use crate::model::Model;
use crate::panel::Sections;
use crate::update::lesson;
use crate::update::message::Effect;
use crate::update::mouse::{self, MouseInput};
use app::job::Job;
use app::{DiagramView, Shading, StagedHint, jobs};

pub(crate) struct BoardMode;

impl ModeBehavior for BoardMode {
    fn names(&self, _: &Model) -> (Scope, &'static str) {
        (Scope::Board, "board")
    }

    fn has(&self, _: ModeFact) -> bool {
        true
    }

    /// Cancels the questions in progress. If there are none, asks the interrupted question again, or removes the
    /// information beside the board.
    fn cancel(&self, model: &mut Model) {
        let is_counting = model.app.jobs.counting.is_some() && !model.app.jobs.is_assessing()
            || model.app.jobs.estimating.is_some() && model.app.jobs.ahead().is_none();
        if model.app.jobs.answering.is_some() {
            return model.app.emit(Effect::CancelWork);
        }
        if is_counting {
            return model.app.emit(Effect::Cancel);
        }
        if has_marks(model) && model.app.open_lesson().is_none() {
            take_marks_away(model);
        } else if model.app.session.knowledge().interrupted.is_some() {
            model.app.ask(jobs::ExaminePosition);
        } else if model.app.open_lesson().is_some() {
            lesson::leave(model);
        } else if model.app.diagram == DiagramView::Graph {
            model.app.diagram = DiagramView::Silhouette;
        }
    }

    fn handle_mouse(&self, model: &mut Model, mouse: MouseInput) {
        mouse::decide(model, mouse);
    }

    fn text(&self, model: &Model) -> String {
        if model.has_panel() {
            return String::new();
        }
        let names = |group| model.group_name(group);
        let sentence = |hint: &StagedHint| hint.sentence(model.app.session.rules(), &names);
        model.app.hint.as_ref().map(sentence).unwrap_or_default()
    }

    fn add_sections(&self, sections: &mut Sections<'_>) -> bool {
        add_cell_sections(sections);
        true
    }
}

/// Adds the sections about the hint, the puzzle, and the cell under the cursor.
pub(super) fn add_cell_sections(sections: &mut Sections<'_>) {
    let context = sections.context;
    let (app, width) = (&context.model.app, sections.panel.width);
    let hint = app.hint.as_ref().map(|shown| hint::section(context, shown, width));
    // In play the hint stands in the place of the cell, so that nothing moves when it comes and goes.
    if app.is_in_play() && app.hint.as_ref().is_none_or(|hint| hint.picture.is_none()) {
        sections.add(play::section(context));
        sections.add(hint.or_else(|| Some(cell::section(context))));
    } else {
        sections.add(hint);
        sections.add(play::section(context));
        sections.add(Some(cell::section(context)));
    }
    sections.add(orders::section(context));
}

/// True if the board shows the marks of filters, or of the rules of an explanation.
fn has_marks(model: &Model) -> bool {
    model.shows_consistency() || model.app.session.explanations(model.view.cursor).is_some()
}

/// Takes the marks of filters and of the rules of an explanation away.
fn take_marks_away(model: &mut Model) {
    if model.app.shading == Shading::Consistency {
        model.app.shading = Shading::Off;
    }
    model.app.session.forget_explanations(model.view.cursor);
}

/// Returns to the board, and cancels the work that belongs to the mode.
pub(super) fn leave_to_board<J: Job>(model: &mut Model) {
    model.enter(Mode::Board);
    if model.app.jobs.answering::<J>().is_some() {
        model.app.cancel_question();
    }
}
