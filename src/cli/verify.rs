//! The option `--verify`: asks a second engine, and checks solutions, reasons and steps.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use itertools::Itertools;
use num_bigint::BigUint;
use serde::Serialize;

use super::counting::CountMethod;
use super::exit::{AnswerConflict, ExitCode, Failure};
use super::format;
use super::task::Task;
use engine::auto::Engine;
use engine::bdd::{Arrangement, ConjoinedBdd, MAX_VARIABLES, VariableOrder, conjoin};
use engine::counting::{CountRequest, Counted};
use engine::plan::{self, Question, Verifier};
use engine::verify::{Checker, Verdict};
use engine::{Answer, Budget, EngineKind, Objective, Optimum, PartialAnswer, sat};
use geometry::{Cell, CellSet};
use problem::{Assist, BoardFile, Problem, Value, Weights};
use session::steps::{End, Solver, SolvingPath, follows};
use session::{CellState, Finding, Reason, Session, Wish};

/// The name in `verified_by` of the checker, which checks solutions, reasons and steps without engines.
const CHECKER: &str = "checker";

/// The name in `verified_by` of the BDD library's operations.
const LIBRARY: &str = "library";

/// Time limit for the BDD library's operations, which can be slow on boards that are easy for the
/// engines.
const LIBRARY_TIME: Duration = Duration::from_secs(60);

/// Maximum number of solutions that the SAT engine enumerates for a count.
const MAX_ENUMERATED: u32 = 1000;

/// The result of a verification. The default is that nothing is verified and nothing is printed about
/// it.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Verification {
    /// The name of the second engine or of the checker; `None` if neither could answer.
    pub verified_by: Option<&'static str>,
    /// The two answers, if they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disagreement: Option<AnswerConflict>,
    /// The reason why the answer is not verified, if it should be printed.
    #[serde(skip)]
    note: Option<String>,
}

impl Verification {
    fn confirmed_by(name: &'static str) -> Self {
        Self { verified_by: Some(name), ..Self::default() }
    }

    #[expect(clippy::needless_pass_by_value, reason = "callers hand over what they format")]
    fn unverified(why: impl ToString) -> Self {
        Self { note: Some(why.to_string()), ..Self::default() }
    }

    /// Combines two verifications. Returns the first with a disagreement, or else the first without a
    /// verdict, or else the second.
    pub(crate) fn and(self, next: impl FnOnce() -> Self) -> Self {
        if self.disagreement.is_some() {
            return self;
        }
        let next = next();
        if next.disagreement.is_none() && self.verified_by.is_none() { self } else { next }
    }

    /// Prints to stderr who verified the answer, or why it is not verified.
    ///
    /// # Errors
    /// When two answers disagree.
    pub(crate) fn finish(self, json: bool) -> anyhow::Result<()> {
        if let Some(disagreement) = self.disagreement {
            return Err(Failure::new(ExitCode::Disagreement, disagreement).into());
        }
        match (self.verified_by, self.note) {
            (None, Some(note)) => format::print_note(format_args!("not verified: {note}")),
            (Some(by), _) if !json => format::print_aside(format_args!("verified by {by}")),
            _ => {}
        }
        Ok(())
    }
}

/// An answer that is verified, with its engine. `words` is compared with the words of the second
/// answer.
struct FirstAnswer<'a> {
    problem: &'a Problem,
    engine: &'static str,
    words: String,
}

/// The name of the second engine, and its answer in words.
type SecondAnswer = Answer<(&'static str, String)>;

impl<'a> FirstAnswer<'a> {
    #[expect(clippy::needless_pass_by_value, reason = "callers hand over what they format")]
    fn new(problem: &'a Problem, engine: impl Into<&'static str>, words: impl ToString) -> Self {
        Self { problem, engine: engine.into(), words: words.to_string() }
    }

    /// Converts the verdict of the checker to a verification.
    fn judged(self, verdict: Verdict) -> Verification {
        match verdict {
            Verdict::Proved => Verification::confirmed_by(CHECKER),
            Verdict::Open => {
                Verification::unverified(format_args!("{}: checking it takes too long", self.words))
            }
            Verdict::Refuted(why) => self.disagreement(CHECKER, why),
        }
    }

    /// Compares the answer with the second answer.
    fn compared(self, second: SecondAnswer) -> Verification {
        match second {
            Ok((name, words)) if words == self.words => Verification::confirmed_by(name),
            Ok((name, words)) => self.disagreement(name, words),
            Err(interrupted) => Verification::unverified(format_args!(
                "the second answer was not found: {interrupted}"
            )),
        }
    }

    /// The disagreement with another answer. Writes the board to a file for a report.
    fn disagreement(self, other_engine: &'static str, other_answer: String) -> Verification {
        let board = BoardFile { problem: self.problem.clone(), assist: Assist::default() };
        let board = match board.write_numbered(Path::new(""), "disagreement") {
            Ok(path) => path.display().to_string(),
            Err(error) => format!("the board, which cannot be saved ({error})"),
        };
        let Self { engine, words: answer, .. } = self;
        let disagreement = AnswerConflict { engine, answer, other_engine, other_answer, board };
        Verification { disagreement: Some(disagreement), ..Verification::default() }
    }
}

/// A count in words: the total number, and the number of each row of the breakdown.
fn in_words(counted: &Counted) -> String {
    let noun = if counted.numbers.classes.is_some() { "classes" } else { "solutions" };
    let rows = counted.rows.iter().map(|row| (row.label, row.numbers.target_count()));
    let rows = rows.filter(|(_, number)| **number != BigUint::ZERO);
    let rows = rows.format_with("", |(label, number), f| f(&format_args!(", {label}: {number}")));
    format!("{} {noun}{rows}", counted.numbers.target_count())
}

/// Repeats a count with a second engine.
pub(super) fn count(
    problem: &Problem,
    counting: &CountMethod,
    (first, counted): (EngineKind, &Counted),
    budget: &Budget,
) -> Verification {
    let answer = FirstAnswer::new(problem, first, in_words(counted));
    let number = counted.numbers.target_count();
    let plain = |number: BigUint| format!("{number} solutions");
    for verifier in Question::ExactCount.verifiers(problem, first) {
        match verifier {
            Verifier::Engine(kind) => {
                let engine = plan::counter(problem, Question::ExactCount, Some(kind));
                let Ok(engine) = engine else { continue };
                let again = counting.count(problem, &engine, budget);
                return answer.compared(again.map(|again| (kind.into(), in_words(&again))));
            }
            Verifier::Enumeration | Verifier::Library
                if counting.request != CountRequest::default() =>
            {
                return Verification::unverified(
                    "no second engine counts classes or parts of such a problem",
                );
            }
            Verifier::Enumeration => {
                if *number <= MAX_ENUMERATED.into()
                    && let Ok(found) = enumerate(problem, number, budget)
                {
                    return answer.compared(Ok((EngineKind::Sat.into(), plain(found))));
                }
            }
            Verifier::Library => {
                if let Some(again) = by_library(problem, budget) {
                    let again = again.map(|(bdd, _)| (LIBRARY, plain(bdd.solutions())));
                    return answer.compared(again);
                }
            }
        }
    }
    Verification::unverified("no second engine counts so large a board")
}

/// Like [`count`], but for a number of solutions, or of classes up to symmetry, without breakdown.
pub(super) fn number(
    task: &Task,
    first: EngineKind,
    number: &BigUint,
    up_to_symmetry: bool,
) -> Verification {
    let counting = CountMethod::plain(up_to_symmetry);
    let counted = Counted::plain(number, up_to_symmetry);
    task.run_and_clear_bar(|| count(&task.problem, &counting, (first, &counted), &task.budget))
}

/// Counts solutions by enumerating them with the SAT engine, up to `expected + 1` solutions.
fn enumerate(problem: &Problem, expected: &BigUint, budget: &Budget) -> Answer<BigUint> {
    let mut solutions = sat::Solutions::new(problem, budget)?;
    let mut found = BigUint::ZERO;
    while found <= *expected && solutions.next(budget)?.is_some() {
        found += 1_u8;
    }
    Ok(found)
}

/// The BDD built by the library's operations, with its order. `None` if there are more variables than
/// the library allows.
fn by_library(problem: &Problem, budget: &Budget) -> Option<Answer<(ConjoinedBdd, VariableOrder)>> {
    let rules = problem.rules();
    let order = VariableOrder::new(rules.grid(), Arrangement::suiting(rules));
    let budget = budget.slice(LIBRARY_TIME);
    (order.len() <= MAX_VARIABLES)
        .then(|| conjoin(problem, &order, &budget).map(|bdd| (bdd, order)))
}

/// Checks solutions while they are printed.
pub(super) struct SolutionCheck<'a> {
    problem: &'a Problem,
    checker: Checker,
    /// The solutions so far; `None` if solutions may repeat.
    seen: Option<HashSet<CellSet>>,
    verdict: Verdict,
}

impl<'a> SolutionCheck<'a> {
    /// A check of a problem's solutions. Solutions that are drawn at random may repeat.
    pub(crate) fn new(problem: &'a Problem, may_repeat: bool) -> Self {
        let seen = (!may_repeat).then(HashSet::new);
        Self { problem, checker: Checker::new(problem.rules()), seen, verdict: Verdict::Proved }
    }

    /// Checks the next solution.
    pub(crate) fn add(&mut self, solution: &CellSet) {
        let verdict = std::mem::replace(&mut self.verdict, Verdict::Proved);
        self.verdict = verdict.and(|| self.checker.solution(self.problem, solution));
        if self.seen.as_mut().is_some_and(|seen| !seen.insert(solution.clone())) {
            self.verdict = Verdict::Refuted("a solution comes twice".to_owned());
        }
    }

    /// The verification of all solutions that were added.
    pub(crate) fn finish(self, engine: EngineKind) -> Verification {
        FirstAnswer::new(self.problem, engine, "a solution").judged(self.verdict)
    }
}

/// Checks the best solutions. If they are proved to be best, also checks their costs.
pub(super) fn best(
    task: &Task,
    weights: &Weights,
    objective: Objective,
    found: &Optimum,
) -> Verification {
    let (problem, engine) = (&task.problem, found.engine);
    let mut check = SolutionCheck::new(problem, false);
    found.solutions.iter().for_each(|one| check.add(&one.cells));
    let verification = check.finish(engine);
    if found.proved(objective) < found.solutions.len() {
        return verification.and(|| Verification::unverified("they are not proved to be the best"));
    }
    let Some(most) = NonZeroUsize::new(found.solutions.len()) else {
        return number(task, engine, &BigUint::ZERO, false);
    };
    let costs = |found: &Optimum| {
        format!("costs {}", found.solutions.iter().map(|one| one.cost).join(", "))
    };
    let answer = FirstAnswer::new(problem, engine, costs(found));
    let asked = Question::Best.verifiers(problem, engine).find_map(|it| engine_of(it, problem));
    let again = asked.map(|(_, mut asked)| {
        task.run_and_clear_bar(|| asked.best(problem, weights, objective, most, &task.budget))
    });
    verification.and(|| match again {
        Some(Ok(again)) if again.proved(objective) == again.solutions.len() => {
            answer.compared(Ok((again.engine.into(), costs(&again))))
        }
        _ if most.get() == 1 => {
            let best = (objective == Objective::Dearest, found.solutions[0].cost);
            answer.judged(Checker::new(problem.rules()).best(problem, weights, best))
        }
        _ => Verification::unverified("no second engine finds the best solutions"),
    })
}

/// The kind of the verifying engine, and an engine that asks no other; `None` if another verifier is planned.
fn engine_of(verifier: Verifier, problem: &Problem) -> Option<(EngineKind, Engine)> {
    match verifier {
        Verifier::Engine(kind) => Some((kind, Engine::keeping_to(Some(kind), problem).ok()?)),
        Verifier::Enumeration | Verifier::Library => None,
    }
}

/// Compares the states and counts of `cells` with the answer of a second engine.
pub(super) fn domains(
    task: &Task,
    session: &Session,
    first: EngineKind,
    cells: &CellSet,
) -> Verification {
    let problem = &task.problem;
    let compared = |name, other: &Session| match difference(session, other, cells) {
        None => Verification::confirmed_by(name),
        Some((own, other)) => FirstAnswer::new(problem, first, own).compared(Ok((name, other))),
    };
    let mut other = Session::new(problem.clone());
    for verifier in Question::Domains.verifiers(problem, first) {
        if let Some((kind, mut engine)) = engine_of(verifier, problem) {
            return match task
                .run_and_clear_bar(|| other.ask_about(cells, &mut engine, &task.budget))
            {
                Ok(()) => compared(kind.into(), &other),
                Err(interrupted) => FirstAnswer::new(problem, first, "").compared(Err(interrupted)),
            };
        }
        // The BDD library verifies counts only.
        if verifier == Verifier::Library
            && session.knowledge().solutions().is_some()
            && let Some(Ok((bdd, order))) =
                task.run_and_clear_bar(|| by_library(problem, &task.budget))
            && let Ok(census) = bdd.census(&order, &task.budget)
        {
            let layer = PartialAnswer::Census(census, EngineKind::Bdd);
            other.learn(other.stamp(), Finding::Layer(layer, Duration::ZERO));
            return compared(LIBRARY, &other);
        }
    }
    Verification::unverified("no second engine knows the cells of such a board")
}

/// The first difference between two answers, in words; `None` if there is no difference.
fn difference(one: &Session, other: &Session, cells: &CellSet) -> Option<(String, String)> {
    let differ = |words: &dyn Fn(&Session) -> Option<String>| {
        Some((words(one)?, words(other)?)).filter(|(one, other)| one != other)
    };
    let of_cell = |cell: Cell| {
        let known = |state: &CellState| *state != CellState::Unknown;
        let state = |session: &Session| {
            Some(session.state(cell)).filter(known).map(|state| format!("{cell} {state}"))
        };
        let number = |session: &Session| Some(format!("{cell} {}", session.solutions_with(cell)?));
        differ(&state).or_else(|| differ(&number))
    };
    let any = |session: &Session| {
        let word =
            if session.knowledge().is_satisfiable()? { "some solution" } else { "no solution" };
        Some(word.to_owned())
    };
    let total = |session: &Session| Some(format!("{} solutions", session.knowledge().solutions()?));
    differ(&any).or_else(|| differ(&total)).or_else(|| cells.iter().find_map(of_cell))
}

/// Checks a reason, and the decisions to take back.
pub(super) fn reason(task: &Task, first: EngineKind, wish: Wish, reason: &Reason) -> Verification {
    let (problem, explanation) = (&task.problem, &reason.explanation);
    let checker = Checker::new(problem.rules());
    let reasons = (&explanation.because[..], &explanation.rules[..], explanation.minimal);
    let way = reason.restoration.as_ref().map(|found| &found.best().take_back[..]);
    let verdict = checker.reason(problem, wish, reasons).and(|| match reason.interrupted {
        None => checker.restoration(problem, wish, way),
        Some(_) => Verdict::Proved,
    });
    FirstAnswer::new(problem, first, "the reason").judged(verdict)
}

/// Checks that each step follows from the rules, the earlier steps and its own reasons. Also checks the
/// solution at the end of the steps. If the checker's search takes too long, a second engine may prove
/// that there is no other solution. Then all steps before the solution follow as well.
pub(super) fn steps(task: &Task, solver: &Solver, path: &SolvingPath) -> Verification {
    let (problem, board) = (&task.problem, solver.board());
    let checker = Checker::new(problem.rules());
    let mut decided: Vec<(Cell, Value)> = problem.decisions().iter().collect();
    let mut candidates = board.candidates(problem);
    let mut verdict = Verdict::Proved;
    for (number, step) in (1..).zip(&path.steps) {
        if !follows(board, &candidates, step) {
            let why = format!("step {number} does not follow from what it names");
            verdict = verdict.and(|| Verdict::Refuted(why));
        }
        for settled in step.settles() {
            if verdict == Verdict::Proved {
                verdict = checker.follows(&decided, settled);
            }
        }
        decided.extend(step.settles());
        candidates.apply(board, step);
    }
    let is_open = verdict == Verdict::Open;
    let of_solution = || match path.end {
        End::Solved => checker.solution(problem, candidates.placed()),
        End::Open | End::NoSolution(_) => Verdict::Proved,
    };
    let is_kept = decided.iter().all(|&(cell, value)| candidates.get(cell) == Some(value));
    if is_open && path.end == End::Solved && is_kept && of_solution() == Verdict::Proved {
        return number(task, EngineKind::Bdd, &1_u8.into(), false);
    }
    FirstAnswer::new(problem, "steps", "the steps").judged(verdict.and(of_solution))
}

/// Checks that a puzzle has exactly one solution.
pub(super) fn puzzle(task: &Task, problem: &Problem) -> Verification {
    let name = EngineKind::Sat;
    let mut first = None;
    let found = task.run_and_clear_bar(|| {
        let mut solutions = sat::Solutions::new(problem, &task.budget)?;
        first = solutions.next(&task.budget)?;
        let words = match (&first, solutions.next(&task.budget)?) {
            (None, _) => "no solution",
            (_, Some(_)) => "several solutions",
            (_, None) => "1 solution",
        };
        Ok((name.into(), words.to_owned()))
    });
    let verification = FirstAnswer::new(problem, "maker", "1 solution").compared(found);
    let Some(solution) = first.filter(|_| verification.verified_by.is_some()) else {
        return verification;
    };
    let verdict = Checker::new(problem.rules()).solution(problem, &solution);
    FirstAnswer::new(problem, name, "a solution").judged(verdict).and(|| verification)
}

/// Checks the number of solutions of a diagram, and its nodes if the library built it as well.
pub(super) fn inspect(task: &Task, count: &BigUint, nodes: [Option<usize>; 2]) -> Verification {
    let solutions = || number(task, EngineKind::Bdd, count, false);
    let [Some(own), Some(other)] = nodes.map(|nodes| nodes.map(|nodes| format!("{nodes} nodes")))
    else {
        return solutions();
    };
    FirstAnswer::new(&task.problem, EngineKind::Bdd, own)
        .compared(Ok((LIBRARY, other)))
        .and(solutions)
}

// Only debug builds can plant an error.
#[cfg(all(test, debug_assertions))]
mod tests;
