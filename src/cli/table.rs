//! The tables of `count`: several sizes, breakdowns of counts, and formats for other programs.

mod json;
mod line;

use std::time::Instant;

use anyhow::{bail, ensure};

use super::arguments::CountArguments;
use super::boards::{self, Boards};
use super::counting::CountMethod;
use super::exit::{ExitCode, Failure};
use super::format::{self, milliseconds, print_note};
use super::report::{self, AnswerFacts};
use super::task::Task;
use super::verify;
use engine::Progress;
use engine::counting::Breakdown;
use engine::plan::Question;
use geometry::TableSize;
pub(super) use json::BreakdownFacts;
use json::{SizeRow, SizeTable};
use line::{TableColumns, TableForm};
use problem::Problem;
use session::MessageList;

/// The problems that the arguments describe: one, or one for each size of a table.
pub(super) fn problems(arguments: &CountArguments) -> anyhow::Result<Vec<Problem>> {
    let boards = Boards::described(&arguments.task.problem, arguments.table.sizes.as_ref())?;
    let sizes = boards.sizes()?.into_iter();
    let problems: Vec<Problem> =
        sizes.map(|size| boards.problem(size)).collect::<Result<_, _>>()?;
    boards.print_notes(problems[0].rules());
    Ok(problems)
}

/// Prints a table. Each size has its own budget. If a size exceeds its budget, the other sizes are
/// still counted.
pub(super) fn run(
    arguments: &CountArguments,
    question: (&'static str, Question),
    counting: &CountMethod,
    json: bool,
) -> anyhow::Result<()> {
    let form = form(arguments, counting, json)?;
    let boards = match &counting.merged {
        Some(merged) => Boards::merged(merged),
        None => Boards::described(&arguments.task.problem, arguments.table.sizes.as_ref())?,
    };
    let sizes = boards.sizes()?;
    let task = Task::for_problem(&arguments.task.engine, question, json, || boards.largest())?;
    // An engine that counts both ends of a range also counts the sizes in between.
    for end in boards.ends()? {
        counting.counter(&boards.problem(end)?)?;
    }
    let rules = task.problem.rules();
    let names_sizes = boards.has_sizes();
    if form == Some(TableForm::Bfile) {
        check_indices(&sizes, counting, names_sizes)?;
    }
    boards.print_notes(rules);
    let mut columns = form.map(|form| TableColumns::new(form, counting, &sizes, names_sizes));
    let is_triangle = columns.as_ref().is_some_and(TableColumns::is_triangle);
    if let Some(columns) = &columns {
        format::print_lines(columns.header())?;
    }
    let mut rows = Vec::new();
    let mut first_cause = None;
    let mut missing = MessageList::default();
    task.run_and_clear_bar(|| {
        for &size in &sizes {
            // Without this row, the indices of the next rows are not known.
            if is_triangle && first_cause.is_some() {
                missing.push(&size);
                continue;
            }
            task.name_work(if names_sizes { format!("size {size}: ") } else { String::new() });
            let problem = boards.problem(size)?;
            let engine = counting.counter(&problem)?;
            let budget = task.budget.restarted();
            let begin = Instant::now();
            let result = budget
                .check(Progress::default())
                .and_then(|()| counting.count(&problem, &engine, &budget));
            let (elapsed, counted) = (begin.elapsed(), result.as_ref().ok());
            let again =
                |counted| verify::count(&problem, counting, (engine.kind(), counted), &budget);
            let verification = counted.filter(|_| arguments.task.verify).map(again);
            match &mut columns {
                Some(columns) => {
                    let lines = columns.lines(size, result.as_ref(), elapsed);
                    task.with_bar_hidden(|| format::print_lines(lines))?;
                }
                None => rows.push(SizeRow {
                    size: boards::name_of(size),
                    solutions: counted.map(|counted| counted.numbers.target_count().to_string()),
                    breakdown: counted
                        .map(|counted| BreakdownFacts::new(counted, counting.request.breakdown)),
                    engine: engine.kind().into(),
                    elapsed_ms: milliseconds(elapsed),
                    verification: verification.clone(),
                    interrupted: result.as_ref().err().map(ToString::to_string),
                }),
            }
            if let Some(verification) = verification {
                task.with_bar_hidden(|| verification.finish(json))?;
            }
            if let Err(interrupted) = result {
                first_cause.get_or_insert(interrupted.cause);
                missing.push(&size);
            }
        }
        anyhow::Ok(())
    })?;
    let failure = first_cause.map(|cause| {
        let sentence = format!("{cause}; not counted: {}", missing.joined(", "));
        Failure::new(ExitCode::Budget, sentence)
    });
    if columns.is_none() {
        let table = SizeTable { up_to_symmetry: counting.request.up_to_symmetry, sizes: rows };
        let facts =
            AnswerFacts::of_sizes(&task, &boards, failure.as_ref().map(ToString::to_string))?;
        report::print(&task, &table, facts, None, |_| Ok(()))?;
    }
    failure.map_or(Ok(()), |failure| Err(failure.into()))
}

/// The form of the table; `None` for JSON.
///
/// # Errors
/// When the options contradict each other.
fn form(
    arguments: &CountArguments,
    counting: &CountMethod,
    json: bool,
) -> anyhow::Result<Option<TableForm>> {
    let table = &arguments.table;
    let (form, option) = match (table.csv, table.bfile) {
        (true, _) => (TableForm::Csv, "--csv"),
        (_, true) => (TableForm::Bfile, "--bfile"),
        _ => return Ok((!json).then_some(TableForm::Text)),
    };
    ensure!(!json, "{option}: it is a format of its own; leave out --json");
    ensure!(
        form != TableForm::Bfile || counting.request.breakdown != Some(Breakdown::Symmetry),
        "--bfile: an index has one value, but --symmetric counts several kinds; use --csv"
    );
    Ok(Some(form))
}

/// Checks that each size can be an index, and prints notes about the b-file.
fn check_indices(
    sizes: &[TableSize],
    counting: &CountMethod,
    are_indices: bool,
) -> anyhow::Result<()> {
    let no_index = sizes.iter().find(|size| size.side().is_none());
    if let Some(size) = no_index.filter(|_| counting.request.breakdown.is_none()) {
        bail!("--bfile: {size} is no index, which is the side of a square; use --csv");
    }
    let indices: Vec<u16> = sizes.iter().filter_map(|size| size.side()).collect();
    let mut pairs = indices.iter().zip(indices.iter().skip(1)).filter(|_| are_indices);
    if let Some((before, after)) = pairs.find(|(before, after)| *before + 1 != **after) {
        print_note(format_args!(
            "the indices of a b-file follow each other, but here {after} follows {before}"
        ));
    }
    if are_indices && counting.request.breakdown.is_some() {
        print_note(format_args!(
            "a triangle read by rows: for each size the numbers by pieces, the fewest pieces first"
        ));
    }
    if counting.request.up_to_symmetry {
        print_note(format_args!("the values are classes up to symmetry, not solutions"));
    }
    Ok(())
}
