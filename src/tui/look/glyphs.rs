use std::fmt;
use std::str::FromStr;

/// The characters of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Quadrants, lines, braille and signs such as ○.
    #[default]
    Unicode,
    /// Quadrants, but nothing that a terminal set to East Asian widths draws two columns wide.
    Narrow,
    /// Letters and signs only.
    Ascii,
}

impl Glyphs {
    /// All sets of characters.
    pub const ALL: [Self; 3] = [Self::Unicode, Self::Narrow, Self::Ascii];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unicode => "unicode",
            Self::Narrow => "narrow",
            Self::Ascii => "ascii",
        }
    }
}

impl fmt::Display for Glyphs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no set of characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no set of characters (unicode, narrow or ascii)")]
pub struct UnknownGlyphs(String);

impl FromStr for Glyphs {
    type Err = UnknownGlyphs;

    fn from_str(text: &str) -> Result<Self, UnknownGlyphs> {
        let named = Self::ALL.into_iter().find(|glyphs| glyphs.name() == text);
        named.ok_or_else(|| UnknownGlyphs(text.to_owned()))
    }
}
