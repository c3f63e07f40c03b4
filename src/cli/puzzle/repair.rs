//! `puzzle --repair`: what one more stroke of the brush would change.

use std::io::{self, Write};

use anyhow::{bail, ensure};
use serde::Serialize;

use crate::arguments::PuzzleArguments;
use crate::format::Output;
use crate::report::{self, AnswerFacts};
use crate::task::Task;
use engine::plan::Question;
use geometry::CellSet;
use session::SolutionCount;
use session::puzzle::{self, FoundGrade, Repaint, Repairs, Superfluous};

#[derive(Serialize)]
struct RepairReport {
    #[serde(flatten)]
    solutions: Count,
    /// Two solutions, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    two_solutions: Option<[Vec<String>; 2]>,
    /// The givens that the puzzle does not need; `None` if the budget ended first.
    #[serde(skip_serializing_if = "Option::is_none")]
    superfluous_givens: Option<Vec<String>>,
    /// The borders that the puzzle does not need, each between two regions; `None` if the budget ended first.
    #[serde(skip_serializing_if = "Option::is_none")]
    superfluous_borders: Option<Vec<(char, char)>>,
    /// The best change comes first.
    repaints: Vec<Change>,
}

/// A number of solutions; `null` with a lower bound if they were not counted to the end.
#[derive(Serialize)]
struct Count {
    solutions: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
}

#[derive(Serialize)]
struct Change {
    cell: String,
    region: char,
    #[serde(flatten)]
    solutions: Count,
    /// True if the region that the cell leaves would fall apart or disappear.
    breaks_region: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<u32>,
}

/// Prints the number of solutions, what the puzzle does not need, and the effect of each change of the regions by one
/// cell.
pub(super) fn run(arguments: &PuzzleArguments, json: bool) -> anyhow::Result<()> {
    let task = &Task::new(&arguments.task, ("puzzle", Question::Diagram), json)?;
    let rules = task.problem.rules();
    ensure!(
        rules.regions().is_some(),
        "--repair: it changes regions, and none are drawn (--board FILE or --regions FILE)"
    );
    if rules.max_cost().is_some() {
        bail!("--repair: it does not add up costs ('--max-cost none' drops the limit)");
    }
    let mut repairs = Repairs::default();
    let end = task.run_and_clear_bar(|| {
        puzzle::repair(&task.problem, &task.budget, &mut |part| repairs.add(part))
    });
    let solutions = count(repairs.solutions.as_ref());
    let is_known = |it: &&Superfluous| end.is_ok() || **it != Superfluous::default();
    let known = Some(&repairs.superfluous).filter(is_known);
    let interrupted = end.as_ref().err().map(ToString::to_string);
    let facts = AnswerFacts::new(task, None, interrupted).exact_if(solutions.solutions.is_some());
    let report = RepairReport {
        two_solutions: repairs.two.as_ref().map(|two| two.each_ref().map(names)),
        superfluous_givens: known.map(|it| it.givens.iter().map(ToString::to_string).collect()),
        superfluous_borders: known.map(|it| it.borders.clone()),
        repaints: repairs.repaints.iter().map(Change::of).collect(),
        solutions,
    };
    report::print(task, &report, facts, None, |out| Ok(write_text(out, &repairs)?))?;
    Ok(end?)
}

impl Change {
    fn of(repaint: &Repaint) -> Self {
        let found = repaint.grade.and_then(FoundGrade::found);
        Self {
            cell: repaint.cell.to_string(),
            region: repaint.region,
            solutions: count(Some(&repaint.solutions)),
            breaks_region: repaint.breaks,
            grade: found.map(|(_, grade)| grade.into()),
            difficulty: found.map(|(difficulty, _)| difficulty),
        }
    }
}

fn names(cells: &CellSet) -> Vec<String> {
    cells.iter().map(|cell| cell.to_string()).collect()
}

fn count(solutions: Option<&SolutionCount>) -> Count {
    let exact = solutions.and_then(SolutionCount::exact).map(ToString::to_string);
    let at_least = match solutions {
        Some(SolutionCount::AtLeast(number)) => Some(number.to_string()),
        Some(SolutionCount::Exact(_) | SolutionCount::About(_)) | None => None,
    };
    Count { solutions: exact, at_least }
}

fn write_text(out: &mut Output, repairs: &Repairs) -> io::Result<()> {
    if let Some(solutions) = &repairs.solutions {
        let differing = repairs.differing().map_or_else(String::new, |cells| {
            format!("; two of them differ on {}", names(&cells).join(", "))
        });
        writeln!(out, "{}{differing}", puzzle::solutions_in_words(solutions))?;
    }
    for given in &repairs.superfluous.givens {
        writeln!(out, "superfluous given: {given}")?;
    }
    for (one, other) in &repairs.superfluous.borders {
        writeln!(out, "superfluous border: between {one} and {other}")?;
    }
    for repaint in &repairs.repaints {
        writeln!(out, "{} to {}: {}", repaint.cell, repaint.region, repaint.effect())?;
    }
    Ok(())
}
