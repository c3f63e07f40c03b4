//! Checks steps by trying all ways to place the pieces.

use super::board::Board;
use super::candidates::Candidates;
use super::step::{Refutation, Step};
use geometry::{Cell, CellSet};
use problem::{Bounds, Group, GroupId, Rule, Value, Weights};

/// True if a step follows from the rules that it names: if one of its cells has the other value, the named
/// groups cannot be completed by pieces that do not attack each other. In a contradiction, each step must
/// follow from those before, and the last leaves the named group too few cells.
///
/// Shares no code with the search for steps. The time grows exponentially with the number of groups.
#[must_use]
pub fn follows(board: &Board, before: &Candidates, step: &Step) -> bool {
    let settles_open_cells = step.settles().all(|(cell, _)| before.open.contains(cell));
    let settles_some = step.settles().next().is_some();
    let is_proved = || {
        if let Some(refuted) = &step.refuted {
            return is_refuted(board, before, step, refuted);
        }
        let named = Named::new(board, step);
        step.settles().all(|(cell, value)| !named.can_be_otherwise(before, cell, value))
    };
    settles_some && settles_open_cells && is_proved()
}

fn is_refuted(board: &Board, before: &Candidates, step: &Step, refuted: &Refutation) -> bool {
    let (cell, value) = refuted.assume;
    let is_opposite = step.settles().all(|settled| settled.0 == cell && settled.1 != value);
    let mut candidates = before.clone();
    candidates.settle(board, cell, value);
    for step in &refuted.then {
        if !follows(board, &candidates, step) {
            return false;
        }
        candidates.apply(board, step);
    }
    let broken = board.bounds().any(|(group, cells, bounds)| {
        let pieces = cells.overlap(&candidates.placed) as u32;
        let open = cells.overlap(&candidates.open) as u32;
        group == refuted.empty && !(pieces..=pieces + open).any(|number| bounds.hold(number))
    });
    is_opposite && broken
}

/// The rules that a step names: groups with their bounds, the limit of cost, and the cells of board rules.
struct Named<'a> {
    board: &'a Board,
    groups: Vec<(CellSet, usize, usize)>,
    limit: Option<(&'a Weights, i64)>,
    /// The cells of the board rules; `None` for all cells.
    attacking: Option<Vec<Cell>>,
}

impl<'a> Named<'a> {
    fn new(board: &'a Board, step: &Step) -> Self {
        let is_named = |group: GroupId| step.rules.contains(&Rule::Group(group));
        let size = board.rules().size();
        let is_rules = step.technique == super::Technique::Rules;
        // [`Technique::Rules`](super::Technique::Rules) names groups with their stated bounds, other techniques
        // with those that follow from all rules.
        let groups: Vec<(CellSet, Bounds)> = if is_rules {
            let said = board.rules().groups().iter().filter(|group| is_named(group.id()));
            let cells = |group: &Group| CellSet::from_cells(size, group.cells().iter().copied());
            said.map(|group| (cells(group), group.bounds())).collect()
        } else {
            let bounded = board.bounds().filter(|&(group, ..)| is_named(group));
            bounded.map(|(_, cells, bounds)| (cells, bounds)).collect()
        };
        Self {
            board,
            groups: groups
                .into_iter()
                .map(|(cells, bounds)| {
                    let upper = bounds.upper.map_or(usize::MAX, |upper| upper as usize);
                    (cells, bounds.lower as usize, upper)
                })
                .collect(),
            limit: (board.rules().limit())
                .filter(|&(_, limit)| step.rules.contains(&Rule::MaxCost(limit))),
            attacking: is_rules.then(|| step.rules.iter().filter_map(Rule::cell).collect()),
        }
    }

    /// True if the groups can be completed with the opposite value on a cell.
    fn can_be_otherwise(&self, before: &Candidates, cell: Cell, value: Value) -> bool {
        let (mut placed, mut open) = (before.placed.clone(), before.open.clone());
        match value {
            Value::Placed => {
                open.remove(cell);
            }
            Value::Excluded => self.place(cell, &mut placed, &mut open),
        }
        self.can_be_completed(&placed, &open)
    }

    fn place(&self, cell: Cell, placed: &mut CellSet, open: &mut CellSet) {
        open.remove(cell);
        placed.insert(cell);
        let attacks = self.board.rules().exclusions();
        for other in open.clone().iter().filter(|&other| attacks.exclude(cell, other)) {
            let uses = |cells: &Vec<Cell>| cells.contains(&cell) || cells.contains(&other);
            if self.attacking.as_ref().is_none_or(uses) {
                open.remove(other);
            }
        }
    }

    fn can_be_completed(&self, placed: &CellSet, open: &CellSet) -> bool {
        // The open cells that lower the cost, if a piece is needed there to keep the limit.
        let mut dear = None;
        if let Some((weights, limit)) = self.limit {
            let cheap = open.iter().filter(|&cell| weights.of(cell) < 0);
            let cheap = CellSet::from_cells(open.size(), cheap);
            let cost = weights.cost(placed);
            if cost + weights.cost(&cheap) > limit {
                return false;
            }
            dear = (cost > limit).then_some(cheap);
        }
        let mut lacking = None;
        for (cells, lower, upper) in &self.groups {
            let (pieces, left) = (cells.overlap(placed), cells.overlap(open));
            if pieces > *upper || pieces + left < *lower {
                return false;
            }
            if pieces < *lower && lacking.is_none_or(|(fewest, _)| left < fewest) {
                lacking = Some((left, cells));
            }
        }
        let Some(cells) = lacking.map(|(_, cells)| cells).or(dear.as_ref()) else { return true };
        let mut open = open.clone();
        for cell in (cells & &open).iter() {
            let (mut more, mut rest) = (placed.clone(), open.clone());
            self.place(cell, &mut more, &mut rest);
            if self.can_be_completed(&more, &rest) {
                return true;
            }
            open.remove(cell);
        }
        false
    }
}
