//! The key bindings after the changes of the configuration: which key performs which action.

use std::iter;

use crossterm::event::{KeyCode, KeyEvent};
use itertools::Itertools;
use strum::IntoEnumIterator;

use crate::input::bindings::{
    BINDINGS, Binding, FooterHint, GLOBAL_ACTIONS, ModeHelpLine, Scope, binding,
};
use crate::input::key::Key;
use app::action::Action;

/// The keys of all actions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    /// Actions whose keys differ from the defaults, with their keys.
    changed: Vec<(Action, Vec<Key>)>,
}

/// The reason why the keys of an action cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RebindError {
    /// No action has this name.
    #[error("unknown action '{0}' ('configurator config' lists them)")]
    Unknown(String),
    /// The keys of this action cannot be changed.
    #[error("'{0}' is always {1}")]
    Fixed(&'static str, Key),
    /// The action needs at least one key.
    #[error("'{0}' needs at least one key")]
    NoKey(&'static str),
    /// Two actions of one mode have the same key.
    #[error("the key '{0}' is for two actions: '{1}' and '{2}'")]
    Clash(Key, &'static str, &'static str),
}

/// A line of help: keys and their description.
pub(crate) struct HelpLine {
    pub keys_text: String,
    pub help: String,
}

/// An entry of the footer: actions, their keys as shown, and a word.
#[derive(Debug)]
pub(crate) struct FooterEntry {
    pub actions: &'static [Action],
    pub keys: String,
    /// True if the keys are the default ones of the table.
    pub is_usual: bool,
    pub word: &'static str,
}

/// Maximum length of the name of an effect in another mode; for longer names the footer has a word.
const MAX_EFFECT: usize = 20;

/// Keys that actions had in earlier versions. A configuration that lists them means the usual keys, which are others now.
const FORMER_KEYS: [(&str, char); 2] = [("zeros", '0'), ("only-remaining", 'f')];

/// Actions whose keys cannot be changed, so that the keys to leave a mode and to quit are the same for every user.
const FIXED: [Action; 2] = [Action::CANCEL, Action::INTERRUPT];

/// The description of a line of help. The line of the palette also says how to type there.
fn description(line: &ModeHelpLine) -> String {
    if line.actions != [Action::COMMAND] {
        return line.help.to_owned();
    }
    format!("{}; typing filters, Tab completes, Up on the empty line calls lines back", line.help)
}

/// The actions of a mode, followed by the actions of all modes.
fn actions(scope: Scope) -> impl Iterator<Item = Action> {
    scope.keys().lines.iter().flat_map(|line| &line.actions).chain(&GLOBAL_ACTIONS).copied()
}

/// The modes whose keys work in a mode: itself and, possibly, the board.
fn effective_scopes(scope: Scope) -> impl Iterator<Item = Scope> {
    iter::once(scope).chain(scope.has_board_keys().then_some(Scope::Board))
}

/// The default keys of an action.
fn default_keys(action: Action) -> &'static [Key] {
    binding(action).map_or(&[], |binding| &binding.keys)
}

impl Keymap {
    /// The action of a key in a mode.
    pub(crate) fn action(&self, scope: Scope, event: KeyEvent) -> Option<Action> {
        let key = Key::pressed(event)?;
        let has_it = |&action: &Action| self.keys_in(scope, action).contains(&key);
        let bound = || effective_scopes(scope).flat_map(actions).find(has_it);
        scope.typed(key).or_else(bound)
    }

    fn keys(&self, action: Action) -> &[Key] {
        let changed = self.changed.iter().find(|(changed, _)| *changed == action);
        changed.map_or_else(|| default_keys(action), |(_, keys)| keys)
    }

    /// The keys of an action that are not typed as text in this mode. If no configured key is left, the default keys
    /// apply.
    fn keys_in(&self, scope: Scope, action: Action) -> impl Iterator<Item = Key> + use<'_> {
        let is_free = move |key: &&Key| scope.typed(**key).is_none();
        let keys = self.keys(action);
        let has_free = keys.iter().any(|key| is_free(&key));
        let keys = if has_free { keys } else { default_keys(action) };
        keys.iter().filter(is_free).copied()
    }

    fn is_changed(&self, actions: &[Action]) -> bool {
        self.changed.iter().any(|(changed, _)| actions.contains(changed))
    }

    /// The displayed name of an action's first key.
    pub(crate) fn key(&self, action: Action) -> String {
        self.keys(action).first().map(Key::to_string).unwrap_or_default()
    }

    /// The first key of an action in a mode; if the board's keys work in the mode, also of an action of the board.
    pub(crate) fn first_key(&self, scope: Scope, action: Action) -> Option<Key> {
        let mut effective = effective_scopes(scope).flat_map(actions);
        self.keys_in(scope, action).next().filter(|_| effective.contains(&action))
    }

    /// The effects of a key in all modes, such as `graph: kind`. Typed text comes last.
    pub(crate) fn effects(&self, key: Key) -> impl Iterator<Item = String> + use<'_> {
        let effect = move |scope: Scope| {
            let (action, mode) = (self.action(scope, key.event())?, scope.keys());
            let item = mode.items.iter().find(|item| item.actions.contains(&action));
            let hint = mode.footer.iter().find(|hint| hint.actions.contains(&action));
            let item = item.map(|item| item.name).filter(|name| name.len() <= MAX_EFFECT);
            let effect = item.or(hint.map(|hint| hint.word))?;
            (!mode.name.is_empty()).then(|| format!("{}: {effect}", mode.name))
        };
        Scope::iter().sorted_by_key(move |scope| scope.typed(key).is_some()).filter_map(effect)
    }

    /// Sets the keys of the action with this name, in all modes that have the action.
    pub(crate) fn rebind(&mut self, name: &str, keys: Vec<Key>) -> Result<(), RebindError> {
        let has_it = |binding: &&Binding| binding.action.name == name && !binding.keys.is_empty();
        let binding = BINDINGS.iter().find(has_it);
        let binding = binding.ok_or_else(|| RebindError::Unknown(name.to_owned()))?;
        if FIXED.contains(&binding.action) {
            return Err(RebindError::Fixed(binding.action.name, binding.keys[0]));
        }
        if keys.is_empty() {
            return Err(RebindError::NoKey(binding.action.name));
        }
        self.changed.retain(|(action, _)| *action != binding.action);
        let is_former = |&(former, key): &(&str, char)| {
            former == name && keys == [Key::Plain(KeyCode::Char(key))]
        };
        if !FORMER_KEYS.iter().any(is_former) {
            self.changed.push((binding.action, keys));
        }
        Ok(())
    }

    /// Checks that the keys of the action with this name have no other action in any mode.
    pub(crate) fn check(&self, name: &str) -> Result<(), RebindError> {
        for scope in Scope::iter() {
            let (named, others): (Vec<_>, Vec<_>) =
                actions(scope).partition(|action| action.name == name);
            for (one, other) in named.into_iter().cartesian_product(others) {
                let is_same = |key: &Key| self.keys_in(scope, other).contains(key);
                if let Some(key) = self.keys_in(scope, one).find(is_same) {
                    return Err(RebindError::Clash(key, one.name, other.name));
                }
            }
        }
        Ok(())
    }

    /// The lines of help of a mode, followed by those of the board if its keys work in the mode.
    pub(crate) fn help_lines(&self, scope: Scope) -> Vec<HelpLine> {
        let help = |line: &ModeHelpLine| {
            let mut shown = line.keys_text.clone();
            if self.is_changed(&line.actions) {
                let keys = line.actions.iter().flat_map(|&action| self.keys_in(scope, action));
                shown = keys.format(", ").to_string() + line.mouse;
            }
            HelpLine { keys_text: shown, help: description(line) }
        };
        effective_scopes(scope).flat_map(|scope| &scope.keys().lines).map(help).collect()
    }

    /// The entries of the footer of a mode, the most useful first.
    pub(crate) fn footer(&self, scope: Scope) -> Vec<FooterEntry> {
        let entry = |hint: &'static FooterHint| {
            let actions = hint.actions.iter();
            let mut keys = actions.filter_map(|&action| self.keys_in(scope, action).next());
            let shown = hint.keys_text.filter(|_| !self.is_changed(&hint.actions));
            let is_usual = shown.is_some();
            let keys = shown.map_or_else(|| keys.join(" "), str::to_owned);
            FooterEntry { actions: &hint.actions, keys, is_usual, word: hint.word }
        };
        scope.keys().footer.iter().map(entry).collect()
    }

    /// The first key of each of the actions in a mode, separated by blanks. Keys that the mode binds to other actions
    /// are left out.
    pub(crate) fn keys_of(&self, scope: Scope, actions: &[Action]) -> String {
        let key = |&action: &Action| {
            let is_own = |key: &Key| self.action(scope, key.event()) == Some(action);
            self.keys_in(scope, action).find(is_own)
        };
        actions.iter().filter_map(key).map(Key::short).join(" ")
    }
}

/// The part of the configuration template about keys: all actions whose keys can be changed, with the default keys.
pub(crate) fn template() -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut written: Vec<Action> = Vec::new();
    for line in Scope::iter().flat_map(|scope| &scope.keys().lines) {
        let mut actions = line.actions.clone();
        actions.retain(|action| {
            !(default_keys(*action).is_empty()
                || FIXED.contains(action)
                || written.contains(action))
        });
        if actions.is_empty() {
            continue;
        }
        let help = description(line).replace('`', "");
        lines.extend(textwrap::wrap(&help, 90).iter().map(|line| format!("# {line}\n")));
        for action in &actions {
            let name = |key: &Key| match key.to_string() {
                long if long.chars().count() > 1 => long.to_lowercase(),
                short => short,
            };
            let keys: Vec<String> = default_keys(*action).iter().map(name).collect();
            lines.push(format!("#{} = {keys:?}\n", action.name));
        }
        written.extend(actions);
    }
    lines.concat()
}

/// The board's default keys and their descriptions, with names in backticks.
pub fn key_lines() -> impl Iterator<Item = (String, String)> {
    Keymap::default().help_lines(Scope::Board).into_iter().map(|line| (line.keys_text, line.help))
}

#[cfg(test)]
mod tests;
