use super::Tree;
use crate::engine::search::event::{Event, Trace};
use crate::engine::search::options::Propagation;
use crate::engine::{Budget, Interrupted};

/// After so many domains held against each other the budget is looked at.
const PATIENCE: u64 = 1 << 14;

impl<const W: usize, T: Trace> Tree<'_, W, T> {
    /// Removes a value that is there. Tells whether all can still be well.
    #[inline]
    pub(super) fn remove(&mut self, variable: usize, value: usize) -> bool {
        let size = self.domains.remove(variable, value);
        self.changed.push(variable, size);
        size > 0 && self.counts.is_empty() || self.removed_from_counts(variable, value, size)
    }

    #[inline(never)]
    fn removed_from_counts(&mut self, variable: usize, value: usize, size: u16) -> bool {
        !self.counts.is_empty() && self.counts.remove(variable, value) && size > 0
    }

    /// Removes a value because of others.
    #[inline]
    fn prune(&mut self, variable: usize, value: usize) -> bool {
        self.statistics.removals += 1;
        self.trace.event(Event::Prune { cell: self.model.cell(variable, value) });
        self.remove(variable, value)
    }

    /// Removes all values but one.
    pub(super) fn assign(&mut self, variable: usize, value: usize) -> bool {
        let mut others = self.domains.values(variable).filter(|&other| other != value);
        others.all(|other| self.remove(variable, other))
    }

    /// Draws all conclusions. Tells whether all can still be well.
    pub(super) fn propagate(&mut self, budget: &Budget) -> Result<bool, Interrupted> {
        loop {
            while let Some(variable) = self.changed.pop() {
                if self.statistics.propagations >= self.look {
                    if let Err(interrupted) = budget.check(self.progress()) {
                        self.changed.push(variable, self.domains.size(variable));
                        return Err(interrupted);
                    }
                    self.look = self.statistics.propagations + PATIENCE;
                }
                let fine = match self.options.propagation {
                    _ if self.domains.size(variable) == 1 => self.close(variable),
                    Propagation::Weak | Propagation::AllDifferent => true,
                    Propagation::Strong => self.revise_all(variable),
                    Propagation::Bounded => self.revise_few(variable),
                };
                if !fine {
                    return Ok(false);
                }
            }
            if let Some(constraint) = self.counts.next_tight() {
                if !self.settle(constraint) {
                    return Ok(false);
                }
            } else if self.all_different.is_empty() {
                return Ok(true);
            } else {
                budget.check(self.progress())?;
                let before = self.statistics.removals;
                for place in 0..self.all_different.len() {
                    if !self.make_different(place) {
                        return Ok(false);
                    }
                }
                if self.statistics.removals == before {
                    return Ok(true);
                }
            }
        }
    }

    /// Tells the others of the only value of a variable.
    #[inline]
    fn close(&mut self, variable: usize) -> bool {
        let model = self.model;
        let Some(value) = self.domains.min(variable) else { return false };
        if !self.open.close(variable) {
            return true;
        }
        if self.levels.last().is_none_or(|level| usize::from(level.variable) != variable) {
            self.trace.event(Event::Force { cell: model.cell(variable, value) });
        }
        if !self.counts.is_empty() && !self.counts.place(variable, value) {
            return false;
        }
        let line = model.lines()[variable];
        let mut at = self.open.first();
        while let Some(other) = at {
            at = self.open.after(other);
            self.statistics.propagations += 1;
            for &step in model.distances().between(line, model.lines()[other]) {
                if let Some(gone) = model.distances().step(value, step)
                    && self.domains.contains(other, gone)
                    && !self.prune(other, gone)
                {
                    return false;
                }
            }
        }
        true
    }

    /// Removes each value of the others that every value of a variable excludes.
    fn revise_all(&mut self, variable: usize) -> bool {
        let mut at = self.open.first();
        while let Some(other) = at {
            at = self.open.after(other);
            if other == variable {
                continue;
            }
            self.statistics.propagations += 1;
            for value in self.domains.values(other) {
                if !self.has_support(other, value, variable) && !self.prune(other, value) {
                    return false;
                }
            }
        }
        true
    }

    /// The same, where a variable has at most as many values as one value excludes: other values
    /// leave one of them in peace. What its first value does not exclude has that as support.
    fn revise_few(&mut self, variable: usize) -> bool {
        let model = self.model;
        let line = model.lines()[variable];
        let Some(first) = self.domains.min(variable) else { return false };
        let size = usize::from(self.domains.size(variable));
        let mut at = self.open.first();
        while let Some(other) = at {
            at = self.open.after(other);
            let steps = model.distances().between(line, model.lines()[other]);
            if other == variable || size > steps.len() {
                continue;
            }
            self.statistics.propagations += 1;
            for &step in steps {
                if let Some(value) = model.distances().step(first, step)
                    && self.domains.contains(other, value)
                    && !self.has_support(other, value, variable)
                    && !self.prune(other, value)
                {
                    return false;
                }
            }
        }
        true
    }

    /// Has `other` a value that goes with this value of `variable`?
    fn has_support(&self, variable: usize, value: usize, other: usize) -> bool {
        let (lines, distances) = (self.model.lines(), self.model.distances());
        let excluded = (distances.between(lines[variable], lines[other]).iter())
            .filter_map(|&step| distances.step(value, step))
            .filter(|&excluded| self.domains.contains(other, excluded));
        excluded.count() < usize::from(self.domains.size(other))
    }

    /// Does what a constraint without a choice asks for.
    fn settle(&mut self, constraint: usize) -> bool {
        if self.counts.needs_all(constraint) {
            for place in 0..self.counts.cells(constraint).len() {
                let (variable, value) = self.counts.cells(constraint)[place];
                let (variable, value) = (variable.into(), value.into());
                if self.domains.contains(variable, value) {
                    for other in self.domains.values(variable) {
                        if other != value && !self.prune(variable, other) {
                            return false;
                        }
                    }
                }
            }
        }
        if self.counts.is_full(constraint) {
            for place in 0..self.counts.cells(constraint).len() {
                let (variable, value) = self.counts.cells(constraint)[place];
                let (variable, value) = (variable.into(), value.into());
                if self.open.contains(variable)
                    && self.domains.contains(variable, value)
                    && !self.prune(variable, value)
                {
                    return false;
                }
            }
        }
        true
    }

    /// Makes an all-different constraint consistent.
    fn make_different(&mut self, place: usize) -> bool {
        self.statistics.propagations += 1;
        let mut gone = std::mem::take(&mut self.gone);
        gone.clear();
        let constraint = &mut self.all_different[place];
        let fine = constraint.filter(&self.domains, self.model.lines(), &mut gone)
            && gone.iter().all(|&(variable, value)| self.prune(variable.into(), value.into()));
        self.gone = gone;
        fine
    }
}
