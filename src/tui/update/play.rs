//! Puzzles that are played against the clock.

use std::mem;
use std::time::Duration;

use crate::app::App;
use crate::app::job::AnyJob;
use crate::app::jobs::DrawnPuzzle;
use crate::app::jobs::{self, MakeGame};
use crate::app::notice::{GameNotice, Notice};
use crate::app::{Assessment, Game, GameResult, NextPuzzle, Origin, clock_text};
use crate::app::{Click, Mistakes, PlayOrder, PuzzleOrder, Setting, SettingChange};
use crate::model::{Model, Overlay};
use crate::modes::Mode;
use crate::operations::parameters::{ASSIST, PLAY, PUZZLE, SETTING, STARS};
use crate::operations::{Operation, Plain, Takes, decisions};
use crate::update::answer::report_disagreement;
use crate::update::message::Effect;
use files::FileError;
use geometry::Cell;
use problem::{Assist, BoardFile, Problem, Value, link_title};
use session::puzzle::{
    Outcome, PuzzleId, PuzzleSolutions, PuzzleSpec, RecordedScore, Results, coloured_rules,
    star_battle,
};

pub(super) static ROWS: &[Operation] = &[
    Operation::new("puzzle", "play", &Takes(&PLAY, start)).in_pause(),
    Operation::new("", "puzzle", &Takes(&PUZZLE, make)),
    Operation::new("next-puzzle", "", &Plain(request_next_puzzle)).ever(is_played),
    Operation::new("pause", "pause", &Plain(pause)).in_pause().ever(is_played),
    Operation::new("", "stars", &Takes(&STARS, set_stars)),
    Operation::new("", "set", &Takes(&SETTING, set)),
    Operation::new("", "assist", &Takes(&ASSIST, set_assist))
        .current(|it| it.app.session.assist().to_string()),
    Operation::new("", "results", &Plain(read_results)),
];

fn is_played(model: &Model) -> bool {
    model.app.playing().is_some()
}

/// Plays the board at hand, or makes a puzzle and plays it.
fn start(model: &mut Model, order: PlayOrder) {
    match order {
        PlayOrder::Puzzle { wanted, seed } => begin(model, wanted, seed),
        PlayOrder::Board => play_board(model, None),
    }
}

/// Makes a puzzle from the board.
fn make(model: &mut Model, order: PuzzleOrder) {
    request_puzzle(model, jobs::MakePuzzle(order))
}

fn set_assist(model: &mut Model, assist: Assist) {
    if assist == Assist::Full {
        mark_given_up(model);
    }
    model.app.session.set_assist(assist);
    model.app.ask_position();
}

fn read_results(app: &mut App) {
    app.emit(Effect::ReadResults);
}

/// Plays a puzzle as specified; without a specification a puzzle like the last one, or the board at hand if
/// it is a puzzle that is not played yet.
pub(super) fn begin(model: &mut Model, wanted: Option<PuzzleSpec>, seed: Option<u64>) {
    let problem = model.app.session.problem();
    let is_puzzle =
        problem.rules().regions().is_some() || problem.decisions().givens().next().is_some();
    if wanted.is_none() && is_puzzle && model.app.playing().is_none() {
        play_board(model, None);
        return;
    }
    let last = model.app.game.as_ref().and_then(|game| game.wanted);
    request_puzzle(model, MakeGame { wanted: wanted.or(last).unwrap_or_default(), seed })
}

/// Starts making a puzzle. Until the puzzle is made, the board takes no decisions and the clock is stopped.
fn request_puzzle(model: &mut Model, job: impl Into<AnyJob>) {
    model.enter(Mode::Board);
    model.app.hint = None;
    stop_clock(model);
    model.app.ask(job)
}

/// Requests the results for a puzzle that was solved before the session was resumed.
pub(super) fn ask_score(app: &mut App) {
    if let Some((wanted, _)) = app.game.as_ref().and_then(Game::result) {
        app.emit(Effect::ReadScore(wanted));
    }
}

/// Opens the next puzzle, or starts making it if it was not made ahead.
fn request_next_puzzle(model: &mut Model) {
    let Some(game) = model.app.playing_mut() else { return };
    if let NextPuzzle::Made(wanted, seed, problem) = mem::take(&mut game.next) {
        play(model, *problem, Origin::Made { wanted, seed });
        return;
    }
    let (wanted, seed) = game.following();
    request_puzzle(model, MakeGame { wanted, seed })
}

/// Stores the next puzzle, which was made ahead.
pub(super) fn keep_next(model: &mut Model, next: NextPuzzle) {
    if let Some(game) = model.app.playing_mut() {
        game.next = next;
    }
}

/// Opens a puzzle that was made, or shows why there is none.
pub(super) fn open(model: &mut Model, wanted: PuzzleSpec, seed: u64, outcome: Outcome) {
    match outcome {
        Outcome::Puzzle(problem) => play(model, problem, Origin::Made { wanted, seed }),
        failed => model.refuse(GameNotice::NotMade { wanted, outcome: failed }),
    }
}

/// Opens a board and plays it.
pub(super) fn play_opened(model: &mut Model, board: BoardFile, name: Option<String>) {
    let origin = Origin::opened(name, board.problem.rules());
    play(model, board.problem, origin);
}

/// Plays the board at hand, with its decisions.
pub(super) fn play_board(model: &mut Model, name: Option<String>) {
    let problem = model.app.session.problem().clone();
    let origin = Origin::opened(name, problem.rules());
    play(model, problem, origin);
}

/// The assist of a puzzle. Full assist is reduced to attacks. Without assist, the assist stays off.
pub(super) const fn puzzle_assist(assist: Assist) -> Assist {
    match assist {
        Assist::None => Assist::None,
        Assist::Attacks | Assist::Full => Assist::Attacks,
    }
}

/// Opens a puzzle and starts its clock.
fn play(model: &mut Model, problem: Problem, origin: Origin) {
    let assist = puzzle_assist(model.app.session.assist());
    model.enter(Mode::Board);
    // The empty board that waited for the puzzle cannot be returned to by undo.
    let is_first = std::mem::take(&mut model.app.starts_with_game) && !model.app.session.can_undo();
    model.app.session.open(BoardFile { problem, assist });
    if is_first {
        model.app.session.forget_steps();
    }
    // An answer about another puzzle no longer counts.
    model.app.jobs.counting = None;
    let crosses_out = model.app.settings.has(Setting::AutoMark);
    model.say(GameNotice::Begun { origin: origin.clone(), crosses_out });
    model.note_game(origin.clone());
    model.app.game = Some(Game::new(origin, model.app.session.board_number()));
}

/// Plays a puzzle of which only the regions are known: asks which numbers of stars fit.
pub(super) fn recognise(model: &mut Model, drawn: DrawnPuzzle) {
    request_puzzle(model, jobs::Recognise(drawn))
}

/// Plays a puzzle in drawn regions. If not exactly one number of stars fits, the user is asked for the number.
pub(super) fn recognised(
    model: &mut Model,
    DrawnPuzzle { regions, name }: DrawnPuzzle,
    fitting: &[u32],
) {
    // One star in each row, column and region are coloured queens.
    let rules = match *fitting {
        [stars] if stars > 1 => star_battle(&regions, stars),
        _ => coloured_rules(geometry::Grid::new(regions.size())).with_grid_of(&regions),
    };
    play_opened(model, BoardFile { problem: Problem::new(rules), assist: Assist::Attacks }, name);
    if fitting.len() == 1 {
        return;
    }
    model.say(GameNotice::HowManyStars);
    model.open_palette("stars ");
}

/// Makes the board a star battle with this number of stars. A puzzle that is played is played on.
///
/// # Errors
/// When the board has no regions.
fn set_stars(model: &mut Model, stars: u32) -> Result<(), Notice> {
    let rules = model.app.session.rules();
    let regions = rules.regions().ok_or(GameNotice::NoRegions)?;
    let problem = Problem::new(star_battle(regions, stars));
    let own = rules.name();
    let game = model.app.playing();
    let name = game.map(|game| game.origin.name()).filter(|name| *name != own);
    let board = BoardFile { problem, assist: model.app.session.assist() };
    match game {
        Some(_) => play_opened(model, board, name),
        None => drop(model.app.session.open(board)),
    }
    Ok(())
}

/// Opens what was pasted while a puzzle is played: the next puzzle. `text` is a link or the drawing of the puzzle.
pub(super) fn play_pasted(model: &mut Model, text: &str, source: problem::BoardSource) {
    let name = link_title(text);
    match source {
        problem::BoardSource::Board(board) => play_opened(model, board, name),
        problem::BoardSource::Regions(regions) | problem::BoardSource::Linked(regions) => {
            recognise(model, DrawnPuzzle { regions, name })
        }
    }
}

/// Stores what is known about the puzzle that is played, and tells of a puzzle without exactly one solution.
pub(super) fn assessed(model: &mut Model, assessment: Assessment) {
    let problem = model.app.session.problem().clone();
    let Some(game) = model.app.playing_mut() else { return };
    let was_known = game.assessment.solutions.is_some();
    game.assess(assessment, &problem);
    let said = match game.assessment.solutions {
        Some(PuzzleSolutions::None) => Some(GameNotice::NoSolution),
        Some(PuzzleSolutions::Several) => Some(GameNotice::SeveralSolutions),
        Some(PuzzleSolutions::One(_)) | None => None,
    };
    // Pieces may stand on wrong cells already.
    if model.app.settings.mistakes != Mistakes::Off
        && !was_known
        && let Some(game) = model.app.playing()
    {
        let placed = problem.decisions().cells(Value::Placed);
        let wrong = placed.filter(|&cell| game.is_mistake(cell)).count() as u32;
        if let Some(game) = model.app.playing_mut().filter(|game| game.mistakes < wrong) {
            game.mistakes = wrong;
        }
    }
    if let Some(said) = said.filter(|_| !was_known) {
        model.say(said);
    }
    record(model)
}

/// Marks what is not known about the puzzle as unknown for good, because a budget ended or the worker failed.
pub(super) fn give_up_assessment(model: &mut Model) {
    if let Some(game) = model.app.playing_mut() {
        game.assessment.is_complete = true;
    }
}

/// Stops the clock and hides the board, or goes on.
pub(super) fn pause(model: &mut Model) {
    let Some(game) = model.app.playing_mut().filter(|game| game.solved.is_none()) else { return };
    game.is_paused = !game.is_paused;
    game.clock.stop();
    model.app.hint = None;
}

/// Handles a left click on a cell of the puzzle: an empty cell gets a cross, a cross becomes a piece, and a piece is
/// taken back. Where no piece can be placed, a cross is taken back. `None` if clicks place pieces, as they do on other
/// boards.
pub(super) fn click(model: &mut Model, cell: Cell) -> Option<Result<(), Notice>> {
    if model.app.settings.click != Click::Cycle || model.app.playing().is_none() {
        return None;
    }
    let value = match model.app.session.decisions().get(cell) {
        None => Value::Excluded,
        Some(Value::Placed) => Value::Placed,
        Some(Value::Excluded) => return Some(replace_cross(model, cell)),
    };
    Some(decisions::toggle(&mut model.app, cell, value))
}

/// Places a piece instead of a cross, or takes the cross back if no piece can be placed.
fn replace_cross(model: &mut Model, cell: Cell) -> Result<(), Notice> {
    let attacker = model.app.session.attacker(cell);
    let attacker = attacker.filter(|_| model.app.session.assist() != Assist::None);
    let mistake =
        if attacker.is_none() { decisions::check_mistake(&mut model.app, cell) } else { Ok(()) };
    if let Some(by) = attacker {
        model.say(GameNotice::CrossGone { cell, by });
    }
    let can_place = attacker.is_none() && mistake.is_ok();
    model.app.session.put(cell, can_place.then_some(Value::Placed));
    mistake
}

/// Advances the clock if it runs.
pub(super) fn advance_clock(model: &mut Model, now: Duration) {
    if model.app.is_timed()
        && let Some(game) = model.app.playing_mut()
    {
        game.clock.advance_to(now);
    }
}

/// Stops the clock until the next time message.
pub(super) fn stop_clock(model: &mut Model) {
    if let Some(game) = &mut model.app.game {
        game.clock.stop();
    }
}

/// True if the displayed time does not change at `now`.
pub(super) fn shows_same_time(model: &Model, now: Duration) -> bool {
    let Some(game) = model.app.playing().filter(|_| model.app.settings.has(Setting::Clock)) else {
        return true;
    };
    let mut later = game.clock;
    later.advance_to(now);
    !model.app.is_timed() || clock_text(later.elapsed()) == clock_text(game.clock.elapsed())
}

/// Checks whether the puzzle is solved for the first time, and if so requests that the result is recorded.
pub(super) fn note_solved(model: &mut Model) {
    let is_open = model.app.playing().is_some() && !model.app.is_deciding_several;
    let is_solved = is_open && model.app.session.is_solved();
    let Some(game) = model.app.playing_mut().filter(|game| is_solved && game.solved.is_none())
    else {
        return;
    };
    let time = game.clock.elapsed();
    game.solved = Some(GameResult { time, is_recorded: false, score: None });
    record(model)
}

/// Requests that the result of the solved puzzle is recorded. If it is recorded already, requests the score.
fn record(model: &mut Model) {
    let puzzle = PuzzleId::of(model.app.session.problem());
    let Some(game) = model.app.playing_mut() else { return };
    let Some((wanted, result)) = game.result() else { return };
    match &mut game.solved {
        Some(solved) if !solved.is_recorded => {
            solved.is_recorded = true;
            model.app.emit(Effect::Record(wanted, puzzle, result));
        }
        Some(GameResult { score: None, .. }) => model.app.emit(Effect::ReadScore(wanted)),
        Some(_) | None => {}
    }
}

/// Stores the score of the solved puzzle.
pub(super) fn recorded(model: &mut Model, result: Result<RecordedScore, FileError>) {
    match result {
        Ok(recorded) => {
            if let Some(solved) = model.app.game.as_mut().and_then(|game| game.solved.as_mut()) {
                solved.score = Some(recorded);
            }
        }
        Err(error) => model.say(GameNotice::NotRecorded { error }),
    }
}

/// Counts a hint that was given before the puzzle was solved.
pub(super) fn count_hint(model: &mut Model) {
    if let Some(game) = model.app.playing_mut().filter(|game| game.solved.is_none()) {
        game.hints += 1;
    }
}

/// Marks the puzzle as given up, so that it gets no result, unless it has been solved.
pub(super) fn mark_given_up(model: &mut Model) {
    if let Some(game) = model.app.playing_mut().filter(|game| game.solved.is_none()) {
        game.is_given_up = true;
    }
}

/// Shows the results of puzzles.
pub(super) fn show_results(model: &mut Model, result: Result<Results, FileError>) {
    match result {
        Ok(results) if results.scores().is_empty() => {
            model.say(GameNotice::NoneSolved);
        }
        Ok(results) => model.overlay = Overlay::Results { results, first: 0 },
        Err(error) => model.say(error),
    }
}

/// Changes a setting, and confirms the change.
fn set(model: &mut Model, change: SettingChange) {
    let change = model.app.settings.change(change);
    model.note_setting(change);
    model.say(GameNotice::Set { change });
    let is_verify = matches!(change, SettingChange::Switch(Setting::Verify, _));
    if is_verify {
        report_disagreement(model);
    }
}
