//! Plants an error in one arc or choice of a diagram, so that tests can see whether the checks notice the error. Only
//! debug builds contain this module.

use std::cell::Cell as Shared;

use super::frontier::Construction;
use crate::bdd::diagram::Diagram;
use crate::bdd::diagram::arcs::Arcs;

thread_local! {
    static SEED: Shared<Option<usize>> = const { Shared::new(None) };
}

/// Plants one error, determined by the seed, in each diagram that this thread compiles from now on. `None` switches
/// this off.
pub fn plant_error(seed: Option<usize>) {
    SEED.set(seed);
}

/// Returns the construction, with an error planted in its diagram if the thread has a seed.
pub(crate) fn with_planted_error(mut construction: Construction) -> Construction {
    if let Some(seed) = SEED.get() {
        spoil(&mut construction.diagram, seed);
    }
    construction
}

/// Redirects one arc to the next node of its target group, or changes one choice of a group to a cell for which the
/// group has no choice. If neither is possible, the diagram stays unchanged.
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
