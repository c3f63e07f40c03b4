use std::io::Write;

use anyhow::ensure;
use num_bigint::BigUint;
use serde::Serialize;

use super::arguments::CountArguments;
use super::certificate;
use super::counting::{CountMethod, Counted};
use super::estimate;
use super::format::{self, ProblemFacts, big_number, milliseconds};
use super::table::{self, PartFacts};
use super::task::Task;
use super::verify::{self, Verification};
use engine::Interrupted;

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    parts: PartFacts,
    #[serde(serialize_with = "big_number")]
    solutions: Option<BigUint>,
    exact: bool,
    /// True if `solutions` counts classes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    up_to_symmetry: bool,
    /// The number of symmetries that define the classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetries: Option<usize>,
    /// The part that was counted, unless all was.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    engine: &'static str,
    #[serde(flatten)]
    problem: ProblemFacts,
    /// The size of the reduced ordered BDD, terminals included.
    nodes: Option<usize>,
    /// The size of the zero-suppressed one.
    zdd_nodes: Option<usize>,
    /// The nodes of the row diagram.
    row_nodes: Option<usize>,
    elapsed_ms: f64,
    #[serde(flatten)]
    verification: Option<Verification>,
    /// The file with the certificate, if one is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

/// Prints the number of solutions, alone: of all, of a part, or of their classes up to symmetry. With
/// options of tables a table of them.
pub(super) fn run(arguments: &CountArguments, json: bool) -> anyhow::Result<()> {
    if arguments.estimates() {
        ensure!(
            !arguments.verify.verify && arguments.certificate.is_none(),
            "--verify and --certificate: an estimate is no answer that a second engine could verify"
        );
        let task = Task::new(&arguments.problem, &arguments.engine, json)?;
        return estimate::count(&task, &arguments.estimate.options, arguments.threads);
    }
    arguments.estimate.options.refuse("count --estimate")?;
    let counting = CountMethod::new(arguments);
    let of_table = &arguments.table;
    let is_object = json && of_table.sizes.is_none() && !of_table.csv && !of_table.bfile;
    if of_table.question().is_some() && !is_object {
        return table::run(arguments, &counting, json);
    }
    let mut task = Task::new(&arguments.problem, &arguments.engine, json)?;
    task.verifies = arguments.verify.verify || arguments.certificate.is_some();
    let engine = match arguments.certificate {
        None => counting.counter(&task.problem)?,
        Some(_) => certificate::counter(&task)?,
    };
    let result = task.work(|| counting.count(&task.problem, &engine, &task.budget));
    let elapsed_ms = milliseconds(task.budget.elapsed());
    let verification = task.verifies.then(|| match &result {
        Ok(counted) => {
            let counted = (engine.kind(), counted);
            task.aside_work(|| verify::count(&task.problem, &counting, counted, &task.budget))
        }
        Err(_) => Verification::default(),
    });
    let written = match (&arguments.certificate, &result, &verification) {
        (Some(path), Ok(counted), Some(verification)) => {
            certificate::write(&task, path, counted, verification)?
        }
        _ => None,
    };
    if json {
        let size = result
            .as_ref()
            .ok()
            .and_then(|counted| task.work(|| counted.size(&task.budget)).ok().flatten());
        let up_to_symmetry = arguments.up_to_symmetry;
        let parts = result.as_ref().map(|counted| PartFacts::new(&counted.parts, counting.parts));
        format::print_json(&Answer {
            exact: result.is_ok(),
            parts: parts.unwrap_or_default(),
            solutions: result.as_ref().ok().map(|counted| counted.numbers.wanted().clone()),
            up_to_symmetry,
            symmetries: up_to_symmetry.then(|| task.problem.symmetries().len()),
            shard: counting.shard.map(|shard| shard.to_string()),
            engine: engine.kind().into(),
            problem: (&task.problem).into(),
            nodes: size.as_ref().map(|size| size.nodes),
            zdd_nodes: size.as_ref().map(|size| size.zdd_nodes),
            row_nodes: result.as_ref().ok().and_then(Counted::row_nodes),
            elapsed_ms,
            verification: verification.clone(),
            certificate: written,
            interrupted: result.as_ref().err().map(Interrupted::to_string),
        })?;
    }
    let counted = result?;
    if !json {
        let mut out = format::stdout();
        writeln!(out, "{}", counted.numbers.wanted())?;
        out.flush()?;
    }
    verification.map_or(Ok(()), |verification| verification.finish(json))
}
