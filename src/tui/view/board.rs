use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use super::panel::search;
use super::{borders, print_at};
use crate::geometry::Cell;
use crate::session::CellState;
use crate::tui::model::layout::{Layout, Lines};
use crate::tui::model::mode::Mode;
use crate::tui::model::{Heat, Model};

/// Stands after a piece that is given.
pub(super) const GIVEN: &str = "'";

/// The cells in view, with row numbers at the left and column letters below.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    let layout = &model.layout;
    let (rows, columns) = layout.in_view();
    let columns: Vec<u16> = columns.collect();
    let size = model.session.rules().size();
    let digits = usize::from(Layout::label_width(size)) - 3;
    let watched = search::culprit(model);
    borders::render(buffer, model);
    for row in rows {
        for &column in &columns {
            draw(buffer, model, Cell::new(row, column));
        }
        if let Some(rect) = columns.first().and_then(|&first| layout.rect(Cell::new(row, first))) {
            let label = format!("{:>digits$}", u32::from(row) + 1);
            let style = emphasis(model, row == model.cursor.row());
            print_at(buffer, (1, rect.y + rect.height / 2), &label, style);
            if search::is_failing(model, Cell::new(row, columns[0])) {
                print_at(buffer, (0, rect.y + rect.height / 2), "!", model.theme.alert());
            }
        }
    }
    // Marks may stand in a column that neighbours share, the cursor's above all.
    let (rows, _) = layout.in_view();
    for cell in rows.flat_map(|row| columns.iter().map(move |&column| Cell::new(row, column))) {
        mark(buffer, model, cell, watched);
    }
    mark(buffer, model, model.cursor, watched);
    let longest = columns.last().map_or(0, |&last| Cell::column_name(last).len());
    for &column in &columns {
        let lowest = Cell::new(layout.corner.0 + 1 - layout.rows_in_view(), column);
        let (label, cursor) = (Cell::column_name(column), model.cursor.column());
        // Names too long for a column each stand at every other one, the cursor's among them.
        let is_shown = longest < usize::from(layout.form.pitch().0) || column % 2 == cursor % 2;
        if let Some(rect) = layout.rect(lowest).filter(|_| is_shown) {
            let x = rect.x + layout.form.middle().0 - label.len() as u16 / 2;
            let style = emphasis(model, column == cursor);
            print_at(buffer, (x, layout.board.bottom()), &label, style);
        }
    }
}

fn emphasis(model: &Model, is_strong: bool) -> Style {
    if is_strong { model.theme.strong() } else { model.theme.faint() }
}

fn draw(buffer: &mut Buffer, model: &Model, cell: Cell) {
    let Some(mut rect) = model.layout.rect(cell) else { return };
    let form = model.layout.form;
    let middle = (rect.x + form.middle().0, rect.y + form.middle().1);
    if form.lines == Lines::Bars {
        // The first column is the border's.
        (rect.x, rect.width) = (rect.x + 1, rect.width - 1);
    }
    // What is left to the user looks possible.
    let state = model.shown_state(cell).unwrap_or(CellState::Possible);
    let (text, mut style) = match &model.mode {
        Mode::Browse(solution) => browsed(model, state, solution.placed.contains(cell)),
        Mode::Watch(replay) => search::cell(model, replay, cell),
        Mode::Board | Mode::Paint(_) => match share(model, cell) {
            Some(share) => {
                let style = model.theme.cell(state).patch(model.theme.heat(share));
                (heat(model.heat, share), style)
            }
            None => glyph(model, state),
        },
    };
    let under_cursor = cell == model.cursor;
    if under_cursor {
        style = style.patch(model.theme.cursor());
    }
    // The region's ground comes first: what is on it keeps its own style but for the colours.
    let ground = ground(model, cell);
    let on_ground =
        |style: Style| ground.map_or(style, |background| model.theme.on_region(style, background));
    let has_foot = form.lines == Lines::Bars && borders::is_below(model, cell);
    if let Some(background) = ground {
        buffer.set_style(rect, Style::new().bg(background));
    }
    if has_foot {
        print_at(buffer, (rect.x, rect.y), &"_".repeat(rect.width.into()), on_ground(Style::new()));
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    let mut style = on_ground(style);
    let large = rect.height > 1;
    // A large cell shows a piece as a block, so that it weighs more than a mark.
    let piece = matches!(state, CellState::Placed | CellState::Forced);
    if large && (piece || under_cursor) {
        let inner = rect.inner(ratatui::layout::Margin::new(1, 0));
        if under_cursor {
            buffer.set_style(inner, style);
        }
    }
    if is_on_line(model, cell, state) {
        // Where borders are feet a line below would look like one of them.
        let mark = match form.lines {
            Lines::Bars => Modifier::REVERSED,
            Lines::None | Lines::Boxes => Modifier::UNDERLINED,
        };
        style = style.add_modifier(mark);
        let marked = ratatui::layout::Rect { y: middle.1, height: 1, ..rect };
        buffer.set_style(marked, Style::new().add_modifier(mark));
    }
    // Two digits stand on the middle and left of it, if there is room.
    let start = (middle.0 - u16::from(text.len() == 2 && middle.0 > rect.x), middle.1);
    print_at(buffer, start, &text, style);
}

/// Brackets around the cell under the cursor, and around the decisions behind its state; a sign at those
/// that are given.
fn mark(buffer: &mut Buffer, model: &Model, cell: Cell, watched: Option<Cell>) {
    let Some(rect) = model.layout.rect(cell) else { return };
    let (middle, reach) = (model.layout.form.middle(), model.layout.form.reach());
    // Two digits fill a small cell.
    let is_filled = reach == 1 && model.heat == Heat::Numbers;
    let has_room = !(is_filled && share(model, cell).is_some());
    let (left, right, style) =
        match (cell == model.cursor && has_room, is_culprit(model, cell, watched)) {
            (true, _) => (Some("["), "]", model.theme.strong()),
            (false, true) => (Some("("), ")", model.theme.alert()),
            // Where a bar stands beside the piece, the bar counts.
            (false, false) if is_given(model, cell) => {
                (None, GIVEN, model.theme.cell(CellState::Placed))
            }
            (false, false) => return,
        };
    let style =
        ground(model, cell).map_or(style, |background| model.theme.on_region(style, background));
    let (x, y) = (rect.x + middle.0, rect.y + middle.1);
    if let Some(left) = left {
        print_at(buffer, (x - reach, y), left, style);
        print_at(buffer, (x + reach, y), right, style);
    } else {
        print_at(buffer, (x + 1, y), right, style);
    }
}

fn is_given(model: &Model, cell: Cell) -> bool {
    let form = model.layout.form;
    let has_room = !(form.is_tight() && form.lines == Lines::Bars);
    has_room && model.problem().decisions().is_given(cell)
}

/// The share of the remaining solutions that have a piece there, where it is shown.
fn share(model: &Model, cell: Cell) -> Option<f64> {
    let is_shown = model.heat != Heat::Off
        && model.tells_all()
        && matches!(model.mode, Mode::Board | Mode::Paint(_));
    model.session.share(cell).filter(|_| is_shown)
}

/// The background of a cell in the heat map, else that of its region, if it has one.
fn ground(model: &Model, cell: Cell) -> Option<Color> {
    let heat = share(model, cell).and_then(|share| model.theme.heat(share).bg);
    if heat.is_some() {
        return heat;
    }
    let region = model.problem().rules().regions()?.region(cell)?;
    model.theme.region(model.colors.color(region)?)
}

fn glyph(model: &Model, state: CellState) -> (String, Style) {
    let glyph = model.glyphs.cell(state, model.session.rules().piece());
    (glyph.to_string(), model.theme.cell(state))
}

/// A cell while a solution is browsed: its pieces, those not placed yet as if they were forced.
fn browsed(model: &Model, state: CellState, has_piece: bool) -> (String, Style) {
    let shown = match state {
        CellState::Placed | CellState::Hole => state,
        _ if has_piece => CellState::Forced,
        _ => CellState::Possible,
    };
    let (text, style) = glyph(model, shown);
    (text, if shown == CellState::Possible { model.theme.faint() } else { style })
}

/// A share of the remaining solutions as a mark, the larger the heavier, or in percent.
fn heat(heat: Heat, share: f64) -> String {
    if heat == Heat::Numbers {
        return format!("{:2.0}", (share * 100.0).clamp(1.0, 99.0));
    }
    // Marks for shares up to 1/64, 1/16, 1/8, 1/4 and 1/2, and above.
    let marks = [(1.0 / 64.0, '.'), (1.0 / 16.0, ':'), (0.125, 'i'), (0.25, 'o'), (0.5, 'O')];
    let mark = marks.iter().find(|(most, _)| share <= *most);
    mark.map_or('@', |(_, mark)| *mark).to_string()
}

/// True if a piece where the mouse is and one on this cell would exclude each other.
fn is_on_line(model: &Model, cell: Cell, state: CellState) -> bool {
    let attacks = model.problem().rules().attacks();
    let hovered = model.hovered().filter(|_| state != CellState::Hole);
    hovered.is_some_and(|from| from != cell && attacks.exclude(from, cell))
}

/// True if the cell's decision is one of those that rule out what the cursor is at; while a search is
/// watched, if its piece does.
fn is_culprit(model: &Model, cell: Cell, watched: Option<Cell>) -> bool {
    if let Mode::Watch(_) = model.mode {
        return watched == Some(cell);
    }
    let reason = model.session.reason(model.cursor).filter(|_| model.tells_all());
    reason.is_some_and(|reason| reason.explanation.because.contains(&cell))
}
