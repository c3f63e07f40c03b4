use strum::{Display, EnumString, VariantArray, VariantNames};

/// The characters of the board.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantArray, VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
#[strum(parse_err_fn = UnknownGlyphs::new, parse_err_ty = UnknownGlyphs)]
pub enum Glyphs {
    /// All characters: quadrants, lines, braille, and signs such as ○.
    #[default]
    Unicode,
    /// Quadrants, but no character that a terminal with East Asian widths draws two columns wide.
    Narrow,
    /// ASCII characters only.
    Ascii,
}

impl Glyphs {
    /// Returns `unicode` for the Unicode characters, otherwise `plain`.
    pub(crate) const fn or<T: Copy>(self, unicode: T, plain: T) -> T {
        match self {
            Self::Unicode => unicode,
            Self::Narrow | Self::Ascii => plain,
        }
    }
}

/// The error for a text that is not the name of a set of characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no set of characters (unicode, narrow or ascii)")]
pub struct UnknownGlyphs(String);

impl UnknownGlyphs {
    fn new(text: &str) -> Self {
        Self(text.to_owned())
    }
}
