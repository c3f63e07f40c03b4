//! The terminal board.
//!
//! An event becomes a message, `update` turns it into a new
//! model and effects, `view` draws the model and changes nothing. A worker thread
//! answers questions; a new question cancels the old one, and what comes late
//! is known by its number and stamp.

mod action;
mod command_line;
mod config;
mod files;
mod glyphs;
mod growth;
mod headless;
mod key;
mod keymap;
mod layout;
#[expect(dead_code, unused_imports, reason = "wired in by the view")]
mod look;
mod message;
mod model;
mod paint;
mod prompt;
#[cfg(test)]
mod random_events;
mod region_colors;
mod replay;
mod terminal;
#[cfg(test)]
mod testing;
mod theme;
mod update;
mod view;
mod worker;

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

pub use config::Config;
pub use glyphs::{Glyphs, UnknownGlyphs};
pub use headless::Headless;
pub use keymap::{Keymap, key_lines, key_table};
pub use theme::{ColorDepth, Theme, UnknownTheme};

use crate::session::{Entry, Journal, Session};
use message::{Effect, Message, Question, Topic};
use model::Model;
use terminal::Terminal;
use worker::{WORKERS, Worker};

/// How the board looks, and what its worker may take.
#[derive(Clone, Debug)]
pub struct Options {
    /// The memory of one question, in bytes.
    pub memory: usize,
    /// The time of one question, without a limit if `None`.
    pub timeout: Option<Duration>,
    /// Take mouse clicks (the terminal's own text selection then needs Shift).
    pub mouse: bool,
    /// The characters drawn.
    pub glyphs: Glyphs,
    /// The colours drawn.
    pub theme: Theme,
    /// How many colours the terminal shows; none keeps to the theme without colour.
    pub depth: ColorDepth,
    /// The keys of all actions.
    pub keys: Keymap,
}

/// What the board opens with.
#[derive(Debug)]
pub struct Opening {
    /// What is configured.
    pub session: Session,
    /// Where each change is written at once, if anywhere.
    pub journal: Option<Journal>,
    /// What is to be said first.
    pub notice: Option<String>,
    /// The file that the board was read from, where it is saved again.
    pub file: Option<PathBuf>,
}

/// Why the board was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The user quit.
    Quit,
    /// A signal of this number asked for it; Ctrl-C counts as SIGINT (2).
    Signal(i32),
}

/// How often the board is drawn anew while something is being computed.
const TICK: Duration = Duration::from_millis(100);

/// Opens the board on the terminal and returns when it is left. The terminal is restored however
/// that happens.
///
/// # Errors
/// When the terminal cannot be read or written.
pub fn run(opening: Opening, options: &Options) -> io::Result<Exit> {
    let Opening { session, mut journal, notice, file } = opening;
    let (sender, receiver) = mpsc::channel();
    let mut terminal = Terminal::enter(options.mouse)?;
    terminal::listen(&sender)?;
    let (memory, timeout) = (options.memory / WORKERS, options.timeout);
    let worker = Worker::spawn(memory, timeout, sender.clone(), Message::Worker)?;
    let counter = Worker::spawn(memory, timeout, sender, Message::Counter)?;
    let session = if journal.is_some() { session.recorded() } else { session };
    let mut model = Model::new(session, notice, options);
    if let Some(path) = file {
        model.files.keep(path, model.session.rules());
    }
    let mut outside = Outside {
        terminal: &mut terminal,
        worker: &worker,
        counter: &counter,
        journal: &mut journal,
    };
    outside.perform(update::start(&mut model), &mut model)?;
    let mut is_drawn = false;
    loop {
        if !is_drawn {
            outside.terminal.draw(|frame| {
                model.arrange(frame.area());
                view::render(frame.buffer_mut(), &model);
            })?;
            is_drawn = true;
        }
        for message in wait(&receiver, model.is_busy()) {
            if update::is_idle(&model, &message) {
                continue;
            }
            is_drawn = false;
            let effects = update::update(&mut model, message);
            if let Some(exit) = outside.perform(effects, &mut model)? {
                // A session that a signal ends is one to be resumed first.
                if let Some(journal) = journal.filter(|_| exit == Exit::Quit) {
                    // Nobody is left to tell, and nothing is lost.
                    let _ = journal.close();
                }
                return Ok(exit);
            }
        }
    }
}

/// Waits for a message and takes all that have come with it.
fn wait(receiver: &Receiver<Message>, ticking: bool) -> Vec<Message> {
    let first = if ticking {
        receiver.recv_timeout(TICK)
    } else {
        receiver.recv().map_err(|_| RecvTimeoutError::Disconnected)
    };
    match first {
        Ok(message) => std::iter::once(message).chain(receiver.try_iter()).collect(),
        Err(RecvTimeoutError::Timeout) => vec![Message::Tick],
        Err(RecvTimeoutError::Disconnected) => vec![Message::Signal(1)],
    }
}

/// All that an effect may reach.
struct Outside<'a> {
    terminal: &'a mut Terminal,
    worker: &'a Worker,
    /// Counts beside.
    counter: &'a Worker,
    journal: &'a mut Option<Journal>,
}

impl Outside<'_> {
    fn perform(&mut self, effects: Vec<Effect>, model: &mut Model) -> io::Result<Option<Exit>> {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Ask(question) => self.ask(question),
                Effect::CancelWork => self.worker.cancel(),
                Effect::Cancel => self.cancel(),
                Effect::Suspend => Terminal::suspend()?,
                Effect::Redraw => self.terminal.enter_again()?,
                Effect::Mouse(on) => {
                    self.terminal.set_mouse(on)?;
                    model.mouse = on;
                }
                Effect::Journal(entries) => self.write_down(&entries, model),
                Effect::Open(path) => {
                    let board = files::open(&path);
                    effects.extend(update::update(model, Message::Opened(path, board)));
                }
                Effect::Save { path, board, may_replace } => {
                    let saved = files::save(&path, &board, may_replace);
                    let message = Message::Saved(saved.map(|()| path));
                    effects.extend(update::update(model, message));
                }
                Effect::Copy(text) => Terminal::copy(&text)?,
                Effect::Exit(exit) => {
                    self.cancel();
                    return Ok(Some(exit));
                }
            }
        }
        Ok(None)
    }

    fn ask(&self, question: Question) {
        if question.topic == Topic::Counts {
            return self.counter.ask(question);
        }
        // What is counted of an older position is of no use.
        if question.topic == Topic::Position {
            self.counter.cancel();
        }
        self.worker.ask(question);
    }

    fn cancel(&self) {
        self.worker.cancel();
        self.counter.cancel();
    }

    /// Adds to the journal. If that fails it is said once, and the board goes on without one.
    fn write_down(&mut self, entries: &[Entry], model: &mut Model) {
        let Some(journal) = self.journal else { return };
        if let Err(error) = journal.append(entries) {
            model.notice = Some(format!("what follows is not kept for --resume: {error}"));
            *self.journal = None;
        }
    }
}
