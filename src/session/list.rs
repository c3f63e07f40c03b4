use std::fmt;

use itertools::Itertools;

/// Displays a list as part of a sentence: `a1, c2 and g3`.
pub struct ListInWords<'a, T>(pub &'a [T]);

impl<T: fmt::Display> fmt::Display for ListInWords<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [others @ .., last] if !others.is_empty() => {
                write!(f, "{} and {last}", others.iter().format(", "))
            }
            items => items.iter().try_for_each(|item| write!(f, "{item}")),
        }
    }
}

/// Maximum number of items of a list that a message names.
const MAX_NAMED: usize = 20;

/// A list in a message. Only the first items are kept; the others are counted.
#[derive(Default)]
pub struct MessageList {
    named: Vec<String>,
    more: usize,
}

impl MessageList {
    /// The list with these items.
    pub fn of(items: impl IntoIterator<Item: ToString>) -> Self {
        let mut list = Self::default();
        items.into_iter().for_each(|item| list.push(&item));
        list
    }

    /// Appends an item.
    pub fn push(&mut self, item: &impl ToString) {
        if self.named.len() < MAX_NAMED {
            self.named.push(item.to_string());
        } else {
            self.more += 1;
        }
    }

    /// The items that are kept, and how many more there are: `a1, c2, and 7 more`. Empty without items.
    pub fn joined(&self, separator: &str) -> String {
        let more = (self.more > 0).then(|| format!("and {} more", self.more));
        self.named.iter().chain(&more).join(separator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_in_a_message_has_a_limit() {
        assert_eq!(MessageList::of(1..=3).joined(", "), "1, 2, 3");
        let mut long = MessageList::of(1..=MAX_NAMED);
        assert!(long.joined("; ").ends_with("; 19; 20"));
        (0..1_000_000).for_each(|item| long.push(&item));
        assert!(long.joined("; ").ends_with("; 19; 20; and 1000000 more"));
    }
}
