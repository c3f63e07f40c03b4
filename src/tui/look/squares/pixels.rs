use ratatui::buffer::Buffer;
use ratatui::style::{Color, Style};
use rustc_hash::FxHashMap;

use super::super::canvas::{Canvas, Pixel, Priority};
use super::super::colors::Look;
use super::{BoardPicture, NamedGroups, Square, Squares, in_view, put_text};
use crate::look::depth::ColorDepth;
use export::face::{Art, Exclusion, Palette, SquareFace, State, heat, marks, region};
use geometry::Cell;

/// Number of steps from the coldest to the hottest colour of the heat map.
const HEATS: u8 = 64;

/// Minimum sides of squares for borders of regions, numbers, and brackets of culprits.
const MIN_BORDERED_SIDE: i32 = 3;
const MIN_NUMBERED_SIDE: i32 = 5;
const MIN_BRACKETED_SIDE: i32 = 7;

/// Minimum side of squares of regions on which both rings of the cursor are closed.
const MIN_DOUBLE_RING_SIDE: i32 = 7;

/// The side of squares between whose borders pieces and crosses are drawn as characters, because pixels would merge with
/// the borders.
const LETTERED_SIDE: i32 = 4;

/// Draws the squares in view as pixels, then the texts on the squares.
pub(super) fn render(picture: &BoardPicture, squares: &Squares, buffer: &mut Buffer) {
    let layout = picture.layout;
    // One more column of characters on the left and on the right, for the borders of regions. If the panel begins right
    // of the board, there is no column on the right.
    let beside = if layout.panel.x == layout.board.right() { 1 } else { 2 };
    let mut painter = Painter {
        picture,
        look: picture.look,
        side: i32::from(layout.side),
        columns: layout.board.width + beside,
        canvas: Canvas::new(layout.board.width + beside, layout.board.height),
        grounds: FxHashMap::default(),
        texts: Vec::new(),
        has_regions: squares.has_regions,
    };
    for cell in in_view(layout) {
        if let Some(square) = squares.at(cell) {
            painter.square(cell, square);
        }
    }
    if squares.has_regions && painter.side >= MIN_BORDERED_SIDE {
        in_view(layout).for_each(|cell| painter.borders(cell, squares));
    }
    if squares.has_regions {
        in_view(layout).for_each(|cell| painter.letter(cell, squares));
    }
    if let Some((from, to)) = picture.lens_corners {
        painter.frame(from, to);
    }
    let origin = (i32::from(layout.board.x) - 1, i32::from(layout.board.y));
    painter.canvas.render(buffer, origin, &painter.look);
    for Text { at, written, style } in painter.texts {
        put_text(buffer, at, &written, style);
    }
}

/// A text on a square.
struct Text {
    at: (u16, u16),
    written: String,
    style: Style,
}

/// The key of a cached background colour: state, colour of the region, step of the heat map, exclusion, true if the square
/// is wrong, and true for a dark square of the chequer.
type GroundKey = (u8, Option<usize>, Option<u8>, Option<Exclusion>, bool, bool);

struct Painter<'a> {
    picture: &'a BoardPicture<'a>,
    look: Look,
    /// The side of a square in half rows.
    side: i32,
    /// Width of the canvas in characters.
    columns: u16,
    canvas: Canvas,
    /// Cached background colours.
    grounds: FxHashMap<GroundKey, Color>,
    texts: Vec<Text>,
    has_regions: bool,
}

/// The square that is being drawn.
struct PaintedSquare<'a> {
    square: &'a Square,
    /// Column of the upper left pixel; `y` is its row.
    x: i32,
    y: i32,
    ground: Color,
    is_cursor: bool,
}

impl Painter<'_> {
    /// The upper left pixel of a cell, if the cell is in view.
    fn corner(&self, cell: Cell) -> Option<(i32, i32)> {
        let (x, y) = self.picture.layout.offset(cell)?;
        Some((2 + 2 * i32::from(x), i32::from(y)))
    }

    fn square(&mut self, cell: Cell, square: &Square) {
        let Some((x, y)) = self.corner(cell) else { return };
        if square.state == State::Hole && !self.picture.is_cursor(cell) {
            return;
        }
        let is_cursor = self.picture.is_cursor(cell);
        let ground = self.ground(cell, square);
        let place = PaintedSquare { square, x, y, ground, is_cursor };
        match self.side {
            1 => self.draw_tiny(&place),
            2 => self.draw_small(&place),
            _ => self.draw_large(&place),
        }
    }

    /// The background colour of a square, ignoring the cursor.
    #[expect(clippy::cast_sign_loss, reason = "heat is from 0 to 1")]
    fn ground(&mut self, cell: Cell, square: &Square) -> Color {
        let is_dark = (cell.row() + cell.column()).is_multiple_of(2);
        let (face, look) = (square.face(), self.look);
        let step = face.heat.map(|heat| (heat * f32::from(HEATS)).round() as u8);
        let heat = step.map(|step| f32::from(step) / f32::from(HEATS));
        let key = (face.state as u8, face.region, step, face.exclusion, face.is_wrong, is_dark);
        let found = || look.color(SquareFace { heat, ..face }.ground(is_dark, look.palette));
        *self.grounds.entry(key).or_insert_with(found)
    }

    /// The colours of the cursor on a board with regions: the darker one of the outer ring, the lighter one of the inner ring.
    fn cursor_pair(&self) -> (Color, Color) {
        let Palette { cursor: ring, cursor_fallback: ring2, .. } = *self.look.palette;
        let is_light = ring.rgb.luminance() > ring2.rgb.luminance();
        let (dark, light) = if is_light { (ring2, ring) } else { (ring, ring2) };
        (self.look.color(dark), self.look.color(light))
    }

    /// The colour of a square's piece or mark.
    fn ink(&self, place: &PaintedSquare) -> Color {
        let (palette, square) = (self.look.palette, place.square);
        // Large squares have brackets. The cursor covers the brackets, so under the cursor the piece is coloured
        // instead.
        let has_brackets = self.side >= MIN_BRACKETED_SIDE && !place.is_cursor;
        let is_coloured = square.is_culprit && (!has_brackets || square.state == State::Excluded);
        if is_coloured && !square.is_wrong() {
            return self.cause(place);
        }
        if square.is_wrong()
            && place.is_cursor
            && square.region.is_some()
            && self.side == MIN_BORDERED_SIDE
        {
            // Borders and the cursor leave so few pixels that all of them are needed for the colour.
            return self.look.color(palette.conflict.light);
        }
        if square.is_golden() {
            return self.look.color(palette.given_base);
        }
        // Texts on the heat map and signs of exclusions have colours of their own.
        let face = SquareFace { heat: None, exclusion: None, ..square.face() };
        self.look.color(face.ink(self.look.rgb(place.ground), palette))
    }

    /// The colour of a culprit's piece, mark or brackets.
    fn cause(&self, place: &PaintedSquare) -> Color {
        self.look.visible_color(place.ground, self.look.palette.causes(place.square.state))
    }

    /// Draws a square of one column × half a row.
    fn draw_tiny(&mut self, place: &PaintedSquare) {
        let palette = self.look.palette;
        let Square { state, is_culprit, is_conflict, lacks_room, is_hint, region, .. } =
            *place.square;
        let is_light = palette.window.rgb.luminance() > 0.5;
        let is_sixteen = self.look.depth == ColorDepth::Sixteen;
        let colored = |tint| self.look.color(tint);
        let color = match state {
            _ if place.is_cursor => colored(palette.cursor),
            _ if is_hint => colored(palette.hint),
            _ if is_conflict || lacks_room => colored(palette.conflict.light),
            _ if is_culprit => colored(palette.culprit_name),
            State::Placed | State::Given | State::Forced if region.is_some() => {
                colored(palette.region_ink)
            }
            State::Placed if !is_light => colored(palette.placed.mark),
            State::Completed if !is_light => colored(palette.good),
            State::Given if !is_light => colored(palette.given_base),
            // With sixteen colours, the background of excluded and unknown cells is that of attacked cells: the
            // terminal's own.
            State::Excluded if is_sixteen && region.is_none() => colored(palette.excluded.mark),
            State::Unknown if is_sixteen && region.is_none() => colored(palette.dim),
            _ => place.ground,
        };
        self.canvas.run(place.x, place.y, 2, Pixel { color, priority: Priority::Ground });
    }

    /// Draws a square of two columns × one row.
    fn draw_small(&mut self, place: &PaintedSquare) {
        let palette = self.look.palette;
        let Square { state, is_hint, region, .. } = *place.square;
        let filled = match () {
            () if place.is_cursor => Some(palette.cursor),
            () if is_hint => Some(palette.hint),
            () => None,
        };
        let color = filled.map_or(place.ground, |tint| self.look.color(tint));
        self.canvas.fill(place.x, place.y, (4, 2), Pixel { color, priority: Priority::Ground });
        let ink = match state {
            _ if filled.is_some() => place.ground,
            State::Given if region.is_none() && !place.square.is_culprit => {
                self.look.color(palette.given_base)
            }
            _ => self.ink(place),
        };
        let is_sixteen = self.look.depth == ColorDepth::Sixteen;
        if let Some(exclusion) = place.square.exclusion {
            let ink = self.look.color(heat::ink(self.look.rgb(color)));
            return self.write(place, &exclusion.sign().to_string(), ink, color);
        }
        let form: &[(i32, i32)] = match state {
            State::Placed | State::Given => &[(0, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1)],
            State::Completed => &[(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (3, 1)],
            State::Forced => &[(0, 0), (3, 0), (1, 1), (2, 1)],
            // An excluded cell has the background of attacked cells, or of the open cells of its region.
            State::Excluded if is_sixteen || region.is_some() => &[(2, 0), (1, 1)],
            State::Attacked if is_sixteen && region.is_some() => &[(1, 1)],
            State::Unknown => {
                self.write(place, "?", ink, color);
                &[]
            }
            _ => &[],
        };
        if place.square.is_uncovered && filled.is_none() {
            self.uncovered(place);
        }
        for (x, y) in form {
            let pixel = Pixel { color: ink, priority: Priority::Mark };
            self.canvas.run(place.x + x, place.y + y, 1, pixel);
        }
    }

    /// Draws a square of side 3 or more, which has room for the form of its state.
    fn draw_large(&mut self, place: &PaintedSquare) {
        let side = self.side;
        let pixel = Pixel { color: place.ground, priority: Priority::Ground };
        let Square { state, is_culprit, is_conflict, is_hint, .. } = *place.square;
        if state != State::Hole {
            self.canvas.fill(place.x, place.y, (2 * side, side), pixel);
        }
        self.draw_mark(place);
        // In three rows, a plinth would hide part of the piece. The colour of the ground shows that the piece is given.
        if state == State::Given && side > 3 {
            let stud = self.look.palette.given_base;
            let Palette { cursor: ring, cursor_fallback: ring2, .. } = *self.look.palette;
            let color = self.look.visible_color(place.ground, [stud, ring2, ring]);
            let depth = self.ring_depth(place);
            let inset = if place.is_cursor { 1 + 2 * depth.max(1) } else { 1 };
            let y = place.y + side - 1 - depth;
            let pixel = Pixel { color, priority: Priority::Border };
            self.canvas.run(place.x + inset, y, 2 * side - 2 * inset, pixel);
        }
        let has_brackets = (is_culprit || is_conflict) && state.has_piece();
        if has_brackets && side >= MIN_BRACKETED_SIDE && !place.is_cursor {
            let pixel = Pixel { color: self.cause(place), priority: Priority::Bracket };
            let brackets = marks::brackets(side);
            self.runs(place, &brackets, pixel);
        }
        if is_hint {
            let Palette { hint, cursor: ring, cursor_fallback: ring2, .. } = *self.look.palette;
            // In a region, the mark covers a black piece, on which the darker ring is not seen.
            let is_on_piece = state.has_piece() && place.square.region.is_some();
            let below = if is_on_piece { self.ink(place) } else { place.ground };
            let color = self.look.visible_color(below, [hint, ring2, ring]);
            let square = marks::hollow_square(side);
            self.runs(place, &square, Pixel { color, priority: Priority::Border });
        }
        if place.square.is_uncovered {
            self.uncovered(place);
        }
        let Palette { hint, hover, cursor: ring, cursor_fallback: ring2, wrong, .. } =
            *self.look.palette;
        let Square { is_hovered, is_in_hint, is_rule_cause: is_ruled, .. } = *place.square;
        if is_ruled {
            // The cursor's ring or the border of a region takes the upper edge.
            let border = i32::from(self.has_regions && side >= MIN_BORDERED_SIDE);
            let below = self.ring_depth(place).max(border);
            let pixel = Pixel { color: self.look.color(wrong), priority: Priority::Border };
            self.runs(place, &marks::rule_mark(side, below), pixel);
        }
        let underline = [(is_hovered, hover), (is_in_hint, hint)];
        if let Some((_, tint)) = underline.into_iter().find(|&(is_shown, _)| is_shown) {
            let color = self.look.visible_color(place.ground, [tint, ring2, ring]);
            let pixel = Pixel { color, priority: Priority::Border };
            let dashes: Vec<_> = (0..side).step_by(2).map(|x| (2 * x, side - 1, 2)).collect();
            self.runs(place, &dashes, pixel);
        }
        if place.is_cursor {
            self.cursor(place);
        }
    }

    /// Draws the golden corner of a cell that no piece covers yet.
    fn uncovered(&mut self, place: &PaintedSquare) {
        let Palette { key, cursor: ring, cursor_fallback: ring2, .. } = *self.look.palette;
        let color = self.look.visible_color(place.ground, [key, ring, ring2]);
        let pixel = Pixel { color, priority: Priority::Bracket };
        self.runs(place, &marks::corner(self.side, place.is_cursor), pixel);
    }

    /// The character of a piece or of an excluded cell, or the characters of a numbered cross, in a square that is too small
    /// for pixels between borders; `None` in other squares and for other states.
    fn lettering(&self, place: &PaintedSquare) -> Option<String> {
        let Square { state, text, is_hint, exclusion, .. } = *place.square;
        if self.side != LETTERED_SIDE || !self.has_regions {
            return None;
        }
        let [filled, outlined] = self.picture.figure.signs();
        let sign = match (state, text) {
            (State::Placed | State::Given | State::Completed, _) => filled,
            (State::Forced, _) => outlined,
            (State::Excluded, _) if is_hint || exclusion.is_some() => return None,
            // The last two characters are the cross and a digit, or two digits.
            (State::Excluded, Some([_, first, last])) => {
                return Some([first, last].iter().collect());
            }
            (State::Excluded, None) => '×',
            (
                State::Hole
                | State::Possible
                | State::Attacked
                | State::Impossible
                | State::Unknown,
                _,
            ) => return None,
        };
        Some(sign.to_string())
    }

    /// Draws the piece, the mark or the text of a large square.
    fn draw_mark(&mut self, place: &PaintedSquare) {
        let (side, ink) = (self.side, self.ink(place));
        if let Some(sign) = self.lettering(place) {
            // Borders take the upper half of the first row of characters.
            return self.write_at(place, place.y + side - 1, &sign, ink, place.ground);
        }
        let Square { state, region, heat, text, .. } = *place.square;
        if let Some(text) = text.filter(|_| side >= MIN_NUMBERED_SIDE) {
            let ink = self.look.color(heat::ink(self.look.rgb(place.ground)));
            // A number of two characters is centred without its leading blank, so that unit digits line up.
            let text: String = text.iter().skip(usize::from(text[0] == ' ')).collect();
            return self.write(place, &text, ink, place.ground);
        }
        if let Some(exclusion) = place.square.exclusion.filter(|_| !place.square.is_hint) {
            let ink = self.look.color(heat::ink(self.look.rgb(place.ground)));
            return self.write(place, &exclusion.sign().to_string(), ink, place.ground);
        }
        let is_sixteen = self.look.depth == ColorDepth::Sixteen;
        let runs = match state {
            state if state.has_piece() => return self.piece(place, ink),
            // The mark of the hint replaces the mark of the state.
            _ if place.square.is_hint => return,
            State::Unknown => return self.write(place, "?", ink, place.ground),
            State::Possible if place.square.is_lit => return,
            State::Attacked if is_sixteen => vec![marks::tiny_dot(side)],
            state => marks::state_mark(state, side, region.is_some()),
        };
        // The dot tells a cold cell from an impossible one, whose grey is lighter.
        let ink = match (state, heat) {
            (State::Possible, Some(_)) => self.look.color(heat::ink(self.look.rgb(place.ground))),
            _ => ink,
        };
        self.runs(place, &runs, Pixel { color: ink, priority: Priority::Mark });
    }

    fn piece(&mut self, place: &PaintedSquare, ink: Color) {
        let (side, figure) = (self.side, self.picture.figure);
        let usual = figure.art(self.picture.layout.side);
        // The ring of the cursor leaves less room for the piece. Ring and piece may have similar colours and must not
        // touch.
        let less = match (place.square.region, side) {
            _ if !place.is_cursor => 0,
            (Some(_), 5 | 7..=11) | (None, 8..=11) => 2,
            (Some(_), 4 | 6 | 12..) | (None, 5..=7 | 12..) => 1,
            _ => 0,
        };
        let smaller = |art: &Art| figure.of_height(art.height() - less);
        let Some(art) = usual.and_then(smaller) else { return };
        let is_solid = place.square.state != State::Forced;
        let shaped = art.of_state(place.square.state);
        let (width, height) = (i32::from(art.width()), i32::from(art.height()));
        // Borders of regions cover the upper edge of squares, and the lower edge of the lowest squares.
        let is_lowest = place.y + side == side * i32::from(self.picture.layout.view.0);
        let is_lowered = self.has_regions && side >= MIN_BORDERED_SIDE && !is_lowest;
        let lowered = i32::from(is_lowered);
        let top = (side - height + lowered).div_euclid(2);
        let corner = (place.x + (2 * side - width) / 2, place.y + top);
        let pixel = Pixel { color: ink, priority: Priority::Mark };
        for (x, y) in shaped.pixels() {
            self.canvas.run(corner.0 + i32::from(x), corner.1 + i32::from(y), 1, pixel);
        }
        let room = usize::try_from(side - 3).unwrap_or(0);
        if let Some(letters) = figure.letters().filter(|_| room > 0) {
            let letters: String = letters.chars().take(room).collect();
            let (ink, ground) = if is_solid { (place.ground, ink) } else { (ink, place.ground) };
            self.write_at(place, corner.1 + (height - 1) / 2, &letters, ink, ground);
        }
    }

    fn cursor(&mut self, place: &PaintedSquare) {
        let side = self.side;
        let Palette { cursor: ring, cursor_fallback: ring2, .. } = *self.look.palette;
        if place.square.region.is_some() {
            return self.cursor_on_region(place);
        }
        let color = self.look.visible_color(place.ground, [ring, ring2, ring2]);
        let thick = if side > 4 { 2 } else { 1 };
        self.ring(place, (0, thick), color);
    }

    /// Number of half rows that the ring of the cursor takes at the upper and the lower edge of a square.
    fn ring_depth(&self, place: &PaintedSquare) -> i32 {
        match place.square.region {
            _ if !place.is_cursor || self.side <= 4 => 0,
            Some(_) if self.side >= MIN_DOUBLE_RING_SIDE => 2,
            Some(_) | None => 1,
        }
    }

    /// Draws a dark and a light ring, so that one of them is visible on the colour of any region, which stays visible inside.
    fn cursor_on_region(&mut self, place: &PaintedSquare) {
        let (dark, light) = self.cursor_pair();
        // Small squares have room for two pillars of half the width.
        let thick = if self.side >= MIN_DOUBLE_RING_SIDE { 2 } else { 1 };
        self.ring(place, (thick, thick), light);
        self.ring(place, (0, thick), dark);
    }

    /// Draws a ring whose pillars are `thick` pixels wide and begin `inset` pixels from the edge. Pillars of small squares,
    /// and pillars inside those of a ring of half the width, are not joined.
    fn ring(&mut self, place: &PaintedSquare, (inset, thick): (i32, i32), color: Color) {
        let pixel = Pixel { color, priority: Priority::Cursor };
        let (width, rows) = (2 * (self.side - inset), inset / 2);
        let (x, y, height) = (place.x + inset, place.y + rows, self.side - 2 * rows);
        self.canvas.fill(x, y, (thick, height), pixel);
        self.canvas.fill(x + width - thick, y, (thick, height), pixel);
        if self.side > 4 && (inset == 0 || thick > 1) {
            self.canvas.run(x, y, width, pixel);
            self.canvas.run(x, y + height - 1, width, pixel);
        }
    }

    fn runs(&mut self, place: &PaintedSquare, runs: &[marks::PixelRun], pixel: Pixel) {
        for &(x, y, width) in runs {
            self.canvas.run(place.x + x, place.y + y, width, pixel);
        }
    }

    /// Writes a text into the middle of a square.
    fn write(&mut self, place: &PaintedSquare, text: &str, ink: Color, ground: Color) {
        self.write_at(place, place.y + (self.side - 1) / 2, text, ink, ground);
    }

    /// Writes a text into a square, horizontally centred, at the row of pixels `y`.
    fn write_at(&mut self, place: &PaintedSquare, y: i32, text: &str, ink: Color, ground: Color) {
        let board = self.picture.layout.board;
        let length = i32::try_from(text.chars().count()).unwrap_or(self.side);
        let column = (place.x - 2) / 2 + (self.side - length).max(0) / 2;
        let at = (u16::try_from(column), u16::try_from(y / 2));
        let (Ok(x), Ok(y)) = at else { return };
        let style = Style::new().fg(ink).bg(ground).bold();
        self.texts.push(Text { at: (board.x + x, board.y + y), written: text.to_owned(), style });
    }

    /// Draws the borders between a cell and its neighbours in other regions. A vertical border is centred between two
    /// columns. A horizontal border is in the first half row of the lower cell, or at the lower edge of the board in
    /// the last half row.
    fn borders(&mut self, cell: Cell, squares: &Squares) {
        let (Some((x, y)), Some(square)) = (self.corner(cell), squares.at(cell)) else { return };
        let side = self.side;
        let (look, palette, named) = (self.look, self.look.palette, self.picture.named);
        let border = |up: i16, right: i16| {
            let other = squares.neighbour(cell, up, right);
            let is_named = |groups: &&NamedGroups| {
                groups.has_region_of(Some(square)) != groups.has_region_of(other)
            };
            let tint =
                named.filter(is_named).map_or(palette.region_border, |groups| groups.tint(palette));
            let pixel = Pixel { color: look.color(tint), priority: Priority::Border };
            square.is_parted_from(other).then_some(pixel)
        };
        if let Some(pixel) = border(1, 0) {
            self.canvas.run(x - 1, y, 2 * side + 2, pixel);
        }
        if let Some(pixel) = border(0, -1) {
            self.canvas.fill(x - 1, y, (2, side), pixel);
        }
        if let Some(pixel) = border(0, 1) {
            self.canvas.fill(x + 2 * side - 1, y, (2, side), pixel);
        }
        let is_last = squares.neighbour(cell, -1, 0).is_none();
        if let Some(pixel) = border(-1, 0).filter(|_| is_last) {
            self.canvas.run(x - 1, y + side - 1, 2 * side + 2, pixel);
        }
    }

    /// Draws the letter of a region whose colour another region has as well. The letter is at the lower left, right of
    /// the border if there is one. Small squares with a piece may have no room for the letter.
    fn letter(&mut self, cell: Cell, squares: &Squares) {
        let (Some((x, y)), Some(square)) = (self.corner(cell), squares.at(cell)) else { return };
        let Some(region) = square.region.filter(|region| region::is_repeated(region.color)) else {
            return;
        };
        let side = self.side;
        let is_parted =
            side >= MIN_BORDERED_SIDE && square.is_parted_from(squares.neighbour(cell, 0, -1));
        let is_cross = side == LETTERED_SIDE && square.state == State::Excluded;
        let is_covered =
            (square.state.has_piece() || is_cross) && (side <= 2 || side <= 4 && is_parted);
        if side < 2 || is_covered || self.picture.is_cursor(cell) {
            return;
        }
        let ground = self.ground(cell, square);
        let ink = self.look.color(heat::ink(self.look.rgb(ground)));
        // The lowest row of characters that lies completely in the square, above the border at the lower edge of the
        // board.
        let is_last = side > 4 && squares.neighbour(cell, -1, 0).is_none();
        let row = (y + side - 2 - i32::from(is_last)) / 2;
        let column = (x - 2) / 2 + i32::from(is_parted);
        let board = self.picture.layout.board;
        let (Ok(column), Ok(row)) = (u16::try_from(column), u16::try_from(row)) else { return };
        let style = Style::new().fg(ink).bg(ground);
        let at = (board.x + column, board.y + row);
        self.texts.push(Text { at, written: region.letter.to_string(), style });
    }

    /// Draws a frame around the cells that the panel shows enlarged (the lens).
    fn frame(&mut self, from: Cell, to: Cell) {
        let left_top = self.corner(Cell::new(to.row(), from.column()));
        let right_bottom = self.corner(Cell::new(from.row(), to.column()));
        let (Some((left, top)), Some((right, bottom))) = (left_top, right_bottom) else { return };
        let color = self.look.color(self.look.palette.cursor);
        let pixel = Pixel { color, priority: Priority::Cursor };
        let last = 2 * i32::from(self.columns) - 2;
        let (right, bottom) = ((right + 2 * self.side).min(last), bottom + self.side);
        // At the edge of the board the frame covers the outer cells.
        let last = 2 * i32::from(self.picture.layout.board.height) - 1;
        let (top, bottom) = ((top - 1).max(0), bottom.min(last));
        let width = right - left + 4;
        self.canvas.run(left - 2, top, width, pixel);
        self.canvas.run(left - 2, bottom, width, pixel);
        self.canvas.fill(left - 2, top, (2, bottom - top), pixel);
        self.canvas.fill(right, top, (2, bottom - top), pixel);
    }
}
