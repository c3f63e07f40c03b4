//! Events of a puzzle in play: it begins, its clock runs, it is solved and recorded.

use std::mem;
use std::time::Duration;

use crate::effect::Effect;
use crate::memo::Memo;
use crate::notice::{DecisionNotice, GameNotice};
use crate::{App, Forfeit, Game, GameResult, Origin, Setting, clock_text};
use files::FileError;
use problem::{Assist, BoardFile, Problem};
use session::puzzle::{PuzzleId, RecordedScore};

/// Opens a board and plays it.
pub(crate) fn play_opened(app: &mut App, board: BoardFile, name: Option<String>) {
    let origin = Origin::opened(name, board.problem.rules());
    play(app, board.problem, origin);
}

/// Plays the present board, with its decisions.
pub fn play_board(app: &mut App, name: Option<String>) {
    let problem = app.session.problem().clone();
    let origin = Origin::opened(name, problem.rules());
    play(app, problem, origin);
}

/// The assist of a puzzle. Full assist is reduced to attacks. Without assist, the assist stays off.
pub(crate) const fn puzzle_assist(assist: Assist) -> Assist {
    match assist {
        Assist::None => Assist::None,
        Assist::Attacks | Assist::Full => Assist::Attacks,
    }
}

/// Opens a puzzle and starts its clock.
pub(crate) fn play(app: &mut App, problem: Problem, origin: Origin) {
    let assist = puzzle_assist(app.session.assist());
    app.show_board();
    // The empty board that waited for the puzzle cannot be returned to by undo.
    let is_first = mem::take(&mut app.starts_with_game) && !app.session.history().can_undo();
    app.session.open(BoardFile { problem, assist });
    if is_first {
        app.session.forget_steps();
    }
    // An answer about another puzzle no longer counts.
    app.jobs.counting = None;
    let is_solved = app.session.is_solved();
    app.say(GameNotice::Begun { origin: origin.clone(), is_solved });
    app.note(&Memo::Game(origin.clone()));
    let mut game = Game::new(origin, app.session.history().board_number());
    if is_solved {
        game.forfeit = Forfeit::Found;
        game.solved = Some(GameResult { time: Duration::ZERO, is_recorded: true, score: None });
    }
    app.game = Some(game);
}

/// Advances the clock if it runs.
pub(crate) fn advance_clock(app: &mut App, now: Duration) {
    if app.is_timed()
        && let Some(game) = app.playing_mut()
    {
        game.clock.advance_to(now);
    }
}

/// Stops the clock until the next time message.
pub fn stop_clock(app: &mut App) {
    if let Some(game) = &mut app.game {
        game.clock.stop();
    }
}

/// True if the displayed time does not change at `now`.
pub fn shows_same_time(app: &App, now: Duration) -> bool {
    let Some(game) = app.playing().filter(|_| app.settings.has(Setting::Clock)) else {
        return true;
    };
    let mut later = game.clock;
    later.advance_to(now);
    !app.is_timed() || clock_text(later.elapsed()) == clock_text(game.clock.elapsed())
}

/// Checks whether the puzzle is solved for the first time, and if so requests that the result is recorded.
pub fn note_solved(app: &mut App) {
    let is_open = app.playing().is_some() && !app.is_deciding_several;
    let is_solved = is_open && app.session.is_solved();
    let Some(game) = app.playing_mut().filter(|game| is_solved && game.solved.is_none()) else {
        return;
    };
    let time = game.clock.elapsed();
    game.solved = Some(GameResult { time, is_recorded: false, score: None });
    record(app);
}

/// Requests that the result of the solved puzzle is recorded. If it is recorded already, requests the score.
pub(crate) fn record(app: &mut App) {
    let puzzle = PuzzleId::of(app.session.problem());
    let Some(game) = app.playing_mut() else { return };
    let Some((wanted, result)) = game.result() else { return };
    match &mut game.solved {
        Some(solved) if !solved.is_recorded => {
            solved.is_recorded = true;
            app.emit(Effect::Record(wanted, puzzle, result));
        }
        Some(GameResult { score: None, .. }) => app.emit(Effect::ReadScore(wanted)),
        Some(_) | None => {}
    }
}

/// Stores the score of the solved puzzle.
pub(crate) fn recorded(app: &mut App, result: Result<RecordedScore, FileError>) {
    match result {
        Ok(recorded) => {
            if let Some(solved) = app.game.as_mut().and_then(|game| game.solved.as_mut()) {
                solved.score = Some(recorded);
            }
        }
        Err(error) => app.say(GameNotice::NotRecorded { error }),
    }
}

/// Counts a hint that was given before the puzzle was solved.
pub(crate) fn count_hint(app: &mut App) {
    if let Some(game) = app.playing_mut().filter(|game| game.solved.is_none()) {
        game.hints += 1;
    }
}

/// Notes why the puzzle gets no result, unless it has been solved.
pub(crate) fn give_up(app: &mut App, forfeit: Forfeit) {
    if let Some(game) = app.playing_mut().filter(|game| game.solved.is_none()) {
        game.forfeit = game.forfeit.max(forfeit);
    }
}

/// True if the user is asked whether the puzzle shall be given up. The same wish at the same position is the answer.
pub fn asks_to_give_up(app: &mut App) -> bool {
    let stamp = app.session.stamp();
    let is_open = |game: &&mut Game| game.solved.is_none() && !game.is_given_up();
    let Some(game) = app.playing_mut().filter(is_open) else { return false };
    if game.asked_at.replace(stamp) == Some(stamp) {
        return false;
    }
    app.say(GameNotice::GiveUp);
    true
}

/// True if the next undo would leave the puzzle and the user has not been told so at this position: whoever takes back
/// several decisions does not want to lose the puzzle.
pub(crate) fn asks_to_leave(app: &mut App) -> bool {
    let stamp = app.session.stamp();
    let leaves = app.session.history().undo_changes_board();
    let Some(game) = app.game_on_board_mut().filter(|_| leaves) else { return false };
    let is_told = game.leaving_at.replace(stamp) == Some(stamp);
    if !is_told {
        app.refuse(DecisionNotice::PuzzleStart);
    }
    !is_told
}

/// Forgets the question whether to give up the puzzle, because another action followed.
pub fn forget_question(app: &mut App) {
    if let Some(game) = &mut app.game {
        game.asked_at = None;
    }
}

/// After steps were undone or done again, or the board was reset: a solution that was not the player's is no longer there,
/// and the puzzle is open again; or it is there again, and is no result.
pub(crate) fn reopen(app: &mut App) {
    if app.session.is_solved() {
        return give_up(app, Forfeit::Completed);
    }
    let is_reopened =
        |game: &&mut Game| matches!(game.forfeit, Forfeit::Found | Forfeit::Completed);
    if let Some(game) = app.playing_mut().filter(is_reopened) {
        (game.forfeit, game.solved) = (Forfeit::None, None);
    }
}

/// Requests the results for a puzzle that was solved before the session was resumed.
pub fn ask_score(app: &mut App) {
    if let Some((wanted, _)) = app.game.as_ref().and_then(Game::result) {
        app.emit(Effect::ReadScore(wanted));
    }
}
