//! Costs: of the pieces so far, of the cheapest completion, and the maximum.

use ratatui::text::{Line, Span};

use super::context::Context;
use super::item::TextItem;
use super::section::{Paragraphs, SectionRows};
use crate::app::Action;
use crate::modes::ModeFact;
use crate::parts::{PartPriority, grouped};
use geometry::Cell;
use session::CellState;

/// The part of the panel, if cells have weights.
pub(super) fn section<'a>(context: &'a Context<'a>) -> Option<Paragraphs<'a>> {
    let (model, session) = (context.model, &context.model.app.session);
    let weights = session.rules().weights()?;
    let so_far = session.problem().cost_so_far()?;
    let mut items = Vec::new();
    if let Some(solution) = model.browsed() {
        let cost = number(context, weights.cost(&solution.placed));
        items.push(TextItem::new(vec![context.text("this solution costs "), cost]));
    }
    items.push(TextItem::new(vec![context.text("so far "), number(context, so_far)]));
    if let Some(cheapest) = session.cheapest().filter(|_| model.app.has_full_assist()) {
        let spans = vec![context.text("the cheapest completion: "), number(context, cheapest)];
        let is_open = model.mode().has(ModeFact::DecidesCells);
        let is_offered = is_open && !session.is_solved();
        items.push(if is_offered {
            context.offer(Action::CHEAPEST, spans)
        } else {
            TextItem::new(spans)
        });
    }
    let limit = session.rules().max_cost();
    Some(
        Paragraphs::new(context, "costs", items, (PartPriority::Wanted, SectionRows::All))
            .right_title(limit.map_or_else(Line::default, |limit| {
                Line::from(vec![context.dim("at most "), number(context, limit)])
            })),
    )
}

/// The cost of a piece on a cell, and the cost of the cheapest solution with this piece.
pub(super) fn of_cell(context: &Context<'_>, cell: Cell) -> Option<TextItem> {
    let (model, session) = (context.model, &context.model.app.session);
    let weight = model.weight(cell)?;
    let mut spans = vec![context.dim("costs "), number(context, weight)];
    let is_open =
        model.shown_state(cell) == Some(CellState::Possible) && model.app.has_full_assist();
    if let Some(cheapest) = session.cheapest_with(cell).filter(|_| is_open) {
        spans.extend([context.dim("; with it at least "), number(context, cheapest)]);
    }
    Some(TextItem::new(spans))
}

fn number(context: &Context<'_>, number: i64) -> Span<'static> {
    let sign = if number < 0 { "-" } else { "" };
    context.strong(format!("{sign}{}", grouped(number.unsigned_abs())))
}
