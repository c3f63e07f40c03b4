//! The numbers of words that states may use for their open variables.

/// The widths for which the construction is compiled. Loops over up to [`MAX_NARROW_WORDS`] words are unrolled. Boards of up
/// to 16 rows and columns need up to four words, and are faster with the exact number. Wider states have loops that end
/// at the last word in use, so a few widths suffice: unused words are only copied.
pub(super) const WIDTHS: [usize; 9] = [1, 2, 3, 4, MAX_NARROW_WORDS, 16, 64, 1024, 16384];

/// Maximum number of words of a narrow state.
pub(super) const MAX_NARROW_WORDS: usize = 8;

/// True if states of this many words are narrow.
pub(super) const fn is_narrow(words: usize) -> bool {
    words <= MAX_NARROW_WORDS
}

/// The smallest of the [`WIDTHS`] that is at least `words`.
pub(super) fn padded(words: usize) -> usize {
    WIDTHS.into_iter().find(|&width| words <= width).expect("no grid has more cells")
}
