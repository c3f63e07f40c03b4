//! Smallest sets of decisions to take back so that a solution exists.

use rustsat::encodings::card::Totalizer;
use rustsat::types::Lit;

use super::backend::SolveOutcome;
use super::encoding::Encoding;
use crate::answers::Retractions;
use crate::budget::{Answer, Budget};
use geometry::Cell;
use problem::Value;

/// Up to `cap` smallest sets of `soft` decisions to take back so that a solution keeps the other decisions and the
/// assumptions. Each set is in the order of `soft`. If taking back decisions cannot help, there is no set.
///
/// The number of disjoint clashes is a lower bound on the size of the sets. From that size on, a totalizer limits the
/// size, and a clause excludes every set found.
pub(super) fn smallest_retractions(
    encoding: &mut Encoding,
    assumed: &[Lit],
    soft: &[(Cell, Value)],
    cap: usize,
    budget: &Budget,
) -> Answer<Retractions> {
    let mut retractions = Retractions::default();
    if encoding.clauses.solve(assumed, None, budget)? == SolveOutcome::Unsatisfiable {
        return Ok(retractions);
    }
    // The decisions that do not follow from the clauses. A decision holds if its literal does. A decision without a
    // literal is ruled out by the clauses.
    let decision = |cell, value| encoding.decision(cell, value).transpose();
    let soft: Vec<(Cell, Option<Lit>)> = (soft.iter())
        .filter_map(|&(cell, value)| Some((cell, decision(cell, value)?.ok())))
        .collect();
    let literals: Vec<Lit> = soft.iter().filter_map(|&(_, literal)| literal).collect();
    let mut size = clashes(encoding, assumed, &literals, budget)?;
    let mut totalizer: Totalizer = literals.iter().map(|&literal| !literal).collect();
    let switch = encoding.clauses.fresh();
    while size <= literals.len() {
        let limit = encoding.clauses.at_most(&mut totalizer, size, budget)?;
        let mut assumptions = [assumed, &limit].concat();
        assumptions.push(switch);
        while encoding.clauses.solve(&assumptions, None, budget)? == SolveOutcome::Satisfiable {
            if retractions.sets.len() == cap {
                retractions.more = true;
                break;
            }
            let mut set = Vec::new();
            let mut another = vec![!switch];
            for &(cell, literal) in &soft {
                if literal.is_none_or(|literal| !encoding.clauses.holds(literal)) {
                    set.push(cell);
                    another.extend(literal);
                }
            }
            retractions.sets.push(set);
            encoding.clauses.add(&another);
        }
        if !retractions.sets.is_empty() {
            break;
        }
        size += 1;
    }
    encoding.clauses.add(&[!switch]);
    Ok(retractions)
}

/// A number of clashes without a common decision: a lower bound on the number of decisions to take back.
fn clashes(
    encoding: &mut Encoding,
    assumed: &[Lit],
    literals: &[Lit],
    budget: &Budget,
) -> Answer<usize> {
    let mut left = literals.to_vec();
    for found in 0.. {
        let assumptions = [assumed, &left].concat();
        if encoding.clauses.solve(&assumptions, None, budget)? == SolveOutcome::Satisfiable {
            return Ok(found);
        }
        let core = encoding.clauses.core();
        left.retain(|literal| !core.contains(literal));
    }
    unreachable!("without decisions there is a solution")
}
