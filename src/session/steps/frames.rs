use super::step::{Refutation, Step};
use crate::rule_words::GroupNames;
use geometry::Cell;
use problem::{GroupId, Value};

/// One picture of a refutation: the assumption, and the first steps that follow from it.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    refuted: &'a Refutation,
    /// The number of steps in the picture.
    pub number: usize,
}

impl Refutation {
    /// The picture of the assumption, and one more picture for each step that follows.
    pub fn frames(&self) -> impl Iterator<Item = Frame<'_>> {
        (0..=self.then.len()).map(|number| Frame { refuted: self, number })
    }
}

impl<'a> Frame<'a> {
    /// The assumed cell.
    pub fn assumed(self) -> Cell {
        self.refuted.assume.0
    }

    /// The cells that are settled in the picture, with their values: the assumption with the number 0, then the cells
    /// of each step with the number of the step, counted from 1.
    pub fn settled(self) -> impl Iterator<Item = (Cell, Value, usize)> + 'a {
        let (cell, value) = self.refuted.assume;
        let steps = (1..).zip(&self.refuted.then[..self.number]);
        let settled = steps.flat_map(|(number, step)| {
            step.settles().map(move |(cell, value)| (cell, value, number))
        });
        [(cell, value, 0)].into_iter().chain(settled)
    }

    /// The group that cannot be completed; `None` before the last step.
    pub fn starved(self) -> Option<GroupId> {
        (self.number == self.refuted.then.len()).then_some(self.refuted.empty)
    }

    /// The last step in the picture; `None` if the picture shows only the assumption.
    pub fn step(self) -> Option<&'a Step> {
        self.number.checked_sub(1).map(|index| &self.refuted.then[index])
    }

    /// Says what the picture shows more than the picture before, as in `then exclude a2: row 2 has all its pieces`.
    pub fn in_words(self, names: GroupNames<'_>) -> String {
        let said = match (self.step(), self.refuted.assume) {
            (Some(step), _) => format!("then {}", step.in_words(names)),
            (None, (cell, Value::Placed)) => format!("suppose a piece on {cell}"),
            (None, (cell, Value::Excluded)) => format!("suppose no piece on {cell}"),
        };
        match self.starved() {
            Some(_) => {
                let (cell, value) = self.refuted.assume;
                let piece = if value == Value::Placed { "no piece" } else { "a piece" };
                let empty = self.refuted.empty_in_words(names);
                format!("{said}; now {empty} cannot be completed, so {piece} belongs on {cell}")
            }
            None => said,
        }
    }
}
