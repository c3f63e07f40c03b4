//! Assigns numbers to the rests (suffixes) of all lists of branches.

use super::rests::EMPTY_SUFFIX;
use crate::bdd::diagram::monitor::Monitor;
use crate::bdd::diagram::parallel::{parallel, threads_for};
use crate::bdd::diagram::{Diagram, OrientedNode};
use crate::bdd::diagram::{group, list};
use crate::budget::{Answer, Budget, Interrupted};
use crate::heap::Heap;

/// The numbers of the rests (suffixes) of all lists of branches. Equal rests of a group have the same number.
#[derive(Debug)]
pub(super) struct Numbering {
    /// For each group of each level, the index of the group's first node, counted over all levels.
    starts: Vec<Vec<usize>>,
    orientations: usize,
    /// For each node in each orientation, the number of the rest that is the node's whole list.
    pub list_numbers: Vec<u32>,
    /// For each rest, the number of the rest without its first branch; [`EMPTY_SUFFIX`] for a rest of one branch.
    pub next_numbers: Vec<u32>,
}

impl Numbering {
    pub(super) fn new(diagram: &Diagram, budget: &Budget) -> Answer<Self> {
        let monitor = Monitor::new(budget);
        let orientations = diagram.orientations();
        let mut nodes = 0;
        let starts = diagram.levels.iter().map(|level| {
            let starts = level.iter().map(|group| {
                nodes += group.len;
                nodes - group.len
            });
            starts.collect()
        });
        let starts = starts.collect();
        let mut numbering =
            Self { starts, orientations, list_numbers: Vec::new(), next_numbers: Vec::new() };
        let held = diagram.memory();
        for (level, groups) in diagram.levels.iter().enumerate() {
            let nodes = group::nodes(groups);
            let memory = held + numbering.heap() + nodes * orientations * size_of::<u32>();
            monitor.begin_question(level, diagram.levels.len(), memory)?;
            if diagram.steps.get(level).is_none_or(|step| !step.must_place) {
                // In a step of a single variable, only whole lists are used as rests.
                let lists = nodes * orientations;
                let from = numbering.next_numbers.len() as u32;
                numbering.list_numbers.extend(from..from + lists as u32);
                numbering.next_numbers.resize(numbering.next_numbers.len() + lists, EMPTY_SUFFIX);
                continue;
            }
            let threads = threads_for(nodes, budget.threads());
            let parts: Vec<(Vec<u32>, Vec<u32>)> = parallel(threads, groups.len(), |group| {
                let mut first = vec![EMPTY_SUFFIX; groups[group].len * orientations];
                let mut next = Vec::new();
                diagram.for_each_suffix(level, group, &monitor, |rest| {
                    if rest.is_new {
                        list::push(&mut next, rest.next);
                    }
                    // The rests of a list come shortest first, so the last rest is the whole list.
                    first[rest.node * orientations + rest.orientation] = rest.number;
                })?;
                Ok::<_, Interrupted>((first, next))
            })?;
            let lengths = parts.iter().map(|(first, next)| [first.len(), next.len()]);
            let [lists, rests] = lengths.fold([0; 2], |[a, b], [c, d]| [a + c, b + d]);
            let memory = held + numbering.heap() + 2 * (lists + rests) * size_of::<u32>();
            monitor.begin_question(level, diagram.levels.len(), memory)?;
            numbering.list_numbers.reserve_exact(lists);
            numbering.next_numbers.reserve_exact(rests);
            for (first, next) in parts {
                let from = numbering.next_numbers.len() as u32;
                let shifted =
                    |rest: u32| if rest == EMPTY_SUFFIX { EMPTY_SUFFIX } else { rest + from };
                numbering.list_numbers.extend(first.into_iter().map(shifted));
                numbering.next_numbers.extend(next.into_iter().map(shifted));
            }
        }
        Ok(numbering)
    }

    /// The index in `first` of a node of a level in one orientation.
    pub(super) fn index(&self, level: usize, oriented: OrientedNode) -> usize {
        let node = self.starts[level][oriented.group as usize] + oriented.node as usize;
        node * self.orientations + usize::from(oriented.is_mirrored)
    }
}

heap_of_fields!(Numbering: list_numbers, next_numbers);
