//! Choosing one of several smallest sets of decisions to take back, so that the cell under the cursor can get
//! the value that it refuses. Each set is called a way.

use crossterm::event::{MouseButton, MouseEventKind};

use super::board::add_cell_sections;
use super::{Mode, ModeBehavior, ModeFact};
use crate::app::notice::PositionNotice;
use crate::input::{Motion, RestorationAction, Scope};
use crate::model::{Hit, Model};
use crate::update::board::is_far;
use crate::update::message::Effect;
use crate::update::mouse::MouseInput;
use crate::update::question::ask_restoration_counts;
use crate::update::reaction::Reaction;
use crate::view::panel::Sections;
use session::Restoration;

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
                apply_restoration(model, index);
            }
            (MouseEventKind::Down(_), Some(Hit::AroundList)) => model.mode = Mode::Board,
            _ => {}
        }
        Some(Reaction::NONE)
    }

    fn add_sections(&self, sections: &mut Sections<'_>) -> bool {
        add_cell_sections(sections);
        true
    }
}

impl Model {
    /// The listed ways to make the decision under the cursor possible, and the index of the marked way.
    pub(crate) fn restoration_list(&self) -> Option<(&Restoration, usize)> {
        let marked = *self.mode.try_as_ways_ref()?;
        Some((self.app.session.restoration(self.view.cursor)?, marked))
    }
}

/// Maximum number of listed sets of decisions to take back: one for each digit from 1 to 9.
pub(crate) const MAX_LISTED_RESTORATIONS: usize = 9;

/// Opens the list of ways. While the list is open, its order stays the same, even when new counts arrive.
pub(crate) fn open_restorations(model: &mut Model) -> Vec<Effect> {
    model.app.session.sort_restorations(model.view.cursor);
    model.mode = Mode::Ways(0);
    ask_restoration_counts(model)
}

/// Takes the marked way, or the way with the typed number.
pub(crate) fn perform(model: &mut Model, action: RestorationAction) {
    let Some((_, marked)) = model.restoration_list() else { return };
    let index = match action {
        RestorationAction::Marked => marked,
        RestorationAction::Number(number) => usize::from(number) - 1,
    };
    apply_restoration(model, index);
}

/// Moves the selection in the list of sets of decisions to take back.
pub(crate) fn move_mark(model: &mut Model, motion: Motion) {
    match motion {
        Motion::Up => move_mark_by(model, -1),
        Motion::Down => move_mark_by(model, 1),
        Motion::FirstColumn => move_mark_by(model, isize::MIN),
        Motion::LastColumn => move_mark_by(model, isize::MAX),
        _ => {}
    }
}

/// Moves the mark by `by` ways, at most to the first or the last way.
pub(crate) fn move_mark_by(model: &mut Model, by: isize) {
    let Some((restoration, _)) = model.restoration_list() else { return };
    let last = restoration.first(MAX_LISTED_RESTORATIONS).len() - 1;
    if let Some(marked) = model.mode.try_as_ways_mut() {
        *marked = marked.saturating_add_signed(by).min(last);
    }
}

/// Takes the listed way with this index, as one step.
pub(crate) fn apply_restoration(model: &mut Model, index: usize) {
    let restoration = model.app.session.restoration(model.view.cursor);
    let way = restoration.and_then(|found| found.first(MAX_LISTED_RESTORATIONS).get(index));
    let Some(way) = way else {
        return model.say(PositionNotice::NoWay { number: index + 1 });
    };
    let take_back = way.take_back.clone();
    let is_one_of_several = restoration.is_some_and(|found| found.sets.len() == 1 && found.more);
    if model.app.session.restore(model.view.cursor, &take_back) {
        model.say(PositionNotice::TookBack { cells: take_back, is_one_of_several });
    }
}
