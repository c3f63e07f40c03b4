use super::Session;
use crate::entry::JournalEntry;
use problem::BoardFile;

impl Session {
    /// Turns recording on: from now on the session collects entries for [`Session::take_entries`].
    pub fn recorded(self) -> Self {
        Self { entries: Some(self.entries.unwrap_or_default()), ..self }
    }

    /// Returns the entries since the last call, for a journal; none if the session is not recorded.
    pub fn take_entries(&mut self) -> Vec<JournalEntry> {
        self.entries.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Records a note of the user interface about the present board. The notes are returned in
    /// [`crate::ResumedSession`].
    pub fn note(&mut self, text: String) {
        self.record(Some(JournalEntry::Note(text)));
    }

    pub(super) fn record(&mut self, entry: Option<JournalEntry>) {
        if let Some(entries) = &mut self.entries {
            entries.extend(entry);
        }
    }

    /// The first entry of a journal that begins with the present position.
    pub(crate) fn first_entry(&self) -> JournalEntry {
        match JournalEntry::from_board(self.problem().clone(), self.history.own_assist()) {
            JournalEntry::Board(board) => {
                JournalEntry::Board(BoardFile { assist: self.assist(), ..board })
            }
            opened => opened,
        }
    }

    /// A session that begins with the first entry of a journal; `None` if the entry is not a board.
    pub(crate) fn from_first_entry(entry: JournalEntry) -> Option<Self> {
        match entry {
            JournalEntry::Board(board) => {
                Some(Self { assist: board.assist, ..Self::new(board.problem) })
            }
            JournalEntry::Opened(board) => Some(Self::from_board(board)),
            _ => None,
        }
    }

    /// Applies a journal entry again; false if the entry is impossible in this position.
    pub(crate) fn repeat(&mut self, entry: JournalEntry) -> bool {
        match entry {
            JournalEntry::Board(board) => {
                self.change(|history| history.replace(board.problem, None))
            }
            JournalEntry::Opened(board) => self.change(|history| history.open(board)),
            JournalEntry::Step(changes) => {
                changes.iter().all(|&(cell, _)| self.rules().check(cell).is_ok())
                    && self.change(|history| history.change(changes))
            }
            JournalEntry::Undone => self.undo(),
            JournalEntry::Redone => self.redo(),
            JournalEntry::Assist(assist) => {
                self.set_assist(assist);
                true
            }
            JournalEntry::Forgotten => {
                self.forget_steps();
                true
            }
            // Notes concern only the user interface.
            JournalEntry::Note(_) | JournalEntry::Closed => true,
        }
    }
}
