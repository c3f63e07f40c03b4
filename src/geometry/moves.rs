use super::offset::Offset;

/// One way a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A single step; nothing between blocks it.
    Leap(Offset),
    /// A step repeated.
    Ride {
        /// The repeated step.
        step: Offset,
        /// The largest number of repetitions, at least 2; `None` is without limit.
        most: Option<u16>,
    },
}

impl Move {
    /// A step taken up to `most` times, without limit for `None`.
    #[must_use]
    pub const fn new(step: Offset, most: Option<u16>) -> Self {
        match most {
            Some(0 | 1) => Self::Leap(step),
            _ => Self::Ride { step, most },
        }
    }

    /// The step that is taken once or repeated.
    #[must_use]
    pub const fn step(self) -> Offset {
        match self {
            Self::Leap(step) | Self::Ride { step, .. } => step,
        }
    }

    /// How often the step is taken at most; `None` is without limit.
    #[must_use]
    pub const fn most(self) -> Option<u16> {
        match self {
            Self::Leap(_) => Some(1),
            Self::Ride { most, .. } => most,
        }
    }
}
