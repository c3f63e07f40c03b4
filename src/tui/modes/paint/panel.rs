//! The part of the panel about painting regions and holes, and about what repaints leave.

use export::face::Region;
use problem::GroupId;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::model::Hit;
use crate::modes::paint::Painting;
use crate::parts::{HeightRequest, PartPriority, frame};
use crate::view::panel::context::{self, Context};
use crate::view::panel::item::TextItem;
use crate::view::panel::section::{DrawnSection, Paragraphs, SectionRows};
use crate::view::print::print;
use app::operations::brush::Brush;
use app::{Action, jobs};
use session::puzzle::Repaint;
use session::{MessageList, SolutionCount};

/// Number of rows of the list of repaints that are required.
const INSISTED: u16 = 6;

/// Number of repaints before the marked one that stay visible.
const BEFORE: usize = 2;

/// The brush, and the keys of paint mode.
pub(crate) fn section<'a>(context: &'a Context<'a>, painting: &Painting) -> Paragraphs<'a> {
    let model = context.model;
    let brush = match painting.brush {
        Brush::Region(letter) => {
            vec![
                chip(context, letter),
                Span::raw(" "),
                context.strong(GroupId::Region(letter).to_string()),
            ]
        }
        Brush::Hole => vec![context.strong("holes")],
        Brush::Filling => vec![context.strong("taking holes away")],
        Brush::Weight(weight) => return weights(context, weight),
    };
    let mut letters = TextItem::new(vec![Span::styled("a-z 0-9", context.styles.key)]);
    letters.indent = letters.line.width() as u16 + 1;
    letters.line.push_span(context.text(" another region"));
    let region =
        model.problem().rules().regions().and_then(|regions| regions.region(model.view.cursor));
    let here =
        region.map_or_else(|| "no region".to_owned(), |region| GroupId::Region(region).to_string());
    let mut items = vec![TextItem::new(brush)];
    items.extend(told(context));
    items.extend([
        context.key_text_item(Action::PAINT_CELL, "paints a cell; the mouse paints along"),
        letters,
        context.key_text_item(Action::REPAIRS, "repair: try each repaint"),
        context.key_text_item(Action::PAINT_HOLE, "holes"),
        context.key_text_item(Action::FILL_HOLE, "takes a hole away"),
        context.key_text_item(Action::UNDO, "undo"),
        context.key_text_item(Action::CANCEL, "back to the board"),
    ]);
    Paragraphs::new(context, "painting", items, (PartPriority::Must, SectionRows::Text(4, 10)))
        .right_title(context.dim(format!("{}: {here}", model.view.cursor)))
}

/// The weight that is painted, and the keys that set weights.
fn weights<'a>(context: &'a Context<'a>, weight: i64) -> Paragraphs<'a> {
    let model = context.model;
    let mut digits = TextItem::new(vec![Span::styled("0-9", context.styles.key)]);
    digits.indent = digits.line.width() as u16 + 1;
    digits.line.push_span(context.text(" the weight of the cell"));
    let key = |action, text| context.key_text_item(action, text);
    let items = vec![
        TextItem::from(context.strong(format!("weight {weight}"))),
        digits,
        key(Action::WEIGH_SIGN, "the other sign"),
        key(Action::WEIGH_ERASE, "erases a digit"),
        key(Action::PAINT_CELL, "paints, like the mouse"),
        context.key_text_item(Action::UNDO, "undo"),
        context.key_text_item(Action::CANCEL, "back to the board"),
    ];
    let here = model.weight(model.view.cursor).unwrap_or(0);
    Paragraphs::new(context, "weights", items, (PartPriority::Must, SectionRows::Text(4, 8)))
        .right_title(context.dim(format!("{}: {here}", model.view.cursor)))
}

/// The list of repaints from the marked one on, if it is open.
pub(crate) fn list<'a>(context: &'a Context<'a>) -> Option<Paragraphs<'a>> {
    let model = context.model;
    let (repaints, marked) = model.repaints()?;
    let mut items = told(context);
    let first = marked.saturating_sub(BEFORE);
    let entry = |(index, repaint): (usize, &Repaint)| {
        let pointer = if index == marked { ">" } else { " " };
        let is_good = repaint.is_unique() && !repaint.breaks;
        let name = format!("{pointer}{:<3} ", repaint.cell);
        let effect = repaint.effect();
        let style = match (index == marked, is_good) {
            (true, _) => context.styles.strong,
            (false, true) => context.styles.good,
            (false, false) => context.styles.dim,
        };
        TextItem {
            hit: Some(Hit::Repaint(repaint.cell, repaint.region)),
            indent: 8,
            ..TextItem::new(vec![
                Span::styled(name, style),
                chip(context, repaint.region),
                Span::styled(format!(" {effect}"), style),
            ])
        }
    };
    if first > 0 {
        items.push(context.dim(format!("{} {first} better", context.styles.ellipsis())).into());
    }
    items.extend(repaints.iter().enumerate().skip(first).map(entry));
    let is_asked = model.app.jobs.answering.as_ref().is_some_and(|it| it.job.is::<jobs::Repair>());
    let fact = match (is_asked, model.app.session.knowledge().repairs.is_complete) {
        (true, _) => format!("{} so far", context::counted(repaints.len(), "repaint", "repaints")),
        (false, true) => context::counted(repaints.len(), "repaint", "repaints"),
        (false, false) => "cancelled".to_owned(),
    };
    let rows = SectionRows::List(INSISTED);
    Some(
        Paragraphs::new(context, "repair", items, (PartPriority::Must, rows))
            .right_title(context.dim(fact)),
    )
}

/// The number of solutions, a missing rule, and what the puzzle does not need.
fn told(context: &Context<'_>) -> Vec<TextItem> {
    let repairs = &context.model.app.session.knowledge().repairs;
    let mut items: Vec<TextItem> = unused_regions(context).into_iter().collect();
    let Some(solutions) = &repairs.solutions else { return items };
    let text = session::puzzle::solutions_in_words(solutions);
    items.push(match solutions {
        SolutionCount::Exact(number) if *number == 1_u32.into() => {
            TextItem::new(vec![Span::styled(text, context.styles.good), context.text(": a puzzle")])
        }
        SolutionCount::Exact(number) if number.bits() == 0 => context.wrong("no solution").into(),
        SolutionCount::Exact(_) | SolutionCount::About(_) | SolutionCount::AtLeast(_) => {
            let key = context.key(Action::DIFFER);
            TextItem {
                hit: context.key_target(Action::DIFFER),
                ..TextItem::new(vec![
                    context.strong(text),
                    context.text("; "),
                    key,
                    context.text(" where two differ"),
                ])
            }
        }
    });
    let superfluous = &repairs.superfluous;
    if !superfluous.givens.is_empty() {
        let cells = MessageList::of(&superfluous.givens).joined(", ");
        items.push(context.text(format!("superfluous: given {cells}")).into());
    }
    if !superfluous.borders.is_empty() {
        let pairs = superfluous.borders.iter().map(|(one, other)| format!("{one}|{other}"));
        let pairs = MessageList::of(pairs).joined(", ");
        items.push(context.text(format!("superfluous: border {pairs}")).into());
    }
    items
}

/// The line that no rule uses the drawn regions, as long as that is so.
pub(crate) fn unused_regions(context: &Context<'_>) -> Option<TextItem> {
    let rules = context.model.rules_with_regions()?;
    Some(context.wrong(format!("no rule uses regions yet (':rules\u{a0}{rules}')")).into())
}

/// Width of the sign of a brush, in columns.
const BRUSH: u16 = 3;

/// The brushes that a click chooses: each region, a new one, and holes; or weights of one digit.
pub(crate) fn brushes<'a>(
    context: &'a Context<'a>,
    painting: &Painting,
    width: u16,
) -> DrawnSection<'a> {
    let regions = context.model.problem().rules().regions();
    let letters = context.model.region_letters();
    let is_drawn = |letter| {
        regions.is_some_and(|regions| regions.cells().iter().any(|(drawn, _)| *drawn == letter))
    };
    let of_letter = |letter: char| {
        let plain = || context.strong(format!(" {letter} "));
        let sign = if is_drawn(letter) { chip(context, letter) } else { plain() };
        (Brush::Region(letter), sign)
    };
    let of_digit = |digit| (Brush::Weight(digit), context.strong(format!(" {digit} ")));
    let mut signs: Vec<(Brush, Span<'static>)> = if painting.is_of_weights() {
        (0..10).map(of_digit).collect()
    } else {
        let hole = (Brush::Hole, context.strong(" . "));
        letters.into_iter().map(of_letter).chain([hole]).collect()
    };
    for (_, sign) in signs.iter_mut().filter(|(brush, _)| *brush == painting.brush) {
        sign.content = format!("[{}]", sign.content.trim()).into();
    }
    let in_row = usize::from(width.saturating_sub(4) / BRUSH).max(1);
    let rows = signs.len().div_ceil(in_row) as u16 + frame::ROWS;
    let hint = if context.model.view.mouse { "a click chooses" } else { "" };
    DrawnSection {
        context,
        title: if painting.is_of_weights() { "paint" } else { "regions, holes" },
        right_title: hint.to_owned(),
        part: HeightRequest { need: PartPriority::Wanted, least: rows, best: rows },
        draw: Box::new(move |surface, inside| {
            for (index, (brush, sign)) in signs.iter().enumerate() {
                let (column, row) = ((index % in_row) as u16, (index / in_row) as u16);
                let (x, y) = (inside.x + column * BRUSH, inside.y + row);
                let area = Rect { x, y, width: BRUSH, height: 1 }.intersection(inside);
                print(surface.buffer, area, Line::from(sign.clone()));
                surface.hits.add(area, Hit::Brush(*brush));
            }
        }),
    }
}

/// The letter of a region on its colour.
fn chip(context: &Context<'_>, letter: char) -> Span<'static> {
    let color = context.model.view.region_colors.color(letter);
    context.look.region_chip(Region { letter, color })
}
