//! Why a cell cannot be otherwise, or why there is no solution: a minimal set of decisions.

use std::sync::Arc;
use std::time::Duration;

use crate::engine::{Budget, Cause, Interrupted, Oracle};
use crate::geometry::Cell;
use crate::problem::{Decisions, Problem, Value};

/// Decisions that together with the rules rule something out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The cells of the decisions, in the order in which they were made. Empty where the rules alone
    /// decide.
    pub because: Vec<Cell>,
    /// Whether none of them can be left out. `false` only if a budget ended before that was settled.
    pub minimal: bool,
}

/// Why no solution of the rules keeps the decisions and `assumption`, which is known to be so: a
/// minimal set of decisions that clash with it. Without an assumption: why there is no solution.
///
/// Beginning with those that the engine finds by itself to clash, if it can, the method is `QuickXplain` (U. Junker, "QUICKXPLAIN: preferred explanations and relaxations for
/// over-constrained problems", AAAI 2004); decisions made earlier are preferred. Of what a placed piece
/// attacks, that piece alone is the reason.
///
/// # Errors
/// When it is cancelled. A budget that ends makes the explanation less than minimal instead.
pub fn explain(
    oracle: &mut dyn Oracle,
    problem: &Problem,
    assumption: Option<(Cell, Value)>,
    budget: &Budget,
) -> Result<Explanation, Interrupted> {
    let decided = |cell: Cell| assumption.is_some_and(|(assumed, _)| assumed == cell);
    let candidates: Vec<_> =
        problem.decisions().iter().filter(|&(cell, _)| !decided(cell)).collect();
    let mut explainer = Explainer {
        oracle,
        problem,
        budget,
        kept: assumption.into_iter().collect(),
        unsettled: Vec::new(),
    };
    let attacker = match assumption {
        Some((cell, Value::Placed)) => problem.attacker(cell),
        _ => None,
    };
    let mut because: Vec<Cell> = if explainer.clashes()? {
        Vec::new()
    } else if let Some(attacker) = attacker {
        vec![attacker]
    } else {
        let candidates = explainer.clash(candidates)?;
        explainer.minimal_clash(false, &candidates)?.into_iter().map(|(cell, _)| cell).collect()
    };
    because.sort_by_key(|&cell| problem.decisions().position(cell));
    Ok(Explanation { because, minimal: explainer.unsettled.is_empty() })
}

struct Explainer<'a> {
    oracle: &'a mut dyn Oracle,
    problem: &'a Problem,
    budget: &'a Budget,
    /// The decisions that are taken for granted.
    kept: Vec<(Cell, Value)>,
    /// What was kept when it was not settled in time whether that clashes.
    unsettled: Vec<Vec<(Cell, Value)>>,
}

/// How long one question may take. The fewer decisions, the harder it is.
const QUESTION_TIME: Duration = Duration::from_secs(3);

impl Explainer<'_> {
    /// Those of the candidates that the engine finds to clash with what is kept; all if it does not
    /// tell.
    fn clash(
        &mut self,
        mut candidates: Vec<(Cell, Value)>,
    ) -> Result<Vec<(Cell, Value)>, Interrupted> {
        let kept = self.problem_that_keeps();
        match self.oracle.conflict(&kept, &candidates, &self.budget.slice(QUESTION_TIME)) {
            Ok(Some(clash)) => candidates.retain(|(cell, _)| clash.contains(cell)),
            Err(interrupted) if interrupted.cause == Cause::Cancelled => return Err(interrupted),
            Ok(None) | Err(_) => {}
        }
        Ok(candidates)
    }

    /// The rules and what is kept.
    fn problem_that_keeps(&self) -> Problem {
        let decisions: Decisions = self.kept.iter().copied().collect();
        Problem::decided(Arc::clone(self.problem.rules()), decisions)
            .expect("decisions of the problem, and one of its cells")
    }

    /// A minimal part of the candidates that clashes with what is kept. `grown`: has anything been
    /// kept since that was last found to be without a clash?
    fn minimal_clash(
        &mut self,
        grown: bool,
        candidates: &[(Cell, Value)],
    ) -> Result<Vec<(Cell, Value)>, Interrupted> {
        if grown && self.clashes()? {
            return Ok(Vec::new());
        }
        if candidates.len() <= 1 {
            return Ok(candidates.to_vec());
        }
        let (first, second) = candidates.split_at(candidates.len() / 2);
        let from_second = self.keeping(first, |explainer| explainer.minimal_clash(true, second))?;
        let grown = !from_second.is_empty();
        let from_first =
            self.keeping(&from_second, |explainer| explainer.minimal_clash(grown, first))?;
        Ok([from_first, from_second].concat())
    }

    fn keeping<T>(&mut self, decisions: &[(Cell, Value)], then: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.kept.len();
        self.kept.extend_from_slice(decisions);
        let result = then(self);
        self.kept.truncate(before);
        result
    }

    /// Is there no solution that keeps what is kept? Not settled counts as no clash: that can make
    /// the result larger, but not wrong.
    fn clashes(&mut self) -> Result<bool, Interrupted> {
        let harder = |kept: &Vec<_>| self.kept.iter().all(|decision| kept.contains(decision));
        if self.unsettled.iter().any(harder) {
            return Ok(false);
        }
        let problem = self.problem_that_keeps();
        match self.oracle.is_satisfiable(&problem, &self.budget.slice(QUESTION_TIME)) {
            Ok(satisfiable) => Ok(!satisfiable),
            Err(interrupted) if interrupted.cause == Cause::Cancelled => Err(interrupted),
            Err(_) => {
                self.unsettled.push(self.kept.clone());
                Ok(false)
            }
        }
    }
}
