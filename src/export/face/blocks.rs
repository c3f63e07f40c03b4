//! Characters that are small pictures: the 16 blocks of quadrants, and braille with 2 × 4 dots.

/// The quadrants of a character as (right, down), from the top left.
pub const QUADRANTS: [(u16, u16); 4] = [(0, 0), (1, 0), (0, 1), (1, 1)];

/// The characters by the bits of their quadrants, the lowest bit for the first of [`QUADRANTS`].
const BLOCKS: [char; 16] =
    [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// The character with the quadrants (right, down) for which `is_set` is true.
pub fn quadrant(is_set: impl Fn(u16, u16) -> bool) -> char {
    let bit = |(bit, (right, down))| usize::from(is_set(right, down)) << bit;
    BLOCKS[QUADRANTS.into_iter().enumerate().map(bit).sum::<usize>()]
}

/// The quadrants of a block as bits; 0 for other characters.
pub(crate) fn quadrants(symbol: char) -> usize {
    BLOCKS.iter().position(|&block| block == symbol).unwrap_or_default()
}

/// The bits of the dots of a braille character, by row and column.
const DOTS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// Braille without dots.
const BLANK: u32 = 0x2800;

/// The bit of the dot at a column (modulo 2) and row (modulo 4).
pub const fn dot(x: usize, y: usize) -> u8 {
    DOTS[y % 4][x % 2]
}

/// The braille character with these dots.
pub fn braille(dots: u8) -> char {
    char::from_u32(BLANK + u32::from(dots)).unwrap_or(' ')
}

/// The dots of a braille character as bits; `None` for other characters.
pub(crate) fn braille_dots(symbol: char) -> Option<u8> {
    u8::try_from((symbol as u32).checked_sub(BLANK)?).ok()
}
