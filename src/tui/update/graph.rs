//! The diagram as a graph: the worker's answers, moving between nodes, and changing the variable order.

use crate::input::{Action, GraphAction, Motion};
use crate::model::{GraphAnswer, Mode, Model};
use crate::update::message::Effect;
use crate::update::question::ask_graph;
use session::{DrawnDiagram, DrawnOrder, NotDrawn};

/// Number of levels by which `PageUp` and `PageDown` move.
const PAGE: isize = 8;

/// Handles the worker's answer. If there is no graph in this order, the next order is tried.
pub(super) fn answer(model: &mut Model, answer: Result<DrawnDiagram, NotDrawn>) {
    match answer {
        Ok(drawn) => model.graph.answer = Some(GraphAnswer::Drawn(drawn.into())),
        Err(NotDrawn::InThisOrder(nodes)) => {
            let reason = match nodes {
                Some(nodes) => format!("has {nodes} nodes, too many to draw"),
                None => "takes too long".to_owned(),
            };
            let order = model.graph.order.name();
            model.say(format!("the diagram in {order} order {reason}"));
            model.graph.order = model.graph.order.next();
        }
        Err(reason) => model.graph.answer = Some(GraphAnswer::Not(model.session.stamp(), reason)),
    }
}

/// Handles a question for a graph that ended without an answer.
pub(super) fn record_no_graph(model: &mut Model) {
    model.graph.order = DrawnOrder::RowMajor;
    if !model.is_graph_known() {
        let stamp = model.session.stamp();
        model.graph.answer = Some(GraphAnswer::Not(stamp, NotDrawn::Slow));
    }
}

/// Performs an action of the graph, on the board or in the graph's mode.
pub(super) fn perform(model: &mut Model, action: GraphAction) -> Vec<Effect> {
    match action {
        GraphAction::Zeros => model.graph.hides_zeros = !model.graph.hides_zeros,
        GraphAction::Order => {
            model.graph.order = model.graph.order.next();
            return ask_graph(model);
        }
        GraphAction::Next => move_to_neighbour(model, 1),
        GraphAction::Previous => move_to_neighbour(model, -1),
    }
    Vec::new()
}

/// Moves to the next or the previous node. From the board, moves to a node of the cursor's cell.
fn move_to_neighbour(model: &mut Model, by: isize) {
    let node = match (&model.mode, model.drawn()) {
        (Mode::Graph { node }, Some(_)) => step(model, *node, by),
        (_, Some(drawn)) => {
            let level = drawn.diagram.cells.iter().position(|cell| *cell == model.cursor);
            first_of_level(model, level.unwrap_or(0)).or_else(|| model.graph.layout.nodes().next())
        }
        (_, None) => {
            let key = model.keys.key(Action::Diagram);
            model.say(format!("no graph is shown; {key} shows one where it is small"));
            return;
        }
    };
    if let Some(node) = node {
        go_to(model, node);
    }
}

/// Marks a node, and moves the cursor to the node's cell.
pub(super) fn go_to(model: &mut Model, node: usize) {
    let cell = model.small_diagram().filter(|diagram| node < diagram.nodes.len());
    let Some(cell) = cell.map(|diagram| diagram.cell(node)) else { return };
    model.cursor = cell;
    if model.drawn().is_some() {
        model.mode = Mode::Graph { node };
    }
}

/// The node `by` places after `node` in level order, wrapping around at both ends.
fn step(model: &Model, node: usize, by: isize) -> Option<usize> {
    let nodes: Vec<usize> = model.graph.layout.nodes().collect();
    let at = nodes.iter().position(|&other| other == node)?;
    let last = nodes.len() - 1;
    Some(nodes[at.checked_add_signed(by).map_or(last, |to| to % (last + 1))])
}

/// The first node of a level that remains at the position, or else the first node of the level.
fn first_of_level(model: &Model, level: usize) -> Option<usize> {
    let drawn = model.drawn()?;
    let remaining = drawn.remaining(model.session.problem());
    let on_level = |node: &usize| drawn.diagram.nodes[*node].level == level;
    let nodes = || model.graph.layout.nodes().filter(on_level);
    nodes().find(|&node| remaining.nodes[node]).or_else(|| nodes().next())
}

/// Moves in the graph: vertically between levels, horizontally between nodes of a level.
pub(super) fn travel(model: &mut Model, from: usize, motion: Motion) {
    let to = match motion {
        Motion::Left | Motion::FarLeft => neighbour_on_level(model, from, -1),
        Motion::Right | Motion::FarRight => neighbour_on_level(model, from, 1),
        Motion::Up | Motion::FarUp => node_on_level(model, from, -1),
        Motion::Down | Motion::FarDown => node_on_level(model, from, 1),
        Motion::PageUp => node_on_level(model, from, -PAGE),
        Motion::PageDown => node_on_level(model, from, PAGE),
        Motion::FirstColumn => model.graph.layout.nodes().next(),
        Motion::LastColumn => model.graph.layout.nodes().next_back(),
    };
    if let Some(node) = to {
        go_to(model, node);
    }
}

/// The neighbour of a node on the same level, `by` places to the right.
fn neighbour_on_level(model: &Model, node: usize, by: isize) -> Option<usize> {
    let diagram = model.small_diagram()?;
    let to = step(model, node, by)?;
    (diagram.nodes[to].level == diagram.nodes[node].level).then_some(to)
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
    model.graph.layout.nearest(levels[to], node)
}

/// Moves the marked node and the cursor `by` levels down.
pub(super) fn scroll(model: &mut Model, by: isize) {
    if let Mode::Graph { node } = model.mode {
        if let Some(node) = node_on_level(model, node, by) {
            go_to(model, node);
        }
        return;
    }
    let Some(diagram) = model.small_diagram() else { return };
    let at = diagram.cells.iter().position(|cell| *cell == model.cursor).unwrap_or(0);
    let to = at.saturating_add_signed(by).min(diagram.cells.len().saturating_sub(1));
    if let Some(&cell) = diagram.cells.get(to) {
        model.cursor = cell;
    }
}

/// Marks a node of the cursor's cell, or returns to the board if the cell has no node.
pub(super) fn mark_cursor_node(model: &mut Model) {
    let Mode::Graph { node } = model.mode else { return };
    let Some(drawn) = model.drawn() else { return model.mode = Mode::Board };
    let diagram = &drawn.diagram;
    if node < diagram.nodes.len() && diagram.cell(node) == model.cursor {
        return;
    }
    let level = diagram.cells.iter().position(|cell| *cell == model.cursor);
    let node = level.and_then(|level| first_of_level(model, level));
    model.mode = node.map_or(Mode::Board, |node| Mode::Graph { node });
}
