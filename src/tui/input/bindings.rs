//! The table of keys: the action of each key in each mode, and the texts that describe it.
//!
//! [`ACTIONS`] lists the name and the keys of each action. `keys.txt` in this folder lists the actions of each mode,
//! and their names in help, footer and palette.

use std::sync::LazyLock;

use crossterm::event::KeyCode;
use strum::{EnumIter, EnumString};

use crate::input::action::Action::{
    self, Adopt, Anyway, Begin, Best, Cancel, Choosing, Complete, Copy, Diagram, Exclude, Graphing,
    HeatMap, Help, Hint, Informative, Interrupt, Larger, Mouse, Moving, NextPuzzle, NextReason,
    NextSolution, Paint, Painting, Pause, Place, PreviousSolution, Proving, Quit, RandomSolution,
    Redo, Reset, Retract, Search, Smaller, Stepping, StillRight, Suspend, Typing, Undo, Watching,
    Zoom,
};
use crate::input::action::Motion::{
    Down, FarDown, FarLeft, FarRight, FarUp, FirstColumn, LastColumn, Left, PageDown, PageUp,
    Right, Up,
};
use crate::input::action::{
    GraphAction as Graph, PaintAction as Brush, ProofAction as Proof, RestorationAction as Way,
    SeriesAction as Series, TypingAction as Line, WatchAction as Watch,
};
use crate::input::key::Key;
use engine::Objective::Cheapest;

/// The context of a key press: a mode of the board, or an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Scope {
    Board,
    /// A remaining solution is shown. The board's keys work as well.
    Browse,
    /// A puzzle is played. The board's keys work as well.
    Play,
    /// A puzzle is paused.
    Paused,
    /// A puzzle is being made, and decisions are impossible.
    Making,
    /// The played puzzle is solved. The board's keys work as well.
    Solved,
    Paint,
    /// The user sets weights.
    Weigh,
    Watch,
    /// A node of the graph is marked. The board's keys work as well.
    Graph,
    /// A diagram is shown in slow motion: rule by rule, or node by node.
    Series,
    /// The user chooses one of several sets of decisions to take back.
    Ways,
    /// The user chooses a change of the regions by one cell.
    Repair,
    /// The user marks the reasons of a claim.
    Prove,
    /// The overview of keys, a page of the manual, or the results of puzzles.
    Keys,
    /// The palette with the input line after `:`.
    Palette,
}

impl Scope {
    /// True if keys without a binding in this mode act on the board.
    pub(crate) const fn has_board_keys(self) -> bool {
        matches!(self, Self::Browse | Self::Play | Self::Solved | Self::Graph)
    }

    /// The action of a key that is typed as text in this mode, regardless of its bindings; `None` for other keys.
    pub(super) fn typed(self, key: Key) -> Option<Action> {
        match (self, key) {
            (Self::Palette, Key::Plain(KeyCode::Char(_))) => Some(Typing(Line::Insert)),
            (Self::Paint, Key::Plain(KeyCode::Char(letter))) if letter.is_alphanumeric() => {
                Some(Painting(Brush::Region))
            }
            (Self::Weigh, Key::Plain(KeyCode::Char(digit))) if digit.is_ascii_digit() => {
                Some(Painting(Brush::Digit))
            }
            _ => None,
        }
    }

    /// Returns the table of the mode.
    pub(crate) fn keys(self) -> &'static ModeKeys {
        let keys = MODES.iter().find(|(scope, _)| *scope == self);
        keys.map(|(_, keys)| keys).expect("the table has all modes")
    }
}

/// An action and its default keys.
#[derive(Debug)]
pub(crate) struct Binding {
    pub action: Action,
    /// Name in the configuration file.
    pub name: String,
    /// Default keys. Empty if all keys are typed as text: see [`Scope::typed`].
    pub keys: Vec<Key>,
}

/// The actions of a mode, in the order of help, footer and palette.
#[derive(Default)]
pub(crate) struct ModeKeys {
    /// Lines of help with the actions of the mode.
    pub lines: Vec<ModeHelpLine>,
    pub footer: Vec<FooterHint>,
    /// Entries of the palette and of the overview of keys.
    pub items: Vec<ActionItem>,
}

/// A line of help about some actions of a mode.
#[derive(Clone, Debug)]
pub(crate) struct ModeHelpLine {
    pub actions: Vec<Action>,
    /// The keys as shown in help, unless the configuration changes one of the keys.
    pub keys_text: String,
    /// The mouse gesture with the same effect, which help shows after changed keys; or empty.
    pub mouse: &'static str,
    /// Description, with names in backticks.
    pub help: &'static str,
}

/// An entry of the footer.
#[derive(Clone, Debug)]
pub(crate) struct FooterHint {
    pub actions: Vec<Action>,
    pub word: &'static str,
    /// Text shown in place of the default keys; `None` shows the keys.
    pub keys_text: Option<&'static str>,
}

/// An entry of the palette and of the overview of keys.
#[derive(Clone, Debug)]
pub(crate) struct ActionItem {
    /// Heading above the entry.
    pub group: &'static str,
    /// The first action is performed when the entry is chosen; the keys of all actions are shown.
    pub actions: Vec<Action>,
    /// Name of the entry.
    pub name: &'static str,
    /// Description in one line.
    pub help: &'static str,
}

/// The groups of the board, in the order of display.
pub(crate) const GROUPS: [&str; 8] =
    ["board", "ask", "see inside", LEARN, "puzzle", "change", "file", "look"];

/// The group of the teaching views, which are commands without keys.
pub(crate) const LEARN: &str = "learn";

/// Actions that work in every mode.
pub(super) const GLOBAL_ACTIONS: [Action; 2] = [Suspend, Interrupt];

/// The default keys of all actions.
pub(super) static BINDINGS: LazyLock<Vec<Binding>> = LazyLock::new(|| {
    let bind = |(action, name, keys): (Action, String, String)| Binding {
        action,
        name,
        keys: keys.split_whitespace().map(|key| key.parse().expect("the name of a key")).collect(),
    };
    let named =
        ACTIONS.iter().map(|&(action, name, keys)| (action, name.to_owned(), keys.to_owned()));
    let numbered = (1..=9).flat_map(|number| {
        let key = number.to_string();
        let way = (Choosing(Way::Number(number)), format!("way-{number}"), key.clone());
        [(Retract(number), format!("retract-{number}"), key), way]
    });
    named.chain(numbered).map(bind).collect()
});

/// The binding of an action; `None` for actions without keys.
pub(super) fn binding(action: Action) -> Option<&'static Binding> {
    BINDINGS.iter().find(|binding| binding.action == action)
}

/// The actions with these names, separated by blanks.
pub(super) fn actions(names: &str) -> Vec<Action> {
    let action = |name| BINDINGS.iter().find(|binding| binding.name == name).map(|it| it.action);
    names.split_whitespace().map(|name| action(name).expect("the name of an action")).collect()
}

/// Splits a line of a table into columns; missing columns are empty.
pub(super) fn columns<const N: usize>(line: &'static str) -> [&'static str; N] {
    let mut columns = line.split('|').map(str::trim);
    [(); N].map(|()| columns.next().unwrap_or_default())
}

static MODES: LazyLock<Vec<(Scope, ModeKeys)>> = LazyLock::new(|| {
    let mut modes: Vec<(Scope, ModeKeys)> = Vec::new();
    let mut usual_group = "";
    for line in include_str!("keys.txt").lines() {
        if let Some((name, group)) = line.strip_prefix('[').and_then(|line| line.split_once(']'))
            && !line.contains('|')
        {
            modes.push((name.parse().expect("the name of a mode"), ModeKeys::default()));
            usual_group = group.trim();
        } else if let Some((_, mode)) = modes.last_mut() {
            mode.add(line, usual_group);
        }
    }
    modes
});

impl ModeKeys {
    /// Adds a line of `keys.txt`.
    fn add(&mut self, line: &'static str, usual_group: &'static str) {
        if let Some(line) = line.strip_prefix("  ") {
            let [names, footer, item, help] = columns(line);
            let actions = actions(names);
            let own = &mut self.lines.last_mut().expect("a line of help").actions;
            let is_new = |action: &&Action| !own.contains(action);
            own.extend(actions.iter().filter(is_new).copied().collect::<Vec<_>>());
            if !footer.is_empty() {
                let (word, shown) = footer.split_once(" = ").unzip();
                let (actions, word) = (actions.clone(), word.unwrap_or(footer));
                self.footer.push(FooterHint { actions, word, keys_text: shown });
            }
            if !item.is_empty() {
                let (group, name) = item.split_once(": ").unwrap_or((usual_group, item));
                self.items.push(ActionItem { group, actions, name, help });
            }
        } else if !line.is_empty() {
            let [keys, help] = columns(line);
            let mouse = keys.split_once('~').map_or("", |(_, mouse)| mouse);
            let shown = keys.replace('~', "");
            self.lines.push(ModeHelpLine { actions: Vec::new(), keys_text: shown, mouse, help });
        }
    }
}

/// All actions without numbers that have keys: action, name, and default keys.
const ACTIONS: &[(Action, &str, &str)] = &[
    (Moving(Left), "left", "Left h"),
    (Moving(Down), "down", "Down j"),
    (Moving(Up), "up", "Up k"),
    (Moving(Right), "right", "Right l"),
    (Moving(FirstColumn), "first-column", "Home"),
    (Moving(LastColumn), "last-column", "End"),
    (Moving(PageUp), "page-up", "PgUp"),
    (Moving(PageDown), "page-down", "PgDn"),
    (Moving(FarLeft), "far-left", "Shift-Left"),
    (Moving(FarDown), "far-down", "Shift-Down"),
    (Moving(FarUp), "far-up", "Shift-Up"),
    (Moving(FarRight), "far-right", "Shift-Right"),
    (Place, "place", "Space Enter"),
    (Exclude, "exclude", "x"),
    (Anyway, "anyway", "!"),
    (Complete, "complete", "a"),
    (Best(Cheapest), "cheapest", "A"),
    (Undo, "undo", "u Ctrl-U"),
    (Redo, "redo", "Ctrl-R"),
    (Reset, "reset", "r"),
    (HeatMap, "heat-map", "m"),
    (Informative, "informative", "i"),
    (NextSolution, "next-solution", "n"),
    (PreviousSolution, "previous-solution", "N"),
    (RandomSolution, "random-solution", "s"),
    (Adopt, "adopt", "Enter"),
    (StillRight, "still-right", "c"),
    (Hint, "hint", "H"),
    (NextReason, "next-reason", "t"),
    (Diagram, "diagram", "g"),
    (Search, "search", "v"),
    (Larger, "larger", "+ ="),
    (Smaller, "smaller", "- _"),
    (Begin("piece"), "piece", "p"),
    (Begin("rules"), "rules", "R"),
    (Paint, "paint", "P"),
    (Begin("play"), "puzzle", "e"),
    (NextPuzzle, "next-puzzle", "Enter"),
    (Pause, "pause", "p"),
    (Begin("w"), "save", "w"),
    (Begin("o"), "open", "o"),
    (Copy, "copy", "y"),
    (Begin("theme"), "theme", "T"),
    (Zoom, "zoom", "z"),
    (Mouse, "mouse", "M"),
    (Action::Command, "command", ": Ctrl-P"),
    (Help, "help", "?"),
    (Cancel, "cancel", "Esc"),
    (Suspend, "suspend", "Ctrl-Z"),
    (Quit, "quit", "q"),
    (Interrupt, "interrupt", "Ctrl-C"),
    (Painting(Brush::Region), "paint-region", ""),
    (Painting(Brush::Hole), "paint-hole", ". #"),
    (Painting(Brush::Cell), "paint-cell", "Space Enter"),
    (Painting(Brush::Fill), "fill-hole", "Backspace Delete"),
    (Painting(Brush::Differ), "differ", "="),
    (Painting(Brush::Repairs), "repairs", "Tab"),
    (Painting(Brush::Repaint), "repaint", "Enter Space"),
    (Painting(Brush::Weigh), "weigh", "W"),
    (Painting(Brush::Digit), "weigh-digit", ""),
    (Painting(Brush::Sign), "weigh-sign", "-"),
    (Painting(Brush::Erase), "weigh-erase", "Backspace Delete"),
    (Watching(Watch::Next), "next-step", "Right l"),
    (Watching(Watch::Previous), "previous-step", "Left h"),
    (Watching(Watch::First), "first-step", "Home"),
    (Watching(Watch::Last), "last-step", "End"),
    (Watching(Watch::NextBranch), "next-branch", "PgDn"),
    (Watching(Watch::PreviousBranch), "previous-branch", "PgUp"),
    (Watching(Watch::NextFailure), "next-failure", "]"),
    (Watching(Watch::PreviousFailure), "previous-failure", "["),
    (Watching(Watch::NextSolution), "solution-step", "}"),
    (Watching(Watch::PreviousSolution), "solution-before", "{"),
    (Watching(Watch::NextWasted), "next-wasted", "w"),
    (Watching(Watch::Divergence), "divergence", "d"),
    (Watching(Watch::DeepestFailure), "deepest-failure", "D"),
    (Watching(Watch::Causes), "causes", "c"),
    (Watching(Watch::Graph), "search-graph", "g"),
    (Watching(Watch::Fold), "fold", "Tab"),
    (Watching(Watch::Beside), "beside", "v"),
    (Watching(Watch::Settings), "search-settings", "o"),
    (Watching(Watch::Play), "play", "Space p"),
    (Watching(Watch::Faster), "faster", "+ ="),
    (Watching(Watch::Slower), "slower", "- _"),
    (Watching(Watch::LookLeft), "look-left", "H"),
    (Watching(Watch::LookRight), "look-right", "L"),
    (Graphing(Graph::Next), "next-node", "Tab"),
    (Graphing(Graph::Previous), "previous-node", "Shift-Tab"),
    (Graphing(Graph::Order), "order", "o"),
    (Graphing(Graph::Kind), "diagram-kind", "d"),
    (Graphing(Graph::RaiseLevel), "level-up", "["),
    (Graphing(Graph::LowerLevel), "level-down", "]"),
    (Graphing(Graph::ZoomIn), "zoom-in", "+ ="),
    (Graphing(Graph::ZoomOut), "zoom-out", "- _"),
    (Graphing(Graph::Zeros), "zeros", "0"),
    (Graphing(Graph::Cut), "only-remaining", "f"),
    (Stepping(Series::Next), "next-rule", "Right ] l Space"),
    (Stepping(Series::Previous), "previous-rule", "Left [ h"),
    (Stepping(Series::First), "first-rule", "Home"),
    (Stepping(Series::Last), "last-rule", "End"),
    (Proving(Proof::Decision), "name-decision", "Space Enter"),
    (Proving(Proof::Row), "name-row", "r"),
    (Proving(Proof::Column), "name-column", "c"),
    (Proving(Proof::Region), "name-region", "g"),
    (Proving(Proof::Flip), "flip-claim", "f"),
    (Choosing(Way::Marked), "marked-way", "Enter Space"),
    (Typing(Line::Run), "run", "Enter"),
    (Typing(Line::Up), "entry-up", "Up"),
    (Typing(Line::Down), "entry-down", "Down"),
    (Typing(Line::PageUp), "entry-page-up", "PgUp"),
    (Typing(Line::PageDown), "entry-page-down", "PgDn"),
    (Typing(Line::Complete), "complete-word", "Tab"),
    (Typing(Line::Earlier), "earlier", "Ctrl-P"),
    (Typing(Line::Later), "later", "Ctrl-N"),
];
