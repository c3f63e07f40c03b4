use crate::geometry::Symmetry;
use crate::problem::{Problem, Value};

/// What the decisions settle at once in the solutions that a symmetry of the problem maps to
/// themselves: as [`settle`], and the same for all cells of an orbit.
pub(super) fn settle_orbits(problem: &Problem, symmetry: Symmetry) -> Option<Vec<Option<bool>>> {
    if symmetry == Symmetry::IDENTITY {
        return settle(problem);
    }
    let rules = problem.rules();
    let size = rules.size();
    // Cells of one orbit that exclude each other are all without a piece.
    let mut problem = problem.clone();
    for cell in rules.grid().standing() {
        if symmetry.orbit(cell, size).any(|other| rules.attacks().exclude(cell, other)) {
            problem = problem.with(cell, Value::Excluded).ok()?;
        }
    }
    let values = settle(&problem)?;
    debug_assert!(
        size.iter().all(|cell| {
            values[size.index(cell)] == values[size.index(symmetry.map(cell, size))]
        }),
        "what follows from the problem is as symmetric as the problem"
    );
    Some(values)
}

/// What the decisions settle at once, by cell in row-major order: `Some(true)` and `Some(false)` in
/// every solution. `None` if they leave none.
///
/// Spreads along the board rule and to groups that are full or need all their cells, until nothing
/// changes. Sound, not complete: what remains open need not be possible.
pub(super) fn settle(problem: &Problem) -> Option<Vec<Option<bool>>> {
    let rules = problem.rules();
    let size = rules.size();
    let mut values = vec![None; size.cells()];
    for cell in rules.grid().holes().iter() {
        values[size.index(cell)] = Some(false);
    }
    let mut pending = Vec::new();
    for (cell, value) in problem.decisions().iter() {
        match value {
            Value::Placed => pending.push(cell),
            Value::Excluded => values[size.index(cell)] = Some(false),
        }
    }
    let groups: Vec<_> = rules.groups().iter().chain(&rules.implied_groups()).cloned().collect();
    loop {
        while let Some(cell) = pending.pop() {
            match values[size.index(cell)] {
                Some(true) => continue,
                Some(false) => return None,
                None => values[size.index(cell)] = Some(true),
            }
            for other in rules.board_rule(cell) {
                match &mut values[size.index(other)] {
                    Some(true) => return None,
                    value => *value = Some(false),
                }
            }
        }
        let mut changed = false;
        for group in &groups {
            let with = |value: Option<bool>| {
                let values = &values;
                group.cells().iter().copied().filter(move |&cell| values[size.index(cell)] == value)
            };
            let (placed, open) = (with(Some(true)).count(), with(None).count());
            let (lower, upper) = (group.bounds().lower as usize, group.bounds().upper);
            let full = upper.is_some_and(|upper| placed == upper as usize);
            if placed + open < lower || upper.is_some_and(|upper| placed > upper as usize) {
                return None;
            }
            if open > 0 && full {
                let rest: Vec<_> = with(None).collect();
                for cell in rest {
                    values[size.index(cell)] = Some(false);
                }
                changed = true;
            } else if open > 0 && placed + open == lower {
                pending.extend(with(None));
                changed = true;
                // What these attack concerns the groups that follow.
                break;
            }
        }
        if !changed {
            return Some(values);
        }
    }
}
