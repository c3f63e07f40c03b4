//! Judges a claim about a cell.

use std::io::Write;

use anyhow::Context;
use serde::Serialize;

use crate::exit::{ExitCode, Failure};
use crate::format;
use crate::report::{self, AnswerFacts};
use crate::task::Task;
use engine::{EngineKind, Interrupted};
use geometry::Cell;
use problem::GroupId;
use session::{Claim, PLAIN_NAMES, Verdict};

#[derive(Serialize)]
struct ClaimReport {
    /// `c4 is impossible`, or `c4 is forced`.
    claim: String,
    /// The groups and decided cells in the claim, as parsed.
    reasons: Vec<String>,
    /// `null` if the budget ended first.
    proved: Option<bool>,
    /// The rest of the answer, unless the budget ended first.
    #[serde(flatten)]
    judgement: Option<Judgement>,
}

#[derive(Default, Serialize)]
struct Judgement {
    /// A part of the claim that suffices, from which nothing can be left out; `null` if the claim is refuted.
    needed: Option<Vec<String>>,
    /// The parts of the claim that are not needed; `null` if the claim is refuted.
    superfluous: Option<Vec<String>>,
    /// Pieces that obey all that the claim names; `null` unless it is refuted.
    counterexample: Option<Vec<String>>,
}

/// The groups and decided cells that a claim names.
fn reasons(claim: &Claim) -> Vec<String> {
    let groups = claim.groups.iter().map(GroupId::to_string);
    groups.chain(claim.decided.iter().map(Cell::to_string)).collect()
}

/// Prints whether the reasons suffice, what is superfluous, and otherwise a board that they allow.
///
/// # Errors
/// When the claim names something that the problem does not have, fails, or is not judged before the budget ends.
pub(super) fn run(task: &Task, cell: Cell, text: &str) -> anyhow::Result<()> {
    let claim = Claim::parse(text, cell, &task.problem).context("--claim")?;
    let verdict = task.run_and_clear_bar(|| claim.judge(&task.problem, &task.budget));
    let judgement = verdict.as_ref().ok().map(|verdict| match verdict {
        Verdict::Proved { needed } => Judgement {
            needed: Some(reasons(needed)),
            superfluous: Some(reasons(&claim.without(needed))),
            counterexample: None,
        },
        Verdict::Refuted { counterexample } => Judgement {
            counterexample: Some(format::names(counterexample)),
            ..Judgement::default()
        },
    });
    let report = ClaimReport {
        claim: claim.statement(),
        reasons: reasons(&claim),
        proved: judgement.as_ref().map(|judgement| judgement.counterexample.is_none()),
        judgement,
    };
    let interrupted = verdict.as_ref().err().map(Interrupted::to_string);
    let facts = AnswerFacts::new(task, Some(EngineKind::Sat), interrupted);
    report::print(task, &report, facts, None, |out| {
        let Ok(verdict) = &verdict else { return Ok(()) };
        writeln!(out, "{}", verdict.in_words(&claim, PLAIN_NAMES))?;
        let Verdict::Refuted { counterexample } = verdict else { return Ok(()) };
        Ok(format::write_solution(out, task.problem.rules(), counterexample)?)
    })?;
    match verdict? {
        Verdict::Proved { .. } => Ok(()),
        Verdict::Refuted { .. } => {
            Err(Failure::new(ExitCode::NoSolution, "the claim fails").into())
        }
    }
}
