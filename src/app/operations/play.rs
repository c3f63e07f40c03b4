//! Puzzles that are played against the clock.

use std::mem;

use crate::effect::Effect;
use crate::job::AnyJob;
use crate::jobs::{self, DrawnPuzzle, MakeGame};
use crate::memo::Memo;
use crate::notice::{DecisionNotice, GameNotice, Notice};
use crate::operations::parameters::{ASSIST, CELL, PLAY, PUZZLE, SETTING, STARS};
use crate::operations::{Operation, Plain, Takes, decisions};
use crate::playing::{
    continue_puzzle, give_up, play, play_board, play_opened, puzzle_assist, stop_clock,
};
use crate::{
    App, Click, Forfeit, NextPuzzle, Origin, PlayOrder, PuzzleOrder, Reply, Setting, SettingChange,
};
use export::face::CandidateMark;
use files::FileError;
use geometry::Cell;
use problem::{Assist, BoardFile, Problem, Rules, Value, link_title};
use session::puzzle::{PuzzleSpec, Results, is_puzzle, star_battle};

pub(super) static ROWS: &[Operation<App>] = &[
    Operation::new("puzzle", "play", &Takes(&PLAY, start)).in_pause(),
    Operation::new("", "puzzle", &Takes(&PUZZLE, make)),
    Operation::new("next-puzzle", "", &Plain(request_next_puzzle)).ever(is_played),
    Operation::new("pause", "pause", &Plain(pause)).in_pause().ever(is_played),
    Operation::new("mark", "mark", &Takes(&CELL, mark))
        .ever(is_played)
        .here(|it, cell| it.session.decisions().get(cell).is_none()),
    Operation::new("", "stars", &Takes(&STARS, set_stars)),
    Operation::new("", "set", &Takes(&SETTING, set)).without_rules(),
    Operation::new("", "assist", &Takes(&ASSIST, set_assist))
        .current(|it| it.session.assist().to_string()),
    Operation::new("", "results", &Plain(|app: &mut App| app.emit(Effect::ReadResults))),
];

/// Changes the mark of an undecided cell: a dot, then a ring, then none.
///
/// # Errors
/// When no puzzle is played, or the cell is decided.
pub fn mark(app: &mut App, cell: Cell) -> Result<(), Notice> {
    if let Some(decided) = app.session.decisions().get(cell) {
        return Err(DecisionNotice::Already { cell, value: decided, is_other: false }.into());
    }
    let present = app.playing().and_then(|game| game.marks.get(cell));
    let next = match present {
        None => Some(CandidateMark::Dot),
        Some(CandidateMark::Dot) => Some(CandidateMark::Ring),
        Some(CandidateMark::Ring) => None,
    };
    app.mark_candidate(cell, next);
    Ok(())
}

fn is_played(app: &App) -> bool {
    app.playing().is_some()
}

/// Plays the present board, or makes a puzzle and plays it.
///
/// # Errors
/// When the unfinished puzzle is not known.
fn start(app: &mut App, order: PlayOrder) -> Result<(), Notice> {
    match order {
        PlayOrder::Puzzle { wanted, seed } => begin(app, wanted, seed),
        PlayOrder::Board => play_board(app, None),
        PlayOrder::Own(side) => draw_own(app, side),
        PlayOrder::Continue(number) => return continue_puzzle(app, number),
    }
    Ok(())
}

/// Opens an empty board, and lets the user paint its regions.
fn draw_own(app: &mut App, side: u16) {
    let left = app.unfinished_here();
    let problem = Problem::new(Rules::queens(side).expect("a size of puzzles"));
    let assist = puzzle_assist(app.session.assist());
    app.session.open(BoardFile { problem, assist });
    app.say_leaving(left, GameNotice::Own);
    app.reply(Reply::Paint);
}

/// Makes a puzzle from the board.
fn make(app: &mut App, order: PuzzleOrder) {
    let locked = app.locked_regions().to_vec();
    request_puzzle(app, jobs::MakePuzzle { order, locked });
}

fn set_assist(app: &mut App, assist: Assist) {
    if assist == Assist::Full {
        give_up(app, Forfeit::GivenUp);
    }
    app.session.set_assist(assist);
    app.ask_position();
}

/// Plays a puzzle as specified. Without a specification, plays the present board if it is a puzzle that is
/// not played yet, otherwise a puzzle like the last one.
pub fn begin(app: &mut App, wanted: Option<PuzzleSpec>, seed: Option<u64>) {
    if wanted.is_none() && is_puzzle(app.session.problem()) && app.playing().is_none() {
        play_board(app, None);
        return;
    }
    let last = app.game.as_ref().and_then(|game| game.wanted);
    request_puzzle(app, MakeGame { wanted: wanted.or(last).unwrap_or_default(), seed });
}

/// Starts making a puzzle. Until the puzzle is made, the board takes no decisions and the clock is stopped.
fn request_puzzle(app: &mut App, job: impl Into<AnyJob>) {
    app.show_board();
    app.hint = None;
    stop_clock(app);
    app.ask(job);
}

/// Opens the next puzzle. If it was not made in advance, starts making it.
fn request_next_puzzle(app: &mut App) {
    let Some(game) = app.playing_mut() else { return };
    if let NextPuzzle::Made(wanted, seed, problem) = mem::take(&mut game.next) {
        play(app, *problem, Origin::Made { wanted, seed });
        return;
    }
    let (wanted, seed) = game.following();
    request_puzzle(app, MakeGame { wanted, seed });
}

/// Plays a puzzle of which only the regions are known: asks which numbers of stars fit.
pub fn recognise(app: &mut App, drawn: DrawnPuzzle) {
    request_puzzle(app, jobs::Recognise(drawn));
}

/// Makes the board a star battle with this number of stars. If a puzzle is played, the star battle becomes the puzzle.
///
/// # Errors
/// When the board has no regions.
fn set_stars(app: &mut App, stars: u32) -> Result<(), Notice> {
    let rules = app.session.rules();
    let regions = rules.regions().ok_or(GameNotice::NoRegions)?;
    let problem = Problem::new(star_battle(regions, stars));
    let own = rules.name();
    let game = app.playing();
    let name = game.map(|game| game.origin.name()).filter(|name| *name != own);
    let board = BoardFile { problem, assist: app.session.assist() };
    match game {
        Some(_) => play_opened(app, board, name),
        None => drop(app.session.open(board)),
    }
    if let Some(begun) = app.begun_drawing() {
        app.say(GameNotice::NotDrawn { begun });
    }
    Ok(())
}

/// Opens pasted text as the next puzzle while a puzzle is played. `text` is a link or the drawing of the puzzle.
pub fn play_pasted(app: &mut App, text: &str, source: problem::BoardSource) {
    let name = link_title(text);
    match source {
        problem::BoardSource::Board(board) => play_opened(app, board, name),
        problem::BoardSource::Regions(regions) | problem::BoardSource::Linked(regions) => {
            recognise(app, DrawnPuzzle { regions, name });
        }
    }
}

/// Stops the clock and hides the board, or ends the pause.
pub fn pause(app: &mut App) {
    if app.has_solved() {
        return app.refuse(GameNotice::Over);
    }
    let Some(game) = app.playing_mut().filter(|game| game.solved.is_none()) else { return };
    game.is_paused = !game.is_paused;
    game.clock.stop();
    app.hint = None;
}

/// Handles a left click on a cell of the puzzle: an empty cell gets a cross, a cross becomes a piece, and a piece is
/// taken back. Where no piece can be placed, a cross is taken back. `None` if clicks place pieces, as they do on other
/// boards.
pub fn click(app: &mut App, cell: Cell) -> Option<Result<(), Notice>> {
    if app.settings.click != Click::Cycle || app.playing().is_none() {
        return None;
    }
    let value = match app.session.decisions().get(cell) {
        None => Value::Excluded,
        Some(Value::Placed) => Value::Placed,
        Some(Value::Excluded) => return Some(replace_cross(app, cell)),
    };
    Some(decisions::toggle(app, cell, value))
}

/// Places a piece instead of a cross, or takes the cross back if no piece can be placed.
fn replace_cross(app: &mut App, cell: Cell) -> Result<(), Notice> {
    let attacker = app.session.attacker(cell);
    let attacker = attacker.filter(|_| app.session.assist() != Assist::None);
    let mistake = if attacker.is_none() { decisions::check_mistake(app, cell) } else { Ok(()) };
    if let Some(by) = attacker {
        app.say(GameNotice::CrossGone { cell, by });
    }
    let can_place = attacker.is_none() && mistake.is_ok();
    app.session.put(cell, can_place.then_some(Value::Placed));
    mistake
}

/// Shows the results of puzzles.
pub(crate) fn show_results(app: &mut App, result: Result<Results, FileError>) {
    match result {
        Ok(results) if results.scores().is_empty() => {
            app.say(GameNotice::NoneSolved);
        }
        Ok(results) => app.reply(Reply::Results(results)),
        Err(error) => app.refuse(error),
    }
}

/// Changes a setting, and confirms the change.
fn set(app: &mut App, change: SettingChange) {
    let change = app.settings.change(change);
    app.note(&Memo::Setting(change));
    if change.is_habit() {
        app.emit(Effect::KeepSetting(change));
    }
    app.say(GameNotice::Set { change });
    let is_verify = matches!(change, SettingChange::Switch(Setting::Verify, _));
    if is_verify {
        app.report_disagreement();
    }
}
