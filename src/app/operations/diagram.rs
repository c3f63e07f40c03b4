//! Diagrams: in an order of the cells, of a single rule, growing rule by rule, or step by step.

use super::parameters::{ORDER, RESTRICTION, RULE, Restriction};
use super::{Operation, Plain, Takes};
use crate::effect::Effect;
use crate::notice::{DiagramNotice, Notice, RestrictedCell};
use crate::{App, DiagramView, jobs};
use engine::DiagramKind;
use engine::bdd::SingleRule;
use export::{DiagramRequest, DrawnAlone, OrderRequest, OrderSource, SeriesRequest};
use session::CellState;

pub(super) static ROWS: &[Operation<App>] = &[
    Operation::new("", "grow", &Plain(grow)).reveals().on_board(),
    Operation::new("", "reduce", &Plain(reduce)).without_rules().reveals(),
    Operation::new("", "restrict", &Takes(&RESTRICTION, restrict)).without_rules().reveals(),
    Operation::new("", "passes", &Plain(passes)).without_rules().reveals(),
    Operation::new("", "zdd", &Plain(show_zdd)).without_rules().reveals().on_board(),
    Operation::new("", "order", &Takes(&ORDER, show_order)).without_rules().reveals(),
    Operation::new("", "rule", &Takes(&RULE, show_rule)).reveals(),
];

/// Asks for the growth of the diagram, rule by rule.
fn grow(app: &mut App) {
    app.ask(jobs::Series(SeriesRequest::Growth));
}

/// Asks for the reduction of the decision tree to the graph's diagram, in its order.
fn reduce(app: &mut App) {
    let diagram = shown_bdd(app);
    app.ask(jobs::Series(SeriesRequest::Reduction(diagram)));
}

/// Asks for the passes over the diagram that the graph shows.
fn passes(app: &mut App) {
    let diagram = shown_diagram(app);
    app.ask(jobs::Series(SeriesRequest::Passes(diagram)));
}

/// Asks for the restriction of the graph's BDD to a value of a cell, in its order. A notice names the cell of the
/// cursor, and says if the value is known to be wrong or forced there.
///
/// # Errors
/// When the cell is decided or a hole.
fn restrict(app: &mut App, restriction: Restriction) -> Result<(), Notice> {
    let Restriction { value, cell, is_named } = restriction;
    let diagram = shown_bdd(app);
    app.session.rules().check(cell)?;
    let at = RestrictedCell { cell, is_named };
    if app.session.decisions().get(cell).is_some() {
        return Err(DiagramNotice::Decided { at }.into());
    }
    let state = app.session.state(cell);
    let is_settled =
        matches!(state, CellState::Impossible | CellState::Attacked | CellState::Forced);
    if is_settled || !is_named {
        app.say(DiagramNotice::Restricted { at, value, state });
    }
    app.ask(jobs::Series(SeriesRequest::Restriction(diagram, cell, value)));
    Ok(())
}

/// The diagram that the graph shows: its order, its kind and its rule. An own order that does not suit the board is
/// dropped.
fn shown_diagram(app: &mut App) -> DiagramRequest {
    let request = &mut app.graph.request;
    if !request.order.fits(app.session.rules()) {
        request.order = OrderRequest::default();
    }
    request.clone()
}

/// The BDD of the problem that the graph shows.
fn shown_bdd(app: &mut App) -> DiagramRequest {
    DiagramRequest { kind: DiagramKind::Bdd, ..shown_diagram(app) }
}

/// Shows the graph as ZDD, or as BDD again.
fn show_zdd(app: &mut App) {
    let is_shown = app.diagram == DiagramView::Graph && app.graph.request.kind == DiagramKind::Zdd;
    app.diagram = DiagramView::Graph;
    app.graph.request.kind = if is_shown { DiagramKind::Bdd } else { DiagramKind::Zdd };
}

/// Shows the graph in an order, which may be read from a file.
fn show_order(app: &mut App, order: OrderSource) {
    match order {
        OrderSource::Known(order) => show_in_order(app, OrderRequest::Known(order)),
        OrderSource::File(path) => {
            let grid = app.session.rules().grid().clone();
            app.emit(Effect::ReadOrder(path, grid));
        }
    }
}

/// Shows the graph in an order.
pub(crate) fn show_in_order(app: &mut App, order: OrderRequest) {
    app.diagram = DiagramView::Graph;
    app.graph.request.order = order;
}

/// Shows the graph of a single rule, or of all rules again.
fn show_rule(app: &mut App, rule: Option<SingleRule>) -> Result<(), Notice> {
    if let Some(rule) = rule.filter(|rule| !rule.fits(app.session.rules())) {
        return Err(DiagramNotice::NoRule { rule }.into());
    }
    app.graph.request.alone = rule.map(DrawnAlone::Rule);
    show_in_order(app, app.graph.request.order.clone());
    Ok(())
}
