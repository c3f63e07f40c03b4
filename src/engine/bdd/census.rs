use num_bigint::BigUint;
use num_traits::{CheckedAdd, CheckedMul, One, Zero};

use super::diagram::{Diagram, FALSE, NOWHERE, NodeId, TRUE};
use super::order::Variable;
use crate::engine::{Budget, Census, Interrupted, Phase, Progress};
use crate::geometry::Cell;
use crate::problem::{Decisions, Value};

/// The edges of a diagram that agree with the decisions, level by level.
pub(super) struct Selection {
    /// The smallest node that the low and the high edges of each level may lead to: to a smaller one they
    /// would skip the next variable that has a piece. Edges against the decision lead nowhere.
    least: Vec<(NodeId, NodeId)>,
    /// The same for the edge that leads to the root.
    root: NodeId,
}

impl Selection {
    pub(super) fn new(diagram: &Diagram, decisions: &Decisions) -> Self {
        let mut values = vec![None; diagram.order.len()];
        for (cell, value) in decisions.iter() {
            if let Some(variable) = diagram.order.variable(cell) {
                values[variable.index()] = Some(value);
            }
        }
        let mut threshold = TRUE;
        let mut least = vec![(threshold, threshold); values.len()];
        for (variable, value) in values.iter().enumerate().rev() {
            least[variable] = match value {
                Some(Value::Placed) => (NOWHERE, threshold),
                Some(Value::Excluded) => (threshold, NOWHERE),
                None => (threshold, threshold),
            };
            if *value == Some(Value::Placed) {
                threshold = diagram.starts[variable];
            }
        }
        Self { least, root: threshold }
    }

    /// The root, or [`FALSE`] if the edge to it does not agree with the decisions.
    pub(super) fn root(&self, diagram: &Diagram) -> NodeId {
        if diagram.root < self.root { FALSE } else { diagram.root }
    }

    /// The children of a node of `variable`; [`FALSE`] where an edge does not agree with the decisions.
    pub(super) fn children(
        &self,
        diagram: &Diagram,
        variable: Variable,
        id: NodeId,
    ) -> (NodeId, NodeId) {
        let node = diagram.node(id);
        let (low, high) = self.least[variable.index()];
        let kept = |child: NodeId, least: NodeId| if child < least { FALSE } else { child };
        (kept(node.low, low), kept(node.high, high))
    }
}

/// A type of numbers, perhaps too narrow for a count.
pub(super) trait Number:
    Clone + Zero + One + CheckedAdd + CheckedMul + Into<BigUint>
{
    /// Its memory on the heap, in bytes.
    fn heap(&self) -> usize {
        0
    }
}

impl Number for u64 {}
impl Number for u128 {}

impl Number for BigUint {
    /// Its digits and the allocator's header.
    fn heap(&self) -> usize {
        let digits = self.bits().div_ceil(64) as usize * size_of::<u64>();
        if digits == 0 { 0 } else { (digits + 8).next_multiple_of(16).max(32) }
    }
}

/// The memory of the numbers of all nodes, in bytes.
#[derive(Clone, Copy)]
struct Numbers {
    /// The array.
    plain: usize,
    /// On the heap.
    heap: usize,
    /// Of the widest number, on the heap.
    widest: usize,
}

impl Numbers {
    fn new<C: Number>(diagram: &Diagram) -> Self {
        Self { plain: diagram.nodes.len() * size_of::<C>(), heap: 0, widest: 0 }
    }

    /// Overwrites a number.
    fn put<C: Number>(&mut self, old: &mut C, number: C) {
        let heap = number.heap();
        self.heap = self.heap + heap - old.heap();
        self.widest = self.widest.max(heap);
        *old = number;
    }

    /// The memory with `more` numbers as wide as the widest.
    fn with(&self, more: usize) -> usize {
        self.plain + self.heap + more * self.widest
    }
}

/// Why a pass ended early.
pub(super) enum Stopped {
    /// A count does not fit the number type.
    Overflow,
    Interrupted(Interrupted),
}

impl From<Interrupted> for Stopped {
    fn from(interrupted: Interrupted) -> Self {
        Self::Interrupted(interrupted)
    }
}

/// Runs a pass with the narrowest numbers that hold its counts.
macro_rules! with_numbers {
    ($pass:ident($($argument:expr),*)) => {
        match $pass::<u64>($($argument),*) {
            Err(Stopped::Overflow) => match $pass::<u128>($($argument),*) {
                Err(Stopped::Overflow) => match $pass::<BigUint>($($argument),*) {
                    Err(Stopped::Overflow) => unreachable!("a big integer holds every count"),
                    Err(Stopped::Interrupted(interrupted)) => Err(interrupted),
                    Ok(answer) => Ok(answer),
                },
                Err(Stopped::Interrupted(interrupted)) => Err(interrupted),
                Ok(answer) => Ok(answer),
            },
            Err(Stopped::Interrupted(interrupted)) => Err(interrupted),
            Ok(answer) => Ok(answer),
        }
    };
}

pub(super) use with_numbers;

impl Diagram {
    /// The number of solutions that keep the decisions, in all and by cell: one pass up and one pass
    /// down, in time linear in the diagram.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn census(&self, decisions: &Decisions, budget: &Budget) -> Result<Census, Interrupted> {
        let selection = Selection::new(self, decisions);
        with_numbers!(census(self, &selection, budget))
    }

    /// The number of solutions.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn count(&self, budget: &Budget) -> Result<BigUint, Interrupted> {
        let selection = Selection::new(self, &Decisions::default());
        with_numbers!(count(self, &selection, budget))
    }

    /// The number of paths to the true terminal of the reduced ordered BDD: a variable that a path
    /// skips there is counted once.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn path_count(&self, budget: &Budget) -> Result<BigUint, Interrupted> {
        let mut below = vec![BigUint::zero(); self.nodes.len()];
        below[TRUE.index()].set_one();
        let mut numbers = Numbers::new::<BigUint>(self);
        for (variable, level) in self.levels().rev() {
            self.check(budget, variable, numbers.with(level.len()))?;
            for id in level {
                let node = self.node(id);
                let mut paths = below[node.low.index()].clone();
                if node.low != node.high {
                    paths += &below[node.high.index()];
                }
                numbers.put(&mut below[id.index()], paths);
            }
        }
        Ok(below[self.root.index()].clone())
    }

    /// Checks the budget from inside a pass whose numbers take `bytes`.
    fn check(&self, budget: &Budget, variable: Variable, bytes: usize) -> Result<(), Interrupted> {
        budget.check(Progress {
            phase: Phase::Asking,
            done: variable.index(),
            steps: self.order.len(),
            nodes: self.nodes.len(),
            memory: self.memory() + bytes,
            ..Progress::default()
        })
    }
}

/// The number of solutions below each node.
pub(super) fn solutions_below<C: Number>(
    diagram: &Diagram,
    selection: &Selection,
    budget: &Budget,
) -> Result<Vec<C>, Stopped> {
    Ok(numbers_below(diagram, selection, budget)?.0)
}

/// The same, with the memory of the numbers.
fn numbers_below<C: Number>(
    diagram: &Diagram,
    selection: &Selection,
    budget: &Budget,
) -> Result<(Vec<C>, Numbers), Stopped> {
    let mut below = vec![C::zero(); diagram.nodes.len()];
    below[TRUE.index()].set_one();
    let mut numbers = Numbers::new::<C>(diagram);
    for (variable, level) in diagram.levels().rev() {
        diagram.check(budget, variable, numbers.with(level.len()))?;
        for id in level {
            let (low, high) = selection.children(diagram, variable, id);
            let sum = below[low.index()].checked_add(&below[high.index()]);
            numbers.put(&mut below[id.index()], sum.ok_or(Stopped::Overflow)?);
        }
    }
    Ok((below, numbers))
}

fn count<C: Number>(
    diagram: &Diagram,
    selection: &Selection,
    budget: &Budget,
) -> Result<BigUint, Stopped> {
    let mut below = solutions_below::<C>(diagram, selection, budget)?;
    Ok(below.swap_remove(selection.root(diagram).index()).into())
}

fn census<C: Number>(
    diagram: &Diagram,
    selection: &Selection,
    budget: &Budget,
) -> Result<Census, Stopped> {
    let (below, kept) = numbers_below::<C>(diagram, selection, budget)?;
    let root = selection.root(diagram);
    let mut above = vec![C::zero(); diagram.nodes.len()];
    above[root.index()].set_one();
    let mut cells = vec![BigUint::zero(); diagram.order.size().cells()];
    let mut numbers = Numbers { widest: kept.widest, ..Numbers::new::<C>(diagram) };
    for (variable, level) in diagram.levels() {
        diagram.check(budget, variable, kept.with(0) + numbers.with(2 * level.len()))?;
        let mut sum = C::zero();
        for id in level {
            // Paths into a dead end are not followed. All others belong to a solution, so that no number
            // exceeds the total.
            if above[id.index()].is_zero() || below[id.index()].is_zero() {
                continue;
            }
            let (low, high) = selection.children(diagram, variable, id);
            let paths = above[id.index()].clone();
            for child in [low, high] {
                let to = &mut above[child.index()];
                let paths = to.checked_add(&paths).ok_or(Stopped::Overflow)?;
                numbers.put(to, paths);
            }
            let with = paths.checked_mul(&below[high.index()]).ok_or(Stopped::Overflow)?;
            sum = sum.checked_add(&with).ok_or(Stopped::Overflow)?;
        }
        let cell: Cell = diagram.order.cell(variable);
        cells[diagram.order.size().index(cell)] = sum.into();
    }
    Ok(Census { solutions: below[root.index()].clone().into(), cells })
}
