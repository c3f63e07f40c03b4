//! Converts the states before a step to nodes: determines which choices each state has.

use super::completions::AssignmentBoard;
use super::mirror::Mirror;
use super::model::{ActiveVariable, BitModel, StepVariables};
use super::states::States;
use crate::bdd::diagram::group::{NodeGroup, StepChoice};
use crate::bdd::diagram::monitor::Monitor;
use crate::budget::Answer;

/// Identifies a group to be built: its keys, and whether the group is its own mirror image.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct GroupKeys {
    pub keys: u64,
    pub is_own_image: bool,
}

/// Builds the group that has a node for each state before a step. If `board` is given, the states are cells of
/// completions on that board. Otherwise they are open variables. The group has a choice for each variable that is open
/// in some state.
///
/// # Errors
/// When the budget ends before the group is complete.
pub(super) fn build_group(
    model: &BitModel,
    step: usize,
    board: Option<&AssignmentBoard>,
    set: GroupKeys,
    states: &States,
    mirror: &Mirror,
    monitor: &Monitor<'_>,
) -> Answer<NodeGroup> {
    /// Number of states processed between two reports of work. Smaller groups report nothing.
    const STATES_BETWEEN_REPORTS: usize = 1 << 14;
    // For each choice, the index of its variable in the step, and the bit of a state that is set if the variable is
    // open.
    let mut bits: Vec<(Option<u16>, usize)> = Vec::new();
    if let Some(&StepVariables { first, len, must_place }) = model.steps.get(step) {
        for index in 0..len {
            let variable = ActiveVariable(first + index);
            let bit = match board {
                None => Some(64 * model.counter_words + model.bit(variable).0),
                Some(board) => board.rank(variable, set.keys),
            };
            bits.extend(bit.map(|bit| (Some(index as u16), bit)));
        }
        bits.extend((!must_place).then_some((None, 0)));
    }
    let mut group = NodeGroup::new(set.keys, set.is_own_image, states.len());
    if set.is_own_image {
        let mut image = Vec::new();
        for state in states.iter() {
            mirror.reflect(state, &mut image);
            group.palindromes.push(image == state);
        }
    }
    let mut work = 0;
    group.choices.reserve_exact(bits.len());
    for &(index, bit) in &bits {
        work += states.len();
        if work >= STATES_BETWEEN_REPORTS {
            monitor.spend(std::mem::take(&mut work))?;
        }
        let is_open = |state: &[u64]| index.is_none() || state[bit / 64] >> (bit % 64) & 1 == 1;
        group.choices.push(StepChoice::of_nodes(index, states.iter().map(is_open)));
    }
    let is_used: Vec<bool> = group.choices.iter().map(|choice| choice.count() > 0).collect();
    // If the group is its own mirror image, a choice is also kept if only its mirror image is used.
    let mut is_used = is_used.iter().zip(is_used.iter().rev());
    group.choices.retain(|_| {
        is_used.next().is_some_and(|(used, image)| *used || set.is_own_image && *image)
    });
    group.finish();
    Ok(group)
}
