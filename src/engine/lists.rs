/// Lists, indexed from 0 and stored one after the other.
#[derive(Debug)]
pub(crate) struct Lists<T> {
    /// For each list, the index of its first item. One entry more marks the end.
    starts: Vec<u32>,
    /// The items of all lists.
    pub items: Vec<T>,
}

impl<T: Copy + Default> Lists<T> {
    /// No list.
    pub(crate) fn new() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }

    /// `lists` lists of items. Each item has the index of its list. The items of a list keep their order.
    pub(crate) fn grouped(lists: usize, items: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        // First, each entry holds the start of the list before it. Filling the list moves the entry to the list's end,
        // which is the start of the next list.
        let mut starts = vec![0; lists + 1];
        items.clone().for_each(|(list, _)| starts[list + 1] += 1);
        let mut end = 0;
        for start in &mut starts[1..] {
            end += *start;
            *start = end - *start;
        }
        let mut grouped = vec![T::default(); end as usize];
        for (list, item) in items {
            grouped[starts[list + 1] as usize] = item;
            starts[list + 1] += 1;
        }
        Self { starts, items: grouped }
    }

    /// Appends a list.
    pub(crate) fn push(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.starts.push(self.items.len() as u32);
    }

    /// The number of lists.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The range of a list in `items`.
    #[inline]
    pub(crate) fn range(&self, list: usize) -> std::ops::Range<usize> {
        self.starts[list] as usize..self.starts[list + 1] as usize
    }

    /// The list with this index.
    #[inline]
    pub(crate) fn of(&self, list: usize) -> &[T] {
        &self.items[self.range(list)]
    }
}

heap_of_fields!(Lists<T>: starts, items; T: Copy);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{Heap, allocated};

    #[test]
    fn grouped_and_pushed_lists_are_the_same() {
        let items = [(1, 5_u16), (0, 7), (1, 6), (3, 9)];
        let grouped = Lists::grouped(4, items.into_iter());
        let mut pushed = Lists::new();
        for list in [vec![7], vec![5, 6], vec![], vec![9]] {
            pushed.push(list);
        }
        assert_eq!((grouped.len(), pushed.len()), (4, 4));
        for list in 0..4 {
            assert_eq!(grouped.of(list), pushed.of(list));
        }
        // Four items of two bytes each, and five places of four bytes each.
        assert_eq!(grouped.heap(), allocated(4 * 2) + allocated(5 * 4));
        assert!(pushed.heap() >= grouped.heap());
    }
}
