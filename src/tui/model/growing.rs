use std::sync::Arc;

use crate::input::GrowAction;
use crate::look::{GraphLayout, GraphNet};
use geometry::Cell;
use session::{ConjunctCells, DrawnGrowth, DrawnStage};

/// Minimum width of a graph that is shown rule by rule, in columns.
const MIN_WIDTH: u16 = 40;

/// The diagrams after each rule and decision, and the stage that is shown.
#[derive(Clone, Debug)]
pub(crate) struct GrowthView {
    pub growth: Arc<DrawnGrowth>,
    pub stage_index: usize,
    /// The net of each stage's diagram; `None` for diagrams that are not drawn node by node.
    nets: Vec<Option<Arc<GraphNet>>>,
    /// The width of the widest graph with its frame, in columns.
    pub width: u16,
}

impl GrowthView {
    /// Starts at the first stage; `None` if there are no stages.
    pub(crate) fn new(growth: DrawnGrowth) -> Option<Self> {
        let net = |stage: &DrawnStage| {
            let diagram = stage.diagram.as_ref()?;
            Some(Arc::new(GraphNet::of_small(diagram)))
        };
        let nets: Vec<_> = growth.stages.iter().map(net).collect();
        let widths = nets.iter().flatten().map(|net| GraphLayout::frame_width(net));
        let width = widths.max().unwrap_or(0).max(MIN_WIDTH);
        (!growth.stages.is_empty()).then(|| Self {
            growth: Arc::new(growth),
            stage_index: 0,
            nets,
            width,
        })
    }

    /// The net of the diagram that is shown.
    pub(crate) fn net(&self) -> Option<&Arc<GraphNet>> {
        self.nets[self.stage_index].as_ref()
    }

    /// The index of the stage to which an action goes.
    pub(crate) fn target(&self, action: GrowAction) -> usize {
        let last = self.growth.stages.len() - 1;
        match action {
            GrowAction::Open => self.stage_index,
            GrowAction::Next => (self.stage_index + 1).min(last),
            GrowAction::Previous => self.stage_index.saturating_sub(1),
            GrowAction::First => 0,
            GrowAction::Last => last,
        }
    }

    /// The stage that is shown.
    pub(crate) fn stage(&self) -> &DrawnStage {
        &self.growth.stages[self.stage_index]
    }

    /// The first cell of the rule or decision of the current stage.
    pub(crate) fn cell(&self) -> Option<Cell> {
        match &self.stage().conjunct_cells {
            ConjunctCells::Board { cell, .. } | ConjunctCells::Decision(cell, _) => Some(*cell),
            ConjunctCells::Cells(cells) | ConjunctCells::Row(cells) => cells.first().copied(),
        }
    }
}
