//! The textbook construction: builds a BDD of each rule, and conjoins them with the library's operations.

use std::cell::Cell as Shared;
use std::fmt;
use std::time::{Duration, Instant};

use biodivine_lib_bdd::{
    Bdd, BddNode, BddPartialValuation, BddPointer, BddVariable, BddVariableSet, op_function,
};
use itertools::Itertools;
use num_bigint::BigUint;

use super::restrict::{census, restrict};
use crate::answers::Census;
use crate::bdd::arena::{DiagramKind, NodeArena};
use crate::bdd::diagram::Diagram;
use crate::bdd::order::VariableOrder;
use crate::budget::{Answer, Budget, Phase, Progress};
use geometry::Cell;
use problem::{Bounds, Decisions, Group, GroupId, Problem, Rules, Value};

/// A BDD, and the time and memory of its construction.
#[derive(Clone, Debug)]
pub struct ConjoinedBdd {
    /// The reduced ordered BDD of the problem's rules and decisions.
    pub bdd: Bdd,
    /// The time of the construction.
    pub elapsed: Duration,
    /// Maximum memory in use at any time, in bytes: nodes and the library's tables.
    pub peak_memory: usize,
}

impl ConjoinedBdd {
    /// The number of satisfying assignments of the BDD.
    pub fn solutions(&self) -> BigUint {
        self.bdd.exact_cardinality()
    }

    /// The number of nodes of the BDD restricted by `decisions`, terminals included. `order` must be the order in which
    /// the BDD was built.
    pub fn restricted_nodes(&self, decisions: &Decisions, order: &VariableOrder) -> usize {
        restrict(&self.bdd, order, decisions).size()
    }

    /// Counts the solutions in total and by cell. `order` must be the order in which the BDD was built.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn census(&self, order: &VariableOrder, budget: &Budget) -> Answer<Census> {
        census(&self.bdd, order, &Decisions::default(), budget).map(|(census, _)| census)
    }
}

/// Builds the BDD of a problem's rules and decisions with the library's operations. Conjoins the decisions first, then
/// row after row from the last to the first. The rules of a row are conjoined to one BDD first: the row's groups, and
/// the cells that the row's cells exclude in the row and above.
///
/// The order matters. 10 queens take 0.1 s in this order. Conjoining the rows from the first to the last takes three
/// times as long. Conjoining one rule after the other takes four times as long. Conjoining all pairs of cells that
/// exclude each other first, and then the rows, takes thousands of times as long.
///
/// # Errors
/// When the budget ends before the answer.
///
/// # Panics
/// When the problem has more cells than the library supports variables (65 533).
pub fn conjoin(problem: &Problem, order: &VariableOrder, budget: &Budget) -> Answer<ConjoinedBdd> {
    let mut conjunction = Conjunction::new(problem.rules(), order, budget);
    for (cell, value) in problem.decisions().iter() {
        conjunction.decide(cell, value)?;
    }
    conjunction.conjoin_rows(&mut |_, _, _| Ok(()))?;
    conjunction.conjoin_limit(&mut |_, _, _| Ok(()))?;
    Ok(conjunction.finish())
}

/// Counts the solutions that two diagrams of the same cells have in common: builds their ROBDDs, in the order of both, and
/// conjoins them. `None` if a ROBDD has more than 2^20 nodes, or too many variables.
///
/// # Errors
/// When the budget ends before the answer.
pub fn common_census(first: &Diagram, second: &Diagram, budget: &Budget) -> Answer<Option<Census>> {
    for diagram in [first, second] {
        if diagram.bdd_size(budget)?.nodes > MAX_CONJOINED_NODES {
            return Ok(None);
        }
    }
    let (Ok(first), Ok(second), order) = (first.to_bdd(), second.to_bdd(), first.order()) else {
        return Ok(None);
    };
    let both = conjoined(&first, &second, &|memory| {
        budget.check(Progress { phase: Phase::Conjoining, memory, ..Progress::default() })
    })?;
    census(&both, order, &Decisions::default(), budget).map(|(census, _)| Some(census))
}

/// Maximum number of nodes of a diagram that is conjoined with another one.
const MAX_CONJOINED_NODES: usize = 1 << 20;

/// The size of the conjuncts of a BDD that is built step by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Granularity {
    /// A conjunct is a row: the row's groups, and the cells that the row's cells exclude in the row and above.
    Rows,
    /// A conjunct is a rule. For each row, the groups come first, then the board rule of each cell.
    Rules,
}

/// Maximum number of variables for [`Granularity::Rules`].
const MAX_RULEWISE_VARIABLES: usize = 64;

impl Granularity {
    /// Returns the granularity that people can follow: rule by rule on small boards, and row by row on larger boards.
    pub fn suiting(order: &VariableOrder) -> Self {
        if order.len() <= MAX_RULEWISE_VARIABLES { Self::Rules } else { Self::Rows }
    }
}

/// A rule or a decision that is conjoined, or the rules of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conjunct<'a> {
    /// All rules of a row. Rows are counted from 0.
    Row(u16),
    /// The part of the board rule of a cell that concerns its own row and the rows above.
    Board(Cell),
    /// A group's bounds.
    Group(&'a Group),
    /// The maximum cost of a solution.
    Limit(i64),
    /// A decision.
    Decision(Cell, Value),
}

impl fmt::Display for Conjunct<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "{}", GroupId::Row(*row)),
            Self::Board(cell) => write!(f, "board rule of {cell}"),
            Self::Limit(limit) => write!(f, "cost at most {limit}"),
            Self::Decision(cell, Value::Placed) => write!(f, "place {cell}"),
            Self::Decision(cell, Value::Excluded) => write!(f, "exclude {cell}"),
            Self::Group(group) => {
                write!(f, "{}: ", group.id())?;
                match group.bounds() {
                    Bounds { lower, upper: None } => write!(f, "at least {lower}"),
                    Bounds { lower, upper: Some(upper) } if lower == upper => {
                        write!(f, "exactly {lower}")
                    }
                    Bounds { lower, upper: Some(upper) } => write!(f, "{lower} to {upper}"),
                }
            }
        }
    }
}

/// The cells that a cell excludes in its own row and above. The board rules of the cells below, whose rows are
/// conjoined later, contain the remaining exclusions.
pub(crate) fn excluded_upward(rules: &Rules, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
    rules.board_rule(cell).filter(move |other| other.row() >= cell.row())
}

/// Builds the BDD of a problem conjunct by conjunct: the rules in the order of [`conjoin`], then the cost limit. Then
/// restricts it by the decisions in their order. After each conjunct, calls `observer` with its BDD and the BDD so far.
///
/// # Errors
/// When the budget ends before the answer.
///
/// # Panics
/// When the problem has more cells than the library supports variables (65 533).
pub fn conjoin_stepwise(
    problem: &Problem,
    order: &VariableOrder,
    granularity: Granularity,
    budget: &Budget,
    observer: &mut Observer<'_>,
) -> Answer<ConjoinedBdd> {
    let mut conjunction = Conjunction::new(problem.rules(), order, budget);
    match granularity {
        Granularity::Rows => conjunction.conjoin_rows(observer)?,
        Granularity::Rules => conjunction.conjoin_rules(observer)?,
    }
    conjunction.conjoin_limit(observer)?;
    for (cell, value) in problem.decisions().iter() {
        let decision = [(cell, value)].into_iter().collect();
        conjunction.result = restrict(&conjunction.result, order, &decision);
        let own = conjunction.literal(cell, value);
        observer(Conjunct::Decision(cell, value), &own, &conjunction.result)?;
    }
    Ok(conjunction.finish())
}

/// The BDD of each rule alone. The board rule of a cell concerns its own row and the rows above.
///
/// # Errors
/// When the budget ends before the answer.
///
/// # Panics
/// When the problem has more cells than the library supports variables (65 533).
pub fn conjunct_bdds(rules: &Rules, order: &VariableOrder, budget: &Budget) -> Answer<Vec<Bdd>> {
    let conjunction = Conjunction::new(rules, order, budget);
    let mut bdds = Vec::new();
    for row in 0..rules.size().rows() {
        bdds.extend(conjunction.rules_of_row(row)?.into_iter().map(|(_, bdd)| bdd));
    }
    bdds.extend(conjunction.limit_rule()?.map(|(_, bdd)| bdd));
    Ok(bdds)
}

/// Receives each conjunct with its own BDD and the BDD of all conjuncts so far. An error ends the construction.
pub type Observer<'a> = dyn FnMut(Conjunct<'_>, &Bdd, &Bdd) -> Answer<()> + 'a;

/// A construction that can be interrupted and resumed.
pub(crate) struct Conjunction<'a> {
    rules: &'a Rules,
    order: &'a VariableOrder,
    started: Instant,
    set: BddVariableSet,
    /// The BDD of the rules so far.
    pub result: Bdd,
    /// Number of rows whose rules are not conjoined yet. These are the rows with the lowest numbers.
    pub rows_to_conjoin: u16,
    budget: &'a Budget,
    progress: Progress,
    peak_memory: Shared<usize>,
}

/// Memory of a node, in bytes.
const NODE_BYTES: usize = size_of::<BddNode>();
/// Memory of a node's entry in the library's table of nodes, in bytes.
const NODE_ENTRY: usize = NODE_BYTES + size_of::<BddPointer>();
/// Memory of a subproblem (a pair of nodes), and memory of the subproblem's entry in the library's table, in bytes.
const TASK_BYTES: usize = 2 * size_of::<BddPointer>();
const TASK_ENTRY: usize = TASK_BYTES + size_of::<BddPointer>();

/// The memory of a hash table, in bytes. The number of buckets is a power of two, and an eighth of the buckets stays
/// free. Each bucket takes one byte in addition to its entry. While the table grows, the old table of half the size
/// exists as well.
fn hash_table_bytes(entries: usize, entry: usize) -> usize {
    let buckets = (entries + entries / 7 + 1).next_power_of_two();
    (buckets + buckets / 2) * (entry + 1)
}

impl<'a> Conjunction<'a> {
    pub(crate) fn new(rules: &'a Rules, order: &'a VariableOrder, budget: &'a Budget) -> Self {
        let count = u16::try_from(order.len()).expect("at most 65533 variables");
        let set = BddVariableSet::new_anonymous(count);
        let steps = rules.size().rows().into();
        let progress = Progress { phase: Phase::Conjoining, steps, ..Progress::default() };
        Self {
            rules,
            order,
            started: Instant::now(),
            result: set.mk_true(),
            rows_to_conjoin: rules.size().rows(),
            set,
            budget,
            progress,
            peak_memory: Shared::new(0),
        }
    }

    fn finish(self) -> ConjoinedBdd {
        ConjoinedBdd {
            bdd: self.result,
            elapsed: self.started.elapsed(),
            peak_memory: self.peak_memory.get(),
        }
    }

    pub(super) fn variable(&self, cell: Cell) -> BddVariable {
        let variable = self.order.variable(cell).expect("rules and decisions name no hole");
        BddVariable::from_index(variable.index())
    }

    fn cells(&self, row: u16) -> Vec<Cell> {
        self.rules.grid().standing_cells().filter(|cell| cell.row() == row).collect()
    }

    /// The groups whose lowest row is `row`.
    fn groups(&self, row: u16) -> impl Iterator<Item = &'a Group> + use<'a> {
        let lowest =
            |group: &Group| group.cells().iter().map(|cell| cell.row()).min().unwrap_or_default();
        self.rules.groups().iter().filter(move |group| lowest(group) == row)
    }

    /// Conjoins the remaining rows, from the last to the first. For each row, builds one BDD: first the exclusions and
    /// groups within the row, then the cells that the row's cells exclude in the rows above.
    pub(crate) fn conjoin_rows(&mut self, observer: &mut Observer<'_>) -> Answer<()> {
        while let Some(row) = self.rows_to_conjoin.checked_sub(1) {
            let mut own = self.set.mk_true();
            let cells = self.cells(row);
            for &cell in &cells {
                let same_row = excluded_upward(self.rules, cell).filter(|other| other.row() == row);
                own = self.conjoined(&own, &self.nand(cell, same_row))?;
            }
            for group in self.groups(row) {
                own = self.conjoined(&own, &self.group_rule(group)?)?;
            }
            for &cell in &cells {
                let above = excluded_upward(self.rules, cell).filter(|other| other.row() > row);
                own = self.conjoined(&own, &self.nand(cell, above))?;
            }
            self.conjoin_rule(&own)?;
            self.rows_to_conjoin = row;
            self.progress.done += 1;
            observer(Conjunct::Row(row), &own, &self.result)?;
        }
        Ok(())
    }

    /// Conjoins the rules of all rows in the same order of rows, but each rule directly with all rules before it.
    fn conjoin_rules(&mut self, observer: &mut Observer<'_>) -> Answer<()> {
        for row in (0..self.rules.size().rows()).rev() {
            for (conjunct, rule) in self.rules_of_row(row)? {
                self.conjoin_rule(&rule)?;
                observer(conjunct, &rule, &self.result)?;
            }
            self.progress.done += 1;
        }
        Ok(())
    }

    /// The rules of a row, each with its BDD: the groups, then the board rule of each cell.
    fn rules_of_row(&self, row: u16) -> Answer<Vec<(Conjunct<'a>, Bdd)>> {
        let group = |group| Ok((Conjunct::Group(group), self.group_rule(group)?));
        let mut rules = self.groups(row).map(group).collect::<Answer<Vec<_>>>()?;
        let cells = self.cells(row).into_iter().filter(|_| self.rules.has_board_rule());
        rules.extend(cells.map(|cell| {
            (Conjunct::Board(cell), self.nand(cell, excluded_upward(self.rules, cell)))
        }));
        Ok(rules)
    }

    /// Conjoins the cost limit, if there is one.
    pub(crate) fn conjoin_limit(&mut self, observer: &mut Observer<'_>) -> Answer<()> {
        let Some((limit, rule)) = self.limit_rule()? else { return Ok(()) };
        self.conjoin_rule(&rule)?;
        observer(Conjunct::Limit(limit), &rule, &self.result)
    }

    /// The cost limit with its BDD, if there is one.
    pub(super) fn limit_rule(&self) -> Answer<Option<(i64, Bdd)>> {
        let Some((weights, limit)) = self.rules.limit() else { return Ok(None) };
        let cost = |&cell: &Cell| (self.variable(cell), weights.of(cell));
        let costs: Vec<(BddVariable, i64)> = self.order.cells().iter().map(cost).collect();
        Ok(Some((limit, self.sum_rule(&costs, i64::MIN, limit)?)))
    }

    /// Conjoins a decision.
    fn decide(&mut self, cell: Cell, value: Value) -> Answer<()> {
        self.conjoin_rule(&self.literal(cell, value))
    }

    /// The BDD of a decision alone.
    pub(super) fn literal(&self, cell: Cell, value: Value) -> Bdd {
        self.set.mk_literal(self.variable(cell), value == Value::Placed)
    }

    /// The NAND of a cell's variable with the variable of each excluded cell.
    pub(super) fn nand(&self, cell: Cell, excluded: impl Iterator<Item = Cell>) -> Bdd {
        let none = excluded.map(|other| (self.variable(other), false));
        let none = BddPartialValuation::from_values_iter(none);
        self.set.mk_not_var(self.variable(cell)).or(&self.set.mk_conjunctive_clause(&none))
    }

    /// Builds the BDD of a group's bounds.
    pub(super) fn group_rule(&self, group: &Group) -> Answer<Bdd> {
        let members = group.cells().iter().map(|&cell| (self.variable(cell), 1));
        let members: Vec<_> = members.sorted_unstable().collect();
        let Bounds { lower, upper } = group.bounds();
        self.sum_rule(&members, lower.into(), upper.map_or(i64::MAX, i64::from))
    }

    /// Builds the BDD of the constraint that the sum of the weights of the true variables is between `lower` and
    /// `upper`. `members` are variables with their weights, in variable order. The BDD is built node by node, because
    /// the library's operations would copy all nodes at each member.
    ///
    /// The BDD below a variable depends on the sum of the weights of the true variables before it. It changes only at a
    /// few values of that sum. These values are found from the last variable to the first (I. Abío et al., "A new look
    /// at BDDs for pseudo-Boolean constraints", JAIR 45, 2012).
    fn sum_rule(&self, members: &[(BddVariable, i64)], lower: i64, upper: i64) -> Answer<Bdd> {
        // The smallest and the largest possible sum before each member.
        let mut sums = vec![(0, 0)];
        for &(_, weight) in members {
            let (low, high) = sums[sums.len() - 1];
            sums.push((low + weight.min(0), high + weight.max(0)));
        }
        let mut arena = NodeArena::new(self.set.num_vars().into(), DiagramKind::Bdd);
        // The sums at which the BDD changes, ascending. Each entry has the BDD for all sums from its own up to the
        // next entry.
        let above_limit = upper.saturating_add(1);
        let (zero, one) = (NodeArena::FALSE, NodeArena::TRUE);
        let mut after = vec![(i64::MIN, zero), (lower.min(above_limit), one), (above_limit, zero)];
        for (&(member, weight), &(low, high)) in members.iter().zip(&sums).rev() {
            let changes = after.iter().flat_map(|&(sum, _)| [sum, sum.saturating_sub(weight)]);
            let changes = changes.map(|sum| sum.max(low)).filter(|&sum| sum <= high);
            let changes: Vec<i64> = changes.sorted_unstable().dedup().collect();
            self.check(arena.memory() + changes.len() * NODE_ENTRY + 2 * arena.len() * NODE_BYTES)?;
            let at = |sum: i64| after[after.partition_point(|&(from, _)| from <= sum) - 1].1;
            let here = changes.into_iter().map(|sum| {
                (sum, arena.node(member.to_index(), at(sum), at(sum.saturating_add(weight))))
            });
            after = here.dedup_by(|(_, one), (_, other)| one == other).collect();
        }
        let root = after[after.partition_point(|&(from, _)| from <= 0) - 1].1;
        Ok(arena.to_bdd(root).expect("at most 65533 variables"))
    }

    /// Conjoins a rule.
    fn conjoin_rule(&mut self, rule: &Bdd) -> Answer<()> {
        self.result = self.conjoined(&self.result, rule)?;
        self.progress.nodes = self.result.size();
        Ok(())
    }

    /// The conjunction of two BDDs within the budget.
    pub(super) fn conjoined(&self, left: &Bdd, right: &Bdd) -> Answer<Bdd> {
        conjoined(left, right, &|memory| self.check(memory))
    }

    /// Checks the budget during an operation that uses `memory` bytes.
    pub(super) fn check(&self, memory: usize) -> Answer<()> {
        let memory = self.result.size() * NODE_BYTES + memory;
        self.peak_memory.set(self.peak_memory.get().max(memory));
        self.budget.check(Progress { memory, ..self.progress })
    }
}

/// The conjunction of two BDDs. `check_memory` receives the memory in use, in bytes, and stops the operation by an error. The
/// library's operation cannot be interrupted, but it calls the operator while it runs. Once the operator always returns `false`,
/// the operation ends soon.
fn conjoined(left: &Bdd, right: &Bdd, check_memory: &dyn Fn(usize) -> Answer<()>) -> Answer<Bdd> {
    let calls = Shared::new(0_usize);
    let stopped = Shared::new(None);
    let kept = (left.size() + right.size()) * NODE_BYTES;
    // The tables start with room for one entry per node of the larger operand.
    let least = left.size().max(right.size());
    let check = |tasks: usize, nodes: usize| {
        check_memory(
            kept + least * TASK_BYTES
                + hash_table_bytes(tasks.max(least), TASK_ENTRY)
                + hash_table_bytes(nodes.max(least), NODE_ENTRY)
                + nodes * NODE_BYTES,
        )
    };
    check(0, 0)?;
    let result = Bdd::binary_op(left, right, |left, right| {
        calls.set(calls.get() + 1);
        // Each subproblem calls the operator four times: for both children at its start, and for both children at
        // its end. It adds at most one node.
        let tasks = calls.get() / 4;
        if calls.get().is_multiple_of(0x4000) && stopped.get().is_none() {
            stopped.set(check(tasks, tasks).err());
        }
        if stopped.get().is_some() { Some(false) } else { op_function::and(left, right) }
    });
    if let Some(interrupted) = stopped.get() {
        return Err(interrupted);
    }
    check(calls.get() / 4, result.size())?;
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_names() {
        let cell: Cell = "c4".parse().unwrap();
        let group = |lower, upper| Group::new(GroupId::Row(3), vec![cell], Bounds { lower, upper });
        let groups = [group(1, None), group(2, Some(2)), group(0, Some(3))];
        let mut conjuncts: Vec<Conjunct<'_>> = groups.iter().map(Conjunct::Group).collect();
        conjuncts.extend([Conjunct::Row(3), Conjunct::Board(cell), Conjunct::Limit(-7)]);
        conjuncts
            .extend([Value::Placed, Value::Excluded].map(|value| Conjunct::Decision(cell, value)));
        let names: Vec<String> = conjuncts.iter().map(Conjunct::to_string).collect();
        let groups = ["row 4: at least 1", "row 4: exactly 2", "row 4: 0 to 3"];
        let others = ["row 4", "board rule of c4", "cost at most -7", "place c4", "exclude c4"];
        assert_eq!(names, [&groups[..], &others].concat());
    }
}
