//! The terminal board.
//!
//! An event becomes a [`Message`](message::Message), [`update`](update::update) turns it into a new
//! [`Model`](model::Model) and effects, [`view`] draws the model and changes nothing. A worker thread
//! answers questions; a new question cancels the old one, and what comes late is dropped by its stamp.

mod action;
mod command_line;
mod headless;
mod layout;
mod message;
mod model;
mod terminal;
mod theme;
mod update;
mod view;
mod worker;

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

pub use action::key_table;
pub use headless::Headless;
pub use theme::{Glyphs, Theme};

use crate::problem::{Assist, BoardFile, Problem};
use crate::session::Session;
use message::{Effect, Message};
use model::Model;
use terminal::Terminal;
use worker::Worker;

/// How the board looks, and what its worker may take.
#[derive(Clone, Debug)]
pub struct Options {
    /// How much the board tells.
    pub assist: Assist,
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
pub fn run(problem: Problem, options: &Options) -> io::Result<Exit> {
    let (sender, receiver) = mpsc::channel();
    let mut terminal = Terminal::enter(options.mouse)?;
    terminal::listen(&sender)?;
    let worker = Worker::spawn(options.memory, options.timeout, sender)?;
    let mut model = Model::new(Session::new(problem), options);
    perform(update::start(&mut model), &mut model, &mut terminal, &worker)?;
    loop {
        terminal.draw(|frame| {
            model.arrange(frame.area());
            view::render(frame.buffer_mut(), &model);
        })?;
        for message in wait(&receiver, model.is_working()) {
            let effects = update::update(&mut model, message);
            if let Some(exit) = perform(effects, &mut model, &mut terminal, &worker)? {
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

fn perform(
    effects: Vec<Effect>,
    model: &mut Model,
    terminal: &mut Terminal,
    worker: &Worker,
) -> io::Result<Option<Exit>> {
    let mut effects = VecDeque::from(effects);
    while let Some(effect) = effects.pop_front() {
        match effect {
            Effect::Ask(question) => worker.ask(question),
            Effect::Cancel => worker.cancel(),
            Effect::Suspend => Terminal::suspend()?,
            Effect::Redraw => terminal.enter_again()?,
            Effect::Mouse(on) => {
                terminal.set_mouse(on)?;
                model.mouse = on;
            }
            Effect::Open(path) => {
                let message = Message::Opened(BoardFile::read(&path));
                effects.extend(update::update(model, message));
            }
            Effect::Save(path, board) => {
                let message = Message::Saved(board.write(&path).map(|()| path));
                effects.extend(update::update(model, message));
            }
            Effect::Copy(text) => Terminal::copy(&text)?,
            Effect::Exit(exit) => {
                worker.cancel();
                return Ok(Some(exit));
            }
        }
    }
    Ok(None)
}
