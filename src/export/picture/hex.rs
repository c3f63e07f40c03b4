use std::fmt;

use crate::face::{Rgb, Tint};

/// A colour as SVG has it.
pub(super) struct Hex(pub Rgb);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rgb { red, green, blue } = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

pub(super) fn hex(tint: Tint) -> Hex {
    Hex(tint.rgb)
}
