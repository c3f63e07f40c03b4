//! A remaining solution that is being browsed.

use ratatui::text::Span;

use crate::app::Action;
use crate::parts::{PartPriority, grouped};
use crate::view::panel::context::Context;
use crate::view::panel::item::TextItem;
use crate::view::panel::section::{Paragraphs, SectionRows};
use engine::{Completion, Rank};
use session::CellState;

/// Describes how uniformly a solution without a number was drawn.
pub(crate) const fn evenness(solution: &Completion) -> &'static str {
    if solution.is_nearly_uniform {
        "drawn nearly, not exactly, evenly"
    } else {
        "not drawn evenly"
    }
}

/// The solution's number, and the actions on it.
pub(crate) fn section<'a>(context: &'a Context<'a>, solution: &Completion) -> Paragraphs<'a> {
    let title = match &solution.rank {
        Some(Rank { number, total }) => {
            let [number, total] = [number + 1_u8, total.clone()].map(grouped);
            format!("solution {number} of {total}")
        }
        None => "a solution".to_owned(),
    };
    let cell = context.model.view.cursor;
    let has_piece = solution.placed.contains(cell);
    let word = match (context.model.shown_state(cell), has_piece) {
        (Some(CellState::Hole), _) => "no piece can stand here",
        (Some(CellState::Placed), _) => "your piece",
        (_, true) => "a piece in this solution",
        (_, false) => "empty in this solution",
    };
    let mut items = vec![
        TextItem::new(vec![context.chip(cell), Span::raw(" "), context.text(word)]),
        context.dim("to look at: nothing of it is decided").into(),
    ];
    if solution.rank.is_none() {
        items.push(context.dim(evenness(solution)).into());
    }
    items.push(context.key_text_item(Action::ADOPT, "makes its pieces your decisions"));
    let mut steps = context.key_text_item(Action::NEXT_SOLUTION, "the next one");
    if context.model.can(Action::PREVIOUS_SOLUTION) {
        let before = [context.key(Action::PREVIOUS_SOLUTION), context.text(" the one before")];
        steps.line.push_span(context.text(", "));
        steps.line.extend(before);
    }
    items.extend(
        [steps, context.key_text_item(Action::RANDOM_SOLUTION, "a random one")]
            .into_iter()
            .filter(|item| item.hit.is_some()),
    );
    items.push(context.key_text_item(Action::CANCEL, "back to the board"));
    Paragraphs::new(context, title, items, (PartPriority::Must, SectionRows::Text(4, 6)))
        .right_title(context.dim(cell.to_string()))
}
