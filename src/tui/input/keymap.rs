//! Which key performs which action: the table of bindings with the changes of the configuration.

use std::fmt::Write as _;

use crossterm::event::KeyEvent;

use crate::input::action::Action;
use crate::input::bindings::{Binding, BoundLine, EVERYWHERE, FooterHint, Scope, all, lines};
use crate::input::command::{ACTIONS, COMMANDS};
use crate::input::entries::{Entry, EntryEffect};
use crate::input::item::{ActionItem, GROUPS};
use crate::input::key::Key;

/// The keys of all actions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    /// Actions whose keys differ from the table.
    changed: Vec<(Action, Vec<Key>)>,
}

/// Why an action cannot have these keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RebindError {
    /// There is no such action.
    #[error("unknown action '{0}' ('configurator config' lists them)")]
    Unknown(String),
    /// The keys of this action cannot be changed.
    #[error("'{0}' is always {1}")]
    Fixed(&'static str, Key),
    /// The action needs at least one key.
    #[error("'{0}' needs at least one key")]
    NoKey(&'static str),
}

/// Two actions of one mode with the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the key '{key}' is for two actions: '{}' and '{}'", actions[0], actions[1])]
pub(crate) struct KeyClash {
    key: Key,
    actions: [&'static str; 2],
}

/// A line of help: keys and what they do.
pub(crate) struct HelpLine {
    pub shown: String,
    pub help: String,
}

/// An entry of the footer: actions, their keys as shown, and a word.
pub(crate) struct FooterEntry {
    pub actions: &'static [Action],
    pub keys: String,
    pub word: &'static str,
}

/// Actions whose keys cannot be changed, so that leaving works the same for everybody.
const FIXED: [Action; 2] = [Action::Cancel, Action::Interrupt];

/// The bindings of a mode, followed by those of every mode.
fn bindings(scope: Scope) -> impl Iterator<Item = &'static Binding> {
    lines(scope).iter().flat_map(|line| line.bindings).chain(EVERYWHERE)
}

/// The first binding in any mode that fulfils the condition.
fn find(is_it: impl Fn(&Binding) -> bool) -> Option<&'static Binding> {
    all().flat_map(|(_, line)| line.bindings).find(|binding| is_it(binding))
}

impl Keymap {
    /// The action of a key in a mode.
    pub(crate) fn action(&self, scope: Scope, event: KeyEvent) -> Option<Action> {
        let key = Key::pressed(event)?;
        let board = scope.has_board_keys().then(|| bindings(Scope::Board));
        let has_it = |binding: &&Binding| self.keys_in(scope, binding).any(|own| own == key);
        let bound = || bindings(scope).chain(board.into_iter().flatten()).find(has_it);
        scope.typed(key).or_else(|| bound().map(|binding| binding.action))
    }

    fn keys<'a>(&'a self, binding: &'a Binding) -> &'a [Key] {
        let changed = self.changed.iter().find(|(action, _)| *action == binding.action);
        changed.map_or(binding.keys, |(_, keys)| keys)
    }

    /// The keys of a binding, without those that are text in this mode. If none is left, the keys
    /// of the table apply.
    fn keys_in<'a>(
        &'a self,
        scope: Scope,
        binding: &'a Binding,
    ) -> impl Iterator<Item = Key> + use<'a> {
        let is_free = move |key: &&Key| scope.typed(**key).is_none();
        let keys = self.keys(binding);
        let keys = if keys.iter().any(|key| is_free(&key)) { keys } else { binding.keys };
        keys.iter().filter(is_free).copied()
    }

    fn is_changed(&self, action: Action) -> bool {
        self.changed.iter().any(|(changed, _)| *changed == action)
    }

    /// The first key of an action, as it is shown.
    pub(crate) fn key(&self, action: Action) -> String {
        let binding = find(|binding| binding.action == action);
        let key = binding.and_then(|binding| self.keys(binding).first());
        key.map(Key::to_string).unwrap_or_default()
    }

    /// The first key of an action in a mode, if it has one there or, where the board's keys work, too, on the
    /// board.
    pub(crate) fn first_key(&self, scope: Scope, action: Action) -> Option<Key> {
        let board = scope.has_board_keys().then(|| bindings(Scope::Board));
        let mut all = bindings(scope).chain(board.into_iter().flatten());
        let binding = all.find(|binding| binding.action == action)?;
        self.keys_in(scope, binding).next()
    }

    /// Sets the keys of the action with this name, in all modes that have it.
    pub(crate) fn rebind(&mut self, name: &str, keys: Vec<Key>) -> Result<(), RebindError> {
        let found = find(|binding| binding.name == name && !binding.keys.is_empty());
        let binding = found.ok_or_else(|| RebindError::Unknown(name.to_owned()))?;
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

    /// Checks that no mode has another action on a key of the action with this name.
    pub(crate) fn check(&self, name: &str) -> Result<(), KeyClash> {
        for scope in Scope::ALL {
            let Some(one) = bindings(scope).find(|binding| binding.name == name) else { continue };
            for other in bindings(scope).filter(|other| other.action != one.action) {
                let mut keys = self.keys_in(scope, one);
                if let Some(key) =
                    keys.find(|key| self.keys_in(scope, other).any(|own| own == *key))
                {
                    return Err(KeyClash { key, actions: [one.name, other.name] });
                }
            }
        }
        Ok(())
    }

    /// The lines of help of a mode; where the board's keys work, too, its lines follow.
    pub(crate) fn help_lines(&self, scope: Scope) -> Vec<HelpLine> {
        let help = |line: &'static BoundLine| {
            let mut shown = line.shown.to_owned();
            if line.bindings.iter().any(|binding| self.is_changed(binding.action)) {
                let keys = line.bindings.iter().flat_map(|binding| self.keys_in(scope, binding));
                let keys: Vec<String> = keys.map(|key| key.to_string()).collect();
                shown = keys.join(", ") + line.mouse;
            }
            HelpLine { shown, help: line.help() }
        };
        let board = scope.has_board_keys().then(|| lines(Scope::Board));
        lines(scope).iter().chain(board.into_iter().flatten()).map(help).collect()
    }

    /// The keys most needed in a mode, the most useful first.
    pub(crate) fn footer(&self, scope: Scope) -> Vec<FooterEntry> {
        let first = |action: &Action| {
            let binding = bindings(scope).find(|binding| binding.action == *action);
            binding.and_then(|binding| self.keys_in(scope, binding).next())
        };
        let entry = |&(actions, shown, word): &FooterHint| {
            let is_changed = actions.iter().any(|&action| self.is_changed(action));
            let keys = if is_changed {
                let keys = actions.iter().filter_map(first).map(|key| key.to_string());
                keys.collect::<Vec<_>>().join(" ")
            } else {
                shown.to_owned()
            };
            FooterEntry { actions, keys, word }
        };
        lines(scope).iter().flat_map(|line| line.footer).map(entry).collect()
    }

    /// All that can be done in a mode, by groups: its own actions, then those of the board and the
    /// commands, where these work.
    pub(crate) fn entries(&self, scope: Scope) -> Vec<Entry> {
        let entry = |item: &ActionItem, word: &str, choice, actions: &[Action]| Entry {
            group: item.group,
            key: self.keys_of(scope, item.actions),
            word: word.to_owned(),
            name: item.name.to_owned(),
            help: item.help.to_owned(),
            choice,
            actions: actions.to_vec(),
            is_later: false,
        };
        let of_item = |item: &ActionItem| {
            let action = item.actions[0];
            let word = ACTIONS.iter().find(|(_, named)| *named == action);
            entry(item, word.map_or("", |(word, _)| word), EntryEffect::Do(action), item.actions)
        };
        let own = if scope == Scope::Board { &[] } else { lines(scope) };
        let own = || own.iter().flat_map(|line| line.items);
        let has_board_keys = scope == Scope::Board || scope.has_board_keys();
        let is_own = |item: &&ActionItem| own().any(|own| own.actions[0] == item.actions[0]);
        let of_board = lines(Scope::Board).iter().flat_map(|line| line.items);
        let of_board = of_board.filter(|item| has_board_keys && !is_own(item)).map(of_item);
        let of_commands =
            COMMANDS.iter().map(|it| entry(&it.item, it.word(), it.choice(), &[it.action()]));
        let mut others: Vec<Entry> = of_board.chain(of_commands).collect();
        others.sort_by_key(|entry| GROUPS.iter().position(|group| *group == entry.group));
        own().map(of_item).chain(others).collect()
    }

    /// The first key of each of these actions in a mode, in one text. A key that the mode takes for another
    /// action is none of them.
    fn keys_of(&self, scope: Scope, actions: &[Action]) -> String {
        let board = || scope.has_board_keys().then(|| bindings(Scope::Board)).into_iter().flatten();
        let key = |&action: &Action| {
            let has_it = |binding: &&Binding| binding.action == action;
            let binding = bindings(scope).chain(board()).find(has_it)?;
            let is_own = |key: &Key| self.action(scope, key.event()) == Some(action);
            self.keys_in(scope, binding).find(is_own)
        };
        let keys: Vec<String> = actions.iter().filter_map(key).map(Key::short).collect();
        keys.join(" ")
    }
}

/// The part of the configuration template about keys: each action whose keys can be changed.
pub(crate) fn template() -> String {
    let mut text = String::new();
    let mut written: Vec<&str> = Vec::new();
    for (_, line) in all() {
        let is_new = |binding: &&Binding| {
            let can_change = !binding.keys.is_empty() && !FIXED.contains(&binding.action);
            can_change && !written.contains(&binding.name)
        };
        let bindings: Vec<&Binding> = line.bindings.iter().filter(is_new).collect();
        if bindings.is_empty() {
            continue;
        }
        for line in textwrap::wrap(&line.help().replace('`', ""), 90) {
            writeln!(text, "# {line}").expect("a string takes every line");
        }
        for binding in bindings {
            let name = |key: &Key| match key.to_string() {
                long if long.chars().count() > 1 => long.to_lowercase(),
                short => short,
            };
            let keys: Vec<String> = binding.keys.iter().map(name).collect();
            writeln!(text, "#{} = {keys:?}", binding.name).expect("a string takes every line");
            written.push(binding.name);
        }
    }
    text
}

/// The board's default keys with their descriptions; names are in backticks.
pub fn key_lines() -> impl Iterator<Item = (String, String)> {
    Keymap::default().help_lines(Scope::Board).into_iter().map(|line| (line.shown, line.help))
}

#[cfg(test)]
mod tests;
