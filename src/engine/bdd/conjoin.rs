//! The textbook construction: the rules' BDDs, conjoined by the library's operations.

use std::cell::Cell as Shared;
use std::time::{Duration, Instant};

use biodivine_lib_bdd::{Bdd, BddPartialValuation, BddVariable, BddVariableSet, op_function};

use super::order::VariableOrder;
use crate::engine::{Budget, Interrupted, Phase, Progress};
use crate::geometry::Cell;
use crate::problem::{Bounds, Group, Problem, Value};

/// A BDD and what it took to build it.
#[derive(Clone, Debug)]
pub struct Conjoined {
    /// The reduced ordered BDD of the problem's rules and decisions.
    pub bdd: Bdd,
    /// The time it took.
    pub elapsed: Duration,
    /// The most memory it held at once, in bytes: nodes and the library's tables, by their sizes.
    pub peak_memory: usize,
}

/// Builds the BDD of a problem's rules and decisions with the library's operations: decisions first,
/// then row after row from the last to the first, each as one BDD of its own rules and then of what
/// its cells exclude in the rows above.
///
/// The order matters. For 10 queens it takes 0.1 s; rows from the first to the last take three times
/// as long, each rule conjoined by itself four times, all pairs first and then the rows thousands.
///
/// # Errors
/// When the budget ends first.
///
/// # Panics
/// When the problem has more cells than the library takes variables (65 533).
pub fn conjoin(
    problem: &Problem,
    order: &VariableOrder,
    budget: &Budget,
) -> Result<Conjoined, Interrupted> {
    let started = Instant::now();
    let count = u16::try_from(order.len()).expect("at most 65533 variables");
    let rules = problem.rules();
    let variable = |cell: Cell| {
        BddVariable::from_index(order.variable(cell).expect("rules and decisions name no hole"))
    };
    let set = BddVariableSet::new_anonymous(count);
    let progress = Progress {
        phase: Phase::Conjoining,
        steps: rules.size().rows().into(),
        ..Progress::default()
    };
    let mut conjunction =
        Conjunction { peak_memory: Shared::new(0), result: set.mk_true(), set, budget, progress };
    for (cell, value) in problem.decisions().iter() {
        let literal = conjunction.set.mk_literal(variable(cell), value == Value::Placed);
        conjunction.and(&literal)?;
    }
    let first_row = |group: &Group| group.cells().iter().map(|cell| cell.row()).min().unwrap_or(0);
    for row in (0..rules.size().rows()).rev() {
        let mut own = conjunction.set.mk_true();
        let cells: Vec<Cell> = rules.grid().standing().filter(|cell| cell.row() == row).collect();
        for &cell in &cells {
            let others = rules.board_rule(cell).filter(|other| other.row() == row);
            let rule = conjunction.board_rule(variable(cell), others.map(variable));
            own = conjunction.conjoined(&own, &rule)?;
        }
        for group in rules.groups().iter().filter(|group| first_row(group) == row) {
            let members = group.cells().iter().copied().map(variable).collect();
            own = conjunction.conjoined(&own, &conjunction.group_rule(members, group.bounds()))?;
        }
        for &cell in &cells {
            let others = rules.board_rule(cell).filter(|other| other.row() > row);
            let rule = conjunction.board_rule(variable(cell), others.map(variable));
            own = conjunction.conjoined(&own, &rule)?;
        }
        conjunction.and(&own)?;
        conjunction.progress.done += 1;
    }
    Ok(Conjoined {
        bdd: conjunction.result,
        elapsed: started.elapsed(),
        peak_memory: conjunction.peak_memory.get(),
    })
}

/// The rules conjoined so far, and what that may take.
struct Conjunction<'a> {
    set: BddVariableSet,
    result: Bdd,
    budget: &'a Budget,
    progress: Progress,
    peak_memory: Shared<usize>,
}

/// The memory of a node and of its entry in the library's table of nodes, in bytes.
const NODE_BYTES: usize = 12 + 24;
/// The memory of a subproblem in the library's table, in bytes.
const TASK_BYTES: usize = 16;

impl Conjunction<'_> {
    /// A variable's NAND with each of the others.
    fn board_rule(&self, variable: BddVariable, others: impl Iterator<Item = BddVariable>) -> Bdd {
        let mut none = BddPartialValuation::empty();
        for other in others {
            none.set_value(other, false);
        }
        self.set.mk_not_var(variable).or(&self.set.mk_conjunctive_clause(&none))
    }

    /// Bounds on the number of true variables.
    fn group_rule(&self, mut members: Vec<BddVariable>, bounds: Bounds) -> Bdd {
        if bounds == Bounds::AT_LEAST_ONE {
            let mut any = BddPartialValuation::empty();
            for member in members {
                any.set_value(member, true);
            }
            return self.set.mk_disjunctive_clause(&any);
        }
        members.sort_unstable();
        // By the number of pieces before a member; beyond the last one more is all the same. There
        // cannot be more than all.
        let most =
            bounds.upper.map_or(bounds.lower, |upper| upper.max(bounds.lower).saturating_add(1));
        let most = most.min(members.len() as u32);
        let mut after: Vec<Bdd> = (0..=most)
            .map(
                |pieces| {
                    if bounds.hold(pieces) { self.set.mk_true() } else { self.set.mk_false() }
                },
            )
            .collect();
        for member in members.into_iter().rev() {
            let member = self.set.mk_var(member);
            after = (0..after.len())
                .map(|pieces| {
                    let more = &after[(pieces + 1).min(after.len() - 1)];
                    Bdd::if_then_else(&member, more, &after[pieces])
                })
                .collect();
        }
        after.swap_remove(0)
    }

    /// Conjoins a rule.
    fn and(&mut self, rule: &Bdd) -> Result<(), Interrupted> {
        self.result = self.conjoined(&self.result, rule)?;
        self.progress.nodes = self.result.size();
        Ok(())
    }

    /// A conjunction within the budget. The library looks at no limit while it works, but at its
    /// operator: once that answers "false" throughout, it is soon done.
    fn conjoined(&self, left: &Bdd, right: &Bdd) -> Result<Bdd, Interrupted> {
        let calls = Shared::new(0_usize);
        let stopped = Shared::new(None);
        let kept = (left.size() + right.size() + self.result.size()) * size_of_node();
        let look = |tasks: usize, nodes: usize| {
            let memory = kept + tasks * TASK_BYTES + nodes * NODE_BYTES;
            self.peak_memory.set(self.peak_memory.get().max(memory));
            self.budget.check(Progress { memory, ..self.progress })
        };
        look(0, 0)?;
        let limit = (self.budget.memory().saturating_sub(kept)) / NODE_BYTES;
        let result = Bdd::binary_op_with_limit(limit, left, right, |left, right| {
            calls.set(calls.get() + 1);
            // Each subproblem asks for its two children when it is begun and when it is done.
            let tasks = calls.get() / 4;
            if calls.get().is_multiple_of(0x4000) && stopped.get().is_none() {
                stopped.set(look(tasks, 0).err());
            }
            if stopped.get().is_some() { Some(false) } else { op_function::and(left, right) }
        });
        match (stopped.get(), result) {
            (Some(interrupted), _) => Err(interrupted),
            (None, Some(result)) => {
                look(calls.get() / 4, result.size())?;
                Ok(result)
            }
            (None, None) => {
                look(calls.get() / 4, limit + 1)?;
                unreachable!("more nodes than the limit are more memory than the budget")
            }
        }
    }
}

const fn size_of_node() -> usize {
    size_of::<biodivine_lib_bdd::BddNode>()
}
