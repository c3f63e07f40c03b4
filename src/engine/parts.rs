//! Divides the solutions of any problem into disjoint parts, by the first cells in the order of the diagram.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::num::NonZeroU32;

use super::bdd::VariableOrder;
use super::budget::{Answer, Budget, Phase, Progress};
use super::count::Shard;
use geometry::{Cell, CellSet, SymmetryGroup};
use problem::{Decisions, Problem, Value};

/// Number of subproblems for each part, so that each part gets a large and a small one.
const SUBPROBLEMS_PER_PART: u32 = 2;

/// A problem with more decisions. Its decisions are closed under a group of symmetries.
pub struct Subproblem {
    /// The problem.
    pub problem: Problem,
    /// The cells that are neither decided nor attacked.
    open: CellSet,
}

impl Subproblem {
    /// An estimate of the work of counting the solutions, in any unit.
    pub fn work(&self) -> f64 {
        self.open.len() as f64
    }

    /// True if no group is certain to fail.
    fn is_open(&self) -> bool {
        let decisions = self.problem.decisions();
        let is_placed = |cell| decisions.get(cell) == Some(Value::Placed);
        let mut groups = self.problem.rules().groups().iter();
        groups.all(|group| {
            !group.bounds_left(is_placed, |cell| self.open.contains(cell)).is_conflict()
        })
    }

    /// The subproblem in which all of `cells` have this value; `None` if that is impossible.
    fn with_values(&self, cells: &[Cell], value: Value) -> Option<Self> {
        let rules = self.problem.rules();
        let own = CellSet::from_cells(rules.size(), cells.iter().copied());
        let mut open = &self.open - &own;
        if value == Value::Placed {
            let attacked = rules.excluded_by(cells.iter().copied());
            if cells.iter().any(|&cell| attacked.contains(cell) || !self.open.contains(cell)) {
                return None;
            }
            open = &open - &attacked;
        }
        let mut decisions: Decisions = self.problem.decisions().clone();
        for &cell in cells {
            decisions.insert(cell, value);
        }
        let problem = self.problem.with_only(decisions.iter());
        Some(Self { problem, open }).filter(Self::is_open)
    }
}

/// Divides the solutions that are invariant under a group of the problem's symmetries into subproblems for `parts`
/// parts. Each such solution is a solution of exactly one subproblem. The subproblems are always in the same order,
/// those with the most work first. If nothing is left to decide, there are fewer subproblems than parts.
///
/// # Errors
/// When the budget ends first.
pub fn subproblems(
    problem: &Problem,
    symmetries: SymmetryGroup,
    parts: NonZeroU32,
    budget: &Budget,
) -> Answer<Vec<Subproblem>> {
    let (rules, decisions) = (problem.rules(), problem.decisions());
    let order = VariableOrder::suiting(rules);
    let attacked = rules.excluded_by(decisions.cells(Value::Placed));
    let standing = rules.grid().standing_cells();
    let open = standing.filter(|&cell| decisions.get(cell).is_none() && !attacked.contains(cell));
    let whole =
        Subproblem { problem: problem.clone(), open: CellSet::from_cells(rules.size(), open) };
    let parts = parts.get();
    let target = if parts == 1 { 1 } else { parts.saturating_mul(SUBPROBLEMS_PER_PART) as usize };
    // The subproblem with the most open cells is divided next; among equals, the first one made.
    let mut waiting = BinaryHeap::from([(whole.open.len(), Reverse(0))]);
    let mut subproblems = vec![Some(whole)];
    let mut number = 1;
    while number < target
        && let Some((open, Reverse(index))) = waiting.pop()
        && open > 0
    {
        let memory = number * (size_of::<Subproblem>() + rules.size().cells());
        budget.check(Progress { phase: Phase::Counting, memory, ..Progress::default() })?;
        let Some(subproblem) = subproblems[index].take() else { continue };
        let mut cells = order.cells().iter().copied();
        let Some(cell) = cells.find(|&cell| subproblem.open.contains(cell)) else { continue };
        let orbit: Vec<Cell> = symmetries.orbit(cell, rules.size()).collect();
        number -= 1;
        for value in [Value::Placed, Value::Excluded] {
            if let Some(subproblem) = subproblem.with_values(&orbit, value) {
                waiting.push((subproblem.open.len(), Reverse(subproblems.len())));
                subproblems.push(Some(subproblem));
                number += 1;
            }
        }
    }
    let mut subproblems: Vec<Subproblem> = subproblems.into_iter().flatten().collect();
    subproblems.sort_by_key(|subproblem| Reverse(subproblem.open.len()));
    Ok(subproblems)
}

/// For each of `parts` parts, an estimate of the work of counting its subproblems, in any unit.
pub(super) fn work(problem: &Problem, parts: NonZeroU32, budget: &Budget) -> Answer<Vec<f64>> {
    let mut work = vec![0.0; parts.get() as usize];
    let subproblems = subproblems(problem, SymmetryGroup::IDENTITY, parts, budget)?;
    for (index, subproblem) in subproblems.iter().enumerate() {
        work[Shard::of_sorted(index, parts)] += subproblem.work();
    }
    Ok(work)
}
