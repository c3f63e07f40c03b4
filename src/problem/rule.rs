use itertools::Itertools;
use strum::Display;

use super::family::GroupId;
use super::group::Group;
use super::rules::Rules;
use geometry::Cell;

/// A rule that can be part of an explanation. Removing a rule never removes solutions.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// The bounds of all groups with this id.
    #[strum(to_string = "{0}")]
    Group(GroupId),
    /// The cost limit of a solution: `max-cost=40`.
    #[strum(to_string = "max-cost={0}")]
    MaxCost(i64),
    /// The board rule of a cell: a piece on it excludes pieces on other cells.
    #[strum(to_string = "board {0}")]
    Board(Cell),
}

impl Rule {
    /// The group that this rule bounds; `None` for the cost limit and for board rules.
    pub fn group(&self) -> Option<GroupId> {
        match *self {
            Self::Group(group) => Some(group),
            Self::MaxCost(_) | Self::Board(_) => None,
        }
    }

    /// The cell of a board rule; `None` for other rules.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Self::Board(cell) => Some(*cell),
            Self::Group(_) | Self::MaxCost(_) => None,
        }
    }
}

impl Rules {
    /// All rules, each once: the groups, the cost limit, and the board rule of each cell that excludes
    /// another cell. Two cells exclude each other if the set of rules contains the board rule of either
    /// cell.
    pub fn rule_list(&self) -> Vec<Rule> {
        // Two requirements of the same family have groups with the same ids.
        let groups = self.groups().iter().map(Group::id).unique();
        let mut rules: Vec<Rule> = groups.map(Rule::Group).collect();
        rules.extend(self.max_cost().map(Rule::MaxCost));
        let excludes = |cell: &Cell| self.board_rule(*cell).next().is_some();
        rules.extend(self.grid().standing_cells().filter(excludes).map(Rule::Board));
        rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_one_name() {
        let grid = geometry::Grid::new("2x3".parse().unwrap());
        let grid = grid.with_holes(["b1", "a2"].map(|name| name.parse().unwrap())).unwrap();
        let needs = ["rows", "rows=1", "pieces=2"].map(|text| text.parse().unwrap());
        let rules = Rules::new(grid, "rook".parse().unwrap(), needs);
        let named: Vec<String> = rules.rule_list().iter().map(Rule::to_string).collect();
        // On this board, no piece can stand beside a hole.
        let all = ["row 1", "row 2", "pieces=2", "board a1", "board c1", "board b2", "board c2"];
        assert_eq!(named, all);
        let free = Rules::new(rules.grid().clone(), "alfil".parse().unwrap(), needs);
        assert_eq!(free.rule_list().len(), 3);
    }

    #[test]
    fn a_rule_has_a_group_or_a_cell() {
        let (group, cell) = (GroupId::Row(1), "c4".parse().unwrap());
        for (rule, expected, name) in [
            (Rule::Group(group), (Some(group), None), "row 2"),
            (Rule::MaxCost(-5), (None, None), "max-cost=-5"),
            (Rule::Board(cell), (None, Some(cell)), "board c4"),
        ] {
            assert_eq!(((rule.group(), rule.cell()), rule.to_string().as_str()), (expected, name));
        }
    }
}
