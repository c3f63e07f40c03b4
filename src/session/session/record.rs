use super::Session;
use crate::entry::Entry;
use problem::BoardFile;

impl Session {
    /// The same session, which from here on keeps its entries for [`Session::take_entries`].
    #[must_use]
    pub fn recorded(self) -> Self {
        Self { entries: Some(self.entries.unwrap_or_default()), ..self }
    }

    /// The entries since the last call, for a journal; none if the session is not recorded.
    pub fn take_entries(&mut self) -> Vec<Entry> {
        self.entries.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Records what the program that shows the session wants to remember of the present board, in words of
    /// its own. [`crate::ResumedSession`] has them again.
    pub fn note(&mut self, text: String) {
        self.record(Some(Entry::Note(text)));
    }

    pub(super) fn record(&mut self, entry: Option<Entry>) {
        if let Some(entries) = &mut self.entries {
            entries.extend(entry);
        }
    }

    /// The first line of a journal that begins here.
    pub(crate) fn beginning(&self) -> Entry {
        match Entry::from_board(self.problem().clone(), self.history.own_assist()) {
            Entry::Board(board) => Entry::Board(BoardFile { assist: self.assist(), ..board }),
            opened => opened,
        }
    }

    /// The session that begins with a journal's first line; `None` if that is no board.
    pub(crate) fn begun(entry: Entry) -> Option<Self> {
        match entry {
            Entry::Board(board) => Some(Self { assist: board.assist, ..Self::new(board.problem) }),
            Entry::Opened(board) => Some(Self::from_board(board)),
            _ => None,
        }
    }

    /// Repeats an entry; false if it cannot have happened here.
    pub(crate) fn repeat(&mut self, entry: Entry) -> bool {
        match entry {
            Entry::Board(board) => self.change(|history| history.replace(board.problem, None)),
            Entry::Opened(board) => self.change(|history| history.open(board)),
            Entry::Step(changes) => {
                changes.iter().all(|&(cell, _)| self.rules().check(cell).is_ok())
                    && self.change(|history| history.change(changes))
            }
            Entry::Undone => self.undo(),
            Entry::Redone => self.redo(),
            Entry::Assist(assist) => {
                self.set_assist(assist);
                true
            }
            Entry::Forgotten => {
                self.forget_steps();
                true
            }
            // Who shows the session reads the notes.
            Entry::Note(_) | Entry::Closed => true,
        }
    }
}
