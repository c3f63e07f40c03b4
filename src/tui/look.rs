//! The appearance of the board: colours, characters, the capabilities of a terminal, and the picture of the squares.
//!
//! How to draw a board:
//!
//! 1. [`BoardLayout::new`] computes the layout of a window: the side length of the squares, the visible cells, and the
//!    areas of header, panel, legend and footer. The layout is computed once per frame and kept, so that
//!    [`BoardLayout::cells_at`] finds the cells under the mouse in the same layout.
//! 2. A [`BoardPicture`] describes the contents: a [`Square`](export::face::Square) for each cell, the cursor, and counters. Its `render`
//!    draws squares and labels into a `Buffer` and leaves all other characters unchanged.
//! 3. If [`BoardLayout::wants_lens`], [`BoardLayout::lens`] computes a layout of the cells around the cursor in a part
//!    of the panel. A second `BoardPicture` with that layout draws the lens, and the `frame` of the board's picture
//!    marks the cells that the lens shows.
//! 4. [`Look`] describes the capabilities of a terminal: palette, depth, glyphs. [`Look::chip`] shows a state as two or
//!    three characters in a text. [`Look::color`] returns the colour of a tint.

mod board_layout;
mod canvas;
mod chip;
mod colors;
pub(crate) mod depth;
pub(crate) mod glyphs;
mod squares;
pub(crate) mod theme;

pub(crate) use board_layout::{BoardLayout, LayoutNeeds, SMALLEST, SquareRendering, WindowSplit};
pub(crate) use colors::Look;
pub(crate) use depth::ColorDepth;
pub(crate) use glyphs::Glyphs;
pub(crate) use squares::{BoardPicture, GroupSatisfaction, NamedGroups, UNCOVERED};
pub(crate) use theme::{Background, Theme};
