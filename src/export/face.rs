//! The look of a board, on terminals and in pictures: the art of the pieces, the colours of squares,
//! regions and the heat map. This module depends on no terminal and no solver.
//!
//! - [`Figure`] is how a piece is drawn; [`Figure::art`] returns its bitmap for a square's side.
//! - [`Palette`] contains all colours of the dark and of the light look. Each is a [`Tint`]: a 24-bit
//!   colour, an index of the 256 and one of the 16 terminal colours, each chosen for its contrast.
//! - [`Square`] describes a square: state, region, heat, marks. It determines the ground and the ink.
//! - [`Painter`] turns a square into runs of pixels and texts. Terminals make characters from them, pictures make paths.
//! - [`region`] contains the colours of regions and assigns different colours to neighbours; [`heat`]
//!   contains the colours of the heat map. [`Exclusion`] is why a cell is excluded, with its colour and sign.
//! - [`blocks`] are characters that are small pictures: quadrants and braille.
//! - [`Rgb`] mixes and compares colours.

mod art;
pub mod blocks;
mod color;
mod exclusion;
pub mod heat;
mod marks;
mod painter;
mod palette;
pub mod region;
mod square;
#[cfg(test)]
mod vision;

pub use art::{Art, Figure};
pub use color::{Oklab, Rgb};
pub use exclusion::Exclusion;
pub use marks::PixelRun;
pub use painter::{PaintedSquare, Painter, Part, Place, Priority};
pub(crate) use palette::{BLACK, WHITE};
pub use palette::{BasicColor, Palette, SquareColors, State, Tint};
pub(crate) use square::first_visible;
pub use square::{CandidateMark, Region, Square};
