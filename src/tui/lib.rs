//! The terminal board.
//!
//! | folder | what is there | imports |
//! | --- | --- | --- |
//! | `look` | themes, characters, colour depth | - |
//! | `input` | keys, actions, the tables of bindings and commands, the configuration | `look` |
//! | `model` | all that is shown: one mode, one overlay, the layout, what can be hit | `input` |
//! | `update` | what a message makes of the model, and the effects it wants; pure | `model` |
//! | `view` | the model as a frame, and what it has drawn where | `model` |
//! | `runtime` | the loop, the terminal, the workers, files: who performs effects | all of these |
//!
//! A key travels so: the input thread sends it as a message. `update` looks it up in the table of bindings,
//! by the overlay or the mode that is open, and performs its action on the model. The effects that it returns
//! are performed in their order: what has changed is journalled, then a worker is asked. The loop lays the
//! window out, `view` draws it and returns what can be hit where, and the model keeps that for the next click.
//! If messages come between, that is found out anew before the click, so that it hits what there is.
//! An answer comes back as a message with the number of its question and the stamp of its position, by which
//! what is late is dropped.

#![expect(clippy::unit_arg, reason = "`().into()` is the reaction without effects")]

mod input;
mod look;
mod model;
mod parts;
#[cfg(test)]
mod random_events;
mod runtime;
#[cfg(test)]
mod testing;
mod update;
mod view;

pub use input::command::command_table;
pub use input::config::Config;
pub use input::keymap::{Keymap, key_lines};
pub use input::options;
pub use input::settings::{Setting, Settings};
pub use look::depth::ColorDepth;
pub use look::glyphs::{Glyphs, UnknownGlyphs};
pub use look::theme::{Theme, UnknownTheme};
pub use model::memo::played_in;
pub use model::options::Options;
pub use runtime::headless::Headless;
pub use runtime::{BoardExit, Opening, Play, run};
pub use update::message::Exit;
pub use update::replace::unused_regions;
