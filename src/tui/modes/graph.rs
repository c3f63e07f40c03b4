//! The diagram as a graph: the worker's answers, moving between nodes, and changing the variable order.

use super::board::add_cell_sections;
use super::{Mode, ModeBehavior, ModeFact};
use crate::input::{Motion, Scope};
use crate::model::{Hit, Model};
use crate::panel::Sections;
use crate::update::board::is_far;
use crate::update::mouse::{self, MouseInput};
use app::notice::{DiagramNotice, Notice};
use app::operations::{Operation, Plain, With};
use app::{Action, DiagramView};
use engine::{DiagramKind, SmallDiagram};
use export::OrderRequest;
use export::text_graph::GraphScale;
use geometry::Cell;

pub(crate) struct GraphMode;

impl ModeBehavior for GraphMode {
    fn names(&self, _: &Model) -> (Scope, &'static str) {
        (Scope::Graph, "graph")
    }

    fn has(&self, fact: ModeFact) -> bool {
        matches!(
            fact,
            ModeFact::ShowsPosition
                | ModeFact::DecidesCells
                | ModeFact::GivesWay
                | ModeFact::HasDiagram
                | ModeFact::Suggests
        )
    }

    /// The walk goes on at the new position.
    fn leave_position(&self, _: &mut Model) {}

    fn travel(&self, model: &mut Model, motion: Motion) -> bool {
        let from = model.walked_node().filter(|_| !is_far(motion) || model.is_graph_cut());
        if let Some(from) = from {
            travel(model, from, motion);
        }
        from.is_some()
    }

    fn handle_mouse(&self, model: &mut Model, mouse: MouseInput) {
        mouse::decide(model, mouse);
    }

    fn followed_node(&self, model: &Model) -> Option<usize> {
        model.walked_node()
    }

    fn marked_nodes(&self, model: &Model) -> Vec<usize> {
        model.walked_node().into_iter().collect()
    }

    fn recommended(&self, _: &Model) -> Vec<(Action, String)> {
        vec![(Action::NEXT_NODE, "next node".to_owned())]
    }

    fn note(&self, _: &Model) -> &'static str {
        "arrows go from node to node; what the board does works, too"
    }

    fn add_sections(&self, sections: &mut Sections<'_>) -> bool {
        add_cell_sections(sections);
        true
    }
}

impl Model {
    /// The marked node; `None` while no graph is walked.
    pub(crate) fn walked_node(&self) -> Option<usize> {
        self.mode().try_as_graph_ref().copied()
    }
}

/// Number of levels by which `PageUp` and `PageDown` move.
const PAGE: isize = 8;

pub(crate) static ROWS: &[Operation<Model>] = &[
    Operation::new("next-node", "", &With(walk, 1)).reveals().here(|it, _| it.drawn().is_some()),
    Operation::new("previous-node", "", &With(walk, -1)).reveals(),
    Operation::new("order", "", &Plain(show_next_order)).reveals(),
    Operation::new("diagram-kind", "", &Plain(show_next_kind)).reveals(),
    Operation::new("level-up", "", &With(move_level, false)).reveals(),
    Operation::new("level-down", "", &With(move_level, true)).reveals(),
    Operation::new("zoom-in", "", &With(zoom, true)).reveals(),
    Operation::new("zoom-out", "", &With(zoom, false)).reveals(),
    Operation::new("zeros", "", &Plain(show_zeros)).reveals(),
    Operation::new("only-remaining", "remaining", &Plain(show_remaining)).reveals(),
];

/// Shows a diagram that was drawn; `is_other` is true if it is another one than before.
pub(crate) fn show(model: &mut Model, is_other: bool) {
    if is_other {
        model.view.graph.scale = GraphScale::default();
    }
    keep_near_cursor(model);
}

/// In a new diagram without a node of the cursor's cell, marks a node of the nearest level.
fn keep_near_cursor(model: &mut Model) {
    let (Some(_), Some(drawn)) = (model.walked_node(), model.drawn()) else { return };
    let SmallDiagram { cells, nodes, .. } = &drawn.diagram;
    let level = cells.iter().position(|cell| *cell == model.view.cursor).unwrap_or(0);
    let away = |node: &usize| nodes[*node].level.abs_diff(level);
    if let Some(node) = (0..nodes.len()).min_by_key(away).filter(|node| away(node) > 0) {
        go_to(model, node);
    }
}

fn show_next_order(model: &mut Model) {
    request_order(model, model.app.graph.request.order.next());
}

fn show_next_kind(model: &mut Model) {
    let kind = &mut model.app.graph.request.kind;
    *kind = match kind {
        DiagramKind::Bdd => DiagramKind::Zdd,
        DiagramKind::Zdd => DiagramKind::Tree,
        DiagramKind::Tree => DiagramKind::Bdd,
    };
}

/// Shows the edges to the terminal 0, or leaves them out. Without room for them, says so.
fn show_zeros(model: &mut Model) {
    let is_shown = model.view.graph.layout.has_zeros;
    model.view.graph.hides_zeros = is_shown;
    model.arrange_graph();
    if is_shown || model.view.graph.layout.has_zeros || model.graph_net().is_none() {
        return;
    }
    let has_names = matches!(model.graph_scale(), GraphScale::Chips | GraphScale::Wide(_));
    model.refuse(match (model.series_view(), has_names) {
        (Some(_), _) => DiagramNotice::NoRoomForZeros { can_zoom: false },
        (None, true) => DiagramNotice::NoRoomForZeros { can_zoom: true },
        (None, false) => DiagramNotice::NamelessZeros,
    });
}

/// Leaves out the nodes that decisions have cut off, or shows them again. Shows the graph if it is not shown.
fn show_remaining(model: &mut Model) {
    if !model.app.has_full_assist() {
        model.refuse(Notice::ExceedsAssist);
        return;
    }
    let was_shown = model.app.diagram == DiagramView::Graph;
    model.app.diagram = DiagramView::Graph;
    model.view.graph.hides_cut = !(model.view.graph.hides_cut && was_shown);
    model.view.graph.scale = GraphScale::default();
    let is_cut = model.cut_word().is_some();
    model.say(match (is_cut, model.view.graph.hides_cut) {
        (true, true) => DiagramNotice::Remaining,
        (false, true) if model.drawn().is_none() => DiagramNotice::Drawing,
        (false, true) => DiagramNotice::NothingCutOff,
        (true, false) => DiagramNotice::Whole,
        (false, false) => DiagramNotice::Uncut,
    });
}

/// Asks for the diagram in an order.
pub(crate) fn request_order(model: &mut Model, order: OrderRequest) {
    model.app.graph.request.order = order;
}

/// Moves the cell under the cursor by one level in the order, unless an earlier move is still being computed.
fn move_level(model: &mut Model, down: bool) {
    let Some(drawn) = model.drawn().filter(|_| model.app.is_graph_known()) else { return };
    let level = drawn.diagram.cells.iter().position(|cell| *cell == model.view.cursor);
    let order = level.and_then(|level| drawn.with_moved_level(level, down));
    if let Some(order) = order {
        request_order(model, order);
    }
}

/// Draws the graph in the next larger or smaller scale.
pub(crate) fn zoom(model: &mut Model, larger: bool) {
    // A drawing in which no level is folded has all the room that it needs.
    let is_wide = matches!(model.view.graph.scale, GraphScale::Chips | GraphScale::Wide(_))
        && model.view.graph.layout.levels.iter().all(|level| level.lines <= 1);
    let scale = model.view.graph.scale;
    model.view.graph.scale = match larger {
        true if is_wide => scale,
        true => scale.larger(),
        false => scale.smaller(),
    };
    if model.view.graph.scale == scale {
        model.say(if larger { DiagramNotice::Largest } else { DiagramNotice::Smallest });
    }
}

/// Moves to another node, and asks for what is shown while the graph is walked.
fn walk(model: &mut Model, by: isize) {
    move_to_neighbour(model, by);
}

/// Moves to the next or the previous node. From the board, moves to a node of the cursor's cell.
fn move_to_neighbour(model: &mut Model, by: isize) {
    let node = match (model.walked_node(), model.drawn()) {
        (Some(node), Some(drawn)) => {
            let remaining = drawn.remaining(model.app.session.problem());
            step(model, node, by, |node| remaining.nodes[node])
        }
        (None, Some(drawn)) => {
            let level = drawn.diagram.cells.iter().position(|cell| *cell == model.view.cursor);
            first_of_level(model, level.unwrap_or(0))
                .or_else(|| model.view.graph.layout.nodes().next())
        }
        (_, None) => {
            return model.say(DiagramNotice::NoGraph);
        }
    };
    if let Some(node) = node {
        go_to(model, node);
    }
}

/// Marks a node, and moves the cursor to the node's cell.
pub(crate) fn go_to(model: &mut Model, node: usize) {
    let cell = model.small_diagram().filter(|diagram| node < diagram.nodes.len());
    let Some(cell) = cell.map(|diagram| diagram.cell(node)) else { return };
    model.view.cursor = cell;
    if model.drawn().is_some() && model.playback().is_none() {
        model.enter(Mode::Graph(node));
    }
}

/// The node `by` places after `node` in level order, wrapping around at both ends. Nodes that are not `wanted` do not
/// count, except `node` itself.
fn step(model: &Model, node: usize, by: isize, wanted: impl Fn(usize) -> bool) -> Option<usize> {
    let is_counted = |&other: &usize| other == node || wanted(other);
    let nodes: Vec<usize> = model.view.graph.layout.nodes().filter(is_counted).collect();
    let at = nodes.iter().position(|&other| other == node)?;
    let last = nodes.len() - 1;
    Some(nodes[at.checked_add_signed(by).map_or(last, |to| to % (last + 1))])
}

/// The first node of a level that remains at the position, or else the first node of the level.
fn first_of_level(model: &Model, level: usize) -> Option<usize> {
    let drawn = model.drawn()?;
    let remaining = drawn.remaining(model.app.session.problem());
    let on_level = |node: &usize| drawn.diagram.nodes[*node].level == level;
    let nodes = || model.view.graph.layout.nodes().filter(on_level);
    nodes().find(|&node| remaining.nodes[node]).or_else(|| nodes().next())
}

/// Moves the window of the graph by half of its size in the direction of a far motion.
pub(crate) fn move_window(model: &mut Model, motion: Motion) {
    let (width, height) = model.graph_room();
    let (rows, columns) = (i32::from(height / 2), i32::from(width / 2));
    match motion {
        Motion::FarLeft => model.pan_graph(0, -columns),
        Motion::FarRight => model.pan_graph(0, columns),
        Motion::FarUp => model.pan_graph(-rows, 0),
        Motion::FarDown => model.pan_graph(rows, 0),
        Motion::Left
        | Motion::Right
        | Motion::Up
        | Motion::Down
        | Motion::PageUp
        | Motion::PageDown
        | Motion::FirstColumn
        | Motion::LastColumn => {}
    }
}

/// Moves in the graph: vertically between levels, horizontally between nodes of a level. Far motions move the window by
/// half of its size.
pub(crate) fn travel(model: &mut Model, from: usize, motion: Motion) {
    let to = match motion {
        Motion::FarLeft | Motion::FarRight | Motion::FarUp | Motion::FarDown => {
            return move_window(model, motion);
        }
        Motion::Left => neighbour_on_level(model, from, -1),
        Motion::Right => neighbour_on_level(model, from, 1),
        Motion::Up => along_edge(model, from, false),
        Motion::Down => along_edge(model, from, true),
        Motion::PageUp => node_on_level(model, from, -PAGE),
        Motion::PageDown => node_on_level(model, from, PAGE),
        Motion::FirstColumn => model.view.graph.layout.nodes().next(),
        Motion::LastColumn => model.view.graph.layout.nodes().next_back(),
    };
    if let Some(node) = to {
        go_to(model, node);
    }
}

/// The neighbour of a node on the same level, `by` places to the right.
fn neighbour_on_level(model: &Model, node: usize, by: isize) -> Option<usize> {
    let diagram = model.small_diagram()?;
    let to = step(model, node, by, |_| true)?;
    (diagram.nodes[to].level == diagram.nodes[node].level).then_some(to)
}

/// The nearest child of a node, or its nearest parent if `down` is false. If edges remain, only they count.
fn along_edge(model: &Model, node: usize, down: bool) -> Option<usize> {
    let drawn = model.drawn()?;
    let remaining = drawn.remaining(model.app.session.problem());
    let column = |node: usize| model.view.graph.layout.item(node).map_or(0.0, |item| item.x);
    let here = column(node);
    let nodes = drawn.diagram.nodes.iter().enumerate();
    let edges = nodes.flat_map(|(from, inner)| {
        [false, true].map(|high| (from, inner.target(high).node(), remaining.edge(from, high)))
    });
    let ends = edges.filter_map(|(from, to, remains)| {
        let (near, far) = if down { (from, to?) } else { (to?, from) };
        (near == node).then(|| (!remains, (column(far) - here).abs(), far))
    });
    let nearest = ends.min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    nearest.map(|(_, _, far)| far)
}

/// The nearest node `by` levels below (above if negative). Counts only levels with nodes, and stops at the
/// first and the last level.
fn node_on_level(model: &Model, node: usize, by: isize) -> Option<usize> {
    let diagram = model.small_diagram()?;
    let mut levels: Vec<usize> = diagram.nodes.iter().map(|node| node.level).collect();
    levels.dedup();
    let at = levels.binary_search(&diagram.nodes[node].level).ok()?;
    let to = at.saturating_add_signed(by).min(levels.len() - 1);
    if to == at {
        return None;
    }
    model.view.graph.layout.nearest(levels[to], node)
}

/// Marks the node nearest to a position of the screen: in the whole map, or among the nodes in view.
pub(crate) fn go_near(model: &mut Model, (x, y): (u16, u16)) {
    // A character is about twice as high as wide.
    let away = |from: u16, length: u16, at: u16| {
        let last = from + length.saturating_sub(1);
        u32::from(from.saturating_sub(at).max(at.saturating_sub(last)))
    };
    let nodes = model.view.hits.areas.iter().filter_map(|(area, hit)| match hit {
        Hit::GraphNode(node) => {
            let (columns, rows) = (away(area.x, area.width, x), away(area.y, area.height, y));
            Some((columns + 2 * rows, *node))
        }
        _ => None,
    });
    if let Some((_, node)) = nodes.min() {
        go_to(model, node);
    }
}

/// Moves the window to the part of the drawing at a position of the map.
pub(crate) fn go_to_part(model: &mut Model, (x, y): (u16, u16)) {
    let map = model.view.hits.areas.iter().find(|(_, hit)| *hit == Hit::GraphMap);
    let Some(&(area, _)) = map else { return };
    let (width, height) = model.graph_room();
    let (layout, window) = (&model.view.graph.layout, model.view.graph.window);
    let by = |at: u16, first: u16, length: u16, all: u16, view: u16, now: u16| {
        let target = i32::from(at - first) * i32::from(all) / i32::from(length.max(1));
        target - i32::from(view / 2) - i32::from(now)
    };
    let rows = by(y, area.y, area.height, layout.rows, height, window.first_row);
    let columns = by(x, area.x, area.width, layout.columns, width, window.first_column);
    model.pan_graph(rows, columns);
}

/// Drags the drawing to a position of the mouse.
pub(crate) fn drag(model: &mut Model, (x, y): (u16, u16)) {
    if let Some((from_x, from_y)) = model.view.graph.drag.replace((x, y)) {
        model.pan_graph(i32::from(from_y) - i32::from(y), i32::from(from_x) - i32::from(x));
    }
}

/// Turns the wheel over the graph. If the window shows a part of the drawing, moves the window; otherwise moves the
/// marked node and the cursor from level to level.
pub(crate) fn turn_wheel(model: &mut Model, rows: i32, columns: i32) {
    if model.is_graph_cut() {
        model.pan_graph(-rows, 2 * columns);
    } else {
        scroll(model, -(rows as isize));
    }
}

/// Moves the marked node and the cursor `by` levels down.
fn scroll(model: &mut Model, by: isize) {
    if let Some(node) = model.walked_node() {
        if let Some(node) = node_on_level(model, node, by) {
            go_to(model, node);
        }
        return;
    }
    let Some(diagram) = model.small_diagram() else { return };
    let at = diagram.cells.iter().position(|cell| *cell == model.view.cursor).unwrap_or(0);
    let to = at.saturating_add_signed(by).min(diagram.cells.len().saturating_sub(1));
    if let Some(&cell) = diagram.cells.get(to) {
        model.view.cursor = cell;
    }
}

/// Marks a node of the cursor's cell; if the level of a decided cell is left out, a node of the next level that has one.
/// Returns to the board if there is no such node.
pub(crate) fn mark_cursor_node(model: &mut Model) {
    let Some(node) = model.walked_node() else { return };
    let Some(drawn) = model.drawn() else { return model.enter(Mode::Board) };
    let diagram = &drawn.diagram;
    if node < diagram.nodes.len() && diagram.cell(node) == model.view.cursor {
        return;
    }
    let node_of = |cell: &Cell| {
        let level = diagram.cells.iter().position(|other| other == cell);
        level.and_then(|level| first_of_level(model, level))
    };
    let is_decided = model.app.session.decisions().get(model.view.cursor).is_some();
    let whole = model.whole_drawn().filter(|_| is_decided).into_iter();
    let cells = whole.flat_map(|whole| &whole.diagram.cells);
    let mut next = cells.skip_while(|cell| **cell != model.view.cursor);
    let node = node_of(&model.view.cursor).or_else(|| next.find_map(node_of));
    model.enter(node.map_or(Mode::Board, Mode::Graph));
}
