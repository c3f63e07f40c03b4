//! The table of the screen's operations, and the entries of the palette.

use std::fmt::{self, Debug};
use std::ops::Deref;
use std::sync::LazyLock;

use crate::app::action::ActionItem;
use crate::app::notice::Notice;
use crate::app::operations::table::{self, Row, Table};
use crate::app::operations::{
    Asks, Availability, Command, Facts, Operation, OperationFacts, Phrase,
};
use crate::app::words::{self, COMMANDS, Definition};
use crate::app::{Action, App, ValueSources};
use crate::input::bindings::{GROUPS, Scope};
use crate::input::{EntryEffect, Keymap, PaletteEntry};
use crate::model::Model;
use crate::modes;
use crate::update::{board, lesson, pages, saving};

/// An operation of the screen.
#[derive(Clone, Copy)]
pub(crate) enum ScreenRow {
    /// An operation that needs no screen.
    App(&'static Operation<App>),
    Screen(&'static Operation<Model>),
}

impl Debug for ScreenRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id.fmt(f)
    }
}

impl Deref for ScreenRow {
    type Target = OperationFacts;

    fn deref(&self) -> &OperationFacts {
        self.facts()
    }
}

impl Row for ScreenRow {
    fn facts(self) -> &'static OperationFacts {
        match self {
            Self::App(row) => &row.facts,
            Self::Screen(row) => &row.facts,
        }
    }

    fn parse(self, phrase: Phrase<'_>) -> Result<Command<Self>, Notice> {
        let (argument, cells) = match self {
            Self::App(row) => row.run.parse(phrase)?,
            Self::Screen(row) => row.run.parse(phrase)?,
        };
        Ok(Command { row: self, argument, cells })
    }
}

impl ScreenRow {
    pub(crate) fn parameter(self) -> &'static Facts {
        match self {
            Self::App(row) => row.run.parameter(),
            Self::Screen(row) => row.run.parameter(),
        }
    }

    /// When the operation is available for the cell under the cursor.
    pub(crate) fn availability(self, model: &Model) -> Availability {
        match self {
            Self::App(row) => row.availability(&model.app, &model.app, model.view.cursor),
            Self::Screen(row) => row.availability(&model.app, model, model.view.cursor),
        }
    }

    /// The present value of what the operation changes.
    pub(crate) fn current(self, model: &Model) -> Option<String> {
        match self {
            Self::App(row) => row.current.map(|current| current(&model.app)),
            Self::Screen(row) => row.current.map(|current| current(model)),
        }
    }

    /// The effect of choosing the operation by its word in the palette: one with values to choose from asks for a value.
    pub(crate) fn choice(self) -> EntryEffect {
        match self.parameter().asks {
            Asks::Not => EntryEffect::Run(self.word.to_owned()),
            Asks::ForText | Asks::ForTextOrOffered | Asks::ForOffered => {
                EntryEffect::Begin(format!("{} ", self.word))
            }
        }
    }
}

impl Command<ScreenRow> {
    pub(crate) fn id(&self) -> Action {
        self.row.id
    }

    /// Runs the operation.
    ///
    /// # Errors
    /// When the operation is not done.
    pub(crate) fn run(self, model: &mut Model) -> Result<(), Notice> {
        match self.row {
            ScreenRow::App(row) => row.run.call(&mut model.app, self.argument),
            ScreenRow::Screen(row) => row.run.call(model, self.argument),
        }
    }
}

/// All operations. Those of the screen take the place of those of the application with the same name.
pub(crate) static TABLE: LazyLock<Table<ScreenRow>> = LazyLock::new(|| {
    let parts = [board::ROWS, board::RETRACT, saving::ROWS, lesson::ROWS, pages::ROWS];
    let of_screen = parts.into_iter().flatten().chain(modes::rows()).map(ScreenRow::Screen);
    Table::new(table::of_application().map(ScreenRow::App).chain(of_screen))
});

impl Facts {
    /// The palette's entries for the values of an operation. `typed` is the text typed so far as a value.
    pub(crate) fn entries(
        &self,
        definition: &Definition,
        typed: &str,
        sources: &ValueSources,
    ) -> Vec<PaletteEntry> {
        let is_begun = |value: &str| !self.follows.is_empty() && (self.is_begun)(value);
        let entry = |value: &str, help: &str| {
            let line = format!("{} {value}", definition.word());
            let effect = if is_begun(value) {
                EntryEffect::Begin(format!("{line} "))
            } else {
                EntryEffect::Run(line)
            };
            PaletteEntry::new("", value, help, effect)
        };
        if let Some(begun) = typed.split_whitespace().next().filter(|begun| is_begun(begun)) {
            let following = |(next, help): &(&str, &str)| entry(&format!("{begun} {next}"), help);
            return self.follows.iter().map(following).collect();
        }
        let listed = definition.values.iter().map(|(value, help)| entry(value, help));
        let offered = (self.offered)(sources);
        listed.chain(offered.iter().map(|(value, help)| entry(value, help))).collect()
    }
}

impl Model {
    /// Why an operation is not run now; `None` if it is.
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
        let of_words = of_words.filter_map(|it| Some((it, TABLE.of_word(it.word())?)));
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
