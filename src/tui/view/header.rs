use itertools::Itertools;
use num_traits::{One, Zero};
use ratatui::buffer::Buffer;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::panel::making;
use crate::look::{ColorDepth, Glyphs};
use crate::model::Model;
use crate::model::what_if::WhatIf;
use crate::panel::Context;
use crate::widgets::{Styles, grouped, print, print_at_right, wrap};
use app::{Origin, Setting, clock_text};
use files::printable;
use geometry::Cell;

/// Width of the gap between the rules and the count, in columns.
const GAP: usize = 2;

/// Minimum width of a header that says who placed the pieces of a completed board, in columns.
const MIN_COMPLETED_WIDTH: u16 = 60;

/// Draws the first line: the rules, and the number of remaining solutions. In narrow windows the name of the program is
/// left out first, then the rules.
pub(super) fn render(buffer: &mut Buffer, context: &Context<'_>) {
    let Context { model, look, styles, .. } = context;
    let area = model.view.layout.header.intersection(buffer.area);
    buffer.set_style(area, styles.bar);
    let (count, more) = progress_texts(model);
    let count = Line::from(vec![
        Span::styled(count, styles.bar.patch(on_bar(styles.key, styles))),
        Span::styled(more, styles.bar),
    ]);
    let (board, part, rest) = match model.app.puzzle_request() {
        Some(job) => (making::name(job), String::new(), String::new()),
        None => (board(model), visible_part(model), further_rules(model)),
    };
    let chip = match (look.depth, look.glyphs) {
        (ColorDepth::None, _) | (_, Glyphs::Ascii) => "",
        _ => "▙▟ ",
    };
    // Titles in order of preference: the name of the program is left out first, then the rules, then the name of the
    // board.
    let whole = format!("{board}{part}{rest}");
    let titles = [
        ("configurator  ", whole.clone()),
        ("", whole),
        ("", format!("{board}{part}")),
        ("", format!("{}{part}", model.app.session.rules().size())),
    ];
    let room = usize::from(area.width).saturating_sub(count.width() + 2);
    let room = room.saturating_sub(1 + chip.chars().count() + GAP);
    let fits = |(name, text): &(&str, String)| name.len() + text.chars().count() <= room;
    let shortened = || ("", wrap::fit(&Line::raw(&board), room as u16, "…").to_string());
    let (name, text) = titles.into_iter().find(fits).unwrap_or_else(shortened);
    let strong = on_bar(styles.strong, styles);
    let text_style = if name.is_empty() { strong } else { on_bar(styles.dim, styles) };
    let line = Line::from(vec![
        Span::raw(" "),
        Span::styled(chip, on_bar(styles.key, styles).not_bold()),
        Span::styled(name, strong),
        Span::styled(text, text_style),
    ]);
    print(buffer, area, line);
    print_at_right(buffer, area, &count);
}

/// A style on the background of the header.
fn on_bar(style: Style, styles: &Styles) -> Style {
    Style { bg: styles.bar.bg, ..style }
}

const fn dot(glyphs: Glyphs) -> char {
    glyphs.or('·', '-')
}

/// Size and puzzle, such as `8×8 queens`.
fn board(model: &Model) -> String {
    let rules = model.app.session.rules();
    if let Some(given) = model.app.viewed() {
        return printable(&given.name);
    }
    let name = match model.app.playing().map(|game| &game.origin) {
        Some(Origin::Made { wanted, .. }) => return wanted.sized_name(),
        Some(Origin::Opened(_)) | None => (rules.known_puzzle())
            .map_or_else(|| plural(rules.piece().name()), |puzzle| puzzle.to_string()),
    };
    format!("{} {name}", rules.size())
}

/// The rules after the name of the board, each after a dot.
fn further_rules(model: &Model) -> String {
    if model.app.viewed().is_some() {
        return String::new();
    }
    let rules = model.app.session.rules();
    let torus = if rules.grid().is_torus() { "torus" } else { "" };
    let board_rule = if rules.has_board_rule() { "" } else { "may attack" };
    let texts = [torus, &rules.requirements_in_words(), board_rule];
    let texts = texts.into_iter().filter(|text| !text.is_empty());
    let dot = dot(model.view.glyphs);
    texts.fold(String::new(), |before, text| format!("{before} {dot} {text}"))
}

/// The visible rows and columns; empty if the whole board is visible.
fn visible_part(model: &Model) -> String {
    if model.view.layout.is_whole() {
        return String::new();
    }
    let (layout, size) = (&model.view.layout, model.app.session.rules().size());
    let (rows, columns) = (layout.rows(), layout.columns());
    let [left, right] = [columns.start, columns.end.saturating_sub(1)].map(Cell::column_name);
    let hides_rows = rows.len() < size.rows().into();
    let hides_columns = columns.len() < size.columns().into();
    let rows = hides_rows.then(|| format!("rows {}-{}", rows.start + 1, rows.end));
    let columns = hides_columns.then(|| format!("columns {left}-{right}"));
    format!(" ({})", rows.into_iter().chain(columns).join(", "))
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
    let (session, tells_all) = (&model.app.session, model.app.has_full_assist());
    if model.app.puzzle_request().is_some() {
        return text("");
    }
    if let Some(progress) = model.mode().behavior().progress(model) {
        return progress;
    }
    if let Some(game) = model.app.playing() {
        let clock = clock_text(game.clock.elapsed());
        let clock = if model.app.settings.has(Setting::Clock) { clock } else { String::new() };
        let state = match () {
            () if model.app.has_solved() && game.is_given_up() => " given up",
            () if model.app.has_solved() => " solved",
            () if model.app.is_paused() => " paused",
            () => "",
        };
        let grade = game.grade_in_words(model.app.session.rules());
        let grade = grade.map(|grade| format!(" {} {grade}", dot(model.view.glyphs)));
        return (clock, format!("{state}{}", grade.unwrap_or_default()));
    }
    if let Some(what_if) = WhatIf::of(model).filter(|_| tells_all) {
        return (what_if.frame.title(), ": no solution".to_owned());
    }
    if !tells_all {
        let solved = if session.is_solved() { "solved" } else { "" };
        return (solved.to_owned(), model.app.made_grade_in_words().unwrap_or_default());
    }
    if let Some(words) = model.app.completed_in_words() {
        let is_narrow = model.view.layout.header.width < MIN_COMPLETED_WIDTH;
        let words = if is_narrow { String::new() } else { format!(": {words}") };
        return ("complete".to_owned(), words);
    }
    if session.knowledge().is_satisfiable() == Some(false) && model.app.begun_drawing().is_some() {
        return text("unfinished drawing");
    }
    let Some(solutions) = session.knowledge().solutions() else { return uncounted(model) };
    if solutions.is_zero() {
        return text("no solution");
    }
    let start = session.waypoint(0).and_then(|start| start.solutions.as_ref()?.exact());
    let start = start.filter(|&start| start != solutions);
    let noun = if start.unwrap_or(solutions).is_one() { "solution" } else { "solutions" };
    let of = start.map(|start| format!(" of {}", grouped(start)));
    let grade = model.app.made_grade_in_words().filter(|_| solutions.is_one() && of.is_none());
    let grade = grade.map(|grade| format!(" {} {grade}", dot(model.view.glyphs)));
    let rest = [of, Some(format!(" {noun}")), grade].into_iter().flatten().collect();
    (grouped(solutions), rest)
}

/// The texts for a number of solutions that is not counted: what is known without counting, an estimate, or a lower
/// bound.
fn uncounted(model: &Model) -> (String, String) {
    let text = |text: &str| (String::new(), text.to_owned());
    let several = |number: String| (number, " solutions".to_owned());
    let session = &model.app.session;
    match session.knowledge().estimate() {
        _ if session.knowledge().is_satisfiable() == Some(false) => text("no solution"),
        _ if session.knowledge().has_one_solution() => ("1".to_owned(), " solution".to_owned()),
        Some(estimate) if model.view.glyphs == Glyphs::Unicode => several(estimate.to_string()),
        Some(estimate) => several(estimate.to_string().replace('±', "+-")),
        None => match session.knowledge().lower_bound() {
            Some(1) => ("at least 1".to_owned(), " solution".to_owned()),
            Some(number) => several(format!("at least {}", grouped(number))),
            None if session.knowledge().interrupted.is_some() => text("solutions unknown"),
            None => text("counting …"),
        },
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
