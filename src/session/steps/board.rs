use std::ops::Range;
use std::sync::Arc;

use strum::IntoEnumIterator;

use super::Candidates;
use crate::engine::{Budget, Interrupted, Progress};
use crate::geometry::{Cell, CellSet};
use crate::problem::{Bounds, Family, Problem, Requirement, Rules, Value};

/// The rules as techniques see them: groups with bounds, and which cells attack each other.
#[derive(Clone, Debug)]
pub struct Board {
    rules: Arc<Rules>,
    /// The cells that each cell excludes, by index.
    peers: Arc<[CellSet]>,
    groups: Vec<Bounded>,
    /// The groups of each family. Those of one family have no cell in common.
    families: Vec<Range<usize>>,
}

/// A group with the bounds that follow from all rules.
#[derive(Clone, Debug)]
pub(super) struct Bounded {
    /// As steps name it.
    pub name: String,
    pub cells: CellSet,
    pub lower: usize,
    pub upper: usize,
}

impl Board {
    /// The board of some rules.
    ///
    /// # Errors
    /// When the budget ends first: the attacks are a table of one bit for each pair of cells.
    pub fn new(rules: &Arc<Rules>, budget: &Budget) -> Result<Self, Interrupted> {
        let size = rules.size();
        let dominates = rules.requirements().contains(&Requirement::DOMINATE);
        let tables = 1 + usize::from(dominates);
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

    /// The board of other groups on the same grid with the same piece.
    ///
    /// # Panics
    /// When the grid has another size.
    #[must_use]
    pub fn regrouped(&self, rules: Arc<Rules>) -> Self {
        assert_eq!(rules.size(), self.rules.size(), "a grid of another size");
        Self::grouped(rules, Arc::clone(&self.peers))
    }

    fn grouped(rules: Arc<Rules>, peers: Arc<[CellSet]>) -> Self {
        let (disjoint, overlapping): (Vec<_>, Vec<_>) =
            Family::iter().partition(|family| family.is_disjoint());
        let is_required = |family| rules.requirements().iter().any(|need| need.family == family);
        let mut bounds: Vec<_> = disjoint.iter().map(|&family| bounded(&rules, family)).collect();
        tighten(&mut bounds);
        let mut groups = Vec::new();
        let mut families = Vec::new();
        for (family, own) in disjoint.into_iter().zip(bounds) {
            // That the rows need eight pieces in all says nothing more than the rows do.
            if family == Family::Pieces && !is_required(family) {
                continue;
            }
            let first = groups.len();
            // Where a group may hold any number of pieces, nothing follows from it.
            let is_bounded = |group: &Bounded| group.lower > 0 || group.upper < group.cells.len();
            groups.extend(own.into_iter().filter(is_bounded));
            families.push(first..groups.len());
        }
        for family in overlapping.into_iter().filter(|&family| is_required(family)) {
            groups.extend(bounded(&rules, family));
        }
        Self { rules, peers, groups, families }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// What the decisions leave open.
    #[must_use]
    pub fn candidates(&self, problem: &Problem) -> Candidates {
        let size = self.rules.size();
        let placed = CellSet::from_cells(size, problem.decisions().cells(Value::Placed));
        let mut open = CellSet::from_cells(size, self.rules.grid().standing());
        open.remove_all(&CellSet::from_cells(size, problem.decisions().cells(Value::Excluded)));
        open.remove_all(&placed);
        placed.iter().for_each(|cell| open.remove_all(self.peers(cell)));
        Candidates { placed, open }
    }

    /// True if two of the pieces attack each other.
    pub(super) fn clashes(&self, candidates: &Candidates) -> bool {
        let placed = &candidates.placed;
        placed.iter().any(|cell| self.peers(cell).overlap(placed) > 0)
    }

    /// The names of all groups with the numbers of pieces that they need and have room for.
    pub fn bounds(&self) -> impl Iterator<Item = (&str, CellSet, Bounds)> {
        self.groups.iter().map(|group| {
            let bounds = Bounds { lower: group.lower as u32, upper: Some(group.upper as u32) };
            (group.name.as_str(), group.cells.clone(), bounds)
        })
    }

    /// The cells that a cell excludes.
    pub(super) fn peers(&self, cell: Cell) -> &CellSet {
        &self.peers[self.rules.size().index(cell)]
    }

    pub(super) fn groups(&self) -> &[Bounded] {
        &self.groups
    }

    /// The indices of the groups of each family.
    pub(super) fn families(&self) -> &[Range<usize>] {
        &self.families
    }

    /// The first group that cannot have as many pieces as it needs, or has too many.
    pub(super) fn broken(&self, candidates: &Candidates) -> Option<&Bounded> {
        self.groups.iter().find(|group| {
            let pieces = group.cells.overlap(&candidates.placed);
            let open = group.cells.overlap(&candidates.open);
            pieces > group.upper || pieces + open < group.lower || group.lower > group.upper
        })
    }
}

/// The groups of a family with the bounds that all requirements set on them. A piece with the rook move
/// stands at most once on a line.
fn bounded(rules: &Rules, family: Family) -> Vec<Bounded> {
    let line = matches!(family, Family::Rows | Family::Columns);
    let alone = line && rules.at_most_one_in_line();
    let required = rules.requirements().iter().filter(|requirement| requirement.family == family);
    let (lower, upper) = required.fold((0, u32::MAX), |(lower, upper), requirement| {
        let Bounds { lower: least, upper: most } = requirement.bounds;
        (lower.max(least), most.map_or(upper, |most| upper.min(most)))
    });
    let groups = rules.groups_of(Requirement { family, bounds: Bounds::AT_LEAST_ONE });
    groups
        .into_iter()
        .map(|group| {
            let cells = CellSet::from_cells(rules.size(), group.cells().iter().copied());
            let most = if alone { cells.len().min(1) } else { cells.len() };
            let name = match (family, lower == upper) {
                (Family::Pieces, true) => format!("pieces={lower}"),
                (Family::Pieces, false) => "pieces".to_owned(),
                _ => group.name().to_owned(),
            };
            Bounded { name, lower: lower as usize, upper: most.min(upper as usize), cells }
        })
        .collect()
}

/// Tightens bounds by counting all pieces: the groups of a family share every cell of the board among
/// them, so what the others need is not left for a group, and what they cannot hold it must.
fn tighten(families: &mut [Vec<Bounded>]) {
    let sums = |family: &[Bounded]| -> (usize, usize) {
        (family.iter().map(|it| it.lower).sum(), family.iter().map(|it| it.upper).sum())
    };
    loop {
        let before: Vec<_> = families.iter().map(|family| sums(family)).collect();
        // Without regions there is no such family.
        let sharing = || before.iter().zip(&*families).filter(|(_, family)| !family.is_empty());
        let least = sharing().map(|(sums, _)| sums.0).max().unwrap_or_default();
        let most = sharing().map(|(sums, _)| sums.1).min().unwrap_or_default();
        if least > most {
            return;
        }
        for (family, &(lower, upper)) in families.iter_mut().zip(&before) {
            for group in family {
                let (need, room) = (least + group.upper, most + group.lower);
                group.upper = group.upper.min(room - lower);
                group.lower = group.lower.max(need.saturating_sub(upper));
            }
        }
        if families.iter().map(|family| sums(family)).eq(before) {
            return;
        }
    }
}
