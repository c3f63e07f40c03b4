//! The diagram as a graph: the worker's answers, moving between nodes, and changing the variable order.

use super::board::add_cell_sections;
use super::{Mode, ModeBehavior, ModeFact};
use crate::input::{Motion, Scope};
use crate::model::graph_view::{GraphForm, KeptPlace};
use crate::model::{Hit, Model};
use crate::panel::Sections;
use crate::update::board::is_far;
use crate::update::mouse::{self, MouseInput};
use app::notice::{DiagramNotice, Notice};
use app::operations::{Operation, Plain, With};
use app::{Action, DiagramView};
use engine::{Chip, DiagramKind, SmallDiagram, SmallNode, Target};
use export::text_graph::GraphScale;
use export::{DrawnDiagram, OrderRequest, PictureKind};
use geometry::Cell;
use problem::Value;
use session::CellState;

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

    /// The walk continues at the new position.
    fn leave_position(&self, _: &mut Model) {}

    fn travel(&self, model: &mut Model, motion: Motion) -> bool {
        let is_walked = model.walked_node().is_some() && (!is_far(motion) || model.is_graph_cut());
        if is_walked {
            travel(model, motion);
        }
        is_walked
    }

    fn handle_mouse(&self, model: &mut Model, mouse: MouseInput) {
        mouse::decide(model, mouse);
    }

    fn followed_node(&self, model: &Model) -> Option<usize> {
        model.marked_item()
    }

    fn marked_nodes(&self, model: &Model) -> Vec<usize> {
        model.marked_item().into_iter().collect()
    }

    /// The board shows the path to the marked node.
    fn cell_state(&self, model: &Model, cell: Cell) -> Option<CellState> {
        let path = model.view.graph.path.as_ref()?;
        let state = match path.get(cell) {
            Some(Value::Placed) => CellState::Placed,
            Some(Value::Excluded) => CellState::Excluded,
            None if model.problem().rules().grid().is_hole(cell) => CellState::Hole,
            None => CellState::Possible,
        };
        Some(state)
    }

    fn picture_kind(&self, model: &Model) -> PictureKind {
        let path = model.view.graph.path.as_ref();
        path.map_or(PictureKind::Position, |_| PictureKind::Path)
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
    Operation::new("next-node", "", &With(move_to_neighbour, 1))
        .without_rules()
        .reveals()
        .here(|it, _| it.drawn().is_some()),
    Operation::new("previous-node", "", &With(move_to_neighbour, -1)).without_rules().reveals(),
    Operation::new("order", "", &Plain(show_next_order)).without_rules().reveals(),
    Operation::new("diagram-kind", "", &Plain(show_next_kind)).without_rules().reveals(),
    Operation::new("level-up", "", &With(move_level, false)).without_rules().reveals(),
    Operation::new("level-down", "", &With(move_level, true)).without_rules().reveals(),
    Operation::new("zoom-in", "", &With(zoom, true)).without_rules().reveals(),
    Operation::new("zoom-out", "", &With(zoom, false)).without_rules().reveals(),
    Operation::new("zeros", "", &Plain(show_zeros)).without_rules().reveals(),
    Operation::new("fold-nodes", "", &Plain(fold))
        .without_rules()
        .reveals()
        .here(|it, _| it.drawn().is_some()),
    Operation::new("low-edge", "", &With(follow_edge, false)).without_rules().reveals(),
    Operation::new("high-edge", "", &With(follow_edge, true)).without_rules().reveals(),
    Operation::new("parent", "", &Plain(go_to_parent)).without_rules().reveals(),
    Operation::new("only-remaining", "remaining", &Plain(show_remaining)).without_rules().reveals(),
];

/// Shows a diagram that was drawn; `is_other` is true if it is another one than before.
pub(crate) fn show(model: &mut Model, is_other: bool) {
    if is_other {
        model.view.graph.scale = GraphScale::default();
    }
    if is_other && return_to_place(model) {
        return;
    }
    keep_near_cursor(model);
}

/// Keeps the marked node's place before another kind or order of the diagram is asked for, unless a place is kept.
fn keep_place(model: &mut Model) {
    let at = (model.app.session.stamp(), model.view.cursor);
    if model.view.graph.kept.as_ref().is_none_or(|kept| kept.at != at) {
        let path = model.view.graph.path.clone().filter(|_| model.walked_node().is_some());
        model.view.graph.kept = path.map(|path| KeptPlace { path, at });
    }
}

/// Marks the node where the kept path ends in the present diagram, or the last node on it. False if no place is kept.
fn return_to_place(model: &mut Model) -> bool {
    model.cut_graph();
    let at = (model.app.session.stamp(), model.view.cursor);
    let kept = model.view.graph.kept.clone().filter(|kept| kept.at == at);
    let (Some(kept), Some(graph)) = (kept, model.drawn_graph().cloned()) else { return false };
    let source = graph.drawn.source();
    let (mut path, mut end) = (Vec::new(), source.root().node());
    while let Some(node) = end {
        let SmallNode { level, low, high } = source.node(node);
        let value = kept.path.get(source.cells()[level]);
        let is_high = value == Some(Value::Placed);
        let next = if is_high { high } else { low };
        let Some(next) = next.node().filter(|_| value.is_some() || low == high) else { break };
        path.push((node, is_high));
        end = Some(next);
    }
    let Some(end) = end else { return false };
    mark(model, end, Some(path));
    let at = (at.0, model.view.cursor);
    model.view.graph.kept = Some(KeptPlace { at, ..kept });
    true
}

/// In a new diagram without a node of the cursor's cell, marks a node of the nearest level.
fn keep_near_cursor(model: &mut Model) {
    let (Some(_), Some(drawn)) = (model.walked_node(), model.drawn()) else { return };
    if model.graph_form() != GraphForm::Nodes {
        return;
    }
    let SmallDiagram { cells, nodes, .. } = &drawn.diagram;
    let level = cells.iter().position(|cell| *cell == model.view.cursor).unwrap_or(0);
    let away = |node: &usize| nodes[*node].level.abs_diff(level);
    if let Some(node) = (0..nodes.len()).min_by_key(away).filter(|node| away(node) > 0) {
        go_to(model, node);
    }
}

fn show_next_order(model: &mut Model) {
    let order = &model.app.graph.request.order;
    // The own order of a given diagram follows the last known order.
    let is_last = order.next() == OrderRequest::default();
    let is_own_next = is_last && matches!(order, OrderRequest::Known(_));
    let own = model.app.viewed_order().filter(|_| is_own_next);
    let next = own.unwrap_or_else(|| order.next());
    request_order(model, next);
}

fn show_next_kind(model: &mut Model) {
    keep_place(model);
    let kind = &mut model.app.graph.request.kind;
    *kind = match kind {
        DiagramKind::Bdd => DiagramKind::Zdd,
        DiagramKind::Zdd => DiagramKind::Tree,
        DiagramKind::Tree => DiagramKind::Bdd,
    };
}

/// Shows or hides the edges to the terminal 0. If there is no room for them, says so.
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
    keep_place(model);
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
    if model.graph_form() == GraphForm::Around {
        return show_whole(model, larger);
    }
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

/// Shows the whole graph instead of the surroundings of a node, unless `larger` is true or it cannot be drawn.
fn show_whole(model: &mut Model, larger: bool) {
    let nodes = model.drawn().map_or(0, DrawnDiagram::nodes);
    if larger {
        model.say(DiagramNotice::Largest);
    } else if model.drawn_items().is_some() {
        model.view.graph.shows_whole = true;
    } else {
        model.refuse(DiagramNotice::TooManyNodes { order: OrderRequest::default(), nodes });
    }
}

/// Folds nodes without a choice, or unfolds them.
fn fold(model: &mut Model) {
    model.view.graph.is_folded = Some(!model.is_graph_folded());
    model.change_focus(|focus| {
        focus.opened.clear();
        focus.chips = None;
    });
    model.say(if model.is_graph_folded() {
        DiagramNotice::Folded
    } else {
        DiagramNotice::Unfolded
    });
}

/// The node whose edges leave the marked item: the item's node, or the last node of its chip.
fn last_of_item(model: &Model) -> Option<usize> {
    let (node, item) = (model.walked_node()?, model.marked_item());
    let chip = item.and_then(|item| model.chip_graph()?.part.chips.get(item));
    let last = chip.map_or(Some(node), |chip| chip.nodes.last().copied())?;
    model.drawn()?.source().has(last).then_some(last)
}

/// Follows an edge of the marked node or fold. From the board, marks a node first.
fn follow_edge(model: &mut Model, high: bool) {
    let (Some(last), Some(graph)) = (last_of_item(model), model.drawn_graph().cloned()) else {
        return move_to_neighbour(model, 1);
    };
    let source = graph.drawn.source();
    let target = source.node(last).target(high);
    let Target::Node(node) = target else {
        let is_solution = target == Target::True;
        return model.say(DiagramNotice::Terminal { high, is_solution });
    };
    let path = path_through(model, last, high);
    let chip = model.marked_item().and_then(|item| model.chip_graph()?.part.chips.get(item));
    if let Some(run) = chip.filter(|chip| chip.nodes.len() > 1).map(Chip::name) {
        model.say(DiagramNotice::NoChoice { run });
    }
    mark(model, node, path);
}

/// The path to the marked node, continued through its fold along an edge of `last`, the last node of the fold.
fn path_through(model: &Model, last: usize, high: bool) -> Option<Vec<(usize, bool)>> {
    let (mut path, source) = (model.marked_path()?, model.drawn()?.source());
    let mut at = model.walked_node();
    while let Some(node) = at {
        let edge = if node == last { high } else { source.node(node).low == Target::False };
        path.push((node, edge));
        at = source.node(node).target(edge).node().filter(|_| node != last);
    }
    Some(path)
}

/// The path to a neighbour of the marked node: a node on the path, or a child of the marked node or fold.
fn path_to_neighbour(model: &Model, node: usize) -> Option<Vec<(usize, bool)>> {
    model.walked_path(node).or_else(|| {
        let (last, source) = (last_of_item(model)?, model.drawn()?.source());
        let leads = |high: &bool| source.node(last).target(*high) == Target::Node(node);
        path_through(model, last, [false, true].into_iter().find(leads)?)
    })
}

/// Moves to the parent of the marked node on the path to it, otherwise to its first parent. If nodes are folded, moves to
/// the beginning of a fold.
fn go_to_parent(model: &mut Model) {
    let (Some(node), Some(graph)) = (model.walked_node(), model.drawn_graph().cloned()) else {
        return say_no_graph(model);
    };
    let source = graph.drawn.source();
    let Some(mut path) = model.marked_path().filter(|_| source.has(node)) else { return };
    let Some((mut parent, _)) = path.pop() else { return model.say(DiagramNotice::Root) };
    let is_folded = model.is_graph_folded() && source.node(parent).is_forced();
    while let Some(&(above, _)) =
        path.last().filter(|(above, _)| is_folded && source.node(*above).is_forced())
    {
        parent = above;
        path.pop();
    }
    mark(model, parent, Some(path));
}

/// Marks a node of the diagram, and looks at its surroundings.
fn mark(model: &mut Model, node: usize, path: Option<Vec<(usize, bool)>>) {
    let Some(graph) = model.drawn_graph().cloned() else { return };
    let source = graph.drawn.source();
    if !source.has(node) {
        return;
    }
    model.centre_graph(node, path);
    model.view.cursor = source.cells()[source.node(node).level];
    model.enter(Mode::Graph(node));
}

/// Says why no graph is shown.
fn say_no_graph(model: &mut Model) {
    model.say(if model.awaits_graph() { DiagramNotice::Drawing } else { DiagramNotice::NoGraph });
}

/// Moves to the next or the previous node. From the board, moves to a node of the cursor's cell.
fn move_to_neighbour(model: &mut Model, by: isize) {
    let node = match (model.walked_node(), model.drawn()) {
        (Some(node), Some(_)) => {
            let remaining = model.remaining_items(model.app.session.problem());
            let remaining = remaining.map(|part| part.nodes).unwrap_or_default();
            let first = || model.view.graph.layout.nodes().next();
            match model.graph_item(node) {
                Some(item) => step(model, item, by, |item| remaining[item]),
                None => first(),
            }
        }
        (None, Some(_)) => first_of_cell(model, model.view.cursor)
            .or_else(|| model.view.graph.layout.nodes().next()),
        (_, None) => {
            return say_no_graph(model);
        }
    };
    if let Some(node) = node {
        go_to(model, node);
    }
}

/// Marks an item of the drawing. The path that is shown is the one from the root that the drawing chooses, not a walked one.
pub(crate) fn go_to(model: &mut Model, item: usize) {
    step_to(model, item, |_, _| None);
}

/// Marks an item of the drawing, and moves the cursor to its cell. The parents of a node show their own surroundings.
fn step_to(
    model: &mut Model,
    item: usize,
    path: impl Fn(&Model, usize) -> Option<Vec<(usize, bool)>>,
) {
    let cell = model.small_diagram().filter(|diagram| item < diagram.nodes.len());
    let Some(cell) = cell.map(|diagram| diagram.cell(item)) else { return };
    let Some(node) = model.node_of_item(item) else { return };
    let path = path(model, node);
    if let Some(around) = model.around().filter(|around| item < around.centre) {
        let mut usual = around.path.clone();
        let is_last = usual.pop().is_some_and(|(last, _)| last == node);
        return mark(model, node, path.or(is_last.then_some(usual)));
    }
    let chips = model.chip_graph();
    model.view.cursor = chips.map_or(cell, |chips| chips.part.chips[item].cells[0]);
    if model.drawn().is_some() && model.playback().is_none() {
        model.walk_to(node, path);
        model.enter(Mode::Graph(node));
    }
}

/// Marks an item of the drawing that was clicked, and opens it if it is a fold.
pub(crate) fn click(model: &mut Model, item: usize) {
    let chip = model.chip_graph().and_then(|chips| chips.part.chips.get(item)).cloned();
    go_to(model, item);
    let Some(chip) = chip else { return };
    if chip.nodes.len() > 1 {
        model.open_folds(&chip.nodes);
    } else if let Some((node, path)) = model.walked_node().zip(model.marked_path()) {
        model.centre_graph(node, Some(path));
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

/// The first item of a cell that remains at the position, or else the first item of the cell.
fn first_of_cell(model: &Model, cell: Cell) -> Option<usize> {
    let remaining = model.remaining_items(model.app.session.problem())?;
    let diagram = model.small_diagram()?;
    let chips = model.chip_graph();
    let has_cell = |item: &usize| {
        let is_node_of_cell = || diagram.cell(*item) == cell;
        chips.map_or_else(is_node_of_cell, |chips| chips.part.chips[*item].cells.contains(&cell))
    };
    let items = || model.view.graph.layout.nodes().filter(has_cell);
    items().find(|&item| remaining.nodes[item]).or_else(|| items().next())
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
pub(crate) fn travel(model: &mut Model, motion: Motion) {
    let Some(from) = model.marked_item() else { return };
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
        Motion::FirstColumn if model.graph_form() == GraphForm::Around => {
            let root = model.drawn().and_then(|drawn| drawn.source().root().node());
            return root.into_iter().for_each(|root| mark(model, root, Some(Vec::new())));
        }
        Motion::FirstColumn => model.view.graph.layout.nodes().next(),
        Motion::LastColumn => model.view.graph.layout.nodes().next_back(),
    };
    match to {
        Some(item) => step_to(model, item, path_to_neighbour),
        // Below the drawn nodes, the path continues.
        None if motion == Motion::Down && model.graph_form() == GraphForm::Around => {
            let source = last_of_item(model).and_then(|last| Some((last, model.drawn()?.source())));
            let high = source.map(|(last, source)| source.node(last).low == Target::False);
            if let Some(high) = high {
                follow_edge(model, high);
            }
        }
        None => {}
    }
}

/// The neighbour of a node on the same level, `by` places to the right.
fn neighbour_on_level(model: &Model, node: usize, by: isize) -> Option<usize> {
    let diagram = model.small_diagram()?;
    let to = step(model, node, by, |_| true)?;
    (diagram.nodes[to].level == diagram.nodes[node].level).then_some(to)
}

/// The nearest child of a node, or its nearest parent if `down` is false. If some edges remain after the decisions, other edges
/// are ignored.
fn along_edge(model: &Model, node: usize, down: bool) -> Option<usize> {
    let (drawn, remaining) =
        (model.small_diagram()?, model.remaining_items(model.app.session.problem())?);
    let column = |node: usize| model.view.graph.layout.item(node).map_or(0.0, |item| item.x);
    let here = column(node);
    let nodes = drawn.nodes.iter().enumerate();
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
    if model.walked_node().is_some() {
        let item = model.marked_item().and_then(|item| node_on_level(model, item, by));
        return item.into_iter().for_each(|item| go_to(model, item));
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
    let Some(graph) = model.drawn_graph().cloned() else { return model.enter(Mode::Board) };
    let (source, cursor) = (graph.drawn.source(), model.view.cursor);
    if source.has(node) && source.cells()[source.node(node).level] == cursor {
        let is_new = model.graph_form() == GraphForm::Around && model.graph_focus().is_none();
        return if is_new {
            model.centre_graph(node, None);
        };
    }
    if model.graph_form() == GraphForm::Around {
        let start = Some(node).filter(|&node| source.has(node)).or_else(|| source.root().node());
        let level = source.cells().iter().position(|&cell| cell == cursor);
        let path = model.marked_path().unwrap_or_default();
        let target =
            start.zip(level).and_then(|(end, level)| source.node_at_level(level, &path, end));
        return match target.or(start) {
            Some(node) => mark(model, node, None),
            None => model.enter(Mode::Board),
        };
    }
    let is_decided = model.app.session.decisions().get(cursor).is_some();
    let whole = model.whole_drawn().filter(|_| is_decided).into_iter();
    let cells = whole.flat_map(|whole| &whole.diagram.cells);
    let mut next = cells.skip_while(|&&cell| cell != cursor);
    let item =
        first_of_cell(model, cursor).or_else(|| next.find_map(|&cell| first_of_cell(model, cell)));
    // A cell within a fold is marked by its own node.
    let chip = item.and_then(|item| model.chip_graph()?.part.chips.get(item));
    let cell_node = chip.and_then(|chip| {
        let at = chip.cells.iter().position(|&cell| cell == cursor)?;
        Some(chip.nodes[at])
    });
    let node = cell_node.or_else(|| model.node_of_item(item?));
    if let Some(node) = node {
        model.walk_to(node, None);
    }
    model.enter(node.map_or(Mode::Board, Mode::Graph));
}

/// Remembers the path to the marked node, which the board shows.
pub(crate) fn keep_path(model: &mut Model) {
    let decided = model.app.session.decisions();
    let path = model.marked_path().zip(model.walked_node()).and_then(|(path, marked)| {
        let drawn = model.drawn()?;
        let (source, skips_are_empty) = (drawn.source(), drawn.request.kind == DiagramKind::Zdd);
        let (mut values, mut next_level) = (Vec::new(), 0);
        let edges = path.iter().map(|&(node, high)| (node, Some(high))).chain([(marked, None)]);
        for (node, edge) in edges {
            let level = source.has(node).then(|| source.node(node).level)?;
            // In a ZDD, the cells of levels that an edge skips stay empty.
            let skipped = source.cells()[next_level..level].iter().filter(|_| skips_are_empty);
            let is_open = |cell: &&Cell| decided.get(**cell).is_none();
            values.extend(skipped.filter(is_open).map(|&cell| (cell, Value::Excluded)));
            let value = |high| if high { Value::Placed } else { Value::Excluded };
            values.extend(edge.map(|high| (source.cells()[level], value(high))));
            next_level = level + 1;
        }
        Some(values)
    });
    model.view.graph.path = path.map(|path| decided.iter().chain(path).collect());
}
