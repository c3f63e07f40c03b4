//! What to take back so that a cell can be what it cannot be now: a smallest set of decisions.

use std::sync::Arc;

use num_bigint::BigUint;

use super::explanation::explain;
use crate::engine::{Budget, Interrupted, Oracle, Progress, Repairs};
use crate::geometry::Cell;
use crate::problem::{Decisions, Problem, Value};

/// The most smallest sets that are compared by the solutions they leave.
pub const COMPARED: usize = 16;

/// Decisions to take back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restoration {
    /// Their cells, in the order in which they were decided.
    pub take_back: Vec<Cell>,
    /// The solutions that are left once they are taken back and the cell is decided as wished, if
    /// they were counted.
    pub leaves: Option<BigUint>,
    /// Whether there may be others as small that leave more.
    pub one_of_several: bool,
}

/// A smallest set of decisions, givens left alone, whose retraction leaves a solution that keeps `wish`, or one at all
/// without a wish; of several such sets the one that leaves most solutions, among the first
/// [`COMPARED`]. `None` if taking back decisions does not help.
///
/// On the diagram of the rules this is a cheapest path. Where that does not fit the budget, smallest
/// sets that hit every clash found so far are tried until one helps (R. Reiter, "A theory of
/// diagnosis from first principles", 1987): each that does not help has another clash to hit.
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
        // What attacks the wished cell must go in any case.
        let attacks = problem.rules().attacks();
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
            // Without counts, one is as good as another.
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
        budget.check(Progress::default())?;
        let set = smallest_hitting_set(&clashes);
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
fn smallest_hitting_set(clashes: &[Vec<Cell>]) -> Vec<Cell> {
    fn hit(clashes: &[Vec<Cell>], chosen: &mut Vec<Cell>, left: usize) -> bool {
        let Some(missed) =
            clashes.iter().find(|clash| !clash.iter().any(|cell| chosen.contains(cell)))
        else {
            return true;
        };
        left > 0
            && missed.iter().any(|&cell| {
                chosen.push(cell);
                let found = hit(clashes, chosen, left - 1);
                if !found {
                    chosen.pop();
                }
                found
            })
    }
    let mut chosen = Vec::new();
    // One cell of each clash is enough.
    let _ = (0..=clashes.len()).any(|size| hit(clashes, &mut chosen, size));
    chosen
}
