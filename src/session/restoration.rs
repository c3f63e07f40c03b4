//! What to take back so that an impossible wish becomes possible: a smallest set of decisions.

use std::sync::Arc;

use num_bigint::BigUint;

use super::explanation::explain;
use crate::engine::{Budget, Interrupted, Oracle, Progress, Repairs};
use crate::geometry::Cell;
use crate::problem::{Decisions, Problem, Value};

/// How many of the smallest sets are compared by the solutions they leave.
pub const COMPARED: usize = 16;

/// Decisions to take back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restoration {
    /// Their cells, oldest decision first.
    pub take_back: Vec<Cell>,
    /// The number of solutions once they are taken back and the wish is decided, if it was counted.
    pub leaves: Option<BigUint>,
    /// True if other sets of the same size may leave more solutions.
    pub one_of_several: bool,
}

/// A smallest set of decisions, givens excepted, to take back so that a solution keeps `wish`; without a
/// wish, so that there is a solution. Of the first [`COMPARED`] such sets, the one that leaves most
/// solutions. `None` if taking back decisions cannot help.
///
/// On the diagram of the rules this is a cheapest path. Where that does not fit the budget, smallest sets
/// that hit every clash found so far are tried until one helps (R. Reiter, "A theory of diagnosis from
/// first principles", 1987): each that does not help shows another clash.
///
/// # Errors
/// When the budget ends first.
pub fn restore(
    oracle: &mut dyn Oracle,
    problem: &Problem,
    wish: Option<(Cell, Value)>,
    budget: &Budget,
) -> Result<Option<Restoration>, Interrupted> {
    let wished = |cell: Cell| wish.is_some_and(|(wished, _)| wished == cell);
    let others = problem.decisions().iter().filter(|&(cell, _)| !wished(cell));
    let (mut hard, soft): (Vec<_>, Vec<_>) =
        others.partition(|&(cell, _)| problem.decisions().is_given(cell));
    hard.extend(wish);
    let kept = with(problem, hard.iter().copied());
    let repairs = if let Some(repairs) = oracle.smallest_repairs(&kept, &soft, COMPARED, budget)? {
        repairs
    } else {
        // Pieces that attack the wished cell must be taken back in any case.
        let attacks = problem.rules().exclusions();
        let attacker = |&&(cell, value): &&(Cell, Value)| {
            value == Value::Placed
                && matches!(wish, Some((wished, Value::Placed)) if attacks.exclude(wished, cell))
        };
        let clashes = soft.iter().filter(attacker).map(|&(cell, _)| vec![cell]).collect();
        by_hitting_sets(oracle, problem, &hard, &soft, clashes, budget)?
    };
    let several = repairs.more || repairs.sets.len() > 1;
    let mut best: Option<Restoration> = None;
    for set in repairs.sets {
        let kept = soft.iter().filter(|(cell, _)| !set.contains(cell)).chain(&hard).copied();
        let leaves = oracle.solutions(&with(problem, kept), budget)?;
        if best.as_ref().is_none_or(|best| best.leaves < leaves) {
            // Without counts the sets cannot be compared.
            let one_of_several = if leaves.is_some() { repairs.more } else { several };
            best = Some(Restoration { take_back: set, leaves, one_of_several });
        }
    }
    Ok(best)
}

/// The problem's rules with other decisions.
fn with(problem: &Problem, decisions: impl IntoIterator<Item = (Cell, Value)>) -> Problem {
    let decisions: Decisions = decisions.into_iter().collect();
    Problem::decided(Arc::clone(problem.rules()), decisions).expect("cells of the problem")
}

fn by_hitting_sets(
    oracle: &mut dyn Oracle,
    problem: &Problem,
    hard: &[(Cell, Value)],
    soft: &[(Cell, Value)],
    mut clashes: Vec<Vec<Cell>>,
    budget: &Budget,
) -> Result<Repairs, Interrupted> {
    loop {
        let set = smallest_hitting_set(&clashes, budget)?;
        let kept = soft.iter().filter(|(cell, _)| !set.contains(cell)).chain(hard).copied();
        let kept = with(problem, kept);
        if oracle.is_satisfiable(&kept, budget)? {
            let mut set = set;
            set.sort_by_key(|&cell| problem.decisions().position(cell));
            return Ok(Repairs { sets: vec![set], more: true });
        }
        let mut clash = explain(oracle, &kept, None, budget)?.because;
        clash.retain(|cell| soft.iter().any(|(other, _)| other == cell));
        if clash.is_empty() {
            return Ok(Repairs::default());
        }
        clashes.push(clash);
    }
}

/// A smallest set that has a cell of each clash.
///
/// # Errors
/// When the budget ends first.
fn smallest_hitting_set(clashes: &[Vec<Cell>], budget: &Budget) -> Result<Vec<Cell>, Interrupted> {
    let mut chosen = Vec::new();
    // One cell of each clash is enough.
    for size in 0..=clashes.len() {
        if hit(clashes, &mut chosen, size, budget)? {
            break;
        }
    }
    Ok(chosen)
}

/// Adds at most `size` cells to those chosen, so that each clash has one of them; false if that is
/// impossible.
fn hit(
    clashes: &[Vec<Cell>],
    chosen: &mut Vec<Cell>,
    left: usize,
    budget: &Budget,
) -> Result<bool, Interrupted> {
    budget.check(Progress::default())?;
    // Clashes without a common cell need one each.
    let mut apart: Vec<&Vec<Cell>> = Vec::new();
    for clash in clashes {
        let common = |cell| chosen.contains(cell) || apart.iter().any(|other| other.contains(cell));
        if !clash.iter().any(common) {
            apart.push(clash);
        }
    }
    let Some(missed) = apart.first() else {
        return Ok(true);
    };
    if apart.len() > left {
        return Ok(false);
    }
    for &cell in *missed {
        chosen.push(cell);
        if hit(clashes, chosen, left - 1, budget)? {
            return Ok(true);
        }
        chosen.pop();
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Cause;

    fn clashes(names: &[&[&str]]) -> Vec<Vec<Cell>> {
        let cell = |name: &&str| name.parse().unwrap();
        names.iter().map(|clash| clash.iter().map(cell).collect()).collect()
    }

    #[test]
    fn a_smallest_set_hits_all_clashes() {
        let hit = |names: &[&[&str]]| {
            smallest_hitting_set(&clashes(names), &Budget::default()).unwrap().len()
        };
        assert_eq!(hit(&[]), 0);
        assert_eq!(hit(&[&["a1", "b1"], &["b1", "c1"]]), 1);
        assert_eq!(hit(&[&["a1", "b1"], &["c1", "d1"]]), 2);
        // No two are apart, yet one cell is not enough.
        assert_eq!(hit(&[&["a1", "b1"], &["b1", "c1"], &["a1", "c1"]]), 2);
    }

    #[test]
    fn clashes_without_a_common_cell_are_not_hit_in_all_ways() {
        let pairs: Vec<_> =
            (0..60).map(|row| [0, 1].map(|column| Cell::new(row, column)).to_vec()).collect();
        let hit = smallest_hitting_set(&pairs, &Budget::default()).unwrap();
        assert_eq!(hit.len(), pairs.len());
    }

    #[test]
    fn the_budget_ends_it() {
        let budget = Budget::default();
        budget.cancel();
        let ended = smallest_hitting_set(&clashes(&[&["a1"]]), &budget).unwrap_err();
        assert_eq!(ended.cause, Cause::Cancelled);
    }
}
