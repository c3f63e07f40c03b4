//! The finite-domain search, compared with the reference, the diagram and the literature.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::time::Duration;

use configurator::engine::bdd;
use configurator::engine::search::{
    ColumnModel, Event, Labeling, Propagation, RemovalCause, Search, SearchOptions, Statistics,
    Unsuited, Values,
};
use configurator::engine::{Budget, Cause};
use configurator::geometry::{Cell, CellSet, Grid, Size};
use configurator::problem::{GroupId, Problem, Requirement, Rules, Value};
use proptest::prelude::*;
use proptest::sample::select;
use strum::IntoEnumIterator;

use crate::cases::{Case, Described, case, in_full, mask};

const LABELINGS: [Labeling; 3] = [Labeling::Leftmost, Labeling::FirstFail, Labeling::Dual];
const VALUES: [Values; 4] = [Values::Min, Values::Middle, Values::Max, Values::Random];

fn queens(size: u16) -> Problem {
    Problem::new(Rules::queens(size).unwrap())
}

fn board(piece: &str, size: &str, torus: bool, rules: &str) -> Problem {
    let grid = Grid::new(size.parse().unwrap()).with_torus(torus);
    let requirements = rules.split_whitespace().map(|text| text.parse::<Requirement>().unwrap());
    Problem::new(Rules::new(grid, piece.parse().unwrap(), requirements))
}

fn model(problem: &Problem) -> ColumnModel {
    ColumnModel::new(problem).unwrap()
}

/// Returns all solutions in the order of the search, and its statistics.
fn solve(model: &ColumnModel, options: SearchOptions) -> (Vec<CellSet>, Statistics) {
    let mut search = Search::new(model, options);
    let mut solutions = Vec::new();
    while let Some(solution) = search.next(&Budget::default()).unwrap() {
        solutions.push(solution);
    }
    assert_eq!(search.statistics().solutions, solutions.len() as u64);
    (solutions, search.statistics())
}

fn columns(solution: &CellSet) -> Vec<u16> {
    solution.iter().map(|cell| cell.column() + 1).collect()
}

/// Returns a number that identifies a solution.
fn columns_as_number(solution: &CellSet) -> u64 {
    columns(solution).iter().fold(0, |number, &column| number << 4 | u64::from(column))
}

/// A random problem for a piece with the rook move. Some of its decisions come from a solution.
fn suited() -> impl Strategy<Value = Case> {
    let piece = proptest::sample::select(vec!["queen", "rook", "amazon", "empress"]);
    let rule = proptest::sample::select(vec!["rows", "columns", "rows=1"]);
    (case(6), piece, rule, any::<(usize, u64, u64, u64)>()).prop_map(
        |(case, piece, rule, (place, some, few, out))| {
            let mut case = Case { piece, ..case.undecided() };
            if case.rows * case.columns > 30 || case.needs.len() < 3 {
                case.needs.push(rule.parse().unwrap());
            }
            let solutions = case.solutions().unwrap_or_default();
            if !solutions.is_empty() && place % 3 > 0 {
                let solution = solutions[place % solutions.len()];
                case.placed = solution & some & few;
                case.excluded = out & few & case.all() & !case.holes & !solution;
            }
            case
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 20_000, ..ProptestConfig::with_cases(in_full(100, 300)) })]

    /// The search finds every solution once, with all options.
    #[test]
    fn every_option_finds_what_the_reference_finds(case in suited(), seed in any::<u64>()) {
        let model = ColumnModel::new(&case.problem());
        prop_assume!(model.is_ok());
        let model = model.unwrap();
        let expected: BTreeSet<u64> = case.solutions().unwrap().into_iter().collect();
        for labeling in LABELINGS {
            for values in VALUES {
                let mut statistics = Vec::new();
                for propagation in Propagation::iter() {
                    let options =
                        SearchOptions { labeling, values, propagation, seed, restarts: seed % 2 == 0 };
                    let (solutions, took) = solve(&model, options);
                    let found: BTreeSet<u64> = solutions.iter().map(mask).collect();
                    prop_assert_eq!(found.len(), solutions.len(), "{:?}", options);
                    prop_assert_eq!(&found, &expected, "{:?}", options);
                    // Each branch has a counterpart, so the number of branches is even, except after restarts.
                    prop_assert!(took.branches % 2 == 0 || took.restarts > 0, "{:?}", options);
                    statistics.push(took);
                }
                let tree = |statistics: &Statistics| (statistics.failures, statistics.branches);
                let [naive, weak, bounds, different, strong, bounded] = statistics[..] else {
                    unreachable!("one for each propagation")
                };
                prop_assert_eq!(tree(&strong), tree(&bounded));
                // In a fixed order, the tree of a stronger propagation is a part of the other tree.
                if labeling == Labeling::Leftmost && values != Values::Middle && values != Values::Random {
                    prop_assert!(weak.failures <= naive.failures);
                    prop_assert!(strong.failures <= weak.failures);
                    prop_assert!(bounds.failures <= weak.failures);
                    prop_assert!(different.failures <= bounds.failures);
                }
            }
        }
    }

    /// Replaying the steps gives the same position as the search, and each removed cell has a true cause.
    #[test]
    fn the_steps_lead_to_the_solutions(case in suited(), propagation in select(Propagation::iter().collect::<Vec<_>>())) {
        let problem = case.problem();
        let model = ColumnModel::new(&problem);
        prop_assume!(model.is_ok());
        let model = model.unwrap();
        let options =
            SearchOptions { propagation, ..SearchOptions::default() };
        let mut search = Search::traced(&model, options, Vec::new());
        let (mut pieces, mut levels) = (Vec::<Cell>::new(), Vec::<usize>::new());
        let (mut gone, mut gone_at_levels) = (Vec::<Cell>::new(), Vec::<usize>::new());
        let mut failures = 0;
        loop {
            let solution = search.next(&Budget::default()).unwrap();
            for event in search.trace().drain(..) {
                match event {
                    Event::Assign { cell, depth } => {
                        prop_assert_eq!(depth, levels.len());
                        levels.push(pieces.len());
                        gone_at_levels.push(gone.len());
                        pieces.push(cell);
                    }
                    Event::Force { cell } => pieces.push(cell),
                    Event::Backtrack { cell, depth } => {
                        let begin = levels.pop().unwrap();
                        prop_assert_eq!((cell, depth), (pieces[begin], levels.len()));
                        pieces.truncate(begin);
                        gone.truncate(gone_at_levels.pop().unwrap());
                        gone.push(cell);
                    }
                    Event::Prune { cell, cause } => {
                        prop_assert!(!pieces.contains(&cell));
                        prop_assert!(is_true(cause, &problem, cell, &pieces, &gone), "{cell} {cause:?}");
                        gone.push(cell);
                    }
                    Event::Fail { .. } => failures += 1,
                    Event::Solution { depth } => prop_assert_eq!(depth, levels.len()),
                    Event::Restart => prop_assert!(false, "a restart nobody asked for"),
                }
            }
            let Some(solution) = solution else { break };
            let replayed = CellSet::from_cells(solution.size(), pieces.iter().copied());
            prop_assert_eq!(replayed, solution);
        }
        prop_assert_eq!(failures, search.statistics().failures);
    }
}

/// True if a piece attacks the cell, or if the cell attacks all that is left in a row or column, as the cause says. The
/// other causes are not checked here.
fn is_true(
    cause: RemovalCause,
    problem: &Problem,
    cell: Cell,
    pieces: &[Cell],
    gone: &[Cell],
) -> bool {
    let rules = problem.rules();
    let attacks = |other: Cell| rules.exclusions().exclude_each_other(other, cell);
    match cause {
        RemovalCause::Attack(piece) => pieces.contains(&piece) && attacks(piece),
        RemovalCause::NoSupport(group) => {
            let in_line = |other: Cell| match group {
                GroupId::Row(row) => other.row() == row,
                GroupId::Column(column) => other.column() == column,
                _ => panic!("{group} is no line"),
            };
            let placed = problem.decisions().cells(Value::Placed).chain(pieces.iter().copied());
            let is_left = |other: Cell| {
                problem.decisions().get(other) != Some(Value::Excluded) && !gone.contains(&other)
            };
            let mut piece = placed.filter(|&other| in_line(other)).peekable();
            if piece.peek().is_some() {
                return piece.all(attacks);
            }
            rules
                .grid()
                .standing_cells()
                .filter(|&other| in_line(other) && is_left(other))
                .all(attacks)
        }
        RemovalCause::AllDifferent(_) | RemovalCause::Group(_) | RemovalCause::CostLimit => true,
    }
}

/// OEIS A000170, A051223, A051906, A137774, A102388 and A000142.
#[test]
fn counts_are_those_known() {
    for (piece, size, torus, solutions) in [
        ("queen", "1", false, 1),
        ("queen", "3", false, 0),
        ("queen", "8", false, 92),
        ("queen", "9", false, 352),
        ("amazon", "9", false, 0),
        ("amazon", "10", false, 4),
        ("queen", "5", true, 10),
        ("queen", "6", true, 0),
        ("queen", "7", true, 28),
        ("empress", "7", false, 438),
        ("rook", "6", false, 720),
    ] {
        let model = model(&board(piece, size, torus, "rows"));
        for propagation in Propagation::iter() {
            for labeling in LABELINGS {
                let options = SearchOptions { propagation, labeling, ..SearchOptions::default() };
                assert_eq!(solve(&model, options).0.len(), solutions, "{piece} {size} {options:?}");
            }
        }
    }
}

#[test]
fn other_groups_and_other_shapes() {
    for (piece, size, torus, rules) in [
        ("queen", "8", false, "columns"),
        ("queen", "8", false, "rows columns=1 pieces=8"),
        ("queen", "8", false, "pieces=8"),
        ("queen", "5x8", false, "rows"),
        ("queen", "8x5", false, "columns"),
        ("amazon", "5x9", true, "rows"),
        ("rook", "4x6", true, "pieces=4"),
        ("queen", "6", false, "rows=2"),
        ("queen", "6", false, "rows pieces=5"),
    ] {
        let problem = board(piece, size, torus, rules);
        let diagram = bdd::Engine::new().diagram(&problem, &Budget::default()).unwrap();
        let expected: BTreeSet<Vec<Cell>> =
            diagram.solutions().map(|solution| solution.iter().collect()).collect();
        let model = model(&problem);
        for labeling in LABELINGS {
            let (found, _) = solve(&model, SearchOptions { labeling, ..SearchOptions::default() });
            let found: BTreeSet<Vec<Cell>> =
                found.iter().map(|solution| solution.iter().collect()).collect();
            assert_eq!(found, expected, "{piece} {size} {rules} {labeling:?}");
        }
    }
}

#[test]
fn decisions_are_kept() {
    let cell = |name: &str| name.parse::<Cell>().unwrap();
    // Nauck's problem of 1850.
    let nauck = queens(8).with(cell("b4"), Value::Placed).unwrap();
    let nauck = nauck.with(cell("d5"), Value::Placed).unwrap();
    assert_eq!(solve(&model(&nauck), SearchOptions::default()).0.len(), 2);
    let clash = queens(8).with(cell("a1"), Value::Placed).unwrap();
    let clash = clash.with(cell("h8"), Value::Placed).unwrap();
    assert_eq!(solve(&model(&clash), SearchOptions::default()).0.len(), 0);
    let without = queens(4).with(cell("b1"), Value::Excluded).unwrap();
    let (solutions, _) = solve(&model(&without), SearchOptions::default());
    assert_eq!(solutions.iter().map(columns).collect::<Vec<_>>(), [[3, 1, 4, 2]]);
}

#[test]
fn first_fail_meets_the_first_solution_of_the_literature() {
    let model = model(&queens(8));
    for labeling in LABELINGS {
        for propagation in Propagation::iter() {
            let options = SearchOptions {
                labeling,
                propagation,
                values: Values::Min,
                ..SearchOptions::default()
            };
            let first = Search::new(&model, options).next(&Budget::default()).unwrap().unwrap();
            assert_eq!(columns(&first), [1, 5, 8, 6, 3, 7, 2, 4], "{options:?}");
        }
    }
}

/// The middle of eight columns is d, the lower of the two middle columns.
#[test]
fn values_are_tried_in_their_order() {
    let model = model(&queens(8));
    for (values, expected) in [(Values::Min, 1), (Values::Middle, 4), (Values::Max, 8)] {
        let options =
            SearchOptions { values, labeling: Labeling::Leftmost, ..SearchOptions::default() };
        let mut search = Search::traced(&model, options, Vec::new());
        search.next(&Budget::default()).unwrap();
        let Event::Assign { cell, depth: 0 } = search.trace()[0] else {
            panic!("a piece is tried")
        };
        assert_eq!((cell.row(), cell.column() + 1), (0, expected));
    }
}

/// The search tree of 4 queens as in the OR-Tools documentation, and the smaller tree with strong propagation.
#[test]
fn four_queens_step_by_step() {
    let model = model(&queens(4));
    let tree = |propagation| {
        let options =
            SearchOptions { propagation, values: Values::Min, ..SearchOptions::default() };
        let mut search = Search::traced(&model, options, Vec::new());
        search.next(&Budget::default()).unwrap().unwrap();
        search.trace().iter().filter_map(told).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        tree(Propagation::Weak),
        "a1 -a2 -b2 -a3 -c3 -a4 -d4 c2 -b3 -d3 fail back:c2 only:d2 -d3 -b4 only:b3 -c4 fail \
         back:a1 b1 -a2 -b2 -c2 -b3 -d3 -b4 only:d2 -c3 -d4 only:a3 -a4 only:c4 solution"
    );
    // An attacked cell stays until it is an end of its row: c3 after a1, b3 and b4 after b1.
    assert_eq!(
        tree(Propagation::Naive),
        "a1 -a2 -b2 -a3 -a4 -d4 c2 -b3 -c3 -d3 fail back:c2 only:d2 -d3 -b4 -c3 only:b3 -c4 fail \
         back:a1 b1 -a2 -b2 -c2 -d3 only:d2 -c3 -d4 -b3 only:a3 -a4 -b4 only:c4 solution"
    );
    // With a1, each cell of row 2 leaves nothing to row 3 or 4: no second piece is tried.
    for propagation in [Propagation::Strong, Propagation::Bounded] {
        let strong = tree(propagation);
        assert!(strong.contains("fail back:a1") && strong.ends_with("solution"), "{strong}");
        assert_eq!(strong.matches("back:").count(), 1, "{strong}");
    }
}

fn told(event: &Event) -> Option<String> {
    Some(match event {
        Event::Assign { cell, .. } => cell.to_string(),
        Event::Force { cell } => format!("only:{cell}"),
        Event::Prune { cell, .. } => format!("-{cell}"),
        Event::Fail { .. } => "fail".to_owned(),
        Event::Backtrack { cell, .. } => format!("back:{cell}"),
        Event::Solution { .. } => "solution".to_owned(),
        Event::Restart => return None,
    })
}

#[test]
fn more_propagation_meets_fewer_failures() {
    for size in [6, 8, 10] {
        let model = model(&queens(size));
        let took = |propagation| {
            solve(&model, SearchOptions { propagation, ..SearchOptions::default() }).1
        };
        let all: Vec<_> = Propagation::iter().map(took).collect();
        let [naive, weak, bounds, different, strong, bounded] = all.try_into().unwrap();
        assert!(weak.failures < naive.failures, "{size}");
        assert!(strong.failures < weak.failures, "{size}");
        assert_eq!((strong.failures, strong.branches), (bounded.failures, bounded.branches));
        assert!(bounded.propagations() < strong.propagations());
        assert!(strong.failures <= different.failures && different.failures <= weak.failures);
        assert!(different.failures <= bounds.failures && bounds.failures <= weak.failures);
        // Every tree has 2 · (leaves - 1) branches.
        for took in [naive, weak, bounds, different, strong, bounded] {
            assert_eq!(took.branches, 2 * (took.solutions + took.failures - 1));
        }
    }
}

/// The failures and branches of the original OR-Tools CP solver (9.15) with `AllDifferent` of the
/// columns and both diagonals, all solutions: with `CHOOSE_FIRST_UNBOUND` and with
/// `CHOOSE_MIN_SIZE`, both with `ASSIGN_MIN_VALUE`.
#[rustfmt::skip]
const OR_TOOLS: [(u16, [(u64, u64); 2]); 11] = [
    (2, [(2, 2), (2, 2)]),
    (3, [(3, 4), (3, 4)]),
    (4, [(4, 10), (4, 10)]),
    (5, [(4, 26), (4, 26)]),
    (6, [(32, 70), (32, 70)]),
    (7, [(70, 218), (64, 206)]),
    (8, [(304, 790), (270, 722)]),
    (9, [(1_194, 3_090), (989, 2_680)]),
    (10, [(5_355, 12_156), (4_388, 10_222)]),
    (11, [(24_566, 54_490), (19_182, 43_722)]),
    (12, [(116_806, 262_010), (88_710, 205_818)]),
];

fn compare_with_or_tools(sizes: RangeInclusive<u16>) {
    for (size, expected) in OR_TOOLS.into_iter().filter(|(size, _)| sizes.contains(size)) {
        let model = model(&queens(size));
        let took = [Labeling::Leftmost, Labeling::FirstFail].map(|labeling| {
            let propagation = Propagation::Bounds;
            let (_, took) = solve(
                &model,
                SearchOptions {
                    labeling,
                    propagation,
                    values: Values::Min,
                    ..SearchOptions::default()
                },
            );
            (took.failures, took.branches)
        });
        assert_eq!(took, expected, "{size}");
    }
}

#[test]
fn bounds_takes_the_failures_and_branches_of_or_tools() {
    compare_with_or_tools(2..=10);
}

#[test]
#[ignore = "takes long without optimizations"]
fn bounds_takes_the_failures_and_branches_of_or_tools_on_large_boards() {
    compare_with_or_tools(11..=12);
}

/// Domain consistency and forward checking give numbers other than OR-Tools.
#[test]
fn other_propagations_differ_from_or_tools() {
    let model = model(&queens(8));
    let took = |propagation| {
        let labeling = Labeling::Leftmost;
        let options = SearchOptions {
            labeling,
            propagation,
            values: Values::Min,
            ..SearchOptions::default()
        };
        let (_, took) = solve(&model, options);
        (took.failures, took.branches)
    };
    assert_eq!(took(Propagation::AllDifferent), (289, 760));
    assert_eq!(took(Propagation::Weak), (324, 830));
}

/// Some of these sizes make a search without restarts thrash.
#[test]
fn every_size_has_a_solution_soon() {
    let seeds = (0..in_full(1, 4).into()).map(|seed| SearchOptions {
        values: Values::Random,
        seed,
        ..SearchOptions::default()
    });
    for options in seeds.chain([SearchOptions::default()]) {
        let options = SearchOptions { restarts: true, ..options };
        let queens = (4..100).chain([152, 300]).map(|size| ("queen", size));
        for (piece, size) in queens.chain((10..64).map(|size| ("amazon", size))) {
            let problem = board(piece, &size.to_string(), false, "rows");
            let model = model(&problem);
            let mut search = Search::new(&model, options);
            let solution = search.next(&Budget::default()).unwrap().unwrap();
            assert_eq!(solution.len(), size);
            let cells: Vec<Cell> = solution.iter().collect();
            for (place, &a) in cells.iter().enumerate() {
                for &b in &cells[..place] {
                    assert!(
                        !problem.rules().exclusions().exclude_each_other(a, b),
                        "{piece} {size}: {a} {b}"
                    );
                }
            }
            assert!(search.statistics().failures < 5_000, "{piece} {size} {options:?}");
        }
    }
}

#[test]
fn beginning_anew_loses_nothing() {
    // Only a run that is long enough to end without a restart can prove that there are no more solutions.
    for (piece, size, torus, solutions) in [("queen", "10", true, 0), ("amazon", "12", false, 156)]
    {
        let options =
            SearchOptions { restarts: true, values: Values::Min, ..SearchOptions::default() };
        let (found, took) = solve(&model(&board(piece, size, torus, "rows")), options);
        let different: BTreeSet<u64> = found.iter().map(columns_as_number).collect();
        assert_eq!((found.len(), different.len()), (solutions, solutions));
        assert!(took.restarts > 0, "{piece} {took:?}");
    }
}

#[test]
fn a_seed_repeats_itself() {
    let model = model(&queens(20));
    let first = |seed| {
        let options = SearchOptions { values: Values::Random, seed, ..SearchOptions::default() };
        Search::new(&model, options).next(&Budget::default()).unwrap()
    };
    assert_eq!(first(1), first(1));
    assert_ne!(first(1), first(2));
}

#[test]
fn budgets_end_a_search_and_it_goes_on() {
    let thrashing = SearchOptions { values: Values::Min, ..SearchOptions::default() };
    let hard = model(&queens(200));
    let soon = Budget::default().with_timeout(Duration::from_millis(20));
    for propagation in Propagation::iter() {
        let mut search = Search::new(&hard, SearchOptions { propagation, ..thrashing });
        let interrupted = search.next(&soon).unwrap_err();
        assert!(matches!(interrupted.cause, Cause::Time(_)), "{propagation:?}");
        let cancelled = Budget::default();
        cancelled.cancel();
        assert_eq!(search.next(&cancelled).unwrap_err().cause, Cause::Cancelled);
        assert_eq!(search.next(&Budget::new(16)).unwrap_err().cause, Cause::Memory(16));
    }
    // Interrupted at each check of the budget and resumed, the search still finds every solution once.
    let model = model(&queens(8));
    for propagation in Propagation::iter() {
        let mut search =
            Search::new(&model, SearchOptions { propagation, ..SearchOptions::default() });
        let mut found = 0;
        loop {
            let flag = Budget::default();
            let looks = std::sync::atomic::AtomicUsize::new(0);
            let cancel = flag.clone();
            let budget = flag.with_observer(move |_| {
                if looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 0 {
                    cancel.cancel();
                }
            });
            match search.next(&budget) {
                Ok(Some(_)) => found += 1,
                Ok(None) => break,
                Err(interrupted) => assert_eq!(interrupted.cause, Cause::Cancelled),
            }
        }
        assert_eq!(found, 92);
    }
}

#[test]
fn what_does_not_fit_is_refused_and_no_board_is_told_an_option() {
    let refused = |problem: &Problem| ColumnModel::new(problem).err().unwrap();
    let knight = refused(&board("knight", "8", false, "rows=1"));
    assert_eq!(knight, Unsuited::Piece("knight".to_owned()));
    assert!(!knight.to_string().contains("--"));
    let five = refused(&board("queen", "8", false, "pieces=5"));
    assert_eq!(five, Unsuited::Rules);
    assert!(!five.to_string().contains("--"));
    assert_eq!(refused(&board("queen", "8", false, "")), Unsuited::Rules);
    // A row of holes cannot be satisfied: no solution, no error.
    let size = Size::square(3).unwrap();
    let grid = Grid::new(size).with_holes(size.iter().filter(|cell| cell.row() == 1)).unwrap();
    let holes =
        Problem::new(Rules::new(grid, "queen".parse().unwrap(), [Requirement::QUEENS_RULE]));
    assert_eq!(solve(&model(&holes), SearchOptions::default()).0.len(), 0);
}
