//! The messages to the board.

use crossterm::event::{KeyEvent, MouseEvent};

use crate::look::Background;
use app::AppEvent;
pub(crate) use app::effect::{Effect, Exit};

/// A message to the board.
#[derive(Clone, Debug)]
pub(crate) enum Message {
    Key(KeyEvent),
    Mouse(MouseEvent),
    /// The user pasted a text.
    Pasted(String),
    /// The window's new number of columns and rows.
    Resized(u16, u16),
    /// The terminal has answered whether its background is dark or light.
    Background(Background),
    /// The terminal's window has gained (true) or lost (false) the focus.
    Focus(bool),
    /// Sent at intervals while something is being computed.
    Tick,
    /// Something has happened to the application.
    App(Box<AppEvent>),
    /// A signal asks to quit.
    Signal(i32),
    /// A signal asks to stop until continued.
    Suspended,
    /// The process continues after it was stopped.
    Resumed,
    /// Keys and clicks can no longer be read, for this reason.
    Unreadable(String),
}

impl From<AppEvent> for Message {
    fn from(event: AppEvent) -> Self {
        Self::App(Box::new(event))
    }
}
