//! The cell under the cursor: its state, the reason, and the effect of a decision on it.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use ratatui::text::{Line, Span};

use super::context::{self, Context, counted};
use super::costs;
use super::item::TextItem;
use super::section::{Paragraphs, SectionRows};
use super::work::escape_hint;
use crate::app::Action;
use crate::model::Model;
use crate::model::what_if::WhatIf;
use crate::parts::{NO_BREAK_SPACE, PartPriority, grouped};
use engine::Filter;
use export::face::{Exclusion, State};
use export::{PictureKind, state_word};
use geometry::{AttackLine, Cell};
use problem::{Assist, GroupId, Rule};
use session::{CellState, Explanation, NearestSize, Reason, Restoration};

/// The part of the panel; it always exists.
pub(crate) fn section<'a>(context: &'a Context<'a>) -> Paragraphs<'a> {
    let cell = context.model.view.cursor;
    if let Some(shown) = what_if_section(context, cell) {
        return shown;
    }
    let mut items = vec![state_item(context, cell)];
    items.extend(costs::of_cell(context, cell));
    let lost = no_solution_items(context);
    let is_decided = context.model.app.session.decisions().get(cell).is_some();
    let is_lost = !lost.is_empty();
    if !is_lost || is_decided {
        items.extend(details(context, cell));
    }
    if context.scene.uncovered.contains(cell) {
        items.push(context.dim("no piece covers it yet").into());
    }
    items.extend(lost);
    let is_lost_at_start = is_lost && context.model.app.session.decisions().is_empty();
    let most = if is_lost_at_start { 7 } else { 5 };
    let rows = SectionRows::Text(2, most);
    let (group, level) = position(context.model, cell);
    let group = context.model.group_name(group);
    let level = level.map(|level| format!("{group}, level {}", level + 1));
    let long = level.as_ref().map(|text| context.dim(format!("{text} of the diagram")));
    Paragraphs::new(context, cell.to_string(), items, (PartPriority::Must, rows))
        .right_title(context.dim(level.unwrap_or(group)))
        .longer_right_title(long)
}

/// The state of the cell in the picture of a contradiction; `None` without one.
fn what_if_section<'a>(context: &'a Context<'a>, cell: Cell) -> Option<Paragraphs<'a>> {
    let what_if = WhatIf::of(context.model)?;
    let state = match what_if.state(context.model, cell) {
        Some(CellState::Forced) => state_word(State::Forced, PictureKind::WhatIf),
        state => state.map_or("open", <&str>::from),
    };
    let state = vec![context.chip(cell), Span::raw(" "), context.strong(state)];
    let rows = (PartPriority::Must, SectionRows::All);
    let section = Paragraphs::new(context, cell.to_string(), vec![TextItem::new(state)], rows);
    Some(section.right_title(context.dim(what_if.frame.title())))
}

/// A summary in one line: the reason why there is no solution, or else the state of the cell and its causes.
pub(super) fn summary(context: &Context<'_>) -> Line<'static> {
    let cell = context.model.view.cursor;
    let joined = |items: Vec<TextItem>| {
        let mut line = Line::default();
        for (index, item) in items.into_iter().enumerate() {
            line.push_span(context.dim(if index > 0 { "; " } else { "" }));
            line.extend(item.line.spans);
        }
        line
    };
    let lost = no_solution_items(context);
    if !lost.is_empty() {
        return joined(lost);
    }
    let mut line = Line::from(context.strong(format!("{cell} ")));
    line.extend(state_item(context, cell).line.spans.into_iter().skip(2));
    let session = &context.model.app.session;
    let reason = session.reason(cell).filter(|_| context.model.app.has_full_assist());
    let more = match reason.map(|reason| &reason.explanation) {
        None => joined(details(context, cell)).spans,
        Some(explanation) => causes(context, explanation),
    };
    if !more.is_empty() {
        line.push_span(context.dim(": "));
        line.extend(more);
    }
    line
}

/// The place of the cell: its region if there is one, otherwise its row. With a diagram, also its level, in the
/// variable order of the displayed graph.
fn position(model: &Model, cell: Cell) -> (GroupId, Option<usize>) {
    let rules = model.problem().rules();
    if let Some(region) = rules.regions().and_then(|regions| regions.region(cell)) {
        return (GroupId::Region(region), None);
    }
    let has_level =
        model.app.has_full_assist() && model.app.session.knowledge().bdd_nodes().is_some();
    let level = match model.drawn() {
        Some(drawn) => drawn.diagram.cells.iter().position(|&tested| tested == cell),
        None => level(model, cell).filter(|_| has_level),
    };
    (GroupId::Row(cell.row()), level)
}

/// Level of the cell's variable in the diagram in row-major order, counted from 0; `None` for a hole.
pub(in crate::view) fn level(model: &Model, cell: Cell) -> Option<usize> {
    let grid = model.app.session.rules().grid();
    let index = |cell| grid.size().index(cell);
    let holes = grid.holes().iter().filter(|&hole| index(hole) < index(cell)).count();
    (grid.size().contains(cell) && !grid.is_hole(cell)).then(|| index(cell) - holes)
}

fn state_item(context: &Context<'_>, cell: Cell) -> TextItem {
    let state = context.model.shown_state(cell);
    let reason =
        context.model.app.session.reason(cell).filter(|_| context.model.app.has_full_assist());
    let word = match state {
        Some(CellState::Attacked)
            if reason
                .is_some_and(|reason| is_without_attack(context, cell, &reason.explanation)) =>
        {
            CellState::Impossible.into()
        }
        Some(CellState::Placed) if context.model.app.session.decisions().is_given(cell) => "given",
        Some(state) => state.into(),
        None => "open",
    };
    TextItem::new(vec![context.chip(cell), Span::raw(" "), context.strong(word)])
}

/// True if a placed piece attacks the cell, but the explanation names other decisions, which suffice without that piece.
fn is_without_attack(context: &Context<'_>, cell: Cell, explanation: &Explanation) -> bool {
    let exclusions = context.model.app.session.rules().exclusions();
    let attacks = |&by: &Cell| exclusions.exclude_each_other(by, cell);
    context.model.app.session.attacker(cell).is_some()
        && !explanation.because.is_empty()
        && !explanation.because.iter().any(attacks)
}

fn details(context: &Context<'_>, cell: Cell) -> Vec<TextItem> {
    let (model, session) = (context.model, &context.model.app.session);
    let Some(state) = model.shown_state(cell) else { return open_items(context, cell) };
    match state {
        CellState::Possible => possible(context, cell),
        CellState::Attacked => attacked(context, cell),
        CellState::Unknown if model.is_busy() => vec![context.dim("not settled yet").into()],
        CellState::Unknown => Vec::new(),
        CellState::Impossible => {
            consistency(context, cell).into_iter().chain(reason(context, cell)).collect()
        }
        CellState::Forced => {
            let own = vec![context.dim("by the program; "), context.text("makes it yours")];
            let is_completed = context.scene.square(cell).state == State::Completed;
            let own = is_completed.then(|| context.offer(Action::PLACE, own));
            own.into_iter().chain(reason(context, cell)).collect()
        }
        CellState::Placed if session.decisions().is_given(cell) => {
            vec![context.dim("it belongs to the puzzle and stays").into()]
        }
        CellState::Placed => vec![context.offer(Action::PLACE, taken_back(context, cell))],
        CellState::Excluded => vec![context.offer(Action::EXCLUDE, taken_back(context, cell))],
        CellState::Hole => vec![context.dim("no piece can stand here").into()],
    }
}

/// The effect of taking back the decision on a cell, with the number of solutions if known.
fn taken_back(context: &Context<'_>, cell: Cell) -> Vec<Span<'static>> {
    let without = context
        .model
        .app
        .session
        .solutions_without(&[cell])
        .filter(|_| context.model.app.has_full_assist());
    let mut spans = vec![context.text("takes it back")];
    if let Some(solutions) = without {
        spans.extend([context.text(", leaves "), context.strong(context::number(solutions))]);
    }
    spans
}

/// The texts about a cell whose state is left to the user.
fn open_items(context: &Context<'_>, cell: Cell) -> Vec<TextItem> {
    let mut items = Vec::new();
    let rules = context.model.problem().rules();
    if let Some(regions) = rules.regions()
        && let Some(region) = regions.region(cell)
    {
        let is_open = |cell: &Cell| context.model.shown_state(*cell).is_none();
        let own = rules.size().iter().filter(|&cell| regions.region(cell) == Some(region));
        let left = own.filter(is_open).count();
        let left = counted(left, "open cell", "open cells");
        let text = format!("{}: {left} left", context.model.group_name(GroupId::Region(region)));
        items.push(context.dim(text).into());
    }
    items.push(context.key_text_item(Action::PLACE, "places a piece"));
    items.push(context.key_text_item(Action::EXCLUDE, "excludes it"));
    items
}

fn possible(context: &Context<'_>, cell: Cell) -> Vec<TextItem> {
    let session = &context.model.app.session;
    let (Some(with), Some(all)) = (session.solutions_with(cell), session.solutions()) else {
        return possible_estimated(context, cell)
            .unwrap_or_else(|| possible_uncounted(context, cell));
    };
    let of_all = [context.number(with), context.text(" of "), context.number(all)];
    in_all(context, of_all, ratio(with, all), [with.clone(), all - with].map(|it| grouped(&it)))
}

/// The part of all solutions that have a piece on the cell, with a bar, and the numbers that placing and excluding leave.
fn in_all<const N: usize>(
    context: &Context<'_>,
    of_all: [Span<'static>; N],
    share: f64,
    [placed, excluded]: [String; 2],
) -> Vec<TextItem> {
    let spans = [context.text("in ")].into_iter().chain(of_all);
    let leaves = |number| vec![context.text("leaves "), context.strong(number)];
    vec![
        TextItem { bar: Some(share), ..TextItem::new(spans) },
        context.offer(Action::PLACE, leaves(placed)),
        context.offer(Action::EXCLUDE, leaves(excluded)),
    ]
}

/// The texts about a possible cell, based on an estimate.
fn possible_estimated(context: &Context<'_>, cell: Cell) -> Option<Vec<TextItem>> {
    let session = &context.model.app.session;
    let (all, share) = (session.estimate()?.value, session.share(cell)?);
    // Two significant digits, unless the share is tiny.
    let (percent, digits) =
        (100.0 * share, if share < 0.01 { 2 } else { usize::from(share < 0.1) });
    let about = format!("≈{NO_BREAK_SPACE}{percent:.digits$}{NO_BREAK_SPACE}%");
    let number = |share: f64| {
        if share > 0.0 { context::approximate_count(all.part(share)) } else { "few".to_owned() }
    };
    let of_all = [context.strong(about), context.text(" of the solutions")];
    Some(in_all(context, of_all, share, [share, 1.0 - share].map(number)))
}

fn ratio(part: &BigUint, all: &BigUint) -> f64 {
    // For large numbers, 64 leading bits suffice.
    let shift = all.bits().saturating_sub(64);
    let [part, all] = [part, all].map(|number| (number >> shift).to_f64().unwrap_or(0.0));
    if all > 0.0 { part / all } else { 0.0 }
}

fn possible_uncounted(context: &Context<'_>, cell: Cell) -> Vec<TextItem> {
    let session = &context.model.app.session;
    let is_open = |&other: &Cell| session.state(other) == CellState::Possible;
    let closed = session.rules().board_rule(cell).filter(is_open).count();
    let closed = context.strong(counted(closed, "cell", "cells"));
    vec![
        context.dim("a solution through it is known").into(),
        context.offer(Action::PLACE, vec![context.text("places it and closes "), closed]),
    ]
}

fn attacked(context: &Context<'_>, cell: Cell) -> Vec<TextItem> {
    let session = &context.model.app.session;
    let is_told = context.model.app.has_full_assist();
    let is_by_decisions = |reason: &Reason| !reason.explanation.because.is_empty();
    let known = session.reason(cell).filter(|_| is_told);
    if known.is_some_and(is_by_decisions) {
        return reason(context, cell);
    }
    let by = session.attacker(cell).filter(|_| session.assist() != Assist::None);
    let mut items: Vec<TextItem> = by.into_iter().map(|by| attack(context, by, cell)).collect();
    if let Some(reason) = known {
        let rules = context.rules(&reason.explanation.rules, context.styles.cause);
        items.push(TextItem::new([context.dim("also without it: ")].into_iter().chain(rules)));
    } else if is_told {
        items.extend(no_reason(context, cell));
    }
    items
}

/// The piece that attacks the cell, and the kind of attack.
fn attack(context: &Context<'_>, by: Cell, cell: Cell) -> TextItem {
    let rules = context.model.app.session.rules();
    let how = rules.attack_line(by, cell);
    let by = Span::styled(by.to_string(), context.styles.cause);
    if rules.known_puzzle().is_some() && matches!(how, Some(AttackLine::Leap(_))) {
        return TextItem::new([context.dim("touches "), by]);
    }
    let mut spans = vec![context.dim("because of "), by];
    spans.extend(how.map(|how| context.dim(format!(", {how}"))));
    TextItem::new(spans)
}

/// The explanation why a cell cannot have the other value, and the effect of `!`.
fn reason(context: &Context<'_>, cell: Cell) -> Vec<TextItem> {
    let session = &context.model.app.session;
    let Some(reason) = session.reason(cell) else { return no_reason(context, cell) };
    let state = session.state(cell);
    let because = &reason.explanation.because;
    let verb = if state == CellState::Forced { "excludes" } else { "places" };
    let attacker = session.attacker(cell);
    let is_excluded = attacker.is_some();
    let is_without_attack = is_without_attack(context, cell, &reason.explanation);
    let mut items = match (state, attacker, &because[..]) {
        (CellState::Attacked, Some(_), [by, ..]) if !is_without_attack => {
            vec![attack(context, *by, cell)]
        }
        _ => {
            let causes = causes(context, &reason.explanation);
            vec![TextItem::new([context.dim("because of ")].into_iter().chain(causes))]
        }
    };
    if let Some(by) = attacker.filter(|_| is_without_attack) {
        items.push(context.dim(format!("even without {by}, which attacks it")).into());
    }
    let together = match because.len() {
        1 => None,
        _ if !reason.explanation.minimal => Some("perhaps not all of them are needed"),
        0 => None,
        2 => Some("neither alone rules it out"),
        _ => Some("all of them together, no fewer"),
    };
    let together = together.filter(|_| state != CellState::Forced && !is_excluded);
    items.extend(together.map(|text| context.dim(text).into()));
    items.push(match &reason.restoration {
        Some(found) => restoration_item(
            context,
            &format!("{verb} it all the same, taking{NO_BREAK_SPACE}back{NO_BREAK_SPACE}"),
            found,
        ),
        None => context.dim(no_restoration(reason)).into(),
    });
    items.extend(rules_item(context, &reason.explanation));
    items.extend(next_questions(context, cell, &reason.explanation));
    items
}

/// Minimum height of a panel that has room for the next questions after a reason, in rows.
const WITH_NEXT_QUESTION: u16 = 24;

/// The way from a reason to its mechanism: the rules that the reason needs; for an impossible cell also the steps that
/// refute a piece there, and which filter sees it.
fn next_questions(context: &Context<'_>, cell: Cell, explanation: &Explanation) -> Vec<TextItem> {
    let model = context.model;
    if model.view.layout.panel.height < WITH_NEXT_QUESTION {
        return Vec::new();
    }
    let reasons = model.app.session.explanations(cell).map(<[_]>::len);
    let is_last = model.app.session.is_last_explanation_shown(cell);
    let is_impossible = model.app.session.state(cell) == CellState::Impossible;
    let is_provable = is_impossible && model.app.may_be_proved(cell);
    let next = match (reasons, is_provable) {
        (None, true) => Some("other reasons, or a proof in steps"),
        (None, false) if !explanation.because.is_empty() => Some("all reasons"),
        (Some(2..), _) if !is_last => Some("the next reason"),
        (Some(2..), false) => Some("the first reason again"),
        (Some(_), true) => Some("a proof in steps"),
        (None | Some(_), false) => None,
    };
    let next = next.map(|text| context.offer(Action::NEXT_REASON, vec![context.dim(text)]));
    let filter = (is_impossible && !model.shows_consistency())
        .then(|| context.command("consistency", context.dim("which filter sees it")));
    next.into_iter().chain(filter).collect()
}

/// The decisions of an explanation; if there are none, its rules.
fn causes(context: &Context<'_>, explanation: &Explanation) -> Vec<Span<'static>> {
    let Explanation { because, rules, .. } = explanation;
    if because.is_empty() {
        context.rules(rules, context.styles.cause)
    } else {
        context.cells(because, " and ", context.styles.cause)
    }
}

/// The rules of an explanation that also has decisions, if rules are shown.
fn rules_item(context: &Context<'_>, explanation: &Explanation) -> Option<TextItem> {
    let rules = context.model.shown_rules(explanation);
    if explanation.because.is_empty() || rules.is_empty() {
        return None;
    }
    let rules = context.rules(rules, context.styles.cause);
    Some(TextItem::new([context.dim("together with ")].into_iter().chain(rules)))
}

/// The effect of `!`, the key that makes a decision anyway.
fn restoration_item(context: &Context<'_>, what: &str, found: &Restoration) -> TextItem {
    let mut spans = vec![context.text(what)];
    spans.extend(restoration_spans(context, found));
    context.offer(Action::ANYWAY, spans)
}

/// The decisions to take back, or their number if there are several smallest sets.
fn restoration_spans(context: &Context<'_>, found: &Restoration) -> Vec<Span<'static>> {
    let best = &found.best().take_back;
    if let Some(cells) = found.alternatives() {
        return context.cells(&cells, " or ", context.styles.strong);
    }
    if found.sets.len() > 1 {
        let decisions = counted(best.len(), "decision", "decisions");
        return vec![context.strong(decisions), context.dim(format!(" ({})", found.number()))];
    }
    let mut spans = context.cells(best, " and ", context.styles.strong);
    if found.more {
        spans.push(context.dim(" (one of several ways)"));
    }
    spans
}

/// The weakest filter that excludes the cell, if the board shows filters.
fn consistency(context: &Context<'_>, cell: Cell) -> Option<TextItem> {
    let (model, session) = (context.model, &context.model.app.session);
    if !model.shows_consistency() {
        return None;
    }
    let Some(filter) = session.filter(cell) else {
        let is_answered = session.knowledge().consistency.is_some();
        let text = match () {
            () if !session.knows_all_cells() => "filters wait until all impossible cells are known",
            () if is_answered => "which filter sees it was not found",
            () => "trying filters",
        };
        return Some(context.dim(text).into());
    };
    let says = match filter {
        Filter::Weak => "weak propagation sees it".to_owned(),
        Filter::Bounds => "bounds consistency sees it, nothing weaker".to_owned(),
        Filter::AllDifferent => "all-different lines see it, nothing weaker".to_owned(),
        Filter::Strong => "strong propagation sees it, nothing weaker".to_owned(),
        Filter::Contradiction { steps } => {
            let steps = counted(steps as usize, "step", "steps");
            format!("a contradiction in {steps} sees it, nothing weaker")
        }
        Filter::Diagram => {
            "only the diagram of all solutions sees it, or a proof by cases".to_owned()
        }
    };
    let chip = context.look.exclusion_chip(Exclusion::Filter(filter));
    Some(TextItem::new(vec![chip, Span::raw(" "), context.text(says)]))
}

/// The text if no explanation is known.
fn no_reason(context: &Context<'_>, cell: Cell) -> Vec<TextItem> {
    let session = &context.model.app.session;
    let Some(wish) = session.wish(cell) else { return Vec::new() };
    let is_answered = session.knowledge().reason(wish).is_some();
    vec![context.dim(searched(context.model, is_answered)).into()]
}

fn searched(model: &Model, is_answered: bool) -> String {
    if is_answered {
        "the reason was not found".to_owned()
    } else {
        format!("looking for the reason{}", escape_hint(model, " (Esc\u{a0}cancels)"))
    }
}

fn no_restoration(reason: &Reason) -> &'static str {
    match reason.interrupted {
        Some(_) => "what to take back is not known",
        None => "taking back decisions cannot help",
    }
}

/// The reason why there is no solution, and the remedy. Empty if a solution exists or the board does not show it.
pub(super) fn no_solution_items(context: &Context<'_>) -> Vec<TextItem> {
    let (model, session) = (context.model, &context.model.app.session);
    if !model.app.has_full_assist() || session.is_satisfiable() != Some(false) {
        return Vec::new();
    }
    if session.decisions().is_empty() {
        return no_solution_at_start(context);
    }
    let because = no_solution_reason(context);
    let Some(reason) = session.knowledge().reason(None).flatten() else { return because };
    let way = match &reason.restoration {
        Some(found) if session.wish(model.view.cursor) == Some(None) => {
            restoration_item(context, "takes back ", found)
        }
        Some(found) => {
            let mut spans = vec![context.dim("take back ")];
            spans.extend(restoration_spans(context, found));
            spans.push(context.dim(": on a piece, "));
            spans.push(context.key(Action::ANYWAY));
            spans.push(context.dim(" does it"));
            TextItem::new(spans)
        }
        None => context.dim(no_restoration(reason)).into(),
    };
    because.into_iter().chain([way]).chain(rules_item(context, &reason.explanation)).collect()
}

/// The texts about a board that has no solution even without decisions: the way out comes before the proof.
fn no_solution_at_start(context: &Context<'_>) -> Vec<TextItem> {
    let knowledge = context.model.app.session.knowledge();
    let way_out = match knowledge.nearest_size {
        Some(NearestSize::Found(size)) => {
            let spans = vec![
                context.text("opens the nearest size that has one: "),
                context.strong(size.to_string()),
            ];
            context.offer(Action::ANYWAY, spans)
        }
        Some(NearestSize::NoneNearby) => context.dim("no size nearby has one").into(),
        Some(NearestSize::Unknown) => context.dim("no size with one was found in time").into(),
        None => {
            let ellipsis = context.styles.ellipsis();
            context.dim(format!("looking for the nearest size that has one {ellipsis}")).into()
        }
    };
    let proof = match knowledge.reason(None).flatten() {
        Some(reason) => TextItem::new(short_proof(context, &reason.explanation.rules)),
        None => context.dim(searched(context.model, knowledge.reason(None).is_some())).into(),
    };
    vec![context.wrong("no solution").into(), way_out, proof]
}

/// Maximum number of board rules that a proof names by their cells.
const MAX_PROOF_CELLS: usize = 4;

/// The rules that leave no solution. Many board rules are counted instead of named, because the other rules tell more.
fn short_proof(context: &Context<'_>, rules: &[Rule]) -> Vec<Span<'static>> {
    let (board, others): (Vec<Rule>, Vec<Rule>) =
        rules.iter().partition(|rule| rule.cell().is_some());
    if board.len() <= MAX_PROOF_CELLS || others.is_empty() {
        let causes = context.rules(rules, context.styles.cause);
        return [context.dim("because of ")].into_iter().chain(causes).collect();
    }
    let others = context.rules(&others, context.styles.cause);
    let mut spans = vec![context.text("pieces for ")];
    spans.extend(others);
    spans.extend([
        context.text(" always attack each other "),
        context.dim("("),
        context.look.rule_chip(),
        context.dim(format!(" board rules of {} cells)", board.len())),
    ]);
    spans
}

/// The reason why the decisions leave no solution, if known.
fn no_solution_reason(context: &Context<'_>) -> Vec<TextItem> {
    let knowledge = context.model.app.session.knowledge();
    let Some(reason) = knowledge.reason(None).flatten() else {
        let searched = searched(context.model, knowledge.reason(None).is_some());
        let text = "no solution with these decisions";
        return vec![context.wrong(text).into(), context.dim(searched).into()];
    };
    let causes = causes(context, &reason.explanation);
    vec![TextItem::new([context.wrong("no solution because of ")].into_iter().chain(causes))]
}
