//! The strip of a lesson: the last observation, and the next task.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::model::{Hit, Surface};
use crate::modes::Mode;
use crate::panel::Context;
use crate::widgets::keycap::named;
use crate::widgets::{Styles, print, without_first_columns};
use app::lesson::Remark;

/// The keys for leaving a lesson, and for leaving the mode that it has opened.
const LEAVE: &str = "`Esc` leaves the lesson";
const LEAVE_MODE: &str = "`Esc`: to the board";

/// How to answer a question that asks for a number.
const TYPE_NUMBER: &str = "`:` number `Enter`";

/// Width of the column left of the texts, for the number of the step.
const MARGIN: u16 = 7;

/// Draws the two lines of the lesson, if a lesson is open and the window has room. Keys, and typed lines of the task,
/// can be clicked.
pub(super) fn render(surface: &mut Surface<'_>, context: &Context<'_>) {
    let Context { model, styles, .. } = context;
    let area = model.view.layout.strip.intersection(surface.buffer.area);
    let Some(lesson) = model.app.open_lesson().filter(|_| !area.is_empty()) else { return };
    surface.buffer.set_style(area, styles.bar);
    let (sign, remark, style) = match &lesson.remark {
        Remark::Title => ("", &lesson.lesson.title, styles.title),
        Remark::Done(text) => (styles.glyphs.or("✓", "ok"), text, styles.good),
        Remark::NotYet(text) => ("!", text, styles.wrong),
        Remark::Hint(text) => (styles.glyphs.or("›", ">"), text, styles.text),
    };
    let place = match lesson.step() {
        Some(_) => format!("{}/{}", lesson.step_index + 1, lesson.lesson.steps.len()),
        None => "end".to_owned(),
    };
    let remark = text_line(remark, style, styles);
    let task = text_line(lesson.task(), styles.text, styles);
    // The note stands at the right of the first of these lines that has room for it.
    let leave = if matches!(model.mode(), Mode::Board) { LEAVE } else { LEAVE_MODE };
    let (note, lines_of_note) =
        if model.app.awaits_number() { (TYPE_NUMBER, [1, 0]) } else { (leave, [0, 1]) };
    let note = text_line(note, styles.dim, styles);
    let taken = usize::from(MARGIN) + note.width() + 2;
    let room = usize::from(area.width).saturating_sub(taken);
    let has_room = [&remark, &task].map(|line| line.width() <= room);
    let noted = lines_of_note.into_iter().find(|&it| has_room[it] && lesson.step().is_some());
    let lines = [(sign, style, remark), (&place, styles.key, task)];
    for (index, (row, (sign, sign_style, line))) in area.rows().zip(lines).enumerate() {
        print(surface.buffer, row, Line::styled(format!(" {sign}"), sign_style));
        print_line(surface, without_first_columns(row, MARGIN), &line, index == 1);
        if noted == Some(index) {
            let before = row.width.saturating_sub(note.width() as u16 + 1);
            print_line(surface, without_first_columns(row, before), &note, false);
        }
    }
}

/// A text in which each second part, between backquotes, is a key or a typed line.
fn text_line(text: &str, style: Style, styles: &Styles) -> Line<'static> {
    let [right, left] = styles.glyphs.or(["→", "←"], ["Right", "Left"]);
    let text = text.replace('→', right).replace('←', left);
    let style = |index: usize| if index % 2 == 1 { styles.key } else { style };
    let parts = text.split('`').enumerate();
    parts.map(|(index, part)| Span::styled(part.to_owned(), style(index))).collect()
}

/// Prints a line of [`text_line`] and registers its clickable parts: keys, and the typed lines of the task.
fn print_line(surface: &mut Surface<'_>, area: Rect, line: &Line<'_>, is_task: bool) {
    surface.hits.add_spans(area, line, |index, text| {
        let typed = || is_task.then_some(Hit::TaskLine(index / 2));
        let is_marked = !index.is_multiple_of(2);
        is_marked.then(|| named(text).map(Hit::Key).or_else(typed)).flatten()
    });
    print(surface.buffer, area, line);
}
