//! A page of the manual, over the board.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::palette::begin_overlay;
use crate::model::{Hit, Model, Surface};
use crate::parts::frame::{self, Frame};
use crate::parts::print::print_lines;
use crate::parts::{Styles, wrap};
use manual::{Emphasis, Page, Row};

/// Maximum number of columns of a page.
const WIDEST: u16 = 104;

/// Number of columns for the border of the frame and its padding.
const FRAME_COLUMNS: u16 = 4;

/// Draws a page, starting with the row with index `first`.
pub(super) fn render(surface: &mut Surface<'_>, model: &Model, page: Page, first: u16) {
    let (window, styles) = begin_overlay(surface.buffer, model);
    let width = window.width.min(WIDEST);
    let area = Rect { x: (window.width - width) / 2, width, ..window };
    let rows = page.rows(usize::from(width.saturating_sub(FRAME_COLUMNS)).max(1));
    let height = window.height.saturating_sub(frame::ROWS);
    surface.hits.max_scroll = u16::try_from(rows.len()).unwrap_or(u16::MAX).saturating_sub(height);
    surface.hits.page_rows = height;
    let first = first.min(surface.hits.max_scroll);
    let last = rows.len().min(usize::from(first + height));
    let fact = format!("rows {}-{last} of {}", first + 1, rows.len());
    let title = format!("manual: {}", page.topic);
    let fact = Line::from(Span::styled(fact, styles.dim));
    let inside = Frame { title: &title, right_title: fact, is_overlay: true }.render(
        surface.buffer,
        area,
        &styles,
    );
    let fit = |row| wrap::fit(&line(row, &styles), inside.width, styles.ellipsis());
    print_lines(surface.buffer, inside, rows.into_iter().skip(first.into()).map(fit));
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
