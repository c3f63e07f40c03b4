//! Finds small sets of rules that rule out given decisions.

use std::sync::Arc;
use std::time::Duration;

use super::explanation::Explanation;
use engine::sat::{HittingSets, Outlook, RuleClauses};
use engine::{Answer, Budget, Cause, Interrupted};
use geometry::Cell;
use problem::{Problem, Rule, Rules, Value};

/// A cell whose value follows from a few rules and decided cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImpliedValue {
    /// The cell.
    pub cell: Cell,
    /// The value.
    pub value: Value,
    /// The rules that the value follows from, groups before board rules.
    pub rules: Vec<Rule>,
    /// The decided cells that, together with the rules, imply the value.
    pub cells: Vec<Cell>,
}

/// Maximum time for finding a minimal set of rules.
const MINIMAL_TIME: Duration = Duration::from_secs(10);

/// Maximum number of conflicts of the solver for each question about rules that settle a cell. Not a time, so
/// that steps are the same on every machine.
const SETTLING_CONFLICTS: u32 = 100;

/// Maximum number of sets of rules that are tried to find a smallest one that settles a cell.
const MAX_TRIED: usize = 100;

/// Maximum time for finding a smallest set of rules after a minimal set.
const SMALLEST_TIME: Duration = Duration::from_secs(1);

/// Maximum time for finding all minimal sets of rules after the first one.
const ALL_TIME: Duration = Duration::from_secs(5);

/// Maximum number of rules of a minimal set for which a smallest set is looked for.
const MAX_REDUCED: usize = 12;

/// Maximum number of cells whose minimal sets of rules are compared.
const MAX_COMPARED_CELLS: usize = 1;

/// Finds sets of rules that rule out decisions. Keeps the clauses of the rules and the learnt clauses of the
/// solver from one question to the next.
///
/// A minimal set is found by deletion. A smallest set is found by hitting sets: every set of rules that leaves
/// a solution yields a list of other rules, at least one of which is needed. A smallest set that hits all these
/// lists is tried next (A. Ignatiev et al., "Smallest MUS extraction with minimal hitting set dualization", CP
/// 2015; for puzzles E. Gamba, B. Bogaerts, T. Guns, "Efficiently explaining CSPs with unsatisfiable subset
/// optimization", JAIR 78, 2023).
pub struct RuleReasons {
    clauses: RuleClauses,
}

impl RuleReasons {
    /// Encodes the rules as clauses.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn new(rules: &Arc<Rules>, budget: &Budget) -> Answer<Self> {
        Ok(Self { clauses: RuleClauses::new(rules, budget)? })
    }

    /// Returns a minimal set of rules under which no solution has the decisions; a smallest set if 11 s are
    /// enough. The rules `beside` also apply, but are not named. `None` if there is a solution under all rules,
    /// or if the time ended first.
    ///
    /// # Errors
    /// When the budget is cancelled.
    pub fn find(
        &mut self,
        decisions: &[(Cell, Value)],
        beside: &[Rule],
        budget: &Budget,
    ) -> Answer<Option<Explanation>> {
        let mut search = ConflictSearch::new(&mut self.clauses, decisions, beside, budget);
        let Some(minimal) = search.minimal_conflict()? else { return Ok(None) };
        let is_minimal = search.all_answered;
        let smallest = search.smaller_conflict(&minimal)?;
        let minimal_or_smallest = smallest.is_some() || is_minimal;
        Ok(Some(search.explanation(&smallest.unwrap_or(minimal), minimal_or_smallest)))
    }

    /// Returns up to `max_reasons` minimal sets of rules under which no solution has the decisions, smallest first.
    /// Stops after 15 s.
    ///
    /// # Errors
    /// When the budget is cancelled.
    pub fn all(
        &mut self,
        decisions: &[(Cell, Value)],
        max_reasons: usize,
        budget: &Budget,
    ) -> Answer<Vec<Explanation>> {
        let mut search = ConflictSearch::new(&mut self.clauses, decisions, &[], budget);
        let Some(first) = search.minimal_conflict()? else { return Ok(Vec::new()) };
        search.phase_budget = budget.slice(budget.attempt_time(ALL_TIME));
        let (mut found, mut sets) =
            (Vec::new(), HittingSets::new(search.clauses.rule_list().len()));
        while found.len() < max_reasons
            && let Some(next) = search.next_smallest_conflict(&mut sets, usize::MAX)?
        {
            found.push(search.explanation(&next, true));
        }
        if found.is_empty() {
            found.push(search.explanation(&first, search.all_answered));
        }
        Ok(found)
    }

    /// Chooses a cell whose value follows from few rules. `following` are undecided cells with values that
    /// follow from the problem. `None` if no value follows. The problem has a decision on every cell settled so
    /// far, by the user or by earlier steps.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn find_implied_value(
        &mut self,
        problem: &Problem,
        following: &[(Cell, Value)],
        budget: &Budget,
    ) -> Answer<Option<ImpliedValue>> {
        let decisions: Vec<_> = problem.decisions().iter().collect();
        let every: Vec<usize> = (0..self.clauses.rule_list().len()).collect();
        let mut found = Vec::new();
        for &(cell, value) in following {
            let wished = with_opposite(&decisions, cell, value);
            if let Some(clash) = self.clauses.clash(&every, &wished, budget)? {
                found.push((clash.rules.len(), cell, value));
            }
        }
        found.sort_by_key(|&(rules, ..)| rules);
        found.truncate(MAX_COMPARED_CELLS);
        let mut best: Option<(Vec<usize>, Cell, Value)> = None;
        for (_, cell, value) in found {
            let wished = with_opposite(&decisions, cell, value);
            let mut search = ConflictSearch::counted(&mut self.clauses, &wished, budget);
            let Some(rules) = search.minimal_conflict()? else { continue };
            if best.as_ref().is_none_or(|(fewest, ..)| rules.len() < fewest.len()) {
                best = Some((rules, cell, value));
            }
        }
        let Some((rules, cell, value)) = best else { return Ok(None) };
        let wished = with_opposite(&decisions, cell, value);
        let mut search = ConflictSearch::counted(&mut self.clauses, &wished, budget);
        let fewer =
            if rules.len() > MAX_REDUCED { None } else { search.smaller_conflict(&rules)? };
        let rules = fewer.unwrap_or(rules);
        let names = search.names(&rules);
        let cells = self.needed_decisions(&rules, &decisions, (cell, value.opposite()), budget)?;
        Ok(Some(ImpliedValue { cell, value, rules: names, cells }))
    }

    /// Returns a minimal set of decided cells that rules out the wish under the given rules.
    fn needed_decisions(
        &mut self,
        rules: &[usize],
        decisions: &[(Cell, Value)],
        wish: (Cell, Value),
        budget: &Budget,
    ) -> Answer<Vec<Cell>> {
        let mut needed: Vec<(Cell, Value)> = decisions.to_vec();
        for decision in decisions {
            let is_other = |other: &&(Cell, Value)| *other != decision;
            let fewer: Vec<_> = needed.iter().filter(is_other).copied().collect();
            if fewer.len() == needed.len() {
                continue;
            }
            let kept = [fewer.as_slice(), &[wish]].concat();
            if let Some(clash) = self.clauses.clash(rules, &kept, budget)? {
                needed = fewer;
                needed.retain(|(cell, _)| clash.cells.contains(cell));
            }
        }
        Ok(needed.into_iter().map(|(cell, _)| cell).collect())
    }
}

/// The decisions, and the opposite of `value` on `cell`.
fn with_opposite(decisions: &[(Cell, Value)], cell: Cell, value: Value) -> Vec<(Cell, Value)> {
    let wish = (cell, value.opposite());
    decisions.iter().copied().chain([wish]).collect()
}

/// The answer to the question whether rules leave a solution.
enum Clash {
    /// These rules leave no solution.
    Among(Vec<usize>),
    /// There is a solution.
    None,
    /// The limit of conflicts was reached.
    Unknown,
}

/// A search for rules under which no solution has some decisions.
struct ConflictSearch<'a> {
    clauses: &'a mut RuleClauses,
    decisions: &'a [(Cell, Value)],
    /// The numbers of rules that always apply and are not named.
    unnamed_rules: Vec<usize>,
    budget: &'a Budget,
    /// The budget of the present phase of the search.
    phase_budget: Budget,
    /// True if conflicts and tried sets are limited instead of time.
    is_counted: bool,
    /// True if every question about a minimal set was answered in time.
    all_answered: bool,
}

impl<'a> ConflictSearch<'a> {
    fn new(
        clauses: &'a mut RuleClauses,
        decisions: &'a [(Cell, Value)],
        beside: &[Rule],
        budget: &'a Budget,
    ) -> Self {
        let numbered = clauses.rule_list().iter().zip(0..);
        let beside: Vec<usize> =
            numbered.filter(|(rule, _)| beside.contains(rule)).map(|(_, number)| number).collect();
        let slice = budget.slice(budget.attempt_time(MINIMAL_TIME));
        Self {
            clauses,
            decisions,
            unnamed_rules: beside,
            budget,
            phase_budget: slice,
            is_counted: false,
            all_answered: true,
        }
    }

    /// A search whose result is the same on every machine: the work is limited, not the time.
    fn counted(
        clauses: &'a mut RuleClauses,
        decisions: &'a [(Cell, Value)],
        budget: &'a Budget,
    ) -> Self {
        let search = Self::new(clauses, decisions, &[], budget);
        Self { phase_budget: budget.clone(), is_counted: true, ..search }
    }

    fn names(&self, numbers: &[usize]) -> Vec<Rule> {
        numbers.iter().map(|&number| self.clauses.rule_list()[number]).collect()
    }

    fn explanation(&self, numbers: &[usize], minimal: bool) -> Explanation {
        Explanation { because: Vec::new(), rules: self.names(numbers), minimal }
    }

    /// Returns a subset of `rules` that, together with the rules `beside`, leaves no solution.
    fn clash(&mut self, rules: &[usize]) -> Answer<Clash> {
        if self.is_counted {
            return self.ask(rules, Some(SETTLING_CONFLICTS), &self.phase_budget.clone());
        }
        // A quarter of the time, so that time is left after a hard question.
        self.ask(rules, None, &self.phase_budget.time_share(4, MINIMAL_TIME))
    }

    /// Like [`ConflictSearch::clash`], but under all rules. The number of conflicts is never limited, because every search
    /// needs this answer.
    fn clash_of_all(&mut self) -> Answer<Clash> {
        let all = self.rules_except(&[]);
        if self.is_counted {
            self.ask(&all, None, &self.phase_budget.clone())
        } else {
            self.clash(&all)
        }
    }

    fn ask(&mut self, rules: &[usize], conflicts: Option<u32>, budget: &Budget) -> Answer<Clash> {
        let kept = [rules, &self.unnamed_rules].concat();
        Ok(match self.clauses.outlook(&kept, self.decisions, conflicts, budget)? {
            Outlook::Clash(clash) => {
                let is_named = |number: &usize| !self.unnamed_rules.contains(number);
                Clash::Among(clash.rules.into_iter().filter(is_named).collect())
            }
            Outlook::Solution => Clash::None,
            Outlook::Undecided => Clash::Unknown,
        })
    }

    /// All rules except those in `left_out` and `beside`.
    fn rules_except(&self, left_out: &[usize]) -> Vec<usize> {
        let all = 0..self.clauses.rule_list().len();
        all.filter(|number| !left_out.contains(number) && !self.unnamed_rules.contains(number))
            .collect()
    }

    /// Returns a set of rules that leaves no solution. The set is minimal if there is enough time. `None` if
    /// there is a solution under all rules, or if the time ends before this is known.
    fn minimal_conflict(&mut self) -> Answer<Option<Vec<usize>>> {
        let mut rules = match self.clash_of_all() {
            Ok(Clash::None | Clash::Unknown) => return Ok(None),
            Ok(Clash::Among(rules)) => rules,
            Err(interrupted) => return self.interrupted(interrupted, None),
        };
        // Tries to leave out board rules first, because explanations with few board rules are easier to follow.
        for number in rules.clone().iter().rev() {
            let Ok(index) = rules.binary_search(number) else { continue };
            let mut fewer = rules.clone();
            fewer.remove(index);
            match self.clash(&fewer) {
                Ok(Clash::Among(clash)) => rules = clash,
                Ok(Clash::None) => {}
                Ok(Clash::Unknown) => self.all_answered = false,
                Err(interrupted) => {
                    self.interrupted(interrupted, ())?;
                    self.all_answered = false;
                    if self.phase_budget.time_left().is_some_and(|left| left.is_zero()) {
                        break;
                    }
                }
            }
        }
        Ok(Some(rules))
    }

    /// Returns a smallest set of rules that leaves no solution, if it is smaller than `rules`. `None` if there
    /// is no smaller set, or if the time ends before this is known.
    fn smaller_conflict(&mut self, rules: &[usize]) -> Answer<Option<Vec<usize>>> {
        if !self.is_counted {
            self.phase_budget = self.budget.slice(self.budget.attempt_time(SMALLEST_TIME));
        }
        let Some(max_size) = rules.len().checked_sub(1) else { return Ok(None) };
        let mut sets = HittingSets::new(self.clauses.rule_list().len());
        self.next_smallest_conflict(&mut sets, max_size)
    }

    /// Returns the smallest set of rules that leaves no solution and is not a superset of an earlier result.
    /// `None` if this set has more than `max_size` rules, or if the time ends first.
    fn next_smallest_conflict(
        &mut self,
        sets: &mut HittingSets,
        max_size: usize,
    ) -> Answer<Option<Vec<usize>>> {
        let mut search = || -> Answer<_> {
            let mut tried = 0;
            while let Some(set) = sets.smallest(max_size, &self.phase_budget)? {
                tried += 1;
                match self.clash(&set)? {
                    Clash::Among(_) => {
                        sets.forbid_all(&set);
                        return Ok(Some(set));
                    }
                    Clash::Unknown => break,
                    Clash::None if self.is_counted && tried == MAX_TRIED => break,
                    Clash::None => sets.hit(&self.one_needed()?),
                }
            }
            Ok(None)
        };
        search().or_else(|interrupted| self.interrupted(interrupted, None))
    }

    /// Returns a set of rules without which there is a solution, derived from the latest solution. Every set of
    /// rules that leaves no solution contains at least one rule of this set. The set is minimal unless a limit of
    /// conflicts was reached.
    fn one_needed(&mut self) -> Answer<Vec<usize>> {
        let mut broken = self.clauses.broken(&self.clauses.solution());
        let mut tried = 0;
        while tried < broken.len() {
            let mut fewer = broken.clone();
            fewer.remove(tried);
            match self.clash(&self.rules_except(&fewer))? {
                Clash::Among(_) | Clash::Unknown => tried += 1,
                Clash::None => {
                    let solution = self.clauses.solution();
                    broken = self.clauses.broken(&solution);
                }
            }
        }
        Ok(broken)
    }

    /// The answer after an interruption, if only the time of a phase has ended. A search whose work is counted
    /// does not go on without the answer, because the result would depend on the time.
    fn interrupted<T>(&self, interrupted: Interrupted, answer: T) -> Answer<T> {
        let is_late = matches!(interrupted.cause, Cause::Time(_));
        if self.is_counted && is_late {
            Err(interrupted)
        } else {
            interrupted.unless_cancelled(answer)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds why d2 holds a piece on a 6 by 6 board of queens with a piece on b1.
    fn settled(budget: &Budget) -> ImpliedValue {
        let rules = Arc::new(Rules::queens(6).unwrap());
        let decided = |(name, value): (&str, Value)| (name.parse().unwrap(), value);
        let [placed, wish] = [("b1", Value::Placed), ("d2", Value::Placed)].map(decided);
        let problem =
            Problem::with_decisions(Arc::clone(&rules), [placed].into_iter().collect()).unwrap();
        let mut reasons = RuleReasons::new(&rules, budget).unwrap();
        reasons.find_implied_value(&problem, &[wish], budget).unwrap().unwrap()
    }

    /// A slow machine finds the same rules, because work is limited instead of time.
    #[test]
    fn the_rules_that_settle_a_cell_do_not_depend_on_the_speed() {
        let slow =
            Budget::default().with_observer(|_| std::thread::sleep(Duration::from_millis(3)));
        assert_eq!(settled(&slow), settled(&Budget::default()));
    }

    #[test]
    fn only_a_search_whose_work_is_not_counted_has_a_time_limit() {
        let (rules, budget) = (Arc::new(Rules::queens(2).unwrap()), Budget::default());
        let mut reasons = RuleReasons::new(&rules, &budget).unwrap();
        let every: Vec<usize> = (0..reasons.clauses.rule_list().len()).collect();
        let mut search = ConflictSearch::counted(&mut reasons.clauses, &[], &budget);
        search.smaller_conflict(&every).unwrap();
        assert_eq!(search.phase_budget.time_left(), None);
        let mut search = ConflictSearch::new(&mut reasons.clauses, &[], &[], &budget);
        search.smaller_conflict(&every).unwrap();
        assert!(search.phase_budget.time_left().is_some_and(|left| left <= SMALLEST_TIME));
    }
}
