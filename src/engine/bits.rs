//! The bits of words that are used as sets.

/// The indices of the bits that are set in a word, ascending.
#[inline]
pub(crate) fn bits(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// The indices of the bits that are set in several words, ascending. Each word has 64 bits.
#[inline]
pub(crate) fn bits_of(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    let words = words.iter().enumerate();
    words.flat_map(|(at, &word)| bits(word).map(move |bit| at * 64 + bit))
}
