//! The diagram drawn as a graph: whether it is shown, and its layout.

use ratatui::layout::Rect;

use crate::look::GraphLayout;
use crate::model::graph_view::GraphAnswer;
use crate::model::growing::Growing;
use crate::model::mode::Mode;
use crate::model::{DiagramView, Model};
use engine::SmallDiagram;
use session::DrawnDiagram;

/// Minimum number of rows between the cursor's level and the top or bottom of the frame, if the graph scrolls.
const MARGIN: u16 = 4;

impl Model {
    /// The diagram that is shown as a graph, if the window has room for it.
    pub(crate) fn drawn(&self) -> Option<&DrawnDiagram> {
        let is_shown = self.diagram == DiagramView::Graph
            && self.tells_all()
            && !self.is_hidden()
            && matches!(
                self.mode,
                Mode::Board | Mode::Browse(_) | Mode::Graph { .. } | Mode::Ways { .. }
            );
        match &self.graph.answer {
            // A graph in another order stays until the graph in the requested order arrives.
            Some(GraphAnswer::Drawn(drawn)) if is_shown && drawn.covers(self.session.problem()) => {
                Some(drawn)
            }
            _ => None,
        }
    }

    /// True if the worker has answered the question for the graph of the present position.
    pub(crate) fn is_graph_known(&self) -> bool {
        match &self.graph.answer {
            None => false,
            Some(GraphAnswer::Drawn(drawn)) => {
                drawn.order == self.graph.order && drawn.covers(self.session.problem())
            }
            Some(GraphAnswer::Not(stamp, _)) => *stamp == self.session.stamp(),
        }
    }

    /// The stages of the diagram, if it is shown rule by rule.
    pub(crate) fn growing(&self) -> Option<&Growing> {
        self.mode.try_as_grow_ref()
    }

    /// The diagram in the frame of the graph.
    pub(crate) fn small_diagram(&self) -> Option<&SmallDiagram> {
        match self.growing() {
            Some(growing) => growing.stage().diagram.as_ref(),
            None => self.drawn().map(|drawn| &drawn.diagram),
        }
    }

    /// Minimum width of the graph's frame; `None` without a graph.
    pub(crate) fn graph_width(&self) -> Option<u16> {
        match self.growing() {
            Some(growing) => Some(growing.width),
            None => self.drawn().map(|drawn| GraphLayout::frame_width(&drawn.diagram)),
        }
    }

    /// Lays out the graph in its frame, with the cursor's level in view.
    pub(crate) fn arrange_graph(&mut self) {
        let Rect { width, height, .. } = self.layout.graph;
        let (columns, rows) = GraphLayout::FRAME;
        let (width, height) = (width.saturating_sub(columns), height.saturating_sub(rows));
        let Some(diagram) = self.small_diagram().filter(|_| width > 0) else {
            self.graph.layout = GraphLayout::default();
            if let Mode::Graph { .. } = self.mode {
                self.mode = Mode::Board;
            }
            return;
        };
        let columns = width.saturating_sub(GraphLayout::names(diagram));
        let layout = GraphLayout::new(diagram, columns, !self.graph.hides_zeros);
        let rows = GraphLayout::rows(diagram);
        let here = diagram.cells.iter().position(|cell| *cell == self.cursor);
        let here = 2 * here.unwrap_or(0) as u16;
        let margin = MARGIN.min(height / 3);
        let least = (here + margin + 1).saturating_sub(height);
        let most = here.saturating_sub(margin).max(least);
        self.graph.top = self.graph.top.clamp(least, most).min(rows.saturating_sub(height));
        self.graph.layout = layout;
    }
}
