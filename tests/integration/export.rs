//! Exports, read back by independent programs: a SAT solver, an XML parser and the BDD library.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet};
use configurator::engine::Budget;
use configurator::engine::bdd::{Arrangement, VariableOrder, compile, conjoin};
use configurator::export::{self, Format, Graph, MAX_NODES_WITH_ZERO, NodeSource, Picture};
use configurator::geometry::{Cell, Grid, Size};
use configurator::problem::{Assist, Bounds, Family, Problem, Requirement, Rules, Value};
use configurator::session::{Finding, Reason, Session};
use proptest::prelude::*;
use roxmltree::{Document, Node};
use varisat::{ExtendFormula, Lit, Solver};

use crate::cases::{Case, Described, case, in_full};

pub(crate) fn graph(problem: &Problem) -> Graph {
    let budget = Budget::default();
    let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
    let diagram = compile(problem, &order, &budget).unwrap().diagram;
    let nodes = diagram.size_at(problem, &budget).unwrap().nodes;
    let graph = Graph::of_problem(problem, &diagram, nodes, &budget).unwrap();
    assert_eq!(graph.size(), nodes);
    graph
}

fn conjoined(problem: &Problem) -> Bdd {
    let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
    conjoin(problem, &order, &Budget::default()).unwrap().bdd
}

fn queens(size: u16) -> Problem {
    Problem::new(Rules::queens(size).unwrap())
}

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

fn dimacs(problem: &Problem) -> String {
    let mut text = Vec::new();
    export::dimacs(problem, &Budget::default(), &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Returns the cells named in the comments of a DIMACS file, in the order of their variables.
pub(crate) fn cells_of(dimacs: &str) -> Vec<Cell> {
    let lines = dimacs.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let named = lines.filter_map(|words| match *words.as_slice() {
        ["c", number, name] => Some((number.parse::<usize>().ok()?, name.parse().ok()?)),
        _ => None,
    });
    let named: Vec<(usize, Cell)> = named.collect();
    assert!(named.iter().map(|&(number, _)| number).eq(1..=named.len()));
    named.into_iter().map(|(_, cell)| cell).collect()
}

/// Returns all models of a DIMACS formula, found by varisat. The models lack the variables after the last variable of
/// any clause.
pub(crate) fn models(dimacs: &str) -> Vec<Vec<isize>> {
    let mut solver = Solver::new();
    solver.add_dimacs_cnf(dimacs.as_bytes()).unwrap();
    let mut models = Vec::new();
    while solver.solve().unwrap() {
        let model = solver.model().unwrap();
        let other: Vec<Lit> = model.iter().map(|&literal| !literal).collect();
        solver.add_clause(&other);
        models.push(model.into_iter().map(Lit::to_dimacs).collect());
    }
    models
}

#[test]
fn another_solver_finds_as_many_models_as_there_are_solutions() {
    for (size, solutions) in [(4, 2), (5, 10), (6, 4), (8, 92)] {
        let models = models(&dimacs(&queens(size)));
        assert_eq!(models.len(), solutions);
        assert_eq!(models.into_iter().collect::<HashSet<_>>().len(), solutions);
    }
    let placed = queens(8).with(cell("b4"), Value::Placed).unwrap();
    assert_eq!(models(&dimacs(&placed.with(cell("d5"), Value::Placed).unwrap())).len(), 2);
}

#[test]
fn the_header_tells_variables_and_clauses() {
    let text = dimacs(&queens(8));
    // Of 8 queens: 8 disjunctions, and 728 pairs that attack each other.
    assert!(text.contains("\np cnf 64 736\n"), "{text}");
    assert!(!text.contains("c p show"));
    assert_eq!(
        text.lines().filter(|line| line.ends_with(" 0") && !line.starts_with('c')).count(),
        736
    );
    let rules = Rules::queens(3).unwrap().with_piece("knight".parse().unwrap());
    let counted = dimacs(&Problem::new(rules.with_requirements(["pieces=4".parse().unwrap()])));
    assert!(counted.contains("\nc p show 1 2 3 4 5 6 7 8 9 0\n"), "{counted}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(40, 150)))]

    #[test]
    fn models_are_the_solutions(case in case(4)) {
        let problem = case.problem();
        let Some(mut expected) = case.solutions().filter(|found| found.len() <= 200) else {
            return Ok(());
        };
        expected.sort_unstable();
        let text = dimacs(&problem);
        let cells = cells_of(&text);
        let mut found: Vec<u64> = Vec::new();
        for model in models(&text) {
            let told = |variable: usize| model.iter().find(|one| one.unsigned_abs() == variable);
            // The cells after the last cell that a clause names are free.
            let free = (1..=cells.len()).filter(|&variable| told(variable).is_none()).count();
            prop_assert!((1..=cells.len() - free).all(|variable| told(variable).is_some()));
            for choice in 0..1_usize << free {
                let holds = |variable: usize| match told(variable) {
                    Some(&literal) => literal > 0,
                    None => choice >> (cells.len() - variable) & 1 == 1,
                };
                let pieces = (1..=cells.len()).filter(|&variable| holds(variable));
                let size = problem.rules().size();
                found.push(pieces.map(|variable| 1_u64 << size.index(cells[variable - 1])).sum());
            }
        }
        // There are as many models as solutions, so all auxiliary variables are determined.
        found.sort_unstable();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn bytes_read_back_as_the_conjoined_diagram(case in case(4)) {
        let (problem, mut bytes) = (case.problem(), Vec::new());
        Format::Bdd.write(&problem, Assist::Full, &Budget::default(), &mut bytes).unwrap();
        let read = Bdd::read_as_bytes(&mut bytes.as_slice()).unwrap();
        prop_assert!(read == conjoined(&problem));
    }

    /// The formats are the same whether written from the diagram or from the library's BDD.
    #[test]
    fn what_is_written_node_by_node_is_what_is_written_of_all_nodes(case in case(4)) {
        let (problem, budget) = (case.problem(), Budget::default());
        let facts = serde_json::json!({"rows": case.rows});
        for arrangement in [Arrangement::RowMajor, Arrangement::Diagonal] {
            let order = Arc::new(VariableOrder::new(problem.rules().grid(), arrangement));
            let diagram = compile(&problem, &order, &budget).unwrap().diagram;
            let stream = NodeSource::of_diagram(&diagram, diagram.bdd_nodes(), &budget).unwrap();
            let cells = order.variables().map(|variable| order.cell(variable)).collect();
            let bdd = conjoin(&problem, &order, &budget).unwrap().bdd;
            let graph = Graph::new(String::new(), cells, bdd);
            let (mut streamed, mut stored) = (Vec::new(), Vec::new());
            export::json(&stream, &facts, &mut streamed).unwrap();
            export::json(&NodeSource::from(&graph), &facts, &mut stored).unwrap();
            export::bdd_bytes(&stream, &mut streamed).unwrap();
            export::bdd_bytes(&NodeSource::from(&graph), &mut stored).unwrap();
            export::dddmp(&stream, &budget, &mut streamed).unwrap();
            export::dddmp(&NodeSource::from(&graph), &budget, &mut stored).unwrap();
            prop_assert!(streamed == stored, "{:?}", arrangement);
        }
    }

    #[test]
    fn every_drawing_is_the_diagram(case in case(4), zero in any::<bool>()) {
        let problem = case.problem();
        check_drawing_of(&graph(&problem), zero, problem.decisions().len());
        let session = Session::new(problem);
        Document::parse(&Picture::of(&session, Assist::Full, None).svg()).unwrap();
    }
}

fn of_class<'a>(
    document: &'a Document,
    tag: &'a str,
    class: &'a str,
) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| {
        let classes = node.attribute("class").unwrap_or_default();
        node.has_tag_name(tag) && classes.split(' ').any(|other| other == class)
    })
}

fn check_drawing(graph: &Graph, zero: bool) {
    check_drawing_of(graph, zero, 0);
}

/// Checks that a drawing has each node and edge of the library's BDD exactly once, and a level for each cell except the
/// `decided` ones.
fn check_drawing_of(graph: &Graph, zero: bool, decided: usize) {
    let svg = export::svg(graph, zero, &Budget::default()).unwrap();
    let document = Document::parse(&svg).unwrap();
    assert!(document.root_element().attribute("viewBox").is_some());
    let titles: Vec<_> =
        document.descendants().filter(|node| node.tag_name().name() == "title").collect();
    assert_eq!(titles[0].text(), Some(graph.title()));
    let bdd = graph.bdd();
    let zero = zero || bdd.is_false();
    let inner: Vec<_> = bdd.pointers().filter(|pointer| !pointer.is_terminal()).collect();
    assert_eq!(of_class(&document, "g", "node").count(), inner.len());
    let is_by_rows = graph.title().starts_with("Queens rules of all rows") && !inner.is_empty();
    // Level by level, each edge to 0 has its own 0.
    let terminals = if is_by_rows && zero { 2 } else { 1 };
    assert_eq!(of_class(&document, "g", "terminal").count(), terminals);
    let high = inner.iter().filter(|&&node| zero || !bdd.high_link_of(node).is_zero()).count();
    let low = inner.iter().filter(|&&node| zero || !bdd.low_link_of(node).is_zero()).count();
    assert_eq!(of_class(&document, "path", "high").count(), high);
    assert_eq!(of_class(&document, "path", "low").count(), low);
    assert_eq!(svg.contains("edges to 0 are left out"), !zero);
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    let to_zero = inner
        .iter()
        .flat_map(|&node| [bdd.high_link_of(node), bdd.low_link_of(node)])
        .filter(biodivine_lib_bdd::BddPointer::is_zero);
    let stubs = if zero && !is_by_rows { to_zero.count() } else { 0 };
    assert_eq!(of_class(&document, "g", "stub").count(), stubs);
    let levels = match () {
        () if inner.is_empty() => 0,
        () if is_by_rows => {
            graph.cells().iter().map(|cell| cell.row()).collect::<BTreeSet<_>>().len()
        }
        () => graph.cells().len() - decided,
    };
    assert_eq!(of_class(&document, "text", "level").count(), levels);
    // No two nodes overlap.
    let circles = document.descendants().filter(|node| node.has_tag_name("circle"));
    let number = |node: &Node, name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
    let middles: Vec<_> = circles.map(|node| (number(&node, "cx"), number(&node, "cy"))).collect();
    for (place, one) in middles.iter().enumerate() {
        for other in &middles[place + 1..] {
            assert!((one.0 - other.0).hypot(one.1 - other.1) > 28.0, "{one:?} {other:?}");
        }
    }
}

#[test]
fn usual_diagrams_are_drawn_whole() {
    for (size, nodes) in [(1, 3), (2, 1), (3, 1), (4, 31), (5, 169), (6, 131)] {
        let graph = graph(&queens(size));
        assert_eq!(graph.size(), nodes);
        check_drawing(&graph, nodes <= MAX_NODES_WITH_ZERO);
    }
}

#[test]
fn a_layout_ends_with_its_budget() {
    let graph = graph(&queens(6));
    let budget = Budget::default();
    budget.cancel();
    assert!(export::svg(&graph, true, &budget).is_err());
    assert!(export::dimacs(&queens(6), &budget, &mut Vec::new()).is_err());
}

/// Conjoins the NANDs of the variable of a cell with each other variable, using the library.
fn nands(variables: u16, cell: u16) -> Bdd {
    let set = BddVariableSet::new_anonymous(variables);
    let variable = |number: u16| set.mk_var(BddVariable::from_index(number.into()));
    let others = (0..variables).filter(|&other| other != cell);
    others.fold(set.mk_true(), |rule, other| rule.and(&variable(cell).and(&variable(other)).not()))
}

#[test]
fn single_rules_in_any_order_are_what_the_library_makes_of_them() {
    let rules = Rules::queens(5).unwrap();
    for arrangement in [
        Arrangement::RowMajor,
        Arrangement::ColumnMajor,
        Arrangement::Diagonal,
        Arrangement::InsideOut,
    ] {
        let order = VariableOrder::new(rules.grid(), arrangement);
        for cell in rules.grid().standing_cells() {
            let figure = Graph::board_rule(&rules, cell, Some(&order)).unwrap();
            let cells = figure.cells();
            assert!(cells.is_sorted_by_key(|&cell| order.variable(cell)), "{arrangement:?}");
            let position = cells.iter().position(|&other| other == cell).unwrap();
            let expected = nands(cells.len() as u16, position as u16);
            // An operation of the library numbers the nodes as the library does.
            assert!(figure.bdd().and(figure.bdd()) == expected, "{cell}");
            assert_eq!(figure.size(), expected.size());
            check_drawing(&figure, true);
        }
        let row = Graph::queens_rule(&rules, 2, Some(&order)).unwrap();
        assert!(row.cells().is_sorted_by_key(|&cell| order.variable(cell)), "{arrangement:?}");
        assert_eq!(row.size(), 7);
        check_drawing(&row, true);
    }
}

#[test]
fn the_figures_of_single_rules_are_what_the_library_makes_of_them() {
    let rules = Rules::queens(7).unwrap();
    let figure = Graph::board_rule(&rules, cell("d4"), None).unwrap();
    assert_eq!(figure.cells()[0], cell("d4"));
    assert!(figure.cells()[1..].is_sorted());
    // A queen in the middle of 7×7 attacks 24 cells.
    assert_eq!((figure.cells().len(), figure.size()), (25, 27));
    assert!(*figure.bdd() == nands(25, 0));
    check_drawing(&figure, true);

    let row = Graph::queens_rule(&rules, 2, None).unwrap();
    assert_eq!(row.cells()[0], cell("a3"));
    let set = BddVariableSet::new_anonymous(7);
    let any = set.variables().into_iter().fold(set.mk_false(), |any, one| any.or(&set.mk_var(one)));
    assert!(*row.bdd() == any);
    check_drawing(&row, true);

    let board = Graph::queens_rules(&rules).unwrap();
    let set = BddVariableSet::new_anonymous(49);
    let row = |row: usize| {
        let cells = (7 * row..7 * row + 7).map(|index| set.mk_var(BddVariable::from_index(index)));
        cells.fold(set.mk_false(), |any, one| any.or(&one))
    };
    let rows = (0..7).fold(set.mk_true(), |all, one| all.and(&row(one)));
    assert!(*board.bdd() == rows);
    check_drawing(&board, true);
    check_drawing(&board, false);

    // The only cell attacks no cell.
    let alone = Graph::board_rule(&Rules::queens(1).unwrap(), cell("a1"), None).unwrap();
    assert!(alone.bdd().is_true());
    check_drawing(&alone, true);
    let holes = rules.grid().clone().with_holes((0..7).map(|column| Cell::new(0, column)));
    let holes = rules.with_grid(holes.unwrap());
    let empty = Graph::queens_rule(&holes, 0, None).unwrap();
    assert!(empty.bdd().is_false());
    check_drawing(&empty, true);
    let empty = Graph::queens_rules(&holes).unwrap();
    assert!(empty.bdd().is_false());
    check_drawing(&empty, false);
    assert!(Graph::board_rule(&holes, cell("a1"), None).is_err());
    assert!(Graph::board_rule(&rules, cell("h8"), None).is_err());
}

#[test]
fn the_long_figure_of_a_cell_lies_on_its_side() {
    let side = |graph: &Graph| {
        let svg = export::svg(graph, true, &Budget::default()).unwrap();
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        let number = |node: &Node, name: &str| node.attribute(name)?.parse::<f64>().ok();
        let (width, height) = (number(&root, "width").unwrap(), number(&root, "height").unwrap());
        // All elements are within the drawing.
        for rect in document.descendants().filter(|node| node.attribute("class").is_some()) {
            for (from, long, most) in [("x", "width", width), ("y", "height", height)] {
                if let (Some(from), Some(long)) = (number(&rect, from), number(&rect, long)) {
                    assert!(from >= 0.0 && from + long <= most, "{from} {long} {most}");
                }
            }
        }
        width / height
    };
    let rules = Rules::queens(7).unwrap();
    let figure = side(&Graph::board_rule(&rules, cell("d4"), None).unwrap());
    assert!((1.5..3.0).contains(&figure), "{figure}");
    let rook = Rules::queens(30).unwrap().with_piece("rook".parse().unwrap());
    assert!(side(&Graph::board_rule(&rook, cell("d4"), None).unwrap()) > 1.5);
    // Short diagrams are drawn upright, as are the diagrams of all rules.
    side(&Graph::queens_rule(&rules, 2, None).unwrap());
    assert!(side(&graph(&queens(4))) < 1.0);
}

#[test]
fn dot_has_every_node_and_edge() {
    let graph = graph(&queens(4));
    let mut text = Vec::new();
    export::dot(&graph, true, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.matches(" -> n").count(), 2 * 29);
    assert_eq!(text.matches("[style=dashed]").count(), 29);
    assert_eq!(text.matches("rank=same").count(), 16);
    assert_eq!(text.matches('{').count(), text.matches('}').count());
}

/// The names of cells in column n (n2, n3) look like names of nodes.
#[test]
fn names_in_dot_do_not_clash_on_boards_of_fourteen_columns() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    let grid = Grid::new(Size::new(3, 14).unwrap());
    let rules = Rules::new(grid, "rook".parse().unwrap(), [Requirement::QUEENS_RULE]);
    let graph = Graph::queens_rule(&rules, 1, None).unwrap();
    let mut text = Vec::new();
    export::dot(&graph, true, &mut text).unwrap();
    let graphviz =
        Command::new("dot").arg("-Tplain").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut graphviz) = graphviz else {
        eprintln!("skipped: Graphviz is not installed");
        return;
    };
    graphviz.stdin.take().unwrap().write_all(&text).unwrap();
    let output = graphviz.wait_with_output().unwrap();
    assert!(output.status.success());
    let plain = String::from_utf8(output.stdout).unwrap();
    let drawn = |kind: &str| plain.lines().filter(|line| line.starts_with(kind)).count();
    // 14 nodes and 2 terminals, a label for each of 14 levels, and invisible edges between the labels.
    assert_eq!(drawn("node "), 16 + 14, "{plain}");
    assert_eq!(drawn("edge "), 2 * 14 + 13, "{plain}");
}

#[test]
fn json_has_the_diagram() {
    let problem = queens(6);
    let graph = graph(&problem);
    let mut text = Vec::new();
    export::json(&NodeSource::from(&graph), &serde_json::json!({"rows": 6}), &mut text).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(json["rows"], 6);
    let nodes = json["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 131);
    let names: Vec<&str> =
        json["variables"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let link = |node: &serde_json::Value, name: &str| node[name].as_u64().unwrap() as usize;
    // Follows each solution of the reference from the root to a terminal.
    let case = Case::new(6, 6, "queen", problem.rules().requirements().to_vec());
    let solutions = case.solutions().unwrap();
    assert_eq!(solutions.len(), 4);
    for solution in solutions {
        let mut at = json["root"].as_u64().unwrap() as usize;
        while at > 1 {
            let place = names.iter().position(|name| *name == nodes[at]["cell"]).unwrap();
            let next = if solution >> place & 1 == 1 { "high" } else { "low" };
            assert!(link(&nodes[at], next) < at);
            at = link(&nodes[at], next);
        }
        assert_eq!(nodes[at]["value"], true);
    }
}

#[test]
fn minizinc_models_fit_their_problems() {
    let model = |problem: &Problem| {
        let mut text = Vec::new();
        export::minizinc(problem, None, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        crate::minizinc::check(&text);
        text
    };
    let text = model(&queens(8).with(cell("b4"), Value::Placed).unwrap());
    assert!(text.contains("var 1..cols: q;") && !text.contains("forbidden"));
    assert_eq!(text.matches("constraint all_different").count(), 3);
    assert!(text.contains("constraint q[4] = 2; % b4"));
    // The constraints for the knight's moves, in addition to the queen's constraints.
    let amazon = Rules::queens(5).unwrap().with_piece("amazon".parse().unwrap());
    let text = model(&Problem::new(amazon.clone()));
    for (apart, most) in [(1, 2), (2, 2)] {
        let line = format!("(r in 1..rows - {apart})(abs(q[r + {apart}] - q[r]) > {most});");
        assert!(text.contains(&line), "{text}");
    }
    let torus = amazon.grid().clone().with_torus(true);
    let text = model(&Problem::new(amazon.with_grid(torus)));
    assert!(text.contains("{-4, -3, -2, -1, 0, 1, 2, 3, 4}") && !text.contains("all_different"));
    // Without the rook move, the model has one variable per cell.
    let knights = Rules::queens(3).unwrap().with_piece("knight".parse().unwrap());
    let text = model(&Problem::new(knights.with_requirements(["rows=1".parse().unwrap()])));
    assert!(text.contains("var 0..1: x;"));
    assert!(text.contains("constraint x[1,1] + x[1,2] + x[1,3] = 1; % row 1"), "{text}");
    assert!(
        text.contains("steps =\n  [| 1, -2\n   | 1, 2\n   | 2, -1\n   | 2, 1\n  |];"),
        "{text}"
    );
    assert_eq!(text.matches("solve satisfy;").count(), 1);
}

#[test]
fn a_picture_shows_what_the_board_tells() {
    let problem = queens(8).with(cell("a1"), Value::Placed).unwrap();
    let problem = problem.with(cell("g2"), Value::Placed).unwrap();
    let problem = problem.with(cell("h8"), Value::Excluded).unwrap();
    let mut session = Session::new(problem);
    session.ask(&mut configurator::engine::bdd::Engine::new(), &Budget::default()).unwrap();
    let count = |assist, class: &str| {
        let svg = Picture::of(&session, assist, None).svg();
        let document = Document::parse(&svg).unwrap();
        assert_eq!(of_class(&document, "rect", "cell").count(), 64);
        document
            .descendants()
            .filter(|node| {
                node.attribute("class").is_some_and(|classes| {
                    node.parent().is_some_and(|parent| parent.has_tag_name("svg"))
                        && classes.split(' ').any(|other| other == class)
                })
            })
            .count()
    };
    let states = ["placed", "excluded", "forced", "possible", "attacked"];
    let full = states.map(|state| count(Assist::Full, state));
    assert_eq!(full[..4], [2, 1, 1, 10]);
    assert!(full[4] > 20);
    let attacks = states.map(|state| count(Assist::Attacks, state));
    assert_eq!(attacks[..4], [2, 1, 0, 0]);
    let none = states.map(|state| count(Assist::None, state));
    assert_eq!(none, [2, 1, 0, 0, 0]);
}

/// Returns the entries of the legend, with the number of cells for entries that name a state.
fn legend(document: &Document) -> BTreeSet<String> {
    let legend = of_class(document, "g", "legend").next().unwrap();
    let texts = legend.descendants().filter(|node| {
        node.has_tag_name("text")
            && node.parent().is_some_and(|parent| parent.attribute("class") == Some("legend"))
    });
    texts.map(|node| node.text().unwrap().to_owned()).collect()
}

/// Returns the expected entries of the legend: the states of the cells, with the number of cells. `clashing` cells are
/// in conflict.
fn states(document: &Document, clashing: &[String]) -> BTreeSet<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for node in of_class(document, "rect", "cell") {
        let class = node.attribute("class").unwrap().trim_start_matches("cell ");
        let is_clashing = clashing.iter().any(|name| Some(name.as_str()) == node.attribute("id"));
        *counts.entry(if is_clashing { "in conflict" } else { class }).or_default() += 1;
    }
    counts.into_iter().map(|(state, count)| format!("{state} {count}")).collect()
}

/// Panics if a text exceeds the picture, assuming the letter width of a wide font.
fn check_texts(document: &Document) {
    let number = |node: &Node, name: &str| -> f64 {
        node.attribute(name).unwrap_or_else(|| panic!("{name}")).parse().unwrap()
    };
    let root = document.root_element();
    let (right, bottom) = (number(&root, "width"), number(&root, "height"));
    for node in document.descendants().filter(|node| node.has_tag_name("text")) {
        let text = node.text().unwrap();
        let width = 0.62 * number(&node, "font-size") * text.chars().count() as f64;
        let x = number(&node, "x");
        let left = match node.attribute("text-anchor") {
            Some("middle") => x - width / 2.0,
            Some("end") => x - width,
            _ => x,
        };
        assert!(
            left >= 0.0 && left + width <= right,
            "{text}: {left} to {} of {right}",
            left + width
        );
        assert!(number(&node, "y") <= bottom, "{text}");
    }
}

proptest! {
    #[test]
    fn the_legend_of_a_picture_names_every_state_that_is_drawn_and_no_other(case in case(6)) {
        let mut session = Session::new(case.problem());
        session.ask(&mut configurator::engine::bdd::Engine::new(), &Budget::default()).unwrap();
        for assist in [Assist::Full, Assist::Attacks, Assist::None] {
            let svg = Picture::of(&session, assist, None).svg();
            let document = Document::parse(&svg).unwrap();
            check_texts(&document);
            let placed: Vec<Cell> = session.decisions().cells(Value::Placed).collect();
            let attacks = session.rules().exclusions();
            let clashes = |one: &&Cell| placed.iter().any(|&other| attacks.exclude_each_other(**one, other));
            let told = if assist == Assist::None { &[][..] } else { &placed };
            let clashing: Vec<_> = told.iter().filter(clashes).map(Cell::to_string).collect();
            let mut expected = states(&document, &clashing);
            if session.rules().regions().is_some() {
                expected.insert("regions".to_owned());
            }
            if session.rules().grid().is_torus() {
                expected.insert("opposite edges joined".to_owned());
            }
            prop_assert_eq!(legend(&document), expected);
        }
    }
}

#[test]
fn the_title_of_a_small_picture_is_not_clipped() {
    let names = ["a1", "b3", "c2", "d4", "b1", "a4"];
    let problem = names
        .iter()
        .fold(queens(4), |problem, name| problem.with(cell(name), Value::Excluded).unwrap());
    let svg = Picture::of(&Session::new(problem), Assist::None, None).svg();
    let document = Document::parse(&svg).unwrap();
    check_texts(&document);
    let bold = document.descendants().filter(|node| node.attribute("font-weight") == Some("bold"));
    let lines: Vec<&str> = bold.map(|node| node.text().unwrap()).collect();
    assert!(lines.len() > 1);
    assert_eq!(lines.join(" "), "4×4, queen; excluded: a1, b3, c2, d4, b1, a4");
}

#[test]
fn a_picture_shows_the_decisions_that_explain_a_cell() {
    let problem = queens(8).with(cell("a1"), Value::Placed).unwrap();
    let problem = problem.with(cell("g2"), Value::Placed).unwrap();
    let mut session = Session::new(problem);
    let (mut engine, budget) = (configurator::engine::bdd::Engine::new(), Budget::default());
    session.ask(&mut engine, &budget).unwrap();
    let wish = session.wish(cell("c4")).unwrap();
    let reason = Reason::find(&mut engine, session.problem(), wish, &budget).unwrap();
    session.learn(session.stamp(), Finding::Reason(wish, Some(reason)));
    let drawn = |assist| Picture::of(&session, assist, Some(cell("c4"))).svg();
    let svg = drawn(Assist::Full);
    let words = legend(&Document::parse(&svg).unwrap());
    assert!(words.contains("explains c4") && words.contains("c4"), "{words:?}");
    let cause = "fill=\"#ffb09e\"";
    // One match each for a1, g2 and the legend.
    assert_eq!(svg.matches(cause).count(), 3);
    assert_eq!(svg.matches("class=\"frame\"").count(), 2);
    // The legend does not explain marks that the picture does not show.
    let svg = drawn(Assist::Attacks);
    assert!(!svg.contains(cause) && !svg.contains("class=\"frame\""));
}

/// The budget is checked while counting clauses are made. They are made twice: to count the clauses, and to write them.
#[test]
fn counting_clauses_look_at_the_budget_cell_by_cell() {
    let grid = Grid::new(Size::square(20).unwrap());
    let pieces = Requirement { family: Family::Pieces, bounds: Bounds::exactly(100) };
    let problem = Problem::new(Rules::new(grid, "knight".parse().unwrap(), [pieces]));
    let looks = Arc::new(AtomicUsize::new(0));
    let budget = Budget::default().with_observer({
        let looks = Arc::clone(&looks);
        move |_| {
            looks.fetch_add(1, Ordering::Relaxed);
        }
    });
    export::dimacs(&problem, &budget, &mut io::sink()).unwrap();
    // There are checks for the board rule of each cell and for each cell in the count.
    assert!(looks.load(Ordering::Relaxed) >= 2 * (400 + 400), "{looks:?}");
}
