//! The puzzle that the user plays.

use std::time::Duration;

use crate::clock::{Clock, clock_text};
use crate::marks::CandidateMarks;
use geometry::{Cell, counted};
use itertools::Itertools;
use problem::{Problem, Regions, Rules, Value};
use session::puzzle::{Date, Outcome, PuzzleResult, PuzzleSolutions, PuzzleSpec, RecordedScore};
use session::steps::{Grade, Scale, Step, Technique, piece_word};
use session::{BoardNumber, Stamp};
use strum::{EnumString, IntoStaticStr};

/// A puzzle to play at the start of the program.
#[derive(Clone, Debug)]
pub enum Play {
    /// A puzzle that the program makes, from this seed or from a random seed.
    Made(PuzzleSpec, Option<u64>),
    /// The board of the session, and its name if it has one.
    Board(Option<String>),
    /// Regions, and the name of the puzzle, if it has one. The number of stars is computed or asked for.
    Regions(Regions, Option<String>),
}

/// The origin of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The program has made the puzzle from this seed.
    Made {
        /// Kind, size, stars and grade.
        wanted: PuzzleSpec,
        /// The seed; for the puzzle of a day, its date.
        seed: u64,
    },
    /// The puzzle was opened, pasted or painted. It has this name.
    Opened(String),
}

impl Origin {
    /// The name of an opened puzzle; without a name, the name of its rules.
    pub(crate) fn opened(name: Option<String>, rules: &Rules) -> Self {
        Self::Opened(name.unwrap_or_else(|| rules.name()))
    }

    /// The name of the puzzle.
    pub fn name(&self) -> String {
        match self {
            Self::Made { wanted, .. } => wanted.name(),
            Self::Opened(name) => name.clone(),
        }
    }

    /// The puzzle in words, as in `8×8 coloured queens, easy`; the puzzle of a day with its date.
    pub fn in_words(&self) -> String {
        match (self, self.date()) {
            (Self::Made { wanted, .. }, Some(date)) => format!("{wanted}, {date}"),
            (Self::Made { wanted, .. }, None) => wanted.to_string(),
            (Self::Opened(name), _) => name.clone(),
        }
    }

    /// The date if this is the puzzle of a day.
    pub fn date(&self) -> Option<Date> {
        match self {
            Self::Made { seed, .. } => Date::of_seed(*seed),
            Self::Opened(_) => None,
        }
    }
}

/// The known facts about a puzzle. The worker finds them while the user plays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assessment {
    /// The solutions; `None` while they are unknown.
    pub solutions: Option<PuzzleSolutions>,
    /// The grade and the difficulty; `None` while they are unknown, and for a puzzle without exactly one
    /// solution.
    pub graded: Option<(Grade, u32)>,
    /// The techniques of its steps, the hardest first, each with the number of steps that use it. Empty while unknown.
    pub techniques: Vec<(Technique, usize)>,
    /// The step with the hardest technique; `None` while it is unknown.
    pub hardest_step: Option<Step>,
    /// True if the assessment is final.
    pub is_complete: bool,
}

/// The puzzle that follows the puzzle that is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NextPuzzle {
    /// The puzzle is not made yet.
    #[default]
    Unmade,
    /// The puzzle was made in advance, from this specification and seed.
    Made(PuzzleSpec, u64, Box<Problem>),
    /// The puzzle could not be made in advance. It is made when the user asks for it.
    Failed,
}

impl NextPuzzle {
    /// The puzzle that was made in advance, if there is one.
    pub fn of(wanted: PuzzleSpec, seed: u64, outcome: Outcome) -> Self {
        match outcome {
            Outcome::Puzzle(problem) => Self::Made(wanted, seed, Box::new(problem)),
            Outcome::NoSolution
            | Outcome::MissingGrade { .. }
            | Outcome::NotFound
            | Outcome::LimitedCosts
            | Outcome::OtherNumbers { .. }
            | Outcome::OtherGrades { .. } => Self::Failed,
        }
    }
}

/// A puzzle that the user plays. It is in play only while its board is the current board.
#[derive(Clone, Debug)]
pub struct Game {
    /// The maker of the puzzle, and its name.
    pub origin: Origin,
    /// The known facts about the solutions and the difficulty.
    pub assessment: Assessment,
    /// Kind, size and grade of the puzzle, by which results are kept. `None` while the grade is unknown, and if the
    /// program makes no puzzles of this kind.
    pub wanted: Option<PuzzleSpec>,
    /// The time that the puzzle has taken. It stands while the board is hidden or the window lacks the focus.
    pub clock: Clock,
    /// True while the clock is stopped by the user and the board is hidden.
    pub is_paused: bool,
    /// Number of hints given.
    pub hints: u32,
    /// The hints that were counted: their positions, and the cells where a piece was supposed.
    pub(crate) counted_hints: Vec<(Stamp, Option<Cell>)>,
    /// Number of mistakes that were counted.
    pub mistakes: u32,
    /// Why there is no result.
    pub forfeit: Forfeit,
    /// The player's own marks.
    pub marks: CandidateMarks,
    /// The position at which the user was asked whether the puzzle shall be given up.
    pub asked_at: Option<Stamp>,
    /// The position at which the user was told that one more undo leaves the puzzle.
    pub leaving_at: Option<Stamp>,
    /// The first solution; `None` while unsolved.
    pub solved: Option<GameResult>,
    /// The game that the player has solved before beginning again.
    pub(crate) solved_before: Option<Box<Self>>,
    /// The next puzzle, made in advance by the third worker.
    pub next: NextPuzzle,
    /// The board of the puzzle, by which the puzzle is identified.
    board: BoardNumber,
}

/// The reasons why a puzzle gets no result. A permanent reason comes last.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, EnumString,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Forfeit {
    /// The user solves it alone.
    #[default]
    #[strum(serialize = "alone")]
    None,
    /// The board was complete already. Beginning again makes a result possible.
    Found,
    /// The program has completed the board. Undoing that step makes a result possible again.
    Completed,
    /// The user has chosen full assist or a drawing with the solution, or has begun a completed board again.
    GivenUp,
}

/// Progress of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameProgress {
    /// The time on the clock.
    pub elapsed: Duration,
    /// True if the user has paused the puzzle.
    pub is_paused: bool,
    /// Number of hints given before the puzzle was solved.
    pub hints: u32,
    /// Number of counted mistakes: pieces placed on wrong cells.
    pub mistakes: u32,
    /// Why there will be no result.
    pub forfeit: Forfeit,
    /// The time of the first solution; `None` while unsolved.
    pub solved: Option<Duration>,
}

impl GameProgress {
    /// The progress with whole seconds, as the clock shows them.
    pub const fn in_seconds(self) -> Self {
        Self { elapsed: Duration::from_secs(self.elapsed.as_secs()), ..self }
    }
}

/// The time and the score of a solved puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The time on the clock when the puzzle was solved.
    pub time: Duration,
    /// True if this result was sent to the file of results.
    pub is_recorded: bool,
    /// The results of puzzles of this kind, including this result; `None` until this result is recorded.
    pub score: Option<RecordedScore>,
}

impl Game {
    /// A puzzle on this board, just begun. Its clock stands at 0 until the first time message.
    pub(crate) fn new(origin: Origin, board: BoardNumber) -> Self {
        let wanted = match origin {
            Origin::Made { wanted, .. } => Some(wanted),
            Origin::Opened(_) => None,
        };
        Self {
            origin,
            assessment: Assessment::default(),
            wanted,
            clock: Clock::default(),
            is_paused: false,
            hints: 0,
            counted_hints: Vec::new(),
            mistakes: 0,
            forfeit: Forfeit::None,
            marks: CandidateMarks::default(),
            asked_at: None,
            leaving_at: None,
            solved: None,
            solved_before: None,
            next: NextPuzzle::Unmade,
            board,
        }
    }

    /// True if the program has solved the puzzle, or has shown its solution.
    pub fn is_given_up(&self) -> bool {
        matches!(self.forfeit, Forfeit::Completed | Forfeit::GivenUp)
    }

    /// The decisions of the player at this position, as [`decided_in_words`] returns them, if the puzzle is worth keeping: there
    /// are some, and the puzzle is not solved.
    pub(crate) fn unfinished(&self, position: &Problem) -> Option<String> {
        decided_in_words(position).filter(|_| self.solved.is_none())
    }

    /// The time in which the user has solved the puzzle alone.
    pub(crate) fn solving_time(&self) -> Option<Duration> {
        self.solved.filter(|_| self.forfeit == Forfeit::None).map(|result| result.time)
    }

    /// The same puzzle from its beginning, after it was solved or given up.
    pub(crate) fn anew(&self) -> Self {
        let forfeit = if self.is_given_up() { Forfeit::GivenUp } else { Forfeit::None };
        let (assessment, next) = (self.assessment.clone(), self.next.clone());
        let new = Self::new(self.origin.clone(), self.board);
        let is_own = self.solved.is_some() && self.forfeit == Forfeit::None;
        let solved_before = is_own.then(|| Self { solved_before: None, ..self.clone() }.into());
        Self { assessment, wanted: self.wanted, next, forfeit, solved_before, ..new }
    }

    /// The puzzle in words with its size and, if known, its grade. It has these rules.
    pub(crate) fn in_words(&self, rules: &Rules) -> String {
        let Origin::Opened(name) = &self.origin else { return self.origin.in_words() };
        let name = if *name == rules.name() { rules.sized_name() } else { name.clone() };
        self.grade().map_or_else(|| name.clone(), |grade| format!("{name}, {grade}"))
    }

    /// The puzzle in words with its progress at this position, as in `8×8 coloured queens, easy: 3 queens, 0:33`.
    pub(crate) fn progress_in_words(&self, position: &Problem) -> String {
        let has_pieces = number_of(position, Value::Placed) > 0;
        let value = if has_pieces { Value::Placed } else { Value::Excluded };
        let (puzzle, decided) = (self.in_words(position.rules()), number_in_words(position, value));
        format!("{puzzle}: {decided}, {}", clock_text(self.clock.elapsed()))
    }

    /// True if `board` is the board of the puzzle.
    pub fn is_on(&self, board: BoardNumber) -> bool {
        self.board == board
    }

    /// The board of the puzzle.
    pub(crate) fn board(&self) -> BoardNumber {
        self.board
    }

    /// The puzzle on another board with the same decisions. Its marks do not come with it.
    pub(crate) fn moved_to(&self, board: BoardNumber) -> Self {
        let mut moved = Self { board, ..Self::new(self.origin.clone(), board) };
        moved.restore_progress(self.progress());
        moved.is_paused = false;
        (moved.assessment, moved.wanted) = (self.assessment.clone(), self.wanted);
        moved
    }

    /// Specification and seed of the next puzzle: the same specification with the next seed. After the puzzle of a day,
    /// and after a puzzle that the program has not made, the seed is random (`None`).
    pub(crate) fn following(&self) -> (PuzzleSpec, Option<u64>) {
        let seed = match self.origin {
            Origin::Made { seed, .. } if self.origin.date().is_none() => Some(seed.wrapping_add(1)),
            Origin::Made { .. } | Origin::Opened(_) => None,
        };
        (self.wanted.unwrap_or_default(), seed)
    }

    /// The grade, once known.
    pub fn grade(&self) -> Option<Grade> {
        let found = self.assessment.graded.map(|(grade, _)| grade);
        found.or(self.wanted.map(PuzzleSpec::grade))
    }

    /// The known grade and difficulty of the puzzle, which has these rules, as [`Scale::in_words`] returns them; only the
    /// grade, or `None`, if the rest is unknown.
    pub fn grade_in_words(&self, rules: &Rules) -> Option<String> {
        let known = self.assessment.graded;
        let known = known.map(|(_, difficulty)| Scale::of(rules).in_words(difficulty));
        known.or_else(|| self.grade().map(|grade| grade.to_string()))
    }

    /// Stores the assessment of the puzzle, which is `problem`.
    pub(crate) fn assess(&mut self, assessment: Assessment, problem: &Problem) {
        if let (Origin::Opened(_), Some((grade, _))) = (&self.origin, assessment.graded) {
            self.wanted = PuzzleSpec::of(problem, grade);
        }
        self.assessment = assessment;
    }

    /// True if a piece on the cell is a mistake. Without exactly one solution, nothing is a mistake.
    pub(crate) fn is_mistake(&self, cell: Cell) -> bool {
        let solutions = self.assessment.solutions.as_ref();
        matches!(solutions, Some(PuzzleSolutions::One(solution)) if !solution.contains(cell))
    }

    /// The progress of the puzzle.
    pub fn progress(&self) -> GameProgress {
        GameProgress {
            elapsed: self.clock.elapsed(),
            is_paused: self.is_paused,
            hints: self.hints,
            mistakes: self.mistakes,
            forfeit: self.forfeit,
            solved: self.solved.map(|solved| solved.time),
        }
    }

    /// Restores the progress. The score is not known yet.
    pub(crate) fn restore_progress(&mut self, progress: GameProgress) {
        self.clock = Clock::at(progress.elapsed);
        self.is_paused = progress.is_paused;
        self.hints = progress.hints;
        self.mistakes = progress.mistakes;
        self.forfeit = progress.forfeit;
        let solved = |time| GameResult { time, is_recorded: true, score: None };
        self.solved = progress.solved.map(solved);
    }

    /// The result of the solved puzzle, with the specification by which it is kept. `None` while the puzzle is
    /// unsolved or its grade unknown, and if no result is kept.
    pub(crate) fn result(&self) -> Option<(PuzzleSpec, PuzzleResult)> {
        let GameResult { time, .. } = self.solved.filter(|_| self.forfeit == Forfeit::None)?;
        let (hints, mistakes, daily) = (self.hints, self.mistakes, self.origin.date());
        let result = PuzzleResult { time, hints, mistakes, daily };
        Some((self.wanted?, result))
    }
}

/// The decisions of the player at this position, as in `3 queens, 5 crosses`; `None` if there are none.
pub(crate) fn decided_in_words(position: &Problem) -> Option<String> {
    let own = |&value: &Value| number_of(position, value) > 0;
    let decided = [Value::Placed, Value::Excluded].into_iter().filter(own);
    let words = decided.map(|value| number_in_words(position, value)).join(", ");
    (!words.is_empty()).then_some(words)
}

/// The number of decisions of the player with this value.
fn number_of(position: &Problem, value: Value) -> usize {
    let decisions = position.decisions();
    decisions.cells(value).filter(|&cell| !decisions.is_given(cell)).count()
}

fn number_in_words(position: &Problem, value: Value) -> String {
    let piece = piece_word(position.rules());
    let number = number_of(position, value);
    match value {
        Value::Placed => counted(number, piece, &format!("{piece}s")),
        Value::Excluded => counted(number, "cross", "crosses"),
    }
}
