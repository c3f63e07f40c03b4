//! The table of operations: the rows of all parts, and the search for a row by its name or by a typed line.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::app::Action;
use crate::app::Notice;
use crate::app::action::ActionItem;
use crate::app::words::{self, COMMANDS, looks_like_a_path};
use crate::input::bindings::{GROUPS, Scope};
use crate::input::{EntryEffect, Keymap, PaletteEntry};
use crate::model::Model;
use crate::modes;
use crate::operations::{Availability, Command, Operation, Phrase, decisions, rules};
use crate::update::{board, hint, lesson, pages, play, saving};
use geometry::Cell;

/// All operations.
static TABLE: LazyLock<Vec<&'static Operation>> = LazyLock::new(|| {
    let parts = [
        decisions::ROWS,
        rules::ROWS,
        board::ROWS,
        board::RETRACT,
        saving::ROWS,
        lesson::ROWS,
        hint::ROWS,
        pages::ROWS,
        play::ROWS,
    ];
    parts.into_iter().flatten().chain(modes::rows()).collect()
});

/// The operation with this name; `None` for the keys of the palette, which edit its line.
pub(crate) fn operation(id: Action) -> Option<&'static Operation> {
    static BY_ID: LazyLock<FxHashMap<Action, &Operation>> =
        LazyLock::new(|| TABLE.iter().map(|&operation| (operation.id, operation)).collect());
    BY_ID.get(&id).copied()
}

/// The operation with this word, which may be a word that means nearly the same.
pub(crate) fn of_word(word: &str) -> Option<&'static Operation> {
    let word = words::named(word)?.word();
    TABLE.iter().find(|operation| operation.word == word).copied()
}

/// An operation without an argument, or on a cell; `None` if the operation needs another argument.
pub(crate) fn chosen(id: Action, here: Cell) -> Option<Command> {
    let operation = operation(id)?;
    operation.parse(Phrase { word: operation.word, text: "", here }).ok()
}

/// Parses a line after `:`. `here` is the cell that is meant where none is named.
///
/// # Errors
/// When the line is no command, no cell and no file name, or when the argument is wrong. The error says what is expected.
pub(crate) fn parse(line: &str, here: Cell) -> Result<Command, Notice> {
    let line = line.trim();
    let (word, text) = line.split_once(' ').unwrap_or((line, ""));
    if let Some(operation) = of_word(word) {
        return operation.parse(Phrase { word, text: text.trim(), here });
    }
    if let Some(now) = words::renamed(word) {
        return Err(format!("'{word}' is now ':{now}'").into());
    }
    let id = if line.is_empty() {
        Action::NOTHING
    } else if looks_like_a_path(line) {
        Action::OPEN
    } else if line.parse::<Cell>().is_ok() {
        Action::JUMP
    } else {
        let hint = words::nearest_command(word).map_or_else(
            || "':' alone lists everything that can be done, ':help' the keys".to_owned(),
            |near| format!("did you mean '{near}'?"),
        );
        return Err(format!("'{line}' is no cell and no command: {hint}").into());
    };
    let operation = operation(id).expect("the table has the operations of lines without a word");
    operation.parse(Phrase { word, text: line, here })
}

impl Model {
    /// Why an operation is not run now; `None` if it is.
    pub(crate) fn refusal(&self, id: Action) -> Option<Notice> {
        operation(id)?.refusal(self)
    }

    /// When an operation is available.
    pub(crate) fn availability(&self, id: Action) -> Availability {
        operation(id).map_or(Availability::Now, |operation| operation.availability(self))
    }

    /// True if an operation is available now.
    pub(crate) fn can(&self, id: Action) -> bool {
        self.availability(id) == Availability::Now
    }

    /// All entries of the present mode that are available now or later, even if an overlay is open.
    pub(crate) fn entries(&self) -> Vec<PaletteEntry> {
        let mut entries = self.view.keys.entries(self.scope_below());
        entries.retain_mut(|entry| {
            let is = |when| entry.actions.iter().any(|&action| self.availability(action) == when);
            entry.is_later = !is(Availability::Now);
            !entry.is_later || is(Availability::Later)
        });
        entries
    }
}

impl Keymap {
    /// All entries of a mode: first its own actions; then the actions of the board, if its keys work, and the commands,
    /// sorted by group.
    pub(crate) fn entries(&self, scope: Scope) -> Vec<PaletteEntry> {
        let entry = |item: &ActionItem, word: &str, choice, actions: &[Action]| PaletteEntry {
            group: item.group,
            key: self.keys_of(scope, &item.actions),
            word: word.to_owned(),
            name: item.name.to_owned(),
            help: item.help.to_owned(),
            choice,
            actions: actions.to_vec(),
            is_later: false,
        };
        let of_item = |item: &ActionItem| {
            let action = item.actions[0];
            let word = words::of_action(action).map_or("", words::Definition::word);
            entry(item, word, EntryEffect::Do(action), &item.actions)
        };
        let (board, own) = (&Scope::Board.keys().items, &scope.keys().items);
        let own = if scope == Scope::Board { &[] } else { &own[..] };
        let has_board_keys = scope == Scope::Board || scope.has_board_keys();
        let is_own = |id| own.iter().any(|item| item.actions[0] == id);
        let of_board =
            board.iter().filter(|item| has_board_keys && !is_own(item.actions[0])).map(of_item);
        // A mode's own entry replaces that of the word with the same effect.
        let of_words = COMMANDS.iter().filter(|definition| definition.has_entry());
        let of_words = of_words.filter_map(|it| Some((it, of_word(it.word())?)));
        let of_words = of_words.filter(|(_, operation)| !is_own(operation.id));
        let of_words = of_words
            .map(|(it, operation)| entry(&it.item, it.word(), operation.choice(), &[operation.id]));
        let mut others: Vec<PaletteEntry> = of_board.chain(of_words).collect();
        others.sort_by_key(|entry| GROUPS.iter().position(|group| *group == entry.group));
        own.iter().map(of_item).chain(others).collect()
    }
}

#[cfg(test)]
mod tests;
