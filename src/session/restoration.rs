//! Smallest sets of decisions to take back so that an impossible wish becomes possible.

use super::explain::explain;
use super::explanation::Wish;
use super::solution_count::SolutionCount;
use engine::{Answer, Budget, Oracle, Progress, Retractions};
use geometry::Cell;
use problem::{Problem, Value};

/// Maximum number of smallest sets that are found and compared by the number of solutions that they leave.
pub(crate) const MAX_COMPARED_SETS: usize = 16;

/// Maximum number of single decisions that are named as alternatives.
const MAX_NAMED_ALTERNATIVES: usize = 3;

/// The smallest sets of decisions to take back so that a wish becomes possible.
#[derive(Clone, Debug, PartialEq)]
pub struct Restoration {
    /// The alternative sets of decisions, at least one, all of the same size. Sorted by [`Restoration::sort`]
    /// unless [`RetractionSet::solutions_left`] has changed since.
    pub sets: Vec<RetractionSet>,
    /// True if there may be more sets of this size.
    pub more: bool,
}

/// One set of decisions to take back.
#[derive(Clone, Debug, PartialEq)]
pub struct RetractionSet {
    /// The cells of the decisions, oldest decision first.
    pub take_back: Vec<Cell>,
    /// The number of solutions after these decisions are taken back and the wished decision is made, if known.
    pub solutions_left: Option<SolutionCount>,
}

impl Restoration {
    /// The first set of decisions.
    ///
    /// # Panics
    /// Never: there is at least one set.
    pub fn best(&self) -> &RetractionSet {
        self.sets.first().expect("there is at least one way")
    }

    /// The first `number` sets, or all sets if there are fewer.
    pub fn first(&self, number: usize) -> &[RetractionSet] {
        &self.sets[..number.min(self.sets.len())]
    }

    /// True if another set may leave more solutions than the first one.
    pub fn one_of_several(&self) -> bool {
        let is_open = |way: &RetractionSet| {
            way.solutions_left.as_ref().and_then(SolutionCount::exact).is_none()
        };
        self.more || self.sets.len() > 1 && self.sets.iter().any(is_open)
    }

    /// The cells of the alternative decisions, if there are exactly 2 or 3 sets of one decision each.
    pub fn alternatives(&self) -> Option<Vec<Cell>> {
        let is_short = !self.more && (2..=MAX_NAMED_ALTERNATIVES).contains(&self.sets.len());
        let one = |way: &RetractionSet| match way.take_back[..] {
            [cell] => Some(cell),
            _ => None,
        };
        if is_short { self.sets.iter().map(one).collect() } else { None }
    }

    /// The number of sets in words, with a `+` if there may be more.
    pub fn number(&self) -> String {
        format!("{}{} ways", self.sets.len(), if self.more { "+" } else { "" })
    }

    /// Sorts the sets, most remaining solutions first, unknown numbers last. Sets with equal numbers are sorted
    /// by their cells in board order.
    pub fn sort(&mut self) {
        let leaves = |one: &RetractionSet, other: &RetractionSet| match (
            &one.solutions_left,
            &other.solutions_left,
        ) {
            (Some(one), Some(other)) => other.compare(one),
            (one, other) => other.is_some().cmp(&one.is_some()),
        };
        let on_board = |way: &RetractionSet| {
            let mut cells = way.take_back.clone();
            cells.sort_unstable();
            cells
        };
        self.sets.sort_by(|one, other| {
            leaves(one, other).then_with(|| on_board(one).cmp(&on_board(other)))
        });
    }

    /// Counts the solutions that each set leaves, until the budget ends, and sorts the sets.
    ///
    /// # Errors
    /// When the budget is cancelled.
    pub fn compare(
        &mut self,
        oracle: &mut dyn Oracle,
        problem: &Problem,
        wish: Wish,
        budget: &Budget,
    ) -> Answer<()> {
        for way in &mut self.sets {
            let position = restored(problem, wish, &way.take_back);
            match oracle.solutions(&position, budget) {
                Ok(leaves) => way.solutions_left = leaves.map(SolutionCount::Exact),
                Err(interrupted) => {
                    interrupted.unless_cancelled(())?;
                    break;
                }
            }
        }
        self.sort();
        Ok(())
    }
}

/// Finds the smallest sets of decisions to take back so that a solution fulfils the wish; without a wish, so
/// that there is a solution. Finds at most 16 sets. Givens are never taken back. `None` if taking back
/// decisions cannot help.
///
/// A smallest set is a cheapest path in the diagram of the rules. If the diagram does not fit the budget, the
/// search tries smallest sets that hit every known clash, until one of them makes the wish possible (R. Reiter,
/// "A theory of diagnosis from first principles", 1987). Each failed set yields another clash.
///
/// # Errors
/// When the budget ends first.
pub fn restore(
    oracle: &mut dyn Oracle,
    problem: &Problem,
    wish: Wish,
    budget: &Budget,
) -> Answer<Option<Restoration>> {
    let wished = |cell: Cell| wish.is_some_and(|(wished, _)| wished == cell);
    let others = problem.decisions().iter().filter(|&(cell, _)| !wished(cell));
    let (mut hard, soft): (Vec<_>, Vec<_>) =
        others.partition(|&(cell, _)| problem.decisions().is_given(cell));
    hard.extend(wish);
    let kept = problem.with_only(hard.iter().copied());
    let retractions = if let Some(retractions) =
        oracle.smallest_retractions(&kept, &soft, MAX_COMPARED_SETS, budget)?
    {
        retractions
    } else {
        // Pieces that attack the wished cell must be taken back in any case.
        let attacks = problem.rules().exclusions();
        let attacker = |&&(cell, value): &&(Cell, Value)| {
            value == Value::Placed
                && matches!(wish, Some((wished, Value::Placed)) if attacks.exclude_each_other(wished, cell))
        };
        let clashes = soft.iter().filter(attacker).map(|&(cell, _)| vec![cell]).collect();
        by_hitting_sets(oracle, problem, &hard, &soft, clashes, budget)?
    };
    if retractions.sets.is_empty() {
        return Ok(None);
    }
    let ways = retractions
        .sets
        .into_iter()
        .map(|take_back| RetractionSet { take_back, solutions_left: None })
        .collect();
    let mut restoration = Restoration { sets: ways, more: retractions.more };
    restoration.sort();
    Ok(Some(restoration))
}

/// The position after taking back the decisions on `take_back` and then making the wished decision.
pub fn restored(problem: &Problem, wish: Wish, take_back: &[Cell]) -> Problem {
    let wished = |cell: Cell| wish.is_some_and(|(wished, _)| wished == cell);
    let decisions = problem.decisions().iter();
    let kept = decisions.filter(|&(cell, _)| !wished(cell) && !take_back.contains(&cell));
    problem.with_only(kept.chain(wish))
}

fn by_hitting_sets(
    oracle: &mut dyn Oracle,
    problem: &Problem,
    hard: &[(Cell, Value)],
    soft: &[(Cell, Value)],
    mut clashes: Vec<Vec<Cell>>,
    budget: &Budget,
) -> Answer<Retractions> {
    loop {
        let mut set = smallest_hitting_set(&clashes, budget)?;
        let kept = soft.iter().filter(|(cell, _)| !set.contains(cell)).chain(hard);
        let kept = problem.with_only(kept.copied());
        if oracle.is_satisfiable(&kept, budget)? {
            set.sort_by_key(|&cell| problem.decisions().position(cell));
            return Ok(Retractions { sets: vec![set], more: true });
        }
        let mut clash = explain(oracle, &kept, None, budget)?.because;
        clash.retain(|cell| soft.iter().any(|(other, _)| other == cell));
        if clash.is_empty() {
            return Ok(Retractions::default());
        }
        clashes.push(clash);
    }
}

/// Returns a smallest set of cells that contains at least one cell of each clash.
///
/// # Errors
/// When the budget ends first.
fn smallest_hitting_set(clashes: &[Vec<Cell>], budget: &Budget) -> Answer<Vec<Cell>> {
    let mut chosen = Vec::new();
    // One cell per clash is enough.
    for size in 0..=clashes.len() {
        if choose_hitting_cells(clashes, &mut chosen, size, budget)? {
            break;
        }
    }
    Ok(chosen)
}

/// Adds at most `left` cells to `chosen`, so that each clash contains a chosen cell; false if that is
/// impossible.
fn choose_hitting_cells(
    clashes: &[Vec<Cell>],
    chosen: &mut Vec<Cell>,
    left: usize,
    budget: &Budget,
) -> Answer<bool> {
    budget.check(Progress::default())?;
    // Clashes that are not hit yet and share no cell need one more cell each.
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
        if choose_hitting_cells(clashes, chosen, left - 1, budget)? {
            return Ok(true);
        }
        chosen.pop();
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Cause;

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
        // Any two of the clashes share a cell, yet one cell does not hit all three.
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
