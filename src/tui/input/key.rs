use std::fmt;
use std::str::FromStr;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key of the keyboard, with or without Control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Plain(KeyCode),
    Control(char),
    /// An arrow with Shift.
    Shift(KeyCode),
}
use Key::{Control, Plain, Shift};

/// Names of keys; the first name is displayed.
const NAMED_KEYS: [(KeyCode, &[&str]); 16] = [
    (KeyCode::Char(' '), &["Space"]),
    (KeyCode::Enter, &["Enter"]),
    (KeyCode::Esc, &["Esc", "Escape"]),
    (KeyCode::Tab, &["Tab"]),
    (KeyCode::BackTab, &["Shift-Tab"]),
    (KeyCode::Backspace, &["Backspace", "bksp"]),
    (KeyCode::Delete, &["Delete"]),
    (KeyCode::Insert, &["Insert"]),
    (KeyCode::Left, &["Left"]),
    (KeyCode::Right, &["Right"]),
    (KeyCode::Up, &["Up"]),
    (KeyCode::Down, &["Down"]),
    (KeyCode::Home, &["Home"]),
    (KeyCode::End, &["End"]),
    (KeyCode::PageUp, &["PgUp", "PageUp"]),
    (KeyCode::PageDown, &["PgDn", "PageDown"]),
];

const fn is_arrow(code: KeyCode) -> bool {
    matches!(code, KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down)
}

impl Key {
    /// The key of a character.
    pub(crate) const fn character(character: char) -> Self {
        Plain(KeyCode::Char(character))
    }

    /// The key of an event; `None` if the key cannot be bound.
    pub(crate) fn pressed(event: KeyEvent) -> Option<Self> {
        let has = |modifier| event.modifiers.contains(modifier);
        match event.code {
            // Enter arrives as Ctrl-J if it was typed before raw mode.
            KeyCode::Char('j') if has(KeyModifiers::CONTROL) => Some(Plain(KeyCode::Enter)),
            KeyCode::Char(character) if has(KeyModifiers::CONTROL) => {
                Some(Control(character.to_ascii_lowercase()))
            }
            _ if has(KeyModifiers::CONTROL) => None,
            code if has(KeyModifiers::SHIFT) && is_arrow(code) => Some(Shift(code)),
            // The character includes Shift; Windows also reports the modifier.
            code => Some(Plain(code)),
        }
    }

    /// The short form for narrow areas: `^R` for Ctrl-R, `space` for Space.
    pub(crate) fn short(self) -> String {
        match self {
            Control(letter) => format!("^{}", letter.to_ascii_uppercase()),
            Plain(KeyCode::Char(character)) if character != ' ' => character.to_string(),
            key => key.to_string().to_lowercase(),
        }
    }

    /// The event that is sent when the key is pressed.
    pub(crate) fn event(self) -> KeyEvent {
        match self {
            Plain(code) => KeyEvent::new(code, KeyModifiers::NONE),
            Control(letter) => KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL),
            Shift(code) => KeyEvent::new(code, KeyModifiers::SHIFT),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = match self {
            Control(letter) => return write!(f, "Ctrl-{}", letter.to_ascii_uppercase()),
            Shift(code) => return write!(f, "Shift-{}", Plain(*code)),
            Plain(code) => code,
        };
        match NAMED_KEYS.iter().find(|(named, _)| named == code) {
            Some((_, names)) => f.write_str(names[0]),
            None => write!(f, "{code}"),
        }
    }
}

/// The error for a text that is not the name of a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a key (a character, 'ctrl-' and a letter, 'shift-' and an arrow, 'f1' to 'f12', or one of space, enter, \
     tab, shift-tab, backspace, delete, insert, left, right, up, down, home, end, pgup, pgdn)"
)]
pub struct UnknownKey(String);

impl FromStr for Key {
    type Err = UnknownKey;

    /// Parses the displayed form of a key, or `^U` for Ctrl-U. Names are case-insensitive.
    fn from_str(text: &str) -> Result<Self, UnknownKey> {
        let mut characters = text.chars();
        if let (Some(character), None) = (characters.next(), characters.next())
            && !character.is_control()
        {
            return Ok(Self::character(character));
        }
        let small = text.to_lowercase();
        if let Some(letter) = small.strip_prefix("ctrl-").or(small.strip_prefix('^'))
            && let [letter @ b'a'..=b'z'] = letter.as_bytes()
        {
            return Ok(Control(char::from(*letter)));
        }
        if let Some(Ok(Plain(code))) = small.strip_prefix("shift-").map(str::parse)
            && is_arrow(code)
        {
            return Ok(Shift(code));
        }
        let function = small.strip_prefix('f').and_then(|number| number.parse().ok());
        if let Some(number @ 1..=12) = function {
            return Ok(Plain(KeyCode::F(number)));
        }
        let is_it = |(_, names): &&(KeyCode, &[&str])| {
            names.iter().any(|name| name.eq_ignore_ascii_case(text))
        };
        let named = NAMED_KEYS.iter().find(is_it);
        named.map(|(code, _)| Plain(*code)).ok_or_else(|| UnknownKey(text.to_owned()))
    }
}

/// One entry at the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keystrokes {
    /// A single key, or a line that begins with `:` and its Enter.
    pub(crate) keys: Vec<Key>,
    /// The entry as it was written.
    pub(crate) text: String,
}

impl FromStr for Keystrokes {
    type Err = UnknownKey;

    /// Parses the name of a key, as in a settings file, or a line that begins with `:`.
    fn from_str(text: &str) -> Result<Self, UnknownKey> {
        let keys = if text.starts_with(':') {
            let enter = Plain(KeyCode::Enter);
            text.chars().map(Key::character).chain([enter]).collect()
        } else {
            vec![text.parse()?]
        };
        Ok(Self { keys, text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_key_is_called_names_it() {
        let named = NAMED_KEYS.iter().map(|(code, _)| Plain(*code));
        let others = [
            Key::character('x'),
            Key::character('N'),
            Key::character('é'),
            Control('r'),
            Plain(KeyCode::F(5)),
            Shift(KeyCode::Left),
        ];
        for key in named.chain(others) {
            assert_eq!(key.to_string().parse(), Ok(key));
            assert_eq!(Key::pressed(key.event()), Some(key));
        }
        assert_eq!("SPACE".parse(), Ok(Key::character(' ')));
        assert_eq!("^U".parse(), Ok(Control('u')));
        for text in ["", "ctrl-", "ctrl-rr", "hjkl", "f13", "f0", "\t", "a-z", "shift-a"] {
            assert!(text.parse::<Key>().is_err(), "{text:?}");
        }
    }
}
