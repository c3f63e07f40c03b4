use std::fmt::Write as _;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What the user can ask of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Left,
    Down,
    Up,
    Right,
    FirstColumn,
    LastColumn,
    PageUp,
    PageDown,
    Place,
    Exclude,
    Anyway,
    Complete,
    Undo,
    Redo,
    Reset,
    /// Takes the decision of this number back, counted from 1.
    Retract(u8),
    HeatMap,
    Informative,
    NextSolution,
    PreviousSolution,
    RandomSolution,
    StillRight,
    Hint,
    Larger,
    Smaller,
    Piece,
    Paint,
    Growth,
    Copy,
    Mouse,
    Command,
    Help,
    Cancel,
    Suspend,
    Interrupt,
    Quit,
}

/// An action with its keys and words: the one table behind keymap, footer, help and README.
pub(super) struct Binding {
    pub action: Action,
    keys: &'static [Key],
    /// The keys as shown in help; lines with the same text are shown as one.
    pub shown: &'static str,
    /// What it does, in a sentence's form.
    pub help: &'static str,
    /// The keys and the word of the footer, where it is one of those most needed.
    pub footer: Option<(&'static str, &'static str)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Plain(KeyCode),
    Control(char),
}
use Key::{Control, Plain};

const fn key(character: char) -> Key {
    Plain(KeyCode::Char(character))
}

const fn step(action: Action, keys: &'static [Key]) -> Binding {
    Binding { action, keys, shown: "arrows, hjkl; mouse", help: "move", footer: None }
}

const fn retract(number: u8, keys: &'static [Key]) -> Binding {
    let shown = "1 to 9, click in the list";
    Binding {
        action: Action::Retract(number),
        keys,
        shown,
        help: "take that decision back",
        footer: None,
    }
}

const fn jump(action: Action, keys: &'static [Key]) -> Binding {
    let shown = "Home, End, PgUp, PgDn";
    Binding { action, keys, shown, help: "move to the edge, by a page", footer: None }
}

pub(super) const BINDINGS: &[Binding] = &[
    Binding {
        footer: Some(("arrows hjkl", "move")),
        ..step(Action::Left, &[Plain(KeyCode::Left), key('h')])
    },
    step(Action::Down, &[Plain(KeyCode::Down), key('j')]),
    step(Action::Up, &[Plain(KeyCode::Up), key('k')]),
    step(Action::Right, &[Plain(KeyCode::Right), key('l')]),
    jump(Action::FirstColumn, &[Plain(KeyCode::Home)]),
    jump(Action::LastColumn, &[Plain(KeyCode::End)]),
    jump(Action::PageUp, &[Plain(KeyCode::PageUp)]),
    jump(Action::PageDown, &[Plain(KeyCode::PageDown)]),
    Binding {
        action: Action::Place,
        keys: &[key(' '), Plain(KeyCode::Enter)],
        shown: "Space, Enter, left click",
        help: "place / take back",
        footer: Some(("space", "place")),
    },
    Binding {
        action: Action::Exclude,
        keys: &[key('x')],
        shown: "x, right click",
        help: "exclude / take back",
        footer: Some(("x", "exclude")),
    },
    Binding {
        action: Action::Anyway,
        keys: &[key('!')],
        shown: "!",
        help: "do it anyway, taking back what stands in the way",
        footer: None,
    },
    Binding {
        action: Action::Complete,
        keys: &[key('a')],
        shown: "a",
        help: "complete",
        footer: Some(("a", "complete")),
    },
    Binding {
        action: Action::Undo,
        keys: &[key('u'), Control('u')],
        shown: "u, Ctrl-R",
        help: "undo, redo",
        footer: Some(("u", "undo")),
    },
    Binding {
        action: Action::Redo,
        keys: &[Control('r')],
        shown: "u, Ctrl-R",
        help: "undo, redo",
        footer: None,
    },
    Binding { action: Action::Reset, keys: &[key('r')], shown: "r", help: "reset", footer: None },
    retract(1, &[key('1')]),
    retract(2, &[key('2')]),
    retract(3, &[key('3')]),
    retract(4, &[key('4')]),
    retract(5, &[key('5')]),
    retract(6, &[key('6')]),
    retract(7, &[key('7')]),
    retract(8, &[key('8')]),
    retract(9, &[key('9')]),
    Binding {
        action: Action::HeatMap,
        keys: &[key('m')],
        shown: "m",
        help: "heat map: off, shaded, numbers",
        footer: None,
    },
    Binding {
        action: Action::Informative,
        keys: &[key('i')],
        shown: "i",
        help: "go to the most informative cell",
        footer: None,
    },
    Binding {
        action: Action::NextSolution,
        keys: &[key('n')],
        shown: "n, N",
        help: "browse remaining solutions; Enter adopts, Esc leaves",
        footer: None,
    },
    Binding {
        action: Action::PreviousSolution,
        keys: &[key('N')],
        shown: "n, N",
        help: "browse remaining solutions; Enter adopts, Esc leaves",
        footer: None,
    },
    Binding {
        action: Action::RandomSolution,
        keys: &[key('s')],
        shown: "s",
        help: "a uniformly random solution, likewise",
        footer: None,
    },
    Binding {
        action: Action::StillRight,
        keys: &[key('c')],
        shown: "c, H",
        help: "still right so far?; a hint with its reason",
        footer: None,
    },
    Binding {
        action: Action::Hint,
        keys: &[key('H')],
        shown: "c, H",
        help: "still right so far?; a hint with its reason",
        footer: None,
    },
    Binding {
        action: Action::Larger,
        keys: &[key('+'), key('=')],
        shown: "+ - p",
        help: "larger, smaller, choose the piece",
        footer: None,
    },
    Binding {
        action: Action::Smaller,
        keys: &[key('-'), key('_')],
        shown: "+ - p",
        help: "larger, smaller, choose the piece",
        footer: None,
    },
    Binding {
        action: Action::Piece,
        keys: &[key('p')],
        shown: "+ - p",
        help: "larger, smaller, choose the piece",
        footer: None,
    },
    Binding {
        action: Action::Paint,
        keys: &[key('P')],
        shown: "P",
        help: "paint regions and holes; its keys are in the last line, Esc leaves",
        footer: None,
    },
    Binding {
        action: Action::Growth,
        keys: &[key('g')],
        shown: "g",
        help: "the diagram's nodes: per row, and click by click",
        footer: None,
    },
    Binding {
        action: Action::Copy,
        keys: &[key('y')],
        shown: "y",
        help: "the position as a command line, copied and shown",
        footer: None,
    },
    Binding {
        action: Action::Mouse,
        keys: &[key('M')],
        shown: "M",
        help: "mouse on / off (Shift-drag selects text meanwhile)",
        footer: None,
    },
    Binding {
        action: Action::Command,
        keys: &[key(':')],
        shown: ":",
        help: "a cell, `w` or `o FILE`, `size`, `piece`, `torus`, `rules`, `region`, `hole`, `assist`, \
               `puzzle`, `search`",
        footer: None,
    },
    Binding {
        action: Action::Help,
        keys: &[key('?')],
        shown: "?, Esc, Ctrl-Z, q",
        help: "help, cancel or close, suspend, quit",
        footer: Some(("?", "help")),
    },
    Binding {
        action: Action::Cancel,
        keys: &[Plain(KeyCode::Esc)],
        shown: "?, Esc, Ctrl-Z, q",
        help: "help, cancel or close, suspend, quit",
        footer: None,
    },
    Binding {
        action: Action::Suspend,
        keys: &[Control('z')],
        shown: "?, Esc, Ctrl-Z, q",
        help: "help, cancel or close, suspend, quit",
        footer: None,
    },
    Binding {
        action: Action::Quit,
        keys: &[key('q')],
        shown: "?, Esc, Ctrl-Z, q",
        help: "help, cancel or close, suspend, quit",
        footer: Some(("q", "quit")),
    },
    Binding {
        action: Action::Interrupt,
        keys: &[Control('c')],
        shown: "Ctrl-C",
        help: "quit with exit code 130",
        footer: None,
    },
];

/// The keys of paint mode and their words, as its footer has them.
pub(super) const PAINTING: [(&str, &str); 8] = [
    ("a-z 0-9", "region"),
    (".", "hole"),
    ("space", "paint"),
    ("bksp", "no hole"),
    ("^U", "undo"),
    ("^R", "redo"),
    ("?", "help"),
    ("Esc", "leave"),
];

/// The keys of a search that is watched and their words, as its footer has them.
pub(super) const WATCHING: [(&str, &str); 8] = [
    ("h l", "step"),
    ("End", "solution"),
    ("p", "play"),
    ("+ -", "speed"),
    ("j k H L", "look"),
    ("Enter", "adopt"),
    ("?", "help"),
    ("Esc", "leave"),
];

/// The action of a key.
pub(super) fn action(event: KeyEvent) -> Option<Action> {
    let key = if event.modifiers.contains(KeyModifiers::CONTROL) {
        match event.code {
            KeyCode::Char(character) => Control(character.to_ascii_lowercase()),
            _ => return None,
        }
    } else {
        // Shift is in the character already; Windows reports it besides.
        Plain(event.code)
    };
    BINDINGS.iter().find(|binding| binding.keys.contains(&key)).map(|binding| binding.action)
}

/// The lines of help: keys and what they do, each pair once.
pub(super) fn help_lines() -> Vec<(&'static str, &'static str)> {
    let mut lines: Vec<_> = BINDINGS.iter().map(|binding| (binding.shown, binding.help)).collect();
    lines.dedup();
    lines
}

/// The table of keys in Markdown, as the README has it.
#[must_use]
pub fn key_table() -> String {
    let mut table = String::from("| key | action |\n| --- | --- |\n");
    for (keys, help) in help_lines() {
        writeln!(table, "| {keys} | {help} |").expect("a string takes every line");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_actions_and_no_action_two_lines() {
        let keys: Vec<Key> =
            BINDINGS.iter().flat_map(|binding| binding.keys.iter().copied()).collect();
        for (place, key) in keys.iter().enumerate() {
            assert!(!keys[place + 1..].contains(key), "key {place} is bound twice");
        }
        for (place, binding) in BINDINGS.iter().enumerate() {
            assert!(BINDINGS[place + 1..].iter().all(|other| other.action != binding.action));
            assert!(!binding.keys.is_empty());
        }
    }

    #[test]
    fn shift_is_not_looked_at_and_control_is() {
        let event = |code, modifiers| action(KeyEvent::new(code, modifiers));
        assert_eq!(event(KeyCode::Char('?'), KeyModifiers::SHIFT), Some(Action::Help));
        assert_eq!(event(KeyCode::Char('r'), KeyModifiers::NONE), Some(Action::Reset));
        assert_eq!(event(KeyCode::Char('r'), KeyModifiers::CONTROL), Some(Action::Redo));
        assert_eq!(event(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Action::Interrupt));
        assert_eq!(event(KeyCode::Left, KeyModifiers::CONTROL), None);
    }

    #[test]
    fn the_readme_has_this_table() {
        let readme = include_str!("../../README.md");
        assert!(readme.contains(&key_table()), "put this into README.md:\n{}", key_table());
    }
}
