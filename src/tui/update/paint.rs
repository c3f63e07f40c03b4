//! Paint mode: holes and regions, cell by cell or by dragging.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEventKind};

use crate::input::PaintAction;
use crate::model::painting::{Brush, Painting, REST, painted};
use crate::model::{Mode, Model};
use geometry::Cell;
use problem::{GroupId, Problem};

/// Enters paint mode or leaves it.
pub(super) fn toggle(model: &mut Model) {
    model.mode = match model.painting() {
        Some(_) => Mode::Board,
        None => Mode::Paint(Painting::default()),
    };
}

/// Performs an action of paint mode; `event` is the key that was pressed.
pub(super) fn perform(model: &mut Model, action: PaintAction, event: KeyEvent) {
    let cursor = model.cursor;
    let Some(painting) = model.painting_mut() else { return };
    let brush = painting.brush;
    match (action, event.code) {
        (PaintAction::Region, KeyCode::Char(letter)) => painting.brush = Brush::Region(letter),
        (PaintAction::Region, _) => {}
        (PaintAction::Hole, _) => painting.brush = Brush::Hole,
        (PaintAction::Cell, _) => paint(model, &[cursor], brush),
        (PaintAction::Fill, _) => paint(model, &[cursor], Brush::Filling),
    }
}

/// Handles a mouse button that is pressed, dragged or released. `cell` is the cell under the mouse, if any.
pub(super) fn mouse(model: &mut Model, kind: MouseEventKind, cell: Option<Cell>) {
    let Some(painting) = model.painting() else { return };
    match (kind, cell) {
        (MouseEventKind::Down(MouseButton::Left), Some(cell)) => stroke(model, cell),
        // A drag paints a cell only once.
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

/// Paints a cell as part of a stroke. The board shows the stroke, which becomes one step when the button is released.
fn stroke(model: &mut Model, cell: Cell) {
    model.cursor = cell;
    let problem = model.problem().clone();
    let Some(painting) = model.painting_mut() else { return };
    match painted(&problem, cell, painting.brush) {
        Ok(problem) => painting.stroke = Some(problem),
        Err(refusal) => {
            painting.stroke = Some(problem);
            model.say(refusal.to_string());
        }
    }
}

/// Ends the current stroke, which becomes one step.
pub(super) fn finish(model: &mut Model) {
    if let Some(problem) = model.painting_mut().and_then(|painting| painting.stroke.take()) {
        set_problem(model, problem);
    }
}

/// Paints cells, as one step.
pub(super) fn paint(model: &mut Model, cells: &[Cell], brush: Brush) {
    let grid = model.session.rules().grid();
    let standing = cells.iter().find(|&&cell| !grid.is_hole(cell));
    if let (Brush::Filling, Some(cell)) = (brush, standing) {
        return model.say(format!("{cell} is no hole"));
    }
    let problem = model.session.problem().clone();
    match cells.iter().try_fold(problem, |problem, &cell| painted(&problem, cell, brush)) {
        Ok(problem) => set_problem(model, problem),
        Err(refusal) => model.say(refusal.to_string()),
    }
}

/// Replaces the problem. If the first region was drawn, all other cells are in a second region, which a notice names.
fn set_problem(model: &mut Model, problem: Problem) {
    let had_regions = model.session.rules().regions().is_some();
    model.session.set_problem(problem);
    model.region_colors.follow(model.session.rules());
    if !had_regions && model.session.rules().regions().is_some() {
        let rule = "':rules rows,columns,regions' asks for a piece in each region";
        let rest = model.group_name(GroupId::Region(REST));
        model.say(format!("all other cells are {rest} now; {rule}"));
    }
}
