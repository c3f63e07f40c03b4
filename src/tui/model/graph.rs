//! The diagram as a graph: what is drawn of it, and where the user has gone in it.

use std::sync::Arc;

use ratatui::layout::Rect;

use crate::look::GraphLayout;
use crate::model::mode::Mode;
use crate::model::{DiagramView, Model};
use engine::SmallDiagram;
use geometry::Cell;
use session::{DrawnDiagram, DrawnGrowth, DrawnOrder, DrawnStage, NotDrawn, Stamp, Subject};

/// The rows and columns of a graph's frame, with the line that explains the edges.
const FRAME: (u16, u16) = (4, 3);

/// The rows between the cursor's level and the edge of the frame, where the graph goes on beyond it.
const MARGIN: u16 = 4;

/// The fewest columns of a graph that the user steps through.
const LEAST: u16 = 40;

/// What is known of the graph, and how it is shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct GraphView {
    /// The order of the cells that the user wants.
    pub order: DrawnOrder,
    /// The last answer of the worker.
    pub answer: Option<GraphAnswer>,
    /// True if edges to 0 are left out.
    pub hides_zeros: bool,
    /// Where nodes and edges are; computed before each frame.
    pub layout: GraphLayout,
    /// The first row that is seen.
    pub top: u16,
}

/// An answer to the question for a graph.
#[derive(Clone, Debug)]
pub(crate) enum GraphAnswer {
    Drawn(Arc<DrawnDiagram>),
    /// There is none for this position.
    Not(Stamp, NotDrawn),
}

/// Rule by rule: the diagrams on the way to the position, and the one that is looked at.
#[derive(Clone, Debug)]
pub(crate) struct Growing {
    growth: Arc<DrawnGrowth>,
    at: usize,
    /// The columns that the frame of the widest graph needs.
    width: u16,
}

impl Growing {
    /// Begins with the first stage; `None` if there is none.
    pub(crate) fn new(growth: DrawnGrowth) -> Option<Self> {
        let widths =
            growth.stages.iter().filter_map(|stage| stage.diagram.as_ref().map(frame_width));
        let width = widths.max().unwrap_or(0).max(LEAST);
        (!growth.stages.is_empty()).then(|| Self { growth: Arc::new(growth), at: 0, width })
    }

    /// The index of the stage that is looked at.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Goes to a stage, or to the last one.
    pub(crate) fn go_to(&mut self, stage: usize) {
        self.at = stage.min(self.growth.stages.len() - 1);
    }

    /// All diagrams on the way.
    pub(crate) fn growth(&self) -> &DrawnGrowth {
        &self.growth
    }

    /// The stage that is looked at.
    pub(crate) fn stage(&self) -> &DrawnStage {
        &self.growth.stages[self.at]
    }

    /// The first cell that its rule or decision is about.
    pub(crate) fn cell(&self) -> Option<Cell> {
        match &self.stage().subject {
            Subject::Board { cell, .. } | Subject::Decision(cell, _) => Some(*cell),
            Subject::Cells(cells) | Subject::Row(cells) => cells.first().copied(),
        }
    }
}

impl Model {
    /// The diagram that is shown as a graph, if the window has room for it.
    pub(crate) fn drawn(&self) -> Option<&DrawnDiagram> {
        let is_shown = self.diagram == DiagramView::Graph
            && self.tells_all()
            && self.making().is_none()
            && matches!(
                self.mode,
                Mode::Board | Mode::Browse(_) | Mode::Graph { .. } | Mode::Ways { .. }
            );
        match &self.graph.answer {
            // One in another order stays until the one that is wanted comes.
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

    /// The rules one by one, in that mode.
    pub(crate) fn growing(&self) -> Option<&Growing> {
        match &self.mode {
            Mode::Grow(growing) => Some(growing),
            _ => None,
        }
    }

    /// The diagram in the frame of the graph.
    pub(crate) fn small_diagram(&self) -> Option<&SmallDiagram> {
        match self.growing() {
            Some(growing) => growing.stage().diagram.as_ref(),
            None => self.drawn().map(|drawn| &drawn.diagram),
        }
    }

    /// The fewest columns of the frame of a graph, if one is wanted.
    pub(crate) fn graph_width(&self) -> Option<u16> {
        match self.growing() {
            Some(growing) => Some(growing.width),
            None => self.drawn().map(|drawn| frame_width(&drawn.diagram)),
        }
    }

    /// Arranges the graph in its frame, so that the cursor's level is in view.
    pub(crate) fn arrange_graph(&mut self) {
        let Rect { width, height, .. } = self.layout.graph;
        let (width, height) = (width.saturating_sub(FRAME.0), height.saturating_sub(FRAME.1));
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

/// The fewest columns of the frame of a diagram.
fn frame_width(diagram: &SmallDiagram) -> u16 {
    GraphLayout::least_width(diagram) + GraphLayout::names(diagram) + FRAME.0
}
