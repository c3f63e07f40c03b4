//! Several pictures on one sheet of paper.

use std::fmt::Write as _;

use super::{BoardDrawing, MARGIN, Picture};
use crate::face::{Palette, Tint};
use crate::xml::escape;

/// An A4 sheet, in pixels of 1/96 inch.
const WIDTH: i32 = 794;
const HEIGHT: i32 = 1123;

/// Draws the pictures as SVG on one A4 sheet in portrait format, row by row. All have the same scale,
/// which is as large as fits, but at most 1. `name` is the title that programs show.
pub fn sheet(pictures: &[Picture], name: &str) -> String {
    let drawings: Vec<BoardDrawing> = pictures.iter().map(BoardDrawing::new).collect();
    let extents: Vec<(i32, i32)> = drawings.iter().map(BoardDrawing::extent).collect();
    let cell = (
        extents.iter().map(|extent| extent.0).max().unwrap_or(1),
        extents.iter().map(|extent| extent.1).max().unwrap_or(1),
    );
    let (columns, scale) = columns_and_scale(drawings.len(), cell);
    let width = f64::from(WIDTH - 2 * MARGIN) / columns as f64;
    let paper = pictures.first().map_or(Palette::LIGHT.window, Picture::paper);
    let size = "width=\"210mm\" height=\"297mm\"";
    let mut svg = svg_start((WIDTH, HEIGHT), size, name, paper);
    for (index, drawing) in drawings.iter().enumerate() {
        let (row, column) = (index / columns, index % columns);
        let left = f64::from(MARGIN) + width * column as f64;
        let x = left + (width - f64::from(drawing.extent().0) * scale) / 2.0;
        let y = f64::from(MARGIN) + f64::from(cell.1) * scale * row as f64;
        let _ = writeln!(svg, "<g transform=\"translate({x:.2} {y:.2}) scale({scale:.4})\">");
        svg = svg + &drawing.content() + "</g>\n";
    }
    svg + "</svg>\n"
}

/// The start of an SVG drawing: width and height of the view, size attributes, name and background.
pub(super) fn svg_start(
    (width, height): (i32, i32),
    size: &str,
    name: &str,
    ground: Tint,
) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" {size} \
         shape-rendering=\"crispEdges\" font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" \
         role=\"img\" aria-labelledby=\"title\">\n<title id=\"title\">{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        escape(name),
        ground.rgb
    )
}

/// The number of columns with the largest scale for pictures of this size, and that scale.
fn columns_and_scale(number: usize, (width, height): (i32, i32)) -> (usize, f64) {
    let scale = |columns: usize| {
        let rows = number.div_ceil(columns).max(1);
        let across = f64::from(WIDTH - 2 * MARGIN) / (columns as f64 * f64::from(width));
        let down = f64::from(HEIGHT - 2 * MARGIN) / (rows as f64 * f64::from(height));
        across.min(down).min(1.0)
    };
    let all = (1..=number.max(1)).map(|columns| (columns, scale(columns)));
    all.max_by(|(a, first), (b, second)| first.total_cmp(second).then(b.cmp(a))).unwrap_or((1, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_as_large_as_the_sheet_allows() {
        let square = (500, 550);
        assert_eq!(columns_and_scale(1, square), (1, 1.0));
        // Two pictures are larger below each other than side by side.
        assert_eq!(columns_and_scale(2, square).0, 1);
        assert_eq!(columns_and_scale(4, square).0, 2);
        assert_eq!(columns_and_scale(6, square).0, 2);
        assert_eq!(columns_and_scale(12, square).0, 3);
        for number in 1..40 {
            let (columns, scale) = columns_and_scale(number, square);
            let rows = number.div_ceil(columns);
            assert!(columns as f64 * 500.0 * scale < f64::from(WIDTH), "{number}");
            assert!(rows as f64 * 550.0 * scale < f64::from(HEIGHT), "{number}");
        }
    }
}
