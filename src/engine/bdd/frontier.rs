//! The direct construction: builds states level by level from the first variable to the last, then
//! reduces them to nodes from the last to the first.
//!
//! The state before a variable holds all that the later variables depend on: which undecided cells are
//! still *open* (no piece placed so far attacks them), and the number of pieces of each group whose bounds
//! are not settled yet. Equal states merge. Forced values are propagated before states are compared. A group that
//! lacks as many pieces as it has open cells gets a piece on each of them, so the cells that these pieces attack
//! are closed. A state in which a group lacks more pieces than it has open cells is dead.
//!
//! Consecutive variables of which exactly one must be true, as the cells of a row for a piece with
//! the rook move, are decided in one step.
//!
//! From the middle on, states may be exact: cells in no completion are closed, so that states with
//! the same completions are equal ([`Methods::tails`]).
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
mod widths;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::diagram::{Diagram, DiagramStep};
use super::group;
use super::methods::Methods;
use super::monitor::Monitor;
use super::order::{Variable, VariableOrder};
use crate::budget::{Budget, Interrupted};
use geometry::SymmetryGroup;
use model::{BitModel, StepVariables};
use problem::Problem;

/// A diagram, and the states, time and memory of its construction.
#[derive(Clone, Debug)]
pub struct Construction {
    /// The diagram of the problem's rules and decisions.
    pub diagram: Diagram,
    /// For each step, its first variable and the number of states before it.
    pub states: Vec<(Variable, usize)>,
    /// The time of the construction.
    pub elapsed: Duration,
    /// Maximum memory held at once, in bytes.
    pub peak_memory: usize,
}

/// Builds the diagram of the solutions that each symmetry of a group maps to themselves, without the cost limit.
///
/// # Errors
/// When the budget ends first.
pub(super) fn construct(
    problem: &Problem,
    symmetries: SymmetryGroup,
    order: &Arc<VariableOrder>,
    methods: Methods,
    budget: &Budget,
) -> Result<Construction, Interrupted> {
    let started = Instant::now();
    let monitor = Monitor::new(budget);
    let mut states = Vec::new();
    let diagram = match BitModel::new(problem, symmetries, order, methods.groups, &monitor)? {
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
            let step = |step: &StepVariables| DiagramStep {
                variables: model.variables[step.first..][..step.len].to_vec(),
                must_place: step.must_place,
            };
            let unreduced = Diagram {
                steps: model.steps.iter().map(step).collect(),
                fixed: model.fixed,
                levels,
                is_folded: model.is_foldable,
                symmetries,
                ..Diagram::without_solutions(order)
            };
            unreduced.reduce(methods.groups, first_reduced, kept, &monitor)?
        }
        None => Diagram::without_solutions(order),
    };
    let peak_memory = monitor.peak().max(diagram.memory());
    Ok(Construction { diagram, states, elapsed: started.elapsed(), peak_memory })
}
