//! An error in one place of a diagram, for tests of what has to notice it. A release has none of this.

use std::cell::Cell as Shared;

use super::arcs::Arcs;
use super::diagram::Diagram;
use super::frontier::Construction;
use super::group::NodeGroup;

thread_local! {
    static SEED: Shared<Option<usize>> = const { Shared::new(None) };
}

/// From now on the diagrams that this thread compiles have an error, in a place that follows from the seed; or none.
pub fn plant(seed: Option<usize>) {
    SEED.set(seed);
}

/// The construction with the error that is planted.
pub(super) fn spoiled(mut construction: Construction) -> Construction {
    if let Some(seed) = SEED.get() {
        spoil(&mut construction.diagram, seed);
    }
    construction
}

/// Lets an arc lead to the next node of its group, or one of the choices of a group place another piece. A diagram
/// where neither is possible stays as it is.
fn spoil(diagram: &mut Diagram, seed: usize) {
    let mut choices = Vec::new();
    for (level, groups) in diagram.levels.iter().enumerate().take(diagram.steps.len()) {
        for (group, NodeGroup { places, .. }) in groups.iter().enumerate() {
            choices.extend((0..places.len()).map(|place| [level, group, place]));
        }
    }
    let number = choices.len().max(1);
    choices.rotate_left(seed % number);
    for [level, group, place] in choices {
        let places = &diagram.levels[level][group].places;
        let is_free = |&index: &u16| places.iter().all(|place| place.index != Some(index));
        let free = (0..diagram.steps[level].variables.len() as u16).find(is_free);
        let target = &diagram.levels[level + 1][places[place].target as usize];
        let (nodes, bits) = (target.len, usize::from(target.is_own_image));
        let place = &mut diagram.levels[level][group].places[place];
        if (seed / number).is_multiple_of(2) && nodes > 1 && place.arcs.len() > 0 {
            let changed = (seed / number / 2) % place.arcs.len();
            let mut arcs = Arcs::default();
            for index in 0..place.arcs.len() {
                let arc = place.arcs.get(index);
                let next = (arc as usize + (1 << bits)) % (nodes << bits);
                arcs.push(if index == changed { next as u32 } else { arc });
            }
            place.arcs = arcs;
            return;
        } else if free.is_some() && place.index.is_some() {
            place.index = free;
            return;
        }
    }
}
