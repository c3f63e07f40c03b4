use std::fmt;
use std::str::FromStr;

/// How much the board shows. It does not change the problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Assist {
    /// All states and counts; when one solution remains, its cells as forced.
    #[default]
    Full,
    /// Only the cells that placed pieces attack.
    Attacks,
    /// Only the decisions.
    None,
}

impl Assist {
    /// All levels.
    pub const ALL: [Self; 3] = [Self::Full, Self::Attacks, Self::None];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Attacks => "attacks",
            Self::None => "none",
        }
    }
}

impl fmt::Display for Assist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is not a level of assistance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a level of assistance (full, attacks or none)")]
pub struct UnknownAssist(String);

impl FromStr for Assist {
    type Err = UnknownAssist;

    fn from_str(text: &str) -> Result<Self, UnknownAssist> {
        let named = Self::ALL.into_iter().find(|assist| assist.name() == text);
        named.ok_or_else(|| UnknownAssist(text.to_owned()))
    }
}
