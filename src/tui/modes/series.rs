//! A diagram in slow motion: stepping through its growth, its reduction or its restriction.

mod series_view;

pub(crate) use series_view::SeriesView;

use crate::app::jobs;
use crate::app::notice::{DiagramNotice, Notice, RestrictedCell};
use crate::input::SeriesAction;
use crate::model::Model;
use crate::modes::Mode;
use crate::update::message::Effect;
use crate::update::question::ask;
use geometry::Cell;
use problem::Value;
use session::{CellState, NoSeries, OrderRequest, SeriesRequest};

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

pub(crate) fn perform(model: &mut Model, action: SeriesAction) -> Vec<Effect> {
    if action == SeriesAction::Open {
        return ask(model, jobs::Series(SeriesRequest::Growth));
    }
    if let Some(view) = model.series_view() {
        go_to(model, view.target(action));
    }
    Vec::new()
}

/// Asks for the reduction of the position's decision tree, in the order of the graph.
///
/// # Errors
/// When the assist hides the diagram.
pub(crate) fn reduce(model: &mut Model) -> Result<Vec<Effect>, Notice> {
    check(model)?;
    let order = model.view.graph.request.order.clone();
    Ok(ask(model, jobs::Series(SeriesRequest::Reduction(order))))
}

/// Asks for the restriction of the position's diagram to a value of a cell, in the order of the graph. Without a cell, it
/// is that of the cursor, which a notice names. A notice also says if the value is known to be wrong or forced there.
///
/// # Errors
/// When the cell is decided or a hole, or the assist hides the diagram.
pub(crate) fn restrict(
    model: &mut Model,
    named: Option<Cell>,
    value: Value,
) -> Result<Vec<Effect>, Notice> {
    check(model)?;
    let cell = named.unwrap_or(model.view.cursor);
    model.app.session.rules().check(cell)?;
    let at = RestrictedCell { cell, is_named: named.is_some() };
    if model.app.session.decisions().get(cell).is_some() {
        return Err(DiagramNotice::Decided { at }.into());
    }
    let state = model.app.session.state(cell);
    let is_settled =
        matches!(state, CellState::Impossible | CellState::Attacked | CellState::Forced);
    if is_settled || named.is_none() {
        model.say(DiagramNotice::Restricted { at, value, state });
    }
    let order = model.view.graph.request.order.clone();
    Ok(ask(model, jobs::Series(SeriesRequest::Restriction(order, cell, value))))
}

/// Refuses if the assist hides the diagram. An own order that does not suit the board is dropped.
fn check(model: &mut Model) -> Result<(), Notice> {
    if !model.has_full_assist() {
        return Err(Notice::ExceedsAssist);
    }
    let order = &mut model.view.graph.request.order;
    if !order.fits(model.app.session.rules()) {
        *order = OrderRequest::default();
    }
    Ok(())
}

/// Goes to a stage and moves the cursor to its cell.
fn go_to(model: &mut Model, stage: usize) {
    let Mode::Series(view) = &mut model.mode else { return };
    view.stage_index = stage;
    model.view.cursor = view.cell().unwrap_or(model.view.cursor);
}
