//! The heat map: its scale in words and numbers, the hottest cells, and the cell that divides the solutions best.

use itertools::Itertools;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::context::Context;
use super::item::TextItem;
use super::next::left_by;
use super::section::{DrawnSection, Paragraphs, SectionRows};
use crate::look::Glyphs;
use crate::model::scene::{on_scale, warmth};
use crate::parts::{HeightRequest, PartPriority, bars, frame};
use crate::view::legend::{scale_label, scale_step};
use crate::view::print::{print, print_lines};
use app::{Action, Shading};
use export::face::heat;
use geometry::Cell;
use session::CellState;

/// Maximum number of cells that are listed.
const LISTED: usize = 7;

/// Minimum number of cells that are listed.
const MIN_LISTED: u16 = 3;

/// Number of numbers below the scale.
const LABELS: u16 = 5;

/// Width of the longest label in the list of cells, in columns.
const LABEL: u16 = 6;

/// What the colours mean, with a scale. `None` without a heat map.
pub(super) fn scale<'a>(context: &'a Context<'a>, width: u16) -> Option<DrawnSection<'a>> {
    let range = context.scene.heat?;
    let (model, inside) = (context.model, width.saturating_sub(4));
    let piece = model.app.session.rules().piece().name();
    let text = match model.app.shading {
        Shading::Costs => "what the cheapest solution with a piece on the cell costs".to_owned(),
        Shading::Weights => "what a piece on the cell costs".to_owned(),
        Shading::Off | Shading::Heat | Shading::Percent | Shading::Consistency => {
            format!("how many of the remaining solutions have a piece ({piece}) on the cell")
        }
    };
    let words = TextItem::from(context.text(text)).rows(inside);
    let here = (model.shown_state(model.view.cursor) == Some(CellState::Possible))
        .then(|| warmth(model, model.view.cursor))
        .flatten()
        .map(|warmth| on_scale(warmth, range));
    let height = words.len() as u16 + 2 + frame::ROWS;
    Some(DrawnSection {
        context,
        title: "heat map",
        right_title: format!("{} changes it", model.view.keys.key(Action::HEAT_MAP)),
        part: HeightRequest { need: PartPriority::Wanted, least: height, best: height },
        draw: Box::new(move |surface, area| {
            let (words_height, last) = (words.len() as u16, f32::from(area.width.max(2) - 1));
            print_lines(surface.buffer, area, words.clone());
            let tick = here.map(|share| (share * last).round());
            let step = |x: u16| {
                let heat = f32::from(x) / last;
                scale_step(&context.look, heat, tick == Some(f32::from(x)))
            };
            let steps: Line<'static> = (0..area.width).map(step).collect();
            let labels = labels(context, range, area.width);
            let rows = Rect { y: area.y + words_height, ..area }.intersection(area);
            print_lines(surface.buffer, rows, [steps, labels]);
        }),
    })
}

/// The numbers below a scale of this width, evenly distributed.
fn labels(context: &Context<'_>, (least, most): (f64, f64), width: u16) -> Line<'static> {
    if most <= least {
        return Line::from(
            context.dim(format!("{} each", scale_label(context.model.app.shading, most))),
        );
    }
    let mut text = String::new();
    for number in 0..LABELS {
        let share = f64::from(number) / f64::from(LABELS - 1);
        let label = scale_label(context.model.app.shading, least + share * (most - least));
        let center = usize::from(number * width.saturating_sub(1) / (LABELS - 1));
        let last_start = usize::from(width).saturating_sub(label.len());
        let start = center.saturating_sub(label.len() / 2).min(last_start);
        let gap = start.saturating_sub(text.len());
        if gap > 0 || text.is_empty() {
            text.push_str(&" ".repeat(gap));
            text.push_str(&label);
        }
    }
    Line::from(context.dim(text))
}

/// The hottest possible cells with their values. `None` without a heat map.
pub(super) fn hottest<'a>(context: &'a Context<'a>) -> Option<DrawnSection<'a>> {
    let range = context.scene.heat?;
    let model = context.model;
    let cells = model.app.session.rules().size().iter();
    let possible = cells.filter(|&cell| model.shown_state(cell) == Some(CellState::Possible));
    let listed: Vec<(Cell, f64)> = possible
        .filter_map(|cell| Some((cell, warmth(model, cell)?)))
        .sorted_by(|(_, one), (_, other)| other.total_cmp(one))
        .take(LISTED)
        .collect();
    let rows = listed.len() as u16;
    let is_of_costs = model.app.shading.is_of_costs();
    let name_width = listed.iter().map(|(cell, _)| cell.to_string().len()).max().unwrap_or(0);
    Some(DrawnSection {
        context,
        title: if is_of_costs { "cheapest" } else { "hottest" },
        right_title: String::new(),
        part: HeightRequest {
            need: PartPriority::Wanted,
            least: rows.min(MIN_LISTED) + frame::ROWS,
            best: rows + frame::ROWS,
        },
        draw: Box::new(move |surface, inside| {
            for (y, &(cell, warmth)) in (inside.y..inside.bottom()).zip(&listed) {
                let hotness = on_scale(warmth, range);
                let share = if is_of_costs { f64::from(hotness) } else { warmth / range.1 };
                let before = name_width as u16 + 1;
                let area = Rect { y, height: 1, ..inside };
                let name = context.strong(format!("{cell:<name_width$}"));
                print(surface.buffer, area, Line::from(name));
                let width = inside.width.saturating_sub(before + LABEL + 1);
                let bar = Rect { x: inside.x + before, width, ..area }.intersection(area);
                bars::bar(surface.buffer, bar, share, false, &context.styles);
                if context.styles.chart_colors.is_some() && context.look.glyphs == Glyphs::Unicode {
                    let end = (share * f64::from(bar.width)).round().max(1.0);
                    let columns = (0..bar.width).filter(|&column| f64::from(column) < end);
                    let width = columns.count() as u16;
                    let ink = context.look.color(heat::tint(hotness));
                    let filled = Rect { width, ..bar }.intersection(bar);
                    surface.buffer.set_style(filled, Style::new().fg(ink));
                }
                let label = if is_of_costs {
                    scale_label(model.app.shading, warmth)
                } else {
                    format!("{:.1} %", 100.0 * warmth)
                };
                let x = inside.right().saturating_sub(LABEL).max(inside.x);
                let label = Line::from(context.text(format!("{label:>0$}", usize::from(LABEL))));
                print(surface.buffer, Rect { x, width: inside.right() - x, ..area }, label);
            }
        }),
    })
}

/// The cell that divides the solutions best. `None` without a heat map of solutions, or if no cell is open.
pub(super) fn most_telling<'a>(context: &'a Context<'a>) -> Option<Paragraphs<'a>> {
    let session = &context.model.app.session;
    let is_shown = context.scene.heat.is_some() && !context.model.app.shading.is_of_costs();
    let cell = session.most_informative().filter(|_| is_shown)?;
    let [with, without] = left_by(context, cell);
    let text = TextItem::new([
        context.strong(cell.to_string()),
        context.text(" splits them best: placing it leaves "),
        context.strong(with),
        context.text(", excluding it "),
        context.strong(without),
    ]);
    let share = session.share(cell)?;
    let bar = TextItem { bar: Some(share), ..TextItem::from(context.dim("placed")) };
    let key = context.key(Action::INFORMATIVE);
    let rows = (PartPriority::Wanted, SectionRows::All);
    Some(
        Paragraphs::new(context, "most telling", vec![text, bar], rows)
            .right_title(Line::from(vec![key, context.dim(" goes there")])),
    )
}
