//! Which decisions to give up so that a solution exists: cheapest paths through the diagram, where
//! each decision that a path breaks costs one.

use super::census::Selection;
use super::diagram::{Diagram, FALSE, NodeId, TRUE};
use super::order::Variable;
use crate::engine::{Budget, Interrupted, Phase, Progress, Repairs};
use crate::geometry::Cell;
use crate::problem::{Decisions, Value};

impl Diagram {
    /// Is there a solution that keeps the decisions?
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

    /// The smallest sets of `soft` decisions to give up so that some solution keeps the others and
    /// all `hard` ones: at most `cap` of them, in the order of `soft`. No set at all means that
    /// giving up decisions does not help.
    ///
    /// One pass tells the size, one more each decision of a set.
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
        let mut search = Search {
            diagram: self,
            variables: self.node_variables(),
            hard,
            soft,
            fates: vec![Fate::Open; soft.len()],
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

/// What is to become of a soft decision.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It may be broken, for one.
    Open,
    /// It is kept.
    Kept,
    /// It is given up.
    GivenUp,
}

struct Search<'a> {
    diagram: &'a Diagram,
    /// The variable of each node.
    variables: Vec<Variable>,
    hard: &'a Decisions,
    soft: &'a [(Cell, Value)],
    fates: Vec<Fate>,
    cap: usize,
    budget: &'a Budget,
    repairs: Repairs,
}

impl Search<'_> {
    /// Collects the sets of `cost` decisions more, all from number `from` on.
    fn collect(&mut self, from: usize, cost: u64) -> Result<(), Interrupted> {
        if cost == 0 {
            if self.repairs.sets.len() == self.cap {
                self.repairs.more = true;
            } else {
                let given_up = self.soft.iter().zip(&self.fates);
                let given_up = given_up.filter(|(_, fate)| **fate == Fate::GivenUp);
                self.repairs.sets.push(given_up.map(|((cell, _), _)| *cell).collect());
            }
            return Ok(());
        }
        for number in from..self.soft.len() {
            self.fates[number] = Fate::GivenUp;
            if self.cost()? == cost - 1 {
                self.collect(number + 1, cost - 1)?;
            }
            self.fates[number] = Fate::Kept;
            if self.repairs.more {
                break;
            }
        }
        self.fates[from..].fill(Fate::Open);
        Ok(())
    }

    /// The cost of a cheapest path: the number of open decisions that it breaks.
    fn cost(&self) -> Result<u64, Interrupted> {
        let diagram = self.diagram;
        // What it costs that a variable has, or has not, a piece.
        let mut placing = vec![0; diagram.order.len()];
        let mut skipping = vec![0; diagram.order.len()];
        let hard = self.hard.iter().map(|decision| (decision, Fate::Kept));
        let soft = self.soft.iter().copied().zip(self.fates.iter().copied());
        for ((cell, value), fate) in hard.chain(soft) {
            if let Some(variable) = diagram.order.variable(cell) {
                let costs = match value {
                    Value::Placed => &mut skipping,
                    Value::Excluded => &mut placing,
                };
                costs[variable.index()] = match fate {
                    Fate::Open => 1,
                    Fate::Kept => FORBIDDEN,
                    Fate::GivenUp => 0,
                };
            }
        }
        // The cost of leaving all variables before one without a piece.
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
