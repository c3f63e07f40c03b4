//! Claims: a cell is impossible (or must hold a piece) because of the groups and decisions that a person names.

mod parse;

use super::list::ListInWords;
use super::rule_words::{GroupNames, rules_in_words};
use engine::sat::RuleClauses;
use engine::{Answer, Budget};
use geometry::{Cell, CellSet};
use problem::{Group, GroupId, Problem, Rule, Rules, Value};

pub use parse::ParseClaimError;

/// The claim that groups and decisions rule out a value of a cell.
///
/// A claim uses the bounds of the named groups, the named decisions, and the board rule: two pieces that attack each
/// other do not both stand. It uses no other group, no other decision and no limit of cost. So the board rule matters
/// only among the cells of the named groups, the decided cells that are named, and the cell itself: every other cell
/// can stay empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The cell.
    pub cell: Cell,
    /// The value that the claim rules out: a piece (the cell is impossible), or none (a piece is forced).
    pub refuted: Value,
    /// The named groups, each once.
    pub groups: Vec<GroupId>,
    /// The cells of the named decisions, each once.
    pub decided: Vec<Cell>,
}

/// The judgement of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The named reasons suffice.
    Proved {
        /// A part of the claim that suffices, from which nothing can be left out.
        needed: Claim,
    },
    /// It does not suffice.
    Refuted {
        /// Pieces that obey all that the claim uses, although the cell has the value that the claim rules out.
        counterexample: CellSet,
    },
}

impl Claim {
    /// The claim that a cell is impossible, without any reason.
    pub fn impossible(cell: Cell) -> Self {
        Self { cell, refuted: Value::Placed, groups: Vec::new(), decided: Vec::new() }
    }

    /// Makes the group a reason of the claim, or removes it from the reasons.
    pub fn toggle_group(&mut self, group: GroupId) {
        toggle(&mut self.groups, group);
    }

    /// Makes a cell's decision a reason of the claim, or removes it from the reasons.
    pub fn toggle_decision(&mut self, cell: Cell) {
        toggle(&mut self.decided, cell);
    }

    /// The cells of the named groups, the decided cells and the cell of the claim.
    pub fn cells(&self, rules: &Rules) -> CellSet {
        let groups = rules.groups().iter().filter(|group| self.groups.contains(&group.id()));
        let cells = groups.flat_map(Group::cells).chain(&self.decided).copied().chain([self.cell]);
        CellSet::from_cells(rules.size(), cells)
    }

    /// True for the cells of [`Claim::cells`].
    pub fn covers(&self, rules: &Rules, cell: Cell) -> bool {
        let is_named = |group: &&Group| self.groups.contains(&group.id());
        let mut named = rules.groups().iter().filter(is_named);
        cell == self.cell
            || self.decided.contains(&cell)
            || named.any(|group| group.cells().contains(&cell))
    }

    /// The reasons named in the claim: `row 3, row 6 and a1`.
    pub fn reasons_in_words(&self, names: GroupNames<'_>) -> String {
        let rules: Vec<Rule> = self.groups.iter().copied().map(Rule::Group).collect();
        let groups = rules.iter().map(|rule| rules_in_words(&[*rule], usize::MAX, names));
        let parts: Vec<String> = groups.chain(self.decided.iter().map(Cell::to_string)).collect();
        if parts.is_empty() { "the board rule".to_owned() } else { ListInWords(&parts).to_string() }
    }

    /// The claimed statement: `c4 is impossible`.
    pub fn statement(&self) -> String {
        match self.refuted {
            Value::Placed => format!("{} is impossible", self.cell),
            Value::Excluded => format!("{} is forced", self.cell),
        }
    }

    /// The parts of the claim that are missing in `needed`, as a claim about the same cell.
    pub fn without(&self, needed: &Self) -> Self {
        let groups = self.groups.iter().filter(|group| !needed.groups.contains(group));
        let decided = self.decided.iter().filter(|cell| !needed.decided.contains(cell));
        Self { groups: groups.copied().collect(), decided: decided.copied().collect(), ..*self }
    }

    /// Judges the claim exactly. The named decisions are those of `problem`.
    ///
    /// # Errors
    /// When the budget ends first.
    ///
    /// # Panics
    /// When the cell is not a standing cell, or a named cell is not decided.
    pub fn judge(&self, problem: &Problem, budget: &Budget) -> Answer<Verdict> {
        let rules = problem.rules();
        let mut clauses = RuleClauses::new(rules, budget)?;
        let mut suffices = |claim: &Self| -> Answer<Option<CellSet>> {
            let is_used = |rule: &Rule| match rule {
                Rule::Group(group) => claim.groups.contains(group),
                Rule::Board(_) => true,
                Rule::MaxCost(_) => false,
            };
            let numbered = clauses.rule_list().iter().zip(0..);
            let used: Vec<usize> =
                numbered.filter(|(rule, _)| is_used(rule)).map(|(_, number)| number).collect();
            let value =
                |&cell: &Cell| (cell, problem.decisions().get(cell).expect("it is decided"));
            let mut decisions: Vec<(Cell, Value)> = claim.decided.iter().map(value).collect();
            decisions.push((claim.cell, claim.refuted));
            let is_refuted = clauses.clash(&used, &decisions, budget)?.is_none();
            Ok(is_refuted.then(|| clauses.solution()))
        };
        if let Some(pieces) = suffices(self)? {
            let cells = self.cells(rules);
            let pieces = pieces.iter().filter(|&cell| cells.contains(cell));
            let counterexample = CellSet::from_cells(rules.size(), pieces);
            return Ok(Verdict::Refuted { counterexample });
        }
        let mut needed = self.clone();
        for group in self.groups.iter().rev() {
            let mut fewer = needed.clone();
            fewer.toggle_group(*group);
            if suffices(&fewer)?.is_none() {
                needed = fewer;
            }
        }
        for cell in self.decided.iter().rev() {
            let mut fewer = needed.clone();
            fewer.toggle_decision(*cell);
            if suffices(&fewer)?.is_none() {
                needed = fewer;
            }
        }
        Ok(Verdict::Proved { needed })
    }
}

/// Removes an item from a list, or adds it at the end.
fn toggle<T: PartialEq>(list: &mut Vec<T>, item: T) {
    match list.iter().position(|other| *other == item) {
        Some(index) => drop(list.remove(index)),
        None => list.push(item),
    }
}

impl Verdict {
    /// The verdict on `claim` as a sentence.
    pub fn in_words(&self, claim: &Claim, names: GroupNames<'_>) -> String {
        let statement = claim.statement();
        match self {
            Self::Proved { needed } => {
                let spare = claim.without(needed);
                let spare = match spare.groups.len() + spare.decided.len() {
                    0 => String::new(),
                    1 => format!("; {} is superfluous", spare.reasons_in_words(names)),
                    _ => format!("; {} are superfluous", spare.reasons_in_words(names)),
                };
                format!("proved: {statement} because of {}{spare}", needed.reasons_in_words(names))
            }
            Self::Refuted { counterexample } => {
                let pieces: Vec<Cell> = counterexample.iter().collect();
                let allowed = match pieces[..] {
                    [] => "a board without a piece".to_owned(),
                    [cell] => format!("a piece on {cell}"),
                    _ => format!("pieces on {}", ListInWords(&pieces)),
                };
                format!("not proved: {} would allow {allowed}", claim.reasons_in_words(names))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule_words::PLAIN_NAMES;
    use std::sync::Arc;

    fn judged(problem: &Problem, cell: &str, text: &str) -> String {
        let claim = Claim::parse(text, cell.parse().unwrap(), problem).unwrap();
        let verdict = claim.judge(problem, &Budget::default()).unwrap();
        verdict.in_words(&claim, PLAIN_NAMES)
    }

    fn problem(rules: Rules, placed: &[&str]) -> Problem {
        placed.iter().fold(Problem::new(rules), |problem, cell| {
            problem.with(cell.parse().unwrap(), Value::Placed).unwrap()
        })
    }

    #[test]
    fn a_claim_is_judged_by_what_it_names_alone() {
        let four = problem(Rules::queens(4).unwrap(), &["b1"]);
        // b1 attacks a2, b2 and c2, so d2 is the only cell of row 2.
        assert_eq!(
            judged(&four, "d2", "forced because row 2 and b1"),
            "proved: d2 is forced because of row 2 and b1"
        );
        assert_eq!(
            judged(&four, "d2", "forced because rows 2, 3 and b1"),
            "proved: d2 is forced because of row 2 and b1; row 3 is superfluous"
        );
        assert_eq!(judged(&four, "a2", "b1"), "proved: a2 is impossible because of b1");
        let sentence = judged(&four, "d3", "row 2");
        assert_eq!(sentence.split(" would ").next(), Some("not proved: row 2"));
        // A queen on a1 leaves no queen for row 2 or row 3 or row 4.
        assert_eq!(
            judged(&problem(Rules::queens(4).unwrap(), &[]), "a1", "rows 2 to 4"),
            "proved: a1 is impossible because of row 2, row 3 and row 4"
        );
    }

    #[test]
    fn a_counterexample_has_no_other_pieces() {
        let free = problem(Rules::queens(4).unwrap(), &[]);
        let claim = Claim::parse("", "c3".parse().unwrap(), &free).unwrap();
        let verdict = claim.judge(&free, &Budget::default()).unwrap();
        assert_eq!(
            verdict.in_words(&claim, PLAIN_NAMES),
            "not proved: the board rule would allow a piece on c3"
        );
        let rules = Arc::clone(free.rules());
        assert_eq!(claim.cells(&rules).iter().count(), 1);
    }

    #[test]
    fn verdicts_name_what_is_superfluous() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let problem = Problem::new(Rules::queens(4).unwrap());
        let problem = problem.with(cell("a1"), Value::Placed).unwrap();
        let problem = problem.with(cell("b3"), Value::Placed).unwrap();
        let told_of = |groups: &[GroupId], decided: &[&str]| {
            let groups = groups.to_vec();
            let decided = decided.iter().map(|name| cell(name)).collect();
            let claim = Claim { groups, decided, ..Claim::impossible(cell("c1")) };
            let verdict = claim.judge(&problem, &Budget::default()).unwrap();
            let words = verdict.in_words(&claim, PLAIN_NAMES);
            words.split_once("; ").map(|(_, rest)| rest.to_owned())
        };
        let told = |groups: &[GroupId]| told_of(groups, &["a1"]);
        assert_eq!(told(&[]), None);
        let both = told_of(&[GroupId::Row(2)], &["a1", "b3"]).unwrap();
        assert!(both.ends_with(" are superfluous"), "{both}");
        assert_eq!(told(&[GroupId::Row(2)]).as_deref(), Some("row 3 is superfluous"));
        let two = told(&[GroupId::Row(2), GroupId::Row(3)]).unwrap();
        assert!(two.ends_with(" are superfluous"), "{two}");
    }
}
