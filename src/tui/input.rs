//! User input: keys, the texts of keys and of words after `:`, and the configuration of both.
//!
//! [`key::Key::pressed`] turns a key event into a key. [`keymap::Keymap::action`] looks up the operation of the key in the
//! current mode. `keys.txt` lists the operations of each mode, `app/words.txt` the words after `:`. Footer, help, palette,
//! README and the check for duplicate keys read the same tables. What an operation does is a row of the table of
//! operations: see [`operations`](app::operations).

pub(crate) mod bindings;
pub(crate) mod config;
pub(crate) mod entries;
pub(crate) mod key;
pub(crate) mod keymap;
pub(crate) mod motion;

pub(crate) use bindings::{LEARN, Scope};
pub(crate) use entries::{EntryEffect, EntryMatch, PaletteEntry};
pub(crate) use key::Key;
pub(crate) use keymap::{FooterEntry, Keymap};
pub(crate) use motion::{Motion, ProofAction, SeriesAction, WatchAction};
