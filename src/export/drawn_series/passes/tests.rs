use super::super::{DrawnSeries, SeriesRequest};
use crate::{DiagramRequest, DrawnAlone};
use engine::bdd::SingleRule;
use engine::{Budget, DiagramKind, auto};
use problem::{Problem, Rules, Value, Weights};

fn passes(position: &Problem, request: DiagramRequest) -> DrawnSeries {
    let (mut engine, request) = (auto::Engine::new(), SeriesRequest::Passes(request));
    DrawnSeries::find(&mut engine, &request, position, &Budget::default()).unwrap().unwrap()
}

fn sentence(series: &DrawnSeries, name: &str) -> String {
    let stage = series.stages.iter().find(|stage| stage.name.starts_with(name)).unwrap();
    stage.step().unwrap().sentence.clone()
}

/// The texts on the nodes at a stage, without blanks around them.
fn texts(series: &DrawnSeries, stage: usize) -> Vec<&str> {
    let texts = &series.stages[stage].labels.as_ref().unwrap().texts;
    texts.iter().map(|text| text.trim()).collect()
}

#[test]
fn numbers_appear_node_by_node_and_stay() {
    let series = passes(&Problem::new(Rules::queens(4).unwrap()), DiagramRequest::default());
    // 29 nodes up, the number of solutions, 29 nodes down, and a cell.
    assert_eq!(series.stages.len(), 29 + 1 + 29 + 1);
    for stage in 0..29 {
        let visited = texts(&series, stage).iter().filter(|text| !text.is_empty()).count();
        assert_eq!(visited, stage + 1);
        let both = texts(&series, 30 + stage).iter().filter(|text| text.contains('×')).count();
        assert_eq!(both, stage + 1);
    }
    // Four queens have two solutions.
    assert_eq!(texts(&series, 59)[0], "1×2");
    assert_eq!(series.stages[29].name, "solutions: 2");
    assert_eq!(
        sentence(&series, "up a1"),
        "up: a1 has 2 solutions below: 2 without a piece + 0 with one"
    );
    assert_eq!(sentence(&series, "down a1"), "down: a1 has 1 path above: 1, as it is the root");
    let end = sentence(&series, "for example c1");
    assert!(end.contains("paths above × solutions below that edge"), "{end}");
    let first = series.stages[0].labels.as_ref().unwrap();
    assert_eq!(first.meaning, "on a node: solutions below");
    let wide: Vec<usize> = series
        .stages
        .iter()
        .flat_map(|stage| &stage.labels.as_ref().unwrap().texts)
        .map(|text| text.chars().count())
        .collect();
    assert!(wide.iter().all(|it| *it == wide[0]));
}

/// The board rule of a1: without a piece there, the three other cells are free.
#[test]
fn edges_that_skip_levels_double_the_numbers() {
    let position = Problem::new(Rules::queens(2).unwrap());
    let rule = Some(DrawnAlone::Rule(SingleRule::Board("a1".parse().unwrap())));
    let request = DiagramRequest { alone: rule, ..DiagramRequest::default() };
    let bdd = passes(&position, request.clone());
    assert_eq!(sentence(&bdd, "solutions"), "9 solutions: 9, from the root");
    assert_eq!(
        sentence(&bdd, "up a1"),
        "up: a1 has 9 solutions below: 1 × 8 without a piece + 1 with one; a skip doubles"
    );
    let zdd = passes(&position, DiagramRequest { kind: DiagramKind::Zdd, ..request });
    assert_eq!(
        sentence(&zdd, "up a1"),
        "up: a1 has 9 solutions below: 8 without a piece + 1 with one"
    );
    assert_eq!(zdd.request.title("up a1: 9"), "board rule of a1, ZDD, passes: up a1: 9");
}

#[test]
fn weights_add_a_pass_of_minimum_costs() {
    let rules = Rules::queens(4).unwrap();
    // A piece on c1 costs 7, each other piece 1. One of the two solutions has a piece on c1.
    let weights = (0..16).map(|cell| if cell == 2 { 7 } else { 1 }).collect();
    let weights = Weights::new(rules.size(), weights).unwrap();
    let rules = rules.with_weights(Some(weights)).unwrap();
    let series = passes(&Problem::new(rules.clone()), DiagramRequest::default());
    assert_eq!(series.stages.len(), 3 * 29 + 3);
    let costs = |series: &DrawnSeries| sentence(series, "minimum cost");
    assert_eq!(
        costs(&series),
        "the cheapest solution costs 4: 4 in the diagram, 0 for the pieces placed before"
    );
    assert_eq!(texts(&series, 89)[0], "1×2 4");
    let position = Problem::new(rules).with("c1".parse().unwrap(), Value::Placed).unwrap();
    let series = passes(&position, DiagramRequest::default());
    let expected =
        "the cheapest solution costs 10: 3 in the diagram, 7 for the pieces placed before";
    assert_eq!(costs(&series), expected);
}

#[test]
fn a_diagram_without_nodes_says_its_number_of_solutions() {
    let rules = Rules::queens(2).unwrap().with_requirements([]).with_board_rule(false);
    let series = passes(&Problem::new(rules), DiagramRequest::default());
    assert_eq!(series.stages.len(), 1);
    assert_eq!(
        sentence(&series, "solutions"),
        "16 solutions: 1 × 16, from the root; a skip doubles"
    );
}
