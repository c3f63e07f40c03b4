//! The logic of interactive configuration, without a user interface: decisions and their consequences.
//!
//! | file | contents |
//! | --- | --- |
//! | `session`, `session/record` | [`Session`]: history and knowledge together; states of cells, refused decisions |
//! | `history` | [`History`]: decisions with undo and redo |
//! | `knowledge` | [`Knowledge`]: the answers of engines, stamped with the position they belong to |
//! | `ask` | asks an engine about the position and waits for the answer |
//! | `explanation`, `explain` | [`Explanation`]: a minimal set of decisions or rules that rules out a wish |
//! | `reason`, `restoration` | [`Reason`]: an explanation, and the decisions to take back |
//! | `explanations` | [`explanations()`]: all minimal explanations |
//! | `claim` | [`Claim`]: reasons that a person names, judged exactly |
//! | `rule_reasons`, `rule_words` | [`RuleReasons`]: rules that suffice without decisions; the wording of rules |
//! | `hint` | [`Hint`]: the next step or the mistake, revealed in stages |
//! | `solution_count`, `trail` | [`SolutionCount`]: an exact, estimated or bounded number; `Trail`: earlier numbers |
//! | [`steps`], `path_words` | a solution step by step, by techniques that a person can follow; its summary |
//! | `replay` | [`Replay`]: a recorded search after a number of its steps |
//! | `position_words` | what is known about a position, in words |
//! | `journal`, `entry` | [`Journal`]: every step on disk, one [`JournalEntry`] per line |

mod ask;
#[cfg(test)]
mod brute_force;
mod claim;
mod entry;
mod explain;
mod explanation;
mod explanations;
mod hint;
mod history;
mod journal;
mod knowledge;
mod list;
mod path_words;
mod position_words;
pub mod puzzle;
mod reason;
mod replay;
mod restoration;
mod rule_reasons;
mod rule_words;
mod session;
mod solution_count;
pub mod steps;
mod trail;

pub use claim::{Claim, ParseClaimError, Verdict};
pub use entry::JournalEntry;
pub use explain::explain;
pub use explanation::{Explanation, Wish};
pub use explanations::explanations;
pub use hint::{Hint, HintAids, Stage, Supposition};
pub use history::{BoardNumber, History};
pub use journal::{Journal, Note, ResumedSession};
pub use knowledge::{CellState, CountSource, Disagreement, Finding, Knowledge, NearestSize, Stamp};
pub use list::{ListInWords, MessageList};
pub use reason::Reason;
pub use replay::{Replay, SolutionLoss, WastedBranches};
pub use restoration::{Restoration, RetractionSet, restore, restored};
pub use rule_reasons::{ImpliedValue, RuleReasons};
pub use rule_words::{GroupNames, PLAIN_NAMES, RuleWords, rule_words, rules_in_words};
pub use session::{Refusal, Session};
pub use solution_count::{Increase, SolutionCount};
pub use trail::Waypoint;
