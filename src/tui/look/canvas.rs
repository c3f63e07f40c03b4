use ratatui::buffer::Buffer;
use ratatui::style::Color;

use super::colors::Look;
use export::face::Priority;
use export::face::blocks::quadrant;

/// A pixel: half a column wide, half a row high.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pixel {
    pub color: Color,
    pub priority: Priority,
}

/// A grid of pixels; each block of 2 × 2 pixels becomes a character. Pixels outside of the canvas are ignored.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    /// Width and height in pixels.
    pub width: i32,
    pub height: i32,
    pixels: Vec<Pixel>,
}

/// A character with its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Merged {
    pub symbol: char,
    pub ink: Color,
    pub ground: Color,
}

impl Canvas {
    /// A canvas of `columns` × `rows` characters.
    pub(super) fn new(columns: u16, rows: u16) -> Self {
        let (width, height) = (2 * usize::from(columns), 2 * usize::from(rows));
        let pixels = vec![Pixel::default(); width * height];
        Self { width: 2 * i32::from(columns), height: 2 * i32::from(rows), pixels }
    }

    /// Draws `width` pixels of a row from `x`, over pixels of lower or equal priority.
    pub(super) fn run(&mut self, x: i32, y: i32, width: i32, pixel: Pixel) {
        if !(0..self.height).contains(&y) {
            return;
        }
        let index = |x: i32| usize::try_from(y * self.width + x.clamp(0, self.width)).unwrap_or(0);
        let row = index(x)..index(x + width.max(0));
        for old in &mut self.pixels[row] {
            if old.priority <= pixel.priority {
                *old = pixel;
            }
        }
    }

    /// Draws a rectangle.
    pub(super) fn fill(&mut self, x: i32, y: i32, (width, height): (i32, i32), pixel: Pixel) {
        (y..y + height).for_each(|y| self.run(x, y, width, pixel));
    }

    /// Draws the canvas into a buffer as characters. The top left of the canvas is at (`left`, `top`), which may lie
    /// outside of the buffer. Characters without a drawn pixel stay unchanged.
    pub(super) fn render(&self, buffer: &mut Buffer, (left, top): (i32, i32), look: &Look) {
        let area = buffer.area;
        for row in 0..self.height / 2 {
            for column in 0..self.width / 2 {
                let at = |x: i32, y: i32| {
                    let index = (2 * row + y) * self.width + 2 * column + x;
                    self.pixels[usize::try_from(index).unwrap_or(0)]
                };
                let block = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)];
                if block.iter().all(|pixel| pixel.priority == Priority::None) {
                    continue;
                }
                let place = (u16::try_from(left + column), u16::try_from(top + row));
                let (Ok(x), Ok(y)) = place else { continue };
                if !area.contains((x, y).into()) {
                    continue;
                }
                let Some(cell) = buffer.cell_mut((x, y)) else { continue };
                let merged = merge(block, look);
                cell.reset();
                cell.set_char(merged.symbol).set_fg(merged.ink).set_bg(merged.ground);
            }
        }
    }
}

/// The greatest squared distance, in Oklab, of two colours that look the same.
const SAME_COLOR: f32 = 0.0025;

/// Merges four pixels into one character. If they have more than two colours, two colours stay: the one of highest
/// priority, and the most frequent of the others. Colours that look like the first one, such as that of a black piece
/// beside a black border, are chosen last. Pixels of any other colour take the more similar of these two. In a block with
/// a full row of the cursor's ring, they take the second colour, so that the ring does not reach into the next square. The
/// terminal's own background is never used as the foreground colour.
pub(super) fn merge(block: [Pixel; 4], look: &Look) -> Merged {
    let win = look.color(look.palette.window);
    let color = |pixel: Pixel| if pixel.priority == Priority::None { win } else { pixel.color };
    let colors = block.map(color);
    let count = |wanted: Color| colors.iter().filter(|&&color| color == wanted).count();
    let rank = |pixel: &Pixel| (pixel.priority, count(color(*pixel)));
    // `max_by_key` returns the last of equal maxima. The order is reversed to find the first, from the top left.
    let first = block.iter().rev().max_by_key(|pixel| rank(pixel)).copied().map_or(win, color);
    let lab = |color: Color| look.rgb(color).oklab();
    let is_distinct = |seen: Color| lab(seen).distance(lab(first)) > SAME_COLOR;
    let others = block.iter().rev().filter(|&&pixel| color(pixel) != first);
    let other = others.max_by_key(|pixel| {
        let seen = color(**pixel);
        (is_distinct(seen), count(seen), pixel.priority)
    });
    let Some(second) = other.copied().map(color) else {
        return Merged { symbol: ' ', ink: Color::Reset, ground: first };
    };
    let is_cursor = |row: &[Pixel]| row.iter().all(|pixel| pixel.priority == Priority::Cursor);
    let is_edge = block.chunks(2).any(is_cursor);
    let is_first = |pixel: Pixel| {
        let seen = color(pixel);
        if seen == first || seen == second || is_edge {
            return seen == first;
        }
        lab(seen).distance(lab(first)) <= lab(seen).distance(lab(second))
    };
    let (ink, ground) = if first == Color::Reset { (second, first) } else { (first, second) };
    let has_ink = block.map(|pixel| is_first(pixel) == (ink == first));
    let symbol = quadrant(|right, down| has_ink[usize::from(right + 2 * down)]);
    Merged { symbol, ink, ground }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ColorDepth, Glyphs};
    use export::face::Palette;

    const LOOK: Look =
        Look { palette: Palette::DARK, depth: ColorDepth::True, glyphs: Glyphs::Unicode };
    const RED: Color = Color::Rgb(200, 0, 0);
    const ROSE: Color = Color::Rgb(190, 30, 40);
    const BLUE: Color = Color::Rgb(0, 0, 200);

    fn pixel(color: Color) -> Pixel {
        Pixel { color, priority: Priority::Ground }
    }

    fn drawn(colors: [Color; 4]) -> (char, Color, Color) {
        let Merged { symbol, ink, ground } = merge(colors.map(pixel), &LOOK);
        (symbol, ink, ground)
    }

    #[test]
    fn one_colour_is_a_space_and_two_are_a_quadrant() {
        assert_eq!(drawn([RED; 4]).0, ' ');
        assert_eq!(drawn([RED; 4]).2, RED);
        assert_eq!(drawn([RED, RED, BLUE, BLUE]), ('▀', RED, BLUE));
        assert_eq!(drawn([BLUE, RED, RED, RED]), ('▟', RED, BLUE));
        assert_eq!(drawn([RED, BLUE, BLUE, RED]), ('▚', RED, BLUE));
    }

    #[test]
    fn of_three_colours_the_one_alike_is_taken_for_its_neighbour() {
        assert_eq!(drawn([RED, BLUE, BLUE, ROSE]), ('▞', BLUE, RED));
        // The colour of highest priority stays even if it is rare.
        let mut block = [BLUE, BLUE, ROSE, BLUE].map(pixel);
        block[3] = Pixel { color: RED, priority: Priority::Cursor };
        let merged = merge(block, &LOOK);
        assert_eq!((merged.symbol, merged.ink, merged.ground), ('▄', RED, BLUE));
    }

    /// A regression test: the ring took a pixel of the square above, whose colour is more like the ring than the border.
    #[test]
    fn the_edge_of_the_cursors_ring_is_straight() {
        let ring = Pixel { color: RED, priority: Priority::Cursor };
        let border = Pixel { color: BLUE, priority: Priority::Border };
        let merged = merge([border, pixel(ROSE), ring, ring], &LOOK);
        assert_eq!((merged.symbol, merged.ink, merged.ground), ('▄', RED, BLUE));
    }

    /// A regression test: below the border of a region, the points of a queen's crown were drawn as a solid bar.
    #[test]
    fn a_colour_almost_like_the_border_leaves_the_ground_visible() {
        let [grout, piece] = [Color::Rgb(13, 15, 19), Color::Rgb(18, 20, 26)];
        let border = Pixel { color: grout, priority: Priority::Border };
        let ink = Pixel { color: piece, priority: Priority::Mark };
        let merged = merge([border, border, ink, pixel(RED)], &LOOK);
        assert_eq!((merged.symbol, merged.ink, merged.ground), ('▛', grout, RED));
        let merged = merge([border, ink, ink, pixel(RED)], &LOOK);
        assert_eq!((merged.symbol, merged.ink, merged.ground), ('▛', grout, RED));
    }

    #[test]
    fn the_terminals_own_background_is_never_ink() {
        assert_eq!(drawn([Color::Reset, BLUE, BLUE, BLUE]), ('▟', BLUE, Color::Reset));
        assert_eq!(drawn([Color::Reset, Color::Reset, Color::Reset, BLUE]).1, BLUE);
    }

    #[test]
    fn what_is_drawn_outside_of_the_canvas_or_the_buffer_is_left_out() {
        let mut canvas = Canvas::new(2, 1);
        canvas.fill(-3, -3, (20, 20), pixel(RED));
        let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 1, 1));
        canvas.render(&mut buffer, (-1, 0), &LOOK);
        canvas.render(&mut buffer, (0, -5), &LOOK);
        assert_eq!(buffer.cell((0, 0)).map(|cell| cell.bg), Some(RED));
    }
}
