//! A diagram that was read is written for CUDD, and read again as the same function in as many nodes.
#![no_main]

use configurator::engine::Budget;
use configurator::export::{DiagramFile, Graph, NodeSource, dddmp};
use configurator::geometry::Cell;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = DiagramFile::parse(bytes, None) else { return };
    let cells: Vec<Cell> =
        (0..file.names.len() as u16).map(|it| Cell::new(it % 1000, it / 1000)).collect();
    let graph = Graph::new(String::new(), cells, file.bdd.clone());
    let mut text = Vec::new();
    dddmp(&NodeSource::from(&graph), &Budget::default(), &mut text).expect("the text is in memory");
    let again = DiagramFile::parse(&text, None).expect("what is written can be read");
    assert!(again.facts.is_reduced());
    assert_eq!(again.facts.complement_nodes, file.facts.complement_nodes);
    assert_eq!(again.bdd.size(), file.bdd.size());
});
