//! Explanations: decisions or rules that rule out a wish, as data and in words.

use std::fmt;

use super::list::ListInWords;
use super::rule_words::{GroupNames, PLAIN_NAMES, rules_in_words};
use geometry::Cell;
use problem::{Rule, Value};

/// The subject of an explanation: a decision that would leave no solution, or `None` if the position itself has
/// no solution.
pub type Wish = Option<(Cell, Value)>;

/// Decisions or rules that rule out a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The cells of the decisions, oldest first. Empty if no decision is needed.
    pub because: Vec<Cell>,
    /// The rules, groups before board rules. If there are no decisions, these rules suffice. If there are
    /// decisions, the rules rule out the wish together with them and with the attacks of the placed pieces. In
    /// that case, the list is empty if it would be too long or was not found in time.
    pub rules: Vec<Rule>,
    /// True if no decision can be left out (or no rule, if there are no decisions). False only if a budget
    /// ended before this was proved.
    pub minimal: bool,
}

impl Explanation {
    /// The explanation as part of a sentence, with at most `max_cells` board rules by name.
    pub fn in_words(&self, max_cells: usize, names: GroupNames<'_>) -> String {
        let (sure, because) = match &self.because[..] {
            [] => (self.minimal, rules_in_words(&self.rules, max_cells, names)),
            because => (self.minimal || because.len() == 1, ListInWords(because).to_string()),
        };
        let doubt = if sure { "" } else { " (perhaps not all needed)" };
        format!("because of {because}{doubt}")
    }

    /// The rules that an explanation names in addition to decisions, in words; `None` if it names no rules or no
    /// decisions.
    pub fn added_rules_in_words(&self, max_cells: usize, names: GroupNames<'_>) -> Option<String> {
        let is_beside = !self.because.is_empty() && !self.rules.is_empty();
        is_beside.then(|| rules_in_words(&self.rules, max_cells, names))
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(usize::MAX, PLAIN_NAMES))
    }
}
