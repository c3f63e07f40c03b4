use std::sync::Arc;

use crate::input::GrowAction;
use crate::look::GraphLayout;
use geometry::Cell;
use session::{ConjunctCells, DrawnGrowth, DrawnStage};

/// Minimum width of a graph that is shown rule by rule, in columns.
const MIN_WIDTH: u16 = 40;

/// The diagrams after each rule and decision, and the stage that is shown.
#[derive(Clone, Debug)]
pub(crate) struct GrowthView {
    pub growth: Arc<DrawnGrowth>,
    pub stage_index: usize,
    /// The width of the widest graph with its frame, in columns.
    pub width: u16,
}

impl GrowthView {
    /// Starts at the first stage; `None` if there are no stages.
    pub(crate) fn new(growth: DrawnGrowth) -> Option<Self> {
        let widths = growth
            .stages
            .iter()
            .filter_map(|stage| stage.diagram.as_ref().map(GraphLayout::frame_width));
        let width = widths.max().unwrap_or(0).max(MIN_WIDTH);
        (!growth.stages.is_empty()).then(|| Self {
            growth: Arc::new(growth),
            stage_index: 0,
            width,
        })
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
