use std::io::Write;

use anyhow::ensure;
use serde::Serialize;

use super::answer;
use super::arguments::CountArguments;
use super::certificate;
use super::counting::CountMethod;
use super::estimate;
use super::format::{ProblemFacts, milliseconds};
use super::table::{self, PartFacts};
use super::task::Task;
use super::verify::{self, Verification};
use engine::Interrupted;
use engine::auto::Question;

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    parts: Option<PartFacts>,
    /// A string, so that no JSON reader rounds the number.
    solutions: Option<String>,
    exact: bool,
    /// True if `solutions` counts classes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    up_to_symmetry: bool,
    /// The number of symmetries that define the classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetries: Option<usize>,
    /// The part that was counted; `None` if all solutions were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    engine: &'static str,
    #[serde(flatten)]
    problem: ProblemFacts,
    /// The number of nodes of the reduced ordered BDD, terminals included.
    nodes: Option<usize>,
    /// The number of nodes of the zero-suppressed BDD, terminals included.
    zdd_nodes: Option<usize>,
    /// The number of nodes of the row diagram.
    row_nodes: Option<usize>,
    elapsed_ms: f64,
    /// The certificate file, if it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
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
    let counting = CountMethod::new(arguments);
    let of_table = &arguments.table;
    let is_object = json && of_table.sizes.is_none() && !of_table.csv && !of_table.bfile;
    if of_table.question().is_some() && !is_object {
        return table::run(arguments, question, &counting, json);
    }
    let mut task = Task::new(&arguments.task, question, json)?;
    task.verifies |= arguments.certificate.is_some();
    let engine = match arguments.certificate {
        None => counting.counter(&task.problem)?,
        Some(_) => certificate::counter(&task)?,
    };
    let result = task.work(|| counting.count(&task.problem, &engine, &task.budget));
    let elapsed_ms = milliseconds(task.budget.elapsed());
    let counted = result.as_ref().ok();
    let verification = task.verifies.then(|| {
        counted.map_or_else(Verification::default, |counted| {
            let counted = (engine.kind(), counted);
            task.work(|| verify::count(&task.problem, &counting, counted, &task.budget))
        })
    });
    let certificate = match (&arguments.certificate, counted, &verification) {
        (Some(path), Some(counted), Some(verification)) => {
            certificate::write(&task, path, counted, verification)?
        }
        _ => None,
    };
    let diagram = counted.and_then(|counted| counted.diagram.as_ref());
    let size = diagram
        .filter(|_| json)
        .and_then(|diagram| task.work(|| diagram.bdd_size(&task.budget)).ok());
    let up_to_symmetry = arguments.up_to_symmetry;
    let answer = Answer {
        exact: result.is_ok(),
        parts: counted.map(|counted| PartFacts::new(counted, counting.parts)),
        solutions: counted.map(|counted| counted.numbers.wanted().to_string()),
        up_to_symmetry,
        symmetries: up_to_symmetry.then(|| task.problem.symmetries().len()),
        shard: counting.shard.map(|shard| shard.to_string()),
        engine: engine.kind().into(),
        problem: (&task.problem).into(),
        nodes: size.as_ref().map(|size| size.nodes),
        zdd_nodes: size.as_ref().map(|size| size.zdd_nodes),
        row_nodes: diagram.map(|diagram| diagram.nodes()),
        elapsed_ms,
        certificate,
        interrupted: result.as_ref().err().map(Interrupted::to_string),
    };
    answer::print(&task, &answer, verification, |out| match &answer.solutions {
        Some(number) => Ok(writeln!(out, "{number}")?),
        None => Ok(()),
    })?;
    Ok(result.map(|_| ())?)
}

/// The question of the arguments, with the verb's name for messages.
fn question(arguments: &CountArguments) -> (&'static str, Question) {
    match arguments.table.question() {
        _ if arguments.shard.is_some() => ("count --shard", Question::CountOfPart),
        _ if arguments.estimate => ("count --estimate", Question::Estimate),
        _ if arguments.up_to_symmetry => ("count --up-to-symmetry", Question::ExactCount),
        Some(table) => (table, Question::ExactCount),
        None => ("count", Question::Count),
    }
}
