use super::game::GameProgress;
use geometry::Cell;

/// The state that the latest notes of the journal record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JournaledState {
    pub cursor: Cell,
    pub played: Option<GameProgress>,
}

impl Default for JournaledState {
    fn default() -> Self {
        Self { cursor: Cell::new(0, 0), played: None }
    }
}
