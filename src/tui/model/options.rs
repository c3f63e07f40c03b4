use std::time::Duration;

use crate::input::Keymap;
use crate::look::{ColorDepth, Glyphs, Theme};
use app::Settings;

/// Options of the board: its look, and the budget of its workers.
#[derive(Clone, Debug)]
pub struct Options {
    /// Memory limit of all workers together, in bytes.
    pub memory: usize,
    /// The time limit of one question, if there is one.
    pub timeout: Option<Duration>,
    /// True if the board handles mouse clicks (selecting text then needs Shift).
    pub mouse: bool,
    /// The set of characters.
    pub glyphs: Glyphs,
    /// A notice about an option, shown when the board opens.
    pub notice: Option<&'static str>,
    /// The theme.
    pub theme: Theme,
    /// The colour depth of the terminal. Without colours, the monochrome theme is used.
    pub depth: ColorDepth,
    /// The keys of all actions.
    pub keys: Keymap,
    /// The on/off settings.
    pub settings: Settings,
}
