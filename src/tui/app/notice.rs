//! What the application says about the last action, as values. [`sentences`](super::sentences) puts them into words.

use geometry::Cell;

/// A message about the last action, or the reason why it was not done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Notice {
    Text(String),
    /// The operation would tell more than the assist allows.
    ExceedsAssist,
    /// The puzzle is paused, and hides the board.
    Paused,
    /// The puzzle is solved.
    Solved,
    /// A puzzle is being made.
    Making,
    /// The cell has been put into this region.
    Repainted(Cell, char),
}

impl From<String> for Notice {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Notice {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
