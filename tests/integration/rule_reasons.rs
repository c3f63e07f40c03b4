//! Explanations by rules, compared with the reference, which leaves out rules.

use configurator::engine::{Budget, bdd::Engine};
use configurator::geometry::Cell;
use configurator::problem::{Family, Requirement, Rule, Value};
use configurator::session::{
    CellState, Explanation, RuleReasons, Session, Wish, explain, explanations,
};
use proptest::prelude::*;

use crate::brute_force::Description;
use crate::cases::{Case, Described, bits, case, in_full, wishes};

/// Returns the names of the reference's groups, in the same order.
fn names(case: &Case) -> Vec<String> {
    let letters = |case: &Case| {
        let standing = |region: &u8| {
            let own = case.regions.iter().zip(0..).filter(|(of, _)| *of == region);
            own.fold(0, |cells, (_, bit)| cells | 1_u64 << bit) & !case.holes != 0
        };
        let regions = (0..u8::MAX).filter(|region| case.regions.contains(region));
        regions.filter(standing).map(|region| char::from(b'a' + region)).collect::<Vec<_>>()
    };
    let of = |need: &Requirement| -> Vec<String> {
        match need.family {
            Family::Rows => (1..=case.rows).map(|row| format!("row {row}")).collect(),
            Family::Columns => {
                let letters = (b'a'..).take(case.columns.into()).map(char::from);
                letters.map(|letter| format!("column {letter}")).collect()
            }
            Family::Regions => {
                letters(case).iter().map(|letter| format!("region {letter}")).collect()
            }
            Family::Pieces => vec![need.to_string()],
            Family::Dominate => {
                let standing = case.rules().grid().standing_cells().collect::<Vec<_>>();
                standing.iter().map(|cell| format!("cover {cell}")).collect()
            }
        }
    };
    case.needs.iter().flat_map(of).collect()
}

/// Returns the reference's form of a case with only these rules and decisions.
pub(crate) fn under(case: &Case, rules: &[Rule], decisions: &[(Cell, Value)]) -> Description {
    let mut description = case.undecided().description();
    let names = names(case);
    assert_eq!(names.len(), description.groups.len());
    let is_kept = |name: &String| rules.iter().any(|rule| rule.to_string() == *name);
    let kept = names.iter().zip(&description.groups).filter(|(name, _)| is_kept(name));
    description.groups = kept.map(|(_, group)| group.clone()).collect();
    let bit = |cell: Cell| 1_u64 << case.size().index(cell);
    let cells = rules.iter().filter_map(|rule| match rule {
        Rule::Board(cell) => Some(bit(*cell)),
        Rule::Group(_) | Rule::MaxCost(_) => None,
    });
    let board_rules = cells.fold(0, |cells, cell| cells | cell);
    description.board_rules = if case.board_rule { board_rules } else { 0 };
    for &(cell, value) in decisions {
        match value {
            Value::Placed => description.placed |= bit(cell),
            Value::Excluded => description.excluded |= bit(cell),
        }
    }
    description
}

fn has_solution(case: &Case, rules: &[Rule], decisions: &[(Cell, Value)]) -> bool {
    under(case, rules, decisions).solutions(0).is_none_or(|found| !found.is_empty())
}

/// Checks that the rules, together with others, exclude the decisions, and that each of the rules is needed.
fn check(
    case: &Case,
    rules: &[Rule],
    beside: &[Rule],
    decisions: &[(Cell, Value)],
) -> Result<(), TestCaseError> {
    let all = [rules, beside].concat();
    prop_assert!(!has_solution(case, &all, decisions), "sufficient: {rules:?}");
    for left_out in 0..rules.len() {
        let mut fewer = all.clone();
        fewer.remove(left_out);
        prop_assert!(has_solution(case, &fewer, decisions), "minimal: {rules:?}");
    }
    Ok(())
}

/// Checks the rules of an explanation. If it has decisions, the attacks of their pieces count in addition.
fn check_explanation(
    case: &Case,
    wish: Wish,
    explanation: &Explanation,
) -> Result<(), TestCaseError> {
    prop_assert!(explanation.minimal);
    let decisions = case.decisions();
    let decided = explanation.because.iter().map(|&cell| (cell, decisions.get(cell).unwrap()));
    let kept: Vec<_> = decided.chain(wish).collect();
    let pieces = kept.iter().filter(|(_, value)| *value == Value::Placed);
    let attacks: Vec<_> = pieces.map(|&(cell, _)| Rule::Board(cell)).collect();
    let beside = if explanation.because.is_empty() { &[][..] } else { &attacks };
    check(case, &explanation.rules, beside, &kept)
}

/// A random puzzle with kings: up to `most` in each row, column and region.
fn puzzle(side: u16, most: u32) -> impl Strategy<Value = Case> {
    let regions = proptest::collection::vec(0..side as u8, usize::from(side * side));
    let piece = prop_oneof![Just("king"), Just("queen"), Just("knight"), Just("ferz")];
    (regions, piece, 1..=most, any::<u64>(), any::<bool>()).prop_map(
        move |(regions, piece, number, holes, torus)| {
            let bounds = configurator::problem::Bounds::exactly(number);
            let families = [Family::Rows, Family::Columns, Family::Regions];
            let needs = families.map(|family| Requirement { family, bounds });
            let mut case = Case::new(side, side, piece, needs.to_vec());
            case.regions = regions;
            case.torus = torus;
            // The board has at most two holes, and often none.
            case.holes =
                bits(holes).take(2).map(|bit| bit % 60).fold(0, |holes, bit| holes | 1 << bit);
            case.holes &= case.all();
            case
        },
    )
}

fn check_all(case: &Case) -> Result<(), TestCaseError> {
    let (problem, budget, mut engine) = (case.problem(), Budget::default(), Engine::new());
    let wishes = wishes(case, &mut engine);
    // About three wishes, evenly over the board, because each search for a smallest set takes up to a second.
    for &wish in wishes.iter().step_by((wishes.len() / 3).max(1)) {
        let explanation = explain(&mut engine, &problem, wish, &budget).unwrap();
        check_explanation(case, wish, &explanation)?;
        if explanation.because.is_empty() {
            let all = explanations(&mut engine, &problem, wish, 5, &budget).unwrap();
            prop_assert!(all.is_sorted_by_key(|one| one.rules.len()));
            prop_assert!(all[0].rules.len() <= explanation.rules.len());
            for (index, one) in all.iter().enumerate() {
                check_explanation(case, wish, one)?;
                prop_assert!(all[..index].iter().all(|other| other.rules != one.rules));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(20, 80)))]

    #[test]
    fn rules_are_sufficient_and_minimal_for_any_piece(case in case(4)) {
        check_all(&case)?;
    }

    #[test]
    fn rules_are_sufficient_and_minimal_on_4x4_with_regions(case in puzzle(4, 1)) {
        check_all(&case)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(2, 12)))]

    #[test]
    fn rules_are_sufficient_and_minimal_on_5x5_with_regions(case in puzzle(5, 2)) {
        check_all(&case)?;
    }

    /// Every step of a way that only rules show follows from the rules and cells that it names.
    #[test]
    fn what_rules_settle_follows_from_what_is_named(case in puzzle(5, 1)) {
        let (mut problem, budget) = (case.problem(), Budget::default());
        let mut reasons = RuleReasons::new(problem.rules(), &budget).unwrap();
        let mut engine = Engine::new();
        loop {
            let mut session = Session::new(problem.clone());
            session.ask(&mut engine, &budget).unwrap();
            if session.knowledge().is_satisfiable() == Some(false) {
                break;
            }
            let following: Vec<_> = (case.size().iter())
                .filter_map(|cell| match (session.state(cell), session.wish(cell)?) {
                    (CellState::Forced, _) => Some((cell, Value::Placed)),
                    (_, wish) => wish.map(|_| (cell, Value::Excluded)),
                })
                .collect();
            let found = reasons.find_implied_value(&problem, &following, &budget).unwrap();
            prop_assert_eq!(found.is_none(), following.is_empty());
            let Some(settled) = found else { break };
            prop_assert!(following.contains(&(settled.cell, settled.value)));
            let opposite = match settled.value {
                Value::Placed => Value::Excluded,
                Value::Excluded => Value::Placed,
            };
            prop_assert_eq!(problem.decisions().get(settled.cell), None);
            let named = settled.cells.iter();
            let named = named.map(|&cell| (cell, problem.decisions().get(cell).unwrap()));
            let decisions: Vec<_> = named.chain([(settled.cell, opposite)]).collect();
            check(&case, &settled.rules, &[], &decisions)?;
            for left_out in 0..settled.cells.len() {
                let mut fewer = decisions.clone();
                fewer.remove(left_out);
                prop_assert!(has_solution(&case, &settled.rules, &fewer), "{:?}", settled);
            }
            problem = problem.with(settled.cell, settled.value).unwrap();
        }
    }
}
