use std::cell::OnceCell;
use std::ops::ControlFlow;

use super::within::Nesting;
use super::{Board, Candidates, Step, Technique};
use engine::{Budget, Interrupted, Phase, Progress};
use geometry::CellSet;

/// What a technique finds, before it is put as a [`Step`].
#[derive(Clone, Debug)]
pub(super) struct Deduction {
    pub technique: Technique,
    pub place: CellSet,
    pub exclude: CellSet,
    /// The groups that prove it, those compared with others first.
    pub groups: Vec<usize>,
}

/// Takes deductions one after the other, until it has enough.
pub(super) type Sink<'a> = dyn FnMut(Deduction) -> ControlFlow<()> + 'a;

/// Whether to go on, or that the budget ended.
pub(super) type Search = Result<ControlFlow<()>, Interrupted>;

impl Deduction {
    /// A deduction that excludes cells.
    pub(super) fn excluding(technique: Technique, exclude: CellSet, groups: Vec<usize>) -> Self {
        Self { technique, place: CellSet::empty(exclude.size()), exclude, groups }
    }

    /// True if it settles no cell.
    pub(super) fn is_empty(&self) -> bool {
        self.place.is_empty() && self.exclude.is_empty()
    }

    /// The same candidates after the deduction.
    pub(super) fn applied(&self, board: &Board, candidates: &Candidates) -> Candidates {
        let mut after = candidates.clone();
        for cell in self.place.iter() {
            after.settle(board, cell, problem::Value::Placed);
        }
        after.open.remove_all(&self.exclude);
        after
    }

    /// The deduction with the names of what proves it.
    pub(super) fn step(&self, board: &Board, candidates: &Candidates) -> Step {
        let of = |set: &CellSet| {
            let mut cells = CellSet::empty(set.size());
            let inner = match self.technique {
                Technique::Groups2 => 2,
                Technique::Groups3 => 3,
                _ => 1,
            };
            for &group in self.groups.iter().take(inner) {
                cells.insert_all(&board.groups()[group].cells);
            }
            cells.retain_all(set);
            cells
        };
        let cells = match self.technique {
            Technique::LastCell => of(&!&candidates.open),
            Technique::FullGroup => of(&candidates.placed),
            _ => of(&candidates.open),
        };
        Step {
            technique: self.technique,
            place: (&self.place & &candidates.open).iter().collect(),
            exclude: (&self.exclude & &candidates.open).iter().collect(),
            groups: self.groups.iter().map(|&group| board.groups()[group].name.clone()).collect(),
            cells: cells.iter().collect(),
            refuted: None,
        }
    }
}

/// A group with cells that are open.
pub(super) struct OpenGroup {
    pub index: usize,
    pub open: CellSet,
    /// The number of open cells.
    pub left: usize,
    /// How many more pieces it needs.
    pub lacks: usize,
    /// How many more pieces it may have.
    pub room: usize,
    /// True if it has changed since an earlier position, so that something new may follow from it.
    pub is_new: bool,
}

/// Finds deductions in one position.
pub(super) struct Finder<'a> {
    pub board: &'a Board,
    pub candidates: &'a Candidates,
    /// Those with the fewest open cells first.
    pub groups: Vec<OpenGroup>,
    /// Those that lie within others, once they are asked for.
    pub nestings: OnceCell<Vec<Nesting>>,
    budget: &'a Budget,
}

impl<'a> Finder<'a> {
    /// Finds all deductions.
    pub(super) fn new(board: &'a Board, candidates: &'a Candidates, budget: &'a Budget) -> Self {
        Self::since(None, board, candidates, budget)
    }

    /// Finds the deductions from groups that have changed since an earlier position. What follows from
    /// other groups followed there, too.
    pub(super) fn since(
        before: Option<&Candidates>,
        board: &'a Board,
        candidates: &'a Candidates,
        budget: &'a Budget,
    ) -> Self {
        let settled = before.map(|before| &before.open - &candidates.open);
        let open_group = |(index, group): (usize, &super::board::Bounded)| {
            let open = &group.cells & &candidates.open;
            let pieces = group.cells.overlap(&candidates.placed);
            let left = open.len();
            (left > 0).then(|| OpenGroup {
                index,
                open,
                left,
                lacks: group.lower.saturating_sub(pieces),
                room: group.upper.saturating_sub(pieces),
                is_new: settled.as_ref().is_none_or(|settled| group.cells.overlap(settled) > 0),
            })
        };
        let mut groups = Vec::with_capacity(board.groups().len());
        groups.extend(board.groups().iter().enumerate().filter_map(open_group));
        groups.sort_by_key(|group| group.left);
        Self { board, candidates, groups, nestings: OnceCell::new(), budget }
    }

    /// Hands over a deduction, unless it settles nothing.
    pub(super) fn offer(found: Deduction, sink: &mut Sink) -> ControlFlow<()> {
        if found.is_empty() { ControlFlow::Continue(()) } else { sink(found) }
    }

    /// Hands over the deductions of one technique until there are enough.
    pub(super) fn find(&self, technique: Technique, sink: &mut Sink) -> Search {
        match technique {
            Technique::LastCell => Ok(self.last_cells(sink)),
            Technique::FullGroup => Ok(self.full_groups(sink)),
            Technique::AttackedByGroup => self.attacked_by_groups(sink),
            Technique::Starving => self.starving(sink),
            Technique::Groups1 => self.within(1, sink),
            Technique::Groups2 => self.within(2, sink),
            Technique::Groups3 => self.within(3, sink),
            Technique::NoTouch => self.no_touch(sink),
            Technique::Halves => self.halves(sink),
            Technique::Contradiction | Technique::Rules => Ok(ControlFlow::Continue(())),
        }
    }

    /// The first deduction of the easiest technique that has one, up to the hardest one allowed.
    pub(super) fn easiest(&self, hardest: Technique) -> Result<Option<Deduction>, Interrupted> {
        let mut found = None;
        for technique in PLAIN.into_iter().take_while(|&technique| technique <= hardest) {
            let flow = self.find(technique, &mut |deduction| {
                found = Some(deduction);
                ControlFlow::Break(())
            })?;
            if flow.is_break() {
                break;
            }
        }
        Ok(found)
    }

    /// The changed groups that need pieces, those with the fewest open cells first.
    pub(super) fn lacking(&self) -> impl Iterator<Item = &OpenGroup> {
        self.groups.iter().filter(|group| group.is_new && group.lacks > 0)
    }

    pub(super) fn check(&self) -> Result<(), Interrupted> {
        self.budget.check(Progress { phase: Phase::Searching, ..Progress::default() })
    }

    /// No cell.
    pub(super) fn none(&self) -> CellSet {
        CellSet::empty(self.candidates.open.size())
    }
}

/// The techniques that need neither an assumption nor an engine, the easiest first.
pub(super) const PLAIN: [Technique; 9] = [
    Technique::LastCell,
    Technique::FullGroup,
    Technique::AttackedByGroup,
    Technique::Starving,
    Technique::Groups1,
    Technique::Groups2,
    Technique::Groups3,
    Technique::NoTouch,
    Technique::Halves,
];
