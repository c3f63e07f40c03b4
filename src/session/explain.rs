//! Why a cell is impossible or forced, or why there is no solution: a minimal set of decisions, or of
//! rules where no decision is needed.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use itertools::Itertools;

use super::explanation::{Explanation, Wish};
use super::rule_reasons::RuleReasons;
use engine::{Answer, Budget, Oracle};
use geometry::{Cell, CellSet};
use problem::{Decisions, Problem, Rule, Rules, Value};

/// A minimal set of decisions that clash with `assumption`: no solution keeps them and the assumption.
/// Without an assumption: a minimal set of decisions that leaves no solution. The clash must be known.
/// Where no decision is needed, a minimal set of rules instead.
///
/// The method is `QuickXplain` (U. Junker, "QUICKXPLAIN: preferred explanations and relaxations for
/// over-constrained problems", AAAI 2004). It starts from a conflict that the engine finds, if it finds one,
/// and prefers older decisions. The explanation of an attacked cell is one piece that attacks it.
///
/// Each question gets a quarter of the time left, so that a hard one leaves time for the next. A budget without
/// a time limit counts as two minutes.
///
/// # Errors
/// When it is cancelled. If the budget ends otherwise, the explanation may not be minimal.
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
    let soon = budget.slice(budget.at_most_half(SOON));
    with_rules(problem, explanation, assumption, &soon)
}

/// The budget with its own time limit, or else the default one.
fn with_limit(budget: &Budget) -> Budget {
    budget.left().map_or_else(|| budget.slice(TIME), |_| budget.clone())
}

/// The decisions of an explanation, without rules.
pub(super) fn by_decisions(
    oracle: &mut dyn Oracle,
    problem: &Problem,
    assumption: Wish,
    budget: &Budget,
) -> Answer<Explanation> {
    let decided = |cell: Cell| assumption.is_some_and(|(assumed, _)| assumed == cell);
    let candidates: Vec<_> =
        problem.decisions().iter().filter(|&(cell, _)| !decided(cell)).collect();
    let mut explainer = Explainer {
        oracle,
        problem,
        budget: with_limit(budget),
        kept: assumption.into_iter().collect(),
        unsettled: VecDeque::new(),
        settled: true,
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
        let candidates = explainer.in_conflict(candidates)?;
        explainer.minimal_clash(false, &candidates)?.into_iter().map(|(cell, _)| cell).collect()
    };
    because.sort_by_key(|&cell| problem.decisions().position(cell));
    Ok(Explanation { because, rules: Vec::new(), minimal: explainer.settled })
}

/// Rules that rule a wish out without decisions; all rules if the budget ends too soon.
fn by_rules(rules: &Arc<Rules>, wish: Wish, budget: &Budget) -> Answer<Explanation> {
    let wished: Vec<_> = wish.into_iter().collect();
    let found =
        RuleReasons::new(rules, budget).and_then(|mut reasons| reasons.find(&wished, &[], budget));
    let every = || Explanation { because: Vec::new(), rules: rules.named(), minimal: false };
    let found = found.or_else(|interrupted| interrupted.unless_cancelled(None))?;
    Ok(found.unwrap_or_else(every))
}

/// Adds rules to an explanation by decisions: together with the decisions and the attacks of their pieces, they
/// rule the wish out. Adds none if they are many, or not found soon.
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
    // The attack alone is the reason.
    let clash = |(a, b): (&Cell, &Cell)| rules.exclusions().exclude(*a, *b);
    let pairs = rules.grid().standing().count() * rules.exclusions().offsets().len();
    if pairs > MOST_PAIRS || pieces.iter().tuple_combinations().any(clash) {
        return Ok(explanation);
    }
    let attacks: Vec<_> = pieces.into_iter().map(Rule::Board).collect();
    let found = RuleReasons::new(rules, soon)
        .and_then(|mut reasons| reasons.find(&kept, &attacks, soon))
        .or_else(|interrupted| interrupted.unless_cancelled(None))?;
    let found = found.filter(|reason| reason.minimal && reason.rules.len() <= CLEAR);
    let rules = found.map(|reason| reason.rules).unwrap_or_default();
    Ok(Explanation { rules, ..explanation })
}

/// Maximum time for the rules beside decisions.
const SOON: Duration = Duration::from_secs(2);

/// Maximum number of rules named beside decisions. More rules make nothing clearer.
const CLEAR: usize = 8;

/// Rules are named beside decisions on boards with up to this number of ordered pairs of cells that exclude
/// each other (35 queens).
const MOST_PAIRS: usize = 350_000;

/// Time limit for an explanation if the budget has none. An explanation that is not minimal is useful, too.
const TIME: Duration = Duration::from_secs(120);

/// Maximum number of unsettled questions that are remembered.
const REMEMBERED: usize = 64;

struct Explainer<'a> {
    oracle: &'a mut dyn Oracle,
    problem: &'a Problem,
    budget: Budget,
    /// The decisions of the present question.
    kept: Vec<(Cell, Value)>,
    /// The decided cells of questions that were not settled in time, latest first.
    unsettled: VecDeque<CellSet>,
    /// True if every question was settled.
    settled: bool,
}

impl Explainer<'_> {
    /// Keeps the candidates of a conflict that the engine finds; all candidates if it finds none.
    fn in_conflict(&mut self, mut candidates: Vec<(Cell, Value)>) -> Answer<Vec<(Cell, Value)>> {
        let kept = self.kept_problem();
        let conflict = self.oracle.conflict(&kept, &candidates, &self.question_budget());
        if let Some(conflict) =
            conflict.or_else(|interrupted| interrupted.unless_cancelled(None))?
        {
            let conflict = CellSet::from_cells(self.problem.rules().size(), conflict);
            candidates.retain(|&(cell, _)| conflict.contains(cell));
        }
        Ok(candidates)
    }

    /// The budget of one question.
    fn question_budget(&self) -> Budget {
        self.budget.share(4, TIME)
    }

    fn is_over(&self) -> bool {
        self.budget.left().is_some_and(|left| left.is_zero())
    }

    /// The rules with the kept decisions.
    fn kept_problem(&self) -> Problem {
        let decisions: Decisions = self.kept.iter().copied().collect();
        Problem::decided(Arc::clone(self.problem.rules()), decisions)
            .expect("decisions of the problem, and one of its cells")
    }

    /// A minimal part of the candidates that clashes with the kept decisions. `grown` is true if decisions were
    /// added since the kept ones were last found not to clash.
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
            self.settled = false;
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

    /// True if no solution has the kept decisions. An unsettled question counts as no clash, which can make the
    /// explanation larger, but not wrong.
    fn clashes(&mut self) -> Answer<bool> {
        // A question with fewer decisions than an unsettled one is even harder.
        let kept = CellSet::from_cells(
            self.problem.rules().size(),
            self.kept.iter().map(|&(cell, _)| cell),
        );
        if self.is_over() || self.unsettled.iter().any(|easier| (&kept - easier).is_empty()) {
            self.settled = false;
            return Ok(false);
        }
        let problem = self.kept_problem();
        match self.oracle.is_satisfiable(&problem, &self.question_budget()) {
            Ok(satisfiable) => Ok(!satisfiable),
            Err(interrupted) => {
                self.settled = false;
                self.unsettled.truncate(REMEMBERED - 1);
                self.unsettled.push_front(kept);
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
    use engine::{Progress, Repairs};
    use problem::Rules;

    /// Never finds an answer in time, and keeps what time it was given.
    #[derive(Default)]
    struct Hopeless {
        given: Vec<Option<Duration>>,
    }

    impl Hopeless {
        fn ask(&mut self, budget: &Budget) -> Interrupted {
            self.given.push(budget.left());
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

        fn smallest_repairs(
            &mut self,
            _: &Problem,
            _: &[(Cell, Value)],
            _: usize,
            budget: &Budget,
        ) -> Result<Option<Repairs>, Interrupted> {
            Err(self.ask(budget))
        }
    }

    /// The time given to each question about so many decisions, all of which must be named.
    fn given(decisions: usize, budget: &Budget) -> Vec<Option<Duration>> {
        let rules = Arc::new(Rules::queens(60).unwrap());
        let cells = rules.size().iter().take(decisions);
        let excluded = cells.map(|cell| (cell, Value::Excluded)).collect();
        let problem = Problem::decided(rules, excluded).unwrap();
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
            [(Budget::default().with_timeout(hour), hour), (Budget::default(), TIME)]
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
}
