//! What the palette and the overview of keys list.

use crate::input::action::Action;

/// Something that can be done in a mode, as the palette and the overview of keys list it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActionItem {
    /// The heading it stands under.
    pub group: &'static str,
    /// Choosing it performs the first of these; the keys of all of them are shown.
    pub actions: &'static [Action],
    /// What it is called.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
}

/// The groups of the board, in their order.
pub(crate) const GROUPS: [&str; 7] =
    ["board", "ask", "see inside", "puzzle", "change", "file", "look"];

/// Makes an item.
pub(super) const fn item(
    group: &'static str,
    actions: &'static [Action],
    name: &'static str,
    help: &'static str,
) -> ActionItem {
    ActionItem { group, actions, name, help }
}
