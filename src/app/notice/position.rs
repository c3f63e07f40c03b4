//! Notices about a position: hints, claims, solutions, and decisions to take back.

use crate::Action;
use geometry::Cell;
use session::MessageList;

notices! {
    /// Consequences of the position, or why there are none.
    PositionNotice, names:
    NoFurtherStep => "there is no further step";
    NotRefutable => "only a piece on a cell that is impossible and not attacked is refuted in steps";
    NoContradiction { cell: Cell } => format!("no contradiction: a piece may stand on {cell}");
    NoProof { cell: Cell } =>
        format!("no proof in steps was found for {cell}: only a search or the diagram shows it");
    NoHint => format!("there is no hint: {} gives one", names.operation(Action::HINT));
    NothingToDo => "this hint says nothing to do";
    /// A claim needs an open cell.
    NotOpen { cell: Cell } => format!("{cell} is decided: go to an open cell");
    NotDecided { cell: Cell } => format!("{cell} is not decided");
    NoRowRule { cell: Cell } => format!("no rule speaks of the row of {cell}");
    NoColumnRule { cell: Cell } => format!("no rule speaks of the column of {cell}");
    NoRegionRule { cell: Cell } => format!("no rule speaks of a region of {cell}");
    /// The solutions have no order.
    Unordered => {
        let next = names.operation(Action::NEXT_SOLUTION);
        format!("these solutions have no order, for they are not counted; {next} looks for another")
    };
    /// A solution was found, but the board does not show the position.
    SolutionFound => {
        let next = names.operation(Action::NEXT_SOLUTION);
        format!("a solution was found; on the board {next} shows it")
    };
    NoCells => "name the cells, as in 'place a1' or 'exclude b2 c3'";
    /// There is no set of decisions to take back with this number.
    NoWay { number: usize } => format!("there is no way {number}");
    /// `is_one_of_several` is true if taking other decisions back would do as well.
    TookBack { cells: Vec<Cell>, is_one_of_several: bool } => {
        let several = if *is_one_of_several { " (one of several ways)" } else { "" };
        format!("took back {}{several}", MessageList::of(cells).joined(", "))
    };
    /// The best of several sets of decisions was taken back: it leaves the most solutions.
    TookBackBest { cells: Vec<Cell>, sets: usize, has_more: bool } => {
        let (cells, more) = (MessageList::of(cells).joined(", "), if *has_more { "+" } else { "" });
        format!("took back {cells}, the best of {sets}{more} ways")
    };
}
