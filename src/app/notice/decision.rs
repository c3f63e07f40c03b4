//! Decisions, the reasons of cells, and the look of the board.

use crate::Action;
use geometry::{Cell, counted};
use problem::Value;
use session::{CellState, Explanation, MessageList};

/// Maximum number of board rules that a notice names.
const MAX_NAMED: usize = 6;

notices! {
    /// Decisions and questions about them, or why they were refused.
    DecisionNotice, names:
    /// A value is refused, because the cell is in this state.
    Settled { cell: Cell, state: CellState, explanation: Explanation } => {
        let because = explanation.in_words(MAX_NAMED, &|group| names.group(group));
        format!("{cell} is {state} {because}")
    };
    /// A cell is decided already. `is_other` is true if its value differs from the wanted value.
    Already { cell: Cell, value: Value, is_other: bool } => {
        let state = if *value == Value::Placed { "placed" } else { "excluded" };
        let way_out = if *is_other { format!(" (':back {cell}')") } else { String::new() };
        format!("{cell} is {state} already{way_out}")
    };
    NothingToUndo => "nothing to undo";
    NothingToRedo => "nothing to redo";
    /// The next undo leaves the puzzle.
    PuzzleStart => {
        let undo = names.operation(Action::UNDO);
        format!("the puzzle begins here; {undo} once more goes back to the board before it")
    };
    /// Undo has gone back beyond the beginning of the puzzle, to this board.
    BeforePuzzle { board: String } => {
        let redo = names.operation(Action::REDO);
        format!("{board}: the board before the puzzle; {redo} goes back")
    };
    OnlyGivens => "only givens remain";
    NothingDecided => "nothing is decided";
    DecidedAlready => "the board has these decisions already";
    NoDecision { number: u8 } => format!("there is no decision {number}");
    /// A line of the list of decisions is taken back, which the screen does not show.
    LineTakenBack { number: u8, cells: Vec<Cell> } => {
        let (cells, undo) = (MessageList::of(cells).joined(" "), names.operation(Action::UNDO));
        format!("decision {number}, {cells}, is taken back ({undo} undoes)")
    };
    NothingToComplete => "no solution: nothing to complete";
    NoWeights => "nothing says what pieces cost (':weight' or ':weights FILE' does)";
    NothingToRestore => "nothing stands in the way here";
    LookingForRestoration => "still looking for what to take back";
    NoRestoration => "what to take back is not known";
    /// Why a cell refuses a value. `can_restore` is `None` if it is not known whether taking decisions back helps.
    Reason { explanation: Explanation, can_restore: Option<bool> } => {
        let because = explanation.in_words(MAX_NAMED, &|group| names.group(group));
        match can_restore {
            Some(true) => {
                let anyway = names.operation(Action::ANYWAY);
                format!("it is so {because}; {anyway} does it anyway")
            }
            None => format!("it is so {because}; what to take back is not known"),
            Some(false) => format!("taking back decisions cannot help: it is so {because}"),
        }
    };
    NoReasonNeeded => "only impossible, attacked and forced cells have reasons";
    LookingForReason => "still looking for the first reason";
    NoReasonInTime => "no reason was found in time";
    /// One of several minimal explanations. `has_proof` is true if a proof in steps may come after the last explanation.
    Explained { explanation: Option<Explanation>, number: usize, all: usize, has_proof: bool } => {
        let reason = explanation.as_ref().map_or_else(String::new, |explanation| {
            explanation.in_words(MAX_NAMED, &|group| names.group(group))
        });
        let told = match all {
            0 | 1 => format!("the only minimal explanation: {reason}"),
            _ => format!("explanation {number} of {all}: {reason}"),
        };
        let key = names.operation(Action::NEXT_REASON);
        match (number >= all, has_proof) {
            (true, true) => format!("{told}; {key} looks for a proof step by step"),
            (true, false) => format!("{told}; there is no further one"),
            (false, _) => format!("{told}; {key}: the next one"),
        }
    };
    NoHeat => "no cell is open: the heat map has nothing to show";
    HeatNeedsCounts => "the heat map needs counts, which are not known";
    HeatNeedsCosts => "the heat map needs the cheapest solutions, which are not known";
    NeedsCounts => "that needs counts, which are not known";
    AllSettled => "no cell is open: all is settled";
    /// The board handles mouse clicks, or leaves them to the terminal.
    Mouse { is_on: bool } => match is_on {
        true => "the board handles mouse clicks again".to_owned(),
        false => {
            let key = names.operation(Action::MOUSE);
            format!("mouse clicks go to the terminal now; {key} gives them back to the board")
        }
    };
    Themed { name: String } => format!("the theme is {name}");
    NoColors => "no colours are wanted here (NO_COLOR or --color never)";
    PasteIntoLine => {
        let line = names.operation(Action::COMMAND);
        format!("what is pasted goes into the line after '{line}'")
    };
    /// Cells have become holes, or holes cells again. `lost` are the decided ones among new holes.
    Holes { cells: Vec<Cell>, are_filled: bool, lost: Vec<Cell> } => {
        let lost = match lost[..] {
            [] => String::new(),
            [cell] => format!("; the decision on {cell} is taken back"),
            _ => format!("; {} are taken back", counted(lost.len(), "decision", "decisions")),
        };
        match (&cells[..], are_filled) {
            ([cell], false) => format!("{cell} is a hole{lost}"),
            ([cell], true) => format!("{cell} is a cell again"),
            (cells, false) => format!("{} cells are holes{lost}", cells.len()),
            (cells, true) => format!("{} holes are cells again", cells.len()),
        }
    };
}
