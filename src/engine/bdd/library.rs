//! The ROBDD of `biodivine-lib-bdd`: built with the library's operations, restricted, counted.
//!
//! | file | contents |
//! | --- | --- |
//! | `conjoin`, `growth` | the textbook construction, and the diagram after each rule |
//! | `given` | a diagram that no rules describe |
//! | `judgement` | the comparison with a diagram of somebody else |
//! | `restrict` | restriction by decisions, numbers of solutions and of paths |
//! | `rules_robdd` | the ROBDD of the rules, kept for all positions of a board |
//! | `single_rule` | the diagram of a rule alone |
//! | `sift` | the search for a better order |

pub(super) mod conjoin;
pub(super) mod given;
pub(super) mod growth;
pub(super) mod judgement;
pub(super) mod restrict;
pub(super) mod rules_robdd;
pub(super) mod sift;
pub(super) mod single_rule;
