//! The terminal board.
//!
//! | folder | contents | imports |
//! | --- | --- | --- |
//! | `look` | themes, characters, colour depth | - |
//! | `input` | keys, the table of keys, the configuration | `look` |
//! | `model` | the state of the board: the application, what only the screen knows, one mode, one overlay | `input`, `modes` |
//! | `panel` | what the sections of the panel are made of: lines of text with keys, and frames around texts and drawings | `model` |
//! | `modes` | the modes of the board: what each does with keys, clicks and panel, and the rows of its operations | `model`, `panel`, `update` |
//! | `update` | pure: applies a message to the model, and shows what the application gives to show | `model`, `modes` |
//! | `view` | draws the model as a frame, and returns the areas that can be clicked | `modes`, `panel`, `update` |
//! | `runtime` | the loop and the terminal; performs the effects | all of these |
//!
//! How a key is handled: the input thread sends the key as a message. `update` looks up its operation in the table of
//! keys, by the open overlay or mode. If the gate of the operation's row is open, its function changes the model. A typed
//! line and a click on the name of a key take the same way. The effects are performed in
//! order: changes are written to the journal first, then a worker is asked. The loop computes the layout of the window.
//! `view` draws the frame and returns the areas that can be clicked, and the model keeps these areas for the next
//! click. If other messages arrive before the click, the areas are computed again, so that the click matches the
//! current state. An answer arrives as a message with the number of its question and the stamp of its position. Answers
//! to outdated questions are dropped.

#![expect(clippy::unit_arg, reason = "`().into()` is the reaction without effects")]

mod input;
mod look;
mod model;
mod modes;
mod panel;
#[cfg(any(test, fuzzing))]
#[allow(clippy::unwrap_used, reason = "only tests and fuzz targets have the module")]
#[cfg_attr(not(test), allow(dead_code, unused_imports, reason = "fuzz targets use a part"))]
mod random_events;
mod runtime;
#[cfg(any(test, fuzzing))]
#[allow(clippy::unwrap_used, reason = "only tests and fuzz targets have the module")]
#[cfg_attr(not(test), allow(dead_code, unused_imports, reason = "fuzz targets use a part"))]
mod testing;
mod update;
mod view;
mod widgets;

pub use input::config::Config;
pub use input::key::{Keystrokes, UnknownKey};
pub use input::keymap::{Keymap, key_lines};
pub use look::depth::ColorDepth;
pub use look::glyphs::{Glyphs, NamedGlyphs};
pub use look::theme::Theme;
pub use model::options::Options;
#[cfg(fuzzing)]
pub use random_events::fuzzed;
pub use runtime::headless::Headless;
pub use runtime::run;
