//! The heat map: its scale in words and numbers, the hottest cells, and the cell that divides the solutions best.

use itertools::Itertools;
use num_traits::ToPrimitive;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::look::Glyphs;
use crate::model::Surface;
use crate::model::scene::{on_scale, warmth};
use crate::modes::board::cell::left_by;
use crate::panel::{Context, Framed, SectionRows, Text, TextItem};
use crate::view::legend::{scale_label, scale_steps};
use crate::widgets::{Need, bars, frame, print, print_lines, without_first_columns};
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

/// The meaning of the colours, with a scale. `None` without a heat map.
pub(super) fn scale<'a>(context: &'a Context<'a>, width: u16) -> Option<Framed<'a>> {
    let range = context.scene.heat?;
    let model = context.model;
    let piece = context.session.rules().piece().name();
    let text = match model.app.shading {
        Shading::Costs => "what the cheapest solution with a piece on the cell costs".to_owned(),
        Shading::Weights => "what a piece on the cell costs".to_owned(),
        Shading::Off | Shading::Heat | Shading::Percent | Shading::Consistency => {
            format!("how many of the remaining solutions have a piece ({piece}) on the cell")
        }
    };
    let words = TextItem::from(context.text(text)).rows(width.saturating_sub(frame::COLUMNS));
    let rows = words.len() as u16 + 2;
    let draw = move |surface: &mut Surface<'_>, area: Rect| {
        let steps = scale_steps(context, range, area.width).collect();
        let lines = [steps, labels(context, range, area.width)];
        print_lines(surface.buffer, area, words.iter().cloned().chain(lines));
    };
    let fact = format!("{} changes it", model.view.keys.key(Action::HEAT_MAP));
    Some(Framed::drawing(context, "heat map", rows..=rows, draw).right_title(fact))
}

/// The numbers below a scale of this width, evenly distributed.
fn labels(context: &Context<'_>, (lowest, highest): (f64, f64), width: u16) -> Line<'static> {
    let label = |value| scale_label(context.model.app.shading, value);
    if highest <= lowest {
        return Line::from(context.dim(format!("{} each", label(highest))));
    }
    let mut text = String::new();
    for number in 0..LABELS {
        let share = f64::from(number) / f64::from(LABELS - 1);
        let label = label(lowest + share * (highest - lowest));
        let center = usize::from(number * width.saturating_sub(1) / (LABELS - 1));
        let last_start = usize::from(width).saturating_sub(label.len());
        let start = center.saturating_sub(label.len() / 2).min(last_start);
        if start > text.len() || text.is_empty() {
            text = format!("{text:<start$}{label}");
        }
    }
    Line::from(context.dim(text))
}

/// The hottest possible cells with their values. `None` without a heat map.
pub(super) fn hottest<'a>(context: &'a Context<'a>) -> Option<Framed<'a>> {
    let range = context.scene.heat?;
    let (model, styles) = (context.model, &context.styles);
    let cells = context.session.rules().size().iter();
    let possible = cells.filter(|&cell| model.shown_state(cell) == Some(CellState::Possible));
    let listed: Vec<(Cell, f64)> = possible
        .filter_map(|cell| Some((cell, warmth(model, cell)?)))
        .sorted_by(|(_, one), (_, other)| other.total_cmp(one))
        .take(LISTED)
        .collect();
    let rows = listed.len() as u16;
    let is_of_costs = model.app.shading.is_of_costs();
    let has_colors = styles.chart_colors.is_some() && context.look.glyphs == Glyphs::Unicode;
    let names = listed.iter().map(|(cell, _)| cell.to_string().len()).max().unwrap_or(0);
    let draw = move |surface: &mut Surface<'_>, inside: Rect| {
        for (line, &(cell, warmth)) in inside.rows().zip(&listed) {
            let hotness = on_scale(warmth, range);
            print(surface.buffer, line, context.strong(format!("{cell:<names$}")));
            let bar = without_first_columns(line, names as u16 + 1);
            let bar = Rect { width: bar.width.saturating_sub(LABEL + 1), ..bar };
            let (share, label) = if is_of_costs {
                (f64::from(hotness), scale_label(model.app.shading, warmth))
            } else {
                (warmth / range.1, format!("{:.1} %", 100.0 * warmth))
            };
            bars::bar(surface.buffer, bar, share, false, styles);
            if has_colors {
                let filled = (share * f64::from(bar.width)).round().max(1.0).to_u16();
                let width = filled.unwrap_or(bar.width).min(bar.width);
                let ink = context.look.color(heat::tint(hotness));
                surface.buffer.set_style(Rect { width, ..bar }, Style::new().fg(ink));
            }
            let place = without_first_columns(line, line.width.saturating_sub(LABEL));
            let width = usize::from(LABEL);
            print(surface.buffer, place, context.text(format!("{label:>width$}")));
        }
    };
    let title = if is_of_costs { "cheapest" } else { "hottest" };
    Some(Framed::drawing(context, title, rows.min(MIN_LISTED)..=rows, draw))
}

/// The cell that divides the solutions best. `None` without a heat map of solutions, or if no cell is open.
pub(super) fn most_telling<'a>(context: &'a Context<'a>) -> Option<Framed<'a>> {
    let is_shown = context.scene.heat.is_some() && !context.model.app.shading.is_of_costs();
    let cell = context.session.most_informative().filter(|_| is_shown)?;
    let share = context.session.share(cell)?;
    let [with, without] = left_by(context, cell);
    let mut text = Text::new(context);
    text.say(format!(
        "*{cell}* splits them best: placing it leaves *{with}*, excluding it *{without}*"
    ));
    text.push(TextItem { bar: Some(share), ..context.note("placed") });
    let key = context.key(Action::INFORMATIVE);
    let fact = Line::from(vec![key, Span::raw(" goes there")]);
    Some(text.framed("most telling", Need::Wanted, SectionRows::All).right_title(fact))
}
