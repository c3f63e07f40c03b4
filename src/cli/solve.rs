use std::io::{self, Write};
use std::iter;
use std::sync::Arc;

use anyhow::{anyhow, ensure};
use rand::RngCore;
use rand::rngs::OsRng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

use super::arguments::{SolutionArguments, SolutionFormat};
use super::exit::NoSolution;
use super::format::{self, milliseconds};
use super::task::Task;
use crate::engine::bdd::{Classes, Diagram, Engine, Ranking};
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
    /// What random solutions were drawn with.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    elapsed_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

/// Which solutions are asked for.
#[derive(Clone, Copy)]
enum Choice {
    InOrder,
    UpToSymmetry,
    Random { seed: u64 },
}

impl Choice {
    const fn seed(self) -> Option<u64> {
        match self {
            Self::Random { seed } => Some(seed),
            Self::InOrder | Self::UpToSymmetry => None,
        }
    }
}

/// What yields the solutions that are asked for.
enum Chosen {
    InOrder(Arc<Diagram>),
    UpToSymmetry(Classes),
    Random(Ranking, u64),
}

impl Chosen {
    fn new(choice: Choice, Task { problem, budget, .. }: &Task) -> Result<Self, Interrupted> {
        let mut engine = Engine::new();
        Ok(match choice {
            Choice::InOrder => Self::InOrder(engine.diagram(problem, budget)?),
            Choice::UpToSymmetry => Self::UpToSymmetry(engine.classes(problem, budget)?),
            Choice::Random { seed } => Self::Random(engine.ranking(problem, budget)?, seed),
        })
    }

    fn diagram(&self) -> &Diagram {
        match self {
            Self::InOrder(diagram) => diagram,
            Self::UpToSymmetry(classes) => classes.diagram(),
            Self::Random(ranking, _) => ranking.diagram(),
        }
    }

    /// The solutions one after the other; in between `None`, where looking for the next takes long.
    fn solutions(&self) -> Box<dyn Iterator<Item = Option<CellSet>> + '_> {
        match self {
            Self::InOrder(diagram) => Box::new(diagram.solutions().map(Some)),
            Self::UpToSymmetry(classes) => Box::new(classes.representatives()),
            Self::Random(ranking, seed) => {
                let mut random = ChaCha8Rng::seed_from_u64(*seed);
                let draws = iter::from_fn(move || ranking.random(&mut random));
                Box::new(draws.map(Some))
            }
        }
    }
}

/// Prints solutions one after the other.
pub(super) fn run(task: &Task, arguments: &SolutionArguments) -> anyhow::Result<()> {
    let limit = limit(arguments)?;
    let choice = choice(arguments)?;
    ensure!(
        !(task.json && arguments.format.is_some()),
        "--format is for plain text: leave it out with --json"
    );
    let built = task.work(|| Chosen::new(choice, task));
    let mut out = format::stdout();
    if task.json {
        write!(out, "{{\"solutions\":[")?;
    }
    let printed = match &built {
        Err(interrupted) => Printed { interrupted: Some(*interrupted), ..Printed::default() },
        Ok(chosen) => print(task, chosen, limit, |number, solution| {
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
        nodes: built.as_ref().ok().map(|chosen| chosen.diagram().bdd_nodes()),
        seed: choice.seed(),
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
        Printed { solutions: 0, .. } => Err(NoSolution::AtAll.into()),
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

/// Which solutions are asked for.
fn choice(arguments: &SolutionArguments) -> anyhow::Result<Choice> {
    let seed = match &arguments.seed {
        None => None,
        Some(text) => Some(text.parse::<u64>().map_err(|_| {
            anyhow!("--seed: '{text}' is not a seed (a whole number from 0 to {})", u64::MAX)
        })?),
    };
    if !arguments.random {
        ensure!(seed.is_none(), "--seed is for random solutions: give --random too");
        return Ok(if arguments.up_to_symmetry { Choice::UpToSymmetry } else { Choice::InOrder });
    }
    ensure!(
        !arguments.up_to_symmetry,
        "--random draws from all solutions, not one of each class: leave out --up-to-symmetry"
    );
    ensure!(!arguments.all, "--random has no end: give --limit in place of --all");
    Ok(Choice::Random { seed: seed.unwrap_or_else(|| OsRng.next_u64()) })
}

/// Hands solutions to `write`, each with its number from 0, until the limit or the budget ends.
fn print(
    task: &Task,
    chosen: &Chosen,
    limit: u64,
    mut write: impl FnMut(u64, &CellSet) -> anyhow::Result<()>,
) -> anyhow::Result<Printed> {
    let mut printed = Printed::default();
    let diagram = chosen.diagram();
    let mut solutions = chosen.solutions();
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
        let Some(solution) = solution else {
            continue;
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
    if let Some(seed) = statistics.seed {
        write!(out, ", seed: {seed}")?;
    }
    writeln!(out, ", time: {elapsed_ms:.1} ms")
}
