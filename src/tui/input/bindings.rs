//! The one table of keys: which key performs which action in which mode, and the text that
//! describes it.

use crossterm::event::KeyCode;

use crate::tui::input::action::Action::{self, Painting, Typing, Watching};
use crate::tui::input::action::{PaintAction, TypingAction, WatchAction};
use crate::tui::input::command;
use crate::tui::input::key::Key::{self, Control, Plain};

/// Where a key is pressed: a mode of the board, or an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Scope {
    Board,
    /// A remaining solution is shown. Keys that this mode does not bind belong to the board.
    Browse,
    Paint,
    Watch,
    /// The overview of keys is open.
    Keys,
    /// A line is typed after `:`.
    Palette,
}

impl Scope {
    pub(in crate::tui) const ALL: [Self; 6] =
        [Self::Board, Self::Browse, Self::Paint, Self::Watch, Self::Keys, Self::Palette];

    /// The action of a key that is typed as text here, whatever it is bound to elsewhere.
    pub(super) fn typed(self, key: Key) -> Option<Action> {
        match (self, key) {
            (Self::Palette, Plain(KeyCode::Char(_))) => Some(Typing(TypingAction::Insert)),
            (Self::Paint, Plain(KeyCode::Char(letter))) if letter.is_alphanumeric() => {
                Some(Painting(PaintAction::Region))
            }
            _ => None,
        }
    }
}

/// An action and its keys, unless the configuration has others.
#[derive(Debug)]
pub(in crate::tui) struct Binding {
    pub action: Action,
    /// The name in the configuration file.
    pub name: &'static str,
    /// Empty where all keys are text: see [`Scope::typed`].
    pub keys: &'static [Key],
}

/// Actions of one mode that one line of help explains.
#[derive(Clone, Copy, Debug)]
pub(in crate::tui) struct Line {
    pub bindings: &'static [Binding],
    /// The keys as help shows them, unless the configuration changes one.
    pub shown: &'static str,
    /// The mouse actions, which help shows after changed keys.
    pub mouse: &'static str,
    help: &'static str,
    /// The entries of the footer, for the most needed actions.
    pub footer: &'static [Hint],
}

/// An entry of the footer: its actions, their keys unless the configuration changes one, and a
/// word.
pub(in crate::tui) type Hint = (&'static [Action], &'static str, &'static str);

impl Line {
    const fn new(bindings: &'static [Binding], shown: &'static str, help: &'static str) -> Self {
        Self { bindings, shown, mouse: "", help, footer: &[] }
    }

    const fn mouse(self, mouse: &'static str) -> Self {
        Self { mouse, ..self }
    }

    const fn footer(self, footer: &'static [Hint]) -> Self {
        Self { footer, ..self }
    }

    /// The description of the actions, with names in backticks. It names every command after `:`.
    pub(in crate::tui) fn help(&self) -> String {
        if !matches!(self.bindings, [Binding { action: Action::Command, .. }]) {
            return self.help.to_owned();
        }
        let words: Vec<String> = command::words().map(|word| format!("`{word}`")).collect();
        let typing = "Tab completes, Up and Down call lines back";
        format!("{}: {}; {typing}", self.help, words.join(", "))
    }
}

const fn key(character: char) -> Key {
    Key::character(character)
}

const fn bind(action: Action, name: &'static str, keys: &'static [Key]) -> Binding {
    Binding { action, name, keys }
}

const fn retract(number: u8, name: &'static str, keys: &'static [Key]) -> Binding {
    bind(Action::Retract(number), name, keys)
}

const LEFT: Binding = bind(Action::Left, "left", &[Plain(KeyCode::Left), key('h')]);
const DOWN: Binding = bind(Action::Down, "down", &[Plain(KeyCode::Down), key('j')]);
const UP: Binding = bind(Action::Up, "up", &[Plain(KeyCode::Up), key('k')]);
const RIGHT: Binding = bind(Action::Right, "right", &[Plain(KeyCode::Right), key('l')]);
const FIRST_COLUMN: Binding = bind(Action::FirstColumn, "first-column", &[Plain(KeyCode::Home)]);
const LAST_COLUMN: Binding = bind(Action::LastColumn, "last-column", &[Plain(KeyCode::End)]);
const PAGE_UP: Binding = bind(Action::PageUp, "page-up", &[Plain(KeyCode::PageUp)]);
const PAGE_DOWN: Binding = bind(Action::PageDown, "page-down", &[Plain(KeyCode::PageDown)]);
const UNDO: Binding = bind(Action::Undo, "undo", &[key('u'), Control('u')]);
const REDO: Binding = bind(Action::Redo, "redo", &[Control('r')]);
const NEXT_SOLUTION: Binding = bind(Action::NextSolution, "next-solution", &[key('n')]);
const PREVIOUS_SOLUTION: Binding = bind(Action::PreviousSolution, "previous-solution", &[key('N')]);
const RANDOM_SOLUTION: Binding = bind(Action::RandomSolution, "random-solution", &[key('s')]);
const ADOPT: Binding = bind(Action::Adopt, "adopt", &[Plain(KeyCode::Enter)]);
const MOUSE: Binding = bind(Action::Mouse, "mouse", &[key('M')]);
const COMMAND: Binding = bind(Action::Command, "command", &[key(':')]);
const HELP: Binding = bind(Action::Help, "help", &[key('?')]);
const CANCEL: Binding = bind(Action::Cancel, "cancel", &[Plain(KeyCode::Esc)]);
const SUSPEND: Binding = bind(Action::Suspend, "suspend", &[Control('z')]);
const QUIT: Binding = bind(Action::Quit, "quit", &[key('q')]);
const INTERRUPT: Binding = bind(Action::Interrupt, "interrupt", &[Control('c')]);
const PLACE: Binding = bind(Action::Place, "place", &[key(' '), Plain(KeyCode::Enter)]);
const EXCLUDE: Binding = bind(Action::Exclude, "exclude", &[key('x')]);
const REGION: Binding = bind(Painting(PaintAction::Region), "paint-region", &[]);
const HOLE: Binding = bind(Painting(PaintAction::Hole), "paint-hole", &[key('.'), key('#')]);
const PAINT_CELL: Binding =
    bind(Painting(PaintAction::Cell), "paint-cell", &[key(' '), Plain(KeyCode::Enter)]);
const FILL: Binding = bind(
    Painting(PaintAction::Fill),
    "fill-hole",
    &[Plain(KeyCode::Backspace), Plain(KeyCode::Delete)],
);
const NEXT_STEP: Binding =
    bind(Watching(WatchAction::Next), "next-step", &[Plain(KeyCode::Right), key('l'), key(' ')]);
const PREVIOUS_STEP: Binding =
    bind(Watching(WatchAction::Previous), "previous-step", &[Plain(KeyCode::Left), key('h')]);
const FIRST_STEP: Binding =
    bind(Watching(WatchAction::First), "first-step", &[Plain(KeyCode::Home)]);
const SOLUTION_STEP: Binding =
    bind(Watching(WatchAction::NextSolution), "solution-step", &[Plain(KeyCode::End)]);
const PLAY: Binding = bind(Watching(WatchAction::Play), "play", &[key('p')]);
const FASTER: Binding = bind(Watching(WatchAction::Faster), "faster", &[key('+'), key('=')]);
const SLOWER: Binding = bind(Watching(WatchAction::Slower), "slower", &[key('-'), key('_')]);
const LOOK_LEFT: Binding = bind(Watching(WatchAction::LookLeft), "look-left", &[key('H')]);
const LOOK_RIGHT: Binding = bind(Watching(WatchAction::LookRight), "look-right", &[key('L')]);
const RUN: Binding = bind(Typing(TypingAction::Run), "run", &[Plain(KeyCode::Enter)]);
const COMPLETE_WORD: Binding =
    bind(Typing(TypingAction::Complete), "complete-word", &[Plain(KeyCode::Tab)]);
const EARLIER: Binding = bind(Typing(TypingAction::Earlier), "earlier", &[Plain(KeyCode::Up)]);
const LATER: Binding = bind(Typing(TypingAction::Later), "later", &[Plain(KeyCode::Down)]);

/// Bindings that work in every mode.
pub(super) const EVERYWHERE: &[Binding] = &[SUSPEND, INTERRUPT];

/// The lines of a mode, in the order of help and footer.
pub(in crate::tui) const fn lines(scope: Scope) -> &'static [Line] {
    match scope {
        Scope::Board => BOARD,
        Scope::Browse => BROWSE,
        Scope::Paint => PAINT,
        Scope::Watch => WATCH,
        Scope::Keys => KEYS,
        Scope::Palette => PALETTE,
    }
}

/// All lines of all modes.
pub(in crate::tui) fn all() -> impl Iterator<Item = (Scope, &'static Line)> {
    Scope::ALL.into_iter().flat_map(|scope| lines(scope).iter().map(move |line| (scope, line)))
}

const BOARD: &[Line] = &[
    Line::new(&[LEFT, DOWN, UP, RIGHT], "arrows, hjkl; wheel", "move").mouse("; wheel").footer(&[
        (&[Action::Left, Action::Down, Action::Up, Action::Right], "arrows hjkl", "move"),
    ]),
    Line::new(
        &[FIRST_COLUMN, LAST_COLUMN, PAGE_UP, PAGE_DOWN],
        "Home, End, PgUp, PgDn",
        "move to the edge, by a page",
    ),
    Line::new(&[PLACE], "Space, Enter, left click", "place / take back")
        .mouse(", left click")
        .footer(&[(&[Action::Place], "space", "place")]),
    Line::new(&[EXCLUDE], "x, right click", "exclude / take back")
        .mouse(", right click")
        .footer(&[(&[Action::Exclude], "x", "exclude")]),
    Line::new(
        &[bind(Action::Anyway, "anyway", &[key('!')])],
        "!",
        "do it anyway, taking back what stands in the way",
    ),
    Line::new(&[bind(Action::Complete, "complete", &[key('a')])], "a", "complete").footer(&[(
        &[Action::Complete],
        "a",
        "complete",
    )]),
    Line::new(&[UNDO, REDO], "u, Ctrl-R", "undo, redo").footer(&[(&[Action::Undo], "u", "undo")]),
    Line::new(&[bind(Action::Reset, "reset", &[key('r')])], "r", "reset"),
    Line::new(
        &[
            retract(1, "retract-1", &[key('1')]),
            retract(2, "retract-2", &[key('2')]),
            retract(3, "retract-3", &[key('3')]),
            retract(4, "retract-4", &[key('4')]),
            retract(5, "retract-5", &[key('5')]),
            retract(6, "retract-6", &[key('6')]),
            retract(7, "retract-7", &[key('7')]),
            retract(8, "retract-8", &[key('8')]),
            retract(9, "retract-9", &[key('9')]),
        ],
        "1 to 9, click in the list",
        "take that decision back",
    )
    .mouse(", click in the list"),
    Line::new(
        &[bind(Action::HeatMap, "heat-map", &[key('m')])],
        "m",
        "heat map: off, shaded, numbers",
    )
    .footer(&[(&[Action::HeatMap], "m", "heat map")]),
    Line::new(
        &[bind(Action::Informative, "informative", &[key('i')])],
        "i",
        "go to the most informative cell",
    )
    .footer(&[(&[Action::Informative], "i", "best cell")]),
    Line::new(
        &[NEXT_SOLUTION, PREVIOUS_SOLUTION],
        "n, N",
        "browse remaining solutions; Enter adopts, Esc leaves",
    )
    .footer(&[(&[Action::NextSolution], "n", "solutions")]),
    Line::new(
        &[RANDOM_SOLUTION],
        "s",
        "a random solution (uniformly, if the diagram is small), likewise",
    ),
    Line::new(
        &[
            bind(Action::StillRight, "still-right", &[key('c')]),
            bind(Action::Hint, "hint", &[key('H')]),
        ],
        "c, H",
        "still right so far?; a hint with its reason",
    )
    .footer(&[(&[Action::StillRight], "c", "right so far?"), (&[Action::Hint], "H", "hint")]),
    Line::new(
        &[
            bind(Action::Larger, "larger", &[key('+'), key('=')]),
            bind(Action::Smaller, "smaller", &[key('-'), key('_')]),
            bind(Action::Piece, "piece", &[key('p')]),
        ],
        "+ - p",
        "larger, smaller, choose the piece",
    ),
    Line::new(
        &[bind(Action::Paint, "paint", &[key('P')])],
        "P",
        "paint regions and holes; its keys are in the last line, Esc leaves",
    ),
    Line::new(
        &[bind(Action::Growth, "diagram", &[key('g')])],
        "g",
        "the diagram: as a silhouette, as bars, put away",
    ),
    Line::new(
        &[bind(Action::Copy, "copy", &[key('y')])],
        "y",
        "the position as a command line, copied and shown",
    ),
    Line::new(&[MOUSE], "M", "mouse on / off (Shift-drag selects text meanwhile)"),
    Line::new(&[COMMAND], ":", "a cell or a command").footer(&[(
        &[Action::Command],
        ":",
        "everything",
    )]),
    Line::new(
        &[HELP, CANCEL, SUSPEND, QUIT],
        "?, Esc, Ctrl-Z, q",
        "help, cancel or close, suspend, quit",
    )
    .footer(&[(&[Action::Help], "?", "help"), (&[Action::Quit], "q", "quit")]),
    Line::new(&[INTERRUPT], "Ctrl-C", "quit with exit code 130"),
];

const BROWSE: &[Line] = &[
    Line::new(
        &[NEXT_SOLUTION, PREVIOUS_SOLUTION, RANDOM_SOLUTION],
        "n, N, s",
        "the next solution, the one before, a random one",
    )
    .footer(&[
        (&[Action::NextSolution], "n", "next"),
        (&[Action::PreviousSolution], "N", "previous"),
        (&[Action::RandomSolution], "s", "random"),
    ]),
    Line::new(&[ADOPT, CANCEL], "Enter, Esc", "adopt it, leave")
        .footer(&[(&[Action::Adopt], "Enter", "adopt"), (&[Action::Cancel], "Esc", "leave")]),
];

const PAINT: &[Line] = &[
    Line::new(&[REGION], "a to z, 0 to 9", "paint this region").footer(&[(
        &[REGION.action],
        "a-z 0-9",
        "region",
    )]),
    Line::new(&[HOLE], ".", "paint holes").footer(&[(&[HOLE.action], ".", "hole")]),
    Line::new(
        &[PAINT_CELL],
        "Space, Enter, left button",
        "paint a cell; held down, all cells that the mouse passes",
    )
    .mouse(", left button")
    .footer(&[(&[PAINT_CELL.action], "space", "paint")]),
    Line::new(&[FILL], "Backspace, right click", "take a hole away")
        .mouse(", right click")
        .footer(&[(&[FILL.action], "bksp", "no hole")]),
    Line::new(&[UNDO, REDO], "Ctrl-U, Ctrl-R", "undo, redo")
        .footer(&[(&[Action::Undo], "^U", "undo"), (&[Action::Redo], "^R", "redo")]),
    Line::new(
        &[LEFT, DOWN, UP, RIGHT, FIRST_COLUMN, LAST_COLUMN, PAGE_UP, PAGE_DOWN],
        "arrows, Home, End, wheel",
        "move",
    )
    .mouse(", wheel"),
    Line::new(&[HELP, COMMAND], "?, :", "help, a command").footer(&[(
        &[Action::Help],
        "?",
        "help",
    )]),
    Line::new(&[CANCEL], "Esc", "leave").footer(&[(&[Action::Cancel], "Esc", "leave")]),
];

const WATCH: &[Line] =
    &[
        Line::new(
            &[NEXT_STEP, PREVIOUS_STEP],
            "l, Right, Space; h, Left",
            "the next step; the step before",
        )
        .footer(&[
            (&[NEXT_STEP.action], "Right", "next step"),
            (&[PREVIOUS_STEP.action], "Left", "back"),
        ]),
        Line::new(
            &[FIRST_STEP, SOLUTION_STEP],
            "Home, End",
            "the beginning; the next solution, or the end",
        )
        .footer(&[(&[SOLUTION_STEP.action], "End", "solution")]),
        Line::new(&[PLAY, FASTER, SLOWER], "p, + -", "play and stop; faster, slower").footer(&[(
            &[PLAY.action],
            "p",
            "play",
        )]),
        Line::new(
            &[DOWN, UP, LOOK_LEFT, LOOK_RIGHT, PAGE_UP, PAGE_DOWN],
            "j k H L, click, `:c4`",
            "look at a cell",
        )
        .mouse(", click, `:c4`"),
        Line::new(&[ADOPT], "Enter", "adopt the solution shown").footer(&[(
            &[Action::Adopt],
            "Enter",
            "adopt",
        )]),
        Line::new(&[HELP, COMMAND, MOUSE], "?, :, M", "help, a command, mouse on / off")
            .footer(&[(&[Action::Help], "?", "help")]),
        Line::new(&[CANCEL, QUIT], "Esc, q", "leave, quit")
            .footer(&[(&[Action::Cancel], "Esc", "leave"), (&[Action::Quit], "q", "quit")]),
    ];

const KEYS: &[Line] = &[
    Line::new(
        &[PAGE_UP, PAGE_DOWN, FIRST_COLUMN, LAST_COLUMN],
        "PgUp, PgDn, Home, End",
        "scroll by a page, to an end",
    )
    .footer(&[(&[Action::PageUp, Action::PageDown], "PgUp PgDn", "page")]),
    Line::new(&[UP, DOWN], "Up, Down", "scroll by a line").footer(&[(
        &[Action::Up, Action::Down],
        "Up Down",
        "scroll",
    )]),
    Line::new(&[CANCEL, QUIT], "Esc, q", "close, quit").footer(&[(
        &[Action::Cancel],
        "Esc",
        "close",
    )]),
];

const PALETTE: &[Line] = &[Line::new(
    &[RUN, COMPLETE_WORD, EARLIER, LATER, CANCEL],
    "Enter, Tab, Up, Down, Esc",
    "do it, complete the word, an earlier line, a later one, close",
)
.footer(&[
    (&[RUN.action], "Enter", "do it"),
    (&[COMPLETE_WORD.action], "Tab", "complete"),
    (&[EARLIER.action], "Up", "earlier"),
    (&[Action::Cancel], "Esc", "close"),
])];
