//! Performs the actions of the board.

use crossterm::event::KeyEvent;

use crate::app::notice::Notice;
use crate::input::{Action, Motion};
use crate::model::question::{Measure, SolutionChoice, Topic};
use crate::model::{DiagramView, Hit, Model, Overlay, Shading};
use crate::modes::Mode;
use crate::modes::{browse, graph, paint, prove, series, watch, ways};
use crate::update::message::{Effect, Exit};
use crate::update::question::{ask, ask_about, ask_consistency, ask_graph, ask_position};
use crate::update::{command_line, hint, lesson, play, replace};
use engine::{Completion, Objective};
use geometry::Cell;
use problem::Value;
use session::puzzle::beginning;
use session::{MessageList, NearestSize, Refusal, Wish};

/// Maximum number of board rules that a notice names.
const MOST_NAMED: usize = 6;

/// Minimum height, in rows, of a panel that has room for the diagram.
const WITH_DIAGRAM: u16 = 15;

/// The number of the signal for Ctrl-C.
const SIGINT: i32 = 2;

/// Number of cells by which an arrow with Shift moves the cursor.
const FAR: i32 = 10;

/// Performs an action of the board or of one of its modes. `event` is the key press that triggered it.
pub(super) fn perform(model: &mut Model, action: Action, event: KeyEvent) -> Vec<Effect> {
    match action {
        action if model.exceeds_assist(action) => model.refuse(Notice::ExceedsAssist),
        Action::Moving(motion) => handle_motion(model, motion),
        Action::Place if lesson::take_answer(model, model.view.cursor) => {}
        Action::Place => toggle(model, Value::Placed),
        Action::Exclude => toggle(model, Value::Excluded),
        Action::Anyway => return restore_wish(model),
        Action::Complete => return complete(model),
        Action::Best(aim) => return complete_best(model, aim),
        Action::Undo => {
            let was_playing = model.playing().is_some();
            if !model.app.session.undo() {
                model.refuse("nothing to undo");
            } else if was_playing && model.playing().is_none() {
                let redo = model.view.keys.key(Action::Redo);
                model.say(format!("this is the board before the puzzle; {redo} goes back"));
            }
        }
        Action::Redo => {
            if !model.app.session.redo() {
                model.refuse("nothing to redo");
            }
        }
        Action::Reset => {
            if !model.app.session.reset() {
                let only_givens = !model.app.session.decisions().is_empty();
                let text = if only_givens { "only givens remain" } else { "nothing is decided" };
                model.refuse(text);
            }
        }
        Action::Retract(number) => {
            match model.app.session.decision_lines().get(usize::from(number) - 1) {
                Some(line) => retract_at(model, number, &model.app.session.cells_of(line.clone())),
                None => model.say(format!("there is no decision {number}")),
            }
        }
        Action::HeatMap => {
            model.view.shading =
                model.view.shading.next(model.app.session.rules().weights().is_some());
            // Once the numbers are known, the legend explains the colours and no notice is needed.
            let session = &model.app.session;
            let is_counted = session.solutions().is_some() || session.estimate().is_some();
            let lacks = match model.view.shading {
                Shading::Heat | Shading::Percent if !is_counted => "counts",
                Shading::Costs if session.cheapest().is_none() => "the cheapest solutions",
                Shading::Heat | Shading::Percent if session.most_informative().is_none() => {
                    model.say("no cell is open: the heat map has nothing to show");
                    return Vec::new();
                }
                _ => return Vec::new(),
            };
            model.say(format!("the heat map needs {lacks}, which are not known"));
        }
        Action::Consistency if model.view.shading == Shading::Consistency => {
            model.view.shading = Shading::Off;
        }
        Action::Consistency => {
            model.view.shading = Shading::Consistency;
            return ask_consistency(model);
        }
        Action::Informative => match model.app.session.most_informative() {
            Some(cell) => model.view.cursor = cell,
            None if model.app.session.solutions().is_none() => {
                model.refuse("that needs counts, which are not known");
            }
            None => model.refuse("no cell is open: all is settled"),
        },
        Action::NextSolution => return browse::step(model, 1),
        Action::PreviousSolution => return browse::step(model, -1),
        Action::RandomSolution => return ask(model, Topic::Solution(SolutionChoice::Random(None))),
        Action::StillRight => return ask(model, Topic::StillRight),
        Action::Hint => return hint::go_on(model),
        Action::NextReason => return show_next_explanation(model),
        Action::Suppose => return hint::suppose(model),
        Action::Larger => enlarge(model, 1),
        Action::Smaller => enlarge(model, -1),
        Action::Copy => return copy(model),
        Action::Zoom => zoom(model),
        Action::Mouse => return switch_mouse(model),
        Action::Help => model.overlay = Overlay::Keys { first: 0 },
        Action::Paint => return paint::toggle(model),
        Action::Diagram => return show_diagram(model),
        Action::Adopt => model.mode.behavior().adopt(model),
        Action::Cancel => return cancel(model),
        Action::Choosing(action) => ways::perform(model, action),
        Action::Graphing(action) => return graph::perform(model, action),
        Action::Stepping(action) => return series::perform(model, action),
        Action::Proving(action) => return prove::perform(model, action, model.view.cursor),
        Action::Painting(action) => return paint::perform(model, action, event),
        Action::Watching(action) => return watch::perform(model, action),
        // Handled by the palette.
        Action::Command | Action::Begin(_) | Action::Search | Action::Typing(_) => {}
        Action::NextPuzzle => return play::request_next_puzzle(model),
        Action::Pause => play::pause(model),
        Action::Quit => return vec![Effect::Exit(Exit::Quit)],
        Action::Suspend => return suspend(model),
        Action::Interrupt => return vec![Effect::Exit(Exit::Signal(SIGINT))],
    }
    Vec::new()
}

/// Moves in the graph, in a list or on the board, depending on the mode.
fn handle_motion(model: &mut Model, motion: Motion) {
    if model.mode.behavior().travel(model, motion) {
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
pub(super) fn suspend(model: &mut Model) -> Vec<Effect> {
    play::stop_clock(model);
    vec![Effect::Suspend, Effect::Redraw]
}

/// Switches to the next view of the diagram.
fn show_diagram(model: &mut Model) -> Vec<Effect> {
    model.view.diagram = model.view.diagram.next();
    graph::name_view(model);
    let has_room =
        !model.view.layout.graph.is_empty() || model.view.layout.panel.height >= WITH_DIAGRAM;
    if model.view.diagram != DiagramView::Hidden && !has_room {
        model.say(Notice::NoRoomForDiagram);
    }
    ask_graph(model)
}

/// Decides the cell under the cursor, or removes its decision.
pub(super) fn toggle(model: &mut Model, value: Value) {
    let cell = model.view.cursor;
    let result = if model.app.session.decisions().get(cell).is_some() {
        model.app.session.retract(cell).map(drop).map_err(Notice::from)
    } else {
        decide(model, cell, value)
    };
    if let Err(notice) = result {
        model.refuse(notice);
    }
}

/// Gives a cell a value.
///
/// # Errors
/// A sentence that says why the decision is refused.
pub(super) fn decide(model: &mut Model, cell: Cell, value: Value) -> Result<(), Notice> {
    let assist = model.app.session.assist();
    let checked = model.app.session.check_with_assist(cell, value, assist);
    if value == Value::Placed && checked.is_ok() {
        play::check_mistake(model, cell)?;
    }
    let refused = model.app.session.decide_with_assist(cell, value, assist);
    refused.map_err(|refusal| match (&refusal, model.app.session.reason(cell)) {
        (Refusal::Impossible(_) | Refusal::Forced(_), Some(reason)) => {
            let because = reason.explanation.in_words(MOST_NAMED, &|group| model.group_name(group));
            format!("{cell} is {} {because}", model.app.session.state(cell)).into()
        }
        _ => refusal.into(),
    })
}

/// Leaves the current mode, or cancels the making of a puzzle.
fn cancel(model: &mut Model) -> Vec<Effect> {
    if model.puzzle_request().is_some() {
        model.mode = Mode::Board;
        return vec![Effect::CancelWork];
    }
    model.mode.behavior().cancel(model)
}

/// Cancels the present question, and asks about the position if it is not known yet.
pub(crate) fn cancel_awaited(model: &mut Model) -> Vec<Effect> {
    if model.app.session.knows_all_cells() {
        model.app.jobs.answering = None;
        return vec![Effect::CancelWork];
    }
    ask_position(model)
}

/// Decides the board by a solution that was shown.
pub(crate) fn complete_by(model: &mut Model, solution: &Completion) {
    model.mode = Mode::Board;
    if !model.app.session.complete(solution) {
        model.say("the board has these decisions already");
    }
}

/// Takes back all decisions of the list line that contains the cell, or shows why this is refused.
pub(super) fn retract(model: &mut Model, cell: Cell) {
    if let Err(refusal) = model.app.session.retract_line(cell) {
        model.refuse(refusal.to_string());
    }
}

/// Takes back the decisions of the list line with this number. Shows their cells in a notice if the line is not
/// visible.
fn retract_at(model: &mut Model, number: u8, cells: &[Cell]) {
    let Some(&cell) = cells.first() else { return };
    let is_listed = model.view.hits.contains(Hit::Decision(cell));
    retract(model, cell);
    if !is_listed && model.app.session.decisions().get(cell).is_none() {
        let undo = model.view.keys.key(Action::Undo);
        let cells = MessageList::of(cells).joined(" ");
        model.say(format!("decision {number}, {cells}, is taken back ({undo} undoes)"));
    }
}

/// Switches the handling of mouse clicks on or off.
fn switch_mouse(model: &mut Model) -> Vec<Effect> {
    model.view.mouse = !model.view.mouse;
    let key = model.view.keys.key(Action::Mouse);
    model.say(if model.view.mouse {
        "the board handles mouse clicks again".to_owned()
    } else {
        format!("mouse clicks go to the terminal now; {key} gives them back to the board")
    });
    vec![Effect::Mouse(model.view.mouse)]
}

/// Completes the board at any assist level. The user gives the puzzle up, but can undo the step.
fn complete(model: &mut Model) -> Vec<Effect> {
    if model.browsed().is_some() {
        model.mode.behavior().adopt(model);
        return Vec::new();
    }
    if model.has_full_assist() && model.app.session.solutions().is_some_and(|all| all.bits() == 0) {
        model.refuse("no solution: nothing to complete");
        return Vec::new();
    }
    if model.playing().is_some() {
        // Decisions of the player may be wrong.
        let puzzle = beginning(model.app.session.problem());
        return ask_about(model, puzzle, Topic::Completion);
    }
    ask(model, Topic::Completion)
}

/// Completes the board with the solution of fewest or most pieces.
pub(super) fn complete_by_pieces(model: &mut Model, aim: Objective) -> Vec<Effect> {
    model.mode = Mode::Board;
    ask(model, Topic::Best(aim, Measure::Pieces))
}

/// Completes the board with the cheapest or the most expensive solution.
fn complete_best(model: &mut Model, aim: Objective) -> Vec<Effect> {
    if model.app.session.rules().weights().is_none() {
        model.refuse("nothing says what pieces cost (':weight' or ':weights FILE' does)");
        return Vec::new();
    }
    model.mode = Mode::Board;
    ask(model, Topic::Best(aim, Measure::Cost))
}

/// Gives the cell under the cursor the value that it refuses, by taking back decisions that prevent the value.
/// If there are several smallest sets of such decisions, the user chooses a set first. On a board without
/// solutions and decisions, changes to the nearest size with a solution.
fn restore_wish(model: &mut Model) -> Vec<Effect> {
    if let Some(NearestSize::Found(size)) = model.app.session.knowledge().nearest_size {
        replace::set_size(model, size);
        return Vec::new();
    }
    let Some(wish) = model.app.session.wish(model.view.cursor) else {
        model.refuse("nothing stands in the way here");
        return Vec::new();
    };
    match model.app.session.restoration(model.view.cursor).map(|found| found.sets.len()) {
        Some(1) => ways::apply_restoration(model, 0),
        Some(_) => return ways::open_restorations(model),
        None if model.app.session.knowledge().reason(wish).is_none() => {
            model.app.awaits_reason = Some((wish, Action::Anyway));
            model.say("still looking for what to take back");
        }
        None => show_reason(model),
    }
    Vec::new()
}

/// Shows why the cell under the cursor refuses a value, and which key forces it.
fn show_reason(model: &mut Model) {
    let Some(reason) = model.app.session.reason(model.view.cursor) else {
        return model.refuse("what to take back is not known");
    };
    let because = reason.explanation.in_words(MOST_NAMED, &|group| model.group_name(group));
    model.say(if reason.restoration.is_some() {
        format!("it is so {because}; {} does it anyway", model.view.keys.key(Action::Anyway))
    } else if reason.interrupted.is_some() {
        format!("it is so {because}; what to take back is not known")
    } else {
        format!("taking back decisions cannot help: it is so {because}")
    });
}

/// Performs the action that waited for a reason.
pub(super) fn reason_found(model: &mut Model, wish: Wish) -> Vec<Effect> {
    let is_here = model.app.session.wish(model.view.cursor) == Some(wish);
    match model.app.awaits_reason.take_if(|(awaited, _)| *awaited == wish) {
        Some((_, Action::Anyway)) if is_here => show_reason(model),
        Some(_) if is_here => return show_next_explanation(model),
        _ => {}
    }
    Vec::new()
}

fn enlarge(model: &mut Model, by: i32) {
    match model.resized(by) {
        Ok(size) => replace::set_size(model, size),
        Err(error) => model.say(error.to_string()),
    }
}

/// Shows the next minimal explanation of the cell under the cursor. The first call searches for all explanations. After
/// the last one, an impossible cell has a further round: the contradiction that refutes a piece there.
pub(super) fn show_next_explanation(model: &mut Model) -> Vec<Effect> {
    let cell = model.view.cursor;
    if model.is_refutation_next() {
        model.app.explained = None;
        return hint::suppose(model);
    }
    let Some(wish) = model.app.session.wish(cell) else {
        model.say("only impossible, attacked and forced cells have reasons");
        return Vec::new();
    };
    if model.app.session.knowledge().reason(wish).is_none() {
        model.app.awaits_reason = Some((wish, Action::NextReason));
        model.say("still looking for the first reason");
        return Vec::new();
    }
    if model.app.session.reason(cell).is_none() {
        model.say("no reason was found in time");
        return Vec::new();
    }
    let Some(all) = model.app.session.explanations(cell).map(<[_]>::len) else {
        return ask(model, Topic::Explanations(wish));
    };
    // The panel shows the only explanation already.
    if all == 1 && model.may_be_proved() {
        return hint::suppose(model);
    }
    let number = model.app.session.show_next_explanation(cell).unwrap_or(1);
    model.app.explained = (number >= all).then(|| (model.app.session.stamp(), cell));
    let reason = model.app.session.reason(cell);
    let reason = reason.map_or_else(String::new, |it| {
        it.explanation.in_words(MOST_NAMED, &|group| model.group_name(group))
    });
    let told = match all {
        0 | 1 => format!("the only minimal explanation: {reason}"),
        _ => format!("explanation {number} of {all}: {reason}"),
    };
    let key = model.view.keys.key(Action::NextReason);
    let next = match number >= all {
        true if model.is_refutation_next() => format!("; {key} looks for a proof step by step"),
        true => "; there is no further one".to_owned(),
        false => format!("; {key}: the next one"),
    };
    model.say(format!("{told}{next}"));
    Vec::new()
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
fn copy(model: &mut Model) -> Vec<Effect> {
    let assist = model.app.session.assist();
    let text = match model.puzzle_alone().filter(|_| model.has_solved()) {
        Some(puzzle) => command_line::command_line(&puzzle, play::puzzle_assist(assist)),
        None => command_line::command_line(&model.completed_problem(), assist),
    };
    model.say(Notice::Copied { text: text.clone() });
    vec![Effect::Copy(text)]
}
