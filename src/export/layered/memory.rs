//! Counts the memory of a layout in advance.

use super::{LayeredEdge, LayeredNode};
use engine::SmallNode;

/// The bytes of an item's links, level and coordinate.
const ITEM_BYTES: usize = 136;
/// The bytes of an edge without the items on its path.
const EDGE_BYTES: usize = size_of::<LayeredEdge>() + 16;
const PATH_ITEM_BYTES: usize = size_of::<usize>();
/// The bytes per item while items are sorted, for orders and indices.
const ORDER_BYTES: usize = 48;
/// The bytes of text of a node, of an edge, and of each curve of an edge. Strings grow by doubling.
const NODE_TEXT: usize = 200;
const EDGE_TEXT: usize = 60;
const CURVE_TEXT: usize = 48;

/// Returns an upper bound on the memory for the layout of these nodes and for the text of a drawing, in bytes.
pub(super) fn layout_memory(nodes: &[LayeredNode]) -> usize {
    // The number of edges, and the total number of items on their paths.
    let (mut edges, mut path_items) = (0, 0);
    // For each node, the number of levels that the uppermost edge of each kind skips.
    let mut skipped = vec![[0; 2]; nodes.len()];
    for node in nodes {
        for (kind, child) in node.children.into_iter().enumerate() {
            let Some(child) = child else { continue };
            let span = nodes[child].level - node.level;
            skipped[child][kind] = skipped[child][kind].max(span - 1);
            edges += 1;
            path_items += span;
        }
    }
    let (nodes, bends) = (nodes.len(), skipped.iter().flatten().sum::<usize>());
    let items = nodes + bends;
    let kept = items * ITEM_BYTES + edges * EDGE_BYTES + path_items * PATH_ITEM_BYTES;
    let diagram = nodes * (size_of::<LayeredNode>() + size_of::<SmallNode>());
    let written = nodes * NODE_TEXT + edges * EDGE_TEXT + (edges + bends) * CURVE_TEXT;
    kept + (diagram + items * ORDER_BYTES).max(2 * written)
}
