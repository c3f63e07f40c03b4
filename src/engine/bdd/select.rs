//! The diagram of some of a diagram's solutions.

use std::hash::Hash;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::diagram::{Branch, Diagram, Visit};
use super::group::{self, NodeGroup, Place};
use super::methods::Use;
use super::monitor::{Job, Monitor};
use super::selection::Selection;
use crate::budget::{Budget, Interrupted, Phase, Progress};
use problem::Decisions;

impl Diagram {
    /// The diagram of the solutions that keep the decisions. Decided variables stay in it (the library's
    /// `select`). It is not folded.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn select(&self, decisions: &Decisions, budget: &Budget) -> Result<Self, Interrupted> {
        let monitor = Monitor::new(budget);
        let selection = Selection::new(self, decisions);
        if !selection.is_possible {
            return Ok(Self::without_solutions(&self.order));
        }
        let follow = |step, (), branch: &Branch| selection.allows(step, branch.index).then_some(());
        self.restricted((), follow, self.memory(), &monitor)
    }

    /// The diagram of the solutions on paths that may be followed to the end: `follow` gets a step, a value of
    /// the path before it and a branch, and returns the value after it, or `None` to end the path. It is not
    /// folded. Beside what it makes, `held` bytes are held.
    pub(super) fn restricted<V: Copy + Eq + Hash>(
        &self,
        first: V,
        follow: impl Fn(usize, V, &Branch) -> Option<V>,
        held: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Self, Interrupted> {
        let mut here = Level::new(1);
        here.insert(self, 0, Visit::ROOT, first);
        let mut levels = Vec::with_capacity(self.levels.len());
        let mut kept = 0;
        for step in 0..self.steps.len() {
            monitor.begin(Progress {
                phase: Phase::Asking,
                done: step,
                steps: self.steps.len(),
                nodes: self.nodes(),
                memory: held + kept + here.memory(),
                ..Progress::default()
            })?;
            let mut next = Level::new(self.levels[step + 1].len());
            let mut job = Job::new(monitor);
            let mut level = Vec::with_capacity(here.groups.len());
            for states in &here.groups {
                level.push(self.copied(step, states, &mut next, &follow, &mut job)?);
            }
            kept += group::memory(&level);
            levels.push(level);
            here = next;
        }
        levels.push(vec![NodeGroup::new(0, false, 1)]);
        let reduced_from = levels.len();
        let unreduced = Self {
            fixed: self.fixed.clone(),
            steps: self.steps.clone(),
            levels,
            symmetries: self.symmetries,
            ..Self::without_solutions(&self.order)
        };
        unreduced.reduce(Use::WhereItPays, reduced_from, held, monitor)
    }

    /// The group of some states before a step, with arcs to states of the next level, which are added.
    fn copied<V: Copy + Eq + Hash>(
        &self,
        step: usize,
        states: &States<V>,
        next: &mut Level<V>,
        follow: &impl Fn(usize, V, &Branch) -> Option<V>,
        job: &mut Job<'_>,
    ) -> Result<NodeGroup, Interrupted> {
        let none = self.steps[step].variables.len();
        let index = |place: usize| Some(place as u16).filter(|_| place < none);
        let mut places: Vec<Place> = (0..=none).map(|place| Place::new(index(place))).collect();
        let (mut branches, mut arcs) = (Vec::new(), 0);
        for (node, &(visit, value)) in states.iter().enumerate() {
            branches.clear();
            self.branches(step, visit, &mut branches);
            for branch in &branches {
                if let Some(value) = follow(step, value, branch) {
                    let place = &mut places[branch.index.map_or(none, usize::from)];
                    let (target, number) = next.insert(self, step + 1, branch.to, value);
                    place.target = target;
                    place.push(node, number);
                    arcs += 1;
                }
            }
            if node % 1024 == 1023 {
                job.report(next.memory() + arcs * size_of::<u32>(), next.len, 1024 * none)?;
            }
        }
        job.report(next.memory(), next.len, none)?;
        places.retain(|place| place.arcs.len() > 0);
        let mut group = NodeGroup::new(0, false, states.len());
        group.places = places;
        group.finish();
        Ok(group)
    }
}

/// Nodes of a group, and the values of paths to them.
type States<V> = IndexSet<(Visit, V), FxBuildHasher>;

/// The states of a level, in groups.
struct Level<V> {
    groups: Vec<States<V>>,
    /// The new group of each orientation of each old one.
    numbers: Vec<[u32; 2]>,
    /// The number of states.
    len: usize,
}

/// No group.
const NONE: u32 = u32::MAX;

impl<V: Copy + Eq + Hash> Level<V> {
    /// One without states, for so many old groups.
    fn new(groups: usize) -> Self {
        Self { groups: Vec::new(), numbers: vec![[NONE; 2]; groups], len: 0 }
    }

    /// The group and the number of a state, which is added if it is new.
    fn insert(&mut self, old: &Diagram, level: usize, visit: Visit, value: V) -> (u32, u32) {
        let orientation = usize::from(visit.is_mirrored);
        let numbers = &mut self.numbers[visit.group as usize];
        if numbers[orientation] == NONE {
            let number = self.groups.len() as u32;
            self.groups.push(States::default());
            numbers[orientation] = number;
            if old.levels[level][visit.group as usize].is_own_image {
                numbers[1 - orientation] = number;
            }
        }
        let group = numbers[orientation];
        let (number, is_new) = self.groups[group as usize].insert_full((visit, value));
        self.len += usize::from(is_new);
        (group, number as u32)
    }

    /// The memory it takes, in bytes: entries with their hashes, and where they are.
    fn memory(&self) -> usize {
        self.len * (size_of::<(Visit, V)>() + 3 * size_of::<usize>())
    }
}
