use super::offset::Offset;

/// One way a piece moves: a step taken once, a leap, or several times, a ride. Nothing between blocks a leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The step that is taken once or repeated.
    pub step: Offset,
    /// Maximum number of steps, at least 1; `None` is without limit.
    pub most: Option<u16>,
}
