use std::fmt;

use itertools::Itertools;

/// Displays a list as part of a sentence: `a1, c2 and g3`.
pub struct List<'a, T>(pub &'a [T]);

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [others @ .., last] if !others.is_empty() => {
                write!(f, "{} and {last}", others.iter().format(", "))
            }
            items => items.iter().try_for_each(|item| write!(f, "{item}")),
        }
    }
}
