//! Choosing one of several smallest sets of decisions to take back, so that the cell under the cursor can get
//! the value that it refuses. Each set is called a way.

pub(crate) mod list;

use crossterm::event::{MouseButton, MouseEventKind};
use itertools::Itertools;

use self::list::MAX_NAMED_CELLS;
use super::board::add_cell_sections;
use super::{Mode, ModeBehavior, ModeFact};
use crate::input::{Motion, Scope};
use crate::model::{Hit, Model};
use crate::panel::Sections;
use crate::update::board::is_far;
use crate::update::mouse::MouseInput;
use app::operations::reasons::{MAX_LISTED_RESTORATIONS, apply_restoration};
use app::operations::{Operation, Plain};
use app::{Action, numbered};
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
        let by = motion.in_list(MAX_LISTED_RESTORATIONS.cast_signed());
        if let Some(by) = by.filter(|_| !is_far(motion)) {
            move_mark_by(model, by);
        }
        !is_far(motion)
    }

    /// A click takes a way. A click outside closes the list.
    fn take_mouse(&self, model: &mut Model, mouse: MouseInput) -> bool {
        if model.restoration_list().is_none() {
            return false;
        }
        match (mouse.kind, mouse.hit) {
            (MouseEventKind::ScrollUp, _) => move_mark_by(model, -1),
            (MouseEventKind::ScrollDown, _) => move_mark_by(model, 1),
            (MouseEventKind::Down(MouseButton::Left), Some(Hit::Way(index))) => {
                take(model, index);
            }
            (MouseEventKind::Down(_), Some(Hit::AroundList)) => model.enter(Mode::Board),
            _ => {}
        }
        true
    }

    fn recommended(&self, model: &Model) -> Vec<(Action, String)> {
        let way = model.restoration_list().and_then(|(found, marked)| found.sets.get(marked));
        let text = way.map(|way| format!("take back {}", decisions_in_short(&way.take_back)));
        text.map(|text| (Action::MARKED_WAY, text)).into_iter().collect()
    }

    fn note(&self, _: &Model) -> &'static str {
        "1 to 9 take that way; the board shows what the marked one takes back"
    }

    fn add_sections(&self, sections: &mut Sections<'_>) -> bool {
        add_cell_sections(sections);
        true
    }
}

impl Model {
    /// The listed ways to make the decision under the cursor possible, and the index of the marked way.
    pub(crate) fn restoration_list(&self) -> Option<(&Restoration, usize)> {
        let &WayList { cell, marked } = self.mode().try_as_ways_ref()?;
        Some((self.app.session.restoration(cell)?, marked))
    }
}

pub(crate) static ROWS: &[Operation<Model>] =
    &[Operation::new("marked-way", "", &Plain(take_marked))];

/// Takes the way with a number.
pub(crate) static NUMBERED: &[Operation<Model>] = &numbered!("way", take_number, is_listed);

/// True if the open list has a way with this number.
fn is_listed(model: &Model, number: u8) -> bool {
    let listed = model.restoration_list().map_or(0, |(found, _)| found.sets.len());
    usize::from(number) <= listed
}

/// Opens the list of ways to give a cell the value that it refuses. While the list is open, its order stays the same,
/// even when new counts arrive.
pub(crate) fn open_restorations(model: &mut Model, cell: Cell) {
    model.app.session.sort_restorations(cell);
    model.enter(Mode::Ways(WayList { cell, marked: 0 }));
}

/// Takes the marked way.
fn take_marked(model: &mut Model) {
    if let Some(&WayList { marked, .. }) = model.mode().try_as_ways_ref() {
        take(model, marked);
    }
}

fn take_number(model: &mut Model, number: u8) {
    take(model, usize::from(number) - 1);
}

/// Takes the way with this index in the open list.
pub(crate) fn take(model: &mut Model, index: usize) {
    if let Some(&WayList { cell, .. }) = model.mode().try_as_ways_ref() {
        apply_restoration(&mut model.app, cell, index);
    }
}

/// Moves the mark by `by` ways, at most to the first or the last way.
pub(crate) fn move_mark_by(model: &mut Model, by: isize) {
    let Some((restoration, _)) = model.restoration_list() else { return };
    let last = restoration.first(MAX_LISTED_RESTORATIONS).len() - 1;
    if let Some(WayList { marked, .. }) = model.mode_mut().try_as_ways_mut() {
        *marked = marked.saturating_add_signed(by).min(last);
    }
}

/// The names of decisions, or their number if there are more than [`MAX_NAMED_CELLS`].
pub(crate) fn decisions_in_short(cells: &[Cell]) -> String {
    if cells.len() > MAX_NAMED_CELLS {
        format!("{} decisions", cells.len())
    } else {
        cells.iter().join(", ")
    }
}
