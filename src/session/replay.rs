//! A recorded search that the user watches.

mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::Zero;

use super::CellState;
use engine::SmallDiagram;
use engine::search::{
    Dot, Event, NodeId, NodeOutcome, PropagatorCounts, Recording, RecordingEnd, RemovalCause,
    RemovalKind, SearchMark, SearchSnapshot, SearchTree, TreeShape,
};
use geometry::{Cell, CellSet};
use problem::{Decisions, Problem, Value};

/// A recording, shown after a number of steps.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The recording.
    pub recording: Arc<Recording>,
    problem: Problem,
    /// The number of steps done.
    pub steps_done: usize,
    /// The state of the search after these steps.
    pub snapshot: SearchSnapshot,
    /// The nodes whose subtrees are hidden.
    folded: BTreeSet<NodeId>,
    /// The layout of the tree.
    pub shape: Arc<TreeShape>,
    /// The nodes that fail, in order.
    pub failures: Arc<[NodeId]>,
    /// The exact number of solutions at each of the first nodes; empty if not counted.
    counts: Arc<[BigUint]>,
}

/// The share of branches that lead to no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WastedBranches {
    /// The number of branches that lead to no solution.
    pub wasted: usize,
    /// The number of branches whose solutions are counted.
    pub counted_branches: usize,
}

/// The decision of a search that lost the last solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionLoss {
    /// The decision.
    pub decision: (Cell, Value),
    /// The nodes of the diagram from which the decision leads to 0. Empty if all paths of a ZDD skip the cell.
    pub nodes: Vec<usize>,
}

impl Replay {
    /// Starts a recording of a search on `problem`, before the first step.
    pub fn new(recording: Recording, problem: Problem) -> Self {
        let folded = BTreeSet::new();
        let shape = TreeShape::new(&recording.tree, &folded);
        let nodes = recording.tree.nodes();
        let fails = nodes.filter(|(_, node)| node.outcome == NodeOutcome::Failure);
        let failures = fails.map(|(id, _)| id).collect();
        Self {
            recording: Arc::new(recording),
            problem,
            steps_done: 0,
            snapshot: SearchSnapshot::default(),
            folded,
            shape: Arc::new(shape),
            failures,
            counts: Arc::default(),
        }
    }

    /// The number of steps.
    #[expect(clippy::len_without_is_empty, reason = "a search has at least one step")]
    pub fn len(&self) -> usize {
        self.recording.events.len()
    }

    /// The search tree.
    pub fn tree(&self) -> &SearchTree {
        &self.recording.tree
    }

    /// The node of the search tree to which the last step belongs.
    pub fn node(&self) -> NodeId {
        self.tree().at_step(self.steps_done)
    }

    /// The last step done.
    pub fn event(&self) -> Option<Event> {
        self.steps_done.checked_sub(1).map(|last| self.recording.events[last])
    }

    /// The steps at the present node so far.
    pub fn events_of_node(&self) -> &[Event] {
        let begin = self.tree().node(self.node()).begin_step as usize;
        &self.recording.events[begin.saturating_sub(1)..self.steps_done]
    }

    /// Goes to the state after `steps` steps, or to the end.
    pub fn go_to(&mut self, steps: usize) {
        let steps = steps.min(self.len());
        if steps < self.steps_done {
            self.snapshot = self.recording.snapshot(steps);
        } else {
            for number in self.steps_done..steps {
                self.snapshot.advance(number, self.recording.events[number]);
            }
        }
        self.steps_done = steps;
    }

    /// Goes to the end of the propagation of the node with this index, or of the last node if the index is too large.
    pub fn go_to_node(&mut self, index: usize) {
        let id = NodeId::from_index(index.min(self.tree().branches()));
        self.go_to(self.tree().node(id).end_step as usize);
    }

    /// Stores the number of solutions at each of the first nodes.
    pub fn learn(&mut self, counts: Vec<BigUint>) {
        self.counts = counts.into();
    }

    /// The exact number of solutions at a node, if it is known.
    pub fn solutions_at(&self, id: NodeId) -> Option<&BigUint> {
        self.counts.get(id.index())
    }

    /// True if a node is known to have no solution.
    pub fn is_wasted(&self, id: NodeId) -> bool {
        self.solutions_at(id).is_some_and(Zero::is_zero)
    }

    /// The share of branches that lead to no solution, if the solutions are counted.
    pub fn wasted_branches(&self) -> Option<WastedBranches> {
        let branches = self.counts.get(1..)?;
        let wasted = branches.iter().filter(|count| count.is_zero()).count();
        Some(WastedBranches { wasted, counted_branches: branches.len() })
    }

    /// The first node on the path from the root to the present node that is known to have no solution.
    pub fn first_wasted_node(&self) -> Option<NodeId> {
        self.tree().path(self.node()).take_while(|&id| self.is_wasted(id)).last()
    }

    /// The nodes that begin a subtree without a solution: the search has gone wrong at their branches, and at no branch
    /// above them.
    pub fn wrong_branches(&self) -> impl Iterator<Item = NodeId> + '_ {
        let tree = self.tree();
        // The number of solutions found before each node.
        let mut found = vec![0_usize];
        for (_, node) in tree.nodes() {
            found.push(found[found.len() - 1] + usize::from(node.outcome == NodeOutcome::Solution));
        }
        let is_whole = self.recording.end == RecordingEnd::Whole;
        let last = NodeId::from_index(tree.branches());
        let is_wasted = move |id: NodeId| {
            let end = self.tree().node(id).last_descendant;
            let finds_none = found[id.index()] == found[end.index() + 1];
            self.solutions_at(id).map_or((is_whole || end < last) && finds_none, Zero::is_zero)
        };
        let nodes = tree.nodes().skip(1);
        nodes.filter(move |(id, node)| is_wasted(*id) && !is_wasted(node.parent)).map(|(id, _)| id)
    }

    /// True if the search is known to have no solution.
    pub fn has_no_solution(&self) -> bool {
        let is_whole = self.recording.end == RecordingEnd::Whole;
        self.is_wasted(NodeId::ROOT) || is_whole && self.tree().count(NodeOutcome::Solution) == 0
    }

    /// The first of the deepest failures.
    pub fn deepest_failure(&self) -> Option<NodeId> {
        self.failures.iter().rev().max_by_key(|&&id| self.tree().node(id).depth).copied()
    }

    /// The number of runs of each propagator up to the last node whose propagation is shown completely.
    pub fn runs(&self) -> PropagatorCounts {
        let here = self.node();
        let is_done = self.tree().node(here).end_step as usize <= self.steps_done;
        let (done, runs) = (here.index() + usize::from(is_done), &self.recording.runs);
        runs[..done.min(runs.len())].last().copied().unwrap_or_default()
    }

    /// The settled cells: pieces that stand, and cells that are no candidates any more.
    pub fn assignment(&self) -> Decisions {
        let value = |cell| match self.state(cell) {
            CellState::Placed | CellState::Forced => Some((cell, Value::Placed)),
            CellState::Attacked | CellState::Impossible | CellState::Excluded => {
                Some((cell, Value::Excluded))
            }
            CellState::Possible | CellState::Unknown | CellState::Hole => None,
        };
        self.problem.rules().size().iter().filter_map(value).collect()
    }

    /// The decision at which the search has lost its last solution; `None` if a solution remains, or there was none.
    pub fn loss_in(&self, diagram: &SmallDiagram) -> Option<SolutionLoss> {
        let mut path: Vec<NodeId> = self.tree().path(self.node()).collect();
        path.reverse();
        let mut decisions = self.problem.decisions().clone();
        let mut before = diagram.remaining(&decisions);
        for (cell, value) in path.into_iter().filter_map(|id| self.tree().node(id).decision) {
            decisions = decisions.iter().chain([(cell, value)]).collect();
            let after = diagram.remaining(&decisions);
            if before.is_satisfiable && !after.is_satisfiable {
                let is_lost = |&node: &usize| before.nodes[node] && diagram.cell(node) == cell;
                let nodes = (0..diagram.nodes.len()).filter(is_lost).collect();
                return Some(SolutionLoss { decision: (cell, value), nodes });
            }
            before = after;
        }
        None
    }

    /// The node of the diagram that the search has come to: where no solution was left, or else the first node on the
    /// path of its assignment whose cell is open. `None` if that path leads to a terminal.
    pub fn node_in(&self, diagram: &SmallDiagram) -> Option<usize> {
        if let Some(&lost) = self.loss_in(diagram).as_ref().and_then(|loss| loss.nodes.first()) {
            return Some(lost);
        }
        let assignment = self.assignment();
        let mut node = diagram.root.node()?;
        while let Some(value) = assignment.get(diagram.cell(node)) {
            node = diagram.nodes[node].target(value == Value::Placed).node()?;
        }
        Some(node)
    }

    /// Hides or shows the subtree of the present node, or of its parent if the present node is a leaf. At the
    /// root, hides the subtrees of all children, or shows all hidden subtrees.
    pub fn fold(&mut self) {
        let dots = &self.shape.dots;
        let here = self.shape.dot_of(self.node());
        let Dot { node, parent, is_leaf, is_folded, .. } = dots[here];
        let node = if is_leaf && !is_folded { dots[parent].node } else { node };
        if node == NodeId::ROOT && self.folded.is_empty() {
            let below = dots.iter().filter(|dot| dot.level == 1 && !dot.is_leaf);
            self.folded = below.map(|dot| dot.node).collect();
        } else if node == NodeId::ROOT {
            self.folded.clear();
        } else if !self.folded.remove(&node) {
            self.folded.insert(node);
        }
        self.shape = Arc::new(TreeShape::new(self.tree(), &self.folded));
    }

    /// The solution found by the last step.
    pub fn solution(&self) -> Option<CellSet> {
        let found = matches!(self.event(), Some(Event::Solution { .. }));
        found.then(|| CellSet::from_cells(self.problem.rules().size(), self.snapshot.pieces()))
    }

    /// The state of a cell: a tried piece is placed, a piece on the last candidate is forced.
    pub fn state(&self, cell: Cell) -> CellState {
        let (rules, decisions) = (self.problem.rules(), self.problem.decisions());
        if rules.grid().is_hole(cell) {
            return CellState::Hole;
        }
        let pieces = || self.snapshot.pieces();
        match (self.snapshot.mark(cell), decisions.get(cell)) {
            (Some(SearchMark::Tried), _) | (_, Some(Value::Placed)) => CellState::Placed,
            (_, Some(Value::Excluded)) => CellState::Excluded,
            (Some(SearchMark::Forced), _) => CellState::Forced,
            (Some(SearchMark::Explored(_)), _) => CellState::Impossible,
            (Some(SearchMark::Pruned(..)), _) => {
                let attacks = rules.exclusions();
                let is_attacked = pieces().any(|piece| attacks.exclude_each_other(piece, cell));
                if is_attacked { CellState::Attacked } else { CellState::Impossible }
            }
            (None, None) => {
                let line = self.recording.line(cell);
                let mut taken = pieces().chain(decisions.cells(Value::Placed));
                let is_taken = taken.any(|piece| self.recording.line(piece) == line);
                if is_taken { CellState::Attacked } else { CellState::Possible }
            }
        }
    }

    /// The value that the cell has in the position from which the search starts, if it is decided there.
    pub fn decided(&self, cell: Cell) -> Option<Value> {
        self.problem.decisions().get(cell)
    }

    /// Why propagation removed the cell; `None` if it did not.
    pub fn removal_cause(&self, cell: Cell) -> Option<RemovalCause> {
        match self.snapshot.mark(cell) {
            Some(SearchMark::Pruned(_, cause)) => Some(cause),
            Some(SearchMark::Tried | SearchMark::Forced | SearchMark::Explored(_)) | None => None,
        }
    }

    /// The kind of reason why the cell is no candidate; `None` for candidates, pieces and decisions.
    pub fn removal_kind(&self, cell: Cell) -> Option<RemovalKind> {
        if !matches!(self.state(cell), CellState::Attacked | CellState::Impossible) {
            return None;
        }
        Some(match self.snapshot.mark(cell) {
            Some(SearchMark::Pruned(_, cause)) => cause.kind(cell),
            Some(SearchMark::Explored(_)) => RemovalKind::Explored,
            // The row or column of the cell has its piece elsewhere.
            _ if self.recording.by_column => RemovalKind::Column,
            _ => RemovalKind::Row,
        })
    }

    /// The number of solutions found between the step that tried a piece and the step with this number, counted from 0,
    /// that takes the piece back.
    pub fn solutions_explored(&self, step: usize) -> usize {
        let events = &self.recording.events;
        let Event::Backtrack { cell: explored, .. } = events[step] else { return 0 };
        let tries =
            |event: &&Event| matches!(event, Event::Assign { cell, .. } if *cell == explored);
        let below = events[..step].iter().rev().take_while(|event| !tries(event));
        below.filter(|event| matches!(event, Event::Solution { .. })).count()
    }

    /// The row, or column, without a candidate that made the last step a failure.
    pub fn failed_line(&self) -> Option<u16> {
        let Some(Event::Fail { .. }) = self.event() else { return None };
        let before = self.recording.events.get(self.steps_done.checked_sub(2)?)?;
        let (Event::Prune { cell, .. } | Event::Backtrack { cell, .. }) = *before else {
            return None;
        };
        let line = self.recording.line(cell);
        let is_candidate = |cell: Cell| match self.snapshot.mark(cell) {
            Some(SearchMark::Pruned(..) | SearchMark::Explored(_)) => false,
            Some(SearchMark::Tried | SearchMark::Forced) | None => matches!(
                self.state(cell),
                CellState::Placed | CellState::Forced | CellState::Possible
            ),
        };
        let mut cells = self.problem.rules().size().iter();
        let has_candidate = cells.any(|it| self.recording.line(it) == line && is_candidate(it));
        (!has_candidate).then_some(line)
    }
}
