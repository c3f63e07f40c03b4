//! A diagram in slow motion: stepping through its growth, its reduction or its restriction.

mod series_view;

pub(crate) use series_view::SeriesView;

use crate::app::notice::{DiagramNotice, Notice, RestrictedCell};
use crate::input::SeriesAction;
use crate::model::Model;
use crate::model::question::Topic;
use crate::modes::Mode;
use crate::operations::parameters::{RESTRICTION, Restriction};
use crate::operations::{Operation, Plain, Takes, With};
use crate::update::message::Effect;
use crate::update::question::ask;
use session::{CellState, NoSeries, OrderRequest, SeriesRequest};

pub(crate) static ROWS: &[Operation] = &[
    Operation::new("", "grow", &Plain(grow)).reveals().on_board(),
    Operation::new("", "reduce", &Plain(reduce)).reveals(),
    Operation::new("", "restrict", &Takes(&RESTRICTION, restrict)).reveals(),
    Operation::new("next-rule", "", &With(step, SeriesAction::Next))
        .here(|it, _| can_step(it, SeriesAction::Next)),
    Operation::new("previous-rule", "", &With(step, SeriesAction::Previous))
        .here(|it, _| can_step(it, SeriesAction::Previous)),
    Operation::new("first-rule", "", &With(step, SeriesAction::First))
        .here(|it, _| can_step(it, SeriesAction::First)),
    Operation::new("last-rule", "", &With(step, SeriesAction::Last))
        .here(|it, _| can_step(it, SeriesAction::Last)),
];

fn can_step(model: &Model, action: SeriesAction) -> bool {
    let view = model.series_view();
    view.is_some_and(|it| it.target(action) != it.stage_index)
}

/// Shows the first stage, or a notice if there is nothing to show.
pub(crate) fn open(model: &mut Model, found: Result<Option<SeriesView>, NoSeries>) {
    match found {
        Ok(Some(view)) => {
            model.mode = Mode::Series(view);
            go_to(model, 0);
        }
        Ok(None) => model.refuse(DiagramNotice::NothingToGrow),
        Err(reason) => model.refuse(reason),
    }
}

/// Asks for the growth of the diagram, rule by rule.
fn grow(model: &mut Model) -> Vec<Effect> {
    ask(model, Topic::Series(SeriesRequest::Growth))
}

/// Goes to another stage.
fn step(model: &mut Model, action: SeriesAction) {
    if let Some(view) = model.series_view() {
        go_to(model, view.target(action));
    }
}

/// Asks for the reduction of the position's decision tree, in the order of the graph.
fn reduce(model: &mut Model) -> Vec<Effect> {
    let order = fitting_order(model);
    ask(model, Topic::Series(SeriesRequest::Reduction(order)))
}

/// Asks for the restriction of the position's diagram to a value of a cell, in the order of the graph. A notice names the
/// cell of the cursor, and says if the value is known to be wrong or forced there.
///
/// # Errors
/// When the cell is decided or a hole.
fn restrict(model: &mut Model, restriction: Restriction) -> Result<Vec<Effect>, Notice> {
    let Restriction { value, cell, is_named } = restriction;
    let order = fitting_order(model);
    model.app.session.rules().check(cell)?;
    let at = RestrictedCell { cell, is_named };
    if model.app.session.decisions().get(cell).is_some() {
        return Err(DiagramNotice::Decided { at }.into());
    }
    let state = model.app.session.state(cell);
    let is_settled =
        matches!(state, CellState::Impossible | CellState::Attacked | CellState::Forced);
    if is_settled || !is_named {
        model.say(DiagramNotice::Restricted { at, value, state });
    }
    Ok(ask(model, Topic::Series(SeriesRequest::Restriction(order, cell, value))))
}

/// The order of the graph. An own order that does not suit the board is dropped.
fn fitting_order(model: &mut Model) -> OrderRequest {
    let order = &mut model.view.graph.request.order;
    if !order.fits(model.app.session.rules()) {
        *order = OrderRequest::default();
    }
    order.clone()
}

/// Goes to a stage and moves the cursor to its cell.
fn go_to(model: &mut Model, stage: usize) {
    let Mode::Series(view) = &mut model.mode else { return };
    view.stage_index = stage;
    model.view.cursor = view.cell().unwrap_or(model.view.cursor);
}
