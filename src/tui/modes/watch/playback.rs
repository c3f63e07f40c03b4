//! One or two watched searches.

use std::cmp::Reverse;

use itertools::{EitherOrBoth, Itertools};

use crate::input::WatchAction;
use crate::widgets::grouped;
use engine::search::{NodeId, NodeOutcome, RecordingEnd};
use geometry::CellSet;
use session::Replay;

/// The unit by which two searches advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    Branches,
    /// Each search advances to its next failure.
    Failures,
}

/// One or two watched searches. With one search, a step is an event of the search. With two searches, a step is a branch:
/// each search makes its next decision, followed by propagation. Or a step is a failure: each search advances to its next
/// failure, and the step after its last failure is its end. A search with fewer steps waits at its end.
#[derive(Clone, Debug)]
pub(crate) struct SearchPlayback {
    pub first: Replay,
    pub second_search: Option<Replay>,
    pub is_playing: bool,
    /// True if removed cells do not show why they were removed.
    pub hides_causes: bool,
    /// True if the diagram is shown in place of the search tree.
    pub shows_graph: bool,
    pace: Pace,
    /// The number of steps that two searches have done.
    common_steps: usize,
    speed: usize,
    ticks: usize,
}

/// Playback speeds, in steps per second.
const SPEEDS: [usize; 6] = [1, 2, 5, 10, 50, 250];

/// Number of ticks per second.
const TICKS_PER_SECOND: usize = 10;

impl SearchPlayback {
    /// Starts watching searches, before their first step.
    pub(crate) fn new(first: Replay, beside: Option<Replay>) -> Self {
        let mut playback = Self {
            first,
            second_search: beside,
            is_playing: false,
            hides_causes: false,
            shows_graph: false,
            pace: Pace::Branches,
            common_steps: 0,
            speed: 2,
            ticks: 0,
        };
        playback.go_to(0);
        playback
    }

    /// The searches, in order.
    pub(crate) fn searches(&self) -> impl Iterator<Item = &Replay> {
        std::iter::once(&self.first).chain(&self.second_search)
    }

    /// The search of this number, counted from 0.
    pub(crate) fn search_mut(&mut self, number: usize) -> Option<&mut Replay> {
        std::iter::once(&mut self.first).chain(&mut self.second_search).nth(number)
    }

    /// True if each of two searches advances to its next failure.
    pub(crate) fn by_failures(&self) -> bool {
        self.pace == Pace::Failures
    }

    /// The words for one step and for several steps.
    pub(crate) fn units(&self) -> [&'static str; 2] {
        match self.second_search {
            Some(_) if self.by_failures() => ["failure", "failures"],
            Some(_) => ["branch", "branches"],
            None => ["step", "steps"],
        }
    }

    /// The place in words, in two parts: `branch 3` and ` of 78`, or of two searches ` of 78 and 40`. The second part is
    /// empty without `shows_totals`.
    pub(crate) fn place(&self, shows_totals: bool) -> (String, String) {
        let last = self.len() - usize::from(self.by_failures());
        if self.steps_done() > last {
            return ("the end".to_owned(), String::new());
        }
        let totals = match &self.second_search {
            None => vec![last],
            Some(_) if self.by_failures() => self.searches().map(|it| it.failures.len()).collect(),
            Some(_) => self.searches().map(|it| it.tree().branches()).collect(),
        };
        let totals = totals.into_iter().dedup().map(grouped).join(" and ");
        let of = if shows_totals { format!(" of {totals}") } else { String::new() };
        (format!("{} {}", self.units()[0], grouped(self.steps_done())), of)
    }

    /// The number of steps done.
    pub(crate) fn steps_done(&self) -> usize {
        match &self.second_search {
            Some(_) => self.common_steps,
            None => self.first.steps_done,
        }
    }

    /// The number of steps of the longer search.
    pub(crate) fn len(&self) -> usize {
        match &self.second_search {
            Some(beside) if self.by_failures() => {
                self.first.failures.len().max(beside.failures.len()) + 1
            }
            Some(beside) => self.first.tree().branches().max(beside.tree().branches()),
            None => self.first.len(),
        }
    }

    /// The number of steps up to the end of the propagation of a node of this search; by failures, up to the first
    /// failure that is not before the node.
    pub(crate) fn step_of(&self, search: &Replay, id: NodeId) -> usize {
        match self.second_search {
            Some(_) if self.by_failures() && id != NodeId::ROOT => {
                search.failures.partition_point(|failure| *failure < id) + 1
            }
            Some(_) => id.index(),
            None => search.tree().node(id).end_step as usize,
        }
    }

    /// Goes to the state after `steps` steps, or to the end.
    pub(crate) fn go_to(&mut self, steps: usize) {
        let by_failures = self.by_failures();
        let Some(beside) = &mut self.second_search else { return self.first.go_to(steps) };
        for search in [&mut self.first, beside] {
            let failure = steps.checked_sub(1).filter(|_| by_failures);
            search.go_to_node(match failure {
                Some(before) => search.failures.get(before).map_or(usize::MAX, |id| id.index()),
                None => steps,
            });
        }
        self.common_steps = steps.min(self.len());
    }

    /// Switches between steps by failures and steps by branches. The search that is further ahead keeps its place, or
    /// advances to its next failure.
    pub(crate) fn change_pace(&mut self) {
        self.pace = if self.by_failures() { Pace::Branches } else { Pace::Failures };
        let steps = self.searches().map(|search| self.step_of(search, search.node())).max();
        self.go_to(steps.unwrap_or_default());
    }

    /// Goes on with the first search alone, at the end of the same branch.
    pub(crate) fn drop_second_search(&mut self) {
        if self.second_search.take().is_some() {
            self.pace = Pace::Branches;
            self.go_to(self.step_of(&self.first, self.first.node()));
        }
    }

    fn branch_ends(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let longer = self.searches().max_by_key(|search| search.tree().branches());
        longer.into_iter().flat_map(move |search| {
            search.tree().nodes().map(move |(id, _)| self.step_of(search, id))
        })
    }

    /// The steps at which nodes with this outcome end, in all searches.
    fn ends(&self, outcome: NodeOutcome) -> impl Iterator<Item = usize> + '_ {
        self.searches().flat_map(move |search| {
            let nodes = search.tree().nodes().filter(move |(_, node)| node.outcome == outcome);
            nodes.map(move |(id, _)| self.step_of(search, id))
        })
    }

    /// The step at which the next node with this outcome ends, if there is one.
    fn next(&self, outcome: NodeOutcome) -> Option<usize> {
        self.ends(outcome).filter(|&end| end > self.steps_done()).min()
    }

    /// The target node of an action, and the number of its search; `None` if there is none, or the action does not
    /// look for a kind of node.
    pub(crate) fn found(&self, action: WatchAction) -> Option<(usize, NodeId)> {
        let searches = self.searches().enumerate();
        match action {
            WatchAction::NextWasted => {
                let later = searches.filter_map(|(number, search)| {
                    let is_later = |id: &NodeId| self.step_of(search, *id) > self.steps_done();
                    search.wrong_branches().find(is_later).map(|id| (number, id))
                });
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

    /// The first node at which two searches have taken different branches; `None` if their recordings show no
    /// difference.
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

    /// The target step of an action; `None` if there is none, or the action has no target.
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
                let (number, id) = self.found(action)?;
                Some(self.step_of(self.searches().nth(number)?, id))
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
        let due = self.ticks.is_multiple_of((TICKS_PER_SECOND / speed).max(1));
        let steps = if due { (speed / TICKS_PER_SECOND).max(1) } else { 0 };
        let solution = self.next(NodeOutcome::Solution).unwrap_or(self.len());
        self.go_to(solution.min(self.steps_done() + steps));
        if steps > 0 && (self.steps_done() == solution || self.steps_done() == self.len()) {
            self.is_playing = false;
        }
    }
}
