use super::diagram::{Branch, Diagram, Visit};
use super::group::{Group, Place};
use super::monitor::Monitor;
use super::reduce::Frame;
use super::selection::Selection;
use crate::engine::{Budget, Interrupted, Phase, Progress};
use crate::problem::Decisions;

impl Diagram {
    /// The diagram of the solutions that keep the decisions. Decided variables stay in it (the library's
    /// `select`). It is not folded.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn select(&self, decisions: &Decisions, budget: &Budget) -> Result<Self, Interrupted> {
        let monitor = Monitor::new(budget);
        let (held, nodes) = (self.memory(), self.nodes());
        let progress = |step, copied: usize| Progress {
            phase: Phase::Asking,
            done: step,
            steps: self.steps.len(),
            nodes,
            memory: held + copied,
            ..Progress::default()
        };
        monitor.begin(progress(0, 0))?;
        let selection = Selection::new(self, decisions);
        if !selection.is_possible {
            return Ok(Self::without_solutions(&self.order));
        }
        let mut levels = Vec::with_capacity(self.levels.len());
        let mut here = Numbering::new(&self.levels[0]);
        here.reach(Visit::ROOT);
        here.number(&self.levels[0]);
        let mut copied = 0;
        for step in 0..self.steps.len() {
            let numbers = [step, step + 1].map(|level| {
                let level = self.levels[level].iter();
                level.map(|group| group.len * size_of::<[u32; 2]>()).sum::<usize>()
            });
            monitor.begin(progress(step, copied + numbers[0] + numbers[1]))?;
            let mut next = Numbering::new(&self.levels[step + 1]);
            let copying = Copying { diagram: self, selection: &selection, step, here: &here };
            copying
                .for_each(|_, branches| branches.iter().for_each(|branch| next.reach(branch.to)));
            next.number(&self.levels[step + 1]);
            let level = copying.level(&next);
            copied += level.iter().map(Group::memory).sum::<usize>();
            levels.push(level);
            here = next;
        }
        levels.push(vec![Group::new(0, false, 1)]);
        let frame = Frame {
            order: self.order.clone(),
            fixed: self.fixed.clone(),
            steps: self.steps.clone(),
            is_folded: false,
            symmetries: self.symmetries,
        };
        let reduced_from = levels.len();
        frame.reduce(levels, reduced_from, held, &monitor)
    }
}

/// The nodes of a level that are reached, each orientation as a node of its own.
struct Numbering {
    /// The number of each orientation of each node within its group; [`NONE`] if it is not reached.
    numbers: Vec<Vec<[u32; 2]>>,
    /// The group of each orientation of each group.
    groups: Vec<[u32; 2]>,
    /// The number of groups.
    len: usize,
}

const NONE: u32 = u32::MAX;

impl Numbering {
    fn new(level: &[Group]) -> Self {
        let numbers = level.iter().map(|group| vec![[NONE; 2]; group.len]).collect();
        Self { numbers, groups: vec![[NONE; 2]; level.len()], len: 0 }
    }

    fn reach(&mut self, visit: Visit) {
        let numbers = &mut self.numbers[visit.group as usize][visit.node as usize];
        numbers[usize::from(visit.is_mirrored)] = 0;
    }

    /// Numbers what is reached.
    fn number(&mut self, level: &[Group]) {
        for ((numbers, groups), group) in self.numbers.iter_mut().zip(&mut self.groups).zip(level) {
            let mut next = 0;
            for orientation in 0..2 {
                if orientation == 0 || !group.is_own_image {
                    next = 0;
                }
                for numbers in numbers.iter_mut().filter(|numbers| numbers[orientation] != NONE) {
                    self.len += usize::from(next == 0);
                    numbers[orientation] = next;
                    next += 1;
                }
                if next > 0 {
                    groups[orientation] = self.len as u32 - 1;
                }
            }
        }
    }

    /// The group and the number of a node.
    fn get(&self, visit: Visit) -> (u32, u32) {
        let (group, orientation) = (visit.group as usize, usize::from(visit.is_mirrored));
        (self.groups[group][orientation], self.numbers[group][visit.node as usize][orientation])
    }
}

/// Copies what is reached of a level.
struct Copying<'a> {
    diagram: &'a Diagram,
    selection: &'a Selection,
    step: usize,
    here: &'a Numbering,
}

impl Copying<'_> {
    /// Calls `each` for each node that is reached, in the order of their numbers, with its new group and
    /// the branches that agree with the decisions.
    fn for_each(&self, mut each: impl FnMut(usize, &[Branch])) {
        let mut allowed = Vec::new();
        for (group, numbers) in self.here.numbers.iter().enumerate() {
            for orientation in 0..self.diagram.orientations() {
                let to = self.here.groups[group][orientation] as usize;
                let mut nodes = numbers.iter();
                self.diagram.for_each_list(self.step, group, orientation == 1, |branches| {
                    if nodes.next().is_some_and(|numbers| numbers[orientation] != NONE) {
                        allowed.clear();
                        let is_allowed =
                            |branch: &&Branch| self.selection.allows(self.step, branch.index);
                        allowed.extend(branches.iter().filter(is_allowed).copied());
                        each(to, &allowed);
                    }
                });
            }
        }
    }

    /// The groups, with arcs to the nodes of the next level.
    fn level(&self, next: &Numbering) -> Vec<Group> {
        let nothing = self.diagram.steps[self.step].variables.len();
        let index = |place: usize| Some(place as u16).filter(|_| place < nothing);
        let places = (0..=nothing).map(|place| Place::new(index(place)));
        let mut group = Group::new(0, false, 0);
        group.places = places.collect();
        let mut groups = vec![group; self.here.len];
        self.for_each(|group, branches| {
            let group = &mut groups[group];
            for branch in branches {
                let place = &mut group.places[branch.index.map_or(nothing, usize::from)];
                let (target, number) = next.get(branch.to);
                place.target = target;
                place.push(group.len, number);
            }
            group.len += 1;
        });
        for group in &mut groups {
            group.places.retain(|place| place.arcs.len() > 0);
            group.finish();
        }
        groups
    }
}
