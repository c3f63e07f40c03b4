//! The end of every verb: its answer as JSON or as text, and who verified it.

use std::io::Write;

use serde::Serialize;

use super::format::{self, Output};
use super::task::Task;
use super::verify::Verification;

/// An answer as JSON, with its verification.
#[derive(Serialize)]
pub(super) struct Verified<A> {
    #[serde(flatten)]
    pub answer: A,
    #[serde(flatten)]
    pub verification: Option<Verification>,
}

/// Prints an answer as JSON, or as text by `text`. Then says on stderr who verified it.
///
/// # Errors
/// When it cannot be printed, or two engines disagree.
pub(super) fn print<A: Serialize>(
    task: &Task,
    answer: &A,
    verification: Option<Verification>,
    text: impl FnOnce(&mut Output) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    write(task, answer, verification.as_ref(), text)?;
    verification.map_or(Ok(()), |verification| verification.finish(task.json))
}

/// As [`print`], but leaves it to the caller to say who verified the answer.
///
/// # Errors
/// When it cannot be printed.
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
