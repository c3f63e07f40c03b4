//! Settings of the board that are on or off.

use serde::Deserialize;
use strum::{Display, EnumIter, EnumString, VariantNames};

/// A setting of the board that is on or off.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Deserialize,
    Display,
    EnumIter,
    EnumString,
    VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Setting {
    /// Shows the solving time of a puzzle.
    Clock,
    /// Shows the progress of rows, columns and regions.
    Counters,
    /// Marks groups with too many pieces or not enough open cells.
    Broken,
    /// Marks each cell that placed pieces exclude by a cross.
    AutoMark,
    /// Verifies counts by a second engine.
    Verify,
}

impl Setting {
    /// A short description.
    pub(crate) const fn help(self) -> &'static str {
        match self {
            Self::Clock => "the time that the puzzle has taken",
            Self::Counters => "how far rows, columns and regions are",
            Self::Broken => "what has too many pieces or no room left, in crimson",
            Self::AutoMark => "a cross on what placed pieces rule out",
            Self::Verify => "each count is compared with that of the BDD library",
        }
    }
}

/// All settings. By default all are on, except [`Setting::AutoMark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings([bool; 5]);

impl Default for Settings {
    fn default() -> Self {
        Self([true, true, true, false, true])
    }
}

impl Settings {
    /// True if the setting is on.
    pub const fn has(self, setting: Setting) -> bool {
        self.0[setting as usize]
    }

    /// Turns the setting on or off.
    pub const fn set(&mut self, setting: Setting, is_on: bool) {
        self.0[setting as usize] = is_on;
    }
}
