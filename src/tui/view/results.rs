//! The results of played puzzles, over the board.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::palette::begin_overlay;
use super::print::{Surface, print_lines};
use crate::model::{Hit, Model, clock_text};
use crate::parts::frame::{self, Frame};
use crate::parts::wrap;
use session::puzzle::{Difficulty, PuzzleSpec, Results, Score};

/// The heading of each column.
const HEADINGS: [&str; 7] = ["puzzle", "size", "grade", "solved", "best", "average", "hints"];

/// Width of the gap between two columns of the table, in characters.
const GAP: usize = 2;

/// Draws the table, starting with the line with index `first`.
pub(super) fn render(surface: &mut Surface<'_>, model: &Model, results: &Results, first: u16) {
    let (window, styles) = begin_overlay(surface.buffer, model);
    let rows: Vec<[String; 7]> = results.scores().iter().map(row).collect();
    let widths: Vec<usize> = (0..HEADINGS.len())
        .map(|column| {
            let cells = rows.iter().map(|row| row[column].chars().count());
            cells.chain([HEADINGS[column].len()]).max().unwrap_or_default()
        })
        .collect();
    let line = |cells: [&str; 7]| {
        let cell = |(column, text): (usize, &str)| {
            let width = widths[column];
            // Words are left-aligned, numbers are right-aligned.
            match column {
                0 | 2 => format!("{text:<width$}"),
                _ => format!("{text:>width$}"),
            }
        };
        cells.into_iter().enumerate().map(cell).collect::<Vec<_>>().join(&" ".repeat(GAP))
    };
    let wide = widths.iter().sum::<usize>() + GAP * (HEADINGS.len() - 1) + 4;
    let width = (wide as u16).min(window.width);
    // Besides the lines of the table, there are a heading, a blank line and a note.
    let height = (rows.len() as u16).saturating_add(3 + frame::ROWS).min(window.height);
    let area = Rect {
        x: window.x + (window.width - width) / 2,
        y: window.y + (window.height - height) / 2,
        width,
        height,
    };
    let frame = Frame { title: "results", right_title: Line::default(), is_overlay: true };
    let inside = frame.render(surface.buffer, area, &styles);
    let room = inside.height.saturating_sub(3);
    let last = (rows.len() as u16).saturating_sub(room);
    let first = first.min(last);
    let mut lines = vec![Line::styled(line(HEADINGS), styles.title)];
    let shown = rows.iter().skip(first.into()).take(room.into());
    lines.extend(
        shown.map(|row| Line::styled(line(row.each_ref().map(String::as_str)), styles.text)),
    );
    lines.push(Line::default());
    let note = match last {
        0 => "times are those without a hint".to_owned(),
        _ => format!("{} more: arrows; times are those without a hint", rows.len() as u16 - room),
    };
    lines.push(Line::from(Span::styled(note, styles.dim)));
    let fit = |line: &Line<'_>| wrap::fit(line, inside.width, styles.ellipsis());
    print_lines(surface.buffer, inside, lines.iter().map(fit));
    surface.hits.max_scroll = last;
    surface.hits.add(area, Hit::Notice);
}

/// The difficulties of the grade, as in `11..14` or `21..`.
fn difficulties(wanted: &PuzzleSpec) -> String {
    let range = Difficulty::Grade(wanted.grade()).range(&wanted.rules());
    let most = Some(*range.end()).filter(|&most| most < u32::MAX);
    format!("{}..{}", range.start(), most.map_or_else(String::new, |most| most.to_string()))
}

fn row(score: &Score) -> [String; 7] {
    let Score { wanted, solved, unaided, best, hints, .. } = score;
    let best = if *unaided > 0 { clock_text(*best) } else { "-".to_owned() };
    let average = score.average().map_or_else(|| "-".to_owned(), clock_text);
    [
        wanted.name(),
        format!("{0}×{0}", wanted.size()),
        format!("{} {}", wanted.grade(), difficulties(wanted)),
        solved.to_string(),
        best,
        average,
        hints.to_string(),
    ]
}
