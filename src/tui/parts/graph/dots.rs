//! Edges as dots of braille, or as lines of plain characters.

use std::collections::BTreeMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::styles::{EdgeStyle, GraphStyles};
use crate::look::Glyphs;

/// Number of columns of dots in a character.
const COLUMNS: i32 = 2;

/// The bits of a character's dots, by row and column.
const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// The code point of the braille character without dots.
const BLANK: u32 = 0x2800;

/// Pieces of edges in an area. Each piece takes one row of characters.
pub(super) struct EdgeDots {
    area: Rect,
    pieces: Vec<DrawnSegment>,
}

struct DrawnSegment {
    /// The row, counted from the top of the area.
    row: u16,
    /// The columns of the upper and the lower end.
    ends: (f64, f64),
    edge: EdgeStyle,
    is_dashed: bool,
}

impl EdgeDots {
    pub(super) const fn new(area: Rect) -> Self {
        Self { area, pieces: Vec::new() }
    }

    /// Adds a piece; parts outside of the area are not drawn.
    pub(super) fn add_segment(
        &mut self,
        row: u16,
        ends: (f64, f64),
        edge: EdgeStyle,
        is_dashed: bool,
    ) {
        if row < self.area.height {
            self.pieces.push(DrawnSegment { row, ends, edge, is_dashed });
        }
    }

    /// Draws all pieces. Remaining edges hide edges that are gone. In a character that contains dots of low and high
    /// edges, the high edges determine the colour.
    pub(super) fn render(mut self, buffer: &mut Buffer, glyphs: Glyphs, styles: &GraphStyles) {
        self.pieces.sort_by_key(|piece| piece.edge);
        if glyphs != Glyphs::Unicode {
            for piece in &self.pieces {
                self.plain(buffer, piece, styles);
            }
            return;
        }
        let mut characters: BTreeMap<(u16, u16), (EdgeStyle, u8)> = BTreeMap::new();
        for piece in &self.pieces {
            for (x, y) in curve(piece) {
                let Some(place) = self.place(x.div_euclid(COLUMNS), piece.row) else { continue };
                let bit = BITS[y][usize::from(x.rem_euclid(COLUMNS) > 0)];
                let (edge, bits) = characters.entry(place).or_insert((piece.edge, 0));
                if *edge == EdgeStyle::Gone && piece.edge != EdgeStyle::Gone {
                    *bits = 0;
                }
                *bits |= bit;
                *edge = piece.edge;
            }
        }
        for (place, (edge, bits)) in characters {
            let symbol = char::from_u32(BLANK + u32::from(bits)).unwrap_or(' ');
            if let Some(cell) = buffer.cell_mut(place) {
                cell.set_char(symbol).set_style(styles.edge(edge));
            }
        }
    }

    /// Converts a column and a row of the area to a position in the buffer; `None` if the column is outside.
    fn place(&self, column: i32, row: u16) -> Option<(u16, u16)> {
        let x = u16::try_from(column).ok().filter(|&x| x < self.area.width)?;
        Some((self.area.x + x, self.area.y + row))
    }

    /// Draws a piece without braille: a vertical line, or a horizontal line between two slashes.
    fn plain(&self, buffer: &mut Buffer, piece: &DrawnSegment, styles: &GraphStyles) {
        let [from, to] = [piece.ends.0, piece.ends.1].map(|end| end.floor() as i32);
        let mut set = |column: i32, symbol: char| {
            if let Some(cell) = self.place(column, piece.row).and_then(|at| buffer.cell_mut(at)) {
                cell.set_char(symbol).set_style(styles.edge(piece.edge));
            }
        };
        if from == to {
            return set(from, if piece.is_dashed { ':' } else { '|' });
        }
        let (slash, side) = if to > from { ('\\', 1) } else { ('/', -1) };
        let mut at = from + side;
        set(at, slash);
        while at != to {
            at += side;
            let is_gap = piece.is_dashed && (at - from) % 2 == 0;
            match at == to {
                true => set(at, slash),
                false if is_gap => {}
                false => set(at, '-'),
            }
        }
    }
}

/// The dots along a piece, by column and row of dots: a curve that is vertical at both ends. A dashed piece lacks every
/// other pair of dots.
fn curve(piece: &DrawnSegment) -> Vec<(i32, usize)> {
    let column = |step: usize| {
        let at = step as f64 / BITS.len() as f64;
        let smooth = at * at * (3.0 - 2.0 * at);
        let (from, to) = piece.ends;
        ((from + (to - from) * smooth) * f64::from(COLUMNS)).round() as i32
    };
    let row = |row: usize| {
        let (from, to) = (column(row), column(row + 1));
        (0..(to - from).abs().max(1)).map(move |step| (from + step * (to - from).signum(), row))
    };
    let dots = (0..BITS.len()).flat_map(row);
    let is_drawn = |number: usize| !piece.is_dashed || (number / 2).is_multiple_of(2);
    dots.enumerate().filter(|(number, _)| is_drawn(*number)).map(|(_, dot)| dot).collect()
}
