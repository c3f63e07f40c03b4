mod best;
mod choice;
mod diagram;
mod printed;
mod sat;
mod search;
mod source;
mod statistics;
mod text;
mod trace;

use std::io::{self, Write};
use std::num::NonZeroU64;

use anyhow::{bail, ensure};
use rand::RngCore;
use rand::rngs::OsRng;

use super::arguments::{SearchArguments, SolutionArguments};
use super::format::{self, milliseconds};
use super::task::Task;
use super::verify::{self, Verification};
use best::Goal;
use choice::PrintedSolutions;
use diagram::{DiagramAnswer, DiagramSolutions};
use engine::EngineKind;
use engine::auto::{self, SolverEngine, WantedSolutions};
use engine::search::Values;
use geometry::CellSet;
use printed::Printed;
use sat::SatSolutions;
use search::SearchSolutions;
use source::SolutionSource;
use statistics::RunStatistics;
use text::Heading;

/// Prints solutions one after the other.
pub(super) fn run(
    task: &Task,
    arguments: &SolutionArguments,
    search: &SearchArguments,
) -> anyhow::Result<()> {
    ensure!(
        !(task.json && arguments.format.is_some()),
        "--format is for plain text: leave it out with --json"
    );
    if let Some(goal) = Goal::of(arguments) {
        return best::run(task, arguments, search, goal);
    }
    let limit = if arguments.all { u64::MAX } else { arguments.limit.map_or(1, NonZeroU64::get) };
    let choice = choice(arguments, search)?;
    let solver = solver(task, arguments, search)?;
    let engine = solver.kind();
    match solver {
        SolverEngine::Search(model) => {
            let options = search::options(search, choice);
            if search.trace {
                return trace::run(task, &model, options, limit, choice, arguments.stats);
            }
            let mut source = SearchSolutions::new(&task.problem, &model, options, choice);
            write(task, arguments, choice, limit, engine, &mut source)
        }
        SolverEngine::Sat => match task.work(|| SatSolutions::new(choice, task)) {
            Ok(mut source) => write(task, arguments, choice, limit, engine, &mut source),
            Err(mut none) => write(task, arguments, choice, limit, engine, &mut none),
        },
        SolverEngine::Bdd => match task.work(|| DiagramAnswer::new(choice, task)) {
            Ok(answer) => {
                write(task, arguments, choice, limit, engine, &mut DiagramSolutions::new(&answer))
            }
            Err(mut none) => write(task, arguments, choice, limit, engine, &mut none),
        },
    }
}

/// The kind of solutions that an engine has to find.
pub(super) fn wanted(arguments: &SolutionArguments) -> WantedSolutions {
    match arguments {
        SolutionArguments { up_to_symmetry: true, .. } => WantedSolutions::Classes,
        SolutionArguments { random: true, .. } => WantedSolutions::Random,
        SolutionArguments { all: true, .. } => WantedSolutions::All,
        _ => WantedSolutions::Few,
    }
}

/// The engine to use: the one named, else the search if an option needs it, else the one that is
/// probably fastest.
fn solver(
    task: &Task,
    arguments: &SolutionArguments,
    search: &SearchArguments,
) -> anyhow::Result<SolverEngine> {
    let options = [
        ("--labeling", search.choices.labeling.is_some()),
        ("--values", search.choices.values.is_some()),
        ("--propagation", search.choices.propagation.is_some()),
        ("--trace", search.trace),
    ];
    let option = options.iter().find(|(_, given)| *given).map(|(name, _)| *name);
    let engine = match (task.engine, option) {
        (Some(engine), Some(option)) if engine != EngineKind::Search => {
            bail!("{option} is for the search engine: give --engine search, or leave out --engine")
        }
        (None, Some(_)) => Some(EngineKind::Search),
        (engine, _) => engine,
    };
    Ok(auto::solver(&task.problem, wanted(arguments), engine)?)
}

/// Writes the solutions of a source, and the statistics.
fn write(
    task: &Task,
    arguments: &SolutionArguments,
    choice: PrintedSolutions,
    limit: u64,
    engine: EngineKind,
    source: &mut impl SolutionSource,
) -> anyhow::Result<()> {
    let mut out = format::stdout();
    if task.json {
        write!(out, "{{\"solutions\":[")?;
    }
    let mut found = Vec::new();
    let weights = task.problem.rules().weights();
    let mut costs = Vec::new();
    let mut checked = task
        .verifies
        .then(|| verify::Solutions::new(task, matches!(choice, PrintedSolutions::Random { .. })));
    let printed = print(task, source, limit, |number, solution| {
        let after = arguments.stats.then(|| milliseconds(task.budget.elapsed()));
        let cost = weights.map(|weights| weights.cost(solution));
        if let Some(checked) = &mut checked {
            checked.add(solution);
        }
        costs.extend(cost.map(|cost| cost.to_string()));
        if !task.json {
            let number = (limit > 1).then_some(number + 1);
            let heading = Heading { number, after, cost };
            let format = arguments.format.unwrap_or_default();
            return text::write(&mut out, task, format, heading, solution);
        }
        found.extend(after);
        let comma = if number > 0 { "," } else { "" };
        write!(out, "{comma}")?;
        Ok(format::write_json(&mut out, &format::names(solution))?)
    })?;
    let verification = checked.map(|checked| verified(checked, arguments, engine, &printed, task));
    let mut statistics = RunStatistics::new(task, engine, choice, &printed);
    statistics.found_ms = (task.json && arguments.stats).then_some(found);
    if task.json || arguments.stats {
        source.describe(&mut statistics, &task.budget);
    }
    if task.json {
        write!(out, "],")?;
        if weights.is_some() {
            write!(out, "\"costs\":")?;
            format::write_json(&mut out, &costs)?;
            write!(out, ",")?;
        }
        write!(out, "\"complete\":{},\"statistics\":", printed.complete)?;
        format::write_json(&mut out, &statistics)?;
        if let Some(verification) = &verification {
            write!(out, ",")?;
            verification.write_entries(&mut out)?;
        }
        writeln!(out, "}}")?;
    }
    out.flush()?;
    if arguments.random && engine != EngineKind::Bdd && printed.solutions > 0 {
        writeln!(io::stderr(), "drawn by {engine}: not every solution is equally probable")?;
    }
    if arguments.stats {
        text::tell(&statistics, printed.complete)?;
    }
    if let Some(verification) = verification {
        verification.finish(task.json)?;
    }
    printed.result()
}

/// The verification of solutions, and of their number if these are all.
fn verified(
    checked: verify::Solutions<'_>,
    arguments: &SolutionArguments,
    engine: EngineKind,
    printed: &Printed,
    task: &Task,
) -> Verification {
    let verification = checked.finish(engine);
    if !printed.complete {
        // Nothing was printed that could be checked.
        let is_empty = printed.solutions == 0;
        return if is_empty { Verification::default() } else { verification };
    }
    let number = printed.solutions.into();
    verification.and(|| verify::number(task, engine, &number, arguments.up_to_symmetry))
}

/// The choice that the arguments ask for.
fn choice(
    arguments: &SolutionArguments,
    search: &SearchArguments,
) -> anyhow::Result<PrintedSolutions> {
    let seed = arguments.seed;
    if !arguments.random {
        if search.choices.values == Some(Values::Random) {
            let seed = seed.unwrap_or_else(|| OsRng.next_u64());
            return Ok(PrintedSolutions::RandomValues {
                seed,
                up_to_symmetry: arguments.up_to_symmetry,
            });
        }
        ensure!(seed.is_none(), "--seed is for random solutions: give --random too");
        return Ok(if arguments.up_to_symmetry {
            PrintedSolutions::UpToSymmetry
        } else {
            PrintedSolutions::InOrder
        });
    }
    ensure!(
        !arguments.up_to_symmetry,
        "--random draws from all solutions, not one of each class: leave out --up-to-symmetry"
    );
    ensure!(
        search.choices.values.is_none_or(|values| values == Values::Random),
        "--random tries values at random: leave out --values"
    );
    ensure!(!arguments.all, "--random has no end: give --limit in place of --all");
    Ok(PrintedSolutions::Random { seed: seed.unwrap_or_else(|| OsRng.next_u64()) })
}

/// Hands solutions to `write`, each with its number from 0, until the limit or the budget ends.
fn print(
    task: &Task,
    source: &mut impl SolutionSource,
    limit: u64,
    mut write: impl FnMut(u64, &CellSet) -> anyhow::Result<()>,
) -> anyhow::Result<Printed> {
    let mut printed = Printed::default();
    while printed.solutions < limit {
        match task.work(|| source.next(&task.budget)) {
            Err(interrupted) => {
                printed.interrupted = Some(interrupted);
                return Ok(printed);
            }
            Ok(None) => {
                printed.complete = true;
                return Ok(printed);
            }
            Ok(Some(solution)) => write(printed.solutions, &solution)?,
        }
        printed.solutions += 1;
    }
    printed.complete = source.is_exhausted(&task.budget);
    Ok(printed)
}
