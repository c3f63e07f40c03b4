use ratatui::text::{Line, Span};

use super::work::escape;
use crate::geometry::Cell;
use crate::session::{CellState, Reason};
use crate::tui::input::action::Action;
use crate::tui::model::Model;

/// The cell under the cursor: its state, and why it is so.
pub(super) fn lines(model: &Model) -> Vec<Line<'static>> {
    let (session, cell) = (&model.session, model.cursor);
    let state = model.shown_state(cell);
    let region = model.problem().rules().regions().and_then(|regions| regions.region(cell));
    let head = Line::from(vec![
        Span::styled(format!("{cell}  "), model.look().strong()),
        Span::raw(state.map_or("open", <&str>::from)),
        Span::raw(region.map(|region| format!("   region {region}")).unwrap_or_default()),
    ]);
    let mut lines = vec![head];
    let Some(state) = state else { return lines };
    match state {
        CellState::Possible => {
            if let (Some(with), Some(all)) = (session.solutions_with(cell), session.solutions()) {
                lines.push(Line::raw(format!("    in {with} of {all} solutions")));
                lines.push(Line::raw(format!("    place leaves {with}, exclude {}", all - with)));
            }
        }
        CellState::Attacked if !session.reason(cell).is_some_and(is_by_decisions) => {
            lines.extend(session.attacker(cell).map(|by| Line::raw(format!("    by {by}"))));
            if session.reason(cell).is_some() {
                lines.push(Line::raw("    and impossible by the rules alone"));
            }
        }
        CellState::Unknown if model.is_busy() => lines.push(Line::raw("    not settled yet")),
        CellState::Attacked | CellState::Impossible | CellState::Forced => {
            lines.extend(reason_lines(model, cell).into_iter().map(Line::raw));
        }
        CellState::Placed if session.decisions().is_given(cell) => {
            lines.push(Line::raw("    given: it cannot be taken back"));
        }
        _ => {}
    }
    lines
}

/// True if decisions rule it out, rather than the rules alone.
fn is_by_decisions(reason: &Reason) -> bool {
    !reason.explanation.because.is_empty()
}

/// Why a cell cannot be otherwise, and what `!` would do.
fn reason_lines(model: &Model, cell: Cell) -> Vec<String> {
    let (session, state) = (&model.session, model.session.state(cell));
    let Some(wish) = session.wish(cell) else { return Vec::new() };
    let Some(reason) = session.reason(cell) else {
        let is_answered = session.knowledge().reason(wish).is_some();
        return vec![format!("    {}", no_reason(model, is_answered))];
    };
    let attack = match (state, reason.explanation.because[..].first()) {
        (CellState::Attacked, Some(&by)) => session.rules().attack(by, cell),
        _ => None,
    };
    let why = attack.map_or_else(
        || reason.explanation.to_string(),
        |attack| format!("{}, {attack}", reason.explanation),
    );
    let verb = if state == CellState::Forced { "excludes" } else { "places" };
    let way = match &reason.restoration {
        Some(way) => format!("{} {verb} it and {way}", model.keys.key(Action::Anyway)),
        None => no_restoration(reason).to_owned(),
    };
    vec![format!("    {why}"), format!("    {way}")]
}

/// What is said instead of a reason.
pub(super) fn no_reason(model: &Model, is_answered: bool) -> String {
    if is_answered {
        "the reason was not found".to_owned()
    } else {
        format!("looking for the reason{}", escape(model, " (Esc cancels)"))
    }
}

/// What is said instead of a way out.
pub(super) fn no_restoration(reason: &Reason) -> &'static str {
    match reason.interrupted {
        Some(_) => "what to take back is not known",
        None => "taking back decisions cannot help",
    }
}
