//! The front end in lines: it runs operations on named cells, and waits for their results.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::event::{LineAnswer, LineEvent, ProgressListener};
use super::input::{self, Incoming, Printer};
use super::told;
use app::effect::{Effect, Exit};
use app::notice::{Notice, PositionNotice};
use app::operations::table::WITHOUT_SCREEN;
use app::operations::{Operation, reasons};
use app::questions::Wants;
use app::services::Services;
use app::{
    Action, App, AppEvent, BoardExit, BoardSetup, DiagramView, Forfeit, Reply, Setting, Settings,
    Shading, StagedHint, WordNames, clock_text, jobs, playing, report, words,
};
use geometry::Cell;
use session::steps::Step;
use session::{Hint, Journal, ListInWords, PLAIN_NAMES, Session, Stamp};
use system::SIGINT;

/// A command of a line.
type Command = app::operations::Command<&'static Operation<App>>;

/// The name of the file with the typed lines, in the directory of journals.
const HISTORY_FILE: &str = "session.history";

/// Maximum number of lines that are read before the first of them is answered. A program that writes lines faster than
/// they are answered has to wait.
const READ_AHEAD: usize = 1000;

/// Maximum time to wait for facts about the position before a line is run.
const RUN_PATIENCE: Duration = Duration::from_millis(600);

/// Maximum time to wait for the results of a line. After that, it is answered with the known facts.
const ANSWER_PATIENCE: Duration = Duration::from_millis(400);

/// The application in lines.
pub(super) struct LineBoard {
    app: App,
    services: Services,
    incoming: Receiver<Incoming>,
    sender: Sender<Incoming>,
    /// Permits to read a further line.
    permits: Option<Sender<()>>,
    /// True if lines are read before the lines before them are answered, as from a file.
    reads_ahead: bool,
    /// The lines that are not run yet, and the end of the input.
    lines: VecDeque<LineEvent>,
    begun: Instant,
    /// The information that the present line needs.
    wants: Wants,
    /// The replies of the application since the present line began.
    replies: Vec<Reply>,
    /// The position whose number of solutions was not known when its line was answered.
    uncounted: Option<Stamp>,
    exit: Option<Exit>,
}

impl LineBoard {
    /// Opens a board. The workers share the memory, in bytes, and have the time for each question. Counts are not verified
    /// unless a line sets `verify`.
    ///
    /// # Errors
    /// When signals cannot be handled, or the system creates no thread.
    pub(super) fn open(
        setup: BoardSetup,
        settings: Settings,
        limits: (usize, Option<Duration>),
    ) -> io::Result<Self> {
        let (sender, incoming) = mpsc::channel();
        // A fuzzer has its own handlers of signals.
        if !cfg!(fuzzing) {
            input::listen_to_signals(sender.clone())?;
        }
        let events = sender.clone();
        let events = Arc::new(move |event| events.send(Incoming::Event(Box::new(event))).is_ok());
        let (mut app, services) = setup.open(settings, None, limits, &(events as _))?;
        app.settings.set(Setting::Verify, false);
        app.ask_position();
        playing::ask_score(&mut app);
        let mut board = Self {
            app,
            services,
            incoming,
            sender,
            permits: None,
            reads_ahead: false,
            lines: VecDeque::new(),
            begun: Instant::now(),
            wants: Wants::default(),
            replies: Vec::new(),
            uncounted: None,
            exit: None,
        };
        let stamp = board.app.session.stamp();
        board.follow(stamp);
        Ok(board)
    }

    /// Reads lines until the end of the input, in a separate thread.
    ///
    /// # Errors
    /// When the system creates no thread.
    pub(super) fn listen(&mut self, input: impl BufRead + Send + 'static) -> io::Result<()> {
        let permitted = self.new_permits();
        self.reads_ahead = true;
        (0..READ_AHEAD).for_each(|_| self.permit_line());
        input::listen(input, permitted, self.sender.clone())
    }

    /// Reads lines that a person edits, one after each call of [`LineBoard::permit_line`]. The lines are kept for later
    /// sessions if the journal can be written. Returns what prints meanwhile.
    ///
    /// # Errors
    /// When the terminal cannot edit lines, or the system creates no thread.
    pub(super) fn listen_to_typing(&mut self) -> io::Result<Printer> {
        let permitted = self.new_permits();
        let directory = Journal::directory().filter(|_| self.services.has_journal());
        let history = directory.map(|directory| directory.join(HISTORY_FILE));
        input::listen_to_typing(permitted, self.sender.clone(), history)
    }

    fn new_permits(&mut self) -> Receiver<()> {
        let (permits, permitted) = mpsc::channel();
        self.permits = Some(permits);
        permitted
    }

    /// Permits to read a further line, or to type it.
    pub(super) fn permit_line(&self) {
        // The result is ignored, because the input may have ended.
        let _ = self.permits.as_ref().map(|permits| permits.send(()));
    }

    /// Waits for the next event.
    ///
    /// # Errors
    /// When nothing can arrive any more.
    pub(super) fn next_event(&mut self) -> io::Result<LineEvent> {
        loop {
            if self.exit.is_some() {
                return Ok(LineEvent::End);
            }
            let is_counted = self.app.session.knowledge().solutions().is_some();
            if let Some(stamp) = self.uncounted.take_if(|_| is_counted)
                && stamp == self.app.session.stamp()
            {
                return Ok(LineEvent::Counted);
            }
            if let Some(notice) = self.app.notice.take() {
                return Ok(LineEvent::Notice(notice.in_words(&WordNames)));
            }
            match self.lines.pop_front() {
                Some(LineEvent::End) => {
                    self.exit = Some(Exit::Quit);
                    return Ok(LineEvent::End);
                }
                Some(line) => {
                    if self.reads_ahead {
                        self.permit_line();
                    }
                    return Ok(line);
                }
                None => {
                    let incoming = self.incoming.recv().map_err(io::Error::other)?;
                    self.take(incoming);
                }
            }
        }
    }

    /// Runs a line. The inner error is a sentence for the user.
    ///
    /// # Errors
    /// When nothing can arrive any more.
    pub(super) fn run(
        &mut self,
        line: &str,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<Result<LineAnswer, String>> {
        let line = match line.trim() {
            ":" | "?" => "help",
            line if line.starts_with('#') => "",
            line => line.trim_start_matches(':').trim_start(),
        };
        let (word, text) = line.split_once(' ').unwrap_or((line, ""));
        // Read only now, so that the answers to other lines do not depend on earlier sessions.
        if line.starts_with("play continue")
            && let Some(games) = self.services.earlier_games()
        {
            self.handle(games);
        }
        // If no cell is named, the corner is used.
        let command = match WITHOUT_SCREEN.parse(line, Cell::new(0, 0)) {
            _ if is_for_screens(word) => {
                let opens = if word == Action::LESSON.name { " lesson" } else { "" };
                return Ok(Err(format!(
                    "'{word}' is for the board on a screen ('configurator{opens}' opens it)"
                )));
            }
            Ok(command) if command.row.facts.names_cells && text.trim().is_empty() => {
                return Ok(Err(Notice::Position(PositionNotice::NoCells).in_words(&WordNames)));
            }
            Ok(command) => command,
            Err(error) => return Ok(Err(error.in_words(&WordNames))),
        };
        if self.app.is_timed() {
            self.handle(AppEvent::Clock(self.begun.elapsed()));
        }
        (self.app.notice, self.app.is_refusal) = (None, false);
        let (stamp, rules) = (self.app.session.stamp(), Arc::clone(self.app.session.rules()));
        let run_by = Instant::now() + RUN_PATIENCE;
        // The effect of a line depends on the known facts.
        self.wait(Some(run_by), progress, Self::is_position_told)?;
        let done = done_in_words(&command);
        self.replies.clear();
        let answer = self.answer(command, !text.is_empty(), run_by, progress)?;
        self.wants = Wants::default();
        (self.app.shading, self.app.diagram) = (Shading::Off, DiagramView::Silhouette);
        let is_new = self.app.session.stamp() != stamp;
        let run_by = if is_new { run_by.max(Instant::now()) } else { run_by };
        self.wait(Some(run_by + ANSWER_PATIENCE), progress, Self::is_position_told)?;
        let session = &self.app.session;
        let is_open = self.app.has_full_assist() && session.knowledge().solutions().is_none();
        self.uncounted = is_open.then(|| session.stamp());
        if let Some(refusal) = self.app.notice.take_if(|_| self.app.is_refusal) {
            return Ok(Err(refusal.in_words(&WordNames)));
        }
        // When a command changed the rules, the answer names the new rules, not the command.
        let is_same = Arc::ptr_eq(&rules, session.rules());
        let rules = session.rules();
        let done = done.filter(|_| is_same);
        let done = done.unwrap_or_else(|| rules.sized_name());
        let done = is_new.then_some(done);
        Ok(Ok(answer.unwrap_or(LineAnswer::Change { done })))
    }

    /// Runs an operation and waits for the answers to its questions. `None` means that the notice and the position are the
    /// answer.
    fn answer(
        &mut self,
        command: Command,
        has_argument: bool,
        run_by: Instant,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<Option<LineAnswer>> {
        let deadline = run_by + ANSWER_PATIENCE;
        if self.app.is_paused() && command.row.facts.shows_position {
            self.app.refuse(Notice::Paused);
            return Ok(None);
        }
        let (id, cell) = (command.row.facts.id, command.cells.first().copied());
        match (id, cell) {
            (Action::DECIDE_PLACED | Action::DECIDE_EXCLUDED, _) => {
                self.decide(&command, run_by, progress)?;
                return Ok(None);
            }
            (Action::JUMP | Action::NEXT_REASON | Action::ANYWAY | Action::SUPPOSE, Some(cell)) => {
                self.wants.cell = Some(cell);
                return self.tell_cell(command, cell, has_argument, deadline, progress);
            }
            _ => {}
        }
        if [Action::COUNT, Action::CELLS].contains(&id) {
            self.ask_again(|app| app.session.knowledge().interrupted.is_some());
        }
        let (has_keyword, state) = (command.argument() == Some(&true), command.argument().copied());
        self.run_command(command, progress)?;
        Ok(match id {
            Action::COUNT => {
                let deadline = if has_keyword { None } else { Some(deadline) };
                self.wait(deadline, progress, Self::is_position_told)?;
                self.drop_message();
                Some(LineAnswer::Count)
            }
            Action::CELLS => {
                self.wait(Some(deadline), progress, Self::is_position_told)?;
                self.drop_message();
                state.map(LineAnswer::Cells)
            }
            Action::BOARD => Some(LineAnswer::Board),
            Action::INFORMATIVE => {
                self.drop_message();
                self.app.lead.take().map(LineAnswer::Best)
            }
            Action::HINT if !has_keyword => {
                let hint = self.app.hint.as_ref();
                hint.map(|shown| LineAnswer::Hint(Box::new(shown.hint.clone()), shown.stage))
            }
            Action::STEPS => {
                self.app.solving_path.take().map(|path| LineAnswer::Steps(Box::new(path)))
            }
            Action::DIAGRAM if self.app.has_full_assist() => {
                let is_sized = |board: &Self| {
                    board.app.session.knowledge().diagram.is_some()
                        || board.app.jobs.answering.is_none()
                };
                self.wait(Some(deadline), progress, is_sized)?;
                // The question about the position after the counts may have been replaced by another one.
                self.ask_again(|app| app.session.knowledge().row_nodes.is_none());
                self.wait(Some(deadline), progress, is_sized)?;
                Some(LineAnswer::Diagram)
            }
            Action::QUIT => Some(LineAnswer::Quit),
            Action::ORDER_OF_CELLS | Action::RULE => {
                self.wants.graph = true;
                self.follow(self.app.session.stamp());
                self.wait(None, progress, |board| {
                    board.app.jobs.answering.is_none() || board.app.is_graph_known()
                })?;
                Some(LineAnswer::Text(told::of_graph(&mut self.app)))
            }
            _ => {
                // The number of solutions below the branches arrives after the searches themselves.
                let is_search = id == Action::SEARCH;
                self.wants.filters = self.app.shading == Shading::Consistency;
                self.follow(self.app.session.stamp());
                self.wait(None, progress, |board| {
                    let knowledge = board.app.session.knowledge();
                    let awaits_filters = board.wants.filters && knowledge.consistency.is_none();
                    board.app.jobs.answering.is_none() || !is_search && !awaits_filters
                })?;
                told::of_replies(&self.app, mem::take(&mut self.replies))
            }
        })
    }

    /// Describes a cell, or makes the requested decision there.
    fn tell_cell(
        &mut self,
        command: Command,
        cell: Cell,
        is_named: bool,
        deadline: Instant,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<Option<LineAnswer>> {
        let grid = self.app.session.rules().grid();
        if let Err(error) = grid.check(cell) {
            self.app.refuse(error);
            return Ok(None);
        }
        self.follow(self.app.session.stamp());
        match command.row.facts.id {
            Action::ANYWAY => self.anyway(command, cell, progress).map(|()| None),
            Action::SUPPOSE => self.suppose(command, progress),
            id => {
                self.wait(Some(deadline), progress, Self::is_reason_told)?;
                let is_hopeless = id == Action::NEXT_REASON
                    && !is_named
                    && self.app.has_full_assist()
                    && self.app.session.knowledge().is_satisfiable() == Some(false);
                Ok(Some(if is_hopeless { LineAnswer::NoSolution } else { LineAnswer::Cell(cell) }))
            }
        }
    }

    /// Decides cells one after the other. Before each cell, waits until `deadline` for the consequences of the previous
    /// decisions. If one decision is refused, none is made.
    fn decide(
        &mut self,
        command: &Command,
        deadline: Instant,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<()> {
        let cells = &command.cells;
        let before = (cells.len() > 1).then(|| self.app.session.clone());
        self.app.is_deciding_several = before.is_some();
        for &cell in cells {
            self.wait(Some(deadline), progress, Self::is_position_told)?;
            self.wants.cell = Some(cell);
            self.follow(self.app.session.stamp());
            self.wait(Some(deadline), progress, Self::is_reason_told)?;
            if let Some(command) = WITHOUT_SCREEN.chosen(command.row.facts.id, cell) {
                self.run_command(command, progress)?;
            }
            if self.app.is_refusal {
                break;
            }
        }
        self.app.is_deciding_several = false;
        let stamp = self.app.session.stamp();
        let is_changed = |before: &Session| before.stamp() != stamp;
        if let Some(before) = before.filter(|before| self.app.is_refusal && is_changed(before)) {
            self.app.session.go_back_to(before);
            self.app.ask_position();
        } else {
            playing::note_solved(&mut self.app);
        }
        self.perform();
        Ok(())
    }

    /// Makes the decision that a cell refuses. Of several smallest sets of decisions to take back, takes the first one,
    /// which leaves the most solutions.
    fn anyway(
        &mut self,
        command: Command,
        cell: Cell,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<()> {
        self.wait(None, progress, Self::is_reason_told)?;
        // On a board without solutions, the nearest size with a solution is searched last.
        self.wait(None, progress, |board| {
            let is_hopeless = board.app.session.knowledge().is_satisfiable() == Some(false);
            let job = board.app.jobs.answering.as_ref().map(|work| &work.job);
            !is_hopeless || job.is_none_or(|job| *job != jobs::ExaminePosition)
        })?;
        self.run_command(command, progress)?;
        if !self.replies.iter().any(|reply| matches!(reply, Reply::Ways(_))) {
            return Ok(());
        }
        self.app.session.sort_restorations(cell);
        let found = self.app.session.restoration(cell).map(|found| (found.sets.len(), found.more));
        let stamp = self.app.session.stamp();
        reasons::apply_restoration(&mut self.app, cell, 0);
        self.follow(stamp);
        if let Some(Notice::Position(PositionNotice::TookBack { cells, .. })) =
            self.app.notice.take()
            && let Some((sets, has_more)) = found
        {
            self.app.say(PositionNotice::TookBackBest { cells, sets, has_more });
        }
        Ok(())
    }

    /// Supposes a piece on a cell, and prints the steps that refute it.
    fn suppose(
        &mut self,
        command: Command,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<Option<LineAnswer>> {
        self.wait(None, progress, Self::is_reason_told)?;
        self.run_command(command, progress)?;
        Ok(self.app.hint.as_ref().map(|StagedHint { hint, stage, .. }| match hint {
            Hint::Step(Step { refuted: Some(refuted), .. }) => {
                let rules = self.app.session.rules();
                let told = refuted.frames().map(|frame| frame.in_words(rules, PLAIN_NAMES));
                LineAnswer::Text(told.collect())
            }
            Hint::Step(_) | Hint::Wrong(_) => LineAnswer::Hint(Box::new(hint.clone()), *stage),
        }))
    }

    /// Drops the board's message, which says no more than the answer, unless it refuses the line.
    fn drop_message(&mut self) {
        self.app.notice.take_if(|_| !self.app.is_refusal);
    }

    /// Asks about the position again if nothing is asked and `is_open`.
    fn ask_again(&mut self, is_open: impl Fn(&App) -> bool) {
        let is_idle = self.app.jobs.answering.is_none() && self.app.jobs.counting.is_none();
        if is_idle && is_open(&self.app) {
            self.app.ask_position();
            self.perform();
        }
    }

    /// Runs a command, and waits until the board no longer waits for an answer.
    fn run_command(
        &mut self,
        command: Command,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<()> {
        let (app, row) = (&mut self.app, command.row);
        app.begin_action();
        let stamp = app.session.stamp();
        let refusal = command.refusal(app);
        let done = refusal.map_or_else(|| row.run.call(app, command.argument), Err);
        app.settle(done);
        self.follow(stamp);
        self.wait(None, progress, |board| {
            let job = board.app.jobs.answering.as_ref().map(|work| &work.job);
            job.is_none_or(|job| *job == jobs::ExaminePosition || !job.is_awaited())
        })
    }

    /// Waits until `is_told`, until the deadline, or until the session ends.
    fn wait(
        &mut self,
        deadline: Option<Instant>,
        progress: &mut ProgressListener<'_>,
        is_told: impl Fn(&Self) -> bool,
    ) -> io::Result<()> {
        while !is_told(self) && self.exit.is_none() {
            match self.receive(deadline) {
                Ok(incoming) => self.take(incoming),
                Err(RecvTimeoutError::Timeout) => return Ok(()),
                Err(error) => return Err(io::Error::other(error)),
            }
            let running = [&self.app.jobs.answering, &self.app.jobs.counting];
            let running =
                running.into_iter().flatten().find(|work| !work.job.activity().is_empty());
            if let Some(work) = running
                && let Some((reached, elapsed)) = work.progress
            {
                progress(work.job.activity(), reached, elapsed);
            }
        }
        Ok(())
    }

    /// Waits for the next message, until the deadline if there is one.
    fn receive(&self, deadline: Option<Instant>) -> Result<Incoming, RecvTimeoutError> {
        match deadline {
            None => self.incoming.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => {
                self.incoming.recv_timeout(deadline.saturating_duration_since(Instant::now()))
            }
        }
    }

    fn take(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Line(line) => self.lines.push_back(line),
            Incoming::Event(event) => self.handle(*event),
            // Ctrl-C cancels all questions.
            Incoming::Signal(SIGINT) => {
                self.app.emit(Effect::Cancel);
                self.perform();
            }
            Incoming::Signal(number) => self.exit = Some(Exit::Signal(number)),
        }
    }

    fn handle(&mut self, event: AppEvent) {
        let stamp = self.app.session.stamp();
        report::handle(&mut self.app, event);
        self.follow(stamp);
    }

    /// Handles the consequences of a change since the position `before`.
    fn follow(&mut self, before: Stamp) {
        self.replies.append(&mut self.app.replies);
        if self.app.session.stamp() != before {
            self.app.follow_change();
        }
        self.app.ask_wanted(self.wants.clone());
        self.app.note_changes(Cell::new(0, 0));
        self.perform();
    }

    /// Performs the effects, and the messages that they cause.
    fn perform(&mut self) {
        for effect in self.app.take_effects() {
            if let Effect::Exit(exit) = &effect {
                self.exit.get_or_insert(exit.clone());
            }
            // Settings of a script are for this script.
            if !matches!(effect, Effect::KeepSetting(_))
                && let Some(event) = self.services.perform(effect)
            {
                self.handle(event);
            }
        }
    }

    /// True if the number of solutions is known as well as it soon will be: counted, or else estimated.
    fn is_position_told(&self) -> bool {
        let (session, jobs) = (&self.app.session, &self.app.jobs);
        if !self.app.has_full_assist() || session.knowledge().solutions().is_some() {
            return true;
        }
        let is_surveyed =
            jobs.answering.as_ref().is_none_or(|work| work.job != jobs::ExaminePosition);
        let is_estimated = session.knowledge().estimate().is_some() || jobs.estimating.is_none();
        is_surveyed && jobs.counting.is_none() && is_estimated
    }

    /// True if there is no reason to wait for: the reason why the wanted cell is impossible, or why there is no
    /// solution, is known or will not be found.
    fn is_reason_told(&self) -> bool {
        if self.app.jobs.answering.is_none() || !self.app.has_full_assist() {
            return true;
        }
        let session = &self.app.session;
        let is_known = |wish| session.knowledge().reason(wish).is_some();
        // Why there is no solution is found first.
        let is_settled = session.knowledge().is_satisfiable() != Some(false) || is_known(None);
        let wish = self.app.wants.cell.and_then(|cell| session.wish(cell));
        session.knows_all_cells() && is_settled && wish.is_none_or(is_known)
    }

    /// The session.
    pub(super) fn session(&self) -> &Session {
        &self.app.session
    }

    /// The cells of the pieces with which the program completes the board.
    pub(super) fn completed(&self) -> Vec<Cell> {
        self.app.completed().iter().collect()
    }

    /// The numbers of pieces placed by the user and by the program on a completed board; `None` on other boards.
    pub(super) fn completed_in_words(&self) -> Option<String> {
        self.app.completed_in_words()
    }

    /// Takes the board's message about the last line.
    pub(super) fn take_notice(&mut self) -> Option<String> {
        Some(match self.app.notice.take()? {
            // Nothing is copied without a terminal.
            Notice::Copied { text } => text,
            notice => notice.in_words(&WordNames),
        })
    }

    /// True if the number of solutions will come later.
    pub(super) fn is_counting(&self) -> bool {
        self.uncounted.is_some() && !self.is_position_told()
    }

    /// The time in which the user solved the present puzzle, if the position solves it.
    pub(super) fn solved_in(&self) -> Option<String> {
        let game = self.app.game.as_ref().filter(|_| self.app.has_solved());
        let game = game.filter(|game| game.forfeit == Forfeit::None);
        game.and_then(|game| game.solved).map(|solved| clock_text(solved.time))
    }

    /// Ends the session. Its journal is closed unless a signal ended it.
    pub(super) fn leave(mut self) -> BoardExit {
        let exit = self.exit.take().unwrap_or(Exit::Quit);
        let is_kept = self.services.close_journal(&exit);
        BoardExit { exit, is_kept, faults: mem::take(&mut self.app.faults) }
    }
}

/// True for words of a screen.
fn is_for_screens(word: &str) -> bool {
    words::named(word).is_some() && WITHOUT_SCREEN.of_word(word).is_none()
}

/// The change of the decisions by an operation, such as `a1 placed`; `None` for changes of the rules.
fn done_in_words(command: &Command) -> Option<String> {
    match (command.row.facts.done, &command.cells[..]) {
        ("", _) => None,
        (done, []) => Some(done.to_owned()),
        (done, cells) => Some(format!("{} {done}", ListInWords(cells))),
    }
}
