//! Checks the proof of a step, piece by piece. The unit tests of this member and the tests of the whole program include this
//! file.

use super::{Board, Bounds, Candidates, Cell, Step, Technique, Value, bits, mask};

/// The steps of a path and of its contradictions, each with the position before it.
pub(crate) fn positions<'a>(
    board: &Board,
    start: Candidates,
    steps: &'a [Step],
) -> Vec<(Candidates, &'a Step)> {
    let mut position = start;
    let mut all = Vec::new();
    for step in steps {
        all.push((position.clone(), step));
        if let Some(refuted) = &step.refuted {
            let mut assumed = position.clone();
            assumed.settle(board, refuted.assume.0, refuted.assume.1);
            all.extend(positions(board, assumed, &refuted.then));
        }
        position.apply(board, step);
    }
    all
}

/// The step without one of its groups, without one of the settled cells that it names, or without one of the steps of its
/// contradiction.
pub(crate) fn with_less(step: &Step) -> impl Iterator<Item = Step> {
    let without = |number, leave_out: fn(&mut Step, usize)| {
        (0..number).map(move |index| {
            let mut fewer = step.clone();
            leave_out(&mut fewer, index);
            fewer
        })
    };
    let names_settled = matches!(step.technique, Technique::LastCell | Technique::FullGroup);
    let cells = if names_settled { step.cells.len() } else { 0 };
    let groups = without(step.rules.len(), |step, index| _ = step.rules.remove(index));
    let cells = without(cells, |step, index| _ = step.cells.remove(index));
    let steps = without(step.depth(), |step, index| {
        step.refuted.as_mut().unwrap().then.remove(index);
    });
    groups.chain(cells).chain(steps)
}

/// True if no set of pieces on the cells of the step's groups keeps their bounds and contradicts the step; tries all sets.
/// `None`, without trying, for contradictions, for steps by rules, and for more than twelve cells.
pub(crate) fn follows_by_trying(board: &Board, position: &Candidates, step: &Step) -> Option<bool> {
    if step.refuted.is_some() || step.technique == Technique::Rules {
        return None;
    }
    let named: Vec<(u64, Bounds)> = (board.bounds())
        .filter(|(group, ..)| step.groups().any(|named| named == *group))
        .map(|(_, cells, bounds)| (mask(&cells), bounds))
        .collect();
    let size = position.open().size();
    let cells = named.iter().fold(0, |all, (cells, _)| all | cells);
    let bit = |cell: Cell| 1_u64 << size.index(cell);
    let settled = match step.technique {
        Technique::LastCell | Technique::FullGroup => {
            step.cells.iter().fold(0, |cells, &cell| cells | bit(cell)) & !mask(position.open())
        }
        _ => !mask(position.open()),
    };
    let open = cells & !settled;
    let pieces = cells & settled & mask(position.placed());
    let opposite = |cell: Cell, value| {
        // A piece attacks also where no named group has a cell.
        let (with, without) = if value == Value::Placed { (0, bit(cell)) } else { (bit(cell), 0) };
        (pieces | with, open & !with & !without)
    };
    let fits = |pieces: u64| {
        let attacks = board.rules().exclusions();
        let attacked = |a: usize, b: usize| attacks.exclude_each_other(size.cell(a), size.cell(b));
        let counted =
            named.iter().all(|(cells, bounds)| bounds.contains((cells & pieces).count_ones()));
        counted && bits(pieces).all(|one| bits(pieces).all(|other| !attacked(one, other)))
    };
    if open.count_ones() > 12 {
        return None;
    }
    Some(step.settles().all(|(cell, value)| {
        let (pieces, open) = opposite(cell, value);
        let mut more = open;
        loop {
            if fits(pieces | more) {
                return false;
            }
            if more == 0 {
                return true;
            }
            more = (more - 1) & open;
        }
    }))
}
