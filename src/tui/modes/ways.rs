//! Choosing one of several smallest sets of decisions to take back, so that the cell under the cursor can get
//! the value that it refuses. Each set is called a way.

pub(crate) mod list;

use crossterm::event::{MouseButton, MouseEventKind};

use super::board::add_cell_sections;
use super::{Mode, ModeBehavior, ModeFact};
use crate::app::notice::PositionNotice;
use crate::input::{Motion, Scope};
use crate::model::{Hit, Model};
use crate::operations::{Operation, Plain, numbered};
use crate::panel::Sections;
use crate::update::board::is_far;
use crate::update::message::Effect;
use crate::update::mouse::MouseInput;
use crate::update::question::ask_restoration_counts;
use crate::update::reaction::Reaction;
use geometry::Cell;
use session::Restoration;

/// The open list of ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WayList {
    /// The cell of the decision.
    pub cell: Cell,
    /// The index of the marked way.
    pub marked: usize,
}

pub(crate) struct WaysMode;

impl ModeBehavior for WaysMode {
    fn names(&self, _: &Model) -> (Scope, &'static str) {
        (Scope::Ways, "ways")
    }

    fn has(&self, fact: ModeFact) -> bool {
        matches!(
            fact,
            ModeFact::ShowsPosition
                | ModeFact::IsPlayed
                | ModeFact::HasDiagram
                | ModeFact::HasFilters
                | ModeFact::Suggests
        )
    }

    fn travel(&self, model: &mut Model, motion: Motion) -> bool {
        if !is_far(motion) {
            move_mark(model, motion);
        }
        !is_far(motion)
    }

    /// A click takes a way. A click outside closes the list.
    fn take_mouse(&self, model: &mut Model, mouse: MouseInput) -> Option<Reaction> {
        model.restoration_list()?;
        match (mouse.kind, mouse.hit) {
            (MouseEventKind::ScrollUp, _) => move_mark_by(model, -1),
            (MouseEventKind::ScrollDown, _) => move_mark_by(model, 1),
            (MouseEventKind::Down(MouseButton::Left), Some(Hit::Way(index))) => {
                take(model, index);
            }
            (MouseEventKind::Down(_), Some(Hit::AroundList)) => model.mode = Mode::Board,
            _ => {}
        }
        Some(Reaction::none())
    }

    fn add_sections(&self, sections: &mut Sections<'_>) -> bool {
        add_cell_sections(sections);
        true
    }
}

impl Model {
    /// The listed ways to make the decision under the cursor possible, and the index of the marked way.
    pub(crate) fn restoration_list(&self) -> Option<(&Restoration, usize)> {
        let &WayList { cell, marked } = self.mode.try_as_ways_ref()?;
        Some((self.app.session.restoration(cell)?, marked))
    }
}

/// Maximum number of listed sets of decisions to take back: one for each digit from 1 to 9.
pub(crate) const MAX_LISTED_RESTORATIONS: usize = 9;

pub(crate) static ROWS: &[Operation] = &[Operation::new("marked-way", "", &Plain(take_marked))];

/// Takes the way with a number.
pub(crate) static NUMBERED: &[Operation] = &numbered!("way", take_number, is_listed);

/// True if the open list has a way with this number.
fn is_listed(model: &Model, number: u8) -> bool {
    let listed = model.restoration_list().map_or(0, |(found, _)| found.sets.len());
    usize::from(number) <= listed
}

/// Opens the list of ways to give a cell the value that it refuses. While the list is open, its order stays the same,
/// even when new counts arrive.
pub(crate) fn open_restorations(model: &mut Model, cell: Cell) -> Vec<Effect> {
    model.app.session.sort_restorations(cell);
    model.mode = Mode::Ways(WayList { cell, marked: 0 });
    ask_restoration_counts(model)
}

/// Takes the marked way.
fn take_marked(model: &mut Model) {
    if let Some(&WayList { marked, .. }) = model.mode.try_as_ways_ref() {
        take(model, marked);
    }
}

fn take_number(model: &mut Model, number: u8) {
    take(model, usize::from(number) - 1);
}

/// Takes the way with this index in the open list.
pub(crate) fn take(model: &mut Model, index: usize) {
    if let Some(&WayList { cell, .. }) = model.mode.try_as_ways_ref() {
        apply_restoration(model, cell, index);
    }
}

/// Moves the selection in the list of sets of decisions to take back.
pub(crate) fn move_mark(model: &mut Model, motion: Motion) {
    if let Some(by) = motion.in_list(MAX_LISTED_RESTORATIONS.cast_signed()) {
        move_mark_by(model, by);
    }
}

/// Moves the mark by `by` ways, at most to the first or the last way.
pub(crate) fn move_mark_by(model: &mut Model, by: isize) {
    let Some((restoration, _)) = model.restoration_list() else { return };
    let last = restoration.first(MAX_LISTED_RESTORATIONS).len() - 1;
    if let Some(WayList { marked, .. }) = model.mode.try_as_ways_mut() {
        *marked = marked.saturating_add_signed(by).min(last);
    }
}

/// Takes the way with this index to give a cell the value that it refuses, as one step.
pub(crate) fn apply_restoration(model: &mut Model, cell: Cell, index: usize) {
    let restoration = model.app.session.restoration(cell);
    let way = restoration.and_then(|found| found.first(MAX_LISTED_RESTORATIONS).get(index));
    let Some(way) = way else {
        return model.say(PositionNotice::NoWay { number: index + 1 });
    };
    let take_back = way.take_back.clone();
    let is_one_of_several = restoration.is_some_and(|found| found.sets.len() == 1 && found.more);
    if model.app.session.restore(cell, &take_back) {
        model.say(PositionNotice::TookBack { cells: take_back, is_one_of_several });
    }
}
