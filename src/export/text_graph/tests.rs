use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::*;
use crate::{DiagramRequest, DrawnDiagram, DrawnOrder, DrawnSeries, OrderRequest, SeriesRequest};
use engine::bdd::{Arrangement, VariableOrder, conjoin};
use engine::{Budget, SmallDiagram, Target, auto};
use problem::{Problem, Rules};

fn drawn(rules: Rules, order: DrawnOrder) -> SmallDiagram {
    let board = Problem::new(rules);
    let mut engine = auto::Engine::new();
    let request = DiagramRequest { order: OrderRequest::Known(order), ..DiagramRequest::default() };
    let found = DrawnDiagram::find(&mut engine, &board, &request, &Budget::default());
    found.unwrap().unwrap().diagram
}

/// The small intermediate diagrams from which the diagram of a board grows.
fn growing(size: u16, piece: &str) -> Vec<SmallDiagram> {
    let rules = Rules::queens(size).unwrap().with_piece(piece.parse().unwrap());
    let series = DrawnSeries::find(
        &mut auto::Engine::new(),
        &SeriesRequest::Growth,
        &Problem::new(rules),
        &Budget::default(),
    );
    series
        .unwrap()
        .unwrap()
        .stages
        .into_iter()
        .filter_map(|stage| stage.diagram)
        .map(Arc::unwrap_or_clone)
        .collect()
}

fn diagrams() -> Vec<SmallDiagram> {
    let mut all = growing(4, "queen");
    all.extend(growing(4, "king"));
    all.extend(growing(5, "rook"));
    all.extend(
        [DrawnOrder::Diagonal, DrawnOrder::InsideOut]
            .map(|order| drawn(Rules::queens(4).unwrap(), order)),
    );
    assert!(all.len() > 40);
    all
}

impl GraphNet<'_> {
    /// The net of a diagram that is small enough for an immediate layout.
    fn of_small(diagram: &SmallDiagram) -> GraphNet<'_> {
        let graph = LayeredGraph::of_diagram(diagram, None, &Budget::default()).unwrap();
        GraphNet { diagram, graph: Arc::new(graph), texts: NodeTexts::Cells, edge_rows: 1 }
    }
}

fn layout(diagram: &SmallDiagram, width: u16, scale: GraphScale) -> GraphLayout {
    GraphLayout::new(&GraphNet::of_small(diagram), width, scale, true)
}

fn chips(diagram: &SmallDiagram, width: u16) -> GraphLayout {
    layout(diagram, width, GraphScale::Chips)
}

fn least_width(diagram: &SmallDiagram) -> u16 {
    GraphNet::of_small(diagram).least_width()
}

fn x_of(layout: &GraphLayout, level: usize, content: GraphItemKind) -> f64 {
    let mut items = layout.levels[level].items.iter();
    items.find(|item| item.content == content).unwrap().x
}

#[test]
fn the_two_strands_of_four_queens_are_straight_and_even() {
    let diagram = drawn(Rules::queens(4).unwrap(), DrawnOrder::RowMajor);
    let layout = chips(&diagram, 69);
    let x = |level: usize| layout.levels[level].items.iter().map(|item| item.x).collect::<Vec<_>>();
    assert_eq!((x(0), x(1), x(15), x(16)), (vec![34.5], vec![34.5], vec![34.5], vec![34.5]));
    for level in 2..15 {
        assert_eq!(x(level), x(2));
    }
    assert!((x(2)[0] + x(2)[1] - 69.0).abs() < 1e-9 && x(2)[1] - x(2)[0] > 25.0);
    // The paths without a queen on b1 continue at the left.
    let Target::Node(root) = diagram.root else { panic!() };
    let Target::Node(b1) = diagram.nodes[root].low else { panic!() };
    for (target, side) in [(diagram.nodes[b1].low, 0), (diagram.nodes[b1].high, 1)] {
        let Target::Node(node) = target else { panic!() };
        assert_eq!(layout.levels[2].items[side].content, GraphItemKind::Node(node));
    }
}

/// Compares the nodes and edges of a layout with the nodes and edges of its diagram.
fn check_edges(diagram: &SmallDiagram, layout: &GraphLayout) {
    let mut pieces_of: HashMap<(usize, bool), Vec<&EdgePiece>> = HashMap::new();
    for piece in &layout.pieces {
        for &node in &piece.nodes {
            pieces_of.entry((node, piece.high)).or_default().push(piece);
        }
    }
    for (number, node) in diagram.nodes.iter().enumerate() {
        for high in [false, true] {
            let target = node.target(high);
            let pieces = pieces_of.remove(&(number, high)).unwrap_or_default();
            let (level, content) = match target {
                Target::False => {
                    assert!(pieces.is_empty());
                    continue;
                }
                Target::True => (diagram.cells.len(), GraphItemKind::One),
                Target::Node(child) => (diagram.nodes[child].level, GraphItemKind::Node(child)),
            };
            assert_eq!(pieces.len(), level - node.level);
            let item = layout.item(number).unwrap();
            let (mut at, mut row) = (item.x, item.row + 1);
            for (piece, above) in pieces.iter().zip(node.level..) {
                assert_eq!((piece.level, piece.bend_rows.is_empty()), (above, above == node.level));
                // Beside an edge straight down, an edge begins a column aside.
                let aside = (piece.from - at).abs();
                let is_beside = piece.bend_rows.is_empty() && (aside - 1.0).abs() < 1e-9;
                assert!(aside < 1e-9 || is_beside);
                let start = if piece.bend_rows.is_empty() { &piece.rows } else { &piece.bend_rows };
                assert_eq!(start.start, row);
                assert!(piece.rows.start < piece.rows.end);
                (at, row) = (piece.to, piece.rows.end);
            }
            assert!((at - x_of(layout, level, content)).abs() < 1e-9);
            let lower = layout.levels[level].items.iter().find(|item| item.content == content);
            assert_eq!(lower.unwrap().row, row);
        }
    }
    assert!(pieces_of.is_empty());
    let mut shown: Vec<usize> = layout.nodes().collect();
    shown.sort_unstable();
    assert_eq!(shown, (0..diagram.nodes.len()).collect::<Vec<_>>());
}

#[test]
fn every_edge_leads_from_its_node_to_its_child() {
    for diagram in diagrams() {
        check_edges(&diagram, &chips(&diagram, least_width(&diagram)));
    }
}

/// Nodes of a series keep their order from left to right, whatever the edges are.
#[test]
fn a_net_in_an_order_by_columns_has_all_edges() {
    for diagram in diagrams() {
        // Columns in no relation to the edges.
        let columns: Vec<f64> =
            (0..diagram.nodes.len()).map(|node| (node * 37 % 101) as f64).collect();
        let graph = LayeredGraph::of_diagram(&diagram, Some(&columns), &Budget::default());
        let graph = Arc::new(graph.unwrap());
        let net = GraphNet { diagram: &diagram, graph, texts: NodeTexts::Cells, edge_rows: 1 };
        let layout = GraphLayout::new(&net, net.least_width(), GraphScale::Chips, true);
        check_edges(&diagram, &layout);
        for level in &layout.levels {
            let nodes = level.items.iter().filter_map(|item| item.content.node());
            assert!(nodes.is_sorted_by_key(|node| columns[node]));
        }
    }
}

/// The drawings of whole boards, folded and unfolded, have the nodes and edges of the library's diagram.
#[test]
fn large_graphs_have_all_nodes_and_edges_of_the_library() {
    for size in 5..=8 {
        let rules = Rules::queens(size).unwrap();
        let order = Arc::new(VariableOrder::new(rules.grid(), Arrangement::RowMajor));
        let bdd = conjoin(&Problem::new(rules.clone()), &order, &Budget::default()).unwrap().bdd;
        let library = SmallDiagram::of_bdd(&bdd, order.cells());
        let diagram = drawn(rules, DrawnOrder::RowMajor);
        assert_eq!((diagram.nodes.len(), diagram.size()), (library.nodes.len(), bdd.size()));
        // The nodes of a level may be numbered differently: both diagrams are walked in step.
        let mut same: HashMap<Target, Target> = HashMap::new();
        let mut open = vec![(diagram.root, library.root)];
        while let Some((own, other)) = open.pop() {
            match same.insert(own, other) {
                Some(before) => assert_eq!(before, other),
                None => {
                    if let (Target::Node(own), Target::Node(other)) = (own, other) {
                        let (own, other) = (diagram.nodes[own], library.nodes[other]);
                        assert_eq!(own.level, other.level);
                        open.extend([(own.low, other.low), (own.high, other.high)]);
                    }
                }
            }
        }
        assert_eq!(same.len(), library.size());
        for scale in [GraphScale::Marks, GraphScale::Chips, GraphScale::Wide(3)] {
            check_edges(&diagram, &layout(&diagram, 70, scale));
        }
    }
}

#[test]
fn nothing_overlaps_and_nothing_leaves_the_drawing() {
    let mut all: Vec<(SmallDiagram, u16)> = diagrams()
        .into_iter()
        .map(|diagram| (least_width(&diagram), diagram))
        .map(|(least, diagram)| (diagram, least))
        .collect();
    all.push((drawn(Rules::queens(7).unwrap(), DrawnOrder::RowMajor), 30));
    for (diagram, least) in all {
        let net = GraphNet::of_small(&diagram);
        for width in [least, least + 9, 2 * least, 120] {
            for scale in [GraphScale::Chips, GraphScale::Wide(1), GraphScale::Marks] {
                let layout = layout(&diagram, width.max(least), scale);
                // The columns of each row's chips.
                let mut rows: BTreeMap<u16, Vec<(f64, f64)>> = BTreeMap::new();
                for item in layout.items().filter(|item| item.content.node().is_some()) {
                    let (left, right) = net.extent(item.content, layout.chip, layout.has_zeros);
                    rows.entry(item.row).or_default().push((item.x - left, item.x + right));
                }
                for extents in rows.values() {
                    for pair in extents.windows(2) {
                        assert!(pair[0].1.round() <= pair[1].0.round() + 1e-9, "{pair:?}");
                    }
                    for (left, right) in extents {
                        assert!(*left >= -1e-9 && *right <= f64::from(layout.columns) + 1e-9);
                    }
                }
                assert_eq!(rows.keys().max().map_or(1, |row| row + 3), layout.rows.max(1));
            }
        }
    }
}

#[test]
fn wide_levels_are_folded_unless_the_drawing_is_wide() {
    let diagram = drawn(Rules::queens(8).unwrap(), DrawnOrder::RowMajor);
    let lines = |scale| layout(&diagram, 76, scale).levels.iter().map(|level| level.lines).max();
    assert!(lines(GraphScale::Chips) > lines(GraphScale::Wide(1)));
    assert!(lines(GraphScale::Chips) > lines(GraphScale::Marks));
    assert_eq!(lines(GraphScale::Wide(4)), Some(1));
    let scales = [GraphScale::Whole, GraphScale::Marks, GraphScale::Chips, GraphScale::Wide(1)];
    for pair in scales.windows(2) {
        assert_eq!((pair[0].larger(), pair[1].smaller()), (pair[1], pair[0]));
    }
    assert_eq!(GraphScale::Whole.smaller(), GraphScale::Whole);
}

#[test]
fn edges_to_0_are_left_out_where_they_do_not_fit() {
    let diagram = drawn(Rules::queens(4).unwrap(), DrawnOrder::RowMajor);
    assert_eq!(least_width(&diagram), 10);
    assert!(!chips(&diagram, 10).has_zeros);
    assert!(chips(&diagram, 30).has_zeros);
    let net = GraphNet::of_small(&diagram);
    assert!(!GraphLayout::new(&net, 30, GraphScale::Chips, false).has_zeros);
}

#[test]
fn without_nodes_there_is_the_terminal_or_nothing() {
    let kind = engine::DiagramKind::Bdd;
    let terminal =
        |root| SmallDiagram { cells: vec!["a1".parse().unwrap()], nodes: vec![], root, kind };
    let items = |root| chips(&terminal(root), 20).items().copied().collect::<Vec<_>>();
    assert_eq!(items(Target::False), []);
    assert_eq!(items(Target::True), [GraphItem { content: GraphItemKind::One, x: 10.0, row: 2 }]);
}
