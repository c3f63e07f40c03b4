//! Solutions up to symmetry, compared with a list of all solutions with their images, and with the literature.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use configurator::engine::bdd::{Classes, Engine};
use configurator::engine::{Budget, InvariantCounts, Polynomial, count};
use configurator::geometry::{Grid, Size};
use configurator::problem::{Bounds, Decisions, Family, Problem, Requirement, Rules};
use num_bigint::BigUint;
use proptest::prelude::*;

use crate::cases::{Case, Described, bits, case, in_full, mask};

fn classes(problem: &Problem) -> Classes {
    Engine::new().classes(problem, &Budget::default()).unwrap()
}

/// A reflection or rotation, independent of the library: the image of each cell.
pub(crate) type Map = Vec<usize>;

/// Returns the 8 maps of a square or the 4 maps of a rectangle, the identity first.
fn maps(rows: usize, columns: usize) -> Vec<Map> {
    let number = if rows == columns { 8 } else { 4 };
    let image = |map: usize, cell: usize| {
        let (mut row, mut column) = (cell / columns, cell % columns);
        if map & 4 != 0 {
            (row, column) = (column, row);
        }
        if map & 1 != 0 {
            row = rows - 1 - row;
        }
        if map & 2 != 0 {
            column = columns - 1 - column;
        }
        row * columns + column
    };
    (0..number).map(|map| (0..rows * columns).map(|cell| image(map, cell)).collect()).collect()
}

pub(crate) fn image(map: &Map, cells: u64) -> u64 {
    bits(cells).fold(0, |image, cell| image | 1 << map[cell])
}

/// Returns the maps under which the rules and the decisions are invariant.
pub(crate) fn symmetries(case: &Case) -> Vec<Map> {
    let one_in_line = case.description().lines_take_one_piece();
    let rows_are_columns = one_in_line && case.rows == case.columns && case.holes == 0;
    let needs = case.needs.iter().copied();
    let lines = |need: &Requirement| matches!(need.family, Family::Rows | Family::Columns);
    let needs = needs.filter(|need| !(rows_are_columns && lines(need))).collect();
    let description = Case { needs, ..case.clone() }.description();
    let groups: BTreeSet<(u64, u32, Option<u32>)> =
        (description.groups.iter()).map(|group| (group.cells, group.lower, group.upper)).collect();
    let excludes = description.excludes();
    let keeps = |map: &Map| {
        let keeps_pairs =
            (0..excludes.len()).all(|cell| image(map, excludes[cell]) == excludes[map[cell]]);
        let moved: BTreeSet<_> =
            groups.iter().map(|&(cells, lower, upper)| (image(map, cells), lower, upper)).collect();
        keeps_pairs
            && moved == groups
            && [case.holes, case.placed, case.excluded].iter().all(|&set| image(map, set) == set)
    };
    let mut maps = maps(case.rows.into(), case.columns.into());
    maps.retain(keeps);
    maps
}

/// Returns the first solution of each class. Of two solutions, the one with a piece on the first cell where they differ
/// comes first.
fn first_of_classes(solutions: &[u64], symmetries: &[Map]) -> BTreeSet<u64> {
    let all: BTreeSet<u64> = solutions.iter().copied().collect();
    let first = |&solution: &u64| {
        let images = symmetries.iter().map(|map| image(map, solution));
        let images =
            images.inspect(|image| assert!(all.contains(image), "symmetries keep solutions"));
        images.max_by_key(|image| image.reverse_bits()).unwrap()
    };
    solutions.iter().map(first).collect()
}

/// Returns the same case with holes, regions and decisions that are invariant under one of the maps.
fn kept_by(case: &Case, choice: usize) -> Case {
    let maps = maps(case.rows.into(), case.columns.into());
    let map = &maps[choice % maps.len()];
    let closure = |set: u64| (0..4).fold(set, |set, _| set | image(map, set));
    let holes = closure(case.holes);
    let placed = closure(case.placed) & !holes;
    let excluded = closure(case.excluded) & !holes & !placed;
    let least = |cell: usize| {
        std::iter::successors(Some(cell), |&cell| Some(map[cell])).take(4).min().unwrap()
    };
    let regions = (0..case.regions.len()).map(|cell| case.regions[least(cell)]).collect();
    Case { holes, regions, placed, excluded, ..case.clone() }
}

fn check(case: &Case) -> Result<(), TestCaseError> {
    let Some(solutions) = case.solutions() else {
        return Ok(());
    };
    let symmetries = symmetries(case);
    let problem = case.problem();
    let classes = classes(&problem);
    prop_assert_eq!(problem.symmetries().len(), symmetries.len());
    let expected = first_of_classes(&solutions, &symmetries);
    prop_assert_eq!(&classes.number, &expected.len().into());
    let listed: Vec<u64> =
        classes.representatives().flatten().map(|solution| mask(&solution)).collect();
    prop_assert_eq!(listed.len(), expected.len());
    prop_assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected);
    check_kinds(case, &solutions, &symmetries)
}

/// Returns the name of the symmetries of a set of cells.
fn kind(case: &Case, symmetries: &[Map], cells: u64) -> &'static str {
    let maps = maps(case.rows.into(), case.columns.into());
    // On a single row or column, several maps are equal.
    let keeps = |&map: &usize| symmetries.contains(&maps[map]) && image(&maps[map], cells) == cells;
    let own: Vec<usize> = (0..maps.len()).filter(keeps).collect();
    match own.as_slice() {
        [0] => "none",
        [0, 1 | 2] => "straight mirror",
        [0, 4 | 7] => "diagonal mirror",
        [0, 3] => "half turn",
        [0, 1, 2, 3] => "both straight mirrors",
        [0, 3, 4, 7] => "both diagonal mirrors",
        [0, 3, 5, 6] => "quarter turn",
        [0, 1, 2, 3, 4, 5, 6, 7] => "all",
        other => panic!("{other:?} is no group"),
    }
}

/// Checks the numbers of solutions by symmetry, and of classes by number of pieces.
fn check_kinds(case: &Case, solutions: &[u64], symmetries: &[Map]) -> Result<(), TestCaseError> {
    let first = first_of_classes(solutions, symmetries);
    let by_kind = |sets: &mut dyn Iterator<Item = u64>| {
        let mut kinds = BTreeMap::new();
        sets.for_each(|set| *kinds.entry(kind(case, symmetries, set)).or_insert(0_u32) += 1);
        kinds
    };
    let (all, classes) =
        (by_kind(&mut solutions.iter().copied()), by_kind(&mut first.iter().copied()));
    let (problem, budget) = (case.problem(), Budget::default());
    let mut engine = Engine::new();
    let kept = InvariantCounts::find(problem.symmetries(), |group| {
        engine.invariant(&problem, group, &budget)?.by_pieces(&Decisions::default(), &budget)
    });
    let kept = kept.unwrap();
    let number = |kinds: &BTreeMap<&str, u32>, kind: &str| {
        BigUint::from(kinds.get(kind).copied().unwrap_or_default())
    };
    let found = kept.map(Polynomial::total).by_kind();
    for of_kind in &found {
        let kind = of_kind.kind.to_string();
        prop_assert_eq!(&of_kind.solutions, &number(&all, &kind), "{} of {:?}", kind, case);
        prop_assert_eq!(&of_kind.classes, &number(&classes, &kind), "{} of {:?}", kind, case);
    }
    let sum: BigUint = found.iter().map(|of_kind| &of_kind.solutions).sum();
    prop_assert_eq!(sum, solutions.len().into());
    for pieces in 0..=usize::from(case.rows * case.columns) {
        let has = |set: &&u64| set.count_ones() as usize == pieces;
        let of_size = kept.map(|by_pieces| by_pieces.coefficient(pieces));
        prop_assert_eq!(of_size.total(), &solutions.iter().filter(has).count().into());
        prop_assert_eq!(of_size.classes(), first.iter().filter(has).count().into());
    }
    if let Ok(engine) = count::Engine::new(&problem) {
        let kept = InvariantCounts::find(problem.symmetries(), |group| {
            engine.invariant(group, &budget.clone().with_threads(NonZeroUsize::MIN))
        });
        prop_assert_eq!(kept.unwrap().by_kind(), found, "{:?}", case);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(70, 600)))]

    #[test]
    fn classes_are_those_of_the_reference(case in case(5)) {
        check(&case)?;
    }

    #[test]
    fn with_symmetric_holes_and_decisions_too(case in case(5), choice in 0..8_usize) {
        check(&kept_by(&case, choice))?;
    }

    #[test]
    fn on_small_squares_too(case in case(4), choice in 0..8_usize) {
        let side = case.rows.min(case.columns);
        let all = (1 << (side * side)) - 1;
        let square = Case {
            rows: side,
            columns: side,
            holes: case.holes & all,
            regions: case.regions.iter().copied().take((side * side).into()).collect(),
            placed: case.placed & all & !case.holes,
            excluded: case.excluded & all & !case.holes & !case.placed,
            ..case
        };
        check(&kept_by(&square, choice))?;
    }
}

/// Pieces that do not move alike in all directions have fewer symmetries.
#[test]
fn directed_pieces_have_the_symmetries_of_their_attacks() {
    for (piece, size, number) in [
        ("fN", "4x5", 4),
        ("fN", "5", 4),
        ("fsW", "5", 8),
        ("lfN", "4x5", 2),
        ("lfN", "5", 2),
        ("hrN", "5", 4),
        ("flbrFF", "5", 4),
        ("fR", "4", 4),
        // The cells that a crab attacks and those from which it is attacked are together those of a knight.
        ("crab", "4x5", 4),
    ] {
        let need = Requirement { family: Family::Pieces, bounds: Bounds::exactly(3) };
        let size: Size = size.parse().unwrap();
        let case = Case::new(size.rows(), size.columns(), piece, vec![need]);
        assert_eq!(case.problem().symmetries().len(), number, "{piece} {size}");
        check(&case).unwrap();
    }
}

/// Two pieces, one in each row, that may attack each other. The classes are those of {a1, a2} and of {a1, b2}. A mirror
/// maps a cell to the other row, so a variable of the symmetric solutions counts twice for the whole board.
#[test]
fn a_variable_may_stand_for_several_pieces_of_a_group() {
    let needs = [(Family::Rows, 1), (Family::Pieces, 2)];
    let needs =
        needs.map(|(family, number)| Requirement { family, bounds: Bounds::exactly(number) });
    let case = Case { board_rule: false, ..Case::new(2, 2, "queen", needs.to_vec()) };
    assert_eq!(&classes(&case.problem()).number, &2_u32.into());
    check(&case).unwrap();
}

fn count(size: u16, piece: &str, need: Requirement) -> String {
    let grid = Grid::new(Size::square(size).unwrap());
    let rules = Rules::new(grid, piece.parse().unwrap(), [need]);
    classes(&Problem::new(rules)).number.to_string()
}

fn check_terms(piece: &str, terms: &str) {
    for (size, term) in (1..).zip(terms.split(' ')) {
        assert_eq!(count(size, piece, Requirement::QUEENS_RULE), term, "{piece} {size}");
    }
}

#[test]
fn queens_are_a002562() {
    check_terms("queen", "1 0 0 1 2 1 6 12 46 92 341 1787");
}

#[test]
fn amazons_are_a051224() {
    check_terms("amazon", "1 0 0 0 0 0 0 0 0 1 6 22");
}

/// Solutions invariant under a half turn are A032522, those invariant under a quarter turn A033148.
#[test]
fn symmetric_queens_are_a032522_and_a033148() {
    let half = [1_u32, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80];
    let quarter = [1_u32, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8];
    for (size, (half, quarter)) in (1..).zip(half.into_iter().zip(quarter)) {
        let problem = Problem::new(Rules::queens(size).unwrap());
        let (mut engine, budget) = (Engine::new(), Budget::default());
        let kept = InvariantCounts::find(problem.symmetries(), |group| {
            engine.invariant(&problem, group, &budget)?.count(&budget)
        });
        let by_kind = kept.unwrap().by_kind();
        let of = |kinds: &[&str]| {
            let of_kind = by_kind.iter().filter(|of| kinds.contains(&of.kind.to_string().as_str()));
            of_kind.map(|of_kind| &of_kind.solutions).sum::<BigUint>()
        };
        assert_eq!(of(&["half turn", "quarter turn", "all"]), BigUint::from(half), "{size}");
        assert_eq!(of(&["quarter turn", "all"]), BigUint::from(quarter), "{size}");
        let mirrored = ["straight mirror", "diagonal mirror"];
        assert_eq!(of(&mirrored), BigUint::ZERO, "{size}");
    }
}

/// Rooks up to symmetry, A000903.
#[test]
fn rooks_are_a000903() {
    check_terms("rook", "1 1 2 7 23 115 694 5282 46066");
}
