//! The direct construction: builds states level by level from the first variable to the last, then
//! reduces them to nodes from the last to the first.
//!
//! The state before a variable consists of everything that the later variables depend on. It says which undecided cells
//! are still *open* (no piece placed so far attacks them), and how many pieces each group has whose bounds are not
//! settled yet. Equal states merge. Forced values are propagated before states are compared. If a group lacks as many
//! pieces as it has open cells, each of these cells gets a piece, and the cells that these pieces attack are closed. A
//! state in which a group lacks more pieces than it has open cells is dead.
//!
//! If exactly one of several consecutive variables must be true, these variables are decided in one step. Example: the
//! cells of a row, for a piece with the rook move.
//!
//! From the middle step on, states may be exact: a cell is closed if no completion has a piece on it. Then states with
//! the same completions are equal ([`Methods::exact_states`]).
//!
//! The method is frontier-based search, known from ZDDs (H. Iwashita and S. Minato, "Efficient top-down ZDD
//! construction techniques using recursive specifications", 2013). It is extended by propagation.

mod completions;
mod expand;
mod mirror;
mod model;
mod nodes;
mod stage;
mod state;
mod states;
mod successors;
mod widths;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::methods::Methods;
use crate::bdd::diagram::group;
use crate::bdd::diagram::monitor::Monitor;
use crate::bdd::diagram::{Diagram, DiagramStep};
use crate::bdd::order::{Variable, VariableOrder};
use crate::budget::{Answer, Budget};
use geometry::SymmetryGroup;
use model::{BitModel, StepVariables};
use problem::Problem;

/// A diagram, with the number of states, the time and the memory of its construction.
#[derive(Clone, Debug)]
pub struct Construction {
    /// The diagram of the problem's rules and decisions.
    pub diagram: Diagram,
    /// For each step, its first variable and the number of states before it.
    pub states: Vec<(Variable, usize)>,
    /// The time of the construction.
    pub elapsed: Duration,
    /// Maximum memory in use at any time, in bytes.
    pub peak_memory: usize,
}

/// Builds the diagram of the solutions that are invariant under `symmetries`, which are symmetries of the problem.
/// Ignores the cost limit.
///
/// # Errors
/// When the budget ends before the diagram is complete.
pub(crate) fn construct(
    problem: &Problem,
    symmetries: SymmetryGroup,
    order: &Arc<VariableOrder>,
    methods: Methods,
    budget: &Budget,
) -> Answer<Construction> {
    let started = Instant::now();
    let monitor = Monitor::new(budget);
    let (mut states, mut diagram) = (Vec::new(), Diagram::without_solutions(order));
    if let Some(model) = BitModel::new(problem, symmetries, order, methods.groups, &monitor)? {
        let (levels, first_reduced) = expand::build_levels(&model, methods, &monitor)?;
        let first = |step: &StepVariables| model.variables[step.first];
        let nodes = levels.iter().map(group::nodes);
        states = model.steps.iter().map(first).zip(nodes).collect();
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
            ..diagram
        };
        diagram = unreduced.reduce(methods.groups, first_reduced, kept, &monitor)?;
    }
    let peak_memory = monitor.peak().max(diagram.memory());
    Ok(Construction { diagram, states, elapsed: started.elapsed(), peak_memory })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::num::NonZeroUsize;
    use std::sync::Mutex;

    use super::*;
    use crate::bdd::build::methods::Policy;
    use crate::bdd::order::Arrangement;
    use crate::budget::{Phase, Progress};
    use problem::Rules;

    #[test]
    fn the_progress_of_a_construction_tells_its_steps_and_its_memory() {
        let problem = Problem::new(Rules::queens(8).unwrap());
        let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
        let seen: Arc<Mutex<Vec<Progress>>> = Arc::default();
        let reports = Arc::clone(&seen);
        let budget = Budget::default().with_threads(NonZeroUsize::MIN);
        let budget = budget.with_observer(move |progress| reports.lock().unwrap().push(progress));
        let (symmetries, methods) = (SymmetryGroup::IDENTITY, Methods::default());
        let built = construct(&problem, symmetries, &Arc::new(order), methods, &budget).unwrap();
        let seen = seen.lock().unwrap();
        for phase in [Phase::Building, Phase::Reducing] {
            let of_phase: Vec<&Progress> = seen.iter().filter(|it| it.phase == phase).collect();
            assert!(of_phase.is_sorted_by_key(|it| it.done));
            let different: BTreeSet<usize> = of_phase.iter().map(|it| it.done).collect();
            assert!(different.first() == Some(&0) && different.len() > 4, "{different:?}");
            let last = of_phase[of_phase.len() - 1];
            assert!(last.steps / 2 < last.done && last.done <= last.steps, "{last:?}");
        }
        let most = seen.iter().map(|it| it.memory).max().unwrap();
        assert_eq!(built.peak_memory, most.max(built.diagram.memory()));
        // Each node has an arc, which takes at least a byte.
        assert!(built.diagram.memory() >= built.diagram.nodes() && most > built.diagram.memory());
    }

    /// From the middle on, all exact states are reduced nodes.
    #[test]
    fn exact_states_are_reduced_nodes() {
        for size in 7..=10_u16 {
            let problem = Problem::new(Rules::queens(size).unwrap());
            let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
            let methods = Methods { groups: Policy::Always, exact_states: Policy::Always };
            let (symmetries, budget) = (SymmetryGroup::IDENTITY, Budget::default());
            let built =
                construct(&problem, symmetries, &Arc::new(order), methods, &budget).unwrap();
            let states: Vec<usize> = built.states.iter().map(|&(_, states)| states).collect();
            let nodes: Vec<usize> = built.diagram.levels.iter().map(group::nodes).collect();
            let middle = usize::from(size.div_ceil(2));
            assert_eq!(
                states[middle..],
                nodes[middle..states.len()],
                "{size}: {states:?} {nodes:?}"
            );
        }
    }
}
