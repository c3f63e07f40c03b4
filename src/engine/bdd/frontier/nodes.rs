//! Nodes from states: what each can take in its step.

use super::super::group::{NodeGroup, Place};
use super::super::monitor::Monitor;
use super::mirror::Mirror;
use super::model::{Active, BitModel, StepVariables};
use super::states::States;
use super::tails::{AssignmentBoard, rank};
use crate::budget::Interrupted;

/// The keys of a group to be built.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Set {
    pub keys: u64,
    pub is_own_image: bool,
}

/// Where a piece may stand, and the bit of a state that tells whether it can.
type Bit = (Option<u16>, usize);

/// The group of states with open variables before a step.
///
/// # Errors
/// When the budget ends first.
pub(super) fn open_group(
    model: &BitModel,
    step: usize,
    set: Set,
    states: &States,
    mirror: &Mirror,
    monitor: &Monitor<'_>,
) -> Result<NodeGroup, Interrupted> {
    let mut bits: Vec<Bit> = Vec::new();
    if let Some(&StepVariables { first, len, must_place }) = model.steps.get(step) {
        let bit = |index| 64 * model.counter_words + model.bit(Active(first + index)).0;
        bits.extend((0..len).map(|index| (Some(index as u16), bit(index))));
        bits.extend((!must_place).then_some((None, 0)));
    }
    group(set, states, mirror, &bits, monitor)
}

/// The group of states before a step that are cells of tails.
///
/// # Errors
/// When the budget ends first.
pub(super) fn tails_group(
    model: &BitModel,
    step: usize,
    board: &AssignmentBoard,
    set: Set,
    states: &States,
    mirror: &Mirror,
    monitor: &Monitor<'_>,
) -> Result<NodeGroup, Interrupted> {
    let mut bits: Vec<Bit> = Vec::new();
    if let Some(step) = model.steps.get(step) {
        let columns = (0..step.len).map(|index| (index, board.column(Active(step.first + index))));
        let columns = columns.filter(|&(_, column)| set.keys >> column & 1 == 1);
        bits.extend(columns.map(|(index, column)| (Some(index as u16), rank(column, set.keys))));
    }
    group(set, states, mirror, &bits, monitor)
}

/// The group with a node for each state. Its places are those that are open in some state.
fn group(
    set: Set,
    states: &States,
    mirror: &Mirror,
    bits: &[Bit],
    monitor: &Monitor<'_>,
) -> Result<NodeGroup, Interrupted> {
    /// Work between two reports: small groups are built in no time.
    const WORK: usize = 1 << 14;
    let mut group = NodeGroup::new(set.keys, set.is_own_image, states.len());
    if set.is_own_image {
        let mut image = Vec::new();
        for state in states.iter() {
            mirror.reflect(state, &mut image);
            group.palindromes.push(image == state);
        }
    }
    let mut work = 0;
    group.places.reserve_exact(bits.len());
    for &(index, bit) in bits {
        work += states.len();
        if work >= WORK {
            monitor.spend(std::mem::take(&mut work))?;
        }
        let is_open = |state: &[u64]| index.is_none() || state[bit / 64] >> (bit % 64) & 1 == 1;
        group.places.push(Place::of_nodes(index, states.iter().map(is_open)));
    }
    let is_used: Vec<bool> = group.places.iter().map(|place| place.count() > 0).collect();
    // A group that is its own mirror image has the places of mirror images, too.
    let mut is_used = is_used.iter().zip(is_used.iter().rev());
    group.places.retain(|_| {
        is_used.next().is_some_and(|(used, image)| *used || set.is_own_image && *image)
    });
    group.finish();
    Ok(group)
}
