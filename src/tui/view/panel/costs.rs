//! Costs: of the pieces so far, of the cheapest completion, and the maximum.

use crate::modes::ModeFact;
use crate::panel::{Context, Framed, SectionRows, Text, grouped_cost};
use crate::widgets::Need;
use app::Action;

/// The section of the panel, if cells have weights.
pub(super) fn section<'a>(context: &'a Context<'a>) -> Option<Framed<'a>> {
    let (model, session) = (context.model, context.session);
    let weights = session.rules().weights()?;
    let cost = |text: &str, cost| format!("{text} *{}*", grouped_cost(cost));
    let so_far = cost("so far", session.problem().cost_so_far()?);
    let mut text = Text::new(context);
    if let Some(solution) = model.browsed() {
        text.say(cost("this solution costs", weights.cost(&solution.placed)));
    }
    text.say(so_far);
    if let Some(cheapest) = session.knowledge().cheapest().filter(|_| model.app.has_full_assist()) {
        let cheapest = cost("the cheapest completion:", cheapest);
        if model.mode().has(ModeFact::DecidesCells) && !session.is_solved() {
            text.offer(Action::CHEAPEST, cheapest);
        } else {
            text.say(cheapest);
        }
    }
    let limit = session.rules().max_cost();
    let limit = limit.map(|limit| context.note(cost("at most", limit)).line);
    let section = text.framed("costs", Need::Wanted, SectionRows::All);
    Some(section.right_title(limit.unwrap_or_default()))
}
