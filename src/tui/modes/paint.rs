//! Paint mode: holes and regions, cell by cell or by dragging.

mod painting;

pub(crate) use painting::{Brush, Painting, REMAINDER_REGION, RepaintList, TypedWeight};

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEventKind};

use super::board::leave_to_board;
use super::{Mode, ModeBehavior, ModeFact};
use crate::app::notice::PaintNotice;
use crate::input::{Motion, PaintAction, Scope};
use crate::model::question::{RunningQuestion, Topic};
use crate::model::{Hit, Model, Shading};
use crate::update::board::cancel_awaited;
use crate::update::message::Effect;
use crate::update::mouse::{MouseInput, between};
use crate::update::question::ask_repairs;
use crate::view::panel::{Sections, paint as sections_of};
use geometry::Cell;
use painting::painted;
use problem::{GroupId, Problem, Value};
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

    /// Painting goes on, without a stroke. The list of repaints needs regions.
    fn leave_position(&self, model: &mut Model) {
        let can_repair = model.can_repair();
        if let Some(painting) = model.painting_mut() {
            painting.stroke = None;
            painting.list.take_if(|_| !can_repair);
        }
    }

    fn cancel(&self, model: &mut Model) -> Vec<Effect> {
        if model.painting().is_some_and(Painting::is_of_weights) {
            keep_weights_in_view(model);
        }
        leave_to_board(model, |topic| matches!(topic, Topic::Repair))
    }

    fn travel(&self, model: &mut Model, motion: Motion) -> bool {
        let has_list = model.repaints().is_some();
        if has_list {
            travel(model, motion);
        }
        has_list
    }

    fn turn_wheel(&self, model: &mut Model, rows: i32) -> Option<Vec<Effect>> {
        model.repaints()?;
        mark(model, -(rows as isize));
        Some(Vec::new())
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

    fn add_sections(&self, sections: &mut Sections<'_>) -> bool {
        let context = sections.context;
        match context.model.painting() {
            Some(painting @ Painting { list: None, .. }) => {
                let brushes = sections_of::brushes(context, painting, sections.panel.width);
                sections.add(Some(brushes).filter(|_| sections.panel.height >= WITH_BRUSHES));
                sections.add(Some(sections_of::section(context, painting)));
            }
            Some(_) | None => sections.add(sections_of::list(context)),
        }
        true
    }
}

/// Minimum height of a panel that shows the brushes of paint mode, in rows.
const WITH_BRUSHES: u16 = 12;

impl Model {
    /// The state of paint mode; `None` in other modes.
    pub(crate) fn painting(&self) -> Option<&Painting> {
        self.mode.try_as_paint_ref()
    }

    /// The state of paint mode; `None` in other modes.
    pub(crate) fn painting_mut(&mut self) -> Option<&mut Painting> {
        self.mode.try_as_paint_mut()
    }

    /// The changes in the open list of repaints, the best one first, and the index of the marked change; `None` if no list is
    /// open.
    pub(crate) fn repaints(&self) -> Option<(&[Repaint], usize)> {
        let marked = self.painting()?.list.as_ref()?.marked;
        let repaints = &self.app.session.knowledge().repairs.repaints;
        let is_marked = |repaint: &Repaint| Some((repaint.cell, repaint.region)) == marked;
        Some((repaints, repaints.iter().position(is_marked).unwrap_or(0)))
    }
}

/// Enters paint mode or leaves it.
pub(crate) fn toggle(model: &mut Model) -> Vec<Effect> {
    model.mode = match model.painting() {
        Some(_) => Mode::Board,
        None => Mode::Paint(Painting::default()),
    };
    ask_repairs(model)
}

/// Performs an action of paint mode; `event` is the key that was pressed.
pub(crate) fn perform(model: &mut Model, action: PaintAction, event: KeyEvent) -> Vec<Effect> {
    let cursor = model.view.cursor;
    match (action, event.code) {
        (PaintAction::Repairs, _) => return toggle_list(model),
        (PaintAction::Weigh, _) => {
            model.mode = Mode::Paint(Painting { brush: Brush::Weight(1), ..Painting::default() });
            return Vec::new();
        }
        (PaintAction::Repaint, _) => {
            let marked = model.repaints().and_then(|(repaints, marked)| repaints.get(marked));
            if let Some((cell, region)) = marked.map(|repaint| (repaint.cell, repaint.region)) {
                repaint(model, cell, region);
            }
            return Vec::new();
        }
        _ => {}
    }
    let has_m = model
        .app
        .session
        .rules()
        .regions()
        .is_some_and(|regions| regions.cells().iter().any(|(letter, _)| *letter == DIFFER));
    let Some(painting) = model.painting_mut() else { return Vec::new() };
    let brush = painting.brush;
    match (action, event.code) {
        (PaintAction::Differ, _) => show_difference(model),
        (PaintAction::Region, KeyCode::Char(DIFFER)) if !has_m => show_difference(model),
        (PaintAction::Region, KeyCode::Char(letter)) => painting.brush = Brush::Region(letter),
        (
            PaintAction::Region | PaintAction::Repairs | PaintAction::Repaint | PaintAction::Weigh,
            _,
        ) => {}
        (PaintAction::Hole, _) => painting.brush = Brush::Hole,
        (PaintAction::Cell, _) => paint(model, &[cursor], brush),
        (PaintAction::Digit | PaintAction::Sign | PaintAction::Erase, code) => {
            type_weight(model, action, code);
        }
        (PaintAction::Fill, _) => paint(model, &[cursor], Brush::Filling),
    }
    Vec::new()
}

/// Shows the weights as a heat map after they were set, and says how to hide them.
pub(crate) fn keep_weights_in_view(model: &mut Model) {
    if model.app.session.rules().weights().is_some() && model.has_full_assist() {
        model.view.shading = Shading::Weights;
        model.say(PaintNotice::WeightsShown);
    }
}

/// Maximum number of digits of a typed weight.
const MAX_DIGITS: u32 = 6;

/// Changes the weight of the cell under the cursor by a key. Keys for the same cell, one after the other, are one step.
fn type_weight(model: &mut Model, action: PaintAction, key: KeyCode) {
    let (cell, stamp) = (model.view.cursor, model.app.session.stamp());
    let typed = model.painting().and_then(|painting| painting.typed);
    let typed = typed.filter(|typed| typed.cell == cell && typed.stamp == stamp);
    let begins = typed.is_none() && action == PaintAction::Digit;
    let old = if begins { 0 } else { model.weight(cell).unwrap_or(0) };
    let was_negative = old < 0 || typed.is_some_and(|typed| typed.is_negative);
    let (weight, is_negative) = match (action, key) {
        (PaintAction::Sign, _) => (-old, !was_negative),
        (PaintAction::Erase, _) => (old / 10, was_negative),
        (_, KeyCode::Char(digit)) => {
            let digit = i64::from(digit.to_digit(10).unwrap_or(0));
            (10 * old + if was_negative { -digit } else { digit }, was_negative)
        }
        _ => return,
    };
    if weight.abs() >= 10_i64.pow(MAX_DIGITS) {
        return model.say(PaintNotice::TooManyDigits { most: MAX_DIGITS });
    }
    if typed.is_some_and(|typed| typed.has_step) {
        model.app.session.undo();
    }
    let before = model.app.session.stamp();
    paint(model, &[cell], Brush::Weight(weight));
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

/// The letter that shows where two solutions differ, as long as no region has it.
const DIFFER: char = 'm';

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
fn toggle_list(model: &mut Model) -> Vec<Effect> {
    if !model.can_repair() {
        let rules = model.app.session.rules();
        model.say(if rules.regions().is_some() {
            PaintNotice::RepairWithCosts
        } else {
            PaintNotice::RepairWithoutRegions
        });
        return Vec::new();
    }
    finish(model);
    if model.painting().is_none() {
        model.mode = Mode::Paint(Painting::default());
    }
    let Some(painting) = model.painting_mut() else { return Vec::new() };
    painting.list = match painting.list {
        Some(_) => None,
        None => Some(RepaintList::default()),
    };
    if painting.list.is_none()
        && matches!(model.app.jobs.answering, Some(RunningQuestion { topic: Topic::Repair, .. }))
    {
        return cancel_awaited(model);
    }
    ask_repairs(model)
}

/// Marks another repaint in the open list, and moves the cursor to its cell.
pub(crate) fn travel(model: &mut Model, motion: Motion) {
    match motion {
        Motion::Up => mark(model, -1),
        Motion::Down => mark(model, 1),
        Motion::PageUp => mark(model, -PAGE),
        Motion::PageDown => mark(model, PAGE),
        Motion::FirstColumn => mark(model, isize::MIN),
        Motion::LastColumn => mark(model, isize::MAX),
        _ => {}
    }
}

/// How far a page key moves the mark in the list of proposed repaints, in entries.
const PAGE: isize = 10;

/// Moves the mark by `by` repaints, at most to the first or the last one.
pub(crate) fn mark(model: &mut Model, by: isize) {
    let Some((repaints, marked)) = model.repaints() else { return };
    let to = marked.saturating_add_signed(by).min(repaints.len().saturating_sub(1));
    let Some(next) = repaints.get(to).map(|repaint| (repaint.cell, repaint.region)) else { return };
    model.view.cursor = next.0;
    if let Some(list) = model.painting_mut().and_then(|painting| painting.list.as_mut()) {
        list.marked = Some(next);
    }
}

/// Does a repaint, as one step. The list stays open.
pub(crate) fn repaint(model: &mut Model, cell: Cell, region: char) {
    model.view.cursor = cell;
    if let Some(list) = model.painting_mut().and_then(|painting| painting.list.as_mut()) {
        list.marked = None;
    }
    let problem = repainted(model.app.session.problem(), cell, region);
    set_problem(model, problem);
    model.say(PaintNotice::Repainted { cell, region });
}

/// Chooses the brush that paints from now on.
pub(crate) fn choose(model: &mut Model, brush: Brush) {
    if let Some(painting) = model.painting_mut() {
        painting.brush = brush;
    }
}

/// Handles a mouse button that is pressed, dragged or released. `cell` is the cell under the mouse, if any.
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
            paint(model, &[cell], brush);
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
        set_problem(model, problem);
    }
}

/// Paints cells, as one step.
pub(crate) fn paint(model: &mut Model, cells: &[Cell], brush: Brush) {
    let grid = model.app.session.rules().grid();
    let standing = cells.iter().find(|&&cell| !grid.is_hole(cell));
    if let (Brush::Filling, Some(cell)) = (brush, standing) {
        return model.refuse(PaintNotice::NoHole { cell: *cell });
    }
    let problem = model.app.session.problem().clone();
    match cells.iter().try_fold(problem, |problem, &cell| painted(&problem, cell, brush)) {
        Ok(problem) => set_problem(model, problem),
        Err(refusal) => model.refuse(refusal),
    }
}

/// Replaces the problem. If the first region was drawn, all other cells are in a second region, which a notice names.
fn set_problem(model: &mut Model, problem: Problem) {
    let had_regions = model.app.session.rules().regions().is_some();
    model.app.session.set_problem(problem);
    model.view.region_colors.update_for(model.app.session.rules());
    if !had_regions && model.app.session.rules().regions().is_some() {
        model.say(PaintNotice::OtherCells { region: REMAINDER_REGION });
    }
}
