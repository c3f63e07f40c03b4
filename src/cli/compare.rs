use std::collections::BTreeMap;
use std::io::Write;

use anyhow::{Context, bail};
use itertools::Itertools;
use num_bigint::BigUint;
use serde::{Serialize, Serializer};
use strum::IntoEnumIterator;

use super::arguments::{CompareArguments, ComparedProblem};
use super::columns::{self, Column};
use super::exit::{ExitCode, Failure};
use super::format::{self, Output};
use super::problem;
use super::report::{self, AnswerFacts};
use super::task::Task;
use engine::auto::Engine;
use engine::plan::Question;
use engine::{Comparison, Part, PartAnswer, ProblemPair};
use export::ProblemObject;
use geometry::{Cell, CellSet};

#[derive(Serialize)]
struct CompareReport<'a> {
    second: ProblemObject,
    /// `null` if it is not known.
    equal: Option<bool>,
    #[serde(flatten)]
    parts: Parts<PartReport>,
    cells: Cells<'a>,
}

/// A value for each part, by its name.
type Parts<T> = BTreeMap<&'static str, T>;

fn parts<T>(about: impl Fn(Part) -> T) -> Parts<T> {
    Part::iter().map(|part| (part.into(), about(part))).collect()
}

/// The known facts about a part of the solutions.
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
    /// Why this is not a solution of the other problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

/// The numbers of each cell except holes.
struct Cells<'a>(&'a ProblemPair, &'a Comparison);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(pair, found) = self;
        let number = |part, cell| found.solutions_with(part, cell).map(ToString::to_string);
        let report = |cell: Cell| parts(|part| number(part, cell));
        let cells = pair.problems()[0].rules().grid().standing_cells();
        serializer.collect_map(cells.map(|cell| (cell.to_string(), report(cell))))
    }
}

impl PartReport {
    fn new(pair: &ProblemPair, part: Part, answer: &PartAnswer) -> Self {
        let example = |pieces: &CellSet| Example {
            cells: format::names(pieces),
            fault: pair.fault(part, pieces).map(|(_, fault)| fault),
        };
        Self {
            solutions: answer.solutions().map(BigUint::to_string),
            at_least: answer.solutions().is_none().then_some(answer.examples.len()),
            examples: answer.examples.iter().map(example).collect(),
        }
    }
}

/// Compares two problems: prints how many solutions they share, and how many only one of them has, in total and by
/// cell, with examples.
///
/// # Errors
/// When a problem is invalid, when the problems differ in the cells where pieces can stand, when the solutions differ, or when no
/// answer was found in time.
pub(super) fn run(arguments: &CompareArguments, json: bool) -> anyhow::Result<()> {
    let (Some(first), Some(second)) = (&arguments.first, &arguments.second) else {
        bail!("two problems are needed");
    };
    let options = [first, second].map(ComparedProblem::options);
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
    let equal = found.is_equal();
    let report = CompareReport {
        second: (&pair.problems()[1]).into(),
        equal,
        parts: parts(|part| PartReport::new(&pair, part, found.part(part))),
        cells: Cells(&pair, &found),
    };
    let interrupted = found.interrupted;
    let facts = AnswerFacts::new(task, None, interrupted.map(|it| it.to_string()));
    let facts = facts.exact_if(found.is_counted());
    report::print(task, &report, facts, None, |out| write(out, &pair, &found))?;
    match (equal, interrupted) {
        (Some(true), _) => Ok(()),
        (Some(false), _) => Err(Failure::new(ExitCode::NoSolution, "the solutions differ").into()),
        (None, Some(interrupted)) => Err(interrupted.into()),
        (None, None) => {
            let sentence = "no answer in time: the solutions may be the same or differ";
            Err(Failure::new(ExitCode::Budget, sentence).into())
        }
    }
}

/// Names of the two problems in the table.
const NAMES: [&str; 2] = ["the first", "the second"];

/// Writes the numbers, the examples, and the known numbers of each cell.
fn write(out: &mut Output, pair: &ProblemPair, found: &Comparison) -> anyhow::Result<()> {
    for part in Part::iter() {
        writeln!(out, "{:<15}  {}", part.in_words(NAMES), found.part(part).number_in_words())?;
    }
    for part in Part::iter() {
        for (number, pieces) in (1..).zip(&found.part(part).examples) {
            writeln!(out, "\n{}, example {number}:", part.in_words(NAMES))?;
            let side = part.only_side().unwrap_or_default();
            format::write_solution(out, pair.problems()[side].rules(), pieces)?;
            if let Some((forbidding, fault)) = pair.fault(part, pieces) {
                writeln!(out, "{} forbids it: {fault}", NAMES[forbidding])?;
            }
        }
    }
    if Part::iter().all(|part| found.part(part).census.is_none()) {
        return Ok(());
    }
    let grid = pair.problems()[0].rules().grid();
    let numbers = Part::iter().map(|part| Column::right(part.in_words(NAMES), 0));
    let columns = [Column::cells(grid.size())].into_iter().chain(numbers).collect_vec();
    writeln!(out, "\n{}", columns::header(&columns))?;
    for cell in grid.standing_cells() {
        let number =
            |part| found.solutions_with(part, cell).map_or("?".to_owned(), ToString::to_string);
        let texts = [cell.to_string()].into_iter().chain(Part::iter().map(number));
        writeln!(out, "{}", columns::line(&columns, texts))?;
    }
    Ok(())
}
