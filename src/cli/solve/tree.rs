use std::io::{self, Write};

use super::{Choice, Printed, Statistics, tell};
use crate::cli::format;
use crate::cli::task::Task;
use crate::engine::search::{Event, Model, Options, Search, Trace};
use crate::engine::{Budget, EngineKind};
use crate::geometry::Cell;
use crate::problem::Rules;

/// Boards of more rows or columns are not drawn.
const LARGEST: u16 = 10;

/// Prints a search as a tree: what it tries, what follows, and what it takes back.
pub(super) fn run(
    task: &Task,
    model: &Model,
    options: Options,
    limit: u64,
    choice: Choice,
    stats: bool,
) -> anyhow::Result<()> {
    let tree = Tree::new(task.problem.rules(), task.budget.clone(), format::stdout());
    let mut search = Search::traced(model, options, tree);
    let mut printed = Printed::default();
    while printed.solutions < limit && !printed.complete && printed.interrupted.is_none() {
        match search.next(&task.budget) {
            Ok(Some(_)) => printed.solutions += 1,
            Ok(None) => printed.complete = true,
            Err(interrupted) => printed.interrupted = Some(interrupted),
        }
    }
    search.trace().finish()?;
    if stats {
        let mut statistics = Statistics::new(task, EngineKind::Search, choice, &printed);
        statistics.search = Some(search.statistics().into());
        tell(&statistics, printed.complete)?;
    }
    printed.result()
}

/// Writes the steps of a search, indented by depth, with the board after each:
///
/// ```text
/// place a1
///   out b2, d4
///   2 x x .
///   1 Q x x
///     a b c
/// ```
struct Tree<'a, O> {
    rules: &'a Rules,
    out: O,
    /// Cancelled when writing fails.
    budget: Budget,
    error: Option<io::Error>,
    /// The indentation of the next lines.
    depth: usize,
    pieces: Vec<Cell>,
    excluded: Vec<Cell>,
    /// The numbers of pieces and excluded cells before each piece that is tried now.
    levels: Vec<(usize, usize)>,
    /// The cells that were removed since the last line.
    removed: Vec<Cell>,
    /// The pieces that were forced since the last line.
    forced: Vec<Cell>,
    /// True if the board has changed since it was drawn last.
    changed: bool,
}

impl<'a, O: Write> Tree<'a, O> {
    fn new(rules: &'a Rules, budget: Budget, out: O) -> Self {
        Self {
            rules,
            out,
            budget,
            error: None,
            depth: 0,
            pieces: Vec::new(),
            excluded: Vec::new(),
            levels: Vec::new(),
            removed: Vec::new(),
            forced: Vec::new(),
            changed: true,
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{:1$}{text}", "", 2 * self.depth)
    }

    /// Writes what followed from the last step, and the board if it has changed.
    fn write_consequences(&mut self) -> io::Result<()> {
        for (word, cells) in
            [("out", std::mem::take(&mut self.removed)), ("only", std::mem::take(&mut self.forced))]
        {
            if !cells.is_empty() {
                let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
                self.line(&format!("{word} {}", names.join(", ")))?;
            }
        }
        if std::mem::take(&mut self.changed) { self.draw() } else { Ok(()) }
    }

    fn draw(&mut self) -> io::Result<()> {
        let size = self.rules.size();
        if size.rows().max(size.columns()) > LARGEST {
            return Ok(());
        }
        let letter = self.rules.piece().letter();
        let mut picture = Vec::new();
        format::write_cells(&mut picture, size, |cell| {
            if self.pieces.contains(&cell) {
                letter
            } else if self.rules.grid().is_hole(cell) {
                '#'
            } else if self.excluded.contains(&cell)
                || self.pieces.iter().any(|&piece| self.rules.attacks().exclude(piece, cell))
            {
                'x'
            } else {
                '.'
            }
        })?;
        for line in String::from_utf8_lossy(&picture).lines() {
            self.line(line)?;
        }
        Ok(())
    }

    fn take_back(&mut self, level: usize) {
        if let Some(&(pieces, excluded)) = self.levels.get(level) {
            self.pieces.truncate(pieces);
            self.excluded.truncate(excluded);
            self.levels.truncate(level);
        }
    }

    fn write(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Prune { cell } => {
                self.excluded.push(cell);
                self.removed.push(cell);
                self.changed = true;
                return Ok(());
            }
            Event::Force { cell } => {
                self.pieces.push(cell);
                self.forced.push(cell);
                self.changed = true;
                return Ok(());
            }
            _ => self.write_consequences()?,
        }
        self.changed = !matches!(event, Event::Fail { .. } | Event::Solution { .. });
        match event {
            Event::Assign { cell, depth } => {
                self.depth = depth;
                self.line(&format!("place {cell}"))?;
                self.levels.push((self.pieces.len(), self.excluded.len()));
                self.pieces.push(cell);
                self.depth = depth + 1;
            }
            Event::Backtrack { cell, depth } => {
                self.take_back(depth);
                self.depth = depth;
                self.line(&format!("not {cell}"))?;
                self.excluded.push(cell);
                self.depth = depth + 1;
            }
            Event::Restart => {
                self.take_back(0);
                self.depth = 0;
                self.line("begin anew")?;
            }
            Event::Fail { .. } => self.line("fail")?,
            Event::Solution { .. } => self.line("solution")?,
            Event::Prune { .. } | Event::Force { .. } => {}
        }
        Ok(())
    }
}

impl<O: Write> Trace for Tree<'_, O> {
    fn event(&mut self, event: Event) {
        if self.error.is_none()
            && let Err(error) = self.write(event)
        {
            self.error = Some(error);
            self.budget.cancel();
        }
    }
}
