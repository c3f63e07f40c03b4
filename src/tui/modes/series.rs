//! A diagram in slow motion: stepping through its growth, its reduction, its restriction or its passes.

pub(crate) mod panel;
mod series_view;

pub(crate) use series_view::SeriesView;

use std::sync::Arc;

use ratatui::text::Span;

use super::{Mode, ModeBehavior};
use crate::input::{Scope, SeriesAction};
use crate::model::Model;
use crate::panel::{Context, Sections};
use crate::update::mouse::{self, MouseInput};
use app::Action;
use app::graph::SeriesGraphs;
use app::operations::{Operation, With};
use export::{ConjunctCells, PictureKind, SeriesRequest, StageSubject};
use geometry::Cell;
use problem::Value;
use session::CellState;

pub(crate) struct SeriesMode;

impl ModeBehavior for SeriesMode {
    fn names(&self, model: &Model) -> (Scope, &'static str) {
        let name = match model.series_view().map(|view| &view.series().request) {
            None | Some(SeriesRequest::Growth) => "grow",
            Some(SeriesRequest::Reduction(_)) => "reduce",
            Some(SeriesRequest::Restriction(..)) => "restrict",
            Some(SeriesRequest::Passes(_)) => "passes",
        };
        (Scope::Series, name)
    }

    fn handle_mouse(&self, model: &mut Model, mouse: MouseInput) {
        mouse::point(model, mouse);
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
            Some(StageSubject::Conjunct(ConjunctCells::Decision(..)) | StageSubject::Step(_)) => {
                PictureKind::Path
            }
            None => PictureKind::Position,
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
        let (noun, stages) = (view.series().request.stage_noun(), view.series().stages.len());
        Some((format!("{noun} {}", view.stage_index + 1), format!(" of {stages}")))
    }

    fn text(&self, model: &Model) -> String {
        let view = model.series_view().filter(|_| !model.has_panel());
        view.map_or_else(String::new, |view| panel::sentence(view).to_owned())
    }

    fn recommended(&self, _: &Model) -> Vec<(Action, String)> {
        vec![(Action::NEXT_RULE, "next".to_owned()), (Action::CANCEL, "leave".to_owned())]
    }

    fn note(&self, _: &Model) -> &'static str {
        "arrows, [ and ] step; Home and End go to both ends"
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

    fn summary(&self, context: &Context<'_>) -> Option<Vec<Span<'static>>> {
        let view = context.model.series_view()?;
        Some(vec![context.strong(panel::sentence(view).to_owned())])
    }
}

impl Model {
    /// The series of diagrams, if one is shown stage by stage.
    pub(crate) fn series_view(&self) -> Option<&SeriesView> {
        self.mode().try_as_series_ref()
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

pub(crate) static ROWS: &[Operation<Model>] = &[
    Operation::new("next-rule", "", &With(step, SeriesAction::Next))
        .without_rules()
        .here(|it, _| can_step(it, SeriesAction::Next)),
    Operation::new("previous-rule", "", &With(step, SeriesAction::Previous))
        .without_rules()
        .here(|it, _| can_step(it, SeriesAction::Previous)),
    Operation::new("first-rule", "", &With(step, SeriesAction::First))
        .without_rules()
        .here(|it, _| can_step(it, SeriesAction::First)),
    Operation::new("last-rule", "", &With(step, SeriesAction::Last))
        .without_rules()
        .here(|it, _| can_step(it, SeriesAction::Last)),
];

fn can_step(model: &Model, action: SeriesAction) -> bool {
    let target = target(model, action);
    model.series_view().is_some_and(|it| target != Some((it.stage_index, it.shows_operand)))
}

/// The target of an action. In a window with room for one graph, the operands are shown one after the other.
fn target(model: &Model, action: SeriesAction) -> Option<(usize, bool)> {
    let layout = &model.view.layout;
    let one_after_other = layout.operands.is_empty() && !layout.graph.is_empty();
    Some(model.series_view()?.target(action, one_after_other))
}

/// Shows the first stage, or a notice if there is nothing to show.
pub(crate) fn open(model: &mut Model, graphs: Arc<SeriesGraphs>) {
    if let Some(view) = SeriesView::new(graphs) {
        model.enter(Mode::Series(view));
        go_to(model, (0, false));
    }
}

/// Goes to another stage.
fn step(model: &mut Model, action: SeriesAction) {
    if let Some(target) = target(model, action) {
        go_to(model, target);
    }
}

/// Goes to a stage, or to the last one, and moves the cursor to its cell.
pub(crate) fn go_to(model: &mut Model, (stage, shows_operand): (usize, bool)) {
    let Some(view) = model.mode_mut().try_as_series_mut() else { return };
    let last = view.series().stages.len() - 1;
    (view.stage_index, view.shows_operand) = (stage.min(last), shows_operand);
    model.view.cursor = view.cell().unwrap_or(model.view.cursor);
}
