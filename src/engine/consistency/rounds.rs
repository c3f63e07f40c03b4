use crate::budget::{Phase, Progress};
use geometry::Cell;
use problem::{Consequence, Decisions, Group, OpenBounds, Rules, Value};

/// Weak propagation of a position in rounds. Each round places all pieces that are forced by then.
pub(super) struct Rounds<'a> {
    rules: &'a Rules,
    groups: Vec<GroupState>,
    /// For each cell, the indices of its groups.
    groups_of: Vec<Vec<u32>>,
    states: Vec<State>,
    /// The cells that are no longer candidates, in the order in which they changed.
    trail: Vec<usize>,
    /// Indices of the groups whose cells have changed in this round.
    touched: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Candidate,
    Placed,
    Removed,
}

struct GroupState {
    cells: Vec<usize>,
    bounds: OpenBounds,
}

impl<'a> Rounds<'a> {
    /// Propagation of the position without decisions, before the first round.
    pub(super) fn new(rules: &'a Rules, groups: Vec<Group>) -> Self {
        let size = rules.size();
        let mut groups_of = vec![Vec::new(); size.cells()];
        let state = |(index, group): (usize, Group)| {
            let cells: Vec<usize> = group.cells().iter().map(|&cell| size.index(cell)).collect();
            for &cell in &cells {
                groups_of[cell].push(index as u32);
            }
            GroupState { bounds: group.open_bounds(), cells }
        };
        let groups: Vec<_> = groups.into_iter().enumerate().map(state).collect();
        let is_hole = |cell| rules.grid().is_hole(cell);
        let state = |cell| if is_hole(cell) { State::Removed } else { State::Candidate };
        Self {
            rules,
            touched: (0..groups.len()).collect(),
            groups,
            groups_of,
            states: size.iter().map(state).collect(),
            trail: Vec::new(),
        }
    }

    pub(super) fn progress(&self) -> Progress {
        let in_groups: usize = self.groups.iter().map(|group| group.cells.len()).sum();
        let memory = self.states.len() * size_of::<Vec<u32>>() + in_groups * size_of::<usize>() * 2;
        Progress { phase: Phase::Searching, memory, ..Progress::default() }
    }

    /// Makes the decisions and propagates them. Returns false if this shows a contradiction.
    pub(super) fn decide(&mut self, decisions: &Decisions) -> bool {
        let size = self.rules.size();
        for cell in decisions.cells(Value::Excluded) {
            self.drop(size.index(cell));
        }
        let placed = decisions.cells(Value::Placed).map(|cell| size.index(cell)).collect();
        self.follow(placed)
    }

    pub(super) fn is_removed(&self, cell: Cell) -> bool {
        self.states[self.rules.size().index(cell)] == State::Removed
    }

    /// The number of rounds until a piece on the cell leads to a contradiction, including the round that places the
    /// piece; `None` if there is no contradiction.
    pub(super) fn contradiction(&mut self, cell: Cell) -> Option<u32> {
        let mark = self.trail.len();
        let found = self.rounds(vec![self.rules.size().index(cell)]);
        self.take_back(mark);
        found
    }

    /// Removes a candidate and propagates the removal. Returns false if this shows a contradiction.
    pub(super) fn remove(&mut self, cell: Cell) -> bool {
        self.drop(self.rules.size().index(cell));
        self.follow(Vec::new())
    }

    /// Propagates removals, then places `pieces` and all forced pieces. Returns false if this shows a contradiction.
    fn follow(&mut self, mut pieces: Vec<usize>) -> bool {
        let is_consistent = self.settle();
        pieces.append(&mut self.forced());
        is_consistent && self.rounds(pieces).is_none()
    }

    /// Places `pieces` in the first round, and all forced pieces in each further round. Returns the number of the round
    /// that shows a contradiction; `None` if there is none.
    fn rounds(&mut self, mut pieces: Vec<usize>) -> Option<u32> {
        let mut round = 0;
        while !pieces.is_empty() {
            round += 1;
            if !(pieces.into_iter().all(|cell| self.place(cell)) && self.settle()) {
                self.touched.clear();
                return Some(round);
            }
            pieces = self.forced();
        }
        None
    }

    /// Places a piece and removes the cells that it attacks. Returns false if the piece cannot be on the cell.
    fn place(&mut self, cell: usize) -> bool {
        if self.states[cell] != State::Candidate {
            return self.states[cell] == State::Placed;
        }
        self.set(cell, State::Placed);
        let (rules, size) = (self.rules, self.rules.size());
        rules.board_rule(size.cell(cell)).all(|attacked| {
            let attacked = size.index(attacked);
            self.drop(attacked);
            self.states[attacked] == State::Removed
        })
    }

    /// Removes a cell if it is a candidate.
    fn drop(&mut self, cell: usize) {
        if self.states[cell] == State::Candidate {
            self.set(cell, State::Removed);
        }
    }

    /// Sets the new state of a candidate.
    fn set(&mut self, cell: usize, state: State) {
        self.states[cell] = state;
        self.trail.push(cell);
        for &group in &self.groups_of[cell] {
            self.groups[group as usize].bounds.settle(state == State::Placed);
            self.touched.push(group as usize);
        }
    }

    /// Removes the other cells of groups that have all their pieces. Returns false if a group has too many
    /// pieces or too few candidates.
    fn settle(&mut self) -> bool {
        let mut index = 0;
        while let Some(&touched) = self.touched.get(index) {
            index += 1;
            match self.groups[touched].bounds.consequence() {
                Consequence::Conflict => return false,
                Consequence::Excluded => {
                    self.candidates(touched).into_iter().for_each(|cell| self.drop(cell));
                }
                Consequence::Placed | Consequence::None => {}
            }
        }
        true
    }

    /// The candidates of the touched groups that need a piece on each of their candidates. Clears the list of touched
    /// groups.
    fn forced(&mut self) -> Vec<usize> {
        let touched = std::mem::take(&mut self.touched);
        let needs_all =
            |&&group: &&usize| self.groups[group].bounds.consequence() == Consequence::Placed;
        let needing = touched.iter().filter(needs_all);
        needing.flat_map(|&group| self.candidates(group)).collect()
    }

    fn candidates(&self, group: usize) -> Vec<usize> {
        let cells = self.groups[group].cells.iter().copied();
        cells.filter(|&cell| self.states[cell] == State::Candidate).collect()
    }

    fn take_back(&mut self, mark: usize) {
        for cell in self.trail.drain(mark..).rev() {
            let was_placed = self.states[cell] == State::Placed;
            self.states[cell] = State::Candidate;
            for &group in &self.groups_of[cell] {
                self.groups[group as usize].bounds.reopen(was_placed);
            }
        }
    }
}
