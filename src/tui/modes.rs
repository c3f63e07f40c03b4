//! The modes of the board. A mode is a file of this folder with its state, its reactions to keys and clicks, and its
//! display. Other code uses the present mode through [`ModeBehavior`].
//!
//! A new mode is a file of this folder and a line of each list below.

pub(crate) mod board;
pub(crate) mod browse;
pub(crate) mod compare;
pub(crate) mod graph;
pub(crate) mod paint;
pub(crate) mod prove;
pub(crate) mod series;
pub(crate) mod watch;
pub(crate) mod ways;

use ratatui::text::Span;
use strum::EnumTryAs;

use crate::input::{Motion, Scope};
use crate::model::Model;
use crate::panel::{Context, Sections};
use crate::update::mouse::MouseInput;
use app::Action;
use app::operations::Operation;
use compare::PairView;
use engine::Completion;
use export::PictureKind;
use export::face::Square;
use files::printable;
use geometry::Cell;
use paint::Painting;
use prove::ClaimView;
use series::SeriesView;
use session::CellState;
use watch::SearchPlayback;
use ways::WayList;

/// Declares the list of modes: name, state, and behaviour.
macro_rules! modes {
    ($($(#[$doc:meta])* $mode:ident $(($state:ty))? = $behavior:expr,)*) => {
        /// The mode of the board, with the data that only this mode needs.
        #[derive(Clone, Debug, EnumTryAs)]
        pub(crate) enum Mode {
            $($(#[$doc])* $mode $(($state))?,)*
        }

        impl Mode {
            /// The behaviour of the mode.
            pub(crate) const fn behavior(&self) -> &'static dyn ModeBehavior {
                match self {
                    $(Self::$mode { .. } => &$behavior,)*
                }
            }

            /// True if the fact holds in the mode.
            pub(crate) fn has(&self, fact: ModeFact) -> bool {
                self.behavior().has(fact)
            }
        }
    };
}

modes! {
    /// The user decides cells.
    Board = board::BoardMode,
    /// The board shows a remaining solution.
    Browse(Completion) = browse::BrowseMode,
    /// The board and another problem are compared.
    Compare(Box<PairView>) = compare::CompareMode,
    /// The user paints regions and holes.
    Paint(Painting) = paint::PaintMode,
    /// The user watches recorded searches.
    Watch(Box<SearchPlayback>) = watch::WatchMode,
    /// The cursor is on a node of the graph. This is the marked node.
    Graph(usize) = graph::GraphMode,
    /// The board shows a diagram in slow motion: rule by rule, or node by node.
    Series(SeriesView) = series::SeriesMode,
    /// The user marks the reasons of a claim, which the board judges.
    Prove(ClaimView) = prove::ProveMode,
    /// The user chooses one of several sets of decisions to take back, to make an impossible decision possible.
    Ways(WayList) = ways::WaysMode,
}

/// Returns the rows of all modes for the table of operations.
pub(crate) fn rows() -> impl Iterator<Item = &'static Operation<Model>> {
    let modes = [
        compare::ROWS,
        graph::ROWS,
        paint::ROWS,
        prove::ROWS,
        series::ROWS,
        watch::ROWS,
        ways::ROWS,
        ways::NUMBERED,
    ];
    modes.into_iter().flatten()
}

/// Facts that hold in some modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ModeFact {
    /// The board shows the position.
    ShowsPosition,
    /// Keys and clicks decide cells, and answer the questions of lessons.
    DecidesCells,
    /// A puzzle is played on the board.
    IsPlayed,
    /// A solution may be shown in place of the mode.
    GivesWay,
    /// The diagram may be shown beside the board.
    HasDiagram,
    /// The marks of filters may be shown.
    HasFilters,
    /// The panel suggests the next action.
    Suggests,
}

/// The behaviour of a mode. The default methods suit a mode that shows something other than the position.
pub(crate) trait ModeBehavior: Sync {
    /// The bindings of keys that apply, and the name of the mode in lessons, one of [`MODE_NAMES`](app::lesson::MODE_NAMES).
    fn names(&self, model: &Model) -> (Scope, &'static str);

    /// True if the fact holds in the mode.
    fn has(&self, _: ModeFact) -> bool {
        false
    }

    /// Handles the end of the position that was shown.
    fn leave_position(&self, model: &mut Model) {
        model.enter(Mode::Board);
    }

    /// Leaves the mode.
    fn cancel(&self, model: &mut Model) {
        model.enter(Mode::Board);
    }

    /// Moves within the mode's display; false if the cursor moves on the board instead.
    fn travel(&self, _: &mut Model, _: Motion) -> bool {
        false
    }

    /// Turns the shown solution into decisions.
    fn adopt(&self, _: &mut Model) {}

    /// Handles the mouse before the board and the graph; false leaves it to them.
    fn take_mouse(&self, _: &mut Model, _: MouseInput) -> bool {
        false
    }

    /// Turns the wheel by `rows` upwards, outside of lists and the graph; false if the cursor moves instead.
    fn turn_wheel(&self, _: &mut Model, _: i32) -> bool {
        false
    }

    /// Handles the mouse over the board and the panel.
    fn handle_mouse(&self, _: &mut Model, _: MouseInput) {}

    /// The state of a cell in the mode's display; `None` for the state at the position.
    fn cell_state(&self, _: &Model, _: Cell) -> Option<CellState> {
        None
    }

    /// The appearance of a cell in the mode's display, apart from its region; `None` for the usual appearance.
    fn square(&self, _: &Model, _: Cell) -> Option<Square> {
        None
    }

    /// The meaning of the pieces on the board.
    fn picture_kind(&self, _: &Model) -> PictureKind {
        PictureKind::Position
    }

    /// The note below an exported picture. `solutions` is the number of solutions in words.
    fn picture_note(&self, _: &Model, solutions: String) -> String {
        solutions
    }

    /// The node of the drawn diagram that stays in view.
    fn followed_node(&self, _: &Model) -> Option<usize> {
        None
    }

    /// The nodes of the drawn diagram that are marked.
    fn marked_nodes(&self, _: &Model) -> Vec<usize> {
        Vec::new()
    }

    /// The progress in the header, in two texts with the more important one first; `None` for the number of solutions.
    fn progress(&self, _: &Model) -> Option<(String, String)> {
        None
    }

    /// The line of notices: the notice, or else the text of the mode.
    fn line(&self, model: &Model) -> String {
        let notice = model.app.notice.as_ref();
        notice.map_or_else(|| self.text(model), |notice| printable(&notice.in_words(model)))
    }

    /// The text of the line of notices while there is no notice.
    fn text(&self, _: &Model) -> String {
        String::new()
    }

    /// The actions that the footer may recommend, the best one first, each with its word.
    fn recommended(&self, _: &Model) -> Vec<(Action, String)> {
        Vec::new()
    }

    /// The note of the overview of keys.
    fn note(&self, _: &Model) -> &'static str {
        "arrows or hjkl move, with Shift by ten; 1 to 9 take that decision back"
    }

    /// Adds the mode's sections of the panel. True if the sections about the position follow.
    fn add_sections(&self, sections: &mut Sections<'_>) -> bool;

    /// The text of a panel of a single row; `None` for the state of the cursor's cell.
    fn summary(&self, _: &Context<'_>) -> Option<Vec<Span<'static>>> {
        None
    }
}

#[cfg(test)]
mod tests;
