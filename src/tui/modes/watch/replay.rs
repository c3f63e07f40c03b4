//! A recorded search that the user watches.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::Zero;

use engine::SmallDiagram;
use engine::search::{
    Dot, Event, NodeId, NodeOutcome, PropagatorCounts, Recording, RecordingEnd, RemovalCause,
    RemovalKind, SearchMark, SearchSnapshot, SearchTree, TreeShape,
};
use geometry::{Cell, CellSet};
use problem::{Decisions, Problem, Value};
use session::CellState;

/// A recording, shown after a number of steps.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    pub recording: Arc<Recording>,
    problem: Problem,
    /// The number of steps done.
    pub steps_done: usize,
    pub snapshot: SearchSnapshot,
    pub failed_line: Option<u16>,
    /// The nodes whose subtrees are hidden.
    folded: BTreeSet<NodeId>,
    pub shape: Arc<TreeShape>,
    /// The exact number of solutions at each of the first nodes; empty if not counted.
    counts: Arc<[BigUint]>,
}

/// The share of branches that lead to no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WastedBranches {
    pub wasted: usize,
    /// The number of branches whose solutions are counted.
    pub counted_branches: usize,
}

/// The decision of a search after which no solution is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SolutionLoss {
    pub decision: (Cell, Value),
    /// The nodes of the diagram from which the decision leads to 0. Empty if all paths of a ZDD skip the cell.
    pub nodes: Vec<usize>,
}

impl Replay {
    /// Starts a recording of a search on `problem`, before the first step.
    pub(crate) fn new(recording: Recording, problem: Problem) -> Self {
        let folded = BTreeSet::new();
        let shape = TreeShape::new(&recording.tree, &folded);
        Self {
            recording: Arc::new(recording),
            problem,
            steps_done: 0,
            snapshot: SearchSnapshot::default(),
            failed_line: None,
            folded,
            shape: Arc::new(shape),
            counts: Arc::default(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.recording.events.len()
    }

    pub(crate) fn tree(&self) -> &SearchTree {
        &self.recording.tree
    }

    /// The node of the search tree to which the last step belongs.
    pub(crate) fn node(&self) -> NodeId {
        self.tree().at_step(self.steps_done)
    }

    /// The last step done.
    pub(crate) fn event(&self) -> Option<Event> {
        self.steps_done.checked_sub(1).map(|last| self.recording.events[last])
    }

    /// The steps at the present node so far.
    pub(crate) fn events_of_node(&self) -> &[Event] {
        let begin = self.tree().node(self.node()).begin_step as usize;
        &self.recording.events[begin.saturating_sub(1)..self.steps_done]
    }

    /// Goes to the state after `steps` steps, or to the end.
    pub(crate) fn go_to(&mut self, steps: usize) {
        let steps = steps.min(self.len());
        if steps < self.steps_done {
            self.snapshot = self.recording.snapshot(steps);
        } else {
            for number in self.steps_done..steps {
                self.snapshot.advance(number, self.recording.events[number]);
            }
        }
        self.steps_done = steps;
        self.failed_line = self.empty_line();
    }

    /// Goes to the end of the propagation of the node with this index, or of the last node if the index is too large.
    pub(crate) fn go_to_node(&mut self, index: usize) {
        let id = NodeId::from_index(index.min(self.tree().branches()));
        self.go_to(self.tree().node(id).end_step as usize);
    }

    /// Stores the number of solutions at each of the first nodes.
    pub(crate) fn learn(&mut self, counts: Vec<BigUint>) {
        self.counts = counts.into();
    }

    /// The exact number of solutions at a node, if it is known.
    pub(crate) fn solutions_at(&self, id: NodeId) -> Option<&BigUint> {
        self.counts.get(id.index())
    }

    /// True if a node is known to have no solution.
    pub(crate) fn is_wasted(&self, id: NodeId) -> bool {
        self.solutions_at(id).is_some_and(Zero::is_zero)
    }

    /// The share of branches that lead to no solution, if the solutions are counted.
    pub(crate) fn wasted_branches(&self) -> Option<WastedBranches> {
        let branches = self.counts.get(1..)?;
        let wasted = branches.iter().filter(|count| count.is_zero()).count();
        Some(WastedBranches { wasted, counted_branches: branches.len() })
    }

    /// The first node on the path from the root to the present node that is known to have no solution.
    pub(crate) fn first_wasted_node(&self) -> Option<NodeId> {
        self.tree().path(self.node()).take_while(|&id| self.is_wasted(id)).last()
    }

    /// The nodes that begin a subtree without a solution: the search has gone wrong at their branches, and at no branch
    /// above them.
    pub(crate) fn wrong_branches(&self) -> impl Iterator<Item = NodeId> + '_ {
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
            match self.solutions_at(id) {
                Some(count) => count.is_zero(),
                None => (is_whole || end < last) && finds_none,
            }
        };
        let nodes = tree.nodes().skip(1);
        nodes.filter(move |(id, node)| is_wasted(*id) && !is_wasted(node.parent)).map(|(id, _)| id)
    }

    /// True if the search is known to have no solution.
    pub(crate) fn has_no_solution(&self) -> bool {
        let is_whole = self.recording.end == RecordingEnd::Whole;
        self.is_wasted(NodeId::ROOT) || is_whole && self.tree().count(NodeOutcome::Solution) == 0
    }

    /// The first of the deepest failures.
    pub(crate) fn deepest_failure(&self) -> Option<NodeId> {
        let failures = self.tree().nodes().filter(|(_, node)| node.outcome == NodeOutcome::Failure);
        failures.rev().max_by_key(|(_, node)| node.depth).map(|(id, _)| id)
    }

    /// How often each propagator has run up to the last node whose propagation is shown completely.
    pub(crate) fn runs(&self) -> PropagatorCounts {
        let here = self.node();
        let is_done = self.tree().node(here).end_step as usize <= self.steps_done;
        let (done, runs) = (here.index() + usize::from(is_done), &self.recording.runs);
        runs[..done.min(runs.len())].last().copied().unwrap_or_default()
    }

    /// The settled cells: pieces that stand, and cells that are no candidates any more.
    pub(crate) fn assignment(&self) -> Decisions {
        let value = |cell| match self.state(cell) {
            CellState::Placed | CellState::Forced => Some((cell, Value::Placed)),
            CellState::Attacked | CellState::Impossible | CellState::Excluded => {
                Some((cell, Value::Excluded))
            }
            CellState::Possible | CellState::Unknown | CellState::Hole => None,
        };
        self.problem.rules().size().iter().filter_map(value).collect()
    }

    /// Where the search has lost its last solution; `None` if a solution is left, or there is none at all.
    pub(crate) fn loss_in(&self, diagram: &SmallDiagram) -> Option<SolutionLoss> {
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
    pub(crate) fn node_in(&self, diagram: &SmallDiagram) -> Option<usize> {
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
    pub(crate) fn fold(&mut self) {
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
    pub(crate) fn solution(&self) -> Option<CellSet> {
        let found = matches!(self.event(), Some(Event::Solution { .. }));
        found.then(|| CellSet::from_cells(self.problem.rules().size(), self.snapshot.pieces()))
    }

    /// True if the cell has a piece or is still a candidate.
    fn is_candidate(&self, moment: &SearchSnapshot, cell: Cell) -> bool {
        match moment.mark(cell) {
            Some(SearchMark::Tried | SearchMark::Forced) => true,
            Some(SearchMark::Pruned(_) | SearchMark::Explored(_)) => false,
            None => {
                let rules = self.problem.rules();
                let decided = self.problem.decisions().get(cell);
                let same = |&other: &Cell| self.recording.line(other) == self.recording.line(cell);
                decided != Some(Value::Excluded)
                    && !rules.grid().is_hole(cell)
                    && !moment.pieces().any(|piece| same(&piece))
                    && (decided == Some(Value::Placed)
                        || !self.problem.decisions().cells(Value::Placed).any(|cell| same(&cell)))
            }
        }
    }

    /// The state of a cell: a tried piece is placed, a piece on the last candidate is forced.
    pub(crate) fn state(&self, cell: Cell) -> CellState {
        let rules = self.problem.rules();
        if rules.grid().is_hole(cell) {
            return CellState::Hole;
        }
        let mark = self.snapshot.mark(cell);
        match (mark, self.problem.decisions().get(cell)) {
            (Some(SearchMark::Tried), _) | (_, Some(Value::Placed)) => CellState::Placed,
            (_, Some(Value::Excluded)) => CellState::Excluded,
            (Some(SearchMark::Forced), _) => CellState::Forced,
            (Some(SearchMark::Explored(_)), _) => CellState::Impossible,
            (Some(SearchMark::Pruned(_)), _) => {
                let attacked = self
                    .snapshot
                    .pieces()
                    .any(|piece| rules.exclusions().exclude_each_other(piece, cell));
                if attacked { CellState::Attacked } else { CellState::Impossible }
            }
            (None, None) if self.is_candidate(&self.snapshot, cell) => CellState::Possible,
            (None, None) => CellState::Attacked,
        }
    }

    /// The value that the cell has in the position from which the search starts, if it is decided there.
    pub(crate) fn decided(&self, cell: Cell) -> Option<Value> {
        self.problem.decisions().get(cell)
    }

    /// The number of pieces in the position from which the search starts.
    pub(crate) fn pieces_before(&self) -> usize {
        self.problem.decisions().cells(Value::Placed).count()
    }

    /// The cells of a row, or of a column if columns are the variables.
    fn cells(&self, line: u16) -> impl Iterator<Item = Cell> + '_ {
        let size = self.problem.rules().size();
        let by_column = self.recording.by_column;
        let length = if by_column { size.rows() } else { size.columns() };
        let cell =
            move |index| if by_column { Cell::new(index, line) } else { Cell::new(line, index) };
        (0..length).map(cell)
    }

    /// Why propagation removed the cell; `None` if it did not.
    pub(crate) fn removal_cause(&self, cell: Cell) -> Option<RemovalCause> {
        match self.snapshot.mark(cell) {
            Some(SearchMark::Pruned(step)) => self.cause_at_step(step),
            _ => None,
        }
    }

    /// The kind of reason why the cell is no candidate; `None` for candidates, pieces and decisions.
    pub(crate) fn removal_kind(&self, cell: Cell) -> Option<RemovalKind> {
        if !matches!(self.state(cell), CellState::Attacked | CellState::Impossible) {
            return None;
        }
        Some(match self.snapshot.mark(cell) {
            Some(SearchMark::Pruned(step)) => self.cause_at_step(step)?.kind(cell),
            Some(SearchMark::Explored(_)) => RemovalKind::Explored,
            // Its row, or column, has its piece elsewhere.
            _ if self.recording.by_column => RemovalKind::Column,
            _ => RemovalKind::Row,
        })
    }

    /// Why the step with this number removed its cell; `None` if it is another kind of step.
    pub(crate) fn cause_at_step(&self, step: usize) -> Option<RemovalCause> {
        match self.recording.events[step] {
            Event::Prune { cause, .. } => Some(cause),
            _ => None,
        }
    }

    /// The number of solutions found between the step that tried a piece and the step with this number, counted from 0,
    /// that takes the piece back.
    pub(crate) fn solutions_explored(&self, step: usize) -> usize {
        let events = &self.recording.events;
        let Event::Backtrack { cell: explored, .. } = events[step] else { return 0 };
        let tries =
            |event: &&Event| matches!(event, Event::Assign { cell, .. } if *cell == explored);
        let below = events[..step].iter().rev().take_while(|event| !tries(event));
        below.filter(|event| matches!(event, Event::Solution { .. })).count()
    }

    fn empty_line(&self) -> Option<u16> {
        let Some(Event::Fail { .. }) = self.event() else { return None };
        match self.recording.events.get(self.steps_done.checked_sub(2)?)? {
            Event::Prune { cell, .. } | Event::Backtrack { cell, .. } => {
                let line = self.recording.line(*cell);
                self.cells(line)
                    .all(|cell| !self.is_candidate(&self.snapshot, cell))
                    .then_some(line)
            }
            _ => None,
        }
    }
}

/// The size of a search tree.
pub(crate) fn search_in_words(replay: &Replay) -> String {
    let (tree, options) = (replay.tree(), replay.recording.options);
    let words: [&str; 3] =
        [options.labeling.into(), options.values.into(), options.propagation.into()];
    let wasted = replay.wasted_branches().map_or_else(String::new, |of| {
        let WastedBranches { wasted, counted_branches } = of;
        format!(", {wasted} of {counted_branches} branches wasted")
    });
    format!(
        "{}: {} branches, {} failures, {} solutions{wasted}",
        words.join(" "),
        tree.branches(),
        tree.count(NodeOutcome::Failure),
        tree.count(NodeOutcome::Solution)
    )
}
