use std::io::Write;
use std::sync::Arc;

use num_bigint::BigUint;
use serde::Serialize;

use super::format::{self, ProblemFacts, big_number, milliseconds};
use super::task::Task;
use crate::engine::Interrupted;
use crate::engine::bdd::Engine;

#[derive(Serialize)]
struct Answer {
    #[serde(serialize_with = "big_number")]
    solutions: Option<BigUint>,
    exact: bool,
    /// Does `solutions` count classes?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    up_to_symmetry: bool,
    /// How many symmetries the classes come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetries: Option<usize>,
    engine: &'static str,
    #[serde(flatten)]
    problem: ProblemFacts,
    /// Of the reduced ordered BDD, terminals included.
    nodes: Option<usize>,
    elapsed_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

/// Prints the number of solutions, alone: of all, or of their classes up to symmetry.
pub(super) fn run(task: &Task, up_to_symmetry: bool) -> anyhow::Result<()> {
    task.refuse_sat("finds solutions but does not count them: use bdd or count")?;
    let result = task.work(|| {
        if up_to_symmetry {
            let classes = Engine::new().classes(&task.problem, &task.budget)?;
            return Ok((classes.number().clone(), Arc::clone(classes.diagram())));
        }
        let diagram = Engine::new().diagram(&task.problem, &task.budget)?;
        Ok((diagram.count(&task.budget)?, diagram))
    });
    if task.json {
        let elapsed_ms = milliseconds(task.budget.elapsed());
        let (solutions, nodes) = match &result {
            Ok((solutions, diagram)) => (Some(solutions.clone()), Some(diagram.bdd_nodes())),
            Err(_) => (None, None),
        };
        format::print_json(&Answer {
            exact: solutions.is_some(),
            solutions,
            up_to_symmetry,
            symmetries: up_to_symmetry.then(|| task.problem.symmetries().len()),
            engine: task.engine,
            problem: (&task.problem).into(),
            nodes,
            elapsed_ms,
            interrupted: result.as_ref().err().map(Interrupted::to_string),
        })?;
    }
    let (solutions, _) = result?;
    if !task.json {
        let mut out = format::stdout();
        writeln!(out, "{solutions}")?;
        out.flush()?;
    }
    Ok(())
}
