//! The section of the panel about painting regions and holes, and about the effect of repaints.

use export::face::Region;
use problem::{GroupId, torn_region};
use ratatui::layout::Rect;
use ratatui::text::Span;

use crate::model::{Hit, Surface};
use crate::modes::paint::Painting;
use crate::panel::{Context, Framed, SectionRows, Text, TextItem, number};
use crate::widgets::{Need, counted, frame, print};
use app::operations::brush::{Brush, REMAINDER_REGION};
use app::{Action, jobs};
use session::puzzle::{FoundGrade, Repaint};
use session::steps::Scale;
use session::{MessageList, SolutionCount};

/// Number of rows of the list of repaints that are required.
const REQUIRED_ROWS: u16 = 6;

/// Number of repaints before the marked one that stay visible.
const ROWS_BEFORE_MARK: usize = 2;

/// The brush, and the keys of paint mode.
pub(crate) fn section<'a>(context: &'a Context<'a>, painting: &Painting) -> Framed<'a> {
    let (model, cell) = (context.model, context.model.view.cursor);
    let brush = match painting.brush {
        Brush::Region(letter) => {
            let name = context.strong(GroupId::Region(letter).to_string());
            TextItem::sample(chip(context, letter), name)
        }
        Brush::Hole => context.strong("holes").into(),
        Brush::Filling => context.strong("taking holes away").into(),
        Brush::Weight(weight) => return weights(context, weight),
    };
    let regions = model.problem().rules().regions();
    let region = regions.and_then(|regions| regions.region(cell));
    let here = region.map(|region| GroupId::Region(region).to_string());
    let here = here.unwrap_or_else(|| "no region".to_owned());
    let mut text = Text::new(context);
    text.push(brush);
    if regions.is_none() {
        text.note(format!("all other cells become region {REMAINDER_REGION}"));
    }
    add_facts(&mut text);
    text.offer(Action::PAINT_CELL, "paints, like the mouse");
    text.push(typed(context, "a-z 0-9", "another region"));
    if model.app.begun_drawing().is_some() {
        text.push(typed(context, ":puzzle", "finishes the drawing"));
        text.push(typed(context, ":lock a,b", "keeps them as drawn"));
    }
    text.offer(Action::CANCEL, "back to the board");
    text.offer(Action::UNDO, "undo");
    text.offer(Action::REPAIRS, "repair: try each repaint");
    text.offer(Action::PAINT_HOLE, "holes");
    text.offer(Action::FILL_HOLE, "takes a hole away");
    text.framed("painting", Need::Must, SectionRows::Text(4, 11))
        .right_title(format!("{cell}: {here}"))
}

/// The weight that is painted, and the keys that set weights.
fn weights<'a>(context: &'a Context<'a>, weight: i64) -> Framed<'a> {
    let cell = context.model.view.cursor;
    let mut text = Text::new(context);
    text.say(format!("*weight {weight}*"));
    text.push(typed(context, "0-9", "the weight of the cell"));
    text.offer(Action::WEIGH_SIGN, "the other sign");
    text.offer(Action::WEIGH_ERASE, "erases a digit");
    text.offer(Action::PAINT_CELL, "paints, like the mouse");
    text.offer(Action::UNDO, "undo");
    text.offer(Action::CANCEL, "back to the board");
    let here = context.model.weight(cell).unwrap_or(0);
    text.framed("weights", Need::Must, SectionRows::Text(4, 8))
        .right_title(format!("{cell}: {here}"))
}

/// A line about letters and digits that are typed.
fn typed(context: &Context<'_>, keys: &'static str, effect: &str) -> TextItem {
    let keys = TextItem::new([Span::styled(keys, context.styles.key), Span::raw(" ")]);
    keys.hanging([context.text(effect)])
}

/// The list of repaints from the marked one on, if it is open.
pub(crate) fn list<'a>(context: &'a Context<'a>) -> Option<Framed<'a>> {
    let model = context.model;
    let (repaints, marked) = model.repaints()?;
    let mut text = Text::new(context);
    add_facts(&mut text);
    let first = marked.saturating_sub(ROWS_BEFORE_MARK);
    let entry = |(index, repaint): (usize, &&Repaint)| {
        let (pointer, style) = match (index == marked, repaint.breaks) {
            (true, _) => (">", context.styles.strong),
            (false, true) => ("!", context.styles.wrong),
            (false, false) if repaint.is_unique() => (" ", context.styles.good),
            (false, false) => (" ", context.styles.dim),
        };
        TextItem {
            hit: Some(Hit::Repaint(repaint.cell, repaint.region)),
            indent: 8,
            ..TextItem::new([
                Span::styled(format!("{pointer}{:<3} ", repaint.cell), style),
                chip(context, repaint.region),
                Span::styled(format!(" {}", repaint.effect()), style),
            ])
        }
    };
    if first > 0 {
        text.note(format!("{} {first} better", context.styles.ellipsis()));
    }
    text.extend(repaints.iter().enumerate().skip(first).map(entry));
    let is_asked = model.app.jobs.answering.as_ref().is_some_and(|it| it.job.is::<jobs::Repair>());
    let is_hardest_first = model.painting()?.list.as_ref()?.is_hardest_first;
    let number = if is_hardest_first {
        format!("{}, hardest first", repaints.len())
    } else {
        counted(repaints.len(), "repaint", "repaints")
    };
    let fact = match (is_asked, context.session.knowledge().repairs.is_complete) {
        (true, _) => format!("{number} so far"),
        (false, true) => number,
        (false, false) => "cancelled".to_owned(),
    };
    Some(text.framed("repair", Need::Must, SectionRows::List(REQUIRED_ROWS)).right_title(fact))
}

/// Adds the number of solutions, a missing rule, and the superfluous parts of the puzzle.
fn add_facts(text: &mut Text<'_>) {
    let context = text.context;
    let repairs = &context.session.knowledge().repairs;
    text.extend(unused_regions(context));
    let begun = context.model.app.begun_drawing();
    text.extend(begun.as_ref().map(|it| context.strong(it.in_words())));
    let locked = context.model.app.locked_regions();
    if !locked.is_empty() {
        let locked = locked.iter().map(|letter| format!("({letter})"));
        text.say(format!("locked: {}", MessageList::of(locked).joined(", ")));
    }
    let rules = context.model.problem().rules();
    if let Some(torn) = rules.regions().and_then(torn_region).filter(|_| !rules.grid().is_torus()) {
        let name = context.model.group_name(torn);
        text.push(context.wrong(format!("{name} has several parts: join them for a link")));
    }
    let Some(found) = &repairs.solutions else { return };
    // The search for repairs stops counting early.
    let counted = context.session.knowledge().solutions().cloned().map(SolutionCount::Exact);
    let solutions = counted.as_ref().unwrap_or(found);
    match solutions {
        SolutionCount::Exact(all) if *all == 1_u32.into() => {
            let scale = Scale::of(rules);
            let in_words = |grade: FoundGrade| match grade.found() {
                Some((difficulty, _)) => scale.in_words(difficulty),
                None => grade.to_string(),
            };
            let grade = repairs.grade.map_or_else(|| "a puzzle".to_owned(), in_words);
            let rest = context.text(format!(": {grade}"));
            text.push(TextItem::new([context.good("1 solution"), rest]));
        }
        SolutionCount::Exact(all) if all.bits() == 0 => {
            text.extend(begun.is_none().then(|| context.wrong("no solution")));
        }
        SolutionCount::Exact(_) | SolutionCount::About(_) | SolutionCount::AtLeast(_) => {
            let key = context.key(Action::DIFFER).content;
            let number = number(solutions);
            let item = context.item(format!("*{number} solutions*; `{key}` where two differ"));
            text.push(TextItem { hit: context.key_target(Action::DIFFER), ..item });
        }
    }
    let superfluous = &repairs.superfluous;
    let givens = MessageList::of(&superfluous.givens).joined(", ");
    let borders = superfluous.borders.iter().map(|(one, other)| format!("{one}|{other}"));
    let borders = MessageList::of(borders).joined(", ");
    for (what, names) in [("given", givens), ("border", borders)] {
        if !names.is_empty() {
            text.say(format!("superfluous: {what} {names}"));
        }
    }
}

/// The line saying that no rule uses the drawn regions; `None` if a rule does.
pub(crate) fn unused_regions(context: &Context<'_>) -> Option<TextItem> {
    let rules = context.model.rules_with_regions()?;
    Some(context.wrong(format!("no rule uses regions yet (':rules\u{a0}{rules}')")).into())
}

/// Width of the sign of a brush, in columns.
const BRUSH: u16 = 3;

/// The brushes that a click chooses: each region, a new one, and holes; or weights of one digit.
pub(crate) fn brushes<'a>(context: &'a Context<'a>, painting: &Painting, width: u16) -> Framed<'a> {
    let model = context.model;
    let regions = model.problem().rules().regions();
    let is_drawn = |letter| {
        regions.is_some_and(|regions| regions.cells().iter().any(|(drawn, _)| *drawn == letter))
    };
    let plain = |sign: String| context.strong(format!(" {sign} "));
    let letter_entry = |letter: char| {
        let is_drawn = is_drawn(letter);
        let sign = if is_drawn { chip(context, letter) } else { plain(letter.to_string()) };
        (Brush::Region(letter), sign)
    };
    let digit_entry = |digit: i64| (Brush::Weight(digit), plain(digit.to_string()));
    let mut signs: Vec<(Brush, Span<'static>)> = if painting.is_of_weights() {
        (0..10).map(digit_entry).collect()
    } else {
        let hole = (Brush::Hole, plain(".".to_owned()));
        model.region_letters().into_iter().map(letter_entry).chain([hole]).collect()
    };
    for (brush, sign) in &mut signs {
        if matches!(brush, Brush::Region(letter) if model.app.locked_regions().contains(letter)) {
            sign.content = format!("({})", sign.content.trim()).into();
        }
    }
    for (_, sign) in signs.iter_mut().filter(|(brush, _)| *brush == painting.brush) {
        sign.content = format!("[{}]", sign.content.trim()).into();
    }
    let in_row = usize::from(width.saturating_sub(frame::COLUMNS) / BRUSH).max(1);
    let rows = signs.len().div_ceil(in_row) as u16;
    let title = if painting.is_of_weights() { "paint" } else { "regions, holes" };
    let draw = move |surface: &mut Surface<'_>, inside: Rect| {
        for (index, (brush, sign)) in signs.iter().enumerate() {
            let (column, row) = ((index % in_row) as u16, (index / in_row) as u16);
            let (x, y) = (inside.x + column * BRUSH, inside.y + row);
            let area = Rect { x, y, width: BRUSH, height: 1 }.intersection(inside);
            print(surface.buffer, area, sign);
            surface.hits.add(area, Hit::Brush(*brush));
        }
    };
    let hint = if model.view.mouse { "a click chooses" } else { "" };
    Framed::drawing(context, title, rows..=rows, draw).right_title(hint)
}

/// The letter of a region on its colour.
fn chip(context: &Context<'_>, letter: char) -> Span<'static> {
    let color = context.model.view.region_colors.color(letter);
    context.look.region_chip(Region { letter, color })
}
