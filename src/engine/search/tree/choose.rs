use rand::Rng;

use super::Backtracker;
use crate::search::options::{Labeling, Values};
use crate::search::trace::Trace;

impl<const W: usize, T: Trace> Backtracker<'_, W, T> {
    /// The next variable and the value to try.
    pub(super) fn choose(&mut self) -> (usize, usize) {
        let domains = &self.domains;
        if self.options.labeling == Labeling::Leftmost {
            let variable = self.open.iter().next().expect("a variable is open");
            return (variable, self.choose_value(variable));
        }
        let smallest = smallest(self.open.iter(), |variable| domains.size(variable).into());
        let (variable, size) = smallest.expect("a variable is open");
        if self.options.labeling == Labeling::Dual {
            let columns = (0..self.model.cross_constraints.len())
                .filter(|&column| self.counts.open_candidates(column).is_some());
            let candidates = |column| self.counts.open_candidates(column).unwrap_or(u32::MAX);
            if let Some((column, fewer)) = self::smallest(columns, candidates)
                && fewer < size
            {
                return self.choose_in_column(column);
            }
        }
        (variable, self.choose_value(variable))
    }

    fn choose_value(&mut self, variable: usize) -> usize {
        let domains = &self.domains;
        let min = domains.min(variable).expect("open variables have values");
        let max = domains.max(variable).expect("open variables have values");
        match self.options.values {
            Values::Min => min,
            Values::Max => max,
            Values::Middle => {
                let middle = usize::midpoint(min, max);
                nearest(
                    middle,
                    domains.max_at_most(variable, middle),
                    domains.min_at_least(variable, middle),
                )
            }
            Values::Random => {
                let number = self.random.gen_range(0..domains.size(variable).into());
                domains.values(variable).nth(number).expect("one of so many")
            }
        }
    }

    /// The row for the piece of a column, chosen by the same rule as the column for the piece of a row.
    fn choose_in_column(&mut self, column: usize) -> (usize, usize) {
        let number = self.counts.open_candidates(column).unwrap_or_default() as usize;
        let cells =
            self.counts.cells(column).iter().map(|&(row, value)| (row.into(), value.into()));
        let mut cells = cells.filter(|&(row, value)| self.domains.contains(row, value));
        let chosen = match self.options.values {
            Values::Min => cells.next(),
            Values::Max => cells.next_back(),
            Values::Random => cells.nth(self.random.gen_range(0..number)),
            Values::Middle => {
                let (first, last) = (cells.clone().next(), cells.clone().next_back());
                let (first, last) = (first.map_or(0, |cell| cell.0), last.map_or(0, |cell| cell.0));
                let middle = usize::midpoint(first, last);
                let below = cells.clone().take_while(|&(row, _)| row <= middle).last();
                let above = cells.find(|&(row, _)| row >= middle);
                let row = nearest(middle, below.map(|cell| cell.0), above.map(|cell| cell.0));
                below.filter(|cell| cell.0 == row).or(above)
            }
        };
        chosen.expect("an open column has candidates")
    }
}

/// The first item with the smallest size, and that size. Items of size 1 are decided already, so the loop ends at size
/// 2.
#[inline]
fn smallest(
    items: impl Iterator<Item = usize>,
    size: impl Fn(usize) -> u32,
) -> Option<(usize, u32)> {
    let mut best = None;
    for item in items {
        let size = size(item);
        if best.is_none_or(|(_, least)| size < least) {
            best = Some((item, size));
            if size <= 2 {
                break;
            }
        }
    }
    best
}

/// The value nearest to the middle; the lower one if two values are equally near.
fn nearest(middle: usize, below: Option<usize>, above: Option<usize>) -> usize {
    match (below, above) {
        (Some(below), Some(above)) if middle - below <= above - middle => below,
        (_, Some(above)) => above,
        (Some(below), None) => below,
        (None, None) => middle,
    }
}
