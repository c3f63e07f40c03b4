//! Cells, grids and pieces: what stands where and what reaches what. No rules, no solver.

mod attacks;
mod cell;
mod cell_set;
mod grid;
mod piece;
mod size;
mod symmetry;

pub use attacks::{Attacks, Line};
pub use cell::{Cell, ParseCellError};
pub use cell_set::CellSet;
pub use grid::{Grid, GridError};
pub use piece::{Move, Offset, Piece, UnknownPiece};
pub use size::{MAX_SIDE, ParseSizeError, Size};
pub use symmetry::Symmetry;
