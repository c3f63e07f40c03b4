use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::Graph;
use super::graph::Node;

#[derive(Serialize)]
struct Document<'a, F> {
    #[serde(flatten)]
    facts: F,
    variables: Vec<String>,
    root: usize,
    nodes: Nodes<'a>,
}

/// Terminals first, children before parents.
struct Nodes<'a>(&'a Graph);

#[derive(Serialize)]
#[serde(untagged)]
enum Entry {
    Terminal { id: usize, value: bool },
    Inner { id: usize, cell: String, low: usize, high: usize },
}

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let graph = self.0;
        let terminals = graph.terminals().map(|id| Entry::Terminal { id, value: id == 1 });
        let inner = graph.nodes().map(|Node { id, variable, low, high }| Entry::Inner {
            id,
            cell: graph.cells()[variable].to_string(),
            low,
            high,
        });
        serializer.collect_seq(terminals.chain(inner))
    }
}

/// Writes a diagram as one JSON object on a line: the fields of `facts`, the cell names of the
/// variables in their order, the number of the root, and the nodes, children before parents. Nodes 0
/// and 1 are the terminals; a diagram without solutions has only node 0.
///
/// # Errors
/// When it cannot be written.
pub fn json(graph: &Graph, facts: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let variables = graph.cells().iter().map(ToString::to_string).collect();
    let document = Document { facts, variables, root: graph.root(), nodes: Nodes(graph) };
    serde_json::to_writer(&mut *out, &document).map_err(io::Error::from)?;
    writeln!(out)
}

/// Writes a diagram in the BDD library's binary format, for `Bdd::read_as_bytes`.
///
/// # Errors
/// When it cannot be written.
pub fn bytes(graph: &Graph, mut out: &mut dyn Write) -> io::Result<()> {
    graph.bdd().write_as_bytes(&mut out)
}
