//! The main loop, which calls `update` and `view`, and the terminal, workers and files that perform effects.

mod background;
pub(crate) mod effects;
mod events;
pub(crate) mod frame;
pub(crate) mod headless;
mod output;
#[cfg(unix)]
mod pastes;
mod signals;
mod terminal;

use std::env;
use std::io;
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::look::depth::ColorDepth;
use crate::look::theme::{Background, Theme};
use crate::model::Model;
use crate::model::options::Options;
use crate::update;
use crate::update::message::{Effect, Exit, Message};
use app::AppEvent;
use app::services::Services;
use app::worker::EventSender;
use app::{BoardExit, BoardSetup};
use background::ANSWER_TIMEOUT;
use effects::{EffectHandler, perform};
use terminal::Terminal;

/// Time between two frames while something is being computed.
const TICK: Duration = Duration::from_millis(100);

/// Maximum time to wait for a message while nothing is computed and no clock runs.
const IDLE: Duration = Duration::from_secs(3600);

/// Maximum time between two keys of a text that a terminal pastes as keys.
const PASTED_GAP: Duration = Duration::from_millis(15);

/// Opens the board on the terminal, and returns when the user leaves it. Always restores the terminal.
///
/// # Errors
/// When the terminal cannot be read or written. When the system creates no thread: of the kind
/// [`QuotaExceeded`](io::ErrorKind::QuotaExceeded).
pub fn run(setup: BoardSetup, options: &Options) -> io::Result<BoardExit> {
    match run_on_terminal(setup, options) {
        // Writing may fail before the signal arrives.
        Err(_) if output::is_gone() => {
            Ok(BoardExit { exit: Exit::Signal(system::SIGHUP), is_kept: true, faults: Vec::new() })
        }
        result => result,
    }
}

fn run_on_terminal(mut setup: BoardSetup, options: &Options) -> io::Result<BoardExit> {
    let begun = Instant::now();
    let (sender, receiver) = mpsc::channel();
    // Signals are handled before raw mode starts, so that a signal never leaves the terminal in raw mode.
    signals::listen(sender.clone())?;
    let terminal = Terminal::enter(options.mouse)?;
    let asks = options.theme == Theme::Auto
        && options.depth != ColorDepth::None
        && background::supports_background_query(env::var("TERM").ok().as_deref());
    events::listen(asks, sender.clone())?;
    let (background, mut early) =
        if asks { wait_for_background(&receiver) } else { (None, Vec::new()) };
    let (event_sender, limits) = (forward(sender), (options.memory, options.timeout));
    let (play, lesson) = (setup.play.take(), setup.lesson.take());
    let (app, services) = setup.open(options.settings, options.notice, limits, &event_sender)?;
    services.read_earlier_games()?;
    let mut model = Model::of(app, options);
    model.view.background = background;
    model.view.cursor = model.app.journaled_state.cursor;
    model.move_cursor_by(0, 0);
    let mut runtime = BoardRuntime { terminal, services };
    let effects = match (play, lesson) {
        (Some(play), _) => update::start_game(&mut model, play),
        (None, Some(lesson)) => update::start_lesson(&mut model, lesson),
        (None, None) => update::start(&mut model),
    };
    perform(&mut runtime, &mut model, effects)?;
    let (mut is_drawn, mut last_key) = (false, begun);
    loop {
        if !is_drawn {
            runtime.terminal.draw(|window| frame::draw(&mut model, window.buffer_mut()))?;
            is_drawn = true;
        }
        let mut messages =
            if early.is_empty() { wait(&receiver, &model) } else { mem::take(&mut early) };
        let keys = messages.iter().filter(|it| matches!(it, Message::Key(_))).count();
        if keys > 0 {
            model.view.is_burst = keys > 1 || last_key.elapsed() < PASTED_GAP;
            last_key = Instant::now();
        }
        if model.app.is_timed() {
            messages.insert(0, AppEvent::Clock(begun.elapsed()).into());
        }
        for message in messages {
            is_drawn &= update::changes_nothing(&model, &message);
            let effects = frame::handle(&mut model, message);
            if let Some(exit) = perform(&mut runtime, &mut model, effects)? {
                let is_kept = runtime.services.close_journal(&exit);
                let mut faults = mem::take(&mut model.app.faults);
                faults.extend(terminal::take_faults());
                return Ok(BoardExit { exit, is_kept, faults });
            }
        }
    }
}

/// Waits up to [`ANSWER_TIMEOUT`] for the terminal's background. Also returns all other messages that arrived during
/// the wait.
fn wait_for_background(receiver: &Receiver<Message>) -> (Option<Background>, Vec<Message>) {
    let (begun, mut early) = (Instant::now(), Vec::new());
    while let Ok(message) = receiver.recv_timeout(ANSWER_TIMEOUT.saturating_sub(begun.elapsed())) {
        match message {
            Message::Background(background) => return (Some(background), early),
            message => early.push(message),
        }
    }
    (None, early)
}

/// Sends the events of the application to the board.
fn forward(sender: Sender<Message>) -> EventSender {
    Arc::new(move |event| sender.send(event.into()).is_ok())
}

/// Waits for a message, and returns all messages that have arrived, possibly none. While a clock runs, waits at most
/// until the next second.
fn wait(receiver: &Receiver<Message>, model: &Model) -> Vec<Message> {
    let is_busy = model.is_busy();
    let patience = if is_busy { Some(TICK) } else { model.app.next_second() };
    match receiver.recv_timeout(patience.unwrap_or(IDLE)) {
        Ok(message) => {
            let mut messages: Vec<_> =
                std::iter::once(message).chain(receiver.try_iter()).collect();
            // A signal to quit comes before all other messages.
            messages.sort_by_key(|message| !matches!(message, Message::Signal(_)));
            messages
        }
        Err(RecvTimeoutError::Timeout) if is_busy => vec![Message::Tick],
        Err(RecvTimeoutError::Timeout) => Vec::new(),
        Err(RecvTimeoutError::Disconnected) => vec![Message::Signal(system::SIGHUP)],
    }
}

/// The terminal, and everything else that performs effects.
struct BoardRuntime {
    terminal: Terminal,
    services: Services,
}

impl EffectHandler for BoardRuntime {
    fn act(&mut self, effect: Effect) -> io::Result<Option<AppEvent>> {
        match effect {
            Effect::Suspend => Terminal::suspend()?,
            Effect::Redraw => self.terminal.enter_again()?,
            Effect::Mouse(taken) => self.terminal.set_mouse(taken)?,
            Effect::Copy(text) => Terminal::copy(&text)?,
            effect => return Ok(self.services.perform(effect)),
        }
        Ok(None)
    }
}
