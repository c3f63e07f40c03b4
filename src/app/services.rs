//! Performs the effects that need no terminal, by means of the workers, the journal and the files.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::effect::{Effect, Exit};
use crate::job::{WorkerKind, WorkerQuestion};
use crate::worker::{EventSender, Worker};
use crate::{AppEvent, file_access as files, jobs, kept_settings, memo};
use engine::bdd;
use problem::{BoardFile, BoardSource, Regions, Weights};
use session::puzzle::{RecordedScore, Results};
use session::{Journal, JournalEntry};
use system::start_thread;

/// The workers, the journal, and the file of the results of puzzles.
pub struct Services {
    /// The workers, in the order of [`WorkerKind::ALL`].
    workers: Vec<Worker>,
    pub(crate) journal: Option<Journal>,
    /// The file of the results of puzzles; `None` if results cannot be stored.
    results: Option<PathBuf>,
    sender: EventSender,
}

impl Services {
    /// Starts the workers, which send their reports to `sender`. `memory` is the memory of all workers together, in
    /// bytes, and `timeout` the maximum time for each question.
    ///
    /// # Errors
    /// When the system creates no thread.
    pub fn start(
        (memory, timeout): (usize, Option<Duration>),
        sender: &EventSender,
        journal: Option<Journal>,
        results: Option<PathBuf>,
    ) -> io::Result<Self> {
        let diagrams = bdd::Engine::new();
        let spawn = |kind| Worker::spawn(kind, memory, timeout, sender.clone(), diagrams.clone());
        let workers = WorkerKind::ALL.into_iter().map(spawn).collect::<io::Result<_>>()?;
        Ok(Self { workers, journal, results, sender: sender.clone() })
    }

    /// Reads the journals of earlier sessions in a thread, which sends their puzzles.
    ///
    /// # Errors
    /// When the system creates no thread.
    pub fn read_earlier_games(&self) -> io::Result<()> {
        let directory = self.results.as_deref().and_then(Path::parent).map(Path::to_owned);
        let (sender, Some(directory)) = (self.sender.clone(), directory) else { return Ok(()) };
        start_thread("journals", move || {
            sender(AppEvent::EarlierGames(memo::games(&directory)));
        })
    }

    /// The puzzles of earlier sessions, which are read at once. None without a journal.
    pub fn earlier_games(&self) -> Option<AppEvent> {
        let directory = self.results.as_deref().and_then(Path::parent)?;
        Some(AppEvent::EarlierGames(memo::games(directory)))
    }

    /// True while the journal can be written.
    pub const fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// Closes the journal if the user quits. Keeps the journal of a session that was ended by a signal. Returns
    /// true if the session is kept.
    pub fn close_journal(&mut self, exit: &Exit) -> bool {
        match self.journal.take() {
            // If closing fails, nothing is lost.
            Some(journal) if *exit == Exit::Quit => journal.close().unwrap_or(true),
            journal => journal.is_some(),
        }
    }

    /// Performs an effect. Returns the message that it causes immediately, if there is one.
    pub fn perform(&mut self, effect: Effect) -> Option<AppEvent> {
        match effect {
            Effect::Ask(question) => self.ask(question),
            Effect::CancelWork => self.worker(WorkerKind::Answering).cancel(),
            Effect::Cancel | Effect::Exit(_) => self.workers.iter().for_each(Worker::cancel),
            Effect::CancelEstimate => self.worker(WorkerKind::Estimating).cancel(),
            // These are for terminals.
            Effect::Suspend | Effect::Redraw | Effect::Mouse(_) | Effect::Copy(_) => {}
            Effect::Journal(entries) => return self.write_down(&entries),
            Effect::Open(path) => {
                return Some(match files::open(&path) {
                    Ok((BoardSource::Board(board), version)) => {
                        AppEvent::Opened(path, version, Ok(board))
                    }
                    Ok((BoardSource::Regions(regions), _)) => AppEvent::Drawn(path, Ok(regions)),
                    Ok((BoardSource::Linked(regions), _)) => AppEvent::Linked(regions),
                    Err(error) => AppEvent::Opened(path, None, Err(error)),
                });
            }
            Effect::Compare(path) => {
                let board = files::read(&path, BoardFile::read);
                return Some(AppEvent::ReadOther(path, board));
            }
            Effect::Draw(path) => {
                let drawn = files::read(&path, Regions::read);
                return Some(AppEvent::Drawn(path, drawn));
            }
            Effect::Weigh(path) => {
                let weights = files::read(&path, Weights::read);
                return Some(AppEvent::Weighed(path, weights));
            }
            Effect::ReadLesson(source) => return Some(AppEvent::Lesson(files::lesson(&source))),
            Effect::ReadOrder(path, grid) => {
                let order = files::read(&path, |path| export::read_order(&grid, path));
                return Some(AppEvent::Ordered(order));
            }
            // Reading many files takes long.
            Effect::List => {
                let sender = self.sender.clone();
                let list = move || {
                    sender(AppEvent::Listed(files::boards()));
                };
                return start_thread("boards", list).err().map(|_| AppEvent::Listed(Vec::new()));
            }
            Effect::ReadResults => {
                let results =
                    self.results.as_deref().map_or_else(|| Ok(Results::default()), Results::read);
                return Some(AppEvent::Results(results));
            }
            Effect::ReadScore(wanted) => {
                let results = self.results.as_deref().and_then(|path| Results::read(path).ok());
                let score = results.and_then(|results| results.score(wanted));
                let recorded =
                    |score| RecordedScore { score, is_repeated: false, days_in_a_row: 0 };
                return score.map(|score| AppEvent::Recorded(Ok(recorded(score))));
            }
            Effect::Record(wanted, puzzle, result) => {
                let path = self.results.as_ref()?;
                let score = Results::record(path, wanted, puzzle, result);
                return Some(AppEvent::Recorded(score));
            }
            Effect::KeepSetting(change) => {
                let path = self.results.as_ref()?.with_file_name(kept_settings::FILE);
                let kept = kept_settings::keep(&path, change);
                return kept.err().map(AppEvent::SettingLost);
            }
            Effect::SaveDisagreement { board, disagreement } => {
                let saved = board.write_numbered(Path::new(""), "disagreement");
                return Some(AppEvent::DisagreementSaved(disagreement, saved));
            }
            Effect::Save { path, board, replaceable } => {
                let saved = files::save(&path, &board, replaceable);
                return Some(AppEvent::Saved(saved.map(|version| (path, version))));
            }
        }
        None
    }

    fn worker(&self, kind: WorkerKind) -> &Worker {
        &self.workers[kind as usize]
    }

    fn ask(&self, question: WorkerQuestion) {
        // Counts of an older position are useless.
        if question.job == jobs::ExaminePosition {
            self.worker(WorkerKind::Counting).cancel();
        }
        self.worker(question.job.worker()).ask(question);
    }

    /// Appends entries to the journal. If the journal cannot be written, the board continues without a journal.
    fn write_down(&mut self, entries: &[JournalEntry]) -> Option<AppEvent> {
        let error = self.journal.as_mut()?.append(entries).err()?;
        self.journal = None;
        Some(AppEvent::JournalLost(::files::reason(&error)))
    }
}
