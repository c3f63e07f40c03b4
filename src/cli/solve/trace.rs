//! The search itself, step by step.

mod lines;
mod printer;
mod tree;

use std::io;

use super::choice::PrintedSolutions;
use super::printed::Printed;
use super::statistics::RunStatistics;
use super::text;
use crate::format;
use crate::task::Task;
use engine::search::{ColumnModel, Event, Search, SearchOptions, Trace};
use engine::{Budget, EngineKind};
use lines::JsonTrace;
use printer::Printer;
use tree::TextTrace;

/// Prints a search: what it tries, what follows, and what it takes back.
pub(super) fn run(
    task: &Task,
    model: &ColumnModel,
    options: SearchOptions,
    limit: u64,
    choice: PrintedSolutions,
    stats: bool,
) -> anyhow::Result<()> {
    let steps: Box<dyn Printer> = if task.json {
        Box::new(JsonTrace::new(format::stdout()))
    } else {
        Box::new(TextTrace::new(task.problem.rules(), format::stdout()))
    };
    let output = Output { printer: steps, budget: task.budget.clone(), error: None };
    let mut search = Search::traced(model, options, output);
    let mut printed = Printed::default();
    while printed.solutions < limit && !printed.complete && printed.interrupted.is_none() {
        match search.next(&task.budget) {
            Ok(Some(_)) => printed.solutions += 1,
            Ok(None) => printed.complete = true,
            Err(interrupted) => printed.interrupted = Some(interrupted),
        }
    }
    let mut statistics = RunStatistics::new(task, EngineKind::Search, choice, &printed);
    statistics.search = Some(search.statistics().into());
    search.trace().finish(&statistics)?;
    if stats {
        text::tell(&statistics, printed.complete)?;
    }
    printed.result()
}

/// Hands the steps to a printer until that fails.
struct Output<'a> {
    printer: Box<dyn Printer + 'a>,
    /// Cancelled when writing fails.
    budget: Budget,
    error: Option<io::Error>,
}

impl Output<'_> {
    fn finish(&mut self, statistics: &RunStatistics) -> io::Result<()> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.printer.finish(statistics),
        }
    }
}

impl Trace for Output<'_> {
    fn event(&mut self, event: Event) {
        if self.error.is_none()
            && let Err(error) = self.printer.write(event)
        {
            self.error = Some(error);
            self.budget.cancel();
        }
    }
}
