//! Draws the queens rules of all rows as on the board: a line of nodes for each row, the first row at
//! the top. The edge for a piece goes down to the next row. The edge for no piece goes to the next
//! cell, or from the last cell of a row to 0.

use std::fmt::Write as _;

use super::node::{NodeLook, Point, RADIUS, TERMINAL_HALF_SIZE, caption, node, terminal};
use super::sheet::{self, MARGIN, SheetSize, TOP};
use crate::graph::{FALSE, Graph, TRUE};
use engine::bdd::InnerNode;
use geometry::Cell;

/// The left edge of the first column, which is to the right of the row names.
const LEFT: f64 = MARGIN + 76.0;
/// The distance between columns.
const COLUMN_DISTANCE: f64 = 54.0;
/// The distance between rows.
const ROW_DISTANCE: f64 = 76.0;
/// The distance from the middle of a row down to the horizontal part of its edges.
const EDGE_DROP: f64 = 40.0;
/// The radius of the corners of edges.
const CORNER: f64 = 12.0;

struct RowsDrawing<'a> {
    graph: &'a Graph,
    rows: u16,
    columns: u16,
}

/// Draws the queens rules of all rows.
pub(super) fn draw(graph: &Graph, zero: bool) -> String {
    let sides = |side: fn(&Cell) -> u16| graph.cells().iter().map(side).max().unwrap_or(0) + 1;
    let figure =
        RowsDrawing { graph, rows: sides(|cell| cell.row()), columns: sides(|cell| cell.column()) };
    figure.draw(zero)
}

impl RowsDrawing<'_> {
    fn draw(&self, zero: bool) -> String {
        let lines = [caption(self.graph.size(), zero)];
        let right = self.node_center(FALSE).0 + TERMINAL_HALF_SIZE.0;
        let width = sheet::width(right - MARGIN, self.graph.title(), &lines);
        let height = self.node_center(TRUE).1 + TERMINAL_HALF_SIZE.1 + MARGIN;
        let size = SheetSize { width, height };
        let mut svg = sheet::svg_start(size, self.graph.title(), &lines);
        for row in 0..self.rows {
            let middle = row_middle(row);
            if row % 2 == 0 {
                let corner = (MARGIN, middle - ROW_DISTANCE / 2.0);
                svg += &sheet::band(corner, (width - 2.0 * MARGIN, ROW_DISTANCE));
            }
            let _ = writeln!(
                svg,
                "<text class=\"level\" x=\"{:.1}\" y=\"{:.1}\">row {}</text>",
                LEFT - 22.0,
                middle + 4.5,
                row + 1
            );
        }
        for edges_to_zero in [true, false] {
            for InnerNode { id, low, high, .. } in self.graph.nodes().rev() {
                if (low == FALSE) == edges_to_zero && (zero || low != FALSE) {
                    let faint = if low == FALSE { " to-zero" } else { "" };
                    let _ = writeln!(
                        svg,
                        "<path class=\"low{faint}\" d=\"{}\"/>",
                        self.low_edge_path(id, low)
                    );
                }
                if !edges_to_zero {
                    let _ = writeln!(
                        svg,
                        "<path class=\"high\" d=\"{}\"/>",
                        self.high_edge_path(id, high)
                    );
                }
            }
        }
        for InnerNode { id, variable, .. } in self.graph.nodes() {
            let text = self.graph.cells()[variable.index()].to_string();
            let look = NodeLook { id, text, half_width: RADIUS, is_marked: false };
            svg += &node(&look, self.node_center(id));
        }
        for id in self.graph.terminals().filter(|&id| id == TRUE || zero) {
            svg += &terminal(id, self.node_center(id));
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The centre of a node. An inner node is in the column of its cell. The terminal 1 is below the
    /// first column, and the terminal 0 to the right of the last column.
    fn node_center(&self, id: u32) -> Point {
        let column = |column: u16| LEFT + RADIUS + f64::from(column) * COLUMN_DISTANCE;
        match id {
            TRUE => (column(0), row_middle(self.rows)),
            FALSE => (column(self.columns), row_middle(self.rows)),
            _ => {
                // Each cell has one node. The node of the last cell is the first.
                let cell = self.graph.cells()[self.graph.size() - 1 - id as usize];
                (column(cell.column()), row_middle(cell.row()))
            }
        }
    }

    /// The path of the edge for no piece: to the next cell of the row, or from the last cell to 0.
    fn low_edge_path(&self, id: u32, to: u32) -> String {
        let ((x, y), (end, bottom)) = (self.node_center(id), self.node_center(to));
        if to == FALSE {
            // The edges of later rows join the edge of the first row.
            let joint = y + CORNER;
            let last = if y > row_middle(0) { joint } else { bottom - TERMINAL_HALF_SIZE.1 };
            return format!(
                "M{:.1} {y:.1}H{:.1}Q{end:.1} {y:.1} {end:.1} {joint:.1}V{last:.1}",
                x + RADIUS,
                end - CORNER
            );
        }
        format!("M{:.1} {y:.1}H{:.1}", x + RADIUS, end - RADIUS)
    }

    /// The path of the edge for a piece: down to the first cell of the next row, or to 1.
    fn high_edge_path(&self, id: u32, to: u32) -> String {
        let ((x, y), (end, below)) = (self.node_center(id), self.node_center(to));
        let (start, below) =
            (y + RADIUS, below - if to == TRUE { TERMINAL_HALF_SIZE.1 } else { RADIUS });
        if (end - x).abs() < 1.0 {
            return format!("M{x:.1} {start:.1}V{below:.1}");
        }
        let (along, corner) = (y + EDGE_DROP, CORNER.copysign(end - x));
        format!(
            "M{x:.1} {start:.1}V{:.1}Q{x:.1} {along:.1} {:.1} {along:.1}H{:.1}Q{end:.1} {along:.1} {end:.1} {:.1}V{below:.1}",
            along - CORNER,
            x + corner,
            end - corner,
            along + CORNER
        )
    }
}

fn row_middle(row: u16) -> f64 {
    TOP + CORNER + f64::from(row) * ROW_DISTANCE
}
