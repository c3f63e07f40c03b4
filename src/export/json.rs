use std::io::{self, Write};

use serde::Serialize;

use super::error::Exported;
use super::source::NodeSource;

#[derive(Serialize)]
struct Head<'a, F> {
    #[serde(flatten)]
    facts: &'a F,
    variables: Vec<String>,
    root: usize,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Entry<'a> {
    Terminal { id: usize, value: bool },
    Inner { id: u32, cell: &'a str, low: u32, high: u32 },
}

/// Writes a diagram as one JSON object on a line. It has the fields of `facts`, the names of the
/// variables' cells in variable order, the number of the root, and the nodes, children before parents.
/// Nodes 0 and 1 are the terminals; a diagram without solutions has only node 0.
///
/// # Errors
/// When writing fails, or the budget of the diagram ends.
pub fn json(source: &NodeSource<'_>, facts: &impl Serialize, out: &mut dyn Write) -> Exported {
    let names: Vec<String> = source.cells.iter().map(ToString::to_string).collect();
    let root = source.size - 1;
    let head = Head { facts, variables: names.clone(), root };
    let head = serde_json::to_string(&head).map_err(io::Error::from)?;
    // The nodes are written one by one, in front of the closing brace of the object.
    write!(out, "{},\"nodes\":[", &head[..head.len() - 1])?;
    for id in source.terminals() {
        if id > 0 {
            out.write_all(b",")?;
        }
        serde_json::to_writer(&mut *out, &Entry::Terminal { id, value: id == 1 })
            .map_err(io::Error::from)?;
    }
    source.for_each(&mut |node| {
        let (low, high) = (node.low, node.high);
        let entry = Entry::Inner { id: node.id, cell: &names[node.variable.index()], low, high };
        out.write_all(b",")?;
        Ok(serde_json::to_writer(&mut *out, &entry).map_err(io::Error::from)?)
    })?;
    Ok(writeln!(out, "]}}")?)
}

/// Writes a diagram in the BDD library's binary format, for `Bdd::read_as_bytes`. Each node has two
/// bytes for its variable and four bytes for each successor's number (low, then high), the least
/// significant byte first.
///
/// # Errors
/// When writing fails, or the budget of the diagram ends.
pub fn bytes(source: &NodeSource<'_>, out: &mut dyn Write) -> Exported {
    let mut put = |variable: usize, low: u32, high: u32| {
        let mut node = [0; 10];
        node[..2].copy_from_slice(&(variable as u16).to_le_bytes());
        node[2..6].copy_from_slice(&low.to_le_bytes());
        node[6..].copy_from_slice(&high.to_le_bytes());
        out.write_all(&node)
    };
    // The variable of a terminal is the number of variables, and both successors are the terminal
    // itself.
    for id in source.terminals() {
        put(source.cells.len(), id as u32, id as u32)?;
    }
    source.for_each(&mut |node| Ok(put(node.variable.index(), node.low, node.high)?))
}
