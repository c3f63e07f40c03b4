//! User input: keys, the actions they are bound to, the commands after `:`, and the configuration
//! that changes them.
//!
//! [`key::Key::pressed`] names a key, [`keymap::Keymap::action`] finds its action in the table of
//! [`bindings`] by the mode of the board, and `update` performs the action. Footer, help, README
//! and the check for duplicate keys read the same table. A line typed after `:` is parsed by the
//! table in [`command`] into a value, and completion uses the same table.

pub(in crate::tui) mod action;
pub(in crate::tui) mod bindings;
pub(in crate::tui) mod command;
pub(in crate::tui) mod config;
pub(in crate::tui) mod key;
pub(in crate::tui) mod keymap;
pub(in crate::tui) mod search_options;
