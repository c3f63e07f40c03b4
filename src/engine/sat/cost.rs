//! A cost limit as clauses. The clauses add up the costs of the pieces bit by bit, and compare the sum with the limit
//! (J. P. Warners, "A linear-time transformation of linear inequalities into conjunctive normal form", Information
//! Processing Letters 68, 1998; N. Eén, N. Sörensson, "Translating pseudo-Boolean constraints into SAT", JSAT 2006).

use std::collections::{BTreeMap, VecDeque};

use rustsat::types::Lit;

use super::backend::ClauseSolver;
use crate::budget::{Answer, Budget};

/// Literals with their costs. At most one of the literals holds.
pub(super) type Alternatives = Vec<(Lit, i64)>;

/// For each bit, the literals that add its power of two to the sum.
type Bits = BTreeMap<usize, Vec<Lit>>;

/// Adds clauses that limit the total cost of all terms to `limit`. They apply if the selector holds. Without a
/// selector, they always apply.
///
/// # Errors
/// When the budget ends first.
pub(super) fn limit(
    clauses: &mut ClauseSolver,
    mut terms: Vec<Alternatives>,
    limit: i64,
    selector: Option<Lit>,
    budget: &Budget,
) -> Answer<()> {
    // From here on, the cost of a term is counted from its minimum: the cost of its cheapest literal, or 0 (no literal
    // holds) if that is lower.
    let least = |term: &Alternatives| term.iter().map(|&(_, cost)| cost).min().unwrap_or(0).min(0);
    let offsets: Vec<i64> = terms.iter().map(least).collect();
    let left = offsets.iter().fold(limit, |left, offset| left.saturating_sub(*offset));
    if left < 0 {
        clauses.add_under(selector, &[]);
        return Ok(());
    }
    let mut total: i64 = 0;
    for (term, offset) in terms.iter_mut().zip(&offsets) {
        for (_, cost) in term.iter_mut() {
            *cost -= offset;
        }
        for &(literal, _) in term.iter().filter(|&&(_, cost)| cost > left) {
            clauses.add_under(selector, &[!literal]);
        }
        term.retain(|&(_, cost)| cost <= left);
        total += term.iter().map(|&(_, cost)| cost).max().unwrap_or(0).max(-offset);
    }
    if total <= left {
        return Ok(());
    }
    let mut bits = Bits::new();
    for (term, offset) in terms.iter().zip(offsets) {
        add_term(clauses, term, -offset, &mut bits);
    }
    let sum = add_up(clauses, bits, budget)?;
    compare(clauses, &sum, left, selector);
    Ok(())
}

/// Adds the bits of an upper bound on the cost of a term to `bits`. `none` is the cost if no literal of the term holds.
fn add_term(clauses: &mut ClauseSolver, term: &Alternatives, none: i64, bits: &mut Bits) {
    let highest = term.iter().map(|&(_, cost)| cost).max().unwrap_or(0).max(none);
    for bit in 0..(i64::BITS - highest.leading_zeros()) as usize {
        let has = |cost: i64| cost >> bit & 1 == 1;
        let with: Vec<Lit> =
            term.iter().filter(|&&(_, cost)| has(cost)).map(|&(literal, _)| literal).collect();
        let literal = match (with.as_slice(), has(none)) {
            ([], false) => continue,
            (&[only], false) => only,
            _ => {
                let literal = clauses.fresh();
                for &with in &with {
                    clauses.add(&[!with, literal]);
                }
                if has(none) {
                    let mut any: Vec<Lit> = term.iter().map(|&(literal, _)| literal).collect();
                    any.push(literal);
                    clauses.add(&any);
                }
                literal
            }
        };
        bits.entry(bit).or_default().push(literal);
    }
}

/// Adds up the numbers given by `bits`. Returns the bits of an upper bound on the sum, except those that are 0.
fn add_up(
    clauses: &mut ClauseSolver,
    mut bits: Bits,
    budget: &Budget,
) -> Answer<BTreeMap<usize, Lit>> {
    let mut sum = BTreeMap::new();
    while let Some((bit, column)) = bits.pop_first() {
        let mut column = VecDeque::from(column);
        while column.len() > 1 {
            clauses.check(0, budget)?;
            let (a, b) = (column.pop_front(), column.pop_front());
            let (Some(a), Some(b), c) = (a, b, column.pop_front()) else { break };
            let (one, carry) = (clauses.fresh(), clauses.fresh());
            if let Some(c) = c {
                for [a, b, c] in [[a, b, c], [b, c, a], [c, a, b]] {
                    clauses.add(&[!a, b, c, one]);
                    clauses.add(&[!a, !b, carry]);
                }
                clauses.add(&[!a, !b, !c, one]);
            } else {
                clauses.add(&[!a, b, one]);
                clauses.add(&[a, !b, one]);
                clauses.add(&[!a, !b, carry]);
            }
            column.push_back(one);
            bits.entry(bit + 1).or_default().push(carry);
        }
        sum.extend(column.pop_front().map(|literal| (bit, literal)));
    }
    Ok(sum)
}

/// Adds clauses that limit a number, given by its bits, to `limit` if the selector holds.
fn compare(
    clauses: &mut ClauseSolver,
    number: &BTreeMap<usize, Lit>,
    limit: i64,
    selector: Option<Lit>,
) {
    let is_set = |bit: usize| bit < i64::BITS as usize && limit >> bit & 1 == 1;
    // A number exceeds the limit if it has a bit that the limit lacks, and all higher bits of the limit.
    for (&bit, &literal) in number.iter().filter(|&(&bit, _)| !is_set(bit)) {
        let higher = (bit + 1..i64::BITS as usize).filter(|&higher| is_set(higher));
        let higher: Option<Vec<Lit>> = higher.map(|bit| number.get(&bit).copied()).collect();
        if let Some(higher) = higher {
            let all: Vec<Lit> = higher.into_iter().chain([literal]).map(|it| !it).collect();
            clauses.add_under(selector, &all);
        }
    }
}
