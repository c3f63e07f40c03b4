//! The direct construction: builds states level by level from the first variable to the last, then
//! reduces them to nodes from the last to the first.
//!
//! The state before a variable is decided holds all that the rest depends on: which undecided cells are
//! still *open* (no piece placed so far attacks them), and the number of pieces of each group whose bounds
//! need it. Equal states merge. What is forced in a state is propagated before states are compared: a
//! group with as many open cells as it lacks pieces gets a piece on each, so the cells that they attack
//! are closed; a state in which a group has fewer is dead.
//!
//! Consecutive variables of which exactly one must be true, as the cells of a row for a piece with
//! the rook move, are decided in one step.
//!
//! From the middle on, states may also be tightened: cells of no completion are closed, so that states with
//! the same completions are equal. [`Methods`] says where; by default a sample of the states decides.
//!
//! The method is that of the frontier-based search for ZDDs (H. Iwashita and S. Minato, "Efficient
//! top-down ZDD construction techniques using recursive specifications", 2013), with propagation.

mod expand;
mod mirror;
mod model;
mod nodes;
mod stage;
mod state;
mod states;
mod successors;
mod tails;
mod tighten;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::diagram::{Diagram, Step};
use super::group;
use super::limit;
use super::monitor::Monitor;
use super::order::{Variable, VariableOrder};
use super::reduce::Frame;
use crate::{Budget, Interrupted};
use geometry::SymmetryGroup;
use model::Model;
use problem::Problem;

/// A diagram, and the states, time and memory of its construction.
#[derive(Clone, Debug)]
pub struct Construction {
    /// The diagram of the problem's rules and decisions.
    pub diagram: Diagram,
    /// For each step, its first variable and the number of states before it.
    pub states: Vec<(Variable, usize)>,
    /// The time it took.
    pub elapsed: Duration,
    /// The most memory held at once, in bytes.
    pub peak_memory: usize,
}

/// Where the construction uses what saves states: time and memory depend on it, the solutions do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Methods {
    /// Groups of states by the cliques that lack their piece, and of the diagram's nodes.
    pub groups: Use,
    /// States that are the cells of tails, from the middle on, where one piece stands in each row and each
    /// column and nothing else matters. They need groups by all columns.
    pub tails: Use,
    /// States tightened by a search for their completions: from the middle on, always on each level.
    pub search: Use,
}

/// Whether a method is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Use {
    /// Where the problem and a sample of the states say that it pays.
    #[default]
    WhereItPays,
    /// Wherever it can be.
    Always,
    /// Nowhere.
    Never,
}

impl Use {
    pub(super) fn choose<T>(self, always: T, never: T, where_it_pays: impl FnOnce() -> T) -> T {
        match self {
            Self::WhereItPays => where_it_pays(),
            Self::Always => always,
            Self::Never => never,
        }
    }

    fn decide<E>(self, pays: impl FnOnce() -> Result<bool, E>) -> Result<bool, E> {
        self.choose(Ok(true), Ok(false), pays)
    }
}

/// Builds the diagram of a problem's rules and decisions, in the given order of variables.
///
/// # Errors
/// When the budget ends first.
pub fn compile(
    problem: &Problem,
    order: &Arc<VariableOrder>,
    budget: &Budget,
) -> Result<Construction, Interrupted> {
    let construction = compile_with(problem, order, Methods::default(), budget);
    #[cfg(feature = "planted-error")]
    let construction = construction.map(super::planted::spoiled);
    construction
}

/// As [`compile`], with chosen methods.
///
/// # Errors
/// When the budget ends first.
pub fn compile_with(
    problem: &Problem,
    order: &Arc<VariableOrder>,
    methods: Methods,
    budget: &Budget,
) -> Result<Construction, Interrupted> {
    build(problem, SymmetryGroup::IDENTITY, order, methods, budget)
}

/// Builds the diagram of the solutions that each symmetry of a group maps to themselves; the group is one
/// of symmetries of the problem. Of cells that they take to each other only the first in the order has a
/// variable; the others have its value.
pub(super) fn compile_invariant(
    problem: &Problem,
    symmetries: SymmetryGroup,
    order: &Arc<VariableOrder>,
    budget: &Budget,
) -> Result<Construction, Interrupted> {
    build(problem, symmetries, order, Methods::default(), budget)
}

fn build(
    problem: &Problem,
    symmetries: SymmetryGroup,
    order: &Arc<VariableOrder>,
    methods: Methods,
    budget: &Budget,
) -> Result<Construction, Interrupted> {
    if let Some(limit) = problem.rules().limit() {
        return limit::compile(problem, symmetries, order, limit, budget);
    }
    let started = Instant::now();
    let monitor = Monitor::new(budget);
    let mut states = Vec::new();
    let diagram = match Model::new(problem, symmetries, order, methods.groups, &monitor)? {
        Some(model) => {
            let (levels, first_reduced) = expand::expand(&model, methods, &monitor)?;
            states.extend(
                model
                    .steps
                    .iter()
                    .zip(&levels)
                    .map(|(step, level)| (model.variables[step.first], group::nodes(level))),
            );
            let kept = model.memory();
            frame(model, symmetries, order, methods.groups).reduce(
                levels,
                first_reduced,
                kept,
                &monitor,
            )?
        }
        None => Diagram::without_solutions(order),
    };
    let peak_memory = monitor.peak().max(diagram.memory());
    Ok(Construction { diagram, states, elapsed: started.elapsed(), peak_memory })
}

/// The variables of a model's diagram.
fn frame(
    model: Model,
    symmetries: SymmetryGroup,
    order: &Arc<VariableOrder>,
    groups: Use,
) -> Frame {
    let step = |step: &model::Step| Step {
        variables: model.variables[step.first..][..step.len].to_vec(),
        must_place: step.must_place,
    };
    Frame {
        order: Arc::clone(order),
        steps: model.steps.iter().map(step).collect(),
        is_folded: model.is_foldable,
        symmetries,
        groups,
        fixed: model.fixed,
    }
}
