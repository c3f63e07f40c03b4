//! The elements of a diagram that all arrangements share.

use crate::graph::{Graph, TRUE};
use geometry::Cell;

/// The radius of a node.
pub(super) const RADIUS: f64 = 14.0;
/// Half the width and half the height of a terminal's box.
pub(super) const TERMINAL_HALF_SIZE: (f64, f64) = (14.0, 13.0);

/// A point on the drawing: x to the right, y down.
pub(super) type Point = (f64, f64);

/// Draws a node with the name of its cell.
pub(super) fn node(id: u32, cell: Cell, (x, y): Point) -> String {
    let name = cell.to_string();
    let size = if name.len() > 3 { " style=\"font-size:9px\"" } else { "" };
    format!(
        "<g class=\"node\" id=\"n{id}\"><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>\
         <text x=\"{x:.1}\" y=\"{:.1}\"{size}>{name}</text></g>",
        y + 4.0
    )
}

pub(super) fn terminal(id: u32, (x, y): Point) -> String {
    let class = if id == TRUE { "one" } else { "zero" };
    let (left, top) = (x - TERMINAL_HALF_SIZE.0, y - TERMINAL_HALF_SIZE.1);
    format!(
        "<g class=\"terminal {class}\" id=\"n{id}\"><rect x=\"{left:.1}\" y=\"{top:.1}\" \
         width=\"{}\" height=\"{}\" rx=\"3\"/><text x=\"{x:.1}\" y=\"{:.1}\">{id}</text></g>",
        2.0 * TERMINAL_HALF_SIZE.0,
        2.0 * TERMINAL_HALF_SIZE.1,
        y + 5.5
    )
}

pub(super) fn caption(graph: &Graph, zero: bool) -> String {
    let without = if zero { "" } else { " · edges to 0 are left out" };
    format!("{} nodes · solid: a piece, dashed: none{without}", graph.size())
}
