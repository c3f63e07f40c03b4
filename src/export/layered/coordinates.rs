//! Computes the horizontal coordinates of the items, so that links are short and edges straight.

use super::LayeredGraph;

/// Number of times that the items of all levels are moved.
pub(super) const SWEEPS: usize = 80;

/// Half of the space that a node takes on its level.
const NODE_HALF: f64 = 0.5;
/// Half of the space that a bend takes on its level.
const BEND_HALF: f64 = 0.16;

/// The preferred position of an item on a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PreferredPosition {
    /// The preferred coordinate of the item's middle.
    pub x: f64,
    /// The weight of the preference, above 0.
    pub weight: f64,
    /// Space that the item takes left of its middle.
    pub left: f64,
    /// Space that the item takes right of its middle.
    pub right: f64,
}

/// Computes the coordinates of all items. On each level in turn, the items are moved towards their
/// neighbours above and below, as near as their order and their widths allow (least squares). Links
/// between bends weigh more, so that long edges are straight.
pub(super) fn coordinates<E>(
    graph: &LayeredGraph,
    mut check: impl FnMut(usize) -> Result<(), E>,
) -> Result<Vec<f64>, E> {
    let mut coordinates = vec![0.0; graph.level_of.len()];
    for level in &graph.levels {
        let mut at = 0.0;
        for &item in level {
            coordinates[item] = at + half_space(graph, item);
            at += 2.0 * half_space(graph, item);
        }
        for &item in level {
            coordinates[item] -= at / 2.0;
        }
    }
    for sweep in 0..SWEEPS {
        check(sweep)?;
        for step in 0..graph.levels.len() {
            let level = if sweep % 2 == 0 { step } else { graph.levels.len() - 1 - step };
            optimize_level(graph, &graph.levels[level], &mut coordinates);
        }
        if sweep % 8 == 0 {
            straighten(graph, &mut coordinates);
        }
    }
    Ok(coordinates)
}

fn half_space(graph: &LayeredGraph, item: usize) -> f64 {
    if graph.is_bend(item) { BEND_HALF } else { NODE_HALF }
}

/// Moves each level as a whole until its links are vertical on average. Moving single items would
/// straighten a slanted drawing too slowly.
fn straighten(graph: &LayeredGraph, coordinates: &mut [f64]) {
    for level in &graph.levels[1..] {
        let links =
            level.iter().flat_map(|&item| graph.above[item].iter().map(move |&up| (item, up)));
        let (mut sum, mut weights) = (0.0, 0.0);
        for (item, up) in links {
            let weight = weight(graph, up, item);
            sum += weight * (coordinates[up] - coordinates[item]);
            weights += weight;
        }
        if weights > 0.0 {
            for &item in level {
                coordinates[item] += sum / weights;
            }
        }
    }
}

/// The weight of a link. It is small for an edge that joins another edge from the side.
fn weight(graph: &LayeredGraph, upper: usize, lower: usize) -> f64 {
    match (graph.is_bend(upper), graph.is_bend(lower)) {
        (true, true) => 8.0,
        (true, false) => 2.0,
        (false, false) => 1.0,
        (false, true) if graph.above[lower].len() == 1 => 1.0,
        (false, true) => 0.1,
    }
}

/// Moves the items of a level to the best coordinates, given the coordinates of their neighbours.
fn optimize_level(graph: &LayeredGraph, level: &[usize], coordinates: &mut [f64]) {
    let preferred = |&item: &usize| {
        let above = graph.above[item].iter().map(|&other| (other, weight(graph, other, item)));
        let below = graph.below[item].iter().map(|&other| (other, weight(graph, item, other)));
        let (mut sum, mut weights) = (0.0, 0.0);
        for (other, weight) in above.chain(below) {
            sum += weight * coordinates[other];
            weights += weight;
        }
        if weights == 0.0 {
            (sum, weights) = (coordinates[item], 1.0);
        }
        let half = half_space(graph, item);
        PreferredPosition { x: sum / weights, weight: weights, left: half, right: half }
    };
    let preferred: Vec<PreferredPosition> = level.iter().map(preferred).collect();
    for (&item, x) in level.iter().zip(spaced(&preferred, f64::NEG_INFINITY, f64::INFINITY)) {
        coordinates[item] = x;
    }
}

/// Returns the coordinates nearest to the preferred ones (weighted least squares) with which the items
/// of a level keep their order and do not overlap. All items are between `start` and `end`, which must
/// leave enough space for them.
pub(crate) fn spaced(items: &[PreferredPosition], start: f64, end: f64) -> Vec<f64> {
    // The coordinates of the centres if the items stand side by side, starting at 0.
    let mut space = 0.0;
    let packed = |item: &PreferredPosition| {
        space += item.left + item.right;
        space - item.right
    };
    let packed: Vec<f64> = items.iter().map(packed).collect();
    let shifts = items.iter().zip(&packed).map(|(item, packed)| (item.x - packed, item.weight));
    let ascending = isotonic_regression(shifts);
    packed.iter().zip(ascending).map(|(x, shift)| x + shift.min(end - space).max(start)).collect()
}

/// Returns the ascending numbers nearest to the given weighted numbers. Neighbours in the wrong order
/// are replaced by their mean ("pool adjacent violators", M. Ayer et al., 1955).
fn isotonic_regression(wishes: impl Iterator<Item = (f64, f64)>) -> impl Iterator<Item = f64> {
    // The mean, weight and length of each pool.
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for (wish, weight) in wishes {
        let mut pool = (wish, weight, 1);
        while let Some(before) = pools.pop_if(|before| before.0 > pool.0) {
            let weight = before.1 + pool.1;
            let mean = (before.0 * before.1 + pool.0 * pool.1) / weight;
            pool = (mean, weight, before.2 + pool.2);
        }
        pools.push(pool);
    }
    pools.into_iter().flat_map(|(mean, _, length)| std::iter::repeat_n(mean, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_the_wrong_order_share_their_mean() {
        let ascending =
            |wishes: [(f64, f64); 3]| isotonic_regression(wishes.into_iter()).collect::<Vec<_>>();
        assert_eq!(ascending([(1.0, 1.0), (3.0, 1.0), (2.0, 1.0)]), [1.0, 2.5, 2.5]);
        assert_eq!(ascending([(4.0, 3.0), (0.0, 1.0), (5.0, 1.0)]), [3.0, 3.0, 5.0]);
    }

    #[test]
    fn items_keep_their_distance_and_stay_inside() {
        let at = |x| PreferredPosition { x, weight: 1.0, left: 1.0, right: 2.0 };
        let spaced_in = |xs: [f64; 3], end| spaced(&xs.map(at), 0.0, end);
        assert_eq!(spaced_in([5.0, 5.0, 20.0], 30.0), [3.5, 6.5, 20.0]);
        assert_eq!(spaced_in([0.0, 0.5, 9.0], 30.0), [1.0, 4.0, 9.0]);
        assert_eq!(spaced_in([5.0, 5.0, 20.0], 12.0), [3.5, 6.5, 10.0]);
        assert_eq!(spaced_in([5.0, 5.0, 20.0], 9.0), [1.0, 4.0, 7.0]);
    }
}
