use ratatui::buffer::Buffer;
use ratatui::style::Style;
use rustc_hash::FxHashMap;

use super::super::canvas::{Canvas, Pixel};
use super::super::colors::Look;
use super::{BoardPicture, NamedGroups, Squares, in_view, put_text};
use crate::look::depth::ColorDepth;
use export::face::{
    Exclusion, LETTERED_SIDE, MIN_BORDERED_SIDE, Painter, Part, Place, Priority, Square, State,
    Tint, heat,
};
use geometry::Cell;

/// Number of steps from the coldest to the hottest colour of the heat map.
const HEATS: u8 = 64;

/// Draws the squares in view as pixels, then the texts on the squares.
pub(super) fn render(picture: &BoardPicture, squares: &Squares, buffer: &mut Buffer) {
    let (layout, look) = (picture.layout, picture.look);
    // One more column of characters on the left and on the right, for the borders of regions. If the panel begins right
    // of the board, there is no column on the right.
    let beside = if layout.panel.x == layout.board.right() { 1 } else { 2 };
    let rgb = |tint| look.rgb(look.color(tint));
    let mut drawing = Drawing {
        picture,
        look,
        painter: Painter {
            palette: look.palette,
            figure: picture.figure,
            side: layout.side,
            rgb: &rgb,
            has_basic_colors: look.depth == ColorDepth::Sixteen,
            has_borders: squares.has_regions,
            has_colored_numbers: false,
        },
        side: i32::from(layout.side),
        canvas: Canvas::new(layout.board.width + beside, layout.board.height),
        grounds: FxHashMap::default(),
        texts: Vec::new(),
    };
    for cell in in_view(layout) {
        if let Some(square) = squares.square_at(cell) {
            drawing.draw_square(cell, square);
        }
    }
    if squares.has_regions && drawing.side >= MIN_BORDERED_SIDE {
        in_view(layout).for_each(|cell| drawing.borders(cell, squares));
    }
    if squares.has_regions {
        in_view(layout).for_each(|cell| drawing.letter(cell, squares));
    }
    if let Some((from, to)) = picture.lens_corners {
        drawing.frame(from, to);
    }
    let origin = (i32::from(layout.board.x) - 1, i32::from(layout.board.y));
    drawing.canvas.render(buffer, origin, &look);
    for (at, written, style) in drawing.texts {
        put_text(buffer, at, &written, style);
    }
}

/// The key of a cached ground: state, colour of the region, step of the heat map, exclusion, true if the square is wrong,
/// and true for a dark square of the chequer.
type GroundKey = (u8, Option<usize>, Option<u8>, Option<Exclusion>, bool, bool);

struct Drawing<'a> {
    picture: &'a BoardPicture<'a>,
    look: Look,
    painter: Painter<'a>,
    /// The side of a square in half rows.
    side: i32,
    canvas: Canvas,
    /// Cached grounds.
    grounds: FxHashMap<GroundKey, Tint>,
    /// The texts on the squares, each with its place and its style.
    texts: Vec<((u16, u16), String, Style)>,
}

impl Drawing<'_> {
    /// The upper left pixel of a cell, if the cell is in view.
    fn corner(&self, cell: Cell) -> Option<(i32, i32)> {
        let (x, y) = self.picture.layout.offset(cell)?;
        Some((2 + 2 * i32::from(x), i32::from(y)))
    }

    fn pixel(&self, tint: Tint, priority: Priority) -> Pixel {
        Pixel { color: self.look.color(tint), priority }
    }

    fn draw_square(&mut self, cell: Cell, square: &Square) {
        let Some((x, y)) = self.corner(cell) else { return };
        let is_cursor = self.picture.is_cursor(cell);
        if square.state == State::Hole && !is_cursor {
            return;
        }
        let place = Place { ground: self.ground(cell, square), is_cursor };
        let painted = self.painter.paint(square, place);
        if let Some(fill) = painted.fill {
            let size = (2 * self.side, self.side);
            self.canvas.fill(x, y, size, self.pixel(fill, Priority::Ground));
        }
        for part in painted.parts {
            match part {
                Part::Pixels(runs, tint, priority) => {
                    let pixel = self.pixel(tint, priority);
                    for (column, row, width) in runs {
                        self.canvas.run(x + column, y + row, width, pixel);
                    }
                }
                Part::Text { text, y: row, ink, ground, plate } => {
                    let room = plate.map_or(usize::MAX, |_| usize::from(self.painter.side) - 3);
                    let written: String = text.chars().take(room).collect();
                    let length = i32::try_from(written.chars().count()).unwrap_or(self.side);
                    let column = (x - 2) / 2 + (self.side - length).max(0) / 2;
                    let ink = Style::new().fg(self.look.color(ink)).bold();
                    self.write((column, i32::midpoint(y, row)), written, ink, ground);
                }
            }
        }
    }

    /// Writes a text at a column and row of characters of the board.
    fn write(&mut self, (column, row): (i32, i32), written: String, ink: Style, ground: Tint) {
        let board = self.picture.layout.board;
        let (Ok(x), Ok(y)) = (u16::try_from(column), u16::try_from(row)) else { return };
        let style = ink.bg(self.look.color(ground));
        self.texts.push(((board.x + x, board.y + y), written, style));
    }

    /// The ground of a square, ignoring the cursor.
    #[expect(clippy::cast_sign_loss, reason = "heat is from 0 to 1")]
    fn ground(&mut self, cell: Cell, square: &Square) -> Tint {
        let is_dark = (cell.row() + cell.column()).is_multiple_of(2);
        let step = square.shown_heat().map(|heat| (heat * f32::from(HEATS)).round() as u8);
        let heat = step.map(|step| f32::from(step) / f32::from(HEATS));
        let region = square.region.filter(|_| !square.is_golden).map(|region| region.color);
        let Square { state, exclusion, .. } = *square;
        let key = (state as u8, region, step, exclusion, square.is_wrong(), is_dark);
        let found = || Square { heat, ..*square }.ground(is_dark, self.look.palette);
        *self.grounds.entry(key).or_insert_with(found)
    }

    /// Draws the borders between a cell and its neighbours in other regions. A vertical border is centred between two
    /// columns. A horizontal border is in the first half row of the lower cell, or at the lower edge of the board in
    /// the last half row.
    fn borders(&mut self, cell: Cell, squares: &Squares) {
        let (Some((x, y)), Some(square)) = (self.corner(cell), squares.square_at(cell)) else {
            return;
        };
        let (side, palette, named) = (self.side, self.look.palette, self.picture.named);
        let border = |up: i16, right: i16| {
            let other = squares.neighbour(cell, up, right);
            let is_named = |groups: &&NamedGroups| {
                groups.has_region_of(Some(square)) != groups.has_region_of(other)
            };
            let tint =
                named.filter(is_named).map_or(palette.region_border, |groups| groups.tint(palette));
            Square::has_border(Some(square), other).then(|| self.pixel(tint, Priority::Border))
        };
        // Characters are at the lower edge of small squares.
        let is_last = squares.neighbour(cell, -1, 0).is_none() && side != LETTERED_SIDE;
        let edges = [
            (border(1, 0), (x - 1, y), (2 * side + 2, 1)),
            (border(0, -1), (x - 1, y), (2, side)),
            (border(0, 1), (x + 2 * side - 1, y), (2, side)),
            (border(-1, 0).filter(|_| is_last), (x - 1, y + side - 1), (2 * side + 2, 1)),
        ];
        for (pixel, (x, y), size) in edges {
            if let Some(pixel) = pixel {
                self.canvas.fill(x, y, size, pixel);
            }
        }
    }

    /// Draws the letter of a region whose colour another region has as well. The letter is at the lower left, right of
    /// the border if there is one. Small squares with a piece may have no room for the letter.
    fn letter(&mut self, cell: Cell, squares: &Squares) {
        let (Some((x, y)), Some(square)) = (self.corner(cell), squares.square_at(cell)) else {
            return;
        };
        let Some(letter) = square.corner_letter() else { return };
        let side = self.side;
        let left = squares.neighbour(cell, 0, -1);
        let is_parted = side >= MIN_BORDERED_SIDE && Square::has_border(Some(square), left);
        let is_cross = side == LETTERED_SIDE && square.state == State::Excluded;
        let is_covered =
            (square.state.has_piece() || is_cross) && (side <= 2 || side <= 4 && is_parted);
        if side < 2 || is_covered || self.picture.is_cursor(cell) {
            return;
        }
        let ground = square.rim(self.look.palette).unwrap_or_else(|| self.ground(cell, square));
        let ink = self.look.color(heat::ink((self.painter.rgb)(ground)));
        // The lowest row of characters that lies completely in the square, above the border at the lower edge of the
        // board.
        let is_last = side > 4 && squares.neighbour(cell, -1, 0).is_none();
        let row = (y + side - 2 - i32::from(is_last)) / 2;
        let column = (x - 2) / 2 + i32::from(is_parted);
        self.write((column, row), letter.to_string(), Style::new().fg(ink), ground);
    }

    /// Draws a frame around the cells that the panel shows enlarged (the lens).
    fn frame(&mut self, from: Cell, to: Cell) {
        let left_top = self.corner(Cell::new(to.row(), from.column()));
        let right_bottom = self.corner(Cell::new(from.row(), to.column()));
        let (Some((left, top)), Some((right, bottom))) = (left_top, right_bottom) else { return };
        let pixel = self.pixel(self.look.palette.cursor, Priority::Cursor);
        // At the edge of the board the frame covers the outer cells.
        let right = (right + 2 * self.side).min(self.canvas.width - 2);
        let (top, bottom) = ((top - 1).max(0), (bottom + self.side).min(self.canvas.height - 1));
        let width = right - left + 4;
        self.canvas.run(left - 2, top, width, pixel);
        self.canvas.run(left - 2, bottom, width, pixel);
        self.canvas.fill(left - 2, top, (2, bottom - top), pixel);
        self.canvas.fill(right, top, (2, bottom - top), pixel);
    }
}
