//! The panel: its parts from top to bottom, a file each.

mod cell;
mod column;
mod decisions;
mod diagram;
mod position;
pub(super) mod search;
mod work;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{lens, print, shortened};
use crate::geometry::Cell;
use crate::tui::model::Model;
use crate::tui::model::hits::Hits;
use column::Column;

/// Where the lines on the position begin: below those on the cell under the cursor.
const POSITION: u16 = 4;

/// The cell under the cursor, the lens, the position, and the decisions or the diagram; or a search that
/// is watched. Returns the lowest left and the highest right cell of the lens, if there is one.
pub(super) fn render(buffer: &mut Buffer, model: &Model, hits: &mut Hits) -> Option<(Cell, Cell)> {
    let area = model.layout.panel;
    if area.height == 1 {
        let line = summary(model, area.width.into());
        print(buffer, area, line);
        return None;
    }
    let mut column = Column::new(buffer, area);
    if let Some(replay) = model.watched() {
        column.add_all(search::lines(model, replay));
        return None;
    }
    column.add_all(cell::lines(model));
    while column.rest.height > 0 && column.rest.y < area.y + POSITION {
        column.add(Line::default());
    }
    let room = Rect { height: column.rest.height.saturating_sub(LEFT), ..column.rest };
    let lens = lens::layout(model, room).map(|layout| {
        let corners = lens::render(column.buffer, model, &layout, hits);
        column.skip(layout.board.bottom() + 2);
        corners
    });
    column.add_all(position::lines(model));
    if model.growth.is_shown {
        let lines = diagram::lines(model, column.rest.width, column.rest.height);
        column.add_all(lines);
    } else {
        decisions::render(&mut column, model, hits);
    }
    lens
}

/// The lines below a lens.
const LEFT: u16 = 6;

/// What matters most in one line, where there is no panel: why there is no solution, or else the cell
/// under the cursor.
fn summary(model: &Model, width: usize) -> Line<'static> {
    let is_lost = model.tells_all() && model.session.is_satisfiable() == Some(false);
    let (mut line, rest) = if is_lost {
        (Line::styled(" ", model.look().alert()), position::no_solution(model))
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
