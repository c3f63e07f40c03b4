use std::cell::Cell as Shared;
use std::io::Write;

use anyhow::{Context, ensure};
use num_bigint::BigUint;
use num_traits::Zero;
use serde::{Serialize, Serializer};

use super::arguments::DomainsArguments;
use super::estimate;
use super::format;
use super::report::{self, AnswerFacts, Known};
use super::task::Task;
use super::verify::{self, Verification};
use engine::auto::Engine;
use engine::plan::Question;
use engine::{Budget, Consistency, EngineKind, Filter, Interrupted, Phase, Progress};
use geometry::{Cell, CellSet};
use session::{CellState, Finding, Session};

#[derive(Serialize)]
struct DomainsReport<'a> {
    solutions: Option<String>,
    /// A lower bound of the number of solutions, if the number is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
    /// Cost of the cheapest solution, if there are weights and the cost is known. `null` if there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    cheapest: Option<Known>,
    cells: Cells<'a>,
    /// Serialized last, because the budget may end while the cells are printed.
    #[serde(skip_serializing_if = "Ending::is_none")]
    interrupted: Ending<'a>,
}

/// All cells by name, in row-major order.
struct Cells<'a>(&'a Printing<'a>);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = self.0.session.rules().size().iter();
        serializer.collect_map(cells.map(|cell| (cell.to_string(), CellFacts::new(self.0, cell))))
    }
}

/// The reason why a budget ended before the answer was found and printed, if it did.
struct Ending<'a>(&'a Printing<'a>);

impl Ending<'_> {
    fn is_none(&self) -> bool {
        self.0.ended.get().is_none()
    }
}

impl Serialize for Ending<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.ended.get().map(|ended| ended.to_string()).serialize(serializer)
    }
}

/// The session whose cells are printed, and the budget for printing.
struct Printing<'a> {
    session: &'a Session,
    budget: &'a Budget,
    /// The first budget that ended, if any.
    ended: Shared<Option<Interrupted>>,
}

impl Printing<'_> {
    /// The number of solutions with a piece on the cell, if it is known or follows from the domains.
    /// After the budget has ended, long numbers are left out, because there may be tens of thousands of
    /// them.
    fn solutions_with(&self, cell: Cell) -> Option<BigUint> {
        /// Maximum number of bits of a number that is printed even after the budget has ended.
        const MAX_LATE_BITS: u64 = 256;
        let count = solutions_with(self.session, cell)?;
        if count.bits() > MAX_LATE_BITS {
            let size = self.session.rules().size();
            let (phase, done) = (Phase::Writing, size.index(cell));
            let progress = Progress { phase, done, steps: size.cells(), ..Progress::default() };
            if let Err(interrupted) = self.budget.check(progress) {
                self.ended.set(self.ended.get().or(Some(interrupted)));
                return None;
            }
        }
        Some(count)
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum CellFacts {
    Hole {
        state: &'static str,
    },
    Standing {
        state: &'static str,
        solutions: Option<String>,
        /// Cost of the cheapest solution with a piece on the cell, if there are weights and the cost is known. `null`
        /// if there is no such solution.
        #[serde(skip_serializing_if = "Option::is_none")]
        cheapest: Option<Known>,
        /// The weakest filter that proves the cell impossible, if `--consistency` is given.
        #[serde(skip_serializing_if = "Option::is_none")]
        consistency: Option<FilterFacts>,
    },
}

#[derive(Serialize)]
struct FilterFacts {
    filter: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u32>,
}

impl From<Filter> for FilterFacts {
    fn from(filter: Filter) -> Self {
        Self { filter: filter.name(), steps: filter.steps() }
    }
}

impl CellFacts {
    fn new(printing: &Printing<'_>, cell: Cell) -> Self {
        let session = printing.session;
        let state = session.state(cell);
        let number = printing.solutions_with(cell);
        let is_none = number.as_ref().is_some_and(Zero::is_zero);
        match state {
            CellState::Hole => Self::Hole { state: state.into() },
            _ => Self::Standing {
                state: state.into(),
                solutions: number.map(|number| number.to_string()),
                cheapest: if_weighted(session, session.cheapest_with(cell), is_none),
                consistency: session.knowledge().filter(cell).map(FilterFacts::from),
            },
        }
    }
}

/// The cost if the board has weights, and the cost or its absence is known.
fn if_weighted(session: &Session, cost: Option<i64>, is_none: bool) -> Option<Known> {
    session.rules().weights()?;
    let is_known = is_none || session.knowledge().costs.is_some();
    is_known.then(|| Known(cost.map(|cost| cost.to_string())))
}

/// The number of solutions with a piece on the cell, if it is known or follows from the domains.
fn solutions_with(session: &Session, cell: Cell) -> Option<BigUint> {
    let none = || {
        session.knowledge().domains.as_ref()?.cannot_hold.contains(cell).then_some(BigUint::ZERO)
    };
    session.solutions_with(cell).cloned().or_else(none)
}

/// Prints the state and the solution count of every cell. If the budget ends first, missing values are
/// `unknown` and `?`. The engine `sat` determines the states, but no counts above 1.
pub(super) fn run(arguments: &DomainsArguments, json: bool) -> anyhow::Result<()> {
    let task = &Task::new(&arguments.task, ("domains", Question::Domains), json)?;
    if task.engine == Some(EngineKind::Estimate) {
        ensure!(
            !arguments.consistency,
            "--consistency needs to know what is impossible: leave out --engine estimate"
        );
        ensure!(
            !task.verifies,
            "--verify: an estimate is no answer that a second engine could verify"
        );
        return estimate::domains(task, &arguments.estimate);
    }
    arguments.estimate.refuse("domains --engine estimate")?;
    let mut session = Session::new(task.problem.clone());
    let mut engine = Engine::keeping_to(chosen(task), &task.problem).context("--engine")?;
    let mut result = task.run_and_clear_bar(|| {
        session.ask(&mut engine, &task.budget)?;
        session.ask_costs(&mut engine, &task.budget)
    });
    let engine = answered(task, &session);
    let exact = result.is_ok() && session.knowledge().solutions().is_some();
    if arguments.consistency && result.is_ok() {
        result = task.run_and_clear_bar(|| ask_consistency(&mut session, task));
    }
    let verification = task.verifies.then(|| match result {
        Ok(()) => verify::domains(task, &session, engine, &CellSet::full(session.rules().size())),
        Err(_) => Verification::default(),
    });
    let ended = Shared::new(result.err());
    let printing = Printing { session: &session, budget: &task.budget, ended };
    // If the budget ends while cells are printed, the message comes after them.
    let facts = AnswerFacts::new(task, Some(engine), None).exact_if(exact);
    let report = DomainsReport {
        solutions: session.knowledge().solutions().map(BigUint::to_string),
        at_least: session.knowledge().lower_bound().map(|number| number.to_string()),
        cheapest: if_weighted(
            &session,
            session.knowledge().cheapest(),
            session.knowledge().is_satisfiable() == Some(false),
        ),
        cells: Cells(&printing),
        interrupted: Ending(&printing),
    };
    report::print(task, &report, facts, verification, |out| {
        write_table(out, &printing, engine, arguments.consistency)
    })?;
    printing.ended.get().map_or(Ok(()), |interrupted| Err(interrupted.into()))
}

/// Finds the weakest filter for each impossible cell, if the impossible cells are known.
fn ask_consistency(session: &mut Session, task: &Task) -> Result<(), Interrupted> {
    let Some(ruled_out) = session.ruled_out() else { return Ok(()) };
    let found = Consistency::find(&task.problem, &ruled_out, &task.budget)?;
    session.learn(session.stamp(), Finding::Consistency(found));
    Ok(())
}

/// The requested engine, or else the search if it counts quickly. The search has no partial results, so
/// with a time limit another engine answers. Costs need the diagram.
fn chosen(task: &Task) -> Option<EngineKind> {
    let counts = task.budget.time_left().is_none() && task.problem.rules().weights().is_none();
    task.engine.or_else(|| Question::DomainsOnce.soonest(&task.problem).filter(|_| counts))
}

/// The engine that gave the answer.
pub(super) fn answered(task: &Task, session: &Session) -> EngineKind {
    let source = session.knowledge().source.map(|source| source.engine);
    let by_sat = session.knowledge().domains.as_ref().map(|_| EngineKind::Sat);
    task.engine.or(source).or(by_sat).unwrap_or(EngineKind::Bdd)
}

fn write_table(
    out: &mut impl Write,
    printing: &Printing<'_>,
    engine: EngineKind,
    has_filters: bool,
) -> anyhow::Result<()> {
    let session = printing.session;
    let number =
        |count: Option<BigUint>| count.map_or_else(|| "?".to_owned(), |count| count.to_string());
    let cost = |cost: Option<i64>| cost.map_or_else(|| "?".to_owned(), |cost| cost.to_string());
    let total = match session.knowledge().lower_bound() {
        Some(least) => format!("at least {least}"),
        None => number(session.knowledge().solutions().cloned()),
    };
    let has_weights = session.rules().weights().is_some();
    let by = if engine == EngineKind::Bdd { String::new() } else { format!(", by {engine}") };
    let mut headings = vec![format!("solutions (of {total}{by})")];
    headings.extend(
        has_weights.then(|| format!("cheapest (of {})", cost(session.knowledge().cheapest()))),
    );
    headings.extend(has_filters.then(|| "weakest filter".to_owned()));
    format::write_states(out, session, headings, |cell| {
        let count = printing.solutions_with(cell);
        let is_none = count.as_ref().is_some_and(Zero::is_zero);
        let mut values = vec![number(count)];
        if has_weights {
            let cheapest = session.cheapest_with(cell);
            values.push(if is_none { "-".to_owned() } else { cost(cheapest) });
        }
        values.extend(session.knowledge().filter(cell).map(|filter| filter.to_string()));
        values
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use engine::Cause;
    use engine::bdd;
    use geometry::Grid;
    use problem::{Problem, Rules};

    /// Printing each long number takes time, and a board may have tens of thousands of them.
    #[test]
    fn once_time_has_ended_long_numbers_are_left_out() {
        let known = |size: &str| {
            let grid = Grid::new(size.parse().unwrap());
            let free = Rules::new(grid, "knight".parse().unwrap(), []);
            let mut session = Session::new(Problem::new(free));
            session.ask(&mut bdd::Engine::new(), &Budget::default()).unwrap();
            session
        };
        let cell = Cell::new(0, 0);
        let (whole, over) = (Budget::default(), Budget::default().with_timeout(Duration::ZERO));
        let (short, long) = (known("1x9"), known("1x300"));
        let printing = |session, budget| Printing { session, budget, ended: Shared::new(None) };
        assert_eq!(printing(&short, &over).solutions_with(cell), Some(256_u16.into()));
        assert!(printing(&long, &whole).solutions_with(cell).is_some());
        let ended = printing(&long, &over);
        assert_eq!(ended.solutions_with(cell), None);
        assert_eq!(ended.ended.get().unwrap().cause, Cause::Time(Duration::ZERO));
    }
}
