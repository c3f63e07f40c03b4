//! A remaining solution that is being browsed.

use crate::panel::{Context, Framed, SectionRows, Text, TextItem};
use crate::widgets::{Need, grouped};
use app::Action;
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
    let mut text = Text::new(context);
    text.push(TextItem::sample(context.chip(cell), context.text(word)));
    text.note("to look at: nothing of it is decided");
    if solution.rank.is_none() {
        text.note(evenness(solution));
    }
    text.offer(Action::ADOPT, "makes its pieces your decisions");
    let mut steps = "the next one".to_owned();
    if context.model.can(Action::PREVIOUS_SOLUTION) {
        let key = context.key(Action::PREVIOUS_SOLUTION);
        steps = format!("{steps}, `{}` the one before", key.content);
    }
    for (action, effect) in
        [(Action::NEXT_SOLUTION, &*steps), (Action::RANDOM_SOLUTION, "a random one")]
    {
        text.extend(Some(context.offer(action, effect)).filter(|item| item.hit.is_some()));
    }
    text.offer(Action::CANCEL, "back to the board");
    text.framed(title, Need::Must, SectionRows::Text(4, 6)).right_title(cell.to_string())
}
