//! A board as a value, for programs that ask about positions.

use std::cell::OnceCell;
use std::path::Path;

use num_bigint::BigUint;

use engine::bdd::{self, Ranking};
use engine::counting::CountRequest;
use engine::plan::{self, EngineRefusal, Question};
use engine::{Answer, Budget, Interrupted, auto, sat};
use files::FileError;
use geometry::{Cell, CellSet, ParseCellError, ParseSizeError};
use problem::{Assist, BoardFile, Problem, Rules, Value};
use session::{CellState, Reason, Refusal, Session};

/// A board with its decisions, and the engines that answer questions about it.
///
/// A board is immutable: a decision returns another board. Both share their diagrams, so the second one is cheap,
/// and undoing a decision means using the first one. Cells are named as on the screen: `c4` is column 3, row 4.
///
/// ```
/// use configurator::Board;
///
/// let board = Board::queens(8)?.place("a1")?.place("g2")?;
/// assert_eq!(board.count()?, 2_u8.into());
/// # Ok::<(), configurator::BoardError>(())
/// ```
///
/// # Errors
/// All methods that ask an engine fail with [`BoardError::Interrupted`] when the budget ends first. Without
/// [`Board::with_budget`], time is unlimited, and memory has the limit of the command line.
pub struct Board {
    session: Session,
    diagrams: bdd::Engine,
    budget: Budget,
    /// The session with the engines' answers about the position.
    answered: OnceCell<Session>,
}

/// Why a board gives no answer, or refuses a decision.
#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    /// The size is 0 or too large.
    #[error(transparent)]
    Size(#[from] ParseSizeError),
    /// The text is no name of a cell.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// The decision would leave no solution, or the cell cannot be decided.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The budget ended before the answer.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// No engine suits the problem.
    #[error(transparent)]
    Engine(#[from] EngineRefusal),
    /// A board file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

impl Board {
    /// Queens on a square board of `size` rows, one in each row, none attacked by another.
    ///
    /// ```
    /// # use configurator::Board;
    /// assert_eq!(Board::queens(6)?.count()?, 4_u8.into());
    /// # Ok::<(), configurator::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// When the size is 0 or more than the largest size.
    pub fn queens(size: u16) -> Result<Self, BoardError> {
        Ok(Self::new(Problem::new(Rules::queens(size)?)))
    }

    /// The board of any problem: other pieces, rules, and decisions.
    ///
    /// ```
    /// # use configurator::{Board, problem::{Problem, Rules}};
    /// let amazons = Rules::queens(10)?.with_piece("amazon".parse()?);
    /// assert_eq!(Board::new(Problem::new(amazons)).count()?, 4_u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(problem: Problem) -> Self {
        Self::with(Session::new(problem), bdd::Engine::new(), Budget::default())
    }

    /// The board of a file that [`Board::save`] or the program has written.
    ///
    /// ```
    /// # use configurator::Board;
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("six.toml");
    /// Board::queens(6)?.place("b1")?.save(&path)?;
    /// assert_eq!(Board::open(&path)?.count()?, 1_u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the file cannot be read, or its content is no board. The error names the line.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, BoardError> {
        Ok(Self::new(BoardFile::read(path.as_ref())?.problem))
    }

    /// The board with limits for each question that follows.
    ///
    /// ```
    /// # use configurator::{Board, engine::Budget};
    /// let hurried = Board::queens(30)?.with_budget(Budget::default().with_timeout(std::time::Duration::ZERO));
    /// assert!(hurried.count().is_err());
    /// # Ok::<(), configurator::BoardError>(())
    /// ```
    pub fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The board with a piece on a cell.
    ///
    /// ```
    /// # use configurator::Board;
    /// let board = Board::queens(4)?;
    /// assert_eq!(board.place("b1")?.count()?, 1_u8.into());
    /// assert!(board.place("a1").is_err());
    /// # Ok::<(), configurator::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// When no solution would remain, or the cell is no cell of the board.
    pub fn place(&self, cell: &str) -> Result<Self, BoardError> {
        self.decide(cell, Value::Placed)
    }

    /// The board without a piece on a cell.
    ///
    /// ```
    /// # use configurator::Board;
    /// assert_eq!(Board::queens(4)?.exclude("b1")?.count()?, 1_u8.into());
    /// # Ok::<(), configurator::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Board::place`].
    pub fn exclude(&self, cell: &str) -> Result<Self, BoardError> {
        self.decide(cell, Value::Excluded)
    }

    /// The number of solutions, exactly.
    ///
    /// ```
    /// # use configurator::Board;
    /// assert_eq!(Board::queens(8)?.count()?, 92_u8.into());
    /// # Ok::<(), configurator::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn count(&self) -> Result<BigUint, BoardError> {
        if let Some(solutions) = self.ask()?.knowledge().solutions() {
            return Ok(solutions.clone());
        }
        let engine = plan::counter(self.problem(), Question::ExactCount, None)?;
        let answer = CountRequest::default().count(self.problem(), &engine, &self.limits())?;
        Ok(answer.numbers.solutions)
    }

    /// The state of every cell of the board, row by row: placed, forced, possible, impossible and so on.
    ///
    /// ```
    /// # use configurator::{Board, session::CellState};
    /// let states = Board::queens(4)?.place("b1")?.states()?;
    /// let forced = states.iter().filter(|(_, state)| *state == CellState::Forced);
    /// let names: Vec<String> = forced.map(|(cell, _)| cell.to_string()).collect();
    /// assert_eq!(names, ["d2", "a3", "c4"]);
    /// # Ok::<(), configurator::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn states(&self) -> Result<Vec<(Cell, CellState)>, BoardError> {
        let known = self.ask()?;
        let cells = known.rules().grid().standing_cells();
        Ok(cells.map(|cell| (cell, known.state(cell))).collect())
    }

    /// Why a cell is impossible or forced: a minimal set of decisions, and decisions to take back. `None` for a cell
    /// that can still be decided either way.
    ///
    /// ```
    /// # use configurator::Board;
    /// let board = Board::queens(8)?.place("a1")?.place("g2")?;
    /// let reason = board.why("c4")?.expect("c4 is impossible");
    /// assert_eq!(reason.explanation.to_string(), "because of a1 and g2");
    /// # Ok::<(), configurator::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// When the budget ends first, or the text is no name of a cell of the board.
    pub fn why(&self, cell: &str) -> Result<Option<Reason>, BoardError> {
        let cell = self.cell(cell)?;
        let Some(wish) = self.ask()?.wish(cell) else { return Ok(None) };
        Ok(Some(Reason::find(&mut self.engine(), self.problem(), wish, &self.limits())?))
    }

    /// The solutions, one after the other, each with its cells row by row.
    ///
    /// ```
    /// # use configurator::Board;
    /// let solutions: Vec<_> = Board::queens(6)?.solutions()?.collect::<Result<_, _>>()?;
    /// assert_eq!(solutions.len(), 4);
    /// assert!(solutions.iter().all(|cells| cells.len() == 6));
    /// # Ok::<(), configurator::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// When the budget ends before the first solution.
    pub fn solutions(&self) -> Result<Solutions, BoardError> {
        let (problem, budget) = (self.problem(), &self.limits());
        let ask = bdd::Engine::ranking;
        let ranking = self.engine().by_diagram(Question::OfDiagram, problem, budget, ask)?;
        let source = match ranking {
            Some(ranking) => Source::Diagram(ranking, BigUint::ZERO),
            None => Source::Sat(Box::new(sat::Solutions::new(problem, budget)?)),
        };
        Ok(Solutions { source, budget: budget.clone() })
    }

    /// Writes the board to a file, which is replaced as a whole.
    ///
    /// ```
    /// # use configurator::Board;
    /// # let path = tempfile::tempdir()?.path().join("board.toml");
    /// # std::fs::create_dir_all(path.parent().expect("it is in a folder"))?;
    /// Board::queens(8)?.save(&path)?;
    /// assert!(std::fs::read_to_string(&path)?.contains("size = 8"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), BoardError> {
        let board = BoardFile { problem: self.problem().clone(), assist: Assist::default() };
        Ok(board.write(path.as_ref())?)
    }

    /// The rules and decisions.
    pub fn problem(&self) -> &Problem {
        self.session.problem()
    }

    fn with(session: Session, diagrams: bdd::Engine, budget: Budget) -> Self {
        Self { session, diagrams, budget, answered: OnceCell::new() }
    }

    /// The budget of a question that begins now.
    fn limits(&self) -> Budget {
        self.budget.restarted()
    }

    fn engine(&self) -> auto::Engine {
        auto::Engine::sharing(&self.diagrams)
    }

    fn cell(&self, name: &str) -> Result<Cell, BoardError> {
        let cell = name.parse()?;
        self.session.rules().check(cell).map_err(Refusal::from)?;
        Ok(cell)
    }

    fn decide(&self, cell: &str, value: Value) -> Result<Self, BoardError> {
        let cell = self.cell(cell)?;
        let mut session = self.ask()?.clone();
        session.decide(cell, value)?;
        Ok(Self::with(session, self.diagrams.clone(), self.budget.clone()))
    }

    fn ask(&self) -> Answer<&Session> {
        if let Some(known) = self.answered.get() {
            return Ok(known);
        }
        let mut asked = self.session.clone();
        asked.ask(&mut self.engine(), &self.limits())?;
        Ok(self.answered.get_or_init(|| asked))
    }
}

/// The solutions of a board, from [`Board::solutions`]: in the order of their numbers where a diagram is quick to
/// build, else in no particular order.
pub struct Solutions {
    source: Source,
    budget: Budget,
}

enum Source {
    /// A diagram, and the number of the next solution.
    Diagram(Ranking, BigUint),
    Sat(Box<sat::Solutions>),
}

impl Iterator for Solutions {
    type Item = Result<Vec<Cell>, BoardError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = match &mut self.source {
            Source::Diagram(ranking, number) => {
                let solution = ranking.nth(number);
                *number += 1_u8;
                Ok(solution)
            }
            Source::Sat(solutions) => solutions.next(&self.budget),
        };
        let cells = |solution: CellSet| solution.iter().collect();
        found.map(|solution| solution.map(cells)).map_err(BoardError::from).transpose()
    }
}
