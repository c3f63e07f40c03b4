use std::time::Duration;

use crate::tui::input::keymap::Keymap;
use crate::tui::look::depth::ColorDepth;
use crate::tui::look::glyphs::Glyphs;
use crate::tui::look::theme::Theme;

/// How the board looks, and what its workers may take.
#[derive(Clone, Debug)]
pub struct Options {
    /// The memory of all questions together, in bytes.
    pub memory: usize,
    /// The time of one question, without a limit if `None`.
    pub timeout: Option<Duration>,
    /// True if mouse clicks are taken (the terminal's own text selection then needs Shift).
    pub mouse: bool,
    /// The characters drawn.
    pub glyphs: Glyphs,
    /// The colours drawn.
    pub theme: Theme,
    /// How many colours the terminal shows; none keeps to the theme without colour.
    pub depth: ColorDepth,
    /// The keys of all actions.
    pub keys: Keymap,
}
