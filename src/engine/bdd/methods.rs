//! What the construction of a diagram may use to save states.

/// Where the construction uses what saves states: time and memory depend on it, the solutions do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Methods {
    /// Groups of states by the cliques that lack their piece, and of the diagram's nodes.
    pub groups: Use,
    /// States that are the cells of tails, from the middle on, where one piece stands in each row and each
    /// column and nothing else matters. They need groups by all columns.
    pub tails: Use,
}

/// Whether a method is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Use {
    /// Where the problem and a sample of the states say that it pays.
    #[default]
    WhereItPays,
    /// Wherever it can be.
    Always,
    /// Nowhere.
    Never,
}

impl Use {
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
