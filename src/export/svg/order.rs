//! The order of the items on each level, so that few links cross.

use super::layout::Net;

/// How often all levels are put in order anew, downward and upward in turn.
pub(super) const SWEEPS: usize = 32;

/// With more items than these, neighbours do not change places one by one.
const MOST_SWITCHED: usize = 3_000;

/// The items of each level from left to right: by the mean place of their neighbours on the level
/// before, downward and upward in turn (Sugiyama's barycentres), the best of all sweeps.
pub(super) fn order<E>(
    net: &Net,
    mut check: impl FnMut(usize) -> Result<(), E>,
) -> Result<Vec<Vec<usize>>, E> {
    let mut order = Order::new(net);
    let mut best = (order.crossings(), order.levels.clone());
    for sweep in 0..SWEEPS {
        check(sweep)?;
        let count = order.levels.len();
        for step in 1..count {
            if sweep % 2 == 0 {
                order.sort(step, &net.above);
            } else {
                order.sort(count - 1 - step, &net.below);
            }
        }
        if net.level.len() <= MOST_SWITCHED {
            order.switch();
        }
        let crossings = order.crossings();
        if crossings < best.0 {
            best = (crossings, order.levels.clone());
        }
    }
    Ok(best.1)
}

struct Order<'a> {
    net: &'a Net,
    levels: Vec<Vec<usize>>,
    /// The place of each item on its level.
    places: Vec<usize>,
}

impl<'a> Order<'a> {
    /// As they are met from the root downward, the low child first.
    fn new(net: &'a Net) -> Self {
        let mut levels: Vec<Vec<usize>> = vec![Vec::new(); net.levels.len()];
        let mut seen = vec![false; net.level.len()];
        for level in 0..levels.len() {
            let mut met: Vec<usize> = match level.checked_sub(1) {
                Some(above) => {
                    levels[above].iter().flat_map(|&item| net.below[item].iter().copied()).collect()
                }
                None => Vec::new(),
            };
            met.extend(&net.levels[level]);
            met.retain(|&item| !std::mem::replace(&mut seen[item], true));
            levels[level] = met;
        }
        let mut order = Self { net, levels, places: vec![0; net.level.len()] };
        (0..order.levels.len()).for_each(|level| order.number(level));
        order
    }

    fn number(&mut self, level: usize) {
        for (place, &item) in self.levels[level].iter().enumerate() {
            self.places[item] = place;
        }
    }

    fn sort(&mut self, level: usize, neighbours: &[Vec<usize>]) {
        let key = |&item: &usize| {
            let around = &neighbours[item];
            if around.is_empty() {
                return self.places[item] as f64;
            }
            let sum: usize = around.iter().map(|&other| self.places[other]).sum();
            sum as f64 / around.len() as f64
        };
        let mut keyed: Vec<(f64, usize)> =
            self.levels[level].iter().map(|item| (key(item), *item)).collect();
        keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
        self.levels[level] = keyed.into_iter().map(|(_, item)| item).collect();
        self.number(level);
    }

    /// Neighbours change places where that leaves fewer crossings, until it does nowhere.
    fn switch(&mut self) {
        for _ in 0..20 {
            let mut switched = false;
            for level in 0..self.levels.len() {
                for place in 1..self.levels[level].len() {
                    let (left, right) = (self.levels[level][place - 1], self.levels[level][place]);
                    let (mut now, mut then) = (0, 0);
                    for around in [&self.net.above, &self.net.below] {
                        now += self.crossed(&around[left], &around[right]);
                        then += self.crossed(&around[right], &around[left]);
                    }
                    if then < now {
                        self.levels[level].swap(place - 1, place);
                        (self.places[left], self.places[right]) = (place, place - 1);
                        switched = true;
                    }
                }
            }
            if !switched {
                return;
            }
        }
    }

    /// The crossings of the links of two items, the first one at the left.
    fn crossed(&self, left: &[usize], right: &[usize]) -> usize {
        let places =
            |items: &[usize]| items.iter().map(|&item| self.places[item]).collect::<Vec<_>>();
        let right = places(right);
        let more = |place: &usize| right.iter().filter(|&other| other < place).count();
        places(left).iter().map(more).sum()
    }

    fn crossings(&self) -> usize {
        let mut crossings = 0;
        for pair in self.levels.windows(2) {
            // Ends of links met before, counted by place in a binary indexed tree.
            let mut ends = vec![0_usize; pair[1].len() + 1];
            let mut met = 0;
            for &item in &pair[0] {
                let mut to: Vec<usize> =
                    self.net.below[item].iter().map(|&below| self.places[below] + 1).collect();
                for &end in &to {
                    let (mut left, mut place) = (0, end);
                    while place > 0 {
                        left += ends[place];
                        place &= place - 1;
                    }
                    crossings += met - left;
                }
                met += to.len();
                for end in to.drain(..) {
                    let mut place = end;
                    while place < ends.len() {
                        ends[place] += 1;
                        place += place & place.wrapping_neg();
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

    #[test]
    fn what_can_be_untangled_is() {
        // Two chains that begin crossed twice over.
        let net = Net {
            levels: vec![vec![0, 1], vec![2, 3], vec![4, 5]],
            level: vec![0, 0, 1, 1, 2, 2],
            above: vec![vec![], vec![], vec![1], vec![0], vec![3], vec![2]],
            below: vec![vec![3], vec![2], vec![5], vec![4], vec![], vec![]],
            bend: vec![false; 6],
        };
        let mut crossed = Order::new(&net);
        crossed.levels = net.levels.clone();
        (0..3).for_each(|level| crossed.number(level));
        assert_eq!(crossed.crossings(), 2);
        crossed.levels = order(&net, |_| Ok::<(), ()>(())).unwrap();
        (0..3).for_each(|level| crossed.number(level));
        assert_eq!(crossed.crossings(), 0);
    }
}
