//! The board's notes in the journal: the puzzle being played, the settings, the file of the board, and the cursor.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::game::{Game, GameProgress, Origin, decided_in_words};
use crate::notice::GameNotice;
use crate::{App, Notice, SettingChange, Settings};
use export::face::CandidateMark;
use files::FileVersion;
use geometry::Cell;
use problem::{Assist, Problem};
use session::puzzle::{PuzzleId, PuzzleSpec};
use session::steps::Grade;
use session::{BoardNumber, Journal, Note, ResumedSession, Session};

/// A note in the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Memo {
    /// The present board is a puzzle that is being played.
    Game(Origin),
    /// The grade and the difficulty of an opened puzzle.
    Graded(Grade, u32),
    /// The progress of the puzzle.
    Played(GameProgress),
    /// The present board was read from or written to this version of a file.
    File(PathBuf, FileVersion),
    /// The value of a setting.
    Setting(SettingChange),
    /// The cursor's cell.
    Cursor(Cell),
    /// The player's mark of a cell, and the number of steps in the history.
    Mark(Cell, Option<CandidateMark>, usize),
    /// All marks were removed after this number of steps in the history.
    MarksCleared(usize),
    /// The last change of marks was taken back.
    MarkUndone,
}

impl Memo {
    /// The text of the note: a word and its values. `None` if a path is not Unicode.
    fn text(&self) -> Option<String> {
        Some(match self {
            Self::Game(Origin::Opened(name)) => format!("opened {name}"),
            Self::Game(Origin::Made { wanted, seed }) => {
                let (kind, grade) = (wanted.kind(), wanted.grade());
                format!("game {kind} {} {} {grade} {seed}", wanted.size(), wanted.stars())
            }
            Self::Graded(grade, difficulty) => format!("graded {grade} {difficulty}"),
            Self::Played(progress) => {
                let GameProgress { elapsed, is_paused, hints, mistakes, forfeit, solved } =
                    progress;
                let how: &str = forfeit.into();
                let solved = solved.map(|time| format!(" solved {}", time.as_millis()));
                let mistakes = (*mistakes > 0).then(|| format!(" mistakes {mistakes}"));
                let paused = is_paused.then(|| " paused".to_owned());
                let more: String = [solved, mistakes, paused].into_iter().flatten().collect();
                format!("played {} hints {hints} {how}{more}", elapsed.as_millis())
            }
            Self::File(path, version) => format!("file {version} {}", path.to_str()?),
            Self::Setting(change) => format!("set {change}"),
            Self::Cursor(cell) => format!("cursor {cell}"),
            Self::Mark(cell, Some(mark), steps) => format!("mark {cell} {mark} {steps}"),
            Self::Mark(cell, None, steps) => format!("mark {cell} none {steps}"),
            Self::MarksCleared(steps) => format!("marks cleared {steps}"),
            Self::MarkUndone => "undo mark".to_owned(),
        })
    }

    /// Parses a note; `None` for notes of other versions of the program.
    fn read(text: &str) -> Option<Self> {
        let (word, rest) = text.split_once(' ')?;
        if word == "file" {
            // A path may contain spaces.
            let (version, path) = rest.split_once(' ')?;
            return Some(Self::File(path.into(), version.parse().ok()?));
        }
        if word == "opened" {
            return Some(Self::Game(Origin::Opened(rest.to_owned())));
        }
        let values: Vec<&str> = rest.split(' ').collect();
        let time = |text: &str| text.parse().ok().map(Duration::from_millis);
        Some(match (word, &values[..]) {
            ("game", [kind, size, stars, grade, seed]) => {
                let (size, stars) = (size.parse().ok()?, stars.parse().ok()?);
                let (kind, grade) = (kind.parse().ok()?, grade.parse().ok()?);
                let wanted = PuzzleSpec::new(kind, grade, Some(size), Some(stars)).ok()?;
                Self::Game(Origin::Made { wanted, seed: seed.parse().ok()? })
            }
            ("graded", [grade, difficulty]) => {
                Self::Graded(grade.parse().ok()?, difficulty.parse().ok()?)
            }
            ("played", [elapsed, "hints", hints, how, more @ ..]) => {
                let mut progress = GameProgress {
                    elapsed: time(elapsed)?,
                    hints: hints.parse().ok()?,
                    forfeit: how.parse().ok()?,
                    ..GameProgress::default()
                };
                let mut more = more.iter();
                while let Some(word) = more.next() {
                    match *word {
                        "solved" => progress.solved = Some(time(more.next()?)?),
                        "mistakes" => progress.mistakes = more.next()?.parse().ok()?,
                        "paused" => progress.is_paused = true,
                        _ => return None,
                    }
                }
                Self::Played(progress)
            }
            ("set", [name, value]) => Self::Setting(SettingChange::parse(name, value).ok()?),
            ("cursor", [cell]) => Self::Cursor(cell.parse().ok()?),
            ("mark", [cell, "none", steps]) => {
                Self::Mark(cell.parse().ok()?, None, steps.parse().ok()?)
            }
            ("mark", [cell, mark, steps]) => {
                Self::Mark(cell.parse().ok()?, Some(mark.parse().ok()?), steps.parse().ok()?)
            }
            // Version 0.3.0 noted no steps.
            ("mark", [cell]) => Self::Mark(cell.parse().ok()?, None, 0),
            ("mark", [cell, mark]) => Self::Mark(cell.parse().ok()?, Some(mark.parse().ok()?), 0),
            ("marks", ["cleared", steps]) => Self::MarksCleared(steps.parse().ok()?),
            ("undo", ["mark"]) => Self::MarkUndone,
            _ => return None,
        })
    }
}

/// The puzzle that was played when the session ended, in words.
pub fn resumed_in_words(resumed: &ResumedSession) -> Option<String> {
    let app = App::remembered(resumed.session.clone(), &resumed.notes);
    Some(app.game_on_board()?.in_words(app.session.rules()))
}

/// The puzzles of ended sessions with their last positions, the latest first. Of each puzzle only the latest game is kept, and those
/// that the user has solved.
pub(crate) fn games(directory: &Path) -> Vec<(Game, Problem)> {
    let games = Journal::ended_sessions(directory).flat_map(|(session, notes)| {
        let app = App::remembered(session, &notes);
        let games = app.games().map(|(game, position)| (game.clone(), position.clone()));
        games.collect::<Vec<_>>()
    });
    let mut seen = HashSet::new();
    let is_kept = |(game, position): &(Game, Problem)| {
        seen.insert(PuzzleId::of(position)) || game.solving_time().is_some()
    };
    games.filter(is_kept).collect()
}

/// The puzzle that was played when the session ended.
fn resumed_puzzle(resumed: &ResumedSession) -> Option<Origin> {
    let game = |note: &Note| match Memo::read(&note.text) {
        Some(Memo::Game(origin)) => Some((origin, note.board)),
        _ => None,
    };
    let last = resumed.notes.iter().rev().find_map(game);
    last.filter(|(_, board)| *board == resumed.session.history().board_number())
        .map(|(origin, _)| origin)
}

/// A notice that this puzzle goes on, if the session was left in it with decisions and without its solution.
pub fn unfinished(resumed: &ResumedSession, wanted: &Origin) -> Option<Notice> {
    let (origin, session) = (resumed_puzzle(resumed)?, &resumed.session);
    let decided = decided_in_words(session.problem())?;
    let is_open = session.assist() != Assist::Full && !session.is_solved();
    (origin == *wanted && is_open).then(|| GameNotice::Resumed { origin, decided }.into())
}

impl App {
    /// An application with the state of a kept session.
    fn remembered(session: Session, notes: &[Note]) -> Self {
        let mut app = Self::new(session, Settings::default());
        app.recall(notes);
        app
    }

    /// Makes this file the default file of the present board, and records it in the journal.
    pub fn keep_file(&mut self, path: PathBuf, version: FileVersion) {
        // The path is made absolute, because the session may be resumed in another folder.
        self.note(&Memo::File(self.files.folder.join(&path), version));
        self.files.set_default(path, version, self.session.history().board_number());
    }

    /// Marks a cell of the puzzle, and records the mark.
    pub(crate) fn mark_candidate(&mut self, cell: Cell, mark: Option<CandidateMark>) {
        let steps = self.session.history().steps();
        if let Some(game) = &mut self.game {
            game.marks.set(cell, mark, steps);
            self.note(&Memo::Mark(cell, mark, steps));
        }
    }

    /// True if cells of the puzzle have marks.
    pub(crate) fn has_marks(&self) -> bool {
        self.playing().is_some_and(|game| !game.marks.is_empty())
    }

    /// Removes all marks of the puzzle, and records that. Returns false if there are none.
    pub(crate) fn clear_marks(&mut self) -> bool {
        let (has_marks, steps) = (self.has_marks(), self.session.history().steps());
        if let Some(game) = self.game.as_mut().filter(|_| has_marks) {
            game.marks.clear(steps);
            self.note(&Memo::MarksCleared(steps));
        }
        has_marks
    }

    /// True if the newest action that undo takes back is a mark of the puzzle.
    pub(crate) fn can_undo_mark(&self) -> bool {
        let steps = self.session.history().steps();
        self.playing().is_some_and(|game| game.marks.can_undo(steps))
    }

    /// Takes back the last mark of the puzzle. Returns false if a decision is newer.
    pub(crate) fn undo_mark(&mut self) -> bool {
        let is_newest = self.can_undo_mark();
        if let Some(game) = self.game.as_mut().filter(|_| is_newest) {
            game.marks.undo();
            self.note(&Memo::MarkUndone);
        }
        is_newest
    }

    /// The change of marks that redo repeats; `None` if redo repeats a decision.
    pub(crate) fn redone_mark(&self) -> Option<Memo> {
        let (steps, at) = (self.session.history().steps(), self.session.stamp());
        Some(match self.playing()?.marks.redone(steps, at)? {
            &[(cell, mark)] => Memo::Mark(cell, mark, steps),
            [] | [_, _, ..] => Memo::MarksCleared(steps),
        })
    }

    /// Repeats the change of marks that was taken back last. Returns false if redo repeats a decision.
    pub(crate) fn redo_mark(&mut self) -> bool {
        let Some(redone) = self.redone_mark() else { return false };
        if let Some(game) = &mut self.game {
            game.marks.redo();
        }
        self.note(&redone);
        true
    }

    /// Records the cursor and the progress of the puzzle if they have changed. Times are compared in whole seconds.
    pub fn note_changes(&mut self, cursor: Cell) {
        let played = self.game.as_ref().map(Game::progress);
        let shown = |played: Option<GameProgress>| played.map(GameProgress::in_seconds);
        if shown(played) != shown(self.journaled_state.played) {
            if let Some(played) = played {
                self.note(&Memo::Played(played));
            }
            self.journaled_state.played = played;
        }
        if cursor != self.journaled_state.cursor {
            self.note(&Memo::Cursor(cursor));
            self.journaled_state.cursor = cursor;
        }
    }

    /// Records a memo in the journal.
    pub(crate) fn note(&mut self, memo: &Memo) {
        if let Some(text) = memo.text() {
            self.session.note(text);
        }
    }

    /// Restores the state that the notes of a journal describe. The last note about the cursor determines its cell.
    pub fn recall(&mut self, notes: &[Note]) {
        for Note { text, board } in notes {
            if let Some(memo) = Memo::read(text) {
                self.recall_memo(memo, *board);
            }
        }
        self.journaled_state.played = self.game.as_ref().map(Game::progress);
    }

    fn recall_memo(&mut self, memo: Memo, board: BoardNumber) {
        self.return_to_game(board);
        match memo {
            Memo::Game(origin) => self.begin_game(Game::new(origin, board)),
            Memo::Graded(grade, difficulty) => {
                if let Some(game) = &mut self.game {
                    game.assessment.graded = Some((grade, difficulty));
                }
            }
            Memo::Played(played) => {
                if let Some(game) = &mut self.game {
                    game.restore_progress(played);
                }
            }
            Memo::File(path, version) => {
                let inside = path.strip_prefix(&self.files.folder).map(Path::to_owned);
                self.files.set_default(inside.unwrap_or(path), version, board);
            }
            Memo::Setting(change) => drop(self.settings.change(change)),
            Memo::Cursor(cell) => self.journaled_state.cursor = cell,
            Memo::Mark(cell, mark, steps) => {
                if let Some(game) = &mut self.game {
                    game.marks.set(cell, mark, steps);
                }
            }
            Memo::MarksCleared(steps) => {
                if let Some(game) = &mut self.game {
                    game.marks.clear(steps);
                }
            }
            Memo::MarkUndone => {
                if let Some(game) = &mut self.game {
                    game.marks.undo();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Click, Forfeit, Mistakes, Setting};
    use session::puzzle::Kind;

    #[test]
    fn what_is_noted_is_read_again() {
        let wanted = PuzzleSpec::new(Kind::StarBattle, Grade::Hard, Some(9), Some(2)).unwrap();
        let (elapsed, solved) = (Duration::from_millis(61_234), Some(Duration::from_millis(7)));
        let progress = GameProgress {
            elapsed,
            hints: 3,
            forfeit: Forfeit::GivenUp,
            solved,
            ..GameProgress::default()
        };
        let path = PathBuf::from("/a b/c \u{1b}\n.toml");
        for (memo, text) in [
            (
                Memo::Game(Origin::Made { wanted, seed: u64::MAX }),
                "game star-battle 9 2 hard 18446744073709551615",
            ),
            (Memo::Graded(Grade::Hard, 312), "graded hard 312"),
            (Memo::Played(progress), "played 61234 hints 3 given-up solved 7"),
            (
                Memo::Played(GameProgress { forfeit: Forfeit::None, solved: None, ..progress }),
                "played 61234 hints 3 alone",
            ),
            (Memo::File(path, FileVersion::of_text("")), "file 0-00000000 /a b/c \u{1b}\n.toml"),
            (Memo::Mark(Cell::new(0, 1), Some(CandidateMark::Dot), 12), "mark b1 dot 12"),
            (Memo::Mark(Cell::new(0, 1), None, 3), "mark b1 none 3"),
            (Memo::MarksCleared(4), "marks cleared 4"),
            (Memo::MarkUndone, "undo mark"),
            (
                Memo::Played(GameProgress { mistakes: 2, is_paused: true, ..progress }),
                "played 61234 hints 3 given-up solved 7 mistakes 2 paused",
            ),
            (Memo::Game(Origin::Opened("Monday, hard".to_owned())), "opened Monday, hard"),
            (
                Memo::Setting(SettingChange::Switch(Setting::AutoMark, Some(true))),
                "set auto-mark on",
            ),
            (Memo::Setting(SettingChange::Switch(Setting::Clock, Some(false))), "set clock off"),
            (Memo::Setting(SettingChange::Mistakes(Mistakes::Refuse)), "set mistakes refuse"),
            (Memo::Setting(SettingChange::Click(Click::Place)), "set click place"),
            (Memo::Cursor(Cell::new(3, 2)), "cursor c4"),
            (
                Memo::Played(GameProgress { forfeit: Forfeit::Completed, ..progress }),
                "played 61234 hints 3 completed solved 7",
            ),
        ] {
            assert_eq!(memo.text().as_deref(), Some(text));
            assert_eq!(Memo::read(text), Some(memo));
        }
    }

    proptest! {
        #[test]
        fn no_note_panics(text in "((game|graded|opened|played|file|set|cursor) )?[a-z0-9 -]{0,20}") {
            let _ = Memo::read(&text);
        }
    }
}
