use std::ops::Range;
use std::sync::Arc;

use engine::{Answer, Budget, Progress};
use geometry::{Cell, CellSet, Size};
use problem::{Bounds, Group, GroupId, OpenBounds, Requirement, Rules};

/// The rules in the form that techniques use: groups with bounds, and the cells that attack each other.
#[derive(Clone, Debug)]
pub struct Board {
    rules: Arc<Rules>,
    /// For each cell, the cells that a piece on it excludes.
    peers: Arc<[CellSet]>,
    /// Maximum number of cells that a piece excludes.
    most_peers: usize,
    groups: Vec<Bounded>,
    /// For each family whose groups have no cell in common, the index range of its groups.
    families: Vec<Range<usize>>,
}

/// A group with the bounds that follow from all rules.
#[derive(Clone, Debug)]
pub(super) struct Bounded {
    pub id: GroupId,
    pub cells: CellSet,
    /// The bounds on the number of pieces. The upper bound is never missing.
    pub bounds: Bounds,
}

impl Bounded {
    /// The bounds that remain for the open cells of a position.
    #[inline]
    pub(super) fn left(&self, placed: &CellSet, open: &CellSet) -> OpenBounds {
        self.bounds
            .for_open_cells(self.cells.overlap(placed) as u32, self.cells.overlap(open) as u32)
    }

    /// True for a row or a column.
    pub(super) fn is_straight(&self) -> bool {
        matches!(self.id, GroupId::Row(_) | GroupId::Column(_))
    }

    pub(super) fn new(size: Size, group: &Group) -> Self {
        let cells = CellSet::from_cells(size, group.cells().iter().copied());
        let Bounds { lower, upper } = group.bounds();
        let upper = upper.or(Some(cells.len() as u32));
        Self { id: group.id(), cells, bounds: Bounds { lower, upper } }
    }
}

impl Board {
    /// Computes the bounds and attacks of the given rules.
    ///
    /// # Errors
    /// When the budget ends first. The attacks take one bit of memory for each pair of cells.
    pub fn new(rules: &Arc<Rules>, budget: &Budget) -> Answer<Self> {
        let size = rules.size();
        let overlaps = |need: &Requirement| !need.family.properties().partitions_board;
        let tables = 1 + usize::from(rules.requirements().iter().any(overlaps));
        let memory = tables * size.cells() * (size.cells().div_ceil(8) + size_of::<CellSet>());
        budget.check(Progress { memory, ..Progress::default() })?;
        let mut peers = Vec::with_capacity(size.cells());
        for cell in size.iter() {
            if cell.column() == 0 {
                budget.check(Progress { memory, ..Progress::default() })?;
            }
            let stands = !rules.grid().is_hole(cell);
            let attacked = rules.board_rule(cell).filter(|_| stands);
            peers.push(CellSet::from_cells(size, attacked));
        }
        Ok(Self::grouped(Arc::clone(rules), peers.into()))
    }

    /// The board for other groups, on the same grid with the same piece.
    ///
    /// # Panics
    /// When the grid of `rules` has another size.
    pub(crate) fn regrouped(&self, rules: Arc<Rules>) -> Self {
        assert_eq!(rules.size(), self.rules.size(), "a grid of another size");
        Self::grouped(rules, Arc::clone(&self.peers))
    }

    fn grouped(rules: Arc<Rules>, peers: Arc<[CellSet]>) -> Self {
        let bounded = rules.bounded_groups();
        let mut families = Vec::new();
        let mut first = 0;
        for family in bounded.chunk_by(|one, other| one.id().family() == other.id().family()) {
            let range = first..first + family.len();
            first = range.end;
            if family[0].id().family().properties().partitions_board {
                families.push(range);
            }
        }
        let groups = bounded.iter().map(|group| Bounded::new(rules.size(), group)).collect();
        let most_peers = peers.iter().map(CellSet::len).max().unwrap_or_default();
        Self { rules, peers, most_peers, groups, families }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Memory of the attacks and of the groups, in bytes.
    pub(super) fn memory(&self) -> usize {
        let set = self.rules.size().cells().div_ceil(8) + size_of::<Bounded>();
        (self.peers.len() + self.groups.len()) * set
    }

    /// All groups with their cells and the bounds that follow from all rules.
    pub fn bounds(&self) -> impl Iterator<Item = (GroupId, CellSet, Bounds)> {
        self.groups.iter().map(|group| (group.id, group.cells.clone(), group.bounds))
    }

    /// The cells that a piece on a cell excludes.
    pub(super) fn peers(&self, cell: Cell) -> &CellSet {
        &self.peers[self.rules.size().index(cell)]
    }

    /// Maximum number of cells that a piece excludes.
    pub(super) fn most_peers(&self) -> usize {
        self.most_peers
    }

    pub(super) fn groups(&self) -> &[Bounded] {
        &self.groups
    }

    /// For each family whose groups have no cell in common, the index range of its groups.
    pub(super) fn families(&self) -> &[Range<usize>] {
        &self.families
    }
}
