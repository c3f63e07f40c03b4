use std::io::{self, Write};

use crate::format;
use engine::search::Event;
use geometry::Cell;
use problem::Rules;

/// Maximum number of rows and of columns of a board that is drawn.
const MAX_DRAWN_SIDE: u16 = 10;

/// Writes the steps of a search, indented by depth, with the board after each step:
///
/// ```text
/// place a1
///   out b2, d4
///   2 x x .
///   1 Q x x
///     a b c
/// ```
pub(super) struct TextTrace<'a> {
    rules: &'a Rules,
    /// The indentation of the next lines, in levels.
    depth: usize,
    pieces: Vec<Cell>,
    excluded: Vec<Cell>,
    /// For each tried piece that is not taken back: the numbers of pieces and of excluded cells before
    /// it.
    saved_lengths: Vec<(usize, usize)>,
    /// The cells that were removed since the last written line.
    removed: Vec<Cell>,
    /// The pieces that were forced since the last written line.
    forced: Vec<Cell>,
    /// True if the board has changed since it was last drawn.
    changed: bool,
}

impl<'a> TextTrace<'a> {
    pub(super) fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            depth: 0,
            pieces: Vec::new(),
            excluded: Vec::new(),
            saved_lengths: Vec::new(),
            removed: Vec::new(),
            forced: Vec::new(),
            changed: true,
        }
    }

    fn line(&self, out: &mut impl Write, text: &str) -> io::Result<()> {
        writeln!(out, "{:1$}{text}", "", 2 * self.depth)
    }

    /// Writes the consequences of the last step, and the board if it has changed.
    fn write_consequences(&mut self, out: &mut impl Write) -> io::Result<()> {
        for (word, cells) in
            [("out", std::mem::take(&mut self.removed)), ("only", std::mem::take(&mut self.forced))]
        {
            if !cells.is_empty() {
                let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
                self.line(out, &format!("{word} {}", names.join(", ")))?;
            }
        }
        if std::mem::take(&mut self.changed) { self.draw(out) } else { Ok(()) }
    }

    fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        let size = self.rules.size();
        if size.rows().max(size.columns()) > MAX_DRAWN_SIDE {
            return Ok(());
        }
        let letter = self.rules.letter();
        let mut picture = Vec::new();
        format::write_cells(&mut picture, size, |cell| {
            if self.pieces.contains(&cell) {
                letter
            } else if self.rules.grid().is_hole(cell) {
                '#'
            } else if self.excluded.contains(&cell)
                || self
                    .pieces
                    .iter()
                    .any(|&piece| self.rules.exclusions().exclude_each_other(piece, cell))
            {
                'x'
            } else {
                '.'
            }
        })?;
        for line in String::from_utf8_lossy(&picture).lines() {
            self.line(out, line)?;
        }
        Ok(())
    }

    fn take_back(&mut self, level: usize) {
        if let Some(&(pieces, excluded)) = self.saved_lengths.get(level) {
            self.pieces.truncate(pieces);
            self.excluded.truncate(excluded);
            self.saved_lengths.truncate(level);
        }
    }

    pub(super) fn write(&mut self, out: &mut impl Write, event: Event) -> io::Result<()> {
        if !matches!(event, Event::Prune { .. } | Event::Force { .. }) {
            self.write_consequences(out)?;
        }
        self.changed = !matches!(event, Event::Fail { .. } | Event::Solution { .. });
        match event {
            Event::Prune { cell, .. } => {
                self.excluded.push(cell);
                self.removed.push(cell);
            }
            Event::Force { cell } => {
                self.pieces.push(cell);
                self.forced.push(cell);
            }
            Event::Assign { cell, depth } => {
                self.depth = depth;
                self.line(out, &format!("place {cell}"))?;
                self.saved_lengths.push((self.pieces.len(), self.excluded.len()));
                self.pieces.push(cell);
                self.depth = depth + 1;
            }
            Event::Backtrack { cell, depth } => {
                self.take_back(depth);
                self.depth = depth;
                self.line(out, &format!("not {cell}"))?;
                self.excluded.push(cell);
                self.depth = depth + 1;
            }
            Event::Restart => {
                self.take_back(0);
                self.depth = 0;
                self.line(out, "begin anew")?;
            }
            Event::Fail { .. } => self.line(out, "fail")?,
            Event::Solution { .. } => self.line(out, "solution")?,
        }
        Ok(())
    }
}
