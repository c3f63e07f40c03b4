//! What the mouse does: it points at cells, decisions and keys.

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use crate::problem::Value;
use crate::tui::model::Model;
use crate::tui::model::hits::Hit;
use crate::tui::model::mode::{Mode, Overlay};
use crate::tui::update::board::{retract, toggle};
use crate::tui::update::message::Effect;
use crate::tui::update::{key, keys, paint};

/// A button, a motion or the wheel; what it does is what keys do, where it points.
pub(super) fn take(model: &mut Model, event: MouseEvent) -> Vec<Effect> {
    let (kind, hit) = (event.kind, model.hit(event.column, event.row));
    match (kind, hit, &model.overlay) {
        (MouseEventKind::Moved, ..) => model.pointer = Some((event.column, event.row)),
        (MouseEventKind::Down(MouseButton::Left), Some(Hit::Key(pressed)), _) => {
            return key(model, pressed.event());
        }
        (_, _, Overlay::Keys { first }) => return over_keys(model, *first, kind, hit),
        _ => match turned(event) {
            Some((rows, columns)) => model.walk(rows, columns),
            None => point(model, kind, hit, (event.column, event.row)),
        },
    }
    Vec::new()
}

/// Over the explanation of the keys, what lies below is not seen: like a key, a click closes it. On a key
/// that is explained it presses that.
fn over_keys(model: &mut Model, first: u16, kind: MouseEventKind, hit: Option<Hit>) -> Vec<Effect> {
    match (kind, hit) {
        (MouseEventKind::ScrollUp, _) => keys::scroll(model, first, -WHEEL),
        (MouseEventKind::ScrollDown, _) => keys::scroll(model, first, WHEEL),
        (MouseEventKind::Down(_), hit) => {
            model.overlay = Overlay::None;
            if let Some(Hit::Explained(pressed)) = hit {
                return key(model, pressed.event());
            }
        }
        _ => {}
    }
    Vec::new()
}

/// A button pressed, dragged or let go over the board and its panel.
fn point(model: &mut Model, kind: MouseEventKind, hit: Option<Hit>, position: (u16, u16)) {
    let cell = match hit {
        Some(Hit::Cell(cell)) => Some(cell),
        _ => None,
    };
    let is_press = matches!(kind, MouseEventKind::Down(_));
    if is_press {
        paint::finish(model);
        model.notice = None;
        if cell.is_some() {
            model.overlay = Overlay::None;
        }
    }
    let value = match kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Value::Placed),
        MouseEventKind::Down(MouseButton::Right) => Some(Value::Excluded),
        _ => None,
    };
    match (&model.mode, hit, value) {
        (_, Some(Hit::Decision(cell)), Some(_)) => retract(model, cell),
        (Mode::Paint(_), ..) => paint::mouse(model, kind, cell),
        (Mode::Watch(_), Some(Hit::Cell(cell)), _) if is_press => model.cursor = cell,
        (Mode::Board | Mode::Browse(_), Some(Hit::Cell(cell)), Some(value)) => {
            let is_sure = model.is_sure(cell, position);
            model.cursor = cell;
            if is_sure {
                toggle(model, value);
            }
        }
        _ => {}
    }
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
