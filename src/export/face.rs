//! How a board looks, whatever draws it: the art of the pieces, the colours of the squares, the
//! colours of regions and of the heat map. Nothing here knows a terminal or a solver.
//!
//! - [`Figure`] is what a piece is drawn as; [`Figure::art`] gives its bitmap for a square's side.
//! - [`Palette`] has every colour of the dark and of the light look as a [`Tint`]: 24 bits, a number
//!   of the 256 and one of the 16 colours, each chosen for its contrast.
//! - [`SquareFace`] decides the ground and the ink of a square.
//! - [`region`] has the colours of regions and gives neighbours colours that differ;
//!   [`heat`] the colours of the heat map; [`strength`] those of filters.
//! - [`marks`] are the forms that are no pieces: dot, cross, stroke, brackets.
//! - [`Rgb`] mixes and compares colours.

mod art;
mod color;
pub mod heat;
pub mod marks;
mod palette;
pub mod region;
mod square;
pub mod strength;
#[cfg(test)]
mod vision;

pub use art::{Art, Figure};
pub use color::{Oklab, Rgb};
pub use palette::{Basic, Chequered, Palette, State, Tint};
pub use square::{SquareFace, seen};
