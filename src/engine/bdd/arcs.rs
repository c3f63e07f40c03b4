//! Numbers of arcs in 16 bits each, or in 32 where one needs them.

/// No arc: the step cannot be taken. Only diagrams that are not reduced have such arcs.
pub(super) const DEAD: u32 = u32::MAX;

const NARROW_DEAD: u16 = u16::MAX;

/// A list of numbers, or [`DEAD`] in their place.
#[derive(Clone, Debug, Default)]
pub(super) struct Arcs {
    /// The lower halves.
    low: Vec<u16>,
    /// The upper halves; empty while all numbers fit 16 bits.
    high: Vec<u16>,
}

impl Arcs {
    pub(super) fn with_capacity(len: usize) -> Self {
        Self { low: Vec::with_capacity(len), high: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.low.len()
    }

    #[inline]
    pub(super) fn push(&mut self, number: u32) {
        let is_narrow = number < u32::from(NARROW_DEAD) || number == DEAD;
        if !is_narrow && self.high.is_empty() {
            self.widen();
        }
        self.low.push(number as u16);
        if !is_narrow || !self.high.is_empty() {
            self.high.push((number >> 16) as u16);
        }
    }

    #[cold]
    fn widen(&mut self) {
        self.high = Vec::with_capacity(self.low.capacity());
        let high = |&low: &u16| if low == NARROW_DEAD { NARROW_DEAD } else { 0 };
        self.high.extend(self.low.iter().map(high));
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> u32 {
        let low = self.low[index];
        match self.high.get(index) {
            Some(&high) => u32::from(high) << 16 | u32::from(low),
            None if low == NARROW_DEAD => DEAD,
            None => low.into(),
        }
    }

    /// Calls `each` with every number and an element of `nodes`, in their order. None is [`DEAD`].
    #[inline]
    pub(super) fn zip(&self, nodes: &[u32], mut each: impl FnMut(usize, u32)) {
        debug_assert_eq!(self.len(), nodes.len(), "an arc for each node with the place");
        if self.high.is_empty() {
            for (&node, &low) in nodes.iter().zip(&self.low) {
                each(node as usize, low.into());
            }
        } else {
            for ((&node, &low), &high) in nodes.iter().zip(&self.low).zip(&self.high) {
                each(node as usize, u32::from(high) << 16 | u32::from(low));
            }
        }
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.low.shrink_to_fit();
        self.high.shrink_to_fit();
    }

    /// Its memory, in bytes.
    pub(super) fn memory(&self) -> usize {
        (self.low.capacity() + self.high.capacity()) * size_of::<u16>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_whatever_their_width() {
        let numbers = [0, 7, DEAD, 65_534, 65_535, 65_536, DEAD, 3, u32::MAX - 1];
        for len in 0..=numbers.len() {
            let mut arcs = Arcs::default();
            for &number in &numbers[..len] {
                arcs.push(number);
            }
            assert_eq!((0..len).map(|index| arcs.get(index)).collect::<Vec<_>>(), numbers[..len]);
            assert_eq!(arcs.high.is_empty(), len < 5);
        }
    }

    #[test]
    fn numbers_are_zipped() {
        for numbers in [vec![4, 65_534], vec![4, 65_535, 1 << 20]] {
            let mut arcs = Arcs::default();
            for &number in &numbers {
                arcs.push(number);
            }
            let mut zipped = Vec::new();
            arcs.zip(&numbers, |node, arc| zipped.push((node as u32, arc)));
            assert!(zipped.iter().all(|(node, arc)| node == arc));
            assert_eq!(zipped.len(), numbers.len());
        }
    }
}
