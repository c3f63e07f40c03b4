//! The direct construction of diagrams, compared with the textbook construction. The answers of diagrams, compared with
//! the BDD library and the reference.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;

use biodivine_lib_bdd::{Bdd, BddVariable};
use configurator::engine::Budget;
use configurator::engine::bdd::{
    Arrangement, Conjunct, Diagram, Granularity, Methods, Policy, VariableOrder, compile,
    compile_with, conjoin, conjoin_stepwise, sift,
};
use configurator::geometry::Cell;
use configurator::problem::{Decisions, Problem, Requirement, Rules, Value};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::cases::{Case, Described, bits, case, in_full, mask};
use crate::domains::census;

const ARRANGEMENTS: [Arrangement; 4] = [
    Arrangement::RowMajor,
    Arrangement::ColumnMajor,
    Arrangement::Diagonal,
    Arrangement::InsideOut,
];

fn compiled(problem: &Problem, order: &Arc<VariableOrder>) -> Diagram {
    compile(problem, order, &Budget::default()).unwrap().diagram
}

fn conjoined(problem: &Problem, order: &VariableOrder) -> Bdd {
    conjoin(problem, order, &Budget::default()).unwrap().bdd
}

fn orders(case: &Case) -> impl Iterator<Item = Arc<VariableOrder>> {
    let rules = case.rules();
    ARRANGEMENTS
        .map(|arrangement| Arc::new(VariableOrder::new(rules.grid(), arrangement)))
        .into_iter()
}

/// The board has enough states for several threads per level, with exact states from the middle on, in groups.
#[test]
fn any_number_of_threads_builds_the_same() {
    let problem = Problem::new(Rules::queens(13).unwrap());
    let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
    let methods = Methods { groups: Policy::Always, ..Methods::default() };
    let built = [1, 2, 5].map(|threads| {
        let budget = Budget::default().with_threads(NonZeroUsize::new(threads).unwrap());
        let diagram = compile_with(&problem, &order, methods, &budget).unwrap().diagram;
        assert_eq!((diagram.nodes(), diagram.arcs()), (72_652, 107_972));
        let census = diagram.census(&Decisions::default(), &budget).unwrap();
        assert_eq!(census.solutions, 73_712_u32.into());
        (diagram.memory(), census, format!("{diagram:?}"))
    });
    assert!(built[0] == built[1] && built[1] == built[2]);
}

/// All combinations of methods, each used always or never.
fn methods() -> impl Iterator<Item = Methods> {
    let used =
        |bits: u32, bit: u32| if bits >> bit & 1 == 1 { Policy::Always } else { Policy::Never };
    (0..4).map(move |bits| Methods { groups: used(bits, 0), exact_states: used(bits, 1) })
}

#[test]
fn queens_have_the_known_nodes_and_arcs_whatever_saves_states() {
    let known = [
        (4, 5, 5),
        (6, 12, 14),
        (8, 145, 193),
        (9, 488, 669),
        (10, 1_214, 1_579),
        (11, 4_006, 5_350),
    ];
    for (size, nodes, arcs) in known {
        let problem = Problem::new(Rules::queens(size).unwrap());
        let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
        for methods in methods().chain([Methods::default()]) {
            let built = compile_with(&problem, &order, methods, &Budget::default()).unwrap();
            let found = (built.diagram.nodes(), built.diagram.arcs());
            assert_eq!(found, (nodes, arcs), "{size} queens by {methods:?}");
        }
    }
}

/// Eight rows with one queen each have eight queens, so states need no count of pieces.
#[test]
fn numbers_of_pieces_that_rows_tell_cost_nothing() {
    let nodes = |requirements: &[&str]| {
        let rules = Rules::queens(8).unwrap();
        let requirements = requirements.iter().map(|it| it.parse::<Requirement>().unwrap());
        let problem = Problem::new(rules.with_requirements(requirements));
        let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
        let diagram = compiled(&problem, &order);
        (diagram.nodes(), diagram.count(&Budget::default()).unwrap())
    };
    let known = (145, 92_u8.into());
    assert_eq!(nodes(&["pieces=8", "rows"]), known);
    assert_eq!(nodes(&["rows", "columns", "pieces=8"]), known);
    assert_eq!(nodes(&["pieces=8"]), known);
    assert_eq!(nodes(&["rows", "pieces=7"]), (0, 0_u8.into()));
}

/// Small groups are merged in the diagram, unless groups are requested. Both diagrams give the same answers.
#[test]
fn all_is_told_alike_in_groups_and_without() {
    for (size, placed, excluded) in [
        (6, &[][..], &[][..]),
        (7, &[], &["d2"]),
        (8, &["c2"], &["a1", "h1"]),
        (9, &[], &["a1", "i1"]),
        (10, &["b1", "g3"], &["e5"]),
        (12, &[], &[]),
        (12, &["d1"], &["a12", "h7"]),
    ] {
        let problem = Problem::new(Rules::queens(size).unwrap());
        let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
        let mut decisions = Decisions::default();
        for (cells, value) in [(placed, Value::Placed), (excluded, Value::Excluded)] {
            for cell in cells {
                decisions.insert(cell.parse().unwrap(), value);
            }
        }
        let budget = Budget::default();
        let told = [Policy::Always, Policy::WhereItPays, Policy::Never].map(|groups| {
            let methods = Methods { groups, ..Methods::default() };
            let built = compile_with(&problem, &order, methods, &budget).unwrap();
            let diagram = built.diagram;
            let selected = diagram.select(&decisions, &budget).unwrap();
            (
                diagram.census(&decisions, &budget).unwrap(),
                [diagram.nodes(), diagram.arcs(), diagram.bdd_nodes()],
                selected.census(&Decisions::default(), &budget).unwrap(),
                [selected.nodes(), selected.arcs(), selected.bdd_nodes()],
                selected.solutions().collect::<Vec<_>>(),
            )
        });
        assert_eq!(told[0], told[1], "{size} queens, {decisions:?}");
        assert_eq!(told[1], told[2], "{size} queens, {decisions:?}");
    }
}

/// Exact states are reduced nodes.
#[test]
fn tightened_states_are_fewer() {
    let problem = Problem::new(Rules::queens(10).unwrap());
    let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
    let states = |methods| {
        let built = compile_with(&problem, &order, methods, &Budget::default()).unwrap();
        built.states.iter().map(|&(_, states)| states).sum::<usize>()
    };
    let plain = Methods { groups: Policy::Always, exact_states: Policy::Never };
    let exact = states(Methods { exact_states: Policy::Always, ..plain });
    assert!(exact < states(plain), "{exact}");
}

/// Converts the decisions to literals of the library.
fn literals(decisions: &Decisions, order: &VariableOrder) -> Vec<(BddVariable, bool)> {
    let literal = |(cell, value)| {
        let variable = order.variable(cell).unwrap();
        (BddVariable::from_index(variable.index()), value == Value::Placed)
    };
    decisions.iter().map(literal).collect()
}

/// Returns the size of the zero-suppressed BDD of the solutions, in all and by variable. The nodes of a variable are
/// the distinct sets of continuations of partial solutions in which the variable can have a piece.
fn zero_suppressed(solutions: &[u64], order: &VariableOrder) -> (usize, Vec<usize>) {
    let mut levels = vec![0; order.len()];
    let mut families = BTreeSet::from([solutions.iter().copied().collect::<BTreeSet<u64>>()]);
    families.retain(|family| !family.is_empty());
    let terminals = 1 + families.len();
    for variable in order.variables() {
        let cell = 1_u64 << order.size().index(order.cell(variable));
        let mut next = BTreeSet::new();
        for family in families {
            let (with, without): (BTreeSet<u64>, BTreeSet<u64>) =
                family.iter().partition(|&solution| solution & cell != 0);
            levels[variable.index()] += usize::from(!with.is_empty());
            next.insert(with.into_iter().map(|solution| solution & !cell).collect());
            next.insert(without);
        }
        next.retain(|family: &BTreeSet<u64>| !family.is_empty());
        families = next;
    }
    (terminals + levels.iter().sum::<usize>(), levels)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(100, 400)))]

    #[test]
    fn both_constructions_make_the_same_reduced_diagram(case in case(5)) {
        let problem = case.problem();
        for order in orders(&case) {
            let (diagram, bdd) = (compiled(&problem, &order), conjoined(&problem, &order));
            prop_assert_eq!(bdd.validate(), Ok(()));
            prop_assert!(diagram.to_bdd().unwrap() == bdd, "{:?}", order);

            prop_assert_eq!(diagram.bdd_nodes(), bdd.size());
            let by_variable = diagram.bdd_size(&Budget::default()).unwrap().levels;
            let sizes = bdd.size_per_variable();
            for (variable, &nodes) in by_variable.iter().enumerate() {
                let size = sizes.get(&BddVariable::from_index(variable)).copied();
                prop_assert_eq!(nodes, size.unwrap_or_default(), "{}", variable);
            }
            let terminals = if bdd.is_false() { 1 } else { 2 };
            prop_assert_eq!(by_variable.iter().sum::<usize>() + terminals, bdd.size());
            let size = diagram.bdd_size(&Budget::default()).unwrap();
            prop_assert_eq!(size.nodes, bdd.size());
            if let Some(solutions) = case.solutions() {
                let expected = zero_suppressed(&solutions, &order);
                prop_assert_eq!((size.zdd_nodes, size.zdd_levels), expected);
            }

            let budget = Budget::default();
            let census = diagram.census(&Decisions::default(), &budget).unwrap();
            prop_assert_eq!(&census.solutions, &bdd.exact_cardinality());
            prop_assert_eq!(&diagram.count(&budget).unwrap(), &census.solutions);
            prop_assert_eq!(diagram.path_count(&budget).unwrap(), bdd.exact_clause_cardinality());
            prop_assert_eq!(diagram.is_false(), bdd.is_false());
        }
    }

    /// Groups and exact states do not change the reduced diagram.
    #[test]
    fn all_methods_make_the_same_reduced_diagram(case in case(5), threads in 1..4_usize) {
        let problem = case.problem();
        let budget = Budget::default().with_threads(NonZeroUsize::new(threads).unwrap());
        for order in orders(&case).take(2) {
            let (diagram, bdd) = (compiled(&problem, &order), conjoined(&problem, &order));
            for methods in methods() {
                let other = compile_with(&problem, &order, methods, &budget).unwrap().diagram;
                prop_assert!(other.to_bdd().unwrap() == bdd, "{:?} {:?}", methods, order);
                let sizes = (other.nodes(), other.arcs(), other.is_folded());
                let known = (diagram.nodes(), diagram.arcs(), diagram.is_folded());
                prop_assert_eq!(sizes, known, "{:?} {:?}", methods, order);
            }
        }
    }

    /// Any order of the variables, and the one that sifting finds.
    #[test]
    fn other_orders_have_the_same_solutions(case in case(4), seed in any::<u64>()) {
        let (problem, budget) = (case.problem(), Budget::default());
        let mut cells: Vec<Cell> = problem.rules().grid().standing_cells().collect();
        cells.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        let shuffled = VariableOrder::from_cells(problem.rules().grid(), cells).unwrap();
        let sifted = sift(&problem, &budget).unwrap();
        prop_assert!(sifted.nodes <= sifted.row_major_nodes && sifted.interrupted.is_none());
        for order in [Arc::new(shuffled), Arc::clone(&sifted.order)] {
            let diagram = compiled(&problem, &order);
            prop_assert!(diagram.to_bdd().unwrap() == conjoined(&problem, &order));
            if let Some(solutions) = case.solutions() {
                prop_assert_eq!(
                    diagram.census(&Decisions::default(), &budget).unwrap(),
                    census(&case, &solutions)
                );
            }
            if order == sifted.order {
                prop_assert_eq!(diagram.bdd_nodes(), sifted.nodes);
            }
        }
        let row_major = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
        prop_assert_eq!(compiled(&problem, &Arc::new(row_major)).bdd_nodes(), sifted.row_major_nodes);
    }

    /// At the end of each row, both paces (rule by rule, or row by row) give the same BDD.
    #[test]
    fn steps_of_both_paces_meet(case in case(4)) {
        let problem = case.undecided().problem();
        for order in orders(&case) {
            let steps = |pace| {
                let (mut sizes, mut last) = (Vec::new(), None);
                let mut observe = |part: Conjunct<'_>, _: &Bdd, bdd: &Bdd| {
                    let row = match part {
                        Conjunct::Row(row) => row,
                        Conjunct::Board(cell) => cell.row(),
                        Conjunct::Group(group) => {
                            group.cells().iter().map(|cell| cell.row()).min().unwrap_or(0)
                        }
                        Conjunct::Limit(_) | Conjunct::Decision(..) => unreachable!("neither is there"),
                    };
                    if last.replace(row) == Some(row) {
                        sizes.pop();
                    }
                    sizes.push((row, bdd.size()));
                    Ok(())
                };
                let budget = Budget::default();
                let built = conjoin_stepwise(&problem, &order, pace, &budget, &mut observe);
                (built.unwrap().bdd, sizes)
            };
            let ((rules, one_by_one), (rows, row_by_row)) =
                (steps(Granularity::Rules), steps(Granularity::Rows));
            prop_assert!(rules == rows && rows == conjoined(&problem, &order));
            prop_assert_eq!(row_by_row.len(), usize::from(order.size().rows()));
            for (row, nodes) in one_by_one {
                prop_assert!(row_by_row.contains(&(row, nodes)), "row {}: {}", row, nodes);
            }
        }
    }

    #[test]
    fn decisions_select_what_compiling_under_them_finds(case in case(5)) {
        let budget = Budget::default();
        let (rules, decided) = (case.undecided().problem(), case.problem());
        for order in orders(&case) {
            let whole = compiled(&rules, &order);
            let position = compiled(&decided, &order);
            let selected = whole.select(decided.decisions(), &budget).unwrap();
            prop_assert!(selected.to_bdd().unwrap() == position.to_bdd().unwrap(), "{:?}", order);
            let literals = literals(decided.decisions(), &order);
            let bdd = whole.to_bdd().unwrap().select(&literals);
            prop_assert!(selected.to_bdd().unwrap() == bdd, "{:?}", order);
            prop_assert_eq!(
                whole.census(decided.decisions(), &budget).unwrap(),
                position.census(&Decisions::default(), &budget).unwrap()
            );
        }
    }

    /// Selecting decision by decision gives the same diagram as selecting all decisions at once.
    #[test]
    fn decisions_select_one_by_one(case in case(5)) {
        let budget = Budget::default();
        let decided = case.problem();
        for order in orders(&case).take(1) {
            let mut diagram = compiled(&case.undecided().problem(), &order);
            for decision in decided.decisions().iter() {
                diagram = diagram.select(&[decision].into_iter().collect(), &budget).unwrap();
            }
            let position = compiled(&decided, &order);
            prop_assert!(diagram.to_bdd().unwrap() == position.to_bdd().unwrap());
        }
    }

    #[test]
    fn solutions_are_those_of_the_reference_each_once(case in case(5)) {
        let solutions = case.solutions();
        prop_assume!(solutions.is_some());
        let solutions = solutions.unwrap();
        let expected: BTreeSet<u64> = solutions.iter().copied().collect();
        prop_assert_eq!(expected.len(), solutions.len());
        for order in orders(&case) {
            let diagram = compiled(&case.problem(), &order);
            let listed: Vec<u64> = diagram.solutions().map(|cells| mask(&cells)).collect();
            prop_assert_eq!(listed.len(), solutions.len(), "each once, {:?}", order);
            prop_assert!(listed.iter().copied().collect::<BTreeSet<_>>() == expected);
            // At each variable, solutions with a piece come first.
            let places: Vec<usize> = (order.size().iter())
                .map(|cell| order.variable(cell).map_or(0, |variable| 63 - variable.index()))
                .collect();
            let key = |solution| bits(solution).fold(0_u64, |key, bit| key | 1 << places[bit]);
            prop_assert!(listed.iter().rev().map(|&solution| key(solution)).is_sorted());
            prop_assert_eq!(
                diagram.census(&Decisions::default(), &Budget::default()).unwrap(),
                census(&case, &solutions)
            );
        }
    }

    /// A decision that breaks the symmetry, made before or after the construction of the diagram, leaves the same
    /// solutions.
    #[test]
    fn folded_and_unfolded_diagrams_tell_the_same(size in 2..8_u16, cell in any::<usize>()) {
        let problem = Problem::new(Rules::queens(size).unwrap());
        let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
        let (budget, none) = (Budget::default(), Decisions::default());
        let folded = compiled(&problem, &order);
        prop_assert!(folded.is_folded() || folded.is_false());
        let unfolded = folded.select(&none, &budget).unwrap();
        prop_assert!(!unfolded.is_folded() && folded.nodes() <= unfolded.nodes());
        prop_assert!(folded.to_bdd().unwrap() == unfolded.to_bdd().unwrap());
        let levels = |diagram: &Diagram| diagram.bdd_size(&Budget::default()).unwrap().levels;
        prop_assert_eq!(levels(&folded), levels(&unfolded));
        prop_assert!(folded.solutions().eq(unfolded.solutions()));
        let cells: Vec<Cell> = problem.rules().grid().standing_cells().collect();
        let decided = problem.with(cells[cell % cells.len()], Value::Placed).unwrap();
        let census = folded.census(decided.decisions(), &budget).unwrap();
        prop_assert_eq!(&census, &unfolded.census(decided.decisions(), &budget).unwrap());
        let position = compiled(&decided, &order);
        prop_assert_eq!(census, position.census(&none, &budget).unwrap());
        // Rows that are the same in every solution have no nodes in either diagram.
        let selected = folded.select(decided.decisions(), &budget).unwrap();
        prop_assert!(position.is_folded() || selected.nodes() == position.nodes());
        prop_assert!(selected.to_bdd().unwrap() == position.to_bdd().unwrap());
    }

    /// Two diagrams are equal exactly if their solutions are.
    #[test]
    fn equal_diagrams_have_equal_solutions(left in case(3), right in case(3)) {
        // The same grid, with other rules and decisions.
        let right = Case {
            rows: left.rows,
            columns: left.columns,
            holes: left.holes,
            regions: left.regions.clone(),
            placed: right.placed & left.all() & !left.holes,
            excluded: right.excluded & left.all() & !left.holes & !right.placed,
            ..right
        };
        let sorted = |case: &Case| case.solutions().unwrap().into_iter().collect::<BTreeSet<_>>();
        let order = orders(&left).next().unwrap();
        let bdd = |case: &Case| compiled(&case.problem(), &order).to_bdd().unwrap();
        let equal = bdd(&left) == bdd(&right);
        prop_assert_eq!(equal, sorted(&left) == sorted(&right));
    }
}
