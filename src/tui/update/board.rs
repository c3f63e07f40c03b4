//! The operations of the board: the cursor, decisions, questions about the position, and its look.

use std::str::FromStr;

use crate::input::{Motion, Scope};
use crate::look::{ColorDepth, Theme};
use crate::model::graph_view::GraphForm;
use crate::model::{Hit, Model, Overlay};
use crate::modes::{Mode, browse, graph, paint};
use crate::update::message::Effect;
use crate::update::pages;
use app::notice::{BoardNotice, DecisionNotice, Notice};
use app::operations::parameters::{SOLUTION_COUNT, with_nearest};
use app::operations::{Asks, Kind, Operation, Phrase, Plain, Takes, With, position};
use app::{DiagramView, numbered, playing, replace};
use engine::{Completion, Rank};
use geometry::Cell;

/// Minimum height, in rows, of a panel that has room for the diagram.
const MIN_ROWS_WITH_DIAGRAM: u16 = 15;

/// Number of cells by which an arrow with Shift moves the cursor.
const FAR_DISTANCE: i32 = 10;

static THEME: Kind<Theme> = Kind::new(|Phrase { text, .. }| {
    let unknown = |error: <Theme as FromStr>::Err| error.to_string();
    text.parse().map_err(|error| with_nearest(unknown(error), text, &Theme::NAMES))
})
.asks(Asks::ForOffered);

/// A movement of the cursor, which keeps a hint.
const fn motion(name: &'static str, run: &'static With<Model, Motion, ()>) -> Operation<Model> {
    Operation::new(name, "", run).keeps_hint().without_rules()
}

pub(super) static ROWS: &[Operation<Model>] = &[
    motion("left", &With(move_by, Motion::Left)),
    motion("down", &With(move_by, Motion::Down)),
    motion("up", &With(move_by, Motion::Up)),
    motion("right", &With(move_by, Motion::Right)),
    motion("first-column", &With(move_by, Motion::FirstColumn)),
    motion("last-column", &With(move_by, Motion::LastColumn)),
    motion("page-up", &With(move_by, Motion::PageUp)),
    motion("page-down", &With(move_by, Motion::PageDown)),
    motion("far-left", &With(move_by, Motion::FarLeft)),
    motion("far-down", &With(move_by, Motion::FarDown)),
    motion("far-up", &With(move_by, Motion::FarUp)),
    motion("far-right", &With(move_by, Motion::FarRight)),
    Operation::new("complete", "complete", &Plain(complete))
        .unsolved()
        .here(|it, _| it.browsed().is_some() || it.app.can_complete()),
    Operation::new("next-solution", "solutions", &Takes(&SOLUTION_COUNT, browse_on))
        .reveals()
        .here(|it, _| can_browse(it)),
    Operation::new("previous-solution", "", &With(browse::step, -1))
        .reveals()
        .here(|it, _| it.browsed().is_none_or(|it| it.rank.is_some()) && can_browse(it)),
    Operation::new("adopt", "", &Plain(adopt)).here(|it, _| {
        let is_in_search = || it.playback().is_some_and(|it| it.solution().is_some());
        it.browsed().is_some() || is_in_search()
    }),
    Operation::new("larger", "", &With(enlarge, 1))
        .without_rules()
        .here(|it, _| it.app.resized(1).is_ok()),
    Operation::new("smaller", "", &With(enlarge, -1))
        .without_rules()
        .here(|it, _| it.app.resized(-1).is_ok()),
    Operation::new("command", "", &Plain(|it: &mut Model| it.open_palette("")))
        .without_rules()
        .in_pause(),
    Operation::new("zoom", "", &Plain(zoom)).without_rules(),
    Operation::new("theme", "theme", &Takes(&THEME, set_theme))
        .without_rules()
        .in_pause()
        .current(|it| it.view.theme.to_string()),
    Operation::new("mouse", "", &Plain(switch_mouse)).without_rules().in_pause(),
    Operation::new("diagram", "diagram", &Plain(show_diagram)).without_rules().reveals(),
    Operation::new("cancel", "", &Plain(cancel)).without_rules().in_pause().keeps_hint(),
    Operation::new("", "board", &Plain(leave_mode)).without_rules(),
];

/// Takes back the decision with a number.
pub(super) static RETRACT: &[Operation<Model>] =
    &numbered!("retract", retract_number, has_line, unsolved);

/// Scrolls a page, or moves in the graph, in a list or on the board, depending on the mode.
fn move_by(model: &mut Model, motion: Motion) {
    if model.scope() == Scope::Keys {
        pages::travel(model, motion);
    } else if model.mode().behavior().travel(model, motion) {
    } else if is_far(motion) && model.has_graph_keys() && model.is_graph_cut() {
        graph::move_window(model, motion);
    } else {
        move_cursor(model, motion);
    }
}

/// True for motions by several cells, which exist only on the board.
pub(crate) const fn is_far(motion: Motion) -> bool {
    matches!(motion, Motion::FarLeft | Motion::FarRight | Motion::FarUp | Motion::FarDown)
}

/// Moves the cursor on the board.
fn move_cursor(model: &mut Model, motion: Motion) {
    paint::end_number(model);
    let page = i32::from(model.view.layout.view.0);
    let (rows, columns) = match motion {
        Motion::Left => (0, -1),
        Motion::Right => (0, 1),
        Motion::Down => (-1, 0),
        Motion::Up => (1, 0),
        Motion::FirstColumn => (0, i32::MIN),
        Motion::LastColumn => (0, i32::MAX),
        Motion::PageUp => (page, 0),
        Motion::PageDown => (-page, 0),
        Motion::FarLeft => (0, -FAR_DISTANCE),
        Motion::FarRight => (0, FAR_DISTANCE),
        Motion::FarDown => (-FAR_DISTANCE, 0),
        Motion::FarUp => (FAR_DISTANCE, 0),
    };
    let before = model.view.cursor;
    model.move_cursor_by(rows, columns);
    let is_page = matches!(motion, Motion::PageUp | Motion::PageDown);
    if is_page && model.view.cursor == before && !model.view.is_burst {
        model.say(BoardNotice::NothingScrolls);
    }
}

/// Switches to the next view of the diagram.
fn show_diagram(model: &mut Model) {
    let is_around = model.graph_form() == GraphForm::Around;
    if is_around && model.drawn_items().is_some() {
        model.view.graph.shows_whole = true;
        return;
    }
    model.view.graph.shows_whole = false;
    model.app.diagram = model.app.diagram.next();
    let awaits = model.awaits_graph();
    model.app.name_view(awaits);
    let has_room = !model.view.layout.graph.is_empty()
        || model.view.layout.panel.height >= MIN_ROWS_WITH_DIAGRAM;
    if model.app.diagram != DiagramView::Hidden && !has_room {
        model.say(Notice::NoRoomForDiagram);
    }
}

/// True if the list of decisions has a line with this number.
fn has_line(model: &Model, number: u8) -> bool {
    usize::from(number) <= model.app.session.history().decision_lines().len()
}

fn browse_on(model: &mut Model, _: usize) {
    browse::step(model, 1);
}

fn can_browse(model: &Model) -> bool {
    match model.browsed() {
        None => model.app.can_complete(),
        Some(Completion { rank: Some(Rank { total, .. }), .. }) => total.bits() > 1,
        Some(Completion { rank: None, .. }) => true,
    }
}

/// Closes the overlay, or leaves the current mode, or cancels the making of a puzzle.
fn cancel(model: &mut Model) {
    if !matches!(model.overlay, Overlay::None) {
        model.overlay = Overlay::None;
        return;
    }
    // Esc only ends the hint. If the cursor is still on the cell of the hint, it returns to its former cell.
    if let Some(shown) = model.app.hint.take() {
        let is_led = shown.hint.cells(session::Stage::What).first() == Some(&model.view.cursor);
        model.view.cursor = shown.left.filter(|_| is_led).unwrap_or(model.view.cursor);
        return;
    }
    if model.app.puzzle_request().is_some() {
        model.enter(Mode::Board);
        return model.app.emit(Effect::CancelWork);
    }
    model.mode().behavior().cancel(model);
}

/// Leaves the current mode, if there is one.
fn leave_mode(model: &mut Model) {
    if !matches!(model.mode(), Mode::Board) {
        cancel(model);
    }
}

/// Completes the board, or takes over the solution that is shown. Whoever plays a puzzle is asked first.
fn complete(model: &mut Model) {
    if model.browsed().is_some() {
        adopt(model);
    } else if !playing::asks_to_give_up(&mut model.app) {
        position::complete(&mut model.app);
    }
}

/// Turns the solution that is shown into decisions.
fn adopt(model: &mut Model) {
    model.mode().behavior().adopt(model);
}

/// Decides the board by a solution that was shown.
pub(crate) fn complete_by(model: &mut Model, solution: &Completion) {
    model.enter(Mode::Board);
    if !model.app.session.complete(solution) {
        model.say(DecisionNotice::DecidedAlready);
    }
}

/// Takes back all decisions of the list line that contains the cell, or shows why this is refused.
pub(super) fn retract(model: &mut Model, cell: Cell) {
    if let Err(refusal) = model.app.session.retract_line(cell) {
        model.refuse(refusal);
    }
}

/// Takes back the decisions of the list line with this number. Shows their cells in a notice if the line is not
/// visible.
fn retract_number(model: &mut Model, number: u8) {
    let lines = model.app.session.history().decision_lines();
    let Some(line) = lines.get(usize::from(number) - 1) else {
        return model.say(DecisionNotice::NoDecision { number });
    };
    let cells = model.app.session.cells_of(line.clone());
    let Some(&cell) = cells.first() else { return };
    let is_listed = model.view.hits.contains(Hit::Decision(cell));
    retract(model, cell);
    if !is_listed && model.app.session.decisions().get(cell).is_none() {
        model.say(DecisionNotice::LineTakenBack { number, cells });
    }
}

fn set_theme(model: &mut Model, theme: Theme) -> Result<(), Notice> {
    if model.view.depth == ColorDepth::None && theme != Theme::Monochrome {
        return Err(DecisionNotice::NoColors.into());
    }
    model.view.theme = theme;
    model.say(DecisionNotice::Themed { name: theme.to_string() });
    Ok(())
}

/// Switches the handling of mouse clicks on or off.
fn switch_mouse(model: &mut Model) {
    model.view.mouse = !model.view.mouse;
    model.say(DecisionNotice::Mouse { is_on: model.view.mouse });
    model.app.emit(Effect::Mouse(model.view.mouse));
}

/// Makes the graph larger or smaller while it is shown, else the board.
fn enlarge(model: &mut Model, by: i32) {
    if model.has_graph_keys() {
        return graph::zoom(model, by > 0);
    }
    match model.app.resized(by) {
        Ok(size) => replace::set_size(&mut model.app, size),
        Err(error) => model.say(error),
    }
}

/// The side of zoomed squares, in columns.
const ZOOMED: u16 = 6;

/// Toggles between enlarged and normal squares. If the enlarged squares do not fit, the board scrolls.
fn zoom(model: &mut Model) {
    if model.view.least_side > 1 {
        model.view.least_side = 1;
    } else if model.view.layout.side < ZOOMED {
        model.view.least_side = ZOOMED;
    } else {
        model.view.least_side = 2 * model.view.layout.side;
    }
}
