//! Checks the construction of diagrams and the answers from them.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::Arc;

use biodivine_lib_bdd::{Bdd, BddVariable};
use num_bigint::BigUint;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use strum::VariantArray;

use super::cases::{SolvedCase, bits, board, cases, limited, mask, rook_cases};
use crate::bdd::{
    Arrangement, Diagram, Engine, Granularity, Growth, Methods, Policy, Ranking, RulesRobdd,
    VariableOrder, compile, compile_with, conjoin, conjoin_stepwise, sift,
};
use crate::{Budget, InvariantCounts, Oracle, sat};
use geometry::{Cell, CellSet, Symmetry};
use problem::{Decisions, Problem, Rules, Value};

fn budget() -> Budget {
    Budget::default()
}

fn order(problem: &Problem, arrangement: Arrangement) -> Arc<VariableOrder> {
    Arc::new(VariableOrder::new(problem.rules().grid(), arrangement))
}

fn compiled(problem: &Problem, order: &Arc<VariableOrder>) -> Diagram {
    compile(problem, order, &budget()).unwrap().diagram
}

/// Checks the number of solutions, the counts of all cells and the sizes of a diagram. `bdd` is the library's diagram.
fn check(case: &SolvedCase, diagram: &Diagram, bdd: &Bdd) {
    let none = Decisions::default();
    assert!(diagram.to_bdd().unwrap() == *bdd, "{case:?}");
    assert_eq!(diagram.census(&none, &budget()).unwrap(), case.census(), "{case:?}");
    assert_eq!(diagram.count(&budget()).unwrap(), case.solutions.len().into());
    assert_eq!(diagram.path_count(&budget()).unwrap(), bdd.exact_clause_cardinality());
    assert_eq!(diagram.is_false(), case.solutions.is_empty());
    let size = diagram.bdd_size(&budget()).unwrap();
    let sizes = bdd.size_per_variable();
    let of_bdd = |variable| sizes.get(&BddVariable::from_index(variable)).copied();
    let levels: Vec<usize> =
        (0..diagram.order().len()).map(|it| of_bdd(it).unwrap_or_default()).collect();
    assert_eq!((size.nodes, size.levels), (bdd.size(), levels), "{case:?}");
    assert_eq!((size.zdd_nodes, size.zdd_levels), zero_suppressed(case, diagram.order()));
    let found: BTreeSet<u64> = diagram.solutions().map(|solution| mask(&solution)).collect();
    assert_eq!(diagram.solutions().count(), case.solutions.len());
    assert!(found.into_iter().eq(case.solutions.iter().copied()), "{case:?}");
}

/// The size of the zero-suppressed diagram, in all and by variable: the nodes of a variable are the different sets of
/// continuations of partial solutions in which the variable can be true.
fn zero_suppressed(case: &SolvedCase, order: &VariableOrder) -> (usize, Vec<usize>) {
    let mut families = BTreeSet::from([case.solutions.clone()]);
    families.retain(|family| !family.is_empty());
    let mut levels = Vec::new();
    let terminals = 1 + families.len();
    for variable in order.variables() {
        let cell = 1 << case.size().index(order.cell(variable));
        let split = |value: bool| {
            families.iter().map(move |family| {
                let part = family.iter().filter(|&set| (set & cell != 0) == value);
                part.map(|set| set & !cell).collect::<Vec<u64>>()
            })
        };
        levels.push(split(true).filter(|with| !with.is_empty()).count());
        let parts: BTreeSet<_> = split(true).chain(split(false)).collect();
        families = parts.into_iter().filter(|part| !part.is_empty()).collect();
    }
    (terminals + levels.iter().sum::<usize>(), levels)
}

#[test]
fn every_construction_has_the_solutions_of_small_problems() {
    let priced = limited(cases(2, 100), 3);
    for (number, case) in cases(1, 200).chain(rook_cases(1, 150)).chain(priced).enumerate() {
        let arrangement = Arrangement::VARIANTS[number % Arrangement::VARIANTS.len()];
        let order = order(&case.problem, arrangement);
        let conjoined = conjoin(&case.problem, &order, &budget()).unwrap();
        assert_eq!(conjoined.census(&order, &budget()).unwrap(), case.census());
        assert_eq!(conjoined.solutions(), case.solutions.len().into());
        check(&case, &compiled(&case.problem, &order), &conjoined.bdd);
        for index in 0..4_usize {
            let used =
                |bit: usize| if index >> bit & 1 == 1 { Policy::Always } else { Policy::Never };
            let methods = Methods { groups: used(0), exact_states: used(1) };
            let budget = budget().with_threads(NonZeroUsize::new(1 + index % 2).unwrap());
            let built = compile_with(&case.problem, &order, methods, &budget).unwrap();
            check(&case, &built.diagram, &conjoined.bdd);
        }
        let is_position = |bdd: &Bdd| {
            let literals = case.problem.decisions().iter().map(|(cell, value)| {
                let variable = order.variable(cell).unwrap().index();
                (BddVariable::from_index(variable), value == Value::Placed)
            });
            bdd.select(&literals.collect::<Vec<_>>()) == conjoined.bdd
        };
        for granularity in [Granularity::Rules, Granularity::Rows] {
            let ignored = &mut |_: crate::bdd::Conjunct<'_>, _: &Bdd, _: &Bdd| Ok(());
            let stepwise = conjoin_stepwise(&case.problem, &order, granularity, &budget(), ignored);
            assert!(is_position(&stepwise.unwrap().bdd), "{case:?}");
        }
        let growth = Growth::new(&case.problem, &order, usize::MAX, &budget());
        let last = growth.stages.last().and_then(|stage| stage.bdd.as_ref());
        assert!(last.is_none_or(is_position), "{case:?}");
    }
}

/// The numbers of nodes by variable, and of paths, of the ROBDD of a case without its decided cells. The nodes of a
/// variable are the different functions that depend on it first.
fn reduced(case: &SolvedCase, order: &VariableOrder) -> (Vec<usize>, BigUint) {
    let mut functions = BTreeMap::from([(case.solutions.clone(), BigUint::from(1_u8))]);
    let mut levels = Vec::new();
    for variable in order.variables() {
        let cell = order.cell(variable);
        let bit = 1 << case.size().index(cell);
        let mut next: BTreeMap<Vec<u64>, BigUint> = BTreeMap::new();
        let mut nodes = 0;
        for (function, paths) in functions {
            let part = |value: bool| -> Vec<u64> {
                let part = function.iter().filter(|&set| (set & bit != 0) == value);
                part.map(|set| set & !bit).collect()
            };
            let (low, high) = (part(false), part(true));
            let children = match case.problem.decisions().get(cell) {
                Some(Value::Placed) => vec![high],
                Some(Value::Excluded) => vec![low],
                None if low == high => vec![low],
                None => {
                    nodes += 1;
                    vec![low, high]
                }
            };
            for child in children {
                *next.entry(child).or_default() += &paths;
            }
        }
        levels.push(nodes);
        functions = next;
    }
    let paths = functions.into_iter().filter(|(function, _)| !function.is_empty());
    (levels, paths.map(|(_, paths)| paths).sum())
}

#[test]
fn the_restricted_robdd_of_small_positions_has_the_numbers_of_all_sets_of_cells() {
    let scale = std::env::var("PROPTEST_CASES").map_or(100, |number| number.parse().unwrap());
    let priced = limited(cases(12, scale), 13);
    for case in cases(11, scale).chain(rook_cases(11, scale)).chain(priced) {
        let order = order(&case.problem, Arrangement::RowMajor);
        let (levels, paths) = reduced(&case, &order);
        let nodes = levels.iter().sum::<usize>() + if case.solutions.is_empty() { 1 } else { 2 };
        let mut robdd = RulesRobdd::default();
        robdd.build(case.problem.rules(), &budget()).unwrap();
        // An earlier position, so that the restriction begins with its decisions.
        let before = case.problem.first(case.problem.decisions().len() / 2);
        for problem in [&case.undecided(), &before, &case.problem] {
            let expected = SolvedCase::new(problem.clone()).census();
            let Some(found) = robdd.position(problem, &budget()).unwrap() else { continue };
            assert_eq!(found.census, expected, "{case:?}");
            if problem == &case.problem {
                assert_eq!((found.nodes, &found.paths), (nodes, &paths), "{case:?}");
            }
        }
        let (diagram, decisions) = (compiled(&case.problem, &order), case.problem.decisions());
        let size = diagram.size_at(&case.problem, &budget()).unwrap();
        assert_eq!((size.nodes, size.levels), (nodes, levels), "{case:?}");
        let (_, mut zdd_levels) = zero_suppressed(&case, &order);
        for (cell, _) in decisions.iter() {
            zdd_levels[order.variable(cell).unwrap().index()] = 0;
        }
        let inner = size.zdd_levels.iter().sum::<usize>();
        assert_eq!(size.zdd_levels, zdd_levels, "{case:?}");
        assert_eq!(size.zdd_nodes, inner + if case.solutions.is_empty() { 1 } else { 2 });
        assert_eq!(diagram.bdd_at(&case.problem).unwrap().size(), nodes, "{case:?}");
    }
}

/// Boards with enough states that groups and exact states are used, and that levels are divided among threads.
#[test]
fn diagrams_of_queens_are_the_same_by_all_methods() {
    // OEIS A000170. The sizes are those of the conjoined diagrams.
    for (size, solutions) in [(6, 4_u32), (7, 40), (8, 92), (9, 352), (10, 724)] {
        let problem = Problem::new(Rules::queens(size).unwrap());
        let order = order(&problem, Arrangement::RowMajor);
        let place = |names: &str| {
            let cells = Cell::parse_list(names).unwrap();
            cells.into_iter().map(|cell| (cell, Value::Placed)).collect::<Decisions>()
        };
        let mut known = None;
        for groups in [Policy::Always, Policy::Never, Policy::WhereItPays] {
            for exact_states in [Policy::Always, Policy::Never] {
                for threads in [1, 3] {
                    let budget = budget().with_threads(NonZeroUsize::new(threads).unwrap());
                    let methods = Methods { groups, exact_states };
                    let built = compile_with(&problem, &order, methods, &budget).unwrap();
                    let diagram = built.diagram;
                    let census = diagram.census(&Decisions::default(), &budget).unwrap();
                    assert_eq!(census.solutions, BigUint::from(solutions));
                    let sizes = diagram.bdd_size(&budget).unwrap();
                    let placed = place("b1,e3");
                    let told = (
                        (diagram.nodes(), diagram.arcs()),
                        (census, diagram.census(&placed, &budget).unwrap(), sizes),
                        diagram.select(&placed, &budget).unwrap().to_bdd(),
                    );
                    let known = known.get_or_insert(told.clone());
                    assert_eq!(*known, told, "{size} {methods:?} {threads}");
                    assert!(diagram.is_folded());
                }
            }
        }
        if size < 8 {
            let bdd = conjoin(&problem, &order, &budget()).unwrap().bdd;
            assert_eq!(known.unwrap().1.2.nodes, bdd.size());
        }
    }
}

/// The counts of 40 columns take more than one word of a state. In each column, two of four cells have a piece.
#[test]
fn counts_of_many_groups_fit_into_states() {
    let rules = Rules::clone(board("4x40", "W", "columns=2").rules()).with_board_rule(false);
    let problem = Problem::new(rules);
    let diagram = compiled(&problem, &order(&problem, Arrangement::ColumnMajor));
    assert_eq!(diagram.count(&budget()).unwrap(), BigUint::from(6_u8).pow(40));
}

#[test]
fn decisions_select_a_part_of_the_diagram() {
    for case in cases(4, 200).chain(rook_cases(4, 150)) {
        let order = order(&case.problem, Arrangement::RowMajor);
        let (whole, decisions) = (compiled(&case.undecided(), &order), case.problem.decisions());
        let selected = whole.select(decisions, &budget()).unwrap();
        assert!(selected.to_bdd() == compiled(&case.problem, &order).to_bdd(), "{case:?}");
        assert_eq!(whole.census(decisions, &budget()).unwrap(), case.census(), "{case:?}");
        let mut one_by_one = whole;
        for decision in decisions.iter() {
            let decision = [decision].into_iter().collect();
            one_by_one = one_by_one.select(&decision, &budget()).unwrap();
        }
        assert!(one_by_one.to_bdd() == selected.to_bdd(), "{case:?}");
        let mut engine = Engine::new();
        engine.diagram(&case.undecided(), &budget()).unwrap();
        assert!(engine.covers(&case.problem));
        assert_eq!(engine.census(&case.problem, &budget()).unwrap(), case.census());
        let solutions = Some(case.solutions.len().into());
        assert_eq!(engine.solutions(&case.problem, &budget()), Ok(solutions));
        let satisfiable = engine.is_satisfiable(&case.problem, &budget());
        assert_eq!(satisfiable, Ok(!case.solutions.is_empty()));
    }
}

#[test]
fn numbers_name_solutions_in_their_order() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for case in cases(5, 150).chain(rook_cases(5, 100)) {
        let arrangement = *Arrangement::VARIANTS.choose(&mut random).unwrap();
        let diagram = compiled(&case.problem, &order(&case.problem, arrangement));
        let ranking = Ranking::new(Arc::new(diagram), &budget()).unwrap();
        assert_eq!(ranking.total(), case.solutions.len().into());
        for (number, solution) in (0_u32..).zip(ranking.diagram().solutions()) {
            assert_eq!(ranking.nth(&number.into()), Some(solution.clone()), "{case:?}");
            assert_eq!(ranking.rank(&solution), Some(number.into()), "{case:?}");
        }
        assert_eq!(ranking.nth(&ranking.total()), None);
        for _ in 0..20 {
            let probe = random.gen_range(0..1_u64 << case.size().cells());
            let is_solution = case.solutions.contains(&probe);
            assert_eq!(ranking.rank(&case.set(probe)).is_some(), is_solution, "{case:?}");
        }
        let drawn = ranking.random(&mut random);
        assert_eq!(drawn.is_some(), !case.solutions.is_empty());
        assert!(drawn.is_none_or(|drawn| case.solutions.contains(&mask(&drawn))));
    }
}

#[test]
fn sifting_finds_an_order_with_fewer_nodes() {
    for case in cases(6, 100) {
        let sifted = sift(&case.problem, &budget()).unwrap();
        let row_major = compiled(&case.problem, &order(&case.problem, Arrangement::RowMajor));
        assert_eq!(sifted.row_major_nodes, row_major.bdd_nodes());
        let diagram = compiled(&case.problem, &sifted.order);
        assert_eq!(sifted.nodes, diagram.bdd_nodes(), "{case:?}");
        let best = Arrangement::VARIANTS.iter().map(|&arrangement| {
            compiled(&case.problem, &order(&case.problem, arrangement)).bdd_nodes()
        });
        assert!(sifted.nodes <= best.min().unwrap() && sifted.interrupted.is_none());
    }
}

/// The first solution of each class under these symmetries. On the first cell where it differs from another
/// solution of the class, the first solution has a piece.
fn representatives(case: &SolvedCase, symmetries: &[Symmetry]) -> BTreeSet<u64> {
    let first = |&solution: &u64| {
        let images = symmetries.iter().map(|it| mask(&it.image(&case.set(solution))));
        images.max_by_key(|image| image.reverse_bits()).unwrap()
    };
    case.solutions.iter().map(first).collect()
}

/// The same rules with decisions that are closed under the symmetries of the rules.
fn symmetric(case: &SolvedCase) -> SolvedCase {
    let symmetries = case.undecided().symmetries();
    let mut decisions = Decisions::default();
    for (cell, value) in case.problem.decisions().iter() {
        for symmetry in &symmetries {
            let image = symmetry.map(cell, case.size());
            if decisions.get(image).is_none() {
                decisions.insert(image, value);
            }
        }
    }
    let rules = Arc::clone(case.problem.rules());
    SolvedCase::new(Problem::with_decisions(rules, decisions).unwrap())
}

#[test]
fn classes_have_one_representative_each() {
    let boards = ["4x4 queen rows", "5x5 queen rows", "3x3 knight rows=1", "3x4 king columns"];
    let boards = boards.map(|words| {
        let mut words = words.split(' ');
        let mut next = || words.next().unwrap();
        SolvedCase::new(board(next(), next(), next()))
    });
    let random = cases(7, 150).chain(rook_cases(7, 150)).map(|case| symmetric(&case));
    for case in boards.into_iter().chain(random) {
        let symmetries = case.problem.symmetries();
        let expected = representatives(&case, &symmetries);
        let mut engine = Engine::new();
        let classes = engine.classes(&case.problem, &budget()).unwrap();
        assert_eq!(classes.number, expected.len().into(), "{case:?}");
        let listed: Vec<u64> = classes.representatives().flatten().map(|it| mask(&it)).collect();
        assert_eq!(listed.len(), expected.len());
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected, "{case:?}");
        let counts = InvariantCounts::find(symmetries, |group| {
            let kept = |&&set: &&u64| group.iter().all(|it| mask(&it.image(&case.set(set))) == set);
            let number = engine.invariant(&case.problem, group, &budget())?.count(&budget())?;
            let expected = case.solutions.iter().filter(kept).count();
            assert_eq!(number, expected.into(), "{group:?} of {case:?}");
            Ok::<_, crate::Interrupted>(number)
        });
        let kinds = counts.unwrap().by_kind();
        let of_kinds: BigUint = kinds.iter().map(|kind| &kind.classes).sum();
        assert_eq!(of_kinds, expected.len().into());
        let of_kinds: BigUint = kinds.iter().map(|kind| &kind.solutions).sum();
        assert_eq!(of_kinds, case.solutions.len().into());
    }
}

/// The smallest sets of decisions without which some solution of the rules keeps the others.
fn smallest_retractions(case: &SolvedCase) -> Vec<BTreeSet<Cell>> {
    let size = case.size();
    let broken = |solution: u64| {
        let differs = |&(cell, value): &(Cell, Value)| {
            (solution >> size.index(cell) & 1 == 1) != (value == Value::Placed)
        };
        case.problem.decisions().iter().filter(differs).map(|(cell, _)| cell).collect()
    };
    let all: Vec<BTreeSet<Cell>> =
        SolvedCase::new(case.undecided()).solutions.into_iter().map(broken).collect();
    let fewest = all.iter().map(BTreeSet::len).min();
    let smallest = all.into_iter().filter(|set| Some(set.len()) == fewest);
    smallest.collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
fn retractions_are_the_smallest_sets_of_decisions_to_take_back() {
    for case in cases(8, 250).chain(rook_cases(8, 150)) {
        let soft: Vec<(Cell, Value)> = case.problem.decisions().iter().collect();
        let expected = smallest_retractions(&case);
        for cap in [1, 2, 50] {
            let found = [
                Engine::new().smallest_retractions(&case.undecided(), &soft, cap, &budget()),
                sat::Engine::new().smallest_retractions(&case.undecided(), &soft, cap, &budget()),
            ];
            for retractions in found.map(|found| found.unwrap().unwrap()) {
                let sets: BTreeSet<BTreeSet<Cell>> =
                    retractions.sets.iter().map(|set| set.iter().copied().collect()).collect();
                assert_eq!(retractions.sets.len(), sets.len(), "{case:?}");
                assert_eq!(sets.len(), expected.len().min(cap), "{case:?}");
                assert!(sets.iter().all(|set| expected.contains(set)), "{case:?}");
                assert_eq!(retractions.more, expected.len() > cap, "{case:?}");
            }
        }
        let conflict = sat::Engine::new().conflict(&case.undecided(), &soft, &budget()).unwrap();
        assert_eq!(conflict.is_some(), case.solutions.is_empty(), "{case:?}");
        if let Some(clash) = conflict {
            let only = soft.iter().copied().filter(|(cell, _)| clash.contains(cell));
            assert_eq!(
                SolvedCase::new(case.problem.with_only(only)).solutions,
                [0_u64; 0],
                "{case:?}"
            );
        }
    }
}

#[test]
fn completions_are_solutions_that_their_excluded_cells_leave_alone() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    for case in cases(9, 150) {
        let completion = Engine::new().complete(&case.problem, &mut random, &budget()).unwrap();
        assert_eq!(completion.is_some(), !case.solutions.is_empty());
        let Some(completion) = completion else { continue };
        let (placed, excluded) = (mask(&completion.placed), mask(&completion.excluded));
        assert!(case.solutions.contains(&placed));
        let keeps = |&&set: &&u64| set & placed == placed && set & excluded == 0;
        assert_eq!(case.solutions.iter().filter(keeps).count(), 1, "{case:?}");
        let undecided = |cell: Cell| case.problem.decisions().get(cell).is_none();
        assert!(completion.excluded.iter().all(undecided));
        let rank = completion.rank.unwrap();
        assert_eq!(rank.total, case.solutions.len().into());
        let numbered = |number: BigUint| {
            let mut engine = Engine::new();
            let found = engine.complete_with(&case.problem, |_| number, &budget()).unwrap();
            found.map(|it| it.placed)
        };
        assert_eq!(numbered(rank.number), Some(completion.placed));
    }
}

#[test]
fn unfolded_diagrams_have_a_path_for_each_solution() {
    for case in cases(10, 150).chain(rook_cases(10, 100)) {
        let diagram = compiled(&case.problem, &order(&case.problem, Arrangement::RowMajor));
        let fixed = CellSet::from_cells(case.size(), diagram.fixed_cells());
        let mut paths = vec![(mask(&fixed), 0_u32)];
        for level in diagram.unfolded(&budget()).unwrap() {
            let follow = |(set, node): (u64, u32)| {
                let (cells, size) = (&level.cells, case.size());
                level.nodes[node as usize].iter().map(move |&(choice, to)| {
                    let bit = choice.map_or(0, |it| 1 << size.index(cells[usize::from(it)]));
                    (set | bit, to)
                })
            };
            paths = paths.into_iter().flat_map(follow).collect();
        }
        let mut found: Vec<u64> = paths.into_iter().map(|(set, _)| set).collect();
        found.sort_unstable();
        assert!(case.solutions.is_empty() || found == case.solutions, "{case:?}");
        assert!(bits(mask(&fixed)).all(|bit| case.solutions.iter().all(|it| it >> bit & 1 == 1)));
    }
}
