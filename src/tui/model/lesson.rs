//! Lessons: steps that say what to do on the board, and conditions that tell when a step is done.

mod file;

use std::collections::BTreeMap;
use std::mem::{self, Discriminant, discriminant};
use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::model::graph_view::GraphView;
use crate::model::{DiagramView, Model, Shading};
use crate::modes::{LESSON_NAMES, Mode, ModeFact};
use export::text_graph::GraphScale;
use files::toml_file::Quoted;
use geometry::{Cell, Piece};
use problem::{BoardFile, Value, WrittenSize};
use session::{BoardNumber, CellState, DiagramRequest, Stamp};

/// A lesson: steps on the board, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The title, one line.
    pub title: String,
    /// The steps; not empty.
    pub(crate) steps: Vec<LessonStep>,
}

/// One step of a lesson. Its texts are lines in which keys and typed lines stand in backquotes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LessonStep {
    /// What to do.
    pub task: String,
    /// The condition that tells that the step is done.
    pub until: Condition,
    /// What the board shows then.
    pub say: String,
    /// What to say if the student did something that neither meets the condition nor a detour's.
    pub hint: Option<String>,
    /// What to say about other positions; the first one that applies is said.
    pub detours: Vec<Detour>,
    /// A board that is opened when the step begins.
    pub board: Option<BoardFile>,
}

/// An answer to something that the step did not ask for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Detour {
    pub when: Condition,
    pub say: String,
}

/// A condition on the state of the board. All keys that are given must hold.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Condition {
    pub size: Option<WrittenSize>,
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
    pub cursor: Option<Quoted<Cell>>,
    pub mode: Option<ModeName>,
    pub shading: Option<Shading>,
    /// The view of the diagram.
    pub diagram: Option<DiagramView>,
    /// The order of the variables of the drawn diagram.
    pub order: Option<String>,
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
    /// The cells that answer the question of the step.
    pub answer: Vec<Quoted<Cell>>,
}

impl Condition {
    /// The cells that must be on the board.
    fn named_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let listed = self.placed.iter().chain(&self.excluded).chain(self.cells.keys());
        listed.chain(&self.cursor).chain(&self.answer).map(|&Quoted(cell)| cell)
    }
}

/// The name of a mode in lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ModeName(&'static str);

impl<'de> Deserialize<'de> for ModeName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let known = LESSON_NAMES.iter().find(|known| **known == name);
        known.map(|known| Self(known)).ok_or_else(|| D::Error::unknown_variant(&name, LESSON_NAMES))
    }
}

/// A lesson that was begun.
#[derive(Clone, Debug)]
pub(crate) struct LessonProgress {
    pub lesson: Arc<Lesson>,
    /// The index of the present step; the number of steps at the end of the lesson.
    pub step_index: usize,
    /// The line above the task.
    pub remark: Remark,
    /// The cell of the last answer, until it is judged.
    pub answered: Option<Cell>,
    /// False while the user has put the lesson away.
    pub is_open: bool,
    /// What the board showed when the remark was made.
    pub seen: Option<BoardView>,
    /// The user's board before the lesson, which comes back when the lesson is left.
    pub user_board: UserBoard,
    /// The board of the lesson, while the user has put the lesson away and has another board.
    pub waiting_board: Option<BoardFile>,
    /// The user's view while the lesson is open, and the lesson's view while it is put away.
    pub other_view: ViewSettings,
}

/// What the user has chosen to see: a lesson begins with the usual choices, so that its texts fit the screen.
#[derive(Clone, Debug)]
pub(crate) struct ViewSettings {
    shading: Shading,
    diagram: DiagramView,
    request: DiagramRequest,
    hides_zeros: bool,
    scale: GraphScale,
}

impl Default for ViewSettings {
    fn default() -> Self {
        let GraphView { request, hides_zeros, scale, .. } = GraphView::default();
        let (shading, diagram) = (Shading::Off, DiagramView::Silhouette);
        Self { shading, diagram, request, hides_zeros, scale }
    }
}

/// A board to come back to.
#[derive(Clone, Debug)]
pub(crate) struct UserBoard {
    pub cursor: Cell,
    pub number: BoardNumber,
    pub file: BoardFile,
}

/// What the lesson says about the last action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Remark {
    /// The title, before the first step.
    Title,
    /// The text of the step that was done last.
    Done(String),
    /// A step is not done yet, and the lesson has an answer to what was done instead.
    NotYet(String),
    /// A step is not done yet, and something was done. This may be a part of the step.
    Hint(String),
}

/// What distinguishes two states of the board, for a lesson that waits for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardView {
    stamp: Stamp,
    mode: Discriminant<Mode>,
    shading: Shading,
    diagram: DiagramView,
}

impl LessonProgress {
    /// The beginning of a lesson. `user_board` and `user_view` come back when the lesson is left.
    pub(crate) fn new(lesson: Lesson, user_board: UserBoard, user_view: ViewSettings) -> Self {
        Self {
            lesson: Arc::new(lesson),
            step_index: 0,
            remark: Remark::Title,
            answered: None,
            is_open: true,
            seen: None,
            user_board,
            waiting_board: None,
            other_view: user_view,
        }
    }

    /// The present step; `None` at the end of the lesson.
    pub(crate) fn step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.step_index)
    }

    /// What to do now. Keys and typed lines stand in backquotes.
    pub(crate) fn task(&self) -> &str {
        let end = "That was the lesson. `Esc` brings your board back, `:lesson` lists others.";
        self.step().map_or(end, |step| &step.task)
    }

    /// A typed line of the task without its `:`, by its index among the parts between backquotes.
    pub(crate) fn task_line(&self, index: usize) -> Option<&str> {
        self.task().split('`').skip(1).step_by(2).nth(index)?.strip_prefix(':')
    }

    /// The number of the present step, from 1, and the number of all steps.
    pub(crate) fn place(&self) -> (usize, usize) {
        let steps = self.lesson.steps.len();
        ((self.step_index + 1).min(steps), steps)
    }
}

impl Model {
    /// The lesson whose strip is shown, if any.
    pub(crate) fn open_lesson(&self) -> Option<&LessonProgress> {
        self.app.lesson.as_ref().filter(|lesson| lesson.is_open)
    }

    /// Shows the board and the diagram as `view` says. Returns how they were shown before.
    pub(crate) fn change_view(&mut self, view: ViewSettings) -> ViewSettings {
        let ViewSettings { shading, diagram, request, hides_zeros, scale } = view;
        let graph = GraphView { request, hides_zeros, scale, ..GraphView::default() };
        let before = mem::replace(&mut self.view.graph, graph);
        ViewSettings {
            shading: mem::replace(&mut self.view.shading, shading),
            diagram: mem::replace(&mut self.view.diagram, diagram),
            request: before.request,
            hides_zeros: before.hides_zeros,
            scale: before.scale,
        }
    }

    /// The present board, to come back to.
    pub(crate) fn user_board(&self) -> UserBoard {
        let (problem, assist) = (self.app.session.problem().clone(), self.app.session.assist());
        UserBoard {
            cursor: self.view.cursor,
            number: self.app.session.board_number(),
            file: BoardFile { problem, assist },
        }
    }

    /// True if the present board is `board`, with the same decisions.
    pub(crate) fn is_on(&self, board: &UserBoard) -> bool {
        self.app.session.board_number() == board.number
            && *self.app.session.problem() == board.file.problem
    }

    /// What the board shows now.
    pub(crate) fn board_view(&self) -> BoardView {
        BoardView {
            stamp: self.app.session.stamp(),
            mode: discriminant(&self.mode),
            shading: self.view.shading,
            diagram: self.view.diagram,
        }
    }

    /// True if the present step of the lesson asks for a cell, and cells can be chosen.
    pub(crate) fn awaits_answer(&self) -> bool {
        let step = self.open_lesson().and_then(LessonProgress::step);
        self.mode.has(ModeFact::DecidesCells)
            && step.is_some_and(|step| !step.until.answer.is_empty())
    }

    /// True if a condition holds. `answered` is the cell of an answer that was just given.
    pub(crate) fn meets(&self, condition: &Condition, answered: Option<Cell>) -> bool {
        // A new key of a condition must be used here.
        let Condition {
            size,
            piece,
            placed,
            excluded,
            decisions,
            solutions,
            cells,
            cursor,
            mode,
            shading,
            diagram,
            order,
            rule,
            searches,
            at,
            solved,
            hinted,
            answer,
        } = condition;
        let (session, rules) = (&self.app.session, self.app.session.rules());
        let decided = session.decisions();
        let all = |cells: &[Quoted<Cell>], value| {
            cells.iter().all(|Quoted(cell)| decided.get(*cell) == Some(value))
        };
        let own = || decided.iter().filter(|&(cell, _)| !decided.is_given(cell)).count();
        let has_state =
            |cell: Cell, state| rules.grid().check(cell).is_ok() && session.state(cell) == state;
        size.is_none_or(|size| size.size() == Ok(rules.size()))
            && piece.as_ref().is_none_or(|Quoted(piece)| piece == rules.piece())
            && all(placed, Value::Placed)
            && all(excluded, Value::Excluded)
            && decisions.is_none_or(|number| own() == number)
            && solutions.is_none_or(|number| session.solutions() == Some(&number.into()))
            && cells.iter().all(|(Quoted(cell), state)| has_state(*cell, *state))
            && cursor.is_none_or(|Quoted(cell)| self.view.cursor == cell)
            && mode.is_none_or(|ModeName(name)| name == self.mode.behavior().names(self).1)
            && shading.is_none_or(|shading| self.view.shading == shading)
            && diagram.is_none_or(|diagram| self.view.diagram == diagram)
            && order.as_ref().is_none_or(|order| {
                self.drawn().is_some_and(|drawn| drawn.request.order.name() == order)
            })
            && rule.is_none_or(|rule| {
                self.series_view().is_some_and(|view| view.stage_index + 1 == rule)
            })
            && searches.is_none_or(|number| {
                self.playback().is_some_and(|watched| watched.searches().count() == number)
            })
            && at.is_none_or(|at| self.playback().is_some_and(|watched| watched.steps_done() == at))
            && solved.is_none_or(|solved| session.is_solved() == solved)
            && hinted.is_none_or(|hinted| self.app.hint.is_some() == hinted)
            && (answer.is_empty() || answered.is_some_and(|cell| answer.contains(&Quoted(cell))))
    }
}
