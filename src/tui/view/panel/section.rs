//! The parts of the panel; most parts are lines of text in a frame.

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::context::Context;
use super::item::TextItem;
use crate::parts::{HeightRequest, PartPriority, bars, frame, wrap};
use crate::view::print::{Surface, print};

/// A part of the panel.
pub(crate) trait Section {
    /// Returns the needed height in a panel of this width, including the frame.
    fn height_request(&self, width: u16) -> HeightRequest;

    /// Draws the part and registers the areas that can be clicked.
    fn render(&self, surface: &mut Surface<'_>, area: Rect);
}

/// A function that draws inside a frame and registers the areas that can be clicked.
pub(crate) type Draw<'a> = Box<dyn Fn(&mut Surface<'_>, Rect) + 'a>;

/// A drawing in a frame, with a title and a fact.
pub(crate) struct DrawnSection<'a> {
    pub context: &'a Context<'a>,
    pub title: &'static str,
    pub right_title: String,
    pub part: HeightRequest,
    pub draw: Draw<'a>,
}

impl Section for DrawnSection<'_> {
    fn height_request(&self, _width: u16) -> HeightRequest {
        self.part
    }

    fn render(&self, surface: &mut Surface<'_>, area: Rect) {
        let inside = self.context.frame(
            surface.buffer,
            area,
            self.title,
            self.context.dim(&*self.right_title),
        );
        (self.draw)(surface, inside);
    }
}

/// Lines of text in a frame.
pub(crate) struct Paragraphs<'a> {
    context: &'a Context<'a>,
    title: String,
    right_title: Line<'static>,
    /// The text shown in place of `right_title` where there is room.
    longer_right_title: Option<Line<'static>>,
    items: Vec<TextItem>,
    need: PartPriority,
    rows: SectionRows,
}

impl<'a> Paragraphs<'a> {
    pub(crate) fn new(
        context: &'a Context<'a>,
        title: impl Into<String>,
        items: Vec<TextItem>,
        (need, rows): (PartPriority, SectionRows),
    ) -> Self {
        let (title, right_title) = (title.into(), Line::default());
        Self { context, title, right_title, longer_right_title: None, items, need, rows }
    }

    /// Sets the text at the right of the title.
    pub(crate) fn right_title(self, fact: impl Into<Line<'static>>) -> Self {
        Self { right_title: fact.into(), ..self }
    }

    /// Sets the text at the right of the title in wide panels.
    pub(crate) fn longer_right_title(self, fact: Option<impl Into<Line<'static>>>) -> Self {
        Self { longer_right_title: fact.map(Into::into), ..self }
    }
}

/// The height of a text inside its frame, in rows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SectionRows {
    /// Preferred height: at least that of the text. Required height: that of the text, limited to this minimum and
    /// maximum. If the text does not fit, its end is cut.
    Text(u16, u16),
    /// Like `Text`, but if rows are short, items after the first are left out and the last items are kept.
    Latest(u16, u16),
    /// Always as high as the text.
    All,
    /// At least this number of rows. Only whole items are shown; the last items are left out first.
    List(u16),
}

impl Section for Paragraphs<'_> {
    fn height_request(&self, width: u16) -> HeightRequest {
        let text = height(&self.items, width.saturating_sub(4));
        let (least, best) = match self.rows {
            SectionRows::Text(least, most) | SectionRows::Latest(least, most) => {
                (text.clamp(least.min(most), most), text.max(most))
            }
            SectionRows::All => (text, text),
            SectionRows::List(least) => (text.min(least), text),
        };
        HeightRequest { need: self.need, least: least + frame::ROWS, best: best + frame::ROWS }
    }

    fn render(&self, surface: &mut Surface<'_>, area: Rect) {
        let fits = |longer: &&Line<'_>| frame::has_room(area.width, &self.title, longer);
        let fact = self.longer_right_title.as_ref().filter(fits).unwrap_or(&self.right_title);
        let inside = self.context.frame(surface.buffer, area, &self.title, fact.clone());
        let items = match self.rows {
            // If not even the first item fits, its end is cut.
            SectionRows::List(_) => match fitting(&self.items, inside) {
                [] => Cow::Borrowed(&self.items[..self.items.len().min(1)]),
                items => Cow::Borrowed(items),
            },
            SectionRows::Latest(..) => latest(&self.items, 1, inside, self.context),
            SectionRows::Text(..) | SectionRows::All => Cow::Borrowed(&self.items[..]),
        };
        render_items(surface, inside, &items, self.context);
    }
}

/// The first items, as many as fit into an area completely.
pub(crate) fn fitting(items: &[TextItem], area: Rect) -> &[TextItem] {
    let mut rows = 0;
    let fits = |item: &&TextItem| {
        rows += item.rows(area.width).len();
        rows <= area.height.into()
    };
    &items[..items.iter().take_while(fits).count()]
}

/// The first `head` items and the last items that fit into an area, with a line between them that counts the omitted
/// items. All items if there is no room even for that line.
pub(crate) fn latest<'a>(
    items: &'a [TextItem],
    head: usize,
    area: Rect,
    context: &Context<'_>,
) -> Cow<'a, [TextItem]> {
    let (first, rest) = items.split_at(head.min(items.len()));
    let room = area.height.saturating_sub(height(first, area.width) + 1);
    if height(items, area.width) <= area.height || room == 0 {
        return Cow::Borrowed(items);
    }
    let fits = |from: &usize| height(&rest[*from..], area.width) <= room;
    let from = (0..=rest.len()).find(fits).unwrap_or(rest.len());
    let left_out = context.dim(format!("{} {from} more", context.styles.ellipsis()));
    Cow::Owned([first, &[left_out.into()], &rest[from..]].concat())
}

/// The number of rows of items that are wrapped to `width` columns.
pub(crate) fn height(items: &[TextItem], width: u16) -> u16 {
    items.iter().map(|item| item.rows(width).len() as u16).sum()
}

/// Draws items from top to bottom and returns the area below them. If the items do not fit, the last row ends in an
/// ellipsis.
pub(crate) fn render_items(
    surface: &mut Surface<'_>,
    area: Rect,
    items: &[TextItem],
    context: &Context<'_>,
) -> Rect {
    let styles = &context.styles;
    let mut rest = area;
    let mut rows_left = height(items, area.width);
    for item in items {
        for row in item.rows(area.width) {
            let line_area = Rect { height: 1, ..rest };
            rows_left -= 1;
            if rest.height == 0 {
                return rest;
            }
            let is_cut = rest.height == 1 && rows_left > 0;
            let row = if is_cut { continued(row, area.width, styles.ellipsis()) } else { row };
            let width = row.width() as u16;
            print(surface.buffer, line_area, row);
            if let Some(hit) = item.hit {
                surface.hits.add(Rect { width: width.min(rest.width), ..line_area }, hit);
            }
            if let Some(share) = item.bar.filter(|_| width + 8 < rest.width) {
                let before = width + 2;
                let bar = Rect { x: rest.x + before, width: rest.width - before, ..line_area };
                bars::bar(surface.buffer, bar, share, true, styles);
            }
            rest = Rect { y: rest.y + 1, height: rest.height - 1, ..rest };
        }
    }
    rest
}

/// A row with an ellipsis appended, because the text continues.
fn continued(mut row: Line<'static>, width: u16, ellipsis: &str) -> Line<'static> {
    let style = row.spans.last().map(|span| span.style).unwrap_or_default();
    row.push_span(Span::styled(format!(" {ellipsis}"), style));
    if row.width() > usize::from(width) {
        // `fit` appends an ellipsis to every row that it cuts. Blanks make this row too long, so that it is cut and has
        // only that ellipsis.
        row.spans.pop();
        row.push_span(Span::styled(" ".repeat(usize::from(width)), style));
    }
    wrap::fit(&row, width, ellipsis)
}
