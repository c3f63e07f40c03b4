//! The events of a search in words: the events at a node of its tree, and the path to the node.

use itertools::Itertools;
use ratatui::text::Span;

use crate::panel::{Context, TextItem};
use crate::widgets::counted;
use engine::search::{Event, NodeId, SearchTree};
use geometry::Cell;
use problem::Value;
use session::Replay;

/// Maximum number of cells listed by name.
const MAX_NAMED_CELLS: usize = 8;

/// The cause of a removal, and the removed cells.
#[derive(Default)]
struct Removal {
    piece: Option<Cell>,
    words: Vec<Span<'static>>,
    gone: Vec<Cell>,
}

/// The events at the present node so far: each piece with the cells that it removed.
pub(crate) fn of_node(context: &Context<'_>, replay: &Replay) -> Vec<TextItem> {
    let attacks = context.model.problem().rules().exclusions();
    let mut removals: Vec<Removal> = Vec::new();
    for &event in replay.events_of_node() {
        let mut style = context.styles.strong;
        let (cell, words) = match event {
            Event::Assign { cell, .. } => (cell, " is tried".to_owned()),
            Event::Force { cell } if replay.decided(cell).is_some() => {
                (cell, " stands already".to_owned())
            }
            Event::Force { cell } => {
                style = context.styles.good;
                (cell, format!(" alone is left in {}", replay.recording.group(cell)))
            }
            Event::Backtrack { cell, .. } => (cell, " is explored".to_owned()),
            Event::Prune { cell, .. } => {
                let is_by_last = |last: &&mut Removal| match last.piece {
                    Some(piece) => attacks.exclude_each_other(piece, cell),
                    None => last.words.is_empty(),
                };
                match removals.last_mut().filter(is_by_last) {
                    Some(last) => last.gone.push(cell),
                    None => {
                        removals.push(Removal { gone: vec![cell], ..Removal::default() });
                    }
                }
                continue;
            }
            Event::Fail { .. } | Event::Solution { .. } | Event::Restart => continue,
        };
        let piece = Some(cell).filter(|_| !matches!(event, Event::Backtrack { .. }));
        let words = vec![Span::styled(cell.to_string(), style), context.text(words)];
        removals.push(Removal { piece, words, gone: Vec::new() });
    }
    // The only event of the node is shown already as the last step.
    if replay.events_of_node().len() <= 1 {
        removals.clear();
    }
    let mut items: Vec<TextItem> =
        removals.into_iter().map(|removal| removal_item(context, removal)).collect();
    items.extend(solutions_below_item(context, replay));
    items
}

fn removal_item(context: &Context<'_>, Removal { mut words, gone, .. }: Removal) -> TextItem {
    if !gone.is_empty() {
        let names = gone.iter().take(MAX_NAMED_CELLS).join(" ");
        let more = match gone.len().saturating_sub(MAX_NAMED_CELLS) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let before = if words.is_empty() { "also gone: " } else { ": " };
        let after = if words.is_empty() { "" } else { " gone" };
        words.push(context.dim(format!("{before}{names}{more}{after}")));
    }
    TextItem::new(words)
}

/// The number of solutions below the present node, counted by the diagram.
fn solutions_below_item(context: &Context<'_>, replay: &Replay) -> Option<TextItem> {
    let solutions = replay.solutions_at(replay.node()).filter(|_| context.model.shows_totals())?;
    let Some(lost_at) = replay.first_wasted_node() else {
        let lie = counted(solutions.clone(), "solution lies", "solutions lie");
        return Some(Span::styled(format!("{lie} below"), context.styles.good).into());
    };
    let branch = replay.tree().node(lost_at).decision;
    let since = match branch {
        None => "from the beginning".to_owned(),
        Some((cell, Value::Placed)) => format!("since {cell} was tried"),
        Some((cell, Value::Excluded)) => format!("since {cell} was explored"),
    };
    Some(context.wrong(format!("no solution lies below, {since}")).into())
}

/// The pieces tried on the path to the present node, the number of pieces that follow from them, and the next event.
pub(crate) fn path(context: &Context<'_>, replay: &Replay) -> Vec<TextItem> {
    let arrow = context.look.glyphs.or(" → ", " > ");
    let tried = tried(replay.tree(), replay.node());
    let mut path = vec![context.dim("path  ")];
    if tried.is_empty() {
        path.push(context.dim("nothing is tried"));
    }
    let names = tried.iter().map(|cell| context.strong(cell.to_string()));
    path.extend(Itertools::intersperse(names, context.dim(arrow)));
    let follows = |cell: &Cell| !tried.contains(cell) && replay.decided(*cell).is_none();
    let forced = replay.snapshot.pieces().filter(follows).count();
    if forced > 0 {
        let follow = counted(forced, "piece follows", "pieces follow");
        path.push(context.dim(format!(", {follow}")));
    }
    let next = match replay.recording.events.get(replay.steps_done) {
        None => "the end".to_owned(),
        Some(Event::Assign { cell, .. }) => format!("{cell} is tried"),
        Some(Event::Force { cell }) if replay.decided(*cell).is_some() => {
            format!("what {cell} attacks goes")
        }
        Some(Event::Force { cell }) => format!("{cell} gets a piece"),
        Some(Event::Prune { cell, .. }) => format!("{cell} goes"),
        Some(Event::Fail { .. }) => "a failure".to_owned(),
        Some(Event::Solution { .. }) => "a solution".to_owned(),
        Some(Event::Backtrack { cell, .. }) => format!("{cell} is taken back: explored"),
        Some(Event::Restart) => "the search begins anew".to_owned(),
    };
    vec![
        TextItem { indent: 6, ..TextItem::new(path) },
        TextItem::new(vec![context.dim("next  "), context.text(next)]),
    ]
}

/// The pieces tried on the path to a node, first piece first.
fn tried(tree: &SearchTree, node: NodeId) -> Vec<Cell> {
    let decisions = tree.path(node).filter_map(|above| tree.node(above).decision);
    let placed = decisions.filter(|(_, value)| *value == Value::Placed);
    let mut cells: Vec<Cell> = placed.map(|(cell, _)| cell).collect();
    cells.reverse();
    cells
}
