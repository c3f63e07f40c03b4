//! The last step of every verb: prints its answer as JSON or text, and the verification.

use std::io::Write;
use std::time::Duration;

use serde::Serialize;

use super::boards::Boards;
use super::format::{self, Output, milliseconds};
use super::task::Task;
use super::verify::Verification;
use engine::EngineKind;
use export::ProblemObject;
use problem::Problem;

/// The answer of a verb as JSON, with the entries that all verbs have.
#[derive(Serialize)]
pub(super) struct DescribedAnswer<A> {
    #[serde(flatten)]
    pub answer: A,
    #[serde(flatten)]
    pub facts: AnswerFacts,
    #[serde(flatten)]
    pub verification: Option<Verification>,
}

/// The entries that the answers of all verbs have.
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

    /// The same entries for an answer about another problem, which took this time.
    pub(crate) fn about(self, problem: &Problem, elapsed: Duration) -> Self {
        Self { problem: problem.into(), elapsed_ms: milliseconds(elapsed), ..self }
    }

    /// Like [`AnswerFacts::new`], but for a table of several sizes, each of which names its engine.
    ///
    /// # Errors
    /// When a board cannot be built.
    pub(crate) fn of_sizes(
        task: &Task,
        boards: &Boards,
        interrupted: Option<String>,
    ) -> anyhow::Result<Self> {
        let (first, last) = boards.first_and_last()?;
        let problem = ProblemObject::of_sizes(&first, &last);
        Ok(Self { problem, ..Self::new(task, None, interrupted) })
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
    facts: AnswerFacts,
    verification: Option<Verification>,
    text: impl FnOnce(&mut Output) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    write(task, answer, facts, verification.as_ref(), text)?;
    verification.map_or(Ok(()), |verification| verification.finish(task.json))
}

/// Like [`print()`], but without the message about the verification, which is left to the caller.
///
/// # Errors
/// When printing fails.
pub(super) fn write<A: Serialize>(
    task: &Task,
    answer: &A,
    facts: AnswerFacts,
    verification: Option<&Verification>,
    text: impl FnOnce(&mut Output) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if task.json {
        let verification = verification.cloned();
        return Ok(format::print_json(&DescribedAnswer { answer, facts, verification })?);
    }
    let mut out = format::stdout();
    text(&mut out)?;
    Ok(out.flush()?)
}

/// Prints in JSON that a budget ended before there was an answer. `answer` has the facts known so far. In text
/// mode, nothing is printed, because the error says it.
///
/// # Errors
/// When printing fails.
pub(super) fn print_interrupted<A: Serialize>(
    task: &Task,
    answer: &A,
    facts: AnswerFacts,
) -> anyhow::Result<()> {
    print(task, answer, facts, task.verifies.then(Verification::default), |_| Ok(()))
}
