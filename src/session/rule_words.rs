//! Rules in a sentence.

use itertools::Itertools;

use super::list::List;
use geometry::Cell;
use problem::Rule;

/// The name of a group in a sentence: `row 3`, `8 pieces in all`.
#[must_use]
pub(crate) fn group_in_words(name: &str) -> String {
    match name.split_once('=') {
        Some(("pieces", "1")) => "1 piece in all".to_owned(),
        Some(("pieces", number)) => format!("{number} pieces in all"),
        _ => match Rule::from_name(name).covered() {
            Some(cell) => format!("the cover of {cell}"),
            None => name.to_owned(),
        },
    }
}

/// Rules in a sentence: the groups, the limit of cost, then the cells whose covers and whose board rules are
/// meant, at most `most` of each by name. Three or more rows or columns side by side are one part: `rows 2 to 7`.
#[must_use]
pub fn rules_in_words(rules: &[Rule], most: usize) -> String {
    let groups = rules.iter().filter(|rule| rule.covered().is_none());
    let groups: Vec<&str> = groups.filter_map(Rule::group).collect();
    let mut parts: Vec<String> =
        groups.chunk_by(|a, b| is_next(a, b)).flat_map(side_by_side).collect();
    parts.extend(rules.iter().filter_map(|rule| match rule {
        Rule::MaxCost(limit) => Some(format!("cost at most {limit}")),
        Rule::Group(_) | Rule::Board(_) => None,
    }));
    let cells: Vec<Cell> = rules.iter().filter_map(Rule::cell).collect();
    let covers: Vec<Cell> = rules.iter().filter_map(Rule::covered).collect();
    parts.extend(of_cells("the cover", &covers, most));
    parts.extend(of_cells("the board rule", &cells, most));
    List(&parts).to_string()
}

/// Which row or column a name names, counted from any number.
fn line(name: &str) -> Option<(&str, u16)> {
    let (kind, which) = name.split_once(' ')?;
    let number = match kind {
        "row" => which.parse().ok()?,
        "column" => format!("{which}1").parse::<Cell>().ok()?.column(),
        _ => return None,
    };
    Some((kind, number))
}

fn is_next(a: &str, b: &str) -> bool {
    line(a).zip(line(b)).is_some_and(|(a, b)| a.0 == b.0 && a.1 + 1 == b.1)
}

fn side_by_side(names: &[&str]) -> Vec<String> {
    match names {
        [first, _, .., last] => {
            let which =
                |name: &str| name.split_once(' ').map_or_else(String::new, |it| it.1.into());
            let kind = first.split_once(' ').map_or("", |it| it.0);
            vec![format!("{kind}s {} to {}", which(first), which(last))]
        }
        names => names.iter().map(|name| group_in_words(name)).collect(),
    }
}

fn of_cells(rule: &str, cells: &[Cell], most: usize) -> Option<String> {
    let named = match cells {
        [] => return None,
        [cell] => return Some(format!("{rule} of {cell}")),
        // A single one is named rather than counted.
        _ if cells.len() <= most.saturating_add(1) => List(cells).to_string(),
        _ => {
            let more = format!("{} more cells", cells.len() - most);
            List(&cells[..most].iter().map(Cell::to_string).chain([more]).collect_vec()).to_string()
        }
    };
    Some(format!("{rule}s of {named}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_as_a_list() {
        let words = |names: &[&str], most| {
            let rules: Vec<Rule> = names.iter().map(|name| Rule::from_name(name)).collect();
            rules_in_words(&rules, most)
        };
        assert_eq!(words(&["row 3"], 9), "row 3");
        assert_eq!(words(&["row 3", "pieces=8"], 9), "row 3 and 8 pieces in all");
        assert_eq!(
            words(&["row 9", "row 10", "column a", "column c"], 9),
            "row 9, row 10, column a and column c"
        );
        let lines = ["row 2", "row 3", "row 4", "row 6", "column y", "column z", "column aa"];
        assert_eq!(words(&lines, 9), "rows 2 to 4, row 6 and columns y to aa");
        assert_eq!(words(&["board c4"], 9), "the board rule of c4");
        assert_eq!(
            words(&["max-cost=-7", "board c4"], 9),
            "cost at most -7 and the board rule of c4"
        );
        assert_eq!(words(&["cover d4", "pieces=5"], 9), "5 pieces in all and the cover of d4");
        let covers = ["cover a1", "cover d4", "cover h8", "board c4"];
        assert_eq!(words(&covers[..2], 9), "the covers of a1 and d4");
        assert_eq!(words(&covers, 1), "the covers of a1 and 2 more cells and the board rule of c4");
        let many = ["region d", "board a1", "board b2", "board c3", "board d4"];
        assert_eq!(words(&many[..3], 9), "region d and the board rules of a1 and b2");
        assert_eq!(words(&many, 4), "region d and the board rules of a1, b2, c3 and d4");
        assert_eq!(words(&many, 2), "region d and the board rules of a1, b2 and 2 more cells");
    }
}
