//! The lines of a section.

use super::{Context, TextItem};
use app::Action;

/// The lines of a section, added from top to bottom. Texts are marked, see [`Context::marked`].
pub(crate) struct Text<'a> {
    pub context: &'a Context<'a>,
    pub items: Vec<TextItem>,
}

impl<'a> Text<'a> {
    pub(crate) fn new(context: &'a Context<'a>) -> Self {
        Self { context, items: Vec::new() }
    }

    pub(crate) fn push(&mut self, item: impl Into<TextItem>) {
        self.items.push(item.into());
    }

    /// Adds lines, possibly none.
    pub(crate) fn extend(&mut self, items: impl IntoIterator<Item = impl Into<TextItem>>) {
        self.items.extend(items.into_iter().map(Into::into));
    }

    pub(crate) fn say(&mut self, text: impl AsRef<str>) {
        self.push(self.context.item(text));
    }

    /// Adds a line that is less important.
    pub(crate) fn note(&mut self, text: impl AsRef<str>) {
        self.push(self.context.note(text));
    }

    /// Adds a line with a key and its effect.
    pub(crate) fn offer(&mut self, action: Action, effect: impl AsRef<str>) {
        self.push(self.context.offer(action, effect));
    }
}
