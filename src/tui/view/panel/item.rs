//! A line of text in a part of the panel.

use ratatui::text::{Line, Span};

use crate::model::Hit;
use crate::parts::wrap;

/// A line of text, wrapped if too long.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextItem {
    pub line: Line<'static>,
    /// Indentation of all rows but the first, in columns.
    pub indent: u16,
    /// The effect of a click on the line, if any.
    pub hit: Option<Hit>,
    /// Filled part of a bar after the text, from 0 to 1; `None` for no bar.
    pub bar: Option<f64>,
}

impl TextItem {
    pub(crate) fn new(spans: impl IntoIterator<Item = Span<'static>>) -> Self {
        Self { line: spans.into_iter().collect(), ..Self::default() }
    }

    /// Wraps the item to rows of `width` columns.
    pub(crate) fn rows(&self, width: u16) -> Vec<Line<'static>> {
        wrap::wrap(&self.line, width, self.indent)
    }
}

impl From<Span<'static>> for TextItem {
    fn from(span: Span<'static>) -> Self {
        Self::new([span])
    }
}
