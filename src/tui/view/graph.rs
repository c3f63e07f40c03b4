//! The graph next to board and panel: the diagram node by node, of the position or of the rules so far.

use std::cmp::Ordering;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::panel::{counted, level, rows};
use super::print::{Surface, print, print_lines};
use crate::input::Action;
use crate::look::GraphScale;
use crate::model::replay::SolutionLoss;
use crate::model::{Hit, Mode, Model, SeriesView};
use crate::parts::frame::render_note;
use crate::parts::graph::{self, GraphContent, GraphStyles, NodeKind};
use crate::parts::silhouette::{self, Silhouette};
use crate::parts::{Frame, Styles, grouped, wrap};
use engine::{DiagramKind, RemainingPart, SmallDiagram, SmallNode, Target};
use problem::{Decisions, Value};
use session::{DiagramRequest, DrawnDiagram, DrawnOrder, DrawnSeries, OrderRequest, SeriesRequest};

/// Number of columns of the frame's upper line besides the title and the facts: corners, lines and gaps.
const FRAME_COLUMNS: usize = 9;

/// Minimum number of nodes of a graph with a map.
const MIN_MAP_NODES: usize = 67;

/// Draws the graph, if there is one.
pub(super) fn render(surface: &mut Surface<'_>, model: &Model) {
    let area = model.layout.graph.intersection(surface.buffer.area);
    if area.is_empty() {
        return;
    }
    surface.hits.add(area, Hit::Graph);
    if let Some(view) = model.series_view() {
        render_stage(surface, area, model, view);
    } else if let Some(drawn) = model.drawn() {
        render_position(surface, area, model, drawn);
    }
}

/// Draws the diagram of the rules or of earlier decisions, with the part that remains in the present position.
fn render_position(surface: &mut Surface<'_>, area: Rect, model: &Model, drawn: &DrawnDiagram) {
    let styles = Styles::of(&model.look());
    let remaining = drawn.remaining(model.session.problem());
    let title = title(&drawn.request);
    let room = usize::from(area.width).saturating_sub(title.len() + FRAME_COLUMNS);
    let path = SearchPath::of(model, drawn);
    let facts = if let Some(path) = &path {
        let (reached, all) = (grouped(path.reached.size()), grouped(drawn.nodes()));
        vec![
            format!("{reached} of {all} nodes on the search's path"),
            format!("{reached} of {all}"),
        ]
    } else if model.is_graph_known() {
        facts(drawn, &remaining)
    } else {
        vec![format!("{} {}", title_with_order(&model.graph.request), styles.ellipsis())]
    };
    let fact = facts.into_iter().find(|fact| fact.chars().count() <= room).unwrap_or_default();
    let frame =
        Frame { title: &title, right_title: Line::styled(fact, styles.dim), is_overlay: false };
    let inside = frame.render(surface.buffer, area, &styles);
    let notes = match (&model.mode, &path) {
        (Mode::Graph { node }, _) => node_facts(model, drawn, &remaining, *node),
        (_, Some(path)) => path.notes.clone(),
        _ => Vec::new(),
    };
    if !notes.is_empty() {
        let room = usize::from(area.width).saturating_sub(FRAME_COLUMNS);
        let mut notes = notes.into_iter();
        let note = notes.find(|note| note.chars().count() <= room).unwrap_or_default();
        render_note(surface.buffer, area, &note, &styles);
    }
    let (remaining, decisions, lost) = match path {
        Some(SearchPath { reached, assignment, lost, .. }) => (reached, assignment, lost),
        None => (remaining, model.session.decisions().clone(), Vec::new()),
    };
    match &drawn.folded_levels {
        Some(levels) if model.graph_scale() == GraphScale::Whole => {
            let picture = Silhouette {
                rules_levels: levels,
                position_levels: levels,
                rows: &[],
                cursor: drawn.diagram.cells.iter().position(|cell| *cell == model.cursor),
            };
            silhouette::vertical(surface.buffer, inside, &picture, &styles);
        }
        levels => {
            let levels = levels.as_deref();
            let part = (&drawn.diagram, &remaining, &decisions, levels);
            render_graph(surface, inside, model, part, &lost);
        }
    }
}

/// The path of a watched search in the diagram: the nodes that its partial assignment reaches.
struct SearchPath {
    reached: RemainingPart,
    assignment: Decisions,
    /// The nodes at which the number of solutions became 0.
    lost: Vec<usize>,
    /// Texts about the number of solutions, from long to short.
    notes: Vec<String>,
}

impl SearchPath {
    /// The path of the first watched search. `None` without a search, in a folded diagram, which has no paths, and in that
    /// of a single rule, where a path tells nothing of the search's solutions.
    fn of(model: &Model, drawn: &DrawnDiagram) -> Option<Self> {
        if drawn.folded_levels.is_some() || drawn.request.rule.is_some() {
            return None;
        }
        let replay = &model.playback()?.first;
        let assignment = replay.assignment();
        let reached = drawn.diagram.reached(&assignment);
        let (notes, lost) = match replay.loss_in(&drawn.diagram) {
            Some(SolutionLoss { decision: (cell, value), nodes: lost }) => {
                let nodes = match lost.len() {
                    // A path of a ZDD skips cells without a piece.
                    0 => "every path".to_owned(),
                    1 => "its node".to_owned(),
                    number => format!("its {} nodes", grouped(number)),
                };
                let (after, leads) = match value {
                    Value::Placed => ("a piece on", "with a piece"),
                    Value::Excluded => ("ruling out", "without a piece"),
                };
                let lead = if lost.len() > 1 { "lead" } else { "leads" };
                let long = format!("no solution since {after} {cell}: {nodes} {lead} to 0 {leads}");
                (vec![long, format!("no solution since {cell}: {nodes} {lead} to 0")], lost)
            }
            None if drawn.diagram.root == Target::False => (Vec::new(), Vec::new()),
            None => {
                let counts = drawn.diagram.solutions(&assignment);
                (
                    vec![format!("{} on the path", counted(&counts, "solution", "solutions"))],
                    Vec::new(),
                )
            }
        };
        Some(Self { reached, assignment, lost, notes })
    }
}

/// The title of a diagram.
fn title(request: &DiagramRequest) -> String {
    match request.order {
        OrderRequest::Known(DrawnOrder::RowMajor) => subject(request),
        _ => title_with_order(request),
    }
}

fn title_with_order(request: &DiagramRequest) -> String {
    format!("{}, {}", subject(request), request.order.name())
}

/// What a diagram shows.
fn subject(DiagramRequest { kind, rule, .. }: &DiagramRequest) -> String {
    match (rule, kind) {
        (None, kind) => kind_name(*kind).to_owned(),
        (Some(rule), DiagramKind::Bdd) => rule.to_string(),
        (Some(rule), kind) => format!("{rule}, {}", kind_name(*kind)),
    }
}

/// The name of a kind of diagram in titles.
const fn kind_name(kind: DiagramKind) -> &'static str {
    match kind {
        DiagramKind::Bdd => "diagram",
        DiagramKind::Zdd => "ZDD",
        DiagramKind::Tree => "decision tree",
    }
}

/// Texts about a node, from long to short: its numbers, and how many nodes the two values of its cell cut off.
fn node_facts(
    model: &Model,
    drawn: &DrawnDiagram,
    remaining: &RemainingPart,
    node: usize,
) -> Vec<String> {
    let Some(&SmallNode { level, .. }) = drawn.diagram.nodes.get(node) else { return Vec::new() };
    let cell = drawn.diagram.cell(node);
    if let Some(levels) = &drawn.folded_levels {
        return vec![
            format!("level {}, {cell}: {}", level + 1, counted(levels[level], "node", "nodes")),
            format!("{cell}: {}", counted(levels[level], "node", "nodes")),
        ];
    }
    let problem = model.session.problem();
    let counts = &drawn.diagram.node_counts(problem.decisions())[node];
    let below = counted(&counts.solutions_below, "solution", "solutions");
    let above = counted(&counts.paths_above, "path", "paths");
    let mut texts = Vec::new();
    if problem.decisions().get(cell).is_none() {
        let cut = |value| {
            let after = problem.clone().with(cell, value).ok();
            let after = after.map_or(0, |after| drawn.remaining(&after).size());
            grouped(remaining.size().saturating_sub(after))
        };
        let (placed, excluded) = (cut(Value::Placed), cut(Value::Excluded));
        let (place, exclude) = (model.keys.key(Action::Place), model.keys.key(Action::Exclude));
        texts.push(format!(
            "{cell}: {below} below, {above} above; {place} cuts {placed} nodes, {exclude} {excluded}"
        ));
        texts
            .push(format!("{cell}: {below}, {above}; {place} cuts {placed}, {exclude} {excluded}"));
    }
    texts.push(format!("{cell}: {below} below, {above} above"));
    texts.push(format!("{below}, {above}"));
    texts
}

/// Texts about the number of nodes, from long to short.
fn facts(drawn: &DrawnDiagram, remaining: &RemainingPart) -> Vec<String> {
    let all = drawn.nodes();
    let left = if drawn.folded_levels.is_some() { all } else { remaining.size() };
    let nodes = grouped(all);
    let short = if left == all {
        format!("{nodes} nodes")
    } else {
        format!("{} of {nodes} nodes", grouped(left))
    };
    let long = if left == all { short.clone() } else { format!("{short} remain") };
    if drawn.request.order == OrderRequest::default() {
        return vec![long, short];
    }
    let by_rows = drawn.row_major_nodes;
    let percent = (all.abs_diff(by_rows) * 100 + by_rows / 2) / by_rows.max(1);
    let (gain, sign) = match all.cmp(&by_rows) {
        Ordering::Less => (format!("{} fewer than row-major", grouped(by_rows - all)), '-'),
        Ordering::Equal => ("as many as row-major".to_owned(), '±'),
        Ordering::Greater => (format!("{} more than row-major", grouped(all - by_rows)), '+'),
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
fn render_stage(surface: &mut Surface<'_>, area: Rect, model: &Model, view: &SeriesView) {
    let styles = Styles::of(&model.look());
    let stage = view.stage();
    let nodes = match stage.nodes {
        1 => "1 node".to_owned(),
        nodes => format!("{} nodes", grouped(nodes)),
    };
    let title = match view.series.request.order() {
        OrderRequest::Known(DrawnOrder::RowMajor) => stage.name.clone(),
        order => format!("{}, {}", stage.name, order.name()),
    };
    let frame =
        Frame { title: &title, right_title: Line::styled(nodes, styles.dim), is_overlay: false };
    let inside = frame.render(surface.buffer, area, &styles);
    if let Some(diagram) = &stage.diagram {
        let decisions = match (&view.series.request, stage.step()) {
            (SeriesRequest::Restriction(..), Some(step)) => step.decisions.clone(),
            (SeriesRequest::Growth | SeriesRequest::Reduction(_), _) | (_, None) => {
                Decisions::default()
            }
        };
        let remaining = diagram.remaining(&decisions);
        render_graph(surface, inside, model, (diagram, &remaining, &decisions, None), &[]);
    } else {
        render_silhouette(surface.buffer, inside, model, &stage.levels);
    }
}

/// Draws the number of nodes of each level, below the reason why there is no graph.
fn render_silhouette(buffer: &mut Buffer, area: Rect, model: &Model, levels: &[usize]) {
    let styles = Styles::of(&model.look());
    let reason = Line::styled(graph::too_large(DrawnSeries::MAX_NODES), styles.dim);
    let lines = wrap::wrap(&reason, area.width, 0);
    let used = lines.len() as u16 + 1;
    print_lines(buffer, area, lines);
    let picture = Silhouette {
        rules_levels: levels,
        position_levels: levels,
        rows: &rows(model.session.rules()),
        cursor: level(model, model.cursor),
    };
    let below = Rect { y: area.y + used, height: area.height.saturating_sub(used), ..area };
    silhouette::vertical(buffer, below.intersection(area), &picture, &styles);
}

/// Draws the legend, and the graph below it. For a folded diagram, `levels` has the number of nodes of each level. At
/// the nodes `lost`, a search has lost its last solution.
fn render_graph(
    surface: &mut Surface<'_>,
    area: Rect,
    model: &Model,
    (diagram, remaining, decisions, levels): (
        &SmallDiagram,
        &RemainingPart,
        &Decisions,
        Option<&[usize]>,
    ),
    lost: &[usize],
) {
    let (look, styles) = (model.look(), Styles::of(&model.look()));
    let inks = GraphStyles::of(&look);
    let chip = |node: usize| {
        if lost.contains(&node) {
            NodeKind::Lost
        } else if !remaining.nodes[node] {
            NodeKind::Gone
        } else if decisions.get(diagram.cell(node)).is_some() {
            NodeKind::Decided
        } else if remaining.edge(node, false) {
            NodeKind::Open
        } else {
            NodeKind::Forced
        }
    };
    let chips: Vec<NodeKind> = (0..diagram.nodes.len()).map(chip).collect();
    let meaning = match (diagram.root, levels) {
        (_, Some(_)) => Line::styled("nodes of each level (square root)", styles.dim),
        (Target::False, None) => {
            Line::styled("no solution: only the terminal 0 is left", styles.dim)
        }
        (Target::True, None) => Line::styled("all holds: only the terminal 1 is left", styles.dim),
        (Target::Node(_), None) => {
            let drawn: Vec<NodeKind> =
                model.graph.layout.nodes().filter_map(|node| chips.get(node)).copied().collect();
            let gone_word = if decisions.is_empty() { "no solution" } else { "decided away" };
            fitting(inks.meaning(&drawn, gone_word, &styles), area.width)
        }
    };
    print(surface.buffer, Rect { height: area.height.min(1), ..area }, meaning);
    let graph = GraphContent {
        diagram,
        layout: &model.graph.layout,
        remaining,
        chips: &chips,
        cursor: diagram.cells.iter().position(|cell| *cell == model.cursor),
        selected_nodes: match &model.mode {
            Mode::Graph { node } => std::slice::from_ref(node),
            Mode::Series(view) => view.step_nodes(),
            _ => &[],
        },
        has_numbers: model.series_view().is_some_and(|view| view.stage().step().is_some()),
        window: model.graph.window,
        styles: &styles,
        inks: &inks,
    };
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let names = model.graph_net().map_or(0, |net| net.names);
    let nodes = if model.graph_scale() == GraphScale::Whole {
        graph.render_outline(
            surface.buffer,
            Rect { width: area.width.saturating_sub(names), ..below },
        )
    } else if let Some(levels) = levels {
        graph.render_levels(surface.buffer, below, names, levels)
    } else {
        graph.render(surface.buffer, below, names)
    };
    for (area, node) in nodes {
        surface.hits.add(area, Hit::GraphNode(node));
    }
    if !model.is_graph_cut() {
        return;
    }
    let (width, height) = model.graph_room();
    let hidden = model.graph.layout.rows.saturating_sub(height);
    mark_rest(surface.buffer, below, model.graph.window.first_row, hidden, &styles);
    // The map covers the corner of the drawing.
    let (columns, rows) = ((width / 6).max(8), (height / 3).max(4));
    let is_large = diagram.nodes.len() >= MIN_MAP_NODES && width > 3 * columns;
    if is_large && levels.is_none() {
        let map = Rect {
            x: (below.x + width).saturating_sub(columns),
            y: below.bottom().saturating_sub(rows),
            width: columns,
            height: rows,
        };
        graph.render_map(surface.buffer, map, (width, height));
        surface.hits.add(map, Hit::GraphMap);
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
