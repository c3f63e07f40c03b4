//! The operations of the board: the cursor, decisions, questions about the position, and its look.

use crate::app::App;
use crate::app::jobs::{self, FindReason, Measure, Purpose, SolutionChoice};
use crate::app::notice::{DecisionNotice, Notice};
use crate::app::{DiagramView, Shading};
use crate::input::{Motion, Scope};
use crate::look::{ColorDepth, Theme};
use crate::model::{Hit, Model, Overlay};
use crate::modes::Mode;
use crate::modes::{browse, graph, paint, ways};
use crate::operations::decisions::toggle;
use crate::operations::parameters::{CELL, EXACT, SEED, SOLUTION_COUNT, STATE, THEME};
use crate::operations::{Operation, Plain, Takes, With, numbered};
use crate::operations::{command_line, replace};
use crate::update::message::{Effect, Exit};
use crate::update::{hint, lesson, pages, play};
use engine::{Completion, Objective, Rank};
use geometry::Cell;
use problem::Value;
use session::puzzle::beginning;
use session::{CellState, NearestSize};

/// Minimum height, in rows, of a panel that has room for the diagram.
const WITH_DIAGRAM: u16 = 15;

/// The number of the signal for Ctrl-C.
const SIGINT: i32 = 2;

/// Number of cells by which an arrow with Shift moves the cursor.
const FAR: i32 = 10;

/// A movement of the cursor, which keeps a hint.
const fn motion(name: &'static str, run: &'static With<Model, Motion, ()>) -> Operation {
    Operation::new(name, "", run).keeps_hint()
}

pub(super) static ROWS: &[Operation] = &[
    Operation::new("nothing", "", &Plain(nothing)).in_pause(),
    Operation::new("jump", "", &Takes(&CELL, jump)).in_pause().shows_position(),
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
    Operation::new("place", "", &Takes(&CELL, place_or_answer))
        .unsolved()
        .here(|it, cell| it.app.awaits_answer() || can_toggle(it, cell, Value::Placed)),
    Operation::new("exclude", "", &Takes(&CELL, toggle_excluded))
        .unsolved()
        .here(|it, cell| can_toggle(it, cell, Value::Excluded)),
    Operation::new("anyway", "anyway", &Takes(&CELL, restore_wish))
        .unsolved()
        .reveals()
        .here(can_restore)
        .shows_position()
        .done("decided anyway"),
    Operation::new("complete", "complete", &Plain(complete))
        .unsolved()
        .here(|it, _| it.browsed().is_some() || it.app.can_complete())
        .done("completed"),
    Operation::new("cheapest", "cheapest", &With(complete_best, Objective::Cheapest))
        .unsolved()
        .ever(has_weights)
        .here(|it, _| it.app.can_complete())
        .done("completed"),
    Operation::new("", "dearest", &With(complete_best, Objective::Dearest))
        .unsolved()
        .ever(has_weights)
        .here(|it, _| it.app.can_complete())
        .done("completed"),
    Operation::new("", "fewest", &With(complete_by_pieces, Objective::Cheapest))
        .unsolved()
        .done("completed"),
    Operation::new("", "most", &With(complete_by_pieces, Objective::Dearest))
        .unsolved()
        .done("completed"),
    Operation::new("heat-map", "", &Plain(show_heat_map)).reveals().here(|it, _| {
        let is_on = !matches!(it.app.shading, Shading::Off | Shading::Consistency);
        is_on || has_counted_cells(it)
    }),
    Operation::new("", "consistency", &Plain(show_consistency)).reveals().on_board(),
    Operation::new("informative", "best", &Plain(go_to_informative))
        .reveals()
        .here(|it, _| has_counted_cells(it)),
    Operation::new("next-solution", "solutions", &Takes(&SOLUTION_COUNT, browse_on))
        .reveals()
        .here(|it, _| can_browse(it)),
    Operation::new("previous-solution", "", &With(browse::step, -1))
        .reveals()
        .here(|it, _| it.browsed().is_none_or(|it| it.rank.is_some()) && can_browse(it)),
    Operation::new("random-solution", "random", &Takes(&SEED, ask_random))
        .reveals()
        .on_board()
        .here(|it, _| can_browse(it)),
    Operation::new("adopt", "", &Plain(adopt)).here(|it, _| {
        let is_in_search = || it.playback().is_some_and(|it| it.solution().is_some());
        it.browsed().is_some() || is_in_search()
    }),
    Operation::new("still-right", "right", &Plain(ask_still_right))
        .unsolved()
        .here(|it, _| !it.app.session.is_solved()),
    Operation::new("next-reason", "why", &Takes(&CELL, explain))
        .keeps_hint()
        .unsolved()
        .reveals()
        .here(|it, cell| it.app.session.wish(cell).is_some())
        .shows_position(),
    Operation::new("", "count", &Takes(&EXACT, count)).reveals(),
    Operation::new("", "cells", &Takes(&STATE, tell_cells)).on_board().shows_position(),
    Operation::new("", "steps", &Plain(ask_steps)).reveals().on_board(),
    Operation::new("larger", "", &With(enlarge, 1)).here(|it, _| it.app.resized(1).is_ok()),
    Operation::new("smaller", "", &With(enlarge, -1)).here(|it, _| it.app.resized(-1).is_ok()),
    Operation::new("command", "", &Plain(open_palette)).in_pause(),
    Operation::new("copy", "", &Plain(copy)),
    Operation::new("zoom", "", &Plain(zoom)),
    Operation::new("theme", "theme", &Takes(&THEME, set_theme))
        .in_pause()
        .current(|it| it.view.theme.to_string())
        .for_screens(),
    Operation::new("mouse", "", &Plain(switch_mouse)).in_pause(),
    Operation::new("diagram", "diagram", &Plain(show_diagram)).reveals(),
    Operation::new("cancel", "", &Plain(cancel)).in_pause().keeps_hint(),
    Operation::new("", "board", &Plain(leave_mode)).shows_position(),
    Operation::new("quit", "q", &Plain(quit)).in_pause(),
    Operation::new("suspend", "", &Plain(suspend)).in_pause(),
    Operation::new("interrupt", "", &Plain(interrupt)).in_pause(),
];

/// Takes back the decision with a number.
pub(super) static RETRACT: &[Operation] = &numbered!("retract", retract_number, has_line, unsolved);

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
        Motion::FarLeft => (0, -FAR),
        Motion::FarRight => (0, FAR),
        Motion::FarDown => (-FAR, 0),
        Motion::FarUp => (FAR, 0),
    };
    model.move_cursor_by(rows, columns);
}

/// Suspends the process, and redraws the board when the process continues.
pub(super) fn suspend(model: &mut Model) {
    play::stop_clock(model);
    model.app.emit(Effect::Suspend);
    model.app.emit(Effect::Redraw);
}

/// Switches to the next view of the diagram.
fn show_diagram(model: &mut Model) {
    model.app.diagram = model.app.diagram.next();
    graph::name_view(model);
    let has_room =
        !model.view.layout.graph.is_empty() || model.view.layout.panel.height >= WITH_DIAGRAM;
    if model.app.diagram != DiagramView::Hidden && !has_room {
        model.say(Notice::NoRoomForDiagram);
    }
}

/// Runs an empty line.
fn nothing(_: &mut Model) {}

fn open_palette(model: &mut Model) {
    model.open_palette("");
}

/// Goes to a cell: where the operation leads.
fn jump(_: &mut Model, _: Cell) {}

/// Takes the cell as an answer if a lesson asks for one; otherwise places a piece there, or removes its decision.
fn place_or_answer(model: &mut Model, cell: Cell) -> Result<(), Notice> {
    if lesson::take_answer(model, cell) {
        Ok(())
    } else {
        toggle(&mut model.app, cell, Value::Placed)
    }
}

fn toggle_excluded(model: &mut Model, cell: Cell) -> Result<(), Notice> {
    toggle(&mut model.app, cell, Value::Excluded)
}

/// True if the list of decisions has a line with this number.
fn has_line(model: &Model, number: u8) -> bool {
    usize::from(number) <= model.app.session.decision_lines().len()
}

/// Shows the next kind of heat map. Once its numbers are known, the legend explains the colours and no notice is needed.
fn show_heat_map(model: &mut Model) {
    model.app.shading = model.app.shading.next(model.app.session.rules().weights().is_some());
    let session = &model.app.session;
    let is_counted = session.solutions().is_some() || session.estimate().is_some();
    let notice = match model.app.shading {
        Shading::Heat | Shading::Percent if !is_counted => DecisionNotice::HeatNeedsCounts,
        Shading::Costs if session.cheapest().is_none() => DecisionNotice::HeatNeedsCosts,
        Shading::Heat | Shading::Percent if session.most_informative().is_none() => {
            DecisionNotice::NoHeat
        }
        _ => return,
    };
    model.say(notice);
}

/// Shows or hides, for each impossible cell, the weakest filter that removes it.
fn show_consistency(model: &mut Model) {
    model.app.shading = match model.app.shading {
        Shading::Consistency => Shading::Off,
        _ => Shading::Consistency,
    };
}

fn go_to_informative(app: &mut App) -> Result<(), Notice> {
    app.lead = app.session.most_informative();
    match (app.lead, app.session.solutions()) {
        (Some(_), _) => Ok(()),
        (None, None) => Err(DecisionNotice::NeedsCounts.into()),
        (None, Some(_)) => Err(DecisionNotice::AllSettled.into()),
    }
}

fn browse_on(model: &mut Model, _: usize) {
    browse::step(model, 1)
}

fn ask_random(model: &mut Model, seed: Option<u64>) {
    model.app.ask(jobs::Solution(SolutionChoice::Random(seed)))
}

fn ask_still_right(model: &mut Model) {
    model.app.ask(jobs::StillRight)
}

fn ask_steps(model: &mut Model) {
    model.app.ask(jobs::Steps)
}

/// Says how many solutions there are. A session in lines waits for the exact number if that is wanted.
fn count(model: &mut Model, _: bool) {
    model.say(Notice::Told { sentence: model.app.session.solutions_in_words() });
}

/// Says which cells are in a state, or how many are in each.
fn tell_cells(model: &mut Model, state: Option<CellState>) {
    let sentence = model.app.session.cells_in_words(state, model.app.session.assist());
    model.say(Notice::Told { sentence });
}

fn quit(app: &mut App) {
    app.emit(Effect::Exit(Exit::Quit));
}

fn interrupt(app: &mut App) {
    app.emit(Effect::Exit(Exit::Signal(SIGINT)));
}

/// True if a cell can get this value, or if its decision can be taken back.
fn can_toggle(model: &Model, cell: Cell, value: Value) -> bool {
    let session = &model.app.session;
    match session.decisions().get(cell) {
        Some(_) => !session.decisions().is_given(cell),
        None => session.check_with_assist(cell, value, session.assist()).is_ok(),
    }
}

fn can_restore(model: &Model, cell: Cell) -> bool {
    let knowledge = model.app.session.knowledge();
    if matches!(knowledge.nearest_size, Some(NearestSize::Found(_))) {
        return true;
    }
    // As long as the reason is unknown, taking back decisions may help.
    let may_help = |wish| match knowledge.reason(wish) {
        None => true,
        Some(reason) => reason.is_some_and(|reason| reason.restoration.is_some()),
    };
    model.app.session.wish(cell).is_some_and(may_help)
}

fn has_weights(model: &Model) -> bool {
    model.app.session.rules().weights().is_some()
}

/// True if some cell is possible, and the solutions are counted or estimated.
fn has_counted_cells(model: &Model) -> bool {
    let session = &model.app.session;
    let is_possible = |cell| session.state(cell) == CellState::Possible;
    (session.solutions().is_some() || session.estimate().is_some())
        && session.rules().size().iter().any(is_possible)
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
    // Esc only ends the hint.
    if model.app.hint.take().is_some() {
        return;
    }
    if model.app.puzzle_request().is_some() {
        model.enter(Mode::Board);
        return model.app.emit(Effect::CancelWork);
    }
    model.mode().behavior().cancel(model)
}

/// Leaves the current mode, if there is one.
fn leave_mode(model: &mut Model) {
    if !matches!(model.mode(), Mode::Board) {
        cancel(model);
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
    let lines = model.app.session.decision_lines();
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

/// Completes the board at any assist level. The user gives the puzzle up, but can undo the step.
fn complete(model: &mut Model) {
    if model.browsed().is_some() {
        adopt(model);
        return;
    }
    if model.app.has_full_assist()
        && model.app.session.solutions().is_some_and(|all| all.bits() == 0)
    {
        model.refuse(DecisionNotice::NothingToComplete);
        return;
    }
    if model.app.playing().is_some() {
        // Decisions of the player may be wrong.
        let puzzle = beginning(model.app.session.problem());
        return model.app.ask_about(puzzle, jobs::Complete);
    }
    model.app.ask(jobs::Complete)
}

/// Completes the board with the solution of fewest or most pieces.
pub(super) fn complete_by_pieces(model: &mut Model, aim: Objective) {
    model.enter(Mode::Board);
    model.app.ask(jobs::Best(aim, Measure::Pieces))
}

/// Completes the board with the cheapest or the most expensive solution.
fn complete_best(model: &mut Model, aim: Objective) {
    if model.app.session.rules().weights().is_none() {
        model.refuse(DecisionNotice::NoWeights);
        return;
    }
    model.enter(Mode::Board);
    model.app.ask(jobs::Best(aim, Measure::Cost))
}

/// Gives a cell the value that it refuses, by taking back decisions that prevent the value.
/// If there are several smallest sets of such decisions, the user chooses a set first. On a board without
/// solutions and decisions, changes to the nearest size with a solution.
fn restore_wish(model: &mut Model, cell: Cell) {
    if let Some(NearestSize::Found(size)) = model.app.session.knowledge().nearest_size {
        replace::set_size(&mut model.app, size);
        return;
    }
    let Some(wish) = model.app.session.wish(cell) else {
        model.refuse(DecisionNotice::NothingToRestore);
        return;
    };
    match model.app.session.restoration(cell).map(|found| found.sets.len()) {
        Some(1) => ways::apply_restoration(model, cell, 0),
        Some(_) => ways::open_restorations(model, cell),
        None if model.app.session.knowledge().reason(wish).is_none() => {
            model.app.jobs.want_reason(wish, Purpose::Restoration);
            model.say(DecisionNotice::LookingForRestoration);
        }
        None => show_reason(model, cell),
    }
}

/// Shows why a cell refuses a value, and which key forces it.
fn show_reason(model: &mut Model, cell: Cell) {
    let Some(reason) = model.app.session.reason(cell) else {
        return model.refuse(DecisionNotice::NoRestoration);
    };
    let is_known = reason.restoration.is_some() || reason.interrupted.is_none();
    let can_restore = is_known.then_some(reason.restoration.is_some());
    model.say(DecisionNotice::Reason { explanation: reason.explanation.clone(), can_restore });
}

/// Does what the person wanted when asking for a reason, if the cursor is still on its cell.
pub(super) fn reason_found(model: &mut Model, found: FindReason) {
    let cell = model.view.cursor;
    if model.app.session.wish(cell) != Some(found.wish) {
        return;
    }
    match found.purpose {
        Purpose::Knowledge => {}
        Purpose::Explanations => show_next_explanation(model, cell),
        Purpose::Restoration => show_reason(model, cell),
    }
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

/// Shows the next picture of the contradiction that is shown, or else the next explanation of a cell.
fn explain(model: &mut Model, cell: Cell) {
    if model.app.hint.as_ref().is_some_and(|shown| shown.picture.is_some()) {
        hint::go_forward(model);
        return;
    }
    model.app.hint = None;
    show_next_explanation(model, cell)
}

/// Shows the next minimal explanation of a cell. The first call searches for all explanations. After
/// the last one, an impossible cell has a further round: the contradiction that refutes a piece there.
pub(super) fn show_next_explanation(model: &mut Model, cell: Cell) {
    if model.app.is_refutation_next(cell) {
        model.app.session.restart_explanations();
        return hint::ask_supposition(model, cell);
    }
    let Some(wish) = model.app.session.wish(cell) else {
        model.say(DecisionNotice::NoReasonNeeded);
        return;
    };
    if model.app.session.knowledge().reason(wish).is_none() {
        model.app.jobs.want_reason(wish, Purpose::Explanations);
        model.say(DecisionNotice::LookingForReason);
        return;
    }
    if model.app.session.reason(cell).is_none() {
        model.say(DecisionNotice::NoReasonInTime);
        return;
    }
    let Some(all) = model.app.session.explanations(cell).map(<[_]>::len) else {
        return model.app.ask(jobs::Explanations(wish));
    };
    // The panel shows the only explanation already.
    if all == 1 && model.app.may_be_proved(cell) {
        return hint::ask_supposition(model, cell);
    }
    let number = model.app.session.show_next_explanation(cell).unwrap_or(1);
    let explanation = model.app.session.reason(cell).map(|reason| reason.explanation.clone());
    let has_proof = model.app.is_refutation_next(cell);
    model.say(DecisionNotice::Explained { explanation, number, all, has_proof });
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

/// Shows and copies the position as a command line; of a solved puzzle that is played, the puzzle without its solution.
fn copy(model: &mut Model) {
    let assist = model.app.session.assist();
    let text = match model.app.puzzle_alone().filter(|_| model.app.has_solved()) {
        Some(puzzle) => command_line::command_line(&puzzle, play::puzzle_assist(assist)),
        None => command_line::command_line(&model.app.completed_problem(), assist),
    };
    model.say(Notice::Copied { text: text.clone() });
    model.app.emit(Effect::Copy(text));
}
