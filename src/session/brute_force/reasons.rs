//! Explanations, decisions to take back, and claims.

use std::collections::BTreeSet;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::cases::{SolvedCase, bits, cases, mask, rook_cases};
use crate::{
    Claim, Reason, RuleReasons, Session, SolutionCount, Verdict, Wish, explanations, restored,
};
use engine::verify::{Checker, Verdict as Checked};
use engine::{Answer, Budget, Oracle, Retractions, bdd, sat};
use geometry::Cell;
use problem::{GroupId, Problem, Rule, Rules, Value};

fn budget() -> Budget {
    Budget::default()
}

/// An engine that finds no smallest sets, so that they are found by hitting all conflicts.
struct Plain(bdd::Engine);

impl Oracle for Plain {
    fn is_satisfiable(&mut self, problem: &Problem, budget: &Budget) -> Answer<bool> {
        self.0.is_satisfiable(problem, budget)
    }

    fn smallest_retractions(
        &mut self,
        _: &Problem,
        _: &[(Cell, Value)],
        _: usize,
        _: &Budget,
    ) -> Answer<Option<Retractions>> {
        Ok(None)
    }
}

/// The wishes for undecided cells that no solution fulfils.
fn wishes(case: &SolvedCase) -> Vec<Wish> {
    let size = case.size();
    let stands = |cell: Cell, set: &u64| set >> size.index(cell) & 1 == 1;
    let open = case.problem.rules().grid().standing_cells();
    let open = open.filter(|&cell| case.problem.decisions().get(cell).is_none());
    let refuted = open.filter_map(|cell| {
        let with = case.solutions.iter().filter(|set| stands(cell, set)).count();
        match with {
            0 => Some(Some((cell, Value::Placed))),
            all if all == case.solutions.len() => Some(Some((cell, Value::Excluded))),
            _ => None,
        }
    });
    let none = case.solutions.is_empty().then_some(None);
    none.into_iter().chain(refuted).collect()
}

/// The number of solutions of the rules with these decisions.
fn solutions(rules: &SolvedCase, decisions: &Problem) -> usize {
    let has = |set: u64, cell| set >> rules.size().index(cell) & 1 == 1;
    let keeps = |&&set: &&u64| {
        decisions.decisions().iter().all(|(cell, value)| has(set, cell) == (value == Value::Placed))
    };
    rules.solutions.iter().filter(keeps).count()
}

/// The smallest sets of decisions to take back.
fn smallest(rules: &SolvedCase, problem: &Problem, wish: Wish) -> BTreeSet<BTreeSet<Cell>> {
    let cells: Vec<Cell> = problem.decisions().iter().map(|(cell, _)| cell).collect();
    let sets = (0..1_u64 << cells.len()).map(|set| bits(set).map(|bit| cells[bit]).collect());
    let helping = sets.filter(|set: &BTreeSet<Cell>| {
        let back: Vec<Cell> = set.iter().copied().collect();
        solutions(rules, &restored(problem, wish, &back)) > 0
    });
    let helping: Vec<BTreeSet<Cell>> = helping.collect();
    let fewest = helping.iter().map(BTreeSet::len).min();
    helping.into_iter().filter(|set| Some(set.len()) == fewest).collect()
}

fn check(case: &SolvedCase, rules: &SolvedCase, wish: Wish, oracle: &mut dyn Oracle) {
    let (problem, checker) = (&case.problem, Checker::new(case.problem.rules()));
    let reason = Reason::find(oracle, problem, wish, &budget()).unwrap();
    let why = &reason.explanation;
    assert!(why.minimal);
    let proof = (&why.because[..], &why.rules[..], true);
    assert_eq!(checker.reason(problem, wish, proof), Checked::Proved, "{reason:?} {case:?}");
    let expected = smallest(rules, problem, wish);
    let Some(ways) = &reason.restoration else {
        assert!(why.because.is_empty() || expected.is_empty(), "{reason:?} {case:?}");
        return;
    };
    let found: BTreeSet<BTreeSet<Cell>> =
        ways.sets.iter().map(|way| way.take_back.iter().copied().collect()).collect();
    assert_eq!(found.len(), ways.sets.len());
    assert!(found.is_subset(&expected) && (ways.more || found == expected), "{reason:?} {case:?}");
    let left = ways.sets.iter().map(|way| {
        let number = solutions(rules, &restored(problem, wish, &way.take_back));
        let exact = SolutionCount::Exact(number.into());
        assert!(way.solutions_left.as_ref().is_none_or(|left| *left == exact), "{way:?}");
        way.solutions_left.as_ref().map(|_| number)
    });
    assert!(left.collect::<Vec<_>>().is_sorted_by(|one, other| one >= other), "{reason:?}");
    let is_known = ways.sets.iter().all(|way| way.solutions_left.is_some());
    let is_one = !ways.more && (is_known || ways.sets.len() == 1);
    assert_eq!(ways.one_of_several(), !is_one);
    let words = ways.to_string();
    assert!(
        words.starts_with("takes back ") && words.contains(&ways.best().take_back[0].to_string())
    );
}

/// Random problems with at most six decisions.
fn few(seed: u64, number: u32) -> impl Iterator<Item = SolvedCase> {
    let all = cases(seed, 3 * number).chain(rook_cases(seed, number));
    all.filter(|case| case.problem.decisions().len() <= 6)
}

#[test]
fn reasons_are_minimal_and_ways_back_are_smallest() {
    for case in few(1, 40) {
        let rules = SolvedCase::new(case.undecided());
        for wish in wishes(&case).into_iter().take(4) {
            check(&case, &rules, wish, &mut bdd::Engine::new());
            check(&case, &rules, wish, &mut sat::Engine::new());
            check(&case, &rules, wish, &mut Plain(bdd::Engine::new()));
        }
    }
}

#[test]
fn all_explanations_are_minimal_and_different() {
    for case in few(2, 40) {
        let (problem, checker) = (&case.problem, Checker::new(case.problem.rules()));
        for wish in wishes(&case).into_iter().take(3) {
            let mut engine = bdd::Engine::new();
            let all = explanations(&mut engine, problem, wish, 50, &budget()).unwrap();
            assert!(!all.is_empty(), "{case:?}");
            for (index, why) in all.iter().enumerate() {
                let proof = (&why.because[..], &why.rules[..], why.minimal);
                assert_eq!(checker.reason(problem, wish, proof), Checked::Proved, "{why:?}");
                let mine =
                    (&why.because, if why.because.is_empty() { &why.rules[..] } else { &[] });
                let is_same = |other: &crate::Explanation| {
                    (&other.because, if why.because.is_empty() { &other.rules[..] } else { &[] })
                        == mine
                };
                assert!(!all[..index].iter().any(is_same), "{all:?}");
            }
            // Each minimal set of decisions is there.
            let cells: Vec<Cell> = problem.decisions().iter().map(|(cell, _)| cell).collect();
            let by_decisions = all.iter().all(|why| !why.because.is_empty());
            let sets = (0..1_u64 << cells.len()).filter(|&set| {
                let because: Vec<Cell> = bits(set).map(|bit| cells[bit]).collect();
                checker.reason(problem, wish, (&because, &[], true)) == Checked::Proved
            });
            assert!(!by_decisions || sets.count() == all.len(), "{all:?} {case:?}");
        }
    }
}

#[test]
fn values_follow_from_the_rules_that_are_named() {
    for case in few(3, 30) {
        let mut problem = case.problem.clone();
        if case.solutions.is_empty() {
            continue;
        }
        let mut reasons = RuleReasons::new(problem.rules(), &budget()).unwrap();
        let checker = Checker::new(problem.rules());
        loop {
            let here = SolvedCase::new(problem.clone());
            let opposite = |(cell, value)| match value {
                Value::Placed => (cell, Value::Excluded),
                Value::Excluded => (cell, Value::Placed),
            };
            let following: Vec<_> = wishes(&here).into_iter().flatten().map(opposite).collect();
            let found = reasons.find_implied_value(&problem, &following, &budget()).unwrap();
            assert_eq!(found.is_none(), following.is_empty());
            let Some(implied) = found else { break };
            assert!(following.contains(&(implied.cell, implied.value)));
            let wish = Some(opposite((implied.cell, implied.value)));
            // The board rules of placed pieces count only if they are named.
            let all: Vec<Cell> = implied.cells.clone();
            let verdict = checker.reason(&problem, wish, (&all, &implied.rules, false));
            assert_eq!(verdict, Checked::Proved, "{implied:?} {here:?}");
            problem = problem.with(implied.cell, implied.value).unwrap();
        }
    }
}

/// The sets of cells with the claimed value and the named decisions that keep the named groups.
fn counterexamples(problem: &Problem, claim: &Claim) -> Vec<u64> {
    let value = |&cell: &Cell| (cell, problem.decisions().get(cell).unwrap());
    let decisions = claim.decided.iter().map(value).chain([(claim.cell, claim.refuted)]);
    let free = Rules::clone(problem.rules()).with_requirements([]);
    let free = Problem::with_decisions(free.into(), decisions.collect()).unwrap();
    let rules = problem.rules();
    let named: Vec<_> =
        rules.groups().iter().filter(|group| claim.groups.contains(&group.id())).collect();
    let case = SolvedCase::new(free);
    let keeps = |set: &u64| named.iter().all(|group| group.allows(&case.set(*set)));
    case.solutions.iter().copied().filter(keeps).collect()
}

#[test]
fn claims_are_judged_by_what_they_name() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for case in few(4, 60) {
        let problem = &case.problem;
        let standing: Vec<Cell> = problem.rules().grid().standing_cells().collect();
        if standing.is_empty() {
            continue;
        }
        let cell = standing[random.gen_range(0..standing.len())];
        let groups: Vec<GroupId> =
            problem.rules().rule_list().iter().filter_map(Rule::group).collect();
        let groups = groups.into_iter().filter(|_| random.gen_bool(0.7)).collect();
        let decided = problem.decisions().iter().map(|(cell, _)| cell);
        let decided: Vec<Cell> = decided.filter(|&it| it != cell).collect();
        let decided = decided.into_iter().filter(|_| random.gen_bool(0.8)).collect();
        let refuted = if random.gen_bool(0.6) { Value::Placed } else { Value::Excluded };
        let claim = Claim { cell, refuted, groups, decided };
        let found = counterexamples(problem, &claim);
        match claim.judge(problem, &budget()).unwrap() {
            Verdict::Refuted { counterexample } => {
                assert!(found.contains(&mask(&counterexample)), "{claim:?} {case:?}");
            }
            Verdict::Proved { needed } => {
                assert!(found.is_empty() && counterexamples(problem, &needed).is_empty());
                let unneeded = claim.without(&needed);
                let all = |claim: &Claim| claim.groups.len() + claim.decided.len();
                assert_eq!(all(&unneeded) + all(&needed), all(&claim));
                for group in needed.groups.clone() {
                    let mut fewer = needed.clone();
                    fewer.toggle_group(group);
                    assert!(!counterexamples(problem, &fewer).is_empty(), "{needed:?} {case:?}");
                    fewer.toggle_group(group);
                    assert_eq!(fewer.groups.len(), needed.groups.len());
                }
                for cell in needed.decided.clone() {
                    let mut fewer = needed.clone();
                    fewer.toggle_decision(cell);
                    assert!(!counterexamples(problem, &fewer).is_empty(), "{needed:?} {case:?}");
                }
            }
        }
    }
}

#[test]
fn a_session_knows_the_reason_of_each_cell() {
    for case in few(5, 20) {
        let mut session = Session::new(case.problem.clone());
        session.ask(&mut bdd::Engine::new(), &budget()).unwrap();
        let all: BTreeSet<String> =
            wishes(&case).into_iter().flatten().map(|wish| format!("{wish:?}")).collect();
        let cells = case.problem.rules().grid().standing_cells();
        let told = cells.filter(|&cell| case.problem.decisions().get(cell).is_none());
        let told = told.filter_map(|cell| session.wish(cell)?).map(|wish| format!("{wish:?}"));
        assert_eq!(told.collect::<BTreeSet<_>>(), all, "{case:?}");
    }
}
