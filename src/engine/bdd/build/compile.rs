//! Builds the diagram of a problem from states. Then restricts it to the solutions within the cost limit, if there is
//! one.

use std::sync::Arc;

use super::frontier::{Construction, construct};
use super::limit;
use super::methods::Methods;
use crate::bdd::order::VariableOrder;
use crate::budget::{Answer, Budget};
use geometry::SymmetryGroup;
use problem::Problem;

/// Builds the diagram of a problem's rules and decisions, in the given order of variables.
///
/// # Errors
/// When the budget ends before the diagram is complete.
pub fn compile(
    problem: &Problem,
    order: &Arc<VariableOrder>,
    budget: &Budget,
) -> Answer<Construction> {
    let construction = compile_with(problem, order, Methods::default(), budget);
    #[cfg(debug_assertions)]
    let construction = construction.map(super::planted::with_planted_error);
    construction
}

/// Like [`compile`], with the given methods.
///
/// # Errors
/// When the budget ends before the diagram is complete.
pub fn compile_with(
    problem: &Problem,
    order: &Arc<VariableOrder>,
    methods: Methods,
    budget: &Budget,
) -> Answer<Construction> {
    compile_invariant(problem, SymmetryGroup::IDENTITY, order, methods, budget)
}

/// Like [`compile_with`], for the solutions that are invariant under `symmetries`, which are symmetries of the problem.
/// Only the first cell of each orbit, in the order of variables, has a variable. The other cells of the orbit have the
/// same value.
pub(crate) fn compile_invariant(
    problem: &Problem,
    symmetries: SymmetryGroup,
    order: &Arc<VariableOrder>,
    methods: Methods,
    budget: &Budget,
) -> Answer<Construction> {
    let Some(limit) = problem.rules().limit() else {
        return construct(problem, symmetries, order, methods, budget);
    };
    let whole = construct(&problem.without_cost_limit(), symmetries, order, methods, budget)?;
    limit::restrict(whole, limit, budget)
}
