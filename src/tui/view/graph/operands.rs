//! The operands of a conjunction, beside the graph of the result: the diagram so far, and the diagram of the rule alone.

use ratatui::layout::Rect;

use super::kind_of;
use crate::model::Surface;
use crate::modes::series::SeriesView;
use crate::panel::{Context, TextItem, render_items};
use crate::widgets::counted;
use crate::widgets::graph::{GraphContent, GraphStyles};
use export::text_graph::{GraphLayout, GraphNet, GraphScale, GraphWindow};
use problem::Decisions;

/// Draws both operands. Each level is in the same row as in the result, unless levels are folded.
pub(super) fn render(surface: &mut Surface<'_>, context: &Context<'_>, view: &SeriesView) {
    let area = context.model.view.layout.operands.intersection(surface.buffer.area);
    let own_width = view.operand_width.unwrap_or(0);
    let width = area.width.saturating_sub(own_width);
    let [before, own] =
        [Rect { width, ..area }, Rect { x: area.x + width, width: area.width - width, ..area }];
    let (stages, at) = (&view.series().stages, view.stage_index);
    let earlier = at.checked_sub(1).map(|before| (&stages[before], view.result_net(before)));
    let (nodes, net) = earlier.map_or((None, None), |(stage, net)| (Some(stage.nodes), net));
    render_operand(surface, before, context, ("so far", nodes, net));
    let operand = stages[at].operand.as_ref().map(|operand| operand.nodes);
    render_operand(surface, own, context, (&stages[at].name, operand, view.operand_net(at)));
}

/// Draws the diagram of an operand: its title, its number of nodes, and its net if it is drawn node by node.
fn render_operand(
    surface: &mut Surface<'_>,
    area: Rect,
    context: &Context<'_>,
    (title, nodes, net): (&str, Option<usize>, Option<GraphNet<'_>>),
) {
    let (model, styles) = (context.model, &context.styles);
    let size = nodes.map_or_else(String::new, |nodes| counted(nodes, "node", "nodes"));
    let inside = context.frame(surface.buffer, area, title, context.dim(size));
    let legend = model.graph_legend_rows().min(inside.height);
    let below = Rect { y: inside.y + legend, height: inside.height - legend, ..inside };
    let Some(net) = net else {
        let reason = if nodes.is_some() { "too many nodes to draw" } else { "no rule so far" };
        render_items(surface, inside, &[TextItem::from(context.dim(reason))], context);
        return;
    };
    let (diagram, names) = (net.diagram, net.names());
    let width = below.width.saturating_sub(names);
    let layout = GraphLayout::new(&net, width, GraphScale::Chips, !model.view.graph.hides_zeros);
    let remaining = &diagram.remaining(&Decisions::default());
    let kind = |node| kind_of(diagram, remaining, &Decisions::default(), node);
    let chips: Vec<_> = (0..diagram.nodes.len()).map(kind).collect();
    // The level that is uppermost in the result.
    let first = model.view.graph.window.first_row;
    let level = model.view.graph.layout.levels.iter().rposition(|level| level.row <= first);
    let first_row = level.and_then(|level| layout.levels.get(level)).map_or(0, |level| level.row);
    let graph = GraphContent {
        diagram,
        layout: &layout,
        remaining,
        chips: &chips,
        cursor: diagram.cells.iter().position(|cell| *cell == model.view.cursor),
        selected_nodes: &[],
        texts: net.texts,
        window: GraphWindow { first_row, first_column: 0 },
        styles,
        inks: &GraphStyles::of(&context.look),
    };
    graph.render(surface.buffer, below, names);
}
