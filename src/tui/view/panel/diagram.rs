//! The diagram's nodes per row, and from position to position, as bars.

use ratatui::text::Line;

use crate::tui::model::Model;

/// The fewest lines that say something.
const LEAST: usize = 6;

/// Lines for positions, their title included, where there are many rows.
const POSITIONS: usize = 5;

/// What there is to see, in so many columns and lines.
pub(super) fn lines(model: &Model, width: u16, height: u16) -> Vec<Line<'static>> {
    let (width, height) = (usize::from(width), usize::from(height));
    let faint = |text: &str| vec![Line::styled(text.to_owned(), model.look().faint())];
    if height < LEAST {
        return faint("a higher window has room for the diagram");
    }
    let mut lines = match model.session.knowledge().diagram() {
        Some(diagram) => {
            let usual = height - POSITIONS.min(height / 2) - 1;
            let room = if diagram.rows.len() + 3 <= height { diagram.rows.len() } else { usual };
            let rows = grouped(&diagram.rows, room);
            let title = format!("nodes per row, {} in all", diagram.nodes);
            bars(model, title, &rows, width)
        }
        None if model.work.is_some() => faint("the diagram is not known yet"),
        None => faint("the diagram of this position is not known"),
    };
    let room = height - lines.len();
    if room > 1 {
        let entries = model.growth.latest(room - 1);
        let entries: Vec<_> = entries.map(|entry| (entry.what.clone(), entry.nodes)).collect();
        if !entries.is_empty() {
            lines.extend(bars(model, "nodes click by click".to_owned(), &entries, width));
        }
    }
    lines
}

/// Rows with their nodes, the top one first; several as one where there is no line for each.
fn grouped(rows: &[usize], room: usize) -> Vec<(String, usize)> {
    let each = rows.len().div_ceil(room.max(1)).max(1);
    let chunks = (0..).step_by(each).zip(rows.chunks(each));
    let name = |first: usize, rows: &[usize]| match rows.len() {
        1 => format!("row {}", first + 1),
        more => format!("rows {}-{}", first + 1, first + more),
    };
    let named = chunks.map(|(first, rows)| (name(first, rows), rows.iter().sum()));
    let mut named: Vec<(String, usize)> = named.collect();
    named.reverse();
    named
}

fn bars(
    model: &Model,
    title: String,
    entries: &[(String, usize)],
    width: usize,
) -> Vec<Line<'static>> {
    let most = entries.iter().map(|&(_, nodes)| nodes).max().unwrap_or_default();
    let name = entries.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    let digits = most.to_string().len();
    let room = width.saturating_sub(name + digits + 6).min(24);
    let bar = |nodes: usize| "#".repeat((nodes * room).div_ceil(most.max(1)));
    let line = |(text, nodes): &(String, usize)| {
        format!("  {text:name$}  {nodes:>digits$}  {}", bar(*nodes))
    };
    let title = Line::styled(title, model.look().strong());
    std::iter::once(title)
        .chain(entries.iter().map(|entry| Line::raw(line(entry).trim_end().to_owned())))
        .collect()
}
