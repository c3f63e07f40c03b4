//! A line of text in a part of the panel.

use ratatui::text::{Line, Span};

use crate::model::Hit;
use crate::parts::wrap;

/// A line of text, wrapped where it is too long.
#[derive(Clone, Debug, Default)]
pub(super) struct TextItem {
    pub line: Line<'static>,
    /// The columns before all rows but the first.
    pub indent: u16,
    /// What a click on it does.
    pub hit: Option<Hit>,
    /// How much of a bar behind the text is filled, from 0 to 1.
    pub bar: Option<f64>,
}

impl TextItem {
    pub(super) fn new(spans: Vec<Span<'static>>) -> Self {
        Self { line: Line::from(spans), ..Self::default() }
    }

    /// The rows of the item at a width.
    pub(super) fn rows(&self, width: u16) -> Vec<Line<'static>> {
        wrap::wrap(&self.line, width, self.indent)
    }
}

impl From<Span<'static>> for TextItem {
    fn from(span: Span<'static>) -> Self {
        Self::new(vec![span])
    }
}
