//! A page of the manual, over the board.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::palette::begin_overlay;
use crate::model::{Hit, Surface};
use crate::panel::Context;
use crate::widgets::frame::{self, Frame};
use crate::widgets::{Styles, centered, print_lines, wrap};
use manual::{Emphasis, Page, Row};

/// Maximum number of columns of a page.
const WIDEST: u16 = 104;

/// Number of columns for the border of the frame and its padding.
const FRAME_COLUMNS: u16 = 4;

/// Draws a page, starting with the row with index `first`.
pub(super) fn render(surface: &mut Surface<'_>, context: &Context<'_>, page: Page, first: u16) {
    let (window, styles) = (begin_overlay(surface.buffer, context), &context.styles);
    let area = centered(window, (window.width.min(WIDEST), window.height));
    let rows = page.rows(usize::from(area.width.saturating_sub(FRAME_COLUMNS)).max(1));
    let height = window.height.saturating_sub(frame::ROWS);
    let last = u16::try_from(rows.len()).unwrap_or(u16::MAX).saturating_sub(height);
    let first = first.min(last);
    let end = rows.len().min(usize::from(first + height));
    let fact = format!("rows {}-{end} of {}", first + 1, rows.len());
    let title = format!("manual: {}", page.topic);
    let frame = Frame { title: &title, right_title: fact.into(), is_overlay: true };
    let inside = frame.render(surface.buffer, area, styles);
    let fit = |row| wrap::fit(&line(row, styles), inside.width, styles.ellipsis());
    print_lines(surface.buffer, inside, rows.into_iter().skip(first.into()).map(fit));
    (surface.hits.max_scroll, surface.hits.page_rows) = (last, height);
    surface.hits.add(area, Hit::Notice);
}

fn line(row: Row, styles: &Styles) -> Line<'static> {
    match row {
        Row::Heading(1, text) => Line::from(Span::styled(text, styles.title.underlined())),
        Row::Heading(_, text) => Line::from(Span::styled(text, styles.title)),
        Row::Code(text) => Line::from(Span::styled(text, styles.key.not_bold())),
        Row::Text(parts) => {
            let part = |(emphasis, text)| Span::styled(text, style(emphasis, styles));
            parts.into_iter().map(part).collect()
        }
    }
}

const fn style(emphasis: Emphasis, styles: &Styles) -> Style {
    match emphasis {
        Emphasis::None => styles.text,
        Emphasis::Code => styles.key,
        Emphasis::Strong => styles.strong,
    }
}
