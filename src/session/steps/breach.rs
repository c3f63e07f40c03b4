//! Mistakes in a position that are visible on the board, without search.

use super::board::Board;
use geometry::{Cell, CellSet};
use problem::{GroupId, Problem};

/// A mistake that is visible on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The group with too many pieces or too little room; `None` for two pieces that attack each other.
    pub group: Option<GroupId>,
    /// The cells of the group's pieces, or of the two pieces.
    pub pieces: Vec<Cell>,
    /// True if the group has too few cells left for the pieces that it needs.
    pub lacks_room: bool,
}

impl Board {
    /// Returns the first group with too many pieces. If there is none, returns two pieces that attack each
    /// other. If no pieces attack each other, returns the first group with too little room for its pieces.
    pub fn breach(&self, problem: &Problem) -> Option<Breach> {
        let mut candidates = self.candidates(problem);
        let pieces_in = |cells: &CellSet| (cells & &candidates.placed).iter().collect::<Vec<_>>();
        let in_groups = || self.groups().iter().map(|group| (group, pieces_in(&group.cells)));
        let too_many =
            in_groups().find(|(group, pieces)| Some(pieces.len() as u32) > group.bounds.upper);
        if let Some((group, pieces)) = too_many {
            let group = Some(group.id);
            return Some(Breach { group, pieces, lacks_room: false });
        }
        for cell in candidates.placed.iter() {
            let attacked = (self.peers(cell) & &candidates.placed).iter().next();
            if let Some(other) = attacked {
                return Some(Breach { group: None, pieces: vec![cell, other], lacks_room: false });
            }
        }
        let full: Vec<_> = in_groups()
            .filter(|(group, pieces)| Some(pieces.len() as u32) == group.bounds.upper)
            .map(|(group, _)| &group.cells)
            .collect();
        for cells in full {
            candidates.open.remove_all(cells);
        }
        let starved = self.broken(&candidates)?;
        let pieces = (&starved.cells & &candidates.placed).iter().collect();
        Some(Breach { group: Some(starved.id), pieces, lacks_room: true })
    }
}
