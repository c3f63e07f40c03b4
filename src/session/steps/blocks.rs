//! Why groups have no room for their pieces: their open cells in blocks that hold one piece each.

use super::step::Step;
use super::technique::Technique;
use super::words::in_words;
use crate::list::ListInWords;
use crate::rule_words::{GroupNames, lines_in_words};
use geometry::{Cell, counted};
use itertools::Itertools;
use problem::{Group, GroupId, Problem, Value};

/// Maximum number of blocks: each is shown as a digit.
const MAX_BLOCKS: usize = 9;

/// Open cells of groups in blocks, any two cells of which exclude each other. Together with the pieces that other groups allow,
/// there are fewer blocks than the groups need pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The supposition, which contradicts the step: a cell and its value.
    pub supposed: (Cell, Value),
    /// Other groups, each with the number of pieces that it still allows.
    pub others: Vec<(GroupId, u32)>,
    /// The blocks: the cells of the groups that the supposition leaves open, without the cells of the other groups.
    pub blocks: Vec<Vec<Cell>>,
    /// The groups without enough room.
    pub groups: Vec<GroupId>,
    /// Number of further pieces that the groups need.
    pub needed: u32,
    /// True if one of the groups has a piece, or gets the supposed one.
    pub is_begun: bool,
}

impl Blocks {
    /// The blocks in words, as in `with a star on c3, the cells marked 1 to 3 hold a star each at most, but rows 1 and 2 need 4`.
    pub fn in_words(&self, piece: &str, names: GroupNames<'_>) -> String {
        let (cell, value) = self.supposed;
        let with = if value == Value::Placed { "with" } else { "without" };
        let (full, allowing): (Vec<_>, Vec<_>) = self.others.iter().partition(|other| other.1 == 0);
        let listed = |groups: &[GroupId]| match groups {
            [group] => in_words(*group, names),
            groups => lines_in_words(groups, names),
        };
        let full = full.into_iter().map(|(group, _)| group).collect_vec();
        let fills = if full.is_empty() {
            String::new()
        } else {
            format!(", which fills {}", listed(&full))
        };
        let others = allowing.into_iter().map(|(group, number)| {
            let pieces = counted(number as usize, piece, &format!("{piece}s"));
            format!("{} holds {pieces} at most", in_words(group, names))
        });
        let blocks = match self.blocks.len() {
            0 => None,
            1 => Some(format!("the cells marked 1 hold one {piece} at most")),
            number => {
                let to = if number == 2 { "and" } else { "to" };
                Some(format!("the cells marked 1 {to} {number} hold a {piece} each at most"))
            }
        };
        let hold = ListInWords(&others.chain(blocks).collect_vec()).to_string();
        let need = if self.groups.len() == 1 { "needs" } else { "need" };
        let (groups, needed) = (listed(&self.groups), self.needed);
        let more = if self.is_begun { " more" } else { "" };
        format!("{with} a {piece} on {cell}{fills}, {hold}, but {groups} {need} {needed}{more}")
    }
}

impl Step {
    /// Blocks that prove the step for its first cell, in a position before it. `None` for a step that is not about room in one
    /// group or in lines side by side, and for one whose reason names the cells that are left. `None` also if the blocks that are
    /// found greedily are too many for a proof, of this cell or of another settled one.
    pub fn blocks(&self, before: &Problem) -> Option<Blocks> {
        let [groups, others] = self.sides()?;
        let is_about_room = match self.technique {
            Technique::NoTouch => others.is_empty(),
            technique => matches!(technique, Technique::Strip | Technique::TightBand),
        };
        let is_one_family = groups.iter().map(|group| group.family()).all_equal();
        // The step has the open cells of all groups only if its proof needs each of them.
        let has_all_cells = is_one_family && groups.len() == self.compared;
        let settles_one_way = self.place.is_empty() || self.exclude.is_empty();
        let can_be_shown = is_about_room && has_all_cells && settles_one_way;
        if !can_be_shown || self.names_what_is_left(before.rules()) {
            return None;
        }
        let mut blocks = self.settles().map(|(cell, value)| {
            let opposite = if value == Value::Placed { Value::Excluded } else { Value::Placed };
            self.blocks_if((cell, opposite), (&groups, &others), before)
        });
        let first = blocks.next()??;
        blocks.all(|blocks| blocks.is_some()).then_some(first)
    }

    /// Blocks that contradict the supposition; `None` if the blocks that are found greedily are too many.
    fn blocks_if(
        &self,
        supposed: (Cell, Value),
        (groups, others): (&[GroupId], &[GroupId]),
        before: &Problem,
    ) -> Option<Blocks> {
        let (rules, (cell, value)) = (before.rules(), supposed);
        let placed = before.decisions().cells(Value::Placed);
        let placed = placed.chain((value == Value::Placed).then_some(cell)).collect_vec();
        let bounded = |ids: &[GroupId]| {
            let bounded = rules.bounded_groups().iter();
            bounded.filter(|group| ids.contains(&group.id())).collect_vec()
        };
        let left = |bound: u32, group: &Group| {
            let own = placed.iter().filter(|cell| group.cells().contains(cell)).count();
            bound.saturating_sub(own.try_into().unwrap_or(u32::MAX))
        };
        let (needing, limiting) = (bounded(groups), bounded(others));
        let needed = needing.iter().map(|group| left(group.bounds().lower, group)).sum();
        let is_begun = needed < needing.iter().map(|group| group.bounds().lower).sum();
        let limits =
            limiting.iter().map(|group| Some((group.id(), left(group.bounds().upper?, group))));
        let others: Vec<(GroupId, u32)> = limits.collect::<Option<_>>()?;
        let exclude = |one: Cell, other: Cell| rules.exclusions().exclude_each_other(one, other);
        let stays = |&other: &Cell| {
            let is_excluded = value == Value::Placed && exclude(cell, other);
            other != cell && !is_excluded && !limiting.iter().any(|it| it.cells().contains(&other))
        };
        let cells = self.cells.iter().copied().filter(stays).collect_vec();
        let by_column = cells.iter().copied().sorted_by_key(|cell| (cell.column(), cell.row()));
        let partitions = [cells.clone(), by_column.collect()].map(|mut cells| {
            let mut blocks: Vec<Vec<Cell>> = Vec::new();
            while !cells.is_empty() {
                let mut block = Vec::new();
                cells.retain(|&cell| {
                    let fits = block.iter().all(|&other| exclude(cell, other));
                    block.extend(fits.then_some(cell));
                    !fits
                });
                blocks.push(block);
            }
            blocks
        });
        let mut blocks = partitions.into_iter().min_by_key(Vec::len)?;
        // Along rows, blocks are numbered from left to right, otherwise from the bottom up.
        let are_rows = matches!(groups[..], [GroupId::Row(_), ..]);
        let place = |cell: &Cell| if are_rows { cell.column() } else { cell.row() };
        blocks.sort_by_key(|block| block.iter().map(place).min());
        let allowed: u32 = others.iter().map(|&(_, number)| number).sum();
        let room = blocks.len() + allowed as usize;
        // The sentence names at least one block or another group.
        let is_proof = (1..needed as usize).contains(&room) && blocks.len() <= MAX_BLOCKS;
        let groups = groups.to_vec();
        is_proof.then_some(Blocks { supposed, others, blocks, groups, needed, is_begun })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PLAIN_NAMES;
    use crate::puzzle::{Kind, Outcome, PuzzleSpec};
    use crate::steps::{Grade, Solver};
    use engine::Budget;
    use geometry::Grid;
    use problem::{Regions, Rule, Rules};

    #[test]
    fn blocks_are_named_with_the_supposition() {
        let cells = |names: &str| -> Vec<Cell> {
            names.split(' ').map(|name| name.parse().unwrap()).collect()
        };
        let groups = [GroupId::Row(2), GroupId::Row(3)];
        let words = |stars, technique, value| {
            let rules = groups.map(Rule::Group).into();
            let step = Step::of_cell(technique, (cells("b2")[0], value), rules);
            let open = cells("a3 b3 d3 a4 b4 c4 d4");
            let rules = Rules::star_battle(Grid::new("4x4".parse().unwrap()), stars);
            let found = Step { compared: 2, cells: open, ..step }.blocks(&Problem::new(rules));
            found.map(|blocks| blocks.in_words("star", PLAIN_NAMES))
        };
        // A star on b2 leaves a4 and b4, which touch, and c4, d3 and d4, which touch.
        let hold = "the cells marked 1 and 2 hold a star each at most, but rows 3 and 4 need 4";
        let said = format!("with a star on b2, {hold}");
        assert_eq!(words(2, Technique::Strip, Value::Excluded), Some(said));
        let said = format!("without a star on b2, {hold}");
        assert_eq!(words(2, Technique::Strip, Value::Placed), Some(said));
        // Two blocks are enough for two stars.
        assert_eq!(words(1, Technique::Strip, Value::Excluded), None);
        assert_eq!(words(2, Technique::Band, Value::Excluded), None);
    }

    #[test]
    fn other_groups_hold_their_pieces_beside_blocks() {
        let rules = Rules::star_battle(Grid::new("4x4".parse().unwrap()), 1);
        let rules = rules.with_regions(&Regions::parse("aaab\naabb\nccdd\nccdd").unwrap()).unwrap();
        let groups = [GroupId::Row(2), GroupId::Row(3), GroupId::Region('a')];
        let cells = |names: &str| -> Vec<Cell> {
            names.split(' ').map(|name| name.parse().unwrap()).collect()
        };
        let tight = Step::of_cell(
            Technique::TightBand,
            (cells("d2")[0], Value::Excluded),
            groups.map(Rule::Group).into(),
        );
        let tight = Step { compared: 2, cells: cells("a3 b3 a4 b4 c4 c3 d3"), ..tight };
        // A star on d2 leaves only cells of region a.
        let found = tight.blocks(&Problem::new(rules)).unwrap();
        assert_eq!((&found.others[..], found.blocks.len()), (&[(GroupId::Region('a'), 1)][..], 0));
        let said = "with a star on d2, region a holds 1 star at most, but rows 3 and 4 need 2";
        assert_eq!(found.in_words("star", PLAIN_NAMES), said);
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
                if let Some(Blocks { supposed: (cell, value), others, blocks, needed, .. }) =
                    step.blocks(&before)
                {
                    proved += usize::from(step.technique == Technique::Strip);
                    let allowed: u32 = others.iter().map(|&(_, number)| number).sum();
                    assert!(blocks.len() + (allowed as usize) < needed as usize);
                    let others = others.iter().map(|&(group, _)| group).collect_vec();
                    let others = before.rules().cells_of(&others);
                    let exclusions = before.rules().exclusions();
                    let is_left = |other: &&Cell| {
                        let is_out =
                            value == Value::Placed && exclusions.exclude_each_other(cell, **other);
                        **other != cell && !is_out && !others.contains(**other)
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
