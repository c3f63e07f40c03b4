use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::model::{Hit, Surface};
use crate::panel::Context;
use crate::widgets::{fill, print_lines};

/// Draws the notice of the last action, or else the text of the mode.
pub(super) fn render(surface: &mut Surface<'_>, context: &Context<'_>) {
    let model = context.model;
    let layout = &model.view.layout;
    let (text, style) = (model.mode().behavior().line(model), context.styles.strong);
    let wrapped = |width: u16| -> Vec<Line<'static>> {
        let options = textwrap::Options::new(usize::from(width).max(2));
        let options = options.initial_indent(" ").subsequent_indent(" ");
        let line = |line: Cow<'_, str>| Line::styled(line.into_owned(), style);
        textwrap::wrap(&text, options).into_iter().map(line).collect()
    };
    let mut lines = if text.is_empty() { Vec::new() } else { wrapped(layout.notice.width) };
    let mut area = layout.notice_of(lines.len() as u16);
    // A longer notice covers rows of the panel rather than the board and the names of its columns.
    let panel = layout.panel;
    if lines.len() > 1 && panel.x > layout.board.right() && panel.height > 1 {
        lines = wrapped(panel.width);
        let height = panel.height.min(lines.len() as u16);
        area = Rect { y: panel.bottom() - height, height, ..panel };
    }
    let area = area.intersection(surface.buffer.area);
    if !lines.is_empty() {
        fill(surface.buffer, area, context.look.window());
    }
    if lines.len() > 1 {
        surface.hits.add(area, Hit::Notice);
    }
    let skipped = lines.len().saturating_sub(area.height.into());
    print_lines(surface.buffer, area, lines.into_iter().skip(skipped));
}
