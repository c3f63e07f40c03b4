use crate::search::domains::TrailedDomains;
use crate::search::model::ShiftedKeys;

/// Bounds consistency of one all-different constraint: the least and the greatest key of each variable occur in an
/// assignment of different keys to all variables. In that assignment, a variable may have any key between its least and
/// its greatest key.
///
/// Method: López-Ortiz, Quimper, Tromp and van Beek, *A fast and simple algorithm for bounds consistency of the
/// alldifferent constraint* (IJCAI 2003). A *Hall interval* has as many keys as there are variables whose keys all lie
/// in it. These variables need all its keys, so the bounds of all other variables move beyond the interval.
pub(in crate::search) struct Intervals {
    keys: ShiftedKeys,
    /// For each variable, its least and its greatest key.
    ranges: Vec<(u32, u32)>,
    lower_bound_pass: LowerBoundPass,
}

/// The distance of the sentinels from the keys.
const MARGIN: u32 = 2;

/// A pass over the variables that raises their least keys.
///
/// A *rank* is an index of `ends`.
#[derive(Default)]
struct LowerBoundPass {
    /// The variables, sorted by their greatest keys.
    order: Vec<usize>,
    /// The first key of each range and the key after its last key: ascending, without duplicates, between two
    /// sentinels. [`MARGIN`] is added to every key, which leaves room for the first sentinel.
    ends: Vec<u32>,
    /// For each rank, the number of keys between `ends[rank - 1]` and `ends[rank]` that no variable needs so far.
    capacity: Vec<u32>,
    /// For each rank, a link towards the next rank that has capacity left.
    capacity_links: Vec<usize>,
    /// For each rank, a link towards the end of its Hall interval.
    hall_links: Vec<usize>,
}

impl Intervals {
    pub(crate) fn new(keys: ShiftedKeys, variables: usize) -> Self {
        Self {
            keys,
            ranges: Vec::with_capacity(variables),
            lower_bound_pass: LowerBoundPass::default(),
        }
    }

    /// Appends to `removed` the pairs of variable and value that the constraint excludes. Returns false if the
    /// variables cannot all be different.
    pub(crate) fn filter<const W: usize>(
        &mut self,
        domains: &TrailedDomains<W>,
        lines: &[u16],
        removed: &mut Vec<(u16, u16)>,
    ) -> bool {
        self.ranges.clear();
        for (variable, &line) in lines.iter().enumerate() {
            let keys = domains.values(variable).map(|value| self.keys.key(line, value) as u32);
            let range =
                keys.fold((u32::MAX, 0), |(least, most), key| (least.min(key), most.max(key)));
            self.ranges.push(range);
        }
        if !self.lower_bound_pass.raise_lower_bounds(&mut self.ranges) {
            return false;
        }
        self.mirror();
        let consistent = self.lower_bound_pass.raise_lower_bounds(&mut self.ranges);
        self.mirror();
        for (variable, &line) in lines.iter().enumerate() {
            let (least, most) = self.ranges[variable];
            for value in domains.values(variable) {
                let key = self.keys.key(line, value) as u32;
                if key < least || key > most {
                    removed.push((variable as u16, value as u16));
                }
            }
        }
        consistent
    }

    /// Replaces each key by its distance from the greatest possible key.
    fn mirror(&mut self) {
        let greatest = self.keys.number() as u32 - 1;
        for range in &mut self.ranges {
            *range = (greatest - range.1, greatest - range.0);
        }
    }
}

impl LowerBoundPass {
    /// Raises the least keys of the ranges. Returns false if the variables cannot have different keys.
    fn raise_lower_bounds(&mut self, ranges: &mut [(u32, u32)]) -> bool {
        self.begin(ranges);
        for index in 0..self.order.len() {
            let (least, most) = ranges[self.order[index]];
            let (begin, end) = (self.rank(least), self.rank(most + 1));
            let mut rank = follow_links(&self.capacity_links, begin + 1);
            let before = self.capacity_links[rank];
            self.capacity[rank] -= 1;
            if self.capacity[rank] == 0 {
                self.capacity_links[rank] = rank + 1;
                rank = follow_links(&self.capacity_links, rank + 1);
                self.capacity_links[rank] = before;
            }
            compress(&mut self.capacity_links, begin + 1, rank, rank);
            let reached = self.ends[end] + self.capacity[rank];
            if reached < self.ends[rank] {
                return false;
            }
            if self.hall_links[begin] > begin {
                let next_rank = follow_links(&self.hall_links, self.hall_links[begin]);
                ranges[self.order[index]].0 = self.ends[next_rank] - MARGIN;
                compress(&mut self.hall_links, begin, next_rank, next_rank);
            }
            if reached == self.ends[rank] {
                let from = self.hall_links[end];
                compress(&mut self.hall_links, from, before - 1, end);
                self.hall_links[end] = before - 1;
            }
        }
        true
    }

    fn begin(&mut self, ranges: &[(u32, u32)]) {
        self.order.clear();
        self.order.extend(0..ranges.len());
        self.order.sort_unstable_by_key(|&variable| ranges[variable].1);
        let ends = &mut self.ends;
        ends.clear();
        ends.extend(ranges.iter().flat_map(|&(least, most)| [least + MARGIN, most + 1 + MARGIN]));
        ends.sort_unstable();
        ends.dedup();
        ends.insert(0, ends.first().map_or(0, |first| first - MARGIN));
        ends.push(ends.last().map_or(0, |last| last + MARGIN));
        self.capacity.clear();
        self.capacity.push(0);
        self.capacity.extend(ends.windows(2).map(|pair| pair[1] - pair[0]));
        self.capacity_links.clear();
        self.capacity_links.push(0);
        self.capacity_links.extend(0..ends.len() - 1);
        self.hall_links.clone_from(&self.capacity_links);
    }

    fn rank(&self, key: u32) -> usize {
        self.ends.partition_point(|&end| end < key + MARGIN)
    }
}

/// Follows links upward from `rank` to the last rank.
fn follow_links(links: &[usize], mut rank: usize) -> usize {
    while links[rank] > rank {
        rank = links[rank];
    }
    rank
}

/// Makes all ranks on the path from `rank` to `end` link to `to`.
fn compress(links: &mut [usize], mut rank: usize, end: usize, to: usize) {
    while rank != end {
        rank = std::mem::replace(&mut links[rank], to);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The bounds by definition: the least and the greatest key of each variable over all assignments of different keys
    /// within the ranges. `None` if there is no such assignment.
    fn reference(ranges: &[(u32, u32)]) -> Option<Vec<(u32, u32)>> {
        let mut assignments = vec![Vec::new()];
        for &(least, most) in ranges {
            let extended = assignments.iter().flat_map(|keys: &Vec<u32>| {
                let other = (least..=most).filter(|key| !keys.contains(key));
                other.map(|key| [keys.as_slice(), &[key]].concat())
            });
            assignments = extended.collect();
        }
        let bounds = |variable: usize| {
            let keys = || assignments.iter().map(move |keys| keys[variable]);
            Some((keys().min()?, keys().max()?))
        };
        (0..ranges.len()).map(bounds).collect()
    }

    proptest! {
        #[test]
        fn bounds_are_those_of_the_assignments(
            ranges in proptest::collection::vec((0..8_u32, 0..8_u32), 1..6),
        ) {
            let ranges: Vec<(u32, u32)> =
                ranges.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
            let mut intervals = Intervals::new(ShiftedKeys::unshifted(ranges.len(), 8), ranges.len());
            let values: Vec<Vec<u16>> =
                ranges.iter().map(|&(least, most)| (least as u16..=most as u16).collect()).collect();
            let domains = TrailedDomains::<1>::new(&values);
            let lines: Vec<u16> = (0..ranges.len() as u16).collect();
            let consistent = intervals.filter(&domains, &lines, &mut Vec::new());
            prop_assert_eq!(consistent.then_some(intervals.ranges), reference(&ranges));
        }
    }
}
