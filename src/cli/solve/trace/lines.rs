use std::io::{self, Write};

use serde::Serialize;

use crate::format;
use crate::report::AnswerFacts;
use crate::solve::statistics::RunStatistics;
use engine::search::Event;

/// Writes the steps of a search as JSON, one object per line:
///
/// ```text
/// {"step":1,"kind":"try","cell":"a1","depth":1}
/// {"step":2,"kind":"remove","cell":"a2","depth":1}
/// ```
#[derive(Default)]
pub(super) struct JsonTrace {
    step: u64,
    /// The number of tried pieces that are not taken back.
    depth: usize,
}

#[derive(Serialize)]
struct TraceLine {
    /// The number of the step, from 1.
    step: u64,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
    /// Why a cell is removed: the line along which a piece attacks it, or the kind of constraint.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
    /// The cell of the attacking piece, or the lines or the group of the constraint.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// The number of tried pieces that are not taken back after the step.
    depth: usize,
}

#[derive(Serialize)]
struct TraceEnd<'a> {
    kind: &'static str,
    statistics: &'a RunStatistics,
    #[serde(flatten)]
    facts: AnswerFacts,
}

impl JsonTrace {
    pub(super) fn write(&mut self, out: &mut impl Write, event: Event) -> io::Result<()> {
        let (mut cause, mut by) = (None, None);
        let (kind, cell) = match event {
            Event::Assign { cell, depth } => {
                self.depth = depth + 1;
                ("try", Some(cell))
            }
            Event::Backtrack { cell, depth } => {
                self.depth = depth;
                ("refute", Some(cell))
            }
            Event::Prune { cell, cause: removal } => {
                (cause, by) = (Some(removal.kind(cell).into()), removal.subject());
                ("remove", Some(cell))
            }
            Event::Fail { .. } => ("fail", None),
            Event::Solution { .. } => ("solution", None),
            // A forced piece follows from the removed cells. A search with a trace never restarts.
            Event::Force { .. } | Event::Restart => return Ok(()),
        };
        self.step += 1;
        let cell = cell.map(|cell| cell.to_string());
        line(out, &TraceLine { step: self.step, kind, cell, cause, by, depth: self.depth })
    }
}

/// Writes the last line, with the statistics and the entries that the answers of all verbs have.
pub(super) fn write_end(
    out: &mut impl Write,
    statistics: &RunStatistics,
    facts: AnswerFacts,
) -> io::Result<()> {
    line(out, &TraceEnd { kind: "end", statistics, facts })
}

fn line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    format::write_json(out, line)?;
    writeln!(out)
}
