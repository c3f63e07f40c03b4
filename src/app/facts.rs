//! Facts about the position and the puzzle that determine the gates of operations and the contents of the screen.

use std::time::Duration;

use crate::job::AnyJob;
use crate::jobs::{MakeGame, MakePuzzle, Recognise};
use crate::lesson::{Answer, UserBoard};
use crate::{App, Game, LessonProgress, Setting};
use geometry::{Cell, CellSet, ParseSizeError, Size, parse_digits};
use problem::{Assist, Problem, Value};
use session::puzzle::{BegunDrawing, PuzzleSolutions, beginning, is_puzzle};
use session::steps::Scale;
use session::{CellState, Disagreement};

impl App {
    /// The puzzle that is being played.
    pub fn playing(&self) -> Option<&Game> {
        self.game_on_board().filter(|_| self.shown.is_played)
    }

    /// True if the board has regions, or a puzzle is played.
    pub fn is_puzzle(&self) -> bool {
        self.session.rules().regions().is_some() || self.playing().is_some()
    }

    /// True if the board is a puzzle without decisions that is not played, and the assist does not show its solution.
    pub fn is_to_play(&self) -> bool {
        let decisions = self.session.decisions();
        is_puzzle(self.session.problem())
            && !self.has_full_assist()
            && self.game_on_board().is_none()
            && self.open_lesson().is_none()
            && decisions.givens().count() == decisions.len()
            && BegunDrawing::of_puzzle(self.session.rules()).is_none()
    }

    /// The grade and the difficulty of the board, if it is the puzzle that was made last, or was painted and graded.
    pub fn made_grade_in_words(&self) -> Option<String> {
        let board = self.session.history().board_number();
        let made = self.made.filter(|(made, _)| *made == board).map(|(_, difficulty)| difficulty);
        let painted = || Some(self.session.knowledge().repairs.grade?.found()?.0);
        let difficulty = made.or_else(painted)?;
        Some(Scale::of(self.session.rules()).in_words(difficulty))
    }

    /// True if a puzzle is being played that is not solved, and the person finds out alone what can stand where.
    pub fn is_in_play(&self) -> bool {
        let is_open = self.playing().is_some_and(|game| game.solved.is_none());
        is_open && !self.has_full_assist()
    }

    /// The puzzle that is being played.
    pub(crate) fn playing_mut(&mut self) -> Option<&mut Game> {
        self.playing()?;
        self.game.as_mut()
    }

    /// True if the present position solves the puzzle that is played.
    pub fn has_solved(&self) -> bool {
        let is_over = self.playing().is_some_and(|game| game.solved.is_some());
        self.shown.is_board && is_over && self.session.is_solved()
    }

    /// The board without the decisions of a player, if the board is a puzzle. A board that is played is a puzzle. So is a
    /// board with regions or givens, if the assist is reduced or the board is known to have exactly one solution.
    pub fn puzzle_to_share(&self) -> Option<Problem> {
        let session = &self.session;
        let givens = session.decisions().givens().count();
        let is_drawn = session.rules().regions().is_some() || givens > 0;
        let has_one_solution = || {
            let is_start = givens == session.decisions().len();
            let start = || session.waypoint(givens)?.solutions.as_ref()?.exact().cloned();
            if is_start {
                session.knowledge().has_one_solution()
            } else {
                start() == Some(1_u8.into())
            }
        };
        let is_puzzle =
            self.playing().is_some() || is_drawn && (!self.has_full_assist() || has_one_solution());
        is_puzzle.then(|| beginning(session.problem()))
    }

    /// The puzzle of [`Self::puzzle_to_share`], if exported pictures and pages show no decisions: while the puzzle is played,
    /// and before the first decision. At other times, people export a board to show its decisions.
    pub(crate) fn puzzle_alone(&self) -> Option<Problem> {
        let session = &self.session;
        let is_start = session.decisions().givens().count() == session.decisions().len();
        self.puzzle_to_share().filter(|_| is_start || self.playing().is_some())
    }

    /// The only solution of the puzzle, or the solution on the board; `None` if neither is known.
    pub fn known_solution(&self) -> Option<CellSet> {
        let solutions = self.playing().and_then(|game| game.assessment.solutions.as_ref());
        if let Some(PuzzleSolutions::One(solution)) = solutions {
            return Some(solution.clone());
        }
        let session = &self.session;
        let is_told = self.has_full_assist() && session.knowledge().has_one_solution();
        let is_piece = |cell: &Cell| {
            matches!(session.state(*cell), CellState::Placed)
                || is_told && session.state(*cell) == CellState::Forced
        };
        let size = session.rules().size();
        (is_told || session.is_solved())
            .then(|| CellSet::from_cells(size, size.iter().filter(is_piece)))
    }

    /// The cells on which the program places pieces: the forced cells, if the user has decided something and one solution
    /// remains. Empty while a puzzle is played or made, and while the rules are painted.
    pub fn completed(&self) -> CellSet {
        let (session, size) = (&self.session, self.session.rules().size());
        let is_puzzle = self.game_on_board().is_some();
        let is_off = !self.settings.has(Setting::Autocomplete) || !self.has_full_assist();
        let is_made = self.shown.is_painted || self.puzzle_request().is_some();
        let mut decided = session.decisions().iter().map(|(cell, _)| cell);
        let has_own = decided.any(|cell| !session.decisions().is_given(cell));
        if is_puzzle || is_off || is_made || !has_own || !session.knowledge().has_one_solution() {
            return CellSet::empty(size);
        }
        let is_left = |&cell: &Cell| session.state(cell) == CellState::Forced;
        CellSet::from_cells(size, size.iter().filter(is_left))
    }

    /// Who placed the pieces of a completed board: `3 placed by you, 5 by the program`; `None` on other boards.
    pub fn completed_in_words(&self) -> Option<String> {
        let all = self.completed().len();
        let decisions = self.session.decisions();
        let own = decisions.cells(Value::Placed).filter(|&cell| !decisions.is_given(cell)).count();
        (all > 0).then(|| format!("{own} placed by you, {all} by the program"))
    }

    /// The position with the pieces that the program places.
    pub(crate) fn completed_problem(&self) -> Problem {
        let place =
            |problem: Problem, cell| problem.clone().with(cell, Value::Placed).unwrap_or(problem);
        self.completed().iter().fold(self.session.problem().clone(), place)
    }

    /// True if the user has paused the puzzle that is played.
    pub fn is_paused(&self) -> bool {
        self.playing().is_some_and(|game| game.is_paused && game.solved.is_none())
    }

    /// True if the board is hidden: a puzzle is being made, or is paused.
    pub fn is_hidden(&self) -> bool {
        self.puzzle_request().is_some() || self.is_paused()
    }

    /// The time until the clock shows the next second; `None` while the clock is stopped.
    pub fn next_second(&self) -> Option<Duration> {
        let game = self.playing().filter(|_| self.is_timed())?;
        let passed = game.clock.elapsed().subsec_millis();
        Some(Duration::from_millis(u64::from(1000 - passed)))
    }

    /// True if the clock of a puzzle is running.
    pub fn is_timed(&self) -> bool {
        let is_open = self.playing().is_some_and(|game| game.solved.is_none());
        self.is_focused && is_open && !self.is_hidden()
    }

    /// The drawing of the puzzle's regions, if it is not finished.
    pub fn begun_drawing(&self) -> Option<BegunDrawing> {
        BegunDrawing::of_puzzle(self.session.rules())
    }

    /// True if drawn regions can be repaired: the rules have regions, and no limit of costs.
    pub fn can_repair(&self) -> bool {
        let rules = self.session.rules();
        rules.regions().is_some() && rules.max_cost().is_none()
    }

    /// The first count on which two engines disagree, if counts are compared.
    pub fn disagreement(&self) -> Option<Disagreement> {
        self.session.disagreement().filter(|_| self.settings.has(Setting::Verify))
    }

    /// True if the board shows everything that follows from the decisions.
    pub fn has_full_assist(&self) -> bool {
        self.session.assist() == Assist::Full
    }

    /// True if the next explanation of a cell is the contradiction that refutes a piece there.
    pub(crate) fn is_refutation_next(&self, cell: Cell) -> bool {
        self.session.is_last_explanation_shown(cell) && self.may_be_proved(cell)
    }

    /// True if a proof in steps may exist for a cell.
    pub fn may_be_proved(&self, cell: Cell) -> bool {
        self.can_suppose(cell) && !self.session.knowledge().is_unproved(cell)
    }

    /// The state that is shown for a cell; `None` if the assist hides it.
    pub(crate) fn shown_state(&self, cell: Cell) -> Option<CellState> {
        if self.session.rules().grid().is_hole(cell) {
            return Some(CellState::Hole);
        }
        self.session.shown_state(cell, self.session.assist())
    }

    /// The pending request to make a puzzle, if there is one.
    pub fn puzzle_request(&self) -> Option<&AnyJob> {
        let job = &self.jobs.answering.as_ref()?.job;
        let is_puzzle = job.is::<MakePuzzle>() || job.is::<MakeGame>() || job.is::<Recognise>();
        is_puzzle.then_some(job)
    }

    /// The size of the puzzle that is being made, if any.
    pub fn requested_size(&self) -> Option<Size> {
        let job = self.puzzle_request()?;
        if let Some(MakeGame { wanted, .. }) = job.get() {
            return Size::square(wanted.size()).ok();
        }
        let drawn = job.get().map(|Recognise(drawn)| drawn.regions.size());
        Some(drawn.unwrap_or(self.session.rules().size()))
    }

    /// True if the user may suppose a piece on a cell. Depends only on the cell's state on the board.
    pub(crate) fn can_suppose(&self, cell: Cell) -> bool {
        let shown = self.shown_state(cell);
        let is_refuted = shown.map_or(!self.has_full_assist(), |it| it == CellState::Impossible);
        is_refuted && !self.is_finished()
    }

    /// True if nothing is left to decide. With full assist, no cell is open and the position is not known to
    /// lack solutions. Otherwise, the pieces are a solution.
    pub fn is_finished(&self) -> bool {
        use CellState::{Forced, Possible, Unknown};
        if !self.has_full_assist() {
            return self.session.is_solved();
        }
        let is_open = |cell| matches!(self.session.state(cell), Possible | Forced | Unknown);
        self.session.knowledge().is_satisfiable() != Some(false)
            && !self.session.rules().size().iter().any(is_open)
    }

    /// The size of a board with `by` more rows and columns.
    ///
    /// # Errors
    /// When boards of that size are not supported.
    pub fn resized(&self, by: i32) -> Result<Size, ParseSizeError> {
        let size = self.session.rules().size();
        let changed = |side: u16| u16::try_from(i32::from(side) + by).unwrap_or_default();
        Size::new(changed(size.rows()), changed(size.columns()))
    }

    /// True if the board can be completed.
    pub fn can_complete(&self) -> bool {
        let is_lost =
            self.has_full_assist() && self.session.knowledge().is_satisfiable() == Some(false);
        !is_lost && !self.is_finished()
    }

    /// The lesson whose strip is shown, if any.
    pub fn open_lesson(&self) -> Option<&LessonProgress> {
        self.lesson.as_ref().filter(|lesson| lesson.is_open)
    }

    /// True if the present step of the lesson asks for a cell, and cells can be chosen.
    pub fn awaits_answer(&self) -> bool {
        self.shown.decides_cells && matches!(self.expected_answer(), Some(Answer::Cells(_)))
    }

    /// True if the present step of the lesson asks for a number.
    pub fn awaits_number(&self) -> bool {
        matches!(self.expected_answer(), Some(Answer::Number(_)))
    }

    /// The answer in a typed line, if the present step of the lesson asks for a number and the line is a number.
    pub fn typed_answer(&self, line: &str) -> Option<Answer> {
        let number = parse_digits(&line.trim().replace(',', ""));
        number.filter(|_| self.awaits_number()).map(Answer::Number)
    }

    fn expected_answer(&self) -> Option<&Answer> {
        self.open_lesson().and_then(LessonProgress::step)?.until.answer.as_ref()
    }

    /// True if the present board is `board`, with the same decisions.
    pub fn is_on(&self, board: &UserBoard) -> bool {
        self.session.history().board_number() == board.number
            && *self.session.problem() == board.file.problem
    }
}
