//! Draws a diagram as SVG. The layout is computed level by level first.

mod inset;
mod layout;
mod node;
mod rows;
mod sheet;
mod silhouette;

use std::collections::HashSet;
use std::fmt::Write as _;

use super::graph::{FALSE, Graph, TRUE, line_index};
use super::layered::LayeredEdge;
use engine::{Budget, Interrupted};
use layout::Layout;
use node::{Point, RADIUS, TERMINAL_HALF_SIZE, caption, node, terminal};
use sheet::{MARGIN, TOP};
pub use silhouette::silhouette;

/// Maximum number of nodes for which a drawing shows the terminal 0 by default.
pub const MOST_WITH_ZERO: usize = 40;

/// The left edge of the first node, which is to the right of the cell names.
const FIRST_NODE_LEFT: f64 = 78.0;
/// The distance from the cell names down to the first nodes in a sideways drawing.
const NAMES_HEIGHT: f64 = 44.0;
/// The ratio of height to width from which the diagram of a single rule is drawn sideways.
const MIN_SIDEWAYS_RATIO: f64 = 1.25;

/// Draws a diagram with one level for each variable and the cell names at the left. Edges for a piece
/// are solid, edges for no piece dashed. Edges of the same kind to the same node join before they reach
/// it. If `zero` is false, the terminal 0 and the edges to it are left out, and the caption mentions
/// it.
///
/// A long and narrow diagram of a single rule is drawn sideways: levels from left to right, the board
/// below. The queens rules of all rows are drawn row by row, as on the board.
///
/// # Errors
/// When the budget ends before the layout is complete.
pub fn svg(graph: &Graph, zero: bool, budget: &Budget) -> Result<String, Interrupted> {
    let zero = zero || graph.root() == FALSE;
    if graph.is_by_rows && graph.root() > TRUE {
        return Ok(rows::draw(graph, zero));
    }
    let layout = Layout::new(graph, zero, budget)?;
    Ok(GraphDrawing::new(graph, &layout, zero).draw())
}

struct GraphDrawing<'a> {
    graph: &'a Graph,
    layout: &'a Layout,
    shows_zero: bool,
    /// The distance between two levels.
    step: f64,
    top: f64,
    width: f64,
    height: f64,
    /// The space for the small board that shows a single rule: the board's width if it is at the right, its height
    /// if it is below.
    inset: f64,
    /// True if levels are drawn from left to right.
    sideways: bool,
}

impl<'a> GraphDrawing<'a> {
    fn new(graph: &'a Graph, layout: &'a Layout, zero: bool) -> Self {
        let levels = layout.levels.len().max(1) as f64;
        // Wide drawings need more space for slanted edges.
        let step = (layout.width / levels * 0.9).clamp(39.0, 120.0);
        let inset = inset::width(graph);
        let content = FIRST_NODE_LEFT + RADIUS + layout.width + RADIUS + inset;
        let caption = caption(graph, zero);
        let wide = |content| sheet::width(content, graph.title(), &caption);
        let top = TOP;
        let (width, height) = (wide(content), top + (levels - 0.5) * step + MARGIN);
        let upright = Self {
            graph,
            layout,
            shows_zero: zero,
            step,
            top,
            width,
            height,
            inset,
            sideways: false,
        };
        if graph.inset.is_none() || height < MIN_SIDEWAYS_RATIO * width {
            return upright;
        }
        let (width, inset) = (wide(levels * step), inset::height(graph));
        let height = top + NAMES_HEIGHT + layout.width + RADIUS + inset + MARGIN;
        Self { width, height, inset, sideways: true, ..upright }
    }

    /// The centre of an item, in upright coordinates.
    fn item_center(&self, item: usize) -> Point {
        let (along, x) = (self.level_coordinate(self.layout.level(item)), self.layout.x(item));
        if self.sideways {
            return (self.top + NAMES_HEIGHT + x, along);
        }
        let taken = FIRST_NODE_LEFT + 2.0 * RADIUS + self.layout.width + self.inset;
        let spare = self.width - 2.0 * MARGIN - taken;
        (MARGIN + FIRST_NODE_LEFT + RADIUS + spare / 2.0 + x, along)
    }

    /// The coordinate of a level: from the top, or from the left if sideways.
    fn level_coordinate(&self, level: usize) -> f64 {
        let first = if self.sideways {
            (self.width - (self.layout.levels.len() as f64 - 1.0) * self.step) / 2.0
        } else {
            self.top
        };
        first + level as f64 * self.step
    }

    /// Converts coordinates of the layout from top to bottom to those of the drawing, which may be sideways.
    fn to_drawing(&self, (x, y): Point) -> Point {
        if self.sideways { (y, x) } else { (x, y) }
    }

    fn draw(&self) -> String {
        let caption = caption(self.graph, self.shows_zero);
        let mut svg = sheet::svg_start(self.width, self.height, self.graph.title(), &caption);
        svg += &self.levels();
        if self.inset > 0.0 {
            let (right, top) = if self.sideways {
                let middle = f64::midpoint(self.width, inset::width(self.graph));
                (middle - 1.5 * inset::GAP, self.height - MARGIN - self.inset + 2.0 * inset::GAP)
            } else {
                (self.width - MARGIN - inset::GAP, self.top)
            };
            let _ = writeln!(svg, "{}", inset::draw(self.graph, right, top));
        }
        let mut drawn = HashSet::new();
        let (faint, strong): (Vec<&LayeredEdge>, Vec<&LayeredEdge>) =
            self.layout.edges().iter().partition(|edge| self.layout.leads_to_zero(edge));
        for edge in faint.into_iter().chain(strong) {
            let kind = if edge.high { "high" } else { "low" };
            let faint = if self.layout.leads_to_zero(edge) { " to-zero" } else { "" };
            let path = self.path(edge, &mut drawn);
            let _ = writeln!(svg, "<path class=\"{kind}{faint}\" d=\"{path}\"/>");
        }
        for item in self.layout.items() {
            if let Some(id) = self.layout.node(item) {
                let _ = writeln!(svg, "{}", self.node(item, id));
            }
        }
        let _ = writeln!(svg, "</svg>");
        svg
    }

    /// The cell names of the levels. Every second row (or column, or diagonal) has a band behind it.
    fn levels(&self) -> String {
        let cell =
            |level: usize| self.layout.levels[level].map(|variable| self.graph.cells()[variable]);
        let mut svg = String::new();
        for level in 0..self.layout.levels.len() {
            let Some(cell) = cell(level) else { continue };
            let middle = self.level_coordinate(level);
            let (x, y, width, height, name) = if self.sideways {
                let high = NAMES_HEIGHT + self.layout.width + RADIUS;
                let name = (middle, self.top + 4.5);
                (middle - self.step / 2.0, self.top - 20.0, self.step, high + 30.0, name)
            } else {
                let name = (MARGIN + 44.0, middle + 4.5);
                (MARGIN, middle - self.step / 2.0, self.width - 2.0 * MARGIN, self.step, name)
            };
            if line_index(self.graph.cells(), cell).is_some_and(|line| line % 2 == 0) {
                svg += &sheet::band((x, y), (width, height));
            }
            let class = if self.sideways { "level above" } else { "level" };
            let (x, y) = name;
            let _ =
                writeln!(svg, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{cell}</text>");
        }
        svg
    }

    fn node(&self, item: usize, id: u32) -> String {
        let at = self.to_drawing(self.item_center(item));
        let level = self.layout.levels[self.layout.level(item)];
        match level.filter(|_| id > TRUE) {
            Some(variable) => node(id, self.graph.cells()[variable], at),
            None => terminal(id, at),
        }
    }

    /// The path of an edge. It ends at the bend where it joins an edge that is already drawn.
    fn path(&self, edge: &LayeredEdge, drawn: &mut HashSet<usize>) -> String {
        let from = self.item_center(edge.from);
        let lean = self.departure_angle(edge);
        let mut tangent = (lean.sin(), lean.cos());
        let mut here = (from.0 + RADIUS * tangent.0, from.1 + RADIUS * tangent.1);
        let start = self.to_drawing(here);
        let mut path = format!("M{:.1} {:.1}", start.0, start.1);
        let mut before = edge.from;
        for (index, &item) in edge.path.iter().enumerate() {
            let (end, arriving) = match edge.path.get(index + 1) {
                Some(_) => (self.item_center(item), self.layout.slope(item, self.step)),
                None => self.arrival(before, item),
            };
            let reach = 0.42 * ((end.0 - here.0).powi(2) + (end.1 - here.1).powi(2)).sqrt();
            let leave = (here.0 + tangent.0 * reach, here.1 + tangent.1 * reach);
            let arrive = (end.0 - arriving.0 * reach, end.1 - arriving.1 * reach);
            let points = [leave, arrive, end].map(|point| self.to_drawing(point));
            let points = points.map(|(x, y)| format!("{x:.1} {y:.1}"));
            path.push('C');
            path.push_str(&points.join(" "));
            if index + 1 < edge.path.len() && !drawn.insert(item) {
                break;
            }
            (before, here, tangent) = (item, end, arriving);
        }
        path
    }

    /// The point where an edge from `before` touches a node, and the edge's direction there.
    fn arrival(&self, before: usize, item: usize) -> (Point, Point) {
        let ((x, y), (from, _)) = (self.item_center(item), self.item_center(before));
        if self.layout.node(item).is_some_and(|id| id > TRUE) {
            let lean = ((x - from) / self.step).atan().clamp(-0.8, 0.8);
            let tangent = (lean.sin(), lean.cos());
            return ((x - RADIUS * tangent.0, y - RADIUS * tangent.1), tangent);
        }
        let aside =
            ((from - x) * 0.3).clamp(4.0 - TERMINAL_HALF_SIZE.0, TERMINAL_HALF_SIZE.0 - 4.0);
        ((x + aside, y - TERMINAL_HALF_SIZE.1), (0.0, 1.0))
    }

    /// The angle of an edge to the vertical where it leaves its node, in radians, positive to the
    /// right. The two edges of a node have different angles.
    fn departure_angle(&self, edge: &LayeredEdge) -> f64 {
        let angle = |edge: &LayeredEdge| {
            let (x, _) = self.item_center(edge.from);
            let (to, _) = self.item_center(edge.path[0]);
            ((to - x) / self.step).atan().clamp(-0.9, 0.9)
        };
        let own = angle(edge);
        let twin = edge.twin.map(|twin| angle(&self.layout.edges()[twin]));
        match twin {
            Some(other) if (own - other).abs() < 0.6 => {
                let middle = f64::midpoint(own, other);
                let right = own > other || (own - other).abs() < 1e-6 && edge.high;
                middle + if right { 0.3 } else { -0.3 }
            }
            _ => own,
        }
    }
}
