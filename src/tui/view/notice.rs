use std::borrow::Cow;

use ratatui::text::Line;

use crate::model::{Hit, Surface};
use crate::panel::Context;
use crate::widgets::{fill, print_lines};

/// Draws the notice of the last action, or else the text of the mode.
pub(super) fn render(surface: &mut Surface<'_>, context: &Context<'_>) {
    let model = context.model;
    let width = usize::from(model.view.layout.notice.width);
    let (text, style) = (model.mode().behavior().line(model), context.styles.strong);
    let lines: Vec<Line<'static>> = if text.is_empty() {
        Vec::new()
    } else {
        let options = textwrap::Options::new(width.max(2));
        let options = options.initial_indent(" ").subsequent_indent(" ");
        let line = |line: Cow<'_, str>| Line::styled(line.into_owned(), style);
        textwrap::wrap(&text, options).into_iter().map(line).collect()
    };
    let area = model.view.layout.notice_of(lines.len() as u16).intersection(surface.buffer.area);
    if !lines.is_empty() {
        fill(surface.buffer, area, context.look.window());
    }
    if lines.len() > 1 {
        surface.hits.add(area, Hit::Notice);
    }
    let skipped = lines.len().saturating_sub(area.height.into());
    print_lines(surface.buffer, area, lines.into_iter().skip(skipped));
}
