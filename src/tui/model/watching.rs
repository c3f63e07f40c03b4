//! One or two watched searches.

use crate::input::WatchAction;
use crate::model::replay::Replay;
use engine::search::{NodeId, NodeOutcome};
use geometry::CellSet;

/// One or two watched searches. With one search, a step is an event of the search. With two searches, a step is
/// a branch: each search makes its next decision, followed by propagation. The search with fewer branches waits
/// at its end.
#[derive(Clone, Debug)]
pub(crate) struct Watching {
    pub first: Replay,
    pub beside: Option<Replay>,
    /// Number of branches done; used only with two searches.
    branches: usize,
    pub is_playing: bool,
    speed: usize,
    ticks: usize,
}

/// Playback speeds, in steps per second.
const SPEEDS: [usize; 6] = [1, 2, 5, 10, 50, 250];

/// Number of ticks per second.
const TICKS: usize = 10;

impl Watching {
    /// Starts watching searches, before their first step.
    pub(crate) fn new(first: Replay, beside: Option<Replay>) -> Self {
        let mut watching =
            Self { first, beside, branches: 0, is_playing: false, speed: 2, ticks: 0 };
        watching.go_to(0);
        watching
    }

    /// The searches, in order.
    pub(crate) fn searches(&self) -> impl Iterator<Item = &Replay> {
        std::iter::once(&self.first).chain(&self.beside)
    }

    /// The search of this number, counted from 0.
    pub(crate) fn search_mut(&mut self, number: usize) -> Option<&mut Replay> {
        std::iter::once(&mut self.first).chain(&mut self.beside).nth(number)
    }

    /// The number of steps done.
    pub(crate) fn at(&self) -> usize {
        if self.beside.is_some() { self.branches } else { self.first.at }
    }

    /// The number of steps of the longer search.
    pub(crate) fn len(&self) -> usize {
        match &self.beside {
            Some(beside) => self.first.tree().branches().max(beside.tree().branches()),
            None => self.first.len(),
        }
    }

    /// The number of steps up to the end of a node's propagation.
    pub(crate) fn step_of(&self, id: NodeId) -> usize {
        if self.beside.is_some() { id.index() } else { self.first.tree().node(id).end as usize }
    }

    /// Goes to the state after `steps` steps, or to the end.
    pub(crate) fn go_to(&mut self, steps: usize) {
        match &mut self.beside {
            Some(beside) => {
                self.first.go_to_node(steps);
                beside.go_to_node(steps);
                self.branches = steps.min(self.len());
            }
            None => self.first.go_to(steps),
        }
    }

    fn branch_ends(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let longer = self.searches().max_by_key(|search| search.tree().branches());
        let nodes = longer.into_iter().flat_map(|search| search.tree().nodes());
        nodes.map(|(id, _)| self.step_of(id))
    }

    /// The steps at which nodes with this outcome end, in all searches.
    fn ends(&self, outcome: NodeOutcome) -> impl Iterator<Item = usize> + '_ {
        let nodes = self.searches().flat_map(|search| search.tree().nodes());
        let ends = nodes.filter(move |(_, node)| node.outcome == outcome);
        ends.map(|(id, _)| self.step_of(id))
    }

    /// The step at which the next node with this outcome ends, if there is one.
    fn next(&self, outcome: NodeOutcome) -> Option<usize> {
        self.ends(outcome).filter(|&end| end > self.at()).min()
    }

    /// The step to which an action goes; `None` if there is none, or the action goes nowhere.
    pub(crate) fn target(&self, action: WatchAction) -> Option<usize> {
        let (at, len) = (self.at(), self.len());
        let previous = |outcome| self.ends(outcome).filter(|&end| end < at).max();
        match action {
            WatchAction::Next => Some((at + 1).min(len)),
            WatchAction::Previous => Some(at.saturating_sub(1)),
            WatchAction::First => Some(0),
            WatchAction::Last => Some(len),
            // The end of the present branch, or of the next one if the present branch has ended.
            WatchAction::NextBranch => {
                Some(self.branch_ends().find(|&end| end > at).unwrap_or(len))
            }
            WatchAction::PreviousBranch => {
                Some(self.branch_ends().rev().find(|&end| end < at).unwrap_or(0))
            }
            WatchAction::NextFailure => self.next(NodeOutcome::Failure),
            WatchAction::PreviousFailure => previous(NodeOutcome::Failure),
            WatchAction::NextSolution => self.next(NodeOutcome::Solution),
            WatchAction::PreviousSolution => previous(NodeOutcome::Solution),
            WatchAction::Play
            | WatchAction::Faster
            | WatchAction::Slower
            | WatchAction::LookLeft
            | WatchAction::LookRight
            | WatchAction::Fold
            | WatchAction::Beside => None,
        }
    }

    /// The solution found by the last step. If both searches found one, the solution of the first search.
    pub(crate) fn solution(&self) -> Option<CellSet> {
        self.searches().find_map(Replay::solution)
    }

    /// Hides or shows the subtree of the present node, in each search.
    pub(crate) fn fold(&mut self) {
        std::iter::once(&mut self.first).chain(&mut self.beside).for_each(Replay::fold);
    }

    pub(crate) fn steps_per_second(&self) -> usize {
        SPEEDS[self.speed]
    }

    pub(crate) fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }

    pub(crate) fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// Advances a playing search by a tenth of a second, up to a solution or the end.
    pub(crate) fn tick(&mut self) {
        if !self.is_playing {
            return;
        }
        self.ticks += 1;
        let speed = self.steps_per_second();
        let due = self.ticks.is_multiple_of((TICKS / speed).max(1));
        let steps = if due { (speed / TICKS).max(1) } else { 0 };
        let solution = self.next(NodeOutcome::Solution).unwrap_or(self.len());
        self.go_to(solution.min(self.at() + steps));
        if steps > 0 && (self.at() == solution || self.at() == self.len()) {
            self.is_playing = false;
        }
    }
}
