//! The beginning of every drawing of a diagram: size, title, caption and styles.

use std::fmt::Write as _;

use crate::xml::escape;

/// Space around the drawing.
pub(super) const MARGIN: f64 = 24.0;
/// The distance from the upper edge of the sheet to the drawing.
pub(super) const TOP: f64 = MARGIN + 66.0;

const STYLE: &str = "\
text{font-family:sans-serif;text-anchor:middle;fill:#1f2937}\
.title{font-size:17px;font-weight:bold;text-anchor:start}\
.caption{font-size:12px;text-anchor:start;fill:#4b5563}\
.level{font-size:13px;fill:#6b7280;text-anchor:end}.level.above{text-anchor:middle}\
.band{fill:#f3f6fb}\
.node circle{fill:#dbe9fb;stroke:#2f5d9b;stroke-width:1.3}\
.node text{font-size:12px}\
.one rect{fill:#d5f0d8;stroke:#2e7d32;stroke-width:1.5}\
.zero rect{fill:#f7e1e0;stroke:#b3423c;stroke-width:1.5}\
.terminal text{font-size:15px;font-weight:bold}\
path{fill:none;stroke:#243b5a;stroke-width:1.4;stroke-linecap:round}\
.inset{fill:#fff;stroke:#9aa5b5}.inset.named{fill:#dbe9fb}\
.low{stroke-dasharray:5 4}\
.to-zero{stroke:#c98d89;stroke-width:1}";

/// The width of a sheet with a drawing of a width, wide enough for title and caption.
pub(super) fn width(content: f64, title: &str, caption: &str) -> f64 {
    let length = |text: &str| text.chars().count() as f64;
    content.max(length(title) * 9.5).max(length(caption) * 6.4) + 2.0 * MARGIN
}

/// The beginning of a drawing, up to the caption.
pub(super) fn begin(width: f64, height: f64, title: &str, caption: &str) -> String {
    let (title, caption) = (escape(title), escape(caption));
    let mut svg = String::new();
    let mut put = |line: std::fmt::Arguments| {
        svg.write_fmt(line).expect("a string takes every line");
        svg.push('\n');
    };
    put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-labelledby=\"title caption\">"
    ));
    put(format_args!("<title id=\"title\">{title}</title>"));
    put(format_args!("<desc id=\"caption\">{caption}</desc>"));
    put(format_args!("<style>{STYLE}</style>"));
    put(format_args!("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"));
    put(format_args!("<text class=\"title\" x=\"{MARGIN}\" y=\"{}\">{title}</text>", MARGIN + 8.0));
    put(format_args!(
        "<text class=\"caption\" x=\"{MARGIN}\" y=\"{}\">{caption}</text>",
        MARGIN + 30.0
    ));
    svg
}
