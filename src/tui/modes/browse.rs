//! Browsing the remaining solutions.

pub(crate) mod panel;

use num_bigint::BigUint;
use num_traits::Zero;

use super::board::leave_to_board;
use super::{Mode, ModeBehavior, ModeFact};
use crate::input::Scope;
use crate::model::Model;
use crate::model::scene::in_solution;
use crate::panel::Sections;
use crate::update::board::complete_by;
use crate::update::mouse::{self, MouseInput};
use crate::widgets::grouped;
use app::Action;
use app::jobs::{self, SolutionChoice};
use app::notice::{BoardNotice, Notice, PositionNotice};
use engine::{Completion, Rank};
use export::PictureKind;
use geometry::Cell;
use session::CellState;

pub(crate) struct BrowseMode;

impl ModeBehavior for BrowseMode {
    fn names(&self, _: &Model) -> (Scope, &'static str) {
        (Scope::Browse, "browse")
    }

    fn has(&self, fact: ModeFact) -> bool {
        matches!(fact, ModeFact::GivesWay | ModeFact::HasDiagram)
    }

    fn cancel(&self, model: &mut Model) {
        leave_to_board::<jobs::Solution>(model);
    }

    fn adopt(&self, model: &mut Model) {
        if let Some(solution) = model.browsed().cloned() {
            complete_by(model, &solution);
        }
    }

    fn handle_mouse(&self, model: &mut Model, mouse: MouseInput) {
        mouse::press(model, mouse);
    }

    fn cell_state(&self, model: &Model, cell: Cell) -> Option<CellState> {
        let shown = model.shown_state(cell).unwrap_or(CellState::Possible);
        Some(in_solution(shown, model.browsed()?.placed.contains(cell)))
    }

    fn picture_kind(&self, _: &Model) -> PictureKind {
        PictureKind::Solution
    }

    fn picture_note(&self, _: &Model, solutions: String) -> String {
        if solutions.is_empty() { "a solution".to_owned() } else { format!("one of {solutions}") }
    }

    fn progress(&self, model: &Model) -> Option<(String, String)> {
        Some(match &model.browsed()?.rank {
            Some(Rank { number, total }) => {
                (format!("solution {}", grouped(number + 1_u8)), format!(" of {}", grouped(total)))
            }
            None => (String::new(), "a solution".to_owned()),
        })
    }

    /// Of notices, only that about a key without an effect is shown.
    fn line(&self, model: &Model) -> String {
        if let Some(notice @ Notice::Board(BoardNotice::NoEffect { .. })) = &model.app.notice {
            return notice.in_words(model);
        }
        match model.browsed() {
            _ if model.app.notice.is_none() && model.has_panel() => String::new(),
            Some(solution @ Completion { rank: None, .. }) => {
                let evenness = panel::evenness(solution);
                format!("a solution to look at, {evenness}: nothing of it is decided")
            }
            _ => "a solution to look at: nothing of it is decided".to_owned(),
        }
    }

    fn recommended(&self, _: &Model) -> Vec<(Action, String)> {
        vec![(Action::ADOPT, "adopt".to_owned())]
    }

    fn add_sections(&self, sections: &mut Sections<'_>) -> bool {
        let context = sections.context;
        let solution = context.model.browsed();
        sections.add(solution.map(|solution| panel::section(context, solution)));
        true
    }
}

impl Model {
    /// The solution shown in browse mode.
    pub(crate) fn browsed(&self) -> Option<&Completion> {
        self.mode().try_as_browse_ref()
    }
}

/// Requests the solution `by` places further on. Outside browse mode, requests the first or the last solution.
pub(crate) fn step(model: &mut Model, by: i8) {
    let number = match model.browsed() {
        None if by > 0 => BigUint::ZERO,
        None => match model.app.session.knowledge().solutions() {
            Some(total) if !total.is_zero() => total - 1_u8,
            _ => BigUint::ZERO,
        },
        // Solutions without ranks have no order, so a random solution is requested.
        Some(Completion { rank: None, .. }) if by > 0 => {
            return model.app.ask(jobs::Solution(SolutionChoice::Random(None)));
        }
        Some(Completion { rank: None, .. }) => {
            model.say(PositionNotice::Unordered);
            return;
        }
        Some(Completion { rank: Some(Rank { number, .. }), .. }) if by > 0 => number + 1_u8,
        Some(Completion { rank: Some(Rank { number, total }), .. }) => number + total - 1_u8,
    };
    model.app.ask(jobs::Solution(SolutionChoice::Number(number)));
}

/// Shows a solution that was found, unless the mode has changed.
pub(crate) fn show(model: &mut Model, solution: Completion) {
    if model.mode().has(ModeFact::GivesWay) {
        model.enter(Mode::Browse(solution));
    } else {
        model.say(PositionNotice::SolutionFound);
    }
}
