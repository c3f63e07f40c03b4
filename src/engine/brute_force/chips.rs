//! Nodes that are read one by one, and folded diagrams, compared with the library's diagram.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::cases::cases;
use crate::bdd::{Arrangement, VariableOrder, compile, conjoin};
use crate::{
    Budget, Chip, DiagramKind, NodeAccess, NodeReader, SmallDiagram, Surroundings, Target,
};
use problem::Problem;

/// The diagram of the library, restricted by the decisions, and the nodes of the same diagram read from the row diagram.
fn both(problem: &Problem, number: usize, kind: DiagramKind) -> (SmallDiagram, NodeReader) {
    let arrangement = [Arrangement::RowMajor, Arrangement::ColumnMajor, Arrangement::InsideOut];
    let order = VariableOrder::new(problem.rules().grid(), arrangement[number % 3]);
    let (order, budget) = (Arc::new(order), Budget::default());
    let library = conjoin(problem, &order, &budget).unwrap().bdd;
    let library = SmallDiagram::of_bdd(&library, order.cells());
    let library = if kind == DiagramKind::Zdd { library.to_zdd() } else { library };
    let diagram = Arc::new(compile(problem, &order, &budget).unwrap().diagram);
    let reader = NodeReader::new(&diagram, problem.decisions(), kind, &budget).unwrap();
    (library.restricted(problem.decisions()).0, reader)
}

/// For each node of a diagram, the node of the source that stands for the same function.
fn images(diagram: &SmallDiagram, source: &dyn NodeAccess) -> HashMap<usize, usize> {
    let mut images = HashMap::new();
    let mut open = vec![(diagram.root, source.root())];
    while let Some(pair) = open.pop() {
        let (Target::Node(one), Target::Node(other)) = pair else {
            assert_eq!(pair.0, pair.1);
            continue;
        };
        if let Some(known) = images.insert(one, other) {
            assert_eq!(known, other);
            continue;
        }
        let (node, read) = (diagram.nodes[one], source.node(other));
        assert_eq!(diagram.cells[node.level], source.cells()[read.level]);
        open.extend([(node.low, read.low), (node.high, read.high)]);
    }
    let different: BTreeSet<usize> = images.values().copied().collect();
    assert_eq!((different.len(), images.len()), (images.len(), diagram.nodes.len()));
    images
}

#[test]
fn nodes_read_one_by_one_are_those_of_the_library() {
    let budget = Budget::default();
    for (number, case) in cases(47, 200).enumerate() {
        for kind in [DiagramKind::Bdd, DiagramKind::Zdd] {
            let (library, reader) = both(&case.problem, number, kind);
            let images = images(&library, &reader);
            let nodes: Vec<usize> = (0..library.nodes.len()).collect();
            let read: Vec<usize> = nodes.iter().map(|node| images[node]).collect();
            let counts = library.counts(&nodes, &budget).unwrap();
            assert_eq!(reader.counts(&read, &budget).unwrap(), counts, "{case:?} {kind:?}");
            for node in nodes {
                let image = |(parent, high): &(usize, bool)| (images[parent], *high);
                let parents = library.parents(node, &budget).unwrap();
                let parents: BTreeSet<_> = parents.iter().map(image).collect();
                let found = reader.parents(images[&node], &budget).unwrap();
                assert_eq!(found.len(), parents.len());
                assert_eq!(
                    found.into_iter().collect::<BTreeSet<_>>(),
                    parents,
                    "{case:?} {kind:?}"
                );
            }
        }
    }
}

/// True if a run continues with a node of a library's diagram: the node has no choice, and only the run leads to it.
fn goes_on(diagram: &SmallDiagram, node: usize) -> bool {
    let edges = diagram.nodes.iter().flat_map(|from| [from.low, from.high]);
    let has_choice = |node: usize| {
        let node = diagram.nodes[node];
        node.low != Target::False && node.high != Target::False
    };
    let is_single = edges.filter(|&to| to == Target::Node(node)).count() == 1;
    let parent = |from: &usize| {
        [diagram.nodes[*from].low, diagram.nodes[*from].high].contains(&Target::Node(node))
    };
    let above = (0..diagram.nodes.len()).find(parent);
    is_single && !has_choice(node) && above.is_some_and(|above| !has_choice(above))
}

#[test]
fn a_folded_diagram_is_that_of_the_library_after_the_same_folding() {
    for (number, case) in cases(46, 300).enumerate() {
        let (library, reader) = both(&case.problem, number, DiagramKind::Bdd);
        let budget = Budget::default();
        let order = reader.cells();
        let problem = &case.problem;
        let variables = VariableOrder::from_cells(problem.rules().grid(), order.to_vec()).unwrap();
        let built = compile(problem, &Arc::new(variables), &budget).unwrap().diagram;
        let own = SmallDiagram::of_bdd(&built.to_bdd().unwrap(), order);
        let own = own.restricted(problem.decisions()).0;
        let folded = own.folded(&BTreeSet::new());
        let heads = (0..library.nodes.len()).filter(|&node| !goes_on(&library, node)).count();
        assert_eq!(folded.chips.len(), heads, "{case:?}");
        // Each chip is a path of the library's diagram.
        let mut open = vec![(library.root, folded.diagram.root)];
        let mut seen = BTreeSet::new();
        while let Some((target, chip)) = open.pop() {
            let (Target::Node(mut node), Target::Node(index)) = (target, chip) else {
                assert_eq!(target, chip);
                continue;
            };
            if !seen.insert(index) {
                continue;
            }
            let chip = &folded.chips[index];
            for (at, cell) in chip.cells.iter().enumerate() {
                assert_eq!(library.cell(node), *cell);
                let inner = library.nodes[node];
                assert_eq!(inner.low == Target::False, chip.placed.contains(cell));
                if at + 1 < chip.cells.len() {
                    let to = if inner.low == Target::False { inner.high } else { inner.low };
                    node = to.node().unwrap();
                    assert!(goes_on(&library, node));
                }
            }
            let (from, to) = (library.nodes[node], folded.diagram.nodes[index]);
            open.extend([(from.low, to.low), (from.high, to.high)]);
        }
        assert_eq!(seen.len(), heads);
    }
}

/// Regression: `a1–f6` looked like all cells from a1 to f6 where the order is another one.
#[test]
fn a_run_in_another_order_is_not_named_as_a_range() {
    for (cells, name) in [
        ("c2", "c2"),
        ("g1 h1 a2", "g1–a2"),
        ("b2 b3 b4", "b2–b4"),
        ("a1 b2 c3", "a1 +2"),
        ("d4 e4 d5", "d4 +2"),
    ] {
        let cells = cells.split(' ').map(|cell| cell.parse().unwrap()).collect();
        let chip = Chip { nodes: vec![0], cells, placed: Vec::new(), targets: [Target::False; 2] };
        // The last column of 8 is h, but a chip has no information about the board.
        assert_eq!(chip.name(), name);
    }
}

/// The numbers of chips were counted without this program, from lists of all solutions.
#[test]
fn runs_of_queens_are_folded() {
    for (size, nodes, chips) in
        [(4, 31, 5), (5, 169, 32), (6, 131, 11), (7, 1101, 137), (8, 2453, 325)]
    {
        let problem = Problem::new(problem::Rules::queens(size).unwrap());
        let (library, reader) = both(&problem, 0, DiagramKind::Bdd);
        assert_eq!(library.size(), nodes);
        assert_eq!(library.folded(&BTreeSet::new()).chips.len(), chips);
        // Opened, each node is a chip again.
        let all = library.folded(&(0..library.nodes.len()).collect());
        assert_eq!(all.chips.len(), nodes - 2);
        // The surroundings of a node: the levels that fit, and the number of chips that lead to it.
        let chip = |node| Chip::at(&reader, node, true, &BTreeSet::new());
        let fits = |level: usize, _: &[Chip]| level <= 3;
        let read = |node| Surroundings::read(&reader, node, &chip, &fits, &Budget::default());
        let Target::Node(root) = reader.root() else { panic!("it has solutions") };
        let found = read(root).unwrap();
        assert_eq!((found.centre, found.edges_above, found.part.diagram.cells.len()), (0, 0, 3));
        let last = *found.part.chips[0].nodes.last().unwrap();
        for below in found.part.chips[0].targets.into_iter().filter_map(Target::node) {
            let around = read(below).unwrap();
            assert_eq!((around.centre, around.edges_above), (1, 1));
            assert_eq!(around.part.chips[0].nodes, [last]);
            assert_eq!(reader.path_to(below, &Budget::default()).unwrap()[0].0, root);
        }
    }
}
