//! Methods that save states in the construction of a diagram.

/// The use of methods that save states. Time and memory depend on them, the solutions do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Methods {
    /// Groups of states, and of nodes, by the cliques that lack their piece.
    pub groups: Policy,
    /// States that are cells of tails, from the middle on, where one piece stands in each row and each column and nothing
    /// else matters. They need groups by all columns.
    pub tails: Policy,
}

/// Whether a method is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Where the problem or a sample of the states shows that it pays.
    #[default]
    WhereItPays,
    /// Wherever it is possible.
    Always,
    /// Nowhere.
    Never,
}

impl Policy {
    pub(super) fn choose<T>(self, always: T, never: T, where_it_pays: impl FnOnce() -> T) -> T {
        match self {
            Self::WhereItPays => where_it_pays(),
            Self::Always => always,
            Self::Never => never,
        }
    }

    pub(super) fn decide<E>(self, pays: impl FnOnce() -> Result<bool, E>) -> Result<bool, E> {
        self.choose(Ok(true), Ok(false), pays)
    }
}
