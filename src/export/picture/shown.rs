use crate::face::State;
use engine::Filter;

/// What is drawn of a cell.
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// `None` if the user has to find out.
    pub state: Option<State>,
    /// The share of the solutions with a piece there, from 0 to 1, where the heat map shows it.
    pub share: Option<f64>,
    /// The weakest filter that proves the cell impossible, if filters are shown.
    pub filter: Option<Filter>,
    /// True if its decision is part of the explanation.
    pub is_culprit: bool,
    /// True if its piece clashes with others.
    pub is_conflict: bool,
    /// True if a hint points at it.
    pub is_hint: bool,
    /// True if a cell that is left to the user has no mark, as on paper.
    pub is_blank: bool,
}

impl Shown {
    /// A cell of which only the state is drawn.
    #[must_use]
    pub const fn new(state: Option<State>) -> Self {
        Self {
            state,
            share: None,
            filter: None,
            is_culprit: false,
            is_conflict: false,
            is_hint: false,
            is_blank: false,
        }
    }

    /// The state as drawn: cells that the user has to find out look possible.
    pub(super) fn drawn(self) -> State {
        self.state.unwrap_or(State::Possible)
    }
}
