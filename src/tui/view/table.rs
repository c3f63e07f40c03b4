//! A table over the board.

use std::array;

use itertools::Itertools;
use ratatui::text::Line;

use super::palette::begin_overlay;
use crate::model::{Hit, Surface};
use crate::panel::Context;
use crate::widgets::frame::{self, Frame};
use crate::widgets::{centered, print_lines, wrap};
use engine::search::ComparedSearch;

/// Width of the gap between two columns of the table, in characters.
const GAP: usize = 2;

/// A table that covers the board.
pub(super) struct OverlayTable<'a> {
    pub title: &'a str,
    pub headings: [&'a str; 7],
    /// The columns with words, which are left-aligned; numbers are right-aligned.
    pub words: &'a [usize],
    pub rows: Vec<[String; 7]>,
    /// The line below the table.
    pub note: &'a str,
    /// Lines below the note, left out where they do not fit.
    pub below: &'a [String],
}

impl OverlayTable<'_> {
    /// Draws the table, starting with the row with index `first`.
    pub(super) fn render(&self, surface: &mut Surface<'_>, context: &Context<'_>, first: u16) {
        let (window, styles) = (begin_overlay(surface.buffer, context), &context.styles);
        let rows = self.rows.iter().map(|row| row.each_ref().map(String::as_str));
        let widths: [usize; 7] = array::from_fn(|column| {
            let cells = rows.clone().chain([self.headings]).map(|row| row[column].chars().count());
            cells.max().unwrap_or_default()
        });
        let line = |cells: [&str; 7]| {
            let cell = |(column, text): (usize, &str)| {
                let width = widths[column];
                if self.words.contains(&column) {
                    format!("{text:<width$}")
                } else {
                    format!("{text:>width$}")
                }
            };
            cells.into_iter().enumerate().map(cell).join(&" ".repeat(GAP))
        };
        // The table needs further lines for a heading, a blank line and a note. Lines below it need another blank one.
        let below = self.below.len() as u16 + u16::from(!self.below.is_empty());
        let below = if window.height >= 4 + frame::ROWS + below { below } else { 0 };
        let height = (rows.len() as u16).saturating_add(3 + frame::ROWS + below).min(window.height);
        let width = (line(self.headings).chars().count() + 4) as u16;
        let area = centered(window, (width.min(window.width), height));
        let frame = Frame { title: self.title, right_title: Line::default(), is_overlay: true };
        let inside = frame.render(surface.buffer, area, styles);
        let room = inside.height.saturating_sub(3 + below);
        let last = (rows.len() as u16).saturating_sub(room);
        let shown = rows.skip(first.min(last).into()).take(room.into());
        let note = match last {
            0 => self.note.to_owned(),
            _ => format!("{last} more: arrows; {}", self.note),
        };
        let lines = [Line::styled(line(self.headings), styles.title)]
            .into_iter()
            .chain(shown.map(|row| Line::styled(line(row), styles.text)))
            .chain([Line::default(), Line::from(context.dim(note)), Line::default()])
            .chain(self.below.iter().take(below.into()).map(|it| Line::from(context.text(it))));
        let fit = |line: Line<'_>| wrap::fit(&line, inside.width, styles.ellipsis());
        print_lines(surface.buffer, inside, lines.map(fit));
        surface.hits.max_scroll = last;
        surface.hits.add(area, Hit::Notice);
    }
}

/// Draws the compared searches, starting with the row with index `first`.
pub(super) fn render_comparison(
    surface: &mut Surface<'_>,
    context: &Context<'_>,
    (searches, all): (&[ComparedSearch], usize),
    first: u16,
) {
    let done = searches.len();
    let note = if done < all {
        format!("{done} of {all} searches are done; Esc cancels")
    } else {
        "each search finds all solutions; Esc closes".to_owned()
    };
    let mut rows: Vec<_> = searches.iter().map(ComparedSearch::cells).collect();
    // The first row of a size names the size for all its rows.
    for index in (1..rows.len()).rev() {
        if rows[index][0] == rows[index - 1][0] {
            rows[index][0].clear();
        }
    }
    let table = OverlayTable {
        title: "searches compared",
        headings: ComparedSearch::HEADINGS,
        words: &[1],
        rows,
        note: &note,
        below: &[],
    };
    table.render(surface, context, first);
}
