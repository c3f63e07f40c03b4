//! Draws a diagram as SVG, with the layout that the terminal has.

mod inset;
mod node;
mod rows;
mod sheet;
mod silhouette;

use std::collections::HashSet;
use std::fmt::Write as _;

use super::drawn_series::{DrawnStage, ExplainedStep};
use super::graph::{Graph, Inset, TRUE, line_index};
use super::layered::{LayeredEdge, LayeredGraph};
use super::text_graph::NodeTexts;
use engine::{Budget, DiagramKind, Interrupted, SmallDiagram, Target};
use node::{
    NodeLook, Point, RADIUS, STUB, TERMINAL_HALF_SIZE, caption, label_half_width, node, stub,
    terminal,
};
pub(crate) use sheet::{Drawing, SheetSize, SideBySide};
use sheet::{MARGIN, NOTE_HEIGHT, TOP};
pub(crate) use silhouette::Silhouette;

/// Maximum number of nodes for which a drawing shows the terminal 0 by default.
pub const MAX_NODES_WITH_ZERO: usize = 40;

/// The left edge of the first node, which is to the right of the cell names.
const FIRST_NODE_LEFT: f64 = 78.0;
/// The distance from the cell names down to the first nodes in a sideways drawing.
const NAMES_HEIGHT: f64 = 44.0;
/// The ratio of height to width from which the diagram of a single rule is drawn sideways.
const MIN_SIDEWAYS_RATIO: f64 = 1.25;
/// The distance between the middles of two nodes that stand side by side.
const NODE_DISTANCE: f64 = 50.0;

/// Minimum distance between two levels, without the space that edges to 0 take.
const MIN_STEP: f64 = 39.0;

/// Draws a diagram with one level for each variable and the cell names at the left. Edges for a piece
/// are solid, edges for no piece dashed. Edges of the same kind to the same node join before they reach
/// it. If `zero` is true, each edge to the terminal 0 ends beside its node at a 0; otherwise these edges are left
/// out, and the caption mentions it. Nodes have the positions of [`LayeredGraph::of_diagram`], as in the terminal.
///
/// A long and narrow diagram of a single rule is drawn sideways: levels from left to right, the board
/// below. The queens rules of all rows are drawn row by row, as on the board.
///
/// # Errors
/// When the budget ends before the layout is complete.
pub fn svg(graph: &Graph, zero: bool, budget: &Budget) -> Result<String, Interrupted> {
    if graph.is_by_rows && !graph.is_zdd && graph.root() > TRUE {
        return Ok(rows::draw(graph, zero));
    }
    let diagram = graph.small_diagram(budget)?;
    let layout = LayeredGraph::of_diagram(&diagram, None, budget)?;
    let drawing = DiagramDrawing {
        diagram: &diagram,
        layout: &layout,
        title: graph.title().to_owned(),
        stage: None,
        shows_zero: zero,
        inset: graph.inset,
    };
    Ok(drawing.draw(drawing.size()))
}

/// A diagram with the layout of its nodes, and the parts that are drawn.
#[derive(Clone)]
pub(crate) struct DiagramDrawing<'a> {
    pub diagram: &'a SmallDiagram,
    pub layout: &'a LayeredGraph,
    pub title: String,
    /// The stage of a series with this diagram. The drawing has its sentence, marks and numbers.
    pub stage: Option<&'a DrawnStage>,
    /// True if edges to the terminal 0 are drawn.
    pub shows_zero: bool,
    /// The board beside the diagram of a single rule.
    pub inset: Option<Inset>,
}

impl<'a> DiagramDrawing<'a> {
    /// The explanation of the stage's step.
    fn step(&self) -> Option<&'a ExplainedStep> {
        self.stage.and_then(DrawnStage::step)
    }

    /// Lines of text below the title.
    fn lines(&self) -> Vec<String> {
        let has_zero = self.shows_zero || self.diagram.root == Target::False;
        let kind = match self.diagram.kind {
            DiagramKind::Bdd => "",
            DiagramKind::Zdd => " · ZDD: skipped cells have no piece",
            DiagramKind::Tree => " · decision tree",
        };
        let labels = self.stage.and_then(|stage| stage.labels.as_ref());
        let meaning = labels.map_or_else(String::new, |labels| format!(" · {}", labels.meaning));
        let nodes = self.stage.map_or_else(|| self.diagram.size(), |stage| stage.nodes);
        let caption = caption(nodes, has_zero) + kind + &meaning;
        [caption].into_iter().chain(self.step().map(|step| step.sentence.clone())).collect()
    }

    fn placed(&self) -> PlacedDrawing<'a> {
        let zero_space = if self.shows_zero { STUB } else { 0.0 };
        let texts = self.stage.map_or(NodeTexts::Cells, DrawnStage::texts);
        let half_width = match texts {
            NodeTexts::Cells | NodeTexts::Numbers | NodeTexts::Chips(_) => RADIUS,
            NodeTexts::Labels(texts) => texts.first().map_or(RADIUS, |text| label_half_width(text)),
        };
        let scale = NODE_DISTANCE + 1.2 * zero_space + 2.0 * (half_width - RADIUS);
        let left = FIRST_NODE_LEFT + zero_space + half_width;
        let note_height = if self.step().is_some() { NOTE_HEIGHT } else { 0.0 };
        let mut placed = PlacedDrawing {
            drawing: self.clone(),
            texts,
            size: SheetSize::default(),
            scale,
            step: 0.0,
            top: TOP + note_height,
            left,
            half_width,
            right: zero_space + half_width,
            inset: inset::width(self),
            is_sideways: false,
        };
        let (levels, breadth) = (placed.levels() as f64, scale * self.layout.width);
        let wide = |content| sheet::width(content, &self.title, &self.lines());
        // Wide drawings need more space for slanted edges.
        placed.step = (breadth / levels * 0.9).clamp(MIN_STEP + 0.3 * zero_space, 120.0);
        placed.size = SheetSize {
            width: wide(left + breadth + placed.right + placed.inset),
            height: placed.top + (levels - 0.5) * placed.step + MARGIN,
        };
        let is_long = placed.size.height >= MIN_SIDEWAYS_RATIO * placed.size.width;
        if self.inset.is_some() && is_long {
            (placed.is_sideways, placed.left) = (true, NAMES_HEIGHT + zero_space);
            placed.inset = inset::height(self);
            placed.size = SheetSize {
                width: wide(levels * placed.step),
                height: placed.top + placed.left + breadth + placed.right + placed.inset + MARGIN,
            };
        }
        placed
    }
}

impl Drawing for DiagramDrawing<'_> {
    fn size(&self) -> SheetSize {
        self.placed().size
    }

    fn draw(&self, size: SheetSize) -> String {
        let mut placed = self.placed();
        if !placed.is_sideways {
            placed.step = (size.height - MARGIN - placed.top) / (placed.levels() as f64 - 0.5);
        }
        placed.size = size;
        placed.draw()
    }
}

/// A drawing with the coordinates of its parts.
struct PlacedDrawing<'a> {
    drawing: DiagramDrawing<'a>,
    texts: NodeTexts<'a>,
    size: SheetSize,
    /// The distance of neighbours whose coordinates in the layout differ by 1.
    scale: f64,
    /// Half the width of a node.
    half_width: f64,
    /// The distance between two levels.
    step: f64,
    top: f64,
    /// The distance from the names of the levels, or from the margin, to the middle of the first node.
    left: f64,
    /// The distance from the middle of the last node to the right edge of the drawing.
    right: f64,
    /// The space for the small board that shows a single rule: the board's width if it is at the right, its height
    /// if it is below.
    inset: f64,
    /// True if levels are drawn from left to right.
    is_sideways: bool,
}

impl PlacedDrawing<'_> {
    /// Number of levels, including the terminals. A diagram without nodes has only that level.
    fn levels(&self) -> usize {
        if self.drawing.diagram.nodes.is_empty() { 1 } else { self.drawing.layout.levels.len() }
    }

    /// The centre of an item, in upright coordinates.
    fn item_center(&self, item: usize) -> Point {
        let layout = self.drawing.layout;
        let level = layout.level_of[item] + self.levels() - layout.levels.len();
        self.center(level, layout.x[item])
    }

    /// The point on a level with a coordinate of the layout.
    fn center(&self, level: usize, x: f64) -> Point {
        let (along, x) = (self.level_coordinate(level), self.scale * x);
        if self.is_sideways {
            return (self.top + self.left + x, along);
        }
        let breadth = self.scale * self.drawing.layout.width;
        let spare = self.size.width - 2.0 * MARGIN - self.left - breadth - self.right - self.inset;
        (MARGIN + self.left + spare / 2.0 + x, along)
    }

    /// The coordinate of a level: from the top, or from the left if sideways.
    fn level_coordinate(&self, level: usize) -> f64 {
        let first = if self.is_sideways {
            (self.size.width - (self.levels() as f64 - 1.0) * self.step) / 2.0
        } else {
            self.top
        };
        first + level as f64 * self.step
    }

    /// Converts coordinates of the layout, which goes from top to bottom, to coordinates of the drawing, which may go sideways.
    fn to_drawing(&self, (x, y): Point) -> Point {
        if self.is_sideways { (y, x) } else { (x, y) }
    }

    fn draw(&self) -> String {
        let DiagramDrawing { diagram, layout, .. } = self.drawing;
        let mut svg = sheet::svg_start(self.size, &self.drawing.title, &self.drawing.lines());
        svg += &self.level_names();
        if self.inset > 0.0 {
            let (right, top) = if self.is_sideways {
                let middle = f64::midpoint(self.size.width, inset::width(&self.drawing));
                let top = self.size.height - MARGIN - self.inset + 2.0 * inset::GAP;
                (middle - 1.5 * inset::GAP, top)
            } else {
                (self.size.width - MARGIN - inset::GAP, self.top)
            };
            let _ = writeln!(svg, "{}", inset::draw(&self.drawing, right, top));
        }
        let marked = self.drawing.step().map_or(&[][..], |step| &step.nodes);
        let mut drawn = HashSet::new();
        for edge in &layout.edges {
            let kind = if edge.high { "high" } else { "low" };
            let path = self.path(edge, &mut drawn);
            let _ = writeln!(svg, "<path class=\"{kind}\" d=\"{path}\"/>");
        }
        for &item in layout.levels.iter().flatten().filter(|&&item| !layout.is_bend(item)) {
            let at = self.item_center(item);
            if item >= diagram.nodes.len() {
                svg += &terminal(TRUE, self.to_drawing(at));
                continue;
            }
            for high in [false, true] {
                if self.drawing.shows_zero && diagram.nodes[item].target(high) == Target::False {
                    svg += &stub(high, at, self.half_width, |point| self.to_drawing(point));
                }
            }
            let look = NodeLook {
                id: Target::Node(item).number() as u32,
                text: self.texts.of(diagram, item),
                half_width: self.half_width,
                is_marked: marked.contains(&item),
            };
            svg += &node(&look, self.to_drawing(at));
        }
        if diagram.root == Target::False {
            svg += &terminal(super::graph::FALSE, self.to_drawing(self.center(0, 0.0)));
        }
        svg + "</svg>\n"
    }

    /// The cell names of the levels. Every second row (or column, or diagonal) has a band behind it.
    fn level_names(&self) -> String {
        let cells = &self.drawing.diagram.cells;
        let mut svg = String::new();
        for (level, &cell) in cells.iter().enumerate().take(self.levels() - 1) {
            let middle = self.level_coordinate(level);
            let (x, y, width, height, name) = if self.is_sideways {
                let breadth = self.scale * self.drawing.layout.width;
                let high = self.left + breadth + self.right;
                let name = (middle, self.top + 4.5);
                (middle - self.step / 2.0, self.top - 20.0, self.step, high + 30.0, name)
            } else {
                let name = (MARGIN + 44.0, middle + 4.5);
                let width = self.size.width - 2.0 * MARGIN;
                (MARGIN, middle - self.step / 2.0, width, self.step, name)
            };
            if line_index(cells, cell).is_some_and(|line| line % 2 == 0) {
                svg += &sheet::band((x, y), (width, height));
            }
            let class = if self.is_sideways { "level above" } else { "level" };
            let (x, y) = name;
            let _ =
                writeln!(svg, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{cell}</text>");
        }
        svg
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
                Some(_) => (self.item_center(item), self.slope(item)),
                None => self.arrival(before, item),
            };
            // Flat curves would cross their neighbours.
            let reach = 0.42 * (end.0 - here.0).hypot(end.1 - here.1).min(1.5 * self.step);
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

    /// The direction of an edge in a bend. It is vertical if the edge turns from left to right or from
    /// right to left.
    fn slope(&self, bend: usize) -> Point {
        let layout = self.drawing.layout;
        // The first edge through the bend.
        let [above, at, below] = [layout.above[bend][0], bend, layout.below[bend][0]]
            .map(|item| self.scale * layout.x[item]);
        let (come, go) = (at - above, below - at);
        if come * go <= 0.0 {
            return (0.0, 1.0);
        }
        let by = if come.abs() < go.abs() { come } else { go };
        let length = by.hypot(self.step);
        (by / length, self.step / length)
    }

    /// The point where an edge from `before` touches a node, and the edge's direction there.
    fn arrival(&self, before: usize, item: usize) -> (Point, Point) {
        let ((x, y), (from, _)) = (self.item_center(item), self.item_center(before));
        if item < self.drawing.diagram.nodes.len() {
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
        let twin = edge.twin.map(|twin| angle(&self.drawing.layout.edges[twin]));
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
