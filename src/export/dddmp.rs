use std::collections::HashMap;
use std::fmt::Display;
use std::io::{self, Write};

use super::error::Exported;
use super::source::NodeSource;
use engine::bdd::InnerNode;
use engine::{Budget, Phase, Progress};

/// An edge: the number of its target node, negative if the edge is complemented. Node 1 is the only
/// terminal.
type Edge = i64;

/// Writes a diagram in the text form of DDDMP 2.0, which CUDD and its viewers read (the package of G.
/// Cabodi and S. Quer that comes with CUDD). Variables are numbered in variable order and named after
/// their cells.
///
/// CUDD has only the terminal 1. An edge may be complemented, so that one node represents a function
/// and its complement. Only the low edge of a node (no piece) and the edge to the root may be
/// complemented. The constant 0 is the complemented edge to 1.
///
/// The nodes are read twice, because the header contains the number of nodes after merging.
///
/// # Errors
/// When writing fails, or a budget ends.
pub fn dddmp(source: &NodeSource<'_>, budget: &Budget, out: &mut dyn Write) -> Exported {
    let edges = Edges::of(source, budget)?;
    let mut support: Vec<usize> =
        (0..edges.has_nodes.len()).filter(|&variable| edges.has_nodes[variable]).collect();
    // A constant depends on no variable, but readers expect at least one name.
    if support.is_empty() && !edges.has_nodes.is_empty() {
        support.push(0);
    }
    // In the file, a node contains the index of its variable among the variables that have nodes.
    let mut places = vec![0; edges.has_nodes.len()];
    for (place, &variable) in support.iter().enumerate() {
        places[variable] = place;
    }
    let names: Vec<String> = source.cells.iter().map(ToString::to_string).collect();
    let inner = source.size.saturating_sub(2) - edges.merged.len();
    writeln!(out, ".ver DDDMP-2.0\n.mode A\n.varinfo 3")?;
    writeln!(out, ".nnodes {}", inner + 1)?;
    writeln!(out, ".nvars {}\n.nsuppvars {}", names.len(), support.len())?;
    line(".suppvarnames", support.iter().map(|&variable| &names[variable]), out)?;
    line(".orderedvarnames", names.iter(), out)?;
    line(".ids", support.iter(), out)?;
    line(".permids", support.iter(), out)?;
    writeln!(out, ".nroots 1\n.rootids {}", edges.edge_to(source.size as u32 - 1))?;
    writeln!(out, ".nodes\n1 T 1 0 0")?;
    source.for_each(&mut |node| {
        if edges.merged(node.id).is_ok() {
            return Ok(());
        }
        let (number, (variable, high, low)) = (edges.number(node.id), edges.canonical_parts(node));
        Ok(writeln!(out, "{number} {} {} {high} {low}", names[variable], places[variable])?)
    })?;
    Ok(writeln!(out, ".end")?)
}

/// For each node, how edges to it are written.
struct Edges {
    /// One bit per node: 1 if edges to the node are complemented.
    complemented: Vec<u64>,
    /// The nodes that are complements of earlier nodes, ascending, each with the number of the earlier
    /// node.
    merged: Vec<(u32, Edge)>,
    /// For each variable, true if it has nodes.
    has_nodes: Vec<bool>,
}

/// Number of nodes between two checks of the budget.
const NODES_BETWEEN_CHECKS: usize = 1 << 14;

impl Edges {
    fn of(source: &NodeSource<'_>, budget: &Budget) -> Exported<Self> {
        let words = source.size.div_ceil(64);
        let check = |entries: usize| {
            let memory =
                words * size_of::<u64>() + entries * 2 * size_of::<((usize, Edge, Edge), Edge)>();
            budget.check(Progress { phase: Phase::Writing, memory, ..Progress::default() })
        };
        check(0)?;
        let used = vec![false; source.cells.len()];
        let mut edges = Self { complemented: vec![0; words], merged: Vec::new(), has_nodes: used };
        let mut known = HashMap::new();
        let first = source.first_complement_variable;
        source.for_each(&mut |node| {
            let variable = node.variable.index();
            edges.has_nodes[variable] = true;
            if edges.edge_to(node.high) < 0 {
                edges.complemented[node.id as usize / 64] |= 1 << (node.id % 64);
            }
            if variable >= first {
                let number = edges.number(node.id);
                let same = *known.entry(edges.canonical_parts(node)).or_insert(number);
                if same != number {
                    edges.merged.push((node.id, same));
                }
                if known.len() % NODES_BETWEEN_CHECKS == 0 {
                    check(known.len())?;
                }
            }
            Ok(())
        })?;
        Ok(edges)
    }

    /// The index of a node in `merged`, or else the number of merged nodes before it.
    fn merged(&self, id: u32) -> Result<usize, usize> {
        self.merged.binary_search_by_key(&id, |&(merged, _)| merged)
    }

    /// The number of a node, or of its complement if the complement has a smaller number. Nodes are
    /// counted from 2.
    fn number(&self, id: u32) -> Edge {
        match self.merged(id) {
            Ok(index) => self.merged[index].1,
            Err(before) => Edge::from(id - before as u32),
        }
    }

    /// The edge to a node.
    fn edge_to(&self, id: u32) -> Edge {
        match id {
            0 => -1,
            1 => 1,
            _ if self.complemented[id as usize / 64] >> (id % 64) & 1 == 1 => -self.number(id),
            _ => self.number(id),
        }
    }

    /// The variable of a node, its high edge (piece) and its low edge (no piece). If the high edge is
    /// complemented, returns the parts of the node's complement instead, so that the returned high edge
    /// is not complemented.
    fn canonical_parts(&self, node: InnerNode) -> (usize, Edge, Edge) {
        let (high, low) = (self.edge_to(node.high), self.edge_to(node.low));
        (node.variable.index(), high.abs(), high.signum() * low)
    }
}

/// Writes a line with a keyword and its words.
fn line(
    keyword: &str,
    mut words: impl Iterator<Item = impl Display>,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "{keyword}")?;
    words.try_for_each(|word| write!(out, " {word}"))?;
    writeln!(out)
}
