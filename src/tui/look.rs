//! How the board looks: colours, characters, what a terminal can show of them, and the squares as a picture.
//!
//! How to draw one:
//!
//! 1. [`BoardLayout::new`] arranges a window for a board: the side of its squares, what is in view,
//!    and where header, panel, legend and footer are. It is computed once a frame and kept, so that
//!    [`BoardLayout::cells_at`] finds for the mouse what was drawn.
//! 2. A [`BoardPicture`] says what is to be seen: a [`Square`] for each cell, cursor, counters. Its `render` draws squares and labels into a `Buffer`; nothing else is touched.
//! 3. Where [`BoardLayout::wants_lens`], [`BoardLayout::lens`] arranges the cells around the cursor in
//!    a part of the panel. The lens is drawn by a `BoardPicture` with that layout, and
//!    the board's `frame` says which cells the lens shows.
//! 4. [`Look`] is what a terminal can show: palette, depth, glyphs. [`Look::chip`] is a state as two
//!    or three characters in text, [`Look::color`] the colour of a tint.

mod board_layout;
mod canvas;
mod chip;
mod colors;
pub(crate) mod depth;
mod filter;
pub(crate) mod glyphs;
mod graph_layout;
mod squares;
pub(crate) mod theme;

pub(crate) use board_layout::{BoardLayout, LayoutNeeds, Pitch, SMALLEST, Sharing};
pub(crate) use colors::Look;
pub(crate) use depth::ColorDepth;
pub(crate) use glyphs::Glyphs;
pub(crate) use graph_layout::{Content, GraphLayout, STUB};
pub(crate) use squares::{BoardPicture, Counter, NamedGroups, Region, Square, UNCOVERED};
pub(crate) use theme::{Background, Theme};
