//! How the board looks: colours, characters, and what a terminal can show of them.

pub(in crate::tui) mod depth;
pub(in crate::tui) mod glyphs;
pub(in crate::tui) mod palette;
pub(in crate::tui) mod region_colors;
pub(in crate::tui) mod theme;
