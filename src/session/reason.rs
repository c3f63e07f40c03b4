use std::fmt;
use std::time::Duration;

use super::explain::explain;
use super::explanation::{Explanation, Wish};
use super::list::ListInWords;
use super::restoration::{Restoration, restore};
use engine::{Answer, Budget, Interrupted, Oracle};
use problem::Problem;

/// The reason why a wish is impossible, and the decisions to take back to make it possible.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The decisions or rules that rule out the wish.
    pub explanation: Explanation,
    /// The decisions to take back; `None` if taking back decisions cannot help.
    pub restoration: Option<Restoration>,
    /// The interruption, if the budget ended before the restoration was found.
    pub interrupted: Option<Interrupted>,
}

/// Maximum time for finding a reason while a user waits at the board.
pub(super) const BOARD_TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum additional time for counting the solutions that each restoration leaves, so that they can be compared.
const COMPARISON_TIMEOUT: Duration = Duration::from_secs(1);

impl Reason {
    /// Finds the reason why a wish is impossible. The caller must know that the wish is impossible.
    ///
    /// # Errors
    /// When the budget is cancelled, or ends before the explanation is found.
    pub fn find(
        oracle: &mut dyn Oracle,
        problem: &Problem,
        wish: Wish,
        budget: &Budget,
    ) -> Answer<Self> {
        Self::find_in(oracle, problem, wish, |_| budget.clone())
    }

    /// Like [`Reason::find`], but for a user who waits at the board: at most 20 seconds, plus 1 second for
    /// comparing the sets of decisions to take back.
    ///
    /// # Errors
    /// The errors of [`Reason::find`].
    pub fn find_for_board(
        oracle: &mut dyn Oracle,
        problem: &Problem,
        wish: Wish,
        budget: &Budget,
    ) -> Answer<Self> {
        Self::find_in(oracle, problem, wish, |time| budget.slice(time))
    }

    fn find_in(
        oracle: &mut dyn Oracle,
        problem: &Problem,
        wish: Wish,
        budget: impl Fn(Duration) -> Budget,
    ) -> Answer<Self> {
        let soon = budget(BOARD_TIMEOUT);
        let explanation = explain(oracle, problem, wish, &soon)?;
        let mut reason = Self { explanation, restoration: None, interrupted: None };
        // If no decision is needed to rule out the wish, taking back decisions cannot help.
        if reason.explanation.because.is_empty() {
            return Ok(reason);
        }
        match restore(oracle, problem, wish, &soon) {
            Ok(restoration) => reason.restoration = restoration,
            Err(interrupted) => {
                reason.interrupted = interrupted.unless_cancelled(Some(interrupted))?;
            }
        }
        if let Some(restoration) = &mut reason.restoration {
            restoration.compare(oracle, problem, wish, &budget(COMPARISON_TIMEOUT))?;
        }
        Ok(reason)
    }
}

impl fmt::Display for Restoration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "takes back {}", ListInWords(&self.best().take_back))?;
        if self.one_of_several() { f.write_str(" (one of several ways)") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RetractionSet;
    use crate::rule_words::PLAIN_NAMES;
    use problem::{GroupId, Rule};

    #[test]
    fn reasons_read_as_sentences() {
        let cells = |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect();
        let explanation = |names: &[&str], rules: &[Rule], minimal| {
            let rules = rules.to_vec();
            Explanation { because: cells(names), rules, minimal }
        };
        let because = |names: &[&str]| explanation(names, &[], true).to_string();
        assert_eq!(because(&["a1"]), "because of a1");
        assert_eq!(because(&["a1", "g2"]), "because of a1 and g2");
        assert_eq!(because(&["a1", "g2", "c3"]), "because of a1, g2 and c3");
        let row_3 = Rule::Group(GroupId::Row(2));
        let rules = [row_3, Rule::Board("c4".parse().unwrap())];
        let with_rules = explanation(&["a1", "g2"], &[row_3], true);
        assert_eq!(with_rules.to_string(), "because of a1 and g2");
        assert_eq!(with_rules.added_rules_in_words(9, PLAIN_NAMES).as_deref(), Some("row 3"));
        let by_rules = explanation(&[], &rules, true);
        assert_eq!(by_rules.to_string(), "because of row 3 and the board rule of c4");
        assert_eq!(by_rules.added_rules_in_words(9, PLAIN_NAMES), None);
        let unsure = explanation(&[], &rules, false).to_string();
        assert!(unsure.ends_with("c4 (perhaps not all needed)"), "{unsure}");
        let way = RetractionSet { take_back: cells(&["a1"]), solutions_left: None };
        let restoration = Restoration { sets: vec![way], more: true };
        assert_eq!(restoration.to_string(), "takes back a1 (one of several ways)");
    }
}
