//! The tables of `count`: several sizes, breakdowns of counts, and formats for other programs.

mod json;
mod line;

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{Context, bail, ensure};

use super::arguments::CountArguments;
use super::counting::{Breakdown, CountMethod};
use super::exit::{ExitCode, Failure};
use super::format::{self, milliseconds, print_note};
use super::parts::MergedParts;
use super::problem::{BoardDescription, SizeOption, size_option};
use super::task::Task;
use super::verify;
use engine::Progress;
use engine::plan::Question;
use geometry::{Sizes, TableSize};
pub(super) use json::BreakdownFacts;
use json::{SizeRow, SizeTable};
use line::{TableColumns, TableForm};
use problem::{Problem, Rules};
use session::MessageList;

/// The sizes of a table, and the boards of these sizes.
struct Boards<'a> {
    source: BoardOrigin<'a>,
    sizes: Option<Sizes>,
    /// The size of the table without `--sizes`.
    single_size: Option<SizeOption>,
}

/// Where the boards of a table come from.
enum BoardOrigin<'a> {
    /// The description from which the board of each size is built.
    Described(Box<BoardDescription<'a>>),
    /// The parts of `--merge`, which say what boards they are of.
    Merged(&'a MergedParts),
}

impl<'a> Boards<'a> {
    fn new(arguments: &'a CountArguments, merged: Option<&'a MergedParts>) -> anyhow::Result<Self> {
        if let Some(merged) = merged {
            let (source, sizes) = (BoardOrigin::Merged(merged), merged.sizes());
            return Ok(Self { source, sizes, single_size: None });
        }
        let described = BoardDescription::read(&arguments.task.problem)?;
        Ok(Self {
            source: BoardOrigin::Described(Box::new(described)),
            sizes: arguments.table.sizes.clone(),
            single_size: size_option(&arguments.task.problem),
        })
    }

    /// All sizes of the table, or only those of [`Sizes::ends`].
    fn sizes(&self, only_ends: bool) -> anyhow::Result<Vec<TableSize>> {
        Ok(match &self.sizes {
            Some(sizes) if only_ends => sizes.ends().collect(),
            Some(sizes) => sizes.iter().collect(),
            None => vec![TableSize::single(self.built(self.single_size)?.rules().size())],
        })
    }

    fn problem(&self, size: TableSize) -> anyhow::Result<Problem> {
        let option =
            if self.sizes.is_some() { Some(("--sizes", size.size)) } else { self.single_size };
        self.built(option)
    }

    fn built(&self, option: Option<SizeOption>) -> anyhow::Result<Problem> {
        match &self.source {
            BoardOrigin::Described(described) => Ok(described.board(option)?.problem),
            BoardOrigin::Merged(merged) => match option {
                Some((_, size)) => merged.board_of(size).context("--merge: a board is missing"),
                None => Ok(merged.problem()),
            },
        }
    }

    fn print_notes(&self, rules: &Rules) {
        if let BoardOrigin::Described(described) = &self.source {
            described.print_notes(rules);
        }
    }
}

/// The problems that the arguments describe: one, or one for each size of a table.
pub(super) fn problems(arguments: &CountArguments) -> anyhow::Result<Vec<Problem>> {
    let boards = Boards::new(arguments, None)?;
    let problems: Vec<Problem> = boards
        .sizes(false)?
        .into_iter()
        .map(|size| boards.problem(size))
        .collect::<Result<_, _>>()?;
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
    let boards = Boards::new(arguments, counting.merged.as_ref())?;
    let sizes = boards.sizes(false)?;
    let ends = boards.sizes(true)?;
    let largest = *ends.iter().max_by_key(|end| end.size.cells()).unwrap_or(&sizes[0]);
    let task =
        Task::for_problem(&arguments.task.engine, question, json, || boards.problem(largest))?;
    // An engine that counts both ends of a range also counts the sizes in between.
    for &end in &ends {
        counting.counter(&boards.problem(end)?)?;
    }
    let rules = task.problem.rules();
    let names_sizes = boards.sizes.is_some();
    if form == Some(TableForm::Bfile) {
        check_indices(&sizes, counting, names_sizes)?;
    }
    boards.print_notes(rules);
    let columns = form.map(|form| TableColumns::new(form, counting, &sizes, names_sizes));
    if let Some(columns) = &columns {
        print(columns.header())?;
    }
    let mut table = SizeTable::new(&task.problem, counting);
    let mut first_cause = None;
    let mut missing = MessageList::default();
    task.run_and_clear_bar(|| {
        for &size in &sizes {
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
            match &columns {
                Some(columns) => {
                    task.with_bar_hidden(|| print(columns.lines(size, result.as_ref(), elapsed)))?;
                }
                None => table.sizes.push(SizeRow {
                    size: size.number().map_or_else(|| size.to_string().into(), Into::into),
                    solutions: counted.map(|counted| counted.numbers.target_count().to_string()),
                    breakdown: counted
                        .map(|counted| BreakdownFacts::new(counted, counting.breakdown)),
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
        table.elapsed_ms = milliseconds(task.budget.elapsed());
        (table.exact, table.interrupted) =
            (failure.is_none(), failure.as_ref().map(ToString::to_string));
        format::print_json(&table)?;
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
    let several = match counting.breakdown.filter(|_| form == TableForm::Bfile) {
        Some(Breakdown::Pieces) if table.sizes.is_some() || counting.has_merged_sizes() => {
            "each size has several numbers of pieces; name one --size, or"
        }
        Some(Breakdown::Symmetry) => "--symmetric counts several kinds;",
        _ => return Ok(Some(form)),
    };
    bail!("--bfile: an index has one value, but {several} use --csv")
}

/// Checks that each size can be an index, and prints notes about the b-file.
fn check_indices(
    sizes: &[TableSize],
    counting: &CountMethod,
    are_indices: bool,
) -> anyhow::Result<()> {
    let no_index = sizes.iter().find(|size| size.side().is_none());
    if let Some(size) = no_index.filter(|_| counting.breakdown.is_none()) {
        bail!("--bfile: {size} is no index, which is the side of a square; use --csv");
    }
    let indices: Vec<u16> = sizes.iter().filter_map(|size| size.side()).collect();
    let mut pairs = indices.iter().zip(indices.iter().skip(1)).filter(|_| are_indices);
    if let Some((before, after)) = pairs.find(|(before, after)| *before + 1 != **after) {
        print_note(format_args!(
            "the indices of a b-file follow each other, but here {after} follows {before}"
        ));
    }
    if counting.up_to_symmetry {
        print_note(format_args!("the values are classes up to symmetry, not solutions"));
    }
    Ok(())
}

/// Prints lines and flushes the output.
fn print(lines: impl IntoIterator<Item = String>) -> io::Result<()> {
    let mut out = format::stdout();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}
