//! Tables of operations: the search for a row by its name or by a typed line.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::{
    Command, Facts, Operation, OperationFacts, Phrase, compare, decisions, diagram, hint, play,
    position, reasons, rules, saving, search,
};
use crate::words::{self, COMMANDS, Definition, looks_like_a_path};
use crate::{Action, App, Notice};
use geometry::{Cell, did_you_mean};

/// A row of a table.
pub trait Row: Copy {
    /// Facts about the operation of the row.
    fn facts(self) -> &'static OperationFacts;

    /// Facts about the kind of the operation's parameter.
    fn parameter(self) -> &'static Facts;

    /// Parses the text after the word.
    ///
    /// # Errors
    /// When the text is no value of the operation's parameter.
    fn parse(self, phrase: Phrase<'_>) -> Result<Command<Self>, Notice>;
}

impl<S> Row for &'static Operation<S> {
    fn facts(self) -> &'static OperationFacts {
        &self.facts
    }

    fn parameter(self) -> &'static Facts {
        self.run.parameter()
    }

    fn parse(self, phrase: Phrase<'_>) -> Result<Command<Self>, Notice> {
        let (argument, cells) = self.run.parse(phrase)?;
        Ok(Command { row: self, argument, cells })
    }
}

/// The operations of the application, which need no screen.
pub fn of_application() -> impl Iterator<Item = &'static Operation<App>> {
    let parts = [
        compare::ROWS,
        decisions::ROWS,
        diagram::ROWS,
        hint::ROWS,
        play::ROWS,
        position::ROWS,
        reasons::ROWS,
        rules::ROWS,
        saving::ROWS,
        search::ROWS,
    ];
    parts.into_iter().flatten()
}

/// The operations of a front end without a screen.
pub static WITHOUT_SCREEN: LazyLock<Table<&'static Operation<App>>> =
    LazyLock::new(|| Table::new(of_application()));

/// The operations of a front end.
pub struct Table<R> {
    by_id: FxHashMap<Action, R>,
    by_word: FxHashMap<&'static str, R>,
}

impl<R: Row> Table<R> {
    /// If two rows have the same name, the later one counts.
    pub fn new(rows: impl Iterator<Item = R>) -> Self {
        let by_id: FxHashMap<_, _> = rows.map(|row| (row.facts().id, row)).collect();
        let with_word = by_id.values().filter(|row| !row.facts().word.is_empty());
        let by_word = with_word.map(|&row| (row.facts().word, row)).collect();
        Self { by_id, by_word }
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = R> + '_ {
        self.by_id.values().copied()
    }

    /// The operation with this name; `None` for the keys of the palette, which edit its line.
    pub fn operation(&self, id: Action) -> Option<R> {
        self.by_id.get(&id).copied()
    }

    /// The operation with this word, which may be a word that means nearly the same.
    pub fn of_word(&self, word: &str) -> Option<R> {
        self.by_word.get(words::named(word)?.word()).copied()
    }

    /// The incomplete last word of a line, and its possible completions. A command is completed by its word in
    /// `offered`.
    pub fn candidates<'a>(
        &self,
        line: &'a str,
        offered: fn(&Definition) -> &'static str,
    ) -> (&'a str, Vec<String>) {
        let Some((word, argument)) = line.split_once(' ') else {
            let known = COMMANDS.iter().filter(|one| self.of_word(one.word()).is_some());
            return (line, known.map(|one| offered(one).to_owned()).collect());
        };
        let argument = argument.trim_start();
        match (self.of_word(word), words::named(word)) {
            (Some(row), Some(definition)) => (row.parameter().candidates)(definition, argument),
            _ => (argument, Vec::new()),
        }
    }

    /// An operation without an argument, or on a cell; `None` if the operation needs another argument.
    pub fn chosen(&self, id: Action, here: Cell) -> Option<Command<R>> {
        let row = self.operation(id)?;
        row.parse(Phrase { word: row.facts().word, text: "", here }).ok()
    }

    /// Parses a line after `:`. `here` is the default cell.
    ///
    /// # Errors
    /// When the line is no command, no cell and no file name, or when the argument is wrong. The error describes
    /// the expected form.
    ///
    /// # Panics
    /// When the table lacks [`Action::NOTHING`], [`Action::OPEN`] or [`Action::JUMP`], which run lines without a word.
    pub fn parse(&self, line: &str, here: Cell) -> Result<Command<R>, Notice> {
        let line = line.trim();
        let (word, text) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(row) = self.of_word(word) {
            return row.parse(Phrase { word, text: text.trim(), here });
        }
        if let Some(instead) = words::elsewhere(word) {
            return Err(format!("'{word}' {instead}").into());
        }
        let id = if line.is_empty() {
            Action::NOTHING
        } else if looks_like_a_path(line) {
            Action::OPEN
        } else if line.parse::<Cell>().is_ok() {
            Action::JUMP
        } else {
            let line = line.to_owned();
            return Err(words::nearest_command(word)
                .map_or(Notice::UnknownLine { line: line.clone() }, |near| {
                    format!("'{line}' is no cell and no command: {}", did_you_mean(near)).into()
                }));
        };
        let row = self.operation(id).expect("the table has the operations of lines without a word");
        row.parse(Phrase { word, text: line, here })
    }
}
