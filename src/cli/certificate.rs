//! The option `count --certificate FILE`.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, ensure};

use super::replacing;
use super::task::Task;
use super::verify::Verification;
use engine::counting::Counted;
use engine::plan::{self, CounterEngine, Question};
use engine::{EngineKind, bdd};
use files::{is_stdin, write_file};
use problem::{Assist, BoardFile};

/// The engine for a certificate, which contains the diagram of this engine. Refuses a path that may not be written.
pub(super) fn counter(
    task: &Task,
    path: &Path,
    may_replace: bool,
) -> anyhow::Result<CounterEngine> {
    ensure!(!is_stdin(path), "--certificate: it is not written to standard output; name a file");
    ensure!(
        task.engine.is_none_or(|kind| kind == EngineKind::Bdd),
        "--certificate: only the engine 'bdd' has a diagram to write; leave out --engine"
    );
    replacing::check(path, "--certificate", may_replace, "is no certificate", |bytes| {
        bytes.starts_with(b"configurator certificate")
    })?;
    Ok(plan::counter(&task.problem, Question::ExactCount, Some(EngineKind::Bdd))?)
}

/// Writes the certificate of a count, with the name of the second engine if it found the same number.
/// Returns the name of the file. If the engines disagree, writes nothing and returns `None`.
pub(super) fn write(
    task: &Task,
    path: &Path,
    counted: &Counted,
    verification: &Verification,
) -> anyhow::Result<Option<String>> {
    if verification.disagreement.is_some() {
        return Ok(None);
    }
    let Task { problem, budget, .. } = task;
    let certificate = task.run_and_clear_bar(|| {
        let diagram = match &counted.diagram {
            Some(diagram) => Arc::clone(diagram),
            None => bdd::Engine::new().diagram(problem, budget)?,
        };
        diagram.certificate(problem, budget)
    })?;
    let second = verification.verified_by.map(|name| (name, &counted.numbers.solutions));
    let board = BoardFile { problem: problem.clone(), assist: Assist::default() }.to_toml();
    write_file(path, |out| Ok::<_, anyhow::Error>(certificate.write(&board, second, out)?))
        .context("--certificate")?;
    Ok(Some(path.display().to_string()))
}
