//! What is to be seen of each cell: the model's states, marks and grounds as a [`Square`], and all of
//! them as a [`Picture`] for a file.

use std::collections::BTreeMap;

use crate::engine::{Completion, Filter};
use crate::export::{self, Picture, PictureKind, Shown};
use crate::face::State;
use crate::geometry::{Cell, CellSet};
use crate::session::CellState;
use crate::tui::look::{Region, Square};
use crate::tui::model::mode::Mode;
use crate::tui::model::{Model, Shading};

/// The squares of the board as a model has it. What all cells share is found once.
pub(in crate::tui) struct Scene<'a> {
    model: &'a Model,
    /// The decisions that explain the cell under the cursor.
    culprits: Vec<Cell>,
    /// The decisions that leave no solution together.
    conflicts: Vec<Cell>,
    /// The least and the largest share of the possible cells, where the heat map is shown.
    heat: Option<(f64, f64)>,
    /// The cells of the rows, columns and regions that the last hint speaks of.
    hint_groups: CellSet,
    /// The cell where the mouse is.
    hovered: Option<Cell>,
}

impl<'a> Scene<'a> {
    pub(in crate::tui) fn of(model: &'a Model) -> Self {
        let conflicts = conflicts(model);
        let culprits = if conflicts.is_empty() { culprits(model) } else { Vec::new() };
        let rules = model.session.rules();
        let groups = model.hint.iter().flat_map(|hint| hint.groups(rules));
        let cells = groups.flat_map(|group| group.cells().to_vec());
        let hint_groups = CellSet::from_cells(rules.size(), cells);
        let (heat, hovered) = (heat(model), model.hovered());
        Self { model, culprits, conflicts, heat, hint_groups, hovered }
    }

    /// The least and the largest share of the possible cells, where the heat map is shown.
    pub(in crate::tui) const fn heat(&self) -> Option<(f64, f64)> {
        self.heat
    }

    /// How many cells have each state, by the state's number.
    pub(in crate::tui) fn counts(&self) -> [usize; State::ALL.len()] {
        let mut counts = [0; State::ALL.len()];
        for cell in self.model.problem().rules().size().iter() {
            counts[state(self.model, cell) as usize] += 1;
        }
        counts
    }

    /// What is to be seen of a cell of the board.
    pub(in crate::tui) fn square(&self, cell: Cell) -> Square {
        let model = self.model;
        let state = state(model, cell);
        let regions = model.problem().rules().regions();
        let region =
            regions.and_then(|regions| regions.region(cell)).map(|letter| self.region(letter));
        let share = self.heat.filter(|_| state == State::Possible);
        let share = share.and_then(|range| Some((model.session.share(cell)?, range)));
        Square {
            region,
            heat: share.map(|(share, range)| on_scale(share, range)),
            text: share
                .filter(|_| model.shading == Shading::Percent)
                .map(|(share, _)| Square::percent(share)),
            filter: self.filter(cell),
            is_culprit: self.culprits.contains(&cell),
            is_conflict: self.conflicts.contains(&cell),
            is_hint: model.hinted().contains(&cell),
            is_in_hint: self.hint_groups.contains(cell),
            is_hovered: state != State::Hole && self.is_reached(cell),
            ..Square::new(state)
        }
    }

    /// The weakest filter that sees that a cell is impossible, where that is shown.
    fn filter(&self, cell: Cell) -> Option<Filter> {
        let model = self.model;
        let is_shown = model.shows_consistency() && state(model, cell) == State::Impossible;
        model.session.filter(cell).filter(|_| is_shown)
    }

    /// How many impossible cells each filter sees first, the weakest first, where that is shown.
    pub(in crate::tui) fn filters(&self) -> BTreeMap<Filter, usize> {
        let mut counts = BTreeMap::new();
        if let Some(consistency) = self.model.session.knowledge().consistency() {
            for filter in consistency.iter().filter_map(|(cell, _)| self.filter(cell)) {
                *counts.entry(filter).or_default() += 1;
            }
        }
        counts
    }

    /// What a small picture of a remaining solution shows of a cell.
    pub(in crate::tui) fn square_of(&self, solution: &Completion, cell: Cell) -> Square {
        let model = self.model;
        let shown = model.session.state(cell);
        let regions = model.session.rules().regions();
        let region = regions.and_then(|regions| regions.region(cell));
        let state = of_cell(model, in_solution(shown, solution, cell), cell);
        Square { region: region.map(|letter| self.region(letter)), ..Square::new(state) }
    }

    fn region(&self, letter: char) -> Region {
        Region { letter, color: self.model.region_colors.color(letter) }
    }

    /// The region on whose colour states are shown in the legend: that of the cursor, if there are regions.
    pub(in crate::tui) fn region_of_chips(&self) -> Option<Region> {
        let regions = self.model.problem().rules().regions()?;
        let first = || regions.cells().first().map(|(letter, _)| *letter);
        regions.region(self.model.cursor).or_else(first).map(|letter| self.region(letter))
    }

    /// The board as it is seen, for a file.
    pub(in crate::tui) fn picture(&self) -> Picture {
        let model = self.model;
        let solutions = Picture::solutions(&model.session, model.session.assist());
        let mut picture = Picture::new(model.problem(), |cell| self.shown(cell));
        (picture.kind, picture.note) = match &model.mode {
            Mode::Browse(_) if solutions.is_empty() => {
                (PictureKind::Solution, "a solution".to_owned())
            }
            Mode::Browse(_) => (PictureKind::Solution, format!("one of {solutions}")),
            Mode::Watch(replay) => {
                let note = format!("step {} of {} of a search", replay.at(), replay.len());
                (PictureKind::Search, note)
            }
            Mode::Board | Mode::Paint(_) => (PictureKind::Position, solutions),
        };
        picture.explained = Some(model.cursor).filter(|_| !self.culprits.is_empty());
        picture.has_percent = model.shading == Shading::Percent;
        picture.palette = model.look().palette;
        picture
    }

    /// What a picture shows of a cell.
    fn shown(&self, cell: Cell) -> Shown {
        let Square { state, is_culprit, is_conflict, is_hint, .. } = self.square(cell);
        let is_left_open = matches!(self.model.mode, Mode::Board | Mode::Paint(_))
            && self.model.shown_state(cell).is_none();
        let has_heat = self.heat.is_some() && state == State::Possible;
        Shown {
            state: Some(state).filter(|_| !is_left_open),
            share: self.model.session.share(cell).filter(|_| has_heat),
            is_culprit,
            is_conflict,
            is_hint,
        }
    }

    /// True if the mouse is on the cell, or pieces there and where the mouse is would exclude each other.
    fn is_reached(&self, cell: Cell) -> bool {
        let attacks = self.model.problem().rules().attacks();
        self.hovered.is_some_and(|from| from == cell || attacks.exclude(from, cell))
    }
}

/// A cell's state in the mode that the board is in.
fn state(model: &Model, cell: Cell) -> State {
    // What is left to the user looks possible.
    let shown = || model.shown_state(cell).unwrap_or(CellState::Possible);
    let shown = match &model.mode {
        Mode::Watch(replay) => replay.state(cell),
        Mode::Browse(solution) => in_solution(shown(), solution, cell),
        Mode::Board | Mode::Paint(_) => shown(),
    };
    of_cell(model, shown, cell)
}

/// A cell's state while a remaining solution is looked at.
fn in_solution(shown: CellState, solution: &Completion, cell: Cell) -> CellState {
    match shown {
        CellState::Placed | CellState::Excluded | CellState::Hole => shown,
        _ if solution.placed.contains(cell) => CellState::Forced,
        _ => CellState::Attacked,
    }
}

fn of_cell(model: &Model, shown: CellState, cell: Cell) -> State {
    export::drawn_state(shown, model.problem().decisions().is_given(cell))
}

/// The decisions that explain the cell under the cursor; while a search is watched, the piece that
/// ruled it out.
fn culprits(model: &Model) -> Vec<Cell> {
    if let Mode::Watch(replay) = &model.mode {
        return replay.culprit(model.cursor).into_iter().collect();
    }
    let reason = model.session.reason(model.cursor).filter(|_| model.tells_all());
    reason.map_or_else(Vec::new, |reason| reason.explanation.because.clone())
}

/// The decisions that leave no solution together.
fn conflicts(model: &Model) -> Vec<Cell> {
    let is_shown = model.tells_all() && !matches!(model.mode, Mode::Watch(_));
    let is_lost = is_shown && model.session.is_satisfiable() == Some(false);
    let reason = model.session.knowledge().reason(None).flatten().filter(|_| is_lost);
    reason.map_or_else(Vec::new, |reason| reason.explanation.because.clone())
}

/// The least and the largest share of the possible cells, where the heat map is shown.
fn heat(model: &Model) -> Option<(f64, f64)> {
    let is_shown = matches!(model.shading, Shading::Heat | Shading::Percent)
        && model.tells_all()
        && matches!(model.mode, Mode::Board | Mode::Paint(_));
    if !is_shown {
        return None;
    }
    let cells = model.session.rules().size();
    let possible = |&cell: &Cell| model.session.state(cell) == CellState::Possible;
    let shares = cells.iter().filter(possible).filter_map(|cell| model.session.share(cell));
    shares.fold(None, |range: Option<(f64, f64)>, share| {
        let (least, most) = range.unwrap_or((share, share));
        Some((least.min(share), most.max(share)))
    })
}

/// Where a share is on the scale from the least to the largest, from 0 to 1.
pub(in crate::tui) fn on_scale(share: f64, (least, most): (f64, f64)) -> f32 {
    if most > least { ((share - least) / (most - least)) as f32 } else { 1.0 }
}
