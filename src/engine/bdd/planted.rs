//! An error in one arc or choice of a diagram, for tests of the checks that have to notice it. Releases lack this module.

use std::cell::Cell as Shared;

use super::arcs::Arcs;
use super::diagram::Diagram;
use super::frontier::Construction;

thread_local! {
    static SEED: Shared<Option<usize>> = const { Shared::new(None) };
}

/// Spoils the diagrams that this thread compiles from now on, each by one error that follows from the seed. `None` ends
/// this.
pub fn plant(seed: Option<usize>) {
    SEED.set(seed);
}

/// The construction with the planted error.
pub(super) fn spoiled(mut construction: Construction) -> Construction {
    if let Some(seed) = SEED.get() {
        spoil(&mut construction.diagram, seed);
    }
    construction
}

/// Redirects an arc to the next node of its group, or lets a choice of a group place another piece. A diagram
/// where neither is possible is left as it is.
fn spoil(diagram: &mut Diagram, seed: usize) {
    let mut choices = Vec::new();
    for (level, groups) in diagram.levels.iter().enumerate().take(diagram.steps.len()) {
        for (group, of_group) in groups.iter().enumerate() {
            let number = of_group.choices.len();
            choices.extend((0..number).map(|choice| [level, group, choice]));
        }
    }
    let number = choices.len().max(1);
    choices.rotate_left(seed % number);
    for [level, group, choice] in choices {
        let choices = &diagram.levels[level][group].choices;
        let is_free = |&index: &u16| choices.iter().all(|choice| choice.index != Some(index));
        let free = (0..diagram.steps[level].variables.len() as u16).find(is_free);
        let target = &diagram.levels[level + 1][choices[choice].target as usize];
        let (nodes, bits) = (target.len, usize::from(target.is_own_image));
        let choice = &mut diagram.levels[level][group].choices[choice];
        if (seed / number).is_multiple_of(2) && nodes > 1 && choice.arcs.len() > 0 {
            let changed = (seed / number / 2) % choice.arcs.len();
            let mut arcs = Arcs::with_capacity(0);
            for index in 0..choice.arcs.len() {
                let arc = choice.arcs.get(index);
                let next = (arc as usize + (1 << bits)) % (nodes << bits);
                arcs.push(if index == changed { next as u32 } else { arc });
            }
            choice.arcs = arcs;
            return;
        } else if free.is_some() && choice.index.is_some() {
            choice.index = free;
            return;
        }
    }
}
