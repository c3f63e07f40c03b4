//! Finds decisions to take back so that a solution exists. The search looks for cheapest paths through the diagram;
//! each decision that a path breaks costs 1.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::semiring::MinPlus;
use super::walk::WantedSums;
use crate::answers::Retractions;
use crate::bdd::diagram::monitor::{Job, Monitor};
use crate::bdd::diagram::selection::Selection;
use crate::bdd::diagram::{Diagram, OrientedNode};
use crate::budget::{Answer, Budget};
use geometry::Cell;
use problem::{Decisions, Value};

impl Diagram {
    /// True if a solution keeps the decisions. Searches for a path through the steps up to the last one that a decision
    /// restricts. From there on every node leads to a solution.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(crate) fn is_satisfiable(&self, decisions: &Decisions, budget: &Budget) -> Answer<bool> {
        let (selection, monitor) = (Selection::new(self, decisions), Monitor::new(budget));
        monitor.begin_question(0, 0, self.memory())?;
        let mut job = Job::new(&monitor);
        let mut seen: HashSet<(usize, OrientedNode), FxBuildHasher> = HashSet::default();
        let mut pending = Vec::from_iter(selection.is_possible.then_some((0, OrientedNode::ROOT)));
        let mut branches = Vec::new();
        while let Some((step, oriented)) = pending.pop() {
            if step == selection.restricted_steps() {
                return Ok(true);
            }
            branches.clear();
            self.branches(step, oriented, &mut branches);
            let allowed = branches.iter().filter(|branch| selection.allows(step, branch.index));
            let next = allowed.map(|branch| (step + 1, branch.to));
            pending.extend(next.filter(|&next| seen.insert(next)));
            let lists = seen.capacity() + pending.capacity();
            job.report(lists * size_of::<(usize, OrientedNode)>(), 0, branches.len())?;
        }
        Ok(false)
    }

    /// Returns the smallest sets of `soft` decisions to take back so that some solution keeps all `hard` decisions and
    /// the remaining `soft` ones. Returns at most `cap` sets, in the order of `soft`. If there is no set, taking back
    /// decisions cannot help.
    ///
    /// One pass over the diagram finds the size of the smallest sets. Each decision of a set takes further passes.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(crate) fn smallest_retractions(
        &self,
        hard: &Decisions,
        soft: &[(Cell, Value)],
        cap: usize,
        budget: &Budget,
    ) -> Answer<Retractions> {
        let mut search = RepairSearch {
            diagram: self,
            hard,
            soft,
            statuses: vec![Status::Open; soft.len()],
            cap,
            budget,
            retractions: Retractions::default(),
        };
        if let Some(cost) = search.cost()? {
            search.collect(0, cost)?;
        }
        Ok(search.retractions)
    }
}

/// The status of a soft decision in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    /// A path may break the decision, at a cost of 1.
    Open,
    /// The decision is kept.
    Kept,
    /// The decision is taken back.
    TakenBack,
}

struct RepairSearch<'a> {
    diagram: &'a Diagram,
    hard: &'a Decisions,
    soft: &'a [(Cell, Value)],
    statuses: Vec<Status>,
    cap: usize,
    budget: &'a Budget,
    retractions: Retractions,
}

impl RepairSearch<'_> {
    /// Collects the sets that consist of the decisions taken back so far and `cost` more decisions, whose indices are
    /// at least `from`.
    fn collect(&mut self, from: usize, cost: i64) -> Answer<()> {
        if cost == 0 {
            if self.retractions.sets.len() == self.cap {
                self.retractions.more = true;
            } else {
                let taken_back = self.soft.iter().zip(&self.statuses);
                let taken_back = taken_back.filter(|(_, status)| **status == Status::TakenBack);
                self.retractions.sets.push(taken_back.map(|((cell, _), _)| *cell).collect());
            }
            return Ok(());
        }
        for index in from..self.soft.len() {
            self.statuses[index] = Status::TakenBack;
            if self.cost()? == Some(cost - 1) {
                self.collect(index + 1, cost - 1)?;
            }
            self.statuses[index] = Status::Kept;
            if self.retractions.more {
                break;
            }
        }
        self.statuses[from..].fill(Status::Open);
        Ok(())
    }

    /// Minimum number of open decisions that a solution breaks; `None` if no solution keeps all kept decisions.
    fn cost(&self) -> Answer<Option<i64>> {
        let diagram = self.diagram;
        let mut kept = self.hard.clone();
        // For each variable, the cost of a piece and the cost of no piece.
        let [mut placing, mut skipping] = [0, 1].map(|_| vec![0; diagram.order.len()]);
        for (&(cell, value), status) in self.soft.iter().zip(&self.statuses) {
            match (status, diagram.order.variable(cell)) {
                (Status::Kept, _) => kept.insert(cell, value),
                (Status::Open, Some(variable)) => match value {
                    Value::Placed => skipping[variable.index()] = 1,
                    Value::Excluded => placing[variable.index()] = 1,
                },
                _ => {}
            }
        }
        let selection = Selection::new(diagram, &kept);
        let costs = MinPlus::new(diagram, &placing, &skipping);
        Ok(costs
            .cost_of_sum(diagram.sums(&selection, &costs, WantedSums::Total, self.budget)?.total))
    }
}
