//! The last step of every verb: prints the answer as JSON or text, and the verification.

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

/// A number that is `null` if it is unknown. In an `Option`, it is an entry that may be left out.
#[derive(Serialize)]
pub(super) struct Known(pub Option<String>);

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
