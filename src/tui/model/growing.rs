use std::sync::Arc;

use crate::look::GraphLayout;
use geometry::Cell;
use session::{DrawnGrowth, DrawnStage, Subject};

/// The fewest columns of a graph that the user steps through.
const LEAST: u16 = 40;

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
        let widths = growth
            .stages
            .iter()
            .filter_map(|stage| stage.diagram.as_ref().map(GraphLayout::frame_width));
        let width = widths.max().unwrap_or(0).max(LEAST);
        (!growth.stages.is_empty()).then(|| Self { growth: Arc::new(growth), at: 0, width })
    }

    /// The columns that the frame of the widest graph needs.
    pub(crate) fn width(&self) -> u16 {
        self.width
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
