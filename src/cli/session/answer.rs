//! The JSON objects of a session: input lines and their answers. `src/cli/schema/session.json` describes them.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use strum::IntoEnumIterator;

use super::event::LineAnswer;
use super::lines::LineBoard;
use crate::estimate::Interval;
use crate::explain::{self, steps};
use crate::format::{self, milliseconds};
use export::ProblemObject;
use geometry::{Cell, CellSet};
use problem::Assist;
use session::{CellState, Hint, Session, Stage};

/// A line of the input.
pub(super) struct Request {
    /// Any value that the answer repeats.
    pub id: Option<Value>,
    /// The words.
    pub line: String,
}

/// A line that is an object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RequestObject {
    #[serde(default)]
    id: Option<Value>,
    r#do: String,
}

impl Request {
    /// Reads a line. With `json`, it may be an object such as `{"id":7,"do":"place a1"}`.
    ///
    /// # Errors
    /// When the object is not as it should be: its `id`, if it can be read, and a sentence.
    pub(super) fn read(line: &str, json: bool) -> Result<Self, (Option<Value>, String)> {
        if !json || !line.trim_start().starts_with('{') {
            return Ok(Self { id: None, line: line.to_owned() });
        }
        match serde_json::from_str(line) {
            Ok(RequestObject { id, r#do }) => Ok(Self { id, line: r#do }),
            Err(error) => {
                let id = serde_json::from_str::<Value>(line).ok();
                let id = id.and_then(|mut object| Some(object.get_mut("id")?.take()));
                let id = id.or_else(|| first_id(line));
                Err((id, format!("{error}, in an object such as {{\"id\":7,\"do\":\"place a1\"}}")))
            }
        }
    }
}

/// The `id` with which an object begins, even if the text ends within the object.
pub(super) fn first_id(text: &str) -> Option<Value> {
    let entry = text.trim_start().strip_prefix('{')?.trim_start().strip_prefix("\"id\"")?;
    let value = entry.trim_start().strip_prefix(':')?;
    serde_json::Deserializer::from_str(value).into_iter().next()?.ok()
}

/// Events between the answers.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(super) enum Event<'a> {
    /// The last line is still being answered.
    Progress {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a Value>,
        activity: &'static str,
        reached: String,
        elapsed_ms: f64,
    },
    /// The solutions of the present position are counted.
    Counted {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a Value>,
        solutions: Option<String>,
        exact: bool,
    },
    /// A message that is not an answer to a line.
    Notice {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a Value>,
        text: String,
    },
}

/// The answer to a line.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Value>,
    /// False if the line was not done; `error` then says why.
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The sentences that are printed without `--json`.
    text: Vec<String>,
    /// The position after the line.
    #[serde(flatten)]
    position: Position,
    #[serde(flatten)]
    content: Content,
    elapsed_ms: f64,
}

/// A position.
#[derive(Serialize)]
struct Position {
    problem: ProblemObject,
    assist: String,
    /// The number of remaining solutions; `null` if it is not known or the assist hides it.
    solutions: Option<String>,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<Interval>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
    /// True if an event with the exact number will follow, unless another line comes first.
    counting: bool,
    /// Why the number of solutions was not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
    /// The forced cells.
    forced: Vec<String>,
    /// The forced cells on which the program places a piece, because only one solution remains.
    completed: Vec<String>,
    /// The number of cells in each state, without states that no cell has.
    states: BTreeMap<String, usize>,
}

/// The content that the line asked for.
#[derive(Default, Serialize)]
struct Content {
    /// A cell, or why there is no solution: the object that `explain` prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<explain::ExplainReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Cells>,
    /// Remaining solutions: the cells with a piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    listed: Option<Vec<Vec<String>>>,
    /// The most informative cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<HintFacts>,
    /// The solution step by step: the object that `explain --steps` prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<steps::StepsReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagram: Option<DiagramFacts>,
}

#[derive(Serialize)]
struct HintFacts {
    stage: &'static str,
    /// The cells that the hint names.
    cells: Vec<String>,
    /// True if `hint do` can perform the hint.
    can_be_done: bool,
}

/// The sizes of the diagrams of the position; `null` if unknown.
#[derive(Serialize)]
struct DiagramFacts {
    nodes: Option<usize>,
    row_nodes: Option<usize>,
}

/// Cells with their states and numbers of solutions.
struct Cells(Vec<(Cell, CellFacts)>);

#[derive(Serialize)]
struct CellFacts {
    /// `open` if the assist hides the state.
    state: &'static str,
    solutions: Option<String>,
}

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(cell, facts)| (cell.to_string(), facts)))
    }
}

impl<'a> Answer<'a> {
    /// The answer of `board` to a line. `text` is its sentences, or the error.
    pub(super) fn new(
        id: Option<&'a Value>,
        board: &LineBoard,
        answer: Option<&LineAnswer>,
        text: Result<Vec<String>, String>,
        elapsed: Duration,
    ) -> Self {
        let (ok, error) = (text.is_ok(), text.as_ref().err().cloned());
        let position = Position::new(board);
        let content = answer.map(|answer| Content::new(board.session(), answer));
        Self {
            id,
            ok,
            error,
            text: text.unwrap_or_default(),
            position,
            content: content.unwrap_or_default(),
            elapsed_ms: milliseconds(elapsed),
        }
    }
}

impl Position {
    fn new(board: &LineBoard) -> Self {
        let session = board.session();
        let assist = session.assist();
        let is_full = assist == Assist::Full;
        let estimate = session.knowledge().estimate().filter(|_| is_full);
        let solutions = session.knowledge().solutions().filter(|_| is_full);
        let source = session.knowledge().source.filter(|_| is_full);
        let in_state = |state| session.cells_in_state(state, assist);
        let states = CellState::iter().map(|state| (state.to_string(), in_state(state).len()));
        Self {
            problem: session.problem().into(),
            assist: assist.to_string(),
            solutions: solutions.map(ToString::to_string),
            exact: solutions.is_some(),
            engine: source.map(|source| source.engine.into()),
            estimate: estimate.map(Interval::from),
            at_least: session
                .knowledge()
                .lower_bound()
                .filter(|_| is_full)
                .map(|least| least.to_string()),
            counting: board.is_counting(),
            interrupted: session.knowledge().interrupted.map(|ended| ended.to_string()),
            forced: names(&in_state(CellState::Forced)),
            completed: names(&board.completed()),
            states: states.filter(|(_, number)| *number > 0).collect(),
        }
    }
}

impl Content {
    fn new(session: &Session, answer: &LineAnswer) -> Self {
        let nothing = Self::default();
        match answer {
            LineAnswer::Cell(cell) if session.assist() == Assist::Full => {
                let reason = session.reason(*cell);
                Self { explanation: Some(explain::facts(session, Some(*cell), reason)), ..nothing }
            }
            LineAnswer::Cell(cell) => Self { cells: Some(Cells::of(session, &[*cell])), ..nothing },
            LineAnswer::NoSolution => {
                let reason = session.knowledge().reason(None).flatten();
                Self { explanation: Some(explain::facts(session, None, reason)), ..nothing }
            }
            LineAnswer::Cells(Some(state)) => {
                let cells = session.cells_in_state(*state, session.assist());
                Self { cells: Some(Cells::of(session, &cells)), ..nothing }
            }
            LineAnswer::Cells(None) | LineAnswer::Board => {
                let cells: Vec<Cell> = session.rules().size().iter().collect();
                Self { cells: Some(Cells::of(session, &cells)), ..nothing }
            }
            LineAnswer::Solutions(solutions) => {
                let listed = solutions.iter().map(|solution: &CellSet| format::names(solution));
                Self { listed: Some(listed.collect()), ..nothing }
            }
            LineAnswer::Best(cell) => Self { best: Some(cell.to_string()), ..nothing },
            LineAnswer::Hint(hint, stage) => {
                Self { hint: Some(HintFacts::of(hint, *stage)), ..nothing }
            }
            LineAnswer::Steps(path) => Self { steps: Some(steps::facts(path)), ..nothing },
            LineAnswer::Diagram => {
                let knowledge = session.knowledge();
                let (nodes, row_nodes) = (knowledge.bdd_nodes(), knowledge.row_nodes);
                Self { diagram: Some(DiagramFacts { nodes, row_nodes }), ..nothing }
            }
            LineAnswer::Change { .. }
            | LineAnswer::Count
            | LineAnswer::Text(_)
            | LineAnswer::Quit => nothing,
        }
    }
}

impl HintFacts {
    fn of(hint: &Hint, stage: Stage) -> Self {
        let name = match stage {
            Stage::Where => "where",
            Stage::Why => "why",
            Stage::What => "what",
        };
        let can_be_done = hint.can_be_done();
        Self { stage: name, cells: names(&hint.cells(stage)), can_be_done }
    }
}

impl Cells {
    fn of(session: &Session, cells: &[Cell]) -> Self {
        let is_full = session.assist() == Assist::Full;
        let facts = |&cell: &Cell| {
            let state = session.shown_state(cell, session.assist()).map_or("open", Into::into);
            let solutions = session.solutions_with(cell).filter(|_| is_full);
            (cell, CellFacts { state, solutions: solutions.map(ToString::to_string) })
        };
        Self(cells.iter().map(facts).collect())
    }
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(Cell::to_string).collect()
}
