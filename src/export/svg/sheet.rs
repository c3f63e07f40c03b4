//! The start of every drawing of a diagram: size, title, caption and styles.

use std::fmt::Write as _;

use itertools::Itertools;

use super::node::Point;
use crate::xml::escape;

/// Space around the drawing.
pub(super) const MARGIN: f64 = 24.0;
/// The distance from the upper edge of the sheet to the drawing.
pub(super) const TOP: f64 = MARGIN + 66.0;

/// The height of a line of text below the caption.
pub(super) const NOTE_HEIGHT: f64 = 20.0;

/// The size of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SheetSize {
    pub width: f64,
    pub height: f64,
}

impl SheetSize {
    /// The smallest size with room for both.
    pub(crate) fn max(self, other: Self) -> Self {
        Self { width: self.width.max(other.width), height: self.height.max(other.height) }
    }
}

/// A drawing for a sheet.
pub(crate) trait Drawing {
    /// The smallest size of the sheet.
    fn size(&self) -> SheetSize;

    /// Draws on a sheet that is at least as large as [`Drawing::size`].
    fn draw(&self, size: SheetSize) -> String;
}

/// Drawings side by side, below a title. Each has a column, which may be empty.
pub(crate) struct SideBySide<'a> {
    pub title: String,
    pub parts: Vec<Option<Box<dyn Drawing + 'a>>>,
    /// The widths of the columns.
    pub widths: Vec<f64>,
}

/// The height of the title above drawings side by side.
const TITLE_HEIGHT: f64 = MARGIN + 20.0;

impl Drawing for SideBySide<'_> {
    fn size(&self) -> SheetSize {
        let heights = self.parts.iter().flatten().map(|part| part.size().height);
        let columns = self.widths.iter().sum::<f64>();
        let width = columns.max(width(0.0, &self.title, &[]));
        SheetSize { width, height: TITLE_HEIGHT + heights.fold(0.0, f64::max) }
    }

    fn draw(&self, size: SheetSize) -> String {
        let mut svg = svg_start(size, &self.title, &[]);
        let mut x = (size.width - self.widths.iter().sum::<f64>()) / 2.0;
        for (part, &width) in self.parts.iter().zip(&self.widths) {
            if let Some(part) = part {
                let drawn = part.draw(SheetSize { width, height: size.height - TITLE_HEIGHT });
                let place = format!("<svg x=\"{x:.0}\" y=\"{TITLE_HEIGHT}\" ");
                // The sheet has the title and the description.
                let drawn = drawn.replacen("<svg ", &place, 1);
                svg += &drawn.replace(" role=\"img\" aria-labelledby=\"title caption\"", "");
            }
            x += width;
        }
        svg + "</svg>\n"
    }
}

/// The style sheet of drawings of diagrams.
const STYLE: &str = include_str!("style.css");

/// The width of a sheet for a drawing of width `content`. It is wide enough for the title and the lines below it.
pub(super) fn width(content: f64, title: &str, lines: &[String]) -> f64 {
    let length = |text: &str| text.chars().count() as f64;
    let lines = lines.iter().map(|line| length(line) * 6.4);
    lines.fold(content.max(length(title) * 9.5), f64::max) + 2.0 * MARGIN
}

/// The band behind every second row, column or diagonal.
pub(super) fn band((x, y): Point, (width, height): (f64, f64)) -> String {
    format!(
        "<rect class=\"band\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>\n"
    )
}

/// The start of a drawing, up to and including the lines below the title.
pub(super) fn svg_start(
    SheetSize { width, height }: SheetSize,
    title: &str,
    lines: &[String],
) -> String {
    let (title, style) = (escape(title), STYLE.lines().collect::<String>());
    let caption = escape(&lines.iter().join("; "));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-labelledby=\"title caption\">
<title id=\"title\">{title}</title>
<desc id=\"caption\">{caption}</desc>
<style>{style}</style>
<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>
<text class=\"title\" x=\"{MARGIN}\" y=\"{}\">{title}</text>\n",
        MARGIN + 8.0
    );
    for (line, y) in lines.iter().zip([30.0, 30.0 + NOTE_HEIGHT]) {
        let (line, y) = (escape(line), MARGIN + y);
        let _ = writeln!(svg, "<text class=\"caption\" x=\"{MARGIN}\" y=\"{y}\">{line}</text>");
    }
    svg
}
