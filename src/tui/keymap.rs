//! Which key does what: the table of actions, with the keys that the configuration has changed.

use std::fmt::Write as _;

use crossterm::event::KeyEvent;

use super::action::{Action, BINDINGS, Binding, ModeKeys};
use super::key::Key;

/// The keys of all actions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    /// Actions with other keys than the table's.
    changed: Vec<(Action, Vec<Key>)>,
}

/// Why an action cannot have these keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum RebindError {
    /// There is no such action.
    #[error("unknown action '{0}' ('configurator config' lists them)")]
    Unknown(String),
    /// The keys of some actions are relied on everywhere.
    #[error("'{0}' is always {1}")]
    Fixed(&'static str, Key),
    /// Nobody could ask for it.
    #[error("'{0}' needs at least one key")]
    NoKey(&'static str),
}

/// A key that two actions have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the key '{key}' is for two actions: '{}' and '{}'", actions[0], actions[1])]
pub(super) struct Clash {
    key: Key,
    actions: [&'static str; 2],
}

/// A line of help: keys and what they do.
#[derive(Clone)]
pub(super) struct HelpLine {
    bindings: &'static [Binding],
    pub shown: String,
    pub help: &'static str,
}

impl HelpLine {
    /// The lines of help for a mode, whose keys are nobody's but the mode's.
    pub(super) fn of_mode(keys: &[ModeKeys]) -> Vec<Self> {
        let line =
            |keys: &ModeKeys| Self { bindings: &[], shown: keys.shown.to_owned(), help: keys.help };
        keys.iter().map(line).collect()
    }
}

/// Actions whose keys cannot be changed: what says how to leave is true everywhere.
const FIXED: [Action; 2] = [Action::Cancel, Action::Interrupt];

/// What the mouse does of some actions, for the lines of help whose keys are changed.
const BY_MOUSE: [(Action, &str); 4] = [
    (Action::Left, "; wheel"),
    (Action::Place, ", left click"),
    (Action::Exclude, ", right click"),
    (Action::Retract(1), ", click in the list"),
];

impl Keymap {
    /// The action of a key.
    pub(super) fn action(&self, event: KeyEvent) -> Option<Action> {
        let key = Key::pressed(event)?;
        let has_it = |binding: &&Binding| self.keys(binding).contains(&key);
        BINDINGS.iter().find(has_it).map(|binding| binding.action)
    }

    fn keys<'a>(&'a self, binding: &'a Binding) -> &'a [Key] {
        let changed = self.changed.iter().find(|(action, _)| *action == binding.action);
        changed.map_or(binding.keys, |(_, keys)| keys)
    }

    fn is_changed(&self, action: Action) -> bool {
        self.changed.iter().any(|(changed, _)| *changed == action)
    }

    /// The first key of an action, as it is shown.
    pub(super) fn key(&self, action: Action) -> String {
        let binding = BINDINGS.iter().find(|binding| binding.action == action);
        let key = binding.and_then(|binding| self.keys(binding).first());
        key.map(Key::to_string).unwrap_or_default()
    }

    /// Gives the action of this name other keys.
    pub(super) fn rebind(&mut self, name: &str, keys: Vec<Key>) -> Result<(), RebindError> {
        let unknown = || RebindError::Unknown(name.to_owned());
        let binding = BINDINGS.iter().find(|binding| binding.name == name).ok_or_else(unknown)?;
        if FIXED.contains(&binding.action) {
            return Err(RebindError::Fixed(binding.name, binding.keys[0]));
        }
        if keys.is_empty() {
            return Err(RebindError::NoKey(binding.name));
        }
        self.changed.retain(|(action, _)| *action != binding.action);
        self.changed.push((binding.action, keys));
        Ok(())
    }

    /// Makes sure that no key of the action of this name has another action.
    pub(super) fn check(&self, name: &str) -> Result<(), Clash> {
        let Some(one) = BINDINGS.iter().find(|binding| binding.name == name) else { return Ok(()) };
        for other in BINDINGS.iter().filter(|other| other.action != one.action) {
            let both = self.keys(one).iter().find(|key| self.keys(other).contains(key));
            if let Some(&key) = both {
                return Err(Clash { key, actions: [one.name, other.name] });
            }
        }
        Ok(())
    }

    /// The lines of help: keys and what they do, each pair once.
    pub(super) fn help_lines(&self) -> Vec<HelpLine> {
        let same =
            |one: &Binding, other: &Binding| (one.shown, one.help) == (other.shown, other.help);
        let line = |bindings: &'static [Binding]| {
            let shown = if bindings.iter().any(|binding| self.is_changed(binding.action)) {
                let keys = bindings.iter().flat_map(|binding| self.keys(binding));
                let keys: Vec<String> = keys.map(Key::to_string).collect();
                let by_mouse = BY_MOUSE.iter().find(|(action, _)| *action == bindings[0].action);
                keys.join(", ") + by_mouse.map_or("", |(_, by_mouse)| by_mouse)
            } else {
                bindings[0].shown.to_owned()
            };
            HelpLine { bindings, shown, help: bindings[0].help }
        };
        BINDINGS.chunk_by(same).map(line).collect()
    }

    /// The keys most needed and their words.
    pub(super) fn footer(&self) -> Vec<(String, &'static str)> {
        let hint = |binding: &Binding| {
            let (keys, word) = binding.footer?;
            // Of moving all four ways are told in one.
            let actions = match binding.action {
                Action::Left => &[Action::Left, Action::Down, Action::Up, Action::Right][..],
                _ => std::slice::from_ref(&binding.action),
            };
            if !actions.iter().any(|&action| self.is_changed(action)) {
                return Some((keys.to_owned(), word));
            }
            let keys: Vec<String> = actions.iter().map(|&action| self.key(action)).collect();
            Some((keys.join(" "), word))
        };
        BINDINGS.iter().filter_map(hint).collect()
    }

    /// The action whose key is called so, among those of a line of help.
    pub(super) fn action_of_word(&self, line: &HelpLine, word: &str) -> Option<Action> {
        let key: Key = word.parse().ok()?;
        let has_it = |binding: &&Binding| self.keys(binding).contains(&key);
        line.bindings.iter().find(has_it).map(|binding| binding.action)
    }
}

/// The part of the configuration's template about keys: each action whose keys can be changed.
pub(super) fn template() -> String {
    let mut text = String::new();
    let changeable = BINDINGS.iter().filter(|binding| !FIXED.contains(&binding.action));
    for (place, binding) in changeable.clone().enumerate() {
        let before = changeable.clone().take(place).last();
        if before.is_none_or(|before| before.help != binding.help) {
            for line in textwrap::wrap(&binding.help.replace('`', ""), 90) {
                writeln!(text, "# {line}").expect("a string takes every line");
            }
        }
        let name = |key: &Key| match key.to_string() {
            long if long.chars().count() > 1 => long.to_lowercase(),
            short => short,
        };
        let keys: Vec<String> = binding.keys.iter().map(name).collect();
        writeln!(text, "#{} = {keys:?}", binding.name).expect("a string takes every line");
    }
    text
}

/// Keys and what they do, unless the configuration says otherwise; names are in backticks.
pub fn key_lines() -> impl Iterator<Item = (String, &'static str)> {
    Keymap::default().help_lines().into_iter().map(|line| (line.shown, line.help))
}

/// The table of keys in Markdown, as the README has it.
#[must_use]
pub fn key_table() -> String {
    let mut table = String::from("| key | action |\n| --- | --- |\n");
    for (keys, help) in key_lines() {
        writeln!(table, "| {keys} | {help} |").expect("a string takes every line");
    }
    table
}

#[cfg(test)]
mod tests;
