//! Computes the order of the items on each level, so that few links cross.

use super::LayeredGraph;

/// Number of times that all levels are sorted, alternately downward and upward.
pub(super) const SWEEPS: usize = 32;

/// Maximum number of items for which neighbours are also swapped one by one.
const MAX_SWAPPED_ITEMS: usize = 3_000;

/// Returns the items of each level from left to right. They are sorted by the mean index of their
/// neighbours on the previous level (Sugiyama's barycentres). The sweep with the fewest crossings is
/// returned. `check` receives the number of finished sweeps.
///
/// # Errors
/// The error of `check`.
pub(super) fn order<E>(
    graph: &LayeredGraph,
    mut check: impl FnMut(usize) -> Result<(), E>,
) -> Result<Vec<Vec<usize>>, E> {
    let mut order = LevelOrder::new(graph);
    let mut best = (order.crossings(), order.levels.clone());
    for sweep in 0..SWEEPS {
        check(sweep)?;
        let count = order.levels.len();
        for step in 1..count {
            if sweep % 2 == 0 {
                order.sort(step, &graph.above);
            } else {
                order.sort(count - 1 - step, &graph.below);
            }
        }
        if graph.level_of.len() <= MAX_SWAPPED_ITEMS {
            order.swap_neighbours();
        }
        let crossings = order.crossings();
        if crossings < best.0 {
            best = (crossings, order.levels.clone());
        }
    }
    Ok(best.1)
}

struct LevelOrder<'a> {
    graph: &'a LayeredGraph,
    levels: Vec<Vec<usize>>,
    /// For each item, its index on its level.
    indices: Vec<usize>,
}

impl<'a> LevelOrder<'a> {
    fn new(graph: &'a LayeredGraph) -> Self {
        let mut order =
            Self { graph, levels: graph.levels.clone(), indices: vec![0; graph.level_of.len()] };
        (0..order.levels.len()).for_each(|level| order.update_indices(level));
        order
    }

    fn update_indices(&mut self, level: usize) {
        for (index, &item) in self.levels[level].iter().enumerate() {
            self.indices[item] = index;
        }
    }

    fn sort(&mut self, level: usize, neighbours: &[Vec<usize>]) {
        let key = |&item: &usize| {
            let around = &neighbours[item];
            if around.is_empty() {
                return self.indices[item] as f64;
            }
            let sum: usize = around.iter().map(|&other| self.indices[other]).sum();
            sum as f64 / around.len() as f64
        };
        let mut keyed: Vec<(f64, usize)> =
            self.levels[level].iter().map(|item| (key(item), *item)).collect();
        keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
        self.levels[level] = keyed.into_iter().map(|(_, item)| item).collect();
        self.update_indices(level);
    }

    /// Swaps neighbouring items while this reduces the number of crossings.
    fn swap_neighbours(&mut self) {
        for _ in 0..20 {
            let mut switched = false;
            for level in 0..self.levels.len() {
                for index in 1..self.levels[level].len() {
                    let (left, right) = (self.levels[level][index - 1], self.levels[level][index]);
                    let (mut now, mut then) = (0, 0);
                    for around in [&self.graph.above, &self.graph.below] {
                        now += self.pair_crossings(&around[left], &around[right]);
                        then += self.pair_crossings(&around[right], &around[left]);
                    }
                    if then < now {
                        self.levels[level].swap(index - 1, index);
                        (self.indices[left], self.indices[right]) = (index, index - 1);
                        switched = true;
                    }
                }
            }
            if !switched {
                return;
            }
        }
    }

    /// The number of crossings between the links of two items, of which `left` is left of `right`.
    fn pair_crossings(&self, left: &[usize], right: &[usize]) -> usize {
        let indices =
            |items: &[usize]| items.iter().map(|&item| self.indices[item]).collect::<Vec<_>>();
        let right = indices(right);
        let more = |index: &usize| right.iter().filter(|&other| other < index).count();
        indices(left).iter().map(more).sum()
    }

    fn crossings(&self) -> usize {
        let mut crossings = 0;
        for pair in self.levels.windows(2) {
            // A binary indexed tree counts the lower ends of the previous links by their index.
            let mut ends = vec![0_usize; pair[1].len() + 1];
            let mut met = 0;
            for &item in &pair[0] {
                let mut to: Vec<usize> =
                    self.graph.below[item].iter().map(|&below| self.indices[below] + 1).collect();
                for &end in &to {
                    let (mut left, mut index) = (0, end);
                    while index > 0 {
                        left += ends[index];
                        index &= index - 1;
                    }
                    crossings += met - left;
                }
                met += to.len();
                for end in to.drain(..) {
                    let mut index = end;
                    while index < ends.len() {
                        ends[index] += 1;
                        index += index & index.wrapping_neg();
                    }
                }
            }
        }
        crossings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::layered::LayeredNode;

    #[test]
    fn what_can_be_untangled_is() {
        // Two chains from one node that cross twice.
        let node = |level, low, high| LayeredNode { level, children: [low, high] };
        let nodes = [
            node(0, Some(1), Some(2)),
            node(1, Some(3), None),
            node(1, Some(4), None),
            node(2, Some(5), None),
            node(2, Some(6), None),
            node(3, None, None),
            node(3, None, None),
        ];
        let mut graph = LayeredGraph::connected(&nodes, &[0], 4);
        assert_eq!(LevelOrder::new(&graph).crossings(), 0);
        graph.levels[2].reverse();
        assert_eq!(LevelOrder::new(&graph).crossings(), 2);
        graph.levels = order(&graph, |_| Ok::<(), ()>(())).unwrap();
        assert_eq!(LevelOrder::new(&graph).crossings(), 0);
    }
}
