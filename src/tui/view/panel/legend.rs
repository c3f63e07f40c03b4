//! The legend of the squares, with explanations.

use ratatui::text::Span;

use crate::panel::{Context, Framed, SectionRows, Text, TextItem};
use crate::view::legend::{STATES, UNCOVERED, uncovered_chip};
use crate::widgets::{Need, grouped};
use export::face::{Square, State};
use export::{PictureKind, state_word};

/// Maximum number of cells of a board whose states are counted for the legend.
const COUNTED: usize = 10_000;

/// The explanation of a state.
const fn meaning(state: State, kind: PictureKind) -> &'static str {
    match state {
        State::Forced if matches!(kind, PictureKind::Solution) => "not decided",
        State::Forced if matches!(kind, PictureKind::WhatIf) => "only to be refuted",
        State::Completed if matches!(kind, PictureKind::Solution) => "one of the solutions",
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

/// The section of the panel. `None` if the board has more than [`COUNTED`] cells or less than full assist.
pub(super) fn section<'a>(context: &'a Context<'a>) -> Option<Framed<'a>> {
    let size = context.session.rules().size();
    let is_small = usize::from(size.rows()) * usize::from(size.columns()) <= COUNTED;
    if !is_small || !context.model.app.has_full_assist() {
        return None;
    }
    let (look, scene, kind) = (&context.look, context.scene, context.scene.kind);
    let counts = scene.counts();
    let state_entry = |state: State| {
        let chip = look.chip(&Square::new(state), &context.figure, context.model.view.layout.side);
        (chip, state_word(state, kind), counts[state as usize], meaning(state, kind))
    };
    let ruled_by = scene.ruled_by().unwrap_or_default();
    let causes = (look.rule_chip(), ruled_by, scene.rule_cells.len(), "is a cause");
    let uncovered = (uncovered_chip(look), UNCOVERED, scene.uncovered.len(), "by no piece yet");
    let entries = STATES.into_iter().map(state_entry).chain([causes, uncovered]);
    let entries: Vec<_> = entries.filter(|&(_, _, count, _)| count > 0).collect();
    let width = entries.iter().map(|(_, name, ..)| name.len()).max().unwrap_or(0);
    let item = |(chip, name, count, meaning): (Span<'static>, &str, usize, &str)| {
        let count = context.strong(format!("{:>4}  ", grouped(count)));
        let name = context.text(format!("{name:<width$}"));
        TextItem::new([chip, Span::raw(" "), name, count]).hanging([context.dim(meaning)])
    };
    let items: Vec<TextItem> = entries.into_iter().map(item).collect();
    let rows = items.len() as u16;
    let text = Text { context, items };
    Some(text.framed("what the squares mean", Need::Spare, SectionRows::Text(rows, rows)))
}
