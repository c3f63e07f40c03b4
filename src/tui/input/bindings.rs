//! The one table of keys: which key performs which action in which mode, and the text that
//! describes it.

use crossterm::event::KeyCode;

use crate::input::action::Action::{self, Choosing, Graphing, Growing, Painting, Typing, Watching};
use crate::input::action::{
    GraphAction, GrowAction, PaintAction, TypingAction, WatchAction, WayAction,
};
use crate::input::command;
use crate::input::item::{ActionItem, item};
use crate::input::key::Key::{self, Control, Plain, Shift};
use engine::Aim;

/// Where a key is pressed: a mode of the board, or an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Board,
    /// A remaining solution is shown. Keys that this mode does not bind belong to the board.
    Browse,
    /// A puzzle is being made: nothing can be decided meanwhile.
    Making,
    /// The puzzle that is played is solved. Keys that are not bound here belong to the board.
    Solved,
    Paint,
    Watch,
    /// Nodes of the graph are gone to. Keys that this mode does not bind belong to the board.
    Graph,
    /// Rules are looked at one by one.
    Grow,
    /// One of several ways to take decisions back is chosen.
    Ways,
    /// The overview of keys is open.
    Keys,
    /// A line is typed after `:`.
    Palette,
}

impl Scope {
    pub(crate) const ALL: [Self; 11] = [
        Self::Board,
        Self::Browse,
        Self::Making,
        Self::Solved,
        Self::Paint,
        Self::Watch,
        Self::Graph,
        Self::Grow,
        Self::Ways,
        Self::Keys,
        Self::Palette,
    ];

    /// True if keys that the mode does not bind belong to the board.
    pub(crate) const fn has_board_keys(self) -> bool {
        matches!(self, Self::Browse | Self::Solved | Self::Graph)
    }

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
pub(crate) struct Binding {
    pub action: Action,
    /// The name in the configuration file.
    pub name: &'static str,
    /// Empty where all keys are text: see [`Scope::typed`].
    pub keys: &'static [Key],
}

/// Actions of one mode that one line of help explains.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundLine {
    pub bindings: &'static [Binding],
    /// The keys as help shows them, unless the configuration changes one.
    pub shown: &'static str,
    /// The mouse actions, which help shows after changed keys.
    pub mouse: &'static str,
    help: &'static str,
    /// The entries of the footer, for the most needed actions.
    pub footer: &'static [FooterHint],
    /// What the palette and the overview of keys list.
    pub items: &'static [ActionItem],
}

/// An entry of the footer: actions, their keys if none of them is changed, and a word.
pub(crate) type FooterHint = (&'static [Action], &'static str, &'static str);

impl BoundLine {
    const fn new(bindings: &'static [Binding], shown: &'static str, help: &'static str) -> Self {
        Self { bindings, shown, mouse: "", help, footer: &[], items: &[] }
    }

    const fn mouse(self, mouse: &'static str) -> Self {
        Self { mouse, ..self }
    }

    const fn items(self, items: &'static [ActionItem]) -> Self {
        Self { items, ..self }
    }

    const fn footer(self, footer: &'static [FooterHint]) -> Self {
        Self { footer, ..self }
    }

    /// The description of the actions, with names in backticks. It names every command after `:`.
    pub(crate) fn help(&self) -> String {
        if !matches!(self.bindings, [Binding { action: Action::Command, .. }]) {
            return self.help.to_owned();
        }
        let words: Vec<String> = command::words().map(|word| format!("`{word}`")).collect();
        let typing = "typing filters, Tab completes, Up on the empty line calls lines back";
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

const fn way(number: u8, name: &'static str, keys: &'static [Key]) -> Binding {
    bind(Choosing(WayAction::Number(number)), name, keys)
}

const LEFT: Binding = bind(Action::Left, "left", &[Plain(KeyCode::Left), key('h')]);
const DOWN: Binding = bind(Action::Down, "down", &[Plain(KeyCode::Down), key('j')]);
const UP: Binding = bind(Action::Up, "up", &[Plain(KeyCode::Up), key('k')]);
const RIGHT: Binding = bind(Action::Right, "right", &[Plain(KeyCode::Right), key('l')]);
const FIRST_COLUMN: Binding = bind(Action::FirstColumn, "first-column", &[Plain(KeyCode::Home)]);
const LAST_COLUMN: Binding = bind(Action::LastColumn, "last-column", &[Plain(KeyCode::End)]);
const PAGE_UP: Binding = bind(Action::PageUp, "page-up", &[Plain(KeyCode::PageUp)]);
const PAGE_DOWN: Binding = bind(Action::PageDown, "page-down", &[Plain(KeyCode::PageDown)]);
const FAR_LEFT: Binding = bind(Action::FarLeft, "far-left", &[Shift(KeyCode::Left)]);
const FAR_DOWN: Binding = bind(Action::FarDown, "far-down", &[Shift(KeyCode::Down)]);
const FAR_UP: Binding = bind(Action::FarUp, "far-up", &[Shift(KeyCode::Up)]);
const FAR_RIGHT: Binding = bind(Action::FarRight, "far-right", &[Shift(KeyCode::Right)]);
const UNDO: Binding = bind(Action::Undo, "undo", &[key('u'), Control('u')]);
const REDO: Binding = bind(Action::Redo, "redo", &[Control('r')]);
const NEXT_SOLUTION: Binding = bind(Action::NextSolution, "next-solution", &[key('n')]);
const PREVIOUS_SOLUTION: Binding = bind(Action::PreviousSolution, "previous-solution", &[key('N')]);
const RANDOM_SOLUTION: Binding = bind(Action::RandomSolution, "random-solution", &[key('s')]);
const ADOPT: Binding = bind(Action::Adopt, "adopt", &[Plain(KeyCode::Enter)]);
const MOUSE: Binding = bind(Action::Mouse, "mouse", &[key('M')]);
const COMMAND: Binding = bind(Action::Command, "command", &[key(':'), Control('p')]);
const HELP: Binding = bind(Action::Help, "help", &[key('?')]);
const CANCEL: Binding = bind(Action::Cancel, "cancel", &[Plain(KeyCode::Esc)]);
const SUSPEND: Binding = bind(Action::Suspend, "suspend", &[Control('z')]);
const QUIT: Binding = bind(Action::Quit, "quit", &[key('q')]);
const INTERRUPT: Binding = bind(Action::Interrupt, "interrupt", &[Control('c')]);
const RESET: Binding = bind(Action::Reset, "reset", &[key('r')]);
const NEXT_PUZZLE: Binding = bind(Action::NextPuzzle, "next-puzzle", &[Plain(KeyCode::Enter)]);
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
    bind(Watching(WatchAction::Next), "next-step", &[Plain(KeyCode::Right), key('l')]);
const PREVIOUS_STEP: Binding =
    bind(Watching(WatchAction::Previous), "previous-step", &[Plain(KeyCode::Left), key('h')]);
const FIRST_STEP: Binding =
    bind(Watching(WatchAction::First), "first-step", &[Plain(KeyCode::Home)]);
const LAST_STEP: Binding = bind(Watching(WatchAction::Last), "last-step", &[Plain(KeyCode::End)]);
const NEXT_BRANCH: Binding =
    bind(Watching(WatchAction::NextBranch), "next-branch", &[Plain(KeyCode::PageDown)]);
const PREVIOUS_BRANCH: Binding =
    bind(Watching(WatchAction::PreviousBranch), "previous-branch", &[Plain(KeyCode::PageUp)]);
const NEXT_FAILURE: Binding = bind(Watching(WatchAction::NextFailure), "next-failure", &[key(']')]);
const PREVIOUS_FAILURE: Binding =
    bind(Watching(WatchAction::PreviousFailure), "previous-failure", &[key('[')]);
const SOLUTION_STEP: Binding =
    bind(Watching(WatchAction::NextSolution), "solution-step", &[key('}')]);
const SOLUTION_BEFORE: Binding =
    bind(Watching(WatchAction::PreviousSolution), "solution-before", &[key('{')]);
const FOLD: Binding = bind(Watching(WatchAction::Fold), "fold", &[Plain(KeyCode::Tab)]);
const BESIDE: Binding = bind(Watching(WatchAction::Beside), "beside", &[key('v')]);
const PLAY: Binding = bind(Watching(WatchAction::Play), "play", &[key(' '), key('p')]);
const FASTER: Binding = bind(Watching(WatchAction::Faster), "faster", &[key('+'), key('=')]);
const SLOWER: Binding = bind(Watching(WatchAction::Slower), "slower", &[key('-'), key('_')]);
const LOOK_LEFT: Binding = bind(Watching(WatchAction::LookLeft), "look-left", &[key('H')]);
const LOOK_RIGHT: Binding = bind(Watching(WatchAction::LookRight), "look-right", &[key('L')]);
const NEXT_NODE: Binding = bind(Graphing(GraphAction::Next), "next-node", &[Plain(KeyCode::Tab)]);
const PREVIOUS_NODE: Binding =
    bind(Graphing(GraphAction::Previous), "previous-node", &[Plain(KeyCode::BackTab)]);
const ORDER: Binding = bind(Graphing(GraphAction::Order), "order", &[key('o')]);
const ZEROS: Binding = bind(Graphing(GraphAction::Zeros), "zeros", &[key('0')]);
const NEXT_RULE: Binding = bind(
    Growing(GrowAction::Next),
    "next-rule",
    &[Plain(KeyCode::Right), key(']'), key('l'), key(' ')],
);
const PREVIOUS_RULE: Binding = bind(
    Growing(GrowAction::Previous),
    "previous-rule",
    &[Plain(KeyCode::Left), key('['), key('h')],
);
const FIRST_RULE: Binding = bind(Growing(GrowAction::First), "first-rule", &[Plain(KeyCode::Home)]);
const LAST_RULE: Binding = bind(Growing(GrowAction::Last), "last-rule", &[Plain(KeyCode::End)]);
const FIRST_WAY: Binding = way(1, "way-1", &[key('1')]);
const MARKED_WAY: Binding =
    bind(Choosing(WayAction::Marked), "marked-way", &[Plain(KeyCode::Enter), key(' ')]);
const DIAGRAM: Binding = bind(Action::Diagram, "diagram", &[key('g')]);
const RUN: Binding = bind(Typing(TypingAction::Run), "run", &[Plain(KeyCode::Enter)]);
const ENTRY_UP: Binding = bind(Typing(TypingAction::Up), "entry-up", &[Plain(KeyCode::Up)]);
const ENTRY_DOWN: Binding = bind(Typing(TypingAction::Down), "entry-down", &[Plain(KeyCode::Down)]);
const ENTRY_PAGE_UP: Binding =
    bind(Typing(TypingAction::PageUp), "entry-page-up", &[Plain(KeyCode::PageUp)]);
const ENTRY_PAGE_DOWN: Binding =
    bind(Typing(TypingAction::PageDown), "entry-page-down", &[Plain(KeyCode::PageDown)]);
const COMPLETE_WORD: Binding =
    bind(Typing(TypingAction::Complete), "complete-word", &[Plain(KeyCode::Tab)]);
const EARLIER: Binding = bind(Typing(TypingAction::Earlier), "earlier", &[Control('p')]);
const LATER: Binding = bind(Typing(TypingAction::Later), "later", &[Control('n')]);

/// Bindings that work in every mode.
pub(super) const EVERYWHERE: &[Binding] = &[SUSPEND, INTERRUPT];

/// The lines of a mode, in the order of help and footer.
pub(crate) const fn lines(scope: Scope) -> &'static [BoundLine] {
    match scope {
        Scope::Board => BOARD,
        Scope::Browse => BROWSE,
        Scope::Making => MAKING,
        Scope::Solved => SOLVED,
        Scope::Paint => PAINT,
        Scope::Watch => WATCH,
        Scope::Graph => GRAPH,
        Scope::Grow => GROW,
        Scope::Ways => WAYS,
        Scope::Keys => KEYS,
        Scope::Palette => PALETTE,
    }
}

/// All lines of all modes.
pub(crate) fn all() -> impl Iterator<Item = (Scope, &'static BoundLine)> {
    Scope::ALL.into_iter().flat_map(|scope| lines(scope).iter().map(move |line| (scope, line)))
}

const BOARD: &[BoundLine] = &[
    BoundLine::new(&[LEFT, DOWN, UP, RIGHT], "arrows, hjkl; wheel", "move").mouse("; wheel").footer(&[
        (&[Action::Left, Action::Down, Action::Up, Action::Right], "arrows hjkl", "move"),
    ]),
    BoundLine::new(
        &[FIRST_COLUMN, LAST_COLUMN, PAGE_UP, PAGE_DOWN],
        "Home, End, PgUp, PgDn",
        "move to the edge, by a page",
    ),
    BoundLine::new(&[FAR_LEFT, FAR_DOWN, FAR_UP, FAR_RIGHT], "Shift-arrows", "move by ten"),
    BoundLine::new(&[PLACE], "Space, Enter, left click", "place / take back")
        .mouse(", left click")
        .footer(&[(&[Action::Place], "space", "place")])
        .items(&[item(
            "board",
            &[Action::Place],
            "place or take back",
            "a piece on the cell of the cursor",
        )]),
    BoundLine::new(
        &[EXCLUDE],
        "x, right click or drag",
        "exclude / take back; a drag (also Ctrl and the left button, in play the left one) excludes all \
         cells passed, or clears them if the first one was excluded",
    )
    .mouse(", right click or drag")
    .footer(&[(&[Action::Exclude], "x", "exclude")])
    .items(&[item(
        "board",
        &[Action::Exclude],
        "exclude",
        "nothing stands there, or take that back",
    )]),
    BoundLine::new(
        &[bind(Action::Anyway, "anyway", &[key('!')])],
        "!",
        "do it anyway, taking back what stands in the way; of several smallest ways a list opens, where digits \
         choose and Esc closes",
    )
    .items(&[item(
        "board",
        &[Action::Anyway],
        "do it anyway",
        "take back what makes a cell impossible",
    )]),
    BoundLine::new(
        &[
            bind(Action::Complete, "complete", &[key('a')]),
            bind(Action::Best(Aim::Cheapest), "cheapest", &[key('A')]),
        ],
        "a, A",
        "complete; by the cheapest solution, if there are weights",
    )
    .footer(&[(&[Action::Complete], "a", "complete")])
    .items(&[
        item(
            "ask",
            &[Action::Complete],
            "complete the board",
            "decide it all by a random solution",
        ),
        item(
            "ask",
            &[Action::Best(Aim::Cheapest)],
            "the cheapest",
            "decide it all by what costs least",
        ),
    ]),
    BoundLine::new(&[UNDO, REDO], "u, Ctrl-R", "undo, redo")
        .footer(&[(&[Action::Undo], "u", "undo")])
        .items(&[
            item("board", &[Action::Undo], "undo", "the last step"),
            item("board", &[Action::Redo], "redo", "what was undone"),
        ]),
    BoundLine::new(&[RESET], "r", "reset").items(&[item(
        "board",
        &[Action::Reset],
        "reset",
        "take back every decision",
    )]),
    BoundLine::new(
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
    BoundLine::new(
        &[bind(Action::HeatMap, "heat-map", &[key('m')])],
        "m",
        "heat map: off, shaded, numbers; with weights also costs and weights",
    )
    .footer(&[(&[Action::HeatMap], "m", "heat map")])
    .items(&[item(
        "ask",
        &[Action::HeatMap],
        "heat map",
        "where solutions stand: shade, percent",
    )]),
    BoundLine::new(
        &[bind(Action::Informative, "informative", &[key('i')])],
        "i",
        "go to the most informative cell",
    )
    .footer(&[(&[Action::Informative], "i", "best cell")])
    .items(&[item(
        "ask",
        &[Action::Informative],
        "most informative cell",
        "go where a choice settles most",
    )]),
    BoundLine::new(
        &[NEXT_SOLUTION, PREVIOUS_SOLUTION],
        "n, N",
        "browse remaining solutions; Enter adopts, Esc leaves",
    )
    .footer(&[(&[Action::NextSolution], "n", "solutions")])
    .items(&[item(
        "ask",
        &[Action::NextSolution, Action::PreviousSolution],
        "browse solutions",
        "those that remain, one by one",
    )]),
    BoundLine::new(
        &[RANDOM_SOLUTION],
        "s",
        "a random solution (uniformly, if the diagram is small), likewise",
    )
    .items(&[item("ask", &[Action::RandomSolution], "a random solution", "one to look at")]),
    BoundLine::new(
        &[
            bind(Action::StillRight, "still-right", &[key('c')]),
            bind(Action::Hint, "hint", &[key('H')]),
        ],
        "c, H",
        "still right so far?; a hint, stage by stage: where, why, what; Enter does it",
    )
    .footer(&[(&[Action::Hint], "H", "hint"), (&[Action::StillRight], "c", "right so far?")])
    .items(&[
        item("ask", &[Action::Hint], "hint", "the next step, with its reason"),
        item("ask", &[Action::StillRight], "still right?", "check whether a solution remains"),
    ]),
    BoundLine::new(
        &[bind(Action::NextReason, "next-reason", &[key('t')])],
        "t",
        "all minimal explanations of the cell under the cursor in turn, with the rules they need",
    )
    .items(&[item(
        "see inside",
        &[Action::NextReason],
        "explain again",
        "why impossible: all reasons in turn",
    )]),
    BoundLine::new(&[DIAGRAM], "g", "the diagram: as a silhouette, as a graph, as bars, put away")
        .items(&[item(
            "see inside",
            &[Action::Diagram],
            "diagram",
            "of all solutions: silhouette, graph, bars",
        )]),
    BoundLine::new(
        &[NEXT_NODE],
        "Tab, click on a node",
        "walk the graph; its keys are in the last line, Esc leaves",
    )
    .mouse(", click on a node")
    .footer(&[(&[NEXT_NODE.action], "Tab", "graph")]),
    BoundLine::new(&[bind(Action::Search, "search", &[key('v')])], "v", "watch a search step by step"),
    BoundLine::new(
        &[
            bind(Action::Larger, "larger", &[key('+'), key('=')]),
            bind(Action::Smaller, "smaller", &[key('-'), key('_')]),
            bind(Action::Begin("piece"), "piece", &[key('p')]),
        ],
        "+ - p",
        "larger, smaller, choose the piece",
    ),
    BoundLine::new(&[bind(Action::Begin("rules"), "rules", &[key('R')])], "R", "choose the rules"),
    BoundLine::new(
        &[bind(Action::Paint, "paint", &[key('P')])],
        "P",
        "paint regions and holes; its keys are in the last line, Esc leaves",
    ),
    BoundLine::new(
        &[bind(Action::Begin("play"), "puzzle", &[key('e')])],
        "e",
        "make a puzzle and play it; kind and grade are asked; solved, Enter is the next one",
    ),
    BoundLine::new(
        &[
            bind(Action::Begin("w"), "save", &[key('w')]),
            bind(Action::Begin("o"), "open", &[key('o')]),
        ],
        "w, o",
        "save the board, open one",
    ),
    BoundLine::new(
        &[bind(Action::Copy, "copy", &[key('y')])],
        "y",
        "the position as a command line, copied and shown",
    )
    .items(&[item(
        "file",
        &[Action::Copy],
        "copy as a command",
        "the position, for the shell",
    )]),
    BoundLine::new(&[bind(Action::Begin("theme"), "theme", &[key('T')])], "T", "choose the theme"),
    BoundLine::new(
        &[bind(Action::Zoom, "zoom", &[key('z')])],
        "z",
        "larger squares, of which the board shows a part; as before",
    )
    .items(&[item("look", &[Action::Zoom], "zoom", "larger squares; again: as before")]),
    BoundLine::new(&[MOUSE], "M", "mouse on / off (Shift-drag selects text meanwhile)").items(&[item(
        "look",
        &[Action::Mouse],
        "mouse",
        "on, or off to select text",
    )]),
    BoundLine::new(
        &[COMMAND],
        ":, Ctrl-P",
        "the palette: everything that can be done, a cell, a command",
    )
    .footer(&[(&[Action::Command], ":", "everything")])
    .items(&[item("look", &[Action::Command], "palette", "this list: find by name")]),
    BoundLine::new(
        &[HELP, CANCEL, SUSPEND, QUIT],
        "?, Esc, Ctrl-Z, q",
        "help, cancel or close, suspend, quit",
    )
    .footer(&[(&[Action::Help], "?", "help"), (&[Action::Quit], "q", "quit")])
    .items(&[
        item("look", &[Action::Help], "help", "the keys on one page"),
        item("look", &[Action::Suspend], "suspend", "back to the shell; fg goes on"),
    ]),
    BoundLine::new(&[INTERRUPT], "Ctrl-C", "quit with exit code 130"),
];

const BROWSE: &[BoundLine] = &[
    BoundLine::new(
        &[NEXT_SOLUTION, PREVIOUS_SOLUTION, RANDOM_SOLUTION],
        "n, N, s",
        "the next solution, the one before, a random one",
    )
    .footer(&[
        (&[Action::NextSolution], "n", "next"),
        (&[Action::PreviousSolution], "N", "previous"),
        (&[Action::RandomSolution], "s", "random"),
    ])
    .items(&[
        item("solutions", &[Action::NextSolution], "next solution", ""),
        item("solutions", &[Action::PreviousSolution], "previous solution", ""),
        item("solutions", &[Action::RandomSolution], "a random one", ""),
    ]),
    BoundLine::new(&[ADOPT, CANCEL], "Enter, Esc", "adopt it, leave")
        .footer(&[(&[Action::Adopt], "Enter", "adopt"), (&[Action::Cancel], "Esc", "leave")])
        .items(&[
            item("solutions", &[Action::Adopt], "adopt", "decide the board by it"),
            item("solutions", &[Action::Cancel], "leave", "back to the board"),
        ]),
];

const MAKING: &[BoundLine] = &[
    BoundLine::new(&[CANCEL], "Esc", "cancel: back to the board")
        .footer(&[(&[Action::Cancel], "Esc", "cancel")])
        .items(&[item("puzzle", &[Action::Cancel], "cancel", "back to the board")]),
    BoundLine::new(&[COMMAND], ":, Ctrl-P", "a command").footer(&[(
        &[Action::Command],
        ":",
        "command",
    )]),
    BoundLine::new(&[HELP, MOUSE, QUIT], "?, M, q", "help, mouse on / off, quit")
        .footer(&[(&[Action::Help], "?", "help"), (&[Action::Quit], "q", "quit")]),
];

const SOLVED: &[BoundLine] = &[
    BoundLine::new(&[NEXT_PUZZLE], "Enter", "the next puzzle of this kind")
        .footer(&[(&[Action::NextPuzzle], "Enter", "next puzzle")])
        .items(&[item("puzzle", &[Action::NextPuzzle], "the next puzzle", "of this kind")]),
    BoundLine::new(&[RESET], "r", "this puzzle again")
        .footer(&[(&[Action::Reset], "r", "again")])
        .items(&[item("puzzle", &[Action::Reset], "again", "the same puzzle from its beginning")]),
];

const PAINT: &[BoundLine] = &[
    BoundLine::new(&[REGION], "a to z, 0 to 9", "paint this region").footer(&[(
        &[REGION.action],
        "a-z 0-9",
        "region",
    )]),
    BoundLine::new(&[HOLE], ".", "paint holes")
        .footer(&[(&[HOLE.action], ".", "hole")])
        .items(&[item("paint", &[HOLE.action], "paint holes", "")]),
    BoundLine::new(
        &[PAINT_CELL],
        "Space, Enter, left button",
        "paint a cell; held down, all cells that the mouse passes",
    )
    .mouse(", left button")
    .footer(&[(&[PAINT_CELL.action], "space", "paint")])
    .items(&[item("paint", &[PAINT_CELL.action], "paint the cell", "")]),
    BoundLine::new(&[FILL], "Backspace, right click", "take a hole away")
        .mouse(", right click")
        .footer(&[(&[FILL.action], "bksp", "no hole")])
        .items(&[item("paint", &[FILL.action], "take a hole away", "")]),
    BoundLine::new(&[UNDO, REDO], "Ctrl-U, Ctrl-R", "undo, redo")
        .footer(&[(&[Action::Undo], "^U", "undo"), (&[Action::Redo], "^R", "redo")])
        .items(&[
            item("paint", &[Action::Undo], "undo", ""),
            item("paint", &[Action::Redo], "redo", ""),
        ]),
    BoundLine::new(
        &[LEFT, DOWN, UP, RIGHT, FIRST_COLUMN, LAST_COLUMN, PAGE_UP, PAGE_DOWN],
        "arrows, Home, End, wheel",
        "move",
    )
    .mouse(", wheel"),
    BoundLine::new(&[HELP, COMMAND], "?, :", "help, a command").footer(&[(
        &[Action::Help],
        "?",
        "help",
    )]),
    BoundLine::new(&[CANCEL], "Esc", "leave")
        .footer(&[(&[Action::Cancel], "Esc", "leave")])
        .items(&[item("paint", &[Action::Cancel], "leave", "back to the board")]),
];

/// What can be done beside looking at searches or rules.
const ASIDE: BoundLine =
    BoundLine::new(&[HELP, COMMAND, MOUSE], "?, :, M", "help, a command, mouse on / off")
        .footer(&[(&[Action::Help], "?", "help")]);

const WATCH: &[BoundLine] = &[
    BoundLine::new(
        &[NEXT_STEP, PREVIOUS_STEP],
        "l, Right; h, Left",
        "the next step; the step before",
    )
    .footer(&[
        (&[NEXT_STEP.action], "Right", "next step"),
        (&[PREVIOUS_STEP.action], "Left", "back"),
    ])
    .items(&[
        item("search", &[NEXT_STEP.action], "next step", ""),
        item("search", &[PREVIOUS_STEP.action], "the step before", ""),
    ]),
    BoundLine::new(
        &[PREVIOUS_FAILURE, NEXT_FAILURE, SOLUTION_BEFORE, SOLUTION_STEP],
        "[ ], { }",
        "the failure before, the next one; the solution before, the next one",
    )
    .footer(&[(&[NEXT_FAILURE.action], "]", "failure"), (&[SOLUTION_STEP.action], "}", "solution")])
    .items(&[
        item(
            "search",
            &[PREVIOUS_FAILURE.action, NEXT_FAILURE.action],
            "failure before, after",
            "",
        ),
        item(
            "search",
            &[SOLUTION_BEFORE.action, SOLUTION_STEP.action],
            "solution before, after",
            "",
        ),
    ]),
    BoundLine::new(&[PLAY, FASTER, SLOWER], "Space, p; + -", "play and stop; faster, slower")
        .footer(&[
            (&[PLAY.action], "Space", "play"),
            (&[FASTER.action, SLOWER.action], "+ -", "speed"),
        ])
        .items(&[
            item("search", &[PLAY.action], "play and stop", ""),
            item("search", &[FASTER.action, SLOWER.action], "faster, slower", ""),
        ]),
    BoundLine::new(
        &[BESIDE],
        "v",
        "strong propagation beside this search, in step; then one search again",
    )
    .footer(&[(&[BESIDE.action], "v", "beside")])
    .items(&[item("search", &[BESIDE.action], "another beside it", "in step; or one again")]),
    BoundLine::new(
        &[PREVIOUS_BRANCH, NEXT_BRANCH],
        "PgUp, PgDn, wheel",
        "the branch of the tree before, the next one",
    )
    .mouse(", wheel")
    .items(&[item(
        "search",
        &[PREVIOUS_BRANCH.action, NEXT_BRANCH.action],
        "branch before, after",
        "",
    )]),
    BoundLine::new(&[FIRST_STEP, LAST_STEP], "Home, End", "the beginning, the end").items(&[item(
        "search",
        &[FIRST_STEP.action, LAST_STEP.action],
        "the beginning, the end",
        "",
    )]),
    BoundLine::new(
        &[FOLD],
        "Tab",
        "fold away what is below the node, or draw it again; at the root all branches",
    )
    .footer(&[(&[FOLD.action], "Tab", "fold")])
    .items(&[item("search", &[FOLD.action], "fold the tree here", "")]),
    BoundLine::new(&[DOWN, UP, LOOK_LEFT, LOOK_RIGHT], "j k H L, click, `:c4`", "look at a cell")
        .mouse(", click, `:c4`")
        .items(&[item(
            "search",
            &[DOWN.action, UP.action, LOOK_LEFT.action, LOOK_RIGHT.action],
            "look at a cell",
            "",
        )]),
    BoundLine::new(&[ADOPT], "Enter", "adopt the solution shown")
        .footer(&[(&[Action::Adopt], "Enter", "adopt")])
        .items(&[item("search", &[Action::Adopt], "adopt the solution", "")]),
    ASIDE,
    BoundLine::new(&[CANCEL, QUIT], "Esc, q", "leave, quit")
        .footer(&[(&[Action::Cancel], "Esc", "leave"), (&[Action::Quit], "q", "quit")])
        .items(&[item("search", &[Action::Cancel], "leave", "back to the board")]),
];

const GRAPH: &[BoundLine] = &[
    BoundLine::new(&[NEXT_NODE, PREVIOUS_NODE], "Tab, Shift-Tab", "the next node, the one before")
        .footer(&[(&[NEXT_NODE.action], "Tab", "next node")])
        .items(&[
            item("graph", &[NEXT_NODE.action], "next node", ""),
            item("graph", &[PREVIOUS_NODE.action], "the node before", ""),
        ]),
    BoundLine::new(
        &[UP, DOWN, LEFT, RIGHT, FIRST_COLUMN, LAST_COLUMN, PAGE_UP, PAGE_DOWN],
        "arrows, hjkl, Home, End, PgUp, PgDn, click, wheel",
        "from level to level, from node to node; to the first, to the last",
    )
    .mouse(", click, wheel")
    .footer(&[
        (&[Action::Up, Action::Down], "Up Down", "level"),
        (&[Action::Left, Action::Right], "Left Right", "node"),
    ])
    .items(&[
        item("graph", &[Action::Up, Action::Down], "a level up, down", ""),
        item("graph", &[Action::Left, Action::Right], "a node left, right", ""),
        item("graph", &[Action::FirstColumn, Action::LastColumn], "the root, the last node", ""),
    ]),
    BoundLine::new(
        &[ORDER],
        "o",
        "another order of the cells: row-major, column-major, diagonal, inside-out, sifted",
    )
    .footer(&[(&[ORDER.action], "o", "order")])
    .items(&[item("graph", &[ORDER.action], "another order", "")]),
    BoundLine::new(&[ZEROS], "0", "edges to 0: shown, left out")
        .footer(&[(&[ZEROS.action], "0", "edges to 0")])
        .items(&[item("graph", &[ZEROS.action], "edges to 0", "")]),
    BoundLine::new(&[DIAGRAM], "g", "the diagram as bars")
        .footer(&[(&[Action::Diagram], "g", "bars")])
        .items(&[item("graph", &[Action::Diagram], "as bars", "")]),
    BoundLine::new(&[CANCEL], "Esc", "back to the board")
        .footer(&[(&[Action::Cancel], "Esc", "board")])
        .items(&[item("graph", &[Action::Cancel], "back to the board", "")]),
];

const GROW: &[BoundLine] = &[
    BoundLine::new(
        &[NEXT_RULE, PREVIOUS_RULE],
        "l, Right, ], Space; h, Left, [",
        "the next rule; the rule before",
    )
    .footer(&[
        (&[NEXT_RULE.action], "Right", "next rule"),
        (&[PREVIOUS_RULE.action], "Left", "before"),
    ])
    .items(&[
        item("rules", &[NEXT_RULE.action], "next rule", ""),
        item("rules", &[PREVIOUS_RULE.action], "the rule before", ""),
    ]),
    BoundLine::new(&[FIRST_RULE, LAST_RULE], "Home, End", "the first rule; the last")
        .footer(&[(&[FIRST_RULE.action], "Home", "first"), (&[LAST_RULE.action], "End", "last")])
        .items(&[
            item("rules", &[FIRST_RULE.action], "the first rule", ""),
            item("rules", &[LAST_RULE.action], "the last rule", ""),
        ]),
    BoundLine::new(&[ZEROS], "0", "edges to 0: shown, left out")
        .footer(&[(&[ZEROS.action], "0", "edges to 0")])
        .items(&[item("rules", &[ZEROS.action], "edges to 0", "")]),
    ASIDE,
    BoundLine::new(&[CANCEL, QUIT], "Esc, q", "leave, quit")
        .footer(&[(&[Action::Cancel], "Esc", "leave"), (&[Action::Quit], "q", "quit")])
        .items(&[item("rules", &[Action::Cancel], "leave", "back to the board")]),
];

const WAYS: &[BoundLine] = &[
    BoundLine::new(
        &[
            FIRST_WAY,
            way(2, "way-2", &[key('2')]),
            way(3, "way-3", &[key('3')]),
            way(4, "way-4", &[key('4')]),
            way(5, "way-5", &[key('5')]),
            way(6, "way-6", &[key('6')]),
            way(7, "way-7", &[key('7')]),
            way(8, "way-8", &[key('8')]),
            way(9, "way-9", &[key('9')]),
        ],
        "1 to 9, click",
        "take that way",
    )
    .mouse(", click")
    .footer(&[(&[FIRST_WAY.action], "1-9", "choose")])
    .items(&[item("ways", &[FIRST_WAY.action], "the first way", "and so on, up to 9")]),
    BoundLine::new(
        &[UP, DOWN, FIRST_COLUMN, LAST_COLUMN],
        "Up, Down, k, j, Home, End, wheel",
        "mark another way; the board shows what it takes back",
    )
    .mouse(", wheel")
    .footer(&[(&[Action::Up, Action::Down], "Up Down", "look at it")])
    .items(&[item("ways", &[Action::Up, Action::Down], "look at another way", "on the board")]),
    BoundLine::new(&[MARKED_WAY], "Enter, Space", "take the way that is marked")
        .footer(&[(&[MARKED_WAY.action], "Enter", "take it")])
        .items(&[item("ways", &[MARKED_WAY.action], "take the marked way", "")]),
    BoundLine::new(&[HELP], "?", "help").footer(&[(&[Action::Help], "?", "help")]),
    BoundLine::new(&[CANCEL, QUIT], "Esc, q", "close, quit")
        .footer(&[(&[Action::Cancel], "Esc", "close"), (&[Action::Quit], "q", "quit")])
        .items(&[item("ways", &[Action::Cancel], "close", "nothing changes")]),
];

const KEYS: &[BoundLine] = &[
    BoundLine::new(
        &[PAGE_UP, PAGE_DOWN, FIRST_COLUMN, LAST_COLUMN],
        "PgUp, PgDn, Home, End",
        "scroll by a page, to an end",
    )
    .footer(&[(&[Action::PageUp, Action::PageDown], "PgUp PgDn", "page")]),
    BoundLine::new(&[UP, DOWN], "Up, Down", "scroll by a line").footer(&[(
        &[Action::Up, Action::Down],
        "Up Down",
        "scroll",
    )]),
    BoundLine::new(&[CANCEL, QUIT], "Esc, q", "close, quit").footer(&[(
        &[Action::Cancel],
        "Esc",
        "close",
    )]),
];

const PALETTE: &[BoundLine] = &[
    BoundLine::new(
        &[RUN, COMPLETE_WORD, CANCEL],
        "Enter, Tab, Esc",
        "do it, complete the word, close",
    )
    .footer(&[
        (&[RUN.action], "Enter", "do it"),
        (&[COMPLETE_WORD.action], "Tab", "complete"),
        (&[Action::Cancel], "Esc", "close"),
    ]),
    BoundLine::new(
        &[ENTRY_UP, ENTRY_DOWN, ENTRY_PAGE_UP, ENTRY_PAGE_DOWN],
        "Up, Down, PgUp, PgDn, wheel",
        "choose; Up on the empty line calls earlier lines back",
    )
    .mouse(", wheel")
    .footer(&[(&[ENTRY_UP.action, ENTRY_DOWN.action], "Up Down", "choose")]),
    BoundLine::new(&[EARLIER, LATER], "Ctrl-P, Ctrl-N", "an earlier line, a later one"),
];
