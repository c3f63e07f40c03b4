mod best;
mod compare;
mod diagram;
mod run;
mod sat;
mod search;
mod statistics;
mod text;
mod trace;

use std::io::Write;

use anyhow::{bail, ensure};
use rand::RngCore;
use rand::rngs::OsRng;
use serde::Serialize;

use super::arguments::{SearchArguments, SolutionArguments, SolutionFormat, SolveArguments};
use super::console;
use super::format::{self, milliseconds};
use super::report::DescribedAnswer;
use super::task::Task;
use super::verify::{self, Verification};
use best::Goal;
use diagram::{DiagramSolutions, PreparedDiagram};
use engine::plan::{self, Question, SolverEngine, WantedSolutions};
use engine::search::{SearchOptions, Values};
use engine::{Answer, EngineKind};
use geometry::CellSet;
use run::{PrintResult, SolutionRun, SolutionSelection, SolutionSource};
use sat::SatSolutions;
use search::SearchSolutions;
use statistics::RunStatistics;
use text::Heading;

/// Prints solutions one after the other.
pub(super) fn run(arguments: &SolveArguments, json: bool) -> anyhow::Result<()> {
    let SolveArguments { output, search, .. } = arguments;
    if arguments.comparison.sizes.is_some() || !arguments.comparison.compare.is_empty() {
        return compare::run(arguments, selection(output, search)?, json);
    }
    let wanted = wanted(output);
    let question = match wanted {
        _ if output.fewest => ("solve --fewest", Question::Best),
        _ if output.most => ("solve --most", Question::Best),
        WantedSolutions::Classes => ("solve --up-to-symmetry", Question::Solutions(wanted)),
        _ => ("solve", Question::Solutions(wanted)),
    };
    let task = Task::new(&arguments.task, question, json)?;
    ensure!(
        !(json && output.format.is_some()),
        "--format is for plain text: leave it out with --json"
    );
    if let Some(goal) = Goal::of(output) {
        return best::run(&task, output, search, goal);
    }
    let limit = if output.all { u64::MAX } else { output.limit.unwrap_or(1) };
    let selection = selection(output, search)?;
    let solver = solver(&task, wanted, search)?;
    let engine = solver.kind();
    let run = SolutionRun { task: &task, arguments: output, selection, limit, engine };
    let options = search::options(search, selection);
    match &solver {
        SolverEngine::Search(model) if search.trace => trace::run(&run, model, options),
        solver => with_source(&task, solver, (selection, options), |source| write(&run, source)),
    }
}

/// Hands the source of the solutions that an engine finds to `take`, or the reason why a budget ended before.
fn with_source<T>(
    task: &Task,
    solver: &SolverEngine,
    (selection, options): (SolutionSelection, SearchOptions),
    take: impl FnOnce(Answer<&mut dyn SolutionSource>) -> T,
) -> T {
    match solver {
        SolverEngine::Search(model) => {
            take(Ok(&mut SearchSolutions::new(&task.problem, model, options, selection)))
        }
        SolverEngine::Sat => match SatSolutions::new(selection, task) {
            Ok(mut source) => take(Ok(&mut source)),
            Err(interrupted) => take(Err(interrupted)),
        },
        SolverEngine::Bdd => match PreparedDiagram::new(selection, task) {
            Ok(prepared) => take(Ok(&mut DiagramSolutions::new(&prepared, &task.problem))),
            Err(interrupted) => take(Err(interrupted)),
        },
    }
}

/// The kind of solutions that an engine has to find.
fn wanted(arguments: &SolutionArguments) -> WantedSolutions {
    match arguments {
        SolutionArguments { up_to_symmetry: true, .. } => WantedSolutions::Classes,
        SolutionArguments { random: true, .. } => WantedSolutions::Random,
        SolutionArguments { all: true, .. } => WantedSolutions::All,
        _ => WantedSolutions::Few,
    }
}

/// The engine to use: the requested engine, or else the search engine if one of its options is given,
/// or else the engine that is probably fastest.
fn solver(
    task: &Task,
    wanted: WantedSolutions,
    search: &SearchArguments,
) -> anyhow::Result<SolverEngine> {
    let engine = match (task.engine, search.first_option()) {
        (Some(engine), Some(option)) if engine != EngineKind::Search => {
            bail!("{option} is for the search engine: give --engine search, or leave out --engine")
        }
        (None, Some(_)) => Some(EngineKind::Search),
        (engine, _) => engine,
    };
    Ok(plan::solver(&task.problem, wanted, engine)?)
}

/// The selection of solutions that the arguments define.
fn selection(
    arguments: &SolutionArguments,
    search: &SearchArguments,
) -> anyhow::Result<SolutionSelection> {
    let SolutionArguments { up_to_symmetry, random, .. } = *arguments;
    if random {
        ensure!(
            !up_to_symmetry,
            "--random draws from all solutions, not one of each class: leave out --up-to-symmetry"
        );
        ensure!(
            search.choices.values.is_none_or(|values| values == Values::Random),
            "--random tries values at random: leave out --values"
        );
        ensure!(!arguments.all, "--random has no end: give --limit in place of --all");
    }
    let has_seed = random || search.choices.values == Some(Values::Random);
    ensure!(
        has_seed || arguments.seed.is_none(),
        "--seed is for random solutions: give --random too"
    );
    let seed = has_seed.then(|| arguments.seed.unwrap_or_else(|| OsRng.next_u64()));
    Ok(SolutionSelection { up_to_symmetry, draws: random, seed })
}

/// Writes the solutions of a source, and the statistics. There is no source if a budget ended before.
fn write(run: &SolutionRun, mut source: Answer<&mut dyn SolutionSource>) -> anyhow::Result<()> {
    let &SolutionRun { task, arguments, selection, engine, .. } = run;
    let mut out = format::stdout();
    if task.json {
        write!(out, "{{\"solutions\":[")?;
    }
    let mut found = Vec::new();
    let weights = task.problem.rules().weights();
    let mut costs = Vec::new();
    let mut check =
        task.verifies.then(|| verify::SolutionCheck::new(&task.problem, selection.draws));
    let format = arguments.format.unwrap_or_default();
    let is_printer = format == SolutionFormat::Printer;
    let printed = print(run, &mut source, |number, solution| {
        let is_timed = arguments.stats || is_printer;
        let after = is_timed.then(|| milliseconds(task.budget.elapsed()));
        let cost = weights.map(|weights| weights.cost(solution));
        if let Some(check) = &mut check {
            check.add(solution);
        }
        costs.extend(cost.map(|cost| cost.to_string()));
        if !task.json {
            let number = (run.limit > 1).then_some(number + 1);
            return text::write(
                &mut out,
                task,
                format,
                Heading { number, found_ms: after, cost },
                solution,
            );
        }
        found.extend(after);
        write!(out, "{}", if number > 0 { "," } else { "" })?;
        Ok(format::write_json(&mut out, &format::names(solution))?)
    })?;
    let verification = check.map(|check| verified(run, check.finish(engine), &printed));
    let facts = run.facts(&printed);
    let mut statistics = run.statistics(&printed, facts.elapsed_ms);
    if let (true, Ok(source)) = (task.json || arguments.stats || is_printer, &source) {
        source.describe(&mut statistics, &task.budget);
    }
    if task.json {
        statistics.found_ms = arguments.stats.then_some(found);
        let costs = weights.map(|_| costs);
        let answer = JsonTail { costs, complete: printed.complete, statistics: &statistics };
        let verification = verification.clone();
        let mut object = Vec::new();
        format::write_json(&mut object, &DescribedAnswer { answer, facts, verification })?;
        // The solutions were already written as the first entry of the object.
        write!(out, "],")?;
        out.write_all(&object[1..])?;
        writeln!(out)?;
    }
    if is_printer {
        text::write_statistics(&mut out, &statistics, arguments.stats.then_some(printed.complete))?;
    }
    out.flush()?;
    if run.is_biased() && printed.solutions > 0 {
        writeln!(console::stderr(), "drawn by {engine}: not every solution is equally probable")?;
    }
    if arguments.stats && !is_printer {
        text::write_statistics(&mut console::stderr(), &statistics, Some(printed.complete))?;
    }
    if let Some(verification) = verification {
        verification.finish(task.json)?;
    }
    printed.result()
}

/// The part of the JSON object after the solutions.
#[derive(Serialize)]
struct JsonTail<'a> {
    /// The cost of each solution, if there are weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<Vec<String>>,
    complete: bool,
    statistics: &'a RunStatistics,
}

/// The verification of the solutions, and of their number if all solutions were printed.
fn verified(run: &SolutionRun, solutions: Verification, printed: &PrintResult) -> Verification {
    match printed {
        PrintResult { complete: true, .. } => {
            let (number, up_to_symmetry) = (printed.solutions.into(), run.selection.up_to_symmetry);
            solutions.and(|| verify::number(run.task, run.engine, &number, up_to_symmetry))
        }
        // There is no solution to be checked.
        PrintResult { solutions: 0, .. } => Verification::default(),
        PrintResult { .. } => solutions,
    }
}

/// Passes solutions to `write`, each with its number from 0, until the limit is reached or the budget
/// ends.
fn print(
    run: &SolutionRun,
    source: &mut Answer<&mut dyn SolutionSource>,
    mut write: impl FnMut(u64, &CellSet) -> anyhow::Result<()>,
) -> anyhow::Result<PrintResult> {
    let budget = &run.task.budget;
    let mut printed = PrintResult::default();
    while printed.solutions < run.limit {
        match run.task.run_and_clear_bar(|| source.as_mut().map_err(|ended| *ended)?.next(budget)) {
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
    printed.complete = source.as_mut().is_ok_and(|source| source.is_exhausted(budget));
    Ok(printed)
}
