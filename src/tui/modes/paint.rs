//! Paint mode: holes and regions, cell by cell or by dragging.

mod painting;
pub(crate) mod panel;

pub(crate) use painting::{Painting, RepaintList, TypedWeight};

use crossterm::event::{MouseButton, MouseEventKind};

use super::board::leave_to_board;
use super::{Mode, ModeBehavior, ModeFact};
use crate::input::{Motion, Scope};
use crate::model::{Hit, Model};
use crate::panel::Sections;
use crate::update::mouse::{MouseInput, between};
use app::notice::PaintNotice;
use app::operations::brush::{Brush, paint, painted, set_problem};
use app::operations::parameters::{CELL, CELL_WEIGHTS, CHARACTER};
use app::operations::position::set_weight;
use app::operations::{Operation, Plain, Takes, With};
use app::{Action, Shading, jobs};
use geometry::Cell;
use problem::{GroupId, Value};
use session::puzzle::{Repaint, repainted};

pub(crate) struct PaintMode;

impl ModeBehavior for PaintMode {
    fn names(&self, model: &Model) -> (Scope, &'static str) {
        let scope = match model.painting() {
            Some(Painting { list: Some(_), .. }) => Scope::Repair,
            Some(painting) if painting.is_of_weights() => Scope::Weigh,
            Some(_) | None => Scope::Paint,
        };
        (scope, "paint")
    }

    fn has(&self, fact: ModeFact) -> bool {
        matches!(fact, ModeFact::ShowsPosition | ModeFact::HasFilters)
    }

    /// Painting continues, but the stroke ends. The list of repaints needs regions.
    fn leave_position(&self, model: &mut Model) {
        let can_repair = model.app.can_repair();
        if let Some(painting) = model.painting_mut() {
            painting.stroke = None;
            painting.list.take_if(|_| !can_repair);
        }
    }

    fn cancel(&self, model: &mut Model) {
        if model.painting().is_some_and(Painting::is_of_weights) {
            keep_weights_in_view(model);
        }
        leave_to_board::<jobs::Repair>(model);
    }

    fn travel(&self, model: &mut Model, motion: Motion) -> bool {
        let has_list = model.repaints().is_some();
        if has_list && let Some(by) = motion.in_list(PAGE) {
            mark(model, by);
        }
        has_list
    }

    fn turn_wheel(&self, model: &mut Model, rows: i32) -> bool {
        mark(model, -(rows as isize));
        model.repaints().is_some()
    }

    fn handle_mouse(&self, model: &mut Model, input: MouseInput) {
        match (input.hit, input.value) {
            (Some(Hit::Repaint(cell, region)), Some(Value::Placed)) => repaint(model, cell, region),
            (Some(Hit::Brush(brush)), Some(Value::Placed)) => choose(model, brush),
            (hit, _) => mouse(model, input.kind, hit.and_then(Hit::try_as_cell)),
        }
    }

    fn text(&self, model: &Model) -> String {
        match model.painting().filter(|_| !model.has_panel()).map(|painting| painting.brush) {
            None => String::new(),
            Some(Brush::Region(letter)) => {
                format!("painting {}", model.group_name(GroupId::Region(letter)))
            }
            Some(Brush::Hole) => "painting holes".to_owned(),
            Some(Brush::Filling) => "taking holes away".to_owned(),
            Some(Brush::Weight(weight)) => format!("painting weight {weight}"),
        }
    }

    fn recommended(&self, model: &Model) -> Vec<(Action, String)> {
        let Some((repaints, marked)) = model.repaints() else {
            return vec![(Action::PAINT_CELL, "paint".to_owned())];
        };
        let say = |it: &&Repaint| (Action::REPAINT, format!("paint {} {}", it.cell, it.region));
        let leave = (Action::CANCEL, "leave".to_owned());
        repaints.get(marked).map(say).into_iter().chain([leave]).collect()
    }

    fn note(&self, model: &Model) -> &'static str {
        if model.repaints().is_some() {
            "the best repaint comes first; the board shows the cell of the marked one"
        } else if self.names(model).0 == Scope::Weigh {
            "digits set the weight of the cell, the mouse paints the last weight"
        } else {
            "a letter or digit chooses a region; arrows move"
        }
    }

    fn add_sections(&self, sections: &mut Sections<'_>) -> bool {
        let context = sections.context;
        match context.model.painting() {
            Some(painting @ Painting { list: None, .. }) => {
                let brushes = panel::brushes(context, painting, sections.panel.width);
                sections
                    .add(Some(brushes).filter(|_| sections.panel.height >= MIN_ROWS_WITH_BRUSHES));
                sections.add(Some(panel::section(context, painting)));
            }
            Some(_) | None => sections.add(panel::list(context)),
        }
        true
    }
}

/// Minimum height of a panel that shows the brushes of paint mode, in rows.
const MIN_ROWS_WITH_BRUSHES: u16 = 12;

impl Model {
    /// The state of paint mode; `None` in other modes.
    pub(crate) fn painting(&self) -> Option<&Painting> {
        self.mode().try_as_paint_ref()
    }

    /// The state of paint mode; `None` in other modes.
    pub(crate) fn painting_mut(&mut self) -> Option<&mut Painting> {
        self.mode_mut().try_as_paint_mut()
    }

    /// The changes in the open list of repaints, the first one best, and the index of the marked change; `None` if no list
    /// is open.
    pub(crate) fn repaints(&self) -> Option<(Vec<&Repaint>, usize)> {
        let list = self.painting()?.list.as_ref()?;
        let repairs = &self.app.session.knowledge().repairs;
        let repaints: Vec<&Repaint> = if list.is_hardest_first {
            repairs.hardest_first()
        } else {
            repairs.repaints.iter().collect()
        };
        let is_marked = |it: &&Repaint| Some((it.cell, it.region)) == list.marked;
        let marked = repaints.iter().position(is_marked).unwrap_or(0);
        Some((repaints, marked))
    }
}

pub(crate) static ROWS: &[Operation<Model>] = &[
    Operation::new("paint", "paint", &Plain(toggle)),
    Operation::new("paint-region", "", &Takes(&CHARACTER, choose_region)),
    Operation::new("paint-hole", "", &With(choose, Brush::Hole)),
    Operation::new("paint-cell", "", &Takes(&CELL, paint_cell)),
    Operation::new("fill-hole", "", &Takes(&CELL, fill_hole))
        .here(|it, cell| it.problem().rules().grid().is_hole(cell)),
    Operation::new("differ", "", &Plain(show_difference)).here(|it, _| {
        let is_shown = it.painting().is_some_and(|painting| painting.differs);
        is_shown || it.app.session.knowledge().repairs.two.is_some()
    }),
    Operation::new("repairs", "repair", &Plain(toggle_list)).here(|it, _| it.app.can_repair()),
    Operation::new("repaint", "", &Plain(repaint_marked))
        .here(|it, _| it.repaints().is_some_and(|(repaints, _)| !repaints.is_empty())),
    Operation::new("hardest-first", "", &Plain(toggle_order)).here(|it, _| {
        it.repaints().is_some_and(|(all, _)| all.iter().any(|it| it.difficulty().is_some()))
    }),
    Operation::new("weigh", "weight", &Takes(&CELL_WEIGHTS, weigh)),
    Operation::new("weigh-digit", "", &Takes(&CHARACTER, type_digit)),
    Operation::new("weigh-sign", "", &Takes(&CELL, change_sign)),
    Operation::new("weigh-erase", "", &Takes(&CELL, erase_digit)),
];

/// Enters paint mode or leaves it.
fn toggle(model: &mut Model) {
    match model.painting() {
        Some(_) => model.enter(Mode::Board),
        None => open(model),
    }
}

/// Enters paint mode.
pub(crate) fn open(model: &mut Model) {
    model.enter(Mode::Paint(Painting::default()));
}

/// Chooses the region with this letter, or shows where two solutions differ.
fn choose_region(model: &mut Model, letter: char) {
    let regions = model.app.session.rules().regions();
    let has_m =
        regions.is_some_and(|it| it.cells().iter().any(|(letter, _)| *letter == DIFFERENCE_LETTER));
    if letter == DIFFERENCE_LETTER && !has_m {
        show_difference(model);
    } else {
        choose(model, Brush::Region(letter));
    }
}

/// Paints a cell with the present brush.
fn paint_cell(model: &mut Model, cell: Cell) {
    if let Some(brush) = model.painting().map(|painting| painting.brush) {
        paint(&mut model.app, &[cell], brush);
    }
}

/// Turns a hole into a cell.
fn fill_hole(model: &mut Model, cell: Cell) {
    if model.painting().is_some() {
        paint(&mut model.app, &[cell], Brush::Filling);
    }
}

/// Performs the marked repaint.
fn repaint_marked(model: &mut Model) {
    let marked = model.repaints().and_then(|(repaints, marked)| repaints.get(marked).copied());
    if let Some((cell, region)) = marked.map(|repaint| (repaint.cell, repaint.region)) {
        repaint(model, cell, region);
    }
}

/// Sets the cost of a piece on cells, or begins to set weights cell by cell.
fn weigh(model: &mut Model, weights: Option<(i64, Vec<Cell>)>) {
    let Some((weight, cells)) = weights else {
        model.enter(Mode::Paint(Painting { brush: Brush::Weight(1), ..Painting::default() }));
        return;
    };
    set_weight(&mut model.app, weight, cells);
}

/// Shows the weights as a heat map after they were set, and says how to hide them.
pub(crate) fn keep_weights_in_view(model: &mut Model) {
    if model.app.session.rules().weights().is_some() && model.app.has_full_assist() {
        model.app.shading = Shading::Weights;
        model.say(PaintNotice::WeightsShown);
    }
}

/// Maximum number of digits of a typed weight.
const MAX_DIGITS: u32 = 6;

/// Appends a digit to the weight of a cell. The first digit begins another number.
fn type_digit(model: &mut Model, digit: char) {
    let (cell, digit) = (model.view.cursor, i64::from(digit.to_digit(10).unwrap_or(0)));
    let old = if typed_weight(model, cell).is_some() { model.weight(cell).unwrap_or(0) } else { 0 };
    let is_negative = is_negative(model, cell, old);
    set_typed(model, cell, 10 * old + if is_negative { -digit } else { digit }, is_negative);
}

/// Changes the sign of the weight of a cell.
fn change_sign(model: &mut Model, cell: Cell) {
    let old = model.weight(cell).unwrap_or(0);
    set_typed(model, cell, -old, !is_negative(model, cell, old));
}

/// Removes the last digit from the weight of a cell.
fn erase_digit(model: &mut Model, cell: Cell) {
    let old = model.weight(cell).unwrap_or(0);
    set_typed(model, cell, old / 10, is_negative(model, cell, old));
}

/// Returns the number that the user is typing as the weight of a cell; `None` if the user types none there.
fn typed_weight(model: &Model, cell: Cell) -> Option<TypedWeight> {
    let typed = model.painting()?.typed?;
    (typed.cell == cell && typed.stamp == model.app.session.stamp()).then_some(typed)
}

/// True if the number that is being typed for a cell of this weight is negative. It may still be 0.
fn is_negative(model: &Model, cell: Cell, weight: i64) -> bool {
    weight < 0 || typed_weight(model, cell).is_some_and(|typed| typed.is_negative)
}

/// Sets the weight of a cell by a key. Keys for the same cell, one after the other, are one step.
fn set_typed(model: &mut Model, cell: Cell, weight: i64, is_negative: bool) {
    if weight.abs() >= 10_i64.pow(MAX_DIGITS) {
        return model.say(PaintNotice::TooManyDigits { max_digits: MAX_DIGITS });
    }
    if typed_weight(model, cell).is_some_and(|typed| typed.has_step) {
        model.app.session.undo();
    }
    let before = model.app.session.stamp();
    paint(&mut model.app, &[cell], Brush::Weight(weight));
    let stamp = model.app.session.stamp();
    if let Some(painting) = model.painting_mut() {
        painting.brush = Brush::Weight(weight);
        painting.typed = Some(TypedWeight { cell, stamp, has_step: stamp != before, is_negative });
    }
}

/// Ends the number that is being typed, so that the next digit begins another.
pub(crate) fn end_number(model: &mut Model) {
    if let Some(painting) = model.painting_mut() {
        painting.typed = None;
    }
}

/// The letter that marks the cells where two solutions differ, unless a region has this letter.
const DIFFERENCE_LETTER: char = 'm';

/// Shows or hides where two solutions differ.
fn show_difference(model: &mut Model) {
    let has_two = model.app.session.knowledge().repairs.two.is_some();
    let Some(painting) = model.painting_mut() else { return };
    painting.differs = !painting.differs;
    if painting.differs && !has_two {
        let solutions = model.app.session.knowledge().repairs.solutions.clone();
        model.say(solutions.map_or(PaintNotice::NotCounted, |solutions| {
            PaintNotice::NothingToCompare { solutions }
        }));
    }
}

/// Opens the list of repaints, in paint mode, or closes it.
fn toggle_list(model: &mut Model) {
    if !model.app.can_repair() {
        let rules = model.app.session.rules();
        model.say(if rules.regions().is_some() {
            PaintNotice::RepairWithCosts
        } else {
            PaintNotice::RepairWithoutRegions
        });
        return;
    }
    finish(model);
    if model.painting().is_none() {
        model.enter(Mode::Paint(Painting::default()));
    }
    let Some(painting) = model.painting_mut() else { return };
    painting.list = match painting.list {
        Some(_) => None,
        None => Some(RepaintList::default()),
    };
    if painting.list.is_none()
        && model.app.jobs.answering.as_ref().is_some_and(|it| it.job.is::<jobs::Repair>())
    {
        model.app.cancel_question();
    }
}

/// Number of entries by which a page key moves the mark in the list of proposed repaints.
const PAGE: isize = 10;

/// Moves the mark by `by` repaints, but not beyond the first or the last one.
pub(crate) fn mark(model: &mut Model, by: isize) {
    let Some((repaints, marked)) = model.repaints() else { return };
    let to = marked.saturating_add_signed(by).min(repaints.len().saturating_sub(1));
    let Some(next) = repaints.get(to).map(|repaint| (repaint.cell, repaint.region)) else { return };
    model.view.cursor = next.0;
    if let Some(list) = model.painting_mut().and_then(|painting| painting.list.as_mut()) {
        list.marked = Some(next);
    }
}

/// Lists the hardest puzzles first, or the easiest again.
fn toggle_order(model: &mut Model) {
    if let Some(list) = model.painting_mut().and_then(|painting| painting.list.as_mut()) {
        list.is_hardest_first = !list.is_hardest_first;
        list.marked = None;
    }
}

/// Performs a repaint in one undo step. The list stays open.
pub(crate) fn repaint(model: &mut Model, cell: Cell, region: char) {
    model.view.cursor = cell;
    if let Some(list) = model.painting_mut().and_then(|painting| painting.list.as_mut()) {
        list.marked = None;
    }
    let problem = repainted(model.app.session.problem(), cell, region);
    set_problem(&mut model.app, problem);
    model.say(PaintNotice::Repainted { cell, region });
}

/// Chooses the brush for further strokes.
pub(crate) fn choose(model: &mut Model, brush: Brush) {
    if let Some(painting) = model.painting_mut() {
        painting.brush = brush;
    }
}

/// Handles a mouse button that is pressed, dragged or released. `cell` is the cell under the mouse, if there is one.
pub(crate) fn mouse(model: &mut Model, kind: MouseEventKind, cell: Option<Cell>) {
    let Some(painting) = model.painting() else { return };
    match (kind, cell) {
        (MouseEventKind::Down(MouseButton::Left), Some(cell)) => stroke(model, cell),
        // A quick drag skips cells, which are painted as well.
        (MouseEventKind::Drag(MouseButton::Left), Some(cell)) if painting.stroke.is_some() => {
            for passed in between(model.view.cursor, cell) {
                stroke(model, passed);
            }
        }
        (MouseEventKind::Up(MouseButton::Left), _) => finish(model),
        (MouseEventKind::Down(MouseButton::Right), Some(cell)) => {
            let brush = if painting.is_of_weights() { Brush::Weight(0) } else { Brush::Filling };
            model.view.cursor = cell;
            paint(&mut model.app, &[cell], brush);
        }
        _ => {}
    }
}

/// Paints a cell as part of a stroke. The board shows the stroke, which becomes one step when the button is released.
fn stroke(model: &mut Model, cell: Cell) {
    model.view.cursor = cell;
    let problem = model.problem().clone();
    let Some(painting) = model.painting_mut() else { return };
    match painted(&problem, cell, painting.brush) {
        Ok(problem) => painting.stroke = Some(problem),
        Err(refusal) => {
            painting.stroke = Some(problem);
            model.say(refusal);
        }
    }
}

/// Ends the current stroke, which becomes one step.
pub(crate) fn finish(model: &mut Model) {
    if let Some(problem) = model.painting_mut().and_then(|painting| painting.stroke.take()) {
        set_problem(&mut model.app, problem);
    }
}
