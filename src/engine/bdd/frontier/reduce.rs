use std::sync::Arc;

use super::super::diagram::{Builder, Diagram, FALSE, NodeId, TRUE};
use super::super::order::VariableOrder;
use super::level::{DEAD, Transitions};
use super::model::Model;
use super::{Check, STRIDE};
use crate::engine::{Interrupted, Phase, Progress};

/// Turns states into nodes, from the last level to the first. Frees the transitions on the way.
pub(super) fn reduce(
    model: &Model,
    mut transitions: Vec<Transitions>,
    order: &Arc<VariableOrder>,
    check: &mut Check<'_>,
) -> Result<Diagram, Interrupted> {
    let mut builder = Builder::new(Arc::clone(order));
    // Transitions count to the end: what is freed amid the heap stays with the process.
    let kept = model.memory() + transitions.iter().map(Transitions::memory).sum::<usize>();
    let states: usize = transitions.iter().map(Transitions::states).sum();
    // The node of each state of the level below. After the last step there is at most one state.
    let mut below: Vec<NodeId> = vec![TRUE];
    let mut left = Vec::new();
    while let Some(level) = transitions.pop() {
        let step = &model.steps[transitions.len()];
        let target = |state: u32| {
            if state == DEAD { FALSE } else { below[state as usize] }
        };
        let mut nodes: Vec<NodeId> =
            (0..level.states()).map(|state| target(level.none(state))).collect();
        // The number of placements of each state that are left, from its last variable down.
        left.clear();
        left.extend((0..level.states()).map(|state| level.placements(state).len() as u16));
        for variable in (0..step.len).rev() {
            builder.begin_level(model.variables[step.first + variable]);
            for state in 0..level.states() {
                if state.is_multiple_of(STRIDE) {
                    check(Progress {
                        phase: Phase::Reducing,
                        done: model.active() - step.first - variable,
                        steps: model.active(),
                        states,
                        nodes: builder.len(),
                        memory: kept
                            + builder.memory()
                            + (below.capacity() + nodes.capacity()) * size_of::<NodeId>()
                            + left.capacity() * size_of::<u16>(),
                    })?;
                }
                let Some(index) = left[state].checked_sub(1) else {
                    continue;
                };
                let (placed, to) = level.placements(state)[usize::from(index)];
                if usize::from(placed) == variable {
                    left[state] = index;
                    nodes[state] = builder.node(nodes[state], target(to));
                }
            }
        }
        below = nodes;
    }
    // Without a step the first state is also the last.
    let root = below.first().copied().unwrap_or(FALSE);
    Ok(builder.finish(root))
}
