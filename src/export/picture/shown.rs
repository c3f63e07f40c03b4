use crate::face::{Exclusion, State};

/// How a cell is drawn.
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CellAppearance {
    /// The state; `None` if the user has to find it out.
    pub state: Option<State>,
    /// The share of the solutions with a piece on the cell, from 0 to 1, if the heat map shows it.
    pub share: Option<f64>,
    /// Why the cell is excluded, if this is shown.
    pub exclusion: Option<Exclusion>,
    /// True if the decision of the cell is part of the explanation.
    pub is_culprit: bool,
    /// True if the cell's piece is in conflict with other pieces.
    pub is_conflict: bool,
    /// True if a hint points at the cell.
    pub is_hint: bool,
    /// True if the cell has no mark even if it is possible, as in puzzles on paper.
    pub is_blank: bool,
    /// The number of the step that excludes the cell; 0 for an assumption.
    pub number: Option<usize>,
    /// True if the cell is empty and belongs to a group that cannot be completed.
    pub lacks_room: bool,
}

impl CellAppearance {
    /// A cell with only its state drawn.
    pub fn new(state: Option<State>) -> Self {
        Self { state, ..Self::default() }
    }

    /// A cross with the number of the step that excludes the cell.
    pub(super) fn numbered(self) -> Option<String> {
        self.number.filter(|&number| number > 0).map(|number| format!("×{number}"))
    }

    /// The state to draw: cells that the user has to find out look possible.
    pub(super) fn display_state(self) -> State {
        self.state.unwrap_or(State::Possible)
    }
}
