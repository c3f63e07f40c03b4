use std::collections::HashMap;

use biodivine_lib_bdd::{Bdd, BddVariable};
use proptest::prelude::*;

use super::super::kinds::tests::value;
use super::*;
use crate::bdd::{Arrangement, VariableOrder, conjoin, conjunct_bdds};
use crate::budget::Budget;
use geometry::{Grid, Piece, Size};
use problem::{Problem, Requirement, Rules};

/// The truth table of a diagram.
fn table(diagram: &SmallDiagram) -> Vec<bool> {
    (0..1_u32 << diagram.cells.len()).map(|assignment| value(diagram, assignment)).collect()
}

/// A BDD without the numbers of its nodes: cells, and nodes in the order of a search from the root, low edges first. Two
/// diagrams have the same form if they are equal node by node.
fn form(diagram: &SmallDiagram) -> (Vec<Cell>, Target, Vec<SmallNode>) {
    fn visit(
        diagram: &SmallDiagram,
        to: Target,
        place: &mut HashMap<usize, usize>,
        nodes: &mut Vec<SmallNode>,
    ) -> Target {
        let Target::Node(node) = to else { return to };
        if let Some(&known) = place.get(&node) {
            return Target::Node(known);
        }
        let SmallNode { level, low, high } = diagram.nodes[node];
        let low = visit(diagram, low, place, nodes);
        let high = visit(diagram, high, place, nodes);
        nodes.push(SmallNode { level, low, high });
        place.insert(node, nodes.len() - 1);
        Target::Node(nodes.len() - 1)
    }
    let mut nodes = Vec::new();
    let root = visit(diagram, diagram.root, &mut HashMap::new(), &mut nodes);
    (diagram.cells.clone(), root, nodes)
}

type Steps = Vec<(SmallDiagram, NodeStep)>;

/// The diagrams before each step, with the steps.
fn steps(rewrite: impl FnOnce(&mut StepObserver<'_>)) -> Steps {
    let mut steps = Steps::new();
    rewrite(&mut |before, step| steps.push((before.clone(), step)));
    steps
}

fn size(diagram: &SmallDiagram) -> usize {
    diagram.live_nodes().iter().filter(|is_reached| **is_reached).count()
}

/// Checks that a step describes the diagram before it, and the diagram after it.
fn check_step(before: &SmallDiagram, step: NodeStep, after: &SmallDiagram) {
    let is_reached = before.live_nodes();
    assert!(step.nodes().iter().all(|&node| is_reached[node]), "{step:?}");
    let own = before.nodes[step.nodes()[0]];
    match step {
        NodeStep::Drop { to, .. } => assert_eq!((own.low, own.high), (to, to)),
        NodeStep::Merge { node, kept } => {
            assert!(node != kept && before.nodes[kept] == own && own.low != own.high);
        }
        NodeStep::Restrict { to, .. } => assert!(own.low == to || own.high == to),
        NodeStep::Keep { node } => {
            let is_equal = |other: usize| is_reached[other] && before.nodes[other] == own;
            assert_eq!(before, after);
            assert!(own.low != own.high);
            assert_eq!((0..before.nodes.len()).filter(|&other| is_equal(other)).count(), 1);
            assert!(is_equal(node));
        }
    }
    let is_kept = matches!(step, NodeStep::Keep { .. });
    assert_eq!(after.live_nodes()[step.nodes()[0]], is_kept, "{step:?}");
    match step {
        // The other child of a restricted node may become unreachable as well.
        NodeStep::Restrict { .. } => assert!(size(after) < size(before)),
        _ => assert_eq!(size(after) + usize::from(!is_kept), size(before)),
    }
}

/// Reduces the decision tree of the rules and decisions. Returns the number of steps.
fn check_reduction(problem: &Problem, order: &VariableOrder, library: &Bdd) -> usize {
    let budget = Budget::default();
    let expected = SmallDiagram::of_bdd(library, order.cells()).restricted(problem.decisions()).0;
    let conjuncts = conjunct_bdds(problem.rules(), order, &budget).unwrap();
    let restricted =
        |bdd| SmallDiagram::of_bdd(bdd, order.cells()).restricted(problem.decisions()).0;
    let conjuncts: Vec<_> = conjuncts.iter().map(restricted).collect();
    let mut diagram = SmallDiagram::conjunction_tree(&expected.cells, &conjuncts, 1 << 17).unwrap();
    let function = table(&expected);
    assert_eq!(table(&diagram), function);
    let steps = steps(|observer| diagram.reduce(observer));
    let after = steps.iter().skip(1).map(|(before, _)| before).chain([&diagram]);
    for ((before, step), after) in steps.iter().zip(after) {
        check_step(before, *step, after);
        assert!(!matches!(step, NodeStep::Restrict { .. } | NodeStep::Keep { .. }));
        assert_eq!(table(after), function, "{step:?}");
    }
    assert_eq!(form(&diagram), form(&expected));
    let compact = diagram.without_unreached_nodes();
    assert_eq!((form(&compact), compact.size()), (form(&expected), expected.size()));
    steps.len()
}

/// Restricts the diagram by a value of a cell, node by node.
fn check_restriction(library: &Bdd, order: &VariableOrder, (cell, value): (Cell, Value)) {
    let variable = order.variable(cell).unwrap().index();
    let is_placed = value == Value::Placed;
    let result = library.var_restrict(BddVariable::from_index(variable), is_placed);
    let expected = SmallDiagram::of_bdd(&result, order.cells());
    let mut diagram = SmallDiagram::of_bdd(library, order.cells());
    let function = table(&expected);
    let steps = steps(|observer| diagram.restrict(cell, value, observer));
    let after = steps.iter().skip(1).map(|(before, _)| before).chain([&diagram]);
    for ((before, step), after) in steps.iter().zip(after) {
        check_step(before, *step, after);
        for (assignment, (agrees, expected)) in table(after).iter().zip(&function).enumerate() {
            let has_value = (assignment >> variable & 1 == 1) == is_placed;
            assert!(!has_value || agrees == expected, "{step:?}");
        }
    }
    assert_eq!(form(&diagram), form(&expected));
    assert_eq!(diagram.without_unreached_nodes().size(), result.size());
}

fn check(problem: &Problem, order: &VariableOrder) -> usize {
    let library = conjoin(problem, order, &Budget::default()).unwrap().bdd;
    for variable in order.variables() {
        for value in [Value::Placed, Value::Excluded] {
            check_restriction(&library, order, (order.cell(variable), value));
        }
    }
    check_reduction(problem, order, &library)
}

#[test]
fn four_queens_are_reduced_and_restricted_as_the_library_does() {
    let problem = Problem::new(Rules::queens(4).unwrap());
    let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
    // The tree has 84 inner nodes, the diagram 29.
    assert_eq!(check(&problem, &order), 84 - 29);
}

#[test]
fn a_node_of_the_restricted_cell_is_replaced_by_its_child() {
    let [a, b] = ["a1", "b1"].map(|name| name.parse::<Cell>().unwrap());
    let node = |level, low, high| SmallNode { level, low, high };
    // Exactly one piece on a1 and b1.
    let mut diagram = SmallDiagram {
        cells: vec![a, b],
        nodes: vec![
            node(0, Target::Node(1), Target::Node(2)),
            node(1, Target::False, Target::True),
            node(1, Target::True, Target::False),
        ],
        root: Target::Node(0),
        kind: DiagramKind::Bdd,
    };
    let steps = steps(|observer| diagram.restrict(b, Value::Placed, observer));
    let steps: Vec<NodeStep> = steps.into_iter().map(|(_, step)| step).collect();
    let expected = [
        NodeStep::Restrict { node: 1, to: Target::True },
        NodeStep::Restrict { node: 2, to: Target::False },
        NodeStep::Keep { node: 0 },
    ];
    assert_eq!(steps, expected);
    assert_eq!(diagram.nodes[0], node(0, Target::True, Target::False));
}

#[test]
fn a_tree_with_too_many_nodes_is_not_made() {
    let problem = Problem::new(Rules::queens(4).unwrap());
    let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
    let conjuncts = conjunct_bdds(problem.rules(), &order, &Budget::default()).unwrap();
    let conjuncts: Vec<_> =
        conjuncts.iter().map(|bdd| SmallDiagram::of_bdd(bdd, order.cells())).collect();
    let tree = |most| SmallDiagram::conjunction_tree(&conjuncts[0].cells, &conjuncts, most);
    assert_eq!(tree(84).unwrap().nodes.len(), 84);
    assert_eq!(tree(83), None);
}

/// A random small board with a random order of its cells.
pub(in super::super) fn board() -> impl Strategy<Value = (Problem, VariableOrder)> {
    let size = prop::sample::select(vec!["2", "3", "2x4", "4x2", "1x5", "3x2"]);
    let pieces = ["queen", "king", "knight", "rook", "bishop", "amazon"];
    let needs = ["rows", "rows=1,columns=1", "columns", "pieces=2", "rows=2", ""];
    let needs = prop::sample::select(needs.to_vec());
    let facts = (size, prop::sample::select(pieces.to_vec()), needs, any::<bool>());
    let decided = prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..3);
    let holes = prop::collection::vec(any::<prop::sample::Index>(), 0..2);
    (facts, decided, holes).prop_perturb(
        |((size, piece, needs, has_board_rule), decided, holes), mut random| {
            let size: Size = size.parse().unwrap();
            let cells: Vec<Cell> = size.iter().collect();
            let holes = holes.iter().map(|hole| *hole.get(&cells));
            let grid = Grid::new(size).with_holes(holes).unwrap();
            let needs = needs.split(',').filter(|need| !need.is_empty());
            let needs = needs.map(|need| need.parse::<Requirement>().unwrap());
            let rules = Rules::new(grid, piece.parse::<Piece>().unwrap(), needs)
                .with_board_rule(has_board_rule);
            let mut problem = Problem::new(rules);
            for (cell, is_placed) in decided {
                let value = if is_placed { Value::Placed } else { Value::Excluded };
                problem = problem.clone().with(*cell.get(&cells), value).unwrap_or(problem);
            }
            let grid = problem.rules().grid();
            let mut cells: Vec<Cell> = grid.standing_cells().collect();
            for last in (1..cells.len()).rev() {
                cells.swap(last, random.next_u32() as usize % (last + 1));
            }
            let order = VariableOrder::from_cells(grid, cells).unwrap();
            (problem, order)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn random_boards_are_reduced_and_restricted_as_the_library_does((problem, order) in board()) {
        check(&problem, &order);
    }
}
