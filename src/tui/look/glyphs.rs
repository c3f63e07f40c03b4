use strum::{Display, EnumString, VariantArray, VariantNames};

/// The characters of the board.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantArray, VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
#[strum(parse_err_fn = UnknownGlyphs::new, parse_err_ty = UnknownGlyphs)]
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
    /// What is drawn with these characters: `unicode`, or `plain` where the font may lack it.
    pub(crate) const fn or<T: Copy>(self, unicode: T, plain: T) -> T {
        match self {
            Self::Unicode => unicode,
            Self::Narrow | Self::Ascii => plain,
        }
    }
}

/// A text that names no set of characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no set of characters (unicode, narrow or ascii)")]
pub struct UnknownGlyphs(String);

impl UnknownGlyphs {
    fn new(text: &str) -> Self {
        Self(text.to_owned())
    }
}
