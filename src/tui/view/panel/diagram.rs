//! The diagram: a silhouette of the position's diagram inside the silhouette of the rules' diagram, with the numbers of nodes
//! after each decision.

use itertools::Itertools;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::next;
use crate::input::Scope;
use crate::look::BoardLayout;
use crate::model::graph_view::GraphForm;
use crate::model::{Model, Surface};
use crate::modes::board::cell::level;
use crate::panel::{self, Context, Section, TextItem, at_work, diagram_progress, render_items};
use crate::widgets::bars::BarRow;
use crate::widgets::frame::render_note;
use crate::widgets::silhouette::{self, LevelBand, Silhouette};
use crate::widgets::{
    HeightRequest, Need, bars, counted, frame, grouped, keycap, print, without_first_rows,
};
use app::graph::GraphAnswer;
use app::job::RunningQuestion;
use app::{Action, DiagramView, jobs};
use engine::auto::QUICK_NODES;
use engine::{DiagramSize, Phase, Progress};
use geometry::Cell;
use problem::Rules;

/// Preferred height, including the frame, in rows.
const BEST: u16 = 13;

/// Maximum number of decisions in the list of nodes after each decision.
const MAX_LISTED_DECISIONS: usize = 8;

/// Minimum height of a silhouette in the right column that still leaves room for lists below, in rows.
const MIN_COLUMN_HEIGHT: u16 = 20;

pub(super) struct DiagramPanel<'a> {
    context: &'a Context<'a>,
    /// True if the section has the whole right column. The levels are then drawn from top to bottom.
    is_column: bool,
}

impl<'a> DiagramPanel<'a> {
    pub(super) fn of(context: &'a Context<'a>, is_column: bool) -> Self {
        Self { context, is_column }
    }

    /// True if a diagram with levels is known.
    pub(super) fn is_known(&self) -> bool {
        self.position_diagram_size().is_some()
    }

    /// The diagram of the position, if it is known and has levels.
    fn position_diagram_size(&self) -> Option<&'a DiagramSize> {
        self.size().filter(|diagram| diagram.levels.iter().any(|&nodes| nodes > 0))
    }

    fn size(&self) -> Option<&'a DiagramSize> {
        self.context.model.app.session.knowledge().diagram.as_ref()
    }

    /// Number of nodes of the row diagram, while the size of the BDD is unknown.
    fn row_nodes(&self) -> Option<usize> {
        let nodes = self.context.model.app.session.knowledge().row_nodes;
        nodes.filter(|_| self.size().is_none())
    }

    /// The diagram of the rules; if unknown, the diagram of the position.
    fn rules_diagram_size(&self) -> Option<&'a DiagramSize> {
        let start = self.context.model.app.session.waypoint(0);
        start.and_then(|start| start.diagram.as_ref()).or_else(|| self.position_diagram_size())
    }

    /// The title and the text at its right. The library's ROBDD has its numbers in the title, which always fits.
    fn titles(&self) -> (String, String) {
        let session = &self.context.model.app.session;
        let knowledge = session.knowledge();
        let nodes_of = |here: usize, rules: usize| {
            let rules = counted(rules, "node", "nodes");
            let is_whole = session.decisions().is_empty();
            if is_whole { rules } else { format!("{} of {rules}", grouped(here)) }
        };
        if let Some(Some(robdd)) = &knowledge.robdd {
            let nodes = nodes_of(robdd.nodes, robdd.rules_nodes);
            return (format!("ROBDD: {nodes}"), String::new());
        }
        if let Some(nodes) = self.row_nodes() {
            return ("row diagram".to_owned(), counted(nodes, "node", "nodes"));
        }
        let fact = if let Some(here) = self.position_diagram_size() {
            let rules = self.rules_diagram_size().unwrap_or(here);
            // The number of nodes of a large row diagram was shown first, so this number is labelled as the number of the BDD.
            let is_later = knowledge.row_nodes.is_some_and(|nodes| nodes > QUICK_NODES);
            let label = if is_later { "as BDD " } else { "" };
            format!("{label}{}", nodes_of(here.nodes, rules.nodes))
        } else {
            let progress = diagram_progress(self.context.model);
            let so_far = |progress: Progress| format!("{} nodes so far", grouped(progress.nodes));
            progress.map(so_far).unwrap_or_default()
        };
        ("diagram".to_owned(), fact)
    }

    /// The progress of counting the nodes of the BDD.
    fn counting(&self) -> String {
        let model = self.context.model;
        let counts = |work: &&RunningQuestion| work.job == jobs::Size;
        let Some(work) =
            model.app.jobs.answering.as_ref().filter(counts).or_else(|| at_work(model))
        else {
            return "as BDD: not counted".to_owned();
        };
        match work.progress {
            Some((Progress { phase: Phase::Asking, done, steps, .. }, _)) => {
                let rows = usize::from(model.app.session.rules().size().rows());
                format!("as BDD: counting row {} of {rows}", done * rows / steps.max(1))
            }
            Some(_) | None => format!("as BDD: counting {}", self.context.styles.ellipsis()),
        }
    }

    /// The text if there is no diagram to draw.
    fn missing(&self) -> Vec<TextItem> {
        let context = self.context;
        let text = if self.size().is_some() {
            if context.model.app.session.knowledge().is_satisfiable() == Some(false) {
                "no solution: only the terminal 0 is left".to_owned()
            } else {
                "every cell is free: only the terminal 1 is left".to_owned()
            }
        } else if self.row_nodes().is_some() {
            self.counting()
        } else {
            match (diagram_progress(context.model), at_work(context.model)) {
                (Some(Progress { states: states @ 1.., nodes, .. }), _) => {
                    format!("{} states, {} nodes", grouped(states), grouped(nodes))
                }
                (_, Some(_)) => "not known yet".to_owned(),
                (_, None) => {
                    "none is built: it would take too long here; more decisions make it smaller"
                        .to_owned()
                }
            }
        };
        vec![context.dim(text).into()]
    }

    /// The reason why a graph was chosen but cannot be shown.
    fn why_no_graph(&self) -> Vec<TextItem> {
        let model = self.context.model;
        let sentence = match (&model.app.graph.answer, model.graph_width()) {
            (_, Some(width)) => {
                format!("the graph needs a window of {}", BoardLayout::window_of_graph(width))
            }
            (_, None) if model.awaits_graph() => {
                format!("drawing it as a graph {}", self.context.styles.ellipsis())
            }
            (Some(GraphAnswer::Not(.., reason)), None) => reason.in_words(model),
            (_, None) => return Vec::new(),
        };
        vec![self.context.dim(sentence).into()]
    }

    fn render_silhouette(&self, buffer: &mut Buffer, area: Rect) {
        let (Some(here), Some(whole)) = (self.position_diagram_size(), self.rules_diagram_size())
        else {
            return;
        };
        let model = self.context.model;
        let rows = rows(model.app.session.rules());
        let picture = Silhouette {
            rules_levels: &whole.levels,
            position_levels: &here.levels,
            rows: &rows,
            cursor: level(model, model.view.cursor),
        };
        let draw = if self.is_column { silhouette::vertical } else { silhouette::horizontal };
        draw(buffer, area, &picture, &self.context.styles);
    }

    /// Draws the silhouette in its own column, with its legend and the list of nodes after each decision.
    fn render_column(
        &self,
        surface: &mut Surface<'_>,
        area: Rect,
        by_decision: &[(String, usize)],
    ) {
        let context = self.context;
        let heading = Line::from(context.dim(silhouette::heading("nodes per level", area.width)));
        print(surface.buffer, Rect { height: 1, ..area }, heading);
        // Besides the silhouette: the heading, the legend, the list with its heading, a key, and blank rows.
        let others = by_decision.len() as u16 + 8;
        let rows = context.model.app.session.rules().size().rows();
        let room = area.height.saturating_sub(others).min(2 * area.width);
        let height = if room < rows { room } else { room / rows * rows };
        self.render_silhouette(surface.buffer, Rect { height, ..without_first_rows(area, 2) });
        let rest = without_first_rows(area, height + 3);
        if let Some(inks) = context.styles.chart_colors {
            let square = |ink| Span::styled("  ", Style::new().bg(ink));
            let meaning = Line::from(vec![
                square(inks.highlighted),
                context.dim(" remains   "),
                square(inks.normal),
                context.dim(" cut off"),
            ]);
            print(surface.buffer, Rect { height: rest.height.min(1), ..rest }, meaning);
        }
        let list = without_first_rows(rest, 2);
        let rest = self.render_bars(surface.buffer, list, by_decision);
        if context.model.app.has_next_view() {
            let after = next::next_view_text(context.model.app.diagram);
            let next = context.offer_of(Action::DIAGRAM, [context.dim(after)]);
            render_items(surface, without_first_rows(rest, 1), &[next], context);
        }
    }

    /// The known numbers of nodes at the start and after each of the last decisions.
    fn nodes_by_decision(&self) -> Vec<(String, usize)> {
        let session = &self.context.model.app.session;
        let decisions = session.decisions();
        let first = decisions.len().saturating_sub(MAX_LISTED_DECISIONS);
        let numbers = std::iter::once(0).chain(first.max(1)..=decisions.len());
        let nodes = |number| Some(session.waypoint(number)?.diagram.as_ref()?.nodes);
        let name = |number: usize| match number.checked_sub(1).and_then(|at| decisions.at(at)) {
            Some((cell, _)) => cell.to_string(),
            None => "start".to_owned(),
        };
        numbers.filter_map(|number| Some((name(number), nodes(number)?))).collect()
    }

    /// Draws a heading and the numbers of nodes that fit, with bars. Returns the area below the bars.
    fn render_bars(&self, buffer: &mut Buffer, area: Rect, entries: &[(String, usize)]) -> Rect {
        if area.height < 2 || entries.is_empty() {
            return area;
        }
        let heading = Line::from(self.context.dim("nodes after each decision"));
        print(buffer, Rect { height: 1, ..area }, heading);
        let most = entries.iter().map(|(_, nodes)| *nodes).max().unwrap_or(1).max(1);
        let row = |(name, nodes): &(String, usize)| BarRow {
            name: name.clone(),
            count: grouped(nodes),
            share: Some(*nodes as f64 / most as f64),
            ..BarRow::default()
        };
        let rows: Vec<_> = entries.iter().map(row).collect();
        let list = without_first_rows(area, 1);
        bars::render(buffer, list, &rows, 0, &self.context.styles);
        without_first_rows(list, rows.len() as u16)
    }
}

/// The next view of the diagram's key.
pub(in crate::view) fn next_view(model: &Model) -> String {
    let scopes = [model.scope_below(), Scope::Board];
    let key = scopes.iter().find_map(|&scope| model.view.keys.first_key(scope, Action::DIAGRAM));
    let key = key.map(|key| keycap(key, model.view.glyphs)).unwrap_or_default();
    format!("{key}: {}", next_view_word(model))
}

/// The next view of the diagram's key, in one word.
pub(in crate::view) fn next_view_word(model: &Model) -> &'static str {
    let has_whole = model.graph_form() == GraphForm::Around && model.drawn_items().is_some();
    if has_whole { "the whole graph" } else { model.app.diagram.next().name() }
}

/// The levels of each row of the board; rows that consist of holes are left out.
pub(in crate::view) fn rows(rules: &Rules) -> Vec<LevelBand> {
    let mut end = 0;
    let band = |(levels, row)| {
        end += levels;
        LevelBand { number: u32::from(row) + 1, levels: end - levels..end }
    };
    rules.grid().standing_cells().map(Cell::row).dedup_with_count().map(band).collect()
}

impl Section for DiagramPanel<'_> {
    fn height_request(&self, width: u16) -> HeightRequest {
        if self.position_diagram_size().is_none() {
            let rows =
                panel::height(&self.missing(), width.saturating_sub(frame::COLUMNS)) + frame::ROWS;
            return HeightRequest { need: Need::Wanted, least: rows, preferred: rows };
        }
        if self.is_column {
            return HeightRequest { need: Need::Must, least: 6, preferred: u16::MAX };
        }
        let preferred = match self.context.model.app.diagram {
            DiagramView::Graph => BEST + 1,
            DiagramView::Silhouette | DiagramView::Hidden => BEST,
        };
        HeightRequest { need: Need::Wanted, least: 6, preferred }
    }

    fn render(&self, surface: &mut Surface<'_>, area: Rect) {
        let context = self.context;
        let (title, fact) = self.titles();
        let inside = context.frame(surface.buffer, area, &title, context.dim(fact));
        if self.position_diagram_size().is_none() {
            render_items(surface, inside, &self.missing(), context);
            return;
        }
        if context.model.app.has_next_view() {
            render_note(surface.buffer, area, &next_view(context.model), &context.styles);
        }
        if let Some(hit) = context.key_target(Action::DIAGRAM) {
            surface.hits.add(area, hit);
        }
        let by_decision = self.nodes_by_decision();
        let lists = by_decision.len() as u16 + 1;
        if context.model.app.diagram == DiagramView::Graph {
            let reason = self.why_no_graph();
            let rows = panel::height(&reason, inside.width).min(inside.height);
            let rest = Rect { height: inside.height - rows, ..inside };
            self.render_silhouette(surface.buffer, rest);
            render_items(surface, without_first_rows(inside, rest.height), &reason, context);
        } else if self.is_column && inside.height >= MIN_COLUMN_HEIGHT + lists {
            self.render_column(surface, inside, &by_decision);
        } else {
            self.render_silhouette(surface.buffer, inside);
        }
    }
}
