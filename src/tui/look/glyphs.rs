use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use strum::{EnumString, VariantArray};

use geometry::UnknownWord;

/// The characters of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, VariantArray)]
pub enum Glyphs {
    /// All characters: quadrants, lines, braille, and signs such as ○.
    #[default]
    Unicode,
    /// ASCII characters only.
    Ascii,
}

impl Glyphs {
    /// Returns `unicode` for the Unicode characters, otherwise `plain`.
    pub(crate) const fn or<T: Copy>(self, unicode: T, plain: T) -> T {
        match self {
            Self::Unicode => unicode,
            Self::Ascii => plain,
        }
    }
}

/// A set of characters as the settings and the command line name it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
#[strum(parse_err_fn = unknown_glyphs, parse_err_ty = UnknownWord)]
pub enum NamedGlyphs {
    /// [`Glyphs::Unicode`].
    #[default]
    Unicode,
    /// [`Glyphs::Ascii`].
    Ascii,
    /// A set of earlier versions, without characters that East Asian terminals draw two columns wide. Now
    /// [`Glyphs::Ascii`].
    Narrow,
}

impl NamedGlyphs {
    /// The names in use.
    pub const NAMES: [&str; 2] = ["unicode", "ascii"];
    /// The name of an earlier version.
    pub const EARLIER_NAME: &str = "narrow";

    /// The set that the board draws.
    pub const fn glyphs(self) -> Glyphs {
        match self {
            Self::Unicode => Glyphs::Unicode,
            Self::Ascii | Self::Narrow => Glyphs::Ascii,
        }
    }

    /// A sentence for the user of an earlier name.
    pub const fn notice(self) -> Option<&'static str> {
        match self {
            Self::Unicode | Self::Ascii => None,
            Self::Narrow => Some("the characters 'narrow' are now 'ascii'"),
        }
    }

    /// The parser of a set of characters. The name of an earlier version is not listed.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        let listed = Self::NAMES.map(PossibleValue::new);
        let earlier = PossibleValue::new(Self::EARLIER_NAME).hide(true);
        PossibleValuesParser::new(listed.into_iter().chain([earlier])).try_map(|name| name.parse())
    }
}

fn unknown_glyphs(text: &str) -> UnknownWord {
    UnknownWord::new(text, "is no set of characters (unicode or ascii)")
}
