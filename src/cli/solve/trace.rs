//! The search itself, step by step.

mod lines;
mod printer;
mod tree;

use std::io;

use super::choice::Choice;
use super::printed::Printed;
use super::statistics::Statistics;
use super::text;
use crate::format;
use crate::task::Task;
use engine::search::{Event, Model, Options, Search, Trace};
use engine::{Budget, EngineKind};
use lines::Lines;
use printer::Printer;
use tree::Tree;

/// Prints a search: what it tries, what follows, and what it takes back.
pub(super) fn run(
    task: &Task,
    model: &Model,
    options: Options,
    limit: u64,
    choice: Choice,
    stats: bool,
) -> anyhow::Result<()> {
    let steps: Box<dyn Printer> = if task.json {
        Box::new(Lines::new(format::stdout()))
    } else {
        Box::new(Tree::new(task.problem.rules(), format::stdout()))
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
    let mut statistics = Statistics::new(task, EngineKind::Search, choice, &printed);
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
    fn finish(&mut self, statistics: &Statistics) -> io::Result<()> {
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
