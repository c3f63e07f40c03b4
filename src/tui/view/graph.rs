//! The graph next to board and panel: the diagram node by node, of the position or of the rules so far.

use std::cmp::Ordering;

use num_traits::Zero;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::panel::rows;
use crate::app::notice::DiagramNotice;
use crate::input::{Action, Scope};
use crate::look::GraphScale;
use crate::model::what_if::WhatIf;
use crate::model::{Hit, Model, Surface};
use crate::modes::board::cell::level;
use crate::modes::series::SeriesView;
use crate::modes::series::panel::{board_picture, series_name};
use crate::modes::watch::replay::SolutionLoss;
use crate::parts::frame::render_note;
use crate::parts::graph::{GraphContent, GraphStyles, NodeKind, VisibleGraph};
use crate::parts::silhouette::{self, Silhouette};
use crate::parts::{Frame, Styles, counted, grouped, keycap, print, print_lines, wrap};
use engine::{DiagramKind, RemainingPart, SmallDiagram, Target};
use problem::{Decisions, Problem, Value};
use session::{DiagramRequest, DrawnDiagram, DrawnOrder, OrderRequest, SeriesRequest};

/// Number of columns of the frame's upper line besides the title and the facts: corners, lines and gaps.
const FRAME_COLUMNS: usize = 9;

/// Minimum number of nodes of a graph with a map.
const MIN_MAP_NODES: usize = 67;

/// Draws the graph, if there is one.
pub(super) fn render(surface: &mut Surface<'_>, model: &Model) {
    let area = model.view.layout.graph.intersection(surface.buffer.area);
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
    let what_if = WhatIf::of(model);
    let (title, problem) = match &what_if {
        Some(what_if) => (
            format!("{}, {}", title(&drawn.request), what_if.frame.title()),
            &what_if.problem(model),
        ),
        None => (title(&drawn.request), model.app.session.problem()),
    };
    let remaining = drawn.remaining(problem);
    let room = usize::from(area.width).saturating_sub(title.len() + FRAME_COLUMNS);
    let path = SearchPath::of(model, drawn);
    let facts = if let Some(path) = &path {
        let (reached, all) = (grouped(path.reached.size()), grouped(drawn.nodes()));
        vec![
            format!("{reached} of {all} nodes on the search's path"),
            format!("{reached} of {all}"),
        ]
    } else if model.is_graph_known() {
        facts(drawn, problem)
    } else {
        vec![format!("{} {}", title_with_order(&model.view.graph.request), styles.ellipsis())]
    };
    let fact = facts.into_iter().find(|fact| fact.chars().count() <= room).unwrap_or_default();
    let frame =
        Frame { title: &title, right_title: Line::styled(fact, styles.dim), is_overlay: false };
    let inside = frame.render(surface.buffer, area, &styles);
    let notes = match (model.walked_node(), &path) {
        (Some(node), _) => node_facts(model, drawn, &remaining, node),
        (None, Some(path)) => path.notes.clone(),
        // The legend takes the place of the key, which the footer names as well.
        (None, None) if model.has_graph_keys() && model.graph_legend_rows() > 0 => {
            let cut = cut_key(model).map(|text| format!("{text}, {}", next_view(model)));
            cut.into_iter().chain([next_view(model)]).collect()
        }
        (None, None) => Vec::new(),
    };
    let room = usize::from(area.width).saturating_sub(FRAME_COLUMNS);
    let note = notes.into_iter().find(|note| note.chars().count() <= room).unwrap_or_default();
    if !note.is_empty() {
        render_note(surface.buffer, area, &note, &styles);
    }
    let (remaining, decisions, lost) = match path {
        Some(SearchPath { reached, assignment, lost, .. }) => (reached, assignment, lost),
        None => (remaining, model.app.session.decisions().clone(), Vec::new()),
    };
    let part = (&drawn.diagram, &remaining, &decisions);
    render_graph(surface, inside, model, part, &lost, &note);
}

/// What the key does that leaves out the nodes that are cut off; `None` if nothing is cut off.
fn cut_key(model: &Model) -> Option<String> {
    let key = model.view.keys.first_key(Scope::Graph, Action::ONLY_REMAINING)?;
    let word = model.cut_word()?;
    Some(format!("{}: {word}", keycap(key, model.view.glyphs)))
}

/// What the key of the diagram shows next.
pub(super) fn next_view(model: &Model) -> String {
    let scopes = [model.scope_below(), Scope::Board];
    let key = scopes.iter().find_map(|&scope| model.view.keys.first_key(scope, Action::DIAGRAM));
    let key = key.map(|key| keycap(key, model.view.glyphs)).unwrap_or_default();
    format!("{key}: {}", model.view.diagram.next().name())
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
    /// The path of the first watched search. `None` without a search, and in the diagram of a single rule, where a path
    /// tells nothing of the search's solutions.
    fn of(model: &Model, drawn: &DrawnDiagram) -> Option<Self> {
        if drawn.request.rule.is_some() {
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
                    Value::Excluded => ("exploring", "without a piece"),
                };
                let lead = if lost.len() > 1 { "lead" } else { "leads" };
                let long = format!("no solution since {after} {cell}: {nodes} {lead} to 0 {leads}");
                (vec![long, format!("no solution since {cell}: {nodes} {lead} to 0")], lost)
            }
            None if drawn.diagram.root == Target::False => (Vec::new(), Vec::new()),
            None => {
                let counts = drawn.diagram.solutions(&assignment);
                (
                    vec![format!("{} on the path", counted(counts, "solution", "solutions"))],
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
    if node >= drawn.diagram.nodes.len() {
        return Vec::new();
    }
    let cell = drawn.diagram.cell(node);
    let problem = model.app.session.problem();
    let counts = &drawn.diagram.node_counts(problem.decisions())[node];
    let below = counted(counts.solutions_below.clone(), "solution", "solutions");
    let above = counted(counts.paths_above.clone(), "path", "paths");
    let named = match kind_of(&drawn.diagram, remaining, problem.decisions(), node) {
        NodeKind::Forced => format!("{cell} must stand"),
        NodeKind::Empty => format!("{cell} must stay empty"),
        NodeKind::Decided | NodeKind::Open | NodeKind::Gone | NodeKind::Lost => cell.to_string(),
    };
    if counts.paths_above.is_zero() {
        return vec![
            format!("{cell}: {below} below; no path of what remains leads here"),
            format!("{cell}: no path leads here"),
        ];
    }
    // The number of nodes that a decision cuts off. `None` where the decision would leave no solution.
    let cut = |value| {
        let after = drawn.nodes_at(&problem.clone().with(cell, value).ok()?);
        // Without a solution, only the terminal 0 is left.
        (after > 1).then(|| drawn.nodes_at(problem).saturating_sub(after))
    };
    let mut texts = Vec::new();
    if problem.decisions().get(cell).is_none()
        && remaining.nodes[node]
        && !model.awaits_answer()
        && let (Some(placed), Some(excluded)) = (cut(Value::Placed), cut(Value::Excluded))
    {
        let (placed, excluded) = (counted(placed, "node", "nodes"), grouped(excluded));
        let (place, exclude) =
            (model.view.keys.key(Action::PLACE), model.view.keys.key(Action::EXCLUDE));
        let cuts = format!("{place} cuts {placed}, {exclude} {excluded}");
        texts.push(format!("{named}: {below} below, {above} above; {cuts}"));
        texts.push(format!("{cell}: {below}, {above}; {cuts}"));
    }
    texts.push(format!("{named}: {below} below, {above} above"));
    texts.push(format!("{cell}: {below} below, {above} above"));
    texts.push(format!("{below}, {above}"));
    texts
}

/// Texts about the number of nodes, from long to short.
fn facts(drawn: &DrawnDiagram, position: &Problem) -> Vec<String> {
    let (all, left) = (drawn.nodes(), drawn.nodes_at(position));
    let short = if left == all {
        counted(all, "node", "nodes")
    } else {
        format!("{} of {}", grouped(left), counted(all, "node", "nodes"))
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
    let nodes = counted(stage.nodes, "node", "nodes");
    let subject = match series_name(&view.series.request) {
        Some(name) => format!("{name}: {}", stage.name),
        None => stage.name.clone(),
    };
    let title = match view.series.request.order() {
        OrderRequest::Known(DrawnOrder::RowMajor) => subject,
        order => format!("{subject}, {}", order.name()),
    };
    let frame =
        Frame { title: &title, right_title: Line::styled(nodes, styles.dim), is_overlay: false };
    let inside = frame.render(surface.buffer, area, &styles);
    let note = board_picture(view).unwrap_or_default();
    if !note.is_empty() {
        render_note(surface.buffer, area, note, &styles);
    }
    if let Some(diagram) = &stage.diagram {
        let decisions = match (&view.series.request, stage.step()) {
            (SeriesRequest::Restriction(..), Some(step)) => step.decisions.clone(),
            (SeriesRequest::Growth | SeriesRequest::Reduction(_), _) | (_, None) => {
                Decisions::default()
            }
        };
        let remaining = diagram.remaining(&decisions);
        render_graph(surface, inside, model, (diagram, &remaining, &decisions), &[], note);
    } else {
        // The number of nodes of each level, below the reason why there is no graph.
        let picture = Silhouette {
            rules_levels: &stage.levels,
            position_levels: &stage.levels,
            rows: &rows(model.app.session.rules()),
            cursor: level(model, model.view.cursor),
        };
        let order = OrderRequest::default();
        let reason = DiagramNotice::TooManyNodes { order, nodes: stage.nodes }.in_words(model);
        let lines = wrap::wrap(&Line::styled(reason, styles.dim), inside.width, 0);
        let used = lines.len() as u16 + 1;
        print_lines(surface.buffer, inside, lines);
        let height = inside.height.saturating_sub(used);
        let below = Rect { y: inside.y + used, height, ..inside };
        silhouette::vertical(surface.buffer, below.intersection(inside), &picture, &styles);
    }
}

/// Draws the legend, and the graph below it. If the graph needs the rows of the legend, the legend is in the lower line of
/// the frame, left of the `note` there. At the nodes `lost`, a search has lost its last solution.
fn render_graph(
    surface: &mut Surface<'_>,
    area: Rect,
    model: &Model,
    (diagram, remaining, decisions): (&SmallDiagram, &RemainingPart, &Decisions),
    lost: &[usize],
    note: &str,
) {
    let styles = Styles::of(&model.look());
    let inks = GraphStyles::of(&model.look());
    let chip = |node: usize| {
        if lost.contains(&node) {
            NodeKind::Lost
        } else {
            kind_of(diagram, remaining, decisions, node)
        }
    };
    let chips: Vec<NodeKind> = (0..diagram.nodes.len()).map(chip).collect();
    let selected_nodes = model.mode.behavior().marked_nodes(model);
    let graph = GraphContent {
        diagram,
        layout: &model.view.graph.layout,
        remaining,
        chips: &chips,
        cursor: diagram.cells.iter().position(|cell| *cell == model.view.cursor),
        selected_nodes: &selected_nodes,
        has_numbers: model.series_view().is_some_and(|view| view.stage().step().is_some()),
        window: model.view.graph.window,
        styles: &styles,
        inks: &inks,
    };
    let legend_rows = model.graph_legend_rows();
    let rows = area.height.saturating_sub(legend_rows);
    let below = Rect { y: area.bottom() - rows, height: rows, ..area };
    let names = model.graph_net().map_or(0, |net| net.names);
    let VisibleGraph { nodes, edges } = if model.graph_scale() == GraphScale::Whole {
        graph
            .render_whole(surface.buffer, Rect { width: area.width.saturating_sub(names), ..below })
    } else {
        graph.render(surface.buffer, below, names)
    };
    let legend = |width: u16, rows: usize| {
        let sentence = |text: &str| vec![Line::styled(text.to_owned(), styles.dim)];
        match diagram.root {
            Target::False => sentence("no solution: only the terminal 0 is left"),
            Target::True => sentence("all holds: only the terminal 1 is left"),
            Target::Node(_) => {
                let is_marked = |(_, node): &&(Rect, usize)| selected_nodes.contains(node);
                let has_marked = nodes.iter().any(|node| is_marked(&node));
                let others = nodes.iter().filter(|node| !is_marked(node));
                let kinds: Vec<NodeKind> = others.map(|&(_, node)| chips[node]).collect();
                let gone_word = if decisions.is_empty() { "no solution" } else { "cut off" };
                let has_names = model.view.graph.layout.chip > 1;
                let meaning = |is_short| {
                    let kinds = (&*kinds, edges);
                    let entries =
                        inks.meaning(kinds, gone_word, (has_marked, has_names, is_short), &styles);
                    fitting(entries, width)
                };
                Some(meaning(false)).filter(|it| it.len() <= rows).unwrap_or_else(|| meaning(true))
            }
        }
    };
    if legend_rows == 0 {
        let beside = if note.is_empty() { 0 } else { note.chars().count() as u16 + 4 };
        // From corner to corner.
        let width = (area.width + 2).saturating_sub(beside);
        let mut line = legend(width.saturating_sub(2), 1).swap_remove(0);
        line.spans.insert(0, Span::raw(" "));
        line.push_span(Span::raw(" "));
        let place = Rect { x: area.x.saturating_sub(1), y: area.bottom(), width, height: 1 };
        print(surface.buffer, place, line);
    } else {
        let place = Rect { height: area.height.min(legend_rows), ..area };
        print_lines(surface.buffer, place, legend(area.width, legend_rows.into()));
    }
    for &(area, node) in &nodes {
        surface.hits.add(area, Hit::GraphNode(node));
    }
    if !model.is_graph_cut() {
        return;
    }
    let (width, height) = model.graph_room();
    let hidden = model.view.graph.layout.rows.saturating_sub(height);
    mark_rest(surface.buffer, below, model.view.graph.window.first_row, hidden, &styles);
    let drawing = Rect { width: width.min(below.width), ..below };
    let is_large = diagram.nodes.len() >= MIN_MAP_NODES;
    let chips: Vec<Rect> = nodes.into_iter().map(|(area, _)| area).collect();
    if let Some(map) = map_area(model, drawing, &chips).filter(|_| is_large) {
        graph.render_map(surface.buffer, map, (width, height));
        surface.hits.add(map, Hit::GraphMap);
    }
}

/// The kind of a node: what remains of its edges.
fn kind_of(
    diagram: &SmallDiagram,
    remaining: &RemainingPart,
    decisions: &Decisions,
    node: usize,
) -> NodeKind {
    let is_decided = decisions.get(diagram.cell(node)).is_some();
    match [false, true].map(|high| remaining.edge(node, high)) {
        _ if !remaining.nodes[node] => NodeKind::Gone,
        _ if is_decided => NodeKind::Decided,
        [true, false] => NodeKind::Empty,
        [true, true] => NodeKind::Open,
        [false, true | false] => NodeKind::Forced,
    }
}

/// The area of the map: a corner of the drawing without a node. `None` if nodes are in all corners, or if the window shows
/// most of the drawing.
fn map_area(model: &Model, drawing: Rect, chips: &[Rect]) -> Option<Rect> {
    let layout = &model.view.graph.layout;
    let is_long = |all: u16, shown: u16| 2 * u32::from(all) > 3 * u32::from(shown);
    let (width, height) = ((drawing.width / 6).max(8), (drawing.height / 3).max(4));
    let has_part = is_long(layout.columns, drawing.width) || is_long(layout.rows, drawing.height);
    if !has_part || drawing.width <= 3 * width || drawing.height <= height {
        return None;
    }
    let at = |x, y| Rect { x, y, width, height };
    // At the left, a column is left to the arrows.
    let (left, right) = (drawing.x + 2, drawing.right() - width);
    let (top, bottom) = (drawing.y, drawing.bottom() - height);
    let corners = [at(right, bottom), at(left, bottom), at(right, top), at(left, top)];
    corners.into_iter().find(|corner| !chips.iter().any(|chip| chip.intersects(*corner)))
}

/// Joins entries to lines of at most `width` columns.
fn fitting(entries: Vec<Vec<Span<'static>>>, width: u16) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for entry in entries {
        let wide: usize = entry.iter().map(Span::width).sum();
        match lines.last_mut() {
            Some(line) if line.spans.is_empty() => line.extend(entry),
            Some(line) if line.width() + 2 + wide <= usize::from(width) => {
                line.push_span(Span::raw("  "));
                line.extend(entry);
            }
            Some(_) | None => lines.push(entry.into()),
        }
    }
    lines
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
