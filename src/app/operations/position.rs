//! The position: decisions on a cell, completions, and questions about it.

use super::brush::{Brush, paint};
use super::decisions::toggle;
use super::parameters::{CELL, CELL_WEIGHTS, EXACT, SEED, SOLUTION_COUNT, STATE, TOPIC, Topic};
use super::{Operation, Plain, Takes, With};
use crate::effect::{Effect, Exit};
use crate::jobs::{self, SolutionChoice};
use crate::lesson::Answer;
use crate::notice::{DecisionNotice, Measure, Notice, RulesNotice};
use crate::{App, Reply, Shading, command_line, playing};
use engine::Objective;
use files::toml_file::Quoted;
use geometry::Cell;
use problem::Value;
use session::CellState;
use session::puzzle::beginning;

/// The number of the signal for Ctrl-C.
const SIGINT: i32 = 2;

pub(super) static ROWS: &[Operation<App>] = &[
    Operation::new("complete", "complete", &Plain(complete))
        .unsolved()
        .here(|it, _| it.can_complete())
        .done("completed"),
    Operation::new("next-solution", "solutions", &Takes(&SOLUTION_COUNT, list)).reveals(),
    Operation::new("", "board", &Plain(nothing)).without_rules().shows_position(),
    Operation::new("diagram", "diagram", &Plain(nothing)).without_rules().reveals(),
    Operation::new("weigh", "weight", &Takes(&CELL_WEIGHTS, weigh)),
    Operation::new("", "help", &Takes(&TOPIC, help)).without_rules(),
    Operation::new("nothing", "", &Plain(nothing)).without_rules().in_pause(),
    Operation::new("jump", "", &Takes(&CELL, jump)).without_rules().in_pause().shows_position(),
    Operation::new("place", "", &Takes(&CELL, place_or_answer))
        .without_rules()
        .unsolved()
        .here(|it, cell| it.awaits_answer() || can_toggle(it, cell, Value::Placed)),
    Operation::new("exclude", "", &Takes(&CELL, |app, cell| toggle(app, cell, Value::Excluded)))
        .without_rules()
        .unsolved()
        .here(|it, cell| can_toggle(it, cell, Value::Excluded)),
    Operation::new("cheapest", "cheapest", &With(complete_best, Objective::Cheapest))
        .unsolved()
        .ever(has_weights)
        .here(|it, _| it.can_complete())
        .done("completed"),
    Operation::new("", "dearest", &With(complete_best, Objective::Dearest))
        .unsolved()
        .ever(has_weights)
        .here(|it, _| it.can_complete())
        .done("completed"),
    Operation::new("", "fewest", &With(complete_by_pieces, Objective::Cheapest))
        .unsolved()
        .done("completed"),
    Operation::new("", "most", &With(complete_by_pieces, Objective::Dearest))
        .unsolved()
        .done("completed"),
    Operation::new("heat-map", "", &Plain(show_heat_map)).without_rules().reveals().here(
        |it, _| {
            let is_on = !matches!(it.shading, Shading::Off | Shading::Consistency);
            is_on || has_counted_cells(it)
        },
    ),
    Operation::new("", "consistency", &Plain(show_consistency)).reveals().on_board(),
    Operation::new("informative", "best", &Plain(go_to_informative))
        .without_rules()
        .reveals()
        .here(|it, _| has_counted_cells(it)),
    Operation::new("random-solution", "random", &Takes(&SEED, ask_random))
        .reveals()
        .on_board()
        .here(|it, _| it.can_complete()),
    Operation::new("still-right", "right", &Plain(|app: &mut App| app.ask(jobs::StillRight)))
        .unsolved()
        .here(|it, _| !it.session.is_solved()),
    Operation::new("", "count", &Takes(&EXACT, count)).reveals(),
    Operation::new("", "cells", &Takes(&STATE, tell_cells)).on_board().shows_position(),
    Operation::new("", "steps", &Plain(|app: &mut App| app.ask(jobs::Steps))).reveals().on_board(),
    Operation::new("copy", "", &Plain(copy)),
    Operation::new("quit", "q", &Plain(quit)).without_rules().in_pause(),
    Operation::new("suspend", "", &Plain(suspend)).without_rules().in_pause(),
    Operation::new("interrupt", "", &Plain(interrupt)).without_rules().in_pause(),
];

/// Runs an empty line.
fn nothing(_: &mut App) {}

/// Goes to a cell: where the operation leads.
fn jump(app: &mut App, cell: Cell) {
    app.lead = Some(cell);
}

/// If a lesson asks for a cell, answers with this cell. Otherwise places a piece on the cell, or removes its decision.
fn place_or_answer(app: &mut App, cell: Cell) -> Result<(), Notice> {
    if take_answer(app, cell) { Ok(()) } else { toggle(app, cell, Value::Placed) }
}

/// Shows the next kind of heat map. Once its numbers are known, the legend explains the colours and no notice is needed.
fn show_heat_map(app: &mut App) {
    app.shading = app.shading.next(app.session.rules().weights().is_some());
    let session = &app.session;
    let is_counted =
        session.knowledge().solutions().is_some() || session.knowledge().estimate().is_some();
    let notice = match app.shading {
        Shading::Heat | Shading::Percent if !is_counted => DecisionNotice::HeatNeedsCounts,
        Shading::Costs if session.knowledge().cheapest().is_none() => {
            DecisionNotice::HeatNeedsCosts
        }
        Shading::Heat | Shading::Percent if session.most_informative().is_none() => {
            DecisionNotice::NoHeat
        }
        _ => return,
    };
    app.say(notice);
}

/// Shows or hides, for each impossible cell, the weakest filter that removes it.
fn show_consistency(app: &mut App) {
    app.shading = match app.shading {
        Shading::Consistency => Shading::Off,
        _ => Shading::Consistency,
    };
}

fn go_to_informative(app: &mut App) -> Result<(), Notice> {
    app.lead = app.session.most_informative();
    match (app.lead, app.session.knowledge().solutions()) {
        (Some(_), _) => Ok(()),
        (None, None) => Err(DecisionNotice::NeedsCounts.into()),
        (None, Some(_)) => Err(DecisionNotice::AllSettled.into()),
    }
}

fn ask_random(app: &mut App, seed: Option<u64>) {
    app.ask(jobs::Solution(SolutionChoice::Random(seed)));
}

/// Says how many solutions there are. A session in lines waits for the exact number if that is wanted.
fn count(app: &mut App, _: bool) {
    app.say(Notice::Told { sentence: app.session.solutions_in_words() });
}

/// Says which cells are in a state, or how many are in each.
fn tell_cells(app: &mut App, state: Option<CellState>) {
    let sentence = app.session.cells_in_words(state, app.session.assist());
    app.say(Notice::Told { sentence });
}

fn quit(app: &mut App) {
    app.emit(Effect::Exit(Exit::Quit));
}

/// Suspends the process, and redraws the board when the process continues.
pub fn suspend(app: &mut App) {
    playing::stop_clock(app);
    app.emit(Effect::Suspend);
    app.emit(Effect::Redraw);
}

fn interrupt(app: &mut App) {
    app.emit(Effect::Exit(Exit::Signal(SIGINT)));
}

/// True if a cell can get this value, or if its decision can be taken back.
fn can_toggle(app: &App, cell: Cell, value: Value) -> bool {
    let session = &app.session;
    match session.decisions().get(cell) {
        Some(_) => !session.decisions().is_given(cell),
        None => session.check_with_assist(cell, value, session.assist()).is_ok(),
    }
}

fn has_weights(app: &App) -> bool {
    app.session.rules().weights().is_some()
}

/// True if some cell is possible, and the solutions are counted or estimated.
fn has_counted_cells(app: &App) -> bool {
    let session = &app.session;
    let is_possible = |cell| session.state(cell) == CellState::Possible;
    (session.knowledge().solutions().is_some() || session.knowledge().estimate().is_some())
        && session.rules().size().iter().any(is_possible)
}

/// Completes the board with the solution of fewest or most pieces.
pub(crate) fn complete_by_pieces(app: &mut App, aim: Objective) {
    app.show_board();
    app.ask(jobs::Best(aim, Measure::Pieces));
}

/// Completes the board with the cheapest or the most expensive solution.
fn complete_best(app: &mut App, aim: Objective) {
    if app.session.rules().weights().is_none() {
        app.refuse(DecisionNotice::NoWeights);
        return;
    }
    app.show_board();
    app.ask(jobs::Best(aim, Measure::Cost));
}

/// Shows and copies the position as a command line; of a solved puzzle that is played, the puzzle without its solution.
fn copy(app: &mut App) {
    let assist = app.session.assist();
    let text = match app.puzzle_alone().filter(|_| app.has_solved()) {
        Some(puzzle) => command_line::command_line(&puzzle, playing::puzzle_assist(assist)),
        None => command_line::command_line(&app.completed_problem(), assist),
    };
    app.say(Notice::Copied { text: text.clone() });
    app.emit(Effect::Copy(text));
}

/// Takes a cell as the answer to the question of the present step; false if the step asks nothing.
pub fn take_answer(app: &mut App, cell: Cell) -> bool {
    let asks = app.awaits_answer();
    if let Some(lesson) = app.lesson.as_mut().filter(|_| asks) {
        lesson.answered = Some(Answer::Cells(vec![Quoted(cell)]));
    }
    asks
}

/// Completes the board at any assist level. A puzzle is given up by that; undoing the step opens it again.
pub fn complete(app: &mut App) {
    if app.has_full_assist()
        && app.session.knowledge().solutions().is_some_and(|all| all.bits() == 0)
    {
        app.refuse(DecisionNotice::NothingToComplete);
        return;
    }
    if app.playing().is_some() {
        // Decisions of the player may be wrong.
        let puzzle = beginning(app.session.problem());
        return app.ask_about(puzzle, jobs::Complete);
    }
    app.ask(jobs::Complete);
}

/// Lists the first remaining solutions, or different ones at random if they have no order.
fn list(app: &mut App, number: usize) {
    app.ask(jobs::Solutions(number));
}

/// Gives cells a cost.
///
/// # Errors
/// When no cost is named.
fn weigh(app: &mut App, weights: Option<(i64, Vec<Cell>)>) -> Result<(), Notice> {
    let (weight, cells) =
        weights.ok_or("'weight' needs a number, as in 'weight c4 7'".to_owned())?;
    set_weight(app, weight, cells);
    Ok(())
}

/// Gives cells this cost.
pub fn set_weight(app: &mut App, weight: i64, cells: Vec<Cell>) {
    paint(app, &cells, Brush::Weight(weight));
    if app.notice.is_none() {
        app.say(RulesNotice::Costs { cells, weight });
    }
}

/// Tells a page of the manual, the description of a word, or all words.
fn help(app: &mut App, topic: Topic) {
    match topic {
        Topic::Keys => app.reply(Reply::Words),
        Topic::Page(page) => app.reply(Reply::Page(page)),
        Topic::Word(sentence) => app.say(Notice::Told { sentence }),
    }
}
