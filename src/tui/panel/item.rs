//! A line of text in a section of the panel.

use ratatui::text::{Line, Span};

use crate::model::Hit;
use crate::widgets::wrap;

/// A line of text, wrapped if too long.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextItem {
    pub line: Line<'static>,
    /// Indentation of all rows but the first, in columns.
    pub indent: u16,
    /// The effect of a click on the line, if there is one.
    pub hit: Option<Hit>,
    /// Filled part of a bar after the text, from 0 to 1; `None` for no bar.
    pub bar: Option<f64>,
}

impl TextItem {
    pub(crate) fn new(spans: impl IntoIterator<Item = Span<'static>>) -> Self {
        Self { line: spans.into_iter().collect(), ..Self::default() }
    }

    /// A text after a sample of a square or a mark.
    pub(crate) fn sample(chip: Span<'static>, text: Span<'static>) -> Self {
        Self::new([chip, Span::raw(" "), text])
    }

    /// Appends spans.
    pub(crate) fn and(mut self, spans: impl IntoIterator<Item = Span<'static>>) -> Self {
        self.line.extend(spans);
        self
    }

    /// Appends spans. Further rows begin in the column in which these spans begin.
    pub(crate) fn hanging(self, spans: impl IntoIterator<Item = Span<'static>>) -> Self {
        Self { indent: self.line.width() as u16, ..self }.and(spans)
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
