//! Progress of rows, columns and regions: their pieces, their open cells, and the groups that are broken.

use crate::input::Setting;
use crate::look::GroupSatisfaction;
use crate::model::Model;
use geometry::{Cell, CellSet};
use problem::{Assist, Bounds, Group, GroupId, Value};
use session::{CellState, GroupNames};

/// The progress and the breaches of all groups.
#[derive(Clone, Debug)]
pub(crate) struct GroupProgress {
    /// Cells that placed pieces exclude: attacked cells, and cells of full groups. Empty unless the assist shows
    /// attacks only.
    ruled_out: CellSet,
    /// The pieces that the program places.
    completed: CellSet,
    breaches: Vec<GroupBreach>,
    /// Cells of groups that have too many pieces or too little room.
    broken: CellSet,
}

/// Why the position cannot be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GroupBreach {
    TooMany(GroupId),
    NoRoom(GroupId),
    Touch(Cell, Cell),
}

impl GroupBreach {
    pub(crate) fn in_words(&self, names: GroupNames<'_>) -> String {
        match *self {
            Self::TooMany(group) => format!("{}: too many pieces", names(group)),
            Self::NoRoom(group) => format!("{}: no room left", names(group)),
            Self::Touch(one, other) => format!("{one} and {other} attack each other"),
        }
    }
}

/// Progress of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    pub pieces: u32,
    /// Number of open cells.
    pub open: u32,
    pub bounds: Bounds,
}

impl Tally {
    fn is_broken(&self) -> bool {
        self.bounds.for_open_cells(self.pieces, self.open).is_conflict()
    }

    /// The state of the group's counter.
    pub(crate) fn counter(&self, tells_broken: bool) -> GroupSatisfaction {
        if tells_broken && self.is_broken() {
            GroupSatisfaction::Broken
        } else if self.bounds.contains(self.pieces) {
            GroupSatisfaction::Satisfied
        } else if (1..self.bounds.lower).contains(&self.pieces) {
            GroupSatisfaction::Begun
        } else {
            GroupSatisfaction::Open
        }
    }
}

impl GroupProgress {
    pub(crate) fn of(model: &Model) -> Self {
        let problem = model.problem();
        let rules = problem.rules();
        let empty = || CellSet::empty(rules.size());
        let (breaches, completed) = (Vec::new(), model.completed());
        let mut room = Self { ruled_out: empty(), completed, breaches, broken: empty() };
        if !model.is_puzzle() || model.app.session.assist() != Assist::Attacks {
            return room;
        }
        let is_attacked = |&cell: &Cell| model.shown_state(cell) == Some(CellState::Attacked);
        let attacked: Vec<Cell> = rules.size().iter().filter(is_attacked).collect();
        // All rules together may bound a group more tightly than its own rule.
        let full = rules.bounded_groups().iter().filter(|group| {
            let pieces = piece_count(model, group);
            group.bounds().upper.is_some_and(|upper| pieces >= upper)
        });
        let undecided = |cell: &Cell| problem.decisions().get(*cell).is_none();
        let full: Vec<Cell> = full.flat_map(Group::cells).copied().filter(undecided).collect();
        room.ruled_out = CellSet::from_cells(rules.size(), attacked.into_iter().chain(full));
        if model.app.settings.has(Setting::Broken) {
            room.find_breaches(model);
        }
        room
    }

    fn find_breaches(&mut self, model: &Model) {
        let problem = model.problem();
        let mut broken: Vec<Cell> = Vec::new();
        for cell in problem.decisions().cells(Value::Placed) {
            if let Some(by) = problem.attacker(cell) {
                broken.push(cell);
                if by < cell {
                    self.breaches.push(GroupBreach::Touch(by, cell));
                }
            }
        }
        for group in problem.rules().bounded_groups() {
            let tally = self.tally(model, group);
            if tally.bounds.upper.is_some_and(|upper| tally.pieces > upper) {
                self.breaches.push(GroupBreach::TooMany(group.id()));
                let has_piece = |cell: &Cell| problem.decisions().get(*cell) == Some(Value::Placed);
                broken.extend(group.cells().iter().copied().filter(has_piece));
            } else if tally.is_broken() {
                self.breaches.push(GroupBreach::NoRoom(group.id()));
                broken.extend(group.cells());
            }
        }
        self.broken = CellSet::from_cells(problem.rules().size(), broken);
    }

    /// Progress of a group.
    pub(crate) fn tally(&self, model: &Model, group: &Group) -> Tally {
        let is_completed = |cell: &&Cell| self.completed.contains(**cell);
        let is_open = |cell: &&Cell| {
            model.problem().decisions().get(**cell).is_none()
                && !self.ruled_out.contains(**cell)
                && !is_completed(cell)
        };
        let completed = group.cells().iter().filter(is_completed).count() as u32;
        Tally {
            pieces: piece_count(model, group) + completed,
            open: group.cells().iter().filter(is_open).count() as u32,
            bounds: group.bounds(),
        }
    }

    /// True if placed pieces rule the cell out.
    pub(crate) fn rules_out(&self, cell: Cell) -> bool {
        self.ruled_out.contains(cell)
    }

    /// True if the cell belongs to a group whose rule is broken.
    pub(crate) fn is_broken(&self, cell: Cell) -> bool {
        self.broken.contains(cell)
    }

    /// The breaches of the position; empty if the settings hide them.
    pub(crate) fn breaches(&self) -> &[GroupBreach] {
        &self.breaches
    }
}

/// The number of placed pieces in a group.
pub(crate) fn piece_count(model: &Model, group: &Group) -> u32 {
    let decisions = model.problem().decisions();
    let is_placed = |cell: &&Cell| decisions.get(**cell) == Some(Value::Placed);
    group.cells().iter().filter(is_placed).count() as u32
}
