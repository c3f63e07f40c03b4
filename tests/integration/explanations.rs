//! Explanations and restorations, compared with the trial of all subsets of the decisions.

use configurator::engine::bdd::Engine;
use configurator::engine::sat;
use configurator::engine::{Budget, Interrupted, Oracle, Retractions};
use configurator::geometry::Cell;
use configurator::problem::{Problem, Value};
use configurator::session::{
    Increase, Reason, RetractionSet, Session, SolutionCount, Wish, restore,
};
use num_bigint::BigUint;
use proptest::prelude::*;

use crate::cases::{Case, Described, case, in_full, wishes};

/// Returns the decisions as literals: the bit of the cell, and true for a piece.
fn literals(case: &Case) -> Vec<(usize, bool)> {
    let size = case.size();
    case.decisions()
        .iter()
        .map(|(cell, value)| (size.index(cell), value == Value::Placed))
        .collect()
}

/// Returns the number of solutions that keep all literals.
fn keeping<'a>(solutions: &[u64], literals: impl IntoIterator<Item = &'a (usize, bool)>) -> usize {
    let literals: Vec<_> = literals.into_iter().collect();
    let keeps = |solution: &&u64| {
        literals.iter().all(|(bit, value)| (**solution >> bit & 1 == 1) == *value)
    };
    solutions.iter().filter(keeps).count()
}

/// Returns the literals of the decisions on `cells`.
fn of(case: &Case, cells: &[Cell]) -> Vec<(usize, bool)> {
    let bits: Vec<usize> = cells.iter().map(|&cell| case.size().index(cell)).collect();
    literals(case).into_iter().filter(|(bit, _)| bits.contains(bit)).collect()
}

fn check(case: &Case, solutions: &[u64], wish: Wish, reason: &Reason) -> Result<(), TestCaseError> {
    let wished: Vec<(usize, bool)> = wish
        .iter()
        .map(|(cell, value)| (case.size().index(*cell), *value == Value::Placed))
        .collect();
    let count = |literals: &[(usize, bool)]| keeping(solutions, literals.iter().chain(&wished));
    let because = of(case, &reason.explanation.because);
    prop_assert_eq!(because.len(), reason.explanation.because.len(), "only decisions are named");
    prop_assert!(reason.explanation.minimal);
    prop_assert_eq!(count(&because), 0, "sufficient");
    for left_out in 0..because.len() {
        let mut fewer = because.clone();
        fewer.remove(left_out);
        prop_assert!(count(&fewer) > 0, "minimal: {:?}", reason);
    }
    // All sets of decisions to take back, the smallest first.
    let decisions: Vec<_> = literals(case)
        .into_iter()
        .filter(|(bit, _)| wished.iter().all(|(other, _)| other != bit))
        .collect();
    let kept = |taken: u32| {
        let kept = decisions.iter().enumerate().filter(move |(place, _)| taken >> place & 1 == 0);
        kept.map(|(_, literal)| *literal).collect::<Vec<_>>()
    };
    let helping = (0..1_u32 << decisions.len()).filter(|&taken| count(&kept(taken)) > 0);
    let smallest = helping.clone().map(u32::count_ones).min();
    let Some(restoration) = &reason.restoration else {
        prop_assert_eq!(smallest, None, "something helps");
        return Ok(());
    };
    let all: Vec<u32> = helping.filter(|taken| Some(taken.count_ones()) == smallest).collect();
    let mut found = Vec::new();
    let mut left = Vec::new();
    for RetractionSet { take_back, solutions_left: leaves } in &restoration.sets {
        prop_assert_eq!(Some(take_back.len() as u32), smallest, "of minimum size");
        let taken = of(case, take_back);
        let bits = decisions.iter().enumerate().filter(|(_, literal)| taken.contains(literal));
        let bits = bits.fold(0, |bits, (place, _)| bits | 1 << place);
        let solutions = count(&kept(bits));
        prop_assert!(solutions > 0, "it helps");
        if let Some(leaves) = leaves {
            prop_assert_eq!(leaves, &SolutionCount::Exact(solutions.into()));
        }
        left.push(leaves.as_ref().map(|_| solutions));
        found.push(bits);
    }
    prop_assert!(left.is_sorted_by(|one, other| one >= other), "most solutions first: {:?}", left);
    found.sort_unstable();
    prop_assert!(found.iter().all(|taken| all.contains(taken)));
    prop_assert!(found.is_sorted_by(|one, other| one < other), "each way once");
    if !restoration.more {
        prop_assert_eq!(&found, &all, "every smallest way");
    }
    if !restoration.one_of_several() {
        let best = restoration.best().solutions_left.as_ref().and_then(SolutionCount::exact);
        let most = all.iter().map(|&taken| count(&kept(taken))).max();
        prop_assert!(all.len() == 1 || best.cloned() == most.map(BigUint::from));
    }
    Ok(())
}

/// An engine with the same answers, but without a diagram for finding smallest sets.
struct Blunt(Engine);

impl Oracle for Blunt {
    fn is_satisfiable(&mut self, problem: &Problem, budget: &Budget) -> Result<bool, Interrupted> {
        self.0.is_satisfiable(problem, budget)
    }

    fn solutions(&mut self, _: &Problem, _: &Budget) -> Result<Option<BigUint>, Interrupted> {
        Ok(None)
    }

    fn smallest_retractions(
        &mut self,
        _: &Problem,
        _: &[(Cell, Value)],
        _: usize,
        _: &Budget,
    ) -> Result<Option<Retractions>, Interrupted> {
        Ok(None)
    }
}

/// Returns the reasons for all impossible and forced cells, found with the diagram. Checks these reasons and those
/// found with the SAT engine.
fn checked_reasons(
    case: &Case,
    solutions: &[u64],
    engine: &mut Engine,
) -> Result<Vec<(Wish, Reason)>, TestCaseError> {
    let (problem, budget) = (case.problem(), Budget::default());
    let mut sat = sat::Engine::new();
    let mut reasons = Vec::new();
    for wish in wishes(case, engine) {
        let by_sat = Reason::find(&mut sat, &problem, wish, &budget).unwrap();
        check(case, solutions, wish, &by_sat)?;
        let reason = Reason::find(engine, &problem, wish, &budget).unwrap();
        check(case, solutions, wish, &reason)?;
        reasons.push((wish, reason));
    }
    Ok(reasons)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn explanations_are_sufficient_and_minimal_and_restorations_smallest(case in case(4)) {
        prop_assume!(case.decisions().len() <= 10);
        let Some(solutions) = case.undecided().solutions() else { return Ok(()) };
        let (problem, budget) = (case.problem(), Budget::default());
        let mut engine = Engine::new();
        for (wish, reason) in checked_reasons(&case, &solutions, &mut engine)? {
            prop_assert_eq!(&Reason::find(&mut engine, &problem, wish, &budget).unwrap(), &reason);
            // Without a diagram of the rules, the restoration comes from smallest sets that hit all conflicts.
            let restoration = restore(&mut Blunt(Engine::new()), &problem, wish, &budget).unwrap();
            check(&case, &solutions, wish, &Reason { restoration, ..reason })?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn taking_a_decision_back_brings_back_what_it_alone_rules_out(case in case(4)) {
        let Some(solutions) = case.undecided().solutions() else { return Ok(()) };
        let (mut session, budget) = (Session::new(case.problem()), Budget::default());
        let mut engine = Engine::new();
        session.ask(&mut engine, &budget).unwrap();
        session.ask_retraction_counts(&mut engine, &budget).unwrap();
        let decided = literals(&case);
        let here = keeping(&solutions, &decided);
        for (index, (cell, _)) in case.decisions().iter().enumerate() {
            let mut others = decided.clone();
            others.remove(index);
            let without = keeping(&solutions, &others);
            let expected = SolutionCount::Exact(without.into());
            prop_assert_eq!(session.knowledge().solutions_without(&[cell]), Some(&expected), "without {}", cell);
            let more = Increase::Exact((without - here).into());
            prop_assert_eq!(session.retraction_increase(&[cell]), Some(more));
        }
    }
}

#[test]
fn givens_are_not_weighed() {
    let [given, own] = ["b4", "d5"].map(|name| name.parse().unwrap());
    let problem = Problem::new(configurator::problem::Rules::queens(8).unwrap());
    let problem = problem.with_given(given).unwrap().with(own, Value::Placed).unwrap();
    let mut session = Session::new(problem.clone());
    session.ask_retraction_counts(&mut Engine::new(), &Budget::default()).unwrap();
    let alone = Engine::new().solutions(&problem.first(1), &Budget::default()).unwrap();
    assert_eq!(
        session.knowledge().solutions_without(&[own]),
        alone.map(SolutionCount::Exact).as_ref()
    );
    assert_eq!(session.knowledge().solutions_without(&[given]), None);
}

fn queens(size: u16, placed: &[&str]) -> Problem {
    let rules = configurator::problem::Rules::queens(size).unwrap();
    let decisions = placed.iter().map(|name| (name.parse().unwrap(), Value::Placed)).collect();
    Problem::with_decisions(rules.into(), decisions).unwrap()
}

#[test]
fn of_two_ways_the_one_is_taken_that_leaves_more() {
    let wish = Some(("c4".parse().unwrap(), Value::Placed));
    let problem = queens(8, &["a1", "g2"]);
    let reason = Reason::find(&mut Engine::new(), &problem, wish, &Budget::default()).unwrap();
    assert_eq!(reason.explanation.to_string(), "because of a1 and g2");
    let restoration = reason.restoration.unwrap();
    assert_eq!(restoration.to_string(), "takes back a1");
    let way = |cell: &str, leaves: u8| RetractionSet {
        take_back: vec![cell.parse().unwrap()],
        solutions_left: Some(SolutionCount::Exact(leaves.into())),
    };
    assert_eq!(restoration.sets, [way("a1", 2), way("g2", 1)]);
    assert!(!restoration.more);
}

#[test]
fn a_budget_that_ends_makes_an_explanation_longer_but_not_wrong() {
    // The position fits into this memory; the rules without some of its decisions do not.
    let problem = queens(20, &["a1", "c2", "e3", "b4", "d5", "m6", "o7", "q8", "k9"]);
    let budget = Budget::new(1_000_000);
    let mut engine = Engine::new();
    let mut session = Session::new(problem.clone());
    session.ask(&mut engine, &budget).unwrap();
    let cell = problem
        .rules()
        .size()
        .iter()
        .find(|&cell| session.state(cell) == configurator::session::CellState::Impossible);
    let wish = cell.map(|cell| (cell, Value::Placed));
    assert!(wish.is_some(), "the position has an impossible cell");
    let explanation = configurator::session::explain(&mut engine, &problem, wish, &budget).unwrap();
    assert!(!explanation.minimal);
    assert!(!explanation.because.is_empty());
}

#[test]
fn an_attacked_cell_names_one_attacker() {
    // d7 is the first decision, but does not attack a1.
    let problem = queens(8, &["d7", "h8"]);
    for cell in problem.rules().size().iter() {
        let attackers: Vec<Cell> = ["d7", "h8"]
            .map(|name| name.parse::<Cell>().unwrap())
            .into_iter()
            .filter(|&placed| problem.rules().exclusions().exclude_each_other(placed, cell))
            .collect();
        if attackers.is_empty() || problem.decisions().get(cell).is_some() {
            continue;
        }
        let wish = Some((cell, Value::Placed));
        let reason = Reason::find(&mut Engine::new(), &problem, wish, &Budget::default()).unwrap();
        assert_eq!(reason.explanation.because, [attackers[0]], "{cell}");
    }
}

#[test]
fn a_large_board_whose_rules_do_not_fit_is_explained_all_the_same() {
    // All attackers must be taken back. The diagram of the rules is infeasible, that of the position is not.
    let problem = queens(18, &["a1", "c2", "e3", "b4"]);
    let cell: Cell = "d3".parse().unwrap();
    let budget = Budget::new(20_000_000);
    let wish = Some((cell, Value::Placed));
    let reason = Reason::find(&mut Engine::new(), &problem, wish, &budget).unwrap();
    assert_eq!(reason.explanation.because.len(), 1);
    let restoration =
        restore(&mut Blunt(Engine::new()), &problem, wish, &Budget::default()).unwrap();
    assert_eq!(restoration.unwrap().to_string(), "takes back c2 and e3 (one of several ways)");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(3, 60)))]

    #[test]
    fn the_same_on_positions_of_sizes_5_to_7(
        side in 5..=7_u16,
        piece in prop_oneof![Just("queen"), Just("rook"), Just("empress"), Just("amazon")],
        placed in proptest::collection::vec(0..49_usize, 0..5),
        excluded in proptest::collection::vec(0..49_usize, 0..4),
    ) {
        let cells = usize::from(side * side);
        let bits = |places: &[usize]| places.iter().fold(0_u64, |bits, place| bits | 1 << (place % cells));
        let needs = vec!["rows".parse().unwrap()];
        let mut case = Case::new(side, side, piece, needs);
        case.placed = bits(&placed);
        case.excluded = bits(&excluded) & !case.placed;
        let solutions = case.undecided().solutions().unwrap();
        checked_reasons(&case, &solutions, &mut Engine::new())?;
    }
}
