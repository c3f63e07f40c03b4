use super::drawn_alone::DrawnAlone;
use engine::bdd::{VariableOrder, conjunct_bdds};
use engine::{Answer, Budget, SmallDiagram};
use problem::Problem;

/// The decision tree of a position's open cells, or of a diagram that is drawn alone: a branch ends at the terminal 0 as soon as it breaks a
/// rule. `None` if the tree has more than `most_nodes` nodes, terminals included.
pub(super) fn decision_tree(
    position: &Problem,
    alone: Option<&DrawnAlone>,
    order: &VariableOrder,
    most_nodes: usize,
    budget: &Budget,
) -> Answer<Option<SmallDiagram>> {
    let (rules, decisions) = (position.rules(), position.decisions());
    // Each level of a tree has a node.
    if rules.grid().standing_cells().count() > most_nodes {
        return Ok(None);
    }
    let (cells, bdds) = match alone.map(|alone| alone.bdd(rules, order, budget)).transpose()? {
        None => (order.cells().to_vec(), conjunct_bdds(rules, order, budget)?),
        Some(Some((cells, bdd))) => (cells, vec![bdd]),
        Some(None) => return Ok(None),
    };
    let restricted = |bdd| SmallDiagram::of_bdd(bdd, &cells).restricted(decisions).0;
    let bdds: Vec<SmallDiagram> = bdds.iter().map(restricted).collect();
    let open = cells.iter().copied().filter(|&cell| decisions.get(cell).is_none());
    Ok(SmallDiagram::conjunction_tree(&open.collect::<Vec<_>>(), &bdds, most_nodes - 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::bdd::Arrangement;
    use problem::{Rules, Value};

    /// The number of lists of values of the first cells, row by row, that break no rule of 4 queens. Lists up to the last
    /// cell have no separate nodes.
    fn lists_without_broken_rule(decided: &[(usize, bool)]) -> usize {
        let attacks = |one: usize, other: usize| {
            let ([x, y], [u, v]) = ([one % 4, one / 4], [other % 4, other / 4]);
            x == u || y == v || x.abs_diff(u) == y.abs_diff(v)
        };
        let open: Vec<usize> =
            (0..16).filter(|cell| decided.iter().all(|(other, _)| other != cell)).collect();
        let keeps_rules = |length: usize, pieces: u32| {
            let of_list = open[..length].iter().enumerate();
            let values = of_list.map(|(bit, &cell)| (cell, pieces >> bit & 1 == 1));
            let values: Vec<(usize, bool)> = values.chain(decided.iter().copied()).collect();
            let placed =
                || values.iter().filter(|(_, is_placed)| *is_placed).map(|(cell, _)| *cell);
            let is_attacked = |cell| placed().any(|other| other != cell && attacks(cell, other));
            let is_empty = |row: usize| {
                let of_row = values.iter().filter(|(cell, _)| cell / 4 == row);
                of_row.filter(|(_, is_placed)| !is_placed).count() == 4
            };
            !placed().any(is_attacked) && !(0..4).any(is_empty)
        };
        let lists =
            (0..open.len()).flat_map(|length| (0..1_u32 << length).map(move |it| (length, it)));
        lists.filter(|&(length, pieces)| keeps_rules(length, pieces)).count()
    }

    #[test]
    fn a_tree_has_a_node_for_each_list_of_values_that_breaks_no_rule() {
        let board = Problem::new(Rules::queens(4).unwrap());
        let order = VariableOrder::new(board.rules().grid(), Arrangement::RowMajor);
        let nodes = |problem: &Problem| {
            let tree = decision_tree(problem, None, &order, 1_000, &Budget::default());
            tree.unwrap().unwrap().nodes.len()
        };
        assert_eq!(nodes(&board), lists_without_broken_rule(&[]));
        let position = board.with("b1".parse().unwrap(), Value::Placed).unwrap();
        assert_eq!(nodes(&position), lists_without_broken_rule(&[(1, true)]));
    }
}
