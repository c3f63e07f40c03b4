use crate::family::GroupId;
use geometry::{MAX_SIDE, ParseSizeError, Size};

/// Why a text is not a link to a puzzle, or why a puzzle cannot be written as a link.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// The link is of another site or puzzle.
    #[error("this link is no star battle of puzz.link and no drawing of penpa-edit")]
    Unknown,
    /// A part of the link is not a number.
    #[error("the {part} of the link, '{found}', is no whole number from 1 to {MAX_SIDE}")]
    Number {
        /// The name of the part that should be a number.
        part: &'static str,
        /// The text of the part.
        found: String,
    },
    /// The size is not supported.
    #[error(transparent)]
    Size(#[from] ParseSizeError),
    /// The number of digits does not match the size.
    #[error("the link has {found} digits of borders, but a board of {size} has {expected}")]
    Length {
        /// The size of the board.
        size: Size,
        /// The number of digits in the link.
        found: usize,
        /// The number of digits that the size needs.
        expected: usize,
    },
    /// A digit of the borders is not a digit of base 32.
    #[error("'{}' in the link is no digit of its borders (0 to 9, a to v)", .0.escape_default())]
    Digit(char),
    /// The drawing of penpa-edit cannot be read.
    #[error("the drawing in the link cannot be read: {0}")]
    Drawing(&'static str),
    /// The puzzle has no regions.
    #[error("a link needs regions, and none are drawn")]
    NoRegions,
    /// The rules are not those of a star battle.
    #[error(
        "a link is for star battles and coloured queens: so many pieces in each row, column and \
         region, of which none touch"
    )]
    Rules,
    /// The board has a feature that links cannot express.
    #[error("a link cannot say {0}")]
    Unsaid(&'static str),
    /// The cells of a region are not connected.
    #[error("{0} has several parts, but regions of a link are connected: join the parts")]
    Parted(GroupId),
}
