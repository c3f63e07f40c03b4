use std::sync::Arc;

use crate::input::GrowAction;
use crate::look::GraphLayout;
use geometry::Cell;
use session::{DrawnGrowth, DrawnStage, Subject};

/// Minimum width of a graph that is shown rule by rule, in columns.
const LEAST: u16 = 40;

/// The diagrams after each rule and decision, and the stage that is shown.
#[derive(Clone, Debug)]
pub(crate) struct Growing {
    pub growth: Arc<DrawnGrowth>,
    pub at: usize,
    /// The width of the widest graph with its frame, in columns.
    pub width: u16,
}

impl Growing {
    /// Starts at the first stage; `None` if there are no stages.
    pub(crate) fn new(growth: DrawnGrowth) -> Option<Self> {
        let widths = growth
            .stages
            .iter()
            .filter_map(|stage| stage.diagram.as_ref().map(GraphLayout::frame_width));
        let width = widths.max().unwrap_or(0).max(LEAST);
        (!growth.stages.is_empty()).then(|| Self { growth: Arc::new(growth), at: 0, width })
    }

    /// The index of the stage to which an action goes.
    pub(crate) fn target(&self, action: GrowAction) -> usize {
        let last = self.growth.stages.len() - 1;
        match action {
            GrowAction::Open => self.at,
            GrowAction::Next => (self.at + 1).min(last),
            GrowAction::Previous => self.at.saturating_sub(1),
            GrowAction::First => 0,
            GrowAction::Last => last,
        }
    }

    /// The stage that is shown.
    pub(crate) fn stage(&self) -> &DrawnStage {
        &self.growth.stages[self.at]
    }

    /// The first cell of the rule or decision of the current stage.
    pub(crate) fn cell(&self) -> Option<Cell> {
        match &self.stage().subject {
            Subject::Board { cell, .. } | Subject::Decision(cell, _) => Some(*cell),
            Subject::Cells(cells) | Subject::Row(cells) => cells.first().copied(),
        }
    }
}
