//! The last step of every verb: prints its report as JSON or text, and the verification.

use std::io::Write;

use serde::Serialize;

use super::format::{self, Output, ProblemObject, milliseconds};
use super::task::Task;
use super::verify::Verification;
use engine::EngineKind;

/// A report as JSON, with its verification.
#[derive(Serialize)]
pub(super) struct Verified<R> {
    #[serde(flatten)]
    pub report: R,
    #[serde(flatten)]
    pub verification: Option<Verification>,
}

/// A report with the entries that the reports of all verbs have in common.
#[derive(Serialize)]
pub(super) struct Described<R> {
    #[serde(flatten)]
    pub report: R,
    #[serde(flatten)]
    pub facts: ReportFacts,
}

/// The entries that the reports of all verbs have in common.
#[derive(Serialize)]
pub(super) struct ReportFacts {
    problem: ProblemObject,
    /// `None` if no single engine gives the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'static str>,
    pub elapsed_ms: f64,
    /// True if the whole answer was found and proved.
    exact: bool,
    /// The reason why the answer, or a part of it, is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

impl ReportFacts {
    /// The entries of a report about an answer that was found just now. It is exact unless it was interrupted.
    pub(crate) fn new(
        task: &Task,
        engine: Option<EngineKind>,
        interrupted: Option<String>,
    ) -> Self {
        Self {
            problem: (&task.problem).into(),
            engine: engine.map(Into::into),
            elapsed_ms: milliseconds(task.budget.elapsed()),
            exact: interrupted.is_none(),
            interrupted,
        }
    }

    /// The same entries for a report that is only exact if `is_exact` is true.
    pub(crate) fn exact_if(self, is_exact: bool) -> Self {
        Self { exact: self.exact && is_exact, ..self }
    }
}

/// An entry that is `null` if there is nothing. In an `Option`, it may also be left out, for example if a budget ended
/// first.
#[derive(Serialize)]
pub(super) struct Known<T = String>(pub Option<T>);

/// Prints a report as JSON, or with `text`. Then writes to stderr which engine verified it.
///
/// # Errors
/// When printing fails, or two engines disagree.
pub(super) fn print<R: Serialize>(
    task: &Task,
    report: &R,
    verification: Option<Verification>,
    text: impl FnOnce(&mut Output) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    write(task, report, verification.as_ref(), text)?;
    verification.map_or(Ok(()), |verification| verification.finish(task.json))
}

/// As [`print`], but without the message about the verification, which is left to the caller.
///
/// # Errors
/// When printing fails.
pub(super) fn write<R: Serialize>(
    task: &Task,
    report: &R,
    verification: Option<&Verification>,
    text: impl FnOnce(&mut Output) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if task.json {
        return Ok(format::print_json(&Verified { report, verification: verification.cloned() })?);
    }
    let mut out = format::stdout();
    text(&mut out)?;
    Ok(out.flush()?)
}
