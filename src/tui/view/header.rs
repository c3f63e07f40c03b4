use num_traits::{One, Zero};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::panel::making;
use crate::input::Setting;
use crate::look::{ColorDepth, Glyphs};
use crate::model::what_if::WhatIf;
use crate::model::{Model, Origin, clock_text};
use crate::parts::print::print;
use crate::parts::{Styles, grouped};
use geometry::Cell;
use problem::Rules;

/// Width of the gap between the rules and the count, in columns.
const GAP: usize = 2;

/// Minimum width of a header that says who placed the pieces of a completed board, in columns.
const MIN_COMPLETED_WIDTH: u16 = 60;

/// Draws the first line: the rules, and the number of remaining solutions. In narrow windows the name of the program is
/// left out first, then the rules.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    let area = model.view.layout.header.intersection(buffer.area);
    let (look, styles) = (model.look(), Styles::of(&model.look()));
    buffer.set_style(area, styles.bar);
    let count = progress_texts(model);
    let count = Line::from(vec![
        Span::styled(count.0, styles.bar.patch(on_bar(styles.key, &styles))),
        Span::styled(count.1, styles.bar),
    ]);
    let wide = usize::from(area.width);
    let room = wide.saturating_sub(count.width() + 2);
    let rules = model.app.session.rules();
    let board = match model.playing().map(|game| &game.origin) {
        Some(Origin::Made { wanted, .. }) => format!("{} {}", rules.size(), wanted.name()),
        Some(Origin::Opened(_)) | None => board(rules),
    };
    let part = visible_part(model);
    let torus = if rules.grid().is_torus() { "torus" } else { "" };
    let board_rule = if rules.has_board_rule() { "" } else { "may attack" };
    let rest: String = [torus, &rules.requirements_in_words(), board_rule]
        .into_iter()
        .filter(|text| !text.is_empty())
        .fold(String::new(), |text, more| format!("{text} {} {more}", dot(look.glyphs)));
    let (board, part, rest) = match model.puzzle_request() {
        Some(job) => (making::name(job), String::new(), String::new()),
        None => (board, part, rest),
    };
    let chip = match (look.depth, look.glyphs) {
        (ColorDepth::None, _) | (_, Glyphs::Ascii) => "",
        _ => "▙▟ ",
    };
    let name = "configurator  ";
    // Titles in order of preference: the name of the program is left out first, then the rules, then the name of the
    // board.
    let titles = [
        (true, format!("{board}{part}{rest}")),
        (false, format!("{board}{part}{rest}")),
        (false, format!("{board}{part}")),
        (false, format!("{}{part}", rules.size())),
    ];
    let width = |(is_named, text): &(bool, String)| {
        let named = if *is_named { name.len() } else { 0 };
        1 + chip.chars().count() + named + text.chars().count() + GAP
    };
    let fitting = titles.iter().find(|title| width(title) <= room);
    let (is_named, text) = fitting.cloned().unwrap_or_else(|| {
        (false, shortened(&board, room.saturating_sub(1 + chip.chars().count() + GAP)))
    });
    let mut line = Line::from(vec![
        Span::raw(" "),
        Span::styled(chip, on_bar(styles.key, &styles).not_bold()),
    ]);
    let strong = on_bar(styles.strong, &styles);
    if is_named {
        line.push_span(Span::styled(name, strong));
        line.push_span(Span::styled(text, on_bar(styles.dim, &styles)));
    } else {
        line.push_span(Span::styled(text, strong));
    }
    print(buffer, area, line);
    let x = area.right().saturating_sub(count.width() as u16 + 1);
    print(buffer, Rect { x, width: area.right().saturating_sub(x), ..area }, count);
}

/// A text of at most `width` characters; a longer text ends in `…`.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    let ellipsis = if width == 0 { "" } else { "…" };
    format!("{}{ellipsis}", kept.trim_end())
}

/// A style on the background of the header.
fn on_bar(style: Style, styles: &Styles) -> Style {
    Style { bg: styles.bar.bg, ..style }
}

const fn dot(glyphs: Glyphs) -> char {
    glyphs.or('·', '-')
}

/// Size and puzzle, such as `8×8 queens`.
fn board(rules: &Rules) -> String {
    let puzzle = rules.known_puzzle().map(|puzzle| puzzle.to_string());
    let name = puzzle.unwrap_or_else(|| plural(rules.piece().name()));
    format!("{} {name}", rules.size())
}

/// The visible rows and columns; empty if the whole board is visible.
fn visible_part(model: &Model) -> String {
    if model.view.layout.is_whole() {
        return String::new();
    }
    let (layout, size) = (&model.view.layout, model.app.session.rules().size());
    let (rows, columns) = (layout.rows(), layout.columns());
    let mut parts = Vec::new();
    if rows.len() < size.rows().into() {
        parts.push(format!("rows {}-{}", rows.start + 1, rows.end));
    }
    if columns.len() < size.columns().into() {
        let [left, right] = [columns.start, columns.end.saturating_sub(1)].map(Cell::column_name);
        parts.push(format!("columns {left}-{right}"));
    }
    format!(" ({})", parts.join(", "))
}

/// The plural of a piece's name; `pieces` is appended to a Betza notation.
fn plural(piece: &str) -> String {
    if !piece.ends_with(|end: char| end.is_ascii_lowercase()) {
        format!("{piece} pieces")
    } else if piece.ends_with("ss") || piece.ends_with('x') {
        format!("{piece}es")
    } else {
        format!("{piece}s")
    }
}

/// The number of remaining solutions, or the progress in the present mode. Returns two texts, the more important one
/// first.
fn progress_texts(model: &Model) -> (String, String) {
    let text = |text: &str| (String::new(), text.to_owned());
    if model.puzzle_request().is_some() {
        return text("");
    }
    if let Some(progress) = model.mode.behavior().progress(model) {
        return progress;
    }
    if let Some(game) = model.playing() {
        let clock = clock_text(game.clock.elapsed());
        let clock = if model.app.settings.has(Setting::Clock) { clock } else { String::new() };
        let state = match () {
            () if model.has_solved() && game.is_given_up => " given up",
            () if model.has_solved() => " solved",
            () if model.is_paused() => " paused",
            () => "",
        };
        let grade = game.grade_in_words();
        let grade = grade.map(|grade| format!(" {} {grade}", dot(model.view.glyphs)));
        return (clock, format!("{state}{}", grade.unwrap_or_default()));
    }
    if let Some(what_if) = WhatIf::of(model).filter(|_| model.has_full_assist()) {
        return (what_if.frame.title(), ": no solution".to_owned());
    }
    if !model.has_full_assist() {
        let solved = if model.app.session.is_solved() { "solved" } else { "" };
        return (solved.to_owned(), String::new());
    }
    if let Some(words) = model.completed_in_words() {
        let is_narrow = model.view.layout.header.width < MIN_COMPLETED_WIDTH;
        let words = if is_narrow { String::new() } else { format!(": {words}") };
        return ("complete".to_owned(), words);
    }
    match model.app.session.solutions() {
        None if model.app.session.is_satisfiable() == Some(false) => text("no solution"),
        None if model.app.session.has_one_solution() => ("1".to_owned(), " solution".to_owned()),
        Some(solutions) if solutions.is_zero() => text("no solution"),
        Some(solutions) => {
            let start =
                model.app.session.waypoint(0).and_then(|start| start.solutions.as_ref()?.exact());
            let start = start.filter(|&start| start != solutions);
            let noun = if start.unwrap_or(solutions).is_one() { "solution" } else { "solutions" };
            let of = start.map(|start| format!(" of {}", grouped(start)));
            (grouped(solutions), format!("{} {noun}", of.unwrap_or_default()))
        }
        None => match (model.app.session.estimate(), model.app.session.lower_bound()) {
            (Some(estimate), _) => {
                let text = estimate.to_string();
                let is_plain = model.view.glyphs != Glyphs::Unicode;
                let text = if is_plain { text.replace('±', "+-") } else { text };
                (text, " solutions".to_owned())
            }
            (None, at_least) => bound(model, at_least),
        },
    }
}

/// The text for a lower bound of the number of solutions, or for an unknown number.
fn bound(model: &Model, at_least: Option<u64>) -> (String, String) {
    let text = |text: &str| (String::new(), text.to_owned());
    match at_least {
        Some(1) => ("at least 1".to_owned(), " solution".to_owned()),
        Some(number) => (format!("at least {}", grouped(number)), " solutions".to_owned()),
        None if model.app.session.knowledge().interrupted.is_some() => text("solutions unknown"),
        None => text("counting …"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_a_plural_and_notations_stay_as_they_are() {
        for (piece, several) in [
            ("queen", "queens"),
            ("empress", "empresses"),
            ("phoenix", "phoenixes"),
            ("QNN", "QNN pieces"),
            ("(1,4)", "(1,4) pieces"),
        ] {
            assert_eq!(plural(piece), several);
        }
    }
}
