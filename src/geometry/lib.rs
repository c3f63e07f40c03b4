//! Cells, grids, pieces and symmetries. Rules and solvers are in other crates.

mod attacks;
pub mod betza;
mod cell;
mod cell_set;
mod digits;
mod grid;
mod move_diagram;
mod moves;
mod offset;
mod piece;
mod similar;
mod size;
mod sizes;
mod symmetry;
mod symmetry_group;

pub use attacks::{AttackLine, Attacks};
pub use betza::BetzaError;
pub use cell::{Cell, MAX_SIDE, ParseCellError};
pub use cell_set::CellSet;
pub use digits::{counted, group_digits, parse_digits};
pub use grid::{Grid, GridError};
pub use move_diagram::{Mark, MoveDiagram, legend};
pub use moves::Move;
pub use offset::Offset;
pub use piece::{ParsePieceError, Piece};
pub use similar::{UnknownWord, did_you_mean, nearest, suggestion};
pub use size::{ParseSizeError, Size};
pub use sizes::{Sizes, TableSize};
pub use symmetry::Symmetry;
pub use symmetry_group::{SymmetryGroup, SymmetryKind};
