//! The tables of `count`: several sizes, parts of a count, and formats for other programs.

mod json;
mod line;
mod sizes;

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{bail, ensure};

use super::arguments::CountArguments;
use super::counting::{CountMethod, Parts};
use super::exit::NotCounted;
use super::format::{self, note};
use super::problem::{Described, SizeOption, size_option};
use super::task::Task;
use super::verify;
use engine::Progress;
pub(super) use json::PartFacts;
use json::SizeTable;
use line::{Form, TableColumns};
use problem::Problem;
pub(super) use sizes::{Sizes, TableSize};

/// The sizes of a table, with their problems.
struct Boards<'a> {
    described: Described<'a>,
    sizes: Option<&'a Sizes>,
    /// The size where `--sizes` names none.
    alone: Option<SizeOption>,
}

impl<'a> Boards<'a> {
    fn new(arguments: &'a CountArguments) -> anyhow::Result<Self> {
        Ok(Self {
            described: Described::read(&arguments.problem)?,
            sizes: arguments.table.sizes.as_ref(),
            alone: size_option(&arguments.problem),
        })
    }

    /// All sizes, or those of [`Sizes::ends`].
    fn sizes(&self, only_ends: bool) -> anyhow::Result<Vec<TableSize>> {
        Ok(match self.sizes {
            Some(sizes) if only_ends => sizes.ends().collect(),
            Some(sizes) => sizes.iter().collect(),
            None => {
                let problem = self.described.board(self.alone)?.problem;
                vec![TableSize::alone(problem.rules().size())]
            }
        })
    }

    fn problem(&self, size: TableSize) -> anyhow::Result<Problem> {
        let option = if self.sizes.is_some() { Some(("--sizes", size.size)) } else { self.alone };
        Ok(self.described.board(option)?.problem)
    }

    /// Checks that there is a problem of each size, and an engine that counts it. Those between the ends of
    /// a range suit what the ends suit.
    fn check(&self, counting: &CountMethod) -> anyhow::Result<()> {
        for size in self.sizes(true)? {
            counting.counter(&self.problem(size)?)?;
        }
        Ok(())
    }
}

/// How a table is printed.
enum Output {
    /// Each line as soon as it is known.
    Lines(TableColumns),
    /// One object at the end.
    Json(SizeTable),
}

/// Prints a table. Each size has a budget of its own: one that ends it is not counted, and the others are.
pub(super) fn run(
    arguments: &CountArguments,
    counting: &CountMethod,
    json: bool,
) -> anyhow::Result<()> {
    let form = form(arguments, counting, json)?;
    let boards = Boards::new(arguments)?;
    let sizes = boards.sizes(false)?;
    let ends = boards.sizes(true)?;
    let largest = *ends.iter().max_by_key(|end| end.size.cells()).unwrap_or(&sizes[0]);
    let task = Task::about(|| boards.problem(largest), &arguments.engine, json)?;
    boards.check(counting)?;
    let rules = task.problem.rules();
    let names_sizes = boards.sizes.is_some();
    if form == Some(Form::Bfile) {
        check_indices(&sizes, counting, names_sizes)?;
    }
    boards.described.print_notes(rules);
    let mut output = match form {
        Some(form) => Output::Lines(TableColumns::new(form, counting, &sizes, names_sizes)),
        None => Output::Json(SizeTable::new(rules, counting)),
    };
    if let Output::Lines(columns) = &output {
        print(columns.header())?;
    }
    let missing = task.work(|| {
        let mut missing: Option<NotCounted> = None;
        for &size in &sizes {
            let problem = boards.problem(size)?;
            let engine = counting.counter(&problem)?;
            let budget = task.budget.restarted();
            let begin = Instant::now();
            let counted = budget
                .check(Progress::default())
                .and_then(|()| counting.count(&problem, &engine, &budget));
            let elapsed = begin.elapsed();
            let again =
                |counted| verify::count(&problem, counting, (engine.kind(), counted), &budget);
            let verification = counted.as_ref().ok().filter(|_| arguments.verify.verify).map(again);
            match (&mut output, &counted) {
                (Output::Json(table), _) => {
                    table.add(size, counted.as_ref(), (counting.parts, engine.kind(), elapsed));
                    table.verified(verification.as_ref());
                }
                (Output::Lines(columns), Ok(counted)) => {
                    task.aside(|| print(columns.counted(size, counted, elapsed)))?;
                }
                (Output::Lines(columns), Err(interrupted)) => {
                    task.aside(|| print(columns.not_counted(size, interrupted)))?;
                }
            }
            if let Some(verification) = verification {
                task.aside(|| verification.finish(json))?;
            }
            if let Err(first) = counted {
                let missing = missing.get_or_insert(NotCounted { first, sizes: Vec::new() });
                missing.sizes.push(size.to_string());
            }
        }
        anyhow::Ok(missing)
    })?;
    if let Output::Json(table) = output {
        table.print(missing.as_ref())?;
    }
    missing.map_or(Ok(()), |missing| Err(missing.into()))
}

/// The form of the lines; `None` for JSON.
///
/// # Errors
/// When the options contradict each other.
fn form(
    arguments: &CountArguments,
    counting: &CountMethod,
    json: bool,
) -> anyhow::Result<Option<Form>> {
    let table = &arguments.table;
    let (form, option) = match (table.csv, table.bfile) {
        (true, _) => (Form::Csv, "--csv"),
        (_, true) => (Form::Bfile, "--bfile"),
        _ => return Ok((!json).then_some(Form::Text)),
    };
    ensure!(!json, "{option}: it is a format of its own; leave out --json");
    let several = match counting.parts.filter(|_| form == Form::Bfile) {
        Some(Parts::Pieces) if table.sizes.is_some() => {
            "each size has several numbers of pieces; name one --size, or"
        }
        Some(Parts::Symmetry) => "--symmetric counts several kinds;",
        _ => return Ok(Some(form)),
    };
    bail!("--bfile: an index has one value, but {several} use --csv")
}

/// Checks that each size is an index of its own, and notes what is to be known of a b-file.
fn check_indices(
    sizes: &[TableSize],
    counting: &CountMethod,
    are_indices: bool,
) -> anyhow::Result<()> {
    let no_index = sizes.iter().find(|size| size.side().is_none());
    if let Some(size) = no_index.filter(|_| counting.parts.is_none()) {
        bail!("--bfile: {size} is no index, which is the side of a square; use --csv");
    }
    let indices: Vec<u16> = sizes.iter().filter_map(|size| size.side()).collect();
    let mut pairs = indices.iter().zip(indices.iter().skip(1)).filter(|_| are_indices);
    if let Some((before, after)) = pairs.find(|(before, after)| *before + 1 != **after) {
        note(format_args!(
            "the indices of a b-file follow each other, but here {after} follows {before}"
        ));
    }
    if counting.up_to_symmetry {
        note(format_args!("the values are classes up to symmetry, not solutions"));
    }
    Ok(())
}

/// Prints lines at once.
fn print(lines: impl IntoIterator<Item = String>) -> io::Result<()> {
    let mut out = format::stdout();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}
