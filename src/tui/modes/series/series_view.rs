use std::sync::Arc;

use crate::input::SeriesAction;
use app::graph::SeriesGraphs;
use export::text_graph::{GraphLayout, GraphNet, NodeTexts};
use export::{ConjunctCells, DrawnSeries, DrawnStage, SeriesRequest, StageSubject};
use geometry::Cell;

/// Minimum width of a graph that is shown stage by stage, in columns.
const MIN_WIDTH: u16 = 40;

/// The same for the graph of a rule alone, whose title and number of nodes have room.
const MIN_OPERAND_WIDTH: u16 = 36;

/// A series of diagrams, and the stage that is shown.
#[derive(Clone, Debug)]
pub(crate) struct SeriesView {
    graphs: Arc<SeriesGraphs>,
    pub stage_index: usize,
    /// True if the diagram of the stage's rule is shown in place of the result: in windows without room for both.
    pub shows_operand: bool,
    /// The width of the widest graph with its frame, in columns.
    pub width: u16,
    /// The same for the graphs of rules alone; `None` unless the diagram grows.
    pub operand_width: Option<u16>,
}

impl SeriesView {
    /// Starts at the first stage; `None` if there are no stages.
    pub(crate) fn new(graphs: Arc<SeriesGraphs>) -> Option<Self> {
        if graphs.series.stages.is_empty() {
            return None;
        }
        let grows = graphs.series.request == SeriesRequest::Growth;
        let stages = 0..graphs.series.stages.len();
        let shows_operand = false;
        let mut view =
            Self { graphs, stage_index: 0, shows_operand, width: MIN_WIDTH, operand_width: None };
        let widest = |nets: Vec<GraphNet<'_>>, least: u16| {
            nets.iter().map(GraphLayout::frame_width).fold(least, u16::max)
        };
        let results = stages.clone().filter_map(|stage| view.result_net(stage)).collect();
        let operands = stages.filter_map(|stage| view.operand_net(stage)).collect();
        let (width, operand_width) =
            (widest(results, MIN_WIDTH), widest(operands, MIN_OPERAND_WIDTH));
        (view.width, view.operand_width) = (width, grows.then_some(operand_width));
        Some(view)
    }

    /// The series.
    pub(crate) fn series(&self) -> &DrawnSeries {
        &self.graphs.series
    }

    /// The net of the diagram that is shown; `None` for diagrams that are not drawn node by node.
    pub(crate) fn net(&self) -> Option<GraphNet<'_>> {
        if self.shows_operand {
            return self.operand_net(self.stage_index);
        }
        self.result_net(self.stage_index)
    }

    /// The net of the diagram of a stage.
    pub(crate) fn result_net(&self, stage: usize) -> Option<GraphNet<'_>> {
        let graph = Arc::clone(self.graphs.layouts[stage].as_ref()?);
        let stage = &self.series().stages[stage];
        let diagram = stage.diagram.as_ref()?;
        Some(GraphNet { diagram, graph, texts: stage.texts(), edge_rows: 1 })
    }

    /// The net of the diagram of a stage's rule alone.
    pub(crate) fn operand_net(&self, stage: usize) -> Option<GraphNet<'_>> {
        let graph = Arc::clone(self.graphs.operands[stage].as_ref()?);
        let diagram = self.series().stages[stage].operand.as_ref()?.diagram.as_ref()?;
        Some(GraphNet { diagram, graph, texts: NodeTexts::Cells, edge_rows: 1 })
    }

    /// The index of the target stage of an action, and whether its rule alone is shown. If operands are shown one after
    /// the other, the next stage begins with its rule.
    pub(crate) fn target(&self, action: SeriesAction, one_after_other: bool) -> (usize, bool) {
        let last = self.series().stages.len() - 1;
        match action {
            SeriesAction::Next if self.shows_operand || self.stage_index == last => {
                (self.stage_index, false)
            }
            SeriesAction::Next => {
                let next = self.stage_index + 1;
                (next, one_after_other && self.operand_net(next).is_some())
            }
            SeriesAction::Previous => (self.stage_index.saturating_sub(1), false),
            SeriesAction::First => (0, false),
            SeriesAction::Last => (last, false),
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
