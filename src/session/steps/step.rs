use super::technique::Technique;
use geometry::{Cell, CellSet};
use problem::{GroupId, Rule, Rules, Value};

/// A step of a solution: the settled cells, and the proof of their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The kind of deduction.
    pub technique: Technique,
    /// The cells that get a piece, in row-major order.
    pub place: Vec<Cell>,
    /// The cells that must stay empty, in row-major order. Does not include cells that a piece placed by this
    /// step attacks.
    pub exclude: Vec<Cell>,
    /// The rules that prove the step. All of them are groups, except for [`Technique::Rules`]. Groups that are
    /// compared with other groups come first. The proof needs every group.
    pub rules: Vec<Rule>,
    /// The cells that prove the step, in row-major order. For [`Technique::LastCell`], the cells of the group that
    /// are known to be empty; for [`Technique::FullGroup`], its pieces. The proof needs each of them. For other
    /// techniques, the open cells of the compared groups.
    pub cells: Vec<Cell>,
    /// The assumption that is refuted, if the technique is a contradiction.
    pub refuted: Option<Refutation>,
    /// Number of groups, the first ones, that are compared with the others. 0 if the proof needs only the others.
    pub compared: usize,
    /// The groups that the technique counts, but the proof does not need, because pieces attack each other.
    pub unneeded: Vec<GroupId>,
    /// Minimum numbers of further pieces. For [`Technique::Halves`] and [`Technique::Leftover`], those of the compared groups
    /// inside and outside of the others; for [`Technique::FullLine`] and [`Technique::Band`], those of the others inside of the
    /// compared groups, and 0.
    pub parts: (usize, usize),
    /// Number of steps of this technique that were possible, this one included. At most 4.
    pub open: u32,
}

/// Maximum number of possible steps that are counted.
pub(super) const MAX_OPEN: u32 = 4;

/// An assumption that is refuted: after some steps, a group cannot be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The cell, and its assumed value.
    pub assume: (Cell, Value),
    /// The steps that follow from the assumption.
    pub then: Vec<Step>,
    /// The group that has too few cells, or too many pieces, after the steps.
    pub empty: GroupId,
}

impl Step {
    /// The step that settles one cell, proved by rules alone.
    pub(super) fn of_cell(
        technique: Technique,
        (cell, value): (Cell, Value),
        rules: Vec<Rule>,
    ) -> Self {
        let (place, exclude) = match value {
            Value::Placed => (vec![cell], Vec::new()),
            Value::Excluded => (Vec::new(), vec![cell]),
        };
        Self {
            technique,
            place,
            exclude,
            rules,
            cells: Vec::new(),
            refuted: None,
            compared: 1,
            unneeded: Vec::new(),
            parts: (0, 0),
            open: 1,
        }
    }

    /// The number of steps in the step's contradiction; 0 for other techniques.
    pub fn depth(&self) -> usize {
        self.refuted.as_ref().map_or(0, |refuted| refuted.then.len())
    }

    /// The groups among the rules that prove the step.
    pub fn groups(&self) -> impl Iterator<Item = GroupId> + '_ {
        self.rules.iter().filter_map(Rule::group)
    }

    /// The cells whose room the reason counts, not all of them open. Empty if the reason is about pieces and empty cells, or is no
    /// deduction from groups.
    pub fn counted_cells(&self, rules: &Rules) -> CellSet {
        if self.refuted.is_some()
            || matches!(self.technique, Technique::LastCell | Technique::FullGroup)
        {
            return CellSet::empty(rules.size());
        }
        let sides = self.sides().map(|sides| sides.map(|groups| rules.cells_of(&groups)));
        match (self.technique, sides) {
            (Technique::Leftover, Some([compared, others])) => &compared - &others,
            (Technique::FullLine | Technique::Band, Some([compared, others])) => {
                &others - &compared
            }
            (_, Some(_) | None) => CellSet::from_cells(rules.size(), self.cells.iter().copied()),
        }
    }

    /// The settled cells, with their values.
    pub fn settles(&self) -> impl Iterator<Item = (Cell, Value)> + '_ {
        let place = self.place.iter().map(|&cell| (cell, Value::Placed));
        place.chain(self.exclude.iter().map(|&cell| (cell, Value::Excluded)))
    }
}
