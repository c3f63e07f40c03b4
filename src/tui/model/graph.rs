//! The diagram drawn as a graph: whether it is shown, and its layout.

use std::sync::Arc;

use num_traits::ToPrimitive;
use ratatui::layout::Rect;

use crate::look::{GraphLayout, GraphNet, GraphScale};
use crate::model::graph_view::{DrawnGraph, GraphAnswer, LayoutSource, OrderSizes};
use crate::model::mode::Mode;
use crate::model::series::SeriesView;
use crate::model::{DiagramView, Model};
use engine::SmallDiagram;
use session::DrawnDiagram;

/// Minimum number of rows and columns between the marked node and the border of the frame, if the graph scrolls.
const MARGIN: u16 = 4;

impl Model {
    /// The diagram that is shown as a graph, if the window has room for it.
    pub(crate) fn drawn(&self) -> Option<&DrawnDiagram> {
        self.drawn_graph().map(|graph| &graph.drawn)
    }

    fn drawn_graph(&self) -> Option<&DrawnGraph> {
        let is_wanted = match self.playback() {
            Some(watching) => watching.shows_graph && self.has_full_assist() && !self.is_hidden(),
            None => self.wants_graph(),
        };
        match &self.graph.answer {
            // A graph in another order stays until the graph in the requested order arrives.
            Some(GraphAnswer::Drawn(graph))
                if is_wanted && graph.drawn.covers(self.session.problem()) =>
            {
                Some(graph)
            }
            _ => None,
        }
    }

    /// True if the worker has answered the question for the graph of the present position.
    pub(crate) fn is_graph_known(&self) -> bool {
        match &self.graph.answer {
            None => false,
            Some(GraphAnswer::Drawn(graph)) => {
                graph.drawn.answers(self.session.problem(), &self.graph.request)
            }
            Some(GraphAnswer::Not(stamp)) => *stamp == self.session.stamp(),
        }
    }

    /// True if a graph is wanted on the board that is not computed yet.
    pub(crate) fn awaits_graph(&self) -> bool {
        self.wants_graph() && !self.is_graph_known()
    }

    /// True if a graph is shown beside the board, or will be as soon as it is computed: the keys that zoom and move then
    /// act on the graph.
    pub(crate) fn has_graph_keys(&self) -> bool {
        let is_shown = self.drawn().is_some() && !self.layout.graph.is_empty();
        self.wants_graph() && (is_shown || !self.is_graph_known())
    }

    /// True if the user has chosen the graph as the view of the diagram, and the mode and the assist allow it.
    fn wants_graph(&self) -> bool {
        let is_board = match self.mode {
            Mode::Board | Mode::Browse(_) | Mode::Graph { .. } | Mode::Ways { .. } => true,
            Mode::Watch(_) | Mode::Paint(_) | Mode::Series(_) | Mode::Prove(_) => false,
        };
        let is_told = self.has_full_assist() && !self.is_hidden();
        is_board && is_told && self.diagram == DiagramView::Graph
    }

    /// The sizes in other orders of the diagram that is shown as a graph, as far as they are known.
    pub(crate) fn order_sizes(&self) -> Option<&OrderSizes> {
        let drawn = self.drawn()?;
        let sizes = self.graph.sizes.as_ref()?;
        let is_same = sizes.problem.rules() == drawn.problem.rules()
            && sizes.problem.decisions() == drawn.problem.decisions()
            && sizes.rule == drawn.request.rule;
        is_same.then_some(sizes)
    }

    /// The series of diagrams, if one is shown stage by stage.
    pub(crate) fn series_view(&self) -> Option<&SeriesView> {
        self.mode.try_as_series_ref()
    }

    /// The diagram in the frame of the graph.
    pub(crate) fn small_diagram(&self) -> Option<&SmallDiagram> {
        match self.series_view() {
            Some(view) => view.stage().diagram.as_ref(),
            None => self.drawn().map(|drawn| &drawn.diagram),
        }
    }

    /// The net of the diagram in the frame of the graph.
    pub(crate) fn graph_net(&self) -> Option<&Arc<GraphNet>> {
        match self.series_view() {
            Some(view) => view.net(),
            None => self.drawn_graph().map(|graph| &graph.net),
        }
    }

    /// Minimum width of the graph's frame; `None` without a graph.
    pub(crate) fn graph_width(&self) -> Option<u16> {
        match self.series_view() {
            Some(view) => Some(view.width),
            None => self.drawn_graph().map(|graph| GraphLayout::frame_width(&graph.net)),
        }
    }

    /// Width and height of the part of the frame that shows the drawing, in characters, without the names of levels.
    pub(crate) fn graph_room(&self) -> (u16, u16) {
        let Rect { width, height, .. } = self.layout.graph;
        let (columns, frame) = GraphLayout::FRAME;
        let names = self.graph_net().map_or(0, |net| net.names);
        let legend = self.graph_legend_rows();
        (width.saturating_sub(columns + names), height.saturating_sub(frame + legend))
    }

    /// Number of rows of the legend above the drawing. Signs that stand for colours need a second row. 0 if the drawing
    /// fits only without the legend, which then takes the place of the frame's lower line.
    pub(crate) fn graph_legend_rows(&self) -> u16 {
        let usual = if self.look().has_signs() { 2 } else { 1 };
        let room = self.layout.graph.height.saturating_sub(GraphLayout::FRAME.1);
        let needed = self.graph.layout.rows;
        let needs_all = needed <= room && needed + usual > room;
        if needs_all && self.graph_scale() != GraphScale::Whole { 0 } else { usual }
    }

    /// True if the window shows a part of the drawing.
    pub(crate) fn is_graph_cut(&self) -> bool {
        let (width, height) = self.graph_room();
        let layout = &self.graph.layout;
        self.graph_scale() != GraphScale::Whole && (layout.columns > width || layout.rows > height)
    }

    /// The scale of the graph. Stages of a series are always drawn with chips.
    pub(crate) fn graph_scale(&self) -> GraphScale {
        if self.series_view().is_some() { GraphScale::Chips } else { self.graph.scale }
    }

    /// Lays out the graph in its frame. Brings the marked node or the cursor's level into view if it has changed.
    pub(crate) fn arrange_graph(&mut self) {
        let room = self.graph_room();
        let net = self.graph_net().filter(|_| room.0 > 0 && !self.layout.graph.is_empty());
        let Some(net) = net.map(Arc::clone) else {
            (self.graph.layout, self.graph.layout_source) = (Arc::default(), None);
            if let Mode::Graph { .. } = self.mode {
                self.mode = Mode::Board;
            }
            return;
        };
        let (scale, zeros) = (self.graph_scale(), !self.graph.hides_zeros);
        let source = Some(LayoutSource { net, columns: room.0, scale, zeros });
        let is_new = self.graph.layout_source != source;
        if let Some(LayoutSource { net, .. }) = source.as_ref().filter(|_| is_new) {
            self.graph.layout = Arc::new(GraphLayout::new(net, room.0, scale, zeros));
            self.graph.layout_source = source;
        }
        // The new layout may take the rows of the legend.
        let room = self.graph_room();
        let node = match &self.mode {
            Mode::Graph { node } => Some(*node),
            Mode::Watch(watching) => {
                self.small_diagram().and_then(|diagram| watching.first.node_in(diagram))
            }
            _ => None,
        };
        let here = Some((self.cursor, node));
        if is_new || self.graph.followed != here {
            self.graph.followed = here;
            self.follow_graph(node, room, is_new);
        }
        self.pan_graph(0, 0);
    }

    /// Moves the window of the graph so that a node or the cursor's level is in view: to the middle if `is_new` is
    /// true, otherwise no further than necessary.
    fn follow_graph(&mut self, node: Option<usize>, (width, height): (u16, u16), is_new: bool) {
        let layout = &self.graph.layout;
        let level = self.small_diagram().and_then(|diagram| {
            let level = diagram.cells.iter().position(|cell| *cell == self.cursor)?;
            layout.levels.get(level)
        });
        let item = node.and_then(|node| layout.item(node));
        let row = item.map(|item| item.row).or(level.map(|level| level.row)).unwrap_or(0);
        let column = item.and_then(|item| item.x.to_u16());
        let moved = |old: u16, at: u16, view: u16| {
            let margin = if is_new { view / 2 } else { MARGIN.min(view / 3) };
            let least = (at + margin + 1).saturating_sub(view);
            old.clamp(least, at.saturating_sub(margin).max(least))
        };
        let window = &mut self.graph.window;
        window.first_row = moved(window.first_row, row, height);
        let middle = (layout.columns / 2).max(1) - 1;
        if let Some(column) = column.or(is_new.then_some(middle)) {
            window.first_column = moved(window.first_column, column, width);
        }
    }

    /// Moves the window of the graph down and to the right (up and to the left if negative), at most to the ends of
    /// the drawing.
    pub(crate) fn pan_graph(&mut self, rows: i32, columns: i32) {
        let (width, height) = self.graph_room();
        let layout = &self.graph.layout;
        let moved = |first: u16, by: i32, all: u16, view: u16| {
            let last = i32::from(all.saturating_sub(view));
            u16::try_from(i32::from(first).saturating_add(by).clamp(0, last)).unwrap_or(0)
        };
        let window = &mut self.graph.window;
        window.first_row = moved(window.first_row, rows, layout.rows, height);
        window.first_column = moved(window.first_column, columns, layout.columns, width);
    }
}
