//! The cell under the cursor: its state, the reason, and the effect of a decision on it.

use itertools::Itertools;
use ratatui::text::Span;

use super::play;
use crate::model::Model;
use crate::model::what_if::WhatIf;
use crate::panel::{
    Context, Framed, SectionRows, Text, TextItem, approximate_count, escape_hint, grouped_cost,
    number,
};
use crate::widgets::{NO_BREAK_SPACE, Need, counted, grouped};
use app::Action;
use engine::Filter;
use export::face::{Exclusion, State};
use export::{PictureKind, state_word};
use geometry::{AttackLine, Cell};
use problem::{Assist, Group, GroupId, Rule};
use session::steps::piece_word;
use session::{CellState, Explanation, NearestSize, Reason, Restoration};

/// The section of the panel; it always exists.
pub(crate) fn section<'a>(context: &'a Context<'a>) -> Framed<'a> {
    let (model, session, cell) = (context.model, context.session, context.model.view.cursor);
    let mut text = Text::new(context);
    if let Some(what_if) = WhatIf::of(model) {
        let state = match what_if.state(model, cell) {
            Some(CellState::Forced) => state_word(State::Forced, PictureKind::WhatIf),
            state => state.map_or("open", <&str>::from),
        };
        text.push(TextItem::sample(context.chip(cell), context.strong(state)));
        let section = text.framed(cell.to_string(), Need::Must, SectionRows::All);
        return section.right_title(what_if.frame.title());
    }
    let lost = no_solution(context);
    text.push(state_item(context, cell));
    if model.app.seeks_hint() {
        text.note(format!("looking for a hint {}", context.styles.ellipsis()));
    }
    text.extend(cost_item(context, cell));
    if let Some(name) = model.app.viewed().and_then(|given| given.variable_name(cell)) {
        text.note(format!("variable *{name}*"));
    }
    let may_show = lost.is_empty() || session.decisions().get(cell).is_some();
    if may_show && !is_over(context) {
        describe_details(&mut text, cell);
    }
    if context.scene.uncovered.contains(cell) {
        text.note("no piece covers it yet");
    }
    let is_lost_at_start = !lost.is_empty() && session.decisions().is_empty();
    let rows = if model.app.is_in_play() {
        SectionRows::Fixed(play::rows_of_cell(model), play::rows_of_cell(model))
    } else {
        SectionRows::Text(2, if is_lost_at_start { 7 } else { 5 })
    };
    text.extend(lost);
    let section = text.framed(cell.to_string(), Need::Must, rows);
    let (group, level) = position(model, cell);
    let group = model.group_name(group);
    let Some(level) = level else { return section.right_title(group) };
    let level = format!("{group}, level {}", level + 1);
    section.right_title(format!("{level} of the diagram")).right_title(level)
}

/// A summary in one line: the reason why there is no solution, or else the state of the cell and its causes.
pub(crate) fn summary(context: &Context<'_>) -> Vec<Span<'static>> {
    let cell = context.model.view.cursor;
    let joined = |items: Vec<TextItem>| {
        let spans = items.into_iter().map(|item| item.line.spans);
        Itertools::intersperse(spans, vec![context.dim("; ")]).flatten().collect::<Vec<_>>()
    };
    let lost = no_solution(context);
    if !lost.is_empty() {
        return joined(lost);
    }
    let mut line = vec![context.strong(format!("{cell} "))];
    line.extend(state_item(context, cell).line.spans.into_iter().skip(2));
    let reason = context.session.reason(cell).filter(|_| context.model.app.has_full_assist());
    let more = if let Some(reason) = reason {
        causes(context, &reason.explanation)
    } else if is_over(context) {
        Vec::new()
    } else {
        let mut text = Text::new(context);
        describe_details(&mut text, cell);
        joined(text.items)
    };
    if !more.is_empty() {
        line.push(context.dim(": "));
        line.extend(more);
    }
    line
}

/// True if the puzzle is solved, so that only questions of a lesson remain.
fn is_over(context: &Context<'_>) -> bool {
    context.scene.is_solved && !context.model.app.awaits_answer()
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
        None => has_level.then(|| level(model, cell)).flatten(),
    };
    (GroupId::Row(cell.row()), level)
}

/// Level of the cell's variable in the diagram in row-major order, counted from 0; `None` for a hole.
pub(crate) fn level(model: &Model, cell: Cell) -> Option<usize> {
    model.app.session.rules().grid().standing_cells().position(|standing| standing == cell)
}

/// The cost of a piece on a cell, and the cost of the cheapest solution with this piece.
fn cost_item(context: &Context<'_>, cell: Cell) -> Option<TextItem> {
    let model = context.model;
    let weight = grouped_cost(model.weight(cell)?);
    let is_open =
        model.shown_state(cell) == Some(CellState::Possible) && model.app.has_full_assist();
    let cheapest = context.session.cheapest_with(cell).filter(|_| is_open);
    let with_it = cheapest.map(|it| format!("; with it at least *{}*", grouped_cost(it)));
    Some(context.note(format!("costs *{weight}*{}", with_it.unwrap_or_default())))
}

fn state_item(context: &Context<'_>, cell: Cell) -> TextItem {
    let reason = context.session.reason(cell).filter(|_| context.model.app.has_full_assist());
    let is_without_attack = reason.is_some_and(|it| is_without_attack(context, cell, it));
    let word = match context.model.shown_state(cell) {
        Some(CellState::Attacked) if is_without_attack => CellState::Impossible.into(),
        Some(CellState::Placed) if context.session.decisions().is_given(cell) => "given",
        Some(CellState::Excluded) => context.model.excluded_word(),
        Some(state) => state.into(),
        None if context.scene.room.rules_out(cell) => "ruled out",
        None => "open",
    };
    let is_path = context.scene.kind == PictureKind::Path;
    let chip = if is_path { context.chip_of_position(cell) } else { context.chip(cell) };
    // In a solved puzzle, open cells stay empty.
    let is_open = context.scene.is_solved && !context.scene.square(cell).state.has_piece();
    let word = if is_open { "empty" } else { word };
    TextItem::sample(chip, context.strong(word))
}

/// True if a placed piece attacks the cell, but the explanation names other decisions, which suffice without that piece.
fn is_without_attack(context: &Context<'_>, cell: Cell, reason: &Reason) -> bool {
    let (because, rules) = (&reason.explanation.because, context.session.rules());
    let attacks = |&by: &Cell| rules.exclusions().exclude_each_other(by, cell);
    let is_attacked = context.session.attacker(cell).is_some();
    is_attacked && !because.is_empty() && !because.iter().any(attacks)
}

/// Adds the reason for the state of a cell, and the effect of a decision on it.
fn describe_details(text: &mut Text<'_>, cell: Cell) {
    let context = text.context;
    match context.model.shown_state(cell) {
        None => describe_open(text, cell),
        Some(CellState::Possible) => describe_possible(text, cell),
        Some(CellState::Attacked) => describe_attacked(text, cell),
        Some(CellState::Unknown) if context.model.is_busy() => text.note("not settled yet"),
        Some(CellState::Unknown) => {}
        Some(CellState::Impossible) => {
            text.extend(consistency(context, cell));
            describe_reason(text, cell);
        }
        Some(CellState::Forced) => {
            if context.scene.square(cell).state == State::Completed {
                let own = [context.dim("by the program; "), context.text("makes it yours")];
                text.push(context.offer_of(Action::PLACE, own));
            }
            describe_reason(text, cell);
        }
        Some(CellState::Placed) if context.session.decisions().is_given(cell) => {
            text.note("it belongs to the puzzle and stays");
        }
        Some(CellState::Placed) => text.offer(Action::PLACE, taken_back(context, cell)),
        Some(CellState::Excluded) => text.offer(Action::EXCLUDE, taken_back(context, cell)),
        Some(CellState::Hole) => text.note("no piece can stand here"),
    }
}

/// The effect of taking back the decision on a cell, with the number of solutions if known.
fn taken_back(context: &Context<'_>, cell: Cell) -> String {
    let without = context.session.knowledge().solutions_without(&[cell]);
    match without.filter(|_| context.model.app.has_full_assist()) {
        Some(solutions) => format!("takes it back, leaves *{}*", number(solutions)),
        None => "takes it back".to_owned(),
    }
}

/// Adds the texts about a cell whose state is left to the user.
fn describe_open(text: &mut Text<'_>, cell: Cell) {
    let (context, model) = (text.context, text.context.model);
    let is_here =
        |group: &&Group| matches!(group.id(), GroupId::Region(_)) && group.cells().contains(&cell);
    let rules = model.problem().rules();
    if let Some(region) = rules.groups().iter().find(is_here) {
        // The title names the region.
        let open = context.scene.room.tally(model, region).open as usize;
        text.note(match open {
            0 => "the region is full".to_owned(),
            _ => format!("{} left here", counted(open, "open cell", "open cells")),
        });
    }
    if !context.scene.room.rules_out(cell) {
        text.offer(Action::PLACE, format!("places a {}", piece_word(rules)));
    }
    let crosses_out = if rules.known_puzzle().is_some() { "crosses it out" } else { "excludes it" };
    text.offer(Action::EXCLUDE, crosses_out);
}

/// The numbers of solutions after placing a piece on a possible cell, and after excluding the cell. Empty if unknown.
pub(crate) fn left_by(context: &Context<'_>, cell: Cell) -> [String; 2] {
    let session = context.session;
    if let (Some(with), Some(all)) = (session.solutions_with(cell), session.knowledge().solutions())
    {
        return [with, &(all - with)].map(grouped);
    }
    let (Some(all), Some(share)) = (session.knowledge().estimate(), session.share(cell)) else {
        return Default::default();
    };
    let about = |share| approximate_count(all.value.part(share));
    [share, 1.0 - share].map(|share| if share > 0.0 { about(share) } else { "few".to_owned() })
}

/// Adds the share of solutions with a piece on a possible cell, with a bar, and the number of solutions after each decision.
fn describe_possible(text: &mut Text<'_>, cell: Cell) {
    let (context, session) = (text.context, text.context.session);
    let share = session.share(cell);
    let part = match (session.solutions_with(cell), session.knowledge().solutions(), share) {
        (Some(with), Some(all), _) => format!("in *{}* of *{}*", grouped(with), grouped(all)),
        (_, _, Some(share)) => {
            // Two significant digits, unless the share is tiny.
            let digits = if share < 0.01 { 2 } else { usize::from(share < 0.1) };
            let percent = 100.0 * share;
            let about = format!("≈{NO_BREAK_SPACE}{percent:.digits$}{NO_BREAK_SPACE}%");
            format!("in *{about}* of the solutions")
        }
        (_, _, None) => {
            let is_open = |&other: &Cell| session.state(other) == CellState::Possible;
            let closed = session.rules().board_rule(cell).filter(is_open).count();
            let cells = counted(closed, "cell", "cells");
            text.note("a solution through it is known");
            return text.offer(Action::PLACE, format!("places it and closes *{cells}*"));
        }
    };
    let [with, without] = left_by(context, cell);
    text.push(TextItem { bar: share, ..context.item(part) });
    text.offer(Action::PLACE, format!("leaves *{with}*"));
    text.offer(Action::EXCLUDE, format!("leaves *{without}*"));
}

/// Adds the piece that attacks a cell, or the reason why it is impossible.
fn describe_attacked(text: &mut Text<'_>, cell: Cell) {
    let (context, session) = (text.context, text.context.session);
    let may_show = context.model.app.has_full_assist();
    let known = session.reason(cell).filter(|_| may_show);
    if known.is_some_and(|reason| !reason.explanation.because.is_empty()) {
        return describe_reason(text, cell);
    }
    let by = session.attacker(cell).filter(|_| session.assist() != Assist::None);
    text.extend(by.map(|by| attack(context, by, cell)));
    if let Some(reason) = known {
        let rules = context.rules(&reason.explanation.rules);
        text.push(context.note("also without it: ").and(rules));
    } else if may_show {
        describe_search(text, cell);
    }
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

/// Adds the explanation why a cell cannot have the other value, and the effect of `!`.
fn describe_reason(text: &mut Text<'_>, cell: Cell) {
    let (context, session) = (text.context, text.context.session);
    let Some(reason) = session.reason(cell) else {
        return match context.model.app.viewed() {
            Some(_) => text.note("no solution of the diagram has another value here"),
            None => describe_search(text, cell),
        };
    };
    let (state, attacker) = (session.state(cell), session.attacker(cell));
    let because = &reason.explanation.because;
    let is_without_attack = is_without_attack(context, cell, reason);
    text.push(match (state, attacker, &because[..]) {
        (CellState::Attacked, Some(_), [by, ..]) if !is_without_attack => {
            attack(context, *by, cell)
        }
        _ => context.note("because of ").and(causes(context, &reason.explanation)),
    });
    let together = match because.len() {
        1 => None,
        _ if !reason.explanation.minimal => Some("perhaps not all of them are needed"),
        0 => None,
        2 => Some("neither alone rules it out"),
        _ => Some("all of them together, no fewer"),
    };
    match attacker {
        Some(by) if is_without_attack => text.note(format!("even without {by}, which attacks it")),
        None if state != CellState::Forced => text.extend(together.map(|it| context.note(it))),
        Some(_) | None => {}
    }
    let verb = if state == CellState::Forced { "excludes" } else { "places" };
    let anyway = format!("{verb} it all the same, taking{NO_BREAK_SPACE}back{NO_BREAK_SPACE}");
    text.push(match &reason.restoration {
        Some(found) => restoration_item(context, &anyway, found),
        None => context.note(no_restoration(reason)),
    });
    text.extend(rules_item(context, &reason.explanation));
    if context.model.view.layout.panel.height >= MIN_ROWS_WITH_QUESTION {
        offer_questions(text, cell, &reason.explanation);
    }
}

/// Minimum height of a panel that has room for the next questions after a reason, in rows.
const MIN_ROWS_WITH_QUESTION: u16 = 24;

/// Adds the way from a reason to its mechanism: the rules that the reason needs; for an impossible cell also the steps
/// that refute a piece there, and which filter sees it.
fn offer_questions(text: &mut Text<'_>, cell: Cell, explanation: &Explanation) {
    let (context, model, session) = (text.context, text.context.model, text.context.session);
    let reasons = session.explanations(cell).map(<[_]>::len);
    let is_last = session.is_last_explanation_shown(cell);
    let is_impossible = session.state(cell) == CellState::Impossible;
    let is_provable = is_impossible && model.app.may_be_proved(cell);
    let next = match (reasons, is_provable) {
        (None, true) => Some("other reasons, or a proof in steps"),
        (None, false) if !explanation.because.is_empty() => Some("all reasons"),
        (Some(2..), _) if !is_last => Some("the next reason"),
        (Some(2..), false) => Some("the first reason again"),
        (Some(_), true) => Some("a proof in steps"),
        (None | Some(_), false) => None,
    };
    text.extend(next.map(|text| context.offer_of(Action::NEXT_REASON, [context.dim(text)])));
    if is_impossible && !model.shows_consistency() {
        text.push(context.command("consistency", context.dim("which filter sees it")));
    }
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
    is_shown.then(|| context.note("together with ").and(context.rules(rules)))
}

/// The effect of `!`, the key that makes a decision despite conflicts.
fn restoration_item(context: &Context<'_>, what: &str, found: &Restoration) -> TextItem {
    let decisions = restoration_spans(context, found);
    context.offer_of(Action::ANYWAY, [context.text(what)].into_iter().chain(decisions))
}

/// The decisions to take back, or their number if there are several smallest sets.
fn restoration_spans(context: &Context<'_>, found: &Restoration) -> Vec<Span<'static>> {
    let best = &found.best().take_back;
    if let Some(cells) = found.alternatives() {
        return context.cells(&cells, " or ", context.styles.strong);
    }
    if found.sets.len() > 1 {
        let decisions = counted(best.len(), "decision", "decisions");
        return context.marked(&format!("*{decisions}* ({})", found.number()), context.styles.dim);
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
    let Some(filter) = session.knowledge().filter(cell) else {
        let is_answered = session.knowledge().consistency.is_some();
        let text = match () {
            () if !session.knows_all_cells() => "filters wait until all impossible cells are known",
            () if is_answered => "which filter sees it was not found",
            () => "trying filters",
        };
        return Some(context.note(text));
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

/// Adds the text if no explanation is known.
fn describe_search(text: &mut Text<'_>, cell: Cell) {
    let (context, session) = (text.context, text.context.session);
    let wish = session.wish(cell);
    text.extend(wish.map(|wish| searched(context, session.knowledge().reason(wish).is_some())));
}

fn searched(context: &Context<'_>, is_answered: bool) -> TextItem {
    let cancels = escape_hint(context.model, " (Esc\u{a0}cancels)");
    if is_answered {
        context.note("the reason was not found")
    } else {
        context.note(format!("looking for the reason{cancels}"))
    }
}

fn no_restoration(reason: &Reason) -> &'static str {
    match reason.interrupted {
        Some(_) => "what to take back is not known",
        None => "taking back decisions cannot help",
    }
}

/// The reason why there is no solution, and the remedy. Empty if a solution exists or the board does not show it.
fn no_solution(context: &Context<'_>) -> Vec<TextItem> {
    let (model, session) = (context.model, context.session);
    if !model.app.has_full_assist() || session.knowledge().is_satisfiable() != Some(false) {
        return Vec::new();
    }
    let answer = session.knowledge().reason(None);
    let searched = || searched(context, answer.is_some());
    if let Some(begun) = model.app.begun_drawing() {
        return vec![
            context.wrong("the drawing is not finished").into(),
            context.note(begun.in_words()),
        ];
    }
    if session.decisions().is_empty() {
        // The decisions to take back come before the proof.
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
        Some(found) => context
            .note("take back ")
            .and(restoration_spans(context, found))
            .and(context.note(": on a piece, ").line)
            .and([context.key(Action::ANYWAY), context.dim(" does it")]),
        None => context.note(no_restoration(reason)),
    };
    let because = TextItem::from(context.wrong("no solution because of ")).and(causes);
    [because, way].into_iter().chain(rules_item(context, &reason.explanation)).collect()
}

/// The nearest size with a solution, for a board that has no solution even without decisions.
fn way_out(context: &Context<'_>) -> TextItem {
    match context.session.knowledge().nearest_size {
        Some(NearestSize::Found(size)) => {
            let effect = format!("opens the nearest size that has one: *{size}*");
            context.offer(Action::ANYWAY, effect)
        }
        Some(NearestSize::NoneNearby) => context.note("no size nearby has one"),
        Some(NearestSize::Unknown) => context.note("no size with one was found in time"),
        None => {
            let ellipsis = context.styles.ellipsis();
            context.note(format!("looking for the nearest size that has one {ellipsis}"))
        }
    }
}

/// Maximum number of board rules that a proof names by their cells.
const MAX_PROOF_CELLS: usize = 4;

/// The rules that leave no solution. Many board rules are counted instead of named, because the other rules are more informative.
fn short_proof(context: &Context<'_>, rules: &[Rule]) -> TextItem {
    let (board, others): (Vec<Rule>, Vec<Rule>) =
        rules.iter().partition(|rule| rule.cell().is_some());
    if board.len() <= MAX_PROOF_CELLS || others.is_empty() {
        return context.note("because of ").and(context.rules(rules));
    }
    context.item("pieces for ").and(context.rules(&others)).and([
        context.text(" always attack each other "),
        context.dim("("),
        context.look.rule_chip(),
        context.dim(format!(" board rules of {} cells)", board.len())),
    ])
}
