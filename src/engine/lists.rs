/// Lists, indexed from 0 and stored one after the other.
#[derive(Debug, Default)]
pub(crate) struct Lists<T> {
    ends: Vec<u32>,
    /// The items of all lists.
    pub items: Vec<T>,
}

impl<T: Copy + Default> Lists<T> {
    /// `lists` lists of items, each of which comes with the index of its list. The items of a list keep their order.
    pub(crate) fn grouped(lists: usize, items: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut ends = vec![0; lists];
        items.clone().for_each(|(list, _)| ends[list] += 1);
        let mut end = 0;
        for count in &mut ends {
            end += *count;
            *count = end - *count;
        }
        let mut grouped = vec![T::default(); end as usize];
        for (list, item) in items {
            grouped[ends[list] as usize] = item;
            ends[list] += 1;
        }
        Self { ends, items: grouped }
    }

    /// Appends a list.
    pub(crate) fn push(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.ends.push(self.items.len() as u32);
    }

    /// The number of lists.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The range of a list in `items`.
    #[inline]
    pub(crate) fn range(&self, list: usize) -> std::ops::Range<usize> {
        let start = list.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[list] as usize
    }

    /// The list with this index.
    #[inline]
    pub(crate) fn of(&self, list: usize) -> &[T] {
        &self.items[self.range(list)]
    }

    /// Memory in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.ends.len() * size_of::<u32>() + self.items.len() * size_of::<T>()
    }
}
