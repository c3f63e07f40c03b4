use super::Backtracker;
use crate::budget::{Answer, Budget};
use crate::search::domains::TrailedDomains;
use crate::search::event::{Event, RemovalCause};
use crate::search::options::Propagation;
use crate::search::propagator::Propagator;
use crate::search::trace::Trace;
use geometry::Cell;
use problem::Consequence;

/// Number of propagations between two checks of the budget.
const PROPAGATIONS_BETWEEN_CHECKS: u64 = 1 << 14;

impl<const W: usize, T: Trace> Backtracker<'_, W, T> {
    /// Removes a value that the domain contains. Returns false if this shows a contradiction.
    #[inline]
    pub(super) fn remove(&mut self, variable: usize, value: usize) -> bool {
        let size = self.domains.remove(variable, value);
        self.changed.push(variable, size);
        size > 0 && self.counts.is_empty() || self.removed_from_counts(variable, value, size)
    }

    #[inline(never)]
    fn removed_from_counts(&mut self, variable: usize, value: usize, size: u16) -> bool {
        !self.counts.is_empty() && self.counts.settle(variable, value, false) && size > 0
    }

    /// Removes a value that propagation excludes, and counts the removal.
    #[inline]
    fn prune(&mut self, variable: usize, value: usize, cause: RemovalCause) -> bool {
        self.statistics.removals += 1;
        self.trace.event(Event::Prune { cell: self.model.cell(variable, value), cause });
        self.remove(variable, value)
    }

    /// Removes all values of a variable except `value`. Returns false if this shows a contradiction.
    pub(super) fn assign(&mut self, variable: usize, value: usize) -> bool {
        let mut others = self.domains.values(variable).filter(|&other| other != value);
        others.all(|other| self.remove(variable, other))
    }

    /// Propagates until nothing changes. Returns false if this shows a contradiction.
    pub(super) fn propagate(&mut self, budget: &Budget) -> Answer<bool> {
        loop {
            while let Some(variable) = self.changed.pop() {
                let propagations = self.statistics.propagations();
                if propagations >= self.next_check {
                    if let Err(interrupted) = budget.check(self.progress()) {
                        self.changed.push(variable, self.domains.size(variable));
                        return Err(interrupted);
                    }
                    self.next_check = propagations + PROPAGATIONS_BETWEEN_CHECKS;
                }
                let consistent = match self.options.propagation {
                    Propagation::Naive => self.prune_ends(variable),
                    _ if self.domains.size(variable) == 1 => self.propagate_assigned(variable),
                    Propagation::Weak | Propagation::Bounds | Propagation::AllDifferent => true,
                    Propagation::Strong => self.revise_all(variable),
                    Propagation::Bounded => self.revise_few(variable),
                };
                if !consistent {
                    return Ok(false);
                }
            }
            if let Some(constraint) = self.counts.next_tight() {
                if !self.apply_constraint(constraint) {
                    return Ok(false);
                }
            } else if self.all_different.is_empty() && self.model.costs.is_none() {
                return Ok(true);
            } else {
                budget.check(self.progress())?;
                let before = self.statistics.removals;
                if !self.prune_by_cost() {
                    return Ok(false);
                }
                for index in 0..self.all_different.len() {
                    if !self.filter_different(index) {
                        return Ok(false);
                    }
                }
                if self.statistics.removals == before {
                    return Ok(true);
                }
            }
        }
    }

    /// Removes from the other domains the values that a variable's only value excludes. Returns false if this shows a
    /// contradiction.
    #[inline]
    fn propagate_assigned(&mut self, variable: usize) -> bool {
        let model = self.model;
        let Some(value) = self.domains.min(variable) else { return false };
        if !self.open.close(variable) {
            return true;
        }
        if self.levels.last().is_none_or(|level| usize::from(level.variable) != variable) {
            self.trace.event(Event::Force { cell: model.cell(variable, value) });
        }
        if !self.counts.is_empty() && !self.counts.settle(variable, value, true) {
            return false;
        }
        let line = model.lines[variable];
        let everywhere = self.options.propagation != Propagation::Naive;
        let mut at = self.open.first();
        while let Some(other) = at {
            at = self.open.after(other);
            self.statistics.runs.add(Propagator::Attacks, 1);
            for &step in model.distances.between(line, model.lines[other]) {
                if let Some(removed) = model.distances.step(value, step)
                    && self.domains.contains(other, removed)
                    && (everywhere || self.is_end(other, removed))
                    && !self.prune(
                        other,
                        removed,
                        RemovalCause::Attack(model.cell(variable, value)),
                    )
                {
                    return false;
                }
            }
        }
        true
    }

    /// Removes the values at both ends of a variable's domain that conflict with the only value of another variable. If
    /// one value is left, removes the values that it excludes from the other domains.
    fn prune_ends(&mut self, variable: usize) -> bool {
        if !self.open.contains(variable) {
            return true;
        }
        loop {
            let ends = [self.domains.min(variable), self.domains.max(variable)];
            let excluded = |end| Some((end, self.excluding_piece(variable, end)?));
            let Some((value, piece)) = ends.into_iter().flatten().find_map(excluded) else {
                return self.domains.size(variable) > 1 || self.propagate_assigned(variable);
            };
            if !self.prune(variable, value, RemovalCause::Attack(piece)) {
                return false;
            }
        }
    }

    fn is_end(&self, variable: usize, value: usize) -> bool {
        self.domains.min(variable) == Some(value) || self.domains.max(variable) == Some(value)
    }

    /// The piece of a closed variable whose value excludes this value, if there is one.
    fn excluding_piece(&mut self, variable: usize, value: usize) -> Option<Cell> {
        let (lines, distances) = (&self.model.lines, &self.model.distances);
        let closed = (0..lines.len()).filter(|&other| !self.open.contains(other));
        self.statistics.runs.add(Propagator::Attacks, self.open.mark() as u64);
        let mut values = closed.filter_map(|other| Some((other, self.domains.min(other)?)));
        let excluding = values.find(|&(other, from)| {
            let steps = distances.between(lines[other], lines[variable]);
            steps.iter().any(|&step| distances.step(from, step) == Some(value))
        });
        excluding.map(|(other, from)| self.model.cell(other, from))
    }

    /// Removes a value from the other domains if all values of this variable exclude it.
    fn revise_all(&mut self, variable: usize) -> bool {
        let mut at = self.open.first();
        while let Some(other) = at {
            at = self.open.after(other);
            if other == variable {
                continue;
            }
            self.statistics.runs.add(Propagator::Support, 1);
            for value in self.domains.values(other) {
                if !self.has_support(other, value, variable)
                    && !self.prune(
                        other,
                        value,
                        RemovalCause::NoSupport(self.model.group(variable)),
                    )
                {
                    return false;
                }
            }
        }
        true
    }

    /// Like [`Backtracker::revise_all`], but skips another variable if none of its values can exclude as many values as
    /// `variable` has, since nothing follows there. Only values that conflict with the first value of `variable` can
    /// lack support.
    fn revise_few(&mut self, variable: usize) -> bool {
        let model = self.model;
        let line = model.lines[variable];
        let Some(first) = self.domains.min(variable) else { return false };
        let size = usize::from(self.domains.size(variable));
        let mut at = self.open.first();
        while let Some(other) = at {
            at = self.open.after(other);
            let steps = model.distances.between(line, model.lines[other]);
            if other == variable || size > steps.len() {
                continue;
            }
            self.statistics.runs.add(Propagator::Support, 1);
            for &step in steps {
                if let Some(value) = model.distances.step(first, step)
                    && self.domains.contains(other, value)
                    && !self.has_support(other, value, variable)
                    && !self.prune(other, value, RemovalCause::NoSupport(model.group(variable)))
                {
                    return false;
                }
            }
        }
        true
    }

    /// True if `other` has a value that does not conflict with this value of `variable`.
    fn has_support(&self, variable: usize, value: usize, other: usize) -> bool {
        let (lines, distances) = (&self.model.lines, &self.model.distances);
        let excluded = (distances.between(lines[variable], lines[other]).iter())
            .filter_map(|&step| distances.step(value, step))
            .filter(|&excluded| self.domains.contains(other, excluded));
        excluded.count() < usize::from(self.domains.size(other))
    }

    /// Applies a counting constraint that leaves no choice.
    #[inline(never)]
    fn apply_constraint(&mut self, constraint: usize) -> bool {
        let consequence = self.counts.consequence(constraint);
        self.statistics.runs.add(Propagator::of_group(self.counts.group(constraint)), 1);
        let cause = RemovalCause::Group(self.counts.group(constraint));
        (0..self.counts.cells(constraint).len()).all(|index| {
            let (variable, value) = self.counts.cells(constraint)[index];
            let (variable, value) = (variable.into(), value.into());
            if !self.open.contains(variable) || !self.domains.contains(variable, value) {
                return true;
            }
            match consequence {
                Consequence::Placed => {
                    let mut others = self.domains.values(variable).filter(|&other| other != value);
                    others.all(|other| self.prune(variable, other, cause))
                }
                Consequence::Excluded => self.prune(variable, value, cause),
                Consequence::None | Consequence::Conflict => true,
            }
        })
    }

    /// Removes the values with which the cost exceeds its limit even if all other variables take their cheapest values.
    fn prune_by_cost(&mut self) -> bool {
        let Some(costs) = &self.model.costs else { return true };
        self.statistics.runs.add(Propagator::Cost, 1);
        let cheapest = |domains: &TrailedDomains<W>, variable| {
            domains.values(variable).map(|value| costs.of(variable, value)).min().unwrap_or(0)
        };
        let variables = 0..self.model.lines.len();
        let least: i64 = variables.clone().map(|variable| cheapest(&self.domains, variable)).sum();
        let left = costs.limit.saturating_sub(least);
        if left < 0 {
            return false;
        }
        for variable in variables {
            let most = left.saturating_add(cheapest(&self.domains, variable));
            for value in self.domains.values(variable) {
                if costs.of(variable, value) > most
                    && !self.prune(variable, value, RemovalCause::CostLimit)
                {
                    return false;
                }
            }
        }
        true
    }

    /// Removes the values that an all-different constraint excludes.
    fn filter_different(&mut self, index: usize) -> bool {
        let mut removed = std::mem::take(&mut self.to_remove);
        removed.clear();
        let constraint = &mut self.all_different[index];
        self.statistics.runs.add(Propagator::of_lines(constraint.direction), 1);
        let cause = RemovalCause::AllDifferent(constraint.direction);
        let consistent = constraint.filter(&self.domains, &self.model.lines, &mut removed)
            && removed
                .iter()
                .all(|&(variable, value)| self.prune(variable.into(), value.into(), cause));
        self.to_remove = removed;
        consistent
    }
}
