//! Rules in a sentence.

use itertools::Itertools;

use super::reason::List;
use crate::geometry::Cell;
use crate::problem::Rule;

/// The name of a group in a sentence: `row 3`, `8 pieces in all`.
#[must_use]
pub fn group_in_words(name: &str) -> String {
    match name.split_once('=') {
        Some(("pieces", "1")) => "1 piece in all".to_owned(),
        Some(("pieces", number)) => format!("{number} pieces in all"),
        _ => name.to_owned(),
    }
}

/// Rules in a sentence: the groups, then the cells whose board rules are meant, at most `most` of them by
/// name.
#[must_use]
pub fn rules_in_words(rules: &[Rule], most: usize) -> String {
    let groups = rules.iter().filter_map(|rule| match rule {
        Rule::Group(name) => Some(group_in_words(name)),
        Rule::Board(_) => None,
    });
    let mut parts: Vec<String> = groups.collect();
    let cells: Vec<Cell> = rules.iter().filter_map(Rule::cell).collect();
    if let Some(last) = board_rules(&cells, most) {
        parts.push(last);
    }
    List(&parts).to_string()
}

fn board_rules(cells: &[Cell], most: usize) -> Option<String> {
    let mut named = cells.iter().take(most).map(Cell::to_string).collect_vec();
    match cells {
        [] => return None,
        [cell] => return Some(format!("the board rule of {cell}")),
        _ if cells.len() > most => named.push(format!("{} more cells", cells.len() - most)),
        _ => {}
    }
    Some(format!("the board rules of {}", List(&named)))
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
        assert_eq!(words(&["board c4"], 9), "the board rule of c4");
        let many = ["region d", "board a1", "board b2", "board c3", "board d4"];
        assert_eq!(words(&many[..3], 9), "region d and the board rules of a1 and b2");
        assert_eq!(words(&many, 4), "region d and the board rules of a1, b2, c3 and d4");
        assert_eq!(words(&many, 2), "region d and the board rules of a1, b2 and 2 more cells");
    }
}
