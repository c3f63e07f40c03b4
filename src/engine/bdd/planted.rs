//! An error in one place of a diagram, for tests of what has to notice it. A release has none of this.

use std::cell::Cell as Shared;

use super::arcs::Arcs;
use super::diagram::Diagram;
use super::frontier::Construction;

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
    let lengths = diagram.levels.iter().map(|level| level.iter().map(|group| group.len));
    let lengths: Vec<Vec<usize>> = lengths.map(Iterator::collect).collect();
    let own_image = diagram.levels.iter().map(|level| level.iter().map(|it| it.is_own_image));
    let own_image: Vec<Vec<bool>> = own_image.map(Iterator::collect).collect();
    let mut choices = Vec::new();
    let levels = diagram.steps.iter().zip(&mut diagram.levels);
    for (level, (step, groups)) in levels.enumerate() {
        for group in groups {
            let taken: Vec<_> = group.places.iter().map(|place| place.index).collect();
            for place in &mut group.places {
                choices.push((level, step.variables.len() as u16, taken.clone(), place));
            }
        }
    }
    let number = choices.len().max(1);
    choices.rotate_left(seed % number);
    for (level, variables, taken, place) in choices {
        let target = place.target as usize;
        let (nodes, bits) = (lengths[level + 1][target], usize::from(own_image[level + 1][target]));
        let free = (0..variables).find(|&index| !taken.contains(&Some(index)));
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
