//! Paint mode: holes and regions, cell by cell or by dragging.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::perform;
use crate::geometry::Cell;
use crate::tui::action::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::paint::{Brush, Painting, REST, painted};

/// Enters paint mode or leaves it.
pub(super) fn toggle(model: &mut Model) {
    model.solution = None;
    model.painting = if model.painting.is_some() { None } else { Some(Painting::default()) };
}

/// A key while the board is in paint mode.
pub(super) fn key(model: &mut Model, event: KeyEvent) -> Vec<Effect> {
    let Some(painting) = &mut model.painting else { return Vec::new() };
    let cursor = model.cursor;
    match event.code {
        KeyCode::Esc => model.painting = None,
        KeyCode::Backspace | KeyCode::Delete => once(model, &[cursor], Brush::Filling),
        KeyCode::Char(' ') | KeyCode::Enter => {
            let brush = painting.brush;
            once(model, &[cursor], brush);
        }
        KeyCode::Char(character) if !event.modifiers.contains(KeyModifiers::CONTROL) => {
            match (character, Brush::of(character)) {
                (_, Some(brush)) => painting.brush = brush,
                ('?', _) => return perform(model, Action::Help),
                (':', _) => return perform(model, Action::Command),
                _ => {}
            }
        }
        // As the footer has it, whatever else is bound.
        KeyCode::Char('u') => return perform(model, Action::Undo),
        KeyCode::Char('r') => return perform(model, Action::Redo),
        // Arrows and the like, and those with Control.
        _ => {
            return model.keys.action(event).map_or_else(Vec::new, |action| perform(model, action));
        }
    }
    Vec::new()
}

/// A mouse button pressed, dragged or let go while the board is in paint mode; tells whether that
/// was about a cell.
pub(super) fn mouse(model: &mut Model, event: MouseEvent) -> bool {
    let at = model.layout.cell_at(event.column, event.row);
    let Some(painting) = &model.painting else { return false };
    match (event.kind, at) {
        (MouseEventKind::Down(MouseButton::Left), Some(cell)) => {
            stroke(model, cell);
        }
        // Cells that are passed are painted once.
        (MouseEventKind::Drag(MouseButton::Left), Some(cell))
            if painting.stroke.is_some() && cell != model.cursor =>
        {
            stroke(model, cell);
        }
        (MouseEventKind::Drag(MouseButton::Left), _) => {}
        (MouseEventKind::Up(MouseButton::Left), _) => finish(model),
        (MouseEventKind::Down(MouseButton::Right), Some(cell)) => {
            model.cursor = cell;
            once(model, &[cell], Brush::Filling);
        }
        _ => return false,
    }
    true
}

/// Paints a cell as part of a stroke, which is shown at once and counts when it ends.
fn stroke(model: &mut Model, cell: Cell) {
    model.cursor = cell;
    let problem = model.problem().clone();
    let Some(painting) = &mut model.painting else { return };
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
    let stroke = model.painting.as_mut().and_then(|painting| painting.stroke.take());
    if let Some(problem) = stroke {
        let had_regions = model.session.rules().regions().is_some();
        model.session.set_problem(problem);
        introduce(model, had_regions);
    }
}

/// Paints cells, as one step.
pub(super) fn once(model: &mut Model, cells: &[Cell], brush: Brush) {
    let rules = model.session.rules();
    let had_regions = rules.regions().is_some();
    let standing = cells.iter().find(|&&cell| !rules.grid().is_hole(cell));
    if let (Brush::Filling, Some(cell)) = (brush, standing) {
        model.notice = Some(format!("{cell} is no hole"));
        return;
    }
    let problem = model.session.problem().clone();
    match cells.iter().try_fold(problem, |problem, &cell| painted(&problem, cell, brush)) {
        Ok(problem) => {
            model.session.set_problem(problem);
            introduce(model, had_regions);
        }
        Err(refusal) => model.notice = Some(refusal.to_string()),
    }
}

/// Says what the first region has made of the other cells.
fn introduce(model: &mut Model, had_regions: bool) {
    if !had_regions && model.session.rules().regions().is_some() {
        let rule = "':rules rows,columns,regions' asks for a piece in each region";
        model.notice = Some(format!("all other cells are region {REST} now; {rule}"));
    }
}
