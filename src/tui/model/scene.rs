//! How the board is displayed: each cell as a [`Square`], and the whole board as a [`Picture`] for a file.

use std::collections::BTreeMap;

use itertools::Itertools;
use strum::IntoEnumIterator;

use crate::app::Setting;
use crate::app::Shading;
use crate::app::hint::StagedHint;
use crate::look::NamedGroups;
use crate::model::Model;
use crate::model::room::GroupProgress;
use crate::model::what_if::WhatIf;
use crate::modes::ModeFact;
use crate::modes::watch::replay::Replay;
use engine::search::RemovalCause;
use engine::{Completion, Filter};
use export::face::{Exclusion, Region, Square, State};
use export::{self, Picture, PictureKind};
use geometry::{Cell, CellSet};
use problem::{Assist, Bounds, Family, Group, GroupId, Requirement, Rule, Rules, Value};
use session::steps::ContradictionFrame;
use session::{CellState, Explanation, Stage};

/// Computes the squares of the board. Values that all cells share are computed once.
pub(crate) struct Scene<'a> {
    model: &'a Model,
    /// The search whose state is shown, if any.
    pub replay: Option<&'a Replay>,
    /// What the pieces on the board represent.
    pub kind: PictureKind,
    /// The decisions that explain the cell under the cursor.
    culprits: Vec<Cell>,
    /// Decisions that together leave no solution.
    conflicts: Vec<Cell>,
    /// The smallest and the largest [`warmth`] of the possible cells; `None` without a heat map.
    pub heat: Option<(f64, f64)>,
    /// Cells of the rows, columns and regions that the hint names.
    hint_groups: CellSet,
    /// The pieces that the program places.
    completed: CellSet,
    /// Cells that the hint points at.
    hinted: CellSet,
    /// Cells whose board rules belong to the displayed hint or explanation.
    pub rule_cells: CellSet,
    /// Cells that no piece covers yet; empty unless the rules demand domination.
    pub uncovered: CellSet,
    /// The rows, columns and regions that the hint or the explanation names.
    pub named: Option<NamedGroups>,
    /// The picture of a contradiction that the board shows instead of the position, if any.
    what_if: Option<WhatIf<'a>>,
    /// The cell under the mouse.
    hovered: Option<Cell>,
    room: GroupProgress,
}

impl<'a> Scene<'a> {
    pub(crate) fn of(model: &'a Model) -> Self {
        Self::of_search(model, model.playback().map(|watching| &watching.first))
    }

    /// The scene of the second watched search, if there is one.
    pub(crate) fn of_second_search(model: &'a Model) -> Option<Self> {
        let beside = model.playback()?.second_search.as_ref()?;
        Some(Self::of_search(model, Some(beside)))
    }

    fn of_search(model: &'a Model, replay: Option<&'a Replay>) -> Self {
        let size = model.app.session.rules().size();
        let conflicts = conflicts(model);
        let hint = model.app.hint.as_ref().filter(|_| model.mode().has(ModeFact::ShowsPosition));
        let is_explained = conflicts.is_empty() && hint.is_none();
        let culprits = if is_explained { culprits(model, replay) } else { Vec::new() };
        let named_groups = hint.map(StagedHint::groups).unwrap_or_default();
        let few = if named_groups.len() <= MAX_MARKED_GROUPS { &named_groups[..] } else { &[] };
        let hint_groups = group_cells(model.app.session.rules(), few);
        let what_if = WhatIf::of(model).filter(|_| replay.is_none());
        let repaint = model.repaints().and_then(|(repaints, marked)| repaints.get(marked));
        let hinted = hint.map(StagedHint::cells).into_iter().flatten();
        let claim = model.claim_view().map(|view| &view.claim);
        // A mark would hide a piece of the counterexample.
        let claimed = model.claim_view().filter(|view| {
            view.counterexample().is_none_or(|pieces| !pieces.contains(view.claim.cell))
        });
        let claimed = claimed.map(|view| view.claim.cell);
        let pointed = repaint.map(|repaint| repaint.cell).or(claimed);
        let hinted = CellSet::from_cells(size, hinted.chain(pointed));
        let (heat, hovered) = (heat(model), model.hovered());
        let because = explanation(model).map(|it| model.shown_rules(it)).unwrap_or_default();
        let ruled = CellSet::from_cells(size, board_rules(hint, because));
        let named = match (replay, claim) {
            (Some(replay), _) => removing_group(replay, model.view.cursor),
            (None, Some(claim)) => Some(NamedGroups::new(claim.groups.iter().copied(), false)),
            (None, None) => named(hint, because),
        };
        let uncovered = uncovered(model);
        Self {
            model,
            replay,
            kind: if what_if.is_some() {
                PictureKind::WhatIf
            } else {
                model.mode().behavior().picture_kind(model)
            },
            culprits,
            conflicts,
            heat,
            hint_groups,
            completed: model.app.completed(),
            hinted,
            rule_cells: ruled,
            uncovered,
            named,
            what_if,
            hovered,
            room: GroupProgress::of(model),
        }
    }

    /// The name of the rules of [`Scene::ruled`]; `None` if there are no such cells.
    pub(crate) fn ruled_by(&self) -> Option<&'static str> {
        let mut requirements = self.model.problem().rules().requirements().iter();
        let has_centers = requirements.any(|need| !need.family.properties().partitions_board);
        let name = if has_centers { "own rule" } else { "board rule" };
        (!self.rule_cells.is_empty()).then_some(name)
    }

    /// Progress of rows, columns and regions.
    pub(crate) const fn room(&self) -> &GroupProgress {
        &self.room
    }

    /// Number of cells in each state, indexed by the state.
    pub(crate) fn counts(&self) -> [usize; State::ALL.len()] {
        let mut counts = [0; State::ALL.len()];
        for cell in self.model.problem().rules().size().iter() {
            counts[self.state(cell) as usize] += 1;
        }
        counts
    }

    /// Returns how a cell of the board is displayed.
    pub(crate) fn square(&self, cell: Cell) -> Square {
        let model = self.model;
        let state = self.state(cell);
        let is_broken = model.mode().has(ModeFact::ShowsPosition) && self.room.is_broken(cell);
        let regions = model.problem().rules().regions();
        let region =
            regions.and_then(|regions| regions.region(cell)).map(|letter| self.region(letter));
        if model.app.has_solved() {
            let is_lit = !model.app.playing().is_some_and(|game| game.is_given_up);
            let is_golden = is_lit && state.has_piece();
            return Square { region, is_blank: is_lit, is_golden, ..Square::new(state) };
        }
        if let Some(what_if) = &self.what_if {
            let is_in_hint = self.hint_groups.contains(cell);
            return Square { region, is_in_hint, ..what_if.square(cell, state) };
        }
        let heat = self.heat.filter(|_| state == State::Possible);
        let heat = heat.and_then(|range| Some((warmth(model, cell)?, range)));
        Square {
            region,
            heat: heat.map(|(warmth, range)| on_scale(warmth, range)),
            text: self.differing(cell).or_else(|| self.painted_weight(cell)).or(heat.and_then(
                |(warmth, _)| match model.app.shading {
                    Shading::Percent => Some(Square::percent(warmth)),
                    Shading::Costs => model.app.session.cheapest_with(cell).and_then(Square::cost),
                    Shading::Weights => model.weight(cell).and_then(Square::cost),
                    Shading::Off | Shading::Heat | Shading::Consistency => None,
                },
            )),
            exclusion: self.exclusion(cell),
            is_culprit: self.culprits.contains(&cell),
            is_conflict: self.conflicts.contains(&cell) || is_broken && state.has_piece(),
            lacks_room: is_broken && !state.has_piece(),
            is_hint: self.hinted.contains(cell),
            is_in_hint: self.hint_groups.contains(cell) || self.differing(cell).is_some(),
            is_rule_cause: self.rule_cells.contains(cell),
            is_uncovered: self.uncovered.contains(cell),
            is_hovered: state != State::Hole && self.conflicts_with_hovered(cell),
            ..Square::new(state)
        }
    }

    /// The number of the solution that has a piece on the cell, if two solutions are compared and only one of them has.
    fn differing(&self, cell: Cell) -> Option<[char; 3]> {
        let is_shown = self.model.painting()?.differs;
        let [one, other] =
            self.model.app.session.knowledge().repairs.two.as_ref().filter(|_| is_shown)?;
        match (one.contains(cell), other.contains(cell)) {
            (true, false) => Some([' ', '1', ' ']),
            (false, true) => Some([' ', '2', ' ']),
            (true, true) | (false, false) => None,
        }
    }

    /// The weight of a cell in paint mode, if weights are set; `None` for weight 0, and for weights that need more room.
    fn painted_weight(&self, cell: Cell) -> Option<[char; 3]> {
        let weight =
            self.model.painting().filter(|it| it.is_of_weights()).and(self.model.weight(cell))?;
        Square::cost(weight).filter(|_| weight != 0)
    }

    /// The weakest filter that removes a cell, if filters are shown.
    fn filter(&self, cell: Cell) -> Option<Filter> {
        let model = self.model;
        let is_shown = model.shows_consistency() && self.state(cell) == State::Impossible;
        model.app.session.filter(cell).filter(|_| is_shown)
    }

    /// True if the cells that a search has removed show why.
    pub(crate) fn shows_removals(&self) -> bool {
        self.replay.is_some() && self.model.playback().is_some_and(|it| !it.hides_causes)
    }

    /// Why a cell is excluded, if the board shows this.
    fn exclusion(&self, cell: Cell) -> Option<Exclusion> {
        match self.replay {
            Some(replay) if self.shows_removals() => {
                replay.removal_kind(cell).map(Exclusion::Removal)
            }
            Some(_) => None,
            None => self.filter(cell).map(Exclusion::Filter),
        }
    }

    /// The excluded cells by what excludes them, if the board shows this.
    pub(crate) fn exclusions(&self) -> BTreeMap<Exclusion, Vec<Cell>> {
        let mut cells: BTreeMap<Exclusion, Vec<Cell>> = BTreeMap::new();
        if self.shows_removals() || self.model.shows_consistency() {
            for cell in self.model.problem().rules().size().iter() {
                if let Some(exclusion) = self.exclusion(cell) {
                    cells.entry(exclusion).or_default().push(cell);
                }
            }
        }
        cells
    }

    /// Returns how a cell is displayed in the thumbnail of a solution. A piece that not all solutions have is shown as a
    /// possible cell.
    pub(crate) fn square_of(&self, solution: &Completion, cell: Cell) -> Square {
        let model = self.model;
        let shown = model.app.session.state(cell);
        let regions = model.app.session.rules().regions();
        let region = regions.and_then(|regions| regions.region(cell));
        let is_common = shown != CellState::Possible || !solution.placed.contains(cell);
        let here =
            if is_common { in_solution(shown, solution.placed.contains(cell)) } else { shown };
        let state = display_state(model, here, cell);
        Square { region: region.map(|letter| self.region(letter)), ..Square::new(state) }
    }

    /// The displayed state of a cell in the present mode. With automatic marks, cells that placed pieces rule
    /// out are shown as excluded.
    fn state(&self, cell: Cell) -> State {
        let model = self.model;
        if let Some(shown) = self.what_if.as_ref().and_then(|what_if| what_if.state(model, cell)) {
            return display_state(model, shown, cell);
        }
        let is_marked =
            model.mode().has(ModeFact::ShowsPosition) && model.app.settings.has(Setting::AutoMark);
        if is_marked && self.room.rules_out(cell) {
            return State::Excluded;
        }
        if model.app.has_solved() {
            return match model.shown_state(cell) {
                Some(CellState::Hole) => State::Hole,
                Some(shown @ CellState::Placed) => display_state(model, shown, cell),
                _ => State::Possible,
            };
        }
        let shown = match (self.replay, model.mode().behavior().cell_state(model, cell)) {
            // Only the search's own pieces are tried.
            (Some(replay), _) if replay.decided(cell) == Some(Value::Placed) => {
                return State::Given;
            }
            (Some(replay), _) => replay.state(cell),
            (None, _) if self.what_if.is_some() => CellState::Possible,
            (None, Some(state)) => state,
            (None, None) if self.completed.contains(cell) => return State::Completed,
            // Cells whose state the assist hides look possible.
            (None, None) => model.shown_state(cell).unwrap_or(CellState::Possible),
        };
        display_state(model, shown, cell)
    }

    fn region(&self, letter: char) -> Region {
        Region { letter, color: self.model.view.region_colors.color(letter) }
    }

    /// The region whose colour is the background of the legend: the cursor's region, or else the first region.
    pub(crate) fn region_of_chips(&self) -> Option<Region> {
        let regions = self.model.problem().rules().regions()?;
        let first = || regions.cells().first().map(|(letter, _)| *letter);
        regions.region(self.model.view.cursor).or_else(first).map(|letter| self.region(letter))
    }

    /// The displayed board, as a picture for a file.
    pub(crate) fn picture(&self) -> Picture {
        let model = self.model;
        let solutions = Picture::solutions_in_words(&model.app.session, model.app.session.assist());
        let mut picture = Picture::new(model.problem(), |cell| self.square_in_picture(cell));
        picture.kind = self.kind;
        picture.note = model.mode().behavior().picture_note(model, solutions);
        if let Some(what_if) = &self.what_if {
            let rules = model.app.session.rules();
            picture.note = what_if.frame.in_words(rules, &|group| model.group_name(group));
        }
        picture.explained = Some(model.view.cursor).filter(|_| !self.culprits.is_empty());
        let has_heat = picture.cells().any(|square| square.heat.is_some());
        picture.shares = self.heat.filter(|_| has_heat);
        picture.palette = model.look().palette;
        picture
    }

    /// Returns how a cell is displayed in a picture for a file, which shows less than the screen.
    fn square_in_picture(&self, cell: Cell) -> Square {
        let square = self.square(cell);
        let Square { exclusion, is_culprit, is_conflict, is_hint, .. } = square;
        let (has_what_if, shading) = (self.what_if.is_some(), self.model.app.shading);
        let is_left_open = if has_what_if {
            square.state == State::Possible
        } else {
            self.model.mode().has(ModeFact::ShowsPosition) && self.model.shown_state(cell).is_none()
        };
        let heat = square.heat.filter(|_| !shading.is_of_costs());
        let has_percent = heat.is_some() && shading == Shading::Percent && !is_hint;
        Square {
            heat,
            text: square.text.filter(|_| has_what_if || has_percent),
            exclusion,
            is_culprit,
            is_conflict,
            lacks_room: square.lacks_room && has_what_if,
            is_hint,
            is_blank: heat.is_some(),
            ..Square::of_known(Some(square.state).filter(|_| !is_left_open))
        }
    }

    /// True for the hovered cell and the cells in conflict with it.
    fn conflicts_with_hovered(&self, cell: Cell) -> bool {
        let attacks = self.model.problem().rules().exclusions();
        self.hovered.is_some_and(|from| from == cell || attacks.exclude_each_other(from, cell))
    }
}

/// A cell's state while a remaining solution is shown.
pub(crate) const fn in_solution(shown: CellState, has_piece: bool) -> CellState {
    match shown {
        CellState::Placed | CellState::Excluded | CellState::Hole => shown,
        _ if has_piece => CellState::Forced,
        _ => CellState::Attacked,
    }
}

fn display_state(model: &Model, shown: CellState, cell: Cell) -> State {
    export::drawn_state(shown, model.problem().decisions().is_given(cell))
}

/// Decisions that explain the cell under the cursor. In a search: the piece that removed the cell. In the list
/// of ways: the decisions that the marked way takes back.
fn culprits(model: &Model, replay: Option<&Replay>) -> Vec<Cell> {
    if let Some(replay) = replay {
        return match replay.removal_cause(model.view.cursor) {
            Some(RemovalCause::Attack(piece)) => vec![piece],
            _ => Vec::new(),
        };
    }
    if let Some((restoration, marked)) = model.restoration_list() {
        let way = restoration.sets.get(marked);
        return way.map_or_else(Vec::new, |way| way.take_back.clone());
    }
    explanation(model).map_or_else(Vec::new, |explanation| explanation.because.clone())
}

/// Decisions that together leave no solution.
fn conflicts(model: &Model) -> Vec<Cell> {
    let is_lost = model.app.session.is_satisfiable() == Some(false);
    let conflict = explanation(model).filter(|_| is_lost && model.restoration_list().is_none());
    conflict.map_or_else(Vec::new, |explanation| explanation.because.clone())
}

/// Why there is no solution, or why the cell under the cursor is impossible or forced, if the position is shown.
fn explanation(model: &Model) -> Option<&Explanation> {
    let session = &model.app.session;
    let reason = match session.is_satisfiable() {
        Some(false) => session.knowledge().reason(None).flatten(),
        _ => session.reason(model.view.cursor),
    };
    let is_shown = model.app.has_full_assist() && model.mode().has(ModeFact::ShowsPosition);
    reason.filter(|_| is_shown).map(|reason| &reason.explanation)
}

/// Cells whose board rules the hint names, or without a hint, `because` names.
fn board_rules(hint: Option<&StagedHint>, because: &[Rule]) -> Vec<Cell> {
    match hint {
        Some(StagedHint { stage: Stage::Where, .. }) => Vec::new(),
        Some(shown) => shown.hint.board_rules(),
        None => because
            .iter()
            .filter_map(|rule| rule.cell().or_else(|| rule.group()?.center()))
            .collect(),
    }
}

/// The rows, columns and regions that the hint names, or without a hint, `because` names.
fn named(hint: Option<&StagedHint>, because: &[Rule]) -> Option<NamedGroups> {
    match hint {
        Some(shown) => match shown.what_if().and_then(ContradictionFrame::starved) {
            Some(starved) => Some(NamedGroups::new([starved], false)),
            None => Some(NamedGroups::new(shown.groups(), true)),
        },
        None if because.is_empty() => None,
        None => Some(NamedGroups::new(because.iter().filter_map(Rule::group), false)),
    }
}

/// In a search, the group for whose sake propagation removed the cell under the cursor.
fn removing_group(replay: &Replay, cursor: Cell) -> Option<NamedGroups> {
    let Some(RemovalCause::NoSupport(group) | RemovalCause::Group(group)) =
        replay.removal_cause(cursor)
    else {
        return None;
    };
    Some(NamedGroups::new([group], false))
}

/// Cells of rows, columns and regions.
pub(super) fn group_cells(rules: &Rules, named: &[GroupId]) -> CellSet {
    if named.is_empty() {
        return CellSet::empty(rules.size());
    }
    let is_line =
        |family: &Family| family.properties().partitions_board && *family != Family::Pieces;
    let families = Family::iter().filter(is_line);
    let requirement = |family| Requirement { family, bounds: Bounds::AT_LEAST_ONE };
    let groups = families.flat_map(|family| rules.groups_of(requirement(family)));
    let has_centers = named.iter().any(|group| group.center().is_some());
    let around = rules.groups().iter().filter(|_| has_centers);
    let is_named = |group: &Group| named.contains(&group.id());
    let cells =
        groups.chain(around.cloned()).filter(is_named).flat_map(|group| group.cells().to_vec());
    CellSet::from_cells(rules.size(), cells)
}

/// Cells that neither placed nor forced pieces cover; empty before the first piece, and unless the rules demand
/// domination.
fn uncovered(model: &Model) -> CellSet {
    let rules = model.problem().rules();
    let is_asked = rules.requirements().contains(&Requirement::DOMINATE);
    if !is_asked
        || !model.mode().has(ModeFact::ShowsPosition)
        || model.app.session.assist() == Assist::None
    {
        return CellSet::empty(rules.size());
    }
    let stands = |cell: &Cell| {
        matches!(model.shown_state(*cell), Some(CellState::Placed | CellState::Forced))
    };
    let placed = CellSet::from_cells(rules.size(), rules.size().iter().filter(stands));
    if placed.is_empty() { placed } else { rules.uncovered(&placed) }
}

/// Maximum number of groups whose cells are marked. More groups would cover most of the board.
const MAX_MARKED_GROUPS: usize = 6;

/// The smallest and the largest [`warmth`] of the possible cells; `None` without a heat map.
fn heat(model: &Model) -> Option<(f64, f64)> {
    let is_shown = !matches!(model.app.shading, Shading::Off | Shading::Consistency)
        && model.app.has_full_assist()
        && model.mode().has(ModeFact::ShowsPosition);
    if !is_shown {
        return None;
    }
    let cells = model.app.session.rules().size();
    let possible = |&cell: &Cell| model.app.session.state(cell) == CellState::Possible;
    let warmths = cells.iter().filter(possible).filter_map(|cell| warmth(model, cell));
    warmths.minmax_by(f64::total_cmp).into_option()
}

/// The heat of a possible cell: its share of the solutions, or its negative cost, so that the cheapest is hottest.
pub(crate) fn warmth(model: &Model, cell: Cell) -> Option<f64> {
    match model.app.shading {
        Shading::Heat | Shading::Percent => model.app.session.share(cell),
        Shading::Costs => model.app.session.cheapest_with(cell).map(|cost| -(cost as f64)),
        Shading::Weights => model.weight(cell).map(|weight| -(weight as f64)),
        Shading::Off | Shading::Consistency => None,
    }
}

/// A warmth scaled to 0 for the smallest and 1 for the largest.
pub(crate) fn on_scale(warmth: f64, (least, most): (f64, f64)) -> f32 {
    if most > least { ((warmth - least) / (most - least)) as f32 } else { 1.0 }
}
