//! The board without a screen, driven by lines of words: the same commands, effects, workers and journal.

mod answer;
mod input;
mod told;
mod waits;
mod words;

pub use answer::{LineAnswer, LineEvent, ProgressListener};
pub use input::MAX_LINE_BYTES;

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::app::jobs;
use crate::app::notice::{Notice, PositionNotice};
use crate::input::Action;
use crate::input::command::COMMANDS;
use crate::input::settings::Setting;
use crate::model::options::Options;
use crate::model::{DiagramView, Model, Overlay, Shading, StagedHint, clock_text};
use crate::modes::Mode;
use crate::operations::Command;
use crate::operations::parameters::Topic as HelpTopic;
use crate::runtime::effects::{EffectHandler, perform};
use crate::runtime::services::Services;
use crate::runtime::signals;
use crate::runtime::{BoardExit, BoardSetup};
use crate::update::message::{Effect, Exit, Message};
use crate::update::{self, table};
use geometry::{Cell, CellSet};
use input::Incoming;
use session::{PLAIN_NAMES, Session, Stamp};
use system::SIGINT;
use waits::{is_position_told, is_reason_told};
use words::done_in_words;

/// Maximum number of lines that are read before the first of them is answered. A program that writes lines faster than
/// they are answered has to wait.
const READ_AHEAD: usize = 1000;

/// Maximum time to wait for what is known about the position before a line is run.
const RUN_PATIENCE: Duration = Duration::from_millis(600);

/// Maximum time to wait for what follows from a line before it is answered with what is known.
const ANSWER_PATIENCE: Duration = Duration::from_millis(400);

/// A board that reads lines and draws nothing.
pub struct LineBoard {
    model: Model,
    services: Services,
    incoming: Receiver<Incoming>,
    sender: Sender<Incoming>,
    /// Permits to read a further line.
    permits: Option<Sender<()>>,
    /// The lines that are not run yet, and the end of the input.
    lines: VecDeque<LineEvent>,
    begun: Instant,
    /// The position whose number of solutions was not known when its line was answered.
    uncounted: Option<Stamp>,
    exit: Option<Exit>,
}

/// Performs effects with the services alone: nothing is drawn, and nothing is copied.
impl EffectHandler for Services {
    fn act(&mut self, effect: Effect) -> io::Result<Option<Message>> {
        Ok(self.perform(effect))
    }
}

impl LineBoard {
    /// Opens a board. Counts are not verified unless a line sets `verify`.
    ///
    /// # Errors
    /// When signals cannot be handled, or the system creates no thread.
    pub fn open(setup: BoardSetup, options: &Options) -> io::Result<Self> {
        let (messages, received) = mpsc::channel();
        let (sender, incoming) = mpsc::channel();
        // A fuzzer has its own handlers of signals.
        if !cfg!(fuzzing) {
            signals::listen_in_lines(messages.clone())?;
        }
        input::forward(received, sender.clone())?;
        let (mut model, services) = setup.open(options, &messages)?;
        model.app.settings.set(Setting::Verify, false);
        let lines = VecDeque::new();
        let mut board = Self {
            model,
            services,
            incoming,
            sender,
            permits: None,
            lines,
            begun: Instant::now(),
            uncounted: None,
            exit: None,
        };
        let effects = update::start(&mut board.model);
        board.perform(effects)?;
        Ok(board)
    }

    /// Reads lines until the end of the input, in a thread of its own.
    ///
    /// # Errors
    /// When the system creates no thread.
    pub fn listen(&mut self, input: impl BufRead + Send + 'static) -> io::Result<()> {
        let (permits, permitted) = mpsc::channel();
        self.permits = Some(permits);
        (0..READ_AHEAD).for_each(|_| self.permit_line());
        input::listen(input, permitted, self.sender.clone())
    }

    fn permit_line(&self) {
        // The result is ignored, because the input may have ended.
        let _ = self.permits.as_ref().map(|permits| permits.send(()));
    }

    /// Waits for the next event.
    ///
    /// # Errors
    /// When an effect cannot be performed.
    pub fn next_event(&mut self) -> io::Result<LineEvent> {
        loop {
            if self.exit.is_some() {
                return Ok(LineEvent::End);
            }
            let is_counted = self.model.app.session.solutions().is_some();
            if let Some(stamp) = self.uncounted.take_if(|_| is_counted)
                && stamp == self.model.app.session.stamp()
            {
                return Ok(LineEvent::Counted);
            }
            if let Some(notice) = self.model.app.notice.take() {
                return Ok(LineEvent::Notice(notice.in_words(&self.model)));
            }
            match self.lines.pop_front() {
                Some(LineEvent::End) => {
                    self.exit = Some(Exit::Quit);
                    return Ok(LineEvent::End);
                }
                Some(line) => {
                    self.permit_line();
                    return Ok(line);
                }
                None => {
                    let incoming = self.incoming.recv().map_err(io::Error::other)?;
                    self.take(incoming)?;
                }
            }
        }
    }

    /// Runs a line. The inner error is a sentence for the user.
    ///
    /// # Errors
    /// When an effect cannot be performed.
    pub fn run(
        &mut self,
        line: &str,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<Result<LineAnswer, String>> {
        let line = match line.trim() {
            ":" | "?" => "help",
            line if line.starts_with('#') => "",
            line => line.trim_start_matches(':'),
        };
        let (word, text) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(operation) = table::of_word(word) {
            if operation.is_for_screens {
                let opens = match operation.id {
                    Action::LESSON => "configurator lesson",
                    _ => "configurator",
                };
                let word = operation.word;
                return Ok(Err(format!(
                    "'{word}' is for the board on a screen ('{opens}' opens it)"
                )));
            }
            if operation.names_cells && text.trim().is_empty() {
                let notice = Notice::Position(PositionNotice::NoCells);
                return Ok(Err(notice.in_words(&self.model)));
            }
        }
        let command = match table::parse(line, self.model.view.cursor) {
            Ok(command) => command,
            Err(error) => return Ok(Err(error.in_words(&self.model))),
        };
        if matches!(command.argument::<Option<(i64, Vec<Cell>)>>(), Some(None)) {
            return Ok(Err("'weight' needs a number, as in 'weight c4 7'".to_owned()));
        }
        if self.model.is_timed() {
            self.handle(Message::Clock(self.begun.elapsed()))?;
        }
        self.model.app.notice = None;
        self.model.app.is_refusal = false;
        let (stamp, rules) =
            (self.model.app.session.stamp(), Arc::clone(self.model.app.session.rules()));
        let run_by = Instant::now() + RUN_PATIENCE;
        // What a line does depends on what is known.
        self.wait(Some(run_by), progress, is_position_told)?;
        let done = done_in_words(&command);
        let answer = self.answer(command, !text.is_empty(), run_by, progress)?;
        self.leave_modes()?;
        let is_new = self.model.app.session.stamp() != stamp;
        let run_by = if is_new { run_by.max(Instant::now()) } else { run_by };
        self.wait(Some(run_by + ANSWER_PATIENCE), progress, is_position_told)?;
        let session = &self.model.app.session;
        let is_open = self.model.has_full_assist() && session.solutions().is_none();
        self.uncounted = is_open.then(|| session.stamp());
        let refusal = self.model.app.notice.take_if(|_| self.model.app.is_refusal);
        if let Some(refusal) = refusal {
            return Ok(Err(refusal.in_words(&self.model)));
        }
        // When a command changed the rules, the answer names the new rules, not the command.
        let is_same = Arc::ptr_eq(&rules, session.rules());
        let rules = session.rules();
        let done = done.filter(|_| is_same);
        let done = done.unwrap_or_else(|| format!("{} {}", rules.size(), rules.name()));
        let done = is_new.then_some(done);
        Ok(Ok(answer.unwrap_or(LineAnswer::Change { done })))
    }

    /// Runs an operation and waits for what it asks. `None` means that the notice and the position are the answer.
    fn answer(
        &mut self,
        command: Command,
        has_argument: bool,
        run_by: Instant,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<Option<LineAnswer>> {
        let deadline = run_by + ANSWER_PATIENCE;
        if self.model.is_paused() && command.operation.shows_position {
            self.model.refuse(Notice::Paused);
            return Ok(None);
        }
        let cell = command.cells.first().copied();
        Ok(match (command.id(), cell) {
            (Action::DECIDE_PLACED | Action::DECIDE_EXCLUDED, _) => {
                self.decide(&command, run_by, progress)?;
                None
            }
            (Action::JUMP | Action::NEXT_REASON | Action::ANYWAY | Action::SUPPOSE, Some(cell)) => {
                if has_argument || command.id() == Action::JUMP {
                    self.jump(cell, progress)?;
                }
                self.tell_cell(command, cell, has_argument, deadline, progress)?
            }
            (Action::COUNT, _) => {
                let is_exact = command.argument() == Some(&true);
                self.ask_again(|model| model.app.session.knowledge().interrupted.is_some())?;
                self.run_command(command, progress)?;
                let deadline = if is_exact { None } else { Some(deadline) };
                self.wait(deadline, progress, is_position_told)?;
                self.drop_message();
                Some(LineAnswer::Count)
            }
            (Action::CELLS, _) => {
                self.ask_again(|model| model.app.session.knowledge().interrupted.is_some())?;
                self.wait(Some(deadline), progress, is_position_told)?;
                command.argument().map(|&state| LineAnswer::Cells(state))
            }
            (Action::BOARD, _) => Some(LineAnswer::Board),
            (Action::NEXT_SOLUTION, _) => self.list(&command, progress)?,
            (Action::RANDOM_SOLUTION, _) => {
                self.run_command(command, progress)?;
                self.browsed().map(|solution| LineAnswer::Solutions(vec![solution]))
            }
            (Action::INFORMATIVE, _) => {
                self.run_command(command, progress)?;
                self.drop_message();
                Some(LineAnswer::Best(self.model.view.cursor))
            }
            (Action::HINT, _) if command.argument() == Some(&false) => {
                self.run_command(command, progress)?;
                let hint = self.model.app.hint.as_ref();
                hint.map(|shown| LineAnswer::Hint(Box::new(shown.hint.clone()), shown.stage))
            }
            (Action::STEPS, _) => {
                self.run_command(command, progress)?;
                self.model.app.solving_path.take().map(|path| LineAnswer::Steps(Box::new(path)))
            }
            (Action::DIAGRAM, _) if self.model.has_full_assist() => {
                let is_sized = |model: &Model| {
                    model.app.session.knowledge().diagram.is_some()
                        || model.app.jobs.answering.is_none()
                };
                self.wait(Some(deadline), progress, is_sized)?;
                // Another question may have replaced that about the position after the counts.
                self.ask_again(|model| model.app.session.knowledge().row_nodes.is_none())?;
                self.wait(Some(deadline), progress, is_sized)?;
                Some(LineAnswer::Diagram)
            }
            (Action::QUIT, _) => {
                self.exit = Some(Exit::Quit);
                Some(LineAnswer::Quit)
            }
            (Action::HELP_PAGE, _) if matches!(command.argument(), Some(HelpTopic::Keys)) => {
                let is_told =
                    |word: &str| table::of_word(word).is_some_and(|it| !it.is_for_screens);
                let words = COMMANDS.iter().filter(|definition| is_told(definition.word()));
                Some(LineAnswer::Text(words.map(ToString::to_string).collect()))
            }
            (Action::ORDER_OF_CELLS, _) => {
                self.run_command(command, progress)?;
                self.wait(None, progress, |model| {
                    model.app.jobs.answering.is_none() || model.is_graph_known()
                })?;
                Some(LineAnswer::Text(told::of_graph(&mut self.model)))
            }
            (id, _) => {
                self.run_command(command, progress)?;
                // The number of solutions below the branches comes after the searches themselves, and the filters are
                // asked for after the states.
                self.wait(None, progress, |model| {
                    let awaits_filters = model.shows_consistency()
                        && model.app.session.knowledge().consistency.is_none();
                    model.app.jobs.answering.is_none() || id != Action::SEARCH && !awaits_filters
                })?;
                told::of_screen(&mut self.model).map(LineAnswer::Text)
            }
        })
    }

    /// Tells about a cell, or does what was wanted there.
    fn tell_cell(
        &mut self,
        command: Command,
        cell: Cell,
        is_named: bool,
        deadline: Instant,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<Option<LineAnswer>> {
        if self.model.app.is_refusal && matches!(command.id(), Action::ANYWAY | Action::SUPPOSE) {
            return Ok(None);
        }
        Ok(match command.id() {
            Action::ANYWAY => {
                self.anyway(command, progress)?;
                None
            }
            Action::SUPPOSE => self.suppose(command, progress)?,
            id => {
                self.wait(Some(deadline), progress, is_reason_told)?;
                let is_hopeless = id == Action::NEXT_REASON
                    && !is_named
                    && self.model.has_full_assist()
                    && self.model.app.session.is_satisfiable() == Some(false);
                Some(if is_hopeless { LineAnswer::NoSolution } else { LineAnswer::Cell(cell) })
            }
        })
    }

    /// Decides cells one after the other, so that each decision is checked against all that follows from those before.
    /// If one is refused, none is made.
    fn decide(
        &mut self,
        command: &Command,
        deadline: Instant,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<()> {
        let cells = &command.cells;
        let before = (cells.len() > 1).then(|| self.model.app.session.clone());
        self.model.app.is_deciding_several = before.is_some();
        for &cell in cells {
            self.wait(Some(deadline), progress, is_position_told)?;
            // The reason of a refusal is that of the cell under the cursor.
            self.jump(cell, progress)?;
            self.wait(Some(deadline), progress, is_reason_told)?;
            self.run_id(command.id(), cell, progress)?;
            if self.model.app.is_refusal {
                break;
            }
        }
        let is_changed = |before: &Session| before.stamp() != self.model.app.session.stamp();
        let before = before.filter(|before| self.model.app.is_refusal && is_changed(before));
        let effects = update::end_decisions(&mut self.model, before);
        self.perform(effects)
    }

    /// Goes to a cell.
    fn jump(&mut self, cell: Cell, progress: &mut ProgressListener<'_>) -> io::Result<()> {
        self.run_id(Action::JUMP, cell, progress)
    }

    /// Runs an operation without an argument, or on a cell.
    fn run_id(
        &mut self,
        id: Action,
        cell: Cell,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<()> {
        table::chosen(id, cell).map_or(Ok(()), |command| self.run_command(command, progress))
    }

    /// Makes the decision that the cell under the cursor refuses. Of several smallest sets of decisions to take back,
    /// takes the first one, which leaves the most solutions.
    fn anyway(&mut self, command: Command, progress: &mut ProgressListener<'_>) -> io::Result<()> {
        self.wait(None, progress, is_reason_told)?;
        // On a board without solutions, the nearest size with a solution is searched last.
        self.wait(None, progress, |model| {
            let is_hopeless = model.app.session.is_satisfiable() == Some(false);
            !is_hopeless
                || model.app.jobs.answering.as_ref().is_none_or(|work| work.job != jobs::Position)
        })?;
        self.run_command(command, progress)?;
        if let Some((restoration, _)) = self.model.restoration_list() {
            let (sets, has_more) = (restoration.sets.len(), restoration.more);
            self.run_id(Action::MARKED_WAY, self.model.view.cursor, progress)?;
            if let Some(Notice::Position(PositionNotice::TookBack { cells, .. })) =
                self.model.app.notice.take()
            {
                self.model.say(PositionNotice::TookBackBest { cells, sets, has_more });
            }
        }
        Ok(())
    }

    /// Supposes a piece on the cell under the cursor, and tells the steps that refute it.
    fn suppose(
        &mut self,
        command: Command,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<Option<LineAnswer>> {
        self.wait(None, progress, is_reason_told)?;
        self.run_command(command, progress)?;
        Ok(self.model.app.hint.as_ref().map(|StagedHint { hint, stage, .. }| {
            match hint.refuted() {
                Some(refuted) => {
                    let rules = self.model.app.session.rules();
                    let told = refuted.frames().map(|frame| frame.in_words(rules, PLAIN_NAMES));
                    LineAnswer::Text(told.collect())
                }
                None => LineAnswer::Hint(Box::new(hint.clone()), *stage),
            }
        }))
    }

    /// Lists the first remaining solutions, or different ones at random if they have no order.
    fn list(
        &mut self,
        command: &Command,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<Option<LineAnswer>> {
        let number = command.argument().copied().unwrap_or(1);
        let mut solutions: Vec<CellSet> = Vec::new();
        self.model.mode = Mode::Board;
        while solutions.len() < number {
            self.run_command(command.clone(), progress)?;
            // After the last solution comes the first one again.
            match self.browsed().filter(|solution| !solutions.contains(solution)) {
                Some(solution) => solutions.push(solution),
                None => break,
            }
        }
        Ok((!solutions.is_empty()).then_some(LineAnswer::Solutions(solutions)))
    }

    /// The solution that the board would show.
    fn browsed(&self) -> Option<CellSet> {
        self.model.browsed().map(|solution| solution.placed.clone())
    }

    /// Drops the board's message, which says no more than the answer, unless it refuses the line.
    fn drop_message(&mut self) {
        self.model.app.notice.take_if(|_| !self.model.app.is_refusal);
    }

    /// Asks about the position again if nothing is asked and `is_open`.
    fn ask_again(&mut self, is_open: impl Fn(&Model) -> bool) -> io::Result<()> {
        let is_idle =
            self.model.app.jobs.answering.is_none() && self.model.app.jobs.counting.is_none();
        if is_idle && is_open(&self.model) {
            let effects = update::survey_again(&mut self.model);
            self.perform(effects)?;
        }
        Ok(())
    }

    /// Returns to the board from all modes and overlays, which need a screen.
    fn leave_modes(&mut self) -> io::Result<()> {
        self.model.overlay = Overlay::None;
        self.model.view.shading = Shading::Off;
        self.model.view.diagram = DiagramView::Silhouette;
        if !matches!(self.model.mode, Mode::Board) {
            let (notice, is_refusal) = (self.model.app.notice.take(), self.model.app.is_refusal);
            if let Some(command) = table::chosen(Action::CANCEL, self.model.view.cursor) {
                self.handle(Message::Run(Box::new(command)))?;
            }
            self.model.mode = Mode::Board;
            (self.model.app.notice, self.model.app.is_refusal) = (notice, is_refusal);
        }
        Ok(())
    }

    /// Runs a command, and waits until the board no longer waits for an answer.
    fn run_command(
        &mut self,
        command: Command,
        progress: &mut ProgressListener<'_>,
    ) -> io::Result<()> {
        self.handle(Message::Run(Box::new(command)))?;
        self.wait(None, progress, |model| {
            let job = model.app.jobs.answering.as_ref().map(|work| &work.job);
            job.is_none_or(|job| *job == jobs::Position || !job.is_awaited())
        })
    }

    /// Waits until `is_told`, until the deadline, or until the session ends.
    fn wait(
        &mut self,
        deadline: Option<Instant>,
        progress: &mut ProgressListener<'_>,
        is_told: impl Fn(&Model) -> bool,
    ) -> io::Result<()> {
        while !is_told(&self.model) && self.exit.is_none() {
            match self.receive(deadline) {
                Ok(incoming) => self.take(incoming)?,
                Err(RecvTimeoutError::Timeout) => return Ok(()),
                Err(error) => return Err(io::Error::other(error)),
            }
            let running = [&self.model.app.jobs.answering, &self.model.app.jobs.counting];
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

    /// Waits for what arrives next, until the deadline if there is one.
    fn receive(&self, deadline: Option<Instant>) -> Result<Incoming, RecvTimeoutError> {
        match deadline {
            None => self.incoming.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => {
                self.incoming.recv_timeout(deadline.saturating_duration_since(Instant::now()))
            }
        }
    }

    fn take(&mut self, incoming: Incoming) -> io::Result<()> {
        match incoming {
            Incoming::Line(line) => Ok(self.lines.push_back(line)),
            Incoming::Message(message) => self.handle(*message),
        }
    }

    /// Handles a message as the board does, except for Ctrl-C, which cancels all questions.
    fn handle(&mut self, message: Message) -> io::Result<()> {
        let effects = match message {
            Message::Signal(SIGINT) => vec![Effect::Cancel],
            message => update::update(&mut self.model, message),
        };
        self.perform(effects)
    }

    fn perform(&mut self, effects: Vec<Effect>) -> io::Result<()> {
        let exit = perform(&mut self.services, &mut self.model, effects)?;
        self.exit = self.exit.take().or(exit);
        Ok(())
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.model.app.session
    }

    /// The cells of the pieces with which the program completes the board.
    pub fn completed(&self) -> Vec<Cell> {
        self.model.completed().iter().collect()
    }

    /// How many pieces of a completed board are whose; `None` on other boards.
    pub fn completed_in_words(&self) -> Option<String> {
        self.model.completed_in_words()
    }

    /// Takes the board's message about the last line.
    pub fn take_notice(&mut self) -> Option<String> {
        Some(match self.model.app.notice.take()? {
            // Nothing is copied without a terminal.
            Notice::Copied { text } => text,
            notice => notice.in_words(&self.model),
        })
    }

    /// True if the number of solutions will come later.
    pub fn is_counting(&self) -> bool {
        self.uncounted.is_some() && !is_position_told(&self.model)
    }

    /// The time in which the user solved the present puzzle, if the position solves it.
    pub fn solved_in(&self) -> Option<String> {
        let game = self.model.app.game.as_ref().filter(|_| self.model.has_solved());
        let game = game.filter(|game| !game.is_given_up);
        game.and_then(|game| game.solved).map(|solved| clock_text(solved.time))
    }

    /// Ends the session. Its journal is closed unless a signal ended it.
    pub fn leave(mut self) -> BoardExit {
        let exit = self.exit.take().unwrap_or(Exit::Quit);
        let is_kept = self.services.close_journal(&exit);
        BoardExit { exit, is_kept, faults: mem::take(&mut self.model.app.faults) }
    }
}
