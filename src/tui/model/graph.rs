//! The diagram drawn as a graph: whether it is shown, and its layout.

use std::sync::Arc;

use num_traits::ToPrimitive;
use ratatui::layout::Rect;

use crate::model::Model;
use crate::model::graph_view::{Focus, GraphForm, RemainingGraph};
use crate::modes::{Mode, ModeFact};
use app::graph::{AroundGraph, AroundRequest, ChipGraph, DrawnGraph, GraphAnswer, KnownSizes};
use app::lesson::GraphPlace;
use app::{Action, DiagramView};
use engine::{Budget, RemainingPart, SmallDiagram};
use export::text_graph::{GraphItem, GraphItemKind, GraphLayout, GraphNet, GraphScale, NodeTexts};
use export::{DrawnDiagram, DrawnSeries};
use problem::{Problem, Value};

/// Minimum number of rows and columns between the marked node and the border of the frame, if the graph scrolls.
const MARGIN: u16 = 4;

/// Number of rows between two levels around a node.
const AROUND_EDGE_ROWS: u16 = 3;

/// Number of rows above and below the drawing around a node: the path, the parents, a blank row, and the legend.
pub(crate) const AROUND_ROWS: u16 = 4;

/// Minimum width of the frame of a graph whose nodes are not all drawn, in columns.
const MIN_AROUND_WIDTH: u16 = 46;

/// Maximum number of cells of a board whose reduction is offered. The decision tree of 5 queens has 330 nodes; that of 6
/// queens has more than the 400 with which a reduction may begin.
const MAX_REDUCED_CELLS: usize = 25;

impl Model {
    /// The diagram that is shown as a graph, if the window has room for it: the whole diagram, or the part that remains
    /// if the user hides the nodes that decisions have cut off.
    pub(crate) fn drawn(&self) -> Option<&DrawnDiagram> {
        self.drawn_graph().map(|graph| &graph.drawn)
    }

    /// The whole diagram that is shown as a graph, even while nodes that are cut off are hidden.
    pub(crate) fn whole_drawn(&self) -> Option<&DrawnDiagram> {
        self.whole_graph().map(|graph| &graph.drawn)
    }

    pub(crate) fn drawn_graph(&self) -> Option<&Arc<DrawnGraph>> {
        let whole = self.whole_graph()?;
        let part = self.view.graph.remaining.as_ref().filter(|it| self.is_current_part(it, whole));
        Some(part.map_or(whole, |it| &it.part))
    }

    /// True if the nodes that decisions have cut off are left out. Around a node they always are.
    fn hides_cut(&self) -> bool {
        let is_around = self.graph_form() == GraphForm::Around;
        (self.view.graph.hides_cut || is_around) && self.playback().is_none()
    }

    /// The number of nodes that can be read in the frame of the graph: one for 20 characters.
    fn readable_nodes(&self) -> usize {
        let Rect { width, height, .. } = self.view.layout.graph;
        let (columns, rows) = GraphLayout::FRAME;
        let (width, height) = (width.saturating_sub(columns), height.saturating_sub(rows));
        usize::from(width) * usize::from(height) / 20
    }

    /// True if nodes without a choice are folded: by the user's choice, or because too many nodes would have to be read.
    pub(crate) fn is_graph_folded(&self) -> bool {
        let nodes = self.whole_graph().map_or(0, |graph| graph.drawn.nodes());
        self.view.graph.is_folded.unwrap_or(nodes > self.readable_nodes())
    }

    /// The number of nodes or chips of the whole graph; `None` if they are too many to be drawn.
    pub(crate) fn drawn_items(&self) -> Option<usize> {
        let whole = self.whole_graph()?;
        if self.is_graph_folded() {
            return Some(whole.folded.as_ref()?.part.chips.len());
        }
        Some(whole.drawn.nodes()).filter(|_| whole.drawn.is_small())
    }

    /// The form in which the graph is shown. Far more nodes than can be read are shown around one of them.
    pub(crate) fn graph_form(&self) -> GraphForm {
        if self.playback().is_some() || self.series_view().is_some() || self.whole_graph().is_none()
        {
            return GraphForm::Nodes;
        }
        let is_far_too_large =
            |items| items > 2 * self.readable_nodes() && !self.view.graph.shows_whole;
        match self.drawn_items() {
            None => GraphForm::Around,
            Some(items) if is_far_too_large(items) => GraphForm::Around,
            Some(_) if self.is_graph_folded() => GraphForm::Chips,
            Some(_) => GraphForm::Nodes,
        }
    }

    /// The cell or node of the present graph that the user looks at.
    pub(crate) fn graph_focus(&self) -> Option<&Focus> {
        let graph = self.drawn_graph()?;
        self.view.graph.focus.as_ref().filter(|focus| Arc::ptr_eq(&focus.graph, graph))
    }

    /// Changes the cell or node that the user looks at in the present graph.
    pub(crate) fn change_focus(&mut self, change: impl FnOnce(&mut Focus)) {
        let Some(graph) = self.drawn_graph().map(Arc::clone) else { return };
        let known = self.graph_focus().is_some();
        let focus = self.view.graph.focus.take().filter(|_| known);
        let mut focus = focus.unwrap_or_else(|| Focus::new(graph));
        change(&mut focus);
        self.view.graph.focus = Some(focus);
    }

    /// Shows the surroundings of a node of the present graph. `path` leads from the root to the node.
    pub(crate) fn centre_graph(&mut self, node: usize, path: Option<Vec<(usize, bool)>>) {
        self.walk_to(node, path);
        self.change_focus(|focus| focus.centre = Some(node));
    }

    /// Remembers the walked path from the root to a node of the present graph.
    pub(crate) fn walk_to(&mut self, node: usize, path: Option<Vec<(usize, bool)>>) {
        self.view.graph.kept = None;
        self.change_focus(|focus| focus.walked = path.map(|path| (path, node)));
    }

    /// The walked path from the root to a node, if no decision contradicts it.
    pub(crate) fn walked_path(&self, node: usize) -> Option<Vec<(usize, bool)>> {
        let focus = self.graph_focus()?;
        let (source, decided) = (focus.graph.drawn.source(), self.app.session.decisions());
        let agrees = |&(node, high): &(usize, bool)| {
            let value = decided.get(source.cells()[source.node(node).level]);
            value.is_none_or(|value| (value == Value::Placed) == high)
        };
        let path = focus.path_to(node).filter(|path| path.iter().all(agrees));
        path.map(<[_]>::to_vec)
    }

    /// Opens the folds of some nodes.
    pub(crate) fn open_folds(&mut self, nodes: &[usize]) {
        self.change_focus(|focus| {
            focus.opened.extend(nodes);
            let DrawnGraph { drawn, layout, folded } = &*focus.graph;
            focus.chips = folded.as_ref().and_then(|_| {
                let part = drawn.diagram.folded(&focus.opened);
                ChipGraph::folded(part, &layout.x, &Budget::default()).ok()
            });
        });
    }

    /// The surroundings of a node that are shown, if they are of the present graph.
    pub(crate) fn around(&self) -> Option<&AroundGraph> {
        let (graph, around) = (self.drawn_graph()?, self.app.graph.around.as_ref()?);
        let is_shown = self.graph_form() == GraphForm::Around;
        (is_shown && Arc::ptr_eq(&around.request.graph, graph)).then_some(around)
    }

    /// The request for the surroundings of a node that are to be shown, unless they are known.
    pub(crate) fn unknown_surroundings(&self) -> Option<AroundRequest> {
        let is_shown = self.graph_form() == GraphForm::Around && !self.view.layout.graph.is_empty();
        let graph = self.drawn_graph().filter(|_| is_shown)?;
        let focus = self.graph_focus();
        let request = AroundRequest {
            graph: Arc::clone(graph),
            node: focus.and_then(|focus| focus.centre),
            path: focus.and_then(|focus| self.walked_path(focus.centre?)),
            is_folded: self.is_graph_folded(),
            opened: focus.map(|focus| focus.opened.clone()).unwrap_or_default(),
            room: self.graph_room(),
        };
        let is_known = self.around().is_some_and(|around| around.request == request);
        (!is_known).then_some(request)
    }

    /// The chips that are drawn; `None` if nodes are.
    pub(crate) fn chip_graph(&self) -> Option<&ChipGraph> {
        match self.graph_form() {
            GraphForm::Nodes => None,
            GraphForm::Around => Some(&self.around()?.chips),
            GraphForm::Chips => {
                let opened = self.graph_focus().and_then(|focus| focus.chips.as_ref());
                opened.or(self.drawn_graph()?.folded.as_ref())
            }
        }
    }

    /// The item of the drawing that shows a node: the node or its chip.
    pub(crate) fn graph_item(&self, node: usize) -> Option<usize> {
        self.chip_graph().map_or(Some(node), |chips| chips.chip_of(node))
    }

    /// The node that an item of the drawing shows; for a chip, its first node.
    pub(crate) fn node_of_item(&self, item: usize) -> Option<usize> {
        match self.chip_graph() {
            Some(chips) => Some(chips.part.chips.get(item)?.nodes[0]),
            None => Some(item),
        }
    }

    /// The item of the drawing that is marked, if the marked node is drawn.
    pub(crate) fn marked_item(&self) -> Option<usize> {
        self.graph_item(self.walked_node()?)
    }

    /// The items and edges of the drawing that remain in a position.
    pub(crate) fn remaining_items(&self, position: &Problem) -> Option<RemainingPart> {
        let drawn = self.drawn()?;
        Some(match (self.graph_form(), self.chip_graph()) {
            (GraphForm::Around, chips) => RemainingPart::all_of(&chips?.part.diagram),
            (_, Some(chips)) => chips.part.remaining(&drawn.remaining(position)),
            (_, None) => drawn.remaining(position),
        })
    }

    /// The edges of the walked path to the marked node; otherwise of the usual path from the root, if it is known.
    pub(crate) fn marked_path(&self) -> Option<Vec<(usize, bool)>> {
        let (node, drawn) = (self.walked_node()?, self.drawn()?);
        if let Some(path) = self.walked_path(node) {
            return Some(path);
        }
        if self.graph_form() != GraphForm::Around {
            let is_drawn = drawn.source().has(node);
            let part = drawn.remaining(self.app.session.problem());
            return is_drawn.then(|| drawn.diagram.path_within(node, &part));
        }
        let AroundGraph { chips, centre, path, request, .. } = self.around()?;
        let walked = request.node.and_then(|node| self.walked_path(node));
        let path = walked.as_ref().unwrap_or(path);
        let mut item = chips.chip_of(node).filter(|item| item >= centre)?;
        let (mut below, part) = (Vec::new(), &chips.part);
        while item != *centre {
            let leads = |&(from, high): &(usize, bool)| {
                part.diagram.nodes[from].target(high).node() == Some(item)
            };
            let edges = (*centre..part.chips.len()).flat_map(|from| [(from, false), (from, true)]);
            let (from, high) = edges.into_iter().find(leads)?;
            let forced = part.chips[from].nodes.iter().zip(&part.chips[from].cells);
            let edges = forced.map(|(&node, cell)| (node, part.chips[from].placed.contains(cell)));
            let mut edges: Vec<(usize, bool)> = edges.collect();
            edges.last_mut()?.1 = high;
            below.extend(edges.into_iter().rev());
            item = from;
        }
        Some(path.iter().copied().chain(below.into_iter().rev()).collect())
    }

    /// True if a part is the remaining part of `whole` at the present position, and nodes that are cut off are left
    /// out. The path of a search is shown in the whole graph.
    fn is_current_part(&self, part: &RemainingGraph, whole: &Arc<DrawnGraph>) -> bool {
        self.hides_cut()
            && part.stamp == self.app.session.stamp()
            && Arc::ptr_eq(&part.whole, whole)
    }

    fn whole_graph(&self) -> Option<&Arc<DrawnGraph>> {
        let is_wanted = match self.playback() {
            Some(playback) => {
                playback.shows_graph && self.app.has_full_assist() && !self.app.is_hidden()
            }
            None => self.wants_graph(),
        };
        match &self.app.graph.answer {
            // A graph in another order stays until the graph in the requested order arrives.
            Some(GraphAnswer::Drawn(graph))
                if is_wanted && graph.drawn.covers(self.app.session.problem()) =>
            {
                Some(graph)
            }
            _ => None,
        }
    }

    /// True if a graph is wanted on the board that is not computed yet.
    pub(crate) fn awaits_graph(&self) -> bool {
        self.wants_graph() && !self.app.is_graph_known()
    }

    /// True if a graph is shown beside the board, or is being computed. The keys that zoom and move then act on the
    /// graph.
    pub(crate) fn has_graph_keys(&self) -> bool {
        let is_shown = self.drawn().is_some() && !self.view.layout.graph.is_empty();
        self.wants_graph() && (is_shown || !self.app.is_graph_known())
    }

    /// True if a key of the graph acts on the graph from the board. The kind of the diagram can also be changed while a
    /// silhouette replaces a graph with too many nodes, because a ZDD may have fewer.
    pub(crate) fn has_graph_key(&self, key: Action) -> bool {
        let is_replaced = self.wants_graph() && self.drawn().is_none();
        // 0 and 1 follow edges only while the graph is walked.
        if matches!(key.name, "low-edge" | "high-edge" | "parent") {
            return false;
        }
        self.has_graph_keys() || is_replaced && key == Action::DIAGRAM_KIND
    }

    /// The commands beside the graph, each with a description of its result. Commands that move node by node are offered
    /// for small diagrams only.
    pub(crate) fn graph_commands(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let cells = self.app.session.rules().grid().standing_cells().count();
        let nodes = self.whole_drawn().map_or(usize::MAX, DrawnDiagram::nodes);
        let can_visit = nodes <= DrawnSeries::MAX_VISITED_NODES;
        let reduce =
            (cells <= MAX_REDUCED_CELLS).then_some(("reduce", "how it shrinks, node by node"));
        let restrict = can_visit.then_some(("restrict", "what a click does to it"));
        let passes = can_visit.then_some(("passes", "how it counts, node by node"));
        let order = Some(("order", "other orders of the cells"));
        [reduce, restrict, passes, order].into_iter().flatten()
    }

    /// True if the user has chosen the graph as the view of the diagram, and the mode and the assist allow it.
    fn wants_graph(&self) -> bool {
        let may_show = self.app.has_full_assist() && !self.app.is_hidden();
        self.mode().has(ModeFact::HasDiagram) && may_show && self.app.diagram == DiagramView::Graph
    }

    /// The name of the graph's next view: with or without the nodes that are cut off. `None` if no node is cut off.
    pub(crate) fn cut_word(&self) -> Option<&'static str> {
        let whole = self.whole_drawn()?;
        let is_cut = whole.nodes_at(self.app.session.problem()) < whole.nodes();
        let word = if self.view.graph.hides_cut { "whole diagram" } else { "what remains" };
        is_cut.then_some(word)
    }

    /// The known sizes in other orders of the diagram that is shown as a graph.
    pub(crate) fn order_sizes(&self) -> Option<&KnownSizes> {
        let drawn = self.drawn()?;
        let sizes = self.app.graph.sizes.as_ref()?;
        let is_same = sizes.problem.rules() == drawn.problem.rules()
            && sizes.problem.decisions() == drawn.problem.decisions()
            && sizes.alone == drawn.request.alone;
        is_same.then_some(sizes)
    }

    /// The diagram in the frame of the graph.
    pub(crate) fn small_diagram(&self) -> Option<&SmallDiagram> {
        self.graph_net().map(|net| net.diagram)
    }

    /// The net of the diagram in the frame of the graph.
    pub(crate) fn graph_net(&self) -> Option<GraphNet<'_>> {
        match self.series_view() {
            Some(view) => view.net(),
            None => match (self.graph_form(), self.chip_graph()) {
                (GraphForm::Nodes, _) | (GraphForm::Chips, None) => {
                    self.drawn_graph().map(|graph| net_of(graph))
                }
                (form, chips) => chips.map(|ChipGraph { part, layout, labels }| GraphNet {
                    diagram: &part.diagram,
                    graph: Arc::clone(layout),
                    texts: NodeTexts::Chips(labels),
                    edge_rows: if form == GraphForm::Around { AROUND_EDGE_ROWS } else { 1 },
                }),
            },
        }
    }

    /// Lays out the part of the graph that remains, if nodes that are cut off are left out. A marked node that remains
    /// stays marked.
    pub(crate) fn cut_graph(&mut self) {
        let whole = self.whole_graph().filter(|_| self.hides_cut());
        let before = self.view.graph.remaining.as_ref();
        if before.zip(whole).is_some_and(|(part, whole)| self.is_current_part(part, whole)) {
            return;
        }
        let (position, stamp) = (self.app.session.problem(), self.app.session.stamp());
        let part = whole.and_then(|whole| RemainingGraph::new(whole, position, stamp));
        let before = std::mem::replace(&mut self.view.graph.remaining, part);
        if let Mode::Graph(node) = &mut self.mode {
            let in_whole = before.map_or(Some(*node), |part| part.kept.get(*node).copied());
            let after = self.view.graph.remaining.as_ref();
            let index = |number: usize| {
                after.map_or(Some(number), |part| part.kept.binary_search(&number).ok())
            };
            *node = in_whole.and_then(index).unwrap_or(*node);
        }
    }

    /// Minimum width of the graph's frame; `None` without a graph.
    pub(crate) fn graph_width(&self) -> Option<u16> {
        match self.series_view() {
            Some(view) => Some(view.width),
            None => self.whole_graph().map(|graph| {
                let is_small = graph.drawn.is_small();
                if is_small { GraphLayout::frame_width(&net_of(graph)) } else { MIN_AROUND_WIDTH }
            }),
        }
    }

    /// Width and height of the part of the frame that shows the drawing, in characters, without the names of levels.
    pub(crate) fn graph_room(&self) -> (u16, u16) {
        let Rect { width, height, .. } = self.view.layout.graph;
        let (columns, frame) = GraphLayout::FRAME;
        let names = self.graph_net().map_or(0, |net| net.names());
        let legend = self.graph_legend_rows();
        (width.saturating_sub(columns + names), height.saturating_sub(frame + legend))
    }

    /// Number of rows of the legend above the drawing. Signs that stand for colours need a second row. 0 if the drawing
    /// fits only without the legend, which then replaces the frame's lower line.
    pub(crate) fn graph_legend_rows(&self) -> u16 {
        if self.graph_form() == GraphForm::Around {
            return AROUND_ROWS;
        }
        // Columns of the entries that the legend has at most.
        let is_series = self.series_view().is_some();
        let is_whole = self.app.session.decisions().is_empty() && !is_series;
        let is_marked = self.walked_node().is_some() || is_series;
        let (cut, marked) = (if is_whole { 0 } else { 25 }, if is_marked { 11 } else { 0 });
        let is_wide =
            self.view.layout.graph.width.saturating_sub(GraphLayout::FRAME.0) >= 63 + cut + marked;
        let usual = if self.look().has_signs() || !is_wide { 2 } else { 1 };
        let room = self.view.layout.graph.height.saturating_sub(GraphLayout::FRAME.1);
        let needed = self.view.graph.layout.rows;
        let needs_all = needed <= room && needed + usual > room;
        if needs_all && self.graph_scale() != GraphScale::Whole { 0 } else { usual }
    }

    /// True if the window shows a part of the drawing.
    pub(crate) fn is_graph_cut(&self) -> bool {
        let (width, height) = self.graph_room();
        let layout = &self.view.graph.layout;
        self.graph_scale() != GraphScale::Whole && (layout.columns > width || layout.rows > height)
    }

    /// The scale of the graph. Stages of a series are always drawn with chips.
    pub(crate) fn graph_scale(&self) -> GraphScale {
        match self.series_view() {
            Some(_) => GraphScale::Chips,
            None if self.graph_form() == GraphForm::Around => GraphScale::Chips,
            None => self.view.graph.scale,
        }
    }

    /// Lays out the graph in its frame. Brings the marked node or the cursor's level into view if it has changed.
    pub(crate) fn arrange_graph(&mut self) {
        let room = self.graph_room();
        let net = self.graph_net().filter(|_| room.0 > 0 && !self.view.layout.graph.is_empty());
        let Some(net) = net else {
            self.view.graph.layout = Arc::default();
            // The surroundings of the node may still be read.
            let is_read = self.unknown_surroundings().is_some();
            if self.walked_node().is_some() && !is_read {
                self.enter(Mode::Board);
            }
            return;
        };
        let (scale, zeros) = (self.graph_scale(), !self.view.graph.hides_zeros);
        let is_new = !self.view.graph.layout.is_of(&net, room.0, scale, zeros);
        if is_new {
            self.view.graph.layout = Arc::new(GraphLayout::new(&net, room.0, scale, zeros));
        }
        // The new layout may take the rows of the legend.
        let room = self.graph_room();
        let node = self.mode().behavior().followed_node(self);
        let stamp = self.app.session.stamp();
        let target = (self.view.cursor, node, self.shown_place());
        let (is_moved, is_cut) = match self.view.graph.followed.replace((target, stamp)) {
            Some((followed, cut)) => (followed != target, cut != stamp),
            None => (true, true),
        };
        self.view.graph.is_panned &= !is_new && !is_moved;
        let is_cut = is_cut && !self.view.graph.is_panned;
        if is_new || is_moved || is_cut {
            self.follow_graph(node, room, is_new || is_cut);
        }
        self.pan_graph(0, 0);
    }

    /// Moves the window of the graph so that a node is in view. Without a node, the place that a lesson shows;
    /// without a lesson, the remaining nodes around the cursor's level. Moves the target to the middle if `centres`
    /// is true, otherwise moves as little as necessary.
    fn follow_graph(&mut self, node: Option<usize>, (width, height): (u16, u16), centres: bool) {
        let layout = Arc::clone(&self.view.graph.layout);
        // A lesson shows a place until the user walks the graph.
        let place = self.shown_place().filter(|_| node.is_none());
        let cell = match place {
            Some(GraphPlace::Level(cell)) => cell,
            Some(GraphPlace::One) | None => self.view.cursor,
        };
        let level = self.small_diagram().and_then(|diagram| {
            let level = diagram.cells.iter().position(|it| *it == cell)?;
            layout.levels.get(level)
        });
        let part = self.remaining_items(self.app.session.problem());
        let remains = |item: &&GraphItem| {
            let node = item.content.node();
            node.is_some_and(|node| part.as_ref().is_none_or(|part| part.nodes[node]))
        };
        let terminal = || layout.items().find(|item| item.content == GraphItemKind::One);
        let item = match place {
            Some(GraphPlace::One) => terminal(),
            Some(GraphPlace::Level(_)) | None => node.and_then(|node| layout.item(node)),
        };
        let row = item.map(|item| item.row).or_else(|| {
            let mut rows: Vec<u16> = level?.items.iter().filter(remains).map(|it| it.row).collect();
            rows.sort_unstable();
            rows.get(rows.len() / 2).copied().or(Some(level?.row))
        });
        let moved = |old: u16, at: u16, view: u16| {
            let margin = if centres { view / 2 } else { MARGIN.min(view / 3) };
            let least = (at + margin + 1).saturating_sub(view);
            old.clamp(least, at.saturating_sub(margin).max(least))
        };
        let first_row = moved(self.view.graph.window.first_row, row.unwrap_or(0), height);
        let rows = first_row..first_row.saturating_add(height);
        let is_in_view = |item: &&GraphItem| rows.contains(&item.row);
        let column = match item {
            Some(item) => Some(item.x),
            None if centres => {
                let items = layout.items().filter(is_in_view).filter(remains);
                let middle = middle_of_most(items.map(|item| item.x).collect(), width.into());
                Some(middle.unwrap_or_else(|| f64::from(layout.columns) / 2.0))
            }
            None => None,
        };
        let window = &mut self.view.graph.window;
        window.first_row = first_row;
        if let Some(column) = column.and_then(|column| column.to_u16()) {
            window.first_column = moved(window.first_column, column, width);
        }
    }

    /// Moves the window of the graph down and to the right (up and to the left if negative), at most to the ends of
    /// the drawing.
    pub(crate) fn pan_graph(&mut self, rows: i32, columns: i32) {
        let (width, height) = self.graph_room();
        self.view.graph.is_panned |= (rows, columns) != (0, 0);
        let layout = &self.view.graph.layout;
        let moved = |first: u16, by: i32, all: u16, view: u16| {
            let last = i32::from(all.saturating_sub(view));
            u16::try_from(i32::from(first).saturating_add(by).clamp(0, last)).unwrap_or(0)
        };
        let window = &mut self.view.graph.window;
        window.first_row = moved(window.first_row, rows, layout.rows, height);
        window.first_column = moved(window.first_column, columns, layout.columns, width);
    }
}

/// The net of a diagram with the layout of its nodes.
fn net_of(DrawnGraph { drawn, layout, .. }: &DrawnGraph) -> GraphNet<'_> {
    let graph = Arc::clone(layout);
    GraphNet { diagram: &drawn.diagram, graph, texts: NodeTexts::Cells, edge_rows: 1 }
}

/// The middle of the part of `width` columns that has most of some columns; `None` without columns.
fn middle_of_most(mut columns: Vec<f64>, width: f64) -> Option<f64> {
    columns.sort_by(f64::total_cmp);
    let part = |first: usize| {
        let end = columns.partition_point(|&column| column < columns[first] + width);
        (end - first, f64::midpoint(columns[first], columns[end - 1]))
    };
    (0..columns.len()).map(part).rev().max_by_key(|(number, _)| *number).map(|(_, middle)| middle)
}
