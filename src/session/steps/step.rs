use super::technique::{Grade, Technique};
use geometry::Cell;
use problem::{GroupId, Rule, Value};

/// One deduction: cells that are settled, and what proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The kind of deduction.
    pub technique: Technique,
    /// The cells that hold a piece, in row-major order.
    pub place: Vec<Cell>,
    /// The cells that hold none, in row-major order. Cells that a placed piece attacks are not named.
    pub exclude: Vec<Cell>,
    /// The rules that prove it. Only [`Technique::Rules`] names other rules than those of groups. Where one
    /// group is compared with others, it comes first.
    pub rules: Vec<Rule>,
    /// The cells that prove it, in row-major order: those of the first groups that are settled
    /// ([`Technique::LastCell`], [`Technique::FullGroup`]) or open (other techniques).
    pub cells: Vec<Cell>,
    /// The assumption that is refuted, if the technique is a contradiction.
    pub refuted: Option<Refutation>,
}

/// An assumption that leaves a group without enough cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The cell, and what is assumed of it.
    pub assume: (Cell, Value),
    /// What follows, step by step.
    pub then: Vec<Step>,
    /// The group that then has too few cells, or too many pieces.
    pub empty: GroupId,
}

impl Step {
    /// The number of steps of its contradiction; 0 for other techniques.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.refuted.as_ref().map_or(0, |refuted| refuted.then.len())
    }

    /// The grade of a puzzle whose hardest step is this one.
    #[must_use]
    pub fn grade(&self) -> Grade {
        self.technique.grade(self.depth())
    }

    /// The groups that prove it.
    pub fn groups(&self) -> impl Iterator<Item = GroupId> + '_ {
        self.rules.iter().filter_map(Rule::group)
    }

    /// The cells that it settles, with their values.
    pub fn settles(&self) -> impl Iterator<Item = (Cell, Value)> + '_ {
        let place = self.place.iter().map(|&cell| (cell, Value::Placed));
        place.chain(self.exclude.iter().map(|&cell| (cell, Value::Excluded)))
    }
}
