use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::column::Column;
use crate::geometry::Cell;
use crate::problem::Value;
use crate::tui::model::Model;
use crate::tui::model::hits::{Hit, Hits};

/// The decisions in the order in which they were made; the last ones if they are too many.
pub(super) fn render(column: &mut Column<'_>, model: &Model, hits: &mut Hits) {
    let decisions = model.session.decisions();
    if decisions.is_empty() || column.rest.height < 2 {
        return;
    }
    let entry = |(number, (cell, value)): (usize, (Cell, Value))| {
        let word = match value {
            Value::Placed if decisions.is_given(cell) => "given",
            Value::Placed => "place",
            Value::Excluded => "exclude",
        };
        (cell, format!("  {} {word} {cell}", number + 1))
    };
    let entries: Vec<_> = decisions.iter().enumerate().map(entry).collect();
    let wide = entries.iter().map(|(_, text)| text.len() + 2).max().unwrap_or_default();
    let per_line = (usize::from(column.rest.width) / wide).max(1);
    let shown = entries.len().min((usize::from(column.rest.height) - 1) * per_line);
    let skipped = entries.len() - shown;
    column.add(Line::raw(match skipped {
        0 => "decisions".to_owned(),
        _ => format!("decisions (the last {shown})"),
    }));
    for entries in entries[skipped..].chunks(per_line) {
        for (x, (cell, text)) in (column.rest.x..).step_by(wide).zip(entries) {
            let area = Rect { x, width: text.len() as u16, height: 1, ..column.rest };
            hits.add(area, Hit::Decision(*cell));
        }
        let spans = entries.iter().map(|(_, text)| Span::raw(format!("{text:<wide$}")));
        column.add_fitting(spans.collect());
    }
}
