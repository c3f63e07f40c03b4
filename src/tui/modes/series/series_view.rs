use std::sync::Arc;

use crate::input::SeriesAction;
use crate::look::{GraphLayout, GraphNet};
use engine::{Answer, Budget, Phase, Progress};
use geometry::Cell;
use session::{ConjunctCells, DrawnSeries, DrawnStage, StageSubject};

/// Minimum width of a graph that is shown stage by stage, in columns.
const MIN_WIDTH: u16 = 40;

/// A series of diagrams, and the stage that is shown.
#[derive(Clone, Debug)]
pub(crate) struct SeriesView {
    pub series: Arc<DrawnSeries>,
    pub stage_index: usize,
    /// The net of each stage's diagram; `None` for diagrams that are not drawn node by node.
    nets: Vec<Option<Arc<GraphNet>>>,
    /// The width of the widest graph with its frame, in columns.
    pub width: u16,
}

impl SeriesView {
    /// Starts at the first stage; `None` if there are no stages. In a reduction or restriction, nodes keep their order
    /// from left to right.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn new(series: DrawnSeries, budget: &Budget) -> Answer<Option<Self>> {
        // The coordinates of the nodes in the first stage.
        let mut columns: Option<Vec<f64>> = None;
        let net = |stage: &DrawnStage| {
            let Some(diagram) = &stage.diagram else { return Ok(None) };
            let progress =
                Progress { phase: Phase::Writing, nodes: diagram.size(), ..Progress::default() };
            let check = |done| budget.check(Progress { done, ..progress });
            let mut net = GraphNet::new(diagram, columns.as_deref(), check)?;
            if stage.step().is_some() {
                net.name_by_numbers();
                columns.get_or_insert_with(|| net.node_coordinates().to_vec());
            }
            Ok(Some(Arc::new(net)))
        };
        let nets = series.stages.iter().map(net).collect::<Answer<Vec<_>>>()?;
        let widths = nets.iter().flatten().map(|net| GraphLayout::frame_width(net));
        let width = widths.max().unwrap_or(0).max(MIN_WIDTH);
        let is_empty = series.stages.is_empty();
        let view = Self { series: Arc::new(series), stage_index: 0, nets, width };
        Ok((!is_empty).then_some(view))
    }

    /// The net of the diagram that is shown.
    pub(crate) fn net(&self) -> Option<&Arc<GraphNet>> {
        self.nets[self.stage_index].as_ref()
    }

    /// The index of the stage to which an action goes.
    pub(crate) fn target(&self, action: SeriesAction) -> usize {
        let last = self.series.stages.len() - 1;
        match action {
            SeriesAction::Next => (self.stage_index + 1).min(last),
            SeriesAction::Previous => self.stage_index.saturating_sub(1),
            SeriesAction::First => 0,
            SeriesAction::Last => last,
        }
    }

    /// The stage that is shown.
    pub(crate) fn stage(&self) -> &DrawnStage {
        &self.series.stages[self.stage_index]
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
