use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::shown::CellAppearance;
use crate::face::marks::{self, PixelRun};
use crate::face::{Art, Figure, Palette, Rgb, State, Tint, first_visible};
use crate::picture::text::Font;
use geometry::Cell;

/// The side of a cell on the board (`BOARD_SIDE`) and in the legend (`LEGEND_SIDE`), in half rows.
pub(super) const BOARD_SIDE: u16 = 16;
pub(super) const LEGEND_SIDE: u16 = 7;
/// The width and height of an art pixel, which is half a column × half a row.
const PIXEL: (i32, i32) = (2, 4);
/// The side of a cell on the board (`BOARD_CELL`) and in the legend (`LEGEND_CELL`).
pub(crate) const BOARD_CELL: i32 = BOARD_SIDE as i32 * PIXEL.1;
pub(super) const LEGEND_CELL: i32 = LEGEND_SIDE as i32 * PIXEL.1;
/// Maximum number of letters on a plate, the art of pieces without a picture of their own.
const MAX_PLATE_LETTERS: usize = 8;

/// How a cell is drawn.
pub(super) struct PictureSquare {
    /// The name of the cell; `None` in the legend.
    pub cell: Option<Cell>,
    pub class: &'static str,
    pub shown: CellAppearance,
    pub state: State,
    pub ground: Tint,
    pub ink: Tint,
    pub is_in_region: bool,
    pub percent: Option<String>,
    /// The letter of the cell's region, if another region has the same colour.
    pub letter: Option<char>,
}

impl PictureSquare {
    /// Draws the square with this upper left corner. `side` is [`BOARD_SIDE`] on the board and [`LEGEND_SIDE`] in
    /// the legend. A hole has the colour of the background.
    pub(super) fn svg(
        &self,
        (x, y): (i32, i32),
        side: u16,
        figure: &Figure,
        palette: &Palette,
    ) -> String {
        let length = i32::from(side) * PIXEL.1;
        let mut svg = match self.cell {
            Some(cell) => format!("<rect class=\"cell {}\" id=\"{cell}\"", self.class),
            None => "<rect".to_owned(),
        };
        let _ = writeln!(
            svg,
            " x=\"{x}\" y=\"{y}\" width=\"{length}\" height=\"{length}\" fill=\"{}\"/>",
            self.ground.rgb
        );
        svg += &self.draw_content((x, y), side, figure, palette);
        if let Some(letter) = self.letter {
            svg += &Font::MARK.draw_text(
                (x + 6, y + length - 6),
                &letter.to_string(),
                self.ink,
                "start",
            );
        }
        let runs = |runs: &[PixelRun], tint: Tint| filled(&path(runs, (x, y)), tint.rgb);
        let wide = i32::from(side);
        if self.state == State::Given {
            let stud =
                self.visible_ink([palette.given_base, palette.cursor_fallback, palette.cursor]);
            svg += &runs(&[(1, wide - 1, 2 * wide - 2)], stud);
        }
        if (self.shown.is_culprit || self.shown.is_conflict) && self.state.has_piece() {
            svg += &runs(&marks::brackets(wide), self.cause(palette));
        }
        if self.shown.is_hint {
            let tint = self.visible_ink([palette.hint, palette.cursor_fallback, palette.cursor]);
            svg += &runs(&marks::hollow_square(wide), tint);
        }
        svg
    }

    /// Draws the piece, the mark or the text of the square.
    fn draw_content(
        &self,
        (x, y): (i32, i32),
        side: u16,
        figure: &Figure,
        palette: &Palette,
    ) -> String {
        let is_coloured = self.shown.is_culprit && self.state == State::Excluded;
        let ink = if is_coloured { self.cause(palette) } else { self.ink };
        let length = i32::from(side) * PIXEL.1;
        let write = |font: Font, text: &str| {
            let at = (x + length / 2, y + length / 2 + font.size * 36 / 100);
            font.draw_text(at, text, ink, "middle")
        };
        let font = if side == BOARD_SIDE { Font::PERCENT } else { Font::STRONG };
        let sign = self.shown.exclusion.map(|exclusion| exclusion.sign().to_string());
        match (self.state, self.percent.as_ref().or(sign.as_ref())) {
            (state, _) if state.has_piece() => self.piece((x, y), side, figure),
            // A hint is drawn as a mark instead.
            _ if self.shown.is_hint => String::new(),
            (_, Some(text)) => write(font, text),
            (State::Unknown, None) => write(font, "?"),
            (State::Possible, None) if self.shown.share.is_some() || self.shown.is_blank => {
                String::new()
            }
            (state, None) => {
                let runs = marks::state_mark(state, side.into(), self.is_in_region);
                filled(&path(&runs, (x, y)), ink.rgb)
            }
        }
    }

    fn piece(&self, (x, y): (i32, i32), side: u16, figure: &Figure) -> String {
        let Some(art) = figure.art(side) else { return String::new() };
        let (width, height) = (i32::from(art.width()), i32::from(art.height()));
        let side = i32::from(side);
        let corner = (x + (2 * side - width) / 2 * PIXEL.0, y + (side - height) / 2 * PIXEL.1);
        let is_outline = self.state == State::Forced;
        let drawn = runs(&art.of_state(self.state));
        let mut svg = filled(&path(&drawn, corner), self.ink.rgb);
        let letters = figure.letters().filter(|_| side == i32::from(BOARD_SIDE));
        if let Some(letters) = letters {
            let all = letters.chars().count();
            let kept = letters.chars().take(if all > MAX_PLATE_LETTERS {
                MAX_PLATE_LETTERS - 1
            } else {
                all
            });
            let text: String = kept.chain((all > MAX_PLATE_LETTERS).then_some('…')).collect();
            let font = Font::fitting(text.chars().count(), (width - 6) * PIXEL.0);
            let tint = if is_outline { self.ink } else { self.ground };
            // The plate is the upper part of the art. Below it is its foot.
            let middle = corner.1 + (height * PIXEL.1) * 42 / 100 + font.size * 36 / 100;
            svg += &font.draw_text((x + side * PIXEL.0, middle), &text, tint, "middle");
        }
        svg
    }

    /// Draws the frame of the explained cell.
    pub(super) fn frame(&self, (x, y): (i32, i32), length: i32, palette: &Palette) -> String {
        let tint =
            self.visible_ink([palette.cursor, palette.cursor_fallback, palette.cursor_fallback]);
        let width = if length == BOARD_CELL { 6 } else { 4 };
        format!(
            "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{3}\" height=\"{3}\" fill=\"none\" \
             stroke=\"{}\" stroke-width=\"{width}\"/>\n",
            x + width / 2,
            y + width / 2,
            tint.rgb,
            length - width,
        )
    }

    /// The colour of a culprit's brackets or stroke.
    fn cause(&self, palette: &Palette) -> Tint {
        self.visible_ink(palette.causes(self.state))
    }

    /// The first colour that is visible on the ground, or else the colour with the greatest contrast.
    fn visible_ink(&self, choices: [Tint; 3]) -> Tint {
        first_visible(self.ground.rgb, choices.map(|tint| (tint.rgb, tint)))
    }
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
    (path(&runs(art), (0, 0)), f64::from(width.max(height)))
}

/// The piece or the mark of a state in the middle of a square with a side of [`BOARD_CELL`], in the current colour. The
/// letters of a plate have the class `plate`.
pub(crate) fn symbol(state: State, figure: &Figure, is_in_region: bool) -> String {
    let side = i32::from(BOARD_SIDE);
    let drawn = |runs: &[PixelRun], corner| match path(runs, corner) {
        empty if empty.is_empty() => empty,
        path => format!("<path fill=\"currentColor\" d=\"{path}\"/>"),
    };
    if !state.has_piece() {
        return drawn(&marks::state_mark(state, side, is_in_region), (0, 0));
    }
    let Some(art) = figure.art(BOARD_SIDE) else { return String::new() };
    let (width, height) = (i32::from(art.width()), i32::from(art.height()));
    let corner = ((2 * side - width) / 2 * PIXEL.0, (side - height) / 2 * PIXEL.1);
    let is_outline = state == State::Forced;
    let mut svg = drawn(&runs(&art.of_state(state)), corner);
    if let Some(letters) = figure.letters() {
        let class = if is_outline { "outlined" } else { "plate" };
        let letters: String = letters.chars().take(MAX_PLATE_LETTERS).collect();
        let font = Font::fitting(letters.chars().count(), (width - 6) * PIXEL.0);
        let middle = corner.1 + height * PIXEL.1 * 42 / 100 + font.size * 36 / 100;
        let _ = write!(
            svg,
            "<text class=\"{class}\" x=\"{}\" y=\"{middle}\" font-size=\"{}\">{letters}</text>",
            BOARD_CELL / 2,
            font.size
        );
    }
    svg
}

/// Converts the pixels of an art to runs.
fn runs(art: &Art) -> Vec<PixelRun> {
    let mut runs: Vec<PixelRun> = Vec::new();
    for (x, y) in art.pixels() {
        let (x, y) = (i32::from(x), i32::from(y));
        match runs.last_mut() {
            Some((first, row, width)) if *row == y && *first + *width == x => *width += 1,
            _ => runs.push((x, y, 1)),
        }
    }
    runs
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

    #[test]
    fn runs_of_an_art_are_its_pixels() {
        let art = Figure::new(&"knight".parse().unwrap()).of_height(5).unwrap();
        let pixels = |runs: Vec<PixelRun>| {
            let each = |(x, y, width)| (x..x + width).map(move |x| (y, x));
            runs.into_iter().flat_map(each).collect::<Vec<_>>()
        };
        let found = art.pixels().map(|(x, y)| (i32::from(y), i32::from(x))).collect::<Vec<_>>();
        assert_eq!(pixels(runs(art)), found);
        assert!(runs(art).len() < found.len() / 4);
    }
}
