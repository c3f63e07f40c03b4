//! Methods that reduce the number of states during the construction of a diagram.

/// Which of the methods are used. They change time and memory, not the solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Methods {
    /// Grouping states and nodes by the cliques that still lack their piece.
    pub groups: Policy,
    /// Exact states for the second half of the steps: a state is the set of cells that its completions use.
    /// Possible only if each row and each column takes one piece and no other group has bounds. Needs groups by all
    /// columns.
    pub exact_states: Policy,
}

/// Whether a method is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Used where the problem, or a sample of the states, shows that the method saves time.
    #[default]
    WhereItPays,
    /// Used wherever it is possible.
    Always,
    /// Never used.
    Never,
}

impl Policy {
    pub(crate) fn choose<T>(self, always: T, never: T, where_it_pays: impl FnOnce() -> T) -> T {
        match self {
            Self::WhereItPays => where_it_pays(),
            Self::Always => always,
            Self::Never => never,
        }
    }
}
