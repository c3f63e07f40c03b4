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

pub(in crate::tui) mod action;
pub(in crate::tui) mod bindings;
pub(in crate::tui) mod command;
pub(in crate::tui) mod config;
pub(in crate::tui) mod entries;
pub(in crate::tui) mod item;
pub(in crate::tui) mod key;
pub(in crate::tui) mod keymap;
pub(in crate::tui) mod play_options;
pub(in crate::tui) mod puzzle_order;
pub(in crate::tui) mod search_options;
pub(in crate::tui) mod settings;
pub(in crate::tui) mod values;
