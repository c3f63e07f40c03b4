use super::*;
use engine::{Budget, auto};
use problem::{Problem, Rules};
use session::{DrawnDiagram, DrawnGrowth, DrawnOrder};

fn drawn(rules: Rules, order: DrawnOrder) -> SmallDiagram {
    let board = Problem::new(rules);
    let mut engine = auto::Engine::new();
    DrawnDiagram::find(&mut engine, &board, order, &Budget::default()).unwrap().unwrap().diagram
}

/// The small intermediate diagrams from which the diagram of a board grows.
fn growing(size: u16, piece: &str) -> Vec<SmallDiagram> {
    let rules = Rules::queens(size).unwrap().with_piece(piece.parse().unwrap());
    let growth = DrawnGrowth::find(&Problem::new(rules), &Budget::default()).unwrap().unwrap();
    growth.stages.into_iter().filter_map(|stage| stage.diagram).collect()
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

fn x_of(layout: &GraphLayout, level: usize, content: GraphItemKind) -> f64 {
    let mut items = layout.levels[level].iter();
    items.find(|item| item.content == content).unwrap().x
}

#[test]
fn the_two_strands_of_four_queens_are_straight_and_even() {
    let diagram = drawn(Rules::queens(4).unwrap(), DrawnOrder::RowMajor);
    let layout = GraphLayout::new(&diagram, 69, true);
    let x = |level: usize| layout.levels[level].iter().map(|item| item.x).collect::<Vec<_>>();
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
        assert_eq!(layout.levels[2][side].content, GraphItemKind::Node(node));
    }
}

#[test]
fn every_edge_leads_from_its_node_to_its_child() {
    for diagram in diagrams() {
        let layout = GraphLayout::new(&diagram, GraphLayout::least_width(&diagram), false);
        for (number, node) in diagram.nodes.iter().enumerate() {
            for high in [false, true] {
                let target = node.target(high);
                let own = |piece: &&EdgePiece| piece.high == high && piece.nodes.contains(&number);
                let pieces: Vec<&EdgePiece> = layout.pieces.iter().filter(own).collect();
                let (level, content) = match target {
                    Target::False => {
                        assert!(pieces.is_empty());
                        continue;
                    }
                    Target::True => (diagram.cells.len(), GraphItemKind::One),
                    Target::Node(child) => (diagram.nodes[child].level, GraphItemKind::Node(child)),
                };
                assert_eq!(pieces.len(), level - node.level);
                let mut at = x_of(&layout, node.level, GraphItemKind::Node(number));
                for (piece, above) in pieces.iter().zip(node.level..) {
                    assert_eq!((piece.level, piece.starts_at_bend), (above, above > node.level));
                    assert!((piece.from - at).abs() < 1e-9);
                    at = piece.to;
                }
                assert!((at - x_of(&layout, level, content)).abs() < 1e-9);
            }
        }
        let shown: Vec<usize> = layout.nodes().collect();
        assert_eq!(shown.len(), diagram.nodes.len());
    }
}

#[test]
fn nothing_overlaps_and_nothing_leaves_the_drawing() {
    for diagram in diagrams() {
        let least = GraphLayout::least_width(&diagram);
        for width in [least, least + 9, 2 * least, 120] {
            let layout = GraphLayout::new(&diagram, width.max(least), true);
            for level in &layout.levels {
                let extents = level.iter().map(|item| {
                    let (left, right) =
                        extent(&diagram, item.content, layout.chip, layout.has_zeros);
                    (item.x - left, item.x + right)
                });
                let extents: Vec<(f64, f64)> = extents.collect();
                for pair in extents.windows(2) {
                    assert!(pair[0].1 + GAP <= pair[1].0 + 1e-9, "{pair:?}");
                }
                for (left, right) in extents {
                    assert!(left >= -1e-9 && right <= f64::from(width.max(least)) + 1e-9);
                }
            }
        }
    }
}

#[test]
fn edges_to_0_are_left_out_where_they_do_not_fit() {
    let diagram = drawn(Rules::queens(4).unwrap(), DrawnOrder::RowMajor);
    assert_eq!(GraphLayout::least_width(&diagram), 10);
    assert!(!GraphLayout::new(&diagram, 10, true).has_zeros);
    assert!(GraphLayout::new(&diagram, 30, true).has_zeros);
    assert!(!GraphLayout::new(&diagram, 30, false).has_zeros);
}

#[test]
fn without_nodes_there_is_the_terminal_or_nothing() {
    let terminal = |root| SmallDiagram { cells: vec!["a1".parse().unwrap()], nodes: vec![], root };
    let items = |root| GraphLayout::new(&terminal(root), 20, true).levels;
    assert_eq!(items(Target::False), [vec![], vec![]]);
    assert_eq!(
        items(Target::True),
        [vec![], vec![GraphItem { content: GraphItemKind::One, x: 10.0 }]]
    );
}
