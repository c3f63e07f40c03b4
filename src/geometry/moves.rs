use super::offset::Offset;

/// One move of a piece: a leap (the step taken once) or a ride (the step taken several times). Nothing
/// blocks a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The step that is taken once or repeated.
    pub step: Offset,
    /// Maximum number of steps, at least 1; `None` means without limit.
    pub max_steps: Option<u16>,
}
