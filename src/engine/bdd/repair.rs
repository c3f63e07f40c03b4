//! Which decisions to take back so that a solution exists: cheapest paths through the diagram, where
//! each decision that a path breaks costs 1.

use super::diagram::{Branch, Diagram, Visit};
use super::order::Variable;
use super::selection::Selection;
use crate::engine::{Budget, Interrupted, Phase, Progress, Repairs};
use crate::geometry::Cell;
use crate::problem::{Decisions, Value};

impl Diagram {
    /// True if a solution keeps the decisions.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn is_satisfiable(
        &self,
        decisions: &Decisions,
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        let selection = Selection::new(self, decisions);
        budget.check(Progress {
            phase: Phase::Asking,
            nodes: self.nodes(),
            memory: self.memory() + self.nodes() * size_of::<[bool; 2]>(),
            ..Progress::default()
        })?;
        let levels = self.levels.iter();
        let mut seen: Vec<Vec<Vec<[bool; 2]>>> = levels
            .map(|level| level.iter().map(|group| vec![[false; 2]; group.len]).collect())
            .collect();
        let mut pending = if selection.is_possible { vec![(0, Visit::ROOT)] } else { Vec::new() };
        let mut branches = Vec::new();
        while let Some((step, visit)) = pending.pop() {
            if step == self.steps.len() {
                return Ok(true);
            }
            let seen = &mut seen[step][visit.group as usize][visit.node as usize];
            if !std::mem::replace(&mut seen[usize::from(visit.is_mirrored)], true) {
                branches.clear();
                self.branches(step, visit, &mut branches);
                let allowed = branches.iter().filter(|branch| selection.allows(step, branch.index));
                pending.extend(allowed.map(|branch| (step + 1, branch.to)));
            }
        }
        Ok(false)
    }

    /// The smallest sets of `soft` decisions to take back so that some solution keeps the others and all
    /// `hard` ones: at most `cap` of them, in the order of `soft`. No set at all means that taking back
    /// decisions cannot help.
    ///
    /// One pass finds the size, and one more pass each decision of a set.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn smallest_repairs(
        &self,
        hard: &Decisions,
        soft: &[(Cell, Value)],
        cap: usize,
        budget: &Budget,
    ) -> Result<Repairs, Interrupted> {
        let mut search = RepairSearch {
            diagram: self,
            hard,
            soft,
            statuses: vec![Status::Open; soft.len()],
            cap,
            budget,
            repairs: Repairs::default(),
        };
        let cost = search.cost()?;
        if cost < FORBIDDEN {
            search.collect(0, cost)?;
        }
        Ok(search.repairs)
    }
}

/// The cost of what cannot be broken: more than that of all decisions together.
const FORBIDDEN: u64 = 1 << 32;

/// How a soft decision counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    /// A path may break it, at a cost of 1.
    Open,
    /// It is kept.
    Kept,
    /// It is taken back.
    TakenBack,
}

struct RepairSearch<'a> {
    diagram: &'a Diagram,
    hard: &'a Decisions,
    soft: &'a [(Cell, Value)],
    statuses: Vec<Status>,
    cap: usize,
    budget: &'a Budget,
    repairs: Repairs,
}

impl RepairSearch<'_> {
    /// Collects the sets with `cost` more decisions, all from index `from` on.
    fn collect(&mut self, from: usize, cost: u64) -> Result<(), Interrupted> {
        if cost == 0 {
            if self.repairs.sets.len() == self.cap {
                self.repairs.more = true;
            } else {
                let taken_back = self.soft.iter().zip(&self.statuses);
                let taken_back = taken_back.filter(|(_, status)| **status == Status::TakenBack);
                self.repairs.sets.push(taken_back.map(|((cell, _), _)| *cell).collect());
            }
            return Ok(());
        }
        for index in from..self.soft.len() {
            self.statuses[index] = Status::TakenBack;
            if self.cost()? == cost - 1 {
                self.collect(index + 1, cost - 1)?;
            }
            self.statuses[index] = Status::Kept;
            if self.repairs.more {
                break;
            }
        }
        self.statuses[from..].fill(Status::Open);
        Ok(())
    }

    /// The cost of a cheapest path: the number of open decisions that it breaks.
    fn cost(&self) -> Result<u64, Interrupted> {
        let diagram = self.diagram;
        // The cost of a piece, and of no piece, on each variable.
        let mut placing = vec![0; diagram.order.len()];
        let mut skipping = vec![0; diagram.order.len()];
        let hard = self.hard.iter().map(|decision| (decision, Status::Kept));
        let soft = self.soft.iter().copied().zip(self.statuses.iter().copied());
        for ((cell, value), status) in hard.chain(soft) {
            if let Some(variable) = diagram.order.variable(cell) {
                let costs = match value {
                    Value::Placed => &mut skipping,
                    Value::Excluded => &mut placing,
                };
                costs[variable.index()] = match status {
                    Status::Open => 1,
                    Status::Kept => FORBIDDEN,
                    Status::TakenBack => 0,
                };
            }
        }
        if diagram.is_false() {
            return Ok(FORBIDDEN);
        }
        // Variables that are the same in every solution.
        let mut is_free = vec![true; diagram.order.len()];
        let in_steps = diagram.steps.iter().flat_map(|step| &step.variables);
        in_steps.for_each(|variable| is_free[variable.index()] = false);
        let is_fixed = |index| diagram.fixed.binary_search(&Variable::from_index(index)).is_ok();
        let cost = |index| if is_fixed(index) { placing[index] } else { skipping[index] };
        let settled = (0..is_free.len()).filter(|&index| is_free[index]).map(cost);
        let settled: u64 = settled.sum();

        let end = vec![vec![[0; 2]]];
        let below = (0..diagram.steps.len()).rev().try_fold(end, |below, step| {
            self.budget.check(Progress {
                phase: Phase::Asking,
                done: step,
                steps: diagram.steps.len(),
                nodes: diagram.nodes(),
                memory: diagram.memory() + diagram.nodes() * size_of::<[u64; 2]>(),
                ..Progress::default()
            })?;
            let variables = &diagram.steps[step].variables;
            let skipped: u64 = variables.iter().map(|variable| skipping[variable.index()]).sum();
            let cost = |branch: &Branch| {
                let own = branch.index.map_or(skipped, |index| {
                    let variable = variables[usize::from(index)].index();
                    skipped - skipping[variable] + placing[variable]
                });
                let nodes: &[[u64; 2]] = &below[branch.to.group as usize];
                own + nodes[branch.to.node as usize][usize::from(branch.to.is_mirrored)]
            };
            let group = |group: usize| -> Vec<[u64; 2]> {
                let mut costs = vec![[0; 2]; diagram.levels[step][group].len];
                for orientation in 0..diagram.orientations() {
                    let mut nodes = costs.iter_mut();
                    diagram.for_each_list(step, group, orientation == 1, |branches| {
                        let costs = nodes.next().expect("a list for each node");
                        let cheapest = branches.iter().map(cost).min().unwrap_or(FORBIDDEN);
                        costs[orientation] = cheapest.min(FORBIDDEN);
                    });
                }
                costs
            };
            Ok((0..diagram.levels[step].len()).map(group).collect())
        })?;
        Ok((settled + below[0][0][0]).min(FORBIDDEN))
    }
}
