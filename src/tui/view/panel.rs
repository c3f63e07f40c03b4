//! The panel: framed parts in order of importance, one file each. If rows are short, the least important parts are left
//! out. Without room for a frame, one line shows the most important fact.

pub(crate) mod cell;
pub(crate) mod context;
mod costs;
mod diagram;
mod heat;
pub(crate) mod hint;
pub(crate) mod item;
mod legend;
mod lens;
pub(super) mod making;
mod next;
pub(crate) mod orders;
mod pieces;
pub(crate) mod play;
mod regions;
pub(crate) mod section;
mod solutions;
mod thumbnails;
mod work;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::print::{Surface, print};
use crate::model::Model;
use crate::model::scene::Scene;
use crate::model::what_if::WhatIf;
use crate::modes::ModeFact;
use crate::modes::watch::{SearchPlayback, panel as search};
use crate::parts::stack::{self, HeightRequest, PanelArrangement};
use crate::parts::wrap;
use app::DiagramView;
pub(super) use cell::level;
use context::Context;
use diagram::DiagramPanel;
pub(super) use diagram::{next_view, rows};
use export::PictureKind;
use section::Section;
use solutions::SolutionsPanel;
use thumbnails::Thumbnails;

/// Number of rows of the panel that the lens leaves to more important parts: the cell and the beginning of the
/// solutions.
const ROWS_BESIDE_LENS: u16 = 12;

/// Draws the parts of the panel that fit.
pub(super) fn render(surface: &mut Surface<'_>, panel: Rect, model: &Model, scene: &Scene<'_>) {
    let context = Context::of(model, scene);
    if panel.height <= 1 {
        return render_line(surface.buffer, panel, &context);
    }
    let has_graph = !model.view.layout.graph.is_empty();
    let is_below = panel.y >= model.view.layout.board.bottom() && !has_graph;
    if let Some(watching) = model.playback() {
        if search::has_cell_below(model) {
            search::cell(&context, &watching.first).render(surface, model.view.layout.below);
        }
        if model.view.layout.second_board_offset > 0 {
            return render_beside(surface, panel, &context, watching);
        }
    }
    let mut left = panel;
    let mut diagram = has_diagram(model).then(|| DiagramPanel::of(&context, false));
    if let (_, Some(right)) = stack::columns(panel)
        && !is_below
        && diagram.as_ref().is_some_and(DiagramPanel::is_known)
    {
        diagram = None;
        left = stack::columns(panel).0;
        DiagramPanel::of(&context, true).render(surface, right);
    }
    let sections = Sections::of(&context, left, diagram).added;
    let parts: Vec<HeightRequest> =
        sections.iter().map(|section| section.height_request(left.width)).collect();
    let arrange = if is_below { stack::place_side_by_side } else { stack::arrange };
    match arrange(left, &parts) {
        PanelArrangement::Frames(areas) => {
            for (section, area) in sections.iter().zip(areas) {
                if let Some(area) = area {
                    section.render(surface, area);
                }
            }
        }
        PanelArrangement::Line(area) => render_line(surface.buffer, area, &context),
    }
}

/// Draws the frames of two searches, each next to its board.
fn render_beside(
    surface: &mut Surface<'_>,
    panel: Rect,
    context: &Context<'_>,
    watching: &SearchPlayback,
) {
    let mut rest = panel;
    for (replay, is_last) in watching.searches().zip([false, true]) {
        let rows =
            if is_last { rest.height } else { context.model.view.layout.second_board_offset };
        let area = Rect { height: rows.min(rest.height), ..rest };
        search::one_of_two(context, watching, replay).render(surface, area);
        rest = Rect { y: area.bottom(), height: rest.height - area.height, ..rest };
    }
}

/// Minimum height of a panel with room for both the chart by number of pieces and the next actions, in rows.
const WITH_CHART: u16 = 30;

/// True if the panel shows diagrams.
fn has_diagram(model: &Model) -> bool {
    model.app.has_full_assist()
        && !model.app.is_hidden()
        && model.app.diagram != DiagramView::Hidden
        && model.view.layout.graph.is_empty()
        && WhatIf::of(model).is_none()
        && model.mode().has(ModeFact::HasDiagram)
}

/// The parts of a panel, in order of importance.
pub(crate) struct Sections<'a> {
    pub context: &'a Context<'a>,
    pub panel: Rect,
    added: Vec<Box<dyn Section + 'a>>,
}

impl<'a> Sections<'a> {
    /// Adds a part, unless it is `None`.
    pub(crate) fn add(&mut self, section: Option<impl Section + 'a>) {
        self.added.extend(section.map(|section| Box::new(section) as _));
    }

    fn of(context: &'a Context<'a>, panel: Rect, diagram: Option<DiagramPanel<'a>>) -> Self {
        let model = context.model;
        let mut sections = Self { context, panel, added: Vec::new() };
        if model.app.puzzle_request().is_some() {
            sections.add(making::section(context));
            return sections;
        }
        if model.app.is_paused() {
            sections.add(play::section(context));
            return sections;
        }
        if !model.mode().behavior().add_sections(&mut sections) {
            return sections;
        }
        // The other parts show the position, not the picture of a contradiction.
        if matches!(context.scene.kind, PictureKind::WhatIf) {
            sections.add(Some(SolutionsPanel::of(context, panel)));
            sections.add(legend::section(context));
            return sections;
        }
        let tells_all = model.app.has_full_assist();
        sections.add(heat::scale(context, panel.width));
        sections.add(lens::section(
            context,
            panel.width,
            panel.height.saturating_sub(ROWS_BESIDE_LENS),
        ));
        sections.add(costs::section(context));
        sections.add(regions::section(context, panel.width).filter(|_| !tells_all));
        sections.add(Some(SolutionsPanel::of(context, panel)));
        sections.add(regions::section(context, panel.width).filter(|_| tells_all));
        sections.add(heat::hottest(context));
        sections.add(heat::most_telling(context));
        // If the diagram is hidden, a low panel shows the next actions instead of the chart.
        let has_chart = model.app.diagram != DiagramView::Hidden || panel.height >= WITH_CHART;
        sections.add(pieces::section(context).filter(|_| has_chart));
        sections.add(diagram.filter(|_| context.scene.heat.is_none()));
        let suggests = model.mode().has(ModeFact::Suggests);
        // The orders of the walked graph are shown instead.
        let has_orders = orders::section(context).is_some();
        sections.add((suggests && !has_orders).then(|| next::section(context)));
        sections.add(legend::section(context));
        sections.add(Thumbnails::of(context));
        sections
    }
}

/// Draws the most important fact in one line, with the number of solutions at the right.
fn render_line(buffer: &mut Buffer, area: Rect, context: &Context<'_>) {
    let is_making = context.model.app.puzzle_request().is_some();
    let fact = if is_making { Line::default() } else { solutions::right_title(context) };
    let width = fact.width() as u16;
    let room = area.width.saturating_sub(width + 4);
    let mut line = Line::from(Span::raw(" "));
    line.extend(if context.model.app.is_paused() {
        vec![context.strong("paused")]
    } else if is_making {
        making::at_work(context).into_iter().flat_map(|item| item.line.spans).collect()
    } else if let Some(summary) = context.model.mode().behavior().summary(context) {
        summary
    } else if context.model.app.hint.is_some() {
        // A notice shows the hint, since it has more room.
        Vec::new()
    } else {
        cell::summary(context).spans
    });
    print(buffer, area, wrap::fit(&line, room, context.styles.ellipsis()));
    let x = area.right().saturating_sub(width + 1).max(area.x);
    print(buffer, Rect { x, width: area.right().saturating_sub(x), ..area }, fact);
}

#[cfg(test)]
mod tests;
