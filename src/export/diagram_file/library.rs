//! Reads the two formats of `biodivine-lib-bdd`: ten bytes for each node, and its text form. Variables have no names.

use super::nodes::FileNodes;
use super::{Contents, Mistake, check_variables};

/// Number of bytes of a node: its variable, its low edge and its high edge, the least significant byte first.
const NODE_BYTES: usize = 10;

/// Reads nodes of ten bytes.
pub(super) fn read_bytes(bytes: &[u8]) -> Result<Contents, Mistake> {
    let (nodes, rest) = bytes.as_chunks::<NODE_BYTES>();
    if !rest.is_empty() {
        return Err((None, format!("the last node has {} of {NODE_BYTES} bytes", rest.len())));
    }
    let node = |&[v0, v1, l0, l1, l2, l3, h0, h1, h2, h3]: &[u8; NODE_BYTES]| {
        let edges = [[l0, l1, l2, l3], [h0, h1, h2, h3]].map(u32::from_le_bytes);
        Ok([u16::from_le_bytes([v0, v1]).into(), edges[0], edges[1]])
    };
    read(nodes.iter().map(node))
}

/// Reads the text form: `|variable,low,high|…|`.
pub(super) fn read_text(text: &str) -> Result<Contents, Mistake> {
    let nodes = text.trim().trim_matches('|').split('|');
    read(nodes.map(|node| {
        let numbers: Option<Vec<u32>> = node.split(',').map(|word| word.parse().ok()).collect();
        let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
        numbers.ok_or_else(|| format!("'{node}' is not a variable and two edges"))
    }))
}

fn read(nodes: impl Iterator<Item = Result<[u32; 3], String>>) -> Result<Contents, Mistake> {
    let mut found: Option<FileNodes> = None;
    let mut variables = 0;
    for (number, node) in nodes.enumerate() {
        let at_node = |reason| (None, format!("node {number}: {reason}"));
        let [variable, low, high] = node.map_err(at_node)?;
        if number < 2 {
            if (low, high) != (number as u32, number as u32) || number == 1 && variable != variables
            {
                return Err(at_node(format!("this is not the terminal {number}")));
            }
            check_variables(variable as usize).map_err(at_node)?;
            variables = variable;
            found
                .get_or_insert_with(|| FileNodes::new(variable as usize))
                .add_terminal(number == 1);
            continue;
        }
        let Some(nodes) = &mut found else { continue };
        let link = |id: u32| {
            let link = nodes.get(id as usize);
            link.ok_or_else(|| at_node(format!("node {id} is not an earlier node")))
        };
        let (low, high) = (link(low)?, link(high)?);
        nodes.add(variable as usize, low, high).map_err(at_node)?;
    }
    let nodes = found.ok_or((None, "there are no nodes".to_owned()))?;
    let names = (0..variables).map(|variable| format!("x{variable}")).collect();
    let root = nodes.get(nodes.len() - 1).into_iter().map(|link| ("1".to_owned(), link)).collect();
    Ok(Contents { names: (names, false), nodes, roots: root })
}
