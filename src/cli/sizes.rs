//! The table of `count --sizes`.

use std::fmt;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::time::Instant;

use anyhow::Context;
use serde::Serialize;

use super::arguments::CountArguments;
use super::counting::Counting;
use super::format::{self, milliseconds};
use super::problem::Described;
use super::task::Task;
use crate::engine::{Interrupted, Progress};
use crate::geometry::Size;
use crate::problem::Problem;

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
    size: u16,
    solutions: String,
    engine: &'static str,
    elapsed_ms: f64,
}

/// Prints a table of sizes, solutions and times, each row as soon as it is known.
pub(super) fn run(
    arguments: &CountArguments,
    sizes: RangeInclusive<u16>,
    counting: &Counting,
    json: bool,
) -> anyhow::Result<()> {
    let described = Described::read(&arguments.problem)?;
    let of_size = |size: u16| -> anyhow::Result<Problem> {
        let size = Size::square(size).context("--sizes")?;
        Ok(described.board(Some(("--sizes", size)))?.problem)
    };
    let task = Task::about(|| of_size(*sizes.end()), &arguments.engine, json)?;
    described.warn_of_unused_regions(task.problem.rules());
    // The smallest size has the fewest cells, so that it shows first which cells are off the grid.
    counting.counter(&of_size(*sizes.start())?)?;
    let mut table = Table {
        piece: task.problem.rules().piece().name().to_owned(),
        torus: task.problem.rules().grid().is_torus(),
        up_to_symmetry: arguments.up_to_symmetry,
        exact: true,
        sizes: Vec::new(),
        interrupted: None,
    };
    if !json {
        print(format_args!("size  {:>20}  {:>12}", "solutions", "time"))?;
    }
    let result = task.work(|| {
        for size in sizes {
            task.budget.check(Progress::default())?;
            let begin = Instant::now();
            let built = of_size(size).and_then(|problem| {
                let counter = counting.counter(&problem)?;
                Ok((problem, counter))
            });
            let (problem, counter) = match built {
                Ok(built) => built,
                Err(error) => return Ok(Err(error)),
            };
            let solutions = counting.count(&problem, &counter, &task.budget)?.solutions;
            let elapsed_ms = milliseconds(begin.elapsed());
            if !json {
                let line = format_args!("{size:>4}  {solutions:>20}  {elapsed_ms:>9.1} ms");
                if let Err(error) = task.aside(|| print(line)) {
                    return Ok(Err(error.into()));
                }
            }
            let (solutions, engine) = (solutions.to_string(), counter.kind().into());
            table.sizes.push(Row { size, solutions, engine, elapsed_ms });
        }
        Ok(Ok(()))
    });
    if json {
        table.exact = result.is_ok();
        table.interrupted = result.as_ref().err().map(Interrupted::to_string);
        format::print_json(&table)?;
    }
    result?
}

/// Prints a line at once.
fn print(line: fmt::Arguments<'_>) -> io::Result<()> {
    let mut out = format::stdout();
    writeln!(out, "{line}")?;
    out.flush()
}
