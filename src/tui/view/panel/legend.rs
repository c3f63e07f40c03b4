//! The legend of the squares, with explanations.

use ratatui::text::Span;

use super::context::Context;
use super::item::TextItem;
use super::section::{Paragraphs, SectionRows};
use crate::parts::{PartPriority, grouped};
use crate::view::legend::{STATES, uncovered_chip};
use export::face::{Square, State};
use export::{PictureKind, state_word};

/// Maximum number of cells of a board whose states are counted for the legend.
const COUNTED: usize = 10_000;

/// The word for cells that no piece covers yet.
const UNCOVERED: &str = "not covered";

/// The explanation of a state.
const fn meaning(state: State, kind: PictureKind) -> &'static str {
    match state {
        State::Forced if matches!(kind, PictureKind::Solution) => "not decided",
        State::Forced if matches!(kind, PictureKind::WhatIf) => "only to be refuted",
        State::Attacked if matches!(kind, PictureKind::Solution) => "no piece in it",
        State::Attacked if matches!(kind, PictureKind::WhatIf) => "by one of these",
        State::Possible if matches!(kind, PictureKind::WhatIf) => "not settled yet",
        State::Excluded if matches!(kind, PictureKind::WhatIf) => "kept empty",
        State::Placed | State::Excluded if matches!(kind, PictureKind::Path) => "on the path",
        State::Possible if matches!(kind, PictureKind::Path) => "not on the path",
        State::Placed => "your decision",
        State::Given => "part of the puzzle",
        State::Completed => "by the program",
        State::Forced => "in every solution",
        State::Possible => "in some of them",
        State::Impossible => "in none of them",
        State::Attacked => "by a placed piece",
        State::Excluded => "kept empty by you",
        State::Unknown => "not settled yet",
        State::Hole => "not part of the board",
    }
}

/// The part of the panel. `None` if the board has more than [`COUNTED`] cells or less than full assist.
pub(super) fn section<'a>(context: &'a Context<'a>) -> Option<Paragraphs<'a>> {
    let size = context.model.app.session.rules().size();
    let is_small = usize::from(size.rows()) * usize::from(size.columns()) <= COUNTED;
    if !is_small || !context.model.app.has_full_assist() {
        return None;
    }
    let (scene, kind) = (context.scene, context.scene.kind);
    let (counts, uncovered) = (scene.counts(), scene.uncovered.len());
    let drawn = || STATES.into_iter().filter(|&state| counts[state as usize] > 0);
    let names = drawn().map(|state| state_word(state, kind)).chain(scene.ruled_by());
    let names = names.chain((uncovered > 0).then_some(UNCOVERED));
    let width = names.map(str::len).max().unwrap_or(0);
    let item = |chip: Span<'static>, name: &str, count: usize, meaning: &'static str| {
        let count = grouped(count);
        let before = vec![
            chip,
            Span::raw(" "),
            context.text(format!("{name:<width$}")),
            context.strong(format!("{count:>4}  ")),
        ];
        let mut item = TextItem::new(before);
        // Further rows of a wrapped explanation start in the column of the explanation.
        item.indent = item.line.width() as u16;
        item.line.push_span(context.dim(meaning));
        item
    };
    let of_state = |state: State| {
        let chip =
            context.look.chip(&Square::new(state), &context.figure, context.model.view.layout.side);
        item(chip, state_word(state, kind), counts[state as usize], meaning(state, kind))
    };
    let mut items: Vec<TextItem> = drawn().map(of_state).collect();
    items.extend(
        scene
            .ruled_by()
            .map(|name| item(context.look.rule_chip(), name, scene.rule_cells.len(), "is a cause")),
    );
    if uncovered > 0 {
        let chip = uncovered_chip(&context.look);
        items.push(item(chip, UNCOVERED, uncovered, "by no piece yet"));
    }
    let rows = items.len() as u16;
    Some(Paragraphs::new(
        context,
        "what the squares mean",
        items,
        (PartPriority::Spare, SectionRows::Text(rows, rows)),
    ))
}
