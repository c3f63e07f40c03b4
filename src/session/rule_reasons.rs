//! Which rules rule something out, where decisions do not explain it.

use std::sync::Arc;
use std::time::Duration;

use engine::sat::{HittingSets, RuleClauses};
use engine::{Budget, Interrupted};
use geometry::Cell;
use problem::{Problem, Rule, Rules, Value};

/// Rules that rule something out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleReason {
    /// The rules, groups before board rules.
    pub rules: Vec<Rule>,
    /// True if none of them can be left out; false only if a budget ended before that was proved.
    pub minimal: bool,
}

/// A cell whose value follows from a few rules and from what is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The cell.
    pub cell: Cell,
    /// Its value.
    pub value: Value,
    /// The rules that it follows from, groups before board rules.
    pub rules: Vec<Rule>,
    /// The decided cells that it follows from with these rules.
    pub cells: Vec<Cell>,
}

/// The longest time for a minimal set of rules.
const MINIMAL_TIME: Duration = Duration::from_secs(10);

/// The longest time for a smallest set, once a minimal one is known.
const SMALLEST_TIME: Duration = Duration::from_secs(1);

/// The longest time for all sets, once one is known.
const ALL_TIME: Duration = Duration::from_secs(5);

/// The number of cells for whose values a minimal set of rules is found, to choose among them.
const COMPARED: usize = 6;

/// Finds the rules that rule something out. It keeps the clauses of the rules, and what the solver
/// learned about them, from one question to the next.
///
/// A minimal set is found by deletion, a smallest one with hitting sets: each set of rules that leaves a
/// solution shows rules of which one is needed, and a smallest set that has one of each is tried next
/// (A. Ignatiev et al., "Smallest MUS extraction with minimal hitting set dualization", CP 2015; for
/// puzzles E. Gamba, B. Bogaerts, T. Guns, "Efficiently explaining CSPs with unsatisfiable subset
/// optimization", JAIR 78, 2023).
pub struct RuleReasons {
    clauses: RuleClauses,
}

impl RuleReasons {
    /// The clauses of the rules.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn new(rules: &Arc<Rules>, budget: &Budget) -> Result<Self, Interrupted> {
        Ok(Self { clauses: RuleClauses::new(rules, budget)? })
    }

    /// A minimal set of rules under which no solution keeps the decisions; one of the fewest rules if the
    /// time allows, at most 11 s. Besides them the rules `beside` hold, which are not named.
    /// `None` if all rules leave a solution, or the time ended before it was known that they leave none.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn find(
        &mut self,
        decisions: &[(Cell, Value)],
        beside: &[Rule],
        budget: &Budget,
    ) -> Result<Option<RuleReason>, Interrupted> {
        let mut search = Search::new(&mut self.clauses, decisions, beside, budget);
        let Some(minimal) = search.minimal()? else { return Ok(None) };
        let is_minimal = search.is_settled;
        let smallest = search.fewer_than(&minimal)?;
        let minimal_or_smallest = smallest.is_some() || is_minimal;
        let rules = search.names(&smallest.unwrap_or(minimal));
        Ok(Some(RuleReason { rules, minimal: minimal_or_smallest }))
    }

    /// The minimal sets of rules under which no solution keeps the decisions, at most `most` of them,
    /// smallest first; as many as are found in the time, at most 15 s.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn all(
        &mut self,
        decisions: &[(Cell, Value)],
        most: usize,
        budget: &Budget,
    ) -> Result<Vec<RuleReason>, Interrupted> {
        let mut search = Search::new(&mut self.clauses, decisions, &[], budget);
        let Some(first) = search.minimal()? else { return Ok(Vec::new()) };
        search.slice = budget.slice(budget.at_most_half(ALL_TIME));
        let (mut found, mut sets) = (Vec::new(), HittingSets::new(search.clauses.named().len()));
        while found.len() < most
            && let Some(next) = search.next_smallest(&mut sets, usize::MAX)?
        {
            found.push(RuleReason { rules: search.names(&next), minimal: true });
        }
        if found.is_empty() {
            found.push(RuleReason { rules: search.names(&first), minimal: search.is_settled });
        }
        Ok(found)
    }

    /// Of cells whose values follow from a problem, though they are not decided, one that follows from
    /// few rules, with these and the decided cells that are needed. The decisions are all that is settled
    /// so far, whether a user decided it or a step before. `None` if no value follows.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn settle(
        &mut self,
        problem: &Problem,
        following: &[(Cell, Value)],
        budget: &Budget,
    ) -> Result<Option<Settled>, Interrupted> {
        let decisions: Vec<_> = problem.decisions().iter().collect();
        let every: Vec<usize> = (0..self.clauses.named().len()).collect();
        let mut found = Vec::new();
        for &(cell, value) in following {
            let wished = with_opposite(&decisions, cell, value);
            if let Some(clash) = self.clauses.clash(&every, &wished, budget)? {
                found.push((clash.rules.len(), cell, value));
            }
        }
        found.sort_by_key(|&(rules, ..)| rules);
        found.truncate(COMPARED);
        let mut best: Option<(Vec<usize>, Cell, Value)> = None;
        for (_, cell, value) in found {
            let wished = with_opposite(&decisions, cell, value);
            let Some(rules) = Search::new(&mut self.clauses, &wished, &[], budget).minimal()?
            else {
                continue;
            };
            if best.as_ref().is_none_or(|(fewest, ..)| rules.len() < fewest.len()) {
                best = Some((rules, cell, value));
            }
        }
        let Some((rules, cell, value)) = best else { return Ok(None) };
        let wished = with_opposite(&decisions, cell, value);
        let mut search = Search::new(&mut self.clauses, &wished, &[], budget);
        let rules = search.fewer_than(&rules)?.unwrap_or(rules);
        let names = search.names(&rules);
        let cells = self.needed(&rules, &decisions, (cell, opposite(value)), budget)?;
        Ok(Some(Settled { cell, value, rules: names, cells }))
    }

    /// The decided cells that are needed to rule a wish out under the rules, none of which can be left
    /// out.
    fn needed(
        &mut self,
        rules: &[usize],
        decisions: &[(Cell, Value)],
        wish: (Cell, Value),
        budget: &Budget,
    ) -> Result<Vec<Cell>, Interrupted> {
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

/// The decisions and the opposite of a value that follows from them.
fn with_opposite(decisions: &[(Cell, Value)], cell: Cell, value: Value) -> Vec<(Cell, Value)> {
    let wish = (cell, opposite(value));
    decisions.iter().copied().chain([wish]).collect()
}

const fn opposite(value: Value) -> Value {
    match value {
        Value::Placed => Value::Excluded,
        Value::Excluded => Value::Placed,
    }
}

/// A search for rules that leave no solution with some decisions.
struct Search<'a> {
    clauses: &'a mut RuleClauses,
    decisions: &'a [(Cell, Value)],
    /// Rules that always hold and are not named.
    beside: Vec<usize>,
    budget: &'a Budget,
    /// The time for the present part of the search.
    slice: Budget,
    /// True if every question about a minimal set was settled.
    is_settled: bool,
}

impl<'a> Search<'a> {
    fn new(
        clauses: &'a mut RuleClauses,
        decisions: &'a [(Cell, Value)],
        beside: &[Rule],
        budget: &'a Budget,
    ) -> Self {
        let numbered = clauses.named().iter().zip(0..);
        let beside: Vec<usize> =
            numbered.filter(|(rule, _)| beside.contains(rule)).map(|(_, number)| number).collect();
        let slice = budget.slice(budget.at_most_half(MINIMAL_TIME));
        Self { clauses, decisions, beside, budget, slice, is_settled: true }
    }

    fn names(&self, numbers: &[usize]) -> Vec<Rule> {
        numbers.iter().map(|&number| self.clauses.named()[number]).collect()
    }

    /// Some of these rules that leave no solution with those beside; `None` if they leave one.
    fn clash(&mut self, rules: &[usize]) -> Result<Option<Vec<usize>>, Interrupted> {
        let kept = [rules, &self.beside].concat();
        // A hard question leaves time for the next.
        let share = self.slice.share(4, MINIMAL_TIME);
        let clash = self.clauses.clash(&kept, self.decisions, &share)?;
        Ok(clash.map(|clash| {
            let is_named = |number: &usize| !self.beside.contains(number);
            clash.rules.into_iter().filter(is_named).collect()
        }))
    }

    /// All rules but these and those beside.
    fn others(&self, left_out: &[usize]) -> Vec<usize> {
        let all = 0..self.clauses.named().len();
        all.filter(|number| !left_out.contains(number) && !self.beside.contains(number)).collect()
    }

    /// A set of rules that leaves no solution and of which none can be left out, as far as the time
    /// allows. `None` if all leave a solution, or the time ends before that is known.
    fn minimal(&mut self) -> Result<Option<Vec<usize>>, Interrupted> {
        let mut rules = match self.clash(&self.others(&[])) {
            Ok(None) => return Ok(None),
            Ok(Some(rules)) => rules,
            Err(interrupted) => return interrupted.unless_cancelled(None),
        };
        // Board rules are left out first: reasons with few of them are easier to follow.
        for number in rules.clone().iter().rev() {
            let Ok(index) = rules.binary_search(number) else { continue };
            let mut fewer = rules.clone();
            fewer.remove(index);
            match self.clash(&fewer) {
                Ok(Some(clash)) => rules = clash,
                Ok(None) => {}
                Err(interrupted) => {
                    interrupted.unless_cancelled(())?;
                    self.is_settled = false;
                    if self.slice.left().is_some_and(|left| left.is_zero()) {
                        break;
                    }
                }
            }
        }
        Ok(Some(rules))
    }

    /// A smallest set of rules that leaves no solution, if it is smaller than this one. `None` if it is
    /// not, or the time ends before that is known.
    fn fewer_than(&mut self, rules: &[usize]) -> Result<Option<Vec<usize>>, Interrupted> {
        self.slice = self.budget.slice(self.budget.at_most_half(SMALLEST_TIME));
        let Some(most) = rules.len().checked_sub(1) else { return Ok(None) };
        let mut sets = HittingSets::new(self.clauses.named().len());
        self.next_smallest(&mut sets, most)
    }

    /// The smallest set of rules that leaves no solution and contains no set returned before. `None` if
    /// there is none of at most `most` rules, or the time ends first.
    fn next_smallest(
        &mut self,
        sets: &mut HittingSets,
        most: usize,
    ) -> Result<Option<Vec<usize>>, Interrupted> {
        self.smallest(sets, most).or_else(|interrupted| interrupted.unless_cancelled(None))
    }

    fn smallest(
        &mut self,
        sets: &mut HittingSets,
        most: usize,
    ) -> Result<Option<Vec<usize>>, Interrupted> {
        while let Some(set) = sets.smallest(most, &self.slice)? {
            if self.clash(&set)?.is_some() {
                sets.forbid(&set);
                return Ok(Some(set));
            }
            let needed = self.one_needed()?;
            sets.hit(&needed);
        }
        Ok(None)
    }

    /// As few rules as possible without which there is a solution, from the solution found last: one of
    /// them is in every set of rules that leaves none.
    fn one_needed(&mut self) -> Result<Vec<usize>, Interrupted> {
        let mut broken = self.clauses.broken(&self.clauses.solution());
        let mut tried = 0;
        while tried < broken.len() {
            let mut fewer = broken.clone();
            fewer.remove(tried);
            if self.clash(&self.others(&fewer))?.is_some() {
                tried += 1;
            } else {
                let solution = self.clauses.solution();
                broken = self.clauses.broken(&solution);
            }
        }
        Ok(broken)
    }
}
