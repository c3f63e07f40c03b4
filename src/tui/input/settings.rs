//! What the board shows of a puzzle that is played, and whether it verifies counts, as the user wants it.

use serde::Deserialize;
use strum::{Display, EnumIter, EnumString, VariantNames};

/// Something that the board shows of a puzzle or does beside, or does not.
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
    /// The time that a puzzle has taken.
    Clock,
    /// How far rows, columns and regions are.
    Counters,
    /// What has too many pieces or no room left.
    Broken,
    /// A cross on each cell that placed pieces rule out.
    AutoMark,
    /// Counts by a second engine.
    Verify,
}

impl Setting {
    /// What it shows, in a few words.
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

/// All settings. All but the crosses are on by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings([bool; 5]);

impl Default for Settings {
    fn default() -> Self {
        Self([true, true, true, false, true])
    }
}

impl Settings {
    /// True if it is shown.
    #[must_use]
    pub const fn has(self, setting: Setting) -> bool {
        self.0[setting as usize]
    }

    /// Shows it or not.
    pub const fn set(&mut self, setting: Setting, is_on: bool) {
        self.0[setting as usize] = is_on;
    }
}
