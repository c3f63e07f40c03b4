//! Why groups have no room for their pieces: their open cells in blocks that hold one piece each.

use super::step::Step;
use super::technique::Technique;
use geometry::Cell;
use itertools::Itertools;
use problem::{GroupId, Problem, Value};

/// Open cells of groups in fewer blocks than the groups need pieces. Any two cells of a block exclude each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The supposition, which contradicts the step: a cell and its value.
    pub supposed: (Cell, Value),
    /// The open cells that the supposition leaves, in blocks.
    pub blocks: Vec<Vec<Cell>>,
    /// Number of pieces that the groups need on these cells.
    pub needed: u32,
}

impl Blocks {
    /// The blocks in words, as in `with a star on c3, blocks 1 to 3 hold a star each, but 4 are needed`.
    pub fn in_words(&self, piece: &str) -> String {
        let (cell, value) = self.supposed;
        let with = if value == Value::Placed { "with" } else { "without" };
        let hold = match self.blocks.len() {
            0 => "no cell is left".to_owned(),
            1 => format!("block 1 holds one {piece}"),
            number => format!("blocks 1 to {number} hold a {piece} each"),
        };
        format!("{with} a {piece} on {cell}, {hold}, but {} are needed", self.needed)
    }
}

impl Step {
    /// Blocks that prove the step for its first cell, in a position before it. `None` for a step that is not about room in one
    /// group or in lines side by side, and if blocks that are found one after the other are too many for a proof.
    pub fn blocks(&self, before: &Problem) -> Option<Blocks> {
        let rules = before.rules();
        let is_about_room = matches!(self.technique, Technique::NoTouch | Technique::Strip);
        let [groups, others] = self.sides().filter(|_| is_about_room && self.refuted.is_none())?;
        let bounded = rules.bounded_groups().iter().filter(|it| groups.contains(&it.id()));
        let is_alike = groups.iter().map(|group| group.family()).all_equal();
        if !others.is_empty() || !is_alike {
            return None;
        }
        let (cell, value) = match (self.place.first(), self.exclude.first()) {
            (Some(&cell), _) => (cell, Value::Excluded),
            (None, first) => (*first?, Value::Placed),
        };
        let placed =
            before.decisions().cells(Value::Placed).chain((value == Value::Placed).then_some(cell));
        let placed: Vec<Cell> = placed.collect();
        let lacks = bounded.map(|group| {
            let own = placed.iter().filter(|cell| group.cells().contains(cell)).count();
            group.bounds().lower.saturating_sub(own.try_into().unwrap_or(u32::MAX))
        });
        let needed = lacks.sum();
        let exclude = |one: Cell, other: Cell| rules.exclusions().exclude_each_other(one, other);
        let is_left =
            |&other: &Cell| other != cell && !(value == Value::Placed && exclude(cell, other));
        let left = self.cells.iter().copied().filter(is_left).collect_vec();
        let by_column = left.iter().copied().sorted_by_key(|cell| (cell.column(), cell.row()));
        let blocks = [left.clone(), by_column.collect()].map(|mut cells| {
            let mut blocks: Vec<Vec<Cell>> = Vec::new();
            while !cells.is_empty() {
                let mut block = Vec::new();
                cells.retain(|&cell| {
                    let fits = block.iter().all(|&other| exclude(cell, other));
                    if fits {
                        block.push(cell);
                    }
                    !fits
                });
                blocks.push(block);
            }
            blocks
        });
        let mut blocks = blocks.into_iter().min_by_key(Vec::len)?;
        // Along rows, blocks are numbered from left to right, otherwise from the bottom up.
        if let [GroupId::Row(_), ..] = groups[..] {
            blocks.sort_by_key(|block| block.iter().map(|cell| cell.column()).min());
        }
        (blocks.len() < needed as usize).then_some(Blocks {
            supposed: (cell, value),
            blocks,
            needed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Kind, Outcome, PuzzleSpec};
    use crate::steps::{Grade, Solver};
    use engine::Budget;
    use geometry::Grid;
    use problem::{Rule, Rules};

    #[test]
    fn blocks_are_named_with_the_supposition() {
        let rules = Rules::star_battle(Grid::new("4x4".parse().unwrap()), 1);
        let cells = |names: &str| -> Vec<Cell> {
            names.split(' ').map(|name| name.parse().unwrap()).collect()
        };
        let groups = [GroupId::Row(2), GroupId::Row(3)];
        let of_cell = |value| {
            let rules = groups.map(Rule::Group).into();
            let step = Step::of_cell(Technique::Strip, (cells("b2")[0], value), rules);
            Step { compared: 2, cells: cells("a3 b3 a4 b4"), ..step }
        };
        let problem = Problem::new(rules);
        let words = |step: &Step| step.blocks(&problem).map(|blocks| blocks.in_words("star"));
        // A star on b2 leaves a4 and b4, which touch.
        let said = "with a star on b2, block 1 holds one star, but 2 are needed";
        assert_eq!(words(&of_cell(Value::Excluded)).as_deref(), Some(said));
        let said = "without a star on b2, block 1 holds one star, but 2 are needed";
        assert_eq!(words(&of_cell(Value::Placed)).as_deref(), Some(said));
        let apart = Step { cells: cells("a4 d4"), ..of_cell(Value::Excluded) };
        assert_eq!(words(&apart), None);
        let of_other = Step { technique: Technique::Band, ..of_cell(Value::Excluded) };
        assert_eq!(words(&of_other), None);
    }

    /// Each open cell that the supposition leaves is in one block, and the cells of a block exclude each other.
    #[test]
    fn blocks_prove_strips_of_star_battles() {
        let budget = Budget::default();
        let (mut strips, mut proved) = (0, 0);
        for seed in 1..=10 {
            let spec = PuzzleSpec::new(Kind::StarBattle, Grade::Medium, Some(8), None).unwrap();
            let Ok(Outcome::Puzzle(problem)) = spec.make(seed, &budget) else { panic!("{seed}") };
            let solver = Solver::new(problem.rules(), &budget).unwrap();
            let path =
                solver.steps(solver.board().candidates(&problem), u32::MAX, &budget).unwrap();
            let mut before = problem.clone();
            for step in path.steps {
                strips += usize::from(step.technique == Technique::Strip);
                if let Some(Blocks { supposed: (cell, value), blocks, needed }) =
                    step.blocks(&before)
                {
                    proved += usize::from(step.technique == Technique::Strip);
                    assert!(blocks.len() < needed as usize);
                    let exclusions = before.rules().exclusions();
                    let is_left = |other: &&Cell| {
                        let is_out =
                            value == Value::Placed && exclusions.exclude_each_other(cell, **other);
                        **other != cell && !is_out
                    };
                    let left = step.cells.iter().filter(is_left).copied().sorted();
                    assert!(left.eq(blocks.iter().flatten().copied().sorted()), "{step:?}");
                    for (one, other) in blocks.iter().flat_map(|it| it.iter().tuple_combinations())
                    {
                        assert!(exclusions.exclude_each_other(*one, *other), "{step:?}");
                    }
                }
                for (cell, value) in step.settles() {
                    before = before.with(cell, value).unwrap();
                }
            }
        }
        assert!(strips > 5 && 2 * proved > strips, "{proved} of {strips}");
    }
}
