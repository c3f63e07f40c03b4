//! Construction of the row diagram.
//!
//! | file | contents |
//! | --- | --- |
//! | `compile`, `methods` | [`compile`](compile::compile), and the methods that reduce the number of states |
//! | `frontier`, `reduce` | construction of the states, and their reduction to nodes |
//! | `select` | the diagram of the solutions that keep decisions |
//! | `limit` | the diagram of the solutions within a cost limit, made from the diagram without the limit |
//! | `difficulty` | an estimate of a diagram's size, and the order of variables with the smaller diagram |

pub(super) mod compile;
pub(super) mod difficulty;
pub(super) mod frontier;
mod limit;
pub(super) mod methods;
#[cfg(debug_assertions)]
pub mod planted;
mod reduce;
mod select;
