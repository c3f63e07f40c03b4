use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use num_bigint::BigUint;
use num_traits::Zero;
use rand::RngCore;

use super::{Diagram, Ranking, VariableOrder, compile};
use crate::answers::{Census, Completion, EngineKind, Rank, Retractions};
use crate::bdd::passes::ranking::number_below;
use crate::budget::{Answer, Budget};
use crate::costs::{BestCosts, Objective, Polynomial};
use crate::oracle::{Oracle, PartialAnswer, Surveyor};
use geometry::{Cell, CellSet, Size};
use problem::{Decisions, Problem, Rules, Value, Weights};

/// Maximum time for building the diagram of the rules without decisions, if another engine could answer instead.
const RULES_TIME: Duration = Duration::from_secs(3);

/// Answers questions about problems. Caches diagrams for later questions.
///
/// A diagram can be used for its own decisions and for every position with further decisions: one pass over the arcs
/// that agree with the decisions answers a question. That is several times faster than compiling a diagram of the
/// position, or selecting a diagram first and then counting. So a diagram is compiled only if no cached diagram covers
/// the decisions. The order of variables is that of [`VariableOrder::suiting`].
///
/// Clones share the cached diagrams.
#[derive(Clone, Default)]
pub struct Engine {
    cache: Arc<Mutex<DiagramCache>>,
}

/// The cached diagrams. They belong to the rules of the last question.
#[derive(Default)]
struct DiagramCache {
    /// The rules, and the order of variables for them.
    board: Option<(Arc<Rules>, Arc<VariableOrder>)>,
    /// Diagrams of the rules, each with its decisions. The most recently used diagram comes last.
    diagrams: Vec<(Decisions, Arc<Diagram>)>,
}

impl Engine {
    /// An engine without diagrams.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts the solutions of a problem, in total and by cell.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn census(&mut self, problem: &Problem, budget: &Budget) -> Answer<Census> {
        let diagram = self.covering_diagram(problem, budget)?;
        diagram.census(problem.decisions(), budget)
    }

    /// The number of solutions for each number of pieces.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn by_pieces(&mut self, problem: &Problem, budget: &Budget) -> Answer<Polynomial> {
        self.covering_diagram(problem, budget)?.by_pieces(problem.decisions(), budget)
    }

    /// The cost of the best solution of a problem, and of the best solution with a piece on each cell.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    ///
    /// # Panics
    /// When the weights are for a grid of another size.
    pub fn costs(
        &mut self,
        problem: &Problem,
        weights: &Weights,
        objective: Objective,
        budget: &Budget,
    ) -> Answer<BestCosts> {
        let diagram = self.covering_diagram(problem, budget)?;
        diagram.costs(problem.decisions(), weights, objective, budget)
    }

    /// True if a cached diagram can be used for the problem.
    pub fn covers(&self, problem: &Problem) -> bool {
        let kept = self.lock_cache();
        kept.is_for(problem)
            && kept.diagrams.iter().any(|(decisions, _)| problem.includes(decisions))
    }

    /// Returns the diagram of a problem's rules and decisions.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn diagram(&mut self, problem: &Problem, budget: &Budget) -> Answer<Arc<Diagram>> {
        let (covering, is_whole) = self.find_or_compile(problem, budget)?;
        if is_whole {
            return Ok(covering);
        }
        let diagram = Arc::new(covering.select(problem.decisions(), budget)?);
        // A selected diagram never displaces the diagram that it was selected from, because that diagram takes far
        // longer to rebuild.
        if covering.memory() + diagram.memory() <= budget.memory() / 2 {
            return Ok(self.lock_cache().keep(problem, diagram, budget));
        }
        Ok(diagram)
    }

    /// Returns the ranking of a problem's solutions: access to the solutions by number.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn ranking(&mut self, problem: &Problem, budget: &Budget) -> Answer<Ranking> {
        Ranking::new(self.diagram(problem, budget)?, budget)
    }

    /// Draws a solution at random, each with the same probability. Returns the solution and the cells to exclude so
    /// that no other solution remains; `None` if there is no solution.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn complete(
        &mut self,
        problem: &Problem,
        random: &mut impl RngCore,
        budget: &Budget,
    ) -> Answer<Option<Completion>> {
        self.complete_with(problem, |total| number_below(total, random), budget)
    }

    /// Like [`Engine::complete`], for the solution whose number `choose` returns. `choose` receives the number of
    /// solutions, which is not 0, and returns a smaller number.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn complete_with(
        &mut self,
        problem: &Problem,
        choose: impl FnOnce(&BigUint) -> BigUint,
        budget: &Budget,
    ) -> Answer<Option<Completion>> {
        let ranking = self.ranking(problem, budget)?;
        let total = ranking.total();
        let number = if total.is_zero() { None } else { Some(choose(&total)) };
        let Some((number, solution)) = number.and_then(|it| ranking.nth(&it).map(|one| (it, one)))
        else {
            return Ok(None);
        };
        let mut decisions = problem.decisions().clone();
        solution.iter().for_each(|cell| decisions.insert(cell, Value::Placed));
        let census = ranking.diagram().census(&decisions, budget)?;
        let size = problem.rules().size();
        let open = size.iter().filter(|&cell| !census.cells[size.index(cell)].is_zero());
        let excluded = &CellSet::from_cells(size, open) - &solution;
        let rank = Some(Rank { number, total });
        Ok(Some(Completion { placed: solution, excluded, rank, is_nearly_uniform: false }))
    }

    /// Returns the order of variables for `rules`. Drops the cached diagrams of other rules.
    pub(super) fn order(&mut self, rules: &Arc<Rules>) -> Arc<VariableOrder> {
        self.lock_cache().order(rules)
    }

    fn lock_cache(&self) -> MutexGuard<'_, DiagramCache> {
        // A poisoned lock is usable: each change is one assignment or one call, so a panic leaves no incomplete change.
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a diagram whose decisions are all decisions of the problem as well. The diagram may be cached or new.
    /// Questions to the diagram must be asked with the problem's decisions.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn covering_diagram(&mut self, problem: &Problem, budget: &Budget) -> Answer<Arc<Diagram>> {
        self.find_or_compile(problem, budget).map(|(diagram, _)| diagram)
    }

    /// Like [`Engine::covering_diagram`]. Also returns true if the decisions of the diagram are exactly the problem's decisions.
    /// The diagram becomes the most recently used diagram.
    fn find_or_compile(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Answer<(Arc<Diagram>, bool)> {
        let mut kept = self.lock_cache();
        let order = kept.order(problem.rules());
        if let Some(found) = kept.find(problem) {
            return Ok(found);
        }
        // Clones may use the cached diagrams while this engine compiles.
        drop(kept);
        let diagram = Arc::new(compile(problem, &order, budget)?.diagram);
        Ok((self.lock_cache().keep(problem, diagram, budget), true))
    }
}

/// Returns the nearest size on which the rules, without decisions and holes, have a solution. This is the smallest
/// larger size with a solution, or else the largest smaller size with a solution. Both sides change by the same
/// number, which is at most the length of the shorter side, or 8 if that is more.
///
/// # Errors
/// When the budget ends before the answer.
pub fn nearest_size(rules: &Rules, budget: &Budget) -> Answer<Option<Size>> {
    let (rows, columns) = (i32::from(rules.size().rows()), i32::from(rules.size().columns()));
    let shorter = rows.min(columns);
    for by in (1..=shorter.max(8)).chain((1..shorter).map(|by| -by)) {
        let changed = |side: i32| u16::try_from(side + by).unwrap_or_default();
        let Ok(size) = Size::new(changed(rows), changed(columns)) else {
            continue;
        };
        let problem = Problem::new(rules.resized(size));
        let order = VariableOrder::suiting(problem.rules());
        if !compile(&problem, &Arc::new(order), budget)?.diagram.is_false() {
            return Ok(Some(size));
        }
    }
    Ok(None)
}

impl DiagramCache {
    /// True if the diagram has the rules of a problem.
    fn is_for(&self, problem: &Problem) -> bool {
        self.board.as_ref().is_some_and(|(rules, _)| rules == problem.rules())
    }

    /// Returns the order of variables for `rules`. Drops the cached diagrams of other rules.
    fn order(&mut self, rules: &Arc<Rules>) -> Arc<VariableOrder> {
        if let Some((known, order)) = &self.board
            && known == rules
        {
            return Arc::clone(order);
        }
        let order = Arc::new(VariableOrder::suiting(rules));
        let board = Some((Arc::clone(rules), Arc::clone(&order)));
        *self = Self { board, diagrams: Vec::new() };
        order
    }

    /// Returns the smallest cached diagram whose decisions are all decisions of the problem as well, and true if they
    /// are exactly the problem's decisions. The diagram becomes the most recently used diagram.
    fn find(&mut self, problem: &Problem) -> Option<(Arc<Diagram>, bool)> {
        let smallest = (0..self.diagrams.len())
            .filter(|&index| problem.includes(&self.diagrams[index].0))
            .min_by_key(|&index| self.diagrams[index].1.nodes())?;
        let found = self.diagrams.remove(smallest);
        let is_whole = found.0 == *problem.decisions();
        let diagram = Arc::clone(&found.1);
        self.diagrams.push(found);
        Some((diagram, is_whole))
    }

    /// Caches a diagram, unless the cache now has other rules. Drops the least recently used diagrams while there are
    /// more than 64, or while they take more than half of the memory budget. If a clone has compiled the problem
    /// meanwhile, returns the clone's cached diagram.
    fn keep(&mut self, problem: &Problem, diagram: Arc<Diagram>, budget: &Budget) -> Arc<Diagram> {
        if !self.is_for(problem) {
            return diagram;
        }
        if let Some((_, known)) = self.diagrams.iter().find(|(it, _)| it == problem.decisions()) {
            return Arc::clone(known);
        }
        self.diagrams.push((problem.decisions().clone(), Arc::clone(&diagram)));
        let memory = |kept: &[(Decisions, Arc<Diagram>)]| {
            kept.iter().map(|(_, diagram)| diagram.memory()).sum::<usize>()
        };
        while self.diagrams.len() > 1
            && (self.diagrams.len() > 64 || memory(&self.diagrams) > budget.memory() / 2)
        {
            self.diagrams.remove(0);
        }
        diagram
    }
}

impl Surveyor for Engine {
    /// Reports the census of all cells.
    fn survey_cells(
        &mut self,
        problem: &Problem,
        _cells: &CellSet,
        budget: &Budget,
        learn: &mut dyn FnMut(PartialAnswer),
    ) -> Answer<()> {
        learn(PartialAnswer::Census(self.census(problem, budget)?, EngineKind::Bdd));
        Ok(())
    }
}

impl Oracle for Engine {
    fn is_satisfiable(&mut self, problem: &Problem, budget: &Budget) -> Answer<bool> {
        self.covering_diagram(problem, budget)?.is_satisfiable(problem.decisions(), budget)
    }

    fn solutions(&mut self, problem: &Problem, budget: &Budget) -> Answer<Option<BigUint>> {
        let diagram = self.covering_diagram(problem, budget)?;
        diagram.count_under(problem.decisions(), budget).map(Some)
    }

    fn smallest_retractions(
        &mut self,
        problem: &Problem,
        soft: &[(Cell, Value)],
        cap: usize,
        budget: &Budget,
    ) -> Answer<Option<Retractions>> {
        let attempt = budget.slice(budget.attempt_time(RULES_TIME));
        let rules = Problem::new(Arc::clone(problem.rules()));
        match self.covering_diagram(&rules, &attempt) {
            Ok(whole) => {
                whole.smallest_retractions(problem.decisions(), soft, cap, budget).map(Some)
            }
            Err(interrupted) => interrupted.unless_cancelled(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Grid;

    #[test]
    fn of_two_diagrams_of_one_position_the_first_is_kept() {
        let (problem, budget) = (Problem::new(Rules::queens(6).unwrap()), Budget::default());
        let mut engine = Engine::new();
        let order = engine.order(problem.rules());
        let [first, second] = [0, 1].map(|_| {
            let diagram = Arc::new(compile(&problem, &order, &budget).unwrap().diagram);
            engine.lock_cache().keep(&problem, diagram, &budget)
        });
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!(engine.lock_cache().diagrams.len(), 1);
    }

    #[test]
    fn a_smaller_size_is_the_nearest_if_no_larger_one_has_a_solution() {
        let needs = ["rows", "pieces=1"].map(|need| need.parse().unwrap());
        let rules = Rules::new(Grid::new("3".parse().unwrap()), "rook".parse().unwrap(), needs);
        let nearest = nearest_size(&rules, &Budget::default()).unwrap();
        assert_eq!(nearest, Some(Size::square(1).unwrap()));
    }
}
