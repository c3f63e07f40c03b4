//! The part of a lesson that the screen shows, and whether a condition of a lesson holds.

use std::mem::{self, Discriminant, discriminant};

use crate::model::Model;
use crate::model::graph_view::GraphView;
use crate::modes::Mode;
use app::graph::RequestedGraph;
use app::lesson::{Answer, Condition, GraphPlace, LessonProgress, ModeName, UserBoard};
use app::{DiagramView, Shading};
use export::{DiagramRequest, OrderRequest};
use files::toml_file::Quoted;
use geometry::Cell;
use problem::{BoardFile, Value};
use session::Stamp;

/// The screen's data about a lesson.
#[derive(Clone, Debug, Default)]
pub(crate) struct LessonView {
    /// The state of the board when the last remark was made.
    pub seen: Option<BoardView>,
    /// The user's view while the lesson is open, and the lesson's view while it is put away.
    pub other: ViewSettings,
    /// The typed lines of a skipped step that are still to be run.
    pub lines: Vec<String>,
}

/// The user's choice of views. A lesson begins with the usual views, so that its texts fit the screen.
#[derive(Clone, Debug, Default)]
pub(crate) struct ViewSettings {
    shading: Shading,
    diagram: DiagramView,
    request: DiagramRequest,
    graph: GraphView,
}

/// The part of the board's state that a lesson compares to notice a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardView {
    stamp: Stamp,
    mode: Discriminant<Mode>,
    shading: Shading,
    diagram: DiagramView,
}

impl Model {
    /// Shows the board and the diagram as `view` says. Returns how they were shown before.
    pub(crate) fn change_view(&mut self, view: ViewSettings) -> ViewSettings {
        let requested = RequestedGraph { request: view.request, ..RequestedGraph::default() };
        ViewSettings {
            shading: mem::replace(&mut self.app.shading, view.shading),
            diagram: mem::replace(&mut self.app.diagram, view.diagram),
            request: mem::replace(&mut self.app.graph, requested).request,
            graph: mem::replace(&mut self.view.graph, view.graph),
        }
    }

    /// The present board, to return to later.
    pub(crate) fn user_board(&self) -> UserBoard {
        let (problem, assist) = (self.app.session.problem().clone(), self.app.session.assist());
        UserBoard {
            cursor: self.view.cursor,
            number: self.app.session.history().board_number(),
            file: BoardFile { problem, assist },
        }
    }

    /// The present state of the board.
    pub(crate) fn board_view(&self) -> BoardView {
        BoardView {
            stamp: self.app.session.stamp(),
            mode: discriminant(self.mode()),
            shading: self.app.shading,
            diagram: self.app.diagram,
        }
    }

    /// The place of the graph that the present step of the lesson shows.
    pub(crate) fn shown_place(&self) -> Option<GraphPlace> {
        self.app.open_lesson().and_then(LessonProgress::step)?.show
    }

    /// True if a condition holds. `answered` is an answer that was just given.
    pub(crate) fn meets(&self, condition: &Condition, answered: Option<&Answer>) -> bool {
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
        let own_decisions = || decided.iter().filter(|&(cell, _)| !decided.is_given(cell)).count();
        let has_state =
            |cell: Cell, state| rules.grid().check(cell).is_ok() && session.state(cell) == state;
        size.is_none_or(|size| size.size() == Ok(rules.size()))
            && piece.as_ref().is_none_or(|Quoted(piece)| piece == rules.piece())
            && all(placed, Value::Placed)
            && all(excluded, Value::Excluded)
            && decisions.is_none_or(|number| own_decisions() == number)
            && solutions
                .is_none_or(|number| session.knowledge().solutions() == Some(&number.into()))
            && cells.iter().all(|(Quoted(cell), state)| has_state(*cell, *state))
            && cursor.is_none_or(|Quoted(cell)| self.view.cursor == cell)
            && mode.is_none_or(|ModeName(name)| name == self.mode().behavior().names(self).1)
            && shading.is_none_or(|shading| self.app.shading == shading)
            && diagram.is_none_or(|diagram| self.app.diagram == diagram)
            && order.is_none_or(|order| {
                let order = OrderRequest::Known(order);
                self.drawn().is_some_and(|drawn| drawn.request.order == order)
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
            && answer
                .as_ref()
                .is_none_or(|answer| answered.is_some_and(|given| answer.accepts(given)))
    }
}
