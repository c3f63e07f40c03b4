use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;
use rand::RngCore;

use super::estimate;
use crate::answers::{Completion, DiagramSize, EngineKind, Retractions};
use crate::bdd::{self, Arrangement, VariableOrder, compile_difficulty};
use crate::budget::{Answer, Budget, Cause, Interrupted, Progress};
use crate::costs::{Objective, Optimum};
use crate::count;
use crate::oracle::{Oracle, PartialAnswer, Surveyor};
use crate::plan::{
    self, Attempt, AttemptTime, CounterEngine, EngineRefusal, ProblemKind, Question,
    without_decisions,
};
use crate::sat;
use crate::search::{ColumnModel, Search, SearchOptions, Values};
use geometry::{Cell, CellSet};
use problem::{Problem, Rules, Value, Weights};

/// Maximum number of nodes of a row diagram for which a survey counts the nodes of the BDD. That takes at most about a
/// tenth of a second.
pub const QUICK_NODES: usize = 1 << 20;

/// Forwards questions to the other engines: builds the diagram if that is quick, otherwise asks another engine.
#[derive(Default)]
pub struct Engine {
    bdd: bdd::Engine,
    sat: sat::Engine,
    /// True if only cached diagrams are asked.
    avoids_diagrams: bool,
    failed_diagram: Option<FailedDiagram>,
    /// The only engine that is asked; `None` if this engine chooses.
    asked: Option<EngineKind>,
}

/// A diagram that could not be built within a budget.
struct FailedDiagram {
    rules: Arc<Rules>,
    /// The estimated difficulty of the diagram.
    difficulty: f64,
    granted: GrantedLimit,
}

/// The limit that ended the building of a diagram.
enum GrantedLimit {
    Time(Duration),
    /// Memory in bytes.
    Memory(usize),
}

impl Engine {
    /// An engine with an empty cache.
    pub fn new() -> Self {
        Self::default()
    }

    /// An engine that shares the cached diagrams of another engine.
    pub fn sharing(diagrams: &bdd::Engine) -> Self {
        Self { bdd: diagrams.clone(), ..Self::default() }
    }

    /// An engine that avoids diagrams, as on large boards.
    pub fn without_diagrams() -> Self {
        Self { avoids_diagrams: true, ..Self::default() }
    }

    /// An engine that asks only the engine `asked`; if `asked` is `None`, it chooses.
    ///
    /// # Errors
    /// When the engine `asked` does not answer questions about domains, or does not suit the problem.
    pub fn keeping_to(asked: Option<EngineKind>, problem: &Problem) -> Result<Self, EngineRefusal> {
        if let Some(kind) = asked {
            Question::Domains.check(kind, "domains")?;
        }
        if asked == Some(EngineKind::Count) {
            count::Engine::check(problem)?;
        }
        Ok(Self { asked, ..Self::default() })
    }

    /// Calls [`Surveyor::survey_cells`] for all cells.
    ///
    /// # Errors
    /// When the budget ends first. The layers handed over until then are correct.
    pub fn survey(
        &mut self,
        problem: &Problem,
        budget: &Budget,
        learn: &mut dyn FnMut(PartialAnswer),
    ) -> Answer<()> {
        self.survey_cells(problem, &CellSet::full(problem.rules().size()), budget, learn)
    }

    /// Passes all counts to `learn`, even if counting takes long. A search runs on `threads` threads.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn census(
        &mut self,
        problem: &Problem,
        threads: NonZeroUsize,
        budget: &Budget,
        learn: &mut dyn FnMut(PartialAnswer),
    ) -> Answer<()> {
        let has_diagram = self.bdd.covers(problem)
            || self.asked.is_none()
                && Question::AllCounts.soonest(problem) == Some(EngineKind::Bdd)
                && plan::fits_memory(problem, budget.memory())
                && self.row_diagram(problem, budget)?.is_some();
        if !has_diagram
            && let Ok(CounterEngine::Count(engine)) =
                plan::counter(problem, Question::ExactCount, self.asked)
        {
            let census = engine.census(&budget.clone().with_threads(threads))?;
            learn(PartialAnswer::Census(census, EngineKind::Count));
            return Ok(());
        }
        learn(PartialAnswer::Census(self.bdd.census(problem, budget)?, EngineKind::Bdd));
        if let Some(diagram) = self.row_diagram(problem, budget)? {
            learn(PartialAnswer::RowNodes(diagram.nodes()));
            learn(PartialAnswer::Diagram(diagram.size_at(problem, budget)?));
        }
        Ok(())
    }

    /// The diagram of a problem; `None` if the memory does not suffice, or if the diagram is built column by column.
    /// Only the sizes of diagrams that are built row by row are shown.
    fn row_diagram(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Answer<Option<Arc<bdd::Diagram>>> {
        if !is_by_row(problem) {
            return Ok(None);
        }
        match self.bdd.diagram(problem, budget) {
            Ok(diagram) => Ok(Some(diagram)),
            Err(Interrupted { cause: Cause::Memory(_), .. }) => Ok(None),
            Err(interrupted) => Err(interrupted),
        }
    }

    /// A solution drawn at random, and the cells to exclude so that no other solution remains; `None` if there is no
    /// solution. If the diagram is quick, all solutions are equally probable. If an estimate finds a solution, they are
    /// nearly equally probable.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn complete(
        &mut self,
        problem: &Problem,
        random: &mut impl RngCore,
        budget: &Budget,
    ) -> Answer<Option<Completion>> {
        let question = Question::Completion;
        let by_diagram = self.by_diagram(question, problem, budget, |bdd, problem, budget| {
            bdd.complete(problem, random, budget)
        })?;
        if let Some(completion) = by_diagram {
            return Ok(completion);
        }
        let others = question.attempts().iter().filter(|(engine, ..)| *engine != EngineKind::Bdd);
        for (engine, _, time) in others.filter(|(_, kind, _)| kind.includes(problem)) {
            let solution = match engine {
                EngineKind::Estimate => {
                    let drawn = estimate::draw(problem, random, time.within(budget), budget)?;
                    let Some(solution) = drawn else { continue };
                    let completion = Completion::of_solution(problem, solution);
                    return Ok(Some(Completion { is_nearly_uniform: true, ..completion }));
                }
                EngineKind::Search => {
                    let Ok(model) = ColumnModel::new(problem) else { continue };
                    let seed = random.next_u64();
                    let values = Values::Random;
                    let options =
                        SearchOptions { values, seed, restarts: true, ..SearchOptions::default() };
                    Search::new(&model, options).next(budget)?
                }
                EngineKind::Bdd | EngineKind::Count | EngineKind::Sat => {
                    sat::Solutions::new(problem, budget)?.draw(random, budget)?
                }
            };
            return Ok(solution.map(|solution| Completion::of_solution(problem, solution)));
        }
        Ok(None)
    }

    /// The solution whose number is `number` modulo the number of solutions. If the diagram is not quick, a solution
    /// drawn at random.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn complete_with(
        &mut self,
        problem: &Problem,
        number: &BigUint,
        random: &mut impl RngCore,
        budget: &Budget,
    ) -> Answer<Option<Completion>> {
        let numbered = |bdd: &mut bdd::Engine, problem: &Problem, budget: &Budget| {
            bdd.complete_with(problem, |total| number % total, budget)
        };
        match self.by_diagram(Question::Completion, problem, budget, numbered)? {
            Some(completion) => Ok(completion),
            None => self.complete(problem, random, budget),
        }
    }

    /// The size of the reduced ordered BDD; `None` unless the diagram is cached and was built row by row.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn diagram_size(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Answer<Option<DiagramSize>> {
        if !self.bdd.covers(problem) || !is_by_row(problem) {
            return Ok(None);
        }
        let diagram = self.bdd.diagram(problem, budget)?;
        diagram.size_at(problem, budget).map(Some)
    }

    /// The diagram of a problem, built row by row; `None` if it is not quick.
    ///
    /// # Errors
    /// When the budget is cancelled.
    pub fn quick_diagram(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Answer<Option<Arc<bdd::Diagram>>> {
        if is_by_row(problem) {
            return self.by_diagram(Question::OfDiagram, problem, budget, bdd::Engine::diagram);
        }
        let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
        let part = budget.slice(budget.attempt_time(plan::QUICK_TIME));
        let construction = bdd::compile(problem, &Arc::new(order), &part);
        let diagram = construction.map(|construction| Some(Arc::new(construction.diagram)));
        diagram.or_else(|ended| ended.unless_cancelled(None))
    }

    /// Up to `max_solutions` best solutions of a problem. If the diagram is quick to build, all of them are proved
    /// optimal. Otherwise [`sat::optimum`] finds and proves solutions until the budget ends.
    ///
    /// # Errors
    /// When the budget is cancelled, or ends before anything is known.
    ///
    /// # Panics
    /// When the weights are for a grid of another size.
    pub fn best(
        &mut self,
        problem: &Problem,
        weights: &Weights,
        objective: Objective,
        max_solutions: NonZeroUsize,
        budget: &Budget,
    ) -> Answer<Optimum> {
        let ask = |bdd: &mut bdd::Engine, problem: &Problem, budget: &Budget| {
            let diagram = bdd.covering_diagram(problem, budget)?;
            diagram.best(problem.decisions(), weights, objective, max_solutions.get(), budget)
        };
        let solutions = match self.asked {
            Some(EngineKind::Bdd) => Some(ask(&mut self.bdd, problem, budget)?),
            Some(EngineKind::Sat) => None,
            None | Some(EngineKind::Search | EngineKind::Count | EngineKind::Estimate) => {
                self.by_diagram(Question::Best, problem, budget, ask)?
            }
        };
        let Some(solutions) = solutions else {
            return sat::optimum(problem, weights, objective, max_solutions, budget);
        };
        let last = solutions.last().filter(|_| solutions.len() == max_solutions.get());
        let bound = last.map(|last| last.cost);
        Ok(Optimum { solutions, bound, engine: EngineKind::Bdd })
    }

    /// Asks the diagram a question of the plan; `None` if the diagram is too difficult for the plan, or was not ready
    /// in time.
    ///
    /// # Errors
    /// When the budget is cancelled.
    pub fn by_diagram<T>(
        &mut self,
        question: Question,
        problem: &Problem,
        budget: &Budget,
        ask: impl FnOnce(&mut bdd::Engine, &Problem, &Budget) -> Answer<T>,
    ) -> Answer<Option<T>> {
        let Some(time) = self.diagram_time(question, problem, budget) else { return Ok(None) };
        let Some(time) = time.within(budget) else {
            return ask(&mut self.bdd, problem, budget).map(Some);
        };
        ask(&mut self.bdd, problem, &budget.slice(time)).map(Some).or_else(|ended| {
            ended.unless_cancelled(())?;
            self.failed_diagram = Some(FailedDiagram {
                rules: Arc::clone(problem.rules()),
                difficulty: compile_difficulty(problem),
                granted: match ended.cause {
                    Cause::Memory(_) => GrantedLimit::Memory(budget.memory()),
                    Cause::Time(_) | Cause::Cancelled => GrantedLimit::Time(time),
                },
            });
            budget.check(Progress::default()).map(|()| None)
        })
    }

    /// The time that the plan gives the diagram for a question; `None` if the diagram is not asked.
    fn diagram_time(
        &self,
        question: Question,
        problem: &Problem,
        budget: &Budget,
    ) -> Option<AttemptTime> {
        let is_asked = |&&(engine, kind, time): &&Attempt| {
            engine == EngineKind::Bdd && self.has_diagram_in_time(kind, time, problem, budget)
        };
        question.attempts().iter().find(is_asked).map(|(.., time)| *time)
    }

    /// True if the diagram of a problem is cached, or probably built in time. A diagram that was not ready within its time
    /// or memory is tried again only with twice the time or with more memory.
    fn has_diagram_in_time(
        &self,
        kind: ProblemKind,
        time: AttemptTime,
        problem: &Problem,
        budget: &Budget,
    ) -> bool {
        let rules_alone = (kind == ProblemKind::InstantRules).then(|| without_decisions(problem));
        let problem = rules_alone.as_ref().unwrap_or(problem);
        let failed = |given_up: &FailedDiagram| {
            given_up.rules == *problem.rules()
                && compile_difficulty(problem) >= given_up.difficulty
                && match given_up.granted {
                    GrantedLimit::Time(had) => {
                        time.within(budget).is_some_and(|time| time < 2 * had)
                    }
                    GrantedLimit::Memory(had) => budget.memory() <= had,
                }
        };
        self.bdd.covers(problem)
            || !self.avoids_diagrams
                && kind.includes(problem)
                && !self.failed_diagram.as_ref().is_some_and(failed)
    }
}

/// True if the diagram of a problem is built row by row. Other diagrams are not shown.
fn is_by_row(problem: &Problem) -> bool {
    Arrangement::suiting(problem.rules()) == Arrangement::RowMajor
}

impl Surveyor for Engine {
    /// If the diagram is quick, hands over the counts, the number of nodes of the row diagram and, unless the diagram
    /// is large, the size of the BDD. Otherwise hands over the domains of the given cells. If an engine was named, that
    /// engine hands over its own layers.
    fn survey_cells(
        &mut self,
        problem: &Problem,
        cells: &CellSet,
        budget: &Budget,
        learn: &mut dyn FnMut(PartialAnswer),
    ) -> Answer<()> {
        match self.asked {
            None | Some(EngineKind::Search | EngineKind::Estimate) => {}
            Some(EngineKind::Bdd) => return self.bdd.survey_cells(problem, cells, budget, learn),
            Some(EngineKind::Sat) => return self.sat.survey_cells(problem, cells, budget, learn),
            Some(EngineKind::Count) => {
                return self.census(problem, budget.threads(), budget, learn);
            }
        }
        // If the diagram takes more than a moment, the domains come first.
        let mut question = Question::Domains;
        let mut surveyed = None;
        if self.diagram_time(question, problem, budget).is_none() {
            let result = self.sat.survey_cells(problem, cells, budget, learn);
            question = Question::CountsAfterDomains;
            if self.diagram_time(question, problem, budget).is_none() {
                return result;
            }
            if let Err(ended) = result {
                ended.unless_cancelled(())?;
            }
            // The diagram may fit the budget even if the clauses did not.
            surveyed = Some(result);
        }
        let census = self.by_diagram(question, problem, budget, bdd::Engine::census);
        let census = match (census, &surveyed) {
            // The domains are known, so the survey is complete although the time of the counts has ended.
            (Err(ended), Some(Ok(()))) => return ended.unless_cancelled(()),
            (census, _) => census?,
        };
        if let Some(census) = census {
            learn(PartialAnswer::Census(census, EngineKind::Bdd));
            if let Some(diagram) = self.row_diagram(problem, budget)? {
                learn(PartialAnswer::RowNodes(diagram.nodes()));
                if diagram.nodes() <= QUICK_NODES {
                    let size = diagram.size_at(problem, budget)?;
                    learn(PartialAnswer::Diagram(size));
                }
            }
            return Ok(());
        }
        surveyed.unwrap_or_else(|| self.sat.survey_cells(problem, cells, budget, learn))
    }
}

impl Engine {
    /// The engine that answers the questions of an [`Oracle`], if an engine was named.
    fn asked_oracle(&mut self) -> Option<&mut dyn Oracle> {
        match self.asked {
            Some(EngineKind::Bdd | EngineKind::Count) => Some(&mut self.bdd),
            Some(EngineKind::Sat) => Some(&mut self.sat),
            None | Some(EngineKind::Search | EngineKind::Estimate) => None,
        }
    }
}

impl Oracle for Engine {
    fn is_satisfiable(&mut self, problem: &Problem, budget: &Budget) -> Answer<bool> {
        if let Some(engine) = self.asked_oracle() {
            return engine.is_satisfiable(problem, budget);
        }
        let question = Question::Satisfiability;
        let answer = self.by_diagram(question, problem, budget, bdd::Engine::is_satisfiable)?;
        answer.map_or_else(|| self.sat.is_satisfiable(problem, budget), Ok)
    }

    fn solutions(&mut self, problem: &Problem, budget: &Budget) -> Answer<Option<BigUint>> {
        match self.asked_oracle() {
            Some(engine) => engine.solutions(problem, budget),
            None => Ok(self
                .by_diagram(Question::OfDiagram, problem, budget, bdd::Engine::solutions)?
                .flatten()),
        }
    }

    fn smallest_retractions(
        &mut self,
        problem: &Problem,
        soft: &[(Cell, Value)],
        cap: usize,
        budget: &Budget,
    ) -> Answer<Option<Retractions>> {
        if let Some(engine) = self.asked_oracle() {
            return engine.smallest_retractions(problem, soft, cap, budget);
        }
        let ask = |bdd: &mut bdd::Engine, problem: &Problem, budget: &Budget| {
            bdd.smallest_retractions(problem, soft, cap, budget)
        };
        match self.by_diagram(Question::Explanation, problem, budget, ask)?.flatten() {
            Some(retractions) => Ok(Some(retractions)),
            None => self.sat.smallest_retractions(problem, soft, cap, budget),
        }
    }

    fn conflict(
        &mut self,
        problem: &Problem,
        soft: &[(Cell, Value)],
        budget: &Budget,
    ) -> Answer<Option<Vec<Cell>>> {
        if let Some(engine) = self.asked_oracle() {
            return engine.conflict(problem, soft, budget);
        }
        // The diagram finds no conflicts. The smallest sets of decisions to take back say more.
        match self.by_diagram(Question::Explanation, problem, budget, |_, _, _| Ok(()))? {
            Some(()) => Ok(None),
            None => self.sat.conflict(problem, soft, budget),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queens(size: u16) -> Problem {
        Problem::new(Rules::queens(size).unwrap())
    }

    #[test]
    fn a_diagram_that_did_not_fit_is_built_with_more_memory() {
        let (mut engine, problem) = (Engine::new(), queens(12));
        let mut solutions = |memory| engine.solutions(&problem, &Budget::new(memory)).unwrap();
        assert_eq!(solutions(1 << 18), None);
        assert_eq!(solutions(1 << 32), Some(14200_u16.into()));
    }

    /// The time of an attempt is compared as it would be granted, not as it would be without a limit.
    #[test]
    fn a_diagram_is_not_tried_again_in_less_time_than_it_had() {
        let (second, hour) = (Duration::from_secs(1), Duration::from_secs(3600));
        let problem = queens(12);
        let given_up = FailedDiagram {
            rules: Arc::clone(problem.rules()),
            difficulty: compile_difficulty(&problem),
            granted: GrantedLimit::Time(second),
        };
        let engine = Engine { failed_diagram: Some(given_up), ..Engine::new() };
        let is_tried = |left: Duration| {
            let budget = Budget::default().with_timeout(left);
            engine.diagram_time(Question::CountsAfterDomains, &problem, &budget).is_some()
        };
        assert!(is_tried(hour));
        assert!(!is_tried(second));
    }

    #[test]
    fn a_diagram_is_tried_only_where_the_plan_has_one() {
        let is_tried = |engine: &Engine, size| {
            let question = Question::CountsAfterDomains;
            engine.diagram_time(question, &queens(size), &Budget::default()).is_some()
        };
        assert!(is_tried(&Engine::new(), 12) && !is_tried(&Engine::new(), 30));
        assert!(!is_tried(&Engine::without_diagrams(), 12));
    }
}
