//! What the panel, the footer and the frames over the board are made of.
//!
//! Every part is a pure function of an area, of what it shows, and of [`styles::Styles`]: it draws into a
//! buffer and returns what stands where, for clicks. Nothing here knows the model.
//!
//! | file | shows |
//! | --- | --- |
//! | [`frame`] | a frame with a title and a fact, around any of the others |
//! | [`stack`] | where the panel's parts stand, and which of them there is room for |
//! | [`bars`] | one bar, and the list of decisions with what each left |
//! | [`columns`] | a chart with a column for each value |
//! | [`digits`] | a number in large digits |
//! | [`silhouette`] | the nodes of each level of the diagram |
//! | [`braille`] | lines of dots, 2 × 4 in a character |
//! | [`graph`] | a small diagram node by node |
//! | [`wrap`] | styled text in lines of a given width |
//! | [`menu`] | the palette: an input line and the entries found |
//! | [`keys`] | all entries with their keys, in columns |
//! | [`footer`] | the one thing to do here, then keys by worth |
//! | [`welcome`] | what the board is for, on the first run |

pub(crate) mod bars;
pub(crate) mod braille;
pub(crate) mod columns;
pub(crate) mod digits;
pub(crate) mod footer;
pub(crate) mod frame;
pub(crate) mod graph;
pub(crate) mod keys;
pub(crate) mod menu;
pub(crate) mod silhouette;
pub(crate) mod stack;
pub(crate) mod styles;
pub(crate) mod welcome;
pub(crate) mod wrap;

pub(crate) use digits::grouped;
pub(crate) use frame::Frame;
pub(crate) use stack::{Need, Part};
pub(crate) use styles::Styles;
pub(crate) use wrap::NO_BREAK_SPACE;

#[cfg(test)]
pub(crate) mod testing;
