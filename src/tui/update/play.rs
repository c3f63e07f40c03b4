//! Puzzles that are played against the clock.

use std::time::Duration;

use crate::input::{Action, Setting};
use crate::model::question::Topic;
use crate::model::{Game, Mode, Model, Overlay, Solved, minutes};
use crate::update::message::Effect;
use crate::update::question::{ask, follow_verify};
use files::FileError;
use problem::{Assist, BoardFile};
use session::puzzle::{Outcome, PuzzleSpec, Results, Score};

/// Starts making a puzzle to play: as specified, or with the specification of the last puzzle.
pub(super) fn begin(
    model: &mut Model,
    wanted: Option<PuzzleSpec>,
    seed: Option<u64>,
) -> Vec<Effect> {
    let last = model.game.as_ref().map(|game| game.wanted);
    make(model, Topic::Play(wanted.or(last).unwrap_or_default(), seed))
}

/// Starts making a puzzle. Until the puzzle is made, the board takes no decisions and the clock is stopped.
pub(super) fn make(model: &mut Model, topic: Topic) -> Vec<Effect> {
    model.mode = Mode::Board;
    model.hint = None;
    stop(model);
    ask(model, topic)
}

/// Requests the results for a puzzle that was solved before the session was resumed.
pub(super) fn ask_score(model: &Model) -> Option<Effect> {
    let game = model.game.as_ref()?;
    let is_result = game.solved.is_some() && !game.is_given_up;
    is_result.then_some(Effect::ReadScore(game.wanted))
}

/// Starts making the next puzzle: the same specification with the next seed.
pub(super) fn next(model: &mut Model) -> Vec<Effect> {
    match model.playing() {
        Some(&Game { wanted, seed, .. }) => {
            make(model, Topic::Play(wanted, Some(seed.wrapping_add(1))))
        }
        None => Vec::new(),
    }
}

/// Opens a puzzle that was made, or shows why there is none.
pub(super) fn open(model: &mut Model, wanted: PuzzleSpec, seed: u64, outcome: Outcome) {
    match outcome {
        Outcome::Puzzle(problem) => {
            // Full assist is reduced to attacks. Without assist, the assist stays off.
            let assist = match model.session.assist() {
                Assist::None => Assist::None,
                Assist::Attacks | Assist::Full => Assist::Attacks,
            };
            // The empty board that waited for the puzzle cannot be returned to by undo.
            let is_first = std::mem::take(&mut model.starts_with_game) && !model.session.can_undo();
            model.session.open(BoardFile { problem, assist });
            if is_first {
                model.session.forget_steps();
            }
            model.game = Some(Game::new(wanted, seed, model.session.board()));
            model.note_game(wanted, seed);
            let [check, hint] =
                [Action::StillRight, Action::Hint].map(|action| model.keys.key(action));
            model.say(format!("{wanted}, seed {seed}; {check} checks, {hint} hints"));
        }
        failed => model.notice = failed.failure().map(|sentence| format!("{wanted}: {sentence}")),
    }
}

/// Advances the clock if it runs.
pub(super) fn go_on(model: &mut Model, now: Duration) {
    if model.is_timed()
        && let Some(game) = model.playing_mut()
    {
        game.clock.go_on(now);
    }
}

/// Stops the clock until the next time message.
pub(super) fn stop(model: &mut Model) {
    if let Some(game) = &mut model.game {
        game.clock.stop();
    }
}

/// True if the displayed time does not change at `now`.
pub(super) fn shows_same_time(model: &Model, now: Duration) -> bool {
    let Some(game) = model.playing().filter(|_| model.settings.has(Setting::Clock)) else {
        return true;
    };
    let mut later = game.clock;
    later.go_on(now);
    !model.is_timed() || minutes(later.elapsed()) == minutes(game.clock.elapsed())
}

/// Checks whether the puzzle is solved for the first time, and if so requests that the result is recorded.
pub(super) fn note_solved(model: &mut Model) -> Vec<Effect> {
    let is_solved = model.playing().is_some() && model.session.is_solved();
    let Some(game) = model.playing_mut().filter(|game| is_solved && game.solved.is_none()) else {
        return Vec::new();
    };
    let time = game.clock.elapsed();
    game.solved = Some(Solved { time, score: None });
    if game.is_given_up {
        return Vec::new();
    }
    vec![Effect::Record { wanted: game.wanted, time, hints: game.hints }]
}

/// Stores the score of the solved puzzle.
pub(super) fn recorded(model: &mut Model, result: Result<Score, FileError>) {
    match result {
        Ok(score) => {
            if let Some(solved) = model.game.as_mut().and_then(|game| game.solved.as_mut()) {
                solved.score = Some(score);
            }
        }
        Err(error) => model.say(format!("this result is not kept: {error}")),
    }
}

/// Counts a hint that was given.
pub(super) fn count_hint(model: &mut Model) {
    if let Some(game) = model.playing_mut() {
        game.hints += 1;
    }
}

/// Marks the puzzle as given up, so that it gets no result.
pub(super) fn give_up(model: &mut Model) {
    if let Some(game) = model.playing_mut() {
        game.is_given_up = true;
    }
}

/// Shows the results of puzzles.
pub(super) fn show_results(model: &mut Model, result: Result<Results, FileError>) {
    match result {
        Ok(results) if results.scores().is_empty() => {
            let key = model.keys.key(Action::Begin("play"));
            model.say(format!("no puzzle is solved yet; {key} makes one to play"));
        }
        Ok(results) => model.overlay = Overlay::Results { results, first: 0 },
        Err(error) => model.say(error.to_string()),
    }
}

/// Changes a setting (toggles it without a value), and confirms the change.
pub(super) fn set(model: &mut Model, setting: Setting, is_on: Option<bool>) -> Vec<Effect> {
    let is_on = is_on.unwrap_or(!model.settings.has(setting));
    model.settings.set(setting, is_on);
    model.note_setting(setting, is_on);
    let word = if is_on { "on" } else { "off" };
    model.say(format!("{setting} is {word}: {}", setting.help()));
    if setting == Setting::Verify { follow_verify(model) } else { Vec::new() }
}
