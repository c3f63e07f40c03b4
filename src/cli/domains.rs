use std::io::{self, Write};

use anyhow::Context;
use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::arguments::EstimateArguments;
use super::estimate;
use super::format::{self, ProblemFacts, big_number, milliseconds};
use super::task::Task;
use crate::engine::auto::Engine;
use crate::engine::{EngineKind, Interrupted};
use crate::geometry::Cell;
use crate::session::{CellState, Session};

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    problem: ProblemFacts,
    #[serde(serialize_with = "big_number")]
    solutions: Option<BigUint>,
    /// What is known of the number otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
    exact: bool,
    engine: &'static str,
    elapsed_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
    cells: Cells<'a>,
}

/// Every cell by its name, in row-major order.
struct Cells<'a>(&'a Session);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = self.0.rules().size().iter();
        serializer.collect_map(cells.map(|cell| (cell.to_string(), CellFacts::new(self.0, cell))))
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
        #[serde(serialize_with = "big_number")]
        solutions: Option<BigUint>,
    },
}

impl CellFacts {
    fn new(session: &Session, cell: Cell) -> Self {
        let state = session.state(cell);
        match state {
            CellState::Hole => Self::Hole { state: state.into() },
            _ => Self::Standing { state: state.into(), solutions: solutions_with(session, cell) },
        }
    }
}

/// The number of solutions with a piece on the cell, if it is known or follows from the domains.
fn solutions_with(session: &Session, cell: Cell) -> Option<BigUint> {
    let none =
        || session.knowledge().domains()?.cannot_hold.contains(cell).then_some(BigUint::ZERO);
    session.solutions_with(cell).cloned().or_else(none)
}

/// Prints every cell's state and solution count: `unknown` and `?` where the budget ended first. The
/// engine `sat` knows the states, but no counts above 1.
pub(super) fn run(task: &Task, arguments: &EstimateArguments) -> anyhow::Result<()> {
    if task.engine == Some(EngineKind::Estimate) {
        return estimate::domains(task, arguments);
    }
    arguments.refuse("domains --engine estimate")?;
    let mut session = Session::new(task.problem.clone());
    let mut engine = Engine::keeping_to(task.engine, &task.problem).context("--engine")?;
    let result = task.work(|| session.ask(&mut engine, &task.budget));
    let engine = answered(task, &session);
    let number = session.solutions().cloned();
    if task.json {
        format::print_json(&Answer {
            problem: (&task.problem).into(),
            exact: result.is_ok() && number.is_some(),
            solutions: number,
            at_least: session.at_least().map(|number| number.to_string()),
            engine: engine.into(),
            elapsed_ms: milliseconds(task.budget.elapsed()),
            interrupted: result.as_ref().err().map(Interrupted::to_string),
            cells: Cells(&session),
        })?;
    } else {
        print_table(&session, engine)?;
    }
    Ok(result?)
}

/// The engine that answered.
fn answered(task: &Task, session: &Session) -> EngineKind {
    let source = session.knowledge().source().map(|source| source.engine);
    let by_sat = session.knowledge().domains().map(|_| EngineKind::Sat);
    task.engine.or(source).or(by_sat).unwrap_or(EngineKind::Bdd)
}

fn print_table(session: &Session, engine: EngineKind) -> io::Result<()> {
    let size = session.rules().size();
    let number =
        |count: Option<BigUint>| count.map_or_else(|| "?".to_owned(), |count| count.to_string());
    let total = match session.at_least() {
        Some(least) => format!("at least {least}"),
        None => number(session.solutions().cloned()),
    };
    let mut out = format::stdout();
    // As wide as the longest name: that of the last cell.
    let width = "cell".len().max(size.cell(size.cells() - 1).to_string().len());
    let by = if engine == EngineKind::Bdd { String::new() } else { format!(", by {engine}") };
    writeln!(out, "{:width$}  {:10}  solutions (of {total}{by})", "cell", "state")?;
    for cell in size.iter() {
        match session.state(cell) {
            CellState::Hole => writeln!(out, "{cell:width$}  {}", CellState::Hole)?,
            state => {
                let count = number(solutions_with(session, cell));
                writeln!(out, "{cell:width$}  {state:10}  {count}")?;
            }
        }
    }
    out.flush()
}
