//! Checks steps by trying all placements of the pieces.

use std::cell;

use rustc_hash::FxHashSet;

use super::board::{Board, Bounded};
use super::candidates::Candidates;
use super::step::{Refutation, Step};
use super::technique::Technique;
use geometry::{Cell, CellSet};
use problem::{GroupId, OpenBounds, Rule, Value, Weights};

/// True if a step follows from the rules and cells that it names: if one of its cells had the other value, the
/// named groups could not be completed by pieces that do not attack each other. In a contradiction, each step must
/// follow from the steps before it, and the last step must leave the named group too few cells.
///
/// A proof may use settled cells only if they are in the named groups. For [`Technique::LastCell`]
/// and [`Technique::FullGroup`], it uses only the cells that the step names.
///
/// Shares no code with the techniques that find steps. The time grows exponentially with the number of groups.
pub fn follows(board: &Board, before: &Candidates, step: &Step) -> bool {
    is_proved(board, before, step, usize::MAX)
}

/// Like [`follows`], but false if a proof of one cell needs more than `max_tried` positions.
pub(super) fn is_proved(board: &Board, before: &Candidates, step: &Step, max_tried: usize) -> bool {
    let settles_open_cells = step.settles().all(|(cell, _)| before.open.contains(cell));
    let settles_some = step.settles().next().is_some();
    let is_proved = || {
        if let Some(refuted) = &step.refuted {
            return is_refuted(board, before, step, refuted, max_tried);
        }
        let named = Named::new(board, step);
        let known = named.known(before, step);
        step.settles()
            .all(|(cell, value)| !named.can_be_otherwise(&known, (cell, value), max_tried))
    };
    settles_some && settles_open_cells && is_proved()
}

fn is_refuted(
    board: &Board,
    before: &Candidates,
    step: &Step,
    refuted: &Refutation,
    max_tried: usize,
) -> bool {
    let (cell, value) = refuted.assume;
    let is_opposite = step.settles().all(|settled| settled.0 == cell && settled.1 != value);
    let mut candidates = before.clone();
    candidates.settle(board, cell, value);
    for step in &refuted.then {
        if !is_proved(board, &candidates, step, max_tried) {
            return false;
        }
        candidates.apply(board, step);
    }
    let Candidates { placed, open } = &candidates;
    let is_broken = |group: &Bounded| group.left(placed, open).is_conflict();
    let is_named = step.rules.contains(&Rule::Group(refuted.empty));
    let broken = || board.groups().iter().any(|it| it.id == refuted.empty && is_broken(it));
    is_opposite && is_named && broken()
}

/// The rules that a step names: groups with their bounds, the limit of cost, and the cells of board rules.
struct Named<'a> {
    board: &'a Board,
    groups: Vec<Bounded>,
    limit: Option<(&'a Weights, i64)>,
    /// The cells of the board rules; `None` for all cells.
    attacking: Option<Vec<Cell>>,
    /// Number of further positions that may be examined.
    positions: cell::Cell<usize>,
}

impl<'a> Named<'a> {
    fn new(board: &'a Board, step: &Step) -> Self {
        let is_named = |group: GroupId| step.rules.contains(&Rule::Group(group));
        let size = board.rules().size();
        let is_rules = step.technique == Technique::Rules;
        // [`Technique::Rules`] names groups with their stated bounds. Other techniques
        // name groups with the bounds that follow from all rules.
        let groups = if is_rules {
            let stated = board.rules().groups().iter().filter(|group| is_named(group.id()));
            stated.map(|group| Bounded::new(size, group)).collect()
        } else {
            board.groups().iter().filter(|group| is_named(group.id)).cloned().collect()
        };
        Self {
            board,
            groups,
            limit: (board.rules().limit())
                .filter(|&(_, limit)| step.rules.contains(&Rule::MaxCost(limit))),
            attacking: is_rules.then(|| step.rules.iter().filter_map(Rule::cell).collect()),
            positions: cell::Cell::new(0),
        }
    }

    /// The settled cells that a proof of the step may use. All other cells are open.
    fn known(&self, before: &Candidates, step: &Step) -> Candidates {
        if !matches!(step.technique, Technique::LastCell | Technique::FullGroup) {
            return before.clone();
        }
        let mut settled = CellSet::from_cells(before.open.size(), step.cells.iter().copied());
        settled.remove_all(&before.open);
        let placed = &before.placed & &settled;
        let mut open = CellSet::empty(settled.size());
        self.groups.iter().for_each(|group| open.insert_all(&group.cells));
        open.remove_all(&settled);
        let mut known = Candidates { placed: CellSet::empty(settled.size()), open };
        placed.iter().for_each(|cell| self.place(cell, &mut known.placed, &mut known.open));
        known
    }

    /// True if the groups can be completed with the opposite value on a cell, or if more than `max_tried` positions
    /// must be examined to exclude that.
    fn can_be_otherwise(
        &self,
        before: &Candidates,
        (cell, value): (Cell, Value),
        max_tried: usize,
    ) -> bool {
        self.positions.set(max_tried);
        let (mut placed, mut open) = (before.placed.clone(), before.open.clone());
        match value {
            Value::Placed => {
                open.remove(cell);
            }
            Value::Excluded => self.place(cell, &mut placed, &mut open),
        }
        // Cells of no named group need no piece, but for the limit of cost.
        if self.limit.is_none() {
            let mut named = CellSet::empty(open.size());
            self.groups.iter().for_each(|group| named.insert_all(&group.cells));
            open.retain_all(&named);
        }
        self.can_be_completed(&placed, &open, &mut FxHashSet::default())
    }

    fn place(&self, cell: Cell, placed: &mut CellSet, open: &mut CellSet) {
        open.remove(cell);
        placed.insert(cell);
        let attacks = self.board.rules().exclusions();
        for other in open.clone().iter().filter(|&other| attacks.exclude_each_other(cell, other)) {
            let uses = |cells: &Vec<Cell>| cells.contains(&cell) || cells.contains(&other);
            if self.attacking.as_ref().is_none_or(uses) {
                open.remove(other);
            }
        }
    }

    /// True if pieces on open cells can complete the groups, or if no further position may be examined. `failed`
    /// are the positions where this is impossible: the open cells, and the number of pieces in each group.
    fn can_be_completed(
        &self,
        placed: &CellSet,
        open: &CellSet,
        failed: &mut FxHashSet<(CellSet, Vec<usize>)>,
    ) -> bool {
        let Some(positions) = self.positions.get().checked_sub(1) else { return true };
        self.positions.set(positions);
        // The open cells with negative weights, if the placed pieces alone exceed the limit of cost.
        let mut cost_savers = None;
        if let Some((weights, limit)) = self.limit {
            let cheap = open.iter().filter(|&cell| weights.of(cell) < 0);
            let cheap = CellSet::from_cells(open.size(), cheap);
            let cost = weights.cost(placed);
            if cost + weights.cost(&cheap) > limit {
                return false;
            }
            cost_savers = (cost > limit).then_some(cheap);
        }
        let bounds = || self.groups.iter().map(|group| group.left(placed, open));
        if bounds().any(OpenBounds::is_conflict) {
            return false;
        }
        let lacks = bounds().any(|bounds| bounds.min() > 0);
        let cells = if lacks {
            open
        } else if let Some(cheap) = &cost_savers {
            cheap
        } else {
            return true;
        };
        let pieces = self.groups.iter().map(|group| group.cells.overlap(placed)).collect();
        let state = (open.clone(), pieces);
        if self.limit.is_none() && failed.contains(&state) {
            return false;
        }
        // Each open cell in turn holds a piece or stays empty. The order of the cells is fixed, so that the
        // same remaining boards recur.
        if let Some(cell) = cells.iter().next() {
            let (mut more, mut rest) = (placed.clone(), open.clone());
            self.place(cell, &mut more, &mut rest);
            if self.can_be_completed(&more, &rest, failed) {
                return true;
            }
            rest.clone_from(open);
            rest.remove(cell);
            if self.can_be_completed(placed, &rest, failed) {
                return true;
            }
        }
        failed.insert(state);
        false
    }
}
