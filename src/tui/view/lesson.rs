//! The strip of a lesson: what was seen, and what to do next.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::print::print;
use crate::model::Model;
use crate::model::lesson::Remark;
use crate::parts::Styles;

/// Draws the two lines of the lesson, if one is open and the window has room.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    let area = model.layout.strip.intersection(buffer.area);
    let Some(lesson) = model.open_lesson().filter(|_| !area.is_empty()) else { return };
    let styles = Styles::of(&model.look());
    buffer.set_style(area, styles.bar);
    let steps = lesson.lesson.steps.len();
    let (sign, remark, style) = match &lesson.remark {
        Remark::Title => ("", &lesson.lesson.title, styles.title),
        Remark::Done(text) => (styles.glyphs.or("✓", "ok"), text, styles.good),
        Remark::NotYet(text) => ("!", text, styles.wrong),
    };
    let (place, task) = match lesson.step() {
        Some(step) => (format!("{}/{steps}", lesson.step_index + 1), step.task.as_str()),
        None => (
            "end".to_owned(),
            "That was the lesson. `Esc` brings your board back, `:lesson` lists others.",
        ),
    };
    let lines = [
        text_line(sign, remark, (style, style), &styles),
        text_line(&place, task, (styles.key, styles.text), &styles),
    ];
    // The way out stands at the right of the first line that has room for it.
    let way_out = text_line("", LEAVE, (styles.dim, styles.dim), &styles);
    let way_out = Line::from(way_out.spans[1..].to_vec());
    let room = usize::from(area.width).saturating_sub(way_out.width() + 2);
    let exit = lines.iter().position(|line| line.width() <= room);
    for (index, (y, line)) in (area.y..area.bottom()).zip(lines).enumerate() {
        print(buffer, Rect { y, height: 1, ..area }, line);
        if exit == Some(index) && lesson.step().is_some() {
            let x = area.right().saturating_sub(way_out.width() as u16 + 1);
            print(buffer, Rect { x, y, width: area.right() - x, height: 1 }, way_out.clone());
        }
    }
}

/// How to leave a lesson.
const LEAVE: &str = "`Esc` leaves";

/// Width of the column left of the texts, for the number of the step.
const MARGIN: usize = 6;

/// A sign or a number, then a text in which the parts between backquotes are keys.
fn text_line(
    sign: &str,
    text: &str,
    (sign_style, text_style): (Style, Style),
    styles: &Styles,
) -> Line<'static> {
    let mut spans = vec![Span::styled(format!(" {sign:<MARGIN$}"), sign_style)];
    let style = |index: usize| if index % 2 == 1 { styles.key } else { text_style };
    let [right, left] = styles.glyphs.or(["→", "←"], ["Right", "Left"]);
    let text = text.replace('→', right).replace('←', left);
    let parts = text.split('`').enumerate();
    spans.extend(parts.map(|(index, part)| Span::styled(part.to_owned(), style(index))));
    Line::from(spans)
}
