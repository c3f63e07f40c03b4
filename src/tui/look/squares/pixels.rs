use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use rustc_hash::FxHashMap;

use super::super::canvas::{Canvas, Pixel};
use super::super::colors::Look;
use super::{BoardPicture, NamedGroups, Squares, in_view, put_text};
use crate::look::depth::ColorDepth;
use export::face::{Exclusion, Painter, Palette, Part, Place, Priority, Square, State, Tint, heat};
use geometry::Cell;

/// Minimum contrast between a square and the light ring of the cursor without a dark ring.
const MIN_RING_CONTRAST: f32 = 2.8;

/// Number of steps from the coldest to the hottest colour of the heat map.
const HEATS: u8 = 64;

/// Minimum side of squares of regions on which the dark ring of the cursor is closed.
const MIN_DOUBLE_RING_SIDE: i32 = 7;

/// Draws the squares in view as pixels, then the texts on the squares.
pub(super) fn render(picture: &BoardPicture, squares: &Squares, buffer: &mut Buffer) {
    let (layout, look) = (picture.layout, picture.look);
    // One more column of characters on the left, for the frame of a lens, and on the right, for the borders of regions. If the
    // panel begins right of the board, there is no column on the right.
    let beside = if layout.panel.x == layout.board.right() { 1 } else { 2 };
    let gap = squares.gap(layout);
    // The lower border of the board is in the row of the names of columns.
    let below = if picture.has_labels { gap } else { 0 };
    let rgb = |tint| look.rgb(look.color(tint));
    let mut drawing = Drawing {
        picture,
        look,
        painter: Painter {
            palette: look.palette,
            figure: picture.figure,
            side: layout.side - gap,
            rgb: &rgb,
            has_basic_colors: look.depth == ColorDepth::Sixteen,
            has_borders: gap > 0,
            has_colored_numbers: false,
        },
        side: i32::from(layout.side),
        gap: i32::from(gap),
        canvas: Canvas::new(layout.board.width + beside, layout.board.height + below),
        grounds: FxHashMap::default(),
        hint_frame: Vec::new(),
        texts: Vec::new(),
    };
    for cell in in_view(layout) {
        if let Some(square) = squares.square_at(cell) {
            drawing.draw_square(cell, square, squares);
        }
    }
    if gap > 0 {
        in_view(layout).for_each(|cell| drawing.borders(cell, squares));
        // Dashes come last, because borders meet at the corners of squares.
        let (_, dash) = hint_colors(look.palette);
        let mut frame = std::mem::take(&mut drawing.hint_frame);
        frame.sort_by_key(|&(.., tint)| tint == dash);
        for ((x, y), size, tint) in frame {
            drawing.canvas.fill(x, y, size, drawing.pixel(tint, Priority::Border));
        }
    }
    if squares.has_regions {
        in_view(layout).for_each(|cell| drawing.letter(cell, squares));
    }
    if let Some((from, to)) = picture.lens_corners {
        drawing.lens_frame(from, to);
    }
    let origin = (i32::from(layout.board.x) - 1, i32::from(layout.board.y));
    drawing.canvas.render(buffer, origin, &look);
    for (at, written, style) in drawing.texts {
        put_text(buffer, at, &written, style);
    }
    if squares.has_regions && layout.side == 2 {
        thin_borders(picture, squares, buffer);
    }
}

/// Draws borders between regions as thin lines, at the left edge of a character and as underline. Squares of two columns have
/// no room for others.
fn thin_borders(picture: &BoardPicture, squares: &Squares, buffer: &mut Buffer) {
    let (layout, line) = (picture.layout, picture.look.color(picture.look.palette.region_border));
    for cell in in_view(layout) {
        let (Some(area), square) = (layout.area(cell), squares.square_at(cell)) else { continue };
        let is_parted = |up, right| {
            let other = squares.neighbour(cell, up, right);
            other.is_some() && Square::has_border(square, other)
        };
        let (is_left, is_below) = (is_parted(0, -1), is_parted(-1, 0));
        for at in area.positions() {
            let Some(character) = buffer.cell_mut(at).filter(|it| it.symbol() == " ") else {
                continue;
            };
            if is_left && at.x == area.x {
                character.set_symbol("▏").set_fg(line);
            }
            if is_below {
                character.set_fg(line).modifier.insert(Modifier::UNDERLINED);
            }
        }
    }
}

/// The colours of the frame around the cells of a hint and of its dashes. No region and no border has both.
fn hint_colors(palette: &Palette) -> (Tint, Tint) {
    let white = palette.placed.mark;
    let is_light = palette.is_light();
    if is_light { (white, palette.hint) } else { (palette.region_border, white) }
}

/// True for a dark square of the chequer.
const fn is_dark(cell: Cell) -> bool {
    (cell.row() + cell.column()).is_multiple_of(2)
}

/// A rectangle: the column and row of its upper left pixel, its size in pixels, its colour.
type Stroke = ((i32, i32), (i32, i32), Tint);

/// The key of a cached ground: state, colour of the region, step of the heat map, exclusion, and whether the square is wrong, has
/// the cross of a hint, and is a dark one of the chequer.
type GroundKey = (u8, Option<usize>, Option<u8>, Option<Exclusion>, [bool; 3]);

struct Drawing<'a> {
    picture: &'a BoardPicture<'a>,
    look: Look,
    painter: Painter<'a>,
    /// The side of a square in half rows.
    side: i32,
    /// The width of the gap for borders of regions, see [`Squares::gap`].
    gap: i32,
    canvas: Canvas,
    /// Cached grounds.
    grounds: FxHashMap<GroundKey, Tint>,
    /// The lines and dashes of the frame around the cells of a hint. They are drawn last, over all borders.
    hint_frame: Vec<Stroke>,
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

    fn draw_square(&mut self, cell: Cell, square: &Square, squares: &Squares) {
        let Some((x, y)) = self.corner(cell) else { return };
        let is_cursor = self.picture.is_cursor(cell);
        if square.state == State::Hole && !is_cursor {
            return;
        }
        let ground = self.ground(cell, square);
        let place = Place { ground, is_cursor: is_cursor && self.gap == 0 };
        let painted = self.painter.paint(square, place);
        if self.gap > 0 && square.state != State::Hole {
            // The colours of the region go on around its pieces.
            let left = self.around(cell, square, ground, (squares, 0, -1));
            self.canvas.fill(x, y, (2 * self.side, self.side), left);
            let above = self.around(cell, square, ground, (squares, 1, 0));
            self.canvas.run(x + 2, y, 2 * self.side - 2, above);
        }
        if is_cursor && self.gap > 0 {
            self.ring((x, y), ground);
        }
        let (x, y, side) = (x + 2 * self.gap, y + self.gap, self.side - self.gap);
        if let Some(fill) = painted.fill {
            self.canvas.fill(x, y, (2 * side, side), self.pixel(fill, Priority::Ground));
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
                    let length = i32::try_from(written.chars().count()).unwrap_or(side);
                    let column = (x - 2) / 2 + (side - length).max(0) / 2;
                    let ink = Style::new().fg(self.look.color(ink)).bold();
                    self.write((column, i32::midpoint(y, row)), written, ink, ground);
                }
            }
        }
    }

    /// The pixels of the gap between a square and the neighbour `up` rows above and `right` columns to the right. Beside a
    /// piece, they have the neighbour's colour.
    fn around(
        &mut self,
        cell: Cell,
        square: &Square,
        ground: Tint,
        (squares, up, right): (&Squares, i16, i16),
    ) -> Pixel {
        let rim = square.rim(self.look.palette);
        let neighbour = squares.neighbour(cell, up, right);
        let neighbour = neighbour.filter(|it| it.rim(self.look.palette).is_none());
        let tint = match (rim, neighbour) {
            // The neighbour of a dark square is light.
            (Some(_), Some(neighbour)) => neighbour.ground(!is_dark(cell), self.look.palette),
            (rim, _) => rim.unwrap_or(ground),
        };
        self.pixel(tint, Priority::Ground)
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
        let is_dark = is_dark(cell);
        let step = square.shown_heat().map(|heat| (heat * f32::from(HEATS)).round() as u8);
        let heat = step.map(|step| f32::from(step) / f32::from(HEATS));
        let region = square.region.filter(|_| !square.is_golden).map(|region| region.color);
        let Square { state, exclusion, is_to_cross, .. } = *square;
        let is = [square.is_wrong(), is_to_cross, is_dark];
        let key = (state as u8, region, step, exclusion, is);
        let found = || Square { heat, ..*square }.ground(is_dark, self.look.palette);
        *self.grounds.entry(key).or_insert_with(found)
    }

    /// Draws the ring of the cursor into the gaps around a square. If the ring is too similar to the square, draws a dark ring
    /// inside of it, too; in small squares only the two pillars of that ring.
    fn ring(&mut self, (x, y): (i32, i32), ground: Tint) {
        let Palette { cursor, cursor_fallback, given_base: gold, .. } = *self.look.palette;
        let is_light = cursor.rgb.luminance() > cursor_fallback.rgb.luminance();
        // White would not be seen beside a light window.
        let (dark, light) = if is_light { (cursor_fallback, cursor) } else { (cursor, gold) };
        let rgb = self.painter.rgb;
        let side = self.side;
        self.frame((x, y), (2 * side + 2, side + 1), 2, self.pixel(light, Priority::Cursor));
        if rgb(light).contrast(rgb(ground)) > MIN_RING_CONTRAST {
            return;
        }
        let (dark, inner) = (self.pixel(dark, Priority::Cursor), (x + 2, y + 1));
        if side >= MIN_DOUBLE_RING_SIDE {
            self.frame(inner, (2 * side - 2, side - 1), 1, dark);
        } else {
            // Characters that show the light ring as well have no room for a third colour.
            let (top, bottom) = ((y + 2) & !1, (y + side) & !1);
            for x in [inner.0, x + 2 * side - 1] {
                self.canvas.fill(x, top, (1, bottom - top), dark);
            }
        }
    }

    /// Draws a frame whose pillars are `thick` pixels wide. Its other sides are one pixel high.
    fn frame(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), thick: i32, pixel: Pixel) {
        self.canvas.run(x, y, width, pixel);
        self.canvas.run(x, y + height - 1, width, pixel);
        self.canvas.fill(x, y, (thick, height), pixel);
        self.canvas.fill(x + width - thick, y, (thick, height), pixel);
    }

    /// Draws the borders between a cell and its neighbours in other regions. A border is in the gap of the cell on its right or
    /// below it: in the cell's first column or first half row. Where the cells of a hint end, the border is a part of the
    /// hint's frame, with one dash for each cell.
    fn borders(&mut self, cell: Cell, squares: &Squares) {
        let (Some((x, y)), Some(square)) = (self.corner(cell), squares.square_at(cell)) else {
            return;
        };
        let (side, palette) = (self.side, self.look.palette);
        let named = self.picture.named.filter(|named| !named.is_hint);
        let (between_dashes, dash) = hint_colors(palette);
        // Small squares have no room for a gap between dash and corner.
        let inset = i32::from(side > 5);
        let length = side - 1 - 2 * inset;
        let edges = [
            ((1, 0), (x, y), (2 * side + 2, 1), (2 * length, 1)),
            ((0, -1), (x, y), (2, side + 1), (2, length)),
            ((0, 1), (x + 2 * side, y), (2, side + 1), (2, length)),
            ((-1, 0), (x, y + side), (2 * side + 2, 1), (2 * length, 1)),
        ];
        for ((up, right), (x, y), size, dashed) in edges {
            let other = squares.neighbour(cell, up, right);
            let is_edge_of_hint = square.is_in_hint && !other.is_some_and(|other| other.is_in_hint);
            if !is_edge_of_hint && !Square::has_border(Some(square), other) {
                continue;
            }
            let is_named = |groups: &&NamedGroups| {
                groups.has_region_of(Some(square)) != groups.has_region_of(other)
            };
            let tint = named.filter(is_named).map_or(palette.region_border, |it| it.tint(palette));
            if is_edge_of_hint {
                self.hint_frame.push(((x, y), size, between_dashes));
                let (right, down) = if right == 0 { (1 + inset, 0) } else { (0, 1 + inset) };
                self.hint_frame.push(((x + 2 * right, y + down), dashed, dash));
            } else {
                self.canvas.fill(x, y, size, self.pixel(tint, Priority::Border));
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
        let is_numbered = side == 4 && square.state == State::Excluded && square.text.is_some();
        let is_covered = square.state.has_piece() && side <= 4 || is_numbered;
        if side < 2 || is_covered || self.picture.is_cursor(cell) {
            return;
        }
        let ground = square.rim(self.look.palette).unwrap_or_else(|| self.ground(cell, square));
        let ink = self.look.color(heat::ink((self.painter.rgb)(ground)));
        // The lowest row of characters that lies completely in the square.
        let (column, row) = ((x - 2) / 2 + self.gap, (y + side - 2) / 2);
        self.write((column, row), letter.to_string(), Style::new().fg(ink), ground);
    }

    /// Draws a frame around the cells that the panel shows enlarged (the lens).
    fn lens_frame(&mut self, from: Cell, to: Cell) {
        let left_top = self.corner(Cell::new(to.row(), from.column()));
        let right_bottom = self.corner(Cell::new(from.row(), to.column()));
        let (Some((left, top)), Some((right, bottom))) = (left_top, right_bottom) else { return };
        let pixel = self.pixel(self.look.palette.cursor, Priority::Cursor);
        // At the edge of the board the frame covers the outer cells.
        let right = (right + 2 * self.side).min(self.canvas.width - 2);
        let (top, bottom) = ((top - 1).max(0), (bottom + self.side).min(self.canvas.height - 1));
        self.frame((left - 2, top), (right - left + 4, bottom - top + 1), 2, pixel);
    }
}
