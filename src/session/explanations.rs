//! All minimal explanations why a wish is impossible.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use super::explain::{by_decisions, explain, with_rules};
use super::explanation::{Explanation, Wish};
use super::rule_reasons::RuleReasons;
use engine::{Answer, Budget, Oracle};
use geometry::Cell;
use problem::{Problem, Rules};

/// Maximum total time for adding rules to the explanations by decisions.
const RULES_TIME: Duration = Duration::from_secs(5);

/// Returns up to `max_reasons` minimal explanations why a wish is impossible, fewest decisions first. If rules suffice
/// without decisions, returns the explanations by rules that are found within 15 s, fewest rules first. The
/// caller must know that the wish is impossible.
///
/// The method is the hitting-set tree of R. Reiter ("A theory of diagnosis from first principles", Artificial
/// Intelligence 32, 1987): after one decision of each known explanation is left out, either the wish is
/// possible or there is another explanation.
///
/// # Errors
/// When the budget is cancelled or ends.
///
/// # Panics
/// When the cell of the wish is decided.
pub fn explanations(
    oracle: &mut dyn Oracle,
    problem: &Problem,
    wish: Wish,
    max_reasons: usize,
    budget: &Budget,
) -> Answer<Vec<Explanation>> {
    let mut found: Vec<Explanation> = Vec::new();
    let mut seen: BTreeSet<BTreeSet<Cell>> = BTreeSet::new();
    let mut waiting = VecDeque::from([BTreeSet::new()]);
    while let Some(left_out) = waiting.pop_front() {
        if found.len() >= max_reasons {
            break;
        }
        let known =
            found.iter().find(|one| one.because.iter().all(|cell| !left_out.contains(cell)));
        let because = if let Some(known) = known {
            known.because.clone()
        } else {
            let kept = problem.decisions().iter().filter(|(cell, _)| !left_out.contains(cell));
            let kept = problem.with_only(kept);
            let wished = kept.with_only(kept.decisions().iter().chain(wish));
            if oracle.is_satisfiable(&wished, budget)? {
                continue;
            }
            let explanation = by_decisions(oracle, &kept, wish, budget)?;
            if explanation.because.is_empty() {
                let known = explain(oracle, &kept, wish, budget)?;
                return by_rules(known, problem.rules(), wish, max_reasons, budget);
            }
            found.push(explanation.clone());
            explanation.because
        };
        for cell in because {
            let mut more = left_out.clone();
            more.insert(cell);
            if seen.insert(more.clone()) {
                waiting.push_back(more);
            }
        }
    }
    found.sort_by_key(|explanation| explanation.because.len());
    let soon = budget.slice(RULES_TIME);
    found.into_iter().map(|explanation| with_rules(problem, explanation, wish, &soon)).collect()
}

/// Returns the explanations by rules that are found in time; at least `known`.
fn by_rules(
    known: Explanation,
    rules: &Arc<Rules>,
    wish: Wish,
    max_reasons: usize,
    budget: &Budget,
) -> Answer<Vec<Explanation>> {
    let wished: Vec<_> = wish.into_iter().collect();
    let all = RuleReasons::new(rules, budget)
        .and_then(|mut reasons| reasons.all(&wished, max_reasons, budget))
        .or_else(|interrupted| interrupted.unless_cancelled(Vec::new()))?;
    let all: Vec<Explanation> = all.into_iter().filter(|reason| reason.minimal).collect();
    Ok(if all.is_empty() { vec![known] } else { all })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::auto::Engine;
    use problem::{Rules, Value};

    fn all(size: u16, placed: &[&str], cell: &str) -> Vec<String> {
        let mut problem = Problem::new(Rules::queens(size).unwrap());
        for name in placed {
            problem = problem.with(name.parse().unwrap(), Value::Placed).unwrap();
        }
        let wish = Some((cell.parse().unwrap(), Value::Placed));
        let budget = Budget::default();
        let found = explanations(&mut Engine::new(), &problem, wish, 20, &budget).unwrap();
        assert!(found.iter().all(|one| one.minimal));
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_attacker_is_an_explanation() {
        assert_eq!(all(8, &["a1", "b5"], "a5"), ["because of a1", "because of b5"]);
        assert_eq!(all(8, &["a1", "g2"], "c4"), ["because of a1 and g2"]);
    }

    /// Brute force tries all sets of decisions and keeps those that rule out the cell and are minimal.
    #[test]
    fn the_explanations_are_those_of_brute_force() {
        let placed = ["a1", "b7", "c5", "d8", "e2", "g3"];
        for cell in ["f4", "f6", "h6", "h4"] {
            let mut problem = Problem::new(Rules::queens(8).unwrap());
            for name in placed {
                problem = problem.with(name.parse().unwrap(), Value::Placed).unwrap();
            }
            let wished = problem.clone().with(cell.parse().unwrap(), Value::Placed).unwrap();
            let mut engine = Engine::new();
            let budget = Budget::default();
            if engine.is_satisfiable(&wished, &budget).unwrap() {
                continue;
            }
            let mut is_lost = |mask: u32| {
                let left_out = (0..6).filter(|bit| mask & (1 << bit) == 0);
                let left_out: Vec<Cell> =
                    left_out.map(|bit| placed[bit].parse().unwrap()).collect();
                let kept = wished.decisions().iter().filter(|(cell, _)| !left_out.contains(cell));
                !engine.is_satisfiable(&wished.with_only(kept), &budget).unwrap()
            };
            let minimal = (0..64_u32).filter(|&mask| {
                is_lost(mask)
                    && (0..6).all(|bit| mask & (1 << bit) == 0 || !is_lost(mask & !(1 << bit)))
            });
            assert_eq!(all(8, &placed, cell).len(), minimal.count(), "{cell}");
        }
    }
}
