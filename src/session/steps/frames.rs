use super::step::{Refutation, Step};
use super::words::{NAMED, piece_word};
use crate::rule_words::GroupNames;
use geometry::Cell;
use itertools::Itertools;
use problem::{GroupId, Rules, Value};

/// One picture of a refutation: the assumption, and the first steps that follow from it.
#[derive(Clone, Copy, Debug)]
pub struct ContradictionFrame<'a> {
    refuted: &'a Refutation,
    /// The number of steps in the picture.
    pub number: usize,
}

impl Refutation {
    /// The picture of the assumption, and one more picture for each step that follows.
    pub fn frames(&self) -> impl Iterator<Item = ContradictionFrame<'_>> {
        (0..=self.then.len()).map(|number| ContradictionFrame { refuted: self, number })
    }
}

impl<'a> ContradictionFrame<'a> {
    /// The assumed cell.
    pub fn assumed(self) -> Cell {
        self.refuted.assume.0
    }

    /// The assumption as a title: `what if c4`, or `what if c4 is empty`.
    pub fn title(self) -> String {
        match self.refuted.assume {
            (cell, Value::Placed) => format!("what if {cell}"),
            (cell, Value::Excluded) => format!("what if {cell} is empty"),
        }
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

    /// Two pieces of the last picture that exclude each other, at least one of them in the group that cannot be completed, in
    /// words, as in ` (a8 and b8 touch)`. Empty if there are none.
    pub(super) fn clash_in_words(self, rules: &Rules) -> String {
        let clash =
            |(one, other)| format!(" ({one} and {other} {})", rules.clash_in_words(one, other));
        self.clash(rules).map(clash).unwrap_or_default()
    }

    /// Two pieces of the last picture that exclude each other, as [`Self::clash_in_words`] names them.
    fn clash(self, rules: &Rules) -> Option<(Cell, Cell)> {
        let starved = self.starved()?;
        let group = rules.bounded_groups().iter().find(|group| group.id() == starved)?;
        let settled = self.settled().filter(|&(_, value, _)| value == Value::Placed);
        let is_clash = |&(one, other): &(Cell, Cell)| {
            rules.exclusions().exclude_each_other(one, other)
                && [one, other].iter().any(|cell| group.cells().contains(cell))
        };
        let pieces: Vec<Cell> = settled.map(|(cell, ..)| cell).collect();
        pieces.into_iter().tuple_combinations().find(is_clash)
    }

    /// Describes the difference from the previous picture, such as `then exclude a2: row 2 has all its pieces`.
    pub fn in_words(self, rules: &Rules, names: GroupNames<'_>) -> String {
        let word = piece_word(rules);
        let said = match (self.step(), self.refuted.assume) {
            (Some(step), _) => format!("then {}", step.in_words(rules, NAMED, names)),
            (None, (cell, Value::Placed)) => format!("suppose a {word} on {cell}"),
            (None, (cell, Value::Excluded)) => format!("suppose no {word} on {cell}"),
        };
        match self.starved() {
            Some(_) => {
                let (cell, value) = self.refuted.assume;
                let one = if value == Value::Placed { "no" } else { "a" };
                let empty = self.refuted.empty_in_words(names);
                let why = self.clash_in_words(rules);
                format!(
                    "{said}; now {empty} cannot be completed{why}, so {one} {word} belongs on {cell}"
                )
            }
            None => said,
        }
    }
}
