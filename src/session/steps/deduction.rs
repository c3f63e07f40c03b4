use super::board::Board;
use super::candidates::Candidates;
use super::step::Step;
use super::technique::Technique;
use geometry::{Cell, CellSet};
use problem::Rule;

/// The result of a technique, before it becomes a [`Step`].
#[derive(Clone, Debug)]
pub(super) struct Deduction {
    pub technique: Technique,
    pub place: CellSet,
    pub exclude: CellSet,
    /// The indices of the groups that prove the deduction. The groups that are compared with other groups come
    /// first.
    pub groups: Vec<usize>,
    /// Number of groups that are compared with the others.
    pub compared: usize,
    /// See [`Step::parts`].
    pub parts: (usize, usize),
}

impl Deduction {
    /// A deduction that excludes cells.
    pub(super) fn excluding(technique: Technique, exclude: CellSet, groups: Vec<usize>) -> Self {
        let place = CellSet::empty(exclude.size());
        Self { technique, place, exclude, groups, compared: 1, parts: (0, 0) }
    }

    /// True if the deduction settles no cell.
    pub(super) fn is_empty(&self) -> bool {
        self.place.is_empty() && self.exclude.is_empty()
    }

    /// The candidates after the deduction.
    pub(super) fn applied(&self, board: &Board, candidates: &Candidates) -> Candidates {
        let mut after = candidates.clone();
        for cell in self.place.iter() {
            after.settle(board, cell, problem::Value::Placed);
        }
        after.open.remove_all(&self.exclude);
        after
    }

    /// Converts the deduction into a step, with the names of the groups and cells that prove it.
    pub(super) fn step(&self, board: &Board, candidates: &Candidates) -> Step {
        let groups = || self.groups.iter().map(|&group| &board.groups()[group]);
        let proof = if self.technique == Technique::LastCell {
            &!&candidates.open - &candidates.placed
        } else if self.technique == Technique::FullGroup {
            candidates.placed.clone()
        } else {
            candidates.open.clone()
        };
        let is_compared =
            |cell: &Cell| groups().take(self.compared).any(|it| it.cells.contains(*cell));
        Step {
            technique: self.technique,
            place: (&self.place & &candidates.open).iter().collect(),
            exclude: (&self.exclude & &candidates.open).iter().collect(),
            rules: groups().map(|group| Rule::Group(group.id)).collect(),
            cells: proof.iter().filter(is_compared).collect(),
            refuted: None,
            compared: self.compared,
            unneeded: Vec::new(),
            parts: self.parts,
            open: 1,
        }
    }
}
