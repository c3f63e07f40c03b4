//! The appearance of the board: each cell as a [`Square`], and the whole board as a [`Picture`] for a file.

use app::{Game, Setting, Shading, StagedHint};
use std::collections::BTreeMap;

use itertools::Itertools;

use crate::look::NamedGroups;
use crate::model::Model;
use crate::model::room::GroupProgress;
use crate::model::what_if::WhatIf;
use crate::modes::ModeFact;
use engine::Completion;
use engine::search::RemovalCause;
use export::face::{CandidateMark, Exclusion, Region, Square, State};
use export::{self, Picture, PictureKind};
use geometry::{Cell, CellSet};
use problem::{Assist, Requirement, Rule, Rules, Value};
use session::Replay;
use session::steps::{Blocks, ContradictionFrame};
use session::{CellState, Explanation, Hint, Stage};

/// Computes the squares of the board. Values that all cells share are computed once.
pub(crate) struct Scene<'a> {
    model: &'a Model,
    /// The search whose state is shown, if there is one.
    pub replay: Option<&'a Replay>,
    /// The meaning of the pieces on the board.
    pub kind: PictureKind,
    /// The decisions that explain the cell under the cursor.
    culprits: Vec<Cell>,
    /// Decisions that together leave no solution.
    conflicts: Vec<Cell>,
    /// The smallest and the largest [`warmth`] of the possible cells; `None` without a heat map.
    pub heat: Option<(f64, f64)>,
    /// The cells that the reason of the hint counts, or the cells of the groups that it names.
    hint_cells: CellSet,
    /// True if the present position solves the puzzle that is played.
    pub is_solved: bool,
    /// Cells that the hint highlights.
    hinted: CellSet,
    /// The blocks of cells that show why groups have no room. They are numbered on the board once the reason is told.
    pub blocks: Option<Blocks>,
    /// True if the reason of a hint is told on the board.
    is_reason_told: bool,
    /// On a board with regions, the cells that the hint crosses out at its last stage. They are drawn with crosses.
    to_cross: CellSet,
    /// Cells whose board rules belong to the displayed hint or explanation.
    pub rule_cells: CellSet,
    /// Cells that are not covered yet; empty unless a rule requires cover.
    pub uncovered: CellSet,
    /// The rows, columns and regions that the hint or the explanation names.
    pub named: Option<NamedGroups>,
    /// The picture of a contradiction that the board shows instead of the position, if there is one.
    what_if: Option<WhatIf<'a>>,
    /// The cell under the mouse.
    hovered: Option<Cell>,
    /// Progress of rows, columns and regions.
    pub room: GroupProgress,
}

impl<'a> Scene<'a> {
    pub(crate) fn of(model: &'a Model) -> Self {
        Self::of_search(model, model.playback().map(|playback| &playback.first))
    }

    /// The scene of the second watched search, if there is one.
    pub(crate) fn of_second_search(model: &'a Model) -> Option<Self> {
        let beside = model.playback()?.second_search.as_ref()?;
        Some(Self::of_search(model, Some(beside)))
    }

    fn of_search(model: &'a Model, replay: Option<&'a Replay>) -> Self {
        let (session, rules) = (&model.app.session, model.app.session.rules());
        let hint = model.app.hint.as_ref().filter(|_| model.mode().has(ModeFact::ShowsPosition));
        let explanation = explanation(model);
        let because = || explanation.map(|it| it.because.clone()).unwrap_or_default();
        let listed_ways = model.restoration_list();
        let is_lost = session.knowledge().is_satisfiable() == Some(false) && listed_ways.is_none();
        let conflicts = if is_lost { because() } else { Vec::new() };
        let culprits = match (replay, listed_ways) {
            _ if hint.is_some() || !conflicts.is_empty() => Vec::new(),
            (Some(replay), _) => match replay.removal_cause(model.view.cursor) {
                Some(RemovalCause::Attack(piece)) => vec![piece],
                _ => Vec::new(),
            },
            (None, Some((ways, marked))) => {
                ways.sets.get(marked).map(|way| way.take_back.clone()).unwrap_or_default()
            }
            (None, None) => because(),
        };
        let named_groups = hint.map(StagedHint::groups).unwrap_or_default();
        let is_open = |cell: &Cell| {
            matches!(
                model.shown_state(*cell),
                None | Some(CellState::Possible | CellState::Unknown)
            )
        };
        let counted = hint.and_then(StagedHint::told_step).map(|step| step.counted_cells(rules));
        let counted = counted.iter().flat_map(CellSet::iter).filter(is_open);
        let counted = CellSet::from_cells(rules.size(), counted);
        let hint_cells = match named_groups.len() {
            _ if !counted.is_empty() => counted,
            0..=MAX_MARKED_GROUPS => rules.cells_of(&named_groups),
            _ => CellSet::empty(rules.size()),
        };
        let what_if = WhatIf::of(model).filter(|_| replay.is_none());
        let repaint = model.repaints().and_then(|(repaints, marked)| repaints.get(marked).copied());
        let hinted = hint.map(StagedHint::cells).into_iter().flatten();
        let to_cross = match hint {
            Some(StagedHint {
                hint: Hint::Step(step), stage: Stage::What, picture: None, ..
            }) if rules.regions().is_some() => &step.exclude[..],
            _ => &[],
        };
        // A mark would hide a piece of the counterexample.
        let claimed = model.claim_view().filter(|view| {
            view.counterexample().is_none_or(|pieces| !pieces.contains(view.claim.cell))
        });
        let claimed = claimed.map(|view| view.claim.cell);
        let pointed = repaint.map(|repaint| repaint.cell).or(claimed);
        let causes = explanation.map(|it| model.shown_rules(it)).unwrap_or_default();
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
            heat: heat(model),
            hint_cells,
            is_solved: model.app.has_solved(),
            hinted: CellSet::from_cells(rules.size(), hinted.chain(pointed)),
            blocks: hint
                .filter(|_| shows_blocks(model))
                .and_then(|shown| shown.blocks(session.problem())),
            is_reason_told: hint
                .is_some_and(|shown| shown.stage > Stage::Where && shown.picture.is_none()),
            to_cross: CellSet::from_cells(rules.size(), to_cross.iter().copied()),
            rule_cells: CellSet::from_cells(rules.size(), board_rules(hint, causes)),
            uncovered: uncovered(model),
            named: named(model, replay, hint, causes),
            what_if,
            hovered: model.hovered(),
            room: GroupProgress::of(model),
        }
    }

    /// The name of the rules of [`Scene::rule_cells`]; `None` if there are no such cells.
    pub(crate) fn ruled_by(&self) -> Option<&'static str> {
        let mut requirements = self.model.problem().rules().requirements().iter();
        let has_centers = requirements.any(|need| !need.family.properties().partitions_board);
        let name = if has_centers { "own rule" } else { "board rule" };
        (!self.rule_cells.is_empty()).then_some(name)
    }

    /// Number of cells in each state, indexed by the state.
    pub(crate) fn counts(&self) -> [usize; State::ALL.len()] {
        let mut counts = [0; State::ALL.len()];
        for cell in self.model.problem().rules().size().iter() {
            // A hint has not crossed out its cells yet.
            let is_open = self.to_cross.contains(cell);
            let state = if is_open { State::Possible } else { self.state(cell) };
            counts[state as usize] += 1;
        }
        counts
    }

    /// Returns how a cell of the board is displayed.
    pub(crate) fn square(&self, cell: Cell) -> Square {
        let model = self.model;
        let region = self.region_of(model.problem().rules(), cell);
        if let Some(square) = model.mode().behavior().square(model, cell) {
            return Square { region, ..square };
        }
        let state = self.state(cell);
        let is_broken = model.mode().has(ModeFact::ShowsPosition) && self.room.is_broken(cell);
        if self.is_solved {
            let is_lit = !model.app.playing().is_some_and(Game::is_given_up);
            let is_golden = is_lit && state.has_piece();
            return Square { region, is_blank: is_lit, is_golden, ..Square::new(state) };
        }
        if let Some(what_if) = &self.what_if {
            let is_in_hint = self.hint_cells.contains(cell);
            return Square { region, is_in_hint, ..what_if.square(cell, state) };
        }
        let is_crossed = self.to_cross.contains(cell);
        let is_hint = self.hinted.contains(cell) && !is_crossed;
        let is_in_hint = self.hint_cells.contains(cell) || is_hint && state.has_piece();
        let heat = self.heat.filter(|_| state == State::Possible);
        let heat = heat.and_then(|range| Some((warmth(model, cell)?, range)));
        let text = self.differing(cell).or_else(|| self.painted(cell)).or_else(|| self.block(cell));
        let number_of_heat = heat.and_then(|(warmth, _)| match model.app.shading {
            Shading::Percent => Some(Square::percent(warmth)),
            Shading::Costs => model.app.session.cheapest_with(cell).and_then(Square::cost),
            Shading::Weights => model.weight(cell).and_then(Square::cost),
            Shading::Off | Shading::Heat | Shading::Consistency => None,
        });
        Square {
            region,
            heat: heat.map(|(warmth, range)| on_scale(warmth, range)),
            text: text.or(number_of_heat),
            is_automatic: self.is_crossed_out(cell)
                && model.app.session.state(cell) != CellState::Excluded,
            candidate: self.candidate(cell),
            exclusion: self.exclusion(cell),
            is_culprit: self.culprits.contains(&cell),
            is_conflict: self.conflicts.contains(&cell) || is_broken && state.has_piece(),
            lacks_room: is_broken && !state.has_piece(),
            is_hint,
            is_in_hint: is_in_hint || self.differing(cell).is_some(),
            is_to_cross: is_crossed,
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

    /// The number of the block of a cell, if blocks are shown. The last stage shows crosses instead.
    fn block(&self, cell: Cell) -> Option<[char; 3]> {
        let blocks = self.blocks.as_ref().filter(|_| self.is_reason_told)?;
        let index = blocks.blocks.iter().position(|block| block.contains(&cell))?;
        let digit = char::from_digit(u32::try_from(index + 1).ok()?, 10)?;
        (!self.to_cross.contains(cell)).then_some([' ', digit, ' '])
    }

    /// The text of paint mode on a cell: its weight, if weights are set; `None` for weight 0, and for weights that need more
    /// room. Without weights: the letter of a locked region in brackets.
    fn painted(&self, cell: Cell) -> Option<[char; 3]> {
        let model = self.model;
        if model.painting()?.is_of_weights() {
            return model.weight(cell).filter(|&weight| weight != 0).and_then(Square::cost);
        }
        let letter = model.problem().rules().regions()?.region(cell)?;
        model.app.locked_regions().contains(&letter).then_some(['(', letter, ')'])
    }

    /// True if the cells that a search has removed show why.
    pub(crate) fn shows_removals(&self) -> bool {
        self.replay.is_some() && self.model.playback().is_some_and(|it| !it.hides_causes)
    }

    /// Why a cell is excluded, if the board shows this.
    fn exclusion(&self, cell: Cell) -> Option<Exclusion> {
        if let Some(replay) = self.replay {
            let removal = replay.removal_kind(cell).filter(|_| self.shows_removals());
            return removal.map(Exclusion::Removal);
        }
        let is_shown = self.model.shows_consistency() && self.state(cell) == State::Impossible;
        self.model.app.session.knowledge().filter(cell).filter(|_| is_shown).map(Exclusion::Filter)
    }

    /// The excluded cells grouped by their causes, if the board shows the causes.
    pub(crate) fn exclusions(&self) -> BTreeMap<Exclusion, Vec<Cell>> {
        let mut cells: BTreeMap<Exclusion, Vec<Cell>> = BTreeMap::new();
        if self.shows_removals() || self.model.shows_consistency() {
            let all = self.model.problem().rules().size().iter();
            for (exclusion, cell) in all.filter_map(|cell| Some((self.exclusion(cell)?, cell))) {
                cells.entry(exclusion).or_default().push(cell);
            }
        }
        cells
    }

    /// Returns how a cell is displayed in the thumbnail of a solution. A piece that not all solutions have is shown as a
    /// possible cell.
    pub(crate) fn square_of(&self, solution: &Completion, cell: Cell) -> Square {
        let model = self.model;
        let (shown, has_piece) = (model.app.session.state(cell), solution.placed.contains(cell));
        let is_common = shown != CellState::Possible || !has_piece;
        let here = if is_common { in_solution(shown, has_piece) } else { shown };
        let state = display_state(model, here, cell);
        Square { region: self.region_of(model.app.session.rules(), cell), ..Square::new(state) }
    }

    /// The displayed state of a cell in the present mode. Cells that placed pieces rule out are shown as attacked; with
    /// automatic marks, as excluded.
    fn state(&self, cell: Cell) -> State {
        let model = self.model;
        if let Some(square) = model.mode().behavior().square(model, cell) {
            return square.state;
        }
        if let Some(shown) = self.what_if.as_ref().and_then(|what_if| what_if.state(model, cell)) {
            return display_state(model, shown, cell);
        }
        if self.is_crossed_out(cell) || self.to_cross.contains(cell) {
            return State::Excluded;
        }
        if self.is_solved {
            return match model.shown_state(cell) {
                Some(shown @ (CellState::Hole | CellState::Placed)) => {
                    display_state(model, shown, cell)
                }
                _ => State::Possible,
            };
        }
        // Cells whose state the assist hides look possible, except in a row, column or region that is full.
        let is_full = self.room.rules_out(cell);
        let unknown = if is_full { CellState::Attacked } else { CellState::Possible };
        let shown = match (self.replay, model.mode().behavior().cell_state(model, cell)) {
            // Only the search's own pieces are tried.
            (Some(replay), _) if replay.decided(cell) == Some(Value::Placed) => {
                return State::Given;
            }
            (Some(replay), _) => replay.state(cell),
            (None, _) if self.what_if.is_some() => unknown,
            (None, Some(state)) => state,
            (None, None) if self.room.is_completed(cell) => return State::Completed,
            (None, None) => model.shown_state(cell).unwrap_or(unknown),
        };
        display_state(model, shown, cell)
    }

    /// The player's mark of a cell that is neither decided nor crossed out automatically.
    fn candidate(&self, cell: Cell) -> Option<CandidateMark> {
        let is_open = self.model.app.session.decisions().get(cell).is_none();
        let game = self.model.app.playing().filter(|_| is_open && !self.is_crossed_out(cell))?;
        game.marks.get(cell)
    }

    /// True if automatic marks cross the cell out, because placed pieces rule it out.
    fn is_crossed_out(&self, cell: Cell) -> bool {
        let model = self.model;
        let is_marked =
            model.mode().has(ModeFact::ShowsPosition) && model.app.settings.has(Setting::AutoMark);
        is_marked && !self.is_solved && self.room.rules_out(cell)
    }

    pub(crate) fn region_of(&self, rules: &Rules, cell: Cell) -> Option<Region> {
        let letter = rules.regions()?.region(cell)?;
        Some(Region { letter, color: self.model.view.region_colors.color(letter) })
    }

    /// The region whose colour is the background of the legend: the cursor's region, or else the first region.
    pub(crate) fn region_of_chips(&self) -> Option<Region> {
        let rules = self.model.problem().rules();
        let first = || self.region_of(rules, *rules.regions()?.cells().first()?.1.first()?);
        self.region_of(rules, self.model.view.cursor).or_else(first)
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
            let is_hidden = self.model.shown_state(cell).is_none() && !self.room.rules_out(cell);
            self.model.mode().has(ModeFact::ShowsPosition) && is_hidden
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

pub(crate) fn display_state(model: &Model, shown: CellState, cell: Cell) -> State {
    export::drawn_state(shown, model.problem().decisions().is_given(cell))
}

/// Why there is no solution, or why the cell under the cursor is impossible or forced, if the position is shown.
fn explanation(model: &Model) -> Option<&Explanation> {
    let session = &model.app.session;
    let reason = match session.knowledge().is_satisfiable() {
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

/// The rows, columns and regions to mark: the groups of the hint, of the claim, or of the reason `because`. In a
/// search, the group by which propagation removed the cell under the cursor.
fn named(
    model: &Model,
    replay: Option<&Replay>,
    hint: Option<&StagedHint>,
    because: &[Rule],
) -> Option<NamedGroups> {
    if let Some(replay) = replay {
        return match replay.removal_cause(model.view.cursor)? {
            RemovalCause::NoSupport(group) | RemovalCause::Group(group) => {
                Some(NamedGroups::new([group], false))
            }
            RemovalCause::Attack(_) | RemovalCause::AllDifferent(_) | RemovalCause::CostLimit => {
                None
            }
        };
    }
    if let Some(view) = model.claim_view() {
        return Some(NamedGroups::new(view.claim.groups.iter().copied(), false));
    }
    match hint {
        Some(shown) => match shown.what_if().and_then(ContradictionFrame::starved) {
            Some(starved) => Some(NamedGroups::new([starved], false)),
            None => Some(NamedGroups::new(shown.groups(), true)),
        },
        None if because.is_empty() => None,
        None => Some(NamedGroups::new(because.iter().filter_map(Rule::group), false)),
    }
}

/// Cells that neither placed nor forced pieces cover. Empty before the first piece, and if no rule requires
/// cover.
fn uncovered(model: &Model) -> CellSet {
    let rules = model.problem().rules();
    let needs_cover = rules.requirements().contains(&Requirement::DOMINATE);
    if !needs_cover
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

/// True if the panel has a sentence about the blocks of a hint, and squares have room for their numbers. Between borders of
/// regions, numbers need less room.
fn shows_blocks(model: &Model) -> bool {
    let least_side = if model.problem().rules().regions().is_some() { 4 } else { 5 };
    model.has_panel() && model.view.layout.side >= least_side
}

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
pub(crate) fn on_scale(warmth: f64, (lowest, highest): (f64, f64)) -> f32 {
    if highest > lowest { ((warmth - lowest) / (highest - lowest)) as f32 } else { 1.0 }
}
