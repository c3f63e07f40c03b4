//! What a person can do: one row for each operation.
//!
//! A row has the operation's name, its word after `:`, its gate, what a session in lines says about it, and the function
//! that runs it. The type of what that function takes is the kind of its parameter, which parses and completes the text
//! after the word: see [`parameters`]. The texts are in `input/keys.txt` and `app/words.txt`.
//!
//! The rows of operations that need no screen are in this folder, the others beside the code of their mode.

pub(crate) mod brush;
pub(crate) mod command_line;
pub(crate) mod decisions;
pub(crate) mod parameters;
pub(crate) mod replace;
pub(crate) mod rules;

use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::Arc;

use crate::app::App;
use crate::app::notice::{GameNotice, Notice};
use crate::app::words::Definition;
use crate::app::{Action, ValueSources};
use crate::input::{EntryEffect, PaletteEntry};
use crate::model::Model;
use geometry::Cell;
use parameters::NOTHING;

/// A row of the table of operations.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Operation {
    pub id: Action,
    /// First word after `:`; empty for operations that only keys run.
    pub word: &'static str,
    pub run: &'static dyn Run,
    /// True if the operation tells more than reduced assist allows.
    reveals: bool,
    /// True if the operation works while a puzzle is paused.
    works_in_pause: bool,
    /// True if the operation is refused after a puzzle is solved, unless a lesson asks for a cell.
    needs_unsolved: bool,
    /// True if the operation is refused while a puzzle is being made.
    needs_board: bool,
    /// True if the operation may become available on this board.
    ever: fn(&Model) -> bool,
    /// True if the operation is available for a cell, which is the one under the cursor.
    here: fn(&Model, Cell) -> bool,
    /// True if the operation keeps a shown hint on the screen.
    pub keeps_hint: bool,
    /// The present value of what the operation changes, as it can be typed.
    pub current: Option<fn(&Model) -> String>,
    /// True if the operation only changes what a screen shows, or needs a cursor. A session in lines refuses it.
    pub is_for_screens: bool,
    /// True if a session in lines must name the cells.
    pub names_cells: bool,
    /// True if the answer of a session in lines shows the position, which a paused puzzle hides.
    pub shows_position: bool,
    /// What is done to the decisions, in a session in lines, after the cells if the operation names some; empty for
    /// other operations.
    pub done: &'static str,
}

/// When an operation is available.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Availability {
    /// The operation is not run, for this reason.
    Refused(Notice),
    /// The operation is never available on this board.
    Never,
    /// The operation is not available now. It may be on another cell, after another step, or after an answer of an engine.
    Later,
    Now,
}

impl Operation {
    /// An operation that is always available. `name` is its name in `keys.txt`, or empty if it has no key; `word` is its
    /// word after `:`, or empty. An operation with a key does not work while a puzzle is paused.
    pub(crate) const fn new(name: &'static str, word: &'static str, run: &'static dyn Run) -> Self {
        let is_word = name.is_empty();
        Self {
            id: Action { name: if is_word { word } else { name }, is_word },
            word,
            run,
            reveals: false,
            works_in_pause: is_word,
            needs_unsolved: false,
            needs_board: false,
            ever: |_| true,
            here: |_, _| true,
            keeps_hint: false,
            current: None,
            is_for_screens: false,
            names_cells: false,
            shows_position: false,
            done: "",
        }
    }

    pub(crate) const fn reveals(self) -> Self {
        Self { reveals: true, ..self }
    }

    pub(crate) const fn in_pause(self) -> Self {
        Self { works_in_pause: true, ..self }
    }

    /// The operation needs a board that is seen: no puzzle is paused or being made.
    pub(crate) const fn on_board(self) -> Self {
        Self { needs_board: true, works_in_pause: false, ..self }
    }

    /// The operation is for a puzzle that is neither solved, paused nor being made.
    pub(crate) const fn unsolved(self) -> Self {
        Self { needs_unsolved: true, ..self.on_board() }
    }

    pub(crate) const fn ever(self, ever: fn(&Model) -> bool) -> Self {
        Self { ever, ..self }
    }

    pub(crate) const fn here(self, here: fn(&Model, Cell) -> bool) -> Self {
        Self { here, ..self }
    }

    pub(crate) const fn keeps_hint(self) -> Self {
        Self { keeps_hint: true, ..self }
    }

    pub(crate) const fn current(self, current: fn(&Model) -> String) -> Self {
        Self { current: Some(current), ..self }
    }

    pub(crate) const fn for_screens(self) -> Self {
        Self { is_for_screens: true, ..self }
    }

    pub(crate) const fn names_cells(self) -> Self {
        Self { names_cells: true, ..self }
    }

    pub(crate) const fn shows_position(self) -> Self {
        Self { shows_position: true, ..self }
    }

    pub(crate) const fn done(self, done: &'static str) -> Self {
        Self { done, ..self }
    }

    /// Why the operation is not run now; `None` if it is.
    pub(crate) fn refusal(&self, model: &Model) -> Option<Notice> {
        if model.app.is_paused() && !self.works_in_pause {
            Some(Notice::Paused)
        } else if self.needs_unsolved && model.app.has_solved() && !model.app.awaits_answer() {
            Some(GameNotice::Over.into())
        } else if self.reveals && !model.app.has_full_assist() {
            Some(Notice::ExceedsAssist)
        } else if self.needs_board && model.app.puzzle_request().is_some() {
            Some(Notice::Making)
        } else {
            None
        }
    }

    /// When the operation is available for the cell under the cursor.
    pub(crate) fn availability(&self, model: &Model) -> Availability {
        match self.refusal(model) {
            Some(reason) => Availability::Refused(reason),
            None if !(self.ever)(model) => Availability::Never,
            None if !(self.here)(model, model.view.cursor) => Availability::Later,
            None => Availability::Now,
        }
    }

    /// The effect of choosing the operation by its word in the palette: one with values to choose from asks for a value.
    pub(crate) fn choice(&self) -> EntryEffect {
        match self.run.facts().asks {
            Asks::Not => EntryEffect::Run(self.word.to_owned()),
            Asks::ForText | Asks::ForTextOrOffered | Asks::ForOffered => {
                EntryEffect::Begin(format!("{} ", self.word))
            }
        }
    }

    /// Parses the text after the word.
    ///
    /// # Errors
    /// When the text is no value of the operation's parameter.
    pub(crate) fn parse(&'static self, phrase: Phrase<'_>) -> Result<Command, Notice> {
        self.run.parse(self, phrase)
    }
}

/// An operation with its argument.
#[derive(Clone)]
pub(crate) struct Command {
    pub operation: &'static Operation,
    argument: Argument,
    /// The cells on which the operation acts. It is refused if one of them is off the grid.
    pub cells: Vec<Cell>,
}

/// A value of the operation's kind of parameter.
type Argument = Arc<dyn Any + Send + Sync>;

impl Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(self.operation.id.name).field(&self.cells).finish()
    }
}

impl Command {
    /// The operation, which takes nothing.
    ///
    /// # Errors
    /// When there is a text after the word.
    fn without_argument(operation: &'static Operation, phrase: Phrase<'_>) -> Result<Self, Notice> {
        (NOTHING.parse)(phrase)?;
        Ok(Self { operation, argument: Arc::new(()), cells: Vec::new() })
    }

    pub(crate) fn id(&self) -> Action {
        self.operation.id
    }

    /// The argument, if it is of this type.
    pub(crate) fn argument<T: 'static>(&self) -> Option<&T> {
        self.argument.downcast_ref()
    }

    /// Runs the operation.
    ///
    /// # Errors
    /// When the operation is not done.
    pub(crate) fn run(self, model: &mut Model) -> Result<(), Notice> {
        self.operation.run.call(model, self.argument)
    }
}

/// What the function of an operation returns: nothing, or why the operation is not done.
pub(crate) trait Done {
    /// # Errors
    /// When the operation is not done.
    fn done(self) -> Result<(), Notice>;
}

impl Done for () {
    fn done(self) -> Result<(), Notice> {
        Ok(())
    }
}

impl Done for Result<(), Notice> {
    fn done(self) -> Result<(), Notice> {
        self
    }
}

/// A kind of parameter: what an operation takes.
pub(crate) struct Kind<T> {
    /// Parses the text after a word. An error says what is wrong.
    parse: fn(Phrase<'_>) -> Result<T, Notice>,
    /// The cells on which an operation acts.
    cells: fn(&T) -> &[Cell],
    pub facts: Facts,
}

/// What can be said about a kind of parameter without a value.
pub(crate) struct Facts {
    /// Whether an operation that is chosen without a value opens the palette, and what Enter chooses there.
    pub asks: Asks,
    /// True if a screen goes to the cells.
    pub leads: bool,
    /// The part of a text that is being typed, and the words that can complete it.
    pub candidates: for<'a> fn(&Definition, &'a str) -> (&'a str, Vec<String>),
    /// Values that the palette offers in addition to the listed ones, each with a description.
    offered: fn(&ValueSources) -> Vec<(String, String)>,
    /// True if a text without an error is only the beginning of a value that the palette offers.
    pub is_begun: fn(&str) -> bool,
    /// Words that the palette offers after a begun value, each with a description.
    follows: &'static [(&'static str, &'static str)],
}

/// Whether an operation that is chosen without a value opens the palette, and what Enter chooses there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    /// The operation does something without a value.
    Not,
    /// Enter runs the typed line.
    ForText,
    /// Enter chooses an offered value if none is typed.
    ForTextOrOffered,
    /// Enter chooses an offered value if none or a wrong one is typed.
    ForOffered,
}

/// A word with the text after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Phrase<'a> {
    /// The word as it was typed.
    pub word: &'a str,
    /// The text after the word, without blanks around it.
    pub text: &'a str,
    /// The cell that is meant if none is named.
    pub here: Cell,
}

impl<T> Kind<T> {
    /// A kind whose values are typed, and completed by the listed ones.
    pub(crate) const fn new(parse: fn(Phrase<'_>) -> Result<T, Notice>) -> Self {
        let facts = Facts {
            asks: Asks::Not,
            leads: false,
            candidates: |definition, text| (text, definition.listed()),
            offered: |_| Vec::new(),
            is_begun: |_| false,
            follows: &[],
        };
        Self { parse, cells: |_| &[], facts }
    }
}

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

/// Rows for the keys 1 to 9: the name, the function that takes the number, when it is available, and its gate.
macro_rules! numbered {
    ($name:literal, $run:path, $when:path $(, $gate:ident)?) => {
        $crate::operations::numbered!($name, $run, $when, [$($gate)?], 1 2 3 4 5 6 7 8 9)
    };
    ($name:literal, $run:path, $when:path, $gate:tt, $($number:literal)*) => {
        [$($crate::operations::numbered!(row $name, $run, $when, $gate, $number)),*]
    };
    (row $name:literal, $run:path, $when:path, [$($gate:ident)?], $number:literal) => {
        $crate::operations::Operation::new(
            concat!($name, "-", $number),
            "",
            &$crate::operations::With($run, $number),
        )
        .here(|model, _| $when(model, $number))
        $(.$gate())?
    };
}
pub(crate) use numbered;

/// A function that runs an operation, with the kind of what it takes.
pub(crate) trait Run: Sync {
    fn facts(&self) -> &Facts;

    fn parse(&self, operation: &'static Operation, phrase: Phrase<'_>) -> Result<Command, Notice>;

    fn call(&self, model: &mut Model, argument: Argument) -> Result<(), Notice>;
}

/// The state that a function changes: the application, or the whole screen.
pub(crate) trait State {
    fn of(model: &mut Model) -> &mut Self;
}

impl State for App {
    fn of(model: &mut Model) -> &mut Self {
        &mut model.app
    }
}

impl State for Model {
    fn of(model: &mut Model) -> &mut Self {
        model
    }
}

/// Runs a function that takes the value after the word.
pub(crate) struct Takes<S: 'static, T: 'static, R>(pub &'static Kind<T>, pub fn(&mut S, T) -> R);

/// Runs a function that takes nothing.
pub(crate) struct Plain<S, R>(pub fn(&mut S) -> R);

/// Runs a function with a value of the row.
pub(crate) struct With<S, T, R>(pub fn(&mut S, T) -> R, pub T);

impl<S: State, T: Clone + Send + Sync, R: Done> Run for Takes<S, T, R> {
    fn facts(&self) -> &Facts {
        &self.0.facts
    }

    fn parse(&self, operation: &'static Operation, phrase: Phrase<'_>) -> Result<Command, Notice> {
        let value = (self.0.parse)(phrase)?;
        let cells = (self.0.cells)(&value).to_vec();
        Ok(Command { operation, argument: Arc::new(value), cells })
    }

    fn call(&self, model: &mut Model, argument: Argument) -> Result<(), Notice> {
        let value = argument.downcast::<T>().expect("the argument was parsed by this row");
        (self.1)(S::of(model), Arc::unwrap_or_clone(value)).done()
    }
}

impl<S: State, R: Done> Run for Plain<S, R> {
    fn facts(&self) -> &Facts {
        &NOTHING.facts
    }

    fn parse(&self, operation: &'static Operation, phrase: Phrase<'_>) -> Result<Command, Notice> {
        Command::without_argument(operation, phrase)
    }

    fn call(&self, model: &mut Model, _: Argument) -> Result<(), Notice> {
        (self.0)(S::of(model)).done()
    }
}

impl<S: State, T: Copy + Sync, R: Done> Run for With<S, T, R> {
    fn facts(&self) -> &Facts {
        &NOTHING.facts
    }

    fn parse(&self, operation: &'static Operation, phrase: Phrase<'_>) -> Result<Command, Notice> {
        Command::without_argument(operation, phrase)
    }

    fn call(&self, model: &mut Model, _: Argument) -> Result<(), Notice> {
        (self.0)(S::of(model), self.1).done()
    }
}
