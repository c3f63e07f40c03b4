//! Shows the replies of the application on the screen.

use crate::model::{Model, Overlay};
use crate::modes::{browse, compare, graph, paint, prove, series, watch, ways};
use crate::update::lesson;
use app::Reply;

/// Shows a reply.
pub(super) fn show(model: &mut Model, reply: Reply) {
    match reply {
        Reply::Solution(solution) => browse::show(model, solution),
        Reply::Graph(is_other) => graph::show(model, is_other),
        Reply::Series(graphs) => series::open(model, graphs),
        Reply::Recordings(recordings) => watch::open(model, recordings),
        Reply::Below(number, counts) => watch::learn(model, number, counts),
        Reply::Comparison(all) => {
            model.overlay = Overlay::Comparison { searches: Vec::new(), all, first: 0 };
        }
        Reply::Compared(search) => {
            if let Overlay::Comparison { searches, .. } = &mut model.overlay {
                searches.push(search);
            }
        }
        Reply::NoComparison => model.overlay = Overlay::None,
        Reply::Claim(claim) => prove::show(model, claim),
        Reply::Judged(claim, verdict) => prove::judged(model, &claim, verdict),
        Reply::Pair(pair, other) => compare::open(model, pair, other),
        Reply::PairFound(found) => compare::learn(model, *found),
        Reply::PairReason(cell, reason) => compare::learn_reason(model, cell, reason),
        Reply::Ways(cell) => ways::open_restorations(model, cell),
        Reply::Page(page) => model.overlay = Overlay::Manual { page, first: 0 },
        // The screen lists words in the palette, and shows solutions one by one.
        Reply::Words | Reply::Solutions(_) => {}
        Reply::Results(results) => model.overlay = Overlay::Results { results, first: 0 },
        Reply::Lesson(lesson) => lesson::begin(model, lesson),
        Reply::Boards => {
            if let Overlay::Palette(palette) = &mut model.overlay {
                palette.searched = None;
            }
        }
        Reply::Paint => paint::open(model),
        Reply::Ask(word) => model.open_palette(&format!("{word} ")),
    }
}
