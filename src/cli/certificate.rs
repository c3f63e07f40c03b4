//! The option `count --certificate FILE`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, ensure};

use super::exit::{ExitCode, Failure};
use super::task::Task;
use super::verify::Verification;
use super::{format, replacing};
use engine::bdd::IncompleteReason;
use engine::counting::Counted;
use engine::plan::{self, CounterEngine, Question};
use engine::{Cause, EngineKind, bdd};
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

/// A certificate that was written.
pub(super) struct Written {
    /// The name of the file.
    pub name: String,
    /// True if the certificate proves that no solution is missing.
    pub is_complete: bool,
}

/// Writes the certificate of a count: a complete one, or if this is not possible, one of the solutions, with the name of
/// the second engine if it found the same number. If the engines disagree, writes nothing and returns `None`.
pub(super) fn write(
    task: &Task,
    path: &Path,
    counted: &Counted,
    verification: &Verification,
) -> anyhow::Result<Option<Written>> {
    if verification.disagreement.is_some() {
        return Ok(None);
    }
    let board = BoardFile { problem: task.problem.clone(), assist: Assist::default() }.to_toml();
    let reason = write_complete(task, path, &board, counted).context("--certificate")?;
    if let Some(reason) = &reason {
        format::print_note(format_args!(
            "the certificate proves that its solutions are solutions, but not that there are no others: {reason}"
        ));
        write_solutions(task, path, &board, counted, verification).context("--certificate")?;
    }
    Ok(Some(Written { name: path.display().to_string(), is_complete: reason.is_none() }))
}

/// Writes a complete certificate. If this is not possible, leaves the file as it was and returns the reason.
fn write_complete(
    task: &Task,
    path: &Path,
    board: &str,
    counted: &Counted,
) -> anyhow::Result<Option<IncompleteReason>> {
    let solutions = &counted.numbers.solutions;
    let held = counted.diagram.as_ref().map_or(0, |diagram| diagram.memory());
    let budget = task.budget.with_reserved(held);
    let write = |mut out: &mut dyn Write| {
        let limits = (&budget, bdd::MAX_CERTIFICATE_STATES);
        bdd::write_complete(&task.problem, board, solutions, limits, &mut out)
    };
    // Data that were written to a pipe or a device cannot be withdrawn.
    let is_pipe = fs::metadata(path).is_ok_and(|file| !file.is_file());
    let result = task.run_and_clear_bar(|| {
        write_file(path, |out| {
            if is_pipe {
                write(&mut io::sink())?;
            }
            Ok::<_, anyhow::Error>(write(out)?)
        })
    });
    let Err(error) = result else { return Ok(None) };
    match error.downcast()? {
        IncompleteReason::Io(error) => Err(error.into()),
        reason @ IncompleteReason::OtherNumber(_) => {
            Err(Failure::new(ExitCode::Disagreement, reason).into())
        }
        IncompleteReason::Interrupted(ended) if !matches!(ended.cause, Cause::Memory(_)) => {
            Err(ended.into())
        }
        reason => Ok(Some(reason)),
    }
}

/// Writes a certificate of the solutions, which contains the diagram.
fn write_solutions(
    task: &Task,
    path: &Path,
    board: &str,
    counted: &Counted,
    verification: &Verification,
) -> anyhow::Result<()> {
    let Task { problem, budget, .. } = task;
    let certificate = task.run_and_clear_bar(|| {
        let diagram = match &counted.diagram {
            Some(diagram) => Arc::clone(diagram),
            None => bdd::Engine::new().diagram(problem, budget)?,
        };
        diagram.certificate(problem, budget)
    })?;
    let second = verification.verified_by.map(|name| (name, &counted.numbers.solutions));
    write_file(path, |out| Ok::<_, anyhow::Error>(certificate.write(board, second, out)?))
}
