//! User input: keys, the actions they are bound to, the commands after `:`, and the configuration
//! that changes them.
//!
//! A key travels so: [`key::Key::pressed`] names it, [`keymap::Keymap::action`] finds its action in the one
//! table of [`bindings`] by the mode that the board is in, and `update` performs the action. Footer, help,
//! README and the check for keys bound twice read the same table. What is typed after `:` is parsed by the
//! table in [`command`] into a value of one type, which completion reads as well.
//!
//! [`keymap::Keymap::entries`] makes one list of both tables: all that can be done, with its keys, for the
//! palette and for the overview of keys. [`entries`] finds in it what is typed, [`values`] lists what may
//! follow a command.

pub(crate) mod action;
pub(crate) mod bindings;
pub(crate) mod command;
pub(crate) mod config;
pub(crate) mod entries;
pub(crate) mod key;
pub(crate) mod keymap;
pub mod options;
pub(crate) mod orders;
pub(crate) mod settings;
pub(crate) mod values;

pub(crate) use action::{
    Action, GraphAction, GrowAction, Motion, PaintAction, TypingAction, WatchAction, WayAction,
};
pub(crate) use bindings::Scope;
pub(crate) use command::Command;
pub(crate) use entries::{Entry, EntryEffect, EntryFinder, Found};
pub(crate) use key::Key;
pub(crate) use keymap::{FooterEntry, Keymap};
pub(crate) use orders::Searches;
pub(crate) use settings::{Setting, Settings};
pub(crate) use values::Facts;
