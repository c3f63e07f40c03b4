//! The hint that the board shows, in stages.

use itertools::Itertools;

use geometry::Cell;
use problem::{GroupId, Problem, Rules, Value};
use session::steps::{Blocks, ContradictionFrame, Step, verb};
use session::{GroupNames, Hint, Stage};

/// Maximum number of cells that the key of a hint names.
const MAX_NAMED_CELLS: usize = 3;

/// A hint, and the stage up to which the board shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct StagedHint {
    /// The hint itself.
    pub hint: Hint,
    /// The amount of information shown: the place, the reason, or the action.
    pub stage: Stage,
    /// The index of the shown picture of the contradiction; `None` while the board shows the position. The
    /// first stage has no pictures.
    pub picture: Option<usize>,
    /// The cell that the cursor of a screen left for the hinted cell.
    pub left: Option<Cell>,
}

impl StagedHint {
    /// The first stage of a hint.
    pub(crate) fn new(hint: Hint) -> Self {
        Self { hint, stage: Stage::Where, picture: None, left: None }
    }

    /// The shown picture of the contradiction, if any.
    pub fn what_if(&self) -> Option<ContradictionFrame<'_>> {
        self.hint.refuted()?.frames().nth(self.picture?)
    }

    /// The number of pictures that the board can show at this stage.
    pub fn pictures(&self) -> usize {
        let refuted = self.hint.refuted().filter(|_| self.stage > Stage::Where);
        refuted.map_or(0, |refuted| refuted.frames().count())
    }

    /// Shows the next picture of the contradiction. Returns false if there is none.
    pub(crate) fn go_forward(&mut self) -> bool {
        let next = self.picture.map_or(0, |index| index + 1);
        let is_there = next < self.pictures();
        if is_there {
            self.picture = Some(next);
        }
        is_there
    }

    /// Shows the picture before; before the first picture, the position.
    pub(crate) fn go_back(&mut self) {
        self.picture = self.picture.and_then(|index| index.checked_sub(1));
    }

    /// The cells that the hint points at, at its stage.
    pub fn cells(&self) -> Vec<Cell> {
        if self.picture.is_some() { Vec::new() } else { self.hint.cells(self.stage) }
    }

    /// The groups that the hint names at its present stage, or that its picture shows.
    pub fn groups(&self) -> Vec<GroupId> {
        if let Some(frame) = self.what_if() {
            return frame.step().into_iter().flat_map(Step::groups).collect();
        }
        let is_told = self.stage > Stage::Where || self.hint.begins_with_groups();
        self.hint.groups().filter(|_| is_told).collect()
    }

    /// The step whose reason is told on the board; `None` before, and for a mistake without steps.
    pub fn told_step(&self) -> Option<&Step> {
        self.hint.step().filter(|_| self.picture.is_none() && !self.groups().is_empty())
    }

    /// The blocks of cells that show why groups have no room. `position` is the one before the hint.
    pub fn blocks(&self, position: &Problem) -> Option<Blocks> {
        match &self.hint {
            Hint::Step(step) => step.blocks(position),
            Hint::Wrong(_) => None,
        }
    }

    /// True if Enter performs the hint.
    pub fn is_offered(&self) -> bool {
        self.stage == Stage::What && self.hint.can_be_done()
    }

    /// The action of Enter at the last stage, such as `exclude a4`. Each verb gets the ending.
    pub fn deed(&self, ending: &str, rules: &Rules) -> String {
        let list = |cells: &[Cell]| match cells.len() {
            0..=MAX_NAMED_CELLS => cells.iter().join(", "),
            number => format!("{number} cells"),
        };
        let Hint::Step(step) = &self.hint else {
            return format!("take{ending} back {}", list(self.hint.take_back()));
        };
        let parts = [(Value::Placed, &step.place), (Value::Excluded, &step.exclude)];
        let parts = parts.into_iter().filter(|(_, cells)| !cells.is_empty());
        let part = |(value, cells): (Value, &Vec<Cell>)| {
            let (verb, rest) = verb(rules.known_puzzle(), value);
            let ending = if verb == "cross" && ending == "s" { "es" } else { ending };
            format!("{verb}{ending}{rest} {}", list(cells))
        };
        parts.map(part).join(", ")
    }

    /// The text of the hint at its stage, or of its picture.
    pub fn sentence(&self, rules: &Rules, names: GroupNames<'_>) -> String {
        match (self.what_if(), &self.hint, self.stage) {
            (Some(frame), ..) => frame.in_words(rules, names),
            (None, Hint::Step(step), Stage::Why) => step.reason_beside_board(rules, names),
            (None, _, stage) => self.hint.in_words(stage, rules, names),
        }
    }
}
