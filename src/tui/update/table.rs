//! The table of the screen's operations, and the entries of the palette.

use std::sync::LazyLock;

use crate::input::bindings::{GROUPS, Scope};
use crate::input::{EntryEffect, Keymap, PaletteEntry};
use crate::model::Model;
use crate::modes;
use crate::update::row::ScreenRow;
use crate::update::{board, lesson, pages, saving};
use app::Action;
use app::action::ActionItem;
use app::notice::Notice;
use app::operations::Availability;
use app::operations::table::{self, Table};
use app::words::{self, COMMANDS};

/// All operations. Operations of the screen replace operations of the application with the same name.
pub(crate) static TABLE: LazyLock<Table<ScreenRow>> = LazyLock::new(|| {
    let parts = [board::ROWS, board::RETRACT, saving::ROWS, lesson::ROWS, pages::ROWS];
    let screen_rows = parts.into_iter().flatten().chain(modes::rows()).map(ScreenRow::Screen);
    Table::new(table::of_application().map(ScreenRow::App).chain(screen_rows))
});

impl Model {
    /// Why an operation cannot run now; `None` if it can.
    pub(crate) fn refusal(&self, id: Action) -> Option<Notice> {
        TABLE.operation(id)?.refusal(&self.app)
    }

    /// When an operation is available.
    pub(crate) fn availability(&self, id: Action) -> Availability {
        TABLE.operation(id).map_or(Availability::Now, |row| row.availability(self))
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
        let entry_of_item = |item: &ActionItem| {
            let action = item.actions[0];
            let word = words::of_action(action).map_or("", words::Definition::word);
            entry(item, word, EntryEffect::Do(action), &item.actions)
        };
        let (board, own) = (&Scope::Board.keys().items, &scope.keys().items);
        let own = if scope == Scope::Board { &[] } else { &own[..] };
        let has_board_keys = scope == Scope::Board || scope.has_board_keys();
        let is_own = |id| own.iter().any(|item| item.actions[0] == id);
        let board_entries = board
            .iter()
            .filter(|item| has_board_keys && !is_own(item.actions[0]))
            .map(entry_of_item);
        // A mode's own entry replaces the entry of the word with the same effect.
        let word_entries = COMMANDS.iter().filter(|definition| definition.has_entry());
        let word_entries = word_entries.filter_map(|it| Some((it, TABLE.of_word(it.word())?)));
        let word_entries = word_entries.filter(|(_, operation)| !is_own(operation.id));
        let word_entries = word_entries
            .map(|(it, operation)| entry(&it.item, it.word(), operation.choice(), &[operation.id]));
        let mut others: Vec<PaletteEntry> = board_entries.chain(word_entries).collect();
        others.sort_by_key(|entry| GROUPS.iter().position(|group| *group == entry.group));
        own.iter().map(entry_of_item).chain(others).collect()
    }
}

#[cfg(test)]
mod tests;
