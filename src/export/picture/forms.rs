use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::text::Font;
use super::{BoardDrawing, PictureKind, state_word};
use crate::face::{
    Art, Figure, Painter, Palette, Part, PixelRun, Place, Priority, Region, Rgb, Square, State,
    WHITE, first_visible,
};
use geometry::Cell;

/// The side of a cell on the board (`BOARD_SIDE`) and in the legend (`LEGEND_SIDE`), in half rows.
const BOARD_SIDE: u16 = 16;
const LEGEND_SIDE: u16 = 7;
/// The width and height of an art pixel, which is half a column × half a row.
const PIXEL: (i32, i32) = (2, 4);
/// The side of a cell on the board (`BOARD_CELL`) and in the legend (`LEGEND_CELL`).
pub(crate) const BOARD_CELL: i32 = BOARD_SIDE as i32 * PIXEL.1;
pub(super) const LEGEND_CELL: i32 = LEGEND_SIDE as i32 * PIXEL.1;
/// Maximum number of letters on a plate, which represents pieces without a picture.
const MAX_PLATE_LETTERS: usize = 8;

impl BoardDrawing<'_> {
    /// Draws a square with this upper left corner: on the board as its cell, in the legend without a cell. A hole has
    /// the colour of the background.
    pub(super) fn draw_square(
        &self,
        square: &Square,
        cell: Option<Cell>,
        (x, y): (i32, i32),
    ) -> String {
        let palette = self.picture.palette;
        let is_printed = self.picture.is_printed;
        let ground = if is_printed { WHITE } else { square.ground(is_dark(cell), palette) };
        let (side, length, font) = match cell {
            Some(_) => (BOARD_SIDE, BOARD_CELL, Font::PERCENT),
            None => (LEGEND_SIDE, LEGEND_CELL, Font::STRONG),
        };
        let mut svg = "<rect".to_owned();
        if let Some(cell) = cell {
            let word = state_word(square.state, PictureKind::Position);
            let word = if square.is_open { "open" } else { word };
            let _ = write!(svg, " class=\"cell {word}\" id=\"{cell}\"");
        }
        if is_printed && square.state != State::Hole {
            svg += " stroke=\"#888888\" stroke-width=\"2\"";
        }
        let _ = writeln!(
            svg,
            " x=\"{x}\" y=\"{y}\" width=\"{length}\" height=\"{length}\" fill=\"{}\"/>",
            ground.rgb
        );
        let painter = Painter::for_pictures(palette, &self.figure, side);
        let mut letter = square.corner_letter().filter(|_| cell.is_some());
        let mut draw_letter = || {
            let ink = square.text_ink(ground.rgb, palette);
            let letter = letter.take().map(String::from);
            let draw =
                |it: String| Font::MARK.draw_text((x + 6, y + length - 6), &it, ink, "start");
            letter.map(draw).unwrap_or_default()
        };
        for part in painter.paint(square, Place::new(ground)).parts {
            match part {
                Part::Pixels(runs, tint, priority) => {
                    // The letter is above the piece and below the mark of the square.
                    if priority != Priority::Mark {
                        svg += &draw_letter();
                    }
                    svg += &filled(&path(&runs, (x, y)), self.picture.ink(tint).rgb);
                }
                Part::Text { text, ink, plate: Some(plate), .. } if cell.is_some() => {
                    let (text, font, down) = plate_text(&text, plate);
                    svg += &font.draw_text((x + length / 2, y + down), &text, ink, "middle");
                }
                Part::Text { plate: Some(_), .. } => {}
                Part::Text { text, ink, .. } => {
                    let at = (x + length / 2, y + length / 2 + font.size * 36 / 100);
                    svg += &font.draw_text(at, text.trim_start(), ink, "middle");
                }
            }
        }
        svg + &draw_letter()
    }

    /// Draws the frame of the explained cell with this upper left corner, on the board or in the legend.
    pub(super) fn frame(&self, square: &Square, cell: Option<Cell>, (x, y): (i32, i32)) -> String {
        let Palette { cursor, cursor_fallback, .. } = *self.picture.palette;
        let ground = square.ground(is_dark(cell), self.picture.palette);
        let choices = [cursor, cursor_fallback, cursor_fallback];
        let tint = first_visible(ground, choices, |tint| tint.rgb);
        let (length, width) = if cell.is_some() { (BOARD_CELL, 6) } else { (LEGEND_CELL, 4) };
        format!(
            "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{3}\" height=\"{3}\" fill=\"none\" \
             stroke=\"{}\" stroke-width=\"{width}\"/>\n",
            x + width / 2,
            y + width / 2,
            tint.rgb,
            length - width,
        )
    }
}

/// True for a dark square of the chequer. Squares in the legend are light.
fn is_dark(cell: Option<Cell>) -> bool {
    cell.is_some_and(|cell| (cell.row() + cell.column()).is_multiple_of(2))
}

/// The letters on a plate, their font, and the distance of their base line from the upper edge of the square. The plate
/// is the upper part of an art with this upper edge and height; below it is its foot.
fn plate_text(letters: &str, (top, height): (i32, i32)) -> (String, Font, i32) {
    let all = letters.chars().count();
    let kept = if all > MAX_PLATE_LETTERS { MAX_PLATE_LETTERS - 1 } else { all };
    let text: String = letters.chars().take(kept).chain((kept < all).then_some('…')).collect();
    let font = Font::fitting(text.chars().count(), (2 * height - 6) * PIXEL.0);
    let down = top * PIXEL.1 + height * PIXEL.1 * 42 / 100 + font.size * 36 / 100;
    (text, font, down)
}

/// A filled shape as an SVG element. Empty if the path is empty.
fn filled(path: &str, color: Rgb) -> String {
    if path.is_empty() {
        return String::new();
    }
    format!("<path fill=\"{color}\" d=\"{path}\"/>\n")
}

/// The art as an SVG path from (0,0), with the length of its longer side.
pub(crate) fn art_path(art: &Art) -> (String, f64) {
    let (width, height) = (i32::from(art.width()) * PIXEL.0, i32::from(art.height()) * PIXEL.1);
    (path(&art.runs((0, 0)), (0, 0)), f64::from(width.max(height)))
}

/// The piece or the mark of a state in the middle of a square with a side of [`BOARD_CELL`], in the current colour. The
/// letters of a plate have the class `plate`.
pub(crate) fn symbol(state: State, figure: &Figure, is_in_region: bool) -> String {
    let palette = Palette::LIGHT;
    let region = is_in_region.then_some(Region { letter: ' ', color: 0 });
    // The plinth of a given piece belongs to its square.
    let shown = if state == State::Given { State::Placed } else { state };
    let square = Square { region, ..Square::new(shown) };
    let painter = Painter::for_pictures(palette, figure, BOARD_SIDE);
    let draw = |part: Part| match part {
        Part::Pixels(runs, ..) if !runs.is_empty() => {
            format!("<path fill=\"currentColor\" d=\"{}\"/>", path(&runs, (0, 0)))
        }
        Part::Text { text, plate: Some(plate), .. } => {
            let class = if state == State::Forced { "outlined" } else { "plate" };
            let (letters, Font { size, .. }, y) = plate_text(&text, plate);
            let x = BOARD_CELL / 2;
            format!(
                "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{letters}</text>"
            )
        }
        Part::Pixels(..) | Part::Text { .. } => String::new(),
    };
    let parts = painter.paint(&square, Place::new(square.ground(false, palette))).parts;
    parts.into_iter().map(draw).collect()
}

/// Runs as an SVG path. Equal runs in consecutive rows become one rectangle, so that no seam is
/// visible.
fn path(runs: &[PixelRun], (left, top): (i32, i32)) -> String {
    let mut rows: BTreeMap<(i32, i32), Vec<i32>> = BTreeMap::new();
    for &(x, y, width) in runs {
        rows.entry((x, width)).or_default().push(y);
    }
    let mut path = String::new();
    for ((x, width), mut rows) in rows {
        rows.sort_unstable();
        rows.dedup();
        for block in rows.chunk_by(|one, next| one + 1 == *next) {
            let (x, y) = (left + x * PIXEL.0, top + block[0] * PIXEL.1);
            let (width, height) =
                (width * PIXEL.0, (block[block.len() - 1] + 1 - block[0]) * PIXEL.1);
            let _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_runs_below_each_other_are_one_rectangle() {
        let runs = [(0, 0, 2), (4, 0, 1), (0, 1, 2), (0, 3, 2), (0, 1, 2)];
        assert_eq!(path(&runs, (10, 20)), "M10 20h4v8h-4zM10 32h4v4h-4zM18 20h2v4h-2z");
        assert_eq!(filled(&path(&[], (0, 0)), Rgb::new(0)), "");
    }
}
