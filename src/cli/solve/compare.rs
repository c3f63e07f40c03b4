//! The tables of `solve`: how long it takes to find all solutions of several sizes, by one engine or by several
//! searches.

use std::iter;
use std::time::Instant;

use anyhow::ensure;
use serde::{Serialize, Serializer};

use super::run::{SolutionSelection, SolutionSource};
use super::statistics::as_entries;
use crate::arguments::SolveArguments;
use crate::boards::{self, Boards};
use crate::columns::{self, Column};
use crate::counting::CountMethod;
use crate::exit::{ExitCode, Failure};
use crate::format::{self, milliseconds};
use crate::report::{self, AnswerFacts};
use crate::task::Task;
use engine::plan::{self, Question, SolverEngine, WantedSolutions};
use engine::search::{ComparedSearch, MeasuredSearch, SearchOptions, Statistics};
use engine::{Answer, EngineKind, Interrupted};
use geometry::TableSize;

/// A table of `solve`.
#[derive(Default, Serialize)]
struct SolveTable {
    sizes: Vec<SizeRow>,
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
    /// The number of runs of each propagator, by name.
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

/// Prints the requested table.
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
    let boards = Boards::described(&arguments.task.problem, comparison.sizes.as_ref())?;
    let question = ("solve", Question::Solutions(WantedSolutions::All));
    let task = Task::for_problem(&arguments.task.engine, question, json, || boards.largest())?;
    boards.print_notes(task.problem.rules());
    let mut table = SolveTable::default();
    let mut first_cause = None;
    let compares = !comparison.compare.is_empty();
    let columns = columns(compares);
    if !json {
        format::print_lines([columns::header(&columns)])?;
    }
    task.run_and_clear_bar(|| {
        for size in boards.sizes()? {
            let task = task.with_problem(boards.problem(size)?);
            let row = size_row(&task, size, arguments, selection)?;
            let mut outcomes = row.searches.iter().map(|search| &search.measured.outcome);
            let cause = outcomes.find_map(|outcome| outcome.as_ref().err().copied());
            first_cause = first_cause.or(cause.map(|cause| (size, cause)));
            if !json {
                task.with_bar_hidden(|| format::print_lines(row.lines(&columns, compares)))?;
            }
            table.sizes.push(row);
        }
        anyhow::Ok(())
    })?;
    let failure = first_cause.map(|(size, Interrupted { cause, .. })| {
        Failure::new(ExitCode::Budget, format!("size {size}: {cause}; see the lines with '?'"))
    });
    if json {
        let facts =
            AnswerFacts::of_sizes(&task, &boards, failure.as_ref().map(ToString::to_string))?;
        report::print(&task, &table, facts, None, |_| Ok(()))?;
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
        // Each search has a separate budget.
        let task = task.with_problem(task.problem.clone());
        let measured = find_all(&task, solver, options, selection);
        searches.push(ComparedSearch { size, name, measured });
    };
    if compare.is_empty() {
        let solver = super::solver(task, super::wanted(&arguments.output), &arguments.search)?;
        let options = super::search::options(&arguments.search, selection);
        compared(<&str>::from(solver.kind()).to_owned(), &solver, options);
    }
    // What the words of a search leave out is taken from the options of the verb.
    let seed = selection.seed.unwrap_or_default();
    let given = arguments.search.choices.or(SearchOptions { seed, ..SearchOptions::default() });
    for choices in compare {
        let solver = plan::solver(&task.problem, WantedSolutions::All, Some(EngineKind::Search))?;
        compared(choices.words(), &solver, choices.or(given));
    }
    let counting = CountMethod::plain(selection.up_to_symmetry);
    let begin = Instant::now();
    let counted =
        counting.count(&task.problem, &counting.counter(&task.problem)?, &task.budget.restarted());
    let count_ms = counted.is_ok().then(|| milliseconds(begin.elapsed()));
    Ok(SizeRow { size: boards::name_of(size), count_ms, searches })
}

/// Finds all solutions of the task's problem.
fn find_all(
    task: &Task,
    solver: &SolverEngine,
    options: SearchOptions,
    selection: SolutionSelection,
) -> MeasuredSearch {
    let count_all = |source: Answer<&mut dyn SolutionSource>| {
        let (source, mut number) = (source?, 0);
        while source.next(&task.budget)?.is_some() {
            number += 1;
        }
        Ok((number, source.effort()))
    };
    MeasuredSearch::timed(|| super::with_source(task, solver, (selection, options), count_all))
}

/// The columns of a table that compares searches, or of a table with one search for each size.
fn columns(compares: bool) -> Vec<Column> {
    if compares {
        let [size, search, numbers @ .., propagations, time] = ComparedSearch::HEADINGS;
        let numbers = numbers.map(|heading| Column::right(heading, 10));
        let before = [Column::right(size, 5), Column::left(search, 20)];
        let after = [propagations, time].map(|heading| Column::right(heading, 12));
        return before.into_iter().chain(numbers).chain(after).collect();
    }
    let numbers = ["solutions", "found in", "counted in"].map(|it| Column::right(it, 12));
    let size = iter::once(Column::right("size", 5));
    size.chain(numbers).chain([Column::left("engine", 0)]).collect()
}

impl SizeRow {
    /// The lines of the size in text.
    fn lines(&self, columns: &[Column], compares: bool) -> impl Iterator<Item = String> {
        self.searches.iter().map(move |search| {
            let cells = search.cells();
            if compares {
                return columns::line(columns, cells);
            }
            let [size, engine, solutions, .., found] = cells;
            let counted = self.count_ms.map_or_else(|| "?".to_owned(), |ms| format!("{ms:.1} ms"));
            columns::line(columns, [size, solutions, found, counted, engine])
        })
    }
}
