use std::io::{self, Write};

use anyhow::{anyhow, ensure};
use serde::Serialize;

use super::arguments::{SolutionArguments, SolutionFormat};
use super::exit::NoSolution;
use super::format::{self, milliseconds};
use super::task::Task;
use crate::engine::bdd::{Diagram, Engine};
use crate::engine::{Interrupted, Phase, Progress};
use crate::geometry::CellSet;

/// How far the printing has come.
#[derive(Default)]
struct Printed {
    solutions: u64,
    /// Whether these are all solutions.
    complete: bool,
    /// The budget that ended before the next.
    interrupted: Option<Interrupted>,
}

/// What it took.
#[derive(Serialize)]
struct Statistics {
    engine: &'static str,
    /// Solutions printed.
    printed: u64,
    /// Of the reduced ordered BDD, terminals included.
    nodes: Option<usize>,
    elapsed_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

/// Prints solutions one after the other, as the diagram yields them.
pub(super) fn run(task: &Task, arguments: &SolutionArguments) -> anyhow::Result<()> {
    let limit = limit(arguments)?;
    ensure!(
        !(task.json && arguments.format.is_some()),
        "--format is for plain text: leave it out with --json"
    );
    let built = task.work(|| Engine::new().diagram(&task.problem, &task.budget));
    let mut out = format::stdout();
    if task.json {
        write!(out, "{{\"solutions\":[")?;
    }
    let printed = match &built {
        Err(interrupted) => Printed { interrupted: Some(*interrupted), ..Printed::default() },
        Ok(diagram) => print(task, diagram, limit, |number, solution| {
            if task.json {
                let comma = if number > 0 { "," } else { "" };
                write!(out, "{comma}")?;
                return Ok(format::write_json(&mut out, &format::names(solution))?);
            }
            write_text(&mut out, task, arguments.format.unwrap_or_default(), number, solution)
        })?,
    };
    let statistics = || Statistics {
        engine: task.engine,
        printed: printed.solutions,
        nodes: built.as_ref().ok().map(|diagram| diagram.bdd_nodes()),
        elapsed_ms: milliseconds(task.budget.elapsed()),
        interrupted: printed.interrupted.as_ref().map(Interrupted::to_string),
    };
    if task.json {
        write!(out, "],\"complete\":{},\"statistics\":", printed.complete)?;
        format::write_json(&mut out, &statistics())?;
        writeln!(out, "}}")?;
    }
    out.flush()?;
    if arguments.stats {
        tell(&statistics(), printed.complete)?;
    }
    match printed {
        Printed { interrupted: Some(interrupted), .. } => Err(interrupted.into()),
        Printed { solutions: 0, .. } => Err(NoSolution.into()),
        Printed { .. } => Ok(()),
    }
}

/// How many solutions to print at most.
fn limit(arguments: &SolutionArguments) -> anyhow::Result<u64> {
    match &arguments.limit {
        _ if arguments.all => Ok(u64::MAX),
        None => Ok(1),
        Some(text) => text.parse().ok().filter(|&limit| limit > 0).ok_or_else(|| {
            anyhow!("--limit: '{text}' is not a number of solutions (a whole number from 1)")
        }),
    }
}

/// Hands solutions to `write`, each with its number from 0, until the limit or the budget ends.
fn print(
    task: &Task,
    diagram: &Diagram,
    limit: u64,
    mut write: impl FnMut(u64, &CellSet) -> anyhow::Result<()>,
) -> anyhow::Result<Printed> {
    let mut printed = Printed::default();
    let mut solutions = diagram.solutions();
    while printed.solutions < limit {
        let progress = Progress {
            phase: Phase::Asking,
            nodes: diagram.len(),
            memory: diagram.memory(),
            ..Progress::default()
        };
        if let Err(interrupted) = task.budget.check(progress) {
            printed.interrupted = Some(interrupted);
            return Ok(printed);
        }
        let Some(solution) = solutions.next() else {
            printed.complete = true;
            return Ok(printed);
        };
        write(printed.solutions, &solution)?;
        printed.solutions += 1;
    }
    printed.complete = solutions.next().is_none();
    Ok(printed)
}

fn write_text(
    out: &mut impl Write,
    task: &Task,
    format: SolutionFormat,
    number: u64,
    solution: &CellSet,
) -> anyhow::Result<()> {
    match format {
        SolutionFormat::Board => {
            if number > 0 {
                writeln!(out)?;
            }
            format::write_board(out, task.problem.rules().grid(), solution)?;
        }
        SolutionFormat::List => writeln!(out, "{}", format::list(solution)?)?,
        SolutionFormat::Cells => writeln!(out, "{}", format::names(solution).join(" "))?,
    }
    Ok(())
}

fn tell(statistics: &Statistics, complete: bool) -> io::Result<()> {
    let Statistics { engine, printed, elapsed_ms, .. } = statistics;
    let all = if complete { " (all there are)" } else { "" };
    let mut out = io::stderr().lock();
    write!(out, "solutions printed: {printed}{all}, engine: {engine}")?;
    if let Some(nodes) = statistics.nodes {
        write!(out, ", diagram: {nodes} nodes")?;
    }
    writeln!(out, ", time: {elapsed_ms:.1} ms")
}
