use std::io::{self, Write};

use serde::Serialize;

use super::printer::Printer;
use crate::format;
use crate::solve::statistics::RunStatistics;
use engine::search::Event;

/// Writes the steps of a search as JSON, one object a line:
///
/// ```text
/// {"step":1,"kind":"try","cell":"a1","depth":1}
/// {"step":2,"kind":"remove","cell":"a2","depth":1}
/// ```
pub(super) struct JsonTrace<O> {
    out: O,
    step: u64,
    /// The number of pieces tried that still stand.
    depth: usize,
}

#[derive(Serialize)]
struct Line {
    /// From 1.
    step: u64,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
    /// The number of pieces tried that stand after the step.
    depth: usize,
}

#[derive(Serialize)]
struct End<'a> {
    kind: &'static str,
    statistics: &'a RunStatistics,
}

impl<O: Write> JsonTrace<O> {
    pub(super) fn new(out: O) -> Self {
        Self { out, step: 0, depth: 0 }
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        format::write_json(&mut self.out, line)?;
        writeln!(self.out)
    }
}

impl<O: Write> Printer for JsonTrace<O> {
    fn write(&mut self, event: Event) -> io::Result<()> {
        let (kind, cell) = match event {
            Event::Assign { cell, depth } => {
                self.depth = depth + 1;
                ("try", Some(cell))
            }
            Event::Backtrack { cell, depth } => {
                self.depth = depth;
                ("refute", Some(cell))
            }
            Event::Prune { cell } => ("remove", Some(cell)),
            Event::Fail { .. } => ("fail", None),
            Event::Solution { .. } => ("solution", None),
            // A forced piece follows from the cells removed. A search that is printed never restarts.
            Event::Force { .. } | Event::Restart => return Ok(()),
        };
        self.step += 1;
        let cell = cell.map(|cell| cell.to_string());
        self.line(&Line { step: self.step, kind, cell, depth: self.depth })
    }

    fn finish(&mut self, statistics: &RunStatistics) -> io::Result<()> {
        self.line(&End { kind: "end", statistics })?;
        self.out.flush()
    }
}
