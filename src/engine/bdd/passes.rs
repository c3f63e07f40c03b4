//! Passes up and down over a diagram, and their results.
//!
//! | file | contents |
//! | --- | --- |
//! | `walk`, `semiring`, `levels`, `numbers` | the two passes in any semiring, the layout of the nodes' values, and integer types |
//! | `census`, `costs` | counts in all, by cell and by number of pieces; costs, and the best solutions |
//! | `ranking`, `solutions` | solutions by number and at random; solutions one by one |
//! | `retraction` | smallest sets of decisions to take back |
//! | `below` | the number of solutions at each node of a search tree |

mod below;
mod census;
mod costs;
pub(super) mod levels;
pub(super) mod numbers;
pub(super) mod ranking;
mod retraction;
pub(super) mod semiring;
pub(super) mod solutions;
pub(super) mod walk;
