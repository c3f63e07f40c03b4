//! The textbook construction: the BDDs of the rules, conjoined by the library's operations.

use std::cell::Cell as Shared;
use std::fmt;
use std::time::{Duration, Instant};

use biodivine_lib_bdd::{
    Bdd, BddNode, BddPartialValuation, BddPointer, BddVariable, BddVariableSet, op_function,
};
use num_bigint::BigUint;

use super::limit;
use super::order::VariableOrder;
use crate::answers::Census;
use crate::budget::{Budget, Interrupted, Phase, Progress};
use geometry::Cell;
use problem::{Bounds, Group, GroupId, Problem, Rules, Value};

/// A BDD, and the time and memory of its construction.
#[derive(Clone, Debug)]
pub struct ConjoinedBdd {
    /// The reduced ordered BDD of the problem's rules and decisions.
    pub bdd: Bdd,
    /// The time it took.
    pub elapsed: Duration,
    /// The most memory held at once, in bytes: nodes and the library's tables, by their sizes.
    pub peak_memory: usize,
}

impl ConjoinedBdd {
    /// The number of its satisfying assignments.
    #[must_use]
    pub fn solutions(&self) -> BigUint {
        self.bdd.exact_cardinality()
    }

    /// The solution counts, in all and by cell, of a BDD in this order: one selection for each cell.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn census(&self, order: &VariableOrder, budget: &Budget) -> Result<Census, Interrupted> {
        let mut cells = vec![BigUint::ZERO; order.size().cells()];
        for variable in order.variables() {
            budget.check(Progress { phase: Phase::Conjoining, ..Progress::default() })?;
            let with_piece = self.bdd.var_select(BddVariable::from_index(variable.index()), true);
            cells[order.size().index(order.cell(variable))] = with_piece.exact_cardinality();
        }
        Ok(Census { solutions: self.solutions(), cells })
    }
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
) -> Result<ConjoinedBdd, Interrupted> {
    let mut conjunction = Conjunction::new(problem.rules(), order, budget);
    for (cell, value) in problem.decisions().iter() {
        conjunction.decide(cell, value)?;
    }
    conjunction.rows(&mut |_, _| Ok(()))?;
    conjunction.limit(&mut |_, _| Ok(()))?;
    Ok(conjunction.finish())
}

/// What is conjoined at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// A row: its own rules, and what its cells exclude in the rows above, as [`conjoin`] does.
    Rows,
    /// One rule: for each row first its groups, then the board rule of each cell.
    Rules,
}

/// The largest number of variables where every rule is a step of its own.
const SMALL: usize = 64;

impl Pace {
    /// The pace at which people can follow: rule by rule on small boards, row by row on larger ones.
    #[must_use]
    pub fn suiting(order: &VariableOrder) -> Self {
        if order.len() <= SMALL { Self::Rules } else { Self::Rows }
    }
}

/// The part conjoined last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conjunct<'a> {
    /// All rules of a row, counted from 0.
    Row(u16),
    /// The part of the board rule of a cell that concerns its own row and the rows above.
    Board(Cell),
    /// A group's bounds.
    Group(&'a Group),
    /// The limit of what a solution may cost.
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

/// The cells that a cell excludes in its own row and above. The rest of its board rule comes with the board rules
/// of the cells below, whose rows are conjoined later.
pub(super) fn excluded_upward(rules: &Rules, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
    rules.board_rule(cell).filter(move |other| other.row() >= cell.row())
}

/// Builds the BDD of a problem part by part: its rules as [`conjoin`] does, and then its decisions in
/// their order. After each part it calls `observer` with the BDD of all parts so far.
///
/// # Errors
/// When the budget ends first.
///
/// # Panics
/// When there are more cells than the library takes variables (65 533).
pub fn conjoin_stepwise(
    problem: &Problem,
    order: &VariableOrder,
    pace: Pace,
    budget: &Budget,
    observer: &mut Observer<'_>,
) -> Result<ConjoinedBdd, Interrupted> {
    let mut conjunction = Conjunction::new(problem.rules(), order, budget);
    match pace {
        Pace::Rows => conjunction.rows(observer)?,
        Pace::Rules => conjunction.one_by_one(observer)?,
    }
    conjunction.limit(observer)?;
    for (cell, value) in problem.decisions().iter() {
        conjunction.decide(cell, value)?;
        observer(Conjunct::Decision(cell, value), &conjunction.result)?;
    }
    Ok(conjunction.finish())
}

/// Receives each part with the BDD of all parts so far; an error ends the construction.
pub type Observer<'a> = dyn FnMut(Conjunct<'_>, &Bdd) -> Result<(), Interrupted> + 'a;

/// The rules conjoined so far.
struct Conjunction<'a> {
    rules: &'a Rules,
    order: &'a VariableOrder,
    started: Instant,
    set: BddVariableSet,
    result: Bdd,
    budget: &'a Budget,
    progress: Progress,
    peak_memory: Shared<usize>,
}

/// The memory of a node, in bytes.
const NODE_BYTES: usize = size_of::<BddNode>();
/// The memory of its entry in the library's table of nodes, in bytes.
const NODE_ENTRY: usize = NODE_BYTES + size_of::<BddPointer>();
/// The memory of a subproblem, a pair of nodes, and of its entry in the library's table, in bytes.
const TASK_BYTES: usize = 2 * size_of::<BddPointer>();
const TASK_ENTRY: usize = TASK_BYTES + size_of::<BddPointer>();

/// The memory of a hash table, in bytes: a power of two of buckets, an eighth of them free, with one byte
/// more for each. While it grows, the old table of half the size exists as well.
fn table(entries: usize, entry: usize) -> usize {
    let buckets = (entries + entries / 7 + 1).next_power_of_two();
    (buckets + buckets / 2) * (entry + 1)
}

impl<'a> Conjunction<'a> {
    fn new(rules: &'a Rules, order: &'a VariableOrder, budget: &'a Budget) -> Self {
        let count = u16::try_from(order.len()).expect("at most 65533 variables");
        let set = BddVariableSet::new_anonymous(count);
        let progress = Progress {
            phase: Phase::Conjoining,
            steps: rules.size().rows().into(),
            ..Progress::default()
        };
        let (started, peak_memory) = (Instant::now(), Shared::new(0));
        Self { rules, order, started, result: set.mk_true(), set, budget, progress, peak_memory }
    }

    fn finish(self) -> ConjoinedBdd {
        ConjoinedBdd {
            bdd: self.result,
            elapsed: self.started.elapsed(),
            peak_memory: self.peak_memory.get(),
        }
    }

    fn variable(&self, cell: Cell) -> BddVariable {
        let variable = self.order.variable(cell).expect("rules and decisions name no hole");
        BddVariable::from_index(variable.index())
    }

    fn cells(&self, row: u16) -> Vec<Cell> {
        self.rules.grid().standing().filter(|cell| cell.row() == row).collect()
    }

    /// The groups whose lowest row this is.
    fn groups(&self, row: u16) -> impl Iterator<Item = &'a Group> + use<'a> {
        let lowest =
            |group: &Group| group.cells().iter().map(|cell| cell.row()).min().unwrap_or_default();
        self.rules.groups().iter().filter(move |group| lowest(group) == row)
    }

    /// Row after row from the last to the first, each as one BDD of its own rules and then of what its
    /// cells exclude in the rows above.
    fn rows(&mut self, observer: &mut Observer<'_>) -> Result<(), Interrupted> {
        for row in (0..self.rules.size().rows()).rev() {
            let mut own = self.set.mk_true();
            let cells = self.cells(row);
            for &cell in &cells {
                let beside = excluded_upward(self.rules, cell).filter(|other| other.row() == row);
                own = self.conjoined(&own, &self.nand(cell, beside))?;
            }
            for group in self.groups(row) {
                own = self.conjoined(&own, &self.group_rule(group)?)?;
            }
            for &cell in &cells {
                let above = excluded_upward(self.rules, cell).filter(|other| other.row() > row);
                own = self.conjoined(&own, &self.nand(cell, above))?;
            }
            self.and(&own)?;
            self.progress.done += 1;
            observer(Conjunct::Row(row), &self.result)?;
        }
        Ok(())
    }

    /// The same rows, but each rule at once with all before it.
    fn one_by_one(&mut self, observer: &mut Observer<'_>) -> Result<(), Interrupted> {
        for row in (0..self.rules.size().rows()).rev() {
            for group in self.groups(row) {
                self.and(&self.group_rule(group)?)?;
                observer(Conjunct::Group(group), &self.result)?;
            }
            for cell in self.cells(row).into_iter().filter(|_| self.rules.has_board_rule()) {
                self.and(&self.nand(cell, excluded_upward(self.rules, cell)))?;
                observer(Conjunct::Board(cell), &self.result)?;
            }
            self.progress.done += 1;
        }
        Ok(())
    }

    /// Conjoins the limit of cost, if there is one.
    fn limit(&mut self, observer: &mut Observer<'_>) -> Result<(), Interrupted> {
        let Some((weights, limit)) = self.rules.limit() else { return Ok(()) };
        let check = |memory| self.check(memory);
        let rule = limit::rule(weights, limit, self.order, &self.set, &check)?;
        self.and(&rule)?;
        observer(Conjunct::Limit(limit), &self.result)
    }

    /// Conjoins a decision.
    fn decide(&mut self, cell: Cell, value: Value) -> Result<(), Interrupted> {
        self.and(&self.set.mk_literal(self.variable(cell), value == Value::Placed))
    }

    /// The NAND of a cell's variable with the variable of each excluded cell.
    fn nand(&self, cell: Cell, excluded: impl Iterator<Item = Cell>) -> Bdd {
        let mut none = BddPartialValuation::empty();
        for other in excluded {
            none.set_value(self.variable(other), false);
        }
        self.set.mk_not_var(self.variable(cell)).or(&self.set.mk_conjunctive_clause(&none))
    }

    /// The BDD of a group's bounds.
    fn group_rule(&self, group: &Group) -> Result<Bdd, Interrupted> {
        let members = group.cells().iter().map(|&cell| self.variable(cell));
        if group.bounds() != Bounds::AT_LEAST_ONE {
            let mut members: Vec<BddVariable> = members.collect();
            members.sort_unstable();
            return self.counter(&members, group.bounds());
        }
        let mut any = BddPartialValuation::empty();
        for member in members {
            any.set_value(member, true);
        }
        Ok(self.set.mk_disjunctive_clause(&any))
    }

    /// The BDD of bounds on the number of true variables among `members`, which are in their order. It is
    /// built node by node: operations would copy all nodes at each member.
    fn counter(&self, members: &[BddVariable], bounds: Bounds) -> Result<Bdd, Interrupted> {
        // By the number of pieces before a member; the last entry stands for that many or more.
        let most =
            bounds.upper.map_or(bounds.lower, |upper| upper.max(bounds.lower).saturating_add(1));
        let most = most.min(members.len() as u32);
        let mut after: Vec<BddPointer> =
            (0..=most).map(|pieces| BddPointer::from_bool(bounds.hold(pieces))).collect();
        let variables = self.set.num_vars();
        let mut nodes = vec![BddNode::mk_zero(variables), BddNode::mk_one(variables)];
        for (index, &member) in members.iter().enumerate().rev() {
            // At most one piece stands on each member before.
            let counts = after.len().min(index + 1);
            // `Bdd::from_nodes` copies the nodes.
            self.check(2 * (nodes.len() + counts) * NODE_BYTES)?;
            for pieces in 0..counts {
                let (low, high) = (after[pieces], after[(pieces + 1).min(after.len() - 1)]);
                // Other counts leave other bounds, so that no two nodes are equal.
                if low != high {
                    after[pieces] = BddPointer::from_index(nodes.len());
                    nodes.push(BddNode::mk_node(member, low, high));
                }
            }
            after.truncate(counts);
        }
        Ok(match after[0].as_bool() {
            Some(true) => self.set.mk_true(),
            Some(false) => self.set.mk_false(),
            None => Bdd::from_nodes(&nodes).expect("children come before parents"),
        })
    }

    /// Conjoins a rule.
    fn and(&mut self, rule: &Bdd) -> Result<(), Interrupted> {
        self.result = self.conjoined(&self.result, rule)?;
        self.progress.nodes = self.result.size();
        Ok(())
    }

    /// A conjunction within the budget. The library has no limit of its own, but calls the operator: once
    /// that always returns `false`, the operation ends soon.
    fn conjoined(&self, left: &Bdd, right: &Bdd) -> Result<Bdd, Interrupted> {
        let calls = Shared::new(0_usize);
        let stopped = Shared::new(None);
        let kept = (left.size() + right.size()) * NODE_BYTES;
        // The tables begin with as many entries as the larger operand has nodes.
        let least = left.size().max(right.size());
        let check = |tasks: usize, nodes: usize| {
            self.check(
                kept + least * TASK_BYTES
                    + table(tasks.max(least), TASK_ENTRY)
                    + table(nodes.max(least), NODE_ENTRY)
                    + nodes * NODE_BYTES,
            )
        };
        check(0, 0)?;
        let result = Bdd::binary_op(left, right, |left, right| {
            calls.set(calls.get() + 1);
            // The operator is called for both children at the start and at the end of a subproblem, which
            // adds at most one node.
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

    /// Checks the budget from inside an operation that takes `memory`.
    fn check(&self, memory: usize) -> Result<(), Interrupted> {
        let memory = self.result.size() * NODE_BYTES + memory;
        self.peak_memory.set(self.peak_memory.get().max(memory));
        self.budget.check(Progress { memory, ..self.progress })
    }
}
