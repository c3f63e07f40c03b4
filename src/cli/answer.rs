//! The last step of every verb: prints the answer as JSON or text, and the verification.

use std::io::Write;

use serde::Serialize;

use super::format::{self, Output, ProblemObject, milliseconds};
use super::task::Task;
use super::verify::Verification;
use engine::EngineKind;

/// An answer as JSON, with its verification.
#[derive(Serialize)]
pub(super) struct Verified<A> {
    #[serde(flatten)]
    pub answer: A,
    #[serde(flatten)]
    pub verification: Option<Verification>,
}

/// An answer with the entries that the answers of all verbs have in common.
#[derive(Serialize)]
pub(super) struct DescribedAnswer<A> {
    #[serde(flatten)]
    pub answer: A,
    #[serde(flatten)]
    pub facts: AnswerFacts,
}

/// The entries that the answers of all verbs have in common.
#[derive(Serialize)]
pub(super) struct AnswerFacts {
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

impl AnswerFacts {
    /// The entries of an answer that was found just now. It is exact unless it was interrupted.
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

    /// The same entries for an answer that is only exact if `is_exact` is true.
    pub(crate) fn exact_if(self, is_exact: bool) -> Self {
        Self { exact: self.exact && is_exact, ..self }
    }
}

/// An entry that is `null` if there is nothing. In an `Option`, it may also be left out, for example if a budget ended
/// first.
#[derive(Serialize)]
pub(super) struct Known<T = String>(pub Option<T>);

/// Prints an answer as JSON, or with `text`. Then writes to stderr which engine verified it.
///
/// # Errors
/// When printing fails, or two engines disagree.
pub(super) fn print<A: Serialize>(
    task: &Task,
    answer: &A,
    verification: Option<Verification>,
    text: impl FnOnce(&mut Output) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    write(task, answer, verification.as_ref(), text)?;
    verification.map_or(Ok(()), |verification| verification.finish(task.json))
}

/// As [`print`], but without the message about the verification, which is left to the caller.
///
/// # Errors
/// When printing fails.
pub(super) fn write<A: Serialize>(
    task: &Task,
    answer: &A,
    verification: Option<&Verification>,
    text: impl FnOnce(&mut Output) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if task.json {
        return Ok(format::print_json(&Verified { answer, verification: verification.cloned() })?);
    }
    let mut out = format::stdout();
    text(&mut out)?;
    Ok(out.flush()?)
}
