//! Exact counting by bit-parallel depth-first search over several threads.
//!
//! The engine suits pieces with the rook move if each row, or each column, has exactly one piece. The search fills row
//! by row, with a mask of the columns that are still free. It begins with the pieces on the border. Of all placements
//! on the border that symmetries of the problem map to each other, it searches only one. The search needs little
//! memory. Its time grows with the number of solutions.

mod engine;
mod general;
mod groups;
mod model;
mod position;
mod prefixes;
mod shard;
mod shift;

pub use engine::Engine;
pub use model::Unsuited;
pub use shard::{ParseShardError, Shard};

use super::budget::Answer;
use position::Position;

/// Checks the budget; an error ends the search.
type BudgetCheck<'a> = &'a mut dyn FnMut() -> Answer<()>;

/// A search for one kind of board.
trait Kernel {
    /// Returns the number of solutions with the pieces of a position. A search that counts cells also adds to `cells`,
    /// in row-major order, the number of solutions with a piece on each cell. It may skip the cells of the position's
    /// own pieces.
    fn count(
        &mut self,
        position: &Position,
        check: BudgetCheck<'_>,
        cells: &mut [u64],
    ) -> Answer<u64>;
}
