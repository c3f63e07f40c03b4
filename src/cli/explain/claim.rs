//! Judges a claim about a cell.

use std::io::Write;

use anyhow::Context;
use serde::Serialize;

use crate::answer::{self, AnswerFacts, DescribedAnswer};
use crate::format;
use crate::task::Task;
use engine::EngineKind;
use geometry::Cell;
use problem::GroupId;
use session::{Claim, PLAIN_NAMES, Verdict};

#[derive(Default, Serialize)]
struct Answer {
    /// `c4 is impossible`, or `c4 is forced`.
    claim: String,
    /// The groups and decided cells that the claim names, as they were understood.
    reasons: Vec<String>,
    /// `null` if the budget ended first.
    proved: Option<bool>,
    /// The rest of the answer, unless the budget ended first.
    #[serde(flatten)]
    grounds: Option<Grounds>,
}

#[derive(Default, Serialize)]
struct Grounds {
    /// A part of the claim that suffices, from which nothing can be left out; `null` if the claim is refuted.
    needed: Option<Vec<String>>,
    /// The rest of the claim; `null` if it is refuted.
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
pub(super) fn run(task: &Task, cell: Cell, text: &str) -> anyhow::Result<()> {
    let claim = Claim::parse(text, cell, &task.problem).context("--claim")?;
    let verdict = task.run_and_clear_bar(|| claim.judge(&task.problem, &task.budget));
    let answer = Answer { claim: claim.statement(), reasons: reasons(&claim), ..Answer::default() };
    let verdict = match verdict {
        Ok(verdict) => verdict,
        Err(interrupted) => {
            let facts =
                AnswerFacts::new(task, Some(EngineKind::Sat), Some(interrupted.to_string()));
            answer::print(task, &DescribedAnswer { answer, facts }, None, |_| Ok(()))?;
            return Err(interrupted.into());
        }
    };
    let grounds = match &verdict {
        Verdict::Proved { needed } => Grounds {
            needed: Some(reasons(needed)),
            superfluous: Some(reasons(&claim.without(needed))),
            counterexample: None,
        },
        Verdict::Refuted { counterexample } => {
            Grounds { counterexample: Some(format::names(counterexample)), ..Grounds::default() }
        }
    };
    let proved = Some(grounds.counterexample.is_none());
    let answer = Answer { proved, grounds: Some(grounds), ..answer };
    let facts = AnswerFacts::new(task, Some(EngineKind::Sat), None);
    let answer = DescribedAnswer { answer, facts };
    answer::print(task, &answer, None, |out| {
        writeln!(out, "{}", verdict.in_words(&claim, PLAIN_NAMES))?;
        let Verdict::Refuted { counterexample } = &verdict else { return Ok(()) };
        Ok(format::write_solution(out, task.problem.rules(), counterexample)?)
    })
}
