//! The cell under the cursor: its state, the reason, and the effect of a decision on it.

use itertools::Itertools;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use ratatui::text::Span;

use crate::input::Action;
use crate::model::Model;
use crate::model::what_if::WhatIf;
use crate::panel::{
    Context, Framed, SectionRows, TextItem, approximate_count, escape_hint, number,
};
use crate::parts::{NO_BREAK_SPACE, Need, counted, grouped};
use engine::Filter;
use export::face::{Exclusion, State};
use export::{PictureKind, state_word};
use geometry::{AttackLine, Cell};
use problem::{Assist, GroupId, Rule};
use session::{CellState, Explanation, NearestSize, Reason, Restoration};

/// The section of the panel; it always exists.
pub(crate) fn section<'a>(context: &'a Context<'a>) -> Framed<'a> {
    let (model, session, cell) = (context.model, context.session, context.model.view.cursor);
    let framed = |items, rows| Framed::text(context, cell.to_string(), items, (Need::Must, rows));
    if let Some(what_if) = WhatIf::of(model) {
        let state = match what_if.state(model, cell) {
            Some(CellState::Forced) => state_word(State::Forced, PictureKind::WhatIf),
            state => state.map_or("open", <&str>::from),
        };
        let state = TextItem::sample(context.chip(cell), context.strong(state));
        return framed(vec![state], SectionRows::All).right_title(what_if.frame.title());
    }
    let mut items = vec![state_item(context, cell)];
    items.extend(cost_item(context, cell));
    let lost = no_solution_items(context);
    if lost.is_empty() || session.decisions().get(cell).is_some() {
        items.extend(details(context, cell));
    }
    if context.scene.uncovered.contains(cell) {
        items.push(context.dim("no piece covers it yet").into());
    }
    let is_lost_at_start = !lost.is_empty() && session.decisions().is_empty();
    items.extend(lost);
    let framed = framed(items, SectionRows::Text(2, if is_lost_at_start { 7 } else { 5 }));
    let (group, level) = position(model, cell);
    let group = model.group_name(group);
    let Some(level) = level else { return framed.right_title(group) };
    let level = format!("{group}, level {}", level + 1);
    framed.right_title(format!("{level} of the diagram")).right_title(level)
}

/// A summary in one line: the reason why there is no solution, or else the state of the cell and its causes.
pub(crate) fn summary(context: &Context<'_>) -> Vec<Span<'static>> {
    let cell = context.model.view.cursor;
    let joined = |items: Vec<TextItem>| {
        let spans = items.into_iter().map(|item| item.line.spans);
        Itertools::intersperse(spans, vec![context.dim("; ")]).flatten().collect::<Vec<_>>()
    };
    let lost = no_solution_items(context);
    if !lost.is_empty() {
        return joined(lost);
    }
    let mut line = vec![context.strong(format!("{cell} "))];
    line.extend(state_item(context, cell).line.spans.into_iter().skip(2));
    let reason = context.session.reason(cell).filter(|_| context.model.has_full_assist());
    let more = match reason {
        None => joined(details(context, cell)),
        Some(reason) => causes(context, &reason.explanation),
    };
    if !more.is_empty() {
        line.push(context.dim(": "));
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
    let has_level = model.has_full_assist() && model.app.session.knowledge().bdd_nodes().is_some();
    let level = match model.drawn() {
        Some(drawn) => drawn.diagram.cells.iter().position(|&tested| tested == cell),
        None => level(model, cell).filter(|_| has_level),
    };
    (GroupId::Row(cell.row()), level)
}

/// Level of the cell's variable in the diagram in row-major order, counted from 0; `None` for a hole.
pub(crate) fn level(model: &Model, cell: Cell) -> Option<usize> {
    let grid = model.app.session.rules().grid();
    let index = |cell| grid.size().index(cell);
    let holes = grid.holes().iter().filter(|&hole| index(hole) < index(cell)).count();
    (grid.size().contains(cell) && !grid.is_hole(cell)).then(|| index(cell) - holes)
}

/// The cost of a piece on a cell, and the cost of the cheapest solution with this piece.
fn cost_item(context: &Context<'_>, cell: Cell) -> Option<TextItem> {
    let model = context.model;
    let item = TextItem::new([context.dim("costs "), context.cost(model.weight(cell)?)]);
    let is_open = model.shown_state(cell) == Some(CellState::Possible) && model.has_full_assist();
    let cheapest = context.session.cheapest_with(cell).filter(|_| is_open);
    let with_it = cheapest.map(|it| [context.dim("; with it at least "), context.cost(it)]);
    Some(item.and(with_it.into_iter().flatten()))
}

fn state_item(context: &Context<'_>, cell: Cell) -> TextItem {
    let reason = context.session.reason(cell).filter(|_| context.model.has_full_assist());
    let is_without_attack = reason.is_some_and(|it| is_without_attack(context, cell, it));
    let word = match context.model.shown_state(cell) {
        Some(CellState::Attacked) if is_without_attack => CellState::Impossible.into(),
        Some(CellState::Placed) if context.session.decisions().is_given(cell) => "given",
        Some(state) => state.into(),
        None => "open",
    };
    TextItem::sample(context.chip(cell), context.strong(word))
}

/// True if a placed piece attacks the cell, but the explanation names other decisions, which suffice without that piece.
fn is_without_attack(context: &Context<'_>, cell: Cell, reason: &Reason) -> bool {
    let (because, rules) = (&reason.explanation.because, context.session.rules());
    let attacks = |&by: &Cell| rules.exclusions().exclude_each_other(by, cell);
    let is_attacked = context.session.attacker(cell).is_some();
    is_attacked && !because.is_empty() && !because.iter().any(attacks)
}

fn details(context: &Context<'_>, cell: Cell) -> Vec<TextItem> {
    let note = |text: &str| vec![context.dim(text).into()];
    let Some(state) = context.model.shown_state(cell) else { return open_items(context, cell) };
    match state {
        CellState::Possible => possible(context, cell),
        CellState::Attacked => attacked(context, cell),
        CellState::Unknown if context.model.is_busy() => note("not settled yet"),
        CellState::Unknown => Vec::new(),
        CellState::Impossible => {
            consistency(context, cell).into_iter().chain(reason(context, cell)).collect()
        }
        CellState::Forced => {
            let own = [context.dim("by the program; "), context.text("makes it yours")];
            let is_completed = context.scene.square(cell).state == State::Completed;
            let own = is_completed.then(|| context.offer(Action::PLACE, own));
            own.into_iter().chain(reason(context, cell)).collect()
        }
        CellState::Placed if context.session.decisions().is_given(cell) => {
            note("it belongs to the puzzle and stays")
        }
        CellState::Placed => vec![context.offer(Action::PLACE, taken_back(context, cell))],
        CellState::Excluded => vec![context.offer(Action::EXCLUDE, taken_back(context, cell))],
        CellState::Hole => note("no piece can stand here"),
    }
}

/// The effect of taking back the decision on a cell, with the number of solutions if known.
fn taken_back(context: &Context<'_>, cell: Cell) -> Vec<Span<'static>> {
    let without = context.session.solutions_without(&[cell]);
    let mut spans = vec![context.text("takes it back")];
    if let Some(solutions) = without.filter(|_| context.model.has_full_assist()) {
        spans.extend([context.text(", leaves "), context.strong(number(solutions))]);
    }
    spans
}

/// The texts about a cell whose state is left to the user.
fn open_items(context: &Context<'_>, cell: Cell) -> Vec<TextItem> {
    let model = context.model;
    let rules = model.problem().rules();
    let left = rules.regions().and_then(|regions| {
        let region = regions.region(cell)?;
        let own = rules.size().iter().filter(|&cell| regions.region(cell) == Some(region));
        let left = own.filter(|&cell| model.shown_state(cell).is_none()).count();
        let left = counted(left, "open cell", "open cells");
        Some(context.dim(format!("{}: {left} left", model.group_name(GroupId::Region(region)))))
    });
    let offers = [(Action::PLACE, "places a piece"), (Action::EXCLUDE, "excludes it")];
    left.into_iter().map(TextItem::from).chain(context.offers(offers)).collect()
}

fn possible(context: &Context<'_>, cell: Cell) -> Vec<TextItem> {
    let session = context.session;
    if let (Some(with), Some(all)) = (session.solutions_with(cell), session.solutions()) {
        let of_all = [context.number(with), context.text(" of "), context.number(all)];
        return in_all(context, of_all, ratio(with, all), [with, &(all - with)].map(grouped));
    }
    if let (Some(all), Some(share)) = (session.estimate(), session.share(cell)) {
        // Two significant digits, unless the share is tiny.
        let digits = if share < 0.01 { 2 } else { usize::from(share < 0.1) };
        let percent = 100.0 * share;
        let about = format!("≈{NO_BREAK_SPACE}{percent:.digits$}{NO_BREAK_SPACE}%");
        let number = |share: f64| {
            if share > 0.0 { approximate_count(all.value.part(share)) } else { "few".to_owned() }
        };
        let of_all = [context.strong(about), context.text(" of the solutions")];
        return in_all(context, of_all, share, [share, 1.0 - share].map(number));
    }
    let is_open = |&other: &Cell| session.state(other) == CellState::Possible;
    let closed = session.rules().board_rule(cell).filter(is_open).count();
    let closed = context.strong(counted(closed, "cell", "cells"));
    vec![
        context.dim("a solution through it is known").into(),
        context.offer(Action::PLACE, [context.text("places it and closes "), closed]),
    ]
}

/// The part of all solutions that have a piece on the cell, with a bar, and the numbers that placing and excluding leave.
fn in_all<const N: usize>(
    context: &Context<'_>,
    of_all: [Span<'static>; N],
    share: f64,
    [placed, excluded]: [String; 2],
) -> Vec<TextItem> {
    let leaves = |number| [context.text("leaves "), context.strong(number)];
    vec![
        TextItem { bar: Some(share), ..TextItem::from(context.text("in ")).and(of_all) },
        context.offer(Action::PLACE, leaves(placed)),
        context.offer(Action::EXCLUDE, leaves(excluded)),
    ]
}

fn ratio(part: &BigUint, all: &BigUint) -> f64 {
    // For large numbers, 64 leading bits suffice.
    let shift = all.bits().saturating_sub(64);
    let [part, all] = [part, all].map(|number| (number >> shift).to_f64().unwrap_or(0.0));
    if all > 0.0 { part / all } else { 0.0 }
}

fn attacked(context: &Context<'_>, cell: Cell) -> Vec<TextItem> {
    let session = context.session;
    let is_told = context.model.has_full_assist();
    let known = session.reason(cell).filter(|_| is_told);
    if known.is_some_and(|reason| !reason.explanation.because.is_empty()) {
        return reason(context, cell);
    }
    let by = session.attacker(cell).filter(|_| session.assist() != Assist::None);
    let mut items: Vec<TextItem> = by.into_iter().map(|by| attack(context, by, cell)).collect();
    if let Some(reason) = known {
        let rules = context.rules(&reason.explanation.rules);
        items.push(TextItem::from(context.dim("also without it: ")).and(rules));
    } else if is_told {
        items.extend(no_reason(context, cell));
    }
    items
}

/// The piece that attacks the cell, and the kind of attack.
fn attack(context: &Context<'_>, by: Cell, cell: Cell) -> TextItem {
    let rules = context.session.rules();
    let how = rules.attack_line(by, cell);
    let by = Span::styled(by.to_string(), context.styles.cause);
    if rules.known_puzzle().is_some() && matches!(how, Some(AttackLine::Leap(_))) {
        return TextItem::new([context.dim("touches "), by]);
    }
    let how = how.map(|how| context.dim(format!(", {how}")));
    TextItem::new([context.dim("because of "), by]).and(how)
}

/// The explanation why a cell cannot have the other value, and the effect of `!`.
fn reason(context: &Context<'_>, cell: Cell) -> Vec<TextItem> {
    let session = context.session;
    let Some(reason) = session.reason(cell) else {
        return no_reason(context, cell).into_iter().collect();
    };
    let (state, attacker) = (session.state(cell), session.attacker(cell));
    let because = &reason.explanation.because;
    let is_without_attack = is_without_attack(context, cell, reason);
    let mut items = vec![match (state, attacker, &because[..]) {
        (CellState::Attacked, Some(_), [by, ..]) if !is_without_attack => {
            attack(context, *by, cell)
        }
        _ => TextItem::from(context.dim("because of ")).and(causes(context, &reason.explanation)),
    }];
    let together = match because.len() {
        1 => None,
        _ if !reason.explanation.minimal => Some("perhaps not all of them are needed"),
        0 => None,
        2 => Some("neither alone rules it out"),
        _ => Some("all of them together, no fewer"),
    };
    let note = match attacker {
        Some(by) if is_without_attack => Some(format!("even without {by}, which attacks it")),
        None if state != CellState::Forced => together.map(str::to_owned),
        Some(_) | None => None,
    };
    items.extend(note.map(|note| context.dim(note).into()));
    let verb = if state == CellState::Forced { "excludes" } else { "places" };
    let anyway = format!("{verb} it all the same, taking{NO_BREAK_SPACE}back{NO_BREAK_SPACE}");
    items.push(match &reason.restoration {
        Some(found) => restoration_item(context, &anyway, found),
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
    let reasons = context.session.explanations(cell).map(<[_]>::len);
    let is_last = context.session.is_last_explanation_shown(cell);
    let is_impossible = context.session.state(cell) == CellState::Impossible;
    let is_provable = is_impossible && model.may_be_proved(cell);
    let next = match (reasons, is_provable) {
        (None, true) => Some("other reasons, or a proof in steps"),
        (None, false) if !explanation.because.is_empty() => Some("all reasons"),
        (Some(2..), _) if !is_last => Some("the next reason"),
        (Some(2..), false) => Some("the first reason again"),
        (Some(_), true) => Some("a proof in steps"),
        (None | Some(_), false) => None,
    };
    let next = next.map(|text| context.offer(Action::NEXT_REASON, [context.dim(text)]));
    let filter = (is_impossible && !model.shows_consistency())
        .then(|| context.command("consistency", context.dim("which filter sees it")));
    next.into_iter().chain(filter).collect()
}

/// The decisions of an explanation; if there are none, its rules.
fn causes(context: &Context<'_>, explanation: &Explanation) -> Vec<Span<'static>> {
    let Explanation { because, rules, .. } = explanation;
    if because.is_empty() {
        context.rules(rules)
    } else {
        context.cells(because, " and ", context.styles.cause)
    }
}

/// The rules of an explanation that also has decisions, if rules are shown.
fn rules_item(context: &Context<'_>, explanation: &Explanation) -> Option<TextItem> {
    let rules = context.model.shown_rules(explanation);
    let is_shown = !explanation.because.is_empty() && !rules.is_empty();
    is_shown.then(|| TextItem::from(context.dim("together with ")).and(context.rules(rules)))
}

/// The effect of `!`, the key that makes a decision anyway.
fn restoration_item(context: &Context<'_>, what: &str, found: &Restoration) -> TextItem {
    let decisions = restoration_spans(context, found);
    context.offer(Action::ANYWAY, [context.text(what)].into_iter().chain(decisions))
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
    spans.extend(found.more.then(|| context.dim(" (one of several ways)")));
    spans
}

/// The weakest filter that excludes the cell, if the board shows filters.
fn consistency(context: &Context<'_>, cell: Cell) -> Option<TextItem> {
    let (model, session) = (context.model, context.session);
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
    let who = match filter {
        Filter::Weak => "weak propagation sees it".to_owned(),
        Filter::Bounds => "bounds consistency sees it, nothing weaker".to_owned(),
        Filter::AllDifferent => "all-different lines see it, nothing weaker".to_owned(),
        Filter::Strong => "strong propagation sees it, nothing weaker".to_owned(),
        Filter::Contradiction { steps } => {
            let steps = counted(steps, "step", "steps");
            format!("a contradiction in {steps} sees it, nothing weaker")
        }
        Filter::Diagram => {
            "only the diagram of all solutions sees it, or a proof by cases".to_owned()
        }
    };
    let chip = context.look.exclusion_chip(Exclusion::Filter(filter));
    Some(TextItem::sample(chip, context.text(who)))
}

/// The text if no explanation is known.
fn no_reason(context: &Context<'_>, cell: Cell) -> Option<TextItem> {
    let wish = context.session.wish(cell)?;
    Some(searched(context, context.session.knowledge().reason(wish).is_some()))
}

fn searched(context: &Context<'_>, is_answered: bool) -> TextItem {
    let cancels = escape_hint(context.model, " (Esc\u{a0}cancels)");
    let looking = || format!("looking for the reason{cancels}");
    let text = if is_answered { "the reason was not found".to_owned() } else { looking() };
    context.dim(text).into()
}

fn no_restoration(reason: &Reason) -> &'static str {
    match reason.interrupted {
        Some(_) => "what to take back is not known",
        None => "taking back decisions cannot help",
    }
}

/// The reason why there is no solution, and the remedy. Empty if a solution exists or the board does not show it.
fn no_solution_items(context: &Context<'_>) -> Vec<TextItem> {
    let (model, session) = (context.model, context.session);
    if !model.has_full_assist() || session.is_satisfiable() != Some(false) {
        return Vec::new();
    }
    let answer = session.knowledge().reason(None);
    let searched = || searched(context, answer.is_some());
    if session.decisions().is_empty() {
        // The way out comes before the proof.
        let proof = answer.flatten().map(|reason| short_proof(context, &reason.explanation.rules));
        let proof = proof.unwrap_or_else(searched);
        return vec![context.wrong("no solution").into(), way_out(context), proof];
    }
    let Some(reason) = answer.flatten() else {
        return vec![context.wrong("no solution with these decisions").into(), searched()];
    };
    let causes = causes(context, &reason.explanation);
    let way = match &reason.restoration {
        Some(found) if session.wish(model.view.cursor) == Some(None) => {
            restoration_item(context, "takes back ", found)
        }
        Some(found) => TextItem::from(context.dim("take back "))
            .and(restoration_spans(context, found))
            .and([context.dim(": on a piece, "), context.key(Action::ANYWAY)])
            .and([context.dim(" does it")]),
        None => context.dim(no_restoration(reason)).into(),
    };
    let because = TextItem::from(context.wrong("no solution because of ")).and(causes);
    [because, way].into_iter().chain(rules_item(context, &reason.explanation)).collect()
}

/// The nearest size with a solution, for a board that has no solution even without decisions.
fn way_out(context: &Context<'_>) -> TextItem {
    let text = match context.session.knowledge().nearest_size {
        Some(NearestSize::Found(size)) => {
            let size = context.strong(size.to_string());
            let text = context.text("opens the nearest size that has one: ");
            return context.offer(Action::ANYWAY, [text, size]);
        }
        Some(NearestSize::NoneNearby) => "no size nearby has one".to_owned(),
        Some(NearestSize::Unknown) => "no size with one was found in time".to_owned(),
        None => {
            format!("looking for the nearest size that has one {}", context.styles.ellipsis())
        }
    };
    context.dim(text).into()
}

/// Maximum number of board rules that a proof names by their cells.
const MAX_PROOF_CELLS: usize = 4;

/// The rules that leave no solution. Many board rules are counted instead of named, because the other rules tell more.
fn short_proof(context: &Context<'_>, rules: &[Rule]) -> TextItem {
    let (board, others): (Vec<Rule>, Vec<Rule>) =
        rules.iter().partition(|rule| rule.cell().is_some());
    if board.len() <= MAX_PROOF_CELLS || others.is_empty() {
        return TextItem::from(context.dim("because of ")).and(context.rules(rules));
    }
    TextItem::from(context.text("pieces for ")).and(context.rules(&others)).and([
        context.text(" always attack each other "),
        context.dim("("),
        context.look.rule_chip(),
        context.dim(format!(" board rules of {} cells)", board.len())),
    ])
}
