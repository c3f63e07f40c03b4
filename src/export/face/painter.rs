//! Paints squares as runs of pixels and texts, from which terminals make characters and pictures make paths.

use super::art::Figure;
use super::marks::{self, PixelRun};
use super::palette::{Palette, State, Tint};
use super::region;
use super::square::{CandidateMark, first_visible};
use super::{Rgb, Square, heat};

/// Minimum sides of squares for numbers, and for brackets of culprits.
const MIN_NUMBERED_SIDE: i32 = 5;
const MIN_BRACKETED_SIDE: i32 = 7;

/// Maximum side of squares between borders that show characters. There, pixels are too few for pieces and crosses.
const MAX_LETTERED_SIDE: i32 = 3;

/// Maximum side of squares between borders whose stars and crosses are characters. Crowns need fewer pixels.
const MAX_LETTERED_STAR_SIDE: i32 = 4;

/// The colours of a player's marks in a region: the dot, and the ring.
const DARK_BLUE: Tint = Tint::new(0x10_30_6e, 17, 34);
const PLUM: Tint = Tint::new(0x5a_14_58, 53, 35);

/// The priority of pixels, where a character can show only two colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// The square is empty.
    #[default]
    None,
    /// The ground of a square.
    Ground,
    /// A bracket or a corner.
    Bracket,
    /// A piece or a mark.
    Mark,
    /// A plinth, a border, or the mark of the hovered cell.
    Border,
    /// The cursor.
    Cursor,
}

/// A part of a painted square.
#[derive(Clone, Debug)]
pub enum Part {
    /// Pixels of one colour.
    Pixels(Vec<PixelRun>, Tint, Priority),
    /// A text, centred between the left and the right edge.
    Text {
        /// The text.
        text: String,
        /// The row of pixels of the text.
        y: i32,
        /// The colour of the text.
        ink: Tint,
        /// The colour around the text.
        ground: Tint,
        /// The upper edge and the height of the plate behind the text, if there is one.
        plate: Option<(i32, i32)>,
    },
}

/// The parts of a painted square: the colour that fills the square, and the parts on it, from back to front.
#[derive(Clone, Debug)]
pub struct PaintedSquare {
    /// The colour of all pixels; `None` for a hole.
    pub fill: Option<Tint>,
    /// The parts.
    pub parts: Vec<Part>,
}

/// The surroundings of a square.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The ground of the square, as [`Square::ground`] returns it.
    pub ground: Tint,
    /// True if the cursor is on the square.
    pub is_cursor: bool,
}

impl Place {
    /// A place without a cursor.
    pub const fn new(ground: Tint) -> Self {
        Self { ground, is_cursor: false }
    }
}

/// Paints squares of one board.
#[derive(Clone, Copy)]
pub struct Painter<'a> {
    /// The colours.
    pub palette: &'a Palette,
    /// The piece.
    pub figure: &'a Figure,
    /// The side of a square in half rows, at least 1.
    pub side: u16,
    /// How a colour looks where the square is shown.
    pub rgb: &'a dyn Fn(Tint) -> Rgb,
    /// True if only the sixteen basic colours are shown, in which some grounds are alike.
    pub has_basic_colors: bool,
    /// True if the square lies between borders of regions, which do not cover its pixels.
    pub has_borders: bool,
    /// True if numbers of steps have the ink of a mark; otherwise they are black or white.
    pub has_colored_numbers: bool,
}

impl<'a> Painter<'a> {
    /// A painter for pictures: in 24-bit colours, with borders on the edges of squares.
    pub fn for_pictures(palette: &'a Palette, figure: &'a Figure, side: u16) -> Self {
        let rgb = &|tint: Tint| tint.rgb;
        let (has_basic_colors, has_borders) = (false, false);
        let has_colored_numbers = true;
        Self { palette, figure, side, rgb, has_basic_colors, has_borders, has_colored_numbers }
    }

    /// Paints a square.
    pub fn paint(&self, square: &Square, place: Place) -> PaintedSquare {
        let side = i32::from(self.side);
        let mut sketch = Sketch { painter: *self, side, square, place, parts: Vec::new() };
        let fill = match side {
            1 => Some(sketch.tiny()),
            2 => Some(sketch.small()),
            _ => {
                sketch.large();
                (square.state != State::Hole).then_some(place.ground)
            }
        };
        PaintedSquare { fill, parts: sketch.parts }
    }
}

/// The square that is being painted.
struct Sketch<'a> {
    painter: Painter<'a>,
    side: i32,
    square: &'a Square,
    place: Place,
    parts: Vec<Part>,
}

impl Sketch<'_> {
    fn pixels(&mut self, runs: Vec<PixelRun>, tint: Tint, priority: Priority) {
        self.parts.push(Part::Pixels(runs, tint, priority));
    }

    /// Writes a text into the middle of the square.
    fn write(&mut self, text: impl Into<String>, ink: Tint, ground: Tint) {
        self.write_at((self.side - 1) / 2, text, ink, ground);
    }

    fn write_at(&mut self, y: i32, text: impl Into<String>, ink: Tint, ground: Tint) {
        self.parts.push(Part::Text { text: text.into(), y, ink, ground, plate: None });
    }

    /// The first of `choices` that is visible on a ground, or else the choice of highest contrast.
    fn visible(&self, ground: Tint, choices: [Tint; 3]) -> Tint {
        first_visible(ground, choices, self.painter.rgb)
    }

    /// Black or white on a ground.
    fn text_ink(&self, ground: Tint) -> Tint {
        heat::ink((self.painter.rgb)(ground))
    }

    /// The colour of the square's piece or mark.
    fn ink(&self) -> Tint {
        let (palette, square) = (self.painter.palette, self.square);
        // Large squares have brackets. The cursor covers the brackets, so under the cursor the piece is coloured
        // instead.
        let has_brackets = self.side >= MIN_BRACKETED_SIDE && !self.place.is_cursor;
        let is_coloured = square.is_culprit && (!has_brackets || square.state == State::Excluded);
        if is_coloured && !square.is_wrong() {
            return self.cause(self.place.ground);
        }
        square.ink(palette)
    }

    /// The colour of a culprit's piece, mark or brackets on a ground.
    fn cause(&self, ground: Tint) -> Tint {
        let Palette { culprit_mark, culprit_name, cursor, cursor_fallback, .. } =
            *self.painter.palette;
        let first = if self.square.state.has_piece() { culprit_mark } else { culprit_name };
        self.visible(ground, [first, cursor_fallback, cursor])
    }

    /// The colour of a square of one column × half a row.
    fn tiny(&self) -> Tint {
        let Painter { palette, has_basic_colors, .. } = self.painter;
        let Square { state, is_culprit, is_conflict, lacks_room, is_hint, region, .. } =
            *self.square;
        let is_light = palette.is_light();
        match state {
            _ if self.place.is_cursor => palette.cursor,
            _ if is_hint => palette.hint,
            _ if is_conflict || lacks_room => palette.conflict.light,
            _ if is_culprit => palette.culprit_name,
            state if state.has_piece() && region.is_some() => self.place.ground,
            State::Placed if !is_light => palette.placed.mark,
            State::Completed if !is_light => palette.good,
            State::Given if !is_light => palette.given_base,
            // In basic colours, excluded and unknown cells have the same background as attacked cells: the
            // terminal's own.
            State::Excluded if has_basic_colors && region.is_none() => palette.excluded.mark,
            State::Unknown if has_basic_colors && region.is_none() => palette.dim,
            _ => self.place.ground,
        }
    }

    /// Paints a square of two columns × one row, and returns the colour that fills it.
    fn small(&mut self) -> Tint {
        let Painter { palette, has_basic_colors, .. } = self.painter;
        let Square { state, is_hint, region, .. } = *self.square;
        let filled = match () {
            () if self.place.is_cursor => Some(palette.cursor),
            () if is_hint && region.is_some() => Some(palette.region_ink),
            () if is_hint => Some(palette.hint),
            () => None,
        };
        // Between borders, the cursor's ring leaves one colour of the upper half, which must be crimson.
        let is_wrong_piece =
            self.painter.has_borders && state.has_piece() && self.square.is_wrong();
        let ground = if is_wrong_piece { palette.conflict.mark } else { self.place.ground };
        let fill = filled.unwrap_or(ground);
        let ink = match state {
            _ if filled.is_some() => self.place.ground,
            _ if is_wrong_piece => palette.conflict.light,
            State::Given if !self.square.is_culprit => palette.given_base,
            _ => self.ink(),
        };
        if let Some(exclusion) = self.square.exclusion {
            self.write(exclusion.sign(), self.text_ink(fill), fill);
            return fill;
        }
        if region.is_some() && is_hint && !self.place.is_cursor {
            self.pixels(vec![(1, 0, 2), (1, 1, 2)], palette.placed.mark, Priority::Mark);
            return fill;
        }
        let is_star = self.painter.figure.is_star();
        if is_star && state.has_piece() && !self.painter.has_borders {
            self.write(self.painter.figure.sign(state), ink, fill);
            return fill;
        }
        let form: &[PixelRun] = match state {
            State::Placed | State::Given if is_star => &[(1, 0, 2), (0, 1, 4)],
            State::Forced if is_star => &[(1, 0, 2), (0, 1, 1), (3, 1, 1)],
            State::Placed | State::Given => &[(0, 0, 1), (3, 0, 1), (0, 1, 4)],
            State::Completed => &[(0, 0, 4), (0, 1, 1), (3, 1, 1)],
            State::Forced => &[(0, 0, 1), (3, 0, 1), (1, 1, 2)],
            // An excluded cell has the background of attacked cells, or of the open cells of its region.
            State::Excluded if has_basic_colors || region.is_some() => &[(2, 0, 1), (1, 1, 1)],
            State::Attacked if region.is_some() && self.needs_sign() => &[(1, 1, 1)],
            State::Impossible if region.is_some() && self.needs_sign() => &[(1, 1, 2)],
            State::Unknown => {
                self.write("?", ink, fill);
                &[]
            }
            _ => &[],
        };
        if let Some(mark) = self.square.candidate {
            self.candidate(mark);
        }
        if self.square.is_uncovered && filled.is_none() {
            self.uncovered();
        }
        if !form.is_empty() {
            self.pixels(form.to_vec(), ink, Priority::Mark);
        }
        fill
    }

    /// Paints a square of side 3 or more, which has room for the form of its state.
    fn large(&mut self) {
        let (side, ground) = (self.side, self.place.ground);
        let Palette {
            hint, hover, cursor: ring, cursor_fallback: ring2, wrong, given_base, ..
        } = *self.painter.palette;
        let Square { state, is_culprit, is_conflict, is_hint, .. } = *self.square;
        let has_rim = side > 3 && !self.painter.has_borders;
        let rim = self.square.rim(self.painter.palette).filter(|_| has_rim);
        if let Some(rim) = rim {
            self.pixels(marks::rim(side), rim, Priority::Ground);
        }
        let edge = rim.unwrap_or(ground);
        self.form();
        // In three rows, a plinth would hide part of the piece. The colour of the ground shows that the piece is given.
        if state == State::Given && side > 3 {
            let tint = self.visible(edge, [given_base, ring2, ring]);
            let depth = self.ring_depth();
            let inset = if self.place.is_cursor { 1 + 2 * depth.max(1) } else { 1 };
            let plinth = (inset, side - 1 - depth, 2 * side - 2 * inset);
            self.pixels(vec![plinth], tint, Priority::Border);
        }
        let has_brackets = (is_culprit || is_conflict) && state.has_piece();
        if has_brackets && side >= MIN_BRACKETED_SIDE && !self.place.is_cursor {
            self.pixels(marks::brackets(side), self.cause(edge), Priority::Bracket);
        }
        // Between borders, a frame surrounds a hinted piece.
        if is_hint && !(state.has_piece() && self.painter.has_borders) {
            // The colour of hints is like that of a region. In regions, the mark is black and white, one of which is visible
            // on any colour.
            let tint = match self.square.region {
                Some(_) => self.painter.palette.region_ink,
                None => self.visible(ground, [hint, ring2, ring]),
            };
            self.pixels(self.centred(marks::hollow_square), tint, Priority::Border);
            if self.square.region.is_some() {
                let white = self.painter.palette.placed.mark;
                self.pixels(self.centred(marks::inside_hollow_square), white, Priority::Border);
            }
        }
        if self.square.is_uncovered {
            self.uncovered();
        }
        if self.square.is_rule_cause {
            // The cursor's ring takes the upper edge.
            self.pixels(marks::rule_mark(side, self.ring_depth()), wrong, Priority::Border);
        }
        // Between borders, a frame surrounds the cells of a hint.
        let is_underlined = self.square.is_in_hint && !self.painter.has_borders;
        let underline = [(self.square.is_hovered, hover), (is_underlined, hint)];
        if let Some((_, tint)) = underline.into_iter().find(|&(is_shown, _)| is_shown) {
            let dashes = (0..side).step_by(2).map(|x| (2 * x, side - 1, 2)).collect();
            self.pixels(dashes, self.visible(edge, [tint, ring2, ring]), Priority::Border);
        }
        if self.place.is_cursor {
            self.cursor();
        }
    }

    /// Paints the golden corner of a cell that no piece covers yet.
    fn uncovered(&mut self) {
        let Palette { key, cursor: ring, cursor_fallback: ring2, .. } = *self.painter.palette;
        let tint = self.visible(self.place.ground, [key, ring, ring2]);
        let corner = marks::corner(self.side, self.place.is_cursor);
        self.pixels(corner, tint, Priority::Bracket);
    }

    /// The pixels of a mark in the middle of the square. Marks of odd height look better, so a mark in a square between borders
    /// that has an even side is centred on the square and its gap, whose common side is odd.
    fn centred(&self, mark: impl Fn(i32) -> Vec<PixelRun>) -> Vec<PixelRun> {
        if self.side % 2 > 0 || !self.painter.has_borders || self.square.region.is_none() {
            return mark(self.side);
        }
        mark(self.side + 1).into_iter().map(|(x, y, width)| (x - 2, y - 1, width)).collect()
    }

    /// The characters of a piece or of an excluded cell in a square between borders that is too small for pixels; `None` in
    /// other squares and for other states.
    fn lettering(&self) -> Option<String> {
        let Square { state, text, is_hint, exclusion, .. } = *self.square;
        let is_star = self.painter.figure.is_star() && state.has_piece();
        let is_queen = self.painter.figure.is_queen();
        let is_star_or_cross = is_star || state == State::Excluded;
        let max_side = if is_star_or_cross { MAX_LETTERED_STAR_SIDE } else { MAX_LETTERED_SIDE };
        if self.side > max_side || !self.painter.has_borders {
            return None;
        }
        let sign = match (state, text) {
            _ if is_star => self.painter.figure.sign(state).trim_end(),
            (State::Forced | State::Completed, _) if is_queen => "♕",
            (State::Placed | State::Given, _) if is_queen => "♛",
            (State::Forced, _) => "▚▄▞",
            (State::Completed, _) => "▛▀▜",
            (State::Placed | State::Given, _) => "▙█▟",
            (State::Excluded, _) if is_hint || exclusion.is_some() => return None,
            // The last two characters are the cross and a digit, or two digits.
            (State::Excluded, Some([_, first, last])) => {
                return Some([first, last].iter().collect());
            }
            (State::Excluded, None) => "×",
            (State::Possible, Some([' ', sign, ' '])) if !is_hint => return Some(sign.into()),
            _ => return None,
        };
        Some(sign.to_owned())
    }

    /// Paints the piece, the mark or the text of a large square.
    fn form(&mut self) {
        let (side, ink, ground) = (self.side, self.ink(), self.place.ground);
        if let Some(sign) = self.lettering() {
            return self.write(sign, ink, ground);
        }
        let Square { state, region, is_hint, exclusion, .. } = *self.square;
        let (heat, text_ink) = (self.square.shown_heat(), self.text_ink(ground));
        let has_room = side + i32::from(self.painter.has_borders) >= MIN_NUMBERED_SIDE;
        if let Some(text) = self.square.text.filter(|_| has_room) {
            // A number of two characters is centred without its leading blank, so that unit digits line up.
            let text: String = text.iter().skip(usize::from(text[0] == ' ')).collect();
            let is_colored = self.painter.has_colored_numbers && heat.is_none();
            return self.write(text, if is_colored { ink } else { text_ink }, ground);
        }
        if let Some(exclusion) = exclusion.filter(|_| !is_hint) {
            return self.write(exclusion.sign(), text_ink, ground);
        }
        if let Some(candidate) = self.square.candidate.filter(|_| !is_hint) {
            return self.candidate(candidate);
        }
        // On a light window, the ground of an attacked cell is close to that of an open one in another region.
        let is_plain = region.is_some() && !self.needs_sign() && !self.square.is_culprit;
        let is_faint = is_plain && state == State::Attacked && self.painter.palette.is_light();
        let runs = match state {
            state if state.has_piece() => return self.piece(ink),
            // The mark of the hint replaces the mark of the state.
            _ if is_hint => return,
            State::Unknown => return self.write("?", ink, ground),
            State::Possible if self.square.is_blank => return,
            State::Attacked if is_faint || self.needs_sign() => vec![marks::tiny_dot(side)],
            state => self.centred(|side| marks::state_mark(state, side, region.is_some())),
        };
        let ink = if is_faint { ink.halfway(ground) } else { ink };
        // The dot distinguishes a cold cell from an impossible one, whose grey is lighter.
        self.pixels(runs, if heat.is_some() { text_ink } else { ink }, Priority::Mark);
    }

    /// True if the ground of an attacked cell looks like that of an open one, or like the terminal's own.
    fn needs_sign(&self) -> bool {
        let Painter { palette, rgb, has_basic_colors, .. } = self.painter;
        let region = self.square.region;
        region.map_or(has_basic_colors, |it| !region::is_mixed(it.color, rgb, palette))
    }

    /// Paints the player's own mark. In regions, the dot and the ring have colours that are visible on each of them.
    fn candidate(&mut self, mark: CandidateMark) {
        let (side, ground) = (self.side, self.place.ground);
        let Palette { placed, conflict, cursor_fallback, cursor, .. } = self.painter.palette;
        let is_in_region = self.square.region.is_some();
        let (plain, dark, sign, runs) = match mark {
            CandidateMark::Dot if side > 4 => (placed.light, DARK_BLUE, "●", marks::dot(side)),
            CandidateMark::Dot => (placed.light, DARK_BLUE, "●", marks::inside_hollow_square(side)),
            CandidateMark::Ring => (conflict.light, PLUM, "○", marks::hollow_square(side)),
        };
        let tint = if is_in_region { dark } else { plain };
        let ink = self.visible(ground, [tint, *cursor_fallback, *cursor]);
        if side + i32::from(self.painter.has_borders) > 4 {
            self.pixels(runs, ink, Priority::Mark);
        } else {
            self.write_at(side / 2, sign, ink, ground);
        }
    }

    fn piece(&mut self, ink: Tint) {
        let (side, figure) = (self.side, self.painter.figure);
        let height = if self.painter.has_borders {
            // Characters at the edge show the border as well, and so only one colour of the square.
            Some(match self.painter.side {
                5 | 6 if figure.is_star() => 5,
                side @ ..=5 => side - 1,
                side => side - 2,
            })
        } else {
            // The ring of the cursor and the rim of a region leave less room for the piece. Ring and piece may have similar
            // colours and must not touch.
            let less = match (self.square.region, side, self.place.is_cursor) {
                (None, 8..=11, true) => 2,
                (Some(_), 5 | 7.., false) | (None, 5..=7 | 12.., true) => 1,
                _ => 0,
            };
            figure.art(self.painter.side).map(|art| art.height() - less)
        };
        let Some(art) = height.and_then(|height| figure.of_height(height)) else { return };
        let height = i32::from(art.height());
        let top = i32::midpoint(side - height, self.painter.has_borders.into());
        let runs = art.of_state(self.square.state).runs((side - i32::from(art.width()) / 2, top));
        self.pixels(runs, ink, Priority::Mark);
        if let Some(letters) = figure.letters().filter(|_| side > 3) {
            let (ground, y) = (self.place.ground, top + (height - 1) / 2);
            let is_outlined = self.square.state == State::Forced;
            let (ink, ground) = if is_outlined { (ink, ground) } else { (ground, ink) };
            let (text, plate) = (letters.to_owned(), Some((top, height)));
            self.parts.push(Part::Text { text, y, ink, ground, plate });
        }
    }

    /// Paints the ring of the cursor. Its pillars are one column wide, in small squares half a column. Pillars of small squares
    /// are not joined, because that would leave the piece no ground.
    fn cursor(&mut self) {
        let Palette { cursor: ring, cursor_fallback: ring2, .. } = *self.painter.palette;
        let tint = self.visible(self.place.ground, [ring, ring2, ring2]);
        let (side, thick) = (self.side, if self.side > 4 { 2 } else { 1 });
        let mut runs: Vec<PixelRun> =
            (0..side).flat_map(|y| [(0, y, thick), (2 * side - thick, y, thick)]).collect();
        if side > 4 {
            runs.extend([(0, 0, 2 * side), (0, side - 1, 2 * side)]);
        }
        self.pixels(runs, tint, Priority::Cursor);
    }

    /// Number of half rows that the ring of the cursor takes at the upper and the lower edge of the square.
    fn ring_depth(&self) -> i32 {
        i32::from(self.place.is_cursor && self.side > 4)
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::face::Region;

    /// Squares of all states, plain and with each mark, with and without a region.
    fn squares() -> Vec<Square> {
        let region = Some(Region { letter: 'a', color: 3 });
        let plain = Square::default();
        let marks = [
            plain,
            Square { is_culprit: true, ..plain },
            Square { is_conflict: true, lacks_room: true, ..plain },
            Square { is_hint: true, is_in_hint: true, ..plain },
            Square { is_uncovered: true, is_rule_cause: true, ..plain },
            Square { is_hovered: true, heat: Some(0.5), ..plain },
            Square { is_golden: true, ..plain },
        ];
        let all = State::ALL.into_iter().cartesian_product(marks);
        let square = |((state, mark), region): ((State, Square), _)| {
            let is_golden = mark.is_golden && state.has_piece();
            Square { state, region, is_golden, ..mark }
        };
        all.cartesian_product([None, region]).map(square).collect()
    }

    #[test]
    fn nothing_is_painted_outside_of_the_square() {
        let figure = Figure::new(&"queen".parse().unwrap());
        for (side, has_borders) in (2..=16).cartesian_product([false, true]) {
            let painter = Painter::for_pictures(Palette::DARK, &figure, side);
            let painter = Painter { has_borders, ..painter };
            let side = i32::from(side);
            for (square, is_cursor) in squares().into_iter().cartesian_product([false, true]) {
                let ground = square.ground(true, Palette::DARK);
                let PaintedSquare { parts, .. } =
                    painter.paint(&square, Place { ground, is_cursor });
                let runs = parts.into_iter().filter_map(|part| match part {
                    Part::Pixels(runs, ..) => Some(runs),
                    Part::Text { .. } => None,
                });
                for (x, y, width) in runs.flatten() {
                    let is_inside = x >= 0 && x + width <= 2 * side && (0..side).contains(&y);
                    assert!(is_inside, "{side} {square:?} {is_cursor}: {x} {y} {width}");
                }
            }
        }
    }

    #[test]
    fn pieces_and_marks_are_seen_on_their_ground() {
        let figure = Figure::new(&"knight".parse().unwrap());
        for (palette, side) in [Palette::DARK, Palette::LIGHT].into_iter().cartesian_product(3..=16)
        {
            let painter = Painter::for_pictures(palette, &figure, side);
            for square in squares().into_iter().filter(|square| square.state != State::Hole) {
                let ground = square.ground(false, palette);
                let PaintedSquare { parts, .. } = painter.paint(&square, Place::new(ground));
                for part in parts {
                    let Part::Pixels(runs, tint, Priority::Mark) = part else { continue };
                    let contrast = tint.rgb.contrast(ground.rgb);
                    assert!(runs.is_empty() || contrast > 2.5, "{side} {square:?} {contrast}");
                }
            }
        }
    }
}
