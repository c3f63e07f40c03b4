//! Progress of rows, columns and regions: their pieces, their open cells, and the groups that are broken.

use crate::look::GroupSatisfaction;
use crate::model::Model;
use app::Setting;
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
    /// The breach in words, with the word for a piece. Names of regions are long, and the text has to fit into a panel of 30
    /// columns with a mark for further breaches.
    pub(crate) fn in_words(&self, piece: &str, names: GroupNames<'_>) -> String {
        match *self {
            Self::TooMany(group @ GroupId::Region(_)) => format!("{}: too many", names(group)),
            Self::TooMany(group) => format!("{}: too many {piece}s", names(group)),
            Self::NoRoom(group) => format!("{}: no room", names(group)),
            Self::Touch(one, other) => format!("{one} attacks {other}"),
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
    pub(crate) fn counter(&self, shows_broken: bool) -> GroupSatisfaction {
        if shows_broken && self.is_broken() {
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
        let rules = model.problem().rules();
        let [ruled_out, broken] = [(); 2].map(|()| CellSet::empty(rules.size()));
        let (breaches, completed) = (Vec::new(), model.app.completed());
        let mut room = Self { ruled_out, completed, breaches, broken };
        if model.app.is_puzzle() && model.app.session.assist() == Assist::Attacks {
            room.ruled_out = model.problem().cells_of_full_groups();
            let is_attacked = |&cell: &Cell| model.shown_state(cell) == Some(CellState::Attacked);
            let attacked = rules.size().iter().filter(is_attacked);
            room.ruled_out.insert_all(&CellSet::from_cells(rules.size(), attacked));
            if model.app.settings.has(Setting::Broken) {
                room.find_breaches(model);
            }
        }
        room
    }

    fn find_breaches(&mut self, model: &Model) {
        let problem = model.problem();
        let mut broken: Vec<Cell> = Vec::new();
        for cell in problem.decisions().cells(Value::Placed) {
            if let Some(by) = problem.attacker(cell) {
                broken.push(cell);
                self.breaches.extend((by < cell).then_some(GroupBreach::Touch(by, cell)));
            }
        }
        for group in problem.rules().bounded_groups() {
            let tally = self.tally(model, group);
            if tally.bounds.upper.is_some_and(|upper| tally.pieces > upper) {
                self.breaches.push(GroupBreach::TooMany(group.id()));
                broken.extend(group.cells().iter().filter(|cell| is_placed(model, **cell)));
            } else if tally.is_broken() {
                self.breaches.push(GroupBreach::NoRoom(group.id()));
                broken.extend(group.cells());
            }
        }
        self.broken = CellSet::from_cells(problem.rules().size(), broken);
    }

    /// Progress of a group.
    pub(crate) fn tally(&self, model: &Model, group: &Group) -> Tally {
        let is_completed = |cell: &&Cell| self.is_completed(**cell);
        let is_open = |cell: &&Cell| {
            let is_free = !self.ruled_out.contains(**cell) && !is_completed(cell);
            is_free && model.problem().decisions().get(**cell).is_none()
        };
        let completed = group.cells().iter().filter(is_completed).count() as u32;
        Tally {
            pieces: piece_count(model, group) + completed,
            open: group.cells().iter().filter(is_open).count() as u32,
            bounds: group.bounds(),
        }
    }

    /// True if the program places a piece on the cell.
    pub(crate) fn is_completed(&self, cell: Cell) -> bool {
        self.completed.contains(cell)
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
    group.cells().iter().filter(|cell| is_placed(model, **cell)).count() as u32
}

fn is_placed(model: &Model, cell: Cell) -> bool {
    model.problem().decisions().get(cell) == Some(Value::Placed)
}
