//! `--verify`: the answer of a second engine, and the checker of witnesses.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use itertools::Itertools;
use num_bigint::BigUint;
use serde::Serialize;

use super::counting::{CountMethod, Counted};
use super::exit::Disagreement;
use super::format;
use super::task::Task;
use engine::auto::{self, Engine, Question};
use engine::bdd::{Arrangement, ConjoinedBdd, MAX_VARIABLES, VariableOrder, conjoin};
use engine::verify::{Checker, Verdict};
use engine::{Aim, Budget, EngineKind, Interrupted, Optimum, sat};
use geometry::{Cell, CellSet};
use problem::{Assist, BoardFile, Problem, Value, Weights};
use session::steps::{End, Solver, SolvingPath, follows};
use session::{CellState, Reason, Session, Wish};

/// The checker of witnesses, as it is named beside engines.
const CHECKER: &str = "checker";

/// The operations of the BDD library, as they are named beside engines.
const LIBRARY: &str = "library";

/// The time for the library's operations: they take long on boards that are easy otherwise.
const LIBRARY_TIME: Duration = Duration::from_secs(60);

/// Maximum number of solutions that the SAT engine enumerates to count them.
const MOST_ENUMERATED: u32 = 1000;

/// The result of a verification.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Verification {
    /// The second engine or the checker; `None` if neither could answer.
    verified_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disagreement: Option<Disagreement>,
    /// Why the answer is not verified.
    #[serde(skip)]
    note: Option<String>,
}

impl Verification {
    fn by(name: &'static str) -> Self {
        Self { verified_by: Some(name), ..Self::default() }
    }

    fn open(why: &str) -> Self {
        Self { note: Some(why.to_owned()), ..Self::default() }
    }

    /// What a budget that ended leaves.
    fn ended(interrupted: Interrupted) -> Self {
        Self::open(&format!("the second answer was not found: {interrupted}"))
    }

    /// The verdict of the checker on an answer.
    fn of(verdict: Verdict, problem: &Problem, engine: &'static str, answer: &str) -> Self {
        match verdict {
            Verdict::Proved => Self::by(CHECKER),
            Verdict::Open => Self::open(&format!("{answer}: checking it takes too long")),
            Verdict::Refuted(why) => Self::clash(problem, (engine, answer), (CHECKER, &why)),
        }
    }

    /// Two answers that differ. Writes the board to a file.
    fn clash(
        problem: &Problem,
        (engine, answer): (&'static str, &str),
        (other_engine, other_answer): (&'static str, &str),
    ) -> Self {
        let (answer, other_answer) = (answer.to_owned(), other_answer.to_owned());
        let board = save(problem);
        let disagreement = Disagreement { engine, answer, other_engine, other_answer, board };
        Self { disagreement: Some(disagreement), ..Self::default() }
    }

    /// Verified by `name` if both answers are the same.
    fn compare(
        problem: &Problem,
        (engine, answer): (EngineKind, &str),
        (name, other): (&'static str, &str),
    ) -> Self {
        if answer == other {
            Self::by(name)
        } else {
            Self::clash(problem, (engine.into(), answer), (name, other))
        }
    }

    /// Both verifications: the first disagreement, or else the first that is open, or else the second.
    pub(crate) fn and(self, next: impl FnOnce() -> Self) -> Self {
        if self.disagreement.is_some() {
            return self;
        }
        let next = next();
        if next.disagreement.is_none() && self.verified_by.is_none() { self } else { next }
    }

    /// True if two answers differ.
    pub(crate) const fn is_disagreement(&self) -> bool {
        self.disagreement.is_some()
    }

    /// Who verified the answer, if it is verified.
    pub(crate) const fn verified_by(&self) -> Option<&'static str> {
        self.verified_by
    }

    /// Writes its entries of an object, without the braces.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn write_entries(&self, out: &mut impl Write) -> io::Result<()> {
        let object = serde_json::to_string(self)?;
        out.write_all(object.trim_matches(['{', '}']).as_bytes())
    }

    /// Says on stderr who verified the answer, or why nobody did.
    ///
    /// # Errors
    /// The disagreement, if there is one.
    pub(crate) fn finish(self, json: bool) -> anyhow::Result<()> {
        if let Some(disagreement) = self.disagreement {
            return Err(disagreement.into());
        }
        match (self.verified_by, self.note) {
            (None, Some(note)) => format::note(format_args!("not verified: {note}")),
            (Some(by), _) if !json => format::remark(format_args!("verified by {by}")),
            _ => {}
        }
        Ok(())
    }
}

/// Writes the board to a file. Its name, or why it cannot be written.
fn save(problem: &Problem) -> String {
    let board = BoardFile { problem: problem.clone(), assist: Assist::default() };
    match board.write_numbered(Path::new(""), "disagreement") {
        Ok(path) => path.display().to_string(),
        Err(error) => format!("the board, which cannot be saved ({error})"),
    }
}

/// A count, as it is compared.
fn in_words(counted: &Counted) -> String {
    let noun = if counted.numbers.classes.is_some() { "classes" } else { "solutions" };
    let parts = counted.parts.iter().map(|part| (part.label, part.numbers.wanted()));
    let parts = parts.filter(|(_, number)| **number != BigUint::ZERO);
    let parts = parts.format_with("", |(label, number), f| f(&format_args!(", {label}: {number}")));
    format!("{} {noun}{parts}", counted.numbers.wanted())
}

/// Counts again what the first engine counted.
pub(super) fn count(
    problem: &Problem,
    counting: &CountMethod,
    (first, counted): (EngineKind, &Counted),
    budget: &Budget,
) -> Verification {
    let number = counted.numbers.wanted();
    count_again(problem, counting, (first, number, &in_words(counted)), budget)
}

/// As [`count`], for a number of solutions, or of classes up to symmetry.
pub(super) fn number(
    task: &Task,
    first: EngineKind,
    number: &BigUint,
    up_to_symmetry: bool,
) -> Verification {
    let counting = CountMethod::plain(up_to_symmetry);
    let noun = if up_to_symmetry { "classes" } else { "solutions" };
    let answer = format!("{number} {noun}");
    let again = || count_again(&task.problem, &counting, (first, number, &answer), &task.budget);
    task.aside_work(again)
}

fn count_again(
    problem: &Problem,
    counting: &CountMethod,
    (first, number, answer): (EngineKind, &BigUint, &str),
    budget: &Budget,
) -> Verification {
    let second = auto::second(problem, Question::ExactCount, first);
    let counter = second.and_then(|kind| auto::counter(problem, Some(kind)).ok());
    let compare = |name: &'static str, other: &str| {
        Verification::compare(problem, (first, answer), (name, other))
    };
    if let Some(counter) = counter {
        return match counting.count(problem, &counter, budget) {
            Ok(again) => compare(counter.kind().into(), &in_words(&again)),
            Err(interrupted) => Verification::ended(interrupted),
        };
    }
    if !counting.is_plain() {
        return Verification::open("no second engine counts classes or parts of such a problem");
    }
    let is_small = *number <= MOST_ENUMERATED.into() && first != EngineKind::Sat;
    if is_small && let Ok(found) = enumerate(problem, number, budget) {
        return compare(EngineKind::Sat.into(), &format!("{found} solutions"));
    }
    match by_library(problem, budget) {
        None => Verification::open("no second engine counts so large a board"),
        Some(Err(interrupted)) => Verification::ended(interrupted),
        Some(Ok((bdd, _))) => compare(LIBRARY, &format!("{} solutions", bdd.solutions())),
    }
}

/// Enumerates solutions with the SAT engine, at most one more than `expected`.
fn enumerate(
    problem: &Problem,
    expected: &BigUint,
    budget: &Budget,
) -> Result<BigUint, Interrupted> {
    let mut solutions = sat::Solutions::new(problem, budget)?;
    let mut found = BigUint::ZERO;
    while found <= *expected && solutions.next(budget)?.is_some() {
        found += 1_u8;
    }
    Ok(found)
}

/// The BDD by the library's operations, and its order; `None` if there are more variables than it takes.
fn by_library(
    problem: &Problem,
    budget: &Budget,
) -> Option<Result<(ConjoinedBdd, VariableOrder), Interrupted>> {
    let rules = problem.rules();
    let order = VariableOrder::new(rules.grid(), Arrangement::suiting(rules));
    let budget = budget.slice(LIBRARY_TIME);
    (order.len() <= MAX_VARIABLES)
        .then(|| conjoin(problem, &order, &budget).map(|bdd| (bdd, order)))
}

/// Checks solutions while they are printed.
pub(super) struct Solutions<'a> {
    task: &'a Task,
    checker: Checker,
    /// The solutions so far, where each is printed once.
    seen: Option<HashSet<CellSet>>,
    verdict: Verdict,
}

impl<'a> Solutions<'a> {
    /// A check of the task's solutions. Random ones may repeat.
    pub(crate) fn new(task: &'a Task, may_repeat: bool) -> Self {
        let seen = (!may_repeat).then(HashSet::new);
        Self { task, checker: Checker::new(task.problem.rules()), seen, verdict: Verdict::Proved }
    }

    /// Checks the next solution.
    pub(crate) fn add(&mut self, solution: &CellSet) {
        let verdict = std::mem::replace(&mut self.verdict, Verdict::Proved);
        self.verdict = verdict.and(|| self.checker.solution(&self.task.problem, solution));
        if self.seen.as_mut().is_some_and(|seen| !seen.insert(solution.clone())) {
            self.verdict = Verdict::Refuted("a solution comes twice".to_owned());
        }
    }

    /// The verification of all that were checked.
    pub(crate) fn finish(self, engine: EngineKind) -> Verification {
        Verification::of(self.verdict, &self.task.problem, engine.into(), "a solution")
    }
}

/// Checks the best solutions and, if they are proved to be the best, their costs.
pub(super) fn best(task: &Task, weights: &Weights, aim: Aim, found: &Optimum) -> Verification {
    let (problem, engine) = (&task.problem, found.engine);
    let mut solutions = Solutions::new(task, false);
    found.solutions.iter().for_each(|one| solutions.add(&one.cells));
    let verification = solutions.finish(engine);
    if found.proved(aim) < found.solutions.len() {
        return verification.and(|| Verification::open("they are not proved to be the best"));
    }
    let costs = |found: &Optimum| {
        let costs = found.solutions.iter().map(|one| one.cost.to_string());
        format!("costs {}", costs.collect::<Vec<_>>().join(", "))
    };
    let Some(most) = std::num::NonZeroUsize::new(found.solutions.len()) else {
        return number(task, engine, &BigUint::ZERO, false);
    };
    let by_checker = || {
        let is_dearest = aim == Aim::Dearest;
        let cost = found.solutions[0].cost;
        let verdict = Checker::new(problem.rules()).best(problem, weights, (is_dearest, cost));
        Verification::of(verdict, problem, engine.into(), &costs(found))
    };
    let second = auto::second(problem, Question::Best, engine);
    let asked = second.and_then(|kind| Engine::keeping_to(Some(kind), problem).ok());
    let again =
        asked.map(|mut asked| task.work(|| asked.best(problem, weights, aim, most, &task.budget)));
    verification.and(|| match again {
        Some(Ok(again)) if again.proved(aim) == again.solutions.len() => {
            let own = costs(found);
            Verification::compare(problem, (engine, &own), (again.engine.into(), &costs(&again)))
        }
        _ if most.get() == 1 => by_checker(),
        _ => Verification::open("no second engine finds the best solutions"),
    })
}

/// Compares what is known of some cells with the answer of a second engine.
pub(super) fn domains(
    task: &Task,
    session: &Session,
    first: EngineKind,
    cells: &CellSet,
) -> Verification {
    let problem = &task.problem;
    let answer = |name: &'static str, other: &Session| match difference(session, other, cells) {
        None => Verification::by(name),
        Some((own, other)) => Verification::clash(problem, (first.into(), &own), (name, &other)),
    };
    let mut other = Session::new(problem.clone());
    let second = auto::second(problem, Question::Domains, first);
    // The SAT engine does not count.
    if second == Some(EngineKind::Sat)
        && session.solutions().is_some()
        && let Some(Ok((bdd, order))) = task.aside_work(|| by_library(problem, &task.budget))
        && let Ok(census) = bdd.census(&order, &task.budget)
    {
        other.learn(
            other.stamp(),
            session::Finding::Layer(engine::Layer::Census(census, EngineKind::Bdd), Duration::ZERO),
        );
        return answer(LIBRARY, &other);
    }
    let Some(mut engine) = second.and_then(|kind| Engine::keeping_to(Some(kind), problem).ok())
    else {
        return Verification::open("no second engine knows the cells of such a board");
    };
    match task.work(|| other.ask_about(cells, &mut engine, &task.budget)) {
        Ok(()) => answer(second.map_or(CHECKER, Into::into), &other),
        Err(interrupted) => Verification::ended(interrupted),
    }
}

/// The first difference between two answers, if there is one.
fn difference(one: &Session, other: &Session, cells: &CellSet) -> Option<(String, String)> {
    let differ = |one: Option<String>, other: Option<String>| {
        Some((one?, other?)).filter(|(one, other)| one != other)
    };
    let total = |session: &Session| Some(format!("{} solutions", session.solutions()?));
    let known = |state: &CellState| *state != CellState::Unknown;
    let state = |session: &Session, cell: Cell| {
        Some(session.state(cell)).filter(known).map(|state| format!("{cell} {state}"))
    };
    let number =
        |session: &Session, cell: Cell| Some(format!("{cell} {}", session.solutions_with(cell)?));
    let of_cell = |cell: Cell| {
        differ(state(one, cell), state(other, cell))
            .or_else(|| differ(number(one, cell), number(other, cell)))
    };
    let any = |session: &Session| {
        let word = if session.is_satisfiable()? { "some solution" } else { "no solution" };
        Some(word.to_owned())
    };
    let of_all = differ(any(one), any(other)).or_else(|| differ(total(one), total(other)));
    of_all.or_else(|| cells.iter().find_map(of_cell))
}

/// Checks a reason and what to take back.
pub(super) fn reason(task: &Task, first: EngineKind, wish: Wish, reason: &Reason) -> Verification {
    let (problem, explanation) = (&task.problem, &reason.explanation);
    let checker = Checker::new(problem.rules());
    let parts = (&explanation.because[..], &explanation.rules[..], explanation.minimal);
    let way = reason.restoration.as_ref().map(|found| &found.best().take_back[..]);
    let verdict = checker.reason(problem, wish, parts).and(|| match reason.interrupted {
        None => checker.restoration(problem, wish, way),
        Some(_) => Verdict::Proved,
    });
    Verification::of(verdict, problem, first.into(), "the reason")
}

/// Checks that each step follows from the rules and the steps before, and from what it names; and the solution at
/// their end. Where the search of the checker is too long, that no other solution exists shows as well that the steps
/// before that solution follow.
pub(super) fn steps(task: &Task, solver: &Solver, way: &SolvingPath) -> Verification {
    let (problem, board) = (&task.problem, solver.board());
    let checker = Checker::new(problem.rules());
    let mut decided: Vec<(Cell, Value)> = problem.decisions().iter().collect();
    let mut candidates = board.candidates(problem);
    let mut verdict = Verdict::Proved;
    for (number, step) in (1..).zip(&way.steps) {
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
    let of_solution = || match way.end {
        End::Solved => checker.solution(problem, candidates.placed()),
        End::Open | End::NoSolution(_) => Verdict::Proved,
    };
    let is_kept = decided.iter().all(|&(cell, value)| candidates.get(cell) == Some(value));
    if is_open && way.end == End::Solved && is_kept && of_solution() == Verdict::Proved {
        return number(task, EngineKind::Bdd, &1_u8.into(), false);
    }
    Verification::of(verdict.and(of_solution), problem, "steps", "the steps")
}

/// Checks that a puzzle has exactly one solution.
pub(super) fn puzzle(task: &Task, problem: &Problem) -> Verification {
    let found = task.work(|| {
        let mut solutions = sat::Solutions::new(problem, &task.budget)?;
        Ok::<_, Interrupted>([solutions.next(&task.budget)?, solutions.next(&task.budget)?])
    });
    let name = EngineKind::Sat.into();
    let clash = |other: &str| Verification::clash(problem, ("maker", "1 solution"), (name, other));
    match found {
        Err(interrupted) => Verification::ended(interrupted),
        Ok([None, _]) => clash("no solution"),
        Ok([_, Some(_)]) => clash("several solutions"),
        Ok([Some(solution), None]) => {
            let verdict = Checker::new(problem.rules()).solution(problem, &solution);
            Verification::of(verdict, problem, name, "a solution").and(|| Verification::by(name))
        }
    }
}

/// Checks the number of solutions of a diagram, and its nodes if the library built it as well.
pub(super) fn inspect(task: &Task, number_of: &BigUint, nodes: [Option<usize>; 2]) -> Verification {
    if let [Some(own), Some(other)] = nodes
        && own != other
    {
        let answers = [own, other].map(|nodes| format!("{nodes} nodes"));
        let first = (EngineKind::Bdd.into(), &answers[0][..]);
        return Verification::clash(&task.problem, first, (LIBRARY, &answers[1]));
    }
    number(task, EngineKind::Bdd, number_of, false)
}
