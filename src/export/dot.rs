use std::io::{self, Write};

use itertools::Itertools;

use super::graph::{FALSE, Graph, TRUE};
use engine::bdd::InnerNode;
use geometry::Cell;
use problem::GroupId;

/// Writes a diagram for Graphviz. Each variable has a rank, with its cell name at the left. Edges for a
/// piece are solid, edges for no piece dashed. In the diagram of all queens rules, each row has a rank.
/// If `zero` is false, the terminal 0 and the edges to it are left out.
///
/// The nodes are not written one by one: the ranks come first, and then the edges from the root down,
/// so that Graphviz keeps their order.
///
/// # Errors
/// When writing fails.
pub fn dot(graph: &Graph, zero: bool, out: &mut dyn Write) -> io::Result<()> {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let zero = zero || graph.root() == FALSE;
    writeln!(out, "digraph bdd {{")?;
    writeln!(out, "  label={};", quoted(graph.title()))?;
    writeln!(out, "  fontname=\"sans-serif\"; ordering=out;")?;
    writeln!(out, "  node [fontname=\"sans-serif\", style=filled, fillcolor=\"#dbe9fb\"];")?;
    writeln!(out, "  edge [arrowhead=none];")?;
    let ranks = ranks(graph);
    // Graphviz aligns the nodes of a `group` vertically.
    let group = |column| {
        if graph.is_by_rows {
            format!(", group={}", Cell::column_name(column))
        } else {
            String::new()
        }
    };
    // The labels of the ranks form a column, each on the rank of its nodes. Their identifiers begin with `cell`,
    // because a cell such as n2 would have the identifier of the node 2.
    writeln!(out, "  {{ node [shape=plaintext, style=\"\"]; edge [style=invis];")?;
    let mut before = None;
    for (name, _) in &ranks {
        writeln!(out, "    \"cell {name}\" [label=\"{name}\"];")?;
        if let Some(before) = before.replace(name) {
            writeln!(out, "    \"cell {before}\" -> \"cell {name}\";")?;
        }
    }
    writeln!(out, "  }}")?;
    for (name, nodes) in &ranks {
        write!(out, "  {{ rank=same; \"cell {name}\";")?;
        for node in nodes {
            let cell = graph.cells()[node.variable.index()];
            write!(out, " n{} [label=\"{cell}\"{}];", node.id, group(cell.column()))?;
        }
        writeln!(out, " }}")?;
    }
    write!(out, "  {{ rank=sink; node [shape=box];")?;
    for id in graph.terminals().filter(|&id| id == TRUE || zero) {
        let group = if id == TRUE { group(0) } else { String::new() };
        write!(out, " n{id} [label=\"{id}\"{group}];")?;
    }
    if graph.is_by_rows && zero && graph.size() > 2 {
        write!(out, " n{TRUE} -> n{FALSE} [style=invis];")?;
    }
    writeln!(out, " }}")?;
    for node in graph.nodes().rev() {
        if node.low != FALSE || zero {
            writeln!(out, "  n{} -> n{} [style=dashed];", node.id, node.low)?;
        }
        if node.high != FALSE || zero {
            writeln!(out, "  n{} -> n{};", node.id, node.high)?;
        }
    }
    writeln!(out, "}}")
}

/// The ranks from the top: the name of each rank and its nodes.
fn ranks(graph: &Graph) -> Vec<(String, Vec<InnerNode>)> {
    let name = |node: &InnerNode| match graph.cells()[node.variable.index()] {
        cell if graph.is_by_rows => GroupId::Row(cell.row()).to_string(),
        cell => cell.to_string(),
    };
    let nodes = graph.nodes().sorted_by_key(|node| node.variable).chunk_by(name);
    nodes.into_iter().map(|(name, nodes)| (name, nodes.collect())).collect()
}
