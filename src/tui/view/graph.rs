//! The graph next to board and panel: the diagram node by node, of the position or of the rules so far.

use std::cmp::Ordering;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::panel::{level, rows};
use super::print::{Surface, print, print_lines};
use crate::look::GraphLayout;
use crate::model::{Growing, Hit, Mode, Model};
use crate::parts::graph::{self, Chip, GraphContent, GraphStyles};
use crate::parts::silhouette::{self, Silhouette};
use crate::parts::{Frame, Styles, grouped, wrap};
use engine::{Remaining, SmallDiagram, Target};
use problem::Decisions;
use session::{DrawnDiagram, DrawnOrder};

/// Number of columns of the frame's upper line besides the title and the facts: corners, lines and gaps.
const LINES: usize = 9;

/// Draws the graph, if there is one.
pub(super) fn render(surface: &mut Surface<'_>, model: &Model) {
    let area = model.layout.graph.intersection(surface.buffer.area);
    if area.is_empty() {
        return;
    }
    surface.hits.add(area, Hit::Graph);
    if let Some(growing) = model.growing() {
        render_stage(surface, area, model, growing);
    } else if let Some(drawn) = model.drawn() {
        render_position(surface, area, model, drawn);
    }
}

/// Draws the diagram of the rules or of earlier decisions, with the part that remains in the present position.
fn render_position(surface: &mut Surface<'_>, area: Rect, model: &Model, drawn: &DrawnDiagram) {
    let styles = Styles::of(&model.look());
    let remaining = drawn.remaining(model.session.problem());
    let title = match drawn.order {
        DrawnOrder::RowMajor => "diagram".to_owned(),
        order => format!("diagram, {}", order.name()),
    };
    let room = usize::from(area.width).saturating_sub(title.len() + LINES);
    let facts = match model.graph.order {
        order if order != drawn.order => vec![format!("{} {}", order.name(), styles.ellipsis())],
        _ => facts(drawn, &remaining),
    };
    let fact = facts.into_iter().find(|fact| fact.chars().count() <= room).unwrap_or_default();
    let frame = Frame { title: &title, fact: Line::styled(fact, styles.dim), is_over: false };
    let inside = frame.render(surface.buffer, area, &styles);
    let decisions = model.session.decisions();
    render_graph(surface, inside, model, (&drawn.diagram, &remaining, decisions));
}

/// Texts about the number of nodes, from long to short.
fn facts(drawn: &DrawnDiagram, remaining: &Remaining) -> Vec<String> {
    let (all, left) = (drawn.diagram.size(), remaining.size());
    let short = if left == all { format!("{all} nodes") } else { format!("{left} of {all} nodes") };
    let long = if left == all { short.clone() } else { format!("{short} remain") };
    if drawn.order == DrawnOrder::RowMajor {
        return vec![long, short];
    }
    let by_rows = drawn.row_major;
    let percent = (all.abs_diff(by_rows) * 100 + by_rows / 2) / by_rows.max(1);
    let (gain, sign) = match all.cmp(&by_rows) {
        Ordering::Less => (format!("{} fewer than row-major", by_rows - all), '-'),
        Ordering::Equal => ("as many as row-major".to_owned(), '±'),
        Ordering::Greater => (format!("{} more than row-major", all - by_rows), '+'),
    };
    let sign = if percent == 0 { "0".to_owned() } else { format!("{sign}{percent}") };
    vec![
        format!("{long}, {gain} ({sign} %)"),
        format!("{short}, {gain}"),
        format!("{short} ({sign} %)"),
        short,
    ]
}

/// Draws the diagram of the rules so far, as a graph or as a silhouette.
fn render_stage(surface: &mut Surface<'_>, area: Rect, model: &Model, growing: &Growing) {
    let styles = Styles::of(&model.look());
    let stage = growing.stage();
    let nodes = match stage.nodes {
        1 => "1 node".to_owned(),
        nodes => format!("{} nodes", grouped(nodes)),
    };
    let frame = Frame { title: &stage.part, fact: Line::styled(nodes, styles.dim), is_over: false };
    let inside = frame.render(surface.buffer, area, &styles);
    if let Some(diagram) = &stage.diagram {
        let decisions = Decisions::default();
        let remaining = diagram.remaining(&decisions);
        render_graph(surface, inside, model, (diagram, &remaining, &decisions));
    } else {
        render_silhouette(surface.buffer, inside, model, &stage.levels);
    }
}

/// Draws the number of nodes of each level, below the reason why there is no graph.
fn render_silhouette(buffer: &mut Buffer, area: Rect, model: &Model, levels: &[usize]) {
    let styles = Styles::of(&model.look());
    let reason = Line::styled(graph::too_large(), styles.dim);
    let lines = wrap::wrap(&reason, area.width, 0);
    let used = lines.len() as u16 + 1;
    print_lines(buffer, area, lines);
    let picture = Silhouette {
        whole: levels,
        lit: levels,
        rows: &rows(model.session.rules()),
        cursor: level(model, model.cursor),
    };
    let below = Rect { y: area.y + used, height: area.height.saturating_sub(used), ..area };
    silhouette::vertical(buffer, below.intersection(area), &picture, &styles);
}

/// Draws the legend, and the graph below it.
fn render_graph(
    surface: &mut Surface<'_>,
    area: Rect,
    model: &Model,
    (diagram, remaining, decisions): (&SmallDiagram, &Remaining, &Decisions),
) {
    let (look, styles) = (model.look(), Styles::of(&model.look()));
    let inks = GraphStyles::of(&look);
    let chip = |node: usize| {
        if !remaining.nodes[node] {
            Chip::Gone
        } else if decisions.get(diagram.cell(node)).is_some() {
            Chip::Decided
        } else if remaining.edge(node, false) {
            Chip::Open
        } else {
            Chip::Forced
        }
    };
    let chips: Vec<Chip> = (0..diagram.nodes.len()).map(chip).collect();
    let meaning = match diagram.root {
        Target::False => Line::styled("no solution: only the terminal 0 is left", styles.dim),
        Target::True => Line::styled("all holds: only the terminal 1 is left", styles.dim),
        Target::Node(_) => fitting(inks.meaning(&chips, &styles), area.width),
    };
    print(surface.buffer, Rect { height: area.height.min(1), ..area }, meaning);
    let graph = GraphContent {
        diagram,
        layout: &model.graph.layout,
        remaining,
        chips: &chips,
        cursor: diagram.cells.iter().position(|cell| *cell == model.cursor),
        walked: match model.mode {
            Mode::Graph { node } => Some(node),
            _ => None,
        },
        top: model.graph.top,
        styles: &styles,
        inks: &inks,
    };
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    for (area, node) in graph.render(surface.buffer, below) {
        surface.hits.add(area, Hit::GraphNode(node));
    }
    let hidden = GraphLayout::rows(diagram).saturating_sub(below.height);
    if hidden > 0 {
        mark_rest(surface.buffer, below, model.graph.top, hidden, &styles);
    }
}

/// Joins the entries that fit into `width` columns; others are left out.
fn fitting(entries: Vec<Vec<Span<'static>>>, width: u16) -> Line<'static> {
    let mut line = Line::default();
    for entry in entries {
        let wide: usize = entry.iter().map(Span::width).sum();
        if line.width() + wide <= usize::from(width) {
            line.extend(entry);
            line.push_span(Span::raw("  "));
        }
    }
    line
}

/// Draws arrows if the graph continues above or below. `top` is the number of hidden rows above, `hidden` the number of
/// all hidden rows.
fn mark_rest(buffer: &mut Buffer, area: Rect, top: u16, hidden: u16, styles: &Styles) {
    let [up, down] = styles.glyphs.or(["↑", "↓"], ["^", "v"]);
    let mut mark = |y: u16, sign: &'static str| {
        let place = Rect { x: area.x, y, width: 1, height: 1 };
        print(buffer, place.intersection(area), Line::styled(sign, styles.key));
    };
    if top > 0 {
        mark(area.y, up);
    }
    if top < hidden {
        mark(area.bottom().saturating_sub(1), down);
    }
}
