use std::sync::Arc;

use crate::input::SeriesAction;
use app::graph::SeriesGraphs;
use export::text_graph::{GraphLayout, GraphNet, NodeTexts};
use export::{ConjunctCells, DrawnSeries, DrawnStage, StageSubject};
use geometry::Cell;

/// Minimum width of a graph that is shown stage by stage, in columns.
const MIN_WIDTH: u16 = 40;

/// A series of diagrams, and the stage that is shown.
#[derive(Clone, Debug)]
pub(crate) struct SeriesView {
    graphs: Arc<SeriesGraphs>,
    pub stage_index: usize,
    /// The width of the widest graph with its frame, in columns.
    pub width: u16,
}

impl SeriesView {
    /// Starts at the first stage; `None` if there are no stages.
    pub(crate) fn new(graphs: Arc<SeriesGraphs>) -> Option<Self> {
        let stages = 0..graphs.series.stages.len();
        if stages.is_empty() {
            return None;
        }
        let view = Self { graphs, stage_index: 0, width: MIN_WIDTH };
        let nets = stages.filter_map(|stage| view.net_of(stage));
        let width = nets.map(|net| GraphLayout::frame_width(&net)).max().unwrap_or(0);
        Some(Self { width: width.max(MIN_WIDTH), ..view })
    }

    /// The series.
    pub(crate) fn series(&self) -> &DrawnSeries {
        &self.graphs.series
    }

    /// The net of the diagram that is shown; `None` for diagrams that are not drawn node by node.
    pub(crate) fn net(&self) -> Option<GraphNet<'_>> {
        self.net_of(self.stage_index)
    }

    fn net_of(&self, stage: usize) -> Option<GraphNet<'_>> {
        let graph = Arc::clone(self.graphs.layouts[stage].as_ref()?);
        let stage = &self.series().stages[stage];
        let texts = match (stage.step(), &stage.labels) {
            (None, _) => NodeTexts::Cells,
            (Some(_), None) => NodeTexts::Numbers,
            (Some(_), Some(labels)) => NodeTexts::Labels(&labels.texts),
        };
        Some(GraphNet { diagram: stage.diagram.as_ref()?, graph, texts })
    }

    /// The index of the stage to which an action goes.
    pub(crate) fn target(&self, action: SeriesAction) -> usize {
        let last = self.series().stages.len() - 1;
        match action {
            SeriesAction::Next => (self.stage_index + 1).min(last),
            SeriesAction::Previous => self.stage_index.saturating_sub(1),
            SeriesAction::First => 0,
            SeriesAction::Last => last,
        }
    }

    /// The stage that is shown.
    pub(crate) fn stage(&self) -> &DrawnStage {
        &self.series().stages[self.stage_index]
    }

    /// The nodes of the step that follows the current stage, the visited node first.
    pub(crate) fn step_nodes(&self) -> &[usize] {
        self.stage().step().map_or(&[], |step| &step.nodes)
    }

    /// The cell of the visited node, or the first cell of the rule or decision of the current stage.
    pub(crate) fn cell(&self) -> Option<Cell> {
        use ConjunctCells::{Board, Cells, Decision, Row};
        match &self.stage().subject {
            StageSubject::Step(step) => step.cell,
            StageSubject::Conjunct(Board { cell, .. } | Decision(cell, _)) => Some(*cell),
            StageSubject::Conjunct(Cells(cells) | Row(cells)) => cells.first().copied(),
        }
    }
}
