use std::collections::VecDeque;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rustsat::types::Lit;

use super::backend::SolveOutcome;
use super::domains::DomainSearch;
use super::encoding::{self, Encoding};
use super::retractions;
use crate::answers::Retractions;
use crate::budget::{Answer, Budget, Cause, Interrupted};
use crate::domains::Domains;
use crate::oracle::{Oracle, PartialAnswer, Surveyor};
use geometry::{Cell, CellSet};
use problem::{Problem, Rules, Value};

/// Maximum memory of the solutions kept for later questions, in bytes.
const KEPT_BYTES: usize = 4 << 20;

/// Answers questions about problems by satisfiability, and keeps solutions for later questions.
///
/// For domains, the clauses are simplified by the decisions: the more decisions, the fewer clauses. Other questions, as
/// for explanations and restorations, ask about many sets of decisions. For these questions the clauses of the rules
/// are cached, and decisions are assumptions.
pub struct Engine {
    rules: Option<Arc<Rules>>,
    /// The clauses of the rules, with decisions as assumptions. If these clauses do not fit in memory, some decisions
    /// are part of the clauses.
    rules_encoding: Option<Encoding>,
    /// Solutions of the rules, the oldest first.
    known_solutions: VecDeque<CellSet>,
    random: ChaCha8Rng,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine with an empty cache.
    pub fn new() -> Self {
        let random = ChaCha8Rng::seed_from_u64(0);
        Self { rules: None, rules_encoding: None, known_solutions: VecDeque::new(), random }
    }

    /// The valid values of every cell. Passes the domains to `learn` whenever they have grown.
    ///
    /// # Errors
    /// When the budget ends first. The domains handed over last are correct, but not complete.
    pub fn domains(
        &mut self,
        problem: &Problem,
        budget: &Budget,
        learn: &mut dyn FnMut(&Domains),
    ) -> Answer<Domains> {
        self.domains_of(problem, &CellSet::full(problem.rules().size()), budget, learn)
    }

    /// Like [`Engine::domains`], but complete only for the `wanted` cells.
    fn domains_of(
        &mut self,
        problem: &Problem,
        wanted: &CellSet,
        budget: &Budget,
        learn: &mut dyn FnMut(&Domains),
    ) -> Answer<Domains> {
        self.set_rules(problem.rules());
        let mut domains = Domains::from_attacks(problem);
        learn(&domains);
        if domains.satisfiable == Some(false) {
            return Ok(domains);
        }
        let compatible: Vec<CellSet> = self
            .known_solutions
            .iter()
            .filter(|solution| keeps(solution, problem))
            .cloned()
            .collect();
        self.make_room(problem, budget);
        let mut symmetries = problem.symmetries();
        symmetries.remove(0);
        let mut search = DomainSearch {
            problem,
            wanted,
            budget,
            random: &mut self.random,
            domains: &mut domains,
            learn,
            found: Vec::new(),
            symmetries,
        };
        for solution in compatible {
            search.add_witness(&solution);
        }
        search.found.clear();
        let result =
            Encoding::new(problem, budget).and_then(|mut encoding| search.run(&mut encoding));
        let found = search.found;
        for solution in found {
            self.keep(solution);
        }
        result?;
        // If there is a solution, every solution has all placed pieces.
        if domains.satisfiable == Some(true) {
            for cell in problem.decisions().cells(Value::Placed) {
                domains.must_hold.insert(cell);
            }
        }
        Ok(domains)
    }

    /// Keeps a solution, and drops the oldest ones if the memory is full.
    fn keep(&mut self, solution: CellSet) {
        let most = KEPT_BYTES / (solution.size().cells() / 8 + size_of::<CellSet>());
        self.known_solutions.push_back(solution);
        while self.known_solutions.len() > most {
            self.known_solutions.pop_front();
        }
    }

    /// The clauses for a problem, with decisions as assumptions. Decisions that are part of the clauses are decisions
    /// of the problem.
    fn rules_encoding(&mut self, problem: &Problem, budget: &Budget) -> Answer<&mut Encoding> {
        self.set_rules(problem.rules());
        let suits = |encoding: &mut Encoding| {
            problem.includes(&encoding.decisions) && !encoding.is_overgrown(budget)
        };
        if let Some(encoding) = self.rules_encoding.take_if(suits) {
            return Ok(self.rules_encoding.insert(encoding));
        }
        self.rules_encoding = None;
        let rules = Problem::new(Arc::clone(problem.rules()));
        let encoding = match Encoding::new(&rules, budget) {
            Err(Interrupted { cause: Cause::Memory(_), .. }) => Encoding::new(problem, budget)?,
            encoding => encoding?,
        };
        Ok(self.rules_encoding.insert(encoding))
    }

    /// Drops the cached clauses if there is not enough memory for both them and the clauses of `problem`.
    fn make_room(&mut self, problem: &Problem, budget: &Budget) {
        let needed = encoding::memory(problem);
        self.rules_encoding
            .take_if(|kept| kept.clauses.memory.saturating_add(needed) > budget.memory());
    }

    /// Sets the rules of the following questions. Drops the cached clauses and solutions of other rules.
    fn set_rules(&mut self, rules: &Arc<Rules>) {
        if self.rules.as_ref() != Some(rules) {
            self.rules = Some(Arc::clone(rules));
            self.rules_encoding = None;
            self.known_solutions.clear();
        }
    }
}

/// True if a solution of the rules keeps the problem's decisions.
fn keeps(solution: &CellSet, problem: &Problem) -> bool {
    let mut decisions = problem.decisions().iter();
    decisions.all(|(cell, value)| solution.contains(cell) == (value == Value::Placed))
}

/// The literals of the decisions about open cells.
///
/// # Errors
/// When the clauses rule out a decision: the cell of that decision.
fn assumptions(
    encoding: &Encoding,
    decisions: impl IntoIterator<Item = (Cell, Value)>,
) -> Result<Vec<Lit>, Cell> {
    let decision = |(cell, value)| encoding.decision(cell, value).transpose();
    decisions.into_iter().filter_map(decision).collect()
}

impl Surveyor for Engine {
    /// Reports the domains each time another possible value is found.
    fn survey_cells(
        &mut self,
        problem: &Problem,
        cells: &CellSet,
        budget: &Budget,
        learn: &mut dyn FnMut(PartialAnswer),
    ) -> Answer<()> {
        let mut learn = |domains: &Domains| learn(PartialAnswer::Domains(domains.clone()));
        let domains = self.domains_of(problem, cells, budget, &mut learn)?;
        learn(&domains);
        Ok(())
    }
}

impl Oracle for Engine {
    fn is_satisfiable(&mut self, problem: &Problem, budget: &Budget) -> Answer<bool> {
        self.set_rules(problem.rules());
        if self.known_solutions.iter().any(|solution| keeps(solution, problem)) {
            return Ok(true);
        }
        let encoding = self.rules_encoding(problem, budget)?;
        let Ok(assumed) = assumptions(encoding, problem.decisions().iter()) else {
            return Ok(false);
        };
        let satisfiable =
            encoding.clauses.solve(&assumed, None, budget)? == SolveOutcome::Satisfiable;
        if satisfiable {
            let solution = encoding.solution();
            self.keep(solution);
        }
        Ok(satisfiable)
    }

    fn smallest_retractions(
        &mut self,
        problem: &Problem,
        soft: &[(Cell, Value)],
        cap: usize,
        budget: &Budget,
    ) -> Answer<Option<Retractions>> {
        let encoding = self.rules_encoding(problem, budget)?;
        let Ok(assumed) = assumptions(encoding, problem.decisions().iter()) else {
            return Ok(Some(Retractions::default()));
        };
        retractions::smallest_retractions(encoding, &assumed, soft, cap, budget).map(Some)
    }

    fn conflict(
        &mut self,
        problem: &Problem,
        soft: &[(Cell, Value)],
        budget: &Budget,
    ) -> Answer<Option<Vec<Cell>>> {
        let encoding = self.rules_encoding(problem, budget)?;
        let Ok(assumed) = assumptions(encoding, problem.decisions().iter()) else {
            return Ok(Some(Vec::new()));
        };
        let mut left = match assumptions(encoding, soft.iter().copied()) {
            Ok(left) => left,
            Err(cell) => return Ok(Some(vec![cell])),
        };
        // A further call with only the core as assumptions mostly finds a smaller core.
        loop {
            let all = [assumed.as_slice(), &left].concat();
            if encoding.clauses.solve(&all, None, budget)? == SolveOutcome::Satisfiable {
                return Ok(None);
            }
            let (core, before) = (encoding.clauses.core(), left.len());
            left.retain(|literal| core.contains(literal));
            if left.len() == before {
                return Ok(Some(
                    left.iter().filter_map(|&literal| encoding.cell(literal)).collect(),
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Size;
    use rand::Rng;

    /// The clauses of a restoration stay in the solver. They are dropped with it before they take much memory.
    #[test]
    fn restorations_leave_no_more_than_a_bounded_number_of_variables() {
        let rules = Arc::new(Rules::queens(8).unwrap());
        let (budget, mut random) = (Budget::default(), ChaCha8Rng::seed_from_u64(1));
        let (mut engine, mut most) = (Engine::new(), 0);
        for _ in 0..600 {
            let soft: Vec<(Cell, Value)> = (rules.size().iter())
                .filter(|_| random.gen_bool(0.4))
                .map(|cell| (cell, Value::Excluded))
                .collect();
            let wish = Problem::new(Arc::clone(&rules));
            let retractions = engine.smallest_retractions(&wish, &soft, 4, &budget).unwrap();
            assert!(retractions.is_some());
            let clauses = &mut engine.rules_encoding.as_mut().unwrap().clauses;
            most = most.max(clauses.fresh().vidx());
        }
        assert!(most * super::super::backend::VARIABLE_BYTES < 5 << 20, "{most}");
    }

    #[test]
    fn the_newest_solutions_are_kept_as_far_as_they_fit() {
        let (size, mut engine) = (Size::square(1000).unwrap(), Engine::new());
        let solutions = size.iter().map(|cell| CellSet::from_cells(size, [cell])).take(100);
        let solutions: Vec<CellSet> = solutions.collect();
        solutions.iter().cloned().for_each(|solution| engine.keep(solution));
        // A solution has one bit per cell.
        let most = KEPT_BYTES / (size.cells() / 8);
        assert_eq!(engine.known_solutions.make_contiguous(), &solutions[100 - most..]);
    }
}
