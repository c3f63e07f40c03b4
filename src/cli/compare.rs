use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use itertools::Itertools;
use num_bigint::BigUint;
use serde::{Serialize, Serializer};
use strum::IntoEnumIterator;

use super::arguments::CompareArguments;
use super::columns::{self, Column};
use super::exit::{ExitCode, Failure};
use super::format::{self, Output};
use super::problem;
use super::report::{self, AnswerFacts};
use super::task::Task;
use engine::auto::Engine;
use engine::plan::Question;
use engine::{Comparison, Interrupted, Part, PartAnswer, ProblemPair};
use export::ProblemObject;
use files::is_stdin;
use geometry::{Cell, CellSet};

#[derive(Serialize)]
struct CompareReport<'a> {
    second: ProblemObject,
    /// `null` if it is not known.
    equal: Option<bool>,
    common: PartReport,
    only_first: PartReport,
    only_second: PartReport,
    cells: Cells<'a>,
}

/// What is known about a part of the solutions.
#[derive(Serialize)]
struct PartReport {
    solutions: Option<String>,
    /// A lower bound, if the number is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<usize>,
    examples: Vec<Example>,
}

#[derive(Serialize)]
struct Example {
    cells: Vec<String>,
    /// Why the other problem does not have the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

/// The numbers of each cell that is no hole.
struct Cells<'a>(&'a ProblemPair, &'a Comparison);

#[derive(Serialize)]
struct CellReport {
    common: Option<String>,
    only_first: Option<String>,
    only_second: Option<String>,
}

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(pair, found) = self;
        let number = |part, cell| Some(found.with(part, cell)?.to_string());
        let report = |cell: Cell| CellReport {
            common: number(Part::Common, cell),
            only_first: number(Part::OnlyFirst, cell),
            only_second: number(Part::OnlySecond, cell),
        };
        let cells = pair.problems()[0].rules().grid().standing_cells();
        serializer.collect_map(cells.map(|cell| (cell.to_string(), report(cell))))
    }
}

impl PartReport {
    fn new(pair: &ProblemPair, part: Part, answer: &PartAnswer) -> Self {
        let example = |pieces: &CellSet| Example {
            cells: format::names(pieces),
            fault: pair.fault(part, pieces),
        };
        Self {
            solutions: answer.solutions().map(BigUint::to_string),
            at_least: answer.solutions().is_none().then_some(answer.examples.len()),
            examples: answer.examples.iter().map(example).collect(),
        }
    }
}

/// Prints how many solutions two problems have in common, and how many only one of them has, in all and by cell, with
/// examples.
///
/// # Errors
/// When a problem is invalid, pieces can stand on other cells, the solutions differ, or it is not known whether they do.
pub(super) fn run(arguments: &CompareArguments, json: bool) -> anyhow::Result<()> {
    let (Some(first), Some(second)) = (&arguments.first, &arguments.second) else {
        bail!("two problems are needed");
    };
    let options = [first, second].map(|compared| compared.options());
    let inputs = options.iter().flat_map(|it| it.files()).filter(|file: &&Path| is_stdin(file));
    ensure!(inputs.count() < 2, "B: standard input is read for A already");
    let [first, second] = &options;
    let asked = ("compare", Question::Count);
    let task = &Task::for_problem(&arguments.engine, asked, json, || {
        Ok(problem::build(first).context("A")?.problem)
    })?;
    let second = problem::build(second).context("B")?.problem;
    let pair = ProblemPair::new(task.problem.clone(), second)?;
    let most = arguments.limit.unwrap_or(1);
    let found = task
        .run_and_clear_bar(|| pair.compare(&mut Engine::new(), most, &task.budget, &mut |_| {}))?;
    let [common, only_first, only_second] = [Part::Common, Part::OnlyFirst, Part::OnlySecond]
        .map(|part| PartReport::new(&pair, part, found.part(part)));
    let second = (&pair.problems()[1]).into();
    let (equal, cells) = (found.is_equal(), Cells(&pair, &found));
    let report = CompareReport { second, equal, common, only_first, only_second, cells };
    let interrupted = found.interrupted.filter(|_| !found.is_counted());
    let facts = AnswerFacts::new(task, None, interrupted.map(|it| it.to_string()));
    let facts = facts.exact_if(found.is_counted());
    report::print(task, &report, facts, None, |out| write(out, &pair, &found, &report))?;
    match (equal, interrupted) {
        (Some(true), _) => Ok(()),
        (Some(false), _) => Err(Failure::new(ExitCode::NoSolution, "the solutions differ").into()),
        (None, Some(interrupted)) => Err(Interrupted::into(interrupted)),
        (None, None) => {
            let sentence = "there are too many solutions to count, and none was found in time that \
                            only one problem has";
            Err(Failure::new(ExitCode::Budget, sentence).into())
        }
    }
}

/// Writes the numbers, the examples, and the numbers of each cell if some are known.
fn write(
    out: &mut Output,
    pair: &ProblemPair,
    found: &Comparison,
    report: &CompareReport<'_>,
) -> anyhow::Result<()> {
    let parts = [&report.common, &report.only_first, &report.only_second];
    let names = Part::iter().map(Part::in_words).collect_vec();
    for (part, name) in Part::iter().zip(&names) {
        writeln!(out, "{name:<15}  {}", found.part(part).number_in_words())?;
    }
    for (part, (name, answer)) in Part::iter().zip(names.iter().zip(parts)) {
        for (number, example) in (1..).zip(&answer.examples) {
            writeln!(out, "\n{name}, example {number}:")?;
            let pieces = &found.part(part).examples[number - 1];
            let problem = pair.problem_of(part);
            format::write_solution(out, problem.rules(), pieces)?;
            if let Some(fault) = &example.fault {
                let other = if part == Part::OnlyFirst { "second" } else { "first" };
                writeln!(out, "the {other} forbids it: {fault}")?;
            }
        }
    }
    if Part::iter().all(|part| found.part(part).census.is_none()) {
        return Ok(());
    }
    let (size, grid) = (found.size(), pair.problems()[0].rules().grid());
    // The longest name is that of the last cell.
    let width = size.cell(size.cells() - 1).to_string().len();
    let numbers = names.iter().map(|name| Column::right(*name, 0));
    let columns = [Column::left("cell", width)].into_iter().chain(numbers).collect_vec();
    writeln!(out, "\n{}", columns::header(&columns))?;
    for cell in grid.standing_cells() {
        let number = |part| found.with(part, cell).map_or("?".to_owned(), |it| it.to_string());
        let texts = [cell.to_string()].into_iter().chain(Part::iter().map(number));
        writeln!(out, "{}", columns::line(&columns, texts))?;
    }
    Ok(())
}
