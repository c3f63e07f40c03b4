//! Prints the whole solution step by step.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::ensure;
use serde::Serialize;

use crate::arguments::ExplainArguments;
use crate::format;
use crate::report::{self, AnswerFacts};
use crate::series;
use crate::task::Task;
use crate::verify;
use engine::Interrupted;
use engine::auto::Engine;
use export::{MAX_CELLS, step_slides};
use geometry::Cell;
use problem::{Rule, Rules, Value};
use session::PLAIN_NAMES;
use session::steps::{Candidates, End, Refutation, Solver, SolvingPath, Step};

#[derive(Serialize)]
pub(crate) struct StepsReport {
    solved: bool,
    grade: Option<&'static str>,
    difficulty: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<Hardest>,
    steps: Vec<StepFacts>,
    /// True if solutions remain after the steps; `None` if the steps end with the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    satisfiable: Option<bool>,
    /// Why the steps do not end with the solution; `None` if they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize)]
struct Hardest {
    technique: &'static str,
    times: usize,
}

#[derive(Serialize)]
struct StepFacts {
    technique: &'static str,
    place: Vec<String>,
    exclude: Vec<String>,
    groups: Vec<String>,
    cells: Vec<String>,
    #[serde(flatten)]
    refuted: Option<RefutationFacts>,
}

#[derive(Serialize)]
struct RefutationFacts {
    assume: BTreeMap<&'static str, [String; 1]>,
    then: Vec<StepFacts>,
    empty: String,
}

impl From<&Step> for StepFacts {
    fn from(step: &Step) -> Self {
        let names = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect();
        Self {
            technique: step.technique.into(),
            place: names(&step.place),
            exclude: names(&step.exclude),
            groups: step.rules.iter().map(Rule::to_string).collect(),
            cells: names(&step.cells),
            refuted: step.refuted.as_ref().map(RefutationFacts::from),
        }
    }
}

impl From<&Refutation> for RefutationFacts {
    fn from(refuted: &Refutation) -> Self {
        let (cell, value) = refuted.assume;
        let verb = match value {
            Value::Placed => "place",
            Value::Excluded => "exclude",
        };
        Self {
            assume: BTreeMap::from([(verb, [cell.to_string()])]),
            then: refuted.then.iter().map(StepFacts::from).collect(),
            empty: refuted.empty.to_string(),
        }
    }
}

/// Prints the solution step by step, and its grade. With `--picture`, also writes a drawing of each step.
pub(super) fn run(task: &Task, arguments: &ExplainArguments) -> anyhow::Result<()> {
    let cells = task.problem.rules().size().cells();
    ensure!(
        arguments.picture.is_none() || cells <= MAX_CELLS,
        "--picture: at most {MAX_CELLS} cells can be drawn, not {cells}"
    );
    if let Some(folder) = &arguments.picture {
        series::prepare_drawings(folder, "--picture", arguments.replace)?;
    }
    let mut engine = Engine::new();
    let found = task.run_and_clear_bar(|| {
        let solver = Solver::new(task.problem.rules(), &task.budget)?;
        let path = solver.solve(&mut engine, &task.problem, &task.budget)?;
        Ok::<_, Interrupted>((solver, path))
    });
    let (solver, path) = match found {
        Ok(found) => found,
        Err(interrupted) => {
            let answer_facts = AnswerFacts::new(task, None, Some(interrupted.to_string()));
            report::print_interrupted(task, &None::<StepsReport>, answer_facts)?;
            return Err(interrupted.into());
        }
    };
    if let Some(folder) = &arguments.picture {
        let slides = step_slides(&task.problem, solver.board(), &path.steps);
        task.series(folder, || series::write_drawings(folder, "--picture", slides))?;
    }
    let verification =
        task.verifies.then(|| task.run_and_clear_bar(|| verify::steps(task, &solver, &path)));
    let answer_facts = AnswerFacts::new(task, None, None);
    report::print(task, &facts(&path), answer_facts, verification, |out| {
        let rules = task.problem.rules();
        write_candidates(out, rules, &solver.board().candidates(&task.problem))?;
        write_text(out, rules, &path)?;
        if !path.steps.is_empty() {
            write_candidates(out, rules, &path.candidates)?;
        }
        Ok(())
    })
}

/// The steps, the grade, and how the steps end.
pub(crate) fn facts(path: &SolvingPath) -> StepsReport {
    StepsReport {
        solved: path.end == End::Solved,
        grade: path.grade().map(Into::into),
        difficulty: path.difficulty(),
        hardest: path
            .hardest()
            .map(|(technique, times)| Hardest { technique: technique.into(), times }),
        steps: path.steps.iter().map(StepFacts::from).collect(),
        satisfiable: match path.end {
            End::Solved => None,
            End::Open => Some(true),
            End::NoSolution(_) => Some(false),
        },
        reason: path.open_end_in_words(),
    }
}

/// Draws a position: pieces, `-` for cells without a piece, and open cells as `.` or with the letter of their region.
fn write_candidates(
    out: &mut impl Write,
    rules: &Rules,
    candidates: &Candidates,
) -> io::Result<()> {
    let regions = rules.regions();
    format::write_cells(out, rules.size(), |cell| match candidates.get(cell) {
        _ if rules.grid().is_hole(cell) => '#',
        Some(Value::Placed) => rules.letter(),
        Some(Value::Excluded) => '-',
        None => regions.and_then(|regions| regions.region(cell)).unwrap_or('.'),
    })
}

fn write_text(out: &mut impl Write, rules: &Rules, path: &SolvingPath) -> io::Result<()> {
    let told = |step: &Step| step.in_words(rules, usize::MAX, PLAIN_NAMES);
    let width = path.steps.len().to_string().len();
    for (number, step) in (1..).zip(&path.steps) {
        writeln!(out, "{number:>width$}. {} ({})", told(step), step.technique)?;
        for step in step.refuted.iter().flat_map(|refuted| &refuted.then) {
            writeln!(out, "{:width$}  - {} ({})", "", told(step), step.technique)?;
        }
    }
    writeln!(out, "{}", path.in_words())
}
