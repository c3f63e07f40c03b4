//! Values for all nodes of a diagram.

use std::fmt::Debug;

use super::diagram::Visit;
use super::group::Group;
use super::semiring::Semiring;

/// Sums below nodes.
pub(super) trait Table<T>: Debug + Send + Sync {
    /// The sum below a node before a step.
    fn below(&self, step: usize, visit: Visit) -> T;
}

/// The values of a level's nodes, group by group: of a node one for each orientation that is told apart. Groups
/// that no path leads to have none.
#[derive(Clone, Debug)]
pub(super) struct Level<V, const O: usize> {
    /// Where the values of each group begin, and where the last ones end.
    pub starts: Vec<usize>,
    pub values: Vec<[V; O]>,
}

impl<V: Clone, const O: usize> Level<V, O> {
    /// The same value for all nodes.
    pub(super) fn new(groups: &[Group], reached: &[[bool; 2]], value: &V) -> Self {
        let mut end = 0;
        let ends = groups.iter().zip(reached).map(|(group, reached)| {
            end += if reached.contains(&true) { group.len } else { 0 };
            end
        });
        let starts = std::iter::once(0).chain(ends).collect();
        Self { starts, values: vec![std::array::from_fn(|_| value.clone()); end] }
    }

    #[inline]
    pub(super) fn of(&self, group: usize) -> &[[V; O]] {
        &self.values[self.starts[group]..self.starts[group + 1]]
    }

    /// The values of each group, to be changed.
    pub(super) fn groups(&mut self) -> impl Iterator<Item = &mut [[V; O]]> {
        let mut rest = self.values.as_mut_slice();
        self.starts.windows(2).map(move |ends| {
            let (group, later) = std::mem::take(&mut rest).split_at_mut(ends[1] - ends[0]);
            rest = later;
            group
        })
    }

    /// Its memory, in bytes.
    pub(super) fn memory<S: Semiring<Value = V>>(&self, semiring: &S) -> usize {
        let heap = self.values.as_flattened().iter().map(|value| semiring.heap(value));
        self.values.len() * size_of::<[V; O]>() + heap.sum::<usize>()
    }
}

/// The values of all nodes, the last level first.
pub(super) type Levels<V, const O: usize> = Vec<Level<V, O>>;

/// The memory of some levels, in bytes.
pub(super) fn memory<S: Semiring, const O: usize>(
    semiring: &S,
    levels: &[Level<S::Value, O>],
) -> usize {
    levels.iter().map(|level| level.memory(semiring)).sum()
}

impl<V, T, const O: usize> Table<T> for Levels<V, O>
where
    V: Clone + Debug + Into<T> + Send + Sync,
{
    fn below(&self, step: usize, visit: Visit) -> T {
        let level = &self[self.len() - 1 - step];
        let node = &level.of(visit.group as usize)[visit.node as usize];
        node[usize::from(visit.is_mirrored) % O].clone().into()
    }
}
