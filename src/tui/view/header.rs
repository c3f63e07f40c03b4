use num_traits::{One, Zero};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{print, shortened};
use crate::engine::{Completion, Rank};
use crate::geometry::Cell;
use crate::problem::{Requirement, Rules};
use crate::tui::model::Model;
use crate::tui::model::mode::Mode;

/// The first line: what is configured, and how many solutions remain.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    let area = model.layout.title;
    let count = count(model);
    let wide = Line::raw(&count).width() as u16;
    let left = Rect { width: area.width.saturating_sub(wide + 2), ..area };
    let what = what(model.session.rules());
    // Which part is in view counts more than the rules.
    let part = part(model);
    let titles = [format!(" {what}{part}"), format!(" {}{part}", model.session.rules().size())];
    let fits = |title: &String| title.chars().count() <= left.width.into();
    let fitting = titles.into_iter().take(if part.is_empty() { 1 } else { 2 }).find(fits);
    let text = fitting.unwrap_or_else(|| shortened(&format!(" {what}"), left.width.into()));
    print(buffer, left, Line::styled(text, model.theme.strong()));
    // The count ends where the board and its panel would on 80 columns, or at the window's edge.
    let right = area.width.min(model.layout.panel.right().max(model.layout.board.right()));
    let x = area.x + right.saturating_sub(wide + 1);
    print(
        buffer,
        Rect { x, width: area.right() - x, ..area },
        Line::styled(count, model.theme.strong()),
    );
}

/// `8×8 queens`, with all that is not as usual.
fn what(rules: &Rules) -> String {
    let mut text = format!("{} {}", rules.size(), plural(rules.piece().name()));
    if rules.grid().is_torus() {
        text.push_str(", torus");
    }
    if rules.requirements() != [Requirement::QUEENS_RULE] {
        let requirements: Vec<_> = rules.requirements().iter().map(ToString::to_string).collect();
        text.push_str(", ");
        match requirements.join(" ").as_str() {
            "" => text.push_str("nothing required"),
            joined => text.push_str(joined),
        }
    }
    text
}

/// Which rows and columns are in view, if that is not all.
fn part(model: &Model) -> String {
    let (layout, size) = (&model.layout, model.session.rules().size());
    let (rows, columns) = layout.in_view();
    let (rows, columns) = (rows.collect::<Vec<_>>(), columns.collect::<Vec<_>>());
    let mut parts = Vec::new();
    if let [top, .., bottom] | [top @ bottom] = rows[..]
        && rows.len() < size.rows().into()
    {
        parts.push(format!("rows {}-{}", bottom + 1, top + 1));
    }
    if let [left, .., right] | [left @ right] = columns[..]
        && columns.len() < size.columns().into()
    {
        let [left, right] = [left, right].map(Cell::column_name);
        parts.push(format!("columns {left}-{right}"));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// Several of a piece; a notation stays as it is.
fn plural(piece: &str) -> String {
    if !piece.ends_with(|end: char| end.is_ascii_lowercase()) {
        format!("{piece} pieces")
    } else if piece.ends_with("ss") || piece.ends_with('x') {
        format!("{piece}es")
    } else {
        format!("{piece}s")
    }
}

fn count(model: &Model) -> String {
    match &model.mode {
        Mode::Watch(replay) => return format!("step {} of {}", replay.at(), replay.len()),
        Mode::Browse(Completion { rank: Some(Rank { number, total }), .. }) => {
            return format!("solution {} of {total}", number + 1_u8);
        }
        Mode::Browse(_) => return "a solution".to_owned(),
        Mode::Board | Mode::Paint(_) => {}
    }
    if !model.tells_all() {
        return if model.session.is_solved() { "solved".to_owned() } else { String::new() };
    }
    let domains = model.session.knowledge().domains();
    match model.session.solutions() {
        None if model.session.is_satisfiable() == Some(false) => "no solution".to_owned(),
        None if model.session.has_one_solution() => "1 solution".to_owned(),
        None if domains.is_some_and(|domains| domains.found > 0) => {
            let seen = domains.map_or(0, |domains| domains.found);
            let solutions = if seen == 1 { "solution" } else { "solutions" };
            format!("at least {seen} {solutions}")
        }
        Some(solutions) if solutions.is_zero() => "no solution".to_owned(),
        Some(solutions) if solutions.is_one() => "1 solution".to_owned(),
        Some(solutions) => format!("{solutions} solutions"),
        None if model.session.knowledge().interrupted().is_some() => "solutions unknown".to_owned(),
        None => "counting …".to_owned(),
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
