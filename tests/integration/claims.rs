//! Claims, judged as the reference judges them: with the named groups and decisions and the board rule alone.

use configurator::engine::Budget;
use configurator::problem::{GroupId, Rule, Value};
use configurator::session::{Claim, Verdict};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::cases::{Case, case, mask};
use crate::rule_reasons::under;

/// Returns the solutions of the reference under what the claim names, with the value that it rules out.
fn solutions(case: &Case, claim: &Claim) -> Vec<u64> {
    let rules = case.rules().rule_list();
    let is_used = |rule: &&Rule| match rule {
        Rule::Group(group) => claim.groups.contains(group),
        Rule::Board(_) => true,
        Rule::MaxCost(_) => false,
    };
    let used: Vec<Rule> = rules.iter().filter(is_used).copied().collect();
    let problem = case.problem();
    let value = |cell: &_| (*cell, problem.decisions().get(*cell).unwrap());
    let mut decisions: Vec<_> = claim.decided.iter().map(value).collect();
    decisions.push((claim.cell, claim.refuted));
    under(case, &used, &decisions).solutions(usize::MAX).unwrap_or_default()
}

/// Returns a claim that names about half of the groups and of the decisions.
fn claim(case: &Case, cell: Index, is_forced: bool, named: &[bool]) -> Option<Claim> {
    let (problem, rules) = (case.problem(), case.rules());
    let standing: Vec<_> = rules.grid().standing_cells().collect();
    let cell = *standing.get(cell.index(standing.len().max(1)))?;
    let mut named = named.iter().copied().cycle();
    let groups: Vec<GroupId> = rules.rule_list().iter().filter_map(Rule::group).collect();
    let groups = groups.into_iter().filter(|_| named.next().unwrap()).collect();
    let decided = problem.decisions().iter().map(|(cell, _)| cell).filter(|other| *other != cell);
    let decided = decided.filter(|_| named.next().unwrap()).collect();
    let refuted = if is_forced { Value::Excluded } else { Value::Placed };
    Some(Claim { cell, refuted, groups, decided })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn claims_are_judged_as_by_trying_everything(
        case in case(4),
        cell: Index,
        is_forced: bool,
        named in prop::collection::vec(prop::bool::weighted(0.6), 24),
    ) {
        let Some(claim) = claim(&case, cell, is_forced, &named) else { return Ok(()) };
        let verdict = claim.judge(&case.problem(), &Budget::default()).unwrap();
        let found = solutions(&case, &claim);
        match verdict {
            Verdict::Refuted { counterexample } => {
                prop_assert!(found.contains(&mask(&counterexample)), "{claim:?} {counterexample:?}");
            }
            Verdict::Proved { needed } => {
                prop_assert!(found.is_empty(), "{claim:?}");
                prop_assert!(solutions(&case, &needed).is_empty(), "sufficient: {needed:?}");
                prop_assert!(needed.groups.iter().all(|group| claim.groups.contains(group)));
                prop_assert!(needed.decided.iter().all(|cell| claim.decided.contains(cell)));
                for group in &needed.groups {
                    let mut fewer = needed.clone();
                    fewer.toggle_group(*group);
                    prop_assert!(!solutions(&case, &fewer).is_empty(), "needed: {group} in {needed:?}");
                }
                for cell in &needed.decided {
                    let mut fewer = needed.clone();
                    fewer.toggle_decision(*cell);
                    prop_assert!(!solutions(&case, &fewer).is_empty(), "needed: {cell} in {needed:?}");
                }
            }
        }
    }
}
