use std::collections::HashMap;
use std::io::{self, Write};

use super::Graph;
use super::graph::{FALSE, TRUE};

/// An edge: the number of its node, negative where it is complemented. 1 is the only terminal.
type Edge = i64;

/// Writes a diagram in the text form of DDDMP 2.0, which CUDD and viewers for it read (the package of G.
/// Cabodi and S. Quer that comes with CUDD). Variables are numbered in their order and have
/// the names of their cells.
///
/// CUDD has only the terminal 1, and edges that complement what they lead to: one node stands for a
/// function and its complement, and only the edge for no piece and that to the root may be complemented.
/// The constant 0 is the complemented edge to 1.
///
/// # Errors
/// When it cannot be written.
pub fn dddmp(graph: &Graph, out: &mut dyn Write) -> io::Result<()> {
    let mut edges: Vec<Edge> = vec![0; graph.size().max(2)];
    (edges[FALSE], edges[TRUE]) = (-1, 1);
    let mut nodes: Vec<(usize, Edge, Edge)> = Vec::new();
    let mut known = HashMap::new();
    let mut last: Edge = 1;
    for node in graph.nodes() {
        let sign = edges[node.high].signum();
        let parts = (node.variable, sign * edges[node.high], sign * edges[node.low]);
        let number = *known.entry(parts).or_insert_with(|| {
            nodes.push(parts);
            last += 1;
            last
        });
        edges[node.id] = sign * number;
    }
    let mut used = vec![false; graph.cells().len()];
    for &(variable, ..) in &nodes {
        used[variable] = true;
    }
    let support: Vec<usize> = (0..used.len()).filter(|&variable| used[variable]).collect();
    // A node names its variable by the place among those that have nodes.
    let mut places = vec![0; used.len()];
    for (place, &variable) in support.iter().enumerate() {
        places[variable] = place;
    }
    let name = |variable: &usize| graph.cells()[*variable].to_string();
    writeln!(out, ".ver DDDMP-2.0\n.mode A\n.varinfo 3")?;
    writeln!(out, ".nnodes {}", nodes.len() + 1)?;
    writeln!(out, ".nvars {}\n.nsuppvars {}", used.len(), support.len())?;
    line(".suppvarnames", support.iter().map(name), out)?;
    line(".orderedvarnames", graph.cells().iter().map(ToString::to_string), out)?;
    line(".ids", support.iter().map(ToString::to_string), out)?;
    line(".permids", support.iter().map(ToString::to_string), out)?;
    writeln!(out, ".nroots 1\n.rootids {}", edges[graph.root()])?;
    writeln!(out, ".nodes\n1 T 1 0 0")?;
    for (number, &(variable, high, low)) in (2..).zip(&nodes) {
        let number: usize = number;
        writeln!(out, "{number} {} {} {high} {low}", name(&variable), places[variable])?;
    }
    writeln!(out, ".end")
}

/// Writes a keyword and its words.
fn line(keyword: &str, words: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{keyword}")?;
    for word in words {
        write!(out, " {word}")?;
    }
    writeln!(out)
}
