use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::print;
use crate::session::CellState;
use crate::tui::action::help_lines;
use crate::tui::model::Model;

/// All keys and what the glyphs mean, over the board.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    let keys = help_lines();
    let wide = keys.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or_default();
    let mut lines: Vec<Line<'_>> = legend(model).into_iter().chain([Line::default()]).collect();
    lines.extend(keys.into_iter().map(|(keys, help)| {
        Line::from(vec![
            Span::styled(format!("{keys:<wide$}"), model.theme.key()),
            Span::raw("  "),
            Span::raw(help.replace('`', "")),
        ])
    }));
    let window = buffer.area;
    let area =
        Rect { y: 1, height: window.height.saturating_sub(2), ..window }.intersection(window);
    Clear.render(area, buffer);
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        print(buffer, Rect { x: 1, y, height: 1, width: area.width.saturating_sub(1) }, line);
    }
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
    states.chunks(4).map(|states| states.iter().flat_map(entry).collect()).collect()
}
