//! The graph next to board and panel: the diagram node by node, of the position or of the rules so far.

mod operands;

use app::Action;
use app::notice::DiagramNotice;
use itertools::Itertools;
use num_traits::Zero;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::panel::{next_view, rows};
use crate::input::Scope;
use crate::model::graph::AROUND_ROWS;
use crate::model::graph_view::GraphForm;
use crate::model::what_if::WhatIf;
use crate::model::{Hit, Model, Surface};
use crate::modes::board::cell::level;
use crate::modes::series::SeriesView;
use crate::modes::series::panel::frame_note;
use crate::panel::{Context, TextItem, render_items};
use crate::widgets::frame::render_note;
use crate::widgets::graph::{GraphContent, GraphStyles, NodeKind};
use crate::widgets::silhouette::{self, Silhouette};
use crate::widgets::{counted, grouped, keycap, print, print_lines};
use engine::{RemainingPart, SmallDiagram, Target};
use export::text_graph::{GraphNet, GraphScale, NodeTexts};
use export::{DrawnDiagram, OrderRequest, SeriesRequest};
use problem::{Decisions, Value};
use session::Replay;

/// Number of columns of the frame's upper line besides the title and the facts: corners, lines and gaps.
const FRAME_COLUMNS: usize = 9;

/// Minimum number of nodes of a graph with a map.
const MIN_MAP_NODES: usize = 67;

/// A diagram in the frame, and its remaining part.
struct ShownDiagram<'a> {
    diagram: &'a SmallDiagram,
    remaining: RemainingPart,
    /// The decisions that cut off other nodes.
    decisions: Decisions,
    /// The nodes at which a search has lost its last solution.
    lost: Vec<usize>,
}

/// Texts in the upper and in the lower line of the frame, each from long to short.
type FrameTexts = [Vec<String>; 2];

/// Draws the graph, if there is one.
pub(super) fn render(surface: &mut Surface<'_>, context: &Context<'_>) {
    let model = context.model;
    let area = model.view.layout.graph.intersection(surface.buffer.area);
    if area.is_empty() {
        return;
    }
    surface.hits.add(area, Hit::Graph);
    if let Some(view) = model.series_view() {
        render_stage(surface, area, context, view);
        if !model.view.layout.operands.is_empty() {
            operands::render(surface, context, view);
        }
    } else if model.graph_form() == GraphForm::Around {
        render_around(surface, area, context);
    } else if let Some(drawn) = model.drawn() {
        render_position(surface, area, context, drawn);
    }
}

/// The first of some texts that has room.
fn longest_fitting(texts: Vec<String>, room: usize) -> String {
    texts.into_iter().find(|text| text.chars().count() <= room).unwrap_or_default()
}

/// Draws the surroundings of a node: the path from the root, the parents, and the nodes below.
fn render_around(surface: &mut Surface<'_>, area: Rect, context: &Context<'_>) {
    let (model, styles) = (context.model, &context.styles);
    let Some(drawn) = model.drawn() else { return };
    let nodes = drawn.nodes_in_words(model.app.session.problem()).pop().unwrap_or_default();
    let source = drawn.source();
    let centre = model.around().map(|around| around.chips.part.chips[around.centre].nodes[0]);
    let level = model
        .walked_node()
        .or(centre)
        .filter(|&node| source.has(node))
        .map(|node| source.node(node).level + 1);
    let fact = level.map_or(nodes.clone(), |level| format!("{nodes}, level {level}"));
    let kind = drawn.request.title();
    let dash = styles.glyphs.or("—", "-");
    let long = [format!("{kind} {dash} around one node"), format!("{kind}, one node")];
    let texts = long.into_iter().chain([kind.clone()]).map(|title| (title, fact.clone()));
    let room = usize::from(area.width).saturating_sub(FRAME_COLUMNS);
    let fits = |(title, fact): &(String, String)| title.chars().count() + fact.len() <= room;
    // Without room, the level is left out first.
    let (title, fact) =
        texts.chain([(kind.clone(), nodes)]).find(fits).unwrap_or((kind, String::new()));
    let inside = context.frame(surface.buffer, area, &title, context.dim(fact));
    let (Some(around), Some(remaining)) =
        (model.around(), model.remaining_items(model.app.session.problem()))
    else {
        let reading = context.dim(format!("reading the node {}", styles.ellipsis()));
        return print(surface.buffer, inside, Line::from(reading));
    };
    let rows = AROUND_ROWS - 1;
    let row = |index: u16| Rect { y: inside.y + index, height: 1, ..inside }.intersection(inside);
    print(surface.buffer, row(0), path_line(context, inside.width));
    let parents = match around.edges_above {
        0 => String::new(),
        edges => counted(edges, "edge from above", "edges from above"),
    };
    let left_out = match (around.edges_above, around.centre) {
        (edges, drawn) if edges > drawn => format!("{parents}, {drawn} drawn"),
        _ => parents,
    };
    print(surface.buffer, row(1), Line::from(context.dim(left_out)));
    if around.centre > 0 {
        let legend = context.dim("beside a parent: paths to it".to_owned());
        print(surface.buffer, row(1), Line::from(legend).right_aligned());
    }
    let fold = model.view.keys.first_key(Scope::Graph, Action::FOLD_NODES);
    let fold = fold.map(|key| keycap(key, model.view.glyphs)).unwrap_or_default();
    let fold_word = if model.is_graph_folded() { "unfold" } else { "fold" };
    let keys = format!("{}, {fold}: {fold_word}", next_view(model));
    let decisions = Decisions::default();
    let shown = ShownDiagram {
        diagram: &around.chips.part.diagram,
        remaining,
        decisions,
        lost: Vec::new(),
    };
    let drawing =
        Rect { y: inside.y + rows - 1, height: inside.height.saturating_sub(rows - 1), ..inside };
    render_graph(surface, (area, drawing), context, &shown, &keys);
}

/// The path from the root to the marked node: its placed pieces, and the number of its empty cells.
fn path_line(context: &Context<'_>, width: u16) -> Line<'static> {
    let model = context.model;
    let Some((around, drawn)) = model.around().zip(model.drawn()) else { return Line::default() };
    let path = model.marked_path().unwrap_or_else(|| around.path.clone());
    let source = drawn.source();
    let cell = |node: usize| source.cells()[source.node(node).level].to_string();
    let placed_names: Vec<String> =
        path.iter().filter(|(_, high)| *high).map(|(node, _)| cell(*node)).collect();
    let empty = path.len() - placed_names.len();
    if path.is_empty() {
        let is_start = drawn.problem.decisions().is_empty();
        let text = if is_start {
            "the root: nothing is decided yet"
        } else {
            "the root, after the decisions"
        };
        return Line::from(context.dim(text));
    }
    let word = match placed_names.len() {
        0 => "",
        1 => " stands",
        _ => " stand",
    };
    let cells = if placed_names.is_empty() { "cell" } else { "other" };
    let [long, short] = match empty {
        0 => [String::new(), String::new()],
        1 => [format!("1 {cells} stays empty"), "1 empty".to_owned()],
        empty => [format!("{empty} {cells}s stay empty"), format!("{empty} empty")],
    };
    let ends = [long, short]
        .map(|empty| [word, &empty].into_iter().filter(|it| !it.is_empty()).join(", "));
    let chip = GraphStyles::of(&context.look).chips[NodeKind::Decided as usize];
    let path = |first: usize, end: &str| {
        let start = if first == 0 { "from the root " } else { context.styles.ellipsis() };
        let mut line = Line::from(context.dim(start));
        for name in &placed_names[first..] {
            line.push_span(Span::raw(" "));
            line.push_span(Span::styled(format!(" {name} "), chip));
        }
        line.push_span(context.dim(end.to_owned()));
        line
    };
    // In a narrow frame, the first pieces are left out.
    let last = placed_names.len().saturating_sub(1);
    let fits = |line: &Line<'_>| line.width() <= usize::from(width);
    let long = (0..=last).map(|first| path(first, &ends[0])).find(fits);
    long.unwrap_or_else(|| path(last, &ends[1]))
}

/// Draws the diagram of the rules or of earlier decisions.
fn render_position<'a>(
    surface: &mut Surface<'_>,
    area: Rect,
    context: &Context<'a>,
    drawn: &'a DrawnDiagram,
) {
    let model = context.model;
    let what_if = WhatIf::of(model);
    let title = match &what_if {
        Some(what_if) => format!("{}, {}", drawn.request.title(), what_if.frame.title()),
        None => drawn.request.title(),
    };
    // In the diagram of a single rule, a path says nothing about the search's solutions.
    let playback = model.playback().filter(|_| drawn.request.alone.is_none());
    let ([facts, notes], shown) = match playback {
        Some(playback) => search_path(drawn, &playback.first),
        None => position(context, drawn, what_if),
    };
    let room = usize::from(area.width).saturating_sub(FRAME_COLUMNS);
    let fact = longest_fitting(facts, room.saturating_sub(title.len()));
    let inside = context.frame(surface.buffer, area, &title, context.dim(fact));
    render_graph(surface, (area, inside), context, &shown, &longest_fitting(notes, room));
}

/// The part that the partial assignment of a search reaches.
fn search_path<'a>(drawn: &'a DrawnDiagram, replay: &Replay) -> (FrameTexts, ShownDiagram<'a>) {
    let (diagram, decisions) = (&drawn.diagram, replay.assignment());
    let remaining = diagram.reached(&decisions);
    let (reached, all) = (grouped(remaining.size()), grouped(drawn.nodes()));
    let short = format!("{reached} of {all}");
    let facts = vec![format!("{short} nodes on the search's path"), short];
    let lost = replay.loss_in(diagram);
    let notes = match &lost {
        Some(lost) => lost.in_words().into(),
        None if diagram.root == Target::False => Vec::new(),
        None => {
            let solutions = diagram.solutions(&decisions);
            vec![format!("{} on the path", counted(solutions.clone(), "solution", "solutions"))]
        }
    };
    let lost = lost.map(|lost| lost.nodes).unwrap_or_default();
    ([facts, notes], ShownDiagram { diagram, remaining, decisions, lost })
}

/// The part that remains in the present position, or after the steps of a contradiction.
fn position<'a>(
    context: &Context<'a>,
    drawn: &'a DrawnDiagram,
    what_if: Option<WhatIf<'_>>,
) -> (FrameTexts, ShownDiagram<'a>) {
    let (model, position) = (context.model, context.model.app.session.problem());
    let supposed = what_if.map(|what_if| what_if.problem(model));
    let problem = supposed.as_ref().unwrap_or(position);
    let facts = if model.app.is_graph_known() {
        drawn.nodes_in_words(problem)
    } else {
        let wanted = model.app.graph.request.title_with_order();
        vec![format!("{wanted} {}", context.styles.ellipsis())]
    };
    let remaining = drawn.remaining(problem);
    let chips = model.chip_graph();
    let facts = match chips {
        Some(chips) => {
            let number = grouped(chips.part.chips.len());
            let with_chips =
                facts.iter().map(|fact| format!("{fact}, folded into {number}")).collect();
            [with_chips, facts].concat()
        }
        None => facts,
    };
    let notes = match model.walked_node() {
        Some(node) => node_facts(model, drawn, &remaining, node),
        // The legend replaces the key, because the footer names the key as well.
        None if model.has_graph_keys() && model.graph_legend_rows() > 0 => {
            let next = next_view(model);
            cut_key(model).map(|cut| format!("{cut}, {next}")).into_iter().chain([next]).collect()
        }
        None => Vec::new(),
    };
    let (decisions, lost) = (position.decisions().clone(), Vec::new());
    let (diagram, remaining) = match model.chip_graph() {
        Some(chips) => (&chips.part.diagram, chips.part.remaining(&remaining)),
        None => (&drawn.diagram, remaining),
    };
    ([facts, notes], ShownDiagram { diagram, remaining, decisions, lost })
}

/// The effect of the key that leaves out the nodes that are cut off; `None` if no node is cut off.
fn cut_key(model: &Model) -> Option<String> {
    let key = model.view.keys.first_key(Scope::Graph, Action::ONLY_REMAINING)?;
    let word = model.cut_word()?;
    Some(format!("{}: {word}", keycap(key, model.view.glyphs)))
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
    if counts.paths_above.is_zero() {
        return vec![
            format!("{cell}: {below} below; no path of what remains leads here"),
            format!("{cell}: no path leads here"),
        ];
    }
    let named = match kind_of(&drawn.diagram, remaining, problem.decisions(), node) {
        NodeKind::Forced => format!("{cell} must stand"),
        NodeKind::Empty => format!("{cell} must stay empty"),
        NodeKind::Decided | NodeKind::Open | NodeKind::Gone | NodeKind::Run | NodeKind::Lost => {
            cell.to_string()
        }
    };
    // The number of nodes that a decision cuts off. `None` where the decision would leave no solution.
    let cut = |value| {
        let after = drawn.nodes_at(&problem.clone().with(cell, value).ok()?);
        // Without a solution, only the terminal 0 remains.
        (after > 1).then(|| drawn.nodes_at(problem).saturating_sub(after))
    };
    let is_open =
        drawn.is_small() && problem.decisions().get(cell).is_none() && remaining.nodes[node];
    let mut texts = Vec::new();
    if is_open
        && !model.app.awaits_answer()
        && let (Some(placed), Some(excluded)) = (cut(Value::Placed), cut(Value::Excluded))
    {
        let [place, exclude] = [Action::PLACE, Action::EXCLUDE].map(|it| model.view.keys.key(it));
        let (placed, excluded) = (counted(placed, "node", "nodes"), grouped(excluded));
        let cuts = format!("{place} cuts {placed}, {exclude} {excluded}");
        texts.push(format!("{named}: {below} below, {above} above; {cuts}"));
        texts.push(format!("{cell}: {below}, {above}; {cuts}"));
    }
    texts.push(format!("{named}: {below} below, {above} above"));
    texts.push(format!("{cell}: {below} below, {above} above"));
    texts.push(format!("{below}, {above}"));
    texts
}

/// Draws the diagram of the rules so far, as a graph or as a silhouette.
fn render_stage(surface: &mut Surface<'_>, area: Rect, context: &Context<'_>, view: &SeriesView) {
    let (stage, request) = (view.stage(), &view.series().request);
    let title = match view.series().request {
        SeriesRequest::Growth if !context.model.view.layout.operands.is_empty() => {
            "together".to_owned()
        }
        _ if view.shows_operand => format!("{} alone", stage.name),
        _ => request.title(&stage.name),
    };
    let operand = stage.operand.as_ref().filter(|_| view.shows_operand);
    let nodes = operand.map_or(stage.nodes, |operand| operand.nodes);
    let nodes = context.dim(counted(nodes, "node", "nodes"));
    let inside = context.frame(surface.buffer, area, &title, nodes);
    let note = frame_note(view).unwrap_or_default();
    if let Some(GraphNet { diagram, .. }) = view.net() {
        let is_restriction = matches!(request, SeriesRequest::Restriction(..));
        let step = stage.step().filter(|_| is_restriction);
        let decisions = step.map(|step| step.decisions.clone()).unwrap_or_default();
        let remaining = diagram.remaining(&decisions);
        let shown = ShownDiagram { diagram, remaining, decisions, lost: Vec::new() };
        return render_graph(surface, (area, inside), context, &shown, note);
    }
    // The number of nodes of each level, below the reason why there is no graph.
    let picture = Silhouette {
        rules_levels: &stage.levels,
        position_levels: &stage.levels,
        rows: &rows(context.model.app.session.rules()),
        cursor: level(context.model, context.model.view.cursor),
    };
    let order = OrderRequest::default();
    let reason = DiagramNotice::TooManyNodes { order, nodes: stage.nodes };
    let reason = context.dim(reason.in_words(context.model));
    let rest = render_items(surface, inside, &[TextItem::from(reason)], context);
    let below = Rect { y: rest.y + 1, height: rest.height.saturating_sub(1), ..rest };
    silhouette::vertical(surface.buffer, below.intersection(inside), &picture, &context.styles);
}

/// Draws the legend, the graph below it, and the note in the lower line of the `frame`. If the graph needs the rows of
/// the legend, the legend is left of the note.
fn render_graph(
    surface: &mut Surface<'_>,
    (frame, area): (Rect, Rect),
    context: &Context<'_>,
    ShownDiagram { diagram, remaining, decisions, lost }: &ShownDiagram<'_>,
    note: &str,
) {
    let (model, styles) = (context.model, &context.styles);
    if !note.is_empty() {
        render_note(surface.buffer, frame, note, styles);
    }
    let inks = GraphStyles::of(&context.look);
    let kind = |node: usize| {
        let kind = kind_of(diagram, remaining, decisions, node);
        if lost.contains(&node) { NodeKind::Lost } else { kind }
    };
    let net = model.graph_net();
    let texts = net.as_ref().map_or(NodeTexts::Cells, |net| net.texts);
    let is_around = model.graph_form() == GraphForm::Around;
    let chip = |node: usize| {
        let kind = kind(node);
        let is_run = texts.chip(node).is_some_and(|label| label.is_run);
        if is_run && !matches!(kind, NodeKind::Gone | NodeKind::Decided) {
            NodeKind::Run
        } else if is_around {
            // Edges to nodes outside the drawing are left out.
            NodeKind::Open
        } else {
            kind
        }
    };
    let chips: Vec<NodeKind> = (0..diagram.nodes.len()).map(chip).collect();
    let selected_nodes = model.mode().behavior().marked_nodes(model);
    let graph = GraphContent {
        diagram,
        layout: &model.view.graph.layout,
        remaining,
        chips: &chips,
        cursor: diagram.cells.iter().position(|cell| *cell == model.view.cursor),
        selected_nodes: &selected_nodes,
        texts,
        window: model.view.graph.window,
        styles,
        inks: &inks,
    };
    // Around a node, the legend is below the drawing.
    let legend_rows = if is_around { 1 } else { model.graph_legend_rows() };
    let rows = area.height.saturating_sub(legend_rows);
    let first = if is_around { area.y } else { area.bottom() - rows };
    let below = Rect { y: first, height: rows, ..area };
    let names = net.as_ref().map_or(0, GraphNet::names);
    let visible = if model.graph_scale() == GraphScale::Whole {
        let width = area.width.saturating_sub(names);
        graph.render_whole(surface.buffer, Rect { width, ..below })
    } else {
        graph.render(surface.buffer, below, names)
    };
    let gone_word = if decisions.is_empty() { "no solution" } else { "cut off" };
    if legend_rows == 0 {
        let note_width = if note.is_empty() { 0 } else { note.chars().count() as u16 + 4 };
        // From corner to corner of the frame.
        let width = (area.width + 2).saturating_sub(note_width);
        let mut line =
            graph.legend(&visible, gone_word, (width.saturating_sub(2), 1)).swap_remove(0);
        line.spans.insert(0, Span::raw(" "));
        line.push_span(Span::raw(" "));
        let place = Rect { x: area.x.saturating_sub(1), y: area.bottom(), width, height: 1 };
        print(surface.buffer, place, line);
    } else {
        let first = if is_around { area.bottom().saturating_sub(1) } else { area.y };
        let place = Rect { y: first, height: area.height.min(legend_rows), ..area };
        let legend = graph.legend(&visible, gone_word, (area.width, legend_rows));
        print_lines(surface.buffer, place, legend);
    }
    for &(area, node) in &visible.nodes {
        surface.hits.add(area, Hit::GraphNode(node));
    }
    if !model.is_graph_cut() {
        return;
    }
    let (width, height) = model.graph_room();
    mark_rest(surface.buffer, below, context, height);
    let drawing = Rect { width: width.min(below.width), ..below };
    let is_large = diagram.nodes.len() >= MIN_MAP_NODES;
    if let Some(map) = map_area(model, drawing, &visible.nodes).filter(|_| is_large) {
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
fn map_area(model: &Model, drawing: Rect, nodes: &[(Rect, usize)]) -> Option<Rect> {
    let layout = &model.view.graph.layout;
    let is_long = |all: u16, shown: u16| 2 * u32::from(all) > 3 * u32::from(shown);
    let (width, height) = ((drawing.width / 6).max(8), (drawing.height / 3).max(4));
    let has_part = is_long(layout.columns, drawing.width) || is_long(layout.rows, drawing.height);
    if !has_part || drawing.width <= 3 * width || drawing.height <= height {
        return None;
    }
    let at = |x, y| Rect { x, y, width, height };
    // The leftmost column is reserved for the arrows.
    let (left, right) = (drawing.x + 2, drawing.right() - width);
    let (top, bottom) = (drawing.y, drawing.bottom() - height);
    let corners = [at(right, bottom), at(left, bottom), at(right, top), at(left, top)];
    corners.into_iter().find(|corner| !nodes.iter().any(|(chip, _)| chip.intersects(*corner)))
}

/// Draws arrows if the graph continues above or below the `height` rows that are shown.
fn mark_rest(buffer: &mut Buffer, area: Rect, context: &Context<'_>, height: u16) {
    let graph = &context.model.view.graph;
    let top = graph.window.first_row;
    let last = area.bottom().saturating_sub(1);
    let [up, down] = context.styles.glyphs.or(["↑", "↓"], ["^", "v"]);
    let is_more_below = top < graph.layout.rows.saturating_sub(height);
    for (is_more, y, sign) in [(top > 0, area.y, up), (is_more_below, last, down)] {
        if is_more {
            let place = Rect { x: area.x, y, width: 1, height: 1 };
            print(buffer, place.intersection(area), Line::styled(sign, context.styles.key));
        }
    }
}
