//! Handles the mouse.

use std::mem;

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use crate::input::Key;
use crate::model::{ExclusionDrag, Hit, Model, Overlay};
use crate::modes::{browse, graph, paint};
use crate::update::board::retract;
use crate::update::reaction::Reaction;
use crate::update::{pages, palette};
use app::operations::decisions::toggle;
use app::operations::{play, position};
use app::{Action, Notice};
use geometry::Cell;
use problem::{Assist, Value};
use session::CellState;

/// A mouse gesture over the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MouseInput {
    pub kind: MouseEventKind,
    /// The object under the mouse.
    pub hit: Option<Hit>,
    /// The value for which a pressed button stands: a piece for the left one, no piece for the right one.
    pub value: Option<Value>,
    /// Column and row of the screen.
    pub position: (u16, u16),
}

/// Handles a button, a motion or the wheel.
pub(super) fn handle_mouse(model: &mut Model, event: MouseEvent) -> Reaction {
    let hit = model.hit(event.column, event.row);
    let position = (event.column, event.row);
    let kind = match event.kind {
        // On trackpads, Control with the left button acts as the right button.
        MouseEventKind::Down(MouseButton::Left) if has_control(event) => {
            MouseEventKind::Down(MouseButton::Right)
        }
        MouseEventKind::Drag(MouseButton::Left) if has_control(event) => {
            MouseEventKind::Drag(MouseButton::Right)
        }
        MouseEventKind::Down(MouseButton::Left) if event.modifiers.contains(KeyModifiers::ALT) => {
            MouseEventKind::Down(MouseButton::Middle)
        }
        MouseEventKind::Moved => {
            model.view.pointer = Some(position);
            return Reaction::Done;
        }
        kind => kind,
    };
    let is_press = matches!(kind, MouseEventKind::Down(_));
    let asked_to_quit = is_press && mem::take(&mut model.view.asks_to_quit);
    let value = match kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Value::Placed),
        MouseEventKind::Down(MouseButton::Right) => Some(Value::Excluded),
        _ => None,
    };
    match hit.filter(|_| value == Some(Value::Placed)) {
        Some(Hit::Key(pressed) | Hit::Explained(pressed))
            if !asked_to_quit && quits(model, pressed) =>
        {
            model.overlay = Overlay::None;
            model.view.asks_to_quit = true;
            return model.say(Notice::ClickAgain).into();
        }
        Some(Hit::Key(pressed)) => return Reaction::Press(pressed.event()),
        Some(Hit::Command(word)) => return palette::run_word(model, word),
        Some(Hit::TaskLine(index)) => {
            let lesson = model.app.open_lesson();
            let line = lesson.and_then(|lesson| lesson.task_line(index)).map(str::to_owned);
            return line.map_or(Reaction::Done, |line| palette::run_word(model, &line));
        }
        _ => {}
    }
    match model.overlay {
        Overlay::None => {}
        Overlay::Palette(_) => return over_palette(model, kind, hit),
        Overlay::Keys { .. }
        | Overlay::Results { .. }
        | Overlay::Comparison { .. }
        | Overlay::Manual { .. } => return over_page(model, kind, hit),
    }
    if model.app.puzzle_request().is_some() {
        return Reaction::Done;
    }
    if model.app.is_paused() {
        if is_press {
            play::pause(&mut model.app);
        }
        return Reaction::Done;
    }
    let acts = is_press || matches!(kind, MouseEventKind::Drag(_));
    if let Some(hit @ (Hit::Cell(_) | Hit::Decision(_))) = hit.filter(|_| acts)
        && let Some(reason) = model.refusal(Action::PLACE)
    {
        // A click on the board of a solved puzzle moves the cursor, and changes no decision.
        if is_press {
            model.app.notice = None;
            model.view.exclusion_drag = None;
            match hit.try_as_cell() {
                Some(cell) => model.view.cursor = cell,
                None => model.refuse(reason),
            }
        }
        return Reaction::Done;
    }
    let mouse = MouseInput { kind, hit, value, position };
    if model.mode().behavior().take_mouse(model, mouse) {
        return Reaction::Done;
    }
    match wheel_motion(event) {
        Some((rows, _)) if matches!(hit, Some(Hit::List | Hit::Decision(_))) => {
            let last = model.view.hits.max_decisions_scroll;
            let scroll = model.view.list_scroll.min(last);
            model.view.list_scroll = scroll.saturating_add_signed(rows as isize).min(last);
        }
        Some((rows, _)) if is_over_graph(hit) && has_control(event) => {
            graph::zoom(model, rows > 0);
        }
        Some((rows, columns)) if is_over_graph(hit) => {
            graph::turn_wheel(model, rows, columns);
        }
        Some((rows, columns)) => {
            if !model.mode().behavior().turn_wheel(model, rows) {
                model.move_cursor_by(rows, columns);
            }
        }
        None => handle_board_mouse(model, mouse),
    }
    Reaction::Done
}

fn is_over_graph(hit: Option<Hit>) -> bool {
    matches!(hit, Some(Hit::Graph | Hit::GraphNode(_) | Hit::GraphMap))
}

fn has_control(event: MouseEvent) -> bool {
    event.modifiers.contains(KeyModifiers::CONTROL)
}

/// True if a displayed key quits the program when pressed.
fn quits(model: &Model, pressed: Key) -> bool {
    let scope = match model.overlay {
        Overlay::Keys { .. } | Overlay::Results { .. } | Overlay::Comparison { .. } => {
            model.scope_below()
        }
        _ => model.scope(),
    };
    model.view.keys.action(scope, pressed.event()) == Some(Action::QUIT)
}

/// Handles the mouse over the overview of keys, the results or the manual. Clicks do not reach the board. A
/// click closes the overview and the results, and a click on the name of a key also presses the key.
fn over_page(model: &mut Model, kind: MouseEventKind, hit: Option<Hit>) -> Reaction {
    let is_manual = matches!(model.overlay, Overlay::Manual { .. });
    let rows = if is_manual { WHEEL as isize } else { 1 };
    match kind {
        MouseEventKind::ScrollUp => pages::scroll(model, -rows),
        MouseEventKind::ScrollDown => pages::scroll(model, rows),
        MouseEventKind::Down(_) if !is_manual => {
            model.overlay = Overlay::None;
            if let Some(Hit::Explained(pressed)) = hit {
                return Reaction::Press(pressed.event());
            }
        }
        _ => {}
    }
    Reaction::Done
}

/// Handles the mouse over the palette. A click chooses an entry; a click outside closes the palette.
fn over_palette(model: &mut Model, kind: MouseEventKind, hit: Option<Hit>) -> Reaction {
    let Overlay::Palette(palette) = &mut model.overlay else { return Reaction::Done };
    match (kind, hit) {
        (MouseEventKind::ScrollUp, _) => drop(palette.move_selection(-1)),
        (MouseEventKind::ScrollDown, _) => drop(palette.move_selection(1)),
        (MouseEventKind::Down(MouseButton::Left), Some(Hit::Entry(index))) => {
            palette.chosen = Some(index);
            return palette::enter(model);
        }
        (MouseEventKind::Down(_), Some(Hit::AroundList)) => model.overlay = Overlay::None,
        _ => {}
    }
    Reaction::Done
}

/// Handles a button that is pressed, dragged or released over the board and its panel.
fn handle_board_mouse(model: &mut Model, mouse: MouseInput) {
    let MouseInput { kind, hit, value, position } = mouse;
    if matches!(kind, MouseEventKind::Down(_)) {
        paint::finish(model);
        paint::end_number(model);
        model.app.notice = None;
        model.view.exclusion_drag = None;
        let is_left = value == Some(Value::Placed);
        model.view.graph.drag = (is_left && is_over_graph(hit)).then_some(position);
        // Like a key that marks a node, a click on the graph ends the hint.
        model.app.hint.take_if(|_| is_over_graph(hit));
    }
    match (hit, value) {
        (Some(Hit::Decision(cell)), Some(_)) => retract(model, cell),
        _ if model.view.graph.drag.is_some() && matches!(kind, MouseEventKind::Drag(_)) => {
            graph::drag(model, position);
        }
        (Some(Hit::GraphNode(node)), Some(Value::Placed)) => graph::click(model, node),
        (Some(Hit::Graph), Some(Value::Placed)) => graph::go_near(model, position),
        (Some(Hit::GraphMap), Some(Value::Placed)) => graph::go_to_part(model, position),
        _ => model.mode().behavior().handle_mouse(model, mouse),
    }
    if matches!(kind, MouseEventKind::Up(_)) {
        (model.view.exclusion_drag, model.view.graph.drag) = (None, None);
    }
}

/// Handles a press in a mode that decides no cells: moves the cursor.
pub(crate) fn point(model: &mut Model, mouse: MouseInput) {
    if let (MouseEventKind::Down(_), Some(Hit::Cell(cell))) = (mouse.kind, mouse.hit) {
        model.view.cursor = cell;
    }
}

/// Handles a press or a drag on the board, where cells are decided.
pub(crate) fn decide(model: &mut Model, mouse: MouseInput) {
    match (mouse.hit, mouse.kind) {
        (Some(Hit::Cell(cell)), MouseEventKind::Drag(MouseButton::Left | MouseButton::Right)) => {
            extend_drag(model, cell);
        }
        _ => press(model, mouse),
    }
}

/// Handles a press on the board: shows a remaining solution, or decides a cell.
pub(crate) fn press(model: &mut Model, mouse: MouseInput) {
    match (mouse.hit, mouse.value) {
        (Some(Hit::Solution(index)), Some(Value::Placed)) => {
            let remaining = model.app.session.knowledge().remaining.as_deref();
            if let Some(solution) = remaining.and_then(|all| all.get(index)).cloned() {
                browse::show(model, solution);
            }
        }
        (Some(Hit::Cell(cell)), None)
            if mouse.kind == MouseEventKind::Down(MouseButton::Middle)
                && model.app.playing().is_some() =>
        {
            model.view.cursor = cell;
            let done = app::operations::play::mark(&mut model.app, cell);
            model.app.settle(done);
        }
        (Some(Hit::Cell(cell)), Some(value)) => {
            let is_sure = model.is_unambiguous_click(cell, mouse.position);
            model.view.cursor = cell;
            if is_sure && !(value == Value::Placed && position::take_answer(&mut model.app, cell)) {
                press_cell(model, cell, value);
            }
        }
        _ => {}
    }
}

/// Decides a cell, or changes or removes its decision, and records whether a drag that follows excludes or clears cells. While a
/// puzzle is played, a drag with the left button also excludes cells, and takes back the piece that its press placed.
fn press_cell(model: &mut Model, cell: Cell, value: Value) {
    let old_value = model.app.session.decisions().get(cell);
    let before = model.app.session.stamp();
    let puzzle_notice =
        if value == Value::Placed { play::click(&mut model.app, cell) } else { None };
    if let Err(reason) = puzzle_notice.unwrap_or_else(|| toggle(&mut model.app, cell, value)) {
        model.refuse(reason);
    }
    let drags = value == Value::Excluded || model.app.playing().is_some();
    let excludes = match (old_value, model.app.session.decisions().get(cell)) {
        (None, Some(Value::Excluded)) => true,
        (Some(Value::Excluded), None | Some(Value::Placed)) => false,
        (None, _) if value == Value::Placed => true,
        _ => return,
    };
    if drags {
        let stamp = model.app.session.stamp();
        model.view.exclusion_drag = Some(ExclusionDrag {
            cells: vec![cell],
            last_cell: cell,
            excludes,
            has_step: stamp != before,
            stamp,
        });
    }
}

/// Extends a drag to a cell and to all cells in between. The whole drag is one step. Each extension undoes
/// the step and makes it again.
fn extend_drag(model: &mut Model, cell: Cell) {
    let Some(drag) = &mut model.view.exclusion_drag else { return };
    // Another decision may have been made during the drag.
    if drag.last_cell == cell || drag.stamp != model.app.session.stamp() {
        return;
    }
    for passed in between(drag.last_cell, cell) {
        let is_forced = model.app.session.state(passed) == CellState::Forced
            && model.app.session.assist() == Assist::Full;
        if !(is_forced || drag.cells.contains(&passed)) {
            drag.cells.push(passed);
        }
    }
    drag.last_cell = cell;
    model.view.cursor = cell;
    model.app.notice = None;
    if !drag.has_step || model.app.session.undo() {
        drag.has_step = model.app.session.set_excluded(&drag.cells, drag.excludes);
    }
    drag.stamp = model.app.session.stamp();
}

/// The cells on the straight line from one cell to another, without the first cell.
pub(crate) fn between(from: Cell, to: Cell) -> Vec<Cell> {
    let [rows, columns] = [(from.row(), to.row()), (from.column(), to.column())]
        .map(|(from, to)| i32::from(to) - i32::from(from));
    let steps = rows.abs().max(columns.abs());
    let at = |start: u16, by: i32, step: i32| {
        // The nearest whole row or column.
        let moved = (2 * by * step + steps * by.signum()) / (2 * steps.max(1));
        u16::try_from(i32::from(start) + moved).unwrap_or(start)
    };
    (1..=steps)
        .map(|step| Cell::new(at(from.row(), rows, step), at(from.column(), columns, step)))
        .collect()
}

/// Number of lines, rows or columns that one notch of the wheel scrolls.
const WHEEL: i32 = 3;

/// The rows and columns by which a wheel event moves the cursor; `None` for other events.
fn wheel_motion(event: MouseEvent) -> Option<(i32, i32)> {
    let aside = event.modifiers.contains(KeyModifiers::SHIFT);
    match event.kind {
        MouseEventKind::ScrollUp if !aside => Some((WHEEL, 0)),
        MouseEventKind::ScrollDown if !aside => Some((-WHEEL, 0)),
        MouseEventKind::ScrollUp | MouseEventKind::ScrollLeft => Some((0, -WHEEL)),
        MouseEventKind::ScrollDown | MouseEventKind::ScrollRight => Some((0, WHEEL)),
        _ => None,
    }
}
