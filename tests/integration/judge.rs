//! Diagrams judged, compared with all sets of cells.

use std::collections::BTreeSet;
use std::sync::Arc;

use configurator::engine::Budget;
use configurator::engine::bdd::{Arrangement, Judgement, LackedRule, VariableOrder, compile};
use configurator::export::{DiagramFile, Format};
use configurator::geometry::Cell;
use configurator::problem::random::samples;
use configurator::problem::{Assist, Bounds, Problem, Value};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::cases::{Case, Described, bits, case, mask};

/// The diagram of a problem as the program writes it for CUDD, in the row-major order of its cells.
fn dddmp(problem: &Problem) -> String {
    let mut text = Vec::new();
    Format::Dddmp.write(problem, Assist::Full, &Budget::default(), &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn judge(text: &str, problem: &Problem) -> Judgement {
    let file = DiagramFile::parse(text.as_bytes(), None).unwrap();
    let cells: Vec<Cell> = file.names.iter().map(|name| name.parse().unwrap()).collect();
    let order = VariableOrder::from_cells(problem.rules().grid(), cells).unwrap();
    Judgement::new(&file.bdd, &Arc::new(order), problem, &Budget::default()).unwrap().unwrap()
}

/// All sets of cells for which a DDDMP file is true, found by following its edges.
fn boards(text: &str, case: &Case) -> BTreeSet<u64> {
    let (head, rest) = text.split_once(".nodes\n").unwrap();
    let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim();
    let names: Vec<Cell> =
        field(".suppvarnames ").split(' ').map(|name| name.parse().unwrap()).collect();
    let nodes: Vec<Vec<&str>> = rest.lines().map(|line| line.split(' ').collect()).collect();
    let holds = |board: u64| {
        let mut edge: i64 = field(".rootids ").parse().unwrap();
        let mut is_complemented = false;
        loop {
            is_complemented ^= edge < 0;
            let node = &nodes[edge.unsigned_abs() as usize - 1];
            if edge.unsigned_abs() == 1 {
                return !is_complemented;
            }
            let cell = names[node[2].parse::<usize>().unwrap()];
            let is_placed = board >> case.size().index(cell) & 1 == 1;
            edge = node[if is_placed { 3 } else { 4 }].parse().unwrap();
        }
    };
    let standing = case.all() & !case.holes;
    let sets = (0..=case.all()).filter(|board| board & !standing == 0);
    sets.filter(|&board| holds(board)).collect()
}

/// The names of all rules and decisions that a board breaks.
fn broken(board: u64, problem: &Problem) -> BTreeSet<String> {
    let rules = problem.rules();
    let has = |cell: Cell| board >> rules.size().index(cell) & 1 == 1;
    let mut names = BTreeSet::new();
    for group in rules.groups() {
        let pieces = group.cells().iter().filter(|&&cell| has(cell)).count() as u32;
        let Bounds { lower, upper } = group.bounds();
        if pieces < lower || upper.is_some_and(|upper| pieces > upper) {
            names.insert(group.id().to_string());
        }
    }
    for cell in rules.size().iter().filter(|&cell| has(cell)) {
        for other in rules.board_rule(cell).filter(|&other| has(other)) {
            names.insert(rules.attack_line(cell, other).unwrap().to_string());
        }
    }
    for (cell, value) in problem.decisions().iter() {
        if has(cell) != (value == Value::Placed) {
            names.insert(format!("{cell}"));
        }
    }
    names
}

fn name(rule: &LackedRule) -> String {
    match rule {
        LackedRule::Group(id) => id.to_string(),
        LackedRule::MaxCost(limit) => limit.to_string(),
        LackedRule::Attack(line) => line.to_string(),
        LackedRule::Decision(cell, _) => cell.to_string(),
    }
}

/// True if fewer than `most` of the names hit all sets.
fn is_hit_by_fewer(sets: &[BTreeSet<String>], most: usize) -> bool {
    let Some(first) = sets.first() else { return most > 0 };
    most > 1
        && first.iter().any(|name| {
            let rest: Vec<_> = sets.iter().filter(|set| !set.contains(name)).cloned().collect();
            is_hit_by_fewer(&rest, most - 1)
        })
}

fn check(text: &str, found: &BTreeSet<u64>, case: &Case) {
    let (problem, size) = (case.problem(), case.size());
    let right: BTreeSet<u64> = case.solutions().unwrap().into_iter().collect();
    let (too_many, missing): (Vec<u64>, Vec<u64>) =
        (found.difference(&right).copied().collect(), right.difference(found).copied().collect());
    let judged = judge(text, &problem);
    assert_eq!(judged.is_right(), found == &right, "{case:?}");
    for (number, judged) in [
        (found.len(), &judged.boards),
        (right.len(), &judged.solutions),
        (too_many.len(), &judged.too_many.number),
        (missing.len(), &judged.missing.number),
    ] {
        assert_eq!(*judged, number.into(), "{case:?}\n{text}");
    }
    for (boards, first) in [(&too_many, &judged.too_many.first), (&missing, &judged.missing.first)]
    {
        // A piece on an earlier cell comes first.
        let expected = boards.iter().copied().max_by_key(|board| board.reverse_bits());
        assert_eq!(first.as_ref().map(mask), expected, "{case:?}");
    }
    // The fault: the rules exclude all boards that are too many, and no smaller set does.
    let lacked: BTreeSet<String> = judged.lacked.iter().map(name).collect();
    let sets: Vec<_> = too_many.iter().map(|&board| broken(board, &problem)).collect();
    assert!(sets.iter().all(|set| !set.is_disjoint(&lacked)), "{lacked:?} {sets:?}");
    assert!(!is_hit_by_fewer(&sets, lacked.len()), "{lacked:?} {sets:?}");
    for (cell, other) in &judged.attacks {
        let both = [cell, other].iter().fold(0, |mask, &&cell| mask | 1 << size.index(cell));
        assert!(too_many.iter().any(|board| board & both == both), "{cell} {other}");
    }
    // The cells where too much is forbidden.
    let mut forbidden = Vec::new();
    for cell in size.iter().filter(|_| !found.is_empty()) {
        for value in [Value::Placed, Value::Excluded] {
            let has =
                |board: &&u64| (**board >> size.index(cell) & 1 == 1) == (value == Value::Placed);
            if !found.iter().any(|board| has(&board)) && right.iter().any(|board| has(&board)) {
                forbidden.push((cell, value));
            }
        }
    }
    assert_eq!(judged.forbidden, forbidden, "{case:?}");
}

#[test]
fn wrong_diagrams_are_judged_as_trying_all_boards_does() {
    let mut random = ChaCha8Rng::seed_from_u64(48);
    let (mut wrong, mut right) = (0, 0);
    for (index, case) in samples(case(3), 48).enumerate() {
        if wrong == 300 {
            break;
        }
        let Some(solutions) = case.solutions() else { continue };
        if case.all() & !case.holes == 0 {
            continue;
        }
        let mut other = case.clone();
        let mut text = None;
        match index % 4 {
            // A rule left out.
            0 if !other.needs.is_empty() && random.gen_bool(0.6) => {
                other.needs.remove(random.gen_range(0..other.needs.len()));
            }
            0 => other.board_rule = false,
            // A cell too much.
            1 => {
                let open: Vec<usize> =
                    bits(case.all() & !(case.holes | case.placed | case.excluded)).collect();
                if open.is_empty() {
                    continue;
                }
                other.excluded |= 1 << open[random.gen_range(0..open.len())];
            }
            // A count altered.
            2 if !other.needs.is_empty() => {
                let need = random.gen_range(0..other.needs.len());
                let bounds = &mut other.needs[need].bounds;
                bounds.lower =
                    bounds.upper.map_or(bounds.lower + 1, |upper| upper.min(bounds.lower + 1));
                bounds.upper = bounds.upper.map(|upper| upper + 1);
            }
            2 => continue,
            // An edge turned.
            _ => {
                let whole = dddmp(&case.problem());
                let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
                let first = lines.iter().position(|line| line == ".nodes").unwrap() + 2;
                if first >= lines.len() - 1 {
                    continue;
                }
                let turned = random.gen_range(first..lines.len() - 1);
                let mut words: Vec<&str> = lines[turned].split(' ').collect();
                words.swap(3, 4);
                lines[turned] = words.join(" ");
                text = Some(lines.join("\n") + "\n");
            }
        }
        let text = text.unwrap_or_else(|| dddmp(&other.problem()));
        let found = boards(&text, &case);
        if index % 4 < 3 {
            let expected: BTreeSet<u64> = other.solutions().unwrap().into_iter().collect();
            assert_eq!(found, expected, "{other:?}");
        }
        let is_right = found.iter().eq(solutions.iter().copied().collect::<BTreeSet<_>>().iter());
        *if is_right { &mut right } else { &mut wrong } += 1;
        check(&text, &found, &case);
    }
    assert!(right < 300, "{right}");
}

/// The file of a correct diagram is right in any order.
#[test]
fn right_diagrams_are_judged_right() {
    for (case, arrangement) in samples(case(4), 49).take(60).zip(
        [Arrangement::InsideOut, Arrangement::Diagonal, Arrangement::ColumnMajor].iter().cycle(),
    ) {
        let problem = case.problem();
        let order = Arc::new(VariableOrder::new(problem.rules().grid(), *arrangement));
        let bdd = compile(&problem, &order, &Budget::default()).unwrap().diagram.to_bdd().unwrap();
        let judged = Judgement::new(&bdd, &order, &problem, &Budget::default()).unwrap().unwrap();
        assert!(judged.is_right() && judged.lacked.is_empty(), "{case:?}");
        assert_eq!(judged.nodes, bdd.size());
        if let Some(solutions) = case.solutions() {
            assert_eq!(judged.solutions, solutions.len().into());
        }
    }
}
