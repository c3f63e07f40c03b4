//! Explains why a cell is impossible or forced, or why there is no solution, by a minimal set of decisions. If
//! rules suffice without decisions, explains it by a minimal set of rules.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use itertools::Itertools;

use super::explanation::{Explanation, Wish};
use super::rule_reasons::RuleReasons;
use engine::{Answer, Budget, Oracle};
use geometry::{Cell, CellSet};
use problem::{Problem, Rule, Rules, Value};

/// Returns a minimal set of decisions that clash with `assumption`: no solution agrees with these decisions and
/// the assumption. Without an assumption, returns a minimal set of decisions that leaves no solution. If rules
/// suffice without decisions, returns a minimal set of rules instead. The caller must know that there is a
/// clash.
///
/// The method is `QuickXplain` (U. Junker, "QUICKXPLAIN: preferred explanations and relaxations for
/// over-constrained problems", AAAI 2004). The search starts from a conflict found by the engine, if there is
/// one, and prefers older decisions. An attacked cell is explained by one piece that attacks it.
///
/// Each question to the oracle gets a quarter of the remaining time, so that time is left after a hard
/// question. A budget without a time limit is limited to two minutes.
///
/// # Errors
/// When the budget is cancelled. If the time ends instead, the explanation may not be minimal.
pub fn explain(
    oracle: &mut dyn Oracle,
    problem: &Problem,
    assumption: Option<(Cell, Value)>,
    budget: &Budget,
) -> Answer<Explanation> {
    let budget = &with_limit(budget);
    let explanation = by_decisions(oracle, problem, assumption, budget)?;
    if explanation.because.is_empty() {
        return by_rules(problem.rules(), assumption, budget);
    }
    let soon = budget.slice(budget.attempt_time(RULES_TIMEOUT));
    with_rules(problem, explanation, assumption, &soon)
}

/// The budget, limited to [`DEFAULT_TIMEOUT`] if it has no time limit.
fn with_limit(budget: &Budget) -> Budget {
    budget.time_left().map_or_else(|| budget.slice(DEFAULT_TIMEOUT), |_| budget.clone())
}

/// Finds an explanation by decisions, without rules.
pub(super) fn by_decisions(
    oracle: &mut dyn Oracle,
    problem: &Problem,
    assumption: Wish,
    budget: &Budget,
) -> Answer<Explanation> {
    let decided = |cell: Cell| assumption.is_some_and(|(assumed, _)| assumed == cell);
    let candidates = problem.decisions().iter().filter(|&(cell, _)| !decided(cell)).collect();
    let mut explainer = Explainer {
        oracle,
        problem,
        budget: with_limit(budget),
        kept: assumption.into_iter().collect(),
        unanswered_sets: VecDeque::new(),
        all_answered: true,
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
        let candidates = explainer.reduce_to_conflict(candidates)?;
        explainer.minimal_clash(false, &candidates)?.into_iter().map(|(cell, _)| cell).collect()
    };
    because.sort_by_key(|&cell| problem.decisions().position(cell));
    Ok(Explanation { because, rules: Vec::new(), minimal: explainer.all_answered })
}

/// Finds rules that rule out a wish without decisions. Returns all rules if the budget ends first.
fn by_rules(rules: &Arc<Rules>, wish: Wish, budget: &Budget) -> Answer<Explanation> {
    let wished: Vec<_> = wish.into_iter().collect();
    let found =
        RuleReasons::new(rules, budget).and_then(|mut reasons| reasons.find(&wished, &[], budget));
    let every = || Explanation { because: Vec::new(), rules: rules.rule_list(), minimal: false };
    let found = found.or_else(|interrupted| interrupted.unless_cancelled(None))?;
    Ok(found.unwrap_or_else(every))
}

/// Adds to an explanation the rules that, together with its decisions and the attacks of their pieces, rule out
/// the wish. Adds no rules if more than [`MAX_NAMED_RULES`] rules are needed, or if they are not found before `soon`
/// ends.
pub(super) fn with_rules(
    problem: &Problem,
    explanation: Explanation,
    wish: Wish,
    soon: &Budget,
) -> Answer<Explanation> {
    let (rules, decisions) = (problem.rules(), problem.decisions());
    let decided = explanation.because.iter().filter_map(|&cell| Some((cell, decisions.get(cell)?)));
    let kept: Vec<_> = decided.chain(wish).collect();
    let pieces: Vec<Cell> =
        kept.iter().filter(|(_, value)| *value == Value::Placed).map(|&(cell, _)| cell).collect();
    // If two of the pieces attack each other, this attack alone is the reason.
    let clash = |(a, b): (&Cell, &Cell)| rules.exclusions().exclude_each_other(*a, *b);
    let pairs = rules.grid().standing_cells().count() * rules.exclusions().offsets().len();
    if pairs > MAX_EXCLUSION_PAIRS || pieces.iter().tuple_combinations().any(clash) {
        return Ok(explanation);
    }
    let attacks: Vec<_> = pieces.into_iter().map(Rule::Board).collect();
    let found = RuleReasons::new(rules, soon)
        .and_then(|mut reasons| reasons.find(&kept, &attacks, soon))
        .or_else(|interrupted| interrupted.unless_cancelled(None))?;
    let found = found.filter(|reason| reason.minimal && reason.rules.len() <= MAX_NAMED_RULES);
    let rules = found.map(|reason| reason.rules).unwrap_or_default();
    Ok(Explanation { rules, ..explanation })
}

/// Maximum time for finding the rules of an explanation that has decisions.
const RULES_TIMEOUT: Duration = Duration::from_secs(2);

/// Maximum number of rules named in addition to decisions. A longer list would not be clearer.
const MAX_NAMED_RULES: usize = 8;

/// Maximum number of ordered pairs of cells that exclude each other on boards whose explanations name rules, not only
/// decisions. 35 queens have this number.
const MAX_EXCLUSION_PAIRS: usize = 350_000;

/// Time limit for an explanation if the budget has none. An explanation that is not minimal yet is still
/// useful.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(120);

/// Maximum length of [`Explainer::unanswered_sets`].
const MAX_UNANSWERED_SETS: usize = 64;

struct Explainer<'a> {
    oracle: &'a mut dyn Oracle,
    problem: &'a Problem,
    budget: Budget,
    /// The decisions that the present question is about.
    kept: Vec<(Cell, Value)>,
    /// The decided cells of each question that was not answered in time, latest first.
    unanswered_sets: VecDeque<CellSet>,
    /// True if every question so far was answered in time.
    all_answered: bool,
}

impl Explainer<'_> {
    /// Reduces the candidates to a conflict found by the engine. Returns all candidates if the engine finds
    /// none.
    fn reduce_to_conflict(
        &mut self,
        mut candidates: Vec<(Cell, Value)>,
    ) -> Answer<Vec<(Cell, Value)>> {
        let kept = self.problem.with_only(self.kept.iter().copied());
        let conflict = self.oracle.conflict(&kept, &candidates, &self.question_budget());
        let conflict = conflict.or_else(|interrupted| interrupted.unless_cancelled(None))?;
        if let Some(conflict) = conflict {
            let conflict = CellSet::from_cells(self.problem.rules().size(), conflict);
            candidates.retain(|&(cell, _)| conflict.contains(cell));
        }
        Ok(candidates)
    }

    /// The budget for one question to the oracle.
    fn question_budget(&self) -> Budget {
        self.budget.time_share(4, DEFAULT_TIMEOUT)
    }

    fn is_over(&self) -> bool {
        self.budget.time_left().is_some_and(|left| left.is_zero())
    }

    /// Returns a minimal subset of the candidates that clashes with the kept decisions. `grown` is true if
    /// decisions were added to `kept` since the last check that `kept` alone does not clash.
    fn minimal_clash(
        &mut self,
        grown: bool,
        candidates: &[(Cell, Value)],
    ) -> Answer<Vec<(Cell, Value)>> {
        if grown && self.clashes()? {
            return Ok(Vec::new());
        }
        if candidates.len() <= 1 {
            return Ok(candidates.to_vec());
        }
        if self.is_over() {
            self.all_answered = false;
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

    /// True if no solution agrees with the kept decisions. A question not answered in time counts as no clash.
    /// This can make the explanation larger, but not wrong.
    fn clashes(&mut self) -> Answer<bool> {
        // A question about a subset of these decisions would be even harder than the unsettled question.
        let cells = self.kept.iter().map(|&(cell, _)| cell);
        let kept = CellSet::from_cells(self.problem.rules().size(), cells);
        if self.is_over() || self.unanswered_sets.iter().any(|easier| (&kept - easier).is_empty()) {
            self.all_answered = false;
            return Ok(false);
        }
        let problem = self.problem.with_only(self.kept.iter().copied());
        match self.oracle.is_satisfiable(&problem, &self.question_budget()) {
            Ok(satisfiable) => Ok(!satisfiable),
            Err(interrupted) => {
                self.all_answered = false;
                self.unanswered_sets.truncate(MAX_UNANSWERED_SETS - 1);
                self.unanswered_sets.push_front(kept);
                interrupted.unless_cancelled(false)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::Reason;
    use engine::Interrupted;
    use engine::{Progress, Retractions};
    use problem::Rules;

    /// An oracle that always runs out of time and records the time limits that it was given.
    #[derive(Default)]
    struct Hopeless {
        given: Vec<Option<Duration>>,
    }

    impl Hopeless {
        fn ask(&mut self, budget: &Budget) -> Interrupted {
            self.given.push(budget.time_left());
            Interrupted { cause: engine::Cause::Time(Duration::ZERO), reached: Progress::default() }
        }
    }

    impl Oracle for Hopeless {
        fn is_satisfiable(&mut self, _: &Problem, budget: &Budget) -> Result<bool, Interrupted> {
            Err(self.ask(budget))
        }

        fn solutions(&mut self, _: &Problem, _: &Budget) -> Result<Option<BigUint>, Interrupted> {
            Ok(None)
        }

        fn smallest_retractions(
            &mut self,
            _: &Problem,
            _: &[(Cell, Value)],
            _: usize,
            budget: &Budget,
        ) -> Result<Option<Retractions>, Interrupted> {
            Err(self.ask(budget))
        }
    }

    /// The time limits of the questions asked to explain `decisions` decisions, all of which must be named.
    fn given(decisions: usize, budget: &Budget) -> Vec<Option<Duration>> {
        let rules = Arc::new(Rules::queens(60).unwrap());
        let cells = rules.size().iter().take(decisions);
        let excluded = cells.map(|cell| (cell, Value::Excluded)).collect();
        let problem = Problem::with_decisions(rules, excluded).unwrap();
        let mut oracle = Hopeless::default();
        let explanation = explain(&mut oracle, &problem, None, budget).unwrap();
        assert_eq!((explanation.because.len(), explanation.minimal), (decisions, false));
        oracle.given
    }

    #[test]
    fn when_all_time_is_over_nothing_more_is_asked() {
        let over = Budget::default().with_timeout(Duration::ZERO);
        assert_eq!(given(3000, &over), []);
    }

    #[test]
    fn a_question_without_an_end_leaves_time_for_others() {
        let hour = Duration::from_secs(3600);
        for (budget, whole) in
            [(Budget::default().with_timeout(hour), hour), (Budget::default(), DEFAULT_TIMEOUT)]
        {
            let given = given(20, &budget);
            assert!(given.len() > 1);
            assert!(given.iter().all(|given| given.is_some_and(|given| given <= whole / 4)));
        }
    }

    #[test]
    fn who_waits_for_a_reason_does_not_wait_for_long() {
        let problem = Problem::new(Rules::queens(8).unwrap())
            .with("a1".parse().unwrap(), Value::Placed)
            .unwrap();
        let mut oracle = Hopeless::default();
        let reason =
            Reason::find_for_board(&mut oracle, &problem, None, &Budget::default()).unwrap();
        assert!(reason.interrupted.is_some());
        let longest = oracle.given.into_iter().max().unwrap();
        assert!(longest.is_some_and(|longest| longest <= Duration::from_secs(20)));
    }

    /// Two pieces in one row leave too few pieces for the other rows.
    #[test]
    fn rules_are_named_only_if_they_are_few() {
        for (rows, named) in [(2, 2), (MAX_NAMED_RULES, MAX_NAMED_RULES), (MAX_NAMED_RULES + 1, 0)]
        {
            let grid = geometry::Grid::new(format!("{rows}x2").parse().unwrap());
            let needs = ["rows".to_owned(), format!("pieces={rows}")].map(|it| it.parse().unwrap());
            let rules = Rules::new(grid, "knight".parse().unwrap(), needs).with_board_rule(false);
            let pair = ["a1", "b1"].map(|name| name.parse::<Cell>().unwrap());
            let decisions = pair.into_iter().map(|cell| (cell, Value::Placed)).collect();
            let problem = Problem::with_decisions(Arc::new(rules), decisions).unwrap();
            let mut engine = engine::auto::Engine::new();
            let found = explain(&mut engine, &problem, None, &Budget::default()).unwrap();
            assert_eq!(found.because, pair);
            // The other rows, and the number of pieces.
            assert_eq!((found.rules.len(), found.minimal), (named, true), "{rows}");
        }
    }
}
