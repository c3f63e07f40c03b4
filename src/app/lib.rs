//! The application without a screen: all operations and questions of a person. It has no cursor, layout, colours or
//! keys. A front end turns keys, clicks or typed lines into operations, and shows the state of the application.
//!
//! | modules | contents | imports |
//! | --- | --- | --- |
//! | `action`, `names`, `words` | the names of operations, and the texts of the words after `:` | - |
//! | `settings`, `kept_settings`, `shown`, `values`, `clock` | settings and their file, views of board and diagram, values that the palette offers | - |
//! | `options`, `orders` | the arguments of `play`, `puzzle`, `search` and `export` | `words` |
//! | `lesson`, `lesson_source`, `game`, `marks`, `hint` | a lesson, the puzzle that is played and its marks, a hint in stages | `words`, `shown`, `clock` |
//! | `notice` | what is said about the last action: values, which become sentences when they are shown | `orders`, `game` |
//! | `files`, `file_access` | the files of the session, and how files are read and written | `lesson`, `notice` |
//! | [`App`] in this file, `job`, `effect`, `event`, `reply`, `graph`, `noted` | the state; questions, effects, events and replies | `files` |
//! | `command_line`, `memo`, `playing`, `replace` | changes that operations and answers share, the notes in the journal | [`App`] |
//! | `facts`, `jobs`, `questions` | the facts on which gates depend; the questions, one file each, and when they are asked | `playing` |
//! | `operations` | one row for each thing that can be done: name, word, parameter, gate and function | `jobs` |
//! | `report` | the handling of events | `operations` |
//! | `worker`, `services`, `opening` | the threads that answer questions; the effects that need no terminal; how a board is opened and left | `jobs` |
//!
//! A row imports only rows above it, and its modules may import each other. The exception is this file: [`App`] keeps
//! the questions that are being answered, so it knows `jobs`, while all modules below it change the [`App`]. A front end
//! adds rows of operations to those of the application, and has one [table](operations::table::Table) of all.
//!
//! **An operation** is a [row](operations::Operation) of this table, found by its name or by a typed word. The row parses
//! the text after the word. Its gate says whether the operation is [available](operations::Operation::availability). If
//! it is, its function changes the [`App`]. The front end finds there a notice ([`App::say`], or [`App::refuse`] with the
//! reason why nothing was done), effects to perform ([`App::emit`]) and replies to show ([`App::replies`]).
//!
//! **An event** is the result of an effect or of time: a file was read, the clock ticks, a worker
//! reports. [`report::handle`] changes the [`App`] accordingly.
//!
//! **An answer** arrives in parts, each in an event. A finding is passed to the session, which keeps it if the position
//! is unchanged. Every other part is a [`Change`](job::Change), defined in the file of its question. It is made only
//! while the question is current, except the result of an export, which is always made.
//!
//! After each of these, the front end calls [`App::follow_change`] if the position has a new stamp: what was wanted for
//! the old position is dropped, a solved puzzle is noted, and the workers are asked about the new one. Then it calls
//! [`App::ask_wanted`] with what it shows: the most urgent question that is still open goes to the first worker. Then it
//! performs the effects that [`App::take_effects`] returns: new entries of the journal come first.

pub mod action;
mod clock;
pub mod command_line;
pub mod effect;
mod event;
mod facts;
mod file_access;
mod files;
pub mod game;
pub mod graph;
pub mod hint;
pub mod job;
pub mod jobs;
pub mod kept_settings;
pub mod lesson;
mod lesson_source;
pub mod marks;
pub mod memo;
mod names;
mod noted;
pub mod notice;
mod opening;
pub mod operations;
pub mod options;
pub mod orders;
pub mod playing;
pub mod questions;
pub mod replace;
mod reply;
pub mod report;
pub mod services;
pub mod settings;
mod shown;
mod values;
pub mod words;
pub mod worker;

pub use action::Action;
pub use clock::clock_text;
pub use event::AppEvent;
pub use files::{Files, Replaceable, puzzle_name};
pub use game::{Forfeit, Game, GameResult, NextPuzzle, Origin};
pub use hint::StagedHint;
pub use lesson::LessonProgress;
pub use lesson_source::LessonSource;
pub use names::{Names, WordNames};
pub use notice::Notice;
pub use opening::{BoardExit, BoardSetup};
pub use orders::{ExportRequest, PuzzleOrder, SearchComparison, Searches};
pub(crate) use orders::{PlayOrder, SearchOrder};
pub use reply::Reply;
pub use settings::{Click, Mistakes, Setting, SettingChange, Settings};
pub use shown::{DiagramView, Shading, Shown};
pub use values::ValueSources;

use effect::Effect;
use geometry::Cell;
use graph::RequestedGraph;
use job::{AnyJob, Job, QuestionId, QuestionNumber, RunningQuestion, WorkerKind, WorkerQuestion};
use jobs::Purpose;
use noted::JournaledState;
use problem::Problem;
use questions::Wants;
use session::steps::SolvingPath;
use session::{BoardNumber, Session, Stamp, Wish};

/// The application without a screen.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact that excludes no other")]
pub struct App {
    /// The board: rules, decisions, undo steps, and the known facts about the position.
    pub session: Session,
    /// The puzzle that was played last.
    pub game: Option<Game>,
    /// The puzzles that were left for other ones, in the order in which they were left.
    pub left_games: Vec<Game>,
    /// The puzzles of earlier sessions with their last positions, the latest first; empty until their journals are read.
    pub earlier_games: Vec<(Game, Problem)>,
    /// True after the user was told about the latest unfinished puzzle of an earlier session.
    pub is_earlier_told: bool,
    /// The lesson that was begun last, until it is closed at its end.
    pub lesson: Option<LessonProgress>,
    /// The last hint, until the position changes or a key other than a motion is pressed.
    pub hint: Option<StagedHint>,
    /// The solution step by step that was asked for last.
    pub solving_path: Option<SolvingPath>,
    /// True until the first puzzle is made, if the program was started to play a puzzle.
    pub starts_with_game: bool,
    /// True until the first decision of the very first run.
    pub is_first_run: bool,
    /// The information shown on each cell in addition to its state.
    pub shading: Shading,
    /// How the diagram is shown.
    pub diagram: DiagramView,
    /// The diagram that is drawn as a graph, as requested and as answered.
    pub graph: RequestedGraph,
    /// The parts that the front end shows.
    pub shown: Shown,
    /// False while the window of the front end is known not to have the focus. The clock of a puzzle stands then.
    pub is_focused: bool,
    /// The on/off settings.
    pub settings: Settings,
    /// The message about the last action.
    pub notice: Option<Notice>,
    /// True if the notice says why the last action was not done.
    pub is_refusal: bool,
    /// The paths of board files that were found.
    pub boards: Vec<String>,
    /// The board of the puzzle that was made last, and the difficulty of the puzzle.
    pub(crate) made: Option<(BoardNumber, u32)>,
    /// The board, and the regions that stay unchanged when its drawing is completed.
    locked: Option<(BoardNumber, Vec<char>)>,
    /// The files opened and written.
    pub files: Files,
    /// The cursor and the progress in the journal.
    pub journaled_state: JournaledState,
    /// True while a line of a session in lines decides one cell after the other. Its entries are not written to the
    /// journal yet, and no puzzle counts as solved.
    pub is_deciding_several: bool,
    /// True if saving the board also quits.
    pub quits_when_saved: bool,
    /// Internal errors of the program, printed when the user leaves the board.
    pub faults: Vec<String>,
    /// The questions that are being answered, one for each worker.
    pub jobs: Jobs,
    /// The information that the front end shows, according to its last report.
    pub wants: Wants,
    /// Effects for the front end, in order.
    pub effects: Vec<Effect>,
    /// Answers for the front end to show, in this order.
    pub replies: Vec<Reply>,
    /// The cell of the last operation, if it names or finds one. A screen moves its cursor there.
    pub lead: Option<Cell>,
}

/// The questions that the workers are answering.
#[derive(Clone, Debug, Default)]
pub struct Jobs {
    /// The question that the first worker is answering.
    pub answering: Option<RunningQuestion>,
    /// The question for a reason. It waits until the first worker has no more urgent question.
    pub waiting: Option<jobs::FindReason>,
    /// The question that the second worker is answering: counts.
    pub counting: Option<RunningQuestion>,
    /// The question that the third worker is answering: an estimate.
    pub estimating: Option<RunningQuestion>,
    /// The number of the latest question.
    pub latest: QuestionNumber,
    /// The question of the first worker that has just ended, and true if the person has cancelled it.
    pub ended: Option<(AnyJob, bool)>,
    /// Questions that have ended without an answer at this position, or that the person has cancelled. They are not
    /// repeated until the next question of the person.
    pub unanswered: Vec<AnyJob>,
    /// The position of which it is known whether it can be counted, and true if it can.
    countable: Option<(Stamp, bool)>,
}

impl Jobs {
    /// The job of the first worker, if it is of this kind.
    pub fn answering<J: Job>(&self) -> Option<&J> {
        self.answering.as_ref()?.job.get()
    }

    /// Requests the reason of a wish: from now on the running question for it has this purpose. Without a running question,
    /// a new one waits.
    pub(crate) fn want_reason(&mut self, wish: Wish, purpose: Purpose) {
        let wanted = jobs::FindReason { wish, purpose };
        match &mut self.answering {
            Some(work) if work.job.get().is_some_and(|job: &jobs::FindReason| job.wish == wish) => {
                work.job = wanted.into();
            }
            Some(_) | None => self.waiting = Some(wanted),
        }
    }

    /// Forgets what to do with the reason once it is found. The search for it continues.
    fn drop_wanted_reason(&mut self) {
        self.waiting = None;
        if let Some(wish) = self.answering().map(|job: &jobs::FindReason| job.wish) {
            self.want_reason(wish, Purpose::Knowledge);
        }
    }

    /// True if the second worker is finding out about the puzzle that is played.
    pub fn is_assessing(&self) -> bool {
        self.counting.as_ref().is_some_and(|work| work.job.is::<jobs::Assess>())
    }

    /// The next puzzle that the third worker is making.
    pub fn ahead(&self) -> Option<&jobs::MakeAhead> {
        self.estimating.as_ref()?.job.get()
    }

    /// The work of a worker.
    fn of_worker(&mut self, worker: WorkerKind) -> &mut Option<RunningQuestion> {
        match worker {
            WorkerKind::Answering => &mut self.answering,
            WorkerKind::Counting => &mut self.counting,
            WorkerKind::Estimating => &mut self.estimating,
        }
    }

    /// The slot of the work on a question, if the question is current.
    pub(crate) fn current(&mut self, asked: QuestionId) -> Option<&mut Option<RunningQuestion>> {
        let slots = [&mut self.answering, &mut self.counting, &mut self.estimating];
        let is_it = |slot: &Option<RunningQuestion>| {
            slot.as_ref().is_some_and(|it| it.question == asked.number)
        };
        slots.into_iter().find(|slot| is_it(slot))
    }
}

impl App {
    /// An application on this session. No question is asked yet, and no puzzle is played.
    pub fn new(session: Session, settings: Settings) -> Self {
        Self {
            session,
            game: None,
            left_games: Vec::new(),
            earlier_games: Vec::new(),
            is_earlier_told: false,
            lesson: None,
            hint: None,
            solving_path: None,
            starts_with_game: false,
            is_first_run: false,
            shading: Shading::Off,
            diagram: DiagramView::Silhouette,
            graph: RequestedGraph::default(),
            shown: Shown::default(),
            is_focused: true,
            settings,
            notice: None,
            is_refusal: false,
            boards: Vec::new(),
            made: None,
            locked: None,
            files: Files::default(),
            journaled_state: JournaledState::default(),
            is_deciding_several: false,
            quits_when_saved: false,
            faults: Vec::new(),
            jobs: Jobs::default(),
            wants: Wants::default(),
            effects: Vec::new(),
            replies: Vec::new(),
            lead: None,
        }
    }

    /// The puzzle on the board, whether it is solved or not.
    pub(crate) fn game_on_board(&self) -> Option<&Game> {
        self.game.as_ref().filter(|game| game.is_on(self.session.history().board_number()))
    }

    /// The puzzle on the board, whether it is solved or not.
    pub(crate) fn game_on_board_mut(&mut self) -> Option<&mut Game> {
        self.game.as_mut().filter(|game| game.is_on(self.session.history().board_number()))
    }

    /// Shows a message about the last action.
    pub fn say(&mut self, notice: impl Into<Notice>) {
        self.notice = Some(notice.into());
        self.is_refusal = false;
    }

    /// Shows why the last action was not done.
    pub fn refuse(&mut self, reason: impl Into<Notice>) {
        self.notice = Some(reason.into());
        self.is_refusal = true;
    }

    /// Clears the state of the previous action: its notice, and the use of a reason that is still being searched for.
    pub fn begin_action(&mut self) {
        (self.notice, self.is_refusal) = (None, false);
        self.jobs.drop_wanted_reason();
    }

    /// Handles a new position: cancels the wishes for the old one, notes a solved puzzle, and then asks the workers. The
    /// questions depend on whether the puzzle is solved.
    pub fn follow_change(&mut self) {
        self.jobs.waiting = None;
        self.hint = None;
        self.return_to_game(self.session.history().board_number());
        playing::note_solved(self);
        self.ask_position();
    }

    /// Takes the effects to perform, with the new journal entries before all others.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        let entries =
            if self.is_deciding_several { Vec::new() } else { self.session.take_entries() };
        let journal = (!entries.is_empty()).then_some(Effect::Journal(entries));
        journal.into_iter().chain(self.effects.drain(..)).collect()
    }

    /// Makes the front end show the board instead of its mode.
    pub(crate) fn show_board(&mut self) {
        self.shown = Shown::default();
    }

    /// Gives the front end an answer to show.
    pub(crate) fn reply(&mut self, reply: Reply) {
        self.replies.push(reply);
    }

    /// Shows why an operation was not done, if it was not.
    pub fn settle(&mut self, done: Result<(), Notice>) {
        if let Err(reason) = done {
            self.refuse(reason);
        }
    }

    /// Requests an effect, which the front end performs after the effects requested before.
    pub fn emit(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Asks about the current position. The question replaces the present question of the job's worker.
    pub fn ask(&mut self, job: impl Into<AnyJob>) {
        self.ask_about(self.session.problem().clone(), job);
    }

    /// Drops the question that the first worker is answering, and says so if it was an export.
    pub(crate) fn drop_question(&mut self) {
        if let Some(export) = self.jobs.answering::<jobs::Export>() {
            self.say(Notice::ExportGivenUp { path: export.path.clone() });
        }
        self.jobs.answering = None;
    }

    /// Asks about a problem. The question replaces the present question of the job's worker.
    pub(crate) fn ask_about(&mut self, problem: Problem, job: impl Into<AnyJob>) {
        self.jobs.unanswered.clear();
        self.put(problem, job);
    }

    /// Asks a question about the current position that nobody has requested. Unlike [`App::ask`], this does not permit to ask
    /// unanswered questions again.
    fn ask_unbidden(&mut self, job: impl Into<AnyJob>) {
        self.put(self.session.problem().clone(), job);
    }

    /// Puts a question to the job's worker.
    fn put(&mut self, problem: Problem, job: impl Into<AnyJob>) {
        self.jobs.latest = self.jobs.latest.next();
        let id = QuestionId { number: self.jobs.latest, stamp: self.session.stamp() };
        let question = WorkerQuestion { id, problem, job: job.into() };
        if question.job.worker() == WorkerKind::Answering {
            self.drop_question();
        }
        *self.jobs.of_worker(question.job.worker()) = Some(RunningQuestion::new(&question));
        self.emit(Effect::Ask(question));
    }
}
