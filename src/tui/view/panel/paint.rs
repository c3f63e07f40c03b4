//! The part of the panel about painting regions and holes, and about what repaints leave.

use itertools::Itertools;
use problem::{GroupId, Requirement};
use ratatui::text::Span;

use super::context::{self, Context};
use super::item::TextItem;
use super::section::{Paragraphs, SectionRows};
use crate::input::{Action, PaintAction};
use crate::look::Region;
use crate::model::question::{RunningQuestion, Topic};
use crate::model::{Brush, Hit, Painting};
use crate::parts::PartPriority;
use session::SolutionCount;
use session::puzzle::Repaint;

/// Number of rows of the list of repaints that are required.
const INSISTED: u16 = 6;

/// Number of repaints before the marked one that stay visible.
const BEFORE: usize = 2;

/// The brush, and the keys of paint mode.
pub(super) fn section<'a>(context: &'a Context<'a>, painting: &Painting) -> Paragraphs<'a> {
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
    };
    let mut letters = TextItem::new(vec![Span::styled("a-z 0-9", context.styles.key)]);
    letters.indent = letters.line.width() as u16 + 1;
    letters.line.push_span(context.text(" another region"));
    let region = model.problem().rules().regions().and_then(|regions| regions.region(model.cursor));
    let here =
        region.map_or_else(|| "no region".to_owned(), |region| GroupId::Region(region).to_string());
    let mut items = vec![TextItem::new(brush)];
    items.extend(told(context));
    items.extend([
        context.key_text_item(
            Action::Painting(PaintAction::Cell),
            "paints a cell; the mouse paints along",
        ),
        letters,
        context.key_text_item(Action::Painting(PaintAction::Repairs), "repair: try each repaint"),
        context.key_text_item(Action::Painting(PaintAction::Hole), "holes"),
        context.key_text_item(Action::Painting(PaintAction::Fill), "takes a hole away"),
        context.key_text_item(Action::Undo, "undo"),
        context.key_text_item(Action::Cancel, "back to the board"),
    ]);
    Paragraphs::new(context, "painting", items, (PartPriority::Must, SectionRows::Text(4, 10)))
        .right_title(context.dim(format!("{}: {here}", model.cursor)))
}

/// The list of repaints from the marked one on, if it is open.
pub(super) fn list<'a>(context: &'a Context<'a>) -> Option<Paragraphs<'a>> {
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
    let is_asked = matches!(model.answering, Some(RunningQuestion { topic: Topic::Repair, .. }));
    let fact = match (is_asked, model.session.knowledge().repairs.is_complete) {
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
    let repairs = &context.model.session.knowledge().repairs;
    let Some(solutions) = &repairs.solutions else { return Vec::new() };
    let text = session::puzzle::solutions_in_words(solutions);
    let mut items = Vec::new();
    items.push(match solutions {
        SolutionCount::Exact(number) if *number == 1_u32.into() => {
            TextItem::new(vec![Span::styled(text, context.styles.good), context.text(": a puzzle")])
        }
        SolutionCount::Exact(number) if number.bits() == 0 => context.wrong("no solution").into(),
        SolutionCount::Exact(_) | SolutionCount::About(_) | SolutionCount::AtLeast(_) => {
            let key = context.key(Action::Painting(PaintAction::Differ));
            TextItem {
                hit: context.key_target(Action::Painting(PaintAction::Differ)),
                ..TextItem::new(vec![
                    context.strong(text),
                    context.text("; "),
                    key,
                    context.text(" where two differ"),
                ])
            }
        }
    });
    let needs = context.model.problem().rules().requirements();
    if !needs.iter().any(Requirement::needs_regions) {
        let needs = needs.iter().map(ToString::to_string).chain(["regions".to_owned()]);
        let text = format!("no rule counts regions; :rules {} does", needs.format(","));
        items.push(context.wrong(text).into());
    }
    let superfluous = &repairs.superfluous;
    if !superfluous.givens.is_empty() {
        let cells: Vec<_> = superfluous.givens.iter().map(ToString::to_string).collect();
        items.push(context.text(format!("superfluous: given {}", cells.join(", "))).into());
    }
    if !superfluous.borders.is_empty() {
        let pairs = superfluous.borders.iter().map(|(one, other)| format!("{one}|{other}"));
        let pairs: Vec<_> = pairs.collect();
        items.push(context.text(format!("superfluous: border {}", pairs.join(", "))).into());
    }
    items
}

/// The letter of a region on its colour.
fn chip(context: &Context<'_>, letter: char) -> Span<'static> {
    let color = context.model.region_colors.color(letter);
    context.look.region_chip(Region { letter, color })
}
