//! The widgets of the panel, the footer and the frames over the board.
//!
//! Every widget is a pure function of an area, its contents, and [`styles::Styles`]. It draws into a buffer and returns
//! the areas that can be clicked. No widget knows the model.
//!
//! | file | shows |
//! | --- | --- |
//! | [`frame`] | a frame with a title and a fact, around another widget |
//! | [`stack`] | the places of the panel's sections, and which of them fit |
//! | [`bars`] | one bar, or a list of decisions with the number of solutions after each |
//! | [`columns`] | a chart with a column for each value |
//! | [`digits`] | a number in large digits |
//! | [`silhouette`] | the nodes of each level of the diagram |
//! | [`braille`] | lines of dots, 2 × 4 dots per character |
//! | [`graph`] | a small diagram node by node |
//! | [`wrap`] | styled text in lines of a given width |
//! | [`menu`] | the palette: an input line and the matching entries |
//! | [`keys`] | all entries with their keys, in columns |
//! | [`mod@keycap`] | short names of keys |
//! | [`mod@print`] | prints texts and characters, and divides areas |
//! | [`footer`] | the recommended action, then the most useful keys |

pub(crate) mod bars;
pub(crate) mod braille;
pub(crate) mod columns;
pub(crate) mod digits;
pub(crate) mod footer;
pub(crate) mod frame;
pub(crate) mod graph;
pub(crate) mod keycap;
pub(crate) mod keys;
pub(crate) mod menu;
pub(crate) mod print;
pub(crate) mod silhouette;
pub(crate) mod stack;
pub(crate) mod styles;
pub(crate) mod wrap;

pub(crate) use digits::grouped;
pub(crate) use frame::Frame;
pub(crate) use geometry::counted;
pub(crate) use keycap::keycap;
pub(crate) use print::{
    centered, fill, print, print_at_right, print_lines, put, row_of, without_first_columns,
    without_first_rows,
};
pub(crate) use stack::{HeightRequest, Need};
pub(crate) use styles::Styles;
pub(crate) use wrap::NO_BREAK_SPACE;

#[cfg(test)]
pub(crate) mod testing;
