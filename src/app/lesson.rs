//! Lessons: steps with tasks for the board, and conditions for their completion.

mod check;
mod file;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::{DiagramView, Shading};
use export::DrawnOrder;
use files::toml_file::Quoted;
use geometry::{Cell, ParseCellError, Piece, group_digits};
use problem::{BoardFile, WrittenSize};
use session::{BoardNumber, CellState};

/// A lesson: steps on the board, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The title, one line.
    pub title: String,
    /// The steps; not empty.
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson. Its texts are lines in which keys and typed lines stand in backquotes.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonStep {
    /// The task of the step.
    pub task: String,
    /// The condition for completing the step.
    pub until: Condition,
    /// The text that is shown when the step is done.
    pub say: String,
    /// The text for an action that neither meets the condition nor matches a detour.
    pub hint: Option<String>,
    /// Texts for other positions. The first detour that applies is used.
    pub detours: Vec<Detour>,
    /// A board that is opened when the step begins.
    pub board: Option<BoardFile>,
    /// The part of the graph that stays in view during the step, unless the user moves the window.
    pub show: Option<GraphPlace>,
}

/// A place in the graph of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphPlace {
    /// The terminal of solutions.
    One,
    /// The level of a cell.
    Level(Cell),
}

impl FromStr for GraphPlace {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        if text == "terminal 1" { Ok(Self::One) } else { text.parse().map(Self::Level) }
    }
}

/// A reaction to an action that the step did not ask for.
#[derive(Clone, Debug, PartialEq)]
pub struct Detour {
    /// The condition for this action of the student.
    pub when: Condition,
    /// The text that is shown when the step is done.
    pub say: String,
}

/// A condition on the state of the board. All keys that are given must hold.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Condition {
    /// The number of rows and columns.
    pub size: Option<WrittenSize>,
    /// The piece of the board.
    pub piece: Option<Quoted<Piece>>,
    /// Cells on which a piece is decided or given.
    pub placed: Vec<Quoted<Cell>>,
    /// Cells that are decided to be empty.
    pub excluded: Vec<Quoted<Cell>>,
    /// The number of decisions, without givens.
    pub decisions: Option<usize>,
    /// The number of solutions, which must be known.
    pub solutions: Option<u64>,
    /// The states of cells, whatever the assist shows.
    pub cells: BTreeMap<Quoted<Cell>, CellState>,
    /// The cell of the cursor.
    pub cursor: Option<Quoted<Cell>>,
    /// The mode of the board, such as `browse` or `paint`.
    pub mode: Option<ModeName>,
    /// The required shading of cells.
    pub shading: Option<Shading>,
    /// The view of the diagram.
    pub diagram: Option<DiagramView>,
    /// The order of the variables of the drawn diagram.
    pub order: Option<DrawnOrder>,
    /// The number of the shown rule or step, while a diagram is shown in slow motion.
    pub rule: Option<usize>,
    /// The number of watched searches.
    pub searches: Option<usize>,
    /// The step at which a watched search is.
    pub at: Option<usize>,
    /// Whether the pieces are a solution.
    pub solved: Option<bool>,
    /// Whether a hint is shown.
    pub hinted: Option<bool>,
    /// The required answer to the question of the step.
    pub answer: Option<Answer>,
}

/// An answer to the question of a step: the accepted one, or the student's.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// Cells, each of which is right; of a student a single cell.
    Cells(Vec<Quoted<Cell>>),
    /// A number.
    Number(u64),
}

/// The remark about a wrong answer, before the hint.
pub fn wrong_answer(given: impl fmt::Display, hint: &str) -> String {
    format!("{given} is not it. {hint}")
}

impl Answer {
    /// True if the answer of the student is right.
    pub fn accepts(&self, given: &Self) -> bool {
        self == given
            || !given.cells().is_empty() && given.cells().iter().all(|it| self.cells().contains(it))
    }

    fn cells(&self) -> &[Quoted<Cell>] {
        if let Self::Cells(cells) = self { cells } else { &[] }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells(cells) => cells.iter().try_for_each(|Quoted(cell)| cell.fmt(formatter)),
            Self::Number(number) => group_digits(&number.to_string()).fmt(formatter),
        }
    }
}

impl Condition {
    /// True if the condition holds only in a mode that a typed line opens.
    pub fn opens_a_mode(&self) -> bool {
        let named = self.mode.is_some_and(|ModeName(name)| !matches!(name, "board" | "graph"));
        named && self.rule.is_none_or(|rule| rule == 1) || self.searches.is_some()
    }

    /// The cells that must be on the board.
    fn named_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let listed = self.placed.iter().chain(&self.excluded).chain(self.cells.keys());
        let answers = self.answer.iter().flat_map(Answer::cells);
        listed.chain(&self.cursor).chain(answers).map(|&Quoted(cell)| cell)
    }
}

/// The names of modes in lessons.
pub const MODE_NAMES: &[&str] = &[
    "board", "browse", "compare", "paint", "search", "graph", "grow", "reduce", "restrict",
    "passes", "prove", "ways",
];

/// The name of a mode in lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModeName(pub &'static str);

impl<'de> Deserialize<'de> for ModeName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let known = MODE_NAMES.iter().find(|known| **known == name);
        known.map(|known| Self(known)).ok_or_else(|| D::Error::unknown_variant(&name, MODE_NAMES))
    }
}

/// A lesson that was begun.
#[derive(Clone, Debug)]
pub struct LessonProgress {
    /// The steps.
    pub lesson: Arc<Lesson>,
    /// The index of the present step; the number of steps at the end of the lesson.
    pub step_index: usize,
    /// The line above the task.
    pub remark: Remark,
    /// The last answer, until it is judged.
    pub answered: Option<Answer>,
    /// False while the user has put the lesson away.
    pub is_open: bool,
    /// The user's board before the lesson. It is restored when the lesson is left.
    pub user_board: UserBoard,
    /// The board of the lesson, while the user has put the lesson away and has another board.
    pub waiting_board: Option<BoardFile>,
}

/// A board to return to.
#[derive(Clone, Debug)]
pub struct UserBoard {
    /// The position of the cursor.
    pub cursor: Cell,
    /// The number of the board. A board that is opened later has another number.
    pub number: BoardNumber,
    /// The position and the assist.
    pub file: BoardFile,
}

/// What the lesson says about the last action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The title, before the first step.
    Title,
    /// The text of the step that was done last.
    Done(String),
    /// A step is not done yet, and the lesson has a remark about the action.
    NotYet(String),
    /// A step is not done yet, after an action that may be a part of it.
    Hint(String),
}

impl LessonProgress {
    /// Begins a lesson. `user_board` is restored when the lesson is left.
    pub fn new(lesson: Lesson, user_board: UserBoard) -> Self {
        Self {
            lesson: Arc::new(lesson),
            step_index: 0,
            remark: Remark::Title,
            answered: None,
            is_open: true,
            user_board,
            waiting_board: None,
        }
    }

    /// The present step; `None` at the end of the lesson.
    pub fn step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.step_index)
    }

    /// The task of the present step. Keys and typed lines stand in backquotes.
    pub fn task(&self) -> &str {
        let end = "That was the lesson. `Esc` brings your board back, `:lesson` lists others.";
        self.step().map_or(end, |step| &step.task)
    }

    /// A typed line of the task without its `:`, by its index among the parts between backquotes.
    pub fn task_line(&self, index: usize) -> Option<&str> {
        self.task().split('`').skip(1).step_by(2).nth(index)?.strip_prefix(':')
    }

    /// The typed lines of the task without their `:`.
    pub fn task_lines(&self) -> impl Iterator<Item = &str> {
        self.task().split('`').skip(1).step_by(2).filter_map(|part| part.strip_prefix(':'))
    }

    /// The number of the present step, from 1, and the number of all steps.
    pub fn place(&self) -> (usize, usize) {
        let steps = self.lesson.steps.len();
        ((self.step_index + 1).min(steps), steps)
    }
}
