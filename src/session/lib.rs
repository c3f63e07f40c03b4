//! Interactive configuration without a terminal: decisions, and what follows from them.
//!
//! | file | contents |
//! | --- | --- |
//! | `session`, `session/record` | [`Session`] joins history and knowledge: it gives every cell's state, and refuses decisions that leave no solution |
//! | `history` | `History`: decisions with undo and redo |
//! | `knowledge` | [`Knowledge`]: the answers of engines, stamped with the position they belong to |
//! | `ask` | asks an engine and waits |
//! | `explanation`, `explain` | [`Explanation`]: which decisions rule something out, and how they are found |
//! | `reason`, `restoration` | [`Reason`]: an explanation, and which decisions to take back |
//! | `explanations` | [`explanations`]: all minimal explanations |
//! | `drawn_diagram`, `drawn_growth` | [`DrawnDiagram`]: a diagram of which every node is drawn; [`DrawnGrowth`]: those on the way to it |
//! | `rule_reasons`, `rule_words` | [`RuleReasons`]: which rules rule something out where no decision is needed, and these in words |
//! | `hint` | [`Hint`]: the next step, or what is wrong, in stages |
//! | `solution_count`, `trail` | [`SolutionCount`]: how many solutions a position has, as far as it is known; `Trail`: of all positions on the way |
//! | [`steps`] | the whole solution step by step, by techniques that a person can see |
//! | `journal`, `entry` | [`Journal`]: every step on disk, as one [`JournalEntry`] a line |

mod ask;
mod drawn_diagram;
mod drawn_growth;
mod entry;
mod explain;
mod explanation;
mod explanations;
mod hint;
mod history;
mod journal;
mod knowledge;
mod list;
pub mod puzzle;
mod reason;
mod restoration;
mod rule_reasons;
mod rule_words;
mod session;
mod solution_count;
pub mod steps;
mod trail;

pub use drawn_diagram::{DrawnDiagram, DrawnOrder, NotDrawn};
pub use drawn_growth::{DrawnGrowth, DrawnStage};
pub use engine::bdd::{Subject, TooManyVariables};
pub use entry::JournalEntry;
pub use explain::explain;
pub use explanation::{Explanation, Wish};
pub use explanations::explanations;
pub use hint::{Hint, Stage};
pub use history::BoardNumber;
pub use journal::{Journal, Note, ResumedSession};
pub use knowledge::{CellState, CountSource, Disagreement, Finding, Knowledge, NearestSize, Stamp};
pub use list::List;
pub use reason::Reason;
pub use restoration::{Restoration, Way, restore, restored};
pub use rule_reasons::{RuleReasons, Settled};
pub use rule_words::{GroupNames, PLAIN_NAMES, rules_in_words};
pub use session::{Refusal, Session};
pub use solution_count::{Increase, SolutionCount};
pub use trail::Waypoint;
