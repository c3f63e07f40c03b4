//! Short names of keys.

use crossterm::event::KeyCode;

use crate::input::Key;
use crate::look::Glyphs;

const ARROWS: [(KeyCode, &str); 4] =
    [(KeyCode::Left, "←"), (KeyCode::Right, "→"), (KeyCode::Up, "↑"), (KeyCode::Down, "↓")];

/// The short name of a key: `^R` for Ctrl-R, `space`, or an arrow if the terminal can show it.
pub(crate) fn keycap(key: Key, glyphs: Glyphs) -> String {
    let arrow = ARROWS.into_iter().find(|&(code, _)| key == Key::Plain(code));
    match (arrow, key) {
        (Some((_, arrow)), _) if glyphs == Glyphs::Unicode => arrow.to_owned(),
        // A function key in lower case, such as `f4`, looks like the name of a cell.
        (_, Key::Plain(KeyCode::F(_))) => key.to_string(),
        _ => key.short(),
    }
}

/// The key with this short name, if there is one.
pub(crate) fn named(cap: &str) -> Option<Key> {
    let arrow = ARROWS.into_iter().find(|&(_, arrow)| arrow == cap);
    arrow.map(|(code, _)| Key::Plain(code)).or_else(|| cap.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_name_names_its_key() {
        for (key, cap) in [
            (Key::Plain(KeyCode::Right), "→"),
            (Key::character(' '), "space"),
            (Key::Control('r'), "^R"),
            (Key::character('N'), "N"),
            (Key::Plain(KeyCode::F(4)), "F4"),
        ] {
            assert_eq!(keycap(key, Glyphs::Unicode), cap);
            assert_eq!(named(cap), Some(key));
        }
        assert_eq!(keycap(Key::Plain(KeyCode::Right), Glyphs::Ascii), "right");
    }
}
