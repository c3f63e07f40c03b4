//! BDDs of the library: restriction by decisions, numbers of solutions and of paths.

use biodivine_lib_bdd::{Bdd, BddPointer, BddVariable};
use num_bigint::BigUint;

use crate::answers::Census;
use crate::bdd::order::VariableOrder;
use crate::bdd::passes::numbers::Integer;
use crate::budget::{Answer, Budget, Phase, Progress};
use problem::{Decisions, Value};

/// Number of nodes between two checks of the budget.
const BETWEEN_CHECKS: usize = 0x1000;

/// Maximum number of open variables for which all numbers fit into `u128`. Sums are up to twice the number of
/// assignments.
const MAX_SMALL: usize = 126;

/// Restricts a BDD by decisions. The decided variables have no nodes in the result.
pub(crate) fn restrict(bdd: &Bdd, order: &VariableOrder, decisions: &Decisions) -> Bdd {
    let literals = decisions.iter().filter_map(|(cell, value)| {
        let variable = BddVariable::from_index(order.variable(cell)?.index());
        Some((variable, value == Value::Placed))
    });
    bdd.restrict(&literals.collect::<Vec<_>>())
}

/// Returns the number of solutions of a BDD, in all and by cell, and its number of paths to the terminal 1. `order` is
/// the order of the BDD's variables. `decisions` are those by which the BDD is restricted: no node decides their cells.
/// The count takes one pass up and one pass down.
///
/// # Errors
/// When the budget ends first.
pub(crate) fn census(
    bdd: &Bdd,
    order: &VariableOrder,
    decisions: &Decisions,
    budget: &Budget,
) -> Answer<(Census, BigUint)> {
    let is_open = |&variable: &_| decisions.get(order.cell(variable)).is_none();
    // The level of a variable is the number of open variables before it.
    let mut levels = vec![0];
    for variable in order.variables() {
        levels.push(levels[variable.index()] + usize::from(is_open(&variable)));
    }
    let is_small = levels[order.len()] <= MAX_SMALL;
    let count = if is_small { count::<u128> } else { count::<BigUint> };
    let ([solutions, paths], doubled) = count(bdd, &levels, budget)?;
    let mut cells = vec![BigUint::ZERO; order.size().cells()];
    for (cell, _) in decisions.iter().filter(|(_, value)| *value == Value::Placed) {
        cells[order.size().index(cell)].clone_from(&solutions);
    }
    for (variable, number) in order.variables().filter(is_open).zip(doubled) {
        cells[order.size().index(order.cell(variable))] = number >> 1_u8;
    }
    Ok((Census { solutions, cells }, paths))
}

/// The counts of a BDD whose variables need not be cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BddCounts {
    /// The number of assignments of all variables for which the BDD is true.
    pub solutions: BigUint,
    /// The number of paths from the root to the terminal 1.
    pub paths: BigUint,
    /// For each variable, the number of solutions in which it is true.
    pub by_variable: Vec<BigUint>,
}

impl BddCounts {
    /// Counts in one pass up and one pass down.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn new(bdd: &Bdd, budget: &Budget) -> Answer<Self> {
        let levels: Vec<usize> = (0..=bdd.num_vars().into()).collect();
        let is_small = levels.len() <= MAX_SMALL + 1;
        let count = if is_small { count::<u128> } else { count::<BigUint> };
        let ([solutions, paths], doubled) = count(bdd, &levels, budget)?;
        let by_variable = doubled.into_iter().map(|number| number >> 1_u8).collect();
        Ok(Self { solutions, paths, by_variable })
    }
}

/// Returns the numbers of solutions and of paths of a BDD, and for each level twice the number of solutions in which its
/// variable is true. `levels` has the level of each variable, followed by the level of the terminals. The children of a
/// node must come before the node.
fn count<N: Integer>(
    bdd: &Bdd,
    levels: &[usize],
    budget: &Budget,
) -> Answer<([BigUint; 2], Vec<BigUint>)> {
    let memory = 3 * bdd.size() * size_of::<N>();
    let check = |number: usize| {
        let progress = Progress { phase: Phase::Asking, memory, ..Progress::default() };
        if number.is_multiple_of(BETWEEN_CHECKS) { budget.check(progress) } else { Ok(()) }
    };
    // The variable of terminals is the number of variables.
    let level = |node: BddPointer| levels[bdd.var_of(node).to_index()];
    let doubled = |number: &N, by: usize| number.shifted(by as u32).expect("the numbers fit");
    let zeros = vec![N::zero(); bdd.size().max(2)];
    // For each node, the number of assignments to its variable and all later variables that lead to true, and the
    // number of paths.
    let (mut below, mut paths) = (zeros.clone(), zeros.clone());
    (below[1], paths[1]) = (N::one(), N::one());
    for index in 2..bdd.size() {
        check(index)?;
        let node = BddPointer::from_index(index);
        for to in [bdd.low_link_of(node), bdd.high_link_of(node)] {
            let more = doubled(&below[to.to_index()], level(to) - level(node) - 1);
            below[index] += more;
            let more = paths[to.to_index()].clone();
            paths[index] += more;
        }
    }
    let (root, first) = (bdd.size() - 1, level(bdd.root_pointer()));
    let solutions = doubled(&below[root], first);
    // For each node, the number of assignments to the variables before its own that lead to the node.
    let mut above = zeros;
    above[root] = doubled(&N::one(), first);
    // For each variable: the number of all solutions, plus the solutions where the variable is true, minus the
    // solutions where it is false. Solutions whose paths skip the variable cancel out, so only the edges from the
    // variable's nodes count.
    let mut cells = vec![solutions.clone(); levels[levels.len() - 1]];
    for index in (2..bdd.size()).rev() {
        check(index)?;
        let node = BddPointer::from_index(index);
        let at = level(node);
        for (to, is_true) in [(bdd.high_link_of(node), true), (bdd.low_link_of(node), false)] {
            let reaching = doubled(&above[index], level(to) - at - 1);
            let mut valuations = reaching.clone();
            valuations *= &below[to.to_index()];
            above[to.to_index()] += reaching;
            if is_true { cells[at] += valuations } else { cells[at] -= valuations }
        }
    }
    let paths = paths.swap_remove(root).into();
    Ok(([solutions.into(), paths], cells.into_iter().map(Into::into).collect()))
}
