//! Lists of arcs. An arc takes 16 bits, or 32 bits if some arc of the list needs more than 16.

use smallvec::SmallVec;

use crate::heap::Heap;

/// Placeholder for a missing arc: no solution follows from the choice. Only diagrams that are not reduced contain it.
pub(crate) const DEAD: u32 = u32::MAX;

const NARROW_DEAD: u16 = u16::MAX;

/// A list of arcs. An arc is a number or [`DEAD`].
#[derive(Clone, Debug)]
pub(crate) enum Arcs {
    /// All numbers fit into 16 bits. Short lists use no heap memory.
    Narrow(SmallVec<[u16; 8]>),
    Wide(Vec<u32>),
}

/// Converts an arc of 16 bits to 32 bits.
#[inline]
pub(crate) fn widened(number: u16) -> u32 {
    if number == NARROW_DEAD { DEAD } else { number.into() }
}

impl Arcs {
    pub(crate) fn with_capacity(len: usize) -> Self {
        Self::Narrow(SmallVec::with_capacity(len))
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Narrow(numbers) => numbers.len(),
            Self::Wide(numbers) => numbers.len(),
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, number: u32) {
        match self {
            Self::Wide(numbers) => numbers.push(number),
            Self::Narrow(numbers) if number < NARROW_DEAD.into() || number == DEAD => {
                numbers.push(number as u16);
            }
            Self::Narrow(_) => self.widen(number),
        }
    }

    /// Converts the list to 32 bits per arc, and adds the first number that needs more than 16 bits.
    #[cold]
    fn widen(&mut self, number: u32) {
        if let Self::Narrow(numbers) = self {
            let mut wide = Vec::with_capacity(numbers.capacity());
            wide.extend(numbers.iter().copied().map(widened));
            wide.push(number);
            *self = Self::Wide(wide);
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> u32 {
        match self {
            Self::Narrow(numbers) => widened(numbers[index]),
            Self::Wide(numbers) => numbers[index],
        }
    }

    /// Calls `each` with every arc. The list must not contain [`DEAD`].
    #[inline]
    pub(crate) fn for_each(&self, mut each: impl FnMut(u32)) {
        match self {
            Self::Narrow(numbers) => numbers.iter().for_each(|&number| each(number.into())),
            Self::Wide(numbers) => numbers.iter().for_each(|&number| each(number)),
        }
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        match self {
            Self::Narrow(numbers) => numbers.shrink_to_fit(),
            Self::Wide(numbers) => numbers.shrink_to_fit(),
        }
    }
}

impl Heap for Arcs {
    fn heap(&self) -> usize {
        match self {
            Self::Narrow(numbers) => numbers.heap(),
            Self::Wide(numbers) => numbers.heap(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_whatever_their_width() {
        let numbers = [0, 7, DEAD, 65_534, 65_535, 65_536, DEAD, 3, u32::MAX - 1];
        for len in 0..=numbers.len() {
            let mut arcs = Arcs::with_capacity(0);
            for &number in &numbers[..len] {
                arcs.push(number);
            }
            assert_eq!((0..len).map(|index| arcs.get(index)).collect::<Vec<_>>(), numbers[..len]);
            assert_eq!(matches!(arcs, Arcs::Narrow(_)), len < 5);
        }
    }

    #[test]
    fn memory_is_that_of_lists_too_long_to_stand_inside() {
        let mut arcs = Arcs::with_capacity(0);
        assert_eq!(arcs.heap(), 0);
        (0..100).for_each(|number| arcs.push(number));
        assert!((200..2000).contains(&arcs.heap()), "{}", arcs.heap());
        arcs.push(1 << 20);
        assert!((400..4000).contains(&arcs.heap()), "{}", arcs.heap());
    }
}
