//! The results of played puzzles, over the board.

use super::table::OverlayTable;
use crate::model::Surface;
use crate::panel::Context;
use app::clock_text;
use session::puzzle::{Date, Results, Score};
use session::steps::Scale;

/// The heading of each column.
const HEADINGS: [&str; 7] = ["puzzle", "size", "grade", "solved", "best", "average", "hints"];

/// Draws the results, starting with the line with index `first`.
pub(super) fn render(
    surface: &mut Surface<'_>,
    context: &Context<'_>,
    results: &Results,
    first: u16,
) {
    let rows = results.scores().iter().map(row).collect();
    let note = "times are those without a hint";
    let below = &results.dailies_in_lines(Date::today());
    let (title, headings, words) = ("results", HEADINGS, &[0, 2]);
    let table = OverlayTable { title, headings, words, rows, note, below };
    table.render(surface, context, first);
}

fn row(score: &Score) -> [String; 7] {
    let Score { wanted, solved, unaided, best, hints, .. } = score;
    let grade = wanted.grade();
    let best = if *unaided > 0 { clock_text(*best) } else { "-".to_owned() };
    let average = score.average().map_or_else(|| "-".to_owned(), clock_text);
    [
        wanted.name(),
        format!("{0}×{0}", wanted.size()),
        format!("{grade} ({})", Scale::of(&wanted.rules()).range_in_words(grade)),
        solved.to_string(),
        best,
        average,
        hints.to_string(),
    ]
}
