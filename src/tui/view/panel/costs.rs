//! Costs: of the pieces so far, of the cheapest completion, and the maximum.

use ratatui::text::{Line, Span};

use crate::input::Action;
use crate::modes::ModeFact;
use crate::panel::{Context, Framed, SectionRows, TextItem};
use crate::parts::Need;

/// The section of the panel, if cells have weights.
pub(super) fn section<'a>(context: &'a Context<'a>) -> Option<Framed<'a>> {
    let (model, session) = (context.model, context.session);
    let weights = session.rules().weights()?;
    let costs = |text: &str, cost| [context.text(text), context.cost(cost)];
    let browsed = model.browsed().map(|solution| weights.cost(&solution.placed));
    let browsed = browsed.map(|cost| costs("this solution costs ", cost));
    let so_far = costs("so far ", session.problem().cost_so_far()?);
    let mut items: Vec<TextItem> = browsed.into_iter().chain([so_far]).map(TextItem::new).collect();
    if let Some(cheapest) = session.cheapest().filter(|_| model.has_full_assist()) {
        let spans = costs("the cheapest completion: ", cheapest);
        let is_offered = model.mode.has(ModeFact::DecidesCells) && !session.is_solved();
        items.push(if is_offered {
            context.offer(Action::CHEAPEST, spans)
        } else {
            TextItem::new(spans)
        });
    }
    let limit = session.rules().max_cost();
    let limit = limit.map(|limit| vec![Span::raw("at most "), context.cost(limit)]);
    let rows = (Need::Wanted, SectionRows::All);
    Some(
        Framed::text(context, "costs", items, rows)
            .right_title(Line::from(limit.unwrap_or_default())),
    )
}
