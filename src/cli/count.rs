use std::io::Write;

use anyhow::ensure;
use itertools::Itertools;
use serde::Serialize;

use super::arguments::CountArguments;
use super::certificate;
use super::counting::CountMethod;
use super::estimate;
use super::parts::{Divided, MergedParts, PartCounts, PartQuestion};
use super::report::{self, AnswerFacts};
use super::table::{self, BreakdownFacts};
use super::task::Task;
use super::verify::{self, Verification};
use engine::count::Shard;
use engine::plan::{CounterEngine, Question};
use engine::{Budget, Interrupted, Polynomial};

#[derive(Serialize)]
struct CountReport {
    #[serde(flatten)]
    breakdown: Option<BreakdownFacts>,
    /// A string, so that no JSON reader rounds the number.
    solutions: Option<String>,
    /// True if `solutions` counts classes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    up_to_symmetry: bool,
    /// The number of symmetries that define the classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetries: Option<usize>,
    /// The number of parts that were added up; `None` if the solutions were counted as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    merged: Option<usize>,
    /// The number of nodes of the reduced ordered BDD, terminals included.
    nodes: Option<usize>,
    /// The number of nodes of the zero-suppressed BDD, terminals included.
    zdd_nodes: Option<usize>,
    /// The number of nodes of the row diagram.
    row_nodes: Option<usize>,
    /// The certificate file, if it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
    /// True if the certificate proves that no solution is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate_is_complete: Option<bool>,
}

/// Prints only the number of solutions: of all solutions, of a part of them, or of their classes up to
/// symmetry. With options for tables, prints a table.
pub(super) fn run(arguments: &CountArguments, json: bool) -> anyhow::Result<()> {
    let question = question(arguments);
    if arguments.estimates() {
        ensure!(
            !arguments.task.verify && arguments.certificate.is_none(),
            "--verify and --certificate: an estimate is no answer that a second engine could verify"
        );
        let task = Task::new(&arguments.task, question, json)?;
        return estimate::count(&task, arguments);
    }
    arguments.estimate_options.refuse("count --estimate")?;
    if let Some(files) = &arguments.parts.merge {
        let merged = MergedParts::read(files)?;
        let asked = part_question(arguments, &CountMethod::new(arguments));
        let merged = merged.checked(&asked, &arguments.task, || table::problems(arguments))?;
        let counting = CountMethod::of_merged(merged)?;
        counting.merged.iter().for_each(|merged| merged.print_note(json));
        return print_count(arguments, question, &counting, json);
    }
    let counting = CountMethod::new(arguments);
    if !arguments.parts.is_given() {
        return print_count(arguments, question, &counting, json);
    }
    if arguments.parts.prints_parts() {
        ensure!(
            !arguments.table.csv && !arguments.table.bfile,
            "--csv and --bfile: a part is JSON; name them with --merge"
        );
    }
    let merged = divide(arguments, question, &counting, json)?;
    match merged {
        Some(merged) => print_count(arguments, question, &counting.with_merged(merged)?, json),
        None => Ok(()),
    }
}

/// The question that the parts of a count answer.
fn part_question(arguments: &CountArguments, counting: &CountMethod) -> PartQuestion {
    let sizes = arguments.table.sizes.as_ref();
    PartQuestion {
        by: counting.request.breakdown,
        up_to_symmetry: counting.request.up_to_symmetry,
        sizes: sizes.map(|sizes| sizes.iter().join(",")),
    }
}

/// Prints a part of the count or a list of its parts, or counts all parts with `--checkpoint` and returns their sums.
fn divide(
    arguments: &CountArguments,
    question: (&'static str, Question),
    counting: &CountMethod,
    json: bool,
) -> anyhow::Result<Option<MergedParts>> {
    let problems = table::problems(arguments)?;
    let task =
        Task::for_problem(&arguments.task.engine, question, json, || Ok(problems[0].clone()))?;
    let counters: Vec<CounterEngine> = problems
        .iter()
        .map(|problem| counting.counter_of_parts(problem))
        .collect::<Result<_, _>>()?;
    let divided = Divided {
        question: part_question(arguments, counting),
        boards: problems.iter().cloned().zip(counters.iter().map(CounterEngine::kind)).collect(),
    };
    let count = |shard: Shard, budget: &Budget| {
        let mut counts = PartCounts::default();
        for (problem, counter) in problems.iter().zip(&counters) {
            let numbers = counting.request.count_part(problem, counter, shard, budget)?;
            // The identity, under which all solutions are invariant, comes last.
            counts.solutions =
                numbers.last().map(Polynomial::total).filter(|_| arguments.table.sizes.is_none());
            counts.numbers.push(numbers);
        }
        Ok(counts)
    };
    divided.run(&task, &arguments.parts, &counters, counting.threads, count)
}

/// Prints the number of solutions, or a table.
fn print_count(
    arguments: &CountArguments,
    question: (&'static str, Question),
    counting: &CountMethod,
    json: bool,
) -> anyhow::Result<()> {
    let of_table = &arguments.table;
    let has_sizes = of_table.sizes.is_some() || counting.has_merged_sizes();
    let is_object = json && !has_sizes && !of_table.csv && !of_table.bfile;
    let is_table =
        of_table.question().is_some() || counting.request.breakdown.is_some() || has_sizes;
    if is_table && !is_object {
        return table::run(arguments, question, counting, json);
    }
    let mut task = match &counting.merged {
        Some(merged) => {
            Task::for_problem(&arguments.task.engine, question, json, || Ok(merged.problem()))?
        }
        None => Task::new(&arguments.task, question, json)?,
    };
    task.verifies |= arguments.certificate.is_some();
    let engine = match &arguments.certificate {
        None => counting.counter(&task.problem)?,
        Some(path) => certificate::counter(&task, path, arguments.replace)?,
    };
    let result = task.run_and_clear_bar(|| counting.count(&task.problem, &engine, &task.budget));
    let interrupted = result.as_ref().err().map(Interrupted::to_string);
    let facts = AnswerFacts::new(&task, Some(engine.kind()), interrupted);
    let counted = result.as_ref().ok();
    let verification = task.verifies.then(|| {
        counted.map_or_else(Verification::default, |counted| {
            let counted = (engine.kind(), counted);
            task.run_and_clear_bar(|| verify::count(&task.problem, counting, counted, &task.budget))
        })
    });
    let certificate = match (&arguments.certificate, counted, &verification) {
        (Some(path), Some(counted), Some(verification)) => {
            certificate::write(&task, path, counted, verification)?
        }
        _ => None,
    };
    let diagram = counted.and_then(|counted| counted.diagram.as_ref());
    let size = diagram.filter(|_| json).and_then(|diagram| {
        task.run_and_clear_bar(|| diagram.size_at(&task.problem, &task.budget)).ok()
    });
    let up_to_symmetry = counting.request.up_to_symmetry;
    let report = CountReport {
        breakdown: counted.map(|counted| BreakdownFacts::new(counted, counting.request.breakdown)),
        solutions: counted.map(|counted| counted.numbers.target_count().to_string()),
        up_to_symmetry,
        symmetries: up_to_symmetry.then(|| task.problem.symmetries().len()),
        merged: counting.merged.as_ref().map(|merged| merged.parts),
        nodes: size.as_ref().map(|size| size.nodes),
        zdd_nodes: size.as_ref().map(|size| size.zdd_nodes),
        row_nodes: diagram.map(|diagram| diagram.nodes()),
        certificate_is_complete: certificate.as_ref().map(|written| written.is_complete),
        certificate: certificate.map(|written| written.name),
    };
    report::print(&task, &report, facts, verification, |out| match &report.solutions {
        Some(number) => Ok(writeln!(out, "{number}")?),
        None => Ok(()),
    })?;
    Ok(result.map(|_| ())?)
}

/// The question of the arguments, with the verb's name for messages.
fn question(arguments: &CountArguments) -> (&'static str, Question) {
    match arguments.table.question() {
        _ if arguments.parts.is_given() => ("a count of parts", Question::CountOfPart),
        _ if arguments.estimate => ("count --estimate", Question::Estimate),
        _ if arguments.up_to_symmetry => ("count --up-to-symmetry", Question::ExactCount),
        Some(table) => (table, Question::ExactCount),
        None => ("count", Question::Count),
    }
}
