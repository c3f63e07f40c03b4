//! Lessons: checks after each message whether the present step is done.

use std::mem;

use crate::model::Model;
use crate::model::lesson::{LessonView, ViewSettings};
use crate::modes::{Mode, series};
use crate::update::message::Effect;
use app::lesson::{Answer, Condition, Lesson, Remark, UserBoard, wrong_answer};
use app::notice::{GameNotice, Notice, RulesNotice};
use app::operations::parameters::{LESSON, LessonOrder};
use app::operations::{Operation, Takes};
use app::{LessonProgress, LessonSource, replace};
use export::OrderRequest;
use files::toml_file::Quoted;
use problem::Value;

pub(super) static ROWS: &[Operation<Model>] =
    &[Operation::new("", "lesson", &Takes(&LESSON, change_lesson))];

/// Begins, continues or puts away a lesson.
fn change_lesson(model: &mut Model, order: LessonOrder) -> Result<(), Notice> {
    match order {
        LessonOrder::GoOn if go_on(model) => {}
        // At the end of a lesson, the user chooses another one.
        LessonOrder::GoOn if model.app.lesson.is_some() => model.open_palette("lesson "),
        LessonOrder::GoOn => {
            begin_lesson(model, LessonSource::default())?;
            model.say(RulesNotice::OtherLessons);
        }
        LessonOrder::Begin(source) => return begin_lesson(model, source),
        LessonOrder::Leave => leave(model),
        LessonOrder::Skip => skip(model),
    }
    Ok(())
}

/// Begins a lesson, or reads its file first.
fn begin_lesson(model: &mut Model, source: LessonSource) -> Result<(), Notice> {
    match source {
        LessonSource::Included { .. } => {
            let lesson = Lesson::read(&source)?;
            begin(model, lesson);
        }
        LessonSource::File(_) => model.app.emit(Effect::ReadLesson(source)),
    }
    Ok(())
}

/// Begins a lesson from its first step. Opens the board of the step, if it has one.
pub(super) fn begin(model: &mut Model, lesson: Lesson) {
    // If a lesson replaces an open lesson, leaving it restores the board before both lessons.
    let view = model.change_view(ViewSettings::default());
    let before = model.app.lesson.take_if(|lesson| lesson.is_open);
    let other = if before.is_some() { mem::take(&mut model.view.lesson.other) } else { view };
    model.view.lesson = LessonView { other, ..LessonView::default() };
    let user_board = before.map_or_else(|| model.user_board(), |lesson| lesson.user_board);
    model.app.lesson = Some(LessonProgress::new(lesson, user_board));
    model.enter(Mode::Board);
    if open_board(model) {
        model.say(GameNotice::LessonBoard);
    }
}

/// Reopens the lesson that was put away, with its board; false if there is none.
pub(super) fn go_on(model: &mut Model) -> bool {
    let user_board = model.user_board();
    let Some(lesson) = model.app.lesson.as_mut().filter(|lesson| lesson.step().is_some()) else {
        return false;
    };
    if lesson.is_open {
        return true;
    }
    (lesson.is_open, lesson.user_board) = (true, user_board);
    let waiting_board = lesson.waiting_board.take();
    model.view.lesson.seen = None;
    swap_views(model);
    if let Some(board) = waiting_board {
        model.enter(Mode::Board);
        model.app.session.open(board);
    }
    true
}

/// Puts the lesson away, or closes it at its end. Restores the user's board.
pub(crate) fn leave(model: &mut Model) {
    let present = model.user_board();
    let Some(lesson) = model.app.lesson.as_mut().filter(|lesson| lesson.is_open) else {
        return model.refuse(GameNotice::NoLesson);
    };
    let user_board = lesson.user_board.clone();
    let waits = lesson.step().is_some().then(|| lesson.place());
    lesson.is_open = false;
    swap_views(model);
    let comes_back = !model.app.is_on(&user_board);
    if comes_back {
        bring_back(model, &user_board);
    }
    model.view.cursor = user_board.cursor;
    match (&waits, &mut model.app.lesson) {
        (Some(_), Some(lesson)) => {
            lesson.waiting_board = comes_back.then_some(present.file);
        }
        (_, lesson) => *lesson = None,
    }
    let waits = waits.map(|(step, steps)| GameNotice::LessonWaits { step, steps });
    let back = comes_back.then_some(GameNotice::BoardBack);
    let said: Vec<Notice> = back.into_iter().chain(waits).map(Notice::from).collect();
    if !said.is_empty() {
        model.say(Notice::All { notices: said });
    }
}

/// Exchanges the user's view and the lesson's view.
fn swap_views(model: &mut Model) {
    let other = mem::take(&mut model.view.lesson.other);
    model.view.lesson.other = model.change_view(other);
}

/// Restores a board by undoing the changes since, or by opening the board again.
fn bring_back(model: &mut Model, board: &UserBoard) {
    while !model.app.is_on(board) && model.app.session.undo() {}
    if !model.app.is_on(board) {
        model.app.session.open(board.file.clone());
    }
}

/// Goes to the next step. The next step finds the board as if the present step had been done: if the present step asks for
/// another mode, its typed lines are run, unless the next step opens a board.
pub(super) fn skip(model: &mut Model) {
    let lesson = model.app.open_lesson();
    let Some(until) = lesson.and_then(LessonProgress::step).map(|step| step.until.clone()) else {
        return model.refuse(GameNotice::NoLesson);
    };
    let lines: Vec<String> =
        lesson.into_iter().flat_map(LessonProgress::task_lines).map(str::to_owned).collect();
    fulfil(model, &until);
    if let Some(rule) = until.rule {
        series::go_to(model, (rule.saturating_sub(1), false));
    }
    if let (Some(at), Some(playback)) = (until.at, model.playback_mut()) {
        playback.go_to(at);
    }
    if let Some(lesson) = &mut model.app.lesson {
        lesson.remark = Remark::NotYet("That step was skipped.".to_owned());
        lesson.step_index += 1;
    }
    if !open_board(model) && until.opens_a_mode() && !lines.is_empty() {
        model.enter(Mode::Board);
        model.view.lesson.lines = lines;
    }
}

/// Gives the board the size, the decisions and the views of a condition.
fn fulfil(model: &mut Model, condition: &Condition) {
    let size = condition.size.and_then(|size| size.size().ok());
    if let Some(size) = size.filter(|&size| size != model.app.session.rules().size()) {
        replace::set_size(&mut model.app, size);
    }
    if condition.decisions == Some(0) {
        model.app.session.reset();
    }
    for (cells, value) in
        [(&condition.placed, Value::Placed), (&condition.excluded, Value::Excluded)]
    {
        // After a detour, a decision may be refused. The user must then make it.
        for Quoted(cell) in cells {
            drop(model.app.session.decide(*cell, value));
        }
    }
    model.app.shading = condition.shading.unwrap_or(model.app.shading);
    model.app.diagram = condition.diagram.unwrap_or(model.app.diagram);
    let order = &mut model.app.graph.request.order;
    *order = condition.order.map_or_else(|| order.clone(), OrderRequest::Known);
}

/// Opens the board of the present step with the usual view, if the step has one; true if it did.
fn open_board(model: &mut Model) -> bool {
    let step = model.app.lesson.as_ref().and_then(LessonProgress::step);
    let Some(board) = step.and_then(|step| step.board.clone()) else { return false };
    model.enter(Mode::Board);
    model.change_view(ViewSettings::default());
    model.view.lesson.seen = None;
    model.app.session.open(board)
}

/// Advances over all steps that are done, or answers a detour. Returns true if a step has opened its board.
pub(super) fn observe(model: &mut Model) -> bool {
    // The lesson is moved out, because conditions read the whole model.
    let Some(mut lesson) = model.app.lesson.take_if(|lesson| lesson.is_open) else { return false };
    let answered = lesson.answered.take();
    let is_done = |lesson: &LessonProgress| {
        lesson.step().is_some_and(|step| model.meets(&step.until, answered.as_ref()))
    };
    let mut has_opened = false;
    let view = model.board_view();
    let has_advanced = is_done(&lesson);
    if has_advanced {
        while let Some(step) = lesson.step().filter(|_| !has_opened && is_done(&lesson)) {
            lesson.remark = Remark::Done(step.say.clone());
            lesson.step_index += 1;
            has_opened = lesson.step().is_some_and(|step| step.board.is_some());
        }
        model.view.lesson.seen = Some(view);
    } else if let Some(remark) = detour(model, &lesson, answered.as_ref()) {
        lesson.remark = remark;
        model.view.lesson.seen = Some(view);
    } else if !model.is_busy() {
        model.view.lesson.seen = Some(view);
    }
    model.app.lesson = Some(lesson);
    has_opened && open_board(model)
}

/// The remark to make while the present step is not done. `None` if nothing happened that the step comments on.
fn detour(model: &Model, lesson: &LessonProgress, answered: Option<&Answer>) -> Option<Remark> {
    let step = lesson.step()?;
    let applies = |condition| model.meets(condition, answered);
    if let Some(detour) = step.detours.iter().find(|detour| applies(&detour.when)) {
        return Some(Remark::NotYet(detour.say.clone()));
    }
    if let Some(given) = answered {
        let remark = wrong_answer(given, step.hint.as_deref().unwrap_or_default());
        return Some(Remark::NotYet(remark.trim_end().to_owned()));
    }
    let has_changed = step.until.answer.is_none()
        && model.view.lesson.seen.is_some_and(|seen| seen != model.board_view());
    // While the board is asking, the step may still turn out to be done.
    step.hint.clone().filter(|_| has_changed && !model.is_busy()).map(Remark::Hint)
}
