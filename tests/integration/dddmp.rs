//! The text format for CUDD, read back by the rules of its package DDDMP.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use configurator::engine::Budget;
use configurator::engine::bdd::{Arrangement, VariableOrder, compile};
use configurator::export::{self, Graph};
use configurator::problem::{Problem, Rules};
use proptest::prelude::*;

use crate::cases::{Described, case};

fn dddmp(graph: &Graph) -> String {
    let mut text = Vec::new();
    export::dddmp(&graph.into(), &Budget::default(), &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn graph(problem: &Problem, arrangement: Arrangement) -> Graph {
    let order = Arc::new(VariableOrder::new(problem.rules().grid(), arrangement));
    let diagram = compile(problem, &order, &Budget::default()).unwrap().diagram;
    Graph::new(String::new(), diagram.order().cells().to_vec(), diagram.to_bdd().unwrap())
}

/// Returns the number of solutions and the number of nodes.
pub(crate) fn read(text: &str) -> (u128, usize) {
    let (head, rest) = text.split_once(".nodes\n").unwrap();
    let fields: HashMap<&str, Vec<&str>> = head
        .lines()
        .map(|line| {
            let mut words = line.split(' ');
            (words.next().unwrap(), words.collect())
        })
        .collect();
    let number = |key: &str| fields[key][0].parse::<usize>().unwrap();
    assert_eq!((fields[".ver"][0], fields[".mode"][0]), ("DDDMP-2.0", "A"));
    assert_eq!((number(".varinfo"), number(".nroots")), (3, 1));
    let ordered = &fields[".orderedvarnames"];
    assert_eq!(ordered.len(), number(".nvars"));
    let support = &fields[".suppvarnames"];
    assert_eq!(support.len(), number(".nsuppvars"));
    // The grammars of other readers require at least one name and one number.
    assert!(!support.is_empty() || ordered.is_empty(), "{head}");
    assert_eq!(fields[".ids"], fields[".permids"]);
    let levels: Vec<usize> =
        fields[".permids"].iter().map(|level| level.parse().unwrap()).collect();
    assert!(levels.is_sorted());
    assert!(levels.iter().zip(support).all(|(&level, name)| ordered[level] == *name));

    let all = 1_u128 << ordered.len();
    // For each node: its level, and the number of assignments for which the node is true.
    let mut nodes: Vec<(usize, u128)> = vec![(usize::MAX, 0)];
    let mut known = HashSet::new();
    let solutions = |nodes: &[(usize, u128)], edge: i64| {
        let holds = nodes[usize::try_from(edge.abs()).unwrap()].1;
        if edge < 0 { all - holds } else { holds }
    };
    let (lines, end) = rest.split_once(".end\n").unwrap();
    assert!(end.is_empty());
    for line in lines.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [number, name, place, high, low] = words[..] else { panic!("{line}") };
        assert_eq!(number.parse(), Ok(nodes.len()));
        let [high, low] = [high, low].map(|edge| edge.parse::<i64>().unwrap());
        if nodes.len() == 1 {
            assert_eq!(line, "1 T 1 0 0");
            nodes.push((usize::MAX, all));
            continue;
        }
        let place: usize = place.parse().unwrap();
        assert_eq!(support[place], name);
        assert!(high > 0 && high != low && low != 0, "{line}");
        assert!(known.insert((place, high, low)), "{line}");
        let below = |edge: i64| nodes[usize::try_from(edge.abs()).unwrap()].0;
        assert!(below(high) > levels[place] && below(low) > levels[place], "{line}");
        let holds = u128::midpoint(solutions(&nodes, high), solutions(&nodes, low));
        nodes.push((levels[place], holds));
    }
    assert_eq!(nodes.len() - 1, number(".nnodes"));
    (solutions(&nodes, fields[".rootids"][0].parse().unwrap()), number(".nnodes"))
}

#[test]
fn constants_and_queens_count_as_they_should() {
    // Counted by CUDD, which read these files: solutions and nodes.
    for (size, counted) in
        [(1, (1, 2)), (3, (0, 1)), (4, (2, 30)), (5, (10, 167)), (6, (4, 130)), (8, (92, 2451))]
    {
        let problem = Problem::new(Rules::queens(size).unwrap());
        assert_eq!(read(&dddmp(&graph(&problem, Arrangement::RowMajor))), counted, "{size}");
    }
    let free = Rules::queens(3).unwrap().with_requirements([]).with_piece("(7,7)".parse().unwrap());
    let free = dddmp(&graph(&Problem::new(free), Arrangement::RowMajor));
    assert_eq!(read(&free), (512, 1));
    let rules = Rules::queens(4).unwrap();
    assert_eq!(read(&dddmp(&Graph::queens_rules(&rules).unwrap())), (50625, 17));
}

proptest! {
    #[test]
    fn what_is_read_back_has_as_many_solutions(case in case(4)) {
        let problem = case.problem();
        for arrangement in [Arrangement::RowMajor, Arrangement::InsideOut] {
            let graph = graph(&problem, arrangement);
            let (solutions, nodes) = read(&dddmp(&graph));
            prop_assert!(nodes <= graph.size());
            if let Some(expected) = case.solutions() {
                prop_assert_eq!(solutions, expected.len() as u128);
            }
        }
    }
}
