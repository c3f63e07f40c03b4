//! Paint mode: holes and regions, cell by cell or by dragging.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEventKind};

use crate::geometry::Cell;
use crate::problem::Problem;
use crate::tui::input::action::PaintAction;
use crate::tui::model::Model;
use crate::tui::model::mode::Mode;
use crate::tui::model::painting::{Brush, Painting, REST, painted};

/// Enters paint mode or leaves it.
pub(super) fn toggle(model: &mut Model) {
    model.mode = match model.mode {
        Mode::Paint(_) => Mode::Board,
        _ => Mode::Paint(Painting::default()),
    };
}

/// Performs an action of paint mode; the event is that of its key.
pub(super) fn perform(model: &mut Model, action: PaintAction, event: KeyEvent) {
    let Mode::Paint(painting) = &mut model.mode else { return };
    let (cursor, brush) = (model.cursor, painting.brush);
    match (action, event.code) {
        (PaintAction::Region, KeyCode::Char(letter)) => painting.brush = Brush::Region(letter),
        (PaintAction::Region, _) => {}
        (PaintAction::Hole, _) => painting.brush = Brush::Hole,
        (PaintAction::Cell, _) => paint(model, &[cursor], brush),
        (PaintAction::Fill, _) => paint(model, &[cursor], Brush::Filling),
    }
}

/// A mouse button pressed, dragged or let go over a cell, or over none.
pub(super) fn mouse(model: &mut Model, kind: MouseEventKind, cell: Option<Cell>) {
    let Mode::Paint(painting) = &model.mode else { return };
    match (kind, cell) {
        (MouseEventKind::Down(MouseButton::Left), Some(cell)) => stroke(model, cell),
        // Cells that are passed are painted once.
        (MouseEventKind::Drag(MouseButton::Left), Some(cell))
            if painting.stroke.is_some() && cell != model.cursor =>
        {
            stroke(model, cell);
        }
        (MouseEventKind::Up(MouseButton::Left), _) => finish(model),
        (MouseEventKind::Down(MouseButton::Right), Some(cell)) => {
            model.cursor = cell;
            paint(model, &[cell], Brush::Filling);
        }
        _ => {}
    }
}

/// Paints a cell as part of a stroke, which is shown at once and counts when it ends.
fn stroke(model: &mut Model, cell: Cell) {
    model.cursor = cell;
    let problem = model.problem().clone();
    let Mode::Paint(painting) = &mut model.mode else { return };
    match painted(&problem, cell, painting.brush) {
        Ok(problem) => painting.stroke = Some(problem),
        Err(refusal) => {
            painting.stroke = Some(problem);
            model.notice = Some(refusal.to_string());
        }
    }
}

/// Ends a stroke: all that it painted is one step.
pub(super) fn finish(model: &mut Model) {
    let Mode::Paint(painting) = &mut model.mode else { return };
    if let Some(problem) = painting.stroke.take() {
        set_problem(model, problem);
    }
}

/// Paints cells, as one step.
pub(super) fn paint(model: &mut Model, cells: &[Cell], brush: Brush) {
    let grid = model.session.rules().grid();
    let standing = cells.iter().find(|&&cell| !grid.is_hole(cell));
    if let (Brush::Filling, Some(cell)) = (brush, standing) {
        model.notice = Some(format!("{cell} is no hole"));
        return;
    }
    let problem = model.session.problem().clone();
    match cells.iter().try_fold(problem, |problem, &cell| painted(&problem, cell, brush)) {
        Ok(problem) => set_problem(model, problem),
        Err(refusal) => model.notice = Some(refusal.to_string()),
    }
}

/// Goes on with what was painted, and says what the first region has made of the other cells.
fn set_problem(model: &mut Model, problem: Problem) {
    let had_regions = model.session.rules().regions().is_some();
    model.session.set_problem(problem);
    if !had_regions && model.session.rules().regions().is_some() {
        let rule = "':rules rows,columns,regions' asks for a piece in each region";
        model.notice = Some(format!("all other cells are region {REST} now; {rule}"));
    }
}
