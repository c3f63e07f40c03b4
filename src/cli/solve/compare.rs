//! The tables of `solve`: how long it takes to find all solutions of several sizes, by one engine or by several
//! searches.

use std::io::Write;
use std::time::Instant;

use anyhow::ensure;
use serde::{Serialize, Serializer};

use super::diagram::{DiagramSolutions, PreparedDiagram};
use super::run::{SolutionSelection, SolutionSource};
use super::sat::SatSolutions;
use super::search::is_representative;
use super::statistics::as_entries;
use crate::arguments::SolveArguments;
use crate::counting::CountMethod;
use crate::exit::{ExitCode, Failure};
use crate::format::{self, milliseconds};
use crate::problem::BoardDescription;
use crate::task::Task;
use app::options::SearchChoices;
use engine::plan::{self, Question, SolverEngine, WantedSolutions};
use engine::search::{ComparedSearch, MeasuredSearch, SearchOptions, Statistics};
use engine::{Answer, Budget, EngineKind, Interrupted};
use export::ProblemFacts;
use geometry::{Sizes, TableSize};

/// A table of `solve`.
#[derive(Serialize)]
struct SolveTable {
    #[serde(flatten)]
    problem: ProblemFacts,
    /// True if all solutions of all sizes were found.
    exact: bool,
    sizes: Vec<SizeRow>,
    /// The time for all sizes, in milliseconds.
    elapsed_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

/// The runs for one size.
#[derive(Serialize)]
struct SizeRow {
    /// The name of the size: a number for a square, otherwise a text.
    size: serde_json::Value,
    /// The time for counting the solutions without finding them, in milliseconds; `None` if the budget ended before.
    count_ms: Option<f64>,
    #[serde(serialize_with = "as_runs")]
    searches: Vec<ComparedSearch>,
}

/// A run that finds all solutions of a size.
#[derive(Serialize)]
struct Run<'a> {
    search: &'a str,
    /// The number of solutions; `None` if the budget ended before all were found.
    solutions: Option<String>,
    #[serde(flatten)]
    effort: Option<SearchEffort>,
    elapsed_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

/// The effort of a search.
#[derive(Serialize)]
struct SearchEffort {
    failures: u64,
    branches: u64,
    propagations: u64,
    /// How often each propagator ran, by name.
    #[serde(serialize_with = "as_entries")]
    propagators: Vec<(&'static str, u64)>,
    removals: u64,
}

impl From<Statistics> for SearchEffort {
    fn from(statistics: Statistics) -> Self {
        let Statistics { failures, branches, removals, ref runs, .. } = statistics;
        let propagators = runs.iter().collect();
        Self { failures, branches, propagations: statistics.propagations(), propagators, removals }
    }
}

impl<'a> From<&'a ComparedSearch> for Run<'a> {
    fn from(ComparedSearch { name, measured, .. }: &'a ComparedSearch) -> Self {
        let (number, effort) = measured.outcome.as_ref().ok().copied().unzip();
        Self {
            search: name,
            solutions: number.map(|number| number.to_string()),
            effort: effort.flatten().map(SearchEffort::from),
            elapsed_ms: milliseconds(measured.elapsed),
            interrupted: measured.outcome.as_ref().err().map(ToString::to_string),
        }
    }
}

fn as_runs<S: Serializer>(searches: &[ComparedSearch], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(searches.iter().map(Run::from))
}

/// Prints the table that the arguments ask for.
///
/// # Errors
/// When an engine does not suit a problem, or a budget ended before all solutions of a size were found.
pub(super) fn run(
    arguments: &SolveArguments,
    selection: SolutionSelection,
    json: bool,
) -> anyhow::Result<()> {
    let comparison = &arguments.comparison;
    ensure!(
        arguments.output.all || !comparison.compare.is_empty(),
        "--sizes: a table of all solutions needs --all or --compare"
    );
    let described = BoardDescription::read(&arguments.task.problem)?;
    let largest = comparison.sizes.iter().flat_map(Sizes::ends);
    let largest = largest.max_by_key(|size| size.size.cells()).map(|size| ("--sizes", size.size));
    let option = largest.or(crate::problem::size_option(&arguments.task.problem));
    let question = ("solve", Question::Solutions(WantedSolutions::All));
    let build = || Ok(described.board(option)?.problem);
    let task = Task::for_problem(&arguments.task.engine, question, json, build)?;
    described.print_notes(task.problem.rules());
    let sizes = comparison.sizes.as_ref().map_or_else(
        || vec![TableSize::single(task.problem.rules().size())],
        |sizes| sizes.iter().collect(),
    );
    let problem = ProblemFacts::of_sizes(&task.problem);
    let mut table =
        SolveTable { problem, exact: true, sizes: Vec::new(), elapsed_ms: 0.0, interrupted: None };
    let mut first_cause = None;
    if !json {
        writeln!(format::stdout(), "{}", header(!comparison.compare.is_empty()))?;
    }
    task.run_and_clear_bar(|| {
        for size in sizes {
            let option =
                if comparison.sizes.is_some() { Some(("--sizes", size.size)) } else { option };
            let task = task.with_problem(described.board(option)?.problem);
            let row = size_row(&task, size, arguments, selection)?;
            let mut outcomes = row.searches.iter().map(|search| &search.measured.outcome);
            let cause = outcomes.find_map(|outcome| outcome.as_ref().err().copied());
            first_cause = first_cause.or(cause.map(|cause| (size, cause)));
            if !json {
                task.with_bar_hidden(|| row.print(!comparison.compare.is_empty()))?;
            }
            table.sizes.push(row);
        }
        anyhow::Ok(())
    })?;
    let failure = first_cause.map(|(size, Interrupted { cause, .. })| {
        Failure::new(ExitCode::Budget, format!("size {size}: {cause}; see the lines with '?'"))
    });
    if json {
        (table.exact, table.interrupted) =
            (failure.is_none(), failure.as_ref().map(ToString::to_string));
        table.elapsed_ms = milliseconds(task.budget.elapsed());
        format::print_json(&table)?;
    }
    failure.map_or(Ok(()), |failure| Err(failure.into()))
}

/// Runs all searches for one size.
fn size_row(
    task: &Task,
    size: TableSize,
    arguments: &SolveArguments,
    selection: SolutionSelection,
) -> anyhow::Result<SizeRow> {
    let compare = &arguments.comparison.compare;
    let mut searches = Vec::new();
    let mut compared = |name: String, solver: &SolverEngine, options| {
        // Each search has a budget of its own.
        let task = task.with_problem(task.problem.clone());
        let measured = find_all(&task, solver, options, selection);
        searches.push(ComparedSearch { size, name, measured });
    };
    if compare.is_empty() {
        let solver = super::solver(task, super::wanted(&arguments.output), &arguments.search)?;
        let options = super::search::options(&arguments.search, selection);
        compared(<&str>::from(solver.kind()).to_owned(), &solver, options);
    }
    for choices in compare {
        let solver = plan::solver(&task.problem, WantedSolutions::All, Some(EngineKind::Search))?;
        let options = options_of(choices, &arguments.search.choices, selection);
        compared(choices.words(), &solver, options);
    }
    let counting = CountMethod::plain(selection.up_to_symmetry);
    let begin = Instant::now();
    let counted =
        counting.count(&task.problem, &counting.counter(&task.problem)?, &task.budget.restarted());
    let count_ms = counted.is_ok().then(|| milliseconds(begin.elapsed()));
    let size = size.number().map_or_else(|| size.to_string().into(), Into::into);
    Ok(SizeRow { size, count_ms, searches })
}

/// The options of a search that is compared; what its words leave out is taken from the options of the verb.
fn options_of(
    choices: &SearchChoices,
    given: &SearchChoices,
    selection: SolutionSelection,
) -> SearchOptions {
    SearchOptions {
        labeling: choices.labeling.or(given.labeling).unwrap_or_default(),
        values: choices.values.or(given.values).unwrap_or_default(),
        propagation: choices.propagation.or(given.propagation).unwrap_or_default(),
        seed: selection.seed.unwrap_or_default(),
        restarts: false,
    }
}

/// Finds all solutions of the task's problem.
fn find_all(
    task: &Task,
    solver: &SolverEngine,
    options: SearchOptions,
    selection: SolutionSelection,
) -> MeasuredSearch {
    let budget = &task.budget;
    match solver {
        SolverEngine::Search(model) => {
            let symmetries =
                if selection.up_to_symmetry { task.problem.symmetries() } else { Vec::new() };
            let is_counted = |solution: &_| is_representative(&symmetries, solution);
            MeasuredSearch::run(model, options, budget, is_counted)
        }
        SolverEngine::Sat => MeasuredSearch::timed(|| {
            Ok((number_of(&mut SatSolutions::new(selection, task)?, budget)?, None))
        }),
        SolverEngine::Bdd => MeasuredSearch::timed(|| {
            let prepared = PreparedDiagram::new(selection, task)?;
            Ok((number_of(&mut DiagramSolutions::new(&prepared, &task.problem), budget)?, None))
        }),
    }
}

fn number_of(source: &mut impl SolutionSource, budget: &Budget) -> Answer<u64> {
    let mut number = 0;
    while source.next(budget)?.is_some() {
        number += 1;
    }
    Ok(number)
}

fn header(compares: bool) -> String {
    if compares {
        line(ComparedSearch::HEADINGS.map(str::to_owned))
    } else {
        format!(
            "{:>5}  {:>12}  {:>12}  {:>12}  engine",
            "size", "solutions", "found in", "counted in"
        )
    }
}

/// A line of a table that compares searches.
fn line([size, search, solutions, failures, branches, propagations, time]: [String; 7]) -> String {
    format!(
        "{size:>5}  {search:<20}  {solutions:>10}  {failures:>10}  {branches:>10}  {propagations:>12}  {time:>12}"
    )
}

impl SizeRow {
    fn print(&self, compares: bool) -> anyhow::Result<()> {
        let mut out = format::stdout();
        for search in &self.searches {
            let cells = search.cells();
            if compares {
                writeln!(out, "{}", line(cells))?;
            } else {
                let [size, engine, solutions, .., found] = cells;
                let counted =
                    self.count_ms.map_or_else(|| "?".to_owned(), |ms| format!("{ms:.1} ms"));
                writeln!(out, "{size:>5}  {solutions:>12}  {found:>12}  {counted:>12}  {engine}")?;
            }
        }
        out.flush()?;
        Ok(())
    }
}
