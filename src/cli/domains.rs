use std::io::{self, Write};

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::format::{self, ProblemFacts, big_number, milliseconds};
use super::task::Task;
use crate::engine::Interrupted;
use crate::engine::bdd::Engine;
use crate::geometry::Cell;
use crate::session::{CellState, Session};

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    problem: ProblemFacts,
    #[serde(serialize_with = "big_number")]
    solutions: Option<BigUint>,
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
            CellState::Hole => Self::Hole { state: state.name() },
            _ => Self::Standing {
                state: state.name(),
                solutions: session.solutions_with(cell).cloned(),
            },
        }
    }
}

/// Prints every cell's state and solution count: `unknown` and `?` where a budget ended before.
pub(super) fn run(task: &Task) -> anyhow::Result<()> {
    let mut session = Session::new(task.problem.clone());
    let result = task.work(|| session.ask(&mut Engine::new(), &task.budget));
    if task.json {
        format::print_json(&Answer {
            problem: (&task.problem).into(),
            solutions: session.solutions().cloned(),
            exact: result.is_ok(),
            engine: task.engine,
            elapsed_ms: milliseconds(task.budget.elapsed()),
            interrupted: result.as_ref().err().map(Interrupted::to_string),
            cells: Cells(&session),
        })?;
    } else {
        print_table(&session)?;
    }
    Ok(result?)
}

fn print_table(session: &Session) -> io::Result<()> {
    let size = session.rules().size();
    let number = |count: Option<&BigUint>| count.map_or_else(|| "?".to_owned(), BigUint::to_string);
    let total = number(session.solutions());
    let mut out = format::stdout();
    // As wide as the longest name: that of the last cell.
    let width = "cell".len().max(size.cell(size.cells() - 1).to_string().len());
    writeln!(out, "{:width$}  {:10}  solutions (of {total})", "cell", "state")?;
    for cell in size.iter() {
        match session.state(cell) {
            CellState::Hole => writeln!(out, "{cell:width$}  {}", CellState::Hole)?,
            state => {
                let count = number(session.solutions_with(cell));
                writeln!(out, "{cell:width$}  {state:10}  {count}")?;
            }
        }
    }
    out.flush()
}
