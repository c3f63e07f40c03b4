//! How large the diagram was from position to position.

use std::collections::VecDeque;

use crate::geometry::Cell;
use crate::problem::{Decisions, Problem, Value};

/// The most positions that are remembered.
const KEPT: usize = 1000;

/// The diagram's size in each position for which it was built, the latest last.
#[derive(Clone, Debug, Default)]
pub(in crate::tui) struct Growth {
    /// True if it is shown in the panel.
    pub is_shown: bool,
    entries: VecDeque<Entry>,
    latest: Option<Problem>,
}

/// A position: what led to it, and the nodes of its diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) struct Entry {
    pub what: String,
    pub nodes: usize,
}

impl Growth {
    /// Adds a position; the same again adds nothing.
    pub(in crate::tui) fn note(&mut self, problem: &Problem, nodes: usize) {
        if self.latest.as_ref() == Some(problem) {
            return;
        }
        let what = step(self.latest.as_ref(), problem);
        if self.entries.len() == KEPT {
            self.entries.pop_front();
        }
        self.entries.push_back(Entry { what, nodes });
        self.latest = Some(problem.clone());
    }

    /// The latest positions, at most so many, in their order.
    pub(in crate::tui) fn latest(&self, number: usize) -> impl Iterator<Item = &Entry> {
        self.entries.iter().skip(self.entries.len().saturating_sub(number))
    }
}

/// What leads from a position to another, where that is one decision made or taken back.
fn step(from: Option<&Problem>, to: &Problem) -> String {
    let rules = to.rules();
    let decisions = to.decisions();
    let number = || match decisions.len() {
        1 => "1 decision".to_owned(),
        number => format!("{number} decisions"),
    };
    let Some(from) = from.filter(|from| from.rules() == rules) else {
        let board = format!("{} {}", rules.size(), rules.piece().name());
        return if decisions.is_empty() { board } else { number() };
    };
    let differs = |from: &Decisions, to: &Decisions| {
        let from = from.clone();
        let new = to.iter().filter(|&(cell, value)| from.get(cell) != Some(value));
        new.collect::<Vec<(Cell, Value)>>()
    };
    let made = differs(from.decisions(), decisions);
    let taken_back = differs(decisions, from.decisions());
    match (&made[..], &taken_back[..]) {
        ([(cell, Value::Placed)], []) => format!("place {cell}"),
        ([(cell, Value::Excluded)], []) => format!("exclude {cell}"),
        ([], [(cell, _)]) => format!("take back {cell}"),
        _ if decisions.is_empty() => "no decision".to_owned(),
        _ => number(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Rules;

    #[test]
    fn each_position_is_named_by_what_led_to_it() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let empty = Problem::new(Rules::queens(8).unwrap());
        let a1 = empty.clone().with(cell("a1"), Value::Placed).unwrap();
        let both = a1.clone().with(cell("b5"), Value::Excluded).unwrap();
        let three = both.clone().with(cell("g2"), Value::Placed).unwrap();
        let three = three.with(cell("h8"), Value::Excluded).unwrap();
        let small = Problem::new(Rules::queens(6).unwrap());
        let large =
            Problem::new(Rules::queens(9).unwrap()).with(cell("a1"), Value::Placed).unwrap();
        let mut growth = Growth::default();
        for (nodes, problem) in
            (1..).zip([&empty, &a1, &a1, &both, &a1, &three, &empty, &small, &large])
        {
            growth.note(problem, nodes);
        }
        let steps: Vec<_> = growth.latest(9).map(|entry| entry.what.as_str()).collect();
        assert_eq!(
            steps,
            [
                "8×8 queen",
                "place a1",
                "exclude b5",
                "take back b5",
                "4 decisions",
                "no decision",
                "6×6 queen",
                "1 decision"
            ]
        );
        assert_eq!(growth.latest(2).map(|entry| entry.nodes).collect::<Vec<_>>(), [8, 9]);
    }
}
