//! Edges as dots of braille, or as lines of plain characters.

use std::ops::Range;

use itertools::Itertools;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::GraphContent;
use super::styles::EdgeStyle;
use crate::look::Glyphs;
use crate::widgets::braille::Dots;
use crate::widgets::put;

/// Number of columns and rows of dots in a character.
const COLUMNS: i32 = 2;
const ROWS: i32 = 4;

/// A piece of edges as it is drawn: a curve that is vertical at both ends.
struct Segment {
    /// The rows of the drawing.
    rows: Range<u16>,
    /// The columns of the upper and the lower end.
    ends: (f64, f64),
    edge: EdgeStyle,
    is_dashed: bool,
}

impl GraphContent<'_> {
    /// Draws the edges that are cut off, if `is_gone`, or else all others, and notes the kinds of edges that are `visible`.
    /// In a character that contains dots of low and high edges, the later piece determines the colour: edges of the marked
    /// node, high edges, low edges.
    pub(super) fn render_edges(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        is_gone: bool,
        visible: &mut [bool; 4],
    ) {
        let segments = self.layout.pieces.iter().flat_map(|piece| {
            let bend = (piece.bend_rows.clone(), (piece.from, piece.from));
            let both = [bend, (piece.rows.clone(), (piece.from, piece.to))];
            let in_view =
                both.into_iter().filter(|(rows, ends)| self.has_in_view(area, rows, *ends));
            let (edge, is_dashed) = (|| self.edge_style(piece), !piece.high);
            in_view.map(move |(rows, ends)| Segment { rows, ends, edge: edge(), is_dashed })
        });
        let segments = segments.filter(|it| (it.edge == EdgeStyle::Gone) == is_gone);
        let mut dots = Dots::new(area);
        for segment in segments.sorted_by_key(|it| it.edge) {
            if self.styles.glyphs == Glyphs::Unicode {
                self.add_dots(&mut dots, &segment);
            } else {
                visible[segment.edge as usize] = true;
                self.render_plain(buffer, area, &segment);
            }
        }
        dots.ranks().for_each(|rank| visible[usize::from(rank) - 1] = true);
        dots.render(buffer, &self.inks.edges);
    }

    /// True if a part of a segment is in view.
    fn has_in_view(&self, area: Rect, rows: &Range<u16>, ends: (f64, f64)) -> bool {
        let first = f64::from(self.window.first_column);
        let end = first + f64::from(area.width);
        rows.start < rows.end
            && rows.end > self.window.first_row
            && rows.start < self.window.first_row.saturating_add(area.height)
            && ends.0.max(ends.1) >= first - 1.0
            && ends.0.min(ends.1) <= end + 1.0
    }

    /// Adds the dots of a segment. A dashed segment lacks every other pair of dots, a dotted one three of four dots.
    fn add_dots(&self, dots: &mut Dots, segment: &Segment) {
        let is_dotted = self.inks.has_signs && segment.edge == EdgeStyle::Gone;
        let [start, end] = [segment.rows.start, segment.rows.end]
            .map(|row| ROWS * (i32::from(row) - i32::from(self.window.first_row)));
        let first = COLUMNS * i32::from(self.window.first_column);
        let column = |y: i32| {
            let at = f64::from(y - start) / f64::from(end - start);
            let smooth = at * at * (3.0 - 2.0 * at);
            let (from, to) = segment.ends;
            ((from + (to - from) * smooth) * f64::from(COLUMNS)).round() as i32 - first
        };
        // Number of dots of the rows above.
        let mut before = 0;
        for y in start..end {
            let (from, to) = (column(y), column(y + 1));
            let (side, length) = ((to - from).signum(), (to - from).abs().max(1));
            for dot in 0..length {
                let is_drawn = match (is_dotted, segment.is_dashed) {
                    (true, _) => (before + dot) % 4 == 0,
                    (false, true) => (before + dot) % 4 < 2,
                    (false, false) => true,
                };
                if is_drawn {
                    dots.add(from + side * dot, y, segment.edge as u8 + 1);
                }
            }
            before += length;
        }
    }

    /// Draws a segment without braille: a vertical line, or in its middle row a horizontal line between two slashes.
    fn render_plain(&self, buffer: &mut Buffer, area: Rect, segment: &Segment) {
        let first = i32::from(self.window.first_column);
        let [from, to] = [segment.ends.0, segment.ends.1].map(|end| end.floor() as i32 - first);
        let mut set = |column: i32, row: u16, symbol: char| {
            let x = u16::try_from(column).ok().filter(|&x| x < area.width);
            if let (Some(line), Some(x)) = (self.line(area, row), x) {
                put(buffer, (line.x + x, line.y), symbol, self.inks.edge(segment.edge));
            }
        };
        let Range { start, end } = segment.rows;
        let middle = u16::midpoint(start, end - 1);
        let vertical = match (segment.edge, segment.is_dashed) {
            (EdgeStyle::Gone, _) if self.inks.has_signs => '.',
            (_, true) => ':',
            (_, false) => '|',
        };
        (start..middle).for_each(|row| set(from, row, vertical));
        (middle + 1..end).for_each(|row| set(to, row, vertical));
        if from == to {
            return set(from, middle, vertical);
        }
        let (slash, side) = if to > from { ('\\', 1) } else { ('/', -1) };
        let last = (to - from).abs();
        for step in 1..=last {
            let is_gap = segment.is_dashed && step % 2 == 0;
            if step == 1 || step == last {
                set(from + side * step, middle, slash);
            } else if !is_gap {
                set(from + side * step, middle, '-');
            }
        }
    }
}
