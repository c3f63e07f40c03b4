use std::io::{self, Write};

use super::Graph;
use super::graph::{FALSE, TRUE};

/// Writes a diagram for Graphviz: a rank for each variable with its cell name at the left, dashed edges
/// for no piece, solid ones for a piece. With `zero` false, the terminal 0 and the edges to it are left
/// out.
///
/// # Errors
/// When it cannot be written.
pub fn dot(graph: &Graph, zero: bool, out: &mut dyn Write) -> io::Result<()> {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let zero = zero || graph.root() == FALSE;
    let nodes: Vec<_> = graph.nodes().collect();
    writeln!(out, "digraph bdd {{")?;
    writeln!(out, "  label={};", quoted(graph.title()))?;
    writeln!(out, "  fontname=\"sans-serif\"; ordering=out;")?;
    writeln!(out, "  node [fontname=\"sans-serif\", style=filled, fillcolor=\"#dbe9fb\"];")?;
    writeln!(out, "  edge [arrowhead=none];")?;
    let mut levels: Vec<Vec<usize>> = vec![Vec::new(); graph.cells().len()];
    for node in &nodes {
        levels[node.variable].push(node.id);
    }
    // The names stand above each other, each in line with its nodes. The prefix keeps them apart from
    // nodes: column n has a cell n2.
    writeln!(out, "  {{ node [shape=plaintext, style=\"\"]; edge [style=invis];")?;
    let mut before = None;
    for (&cell, level) in graph.cells().iter().zip(&levels) {
        if !level.is_empty() {
            writeln!(out, "    \"cell {cell}\" [label=\"{cell}\"];")?;
            if let Some(before) = before.replace(cell) {
                writeln!(out, "    \"cell {before}\" -> \"cell {cell}\";")?;
            }
        }
    }
    writeln!(out, "  }}")?;
    for (&cell, level) in graph.cells().iter().zip(&levels) {
        if !level.is_empty() {
            write!(out, "  {{ rank=same; \"cell {cell}\";")?;
            for id in level {
                write!(out, " n{id} [label=\"{cell}\"];")?;
            }
            writeln!(out, " }}")?;
        }
    }
    write!(out, "  {{ rank=sink; node [shape=box];")?;
    for id in graph.terminals().filter(|&id| id == TRUE || zero) {
        write!(out, " n{id} [label=\"{id}\"];")?;
    }
    writeln!(out, " }}")?;
    for node in nodes.iter().rev() {
        if node.low != FALSE || zero {
            writeln!(out, "  n{} -> n{} [style=dashed];", node.id, node.low)?;
        }
        if node.high != FALSE || zero {
            writeln!(out, "  n{} -> n{};", node.id, node.high)?;
        }
    }
    writeln!(out, "}}")
}
