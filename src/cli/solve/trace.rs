//! Prints the search step by step.

mod lines;
mod tree;

use std::io::{self, Write};

use super::run::{PrintResult, SolutionRun};
use super::statistics::RunStatistics;
use super::text;
use crate::console;
use crate::format::{self, Output};
use crate::report::AnswerFacts;
use engine::Budget;
use engine::search::{ColumnModel, Event, Search, SearchOptions, Trace};
use lines::JsonTrace;
use tree::TextTrace;

/// Runs a search and prints its assignments, their consequences, and its backtracking.
pub(super) fn run(
    run: &SolutionRun,
    model: &ColumnModel,
    options: SearchOptions,
) -> anyhow::Result<()> {
    let task = run.task;
    let steps = if task.json {
        TraceWriter::Json(JsonTrace::default())
    } else {
        TraceWriter::Text(TextTrace::new(task.problem.rules()))
    };
    let budget = task.budget.clone();
    let output = Printer { steps, out: format::stdout(), budget, error: None };
    let mut search = Search::traced(model, options, output);
    let mut printed = PrintResult::default();
    while printed.solutions < run.limit && !printed.complete && printed.interrupted.is_none() {
        match search.next(&task.budget) {
            Ok(Some(_)) => printed.solutions += 1,
            Ok(None) => printed.complete = true,
            Err(interrupted) => printed.interrupted = Some(interrupted),
        }
    }
    let facts = run.facts(&printed);
    let mut statistics = run.statistics(&printed, facts.elapsed_ms);
    statistics.add_search(model.posted(options), search.statistics());
    search.trace().finish(&statistics, facts)?;
    if run.arguments.stats {
        text::write_statistics(&mut console::stderr(), &statistics, Some(printed.complete))?;
    }
    printed.result()
}

/// The form in which steps are printed.
enum TraceWriter<'a> {
    Json(JsonTrace),
    Text(TextTrace<'a>),
}

/// Prints steps until printing fails.
struct Printer<'a> {
    steps: TraceWriter<'a>,
    out: Output,
    /// The budget of the search, which is cancelled when printing fails.
    budget: Budget,
    error: Option<io::Error>,
}

impl Printer<'_> {
    fn finish(&mut self, statistics: &RunStatistics, facts: AnswerFacts) -> io::Result<()> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        if let TraceWriter::Json(_) = self.steps {
            lines::write_end(&mut self.out, statistics, facts)?;
        }
        self.out.flush()
    }
}

impl Trace for Printer<'_> {
    fn event(&mut self, event: Event) {
        if self.error.is_some() {
            return;
        }
        let written = match &mut self.steps {
            TraceWriter::Json(lines) => lines.write(&mut self.out, event),
            TraceWriter::Text(tree) => tree.write(&mut self.out, event),
        };
        if let Err(error) = written {
            self.error = Some(error);
            self.budget.cancel();
        }
    }
}
