//! Counts the solutions of a BDD of the library.

use biodivine_lib_bdd::{Bdd, BddPointer};
use num_bigint::BigUint;

use super::order::VariableOrder;
use crate::answers::Census;
use crate::budget::{Answer, Budget, Phase, Progress};

/// Number of nodes between two checks of the budget.
const BETWEEN_CHECKS: usize = 0x1000;

/// Returns the number of solutions of a BDD, in all and by cell. `order` is the order of the BDD's variables. The count
/// takes one pass up and one pass down.
///
/// # Errors
/// When the budget ends first.
pub(super) fn census(bdd: &Bdd, order: &VariableOrder, budget: &Budget) -> Answer<Census> {
    let memory = 2 * bdd.size() * size_of::<BigUint>();
    let check = |number: usize| {
        let progress = Progress { phase: Phase::Asking, memory, ..Progress::default() };
        if number.is_multiple_of(BETWEEN_CHECKS) { budget.check(progress) } else { Ok(()) }
    };
    // The level of a node is the index of its variable. Terminals are below all variables.
    let level = |node: BddPointer| match node.as_bool() {
        Some(_) => order.len(),
        None => bdd.var_of(node).to_index(),
    };
    let mut nodes: Vec<BddPointer> = (2..bdd.size()).map(BddPointer::from_index).collect();
    nodes.sort_by_key(|&node| level(node));
    // For each node, the number of assignments to its variable and all later variables that lead to true.
    let mut below = vec![BigUint::ZERO; bdd.size().max(2)];
    below[BddPointer::one().to_index()] = 1_u8.into();
    for (number, &node) in nodes.iter().rev().enumerate() {
        check(number)?;
        let count = |to: BddPointer| &below[to.to_index()] << (level(to) - level(node) - 1);
        below[node.to_index()] = count(bdd.low_link_of(node)) + count(bdd.high_link_of(node));
    }
    let root = bdd.root_pointer();
    let solutions = &below[root.to_index()] << level(root);
    // For each node, the number of assignments to the variables before its own that lead to the node.
    let mut above = vec![BigUint::ZERO; bdd.size().max(2)];
    above[root.to_index()] = BigUint::from(1_u8) << level(root);
    // For each variable: the number of all solutions, plus the solutions where the variable is true, minus the
    // solutions where it is false. Solutions whose paths skip the variable cancel out, so only the edges from the
    // variable's nodes count.
    let mut doubled = vec![solutions.clone(); order.len()];
    for (number, &node) in nodes.iter().enumerate() {
        check(number)?;
        let (at, paths) = (level(node), above[node.to_index()].clone());
        for (to, is_true) in [(bdd.high_link_of(node), true), (bdd.low_link_of(node), false)] {
            let paths = &paths << (level(to) - at - 1);
            let valuations = &paths * &below[to.to_index()];
            above[to.to_index()] += paths;
            if is_true { doubled[at] += valuations } else { doubled[at] -= valuations }
        }
    }
    let mut cells = vec![BigUint::ZERO; order.size().cells()];
    for (variable, number) in order.variables().zip(doubled) {
        cells[order.size().index(order.cell(variable))] = number >> 1_u8;
    }
    Ok(Census { solutions, cells })
}
