use std::ops::ControlFlow;

use super::board::Board;
use super::candidates::Candidates;
use super::step::Step;
use super::technique::Technique;
use engine::Interrupted;
use geometry::CellSet;
use problem::Rule;

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
pub(super) type DeductionSink<'a> = dyn FnMut(Deduction) -> ControlFlow<()> + 'a;

/// Whether to go on, or that the budget ended.
pub(super) type SearchFlow = Result<ControlFlow<()>, Interrupted>;

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
            rules: self.groups.iter().map(|&group| Rule::Group(board.groups()[group].id)).collect(),
            cells: cells.iter().collect(),
            refuted: None,
        }
    }
}
