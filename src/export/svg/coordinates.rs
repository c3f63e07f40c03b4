//! Computes the horizontal coordinates of the items, so that links are short and edges straight.

use super::net::LayeredGraph;

/// Number of times that the items of all levels are moved.
pub(super) const SWEEPS: usize = 80;

/// Computes the coordinates of all items. On each level in turn, the items are moved as near to their
/// neighbours above and below as their order and half widths allow (least squares). Links between bends
/// weigh more, so that long edges are straight.
pub(super) fn coordinates<E>(
    net: &LayeredGraph,
    orders: &[Vec<usize>],
    half_widths: &[f64],
    mut check: impl FnMut(usize) -> Result<(), E>,
) -> Result<Vec<f64>, E> {
    let mut coordinates = vec![0.0; half_widths.len()];
    for level in orders {
        let mut at = 0.0;
        for &item in level {
            coordinates[item] = at + half_widths[item];
            at += 2.0 * half_widths[item];
        }
        for &item in level {
            coordinates[item] -= at / 2.0;
        }
    }
    for sweep in 0..SWEEPS {
        check(sweep)?;
        for step in 0..orders.len() {
            let level = if sweep % 2 == 0 { step } else { orders.len() - 1 - step };
            optimize_level(net, &orders[level], half_widths, &mut coordinates);
        }
        if sweep % 8 == 0 {
            straighten(net, orders, &mut coordinates);
        }
    }
    Ok(coordinates)
}

/// Moves each level as a whole until its links are vertical on average. Moving single items would
/// straighten a slanted drawing too slowly.
fn straighten(net: &LayeredGraph, orders: &[Vec<usize>], coordinates: &mut [f64]) {
    for level in &orders[1..] {
        let links =
            level.iter().flat_map(|&item| net.above[item].iter().map(move |&up| (item, up)));
        let (mut sum, mut weights) = (0.0, 0.0);
        for (item, up) in links {
            let weight = weight(net, up, item);
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
fn weight(net: &LayeredGraph, upper: usize, lower: usize) -> f64 {
    match (net.is_bend[upper], net.is_bend[lower]) {
        (true, true) => 8.0,
        (true, false) => 2.0,
        (false, false) => 1.0,
        (false, true) if net.above[lower].len() == 1 => 1.0,
        (false, true) => 0.1,
    }
}

/// Moves the items of a level to the best coordinates, given the coordinates of their neighbours.
fn optimize_level(
    net: &LayeredGraph,
    level: &[usize],
    half_widths: &[f64],
    coordinates: &mut [f64],
) {
    let mut offset = 0.0;
    let mut wishes = Vec::with_capacity(level.len());
    let mut offsets = Vec::with_capacity(level.len());
    for (index, &item) in level.iter().enumerate() {
        if let Some(before) = index.checked_sub(1) {
            offset += half_widths[level[before]] + half_widths[item];
        }
        let (mut sum, mut weights) = (0.0, 0.0);
        let above = net.above[item].iter().map(|&other| (other, weight(net, other, item)));
        let below = net.below[item].iter().map(|&other| (other, weight(net, item, other)));
        for (other, weight) in above.chain(below) {
            sum += weight * coordinates[other];
            weights += weight;
        }
        if weights == 0.0 {
            (sum, weights) = (coordinates[item], 1.0);
        }
        wishes.push((sum / weights - offset, weights));
        offsets.push(offset);
    }
    for ((&item, x), offset) in level.iter().zip(isotonic_regression(&wishes)).zip(offsets) {
        coordinates[item] = x + offset;
    }
}

/// Returns the ascending numbers nearest to the given weighted numbers. Neighbours in the wrong order
/// are replaced by their mean ("pool adjacent violators", M. Ayer et al., 1955).
fn isotonic_regression(wishes: &[(f64, f64)]) -> Vec<f64> {
    // The mean, weight and length of each pool.
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for &(wish, weight) in wishes {
        let mut pool = (wish, weight, 1);
        while let Some(before) = pools.pop_if(|before| before.0 > pool.0) {
            let weight = before.1 + pool.1;
            let mean = (before.0 * before.1 + pool.0 * pool.1) / weight;
            pool = (mean, weight, before.2 + pool.2);
        }
        pools.push(pool);
    }
    pools.into_iter().flat_map(|(mean, _, length)| std::iter::repeat_n(mean, length)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_the_wrong_order_share_their_mean() {
        assert_eq!(isotonic_regression(&[(1.0, 1.0), (3.0, 1.0), (2.0, 1.0)]), [1.0, 2.5, 2.5]);
        assert_eq!(isotonic_regression(&[(4.0, 3.0), (0.0, 1.0), (5.0, 1.0)]), [3.0, 3.0, 5.0]);
    }
}
