//! Which decisions to take back so that a solution exists: cheapest paths through the diagram, where
//! each decision that a path breaks costs 1.

use super::census::Selection;
use super::diagram::{Diagram, FALSE, NodeId, TRUE};
use super::order::Variable;
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
        budget.check(Progress {
            phase: Phase::Asking,
            nodes: self.nodes.len(),
            memory: self.memory() + self.nodes.len() * size_of::<(u32, bool)>(),
            ..Progress::default()
        })?;
        let selection = Selection::new(self, decisions);
        let variables = self.node_variables();
        let mut seen = vec![false; self.nodes.len()];
        let mut pending = vec![selection.root(self)];
        while let Some(id) = pending.pop() {
            if id == TRUE {
                return Ok(true);
            }
            if id != FALSE && !std::mem::replace(&mut seen[id.index()], true) {
                let variable = variables[id.index()];
                let (low, high) = selection.children(self, variable, id);
                pending.extend([low, high]);
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
            variables: self.node_variables(),
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
    /// The variable of each node.
    variables: Vec<Variable>,
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
        // The cost of no piece on all variables before each one.
        let mut skipped = vec![0];
        skipped.extend(skipping.iter().scan(0, |sum, cost| {
            *sum += cost;
            Some(*sum)
        }));
        let mut below = vec![FORBIDDEN; diagram.nodes.len()];
        below[TRUE.index()] = 0;
        let path = |below: &[u64], from: Variable, child: NodeId| {
            let to = self.variables[child.index()];
            skipped[to.index()] - skipped[from.index()] + below[child.index()]
        };
        for variable in diagram.order.variables().rev() {
            self.budget.check(Progress {
                phase: Phase::Asking,
                done: variable.index(),
                steps: diagram.order.len(),
                nodes: diagram.nodes.len(),
                memory: diagram.memory() + diagram.nodes.len() * size_of::<(u32, u64)>(),
                ..Progress::default()
            })?;
            for id in diagram.level(variable) {
                let node = diagram.node(id);
                let without = skipping[variable.index()] + path(&below, variable.next(), node.low);
                let with = placing[variable.index()] + path(&below, variable.next(), node.high);
                below[id.index()] = without.min(with).min(FORBIDDEN);
            }
        }
        Ok(path(&below, Variable::from_index(0), diagram.root))
    }
}
