//! What the mouse does: it points at cells, decisions and keys.

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::{key, paint, perform, replay, retract, scroll_help, toggle, walk};
use crate::problem::Value;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::view::{footer, help, panel};

/// A button, a motion or the wheel; what it does is what keys do, where it points.
pub(super) fn take(model: &mut Model, event: MouseEvent) -> Vec<Effect> {
    let (column, row) = (event.column, event.row);
    let is_click = matches!(event.kind, MouseEventKind::Down(_));
    if event.kind == MouseEventKind::Moved {
        model.pointer = Some((column, row));
        return Vec::new();
    }
    if event.kind == MouseEventKind::Down(MouseButton::Left)
        && let Some(event) = footer::key_at(model, column, row)
    {
        return key(model, event);
    }
    if let Some(first) = model.help {
        match event.kind {
            MouseEventKind::ScrollUp => scroll_help(model, first, -WHEEL),
            MouseEventKind::ScrollDown => scroll_help(model, first, WHEEL),
            // What lies below the help is not seen: like a key, a click closes it. It does no more
            // but on a key that is explained.
            MouseEventKind::Down(_) => {
                let action = help::action_at(model, column, row);
                model.help = None;
                return action.map_or_else(Vec::new, |action| perform(model, action));
            }
            _ => {}
        }
        return Vec::new();
    }
    if let Some((rows, columns)) = turned(event) {
        walk(model, rows, columns);
        return Vec::new();
    }
    if is_click {
        paint::finish(model);
        model.notice = None;
        if model.layout.cell_at(column, row).is_some() {
            model.command = None;
        }
    }
    // Nor is what lies below a notice, where nothing is found.
    let covered = model.layout.notice.contains((column, row).into());
    if covered || paint::mouse(model, event) {
        if covered && matches!(event.kind, MouseEventKind::Up(_)) {
            paint::finish(model);
        }
        return Vec::new();
    }
    let MouseEventKind::Down(button) = event.kind else { return Vec::new() };
    if model.replay.is_some() {
        replay::click(model, column, row);
        return Vec::new();
    }
    let value = match button {
        MouseButton::Left => Value::Placed,
        MouseButton::Right => Value::Excluded,
        MouseButton::Middle => return Vec::new(),
    };
    if let Some(cell) = model.layout.cell_at(column, row) {
        model.cursor = cell;
        toggle(model, value);
    } else if let Some(cell) = panel::decision_at(model, column, row) {
        retract(model, cell);
    }
    Vec::new()
}

/// How many lines of help, rows or columns a notch of the wheel goes.
const WHEEL: i32 = 3;

/// By how many rows and columns the wheel moves the cursor, if it is turned.
fn turned(event: MouseEvent) -> Option<(i32, i32)> {
    let aside = event.modifiers.contains(KeyModifiers::SHIFT);
    match event.kind {
        MouseEventKind::ScrollUp if !aside => Some((WHEEL, 0)),
        MouseEventKind::ScrollDown if !aside => Some((-WHEEL, 0)),
        MouseEventKind::ScrollUp | MouseEventKind::ScrollLeft => Some((0, -WHEEL)),
        MouseEventKind::ScrollDown | MouseEventKind::ScrollRight => Some((0, WHEEL)),
        _ => None,
    }
}
