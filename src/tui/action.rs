use crossterm::event::KeyCode;

use super::key::Key::{self, Control, Plain};

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
    /// What the configuration file calls it.
    pub name: &'static str,
    /// The keys, unless the configuration has others.
    pub keys: &'static [Key],
    /// These keys as shown in help, and what the mouse does; lines with the same text are shown as one.
    pub shown: &'static str,
    /// What it does, in a sentence's form.
    pub help: &'static str,
    /// These keys and the word of the footer, where it is one of those most needed.
    pub footer: Option<(&'static str, &'static str)>,
}

const fn key(character: char) -> Key {
    Key::of(character)
}

const fn step(action: Action, name: &'static str, keys: &'static [Key]) -> Binding {
    Binding { action, name, keys, shown: "arrows, hjkl; wheel", help: "move", footer: None }
}

const fn retract(number: u8, name: &'static str, keys: &'static [Key]) -> Binding {
    let shown = "1 to 9, click in the list";
    Binding {
        action: Action::Retract(number),
        name,
        keys,
        shown,
        help: "take that decision back",
        footer: None,
    }
}

const fn jump(action: Action, name: &'static str, keys: &'static [Key]) -> Binding {
    let shown = "Home, End, PgUp, PgDn";
    Binding { action, name, keys, shown, help: "move to the edge, by a page", footer: None }
}

pub(super) const BINDINGS: &[Binding] = &[
    Binding {
        footer: Some(("arrows hjkl", "move")),
        ..step(Action::Left, "left", &[Plain(KeyCode::Left), key('h')])
    },
    step(Action::Down, "down", &[Plain(KeyCode::Down), key('j')]),
    step(Action::Up, "up", &[Plain(KeyCode::Up), key('k')]),
    step(Action::Right, "right", &[Plain(KeyCode::Right), key('l')]),
    jump(Action::FirstColumn, "first-column", &[Plain(KeyCode::Home)]),
    jump(Action::LastColumn, "last-column", &[Plain(KeyCode::End)]),
    jump(Action::PageUp, "page-up", &[Plain(KeyCode::PageUp)]),
    jump(Action::PageDown, "page-down", &[Plain(KeyCode::PageDown)]),
    Binding {
        action: Action::Place,
        name: "place",
        keys: &[key(' '), Plain(KeyCode::Enter)],
        shown: "Space, Enter, left click",
        help: "place / take back",
        footer: Some(("space", "place")),
    },
    Binding {
        action: Action::Exclude,
        name: "exclude",
        keys: &[key('x')],
        shown: "x, right click",
        help: "exclude / take back",
        footer: Some(("x", "exclude")),
    },
    Binding {
        action: Action::Anyway,
        name: "anyway",
        keys: &[key('!')],
        shown: "!",
        help: "do it anyway, taking back what stands in the way",
        footer: None,
    },
    Binding {
        action: Action::Complete,
        name: "complete",
        keys: &[key('a')],
        shown: "a",
        help: "complete",
        footer: Some(("a", "complete")),
    },
    Binding {
        action: Action::Undo,
        name: "undo",
        keys: &[key('u'), Control('u')],
        shown: "u, Ctrl-R",
        help: "undo, redo",
        footer: Some(("u", "undo")),
    },
    Binding {
        action: Action::Redo,
        name: "redo",
        keys: &[Control('r')],
        shown: "u, Ctrl-R",
        help: "undo, redo",
        footer: None,
    },
    Binding {
        action: Action::Reset,
        name: "reset",
        keys: &[key('r')],
        shown: "r",
        help: "reset",
        footer: None,
    },
    retract(1, "retract-1", &[key('1')]),
    retract(2, "retract-2", &[key('2')]),
    retract(3, "retract-3", &[key('3')]),
    retract(4, "retract-4", &[key('4')]),
    retract(5, "retract-5", &[key('5')]),
    retract(6, "retract-6", &[key('6')]),
    retract(7, "retract-7", &[key('7')]),
    retract(8, "retract-8", &[key('8')]),
    retract(9, "retract-9", &[key('9')]),
    Binding {
        action: Action::HeatMap,
        name: "heat-map",
        keys: &[key('m')],
        shown: "m",
        help: "heat map: off, shaded, numbers",
        footer: None,
    },
    Binding {
        action: Action::Informative,
        name: "informative",
        keys: &[key('i')],
        shown: "i",
        help: "go to the most informative cell",
        footer: None,
    },
    Binding {
        action: Action::NextSolution,
        name: "next-solution",
        keys: &[key('n')],
        shown: "n, N",
        help: "browse remaining solutions; Enter adopts, Esc leaves",
        footer: None,
    },
    Binding {
        action: Action::PreviousSolution,
        name: "previous-solution",
        keys: &[key('N')],
        shown: "n, N",
        help: "browse remaining solutions; Enter adopts, Esc leaves",
        footer: None,
    },
    Binding {
        action: Action::RandomSolution,
        name: "random-solution",
        keys: &[key('s')],
        shown: "s",
        help: "a random solution (uniformly, if the diagram is small), likewise",
        footer: None,
    },
    Binding {
        action: Action::StillRight,
        name: "still-right",
        keys: &[key('c')],
        shown: "c, H",
        help: "still right so far?; a hint with its reason",
        footer: None,
    },
    Binding {
        action: Action::Hint,
        name: "hint",
        keys: &[key('H')],
        shown: "c, H",
        help: "still right so far?; a hint with its reason",
        footer: None,
    },
    Binding {
        action: Action::Larger,
        name: "larger",
        keys: &[key('+'), key('=')],
        shown: "+ - p",
        help: "larger, smaller, choose the piece",
        footer: None,
    },
    Binding {
        action: Action::Smaller,
        name: "smaller",
        keys: &[key('-'), key('_')],
        shown: "+ - p",
        help: "larger, smaller, choose the piece",
        footer: None,
    },
    Binding {
        action: Action::Piece,
        name: "piece",
        keys: &[key('p')],
        shown: "+ - p",
        help: "larger, smaller, choose the piece",
        footer: None,
    },
    Binding {
        action: Action::Paint,
        name: "paint",
        keys: &[key('P')],
        shown: "P",
        help: "paint regions and holes; its keys are in the last line, Esc leaves",
        footer: None,
    },
    Binding {
        action: Action::Growth,
        name: "diagram",
        keys: &[key('g')],
        shown: "g",
        help: "the diagram's nodes: per row, and click by click",
        footer: None,
    },
    Binding {
        action: Action::Copy,
        name: "copy",
        keys: &[key('y')],
        shown: "y",
        help: "the position as a command line, copied and shown",
        footer: None,
    },
    Binding {
        action: Action::Mouse,
        name: "mouse",
        keys: &[key('M')],
        shown: "M",
        help: "mouse on / off (Shift-drag selects text meanwhile)",
        footer: None,
    },
    Binding {
        action: Action::Command,
        name: "command",
        keys: &[key(':')],
        shown: ":",
        help: "a cell, `w` or `o FILE`, `size`, `piece`, `torus`, `rules`, `region`, `hole`, `assist`, \
               `theme`, `puzzle`, `search`, `export`; Tab completes, Up and Down call lines back",
        footer: None,
    },
    Binding {
        action: Action::Help,
        name: "help",
        keys: &[key('?')],
        shown: "?, Esc, Ctrl-Z, q",
        help: "help, cancel or close, suspend, quit",
        footer: Some(("?", "help")),
    },
    Binding {
        action: Action::Cancel,
        name: "cancel",
        keys: &[Plain(KeyCode::Esc)],
        shown: "?, Esc, Ctrl-Z, q",
        help: "help, cancel or close, suspend, quit",
        footer: None,
    },
    Binding {
        action: Action::Suspend,
        name: "suspend",
        keys: &[Control('z')],
        shown: "?, Esc, Ctrl-Z, q",
        help: "help, cancel or close, suspend, quit",
        footer: None,
    },
    Binding {
        action: Action::Quit,
        name: "quit",
        keys: &[key('q')],
        shown: "?, Esc, Ctrl-Z, q",
        help: "help, cancel or close, suspend, quit",
        footer: Some(("q", "quit")),
    },
    Binding {
        action: Action::Interrupt,
        name: "interrupt",
        keys: &[Control('c')],
        shown: "Ctrl-C",
        help: "quit with exit code 130",
        footer: None,
    },
];

/// The keys of the line after `:` and their words, as its footer has them.
pub(super) const TYPING: [(&str, &str); 4] =
    [("Enter", "do it"), ("Tab", "complete"), ("Up", "earlier"), ("Esc", "close")];

/// Keys of a mode that has keys of its own: behind its footer and its help, as the table above is behind
/// those of the board.
pub(super) struct ModeKeys {
    pub shown: &'static str,
    pub help: &'static str,
    /// The keys and words of the footer.
    pub footer: &'static [(&'static str, &'static str)],
}

/// The keys of paint mode.
pub(super) const PAINTING: &[ModeKeys] = &[
    ModeKeys {
        shown: "a to z, 0 to 9",
        help: "paint this region",
        footer: &[("a-z 0-9", "region")],
    },
    ModeKeys { shown: ".", help: "paint holes", footer: &[(".", "hole")] },
    ModeKeys {
        shown: "Space, Enter, left button",
        help: "paint a cell; held down, all cells that the mouse passes",
        footer: &[("space", "paint")],
    },
    ModeKeys {
        shown: "Backspace, right click",
        help: "take a hole away",
        footer: &[("bksp", "no hole")],
    },
    ModeKeys {
        shown: "Ctrl-U, Ctrl-R",
        help: "undo, redo",
        footer: &[("^U", "undo"), ("^R", "redo")],
    },
    ModeKeys { shown: "arrows, Home, End, wheel", help: "move", footer: &[] },
    ModeKeys { shown: "?, :", help: "help, a command", footer: &[("?", "help")] },
    ModeKeys { shown: "Esc", help: "leave", footer: &[("Esc", "leave")] },
];

/// The keys of a search that is watched.
pub(super) const WATCHING: &[ModeKeys] = &[
    ModeKeys {
        shown: "l, Right, Space; h, Left",
        help: "the next step; the step before",
        footer: &[("h l", "step")],
    },
    ModeKeys {
        shown: "Home, End",
        help: "the beginning; the next solution, or the end",
        footer: &[("End", "solution")],
    },
    ModeKeys { shown: "p, + -", help: "play and stop; faster, slower", footer: &[("p", "play")] },
    ModeKeys { shown: "j k H L, click, `:c4`", help: "look at a cell", footer: &[] },
    ModeKeys { shown: "Enter", help: "adopt the solution shown", footer: &[("Enter", "adopt")] },
    ModeKeys {
        shown: "?, :, M",
        help: "help, a command, mouse on / off",
        footer: &[("?", "help")],
    },
    ModeKeys { shown: "Esc, q", help: "leave, quit", footer: &[("Esc", "leave"), ("q", "quit")] },
];

/// The keys while a solution is looked at, by the actions that they are bound to.
pub(super) const BROWSING: [(Action, &str); 3] = [
    (Action::NextSolution, "next"),
    (Action::PreviousSolution, "previous"),
    (Action::RandomSolution, "random"),
];
