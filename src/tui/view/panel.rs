//! The panel: its parts from top to bottom, a file each.

mod cell;
mod column;
mod decisions;
mod diagram;
mod position;
pub(super) mod search;
mod work;

use ratatui::buffer::Buffer;
use ratatui::text::Line;

use super::shortened;
use crate::tui::model::Model;
use crate::tui::model::hits::Hits;
use column::Column;

/// Where the lines on the position begin: below those on the cell under the cursor.
const POSITION: u16 = 4;

/// The cell under the cursor, the position, and the decisions or the diagram; or a search that is watched.
pub(super) fn render(buffer: &mut Buffer, model: &Model, hits: &mut Hits) {
    let area = model.layout.panel;
    let mut column = Column::new(buffer, area);
    if let Some(replay) = model.watched() {
        return column.add_all(search::lines(model, replay));
    }
    column.add_all(cell::lines(model));
    let is_beside = area.y == model.layout.board.y;
    while is_beside && column.rest.height > 0 && column.rest.y < area.y + POSITION {
        column.add(Line::default());
    }
    column.add_all(position::lines(model));
    if model.growth.is_shown {
        let lines = diagram::lines(model, column.rest.width, column.rest.height);
        column.add_all(lines);
    } else {
        decisions::render(&mut column, model, hits);
    }
}

/// What matters most in one line, where there is no panel: why there is no solution, or else the cell
/// under the cursor.
pub(super) fn summary(model: &Model, width: usize) -> Line<'static> {
    let is_lost = model.tells_all() && model.session.is_satisfiable() == Some(false);
    let (mut line, rest) = if is_lost {
        (Line::styled(" ", model.theme.alert()), position::no_solution(model))
    } else {
        let mut lines = cell::lines(model).into_iter();
        let mut line = Line::raw(" ");
        line.extend(lines.next().into_iter().flatten());
        let rest: Vec<_> = lines.map(|line| line.to_string().trim().to_owned()).collect();
        if !rest.is_empty() {
            line.push_span("  ");
        }
        (line, rest)
    };
    line.push_span(shortened(&rest.join("; "), width.saturating_sub(line.width() + 1)));
    line
}
