//! The panel: framed sections in order of importance, one file each. If rows are short, the least important ones are left
//! out. Without room for a frame, one line shows the most important fact.

mod costs;
mod diagram;
mod heat;
mod legend;
mod lens;
pub(super) mod making;
mod next;
mod pieces;
mod regions;
mod solutions;
mod thumbnails;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::model::what_if::WhatIf;
use crate::model::{Model, Surface};
use crate::modes::ModeFact;
use crate::modes::board::{cell, orders, play};
use crate::modes::watch::{SearchPlayback, panel as search};
use crate::panel::{Context, Section, Sections};
use crate::widgets::stack::{self, HeightRequest, PanelArrangement};
use crate::widgets::{print, print_at_right, without_first_rows, wrap};
use app::DiagramView;
use diagram::DiagramPanel;
pub(super) use diagram::{next_view, next_view_word, rows};
use export::PictureKind;
use solutions::SolutionsPanel;

/// Number of rows of the panel that the lens leaves to more important sections: the cell and the beginning of the
/// solutions.
const ROWS_BESIDE_LENS: u16 = 12;

/// Draws the sections of the panel that fit.
pub(super) fn render(surface: &mut Surface<'_>, panel: Rect, context: &Context<'_>) {
    let model = context.model;
    if panel.height <= 1 {
        return render_line(surface.buffer, panel, context);
    }
    let has_graph = !model.view.layout.graph.is_empty();
    let is_below = panel.y >= model.view.layout.board.bottom() && !has_graph;
    if let Some(playback) = model.playback() {
        if search::has_cell_below(model) {
            search::cell(context, &playback.first).render(surface, model.view.layout.below);
        }
        if model.view.layout.second_board_offset > 0 {
            return render_beside(surface, panel, context, playback);
        }
    }
    let mut diagram = has_diagram(model).then(|| DiagramPanel::of(context, false));
    // A known diagram fills the right column, if there are two.
    let (left, right) = if is_below { (panel, None) } else { stack::columns(panel) };
    let right = right.filter(|_| diagram.as_ref().is_some_and(DiagramPanel::is_known));
    let left = if right.is_some() { left } else { panel };
    if let Some(right) = right {
        diagram = None;
        DiagramPanel::of(context, true).render(surface, right);
    }
    let mut sections = Sections { context, panel: left, added: Vec::new() };
    add_sections(&mut sections, diagram);
    let requests: Vec<HeightRequest> =
        sections.added.iter().map(|section| section.height_request(left.width)).collect();
    let arrange = if is_below { stack::place_side_by_side } else { stack::arrange };
    match arrange(left, &requests) {
        PanelArrangement::Frames(areas) => {
            for (section, area) in sections.added.iter().zip(areas) {
                if let Some(area) = area {
                    section.render(surface, area);
                }
            }
        }
        PanelArrangement::Line(area) => render_line(surface.buffer, area, context),
    }
}

/// Draws the frames of two searches, each next to its board.
fn render_beside(
    surface: &mut Surface<'_>,
    panel: Rect,
    context: &Context<'_>,
    playback: &SearchPlayback,
) {
    let first = context.model.view.layout.second_board_offset.min(panel.height);
    let areas = [Rect { height: first, ..panel }, without_first_rows(panel, first)];
    for (replay, area) in playback.searches().zip(areas) {
        search::one_of_two(context, playback, replay).render(surface, area);
    }
}

/// Minimum height of a panel with room for both the chart by number of pieces and the next actions, in rows.
const MIN_ROWS_WITH_CHART: u16 = 30;

/// True if the panel shows diagrams.
fn has_diagram(model: &Model) -> bool {
    model.app.has_full_assist()
        && !model.app.is_hidden()
        && model.app.diagram != DiagramView::Hidden
        && model.view.layout.graph.is_empty()
        && WhatIf::of(model).is_none()
        && model.mode().has(ModeFact::HasDiagram)
}

/// Adds the sections of the panel in order of importance.
fn add_sections<'a>(sections: &mut Sections<'a>, diagram: Option<DiagramPanel<'a>>) {
    let (context, panel) = (sections.context, sections.panel);
    let model = context.model;
    if model.app.puzzle_request().is_some() {
        return sections.add(making::section(context));
    }
    if model.app.is_paused() {
        return sections.add(play::section(context));
    }
    if !model.mode().behavior().add_sections(sections) {
        return;
    }
    // The other sections show the position, not the picture of a contradiction.
    if matches!(context.scene.kind, PictureKind::WhatIf) {
        sections.add(Some(SolutionsPanel::of(context, panel)));
        return sections.add(legend::section(context));
    }
    let tells_all = model.app.has_full_assist();
    sections.add(heat::scale(context, panel.width));
    let lens_height = panel.height.saturating_sub(ROWS_BESIDE_LENS);
    sections.add(lens::section(context, panel.width, lens_height));
    sections.add(costs::section(context));
    sections.add(regions::section(context, panel.width).filter(|_| !tells_all));
    sections.add(Some(SolutionsPanel::of(context, panel)));
    sections.add(regions::section(context, panel.width).filter(|_| tells_all));
    sections.add(heat::hottest(context));
    sections.add(heat::most_telling(context));
    // If the diagram is hidden, a low panel shows the next actions instead of the chart.
    let has_chart = model.app.diagram != DiagramView::Hidden || panel.height >= MIN_ROWS_WITH_CHART;
    sections.add(pieces::section(context).filter(|_| has_chart));
    sections.add(diagram.filter(|_| context.scene.heat.is_none()));
    // The orders of the walked graph are shown instead.
    let suggests = model.mode().has(ModeFact::Suggests) && orders::section(context).is_none();
    sections.add(suggests.then(|| next::section(context)));
    sections.add(legend::section(context));
    sections.add(thumbnails::section(context, panel.width));
}

/// Draws the most important fact in one line, with the number of solutions at the right.
fn render_line(buffer: &mut Buffer, area: Rect, context: &Context<'_>) {
    let model = context.model;
    let is_making = model.app.puzzle_request().is_some();
    let fact = if is_making { Line::default() } else { solutions::right_title(context) };
    let width = fact.width() as u16;
    let mut line = Line::from(Span::raw(" "));
    line.extend(if model.app.is_paused() {
        vec![context.strong("paused")]
    } else if is_making {
        making::at_work(context).into_iter().flat_map(|item| item.line.spans).collect()
    } else if let Some(summary) = model.mode().behavior().summary(context) {
        summary
    } else if model.app.hint.is_some() {
        // A notice shows the hint, since it has more room.
        Vec::new()
    } else {
        cell::summary(context)
    });
    let room = area.width.saturating_sub(width + 4);
    print(buffer, area, wrap::fit(&line, room, context.styles.ellipsis()));
    print_at_right(buffer, area, &fact);
}

#[cfg(test)]
mod tests;
