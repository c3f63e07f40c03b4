//! The tables of `count`: several sizes, parts of a count, and formats for other programs.

mod line;
mod sizes;

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{bail, ensure};
use serde::Serialize;

use super::arguments::CountArguments;
use super::counting::{Counted, Counting, Part, Parts};
use super::exit::NotCounted;
use super::format::{self, milliseconds};
use super::problem::{Described, SizeOption, size_option};
use super::task::Task;
use crate::engine::{EngineKind, Interrupted, Progress};
use crate::problem::Problem;
use line::{Columns, Form};
pub(in crate::cli) use sizes::{Sizes, TableSize};

#[derive(Serialize)]
struct Table {
    piece: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    torus: bool,
    /// True if the rows count classes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    up_to_symmetry: bool,
    /// True if all sizes were counted.
    exact: bool,
    sizes: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

#[derive(Serialize)]
struct Row {
    size: SizeName,
    solutions: Option<String>,
    #[serde(flatten)]
    parts: PartFacts,
    engine: &'static str,
    elapsed_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum SizeName {
    Side(u16),
    Sides(String),
}

/// The parts of a count, in JSON.
#[derive(Default, Serialize)]
pub(super) struct PartFacts {
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<PiecesFact>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetric: Option<Vec<SymmetryFact>>,
}

#[derive(Serialize)]
struct PiecesFact {
    pieces: usize,
    solutions: String,
}

#[derive(Serialize)]
struct SymmetryFact {
    symmetry: &'static str,
    solutions: String,
}

impl PartFacts {
    pub fn new(parts: &[Part], kind: Option<Parts>) -> Self {
        let number = |part: &Part| part.number().to_string();
        let mut facts = Self::default();
        match kind {
            None => {}
            Some(Parts::Pieces) => {
                let by_pieces = |part: &Part| {
                    Some(PiecesFact { pieces: part.label.pieces()?, solutions: number(part) })
                };
                facts.pieces = Some(parts.iter().filter_map(by_pieces).collect());
            }
            Some(Parts::Symmetry) => {
                let by_symmetry = |part: &Part| {
                    let symmetry = part.label.symmetry()?.into();
                    Some(SymmetryFact { symmetry, solutions: number(part) })
                };
                facts.symmetric = Some(parts.iter().filter_map(by_symmetry).collect());
            }
        }
        facts
    }
}

/// The sizes of a table, with their problems.
struct Boards<'a> {
    described: Described<'a>,
    sizes: Option<Sizes>,
    alone: Option<SizeOption>,
}

impl Boards<'_> {
    fn sizes(&self) -> anyhow::Result<Vec<TableSize>> {
        Ok(match &self.sizes {
            Some(sizes) => sizes.iter().collect(),
            None => {
                vec![TableSize::alone(self.described.board(self.alone)?.problem.rules().size())]
            }
        })
    }

    fn problem(&self, size: TableSize) -> anyhow::Result<Problem> {
        let option = if self.sizes.is_some() { Some(("--sizes", size.size)) } else { self.alone };
        Ok(self.described.board(option)?.problem)
    }
}

/// Prints a table, each line as soon as it is known. Each size has a time limit of its own; one that ends
/// it is not counted, and the others are.
pub(super) fn run(
    arguments: &CountArguments,
    counting: &Counting,
    json: bool,
) -> anyhow::Result<()> {
    let form = form(arguments, counting, json)?;
    let boards = Boards {
        described: Described::read(&arguments.problem)?,
        sizes: arguments.table.sizes.clone(),
        alone: size_option(&arguments.problem),
    };
    let sizes = boards.sizes()?;
    // The sizes between those at the ends fit what these fit.
    let ends = boards.sizes.as_ref().map_or_else(|| sizes.clone(), |sizes| sizes.ends().collect());
    let largest = *ends.iter().max_by_key(|size| size.size.cells()).unwrap_or(&sizes[0]);
    let task = Task::about(|| boards.problem(largest), &arguments.engine, json)?;
    boards.described.warn_of_unused_regions(task.problem.rules());
    for &size in &ends {
        counting.counter(&boards.problem(size)?)?;
    }
    let columns = Columns::new(form, counting, &sizes, boards.sizes.is_some());
    if form == Form::Bfile {
        check_indices(&sizes, counting, boards.sizes.is_some())?;
    }
    let mut table = Table {
        piece: task.problem.rules().piece().name().to_owned(),
        torus: task.problem.rules().grid().is_torus(),
        up_to_symmetry: counting.up_to_symmetry,
        exact: true,
        sizes: Vec::new(),
        interrupted: None,
    };
    if let Some(header) = columns.header() {
        print(&[header])?;
    }
    let missing = task.work(|| {
        let mut missing: Option<NotCounted> = None;
        for &size in &sizes {
            let problem = boards.problem(size)?;
            let counter = counting.counter(&problem)?;
            let budget = task.budget.restarted();
            let begin = Instant::now();
            let counted = budget
                .check(Progress::default())
                .and_then(|()| counting.count(&problem, &counter, &budget));
            let elapsed = begin.elapsed();
            if json {
                table.sizes.push(row(size, counting, counted.as_ref(), counter.kind(), elapsed));
            } else {
                let lines = columns.lines(size, counted.as_ref(), elapsed);
                task.aside(|| print(&lines))?;
            }
            if let Err(interrupted) = counted {
                match &mut missing {
                    Some(missing) => missing.sizes.push(size.to_string()),
                    None => missing = Some(NotCounted::new(interrupted, size.to_string())),
                }
            }
        }
        anyhow::Ok(missing)
    })?;
    if json {
        table.exact = missing.is_none();
        table.interrupted = missing.as_ref().map(ToString::to_string);
        format::print_json(&table)?;
    }
    missing.map_or(Ok(()), |missing| Err(missing.into()))
}

/// The form of the table.
///
/// # Errors
/// When the options contradict each other.
fn form(arguments: &CountArguments, counting: &Counting, json: bool) -> anyhow::Result<Form> {
    let table = &arguments.table;
    let of_file = [(table.csv, Form::Csv, "--csv"), (table.bfile, Form::Bfile, "--bfile")];
    let asked = of_file.into_iter().find(|(is_asked, ..)| *is_asked);
    let Some((_, form, option)) = asked else {
        return Ok(if json { Form::Json } else { Form::Text });
    };
    ensure!(!json, "{option}: it is a format of its own; leave out --json");
    let several = match counting.parts.filter(|_| form == Form::Bfile) {
        Some(Parts::Pieces) if table.sizes.is_some() => {
            "each size has several numbers of pieces; name one --size, or"
        }
        Some(Parts::Symmetry) => "--symmetric counts several kinds;",
        _ => return Ok(form),
    };
    bail!("--bfile: an index has one value, but {several} use --csv")
}

/// Checks that each size is an index of its own, and says what a b-file of them lacks.
fn check_indices(
    sizes: &[TableSize],
    counting: &Counting,
    has_several: bool,
) -> anyhow::Result<()> {
    if counting.parts.is_none() {
        let no_index = sizes.iter().find(|size| size.side().is_none());
        if let Some(size) = no_index {
            bail!("--bfile: {size} is no index, which is the side of a square; use --csv");
        }
    }
    let mut notes = Vec::new();
    let sides: Vec<u16> = sizes.iter().filter_map(|size| size.side()).collect();
    let gap = sides.windows(2).find(|pair| pair[0] + 1 != pair[1]).filter(|_| has_several);
    if let Some(pair) = gap {
        notes.push(format!(
            "the indices of a b-file follow each other, but here {} follows {}",
            pair[1], pair[0]
        ));
    }
    if counting.up_to_symmetry {
        notes.push("the values are classes up to symmetry, not solutions".to_owned());
    }
    for note in notes {
        // Stderr may be closed.
        let _ = writeln!(io::stderr(), "note: {note}");
    }
    Ok(())
}

fn row(
    size: TableSize,
    counting: &Counting,
    counted: Result<&Counted, &Interrupted>,
    engine: EngineKind,
    elapsed: std::time::Duration,
) -> Row {
    let parts = counted.map(|counted| PartFacts::new(&counted.parts, counting.parts));
    Row {
        size: match size.number() {
            Some(side) => SizeName::Side(side),
            None => SizeName::Sides(size.to_string()),
        },
        solutions: counted.ok().map(|counted| counted.number().to_string()),
        parts: parts.unwrap_or_default(),
        engine: engine.into(),
        elapsed_ms: milliseconds(elapsed),
        interrupted: counted.err().map(ToString::to_string),
    }
}

/// Prints lines at once.
fn print(lines: &[String]) -> io::Result<()> {
    let mut out = format::stdout();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}
