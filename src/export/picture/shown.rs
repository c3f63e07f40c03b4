use crate::face::State;
use engine::Filter;

/// What is to be seen of a cell.
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// `None` where finding it out is left to the user.
    pub state: Option<State>,
    /// The share of the solutions with a piece there, from 0 to 1, where the heat map shows it.
    pub share: Option<f64>,
    /// The weakest filter that sees that it is impossible, where that is shown.
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
    /// A cell of which only the state is seen.
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

    /// What it is drawn as: cells left to the user look possible.
    pub(super) fn drawn(self) -> State {
        self.state.unwrap_or(State::Possible)
    }
}
