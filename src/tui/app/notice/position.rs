//! What follows from a position: hints, claims, solutions, and what to take back.

use crate::app::Names;
use crate::input::Action;
use geometry::Cell;
use session::MessageList;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PositionNotice {
    /// The last picture of a contradiction is shown.
    NoFurtherStep,
    /// A piece on the cell is not refuted in steps.
    NotRefutable,
    /// A piece may stand on the cell.
    NoContradiction(Cell),
    /// No proof in steps was found for the cell.
    NoProof(Cell),
    NoHint,
    /// The hint says nothing to do.
    NothingToDo,
    /// A claim is about an open cell.
    NotOpen(Cell),
    NotDecided(Cell),
    NoRowRule(Cell),
    NoColumnRule(Cell),
    NoRegionRule(Cell),
    /// The solutions are not counted, so that none comes before another.
    Unordered,
    /// A solution was found while the board shows something else.
    SolutionFound,
    /// There is no set of decisions with this number.
    NoWay(usize),
    /// Decisions were taken back. `is_one_of_several` is true if others would do as well.
    TookBack {
        cells: Vec<Cell>,
        is_one_of_several: bool,
    },
}

impl PositionNotice {
    pub(in crate::app) fn in_words(&self, names: &dyn Names) -> String {
        let next_solution = || names.operation(Action::NextSolution);
        match self {
            Self::NoFurtherStep => "there is no further step".to_owned(),
            Self::NotRefutable => {
                "only a piece on a cell that is impossible and not attacked is refuted in steps"
                    .to_owned()
            }
            Self::NoContradiction(cell) => {
                format!("no contradiction: a piece may stand on {cell}")
            }
            Self::NoProof(cell) => format!(
                "no proof in steps was found for {cell}: only a search or the diagram shows it"
            ),
            Self::NoHint => {
                format!("there is no hint: {} gives one", names.operation(Action::Hint))
            }
            Self::NothingToDo => "this hint says nothing to do".to_owned(),
            Self::NotOpen(cell) => format!("{cell} is decided: go to an open cell"),
            Self::NotDecided(cell) => format!("{cell} is not decided"),
            Self::NoRowRule(cell) => format!("no rule speaks of the row of {cell}"),
            Self::NoColumnRule(cell) => format!("no rule speaks of the column of {cell}"),
            Self::NoRegionRule(cell) => format!("no rule speaks of a region of {cell}"),
            Self::Unordered => {
                let sentence = "these solutions have no order, for they are not counted";
                format!("{sentence}; {} looks for another", next_solution())
            }
            Self::SolutionFound => {
                format!("a solution was found; on the board {} shows it", next_solution())
            }
            Self::NoWay(number) => format!("there is no way {number}"),
            Self::TookBack { cells, is_one_of_several } => {
                let several = if *is_one_of_several { " (one of several ways)" } else { "" };
                format!("took back {}{several}", MessageList::of(cells).joined(", "))
            }
        }
    }
}
