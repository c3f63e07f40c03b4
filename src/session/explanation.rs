//! Decisions or rules that rule something out, as data and in words.

use std::fmt;

use super::list::List;
use super::rule_words::{GroupNames, PLAIN_NAMES, rules_in_words};
use geometry::Cell;
use problem::{Rule, Value};

/// A decision that would leave no solution; `None` if the position itself has no solution.
pub type Wish = Option<(Cell, Value)>;

/// Decisions or rules that rule something out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The cells of the decisions, oldest first. Empty if no decision is needed.
    pub because: Vec<Cell>,
    /// The rules, groups before board rules. Without decisions, these rules suffice. With decisions, the
    /// attacks of the placed pieces are needed, too, and no rules are named if they are many or not found soon.
    pub rules: Vec<Rule>,
    /// True if no decision (or without decisions, no rule) can be left out. False only if a budget ended before
    /// that was proved.
    pub minimal: bool,
}

impl Explanation {
    /// The reason as a part of a sentence, with at most `most` board rules by name.
    #[must_use]
    pub fn in_words(&self, most: usize, names: GroupNames<'_>) -> String {
        let (sure, because) = match &self.because[..] {
            [] => (self.minimal, rules_in_words(&self.rules, most, names)),
            because => (self.minimal || because.len() == 1, List(because).to_string()),
        };
        let doubt = if sure { "" } else { " (perhaps not all needed)" };
        format!("because of {because}{doubt}")
    }

    /// The rules beside decisions, in words; `None` if there are no rules or no decisions.
    #[must_use]
    pub fn rules_beside(&self, most: usize, names: GroupNames<'_>) -> Option<String> {
        let is_beside = !self.because.is_empty() && !self.rules.is_empty();
        is_beside.then(|| rules_in_words(&self.rules, most, names))
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(usize::MAX, PLAIN_NAMES))
    }
}
