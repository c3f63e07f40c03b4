//! Edges as dots of braille, or as lines of plain characters.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::GraphWindow;
use super::styles::{EdgeStyle, GraphStyles};
use crate::look::Glyphs;
use crate::parts::braille::Dots;

/// Number of columns and rows of dots in a character.
const COLUMNS: i32 = 2;
const ROWS: i32 = 4;

/// Pieces of edges in a window of a drawing.
pub(super) struct EdgeDots {
    area: Rect,
    window: GraphWindow,
    pieces: Vec<DrawnSegment>,
}

struct DrawnSegment {
    /// The rows of the drawing.
    rows: Range<u16>,
    /// The columns of the upper and the lower end.
    ends: (f64, f64),
    edge: EdgeStyle,
    is_dashed: bool,
}

impl EdgeDots {
    /// Starts with no pieces. The first row and column of the `window` are at the top left of the `area`.
    pub(super) const fn new(area: Rect, window: GraphWindow) -> Self {
        Self { area, window, pieces: Vec::new() }
    }

    /// Adds a piece; parts outside of the window are not drawn.
    pub(super) fn add_segment(
        &mut self,
        rows: Range<u16>,
        ends: (f64, f64),
        edge: EdgeStyle,
        is_dashed: bool,
    ) {
        let first = f64::from(self.window.first_column);
        let end = first + f64::from(self.area.width);
        let is_in_view = rows.start < rows.end
            && rows.end > self.window.first_row
            && rows.start < self.window.first_row.saturating_add(self.area.height)
            && ends.0.max(ends.1) >= first - 1.0
            && ends.0.min(ends.1) <= end + 1.0;
        if is_in_view {
            self.pieces.push(DrawnSegment { rows, ends, edge, is_dashed });
        }
    }

    /// Draws all pieces, and notes the kinds of edges that are `visible`. In a character that contains dots of low and high
    /// edges, the later piece determines the colour: edges of the marked node, high edges, low edges.
    pub(super) fn render(
        mut self,
        buffer: &mut Buffer,
        glyphs: Glyphs,
        styles: &GraphStyles,
        visible: &mut [bool; 4],
    ) {
        self.pieces.sort_by_key(|piece| piece.edge);
        if glyphs != Glyphs::Unicode {
            for piece in &self.pieces {
                visible[piece.edge as usize] = true;
                self.plain(buffer, piece, styles);
            }
            return;
        }
        let mut dots = Dots::new(self.area);
        for piece in &self.pieces {
            let is_dotted = styles.has_signs && piece.edge == EdgeStyle::Gone;
            self.draw(piece, is_dotted, &mut dots);
        }
        dots.ranks().for_each(|rank| visible[usize::from(rank) - 1] = true);
        dots.render(buffer, &styles.edges);
    }

    /// Draws the visible dots of a piece, a curve that is vertical at both ends. A dashed piece lacks every other pair of
    /// dots, a dotted one three of four dots.
    fn draw(&self, piece: &DrawnSegment, is_dotted: bool, dots: &mut Dots) {
        // The rows of the window.
        let [start, end] = [piece.rows.start, piece.rows.end]
            .map(|row| i32::from(row) - i32::from(self.window.first_row));
        let steps = (end - start) * ROWS;
        let column = |step: i32| {
            let at = f64::from(step) / f64::from(steps);
            let smooth = at * at * (3.0 - 2.0 * at);
            let (from, to) = piece.ends;
            ((from + (to - from) * smooth) * f64::from(COLUMNS)).round() as i32
        };
        let first = i32::from(self.window.first_column) * COLUMNS;
        let last = first + i32::from(self.area.width) * COLUMNS;
        // Number of dots of the rows above.
        let mut before = 0;
        for step in 0..steps {
            let (from, to) = (column(step), column(step + 1));
            let length = (to - from).abs().max(1);
            let row = start + step / ROWS;
            if (0..i32::from(self.area.height)).contains(&row) {
                let side = (to - from).signum();
                for dot in visible(from, side, length, first..last) {
                    let x = from + side * dot - first;
                    let is_drawn = match (is_dotted, piece.is_dashed) {
                        (true, _) => (before + dot) % 4 == 0,
                        (false, true) => (before + dot) % 4 < 2,
                        (false, false) => true,
                    };
                    if is_drawn {
                        dots.add(x, row * ROWS + step % ROWS, piece.edge as u8 + 1);
                    }
                }
            }
            before += length;
        }
    }

    /// Draws a piece without braille: a vertical line, or in its middle row a horizontal line between two slashes.
    fn plain(&self, buffer: &mut Buffer, piece: &DrawnSegment, styles: &GraphStyles) {
        let first = i32::from(self.window.first_column);
        let [from, to] = [piece.ends.0, piece.ends.1].map(|end| end.floor() as i32 - first);
        let mut set = |column: i32, row: u16, symbol: char| {
            let place =
                row.checked_sub(self.window.first_row).filter(|&row| row < self.area.height);
            let column = u16::try_from(column).ok().filter(|&x| x < self.area.width);
            if let (Some(row), Some(column)) = (place, column)
                && let Some(cell) = buffer.cell_mut((self.area.x + column, self.area.y + row))
            {
                cell.set_char(symbol).set_style(styles.edge(piece.edge));
            }
        };
        let middle = u16::midpoint(piece.rows.start, piece.rows.end - 1);
        let vertical = match (styles.has_signs && piece.edge == EdgeStyle::Gone, piece.is_dashed) {
            (true, _) => '.',
            (false, true) => ':',
            (false, false) => '|',
        };
        (piece.rows.start..middle).for_each(|row| set(from, row, vertical));
        (middle + 1..piece.rows.end).for_each(|row| set(to, row, vertical));
        if from == to {
            return set(from, middle, vertical);
        }
        let (slash, side) = if to > from { ('\\', 1) } else { ('/', -1) };
        let mut at = from + side;
        set(at, middle, slash);
        while at != to {
            at += side;
            let is_gap = piece.is_dashed && (at - from) % 2 == 0;
            match at == to {
                true => set(at, middle, slash),
                false if is_gap => {}
                false => set(at, middle, '-'),
            }
        }
    }
}

/// The dots of a horizontal run whose columns are in `columns`. The run has `length` dots, from column `from` on to the
/// left (`side` -1) or to the right.
fn visible(from: i32, side: i32, length: i32, columns: Range<i32>) -> Range<i32> {
    let dots = match side {
        -1 => from - columns.end + 1..from - columns.start + 1,
        _ => columns.start - from..columns.end - from,
    };
    dots.start.max(0)..dots.end.min(length)
}
