//! A remaining solution that is being browsed.

use crate::input::Action;
use crate::panel::{Context, Framed, SectionRows, TextItem};
use crate::parts::{Need, grouped};
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
pub(crate) fn section<'a>(context: &'a Context<'a>, solution: &Completion) -> Framed<'a> {
    let title = match &solution.rank {
        Some(Rank { number, total }) => {
            format!("solution {} of {}", grouped(number + 1_u8), grouped(total))
        }
        None => "a solution".to_owned(),
    };
    let cell = context.model.view.cursor;
    let word = match context.model.shown_state(cell) {
        Some(CellState::Hole) => "no piece can stand here",
        Some(CellState::Placed) => "your piece",
        _ if solution.placed.contains(cell) => "a piece in this solution",
        _ => "empty in this solution",
    };
    let mut items = vec![
        TextItem::sample(context.chip(cell), context.text(word)),
        context.dim("to look at: nothing of it is decided").into(),
    ];
    if solution.rank.is_none() {
        items.push(context.dim(evenness(solution)).into());
    }
    items.extend(context.offers([(Action::ADOPT, "makes its pieces your decisions")]));
    let can_go_back = context.model.can(Action::PREVIOUS_SOLUTION);
    let key = context.key(Action::PREVIOUS_SOLUTION);
    let before = can_go_back.then(|| [context.text(", "), key, context.text(" the one before")]);
    let next = context.offer(Action::NEXT_SOLUTION, [context.text("the next one")]);
    let next = next.and(before.into_iter().flatten());
    let random = context.offers([(Action::RANDOM_SOLUTION, "a random one")]);
    items.extend([next].into_iter().chain(random).filter(|item| item.hit.is_some()));
    items.extend(context.offers([(Action::CANCEL, "back to the board")]));
    Framed::text(context, title, items, (Need::Must, SectionRows::Text(4, 6)))
        .right_title(cell.to_string())
}
