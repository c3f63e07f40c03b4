use geometry::Cell;
use problem::GroupId;
use session::{GroupNames, Hint, Stage};

/// A hint, and the stage up to which the board shows it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StagedHint {
    pub hint: Hint,
    pub stage: Stage,
}

impl StagedHint {
    /// The cells that the hint points at, at its stage.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        self.hint.cells(self.stage)
    }

    /// The groups that the hint names at its stage.
    pub(crate) fn groups(&self) -> impl Iterator<Item = GroupId> + '_ {
        let is_told = self.stage > Stage::Where || self.hint.begins_with_groups();
        self.hint.groups().filter(move |_| is_told)
    }

    /// True if Enter performs the hint.
    pub(crate) fn is_offered(&self) -> bool {
        self.stage == Stage::What && self.hint.can_be_done()
    }

    /// The text of the hint at its stage.
    pub(crate) fn sentence(&self, names: GroupNames<'_>) -> String {
        self.hint.in_words(self.stage, names)
    }
}
