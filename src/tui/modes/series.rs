//! A diagram in slow motion: stepping through its growth, its reduction or its restriction.

pub(crate) mod panel;
mod series_view;

pub(crate) use series_view::SeriesView;

use crossterm::event::MouseEventKind;
use itertools::Itertools;
use ratatui::text::Span;

use super::{Mode, ModeBehavior};
use crate::app::jobs;
use crate::app::notice::{DiagramNotice, Notice, RestrictedCell};
use crate::input::{Scope, SeriesAction};
use crate::model::{Hit, Model};
use crate::operations::parameters::{RESTRICTION, Restriction};
use crate::operations::{Operation, Plain, Takes, With};
use crate::panel::{Context, Sections};
use crate::update::message::Effect;
use crate::update::mouse::MouseInput;
use crate::update::question::ask;
use export::PictureKind;
use geometry::Cell;
use problem::Value;
use session::{
    CellState, ConjunctCells, DrawnSeries, NoSeries, OrderRequest, SeriesRequest, StageSubject,
};

pub(crate) struct SeriesMode;

impl ModeBehavior for SeriesMode {
    fn names(&self, model: &Model) -> (Scope, &'static str) {
        let name = match model.series_view().map(|view| &view.series.request) {
            None | Some(SeriesRequest::Growth) => "grow",
            Some(SeriesRequest::Reduction(_)) => "reduce",
            Some(SeriesRequest::Restriction(..)) => "restrict",
        };
        (Scope::Series, name)
    }

    fn handle_mouse(&self, model: &mut Model, mouse: MouseInput) {
        if let (MouseEventKind::Down(_), Some(Hit::Cell(cell))) = (mouse.kind, mouse.hit) {
            model.view.cursor = cell;
        }
    }

    fn cell_state(&self, model: &Model, cell: Cell) -> Option<CellState> {
        Some(of_stage(model, model.series_view()?, cell))
    }

    fn picture_kind(&self, model: &Model) -> PictureKind {
        match model.series_view().map(|view| &view.stage().subject) {
            Some(StageSubject::Conjunct(ConjunctCells::Board { .. })) => PictureKind::Attack,
            Some(StageSubject::Conjunct(ConjunctCells::Cells(_) | ConjunctCells::Row(_))) => {
                PictureKind::Group
            }
            Some(StageSubject::Conjunct(ConjunctCells::Decision(..))) | None => {
                PictureKind::Position
            }
            Some(StageSubject::Step(_)) => PictureKind::Path,
        }
    }

    fn picture_note(&self, model: &Model, solutions: String) -> String {
        match model.series_view().map(SeriesView::stage) {
            None => solutions,
            Some(stage) => match stage.step() {
                None => format!("the diagram grows: {}", stage.name),
                Some(step) => step.sentence.clone(),
            },
        }
    }

    fn marked_nodes(&self, model: &Model) -> Vec<usize> {
        model.series_view().map_or_else(Vec::new, |view| view.step_nodes().to_vec())
    }

    fn progress(&self, model: &Model) -> Option<(String, String)> {
        let view = model.series_view()?;
        let (noun, stages) = (view.series.request.stage_noun(), view.series.stages.len());
        Some((format!("{noun} {}", view.stage_index + 1), format!(" of {stages}")))
    }

    fn text(&self, model: &Model) -> String {
        let view = model.series_view().filter(|_| !model.has_panel());
        view.map_or_else(String::new, |view| panel::sentence(view).to_owned())
    }

    fn add_sections(&self, sections: &mut Sections<'_>) -> bool {
        let context = sections.context;
        if let Some(view) = context.model.series_view() {
            sections.add(Some(panel::stage(context, view)));
            sections.add(Some(panel::stages(context, view)));
        }
        sections.add(Some(panel::next(context)));
        false
    }

    fn told(&self, model: &Model) -> Option<Vec<String>> {
        Some(series_in_words(&model.series_view()?.series))
    }

    fn summary(&self, context: &Context<'_>) -> Option<Vec<Span<'static>>> {
        let view = context.model.series_view()?;
        Some(vec![context.strong(panel::sentence(view).to_owned())])
    }
}

/// The numbers of nodes after each rule and decision, or after each step.
fn series_in_words(series: &DrawnSeries) -> Vec<String> {
    let mut nodes = series.stages.iter().map(|stage| stage.nodes);
    if series.request != SeriesRequest::Growth {
        let steps = series.stages.len() - 1;
        return vec![
            format!("{steps} {}", if steps == 1 { "step" } else { "steps" }),
            format!("nodes before each, and at the end: {}", nodes.join(" ")),
        ];
    }
    let end = if series.interrupted.is_some() { " (interrupted)" } else { "" };
    vec![
        format!("{} rules and decisions{end}", series.stages.len()),
        format!("nodes after each: {}", nodes.clone().join(" ")),
        format!("at most {}", nodes.max().unwrap_or_default()),
    ]
}

impl Model {
    /// The series of diagrams, if one is shown stage by stage.
    pub(crate) fn series_view(&self) -> Option<&SeriesView> {
        self.mode.try_as_series_ref()
    }
}

/// The displayed state of a cell at a stage of the diagram. Shows the cells of the stage's rule, and the cells
/// that the rule excludes.
fn of_stage(model: &Model, view: &SeriesView, cell: Cell) -> CellState {
    let rules = model.app.session.rules();
    if rules.grid().is_hole(cell) {
        return CellState::Hole;
    }
    let cells = match &view.stage().subject {
        StageSubject::Conjunct(cells) => cells,
        StageSubject::Step(step) => {
            return match step.decisions.get(cell) {
                Some(Value::Placed) => CellState::Placed,
                Some(Value::Excluded) => CellState::Excluded,
                None => CellState::Possible,
            };
        }
    };
    match cells {
        ConjunctCells::Decision(one, Value::Excluded) if *one == cell => CellState::Excluded,
        ConjunctCells::Board { cell: one, .. } | ConjunctCells::Decision(one, _)
            if *one == cell =>
        {
            CellState::Placed
        }
        ConjunctCells::Board { excluded, .. } if excluded.contains(&cell) => CellState::Attacked,
        ConjunctCells::Cells(cells) | ConjunctCells::Row(cells) if !cells.contains(&cell) => {
            CellState::Attacked
        }
        ConjunctCells::Board { .. }
        | ConjunctCells::Decision(..)
        | ConjunctCells::Cells(_)
        | ConjunctCells::Row(_) => CellState::Possible,
    }
}

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
    ask(model, jobs::Series(SeriesRequest::Growth))
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
    ask(model, jobs::Series(SeriesRequest::Reduction(order)))
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
    Ok(ask(model, jobs::Series(SeriesRequest::Restriction(order, cell, value))))
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
    let Some(view) = model.mode.try_as_series_mut() else { return };
    view.stage_index = stage;
    model.view.cursor = view.cell().unwrap_or(model.view.cursor);
}
