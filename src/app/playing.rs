//! Events of a puzzle in play: it begins, its clock runs, it is solved and recorded.

use std::mem;
use std::time::Duration;

use crate::effect::Effect;
use crate::files::puzzle_name;
use crate::memo::Memo;
use crate::notice::{DecisionNotice, GameNotice, Notice};
use crate::{App, Forfeit, Game, GameResult, NextPuzzle, Origin, Setting, clock_text, orders};
use files::FileError;
use geometry::Cell;
use problem::{Assist, BoardFile, Problem};
use session::BoardNumber;
use session::puzzle::{PuzzleId, RecordedScore, beginning, is_puzzle};

/// The word after `:play` for the latest unfinished puzzle. A number after it stands for an older one.
pub(crate) const CONTINUE: &str = "continue";

/// The texts after `:play` for the puzzles of the day that the menu of puzzles lists.
const DAILIES: [&str; 2] = ["daily", "daily star-battle"];

/// Opens a board and plays it.
pub(crate) fn play_opened(app: &mut App, board: BoardFile, name: Option<String>) {
    let origin = Origin::opened(name, board.problem.rules());
    play(app, board.problem, origin);
}

/// Plays the present board, with its decisions. Without a name, the puzzle is named after the board's file.
pub fn play_board(app: &mut App, name: Option<String>) {
    let problem = app.session.problem().clone();
    // The clock and the hints of a puzzle that is played go on.
    let is_open = |game: &&Game| game.solved.is_none() && !game.is_given_up();
    if let Some(game) = app.game_on_board().filter(is_open) {
        let origin = game.origin.clone();
        let decided = app.unfinished_here().unwrap_or_else(|| "nothing decided".to_owned());
        app.show_board();
        return app.say(GameNotice::Resumed { origin, decided });
    }
    let file = || app.files.default_path(app.session.history().board_number()).ok();
    let name = name.or_else(|| puzzle_name(&file()?));
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

impl App {
    /// Plays this game. The game of another board is kept: undo and the same puzzle return to it.
    pub(crate) fn begin_game(&mut self, game: Game) {
        let board = game.board();
        if let Some(mut left) = self.game.replace(game).filter(|left| !left.is_on(board)) {
            left.clock.stop();
            left.next = NextPuzzle::Unmade;
            self.left_games.push(left);
        }
    }

    /// Plays the game of this board again, if it was left for another one.
    pub(crate) fn return_to_game(&mut self, board: BoardNumber) {
        let is_on = |game: &Game| game.is_on(board);
        let index = self.left_games.iter().rposition(is_on);
        if let Some(index) = index.filter(|_| !self.game.as_ref().is_some_and(is_on)) {
            let game = self.left_games.remove(index);
            self.begin_game(game);
            self.forget_other_game();
        }
    }

    /// Drops the answers about another puzzle, and notes the progress of this one in the journal.
    fn forget_other_game(&mut self) {
        self.jobs.counting = None;
        self.journaled_state.played = None;
    }

    /// The decisions in the puzzle on the board in words, if it is unfinished.
    pub(crate) fn unfinished_here(&self) -> Option<String> {
        self.game_on_board()?.unfinished(self.session.problem())
    }

    /// The puzzles of this session with their positions, the latest first.
    pub(crate) fn games(&self) -> impl Iterator<Item = (&Game, &Problem)> {
        let history = self.session.history();
        let games = self.left_games.iter().chain(&self.game).rev();
        games.filter_map(|game| Some((game, history.problem_of(game.board())?)))
    }

    /// The unfinished puzzles of earlier sessions that were not played in this session as well, the latest first.
    fn earlier_unfinished(&self) -> impl Iterator<Item = &(Game, Problem)> {
        let is_played = |puzzle: &Problem| self.games().any(|(_, own)| beginning(own) == *puzzle);
        self.earlier_games.iter().filter(move |(game, position)| {
            game.unfinished(position).is_some() && !is_played(&beginning(position))
        })
    }

    /// The unfinished puzzles without the one on the board: those of this session, then those of earlier sessions, each with its
    /// position, the latest first.
    fn unfinished(&self) -> impl Iterator<Item = (&Game, &Problem)> {
        let here = self.session.history().board_number();
        let own = self.games().filter(move |(game, position)| {
            !game.is_on(here) && game.unfinished(position).is_some()
        });
        own.chain(self.earlier_unfinished().map(|(game, position)| (game, position)))
    }

    /// True if the user was told about an unfinished puzzle of an earlier session, plays nothing, and has no step to undo.
    pub fn offers_earlier(&self) -> bool {
        let is_idle = self.game.is_none() && self.lesson.is_none();
        let is_untouched = is_idle && !self.session.history().can_undo();
        self.is_earlier_told && is_untouched && self.earlier_unfinished().next().is_some()
    }

    /// What the menu of puzzles says about puzzles that were played, each with the text after `:play`: the unfinished puzzles,
    /// and the puzzles of the day that are solved.
    pub fn games_in_words(&self) -> Vec<(String, String)> {
        let unfinished = self.unfinished().enumerate().map(|(index, (game, position))| {
            let number = if index == 0 { String::new() } else { format!(" {}", index + 1) };
            (format!("{CONTINUE}{number}"), game.progress_in_words(position))
        });
        let dailies = DAILIES.into_iter().filter_map(|words| {
            let (wanted, seed) = orders::play(words).ok()?;
            let origin = Origin::Made { wanted: wanted?, seed: seed? };
            let time =
                self.games_where(|game, _| game.origin == origin).find_map(Game::solving_time)?;
            Some((words.to_owned(), format!("solved today in {}", clock_text(time))))
        });
        unfinished.chain(dailies).collect()
    }

    /// The puzzles of this session and of earlier ones for which this is true.
    fn games_where(&self, is_it: impl Fn(&Game, &Problem) -> bool) -> impl Iterator<Item = &Game> {
        let earlier = self.earlier_games.iter().map(|(game, position)| (game, position));
        let same = self.games().chain(earlier).filter(move |(game, it)| is_it(game, it));
        same.map(|(game, _)| game)
    }

    /// Says something about a new board, and how to come back to the puzzle that was `left` with these decisions.
    pub(crate) fn say_leaving(&mut self, left: Option<String>, said: impl Into<Notice>) {
        let left = left.map(|decided| GameNotice::Left { decided }.into());
        self.say(Notice::All { notices: [said.into()].into_iter().chain(left).collect() });
    }
}

/// Stores the puzzles of earlier sessions, and names the unfinished one unless something else is said or played.
pub(crate) fn take_earlier_games(app: &mut App, games: Vec<(Game, Problem)>) {
    app.earlier_games = games;
    let is_idle = app.notice.is_none() && app.game.is_none() && app.lesson.is_none();
    let is_asked = is_idle && app.puzzle_request().is_none();
    let unfinished = app.earlier_unfinished().next().filter(|_| is_asked);
    if let Some(puzzle) = unfinished.map(|(game, position)| game.progress_in_words(position)) {
        let others = app.earlier_unfinished().count() - 1;
        app.is_earlier_told = true;
        app.say(GameNotice::Earlier { puzzle, others });
    }
}

/// Goes on with an unfinished puzzle that is not on the board. The latest has the number 1.
///
/// # Errors
/// When there is no such puzzle.
pub(crate) fn continue_puzzle(app: &mut App, number: usize) -> Result<(), Notice> {
    let wanted = number.checked_sub(1).and_then(|index| app.unfinished().nth(index));
    let (game, position) = wanted
        .map(|(game, position)| (game.clone(), position.clone()))
        .ok_or_else(|| GameNotice::NotUnfinished { known: app.unfinished().count() })?;
    app.show_board();
    resume(app, &game, &position);
    Ok(())
}

/// Goes on with an unfinished puzzle of another board, at its last position. Undo takes back its decisions one by one.
fn resume(app: &mut App, game: &Game, position: &Problem) {
    let (left, decided) = (app.unfinished_here(), game.unfinished(position).unwrap_or_default());
    let origin = game.origin.clone();
    let resumed = GameNotice::Resumed { origin: origin.clone(), decided };
    let assist = puzzle_assist(app.session.assist());
    // An empty board at the start is not worth coming back to.
    let (before, can_undo) = (app.session.problem(), app.session.history().can_undo());
    let is_empty = !can_undo && before.decisions().is_empty() && !is_puzzle(before);
    app.session.open(BoardFile { problem: beginning(position), assist });
    if is_empty {
        app.session.forget_steps();
    }
    app.say_leaving(left, resumed);
    app.note(&Memo::Game(origin));
    app.begin_game(game.moved_to(app.session.history().board_number()));
    app.forget_other_game();
    for (cell, mark) in game.marks.all() {
        app.mark_candidate(cell, Some(mark));
    }
    let decisions = position.decisions();
    for (cell, value) in decisions.iter().filter(|(cell, _)| !decisions.is_given(*cell)) {
        app.session.put(cell, Some(value));
    }
}

/// Opens a puzzle and starts its clock, or goes on with the same puzzle if it is unfinished.
pub(crate) fn play(app: &mut App, problem: Problem, origin: Origin) {
    app.show_board();
    if problem.rules() != app.session.rules() {
        app.lead = Some(Cell::new(0, 0));
    }
    let is_same = |position: &Problem| beginning(position) == problem;
    let own = app.games().find(|(_, position)| is_same(position));
    let earlier = || app.earlier_games.iter().find(|(_, position)| is_same(position));
    let same = own.or_else(|| earlier().map(|(game, position)| (game, position)));
    let unfinished = same.filter(|(game, position)| game.unfinished(position).is_some());
    let here = app.session.history().board_number();
    let is_here = own.is_some_and(|(game, _)| game.is_on(here));
    if let Some((game, position)) = unfinished.map(|(game, it)| (game.clone(), it.clone())) {
        if is_here {
            let decided = game.unfinished(&position).unwrap_or_default();
            return app.say(GameNotice::Resumed { origin: game.origin, decided });
        }
        return resume(app, &game, &position);
    }
    let before: Vec<&Game> = app.games_where(|_, position| is_same(position)).collect();
    let is_given_up = before.iter().any(|game| game.is_given_up());
    let time = before.iter().find_map(|game| game.solving_time());
    let (assist, left) = (puzzle_assist(app.session.assist()), app.unfinished_here());
    // The empty board that waited for the puzzle cannot be returned to by undo.
    let is_first = mem::take(&mut app.starts_with_game) && !app.session.history().can_undo();
    app.session.open(BoardFile { problem, assist });
    if is_first {
        app.session.forget_steps();
    }
    // An answer about another puzzle no longer counts.
    app.jobs.counting = None;
    let is_solved = app.session.is_solved();
    let left = left.filter(|_| app.game_on_board().is_none());
    app.note(&Memo::Game(origin.clone()));
    let (begun, knows_keys) = (origin.clone(), left.is_some());
    let begun = GameNotice::Begun { origin: begun, is_solved, is_given_up, time, knows_keys };
    app.say_leaving(left, begun);
    let mut game = Game::new(origin, app.session.history().board_number());
    if is_given_up {
        game.forfeit = Forfeit::GivenUp;
    } else if is_solved {
        game.forfeit = Forfeit::Found;
        game.solved = Some(GameResult { time: Duration::ZERO, is_recorded: true, score: None });
    }
    app.begin_game(game);
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

/// Counts a hint that was given before the puzzle was solved, once at a position. The hint tells the next step, or what follows
/// from a piece that is `supposed` on a cell.
pub(crate) fn count_hint(app: &mut App, supposed: Option<Cell>) {
    let hint = (app.session.stamp(), supposed);
    let is_new = |game: &&mut Game| game.solved.is_none() && !game.counted_hints.contains(&hint);
    if let Some(game) = app.playing_mut().filter(is_new) {
        game.hints += 1;
        game.counted_hints.push(hint);
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

/// After steps were undone or done again: a solution that was not the player's is no longer there, and the puzzle is open
/// again; or it is there again, and is no result.
pub(crate) fn reopen(app: &mut App) {
    if app.session.is_solved() {
        // Undo goes back to the player's own solution, before the puzzle was begun again.
        if let Some(game) = app.playing_mut().filter(|game| game.solved.is_none())
            && let Some(before) = game.solved_before.take()
        {
            *game = *before;
        }
        return give_up(app, Forfeit::Completed);
    }
    if let Some(game) = app.playing_mut().filter(|game| game.forfeit > Forfeit::None) {
        game.solved = None;
        if game.forfeit < Forfeit::GivenUp {
            game.forfeit = Forfeit::None;
        }
    }
}

/// After the board was reset: a solved puzzle begins anew, without hints, and its clock at 0. Its result stays, so that the new
/// time does not count.
pub(crate) fn begin_again(app: &mut App) {
    let Some(game) = app.playing().filter(|game| game.solved.is_some()).cloned() else { return };
    let (time, is_given_up) = (game.solving_time(), game.is_given_up());
    app.note(&Memo::Game(game.origin.clone()));
    app.begin_game(game.anew());
    let (origin, is_solved, knows_keys) = (game.origin, false, true);
    app.say(GameNotice::Begun { origin, is_solved, is_given_up, time, knows_keys });
}

/// Requests the results for a puzzle that was solved before the session was resumed.
pub fn ask_score(app: &mut App) {
    if let Some((wanted, _)) = app.game.as_ref().and_then(Game::result) {
        app.emit(Effect::ReadScore(wanted));
    }
}
