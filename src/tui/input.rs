//! User input: keys, their actions, the commands after `:`, and the configuration of both.
//!
//! [`key::Key::pressed`] turns a key event into a key. [`keymap::Keymap::action`] looks up the action of the key in the
//! current mode, in the table of [`bindings`], and `update` performs that action. Footer, help, README and the check
//! for duplicate keys read the same table. A line after `:` is parsed by the table in [`command`] into a
//! [`command::Command`]; completion reads that table as well.
//!
//! [`keymap::Keymap::entries`] merges both tables into one list of actions and commands with their keys. The palette
//! and the overview of keys show this list. [`entries`] searches the list for the typed text, and [`values`] lists the
//! possible values of a command.

pub(crate) mod action;
pub(crate) mod bindings;
pub(crate) mod command;
pub(crate) mod config;
pub(crate) mod entries;
pub(crate) mod key;
pub(crate) mod keymap;
pub(crate) mod lesson_source;
pub mod options;
pub(crate) mod orders;
pub(crate) mod settings;
pub(crate) mod values;

pub(crate) use action::{
    Action, GraphAction, Motion, PaintAction, ProofAction, RestorationAction, SeriesAction,
    TypingAction, WatchAction,
};
pub(crate) use bindings::{LEARN, Scope};
pub(crate) use command::{Command, DiagramCommand};
pub(crate) use entries::{EntryEffect, EntryFinder, EntryMatch, PaletteEntry};
pub(crate) use key::Key;
pub(crate) use keymap::{FooterEntry, Keymap};
pub(crate) use lesson_source::LessonSource;
pub(crate) use orders::{ExportRequest, SearchComparison, SearchOrder, Searches};
pub(crate) use settings::{Click, Mistakes, Setting, SettingChange, Settings};
pub(crate) use values::ValueSources;
