//! The panel: framed parts in order of importance, one file each. If rows are short, the least important parts are left
//! out. Without room for a frame, one line shows the most important fact.

pub(super) mod browse;
mod cell;
mod claim;
pub(super) mod context;
mod costs;
mod diagram;
mod heat;
pub(super) mod hint;
mod item;
mod legend;
mod lens;
pub(super) mod making;
mod next;
mod orders;
mod paint;
mod pieces;
mod play;
mod regions;
pub(super) mod search;
mod section;
pub(super) mod series;
mod solutions;
mod thumbnails;
mod timeline;
mod tree;
mod work;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::print::{Surface, print};
use crate::model::scene::Scene;
use crate::model::what_if::WhatIf;
use crate::model::{DiagramView, Model};
use crate::modes::Mode;
use crate::modes::paint::Painting;
use crate::modes::watch::SearchPlayback;
use crate::parts::stack::{self, HeightRequest, PanelArrangement};
use crate::parts::wrap;
pub(super) use cell::level;
use context::Context;
pub(super) use context::counted;
use diagram::DiagramPanel;
pub(super) use diagram::rows;
use export::PictureKind;
use section::Section;
pub(super) use series::{board_picture, series_name};
use solutions::SolutionsPanel;
use thumbnails::Thumbnails;

/// Minimum width of a part below the board, in columns.
const PART_BELOW: u16 = 24;

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
        if has_cell_below(model) {
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
    let Sections(sections) = Sections::of(&context, left, diagram);
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

/// Minimum height of a panel that shows the search tree before the last events, in rows.
const WITH_TREE: u16 = 18;

/// Minimum number of rows below the board for showing the cell there.
const CELL_BELOW: u16 = 4;

/// True if a watched search has enough room below the board to show the cell there.
fn has_cell_below(model: &Model) -> bool {
    model.view.layout.below.height >= CELL_BELOW && model.view.layout.below.width >= PART_BELOW
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

/// Minimum height of a panel that shows the brushes of paint mode, in rows.
const WITH_BRUSHES: u16 = 12;

/// Minimum height of a panel with room for both the chart by number of pieces and the next actions, in rows.
const WITH_CHART: u16 = 30;

/// True if the panel shows diagrams.
fn has_diagram(model: &Model) -> bool {
    model.has_full_assist()
        && !model.is_hidden()
        && model.view.diagram != DiagramView::Hidden
        && model.view.layout.graph.is_empty()
        && WhatIf::of(model).is_none()
        && matches!(
            model.mode,
            Mode::Board | Mode::Browse(_) | Mode::Graph { .. } | Mode::Ways { .. }
        )
}

/// The parts of the panel, in order of importance.
#[derive(Default)]
struct Sections<'a>(Vec<Box<dyn Section + 'a>>);

impl<'a> Sections<'a> {
    /// Adds a part, unless it is `None`.
    fn add(&mut self, section: Option<impl Section + 'a>) {
        self.0.extend(section.map(|section| Box::new(section) as _));
    }

    fn of(context: &'a Context<'a>, panel: Rect, diagram: Option<DiagramPanel<'a>>) -> Self {
        let model = context.model;
        let mut sections = Self::default();
        if model.puzzle_request().is_some() {
            sections.add(making::section(context));
            return sections;
        }
        if model.is_paused() {
            sections.add(play::section(context));
            return sections;
        }
        match &model.mode {
            Mode::Watch(watching) => {
                sections.add_searches(context, panel, watching);
                return sections;
            }
            Mode::Series(view) => {
                sections.add(Some(series::stage(context, view)));
                sections.add(Some(series::stages(context, view)));
                sections.add(Some(series::next(context)));
                return sections;
            }
            Mode::Prove(view) => {
                sections.add(Some(claim::section(context, view)));
                sections.add(Some(claim::next(context)));
                return sections;
            }
            Mode::Paint(Painting { list: Some(_), .. }) => sections.add(paint::list(context)),
            Mode::Paint(painting) => {
                let brushes = paint::brushes(context, painting, panel.width);
                sections.add(Some(brushes).filter(|_| panel.height >= WITH_BRUSHES));
                sections.add(Some(paint::section(context, painting)));
            }
            Mode::Browse(solution) => sections.add(Some(browse::section(context, solution))),
            Mode::Board | Mode::Graph { .. } | Mode::Ways { .. } => {
                sections.add(model.app.hint.as_ref().map(|shown| hint::section(context, shown)));
                sections.add(play::section(context));
                sections.add(Some(cell::section(context)));
                sections.add(orders::section(context));
            }
        }
        // The other parts show the position, not the picture of a contradiction.
        if matches!(context.scene.kind, PictureKind::WhatIf) {
            sections.add(Some(SolutionsPanel::of(context, panel)));
            sections.add(legend::section(context));
            return sections;
        }
        let tells_all = model.has_full_assist();
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
        let has_chart = model.view.diagram != DiagramView::Hidden || panel.height >= WITH_CHART;
        sections.add(pieces::section(context).filter(|_| has_chart));
        sections.add(diagram.filter(|_| context.scene.heat.is_none()));
        let is_board = matches!(model.mode, Mode::Board | Mode::Graph { .. } | Mode::Ways { .. });
        // The orders of the walked graph are shown instead.
        let has_orders = orders::section(context).is_some();
        sections.add((is_board && !has_orders).then(|| next::section(context)));
        sections.add(legend::section(context));
        sections.add(Thumbnails::of(context));
        sections
    }

    /// Adds the parts of one or two watched searches.
    fn add_searches(
        &mut self,
        context: &'a Context<'a>,
        panel: Rect,
        watching: &'a SearchPlayback,
    ) {
        let first = &watching.first;
        if let Some(beside) = &watching.second_search {
            self.add(Some(search::one_of_two(context, watching, first)));
            self.add(Some(search::one_of_two(context, watching, beside)));
            return self.add(Some(search::common_progress(context, watching, beside)));
        }
        let has_room = panel.height >= WITH_TREE;
        self.add((!has_room).then(|| search::events_section(context, first)));
        // The graph beside the panel takes the place of the tree.
        let has_graph = !context.model.view.layout.graph.is_empty();
        self.add((!has_graph).then(|| search::single_search_tree(context, watching)));
        self.add(Some(search::progress(context, watching)));
        self.add(has_room.then(|| search::events_section(context, first)));
        let has_cell = !has_cell_below(context.model) && !has_graph;
        self.add(has_cell.then(|| search::cell(context, first)));
        self.add(search::causes(context, first));
    }
}

/// Draws the most important fact in one line, with the number of solutions at the right.
fn render_line(buffer: &mut Buffer, area: Rect, context: &Context<'_>) {
    let is_making = context.model.puzzle_request().is_some();
    let fact = if is_making { Line::default() } else { solutions::right_title(context) };
    let width = fact.width() as u16;
    let room = area.width.saturating_sub(width + 4);
    let mut line = Line::from(Span::raw(" "));
    line.extend(match &context.model.mode {
        _ if context.model.is_paused() => vec![context.strong("paused")],
        _ if is_making => {
            making::at_work(context).into_iter().flat_map(|item| item.line.spans).collect()
        }
        Mode::Watch(watching) => vec![context.strong(search::sentence(&watching.first))],
        Mode::Series(view) => vec![context.strong(series::sentence(view).to_owned())],
        // A notice shows the hint, since it has more room.
        _ if context.model.app.hint.is_some() => Vec::new(),
        _ => cell::summary(context).spans,
    });
    print(buffer, area, wrap::fit(&line, room, context.styles.ellipsis()));
    let x = area.right().saturating_sub(width + 1).max(area.x);
    print(buffer, Rect { x, width: area.right().saturating_sub(x), ..area }, fact);
}

#[cfg(test)]
mod tests;
