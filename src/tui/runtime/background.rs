//! Asks the terminal whether its background is dark or light (OSC 11).
//!
//! The answer arrives as input between the keys: at once, late, or never, because few terminals report that
//! they cannot answer. So all input passes through [`Input`], which removes the answer whenever it arrives and
//! keeps all other input in order. No key is lost, and no part of an answer is mistaken for keys.
//!
//! The main thread asks in raw mode, because otherwise the terminal would echo the answer. It waits for a short
//! time before the first frame. Only the input thread reads, because an unfinished key sequence can block the
//! reader forever.
//!
//! The library terminal-colorsaurus asks the same question, but it reads the terminal itself. So it loses keys
//! that are typed while it waits, and leaves a late answer in the input.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::look::theme::Background;
use export::face::Rgb;

/// Maximum time that the first frame waits for the answer. Most terminals answer within a few milliseconds. A
/// late answer changes the colours.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_millis(100);

/// Maximum time between two keys of an answer. An answer arrives in one piece, or in pieces close together.
const MAX_KEY_GAP: Duration = Duration::from_millis(50);

/// Maximum length of an answer, in bytes.
const MAX_ANSWER_LENGTH: usize = 64;

/// Input from the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Incoming {
    /// A key, a click, a paste or a new size.
    Event(Event),
    /// The terminal's answer about its background.
    Background(Background),
}

/// A source of events, usually the terminal library.
pub(crate) trait EventSource {
    /// Waits for an event for at most `time`; false if none arrives.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    fn poll(&mut self, time: Duration) -> io::Result<bool>;

    /// Returns the next event, and waits for it if necessary.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    fn read(&mut self) -> io::Result<Event> {
        while !self.poll(Duration::from_secs(3600))? {}
        event::read()
    }
}

/// True if a terminal with this value of `TERM` can be asked. The Linux console prints the question instead of
/// answering.
pub(crate) fn supports_background_query(terminal: Option<&str>) -> bool {
    !matches!(terminal, None | Some("" | "dumb" | "linux"))
}

/// All input of the terminal, with the answer about the background separated from the other events.
#[derive(Debug)]
pub(crate) struct Input<S> {
    source: S,
    /// True while an answer may arrive.
    is_asked: bool,
    /// Keys that may be the beginning of the answer.
    held: Vec<Event>,
    /// Input that was read, but not returned yet.
    ready: VecDeque<Incoming>,
}

impl<S: EventSource> Input<S> {
    /// Creates an input that expects no answer yet.
    pub(crate) const fn new(source: S) -> Self {
        Self { source, is_asked: false, held: Vec::new(), ready: VecDeque::new() }
    }

    /// Asks for the background's colour. The terminal must be in raw mode.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub(crate) fn ask(&mut self, terminal: &mut impl Write) -> io::Result<()> {
        self.is_asked = true;
        terminal.write_all(b"\x1b]11;?\x07")?;
        terminal.flush()
    }

    /// Returns the next input, and waits for it if necessary.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    pub(crate) fn read(&mut self) -> io::Result<Incoming> {
        loop {
            if let Some(incoming) = self.ready.pop_front() {
                return Ok(incoming);
            }
            if !self.held.is_empty() && !self.source.poll(MAX_KEY_GAP)? {
                self.release();
                continue;
            }
            let event = self.source.read()?;
            self.filter_event(event);
        }
    }

    /// Decides whether an event is part of an answer.
    fn filter_event(&mut self, event: Event) {
        if !self.is_asked || bytes(&event).is_none() {
            // Releases, resizes and focus changes may arrive between the characters of an answer.
            let is_beside = event.is_key_release()
                || matches!(event, Event::Resize(..) | Event::FocusGained | Event::FocusLost);
            if !is_beside {
                self.release();
            }
            self.ready.push_back(Incoming::Event(event));
            return;
        }
        self.held.push(event);
        if self.reply() == Reply::Other {
            // The earlier keys are not part of an answer, but this key may begin an answer.
            let last = self.held.split_off(self.held.len() - 1);
            self.release();
            self.held = last;
        }
        match self.reply() {
            Reply::Begun => {}
            Reply::Other => self.release(),
            Reply::Whole(background) => {
                self.held.clear();
                self.is_asked = false;
                self.ready.extend(background.map(Incoming::Background));
            }
        }
    }

    /// Reads the held keys as an answer.
    fn reply(&self) -> Reply {
        parse_answer(&self.held.iter().filter_map(bytes).flatten().collect::<Vec<_>>())
    }

    /// Returns the held keys to the input, because they are not an answer.
    fn release(&mut self) {
        self.ready.extend(self.held.drain(..).map(Incoming::Event));
    }
}

/// The bytes of a key, if it can be part of an answer.
fn bytes(event: &Event) -> Option<Vec<u8>> {
    let Event::Key(KeyEvent { code, modifiers, kind: KeyEventKind::Press, .. }) = *event else {
        return None;
    };
    let modifiers = modifiers.difference(KeyModifiers::SHIFT);
    match (code, modifiers) {
        (KeyCode::Esc, KeyModifiers::NONE) => Some(vec![ESCAPE]),
        (KeyCode::Char('g'), KeyModifiers::CONTROL) => Some(vec![BELL]),
        (KeyCode::Char(letter), KeyModifiers::NONE) => Some(vec![u8::try_from(letter).ok()?]),
        (KeyCode::Char(letter), KeyModifiers::ALT) => {
            Some(vec![ESCAPE, u8::try_from(letter).ok()?])
        }
        _ => None,
    }
}

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;

/// Result of reading bytes as an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reply {
    /// The bytes may be the beginning of an answer.
    Begun,
    /// The bytes are a complete answer; `None` if its colour cannot be read.
    Whole(Option<Background>),
    /// The bytes are not an answer.
    Other,
}

/// Reads `ESC ] 11 ; COLOUR`, which ends with BEL or `ESC \`.
fn parse_answer(bytes: &[u8]) -> Reply {
    const BEGINNING: &[u8] = b"\x1b]11;";
    if BEGINNING.starts_with(bytes) {
        return Reply::Begun;
    }
    let Some(rest) = bytes.strip_prefix(BEGINNING) else { return Reply::Other };
    let ended = rest.strip_suffix(&[BELL]).or_else(|| rest.strip_suffix(&[ESCAPE, b'\\']));
    let color = ended.unwrap_or_else(|| rest.strip_suffix(&[ESCAPE]).unwrap_or(rest));
    let is_color = |byte: &u8| byte.is_ascii_alphanumeric() || b":/#,.".contains(byte);
    if bytes.len() > MAX_ANSWER_LENGTH || !color.iter().all(is_color) {
        Reply::Other
    } else if ended.is_some() {
        Reply::Whole(background(color))
    } else {
        Reply::Begun
    }
}

/// Classifies a colour like `rgb:1414/1616/1b1b`. The colour is light if black text on it has more contrast
/// than white text.
fn background(color: &[u8]) -> Option<Background> {
    let color = std::str::from_utf8(color).ok()?;
    let parts = color.strip_prefix("rgb:").or_else(|| color.strip_prefix("rgba:"))?;
    let mut parts = parts.split('/').map(color_component);
    let mut next = || parts.next().flatten();
    let color = Rgb { red: next()?, green: next()?, blue: next()? };
    let is_light = color.contrast(Rgb::new(0)) > color.contrast(Rgb::new(0xff_ff_ff));
    Some(if is_light { Background::Light } else { Background::Dark })
}

/// Parses a component of a colour: one to four hexadecimal digits, whose maximum is full light.
fn color_component(digits: &str) -> Option<u8> {
    // Parsing would also accept a sign.
    let is_number = matches!(digits.len(), 1..=4) && !digits.starts_with('+');
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_number)?;
    let most = (1 << (4 * digits.len())) - 1;
    u8::try_from((number * 255 + most / 2) / most).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A sequence of events; `None` is a pause.
    struct Script(VecDeque<Option<Event>>);

    impl EventSource for Script {
        fn poll(&mut self, _: Duration) -> io::Result<bool> {
            match self.0.front() {
                Some(Some(_)) => Ok(true),
                Some(None) => {
                    self.0.pop_front();
                    Ok(false)
                }
                None => Ok(false),
            }
        }

        fn read(&mut self) -> io::Result<Event> {
            while let Some(event) = self.0.pop_front() {
                if let Some(event) = event {
                    return Ok(event);
                }
            }
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    }

    /// The key events into which the terminal library parses the text.
    fn keys(text: &str) -> Vec<Event> {
        let mut keys = Vec::new();
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let (code, modifiers) = match letter {
                '\x1b' => match letters.next_if(|&next| next != '\x1b') {
                    Some(next) => (KeyCode::Char(next), KeyModifiers::ALT),
                    None => (KeyCode::Esc, KeyModifiers::NONE),
                },
                '\x07' => (KeyCode::Char('g'), KeyModifiers::CONTROL),
                letter if letter.is_uppercase() => (KeyCode::Char(letter), KeyModifiers::SHIFT),
                letter => (KeyCode::Char(letter), KeyModifiers::NONE),
            };
            keys.push(Event::Key(KeyEvent::new(code, modifiers)));
        }
        keys
    }

    fn input(script: Vec<Option<Event>>) -> Input<Script> {
        let mut input = Input::new(Script(script.into()));
        let mut question = Vec::new();
        input.ask(&mut question).unwrap();
        assert_eq!(question, b"\x1b]11;?\x07");
        input
    }

    fn script(text: &str) -> Vec<Option<Event>> {
        keys(text).into_iter().map(Some).collect()
    }

    /// All input up to the end of the script.
    fn rest(input: &mut Input<Script>) -> Vec<Incoming> {
        std::iter::from_fn(|| input.read().ok()).collect()
    }

    fn typed(text: &str) -> Vec<Incoming> {
        keys(text).into_iter().map(Incoming::Event).collect()
    }

    const DARK: &str = "\x1b]11;rgb:1414/1616/1b1b\x07";
    const LIGHT: &str = "\x1b]11;rgb:F7F7/f5f5/f0f0\x1b\\";

    #[test]
    fn an_answer_is_told_and_never_typed() {
        for (answer, background) in [(DARK, Background::Dark), (LIGHT, Background::Light)] {
            let mut input = input([vec![None], script(&format!("a1{answer}x"))].concat());
            let mut expected = typed("a1");
            expected.push(Incoming::Background(background));
            expected.extend(typed("x"));
            assert_eq!(rest(&mut input), expected);
        }
    }

    #[test]
    fn a_terminal_that_never_answers_has_its_keys() {
        let mut input = input([vec![None], script("1:q")].concat());
        assert_eq!(rest(&mut input), typed("1:q"));
    }

    #[test]
    fn an_answer_may_come_in_pieces() {
        for cut in 1..DARK.len() {
            // If the first part of the input ended with an escape character, that would be read as the Esc key.
            let (first, second) = DARK.split_at(cut);
            let mut input = input([script(first), script(second)].concat());
            assert_eq!(rest(&mut input), [Incoming::Background(Background::Dark)], "{cut}");
        }
        let (first, second) = LIGHT.split_at(LIGHT.len() - 1);
        let mut input = input([script(first), script(second)].concat());
        assert_eq!(rest(&mut input), [Incoming::Background(Background::Light)]);
    }

    #[test]
    fn keys_that_begin_like_an_answer_are_given_back() {
        for text in ["\x1b]x", "\x1b]1", "\x1b]11;rgb q", "\x1b\x1b\x1b]", "\x1b]11;rgb:0/0\x1bx"] {
            let mut input = input([vec![None], script(text), vec![None]].concat());
            assert_eq!(rest(&mut input), typed(text), "{text:?}");
        }
    }

    #[test]
    fn escape_waits_for_a_moment_only() {
        let mut input = input([vec![None], script("\x1b"), vec![None], script("q")].concat());
        assert_eq!(input.read().unwrap(), typed("\x1b")[0]);
        assert_eq!(input.read().unwrap(), typed("q")[0]);
    }

    #[test]
    fn a_new_size_between_the_letters_of_an_answer_is_kept() {
        let mut events = script(DARK);
        events.insert(5, Some(Event::Resize(80, 24)));
        let mut input = input(events);
        let expected = [Event::Resize(80, 24)].map(Incoming::Event);
        assert_eq!(
            rest(&mut input),
            expected
                .into_iter()
                .chain([Incoming::Background(Background::Dark)])
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn without_a_question_nothing_is_held() {
        let mut input = Input::new(Script(script(DARK).into()));
        assert_eq!(rest(&mut input), typed(DARK));
    }

    #[test]
    fn colours_are_dark_or_light() {
        for (color, expected) in [
            ("rgb:0000/0000/0000", Some(Background::Dark)),
            ("rgb:ffff/ffff/ffff", Some(Background::Light)),
            ("rgb:f/f/f", Some(Background::Light)),
            ("rgb:00/2b/36", Some(Background::Dark)),
            ("rgb:fd/f6/e3", Some(Background::Light)),
            ("rgba:1e1e/1e1e/1e1e/ffff", Some(Background::Dark)),
            ("rgb:7777/7777/7777", Some(Background::Light)),
            ("rgb:7070/7070/7070", Some(Background::Dark)),
            ("rgb:ffff/ffff", None),
            ("rgb:fffff/0/0", None),
            ("rgb:+f/0/0", None),
            ("white", None),
        ] {
            assert_eq!(background(color.as_bytes()), expected, "{color}");
        }
        assert_eq!(parse_answer(b"\x1b]11;white\x07"), Reply::Whole(None));
    }

    #[test]
    fn consoles_without_an_answer_are_not_asked() {
        assert!(
            supports_background_query(Some("xterm-256color"))
                && supports_background_query(Some("screen"))
        );
        assert!(
            !supports_background_query(Some("linux"))
                && !supports_background_query(Some("dumb"))
                && !supports_background_query(None)
        );
    }

    proptest! {
        #[test]
        fn whatever_is_typed_comes_back_in_order(
            text in "[\x1b\x07\\]\\[1;rgb:/0fxq ]{0,40}",
            pauses in prop::collection::vec(any::<bool>(), 60),
            answer in prop::option::of(0_usize..40),
        ) {
            let mut events: Vec<Event> = keys(&text);
            // The typed text must not contain an answer.
            prop_assume!(!text.contains("\x1b]11;"));
            let at = answer.map(|at| at.min(events.len()));
            if let Some(at) = at {
                events.splice(at..at, keys(DARK));
            }
            let mut script = vec![None];
            for (event, pause) in events.into_iter().zip(pauses.into_iter().cycle()) {
                // An answer contains no pauses.
                script.extend((pause && answer.is_none()).then_some(None));
                script.push(Some(event));
            }
            script.push(None);
            let mut input = input(script);
            let is_answer = |incoming: &Incoming| matches!(incoming, Incoming::Background(_));
            let (answers, events): (Vec<_>, Vec<_>) =
                rest(&mut input).into_iter().partition(is_answer);
            prop_assert_eq!(answers.len(), usize::from(answer.is_some()));
            prop_assert_eq!(events, typed(&text));
        }
    }
}
