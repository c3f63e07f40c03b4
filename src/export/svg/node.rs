//! The elements of a diagram that all arrangements share.

use crate::graph::TRUE;

/// The radius of a node.
pub(super) const RADIUS: f64 = 14.0;
/// Half the width and half the height of a terminal's box.
pub(super) const TERMINAL_HALF_SIZE: (f64, f64) = (14.0, 13.0);
/// Length of an edge to 0 beside a node, including the 0.
pub(super) const STUB: f64 = STUB_LINE + 2.0 * STUB_HALF_SIDE;
const STUB_LINE: f64 = 10.0;
/// Half the side of the box of a 0 beside a node.
const STUB_HALF_SIDE: f64 = 6.0;

/// A point on the drawing: x to the right, y down.
pub(super) type Point = (f64, f64);

/// The appearance of a node in a drawing.
pub(super) struct NodeLook {
    /// The number of the node.
    pub id: u32,
    pub text: String,
    /// Half the width, which is more than [`RADIUS`] for long texts.
    pub half_width: f64,
    pub is_marked: bool,
}

/// Half the width of a node with this text and others of the same length.
pub(super) fn label_half_width(text: &str) -> f64 {
    (text.chars().count() as f64 * 3.6 + 6.0).max(RADIUS)
}

/// Draws a node: a circle, or a rectangle with round ends.
pub(super) fn node(look: &NodeLook, (x, y): Point) -> String {
    let NodeLook { id, text, half_width, is_marked } = look;
    let is_small = *half_width == RADIUS && text.len() > 3;
    let size = if is_small { " style=\"font-size:9px\"" } else { "" };
    let marked = if *is_marked { " marked" } else { "" };
    let shape = if *half_width > RADIUS {
        let (left, top) = (x - half_width, y - RADIUS);
        let (width, height) = (2.0 * half_width, 2.0 * RADIUS);
        format!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height}\" rx=\"{RADIUS}\"/>"
        )
    } else {
        format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>")
    };
    format!(
        "<g class=\"node{marked}\" id=\"n{id}\">{shape}<text x=\"{x:.1}\" y=\"{:.1}\"{size}>{}</text></g>\n",
        y + 4.0,
        text.trim()
    )
}

pub(super) fn terminal(id: u32, (x, y): Point) -> String {
    let class = if id == TRUE { "one" } else { "zero" };
    let (left, top) = (x - TERMINAL_HALF_SIZE.0, y - TERMINAL_HALF_SIZE.1);
    format!(
        "<g class=\"terminal {class}\" id=\"n{id}\"><rect x=\"{left:.1}\" y=\"{top:.1}\" \
         width=\"{}\" height=\"{}\" rx=\"3\"/><text x=\"{x:.1}\" y=\"{:.1}\">{id}</text></g>\n",
        2.0 * TERMINAL_HALF_SIZE.0,
        2.0 * TERMINAL_HALF_SIZE.1,
        y + 5.5
    )
}

/// Draws an edge to the terminal 0 beside its node, the high edge at the right. The node is at a point of the layout,
/// which `to_drawing` converts.
pub(super) fn stub(
    high: bool,
    (x, y): Point,
    half_width: f64,
    to_drawing: impl Fn(Point) -> Point,
) -> String {
    let (class, side) = if high { ("high", 1.0) } else { ("low", -1.0) };
    let at = |distance: f64| to_drawing((x + side * (half_width + distance), y));
    let ((from_x, from_y), (to_x, to_y)) = (at(0.0), at(STUB_LINE));
    let (x, y) = at(STUB_LINE + STUB_HALF_SIDE);
    format!(
        "<g class=\"stub\"><path class=\"{class}\" d=\"M{from_x:.1} {from_y:.1}L{to_x:.1} {to_y:.1}\"/>\
         <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side}\" height=\"{side}\" rx=\"2\"/>\
         <text x=\"{x:.1}\" y=\"{:.1}\">0</text></g>\n",
        x - STUB_HALF_SIDE,
        y - STUB_HALF_SIDE,
        y + 3.6,
        side = 2.0 * STUB_HALF_SIDE
    )
}

/// The caption of a diagram with `nodes` nodes, terminals included.
pub(super) fn caption(nodes: usize, zero: bool) -> String {
    let without = if zero { "" } else { " · edges to 0 are left out" };
    format!("{nodes} nodes · solid: a piece, dashed: none{without}")
}
