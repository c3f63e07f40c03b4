//! All operations: one row each.
//!
//! A row has the operation's name, its word after `:`, its gate, what a session in lines says about it, and the function
//! that runs it. The kind of the function's parameter parses and completes the text after the word: see
//! [`parameters`]. The texts are in `keys.txt` and `words.txt`.
//!
//! The rows of operations that need no screen are in this folder; a screen has more rows.

pub mod brush;
pub(crate) mod compare;
pub mod decisions;
pub mod diagram;
pub mod hint;
pub mod parameters;
pub mod play;
pub mod position;
pub mod reasons;
pub mod rules;
pub mod saving;
pub mod search;
pub mod table;

use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::Arc;

use crate::notice::{DiagramNotice, GameNotice, Notice};
use crate::words::Definition;
use crate::{Action, App, ValueSources};
use geometry::Cell;
use parameters::NOTHING;
use table::Row;

/// A row of the table of operations. `S` is the state that its function changes: the application, or a front end.
pub struct Operation<S: 'static> {
    /// Name, word, gate, and how a session in lines answers.
    pub facts: OperationFacts,
    /// The function, and the kind of its parameter.
    pub run: &'static dyn Run<S>,
    /// True if the operation may become available on this board.
    ever: fn(&S) -> bool,
    /// True if the operation is available for a cell.
    here: fn(&S, Cell) -> bool,
    /// The present value of the changed setting, as typed after the word.
    pub current: Option<fn(&S) -> String>,
}

/// Facts about the operation of a row, and its gate.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct OperationFacts {
    /// The name, by which keys and the palette find the row.
    pub id: Action,
    /// First word after `:`; empty for operations that only keys run.
    pub word: &'static str,
    /// True if the operation reveals more than reduced assist allows.
    reveals: bool,
    /// True if the operation works while a puzzle is paused.
    works_in_pause: bool,
    /// True if the operation works while a given diagram is viewed, which has no rules.
    works_without_rules: bool,
    /// True if the operation is refused after a puzzle is solved, unless a lesson asks for a cell.
    needs_unsolved: bool,
    /// True if the operation is refused while a puzzle is being made.
    needs_board: bool,
    /// True if the operation keeps a shown hint on the screen.
    pub keeps_hint: bool,
    /// True if a session in lines must name the cells.
    pub names_cells: bool,
    /// True if the answer of a session in lines shows the position, which a paused puzzle hides.
    pub shows_position: bool,
    /// The participle in the answer of a session in lines, as in `a1 placed`; empty if the operation changes no decisions.
    pub done: &'static str,
}

/// When an operation is available.
#[derive(Clone, Debug, PartialEq)]
pub enum Availability {
    /// The operation is not run, for this reason.
    Refused(Notice),
    /// The operation is never available on this board.
    Never,
    /// The operation is not available now. It may be on another cell, after another step, or after an answer of an engine.
    Later,
    /// The operation can be run.
    Now,
}

impl OperationFacts {
    /// Why the operation cannot run now; `None` if it can.
    pub fn refusal(&self, app: &App) -> Option<Notice> {
        if app.viewed().is_some() && !self.works_without_rules {
            Some(DiagramNotice::NoRules.into())
        } else if app.is_paused() && !self.works_in_pause {
            Some(Notice::Paused)
        } else if self.needs_unsolved && app.has_solved() && !app.awaits_answer() {
            Some(GameNotice::Over.into())
        } else if self.reveals && !app.has_full_assist() {
            Some(Notice::ExceedsAssist)
        } else if self.needs_board && app.puzzle_request().is_some() {
            Some(Notice::Making)
        } else {
            None
        }
    }
}

impl<S> Operation<S> {
    /// An operation that is always available. `name` is its name in `keys.txt`, or empty if it has no key; `word` is its
    /// word after `:`, or empty. An operation with a key does not work while a puzzle is paused.
    pub const fn new(name: &'static str, word: &'static str, run: &'static dyn Run<S>) -> Self {
        let is_word = name.is_empty();
        let facts = OperationFacts {
            id: Action { name: if is_word { word } else { name }, is_word },
            word,
            reveals: false,
            works_in_pause: is_word,
            works_without_rules: false,
            needs_unsolved: false,
            needs_board: false,
            keeps_hint: false,
            names_cells: false,
            shows_position: false,
            done: "",
        };
        Self { facts, run, ever: |_| true, here: |_, _| true, current: None }
    }

    /// The operation needs full assist.
    pub const fn reveals(mut self) -> Self {
        self.facts.reveals = true;
        self
    }

    /// The operation works while a puzzle is paused.
    pub const fn in_pause(mut self) -> Self {
        self.facts.works_in_pause = true;
        self
    }

    /// The operation works while a given diagram is viewed, which has no rules.
    pub const fn without_rules(mut self) -> Self {
        self.facts.works_without_rules = true;
        self
    }

    /// The operation needs a board that is seen: no puzzle is paused or being made.
    pub(crate) const fn on_board(mut self) -> Self {
        self.facts.needs_board = true;
        self.facts.works_in_pause = false;
        self
    }

    /// The operation is for a puzzle that is neither solved, paused nor being made.
    pub const fn unsolved(mut self) -> Self {
        self.facts.needs_unsolved = true;
        self.on_board()
    }

    /// The operation is available only on boards for which `ever` is true. The palette does not list it on others.
    pub const fn ever(self, ever: fn(&S) -> bool) -> Self {
        Self { ever, ..self }
    }

    /// The operation is available only while `here` is true for the cell. Otherwise the palette lists it as available
    /// later.
    pub const fn here(self, here: fn(&S, Cell) -> bool) -> Self {
        Self { here, ..self }
    }

    /// The operation keeps a shown hint on the screen.
    pub const fn keeps_hint(mut self) -> Self {
        self.facts.keeps_hint = true;
        self
    }

    /// `current` returns the present value of the setting that the operation changes, as typed after the word. The
    /// palette marks and chooses this value.
    pub const fn current(self, current: fn(&S) -> String) -> Self {
        Self { current: Some(current), ..self }
    }

    /// In a session in lines, a line of this operation must name its cells.
    pub(crate) const fn names_cells(mut self) -> Self {
        self.facts.names_cells = true;
        self
    }

    /// In a session in lines, the answer shows the position, so the operation is refused while the puzzle is paused.
    pub const fn shows_position(mut self) -> Self {
        self.facts.shows_position = true;
        self
    }

    /// In a session in lines, the participle for the answer, such as `placed`.
    pub const fn done(mut self, done: &'static str) -> Self {
        self.facts.done = done;
        self
    }

    /// When the operation is available for a cell.
    pub fn availability(&self, app: &App, state: &S, cell: Cell) -> Availability {
        match self.facts.refusal(app) {
            Some(reason) => Availability::Refused(reason),
            None if !(self.ever)(state) => Availability::Never,
            None if !(self.here)(state, cell) => Availability::Later,
            None => Availability::Now,
        }
    }
}

/// An operation with its argument.
#[derive(Clone)]
pub struct Command<R> {
    /// The row of the operation.
    pub row: R,
    /// The argument of the function, of the type of its parameter.
    pub argument: Argument,
    /// The cells on which the operation acts. It is refused if one of them is off the grid.
    pub cells: Vec<Cell>,
}

/// A value of a kind of parameter.
pub type Argument = Arc<dyn Any + Send + Sync>;

impl<R: Debug> Debug for Command<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Command").field(&self.row).field(&self.cells).finish()
    }
}

impl<R> Command<R> {
    /// The argument, if it is of this type.
    pub fn argument<T: 'static>(&self) -> Option<&T> {
        self.argument.downcast_ref()
    }

    /// Why the command cannot run now; `None` if it can. The gate of the operation is checked before its cells.
    pub fn refusal(&self, app: &App) -> Option<Notice>
    where
        R: Row,
    {
        let grid = app.session.rules().grid();
        let off_grid = || self.cells.iter().find_map(|&cell| grid.check(cell).err());
        self.row.facts().refusal(app).or_else(|| off_grid().map(Notice::from))
    }
}

/// The result of an operation's function: nothing, or why the operation was refused.
pub trait Done {
    /// The outcome, with the reason as the error.
    ///
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
pub struct Kind<T> {
    /// Parses the text after a word. An error describes the mistake.
    parse: fn(Phrase<'_>) -> Result<T, Notice>,
    /// The cells on which an operation acts.
    cells: fn(&T) -> &[Cell],
    /// Facts about the kind that do not depend on a value.
    pub facts: Facts,
}

/// Facts about a kind of parameter that do not depend on a value.
pub struct Facts {
    /// Whether the palette opens if the operation is chosen without a value, and what Enter chooses there.
    pub asks: Asks,
    /// True if a screen moves its cursor to the cells.
    pub leads: bool,
    /// The part of a text that is being typed, and the words that can complete it.
    pub candidates: for<'a> fn(&Definition, &'a str) -> (&'a str, Vec<String>),
    /// Values that the palette offers in addition to the listed ones, each with a description. A listed value that is
    /// offered as well has the description of the offer.
    pub offered: fn(&ValueSources) -> Vec<(String, String)>,
    /// True if these values come before the listed ones.
    pub offers_first: bool,
    /// True if a valid text may still be the beginning of a value that the palette offers.
    pub is_begun: fn(&str) -> bool,
    /// Words that the palette offers after a begun value, each with a description.
    pub follows: fn(&str) -> Vec<(&'static str, String)>,
}

/// Whether the palette opens if an operation is chosen without a value, and what Enter chooses there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// The operation has an effect without a value.
    Not,
    /// Enter runs the typed line.
    ForText,
    /// Enter chooses an offered value if none is typed.
    ForTextOrOffered,
    /// Enter chooses an offered value if the typed value is missing or wrong.
    ForOffered,
}

/// A word with the text after it.
#[derive(Clone, Copy, Debug)]
pub struct Phrase<'a> {
    /// The word as it was typed.
    pub word: &'a str,
    /// The text after the word, without blanks around it.
    pub text: &'a str,
    /// The default cell.
    pub here: Cell,
}

impl<T> Kind<T> {
    /// A kind whose values are typed, and completed by the listed ones.
    pub const fn new(parse: fn(Phrase<'_>) -> Result<T, Notice>) -> Self {
        let facts = Facts {
            asks: Asks::Not,
            leads: false,
            candidates: |definition, text| (text, definition.listed()),
            offered: |_| Vec::new(),
            offers_first: false,
            is_begun: |_| false,
            follows: |_| Vec::new(),
        };
        Self { parse, cells: |_| &[], facts }
    }
}

/// Rows for the keys 1 to 9: the name, the function that takes the number, when it is available, and its gate.
#[macro_export]
macro_rules! numbered {
    ($name:literal, $run:path, $when:path $(, $gate:ident)?) => {
        $crate::numbered!($name, $run, $when, [$($gate)?], 1 2 3 4 5 6 7 8 9)
    };
    ($name:literal, $run:path, $when:path, $gate:tt, $($number:literal)*) => {
        [$($crate::numbered!(row $name, $run, $when, $gate, $number)),*]
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

/// A function that runs an operation, and the kind of its parameter.
pub trait Run<S>: Sync {
    /// The kind of the function's parameter.
    fn parameter(&self) -> &Facts;

    /// Parses the text after the word: the argument, and the cells on which the operation acts.
    ///
    /// # Errors
    /// When the text is no value of the parameter.
    fn parse(&self, phrase: Phrase<'_>) -> Result<(Argument, Vec<Cell>), Notice>;

    /// Runs the function. The argument was parsed by the same row.
    ///
    /// # Errors
    /// When the operation is not done.
    fn call(&self, state: &mut S, argument: Argument) -> Result<(), Notice>;
}

/// Runs a function that takes the value after the word.
pub struct Takes<S: 'static, T: 'static, R>(pub &'static Kind<T>, pub fn(&mut S, T) -> R);

/// Runs a function that takes nothing.
pub struct Plain<S, R>(pub fn(&mut S) -> R);

/// Runs a function with a value of the row.
pub struct With<S, T, R>(pub fn(&mut S, T) -> R, pub T);

impl<S, T: Clone + Send + Sync, R: Done> Run<S> for Takes<S, T, R> {
    fn parameter(&self) -> &Facts {
        &self.0.facts
    }

    fn parse(&self, phrase: Phrase<'_>) -> Result<(Argument, Vec<Cell>), Notice> {
        let value = (self.0.parse)(phrase)?;
        let cells = (self.0.cells)(&value).to_vec();
        Ok((Arc::new(value), cells))
    }

    fn call(&self, state: &mut S, argument: Argument) -> Result<(), Notice> {
        let value = argument.downcast::<T>().expect("the argument was parsed by this row");
        (self.1)(state, Arc::unwrap_or_clone(value)).done()
    }
}

/// Parses no text.
fn nothing(phrase: Phrase<'_>) -> Result<(Argument, Vec<Cell>), Notice> {
    (NOTHING.parse)(phrase).map(|()| (Arc::new(()) as Argument, Vec::new()))
}

impl<S, R: Done> Run<S> for Plain<S, R> {
    fn parameter(&self) -> &Facts {
        &NOTHING.facts
    }

    fn parse(&self, phrase: Phrase<'_>) -> Result<(Argument, Vec<Cell>), Notice> {
        nothing(phrase)
    }

    fn call(&self, state: &mut S, _: Argument) -> Result<(), Notice> {
        (self.0)(state).done()
    }
}

impl<S, T: Copy + Sync, R: Done> Run<S> for With<S, T, R> {
    fn parameter(&self) -> &Facts {
        &NOTHING.facts
    }

    fn parse(&self, phrase: Phrase<'_>) -> Result<(Argument, Vec<Cell>), Notice> {
        nothing(phrase)
    }

    fn call(&self, state: &mut S, _: Argument) -> Result<(), Notice> {
        (self.0)(state, self.1).done()
    }
}
