/// The remaining values of each variable, as bits, with a trail to undo removals.
///
/// Values are restored in the reverse order of their removal. The trail takes four bytes per value and has room for all
/// values, so that the search allocates nothing.
pub(super) struct TrailedDomains<const W: usize> {
    words: Vec<[u64; W]>,
    sizes: Vec<u16>,
    trail: Vec<(u16, u16)>,
}

impl<const W: usize> TrailedDomains<W> {
    /// The domains with these values.
    pub(super) fn new(domains: &[Vec<u16>]) -> Self {
        let words = domains.iter().map(|values| {
            let mut words = [0; W];
            for &value in values {
                words[usize::from(value) / 64] |= 1 << (value % 64);
            }
            words
        });
        let sizes: Vec<u16> = domains.iter().map(|values| values.len() as u16).collect();
        let values = sizes.iter().map(|&size| usize::from(size)).sum();
        Self { words: words.collect(), sizes, trail: Vec::with_capacity(values) }
    }

    #[inline]
    pub(super) fn size(&self, variable: usize) -> u16 {
        self.sizes[variable]
    }

    #[inline]
    pub(super) fn contains(&self, variable: usize, value: usize) -> bool {
        self.words[variable][value / 64] >> (value % 64) & 1 == 1
    }

    /// Removes a value that the domain contains. Returns the new size of the domain.
    #[inline]
    pub(super) fn remove(&mut self, variable: usize, value: usize) -> u16 {
        debug_assert!(self.contains(variable, value), "{value} of {variable} was removed before");
        self.words[variable][value / 64] &= !(1 << (value % 64));
        self.trail.push((variable as u16, value as u16));
        self.sizes[variable] -= 1;
        self.sizes[variable]
    }

    /// The length of the trail, for [`TrailedDomains::restore`].
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Restores the value removed last, and returns its variable and the value; `None` if the trail is only `mark`
    /// long.
    #[inline]
    pub(super) fn restore(&mut self, mark: usize) -> Option<(usize, usize)> {
        if self.trail.len() <= mark {
            return None;
        }
        let (variable, value) = self.trail.pop()?;
        let (variable, value) = (usize::from(variable), usize::from(value));
        self.words[variable][value / 64] |= 1 << (value % 64);
        self.sizes[variable] += 1;
        Some((variable, value))
    }

    /// The current values of a variable, ascending.
    #[inline]
    pub(super) fn values(&self, variable: usize) -> ValuesIter<W> {
        ValuesIter { words: self.words[variable], word: 0 }
    }

    /// The smallest value of a variable.
    #[inline]
    pub(super) fn min(&self, variable: usize) -> Option<usize> {
        self.min_at_least(variable, 0)
    }

    /// The largest value of a variable.
    pub(super) fn max(&self, variable: usize) -> Option<usize> {
        self.max_at_most(variable, W * 64 - 1)
    }

    /// The smallest value of a variable that is at least `from`.
    #[inline]
    pub(super) fn min_at_least(&self, variable: usize, from: usize) -> Option<usize> {
        let words = &self.words[variable];
        let first = words[from / 64] & u64::MAX << (from % 64);
        if first != 0 {
            return Some(from / 64 * 64 + first.trailing_zeros() as usize);
        }
        let word = (from / 64 + 1..W).find(|&word| words[word] != 0)?;
        Some(word * 64 + words[word].trailing_zeros() as usize)
    }

    /// The largest value of a variable that is at most `from`.
    pub(super) fn max_at_most(&self, variable: usize, from: usize) -> Option<usize> {
        let words = &self.words[variable];
        let first = words[from / 64] & u64::MAX >> (63 - from % 64);
        if first != 0 {
            return Some(from / 64 * 64 + first.ilog2() as usize);
        }
        let word = (0..from / 64).rev().find(|&word| words[word] != 0)?;
        Some(word * 64 + words[word].ilog2() as usize)
    }
}

heap_of_fields!(TrailedDomains<W>: words, sizes, trail; const W: usize);

/// The values of one variable at the time when the iterator was made.
pub(super) struct ValuesIter<const W: usize> {
    words: [u64; W],
    word: usize,
}

impl<const W: usize> Iterator for ValuesIter<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let word = &mut self.words[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.word * 64 + bit);
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::array;

    use super::*;
    use crate::heap::{Heap, allocated};

    #[test]
    fn values_are_found_from_any_place_and_restored() {
        let values = vec![vec![0, 63, 64, 100, 255], vec![5]];
        let mut domains = TrailedDomains::<4>::new(&values);
        assert_eq!(domains.values(0).collect::<Vec<_>>(), [0, 63, 64, 100, 255]);
        assert_eq!((domains.min(0), domains.max(0)), (Some(0), Some(255)));
        assert_eq!((domains.min_at_least(0, 1), domains.min_at_least(0, 64)), (Some(63), Some(64)));
        assert_eq!((domains.min_at_least(0, 101), domains.min_at_least(1, 6)), (Some(255), None));
        assert_eq!(
            (domains.max_at_most(0, 254), domains.max_at_most(0, 63)),
            (Some(100), Some(63))
        );
        assert_eq!((domains.max_at_most(0, 62), domains.max_at_most(1, 4)), (Some(0), None));
        let mark = domains.mark();
        assert_eq!((domains.remove(0, 64), domains.remove(1, 5)), (4, 0));
        assert_eq!((domains.contains(0, 64), domains.min(1)), (false, None));
        let restored: [_; 3] = array::from_fn(|_| domains.restore(mark));
        assert_eq!(restored, [Some((1, 5)), Some((0, 64)), None]);
        assert_eq!((domains.size(0), domains.size(1)), (5, 1));
    }

    #[test]
    fn memory_grows_with_variables_and_values() {
        let memory = |variables: usize, values: u16| {
            TrailedDomains::<4>::new(&vec![(0..values).collect(); variables]).heap()
        };
        // Each variable has 256 bits and the number of its values.
        let domains = |variables: usize| allocated(variables * 256 / 8) + allocated(variables * 2);
        assert_eq!((memory(10, 0), memory(110, 0)), (domains(10), domains(110)));
        assert_eq!(memory(10, 200), domains(10) + allocated(10 * 200 * 4));
    }
}
