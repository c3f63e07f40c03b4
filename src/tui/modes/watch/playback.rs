//! One or two watched searches.

use std::cmp::Reverse;

use itertools::{EitherOrBoth, Itertools};

use crate::input::WatchAction;
use engine::search::{NodeId, NodeOutcome, RecordingEnd};
use geometry::CellSet;
use session::Replay;

/// One or two watched searches. With one search, a step is an event of the search. With two searches, a step is
/// a branch: each search makes its next decision, followed by propagation. The search with fewer branches waits
/// at its end.
#[derive(Clone, Debug)]
pub(crate) struct SearchPlayback {
    pub first: Replay,
    pub second_search: Option<Replay>,
    pub is_playing: bool,
    /// True if removed cells do not show why they were removed.
    pub hides_causes: bool,
    /// True if the diagram is shown in place of the search tree.
    pub shows_graph: bool,
    speed: usize,
    ticks: usize,
}

/// Playback speeds, in steps per second.
const SPEEDS: [usize; 6] = [1, 2, 5, 10, 50, 250];

/// Number of ticks per second.
const TICKS: usize = 10;

impl SearchPlayback {
    /// Starts watching searches, before their first step.
    pub(crate) fn new(first: Replay, beside: Option<Replay>) -> Self {
        let mut watching = Self {
            first,
            second_search: beside,
            is_playing: false,
            hides_causes: false,
            shows_graph: false,
            speed: 2,
            ticks: 0,
        };
        watching.go_to(0);
        watching
    }

    /// The searches, in order.
    pub(crate) fn searches(&self) -> impl Iterator<Item = &Replay> {
        std::iter::once(&self.first).chain(&self.second_search)
    }

    /// The search of this number, counted from 0.
    pub(crate) fn search_mut(&mut self, number: usize) -> Option<&mut Replay> {
        std::iter::once(&mut self.first).chain(&mut self.second_search).nth(number)
    }

    /// What a step is called: `step` for one search, `branch` for two searches beside each other.
    pub(crate) fn unit(&self) -> &'static str {
        if self.second_search.is_some() { "branch" } else { "step" }
    }

    /// The number of steps done.
    pub(crate) fn steps_done(&self) -> usize {
        match &self.second_search {
            Some(beside) => self.first.node().max(beside.node()).index(),
            None => self.first.steps_done,
        }
    }

    /// The number of steps of the longer search.
    pub(crate) fn len(&self) -> usize {
        match &self.second_search {
            Some(beside) => self.first.tree().branches().max(beside.tree().branches()),
            None => self.first.len(),
        }
    }

    /// The number of steps up to the end of a node's propagation.
    pub(crate) fn step_of(&self, id: NodeId) -> usize {
        if self.second_search.is_some() {
            id.index()
        } else {
            self.first.tree().node(id).end_step as usize
        }
    }

    /// Goes to the state after `steps` steps, or to the end.
    pub(crate) fn go_to(&mut self, steps: usize) {
        match &mut self.second_search {
            Some(beside) => {
                self.first.go_to_node(steps);
                beside.go_to_node(steps);
            }
            None => self.first.go_to(steps),
        }
    }

    /// Goes on with the first search alone, at the end of the same branch.
    pub(crate) fn drop_second_search(&mut self) {
        if self.second_search.take().is_some() {
            self.go_to(self.step_of(self.first.node()));
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
        self.ends(outcome).filter(|&end| end > self.steps_done()).min()
    }

    /// The node to which an action goes, and the number of its search; `None` if there is none, or the action does not
    /// look for a kind of node.
    pub(crate) fn found(&self, action: WatchAction) -> Option<(usize, NodeId)> {
        let searches = self.searches().enumerate();
        match action {
            WatchAction::NextWasted => {
                let wasted = searches.flat_map(|(number, search)| {
                    search.wrong_branches().map(move |id| (number, id)).collect::<Vec<_>>()
                });
                let later = wasted.filter(|&(_, id)| self.step_of(id) > self.steps_done());
                later.min_by_key(|&(_, id)| id)
            }
            WatchAction::DeepestFailure => {
                let deepest = searches.filter_map(|(number, search)| {
                    Some((number, search, search.deepest_failure()?))
                });
                let depth = |search: &Replay, id| search.tree().node(id).depth;
                let first = deepest.min_by_key(|&(_, search, id)| (Reverse(depth(search, id)), id));
                first.map(|(number, _, id)| (number, id))
            }
            WatchAction::Divergence => self.divergence().map(|id| (0, id)),
            _ => None,
        }
    }

    /// The first node at which two searches have taken different branches; `None` if they take the same ones as far as
    /// both are recorded.
    fn divergence(&self) -> Option<NodeId> {
        let (first, second) = (&self.first, self.second_search.as_ref()?);
        let decisions = |search: &'_ Replay| -> Vec<_> {
            search.tree().nodes().map(|(_, node)| node.decision).collect()
        };
        let pairs = decisions(first).into_iter().zip_longest(decisions(second));
        let index = pairs.into_iter().position(|pair| match pair {
            EitherOrBoth::Both(first, second) => first != second,
            EitherOrBoth::Left(_) => second.recording.end == RecordingEnd::Whole,
            EitherOrBoth::Right(_) => first.recording.end == RecordingEnd::Whole,
        });
        index.map(NodeId::from_index)
    }

    /// The step to which an action goes; `None` if there is none, or the action goes nowhere.
    pub(crate) fn target(&self, action: WatchAction) -> Option<usize> {
        let (at, len) = (self.steps_done(), self.len());
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
            WatchAction::NextWasted | WatchAction::Divergence | WatchAction::DeepestFailure => {
                self.found(action).map(|(_, id)| self.step_of(id))
            }
        }
    }

    /// The solution found by the last step. If both searches found one, the solution of the first search.
    pub(crate) fn solution(&self) -> Option<CellSet> {
        self.searches().find_map(Replay::solution)
    }

    /// Hides or shows the subtree of the present node, in each search.
    pub(crate) fn fold(&mut self) {
        std::iter::once(&mut self.first).chain(&mut self.second_search).for_each(Replay::fold);
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
        self.go_to(solution.min(self.steps_done() + steps));
        if steps > 0 && (self.steps_done() == solution || self.steps_done() == self.len()) {
            self.is_playing = false;
        }
    }
}
