//! A row of the screen's table of operations.

use std::fmt::{self, Debug};
use std::ops::Deref;

use crate::input::{EntryEffect, PaletteEntry};
use crate::model::Model;
use app::notice::Notice;
use app::operations::table::Row;
use app::operations::{
    Argument, Asks, Availability, Command, Facts, Operation, OperationFacts, Phrase,
};
use app::words::Definition;
use app::{App, ValueSources};
use geometry::Cell;

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

    fn parameter(self) -> &'static Facts {
        match self {
            Self::App(row) => row.run.parameter(),
            Self::Screen(row) => row.run.parameter(),
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
    /// The palette's entries for the values of an operation. `typed` is the text typed so far as a value.
    pub(crate) fn entries(
        self,
        definition: &Definition,
        typed: &str,
        sources: &ValueSources,
    ) -> Vec<PaletteEntry> {
        let facts = self.parameter();
        let is_begun = |value: &str| (facts.is_begun)(value) && !(facts.follows)(value).is_empty();
        let entry = |value: &str, help: &str| {
            let line = format!("{} {value}", definition.word());
            let effect = if is_begun(value) {
                EntryEffect::Begin(format!("{line} "))
            } else {
                EntryEffect::Run(line)
            };
            PaletteEntry::new("", value, help, effect)
        };
        // A value is complete once a space follows it.
        let ends = typed.char_indices().filter(|(_, letter)| *letter == ' ').map(|(end, _)| end);
        let mut prefixes = ends.map(|end| &typed[..end]);
        if let Some(begun) = prefixes.rfind(|prefix| is_begun(prefix)) {
            let follows = (facts.follows)(begun).into_iter();
            let lines = follows.map(|(next, help)| (format!("{begun} {next}"), help));
            let word = definition.word();
            let may_follow =
                |line: &str| self.parse(Phrase { word, text: line, here: Cell::new(0, 0) }).is_ok();
            let possible = lines.filter(|(line, _)| is_begun(line) || may_follow(line));
            let mut entries: Vec<_> = possible.map(|(line, help)| entry(&line, &help)).collect();
            if is_begun(typed) && entries.iter().all(|entry| entry.name != typed) {
                entries.push(entry(typed, "the next choice is what follows"));
            }
            return entries;
        }
        let mut offered = (facts.offered)(sources);
        let listed = definition.values.iter().map(|listed| {
            let again = offered.iter().position(|(value, _)| value == listed.value);
            let help = again.map_or_else(|| listed.help(), |index| offered.remove(index).1);
            entry(listed.value, &help)
        });
        let listed: Vec<_> = listed.collect();
        let offered: Vec<_> = offered.iter().map(|(value, help)| entry(value, help)).collect();
        if facts.offers_first { [offered, listed].concat() } else { [listed, offered].concat() }
    }

    /// Runs the operation.
    ///
    /// # Errors
    /// When the operation is not done.
    pub(crate) fn run(self, model: &mut Model, argument: Argument) -> Result<(), Notice> {
        match self {
            Self::App(row) => row.run.call(&mut model.app, argument),
            Self::Screen(row) => row.run.call(model, argument),
        }
    }

    /// When the operation is available for the cell under the cursor.
    pub(crate) fn availability(self, model: &Model) -> Availability {
        match self {
            Self::App(row) => row.availability(&model.app, &model.app, model.view.cursor),
            Self::Screen(row) => row.availability(&model.app, model, model.view.cursor),
        }
    }

    /// The present value of the setting that the operation changes.
    pub(crate) fn current(self, model: &Model) -> Option<String> {
        match self {
            Self::App(row) => row.current.map(|current| current(&model.app)),
            Self::Screen(row) => row.current.map(|current| current(model)),
        }
    }

    /// The effect of choosing the operation by its word in the palette. An operation with a list of values asks for a value.
    pub(crate) fn choice(self) -> EntryEffect {
        match self.parameter().asks {
            Asks::Not => EntryEffect::Run(self.word.to_owned()),
            Asks::ForText | Asks::ForTextOrOffered | Asks::ForOffered => {
                EntryEffect::Begin(format!("{} ", self.word))
            }
        }
    }
}
