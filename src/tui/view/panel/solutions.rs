//! The number of remaining solutions, now and after each decision.

use std::ops::Range;

use itertools::Itertools;
use num_traits::{One, ToPrimitive, Zero};
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;

use crate::look::Glyphs;
use crate::model::what_if::WhatIf;
use crate::model::{Hit, Model, Surface};
use crate::modes::ModeFact;
use crate::panel::{
    self, Context, Section, Text, TextItem, approximate_count, at_work, elapsed_time, escape_hint,
    render_items, work_items,
};
use crate::widgets::bars::{self, BarRow};
use crate::widgets::{
    HeightRequest, NO_BREAK_SPACE, Need, counted, digits, frame, grouped, print, row_of,
    without_first_columns, without_first_rows,
};
use app::notice::cause;
use app::{Action, Game, Setting};
use geometry::{Cell, CellSet};
use problem::{Assist, Requirement, Value};
use session::{CellState, Increase, Waypoint};

/// Minimum height of a panel that shows large digits, in rows.
const LARGE: u16 = 30;

/// Number of columns next to large digits, for their meaning.
const DIGITS_MEANING_WIDTH: u16 = 16;

/// Maximum number of rows of the list that the section requires.
const MAX_REQUIRED_ROWS: usize = 5;

/// Maximum number of decisions for which open cells are counted.
const COUNTED: usize = 100;

/// Maximum number of cells that a row of the list names.
const MAX_NAMED_CELLS: usize = 3;

pub(super) struct SolutionsPanel<'a> {
    context: &'a Context<'a>,
    is_large: bool,
    notes: Vec<TextItem>,
    /// The rows of the list: the decisions that share a row, as a range of indices into the list of decisions, or `None`
    /// for the start.
    rows: Vec<Option<Range<usize>>>,
    measure: Measure,
}

/// Heading of the column "solutions without this decision".
const GAIN_HEADING: &str = "without it";

/// The quantity that the bars of the list show.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    /// Number of solutions.
    Solutions,
    /// Number of cells that are neither decided nor attacked by a placed piece.
    OpenCells,
    /// No bars, because the assist level hides solutions.
    Nothing,
}

impl Measure {
    fn of(context: &Context<'_>) -> Self {
        let session = context.session;
        let is_counted = session.waypoint(0).is_some_and(|start| start.log2().is_some());
        if !context.model.app.has_full_assist() {
            Self::Nothing
        } else if !is_counted && session.knows_all_cells() && session.decisions().len() <= COUNTED {
            Self::OpenCells
        } else {
            Self::Solutions
        }
    }
}

impl<'a> SolutionsPanel<'a> {
    pub(super) fn of(context: &'a Context<'a>, panel: Rect) -> Self {
        let width = number(context.model).and_then(|text| digits::width(&text, &context.styles));
        let fits = width.is_some_and(|width| width + DIGITS_MEANING_WIDTH + 4 <= panel.width);
        let is_large = panel.height >= LARGE && fits && WhatIf::of(context.model).is_none();
        let (notes, measure) = (notes(context, is_large), Measure::of(context));
        let mut rows: Vec<_> =
            context.session.history().decision_lines().into_iter().map(Some).collect();
        // If there are bars, the list begins with the bar of the start.
        if !rows.is_empty() && measure != Measure::Nothing {
            rows.insert(0, None);
        }
        Self { context, is_large, notes, rows, measure }
    }

    /// True if large digits leave room for the notes and the required lines of the list.
    fn has_room_for_digits(&self, inside: Rect) -> bool {
        let notes = panel::height(&self.notes, inside.width);
        let list = self.rows.len().min(MAX_REQUIRED_ROWS) as u16;
        self.is_large && inside.height > digits::ROWS + notes + list
    }

    /// Number of rows of the heading above bars that show open cells: 0 or 1.
    fn heading(&self) -> u16 {
        u16::from(self.measure == Measure::OpenCells && !self.rows.is_empty())
    }

    /// Draws the number in large digits, with its meaning; returns the area below.
    fn render_large(&self, surface: &mut Surface<'_>, area: Rect) -> Rect {
        let (context, session) = (self.context, self.context.session);
        let number = number(context.model).unwrap_or_default();
        let width = digits::render(surface.buffer, area, &number, &context.styles);
        let Some(width) = width else { return area };
        let beside = without_first_columns(area, width + 2);
        let meaning = match start(context.model) {
            Some(start) => context.item(format!("of *{}* remain", waypoint_count(start))),
            None if session.knowledge().has_one_solution() => context.item("solution"),
            None => context.item("solutions"),
        };
        let is_short = usize::from(beside.width) < VERIFIED.len();
        let source = match session.knowledge().source {
            _ if context.model.app.disagreement().is_some() => context.wrong("disagrees"),
            Some(_) if is_verified(context.model) => {
                context.dim(if is_short { "engines agree" } else { VERIFIED })
            }
            Some(source) if source.elapsed.is_zero() => context.dim("exact"),
            Some(source) => context.dim(format!("exact, in {}", elapsed_time(source.elapsed))),
            None => context.dim("at least"),
        };
        let mut items = vec![meaning, source.into()];
        let can_show = context.key_target(Action::NEXT_SOLUTION).is_some();
        if can_show && session.knowledge().is_satisfiable() != Some(false) {
            items.push(context.offer_of(Action::NEXT_SOLUTION, [context.dim("shows them")]));
        }
        render_items(surface, Rect { height: digits::ROWS, ..beside }, &items, context);
        without_first_rows(area, digits::ROWS + 1)
    }

    /// Draws the list of decisions with the number of solutions after each. Returns true if its bars are on a
    /// logarithmic scale.
    fn render_list(&self, surface: &mut Surface<'_>, area: Rect) -> bool {
        let (context, session) = (self.context, self.context.session);
        let decisions = session.decisions();
        let scroll = context.model.view.list_scroll;
        let shown = bars::visible(self.rows.len(), area.height.into(), scroll);
        let is_of_cells = self.measure == Measure::OpenCells;
        let open = if is_of_cells { open_cells(context.model) } else { Vec::new() };
        let before = self.rows.iter().take_while(|row| row.is_none()).count();
        let decision = |row: usize| decisions.at(self.rows[row].as_ref()?.start);
        let row = |(index, row): (usize, &Option<Range<usize>>)| {
            let own = decision(index).filter(|&(cell, _)| !decisions.is_given(cell));
            let chip = decision(index).map(|(cell, _)| context.chip(cell)).unwrap_or_default();
            let number = own.map(|_| index + 1 - before);
            let hidden = BarRow { number, chip, ..BarRow::default() };
            if !shown.contains(&Some(index)) {
                return hidden;
            }
            let decided = row.as_ref().map_or(0, |row| row.end);
            let (count, share) = match self.measure {
                Measure::Solutions => self.count(decided),
                Measure::OpenCells => share_of_open(&open, decided),
                Measure::Nothing => (String::new(), None),
            };
            let cells = row.clone().map(|row| session.cells_of(row));
            let name = cells.as_ref().map_or_else(|| "start".to_owned(), |cells| named(cells));
            let right_text =
                cells.and_then(|cells| self.restored_solutions(&cells)).unwrap_or_default();
            BarRow { name, count, share, right_text, ..hidden }
        };
        let mut rows: Vec<BarRow> = self.rows.iter().enumerate().map(row).collect();
        if rows.iter().any(|row| !row.right_text.is_empty()) {
            GAIN_HEADING.clone_into(&mut rows[0].right_text);
        }
        surface.hits.add(area, Hit::List);
        surface.hits.max_decisions_scroll = bars::last_scroll(rows.len(), area.height.into());
        for (area, index) in bars::render(surface.buffer, area, &rows, scroll, &context.styles) {
            if let Some((cell, _)) = decision(index) {
                surface.hits.add(area, Hit::Decision(cell));
            }
        }
        let is_shown = !area.is_empty() && self.measure == Measure::Solutions;
        is_shown && bars::has_bars(&rows, area.width)
    }

    /// Number of solutions that taking back the decisions on cells restores, such as `+14`; `None` if unknown.
    fn restored_solutions(&self, cells: &[Cell]) -> Option<String> {
        let increase = self.context.session.retraction_increase(cells);
        Some(match increase.filter(|_| self.measure != Measure::Nothing)? {
            Increase::Exact(more) => format!("+{}", grouped(more)),
            Increase::About(more) => approximate_count(more).replacen(NO_BREAK_SPACE, " +", 1),
        })
    }

    /// The number of solutions after `number` decisions, and its logarithm as a fraction of the logarithm of the first count.
    fn count(&self, number: usize) -> (String, Option<f64>) {
        let session = self.context.session;
        let Some(waypoint) = session.waypoint(number) else { return ("?".to_owned(), None) };
        let start = session.waypoint(0).and_then(Waypoint::log2);
        let share = waypoint.log2().zip(start).map(|(count, start)| bars::share(count, start));
        (waypoint_count(waypoint), share)
    }
}

impl Section for SolutionsPanel<'_> {
    fn height_request(&self, width: u16) -> HeightRequest {
        let list = self.rows.len();
        let notes = panel::height(&self.notes, width.saturating_sub(frame::COLUMNS));
        let large = if self.is_large { digits::ROWS + 1 } else { 0 };
        let heading = self.heading();
        let list_rows = u16::try_from(list).unwrap_or(u16::MAX - 100);
        let least = (list.min(MAX_REQUIRED_ROWS) as u16 + heading + notes.min(2)).max(1);
        HeightRequest {
            need: Need::First(3),
            least: least + frame::ROWS,
            preferred: list_rows.saturating_add(notes + large + heading + frame::ROWS),
        }
    }

    fn render(&self, surface: &mut Surface<'_>, area: Rect) {
        let (context, model) = (self.context, self.context.model);
        let title = if model.app.has_full_assist() { "solutions" } else { "decisions" };
        let is_large = self.has_room_for_digits(area.inner(Margin::new(2, 1)));
        let fact = match WhatIf::of(model).filter(|_| model.app.has_full_assist()) {
            Some(what_if) => context.note(format!("{}: *none*", what_if.frame.title())).line,
            None if is_large => Line::default(),
            None => right_title(context),
        };
        let mut rest = context.frame(surface.buffer, area, title, fact);
        let heading = self.heading();
        let least_list = (self.rows.len().min(2) as u16 + heading).min(rest.height);
        if is_large {
            rest = self.render_large(surface, rest);
        }
        let room = rest.height.saturating_sub(least_list);
        let notes = panel::height(&self.notes, rest.width).min(room);
        render_items(surface, Rect { height: notes, ..rest }, &self.notes, context);
        rest = without_first_rows(rest, notes);
        if heading > 0 {
            let heading = context.dim("open cells after each decision");
            print(surface.buffer, row_of(rest, 0), heading);
            rest = without_first_rows(rest, 1);
        }
        if self.render_list(surface, rest) {
            frame::render_note(surface.buffer, area, "log scale", &context.styles);
        }
    }
}

/// The names of cells: all names, or the first ones and the number of further cells.
fn named(cells: &[Cell]) -> String {
    let names = cells.iter().take(MAX_NAMED_CELLS).join(" ");
    match cells.len().saturating_sub(MAX_NAMED_CELLS) {
        0 => names,
        more => format!("{names} +{more}"),
    }
}

/// The number of remaining solutions as text: exact if known, otherwise an estimate (`≈ 2.44e44 ± 4 %`) or a lower
/// bound (`≥ 3`).
fn number(model: &Model) -> Option<String> {
    let session = &model.app.session;
    let exact = session.knowledge().solutions().map(grouped);
    let estimate = || session.knowledge().estimate().map(ToString::to_string);
    let bound = || session.knowledge().lower_bound().map(|all| format!("≥ {}", grouped(all)));
    exact.or_else(estimate).or_else(bound).filter(|_| model.app.has_full_assist())
}

/// The position before the first decision, if there are decisions and its number of solutions is known.
fn start(model: &Model) -> Option<&Waypoint> {
    let has_decisions = !model.app.session.decisions().is_empty();
    model.app.session.waypoint(0).filter(|start| has_decisions && start.log2().is_some())
}

/// The exact or estimated number of solutions of a position; `?` if unknown.
fn waypoint_count(waypoint: &Waypoint) -> String {
    waypoint.solutions.as_ref().map_or_else(|| "?".to_owned(), panel::number)
}

/// The number of remaining solutions, such as `2 of 92`. If the assist level hides it, the number of placed pieces.
pub(super) fn right_title(context: &Context<'_>) -> Line<'static> {
    let (model, session) = (context.model, context.session);
    if !model.app.has_full_assist() {
        let placed = session.decisions().cells(Value::Placed).count();
        return context.note(format!("*{placed}* placed")).line;
    }
    let Some(number) = number(model) else {
        return Line::from(context.dim(match session.knowledge().is_satisfiable() {
            Some(false) => "none".to_owned(),
            _ if at_work(model).is_some() => format!("counting {}", context.styles.ellipsis()),
            _ => "not counted".to_owned(),
        }));
    };
    let number = match context.styles.glyphs {
        Glyphs::Unicode => number,
        Glyphs::Ascii => number.replace('≥', ">=").replace('±', "+-"),
    };
    let of = start(model).map(|start| format!(" of {}", waypoint_count(start)));
    context.note(format!("*{number}*{}", of.unwrap_or_default())).line
}

/// Notes about the position: whether it is complete, the current computation, or why a computation ended.
fn notes(context: &Context<'_>, is_large: bool) -> Vec<TextItem> {
    let (model, session) = (context.model, context.session);
    let (tells_all, knowledge) = (model.app.has_full_assist(), session.knowledge());
    let mut text = Text::new(context);
    if WhatIf::of(model).is_some() && tells_all {
        text.push(context.note("without the what if: ").and(right_title(context)));
    }
    if let Some(disagreement) = model.app.disagreement().filter(|_| tells_all) {
        text.push(context.wrong(format!("disagrees: {disagreement}")));
    }
    text.extend(covered(context));
    if !tells_all {
        if session.is_solved() && !model.app.playing().is_some_and(Game::is_given_up) {
            text.push(context.good("solved"));
        }
    } else if let Some(words) = model.app.completed_in_words() {
        text.push(context.good(format!("complete: {words}")));
    } else if session.knowledge().has_one_solution() {
        let is_open = |cell: Cell| session.state(cell) == CellState::Forced;
        if session.rules().size().iter().any(is_open) {
            text.push(context.good("complete: the rest is forced"));
            text.note("not placed: only you decide");
        } else {
            text.push(context.good("complete"));
        }
    }
    let work = at_work(model)
        .filter(|work| work.progress.is_some() || knowledge.source.is_none() || !tells_all);
    if let Some(work) = work {
        text.extend(work_items(context, work));
    } else if let Some(interrupted) = knowledge.interrupted {
        let retry_hint = escape_hint(model, "; Esc\u{a0}counts\u{a0}again");
        text.push(context.wrong(format!("{}{retry_hint}", cause(interrupted))));
        text.note(format!("reached: {}", interrupted.how_far()));
    } else if tells_all
        && session.knowledge().is_satisfiable() == Some(true)
        && session.knowledge().solutions().is_none()
        && session.knowledge().estimate().is_none()
    {
        text.note("too many to count: place some pieces");
    }
    if session.decisions().is_empty() && session.knowledge().is_satisfiable() != Some(false) {
        text.note(if tells_all {
            "what each decision leaves will stand here"
        } else {
            "nothing is decided yet"
        });
    }
    if let (Some(Some(robdd)), Some(solutions)) =
        (&knowledge.robdd, session.knowledge().solutions())
        && tells_all
        && robdd.paths != *solutions
    {
        text.note(format!("paths {}", grouped(&robdd.paths)));
    }
    if !is_large && is_verified(model) {
        text.note(VERIFIED);
    }
    text.items
}

/// The note about a count that another engine has confirmed.
const VERIFIED: &str = "exact: two engines agree";

/// True if another engine has confirmed the count.
fn is_verified(model: &Model) -> bool {
    model.app.has_full_assist()
        && model.app.settings.has(Setting::Verify)
        && model.app.session.knowledge().is_verified()
}

/// The note about covering, if every cell must be covered: the number of cells without cover, or that all are covered.
fn covered(context: &Context<'_>) -> Option<TextItem> {
    let number = context.scene.uncovered.len();
    if number > 0 {
        let number = counted(number, "cell", "cells");
        return Some(context.note(format!("*{number}* not covered yet")));
    }
    let session = context.session;
    let needs_cover = session.rules().requirements().contains(&Requirement::DOMINATE);
    let has_piece = session.decisions().cells(Value::Placed).next().is_some();
    let shows_position = context.model.mode().has(ModeFact::ShowsPosition);
    let is_said = shows_position && session.assist() != Assist::None;
    (needs_cover && has_piece && is_said).then(|| context.note("every cell is covered"))
}

/// The number of open cells before the first and after each decision. Open cells are neither decided nor attacked by a placed
/// piece.
fn open_cells(model: &Model) -> Vec<usize> {
    let rules = model.app.session.rules();
    let mut closed: CellSet = rules.grid().holes().clone();
    let mut counts = vec![rules.size().cells() - closed.len()];
    for (cell, value) in model.app.session.decisions().iter() {
        let is_placed = value == Value::Placed;
        let attacked = rules.board_rule(cell).filter(|_| is_placed);
        let newly_closed = [cell].into_iter().chain(attacked).filter(|&cell| closed.insert(cell));
        counts.push(counts[counts.len() - 1] - newly_closed.count());
    }
    counts
}

/// The number of open cells after `number` decisions, and its fraction of that before the first decision.
fn share_of_open(open: &[usize], number: usize) -> (String, Option<f64>) {
    (grouped(open[number]), Some(open[number] as f64 / open[0].max(1) as f64))
}

/// True if exactly one solution remains, or the puzzle is solved.
pub(super) fn is_done(model: &Model) -> bool {
    if model.app.has_full_assist() {
        model.app.session.knowledge().has_one_solution()
    } else {
        model.app.session.is_solved()
    }
}

/// The number of solutions, if it is known, more than one, and fits into 64 bits.
pub(super) fn small_count(model: &Model) -> Option<u64> {
    let all = model.app.session.knowledge().solutions().filter(|_| model.app.has_full_assist())?;
    if all.is_zero() || all.is_one() { None } else { all.to_u64() }
}
