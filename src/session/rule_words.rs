//! Formats rules as part of a sentence.

use itertools::Itertools;
use strum::IntoEnumIterator;

use crate::list::ListInWords;
use geometry::Cell;
use problem::{Family, GroupId, Rule};

/// Returns the name of a group in sentences: its id, possibly with more details, such as the colour of a
/// region.
pub type GroupNames<'a> = &'a dyn Fn(GroupId) -> String;

/// Names groups by their ids, as in output and board files.
pub const PLAIN_NAMES: GroupNames<'static> = &|group| group.to_string();

/// Returns a group as part of a sentence: `row 3`, `8 pieces in all`.
pub(crate) fn group_in_words(group: GroupId, names: GroupNames<'_>) -> String {
    match group {
        GroupId::Pieces(Some(1)) => "1 piece in all".to_owned(),
        GroupId::Pieces(Some(number)) => format!("{number} pieces in all"),
        GroupId::Around(family, cell) => format!("the {} of {cell}", family.properties().group),
        GroupId::Row(_) | GroupId::Column(_) | GroupId::Region(_) | GroupId::Pieces(None) => {
            names(group)
        }
    }
}

/// A piece of a list of rules in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleWords {
    /// The text between two names.
    Joint(&'static str),
    /// The words before the cells of board rules.
    BoardRule(&'static str),
    /// The name of a rule or of a cell.
    Name(String),
}

/// Returns rules as part of a sentence: groups, then the limit of cost, the centres of groups around cells, and
/// the cells of board rules. Names at most `max_cells` cells of each kind. Three or more adjacent rows or columns
/// are combined, as in `rows 2 to 7`.
pub fn rules_in_words(rules: &[Rule], max_cells: usize, names: GroupNames<'_>) -> String {
    let words = rule_words(rules, max_cells, names).into_iter().map(|words| match words {
        RuleWords::Joint(text) | RuleWords::BoardRule(text) => text.to_owned(),
        RuleWords::Name(name) => name,
    });
    words.collect()
}

/// The pieces of [`rules_in_words`].
pub fn rule_words(rules: &[Rule], max_cells: usize, names: GroupNames<'_>) -> Vec<RuleWords> {
    let groups = rules.iter().filter_map(Rule::group);
    let (around, groups): (Vec<GroupId>, Vec<GroupId>) =
        groups.partition(|group| group.center().is_some());
    let side_by_side = groups.chunk_by(|&a, &b| is_next(a, b));
    let groups = side_by_side.flat_map(|groups| side_by_side_in_words(groups, names));
    let limit = rules.iter().filter_map(|rule| match rule {
        Rule::MaxCost(limit) => Some(format!("cost at most {limit}")),
        Rule::Group(_) | Rule::Board(_) => None,
    });
    let mut items: Vec<_> = groups.chain(limit).map(|name| vec![RuleWords::Name(name)]).collect();
    for family in Family::iter() {
        let own = around.iter().filter(|group| group.family() == family);
        let centers: Vec<Cell> = own.filter_map(|group| group.center()).collect();
        let mut cells = cell_names(&centers, max_cells);
        if let [first, others @ ..] = &mut cells[..] {
            let plural = if others.is_empty() { "" } else { "s" };
            *first = format!("the {}{plural} of {first}", family.properties().group);
            items.push(listed(cells.into_iter().map(|name| vec![RuleWords::Name(name)])));
        }
    }
    let cells = cell_names(&rules.iter().filter_map(Rule::cell).collect_vec(), max_cells);
    let board_rule = match cells.len() {
        0 => return listed(items.into_iter()),
        1 => RuleWords::BoardRule("the board rule of "),
        _ => RuleWords::BoardRule("the board rules of "),
    };
    let cells = listed(cells.into_iter().map(|name| vec![RuleWords::Name(name)]));
    items.push([board_rule].into_iter().chain(cells).collect());
    listed(items.into_iter())
}

/// Joins items by commas and `and`.
fn listed(items: impl ExactSizeIterator<Item = Vec<RuleWords>>) -> Vec<RuleWords> {
    let last = items.len().saturating_sub(1);
    let joined = items.enumerate().flat_map(|(index, item)| {
        let joint = if index == last { " and " } else { ", " };
        (index > 0).then_some(RuleWords::Joint(joint)).into_iter().chain(item)
    });
    joined.collect()
}

/// True if `b` is the row directly after row `a`, or the column directly after column `a`.
fn is_next(a: GroupId, b: GroupId) -> bool {
    match (a, b) {
        (GroupId::Row(a), GroupId::Row(b)) | (GroupId::Column(a), GroupId::Column(b)) => a + 1 == b,
        _ => false,
    }
}

fn side_by_side_in_words(groups: &[GroupId], names: GroupNames<'_>) -> Vec<String> {
    match groups {
        [GroupId::Row(first), _, .., GroupId::Row(last)] => {
            vec![format!("rows {} to {}", first + 1, last + 1)]
        }
        [GroupId::Column(first), _, .., GroupId::Column(last)] => {
            let [first, last] = [*first, *last].map(Cell::column_name);
            vec![format!("columns {first} to {last}")]
        }
        groups => groups.iter().map(|&group| group_in_words(group, names)).collect(),
    }
}

/// Several groups of one kind: `rows 2 to 4`, or `regions a and c`. Their names share the word for their kind.
pub(crate) fn lines_in_words(groups: &[GroupId], names: GroupNames<'_>) -> String {
    let is_side_by_side = groups.windows(2).all(|pair| is_next(pair[0], pair[1]));
    if groups.len() > 2 && is_side_by_side {
        return side_by_side_in_words(groups, names).concat();
    }
    let all = groups.iter().map(|&group| group_in_words(group, names)).collect_vec();
    let word = groups.first().map_or("", |group| group.family().properties().group);
    let own =
        all.iter().filter_map(|name| name.strip_prefix(word)?.strip_prefix(' ')).collect_vec();
    if own.len() == all.len() {
        format!("{word}s {}", ListInWords(&own))
    } else {
        ListInWords(&all).to_string()
    }
}

/// The names of the first `max_cells` cells, and the number of the others.
fn cell_names(cells: &[Cell], max_cells: usize) -> Vec<String> {
    // A single remaining cell is named instead of counted.
    if cells.len() <= max_cells.saturating_add(1) {
        return cells.iter().map(Cell::to_string).collect();
    }
    let more = format!("{} more cells", cells.len() - max_cells);
    cells[..max_cells].iter().map(Cell::to_string).chain([more]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_as_a_list() {
        use GroupId::{Column, Pieces, Region, Row};
        let words = |groups: &[GroupId], boards: &[&str], max_cells| {
            let groups = groups.iter().copied().map(Rule::Group);
            let boards = boards.iter().map(|cell| Rule::Board(cell.parse().unwrap()));
            rules_in_words(&groups.chain(boards).collect_vec(), max_cells, PLAIN_NAMES)
        };
        let eight = Pieces(Some(8));
        assert_eq!(words(&[Row(2)], &[], 9), "row 3");
        assert_eq!(words(&[Row(2), eight], &[], 9), "row 3 and 8 pieces in all");
        assert_eq!(
            words(&[Row(8), Row(9), Column(0), Column(2)], &[], 9),
            "row 9, row 10, column a and column c"
        );
        let lines = [Row(1), Row(2), Row(3), Row(5), Column(24), Column(25), Column(26)];
        assert_eq!(words(&lines, &[], 9), "rows 2 to 4, row 6 and columns y to aa");
        assert_eq!(words(&[], &["c4"], 9), "the board rule of c4");
        let [c4, d4] = ["c4", "d4"].map(|name| name.parse().unwrap());
        assert_eq!(
            rules_in_words(&[Rule::MaxCost(-7), Rule::Board(c4)], 9, PLAIN_NAMES),
            "cost at most -7 and the board rule of c4"
        );
        let cover = |cell| GroupId::Around(Family::Dominate, cell);
        assert_eq!(words(&[cover(d4), eight], &[], 9), "8 pieces in all and the cover of d4");
        let covers = ["a1", "d4", "h8"].map(|name| cover(name.parse().unwrap()));
        assert_eq!(words(&covers[..2], &[], 9), "the covers of a1 and d4");
        assert_eq!(
            words(&covers, &["c4"], 1),
            "the covers of a1 and 2 more cells and the board rule of c4"
        );
        let (region, many) = ([Region('d')], ["a1", "b2", "c3", "d4"]);
        assert_eq!(words(&region, &many[..2], 9), "region d and the board rules of a1 and b2");
        assert_eq!(words(&region, &many, 4), "region d and the board rules of a1, b2, c3 and d4");
        assert_eq!(
            words(&region, &many, 2),
            "region d and the board rules of a1, b2 and 2 more cells"
        );
        let coloured = |group: GroupId| format!("{group} (blue)");
        assert_eq!(rules_in_words(&[Rule::Group(region[0])], 9, &coloured), "region d (blue)");
    }
}
