//! The number of nodes of the drawn diagram in each order of the cells: in all, and as a bar for each level.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::look::Glyphs;
use crate::model::Surface;
use crate::panel::{Context, Framed};
use crate::widgets::{grouped, print, without_first_columns};
use engine::{DiagramKind, DiagramSize};
use export::{DrawnOrder, OrderRequest};

/// The size of a diagram in an order.
struct OrderBars {
    name: &'static str,
    /// The number of nodes in all and on each level; `None` if building the diagram takes too long.
    nodes: Option<(usize, Vec<usize>)>,
    /// True for the order that is drawn.
    is_drawn: bool,
}

/// The section of the panel while the graph is walked. `None` if no size is known, or the drawn diagram is a tree.
pub(crate) fn section<'a>(context: &'a Context<'a>) -> Option<Framed<'a>> {
    let model = context.model;
    model.walked_node()?;
    let request = &model.drawn()?.request;
    let sizes = &model.order_sizes()?.sizes;
    let levels_of: fn(&DiagramSize) -> (usize, Vec<usize>) = match request.kind {
        DiagramKind::Bdd => |size| (size.nodes, size.levels.clone()),
        DiagramKind::Zdd => |size| (size.zdd_nodes, size.zdd_levels.clone()),
        DiagramKind::Tree => return None,
    };
    let bars = |(order, size): &(_, Option<DiagramSize>)| OrderBars {
        name: DrawnOrder::name(*order),
        nodes: size.as_ref().map(levels_of),
        is_drawn: request.order == OrderRequest::Known(*order),
    };
    let mut orders: Vec<OrderBars> = sizes.iter().map(bars).collect();
    if let OrderRequest::Own(_) = request.order {
        let nodes = model.whole_drawn().map(|whole| (whole.nodes(), whole.diagram.level_sizes()));
        orders.push(OrderBars { name: request.order.name(), nodes, is_drawn: true });
    }
    let nodes_of = |order: &OrderBars| order.nodes.as_ref().map(|(nodes, _)| *nodes);
    let best = orders.iter().filter(|order| order.name != DrawnOrder::Sifted.name());
    let best = best.filter_map(|order| Some((nodes_of(order)?, order.name))).min();
    let sifted = orders.iter().find(|order| order.name == DrawnOrder::Sifted.name());
    let missed = best.filter(|(nodes, _)| sifted.and_then(nodes_of).is_some_and(|it| it > *nodes));
    let missed = missed.map(|(_, name)| {
        [format!("sifting found no order as small as {name}"), format!("{name} beats sifting")]
    });
    let rows = orders.len() as u16 + u16::from(missed.is_some());
    let draw = move |surface: &mut Surface<'_>, inside| {
        render(surface, inside, &orders, context);
        if let Some([long, short]) = &missed {
            let row = inside.rows().next_back().unwrap_or_default();
            let text = if long.len() > usize::from(row.width) { short } else { long };
            print(surface.buffer, row, context.dim(text.clone()));
        }
    };
    Some(
        Framed::drawing(context, "orders", rows..=rows, draw).right_title("nodes in all, by level"),
    )
}

/// Draws a line for each order: its name, the number of nodes, and a bar for each level.
fn render(surface: &mut Surface<'_>, area: Rect, orders: &[OrderBars], context: &Context<'_>) {
    let all = orders.iter().filter_map(|order| order.nodes.as_ref());
    let max_nodes = all.clone().map(|(nodes, _)| *nodes).max().unwrap_or(0);
    let widest = all.flat_map(|(_, levels)| levels).copied().max().unwrap_or(1).max(1);
    let names = orders.iter().map(|order| order.name.len()).max().unwrap_or(0);
    let digits = grouped(max_nodes).len();
    for (order, line) in orders.iter().zip(area.rows()) {
        let count = order.nodes.as_ref().map_or("?".to_owned(), |(nodes, _)| grouped(*nodes));
        let text = format!("{:<names$} {count:>digits$} ", order.name);
        let span = if order.is_drawn { context.strong(text) } else { context.dim(text) };
        let bar_area = without_first_columns(line, span.width() as u16);
        print(surface.buffer, line, span);
        let Some((_, levels)) = &order.nodes else { continue };
        let profile = profile(levels, widest, bar_area.width.into(), context.styles.glyphs);
        let ink = if order.is_drawn { context.styles.key } else { context.styles.dim };
        print(surface.buffer, bar_area, Line::styled(profile, ink));
    }
}

/// The numbers of nodes per level as one line of up to `width` characters. `widest` has the highest character. If there
/// are more levels than characters, a character shows the widest of its levels.
fn profile(levels: &[usize], widest: usize, width: usize, glyphs: Glyphs) -> String {
    let heights = match glyphs {
        // A gap stays between lines.
        Glyphs::Unicode => ['▁', '▂', '▃', '▄', '▅', '▆', '▇'],
        Glyphs::Ascii => ['.', ':', '-', '=', '+', '*', '#'],
    };
    let count = width.min(levels.len());
    let slice = |index: usize| {
        let (first, end) = (index * levels.len() / count, (index + 1) * levels.len() / count);
        levels[first..end].iter().copied().max().unwrap_or(0)
    };
    let character = |nodes: usize| match nodes {
        0 => ' ',
        _ => heights[(nodes * heights.len()).div_ceil(widest).clamp(1, heights.len()) - 1],
    };
    (0..count).map(|index| character(slice(index))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_has_the_widest_level_of_each_slice() {
        let profile = |width| profile(&[1, 2, 4, 8, 0, 8], 8, width, Glyphs::Unicode);
        assert_eq!((profile(9).as_str(), profile(3).as_str()), ("▁▂▄▇ ▇", "▂▇▇"));
    }
}
