mod claim;
pub(super) mod steps;

use std::io::{self, Write};
use std::time::Duration;

use anyhow::Context;
use num_bigint::BigUint;
use num_traits::One;
use serde::{Serialize, Serializer};

use super::arguments::ExplainArguments;
use super::domains::answered;
use super::report::{self, AnswerFacts, Known};
use super::task::Task;
use super::verify::{self, Verification};
use engine::Interrupted;
use engine::auto::Engine;
use engine::plan::Question;
use geometry::{Cell, CellSet};
use problem::{Rule, Value};
use session::puzzle::{beginning, is_puzzle};
use session::{
    CellState, Explanation, Increase, ListInWords, PLAIN_NAMES, Reason, Session, SolutionCount,
    Wish,
};

#[derive(Serialize)]
pub(super) struct ExplainReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    /// Without a cell, the number of solutions. For a possible cell, the number of solutions with a
    /// piece on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Known>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
    #[serde(flatten)]
    because: Option<Grounds>,
    /// Without a cell: the additional solutions for each decision that is taken back.
    #[serde(serialize_with = "by_cell", skip_serializing_if = "Vec::is_empty")]
    decisions: Vec<(Cell, Retraction)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

/// The number of additional solutions if a decision is taken back; `null` if the solutions were not counted.
#[derive(Clone, Serialize)]
struct Retraction {
    /// The number of solutions without the decision.
    without: Option<String>,
    /// The number of solutions that the position gains.
    brings_back: Option<String>,
}

fn by_cell<S: Serializer>(all: &[(Cell, Retraction)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(all.iter().map(|(cell, retraction)| (cell.to_string(), retraction)))
}

#[derive(Default, Serialize)]
struct Grounds {
    because: Vec<String>,
    /// Rules that suffice without decisions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<String>,
    /// Rules that are needed besides decisions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<String>,
    /// The decisions to take back; `null` if taking back decisions cannot help. `None` if the budget ended first.
    #[serde(skip_serializing_if = "Option::is_none")]
    restore: Option<Known<Vec<String>>>,
    /// All smallest sets of decisions to take back, the one of `restore` first; at most 16. Empty for a decided cell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    restorations: Vec<Vec<String>>,
    /// False if the explanation may not be minimal; otherwise not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<bool>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    one_of_several: bool,
}

/// Prints why a cell is impossible or forced, and which decisions to take back. Without a cell, prints
/// why there is no solution.
pub(super) fn run(arguments: &ExplainArguments, json: bool) -> anyhow::Result<()> {
    let mut task = Task::new(&arguments.task, ("explain", Question::Explanation), json)?;
    if arguments.steps {
        // A puzzle that is solved already is solved from its beginning.
        if Session::new(task.problem.clone()).is_solved() && is_puzzle(&task.problem) {
            task.problem = beginning(&task.problem);
        }
        return steps::run(&task, arguments);
    }
    let task = &task;
    let cell = arguments.cell;
    let rules = task.problem.rules();
    if let Some(cell) = cell {
        rules.check(cell).context("CELL")?;
    }
    if let (Some(cell), Some(text)) = (cell, &arguments.claim) {
        return claim::run(task, cell, text);
    }
    let mut session = Session::new(task.problem.clone());
    let mut engine = Engine::keeping_to(task.engine, &task.problem).context("--engine")?;
    let cells = CellSet::from_cells(rules.size(), cell);
    let found = task.run_and_clear_bar(|| {
        session.ask_about(&cells, &mut engine, &task.budget)?;
        let wish = wish(&session, cell);
        let found = wish.map(|wish| Reason::find(&mut engine, &task.problem, wish, &task.budget));
        let found = found.transpose()?;
        if cell.is_none() && session.knowledge().solutions().is_some() {
            session.ask_retraction_counts(&mut engine, &task.budget.slice(WEIGHING))?;
        }
        Ok::<_, Interrupted>((wish, found))
    });
    let (wish, reason) = match found {
        Ok(found) => found,
        Err(interrupted) => {
            let report = ExplainReport {
                interrupted: Some(interrupted.to_string()),
                ..facts(&session, cell, None)
            };
            report::print_interrupted(task, &report, answer_facts(task, &session, &report))?;
            return Err(interrupted.into());
        }
    };
    let report = facts(&session, cell, reason.as_ref());
    let answer_facts = answer_facts(task, &session, &report);
    let verification =
        task.verifies.then(|| verified(task, &session, &cells, wish, reason.as_ref()));
    report::print(task, &report, answer_facts, verification, |out| {
        write_reason(out, &session, cell, reason.as_ref())?;
        if cell.is_none() {
            write_retractions(out, &session)?;
        }
        Ok(())
    })?;
    let interrupted = reason.and_then(|reason| reason.interrupted);
    interrupted.map_or(Ok(()), |interrupted| Err(interrupted.into()))
}

/// The entries that all verbs have. A report is exact if it is minimal and no number in it is missing.
fn answer_facts(task: &Task, session: &Session, report: &ExplainReport) -> AnswerFacts {
    let is_minimal = report.because.as_ref().is_none_or(|grounds| grounds.minimal.is_none());
    let is_counted = report.solutions.as_ref().is_none_or(|Known(number)| number.is_some());
    let is_exact = report.interrupted.is_none() && is_minimal && is_counted;
    AnswerFacts::new(task, Some(answered(task, session)), None).exact_if(is_exact)
}

/// Verifies the reason of an impossible or forced cell, or else the state of the cell.
fn verified(
    task: &Task,
    session: &Session,
    cells: &CellSet,
    wish: Option<Wish>,
    reason: Option<&Reason>,
) -> Verification {
    let first = answered(task, session);
    let of_state = || verify::domains(task, session, first, cells);
    let Some((wish, reason)) = wish.zip(reason) else { return of_state() };
    let of_reason = task.run_and_clear_bar(|| verify::reason(task, first, wish, reason));
    // A reason for a forced cell does not prove that there is a solution, so the state is verified as
    // well.
    match wish {
        Some((_, Value::Excluded)) => of_state().and(|| of_reason),
        _ => of_reason,
    }
}

/// Time limit for counting the solutions without each decision.
const WEIGHING: Duration = Duration::from_secs(10);

/// The number of additional solutions for each decision that is taken back, except givens.
fn retractions(session: &Session) -> Vec<(Cell, Retraction)> {
    let decisions = session.decisions();
    let own = decisions.iter().filter(|&(cell, _)| !decisions.is_given(cell));
    let retraction = |(cell, _): (Cell, _)| {
        let without = session.knowledge().solutions_without(&[cell]).and_then(SolutionCount::exact);
        let without = without.map(BigUint::to_string);
        let brings_back = match session.retraction_increase(&[cell]) {
            Some(Increase::Exact(more)) => Some(more.to_string()),
            Some(Increase::About(_)) | None => None,
        };
        (cell, Retraction { without, brings_back })
    };
    own.map(retraction).collect()
}

/// The wish to explain; `None` if there is nothing to explain.
fn wish(session: &Session, cell: Option<Cell>) -> Option<Wish> {
    match cell {
        Some(cell) => session.wish(cell).filter(Option::is_some),
        None => (session.knowledge().is_satisfiable() == Some(false)).then_some(None),
    }
}

/// The state of a cell, or of the position without a cell, and the reason.
pub(super) fn facts(
    session: &Session,
    cell: Option<Cell>,
    reason: Option<&Reason>,
) -> ExplainReport {
    let names = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>();
    let state = cell.map(|cell| session.state(cell));
    let because = match (reason, cell) {
        (Some(Reason { explanation, restoration, interrupted }), _) => {
            let rules: Vec<_> = explanation.rules.iter().map(Rule::to_string).collect();
            let (rules, groups) = match &explanation.because[..] {
                [] => (rules, Vec::new()),
                _ => (Vec::new(), rules),
            };
            let sets = restoration.iter().flat_map(|found| &found.sets);
            let restorations: Vec<_> = sets.map(|set| names(&set.take_back)).collect();
            Some(Grounds {
                because: names(&explanation.because),
                rules,
                groups,
                restore: interrupted.is_none().then(|| Known(restorations.first().cloned())),
                minimal: (!explanation.minimal).then_some(false),
                one_of_several: restoration.as_ref().is_some_and(|found| found.more)
                    || restorations.len() > 1,
                restorations,
            })
        }
        // A decision is its own reason.
        (None, Some(cell)) if session.decisions().get(cell).is_some() => Some(Grounds {
            because: names(&[cell]),
            restore: Some(Known((!session.decisions().is_given(cell)).then(|| names(&[cell])))),
            ..Grounds::default()
        }),
        (None, _) => None,
    };
    let solutions = match (cell, state) {
        (None, _) => Some(session.knowledge().solutions().map(BigUint::to_string)),
        (Some(cell), Some(CellState::Possible)) => {
            Some(session.solutions_with(cell).map(BigUint::to_string))
        }
        _ => None,
    };
    // Without a cell, the only state of a report is `unknown`.
    let state =
        state.or(session.knowledge().is_satisfiable().is_none().then_some(CellState::Unknown));
    let is_open = state == Some(CellState::Unknown) || wish(session, cell).is_some();
    ExplainReport {
        cell: cell.map(|cell| cell.to_string()),
        state: state.map(<&str>::from),
        at_least: match &solutions {
            // A cell is possible because some solution has a piece there.
            Some(None) if cell.is_some() => Some("1".to_owned()),
            Some(None) => session.knowledge().lower_bound().map(|number| number.to_string()),
            _ => None,
        },
        solutions: solutions.map(Known),
        because,
        decisions: if cell.is_none() { retractions(session) } else { Vec::new() },
        interrupted: match reason {
            Some(reason) => reason.interrupted.map(|error| error.to_string()),
            None => is_open.then(|| why_open(session, cell)),
        },
    }
}

/// Why the state or its reason is not known.
fn why_open(session: &Session, cell: Option<Cell>) -> String {
    let is_asked = wish(session, cell).is_some_and(|it| session.knowledge().reason(it).is_some());
    match session.knowledge().interrupted {
        _ if is_asked => "no reason was found in time".to_owned(),
        interrupted => interrupted.map_or_else(|| "not known yet".to_owned(), |it| it.to_string()),
    }
}

/// Writes the state of a cell (or of the position, without a cell), the reason, and decisions to take back: up to three lines.
pub(super) fn write_reason(
    out: &mut impl Write,
    session: &Session,
    cell: Option<Cell>,
    reason: Option<&Reason>,
) -> io::Result<()> {
    let solutions = session.knowledge().solutions().cloned().unwrap_or_default();
    let Some(cell) = cell else {
        match reason {
            None if session.knowledge().is_satisfiable() != Some(true) => {
                writeln!(out, "why there is no solution: {}", why_open(session, None))?;
            }
            None if session.knowledge().solutions().is_none() => {
                writeln!(out, "solutions remain: nothing to explain")?;
            }
            None if solutions.is_one() => writeln!(out, "1 solution remains: nothing to explain")?,
            None => writeln!(out, "{solutions} solutions remain: nothing to explain")?,
            Some(reason) => {
                writeln!(out, "no solution {}", reason.explanation)?;
                write_rules(out, &reason.explanation)?;
                write_way(out, reason, "there to be a solution")?;
            }
        }
        return Ok(());
    };
    let state = session.state(cell);
    match (state, reason) {
        (CellState::Possible, _) if session.knowledge().solutions().is_none() => {
            writeln!(out, "{cell} is possible: in some solutions, not in others")?;
        }
        (CellState::Possible, _) => {
            let among = session.solutions_with(cell).cloned().unwrap_or_default();
            writeln!(out, "{cell} is possible: in {among} of {solutions} solutions")?;
        }
        (_, Some(reason)) => {
            let because = &reason.explanation;
            match (state, because.because.first()) {
                (CellState::Attacked, Some(&by)) => {
                    let line = session.rules().attack_line(by, cell);
                    let line = line.map_or_else(String::new, |line| format!(", {line}"));
                    writeln!(out, "{cell} is attacked {because}{line}")?;
                }
                (CellState::Attacked, _) => writeln!(out, "{cell} is impossible {because}")?,
                _ => writeln!(out, "{cell} is {state} {because}")?,
            }
            write_rules(out, because)?;
            let aim = if state == CellState::Forced { "empty" } else { "possible" };
            write_way(out, reason, &format!("{cell} to be {aim}"))?;
        }
        (CellState::Unknown, None) => writeln!(out, "{cell}: {}", why_open(session, Some(cell)))?,
        _ if wish(session, Some(cell)).is_some() => {
            writeln!(out, "{cell} is {state}, why: {}", why_open(session, Some(cell)))?;
        }
        _ if session.decisions().is_given(cell) => writeln!(out, "{cell} is given")?,
        _ => writeln!(out, "{cell} is {state} by decision")?,
    }
    Ok(())
}

/// Writes how many solutions taking back each decision would regain, if counted. Decisions that would
/// regain none share a line.
fn write_retractions(out: &mut impl Write, session: &Session) -> io::Result<()> {
    let all = retractions(session);
    let known = || all.iter().filter_map(|(cell, it)| Some((*cell, it.brings_back.as_ref()?)));
    for (cell, more) in known().filter(|(_, more)| *more != "0") {
        let noun = if more == "1" { "solution" } else { "solutions" };
        writeln!(out, "taking back {cell} brings back {more} {noun}")?;
    }
    let none: Vec<_> = known().filter(|(_, more)| *more == "0").map(|(cell, _)| cell).collect();
    match none[..] {
        [] => Ok(()),
        [cell] => writeln!(out, "taking back {cell} brings back none"),
        _ => writeln!(out, "taking back {} brings back none, each alone", ListInWords(&none)),
    }
}

/// Writes the rules that the explanation needs in addition to decisions.
fn write_rules(out: &mut impl Write, explanation: &Explanation) -> io::Result<()> {
    let rules = explanation.added_rules_in_words(usize::MAX, PLAIN_NAMES);
    rules.map_or(Ok(()), |rules| writeln!(out, "together with {rules}"))
}

fn write_way(out: &mut impl Write, reason: &Reason, aim: &str) -> io::Result<()> {
    match &reason.restoration {
        None if reason.interrupted.is_some() => writeln!(out, "what to take back is not known"),
        None => writeln!(out, "taking back decisions cannot help"),
        Some(found) => {
            let sets = found.sets.iter().map(|set| ListInWords(&set.take_back).to_string());
            let sets = sets.collect::<Vec<_>>().join(", or ");
            let more = if found.more { " (one of several ways)" } else { "" };
            writeln!(out, "for {aim}, take back {sets}{more}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Cause, Progress};
    use problem::{Problem, Rules};

    /// `null` says that taking back decisions cannot help.
    #[test]
    fn what_to_take_back_is_left_out_if_the_time_ended_first() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let problem = Problem::new(Rules::queens(8).unwrap());
        let problem = problem.with(cell("a1"), Value::Placed).unwrap();
        let session = Session::new(problem.clone());
        let wish = Some((cell("c3"), Value::Placed));
        let found = Reason::find(&mut Engine::new(), &problem, wish, &engine::Budget::default());
        let cause = Cause::Time(Duration::ZERO);
        let interrupted = Some(Interrupted { cause, reached: Progress::default() });
        let open = Reason { restoration: None, interrupted, ..found.unwrap() };
        let hopeless = Reason { interrupted: None, ..open.clone() };
        let json =
            |reason| serde_json::to_value(facts(&session, Some(cell("c3")), reason)).unwrap();
        let (known, open) = (json(Some(&hopeless)), json(Some(&open)));
        assert_eq!(known.get("restore"), Some(&serde_json::Value::Null));
        assert_eq!((open.get("restore"), open.get("because")), (None, known.get("because")));
        assert!(open["interrupted"].is_string() && known.get("interrupted").is_none());
    }
}
