//! The weakest filter that removes each cell, compared with filters written from their definitions on bit masks of
//! cells.

use std::collections::BTreeSet;

use configurator::engine::search::ColumnModel;
use configurator::engine::{Budget, Cause, Consistency, Filter, auto};
use configurator::geometry::{Cell, CellSet};
use configurator::problem::{Problem, Requirement, Rules, Value};
use configurator::session::{CellState, Session};
use proptest::prelude::*;

use crate::brute_force::{Description, Group};
use crate::cases::{Case, Described, bits, case, in_full};

/// A position during propagation.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Position {
    candidates: u64,
    placed: u64,
}

/// The filters, written from their definitions. Their result `None` is a contradiction, which removes every cell.
struct Reference {
    excludes: Vec<u64>,
    groups: Vec<Group>,
    /// The rows or columns with exactly one piece each, if the finite-domain search can handle the problem.
    lines: Vec<u64>,
    /// The families of classes for the all-different constraints: columns or rows, and diagonals. In a family,
    /// neighbouring classes are consecutive.
    families: Vec<Vec<u64>>,
    start: Position,
}

impl Reference {
    fn new(description: &Description, is_by_column: Option<bool>) -> Self {
        let Description { rows, columns, holes, placed, excluded, .. } = *description;
        let all = u64::MAX >> (64 - rows * columns) & !holes;
        let class = |classes: usize, key: &dyn Fn(usize, usize) -> usize| -> Vec<u64> {
            let mut sets = vec![0; classes];
            for cell in bits(all) {
                sets[key(cell / columns, cell % columns)] |= 1 << cell;
            }
            sets
        };
        let by_row = class(rows, &|row, _| row);
        let by_column = class(columns, &|_, column| column);
        let diagonals = [
            class(rows + columns, &|row, column| row + column),
            class(rows + columns, &|row, column| row + columns - column),
        ];
        let excludes = description.excludes();
        // A family is an all-different constraint if no two pieces can share a class.
        let is_different = |classes: &Vec<u64>| {
            let fits = |&class: &u64| bits(class).all(|cell| class & !excludes[cell] == 1 << cell);
            classes.iter().all(fits)
        };
        let diagonals = diagonals.into_iter().filter(is_different).collect::<Vec<_>>();
        let (mut lines, across) = match is_by_column {
            Some(false) => (by_row, by_column),
            Some(true) => (by_column, by_row),
            None => (Vec::new(), Vec::new()),
        };
        lines.retain(|&line| line != 0);
        let mut groups = description.groups.clone();
        groups.extend(lines.iter().map(|&cells| Group { cells, lower: 1, upper: Some(1) }));
        Self {
            groups,
            families: [vec![across], diagonals].concat(),
            excludes,
            lines,
            start: Position { candidates: all & !excluded, placed },
        }
    }

    /// True if all bounds of groups can hold with one piece in each line.
    fn bounds_can_hold(&self) -> bool {
        let lines = |is_counted: &dyn Fn(u64) -> bool| {
            self.lines.iter().filter(|&&line| is_counted(line)).count() as u32
        };
        self.lines.is_empty()
            || self.groups.iter().all(|group| {
                let most = lines(&|line| line & group.cells != 0);
                let least = lines(&|line| line & !group.cells == 0);
                most >= group.lower && group.upper.is_none_or(|upper| least <= upper)
            })
    }

    /// Removes the candidates that pieces attack, and those in groups that have reached their upper bound.
    fn cut(&self, mut position: Position) -> Option<Position> {
        loop {
            let before = position;
            for piece in bits(position.placed) {
                position.candidates &= !self.excludes[piece];
            }
            for group in &self.groups {
                let pieces = (position.placed & group.cells).count_ones();
                if group.upper.is_some_and(|upper| pieces > upper) {
                    return None;
                }
                if group.upper == Some(pieces) {
                    position.candidates &= !group.cells | position.placed;
                }
                if (position.candidates & group.cells).count_ones() < group.lower {
                    return None;
                }
            }
            if position.placed & !position.candidates != 0 {
                return None;
            }
            if position == before {
                return Some(position);
            }
        }
    }

    /// Returns the candidates that some group needs to reach its lower bound.
    fn forced(&self, position: Position) -> u64 {
        let open = |group: &Group| position.candidates & group.cells;
        let needing = self.groups.iter().filter(|group| open(group).count_ones() == group.lower);
        needing.fold(0, |forced, group| forced | open(group)) & !position.placed
    }

    fn weak(&self, position: Position) -> Option<Position> {
        let mut position = self.cut(position)?;
        while self.forced(position) != 0 {
            position.placed |= self.forced(position);
            position = self.cut(position)?;
        }
        Some(position)
    }

    /// Returns the round of propagation in which a piece on a cell leads to a contradiction, if it does.
    fn round(&self, position: Position, cell: usize) -> Option<u32> {
        let mut forced = 1 << cell;
        let mut position = position;
        for round in 1.. {
            position.placed |= forced;
            let Some(cut) = self.cut(position) else { return Some(round) };
            position = cut;
            forced = self.forced(position);
            if forced == 0 {
                break;
            }
        }
        None
    }

    /// Alternates weak propagation and a further filter until nothing changes.
    fn fixpoint(&self, further: impl Fn(Position) -> u64) -> Option<Position> {
        let mut position = self.start;
        loop {
            position = self.weak(position)?;
            let candidates = further(position);
            if candidates == position.candidates {
                return Some(position);
            }
            position.candidates = candidates;
        }
    }

    fn contradiction(&self, steps: u32) -> Option<Position> {
        self.fixpoint(|position| {
            let is_kept = |&cell: &usize| {
                position.placed >> cell & 1 == 1
                    || self.round(position, cell).is_none_or(|round| round > steps)
            };
            bits(position.candidates).filter(is_kept).fold(0, |kept, cell| kept | 1 << cell)
        })
    }

    /// The strong filter: arc consistency of each pair of lines.
    fn strong(&self) -> Option<Position> {
        self.fixpoint(|Position { candidates, .. }| {
            let is_kept = |&cell: &usize| {
                let mut others = self.lines.iter().filter(|&line| line >> cell & 1 == 0);
                others.all(|line| candidates & line & !self.excludes[cell] != 0)
            };
            bits(candidates).filter(is_kept).fold(0, |kept, cell| kept | 1 << cell)
        })
    }

    /// Returns for each line the classes of a family that contain a candidate of the line, as bits.
    fn keys(&self, family: &[u64], candidates: u64) -> Vec<u64> {
        let keys = |line: &u64| {
            let has = |&class: &usize| family[class] & line & candidates != 0;
            (0..family.len()).filter(has).fold(0, |keys, class| keys | 1_u64 << class)
        };
        self.lines.iter().map(keys).collect()
    }

    fn all_different(&self, is_by_bounds: bool) -> Option<Position> {
        self.fixpoint(|Position { candidates, .. }| {
            let mut left = candidates;
            for family in &self.families {
                let mut keys = self.keys(family, left);
                if is_by_bounds {
                    let range = |keys: &u64| match *keys {
                        0 => 0,
                        keys => {
                            u64::MAX << keys.trailing_zeros() & u64::MAX >> keys.leading_zeros()
                        }
                    };
                    keys = keys.iter().map(range).collect();
                }
                for (index, line) in self.lines.iter().enumerate() {
                    let supported = |&key: &usize| {
                        let mut one = keys.clone();
                        one[index] = 1 << key;
                        is_assignable(&one)
                    };
                    let mut kept: Vec<usize> = bits(keys[index]).filter(supported).collect();
                    if is_by_bounds && !kept.is_empty() {
                        kept = (kept[0]..=kept[kept.len() - 1]).collect();
                    }
                    let classes = kept.iter().fold(0, |cells, &key| cells | family[key]);
                    left &= !line | classes;
                }
            }
            left
        })
    }
}

/// True if all variables can have different keys.
fn is_assignable(keys: &[u64]) -> bool {
    fn assign(
        keys: &[u64],
        variable: usize,
        seen: &mut u64,
        owners: &mut [Option<usize>; 64],
    ) -> bool {
        for key in bits(keys[variable]) {
            if *seen >> key & 1 == 1 {
                continue;
            }
            *seen |= 1 << key;
            let is_free = match owners[key] {
                None => true,
                Some(owner) => assign(keys, owner, seen, owners),
            };
            if is_free {
                owners[key] = Some(variable);
                return true;
            }
        }
        false
    }
    let mut owners = [None; 64];
    (0..keys.len()).all(|variable| assign(keys, variable, &mut 0, &mut owners))
}

/// Returns the undecided cells on which no solution has a piece.
fn impossible(problem: &Problem) -> CellSet {
    let mut session = Session::new(problem.clone());
    session.ask(&mut auto::Engine::new(), &Budget::default()).unwrap();
    let cells = problem.rules().size().iter();
    let is_ruled_out =
        |cell: &Cell| matches!(session.state(*cell), CellState::Attacked | CellState::Impossible);
    CellSet::from_cells(problem.rules().size(), cells.filter(is_ruled_out))
}

fn find(problem: &Problem) -> Consistency {
    Consistency::find(problem, &impossible(problem), &Budget::default()).unwrap()
}

/// Compares the filter that the program names for each impossible cell with the first filter of the reference that
/// removes the cell. Returns all these cells with their filters.
fn compare(case: &Case) -> Vec<(Cell, Filter)> {
    let problem = case.problem();
    let (ruled_out, consistency) = (impossible(&problem), find(&problem));
    assert_eq!(
        consistency.iter().map(|(cell, _)| cell).collect::<Vec<_>>(),
        ruled_out.iter().collect::<Vec<_>>()
    );
    let model = ColumnModel::new(&problem).ok();
    let reference =
        Reference::new(&case.description(), model.as_ref().map(ColumnModel::is_by_column));
    let removed =
        |position: Option<Position>| position.map_or(u64::MAX, |position| !position.candidates);
    let weak = if reference.bounds_can_hold() {
        removed(reference.weak(reference.start))
    } else {
        u64::MAX
    };
    let mut filters = vec![(Filter::Weak, weak)];
    if model.is_some() {
        filters.push((Filter::Bounds, removed(reference.all_different(true))));
        filters.push((Filter::AllDifferent, removed(reference.all_different(false))));
        filters.push((Filter::Strong, removed(reference.strong())));
    }
    for steps in 1..=case.size().cells() as u32 {
        filters.push((Filter::Contradiction { steps }, removed(reference.contradiction(steps))));
        if filters.len() > 3
            && filters.iter().rev().take(2).all(|(_, removed)| *removed == u64::MAX)
        {
            break;
        }
    }
    filters.push((Filter::Diagram, u64::MAX));
    consistency
        .iter()
        .map(|(cell, filter)| {
            let bit = case.size().index(cell);
            let expected = filters.iter().find(|(_, removed)| removed >> bit & 1 == 1).unwrap().0;
            assert_eq!(filter, expected, "{cell} of {case:?}");
            (cell, filter)
        })
        .collect()
}

/// A random position for a piece with the rook move: some pieces of a solution, and some excluded cells.
fn suited() -> impl Strategy<Value = Case> {
    let board = proptest::sample::select(vec![
        ("queen", 6, 6, "rows"),
        ("queen", 7, 7, "rows"),
        ("queen", 8, 8, "rows"),
        ("queen", 7, 6, "columns"),
        ("rook", 6, 6, "rows"),
        ("empress", 6, 6, "rows"),
        ("rook", 4, 6, "rows=1"),
    ]);
    (board, any::<(usize, u64, u64, u64)>()).prop_map(
        |((piece, rows, columns, rule), (place, some, few, out))| {
            let mut case = Case::new(rows, columns, piece, vec![rule.parse().unwrap()]);
            let diagram = configurator::engine::bdd::Engine::new();
            let diagram = { diagram }.diagram(&case.problem(), &Budget::default()).unwrap();
            let solutions: Vec<_> = diagram.solutions().collect();
            let solution = crate::cases::mask(&solutions[place % solutions.len()]);
            case.placed = solution & some & few;
            case.excluded = out & few & !some & case.all() & !solution;
            case
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(80, 200)))]

    #[test]
    fn filters_are_the_weakest_of_pieces_with_the_rook_move(case in suited()) {
        compare(&case);
    }

    #[test]
    fn filters_are_the_weakest_of_all_pieces_and_rules(case in case(5)) {
        // On a torus diagonals are classes of another kind.
        let case = Case { torus: case.torus && !case.description().lines_take_one_piece(), ..case };
        compare(&case);
    }
}

/// Returns the filters that remove cells which no placed piece attacks.
fn hard(case: &Case) -> BTreeSet<Filter> {
    let attacked = case.description().attacked();
    let filters = compare(case).into_iter();
    let is_hard = |(cell, _): &(Cell, Filter)| attacked >> case.size().index(*cell) & 1 == 0;
    filters.filter(is_hard).map(|(_, filter)| filter).collect()
}

#[test]
fn eight_queens_need_every_filter() {
    let steps = |steps| Filter::Contradiction { steps };
    for (placed, expected) in [
        ("e2,b4,f5", vec![Filter::Weak, Filter::AllDifferent, Filter::Strong]),
        ("d2,a4,b6", vec![Filter::Bounds, Filter::Strong, steps(2)]),
        ("b1,a3", vec![Filter::Diagram]),
    ] {
        let mut case = Case::new(8, 8, "queen", vec![Requirement::QUEENS_RULE]);
        let cells = Cell::parse_list(placed).unwrap();
        case.placed = cells.iter().fold(0, |mask, &cell| mask | 1 << case.size().index(cell));
        assert_eq!(hard(&case), expected.into_iter().collect(), "{placed}");
    }
}

/// ```text
/// 4 . x . .    4 . x . .
/// 3 . . . .    3 . . . .
/// 2 . . x x    2 . x . x
/// 1 . . x x    1 . x . x
///   a b c d      a b c d
/// ```
/// On the left, rows 1 and 2 take columns a and b; on the right a and c, with another column between.
#[test]
fn rooks_tell_intervals_from_sets() {
    let filters = |excluded: &str| {
        let mut problem = Case::new(4, 4, "rook", vec![Requirement::QUEENS_RULE]).problem();
        for cell in Cell::parse_list(excluded).unwrap() {
            problem = problem.with(cell, Value::Excluded).unwrap();
        }
        let told = |(cell, filter): (Cell, Filter)| format!("{cell} {filter}");
        find(&problem).iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(filters("c1,d1,c2,d2,b4"), ["a3 bounds", "b3 bounds", "a4 bounds"]);
    let seen = filters("b1,d1,b2,d2,b4").join(", ");
    assert_eq!(
        seen,
        "a3 alldifferent, c3 alldifferent, d3 alldifferent, a4 alldifferent, c4 alldifferent"
    );
}

#[test]
fn a_position_without_solutions_is_refuted_cell_by_cell() {
    let clash = Problem::new(Rules::queens(8).unwrap());
    let clash = clash.with("a1".parse().unwrap(), Value::Placed).unwrap();
    let clash = clash.with("b2".parse().unwrap(), Value::Placed).unwrap();
    let found = find(&clash);
    assert_eq!(found.iter().count(), 62);
    assert!(found.iter().all(|(_, filter)| filter == Filter::Weak));
}

#[test]
fn a_budget_ends_it() {
    let problem =
        Problem::new(Rules::queens(8).unwrap()).with("a1".parse().unwrap(), Value::Placed).unwrap();
    let impossible = impossible(&problem);
    let cancelled = Budget::default();
    cancelled.cancel();
    let ended = Consistency::find(&problem, &impossible, &cancelled).unwrap_err();
    assert_eq!(ended.cause, Cause::Cancelled);
    let ended = Consistency::find(&problem, &impossible, &Budget::new(16)).unwrap_err();
    assert_eq!(ended.cause, Cause::Memory(16));
}
