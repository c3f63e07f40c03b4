//! The board while the user looks at a contradiction step by step.

use crate::model::Model;
use crate::modes::ModeFact;
use export::face::{Square, State};
use geometry::{Cell, CellSet};
use problem::{Assist, Problem, Value};
use session::CellState;
use session::steps::ContradictionFrame;

/// A picture of a contradiction, as the board shows it.
pub(crate) struct WhatIf<'a> {
    pub frame: ContradictionFrame<'a>,
    /// The cells with an assumed or a derived piece.
    supposed: Vec<Cell>,
    /// The cells that stay empty, with the number of the step that excludes them.
    excluded: Vec<(Cell, usize)>,
    /// The cells of the group that cannot be completed.
    starved: CellSet,
}

impl<'a> WhatIf<'a> {
    pub(crate) fn of(model: &'a Model) -> Option<Self> {
        let shown =
            model.app.hint.as_ref().filter(|_| model.mode().has(ModeFact::ShowsPosition))?;
        let frame = shown.what_if()?;
        let cells_with = |wanted| frame.settled().filter(move |&(_, value, _)| value == wanted);
        Some(Self {
            frame,
            supposed: cells_with(Value::Placed).map(|(cell, ..)| cell).collect(),
            excluded: cells_with(Value::Excluded).map(|(cell, _, number)| (cell, number)).collect(),
            starved: model.app.session.rules().cells_of(frame.starved().as_slice()),
        })
    }

    /// The state of a cell; `None` if the supposition does not change it.
    pub(crate) fn state(&self, model: &Model, cell: Cell) -> Option<CellState> {
        let session = &model.app.session;
        if self.supposed.contains(&cell) {
            return Some(CellState::Forced);
        }
        if self.number(cell).is_some() {
            return Some(CellState::Excluded);
        }
        // Consequences of all rules together are left out, because the steps do not use them.
        let shown = session.shown_state(cell, Assist::Attacks);
        let exclusions = session.rules().exclusions();
        let is_attacked =
            || self.supposed.iter().any(|&from| exclusions.exclude_each_other(from, cell));
        shown.or_else(|| is_attacked().then_some(CellState::Attacked))
    }

    /// The position in which the cells are decided as the picture settles them.
    pub(crate) fn problem(&self, model: &Model) -> Problem {
        let decide = |problem: Problem, (cell, value, _)| {
            problem.clone().with(cell, value).unwrap_or(problem)
        };
        self.frame.settled().fold(model.app.session.problem().clone(), decide)
    }

    /// The number of the step that excludes the cell; 0 for the assumption.
    pub(crate) fn number(&self, cell: Cell) -> Option<usize> {
        self.excluded.iter().find(|(excluded, _)| *excluded == cell).map(|(_, number)| *number)
    }

    /// The marks of a cell.
    pub(crate) fn square(&self, cell: Cell, state: State) -> Square {
        let is_starved = self.starved.contains(cell) && state != State::Hole;
        Square {
            text: self.number(cell).and_then(Square::step),
            is_culprit: cell == self.frame.assumed(),
            is_conflict: is_starved && state.has_piece(),
            lacks_room: is_starved && !state.has_piece(),
            ..Square::new(state)
        }
    }
}
