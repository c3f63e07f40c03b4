//! The state of the cursor and the puzzle that the journal stores.

use super::game::GameProgress;
use geometry::Cell;

/// The state that the latest notes of the journal record.
#[derive(Clone, Copy, Debug)]
pub struct JournaledState {
    /// The cell of the cursor.
    pub cursor: Cell,
    /// The progress of the puzzle; `None` if none was played.
    pub played: Option<GameProgress>,
}

impl Default for JournaledState {
    fn default() -> Self {
        Self { cursor: Cell::new(0, 0), played: None }
    }
}
