//! The table of keys: the action of each key in each mode, and the texts that describe it.
//!
//! `keys.txt` in this folder lists the actions of each mode, their names in help, footer and palette, and the default
//! keys.

use std::sync::LazyLock;

use crossterm::event::KeyCode;
use rustc_hash::FxHashMap;
use strum::{EnumIter, EnumString};

use crate::input::key::Key;
use app::action::{Action, ActionItem, actions, columns};

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
    /// A hint is shown on the board. What it does not bind is looked up in the mode.
    Hint,
    /// The user chooses one of several sets of decisions to take back.
    Ways,
    /// The user chooses a change of the regions by one cell.
    Repair,
    /// The user marks the reasons of a claim.
    Prove,
    /// The board and another problem are compared.
    Compare,
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
    pub(crate) fn typed(self, key: Key) -> Option<Action> {
        match (self, key) {
            (Self::Palette, Key::Plain(KeyCode::Char(_))) => Some(Action::INSERT),
            (Self::Paint, Key::Plain(KeyCode::Char(letter))) if letter.is_alphanumeric() => {
                Some(Action::PAINT_REGION)
            }
            (Self::Weigh, Key::Plain(KeyCode::Char(digit))) if digit.is_ascii_digit() => {
                Some(Action::WEIGH_DIGIT)
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
    /// Default keys. Empty if all keys are typed as text: see [`Scope::typed`].
    pub keys: Vec<Key>,
}

/// The actions of a mode, in the order of help, footer and palette.
#[derive(Default)]
pub(crate) struct ModeKeys {
    /// The name of the mode; empty for pages and the palette.
    pub name: &'static str,
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
    /// The mouse gesture with the same effect, shown in the help; empty if there is none.
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

/// The groups of the board, in the order of display.
pub(crate) const GROUPS: [&str; 8] =
    ["board", "ask", "see inside", LEARN, "puzzle", "change", "file", "look"];

/// The group of the teaching views, which are commands without keys.
pub(crate) const LEARN: &str = "learn";

/// Actions that work in every mode.
pub(super) const GLOBAL_ACTIONS: [Action; 2] = [Action::SUSPEND, Action::INTERRUPT];

/// The heading of the last part of `keys.txt`.
const DEFAULT_KEYS: &str = "[default keys]";

/// The default keys of all actions.
pub(super) static BINDINGS: LazyLock<Vec<Binding>> = LazyLock::new(|| {
    let lines = include_str!("keys.txt").lines().skip_while(|line| *line != DEFAULT_KEYS).skip(1);
    let bind = |line| {
        let [name, keys] = columns(line);
        let keys = keys.split_whitespace().map(|key| key.parse().expect("the name of a key"));
        Binding { action: Action { name, is_word: false }, keys: keys.collect() }
    };
    lines.map(bind).collect()
});

/// The binding of an action; `None` for actions without keys.
pub(super) fn binding(action: Action) -> Option<&'static Binding> {
    static BY_ACTION: LazyLock<FxHashMap<Action, &Binding>> =
        LazyLock::new(|| BINDINGS.iter().map(|binding| (binding.action, binding)).collect());
    BY_ACTION.get(&action).copied()
}

static MODES: LazyLock<Vec<(Scope, ModeKeys)>> = LazyLock::new(|| {
    let mut modes: Vec<(Scope, ModeKeys)> = Vec::new();
    let mut usual_group = "";
    for line in include_str!("keys.txt").lines().take_while(|line| *line != DEFAULT_KEYS) {
        if let Some((name, group)) = line.strip_prefix('[').and_then(|line| line.split_once(']'))
            && !line.contains('|')
        {
            usual_group = group.trim();
            let keys = ModeKeys { name: usual_group, ..ModeKeys::default() };
            modes.push((name.parse().expect("the name of a mode"), keys));
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
