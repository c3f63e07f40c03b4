//! The sections of the panel; most sections are lines of text in a frame.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{Context, Text, TextItem};
use crate::model::Surface;
use crate::widgets::{
    HeightRequest, Need, bars, frame, print, without_first_columns, without_first_rows, wrap,
};

/// The sections of a panel, in order of importance.
pub(crate) struct Sections<'a> {
    pub context: &'a Context<'a>,
    pub panel: Rect,
    pub added: Vec<Box<dyn Section + 'a>>,
}

impl<'a> Sections<'a> {
    /// Adds a section, unless it is `None`.
    pub(crate) fn add(&mut self, section: Option<impl Section + 'a>) {
        self.added.extend(section.map(|section| Box::new(section) as _));
    }
}

/// A section of the panel.
pub(crate) trait Section {
    /// Returns the needed height in a panel of this width, including the frame.
    fn height_request(&self, width: u16) -> HeightRequest;

    /// Draws the section and registers the areas that can be clicked.
    fn render(&self, surface: &mut Surface<'_>, area: Rect);
}

/// A text or a drawing in a frame with a title.
pub(crate) struct Framed<'a> {
    context: &'a Context<'a>,
    title: String,
    /// Texts at the right of the title, the longest first. The first one that fits is shown.
    right_titles: Vec<Line<'static>>,
    need: Need,
    body: Body<'a>,
}

enum Body<'a> {
    Text(Vec<TextItem>, SectionRows),
    /// The minimum and the preferred number of rows, and the function that draws inside the frame.
    Drawing(RangeInclusive<u16>, Draw<'a>),
}

type Draw<'a> = Box<dyn Fn(&mut Surface<'_>, Rect) + 'a>;

impl<'a> Text<'a> {
    /// Puts the lines into a frame with a title.
    pub(crate) fn framed(
        self,
        title: impl Into<String>,
        need: Need,
        rows: SectionRows,
    ) -> Framed<'a> {
        let (context, body) = (self.context, Body::Text(self.items, rows));
        Framed { context, title: title.into(), right_titles: Vec::new(), need, body }
    }
}

impl<'a> Framed<'a> {
    /// A drawing that is shown if its minimum number of rows fits.
    pub(crate) fn drawing(
        context: &'a Context<'a>,
        title: impl Into<String>,
        rows: RangeInclusive<u16>,
        draw: impl Fn(&mut Surface<'_>, Rect) + 'a,
    ) -> Self {
        let body = Body::Drawing(rows, Box::new(draw));
        Self { context, title: title.into(), right_titles: Vec::new(), need: Need::Wanted, body }
    }

    pub(crate) fn need(self, need: Need) -> Self {
        Self { need, ..self }
    }

    /// Adds a text at the right of the title, which is shown if no text before it fits.
    pub(crate) fn right_title(mut self, text: impl Into<Line<'static>>) -> Self {
        self.right_titles.push(text.into());
        self
    }
}

/// The height of a text inside its frame, in rows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SectionRows {
    /// Preferred height: at least the height of the text. Required height: the height of the text, limited to this
    /// minimum and maximum. If the text does not fit, its end is cut.
    Text(u16, u16),
    /// These minimum and preferred heights, whatever the text, so that the frame stands still while the text changes. If
    /// the text does not fit, its end is cut.
    Fixed(u16, u16),
    /// Like `Fixed`, but if the text does not fit, items after the first are left out and the last items are kept.
    Latest(u16, u16),
    /// Always as high as the text.
    All,
    /// At least this number of rows. Only whole items are shown; the last items are left out first.
    List(u16),
}

impl Section for Framed<'_> {
    fn height_request(&self, width: u16) -> HeightRequest {
        let (least, preferred) = match &self.body {
            Body::Text(items, rows) => {
                let text = height(items, width.saturating_sub(frame::COLUMNS));
                match *rows {
                    SectionRows::Text(least, most) => {
                        (text.clamp(least.min(most), most), text.max(most))
                    }
                    SectionRows::Fixed(least, preferred)
                    | SectionRows::Latest(least, preferred) => (least, preferred),
                    SectionRows::All => (text, text),
                    SectionRows::List(least) => (text.min(least), text),
                }
            }
            Body::Drawing(rows, _) => (*rows.start(), *rows.end()),
        };
        let [least, preferred] = [least, preferred].map(|rows| rows.saturating_add(frame::ROWS));
        HeightRequest { need: self.need, least, preferred }
    }

    fn render(&self, surface: &mut Surface<'_>, area: Rect) {
        let fits = |text: &&Line<'_>| frame::has_room(area.width, &self.title, text);
        let right_title = self.right_titles.iter().find(fits).cloned().unwrap_or_default();
        let inside = self.context.frame(surface.buffer, area, &self.title, right_title);
        let (items, rows) = match &self.body {
            Body::Text(items, rows) => (items, rows),
            Body::Drawing(_, draw) => return draw(surface, inside),
        };
        let items = match rows {
            // If not even the first item fits, its end is cut.
            SectionRows::List(_) => Cow::Borrowed(fitting_items(items, inside)),
            SectionRows::Latest(..) => latest(items, 1, inside, self.context),
            SectionRows::Text(..) | SectionRows::Fixed(..) | SectionRows::All => {
                Cow::Borrowed(&items[..])
            }
        };
        render_items(surface, inside, &items, self.context);
    }
}

/// The first items that fit completely into an area, at least one.
fn fitting_items(items: &[TextItem], area: Rect) -> &[TextItem] {
    let mut rows = 0;
    let fits = |item: &&TextItem| {
        rows += item.rows(area.width).len();
        rows <= area.height.into()
    };
    let count = items.iter().take_while(fits).count();
    &items[..count.max(1).min(items.len())]
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
    let left_out = context.note(format!("{} {from} more", context.styles.ellipsis()));
    Cow::Owned([first, &[left_out], &rest[from..]].concat())
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
    let rows: Vec<(&TextItem, Line<'_>)> = items
        .iter()
        .flat_map(|item| item.rows(area.width).into_iter().map(move |row| (item, row)))
        .collect();
    let all = rows.len();
    for (place, (item, row)) in area.rows().zip(rows) {
        let is_cut = place.bottom() == area.bottom() && all > area.height.into();
        let row = if is_cut { continued(row, area.width, styles.ellipsis()) } else { row };
        let width = row.width() as u16;
        print(surface.buffer, place, row);
        if let Some(hit) = item.hit {
            surface.hits.add(Rect { width: width.min(place.width), ..place }, hit);
        }
        if let Some(share) = item.bar.filter(|_| width + 8 < place.width) {
            bars::bar(surface.buffer, without_first_columns(place, width + 2), share, true, styles);
        }
    }
    without_first_rows(area, all as u16)
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
