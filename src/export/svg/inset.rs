//! Draws the board beside the diagram of a single rule, with the cells of the rule.

use std::fmt::Write as _;

use super::DiagramDrawing;
use crate::picture::art_path;
use geometry::Size;

/// Space between the diagram and the board, and to the right of the board.
pub(super) const GAP: f64 = 20.0;
/// Maximum length of the longer side of the board.
const MAX_BOARD_SIDE: f64 = 210.0;
/// Maximum side of a cell.
const MAX_CELL_SIDE: f64 = 30.0;
/// The ratio of the side of a piece to the side of its cell.
const PIECE_RATIO: f64 = 0.75;
/// Maximum number of rows or columns of a board that is drawn. Cells of larger boards would be too
/// small.
const MAX_DRAWN_SIDE: u16 = 26;

fn cell_side(size: Size) -> f64 {
    (MAX_BOARD_SIDE / f64::from(size.rows().max(size.columns()))).min(MAX_CELL_SIDE)
}

/// The size of the board; `None` if no board is drawn.
fn board(drawing: &DiagramDrawing<'_>) -> Option<Size> {
    let size = drawing.inset.map(|place| place.size);
    size.filter(|size| size.rows() <= MAX_DRAWN_SIDE && size.columns() <= MAX_DRAWN_SIDE)
}

/// The width of the board and its margins; 0 without a board.
pub(super) fn width(drawing: &DiagramDrawing<'_>) -> f64 {
    board(drawing).map_or(0.0, |size| 3.0 * GAP + cell_side(size) * f64::from(size.columns()))
}

/// The height of the board and its margins; 0 without a board.
pub(super) fn height(drawing: &DiagramDrawing<'_>) -> f64 {
    board(drawing).map_or(0.0, |size| 2.0 * GAP + cell_side(size) * f64::from(size.rows()))
}

/// Draws the board with this upper right corner.
pub(super) fn draw(drawing: &DiagramDrawing<'_>, right: f64, top: f64) -> String {
    let mut svg = String::from("<g>");
    let Some(inset) = drawing.inset else { return String::new() };
    let (size, step) = (inset.size, cell_side(inset.size));
    let left = right - step * f64::from(size.columns());
    for cell in size.iter() {
        let x = left + step * f64::from(cell.column());
        let y = top + step * f64::from(size.rows() - 1 - cell.row());
        let named = if drawing.diagram.cells.contains(&cell) { " named" } else { "" };
        let _ = write!(
            svg,
            "<rect class=\"inset{named}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{step:.1}\" height=\"{step:.1}\"/>"
        );
        let (x, y) = (x + step / 2.0, y + step / 2.0);
        if let Some((_, art)) = inset.piece.filter(|&(at, _)| at == cell) {
            let (path, longer) = art_path(art);
            let scale = step * PIECE_RATIO / longer;
            let (x, y) = (x - step * PIECE_RATIO / 2.0, y - step * PIECE_RATIO / 2.0);
            let _ = write!(
                svg,
                "<path style=\"stroke:none;fill:#1d3f72\" \
                 transform=\"translate({x:.1} {y:.1}) scale({scale:.3})\" d=\"{path}\"/>"
            );
        } else if !named.is_empty() && step >= 16.0 {
            let _ = write!(
                svg,
                "<text style=\"font-size:{:.0}px\" x=\"{x:.1}\" y=\"{:.1}\">{cell}</text>",
                step * 0.36,
                y + step * 0.13
            );
        }
    }
    svg.push_str("</g>");
    svg
}
