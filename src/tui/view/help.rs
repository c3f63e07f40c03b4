use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::print;
use crate::session::CellState;
use crate::tui::action::help_lines;
use crate::tui::model::Model;

/// All keys and what the glyphs mean, over the board, from a line on.
pub(super) fn render(buffer: &mut Buffer, model: &Model, first: u16) {
    let area = model.layout.help.intersection(buffer.area);
    Clear.render(area, buffer);
    let first = first.min(last_first(model));
    let lines = lines(model).into_iter().skip(first.into());
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        print(buffer, Rect { x: 1, y, height: 1, width: area.width.saturating_sub(1) }, line);
    }
}

/// The line that help can begin with at the most: from there on all the rest is in view.
pub(in crate::tui) fn last_first(model: &Model) -> u16 {
    (lines(model).len() as u16).saturating_sub(model.layout.help.height)
}

fn lines(model: &Model) -> Vec<Line<'static>> {
    let keys = help_lines();
    let wide = keys.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or_default();
    let room = usize::from(model.layout.help.width).saturating_sub(wide + 3).max(10);
    let mut lines: Vec<Line<'_>> = legend(model).into_iter().chain([Line::default()]).collect();
    for (keys, help) in keys {
        let text = help.replace('`', "");
        for (number, part) in textwrap::wrap(&text, room).into_iter().enumerate() {
            let keys = if number == 0 { keys } else { "" };
            lines.push(Line::from(vec![
                Span::styled(format!("{keys:<wide$}"), model.theme.key()),
                Span::raw("  "),
                Span::raw(part.into_owned()),
            ]));
        }
    }
    lines
}

fn legend(model: &Model) -> Vec<Line<'static>> {
    let states = [
        CellState::Placed,
        CellState::Forced,
        CellState::Possible,
        CellState::Attacked,
        CellState::Impossible,
        CellState::Excluded,
        CellState::Unknown,
        CellState::Hole,
    ];
    let piece = model.session.rules().piece();
    let entry = |&state: &CellState| {
        let glyph = model.glyphs.cell(state, piece).to_string();
        [Span::styled(glyph, model.theme.cell(state)), Span::raw(format!(" {state}   "))]
    };
    // The longest pair of entries takes 27 columns.
    let per_line = if model.layout.help.width < 52 { 2 } else { 4 };
    states.chunks(per_line).map(|states| states.iter().flat_map(entry).collect()).collect()
}
