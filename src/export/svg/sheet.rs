//! The start of every drawing of a diagram: size, title, caption and styles.

use super::node::Point;
use crate::xml::escape;

/// Space around the drawing.
pub(super) const MARGIN: f64 = 24.0;
/// The distance from the upper edge of the sheet to the drawing.
pub(super) const TOP: f64 = MARGIN + 66.0;

/// The style sheet of drawings of diagrams.
const STYLE: &str = include_str!("style.css");

/// The width of a sheet for a drawing of width `content`. It is wide enough for title and caption.
pub(super) fn width(content: f64, title: &str, caption: &str) -> f64 {
    let length = |text: &str| text.chars().count() as f64;
    content.max(length(title) * 9.5).max(length(caption) * 6.4) + 2.0 * MARGIN
}

/// The band behind every second row, column or diagonal.
pub(super) fn band((x, y): Point, (width, height): (f64, f64)) -> String {
    format!(
        "<rect class=\"band\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>\n"
    )
}

/// The start of a drawing, up to and including the caption.
pub(super) fn svg_start(width: f64, height: f64, title: &str, caption: &str) -> String {
    let (title, caption) = (escape(title), escape(caption));
    let style: String = STYLE.lines().collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-labelledby=\"title caption\">
<title id=\"title\">{title}</title>
<desc id=\"caption\">{caption}</desc>
<style>{style}</style>
<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>
<text class=\"title\" x=\"{MARGIN}\" y=\"{}\">{title}</text>
<text class=\"caption\" x=\"{MARGIN}\" y=\"{}\">{caption}</text>\n",
        MARGIN + 8.0,
        MARGIN + 30.0
    )
}
