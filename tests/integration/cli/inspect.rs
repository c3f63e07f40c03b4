use super::run;

#[test]
fn both_constructions_side_by_side() {
    let run = run("inspect --size 6");
    let text = run.answer();
    assert!(text.starts_with("6×6, queen, row-major order\n\nvariables  36\n"));
    for line in [
        "nodes      131 (reduced ordered BDD, terminals included)",
        "ZDD nodes  26 (zero-suppressed, terminals included)",
        "stored     12 (row diagram, 14 arcs)",
        "solutions  4",
        "paths      4",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("row ")).collect();
    assert_eq!(rows.len(), 6);
    assert!(rows[0].starts_with("row 6 ") && rows.iter().all(|row| row.contains('#')));
    let construction = text.lines().find(|line| line.starts_with("construction")).unwrap();
    assert_eq!(
        construction.split_whitespace().collect::<Vec<_>>(),
        ["construction", "frontier", "conjoin"]
    );
    let nodes = text.lines().last().unwrap();
    assert_eq!(nodes.split_whitespace().collect::<Vec<_>>(), ["nodes", "131", "131"]);
}

#[test]
fn paths_are_fewer_than_solutions_where_they_skip_variables() {
    let json = run("inspect --size 4 --piece knight --json").json();
    let number = |key: &str| json[key].as_str().unwrap().parse::<u64>().unwrap();
    assert!(number("paths") < number("solutions"), "{json}");
}

#[test]
fn json() {
    for (order, first) in [
        ("row-major", "row 1"),
        ("column-major", "column a"),
        ("diagonal", "row 1"),
        ("inside-out", "row 1"),
    ] {
        let json = run(&format!("inspect --size 5x6 --order {order} --json")).json();
        assert_eq!(json["order"], order);
        assert_eq!(json["variables"], 30);
        let count = run("count --size 5x6");
        assert_eq!(json["solutions"], count.answer().trim_end());
        assert_eq!(json["lines"][0]["name"], first);
        let lines = json["lines"].as_array().unwrap();
        let nodes: u64 = lines.iter().map(|line| line["nodes"].as_u64().unwrap()).sum();
        assert_eq!(json["nodes"], nodes + 2);
        let zdd_nodes: u64 = lines.iter().map(|line| line["zdd_nodes"].as_u64().unwrap()).sum();
        assert_eq!(json["zdd_nodes"], zdd_nodes + 2);
        assert!(json["row_nodes"].as_u64() <= json["row_arcs"].as_u64());
        for construction in ["frontier", "conjoin"] {
            let effort = &json["constructions"][construction];
            assert_eq!(effort["nodes"], json["nodes"]);
            assert!(effort["elapsed_ms"].is_number() && effort["peak_memory_bytes"].is_number());
        }
    }
}

#[test]
fn conjoining_may_end_early() {
    let run_text = run("inspect --size 10 --memory 1MB");
    let text = run_text.answer();
    assert!(text.contains("solutions  724"));
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("conjoin: the memory budget"), "{last}");
    let row = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().last().unwrap().to_owned()
    };
    assert_eq!(row("time"), "-");
}

#[test]
fn an_ended_budget_is_told() {
    let run = run("inspect --size 16 --memory 1MB --json");
    assert_eq!(run.code(), 3);
    let json = run.json();
    assert!(json["solutions"].is_null());
    assert_eq!(json["exact"], false);
    assert_eq!(json["variables"], 256);
    assert_eq!(json["interrupted"], run.sentence());
}

/// Number of BDD nodes of n queens in row-major order, for n = 4 to 10.
const SIZES: [u64; 7] = [31, 169, 131, 1101, 2453, 9559, 25947];

#[test]
fn steps_end_at_the_known_sizes() {
    for (size, nodes) in (4..).zip(SIZES) {
        let json = run(&format!("inspect --size {size} --steps --json")).json();
        let steps = json["steps"].as_array().unwrap();
        // There is a step for each rule, or for each row if there are many rules.
        let expected = if size <= 8 { size * size + size } else { size };
        assert_eq!(steps.len(), expected, "{size}");
        assert_eq!(steps.last().unwrap()["nodes"], nodes);
        assert_eq!(json["orders"][0]["nodes"], nodes);
        let times: Vec<f64> =
            steps.iter().map(|step| step["elapsed_ms"].as_f64().unwrap()).collect();
        assert!(times.is_sorted());
        assert!(json.get("clicks").is_none() && json.get("steps_interrupted").is_none());
    }
    // The disjunction of a row of n has a node for each cell, and both terminals.
    let json = run("inspect --size 5x7 --steps --json").json();
    assert_eq!(json["steps"][0]["rule"], "row 5: at least 1");
    assert_eq!(json["steps"][0]["nodes"], 7 + 2);
    assert_eq!(json["steps"][1]["rule"], "board rule of a5");
    assert!(run("inspect --size 4 --json").json().get("steps").is_none());
}

#[test]
fn clicks_and_orders_are_what_they_are_alone() {
    let nodes =
        |arguments: &str| run(&format!("inspect {arguments} --json")).json()["nodes"].clone();
    let json = run("inspect --size 7 --place c4 --exclude a1,g6 --steps --json").json();
    let clicks = json["clicks"].as_array().unwrap();
    let expected = [
        ("no decision", "--size 7"),
        ("place c4", "--size 7 --place c4"),
        ("exclude a1", "--size 7 --place c4 --exclude a1"),
        ("exclude g6", "--size 7 --place c4 --exclude a1,g6"),
    ];
    assert_eq!(clicks.len(), expected.len());
    for (click, (decision, alone)) in clicks.iter().zip(expected) {
        assert_eq!(click["decision"], decision);
        assert_eq!(click["nodes"], nodes(alone));
    }
    let orders = json["orders"].as_array().unwrap();
    assert_eq!(orders.len(), 4);
    for order in orders {
        let name = order["order"].as_str().unwrap();
        let alone = format!("--size 7 --place c4 --exclude a1,g6 --order {name}");
        assert_eq!(order["nodes"], nodes(&alone));
    }
    let asked = run("inspect --size 6 --order diagonal --steps --json").json();
    assert!(asked.get("orders").is_none());
    assert_eq!(asked["steps"].as_array().unwrap().last().unwrap()["nodes"], asked["nodes"]);
}

#[test]
fn steps_go_as_far_as_the_budget() {
    let json = run("inspect --size 10 --memory 1MB --steps --json").json();
    let steps = json["steps"].as_array().unwrap();
    assert!(!steps.is_empty() && steps.len() < 10);
    assert_eq!(steps[0]["rule"], "row 10");
    assert!(json["steps_interrupted"].as_str().unwrap().starts_with("the memory budget"));
    let text = run("inspect --size 10 --memory 1MB --steps");
    let told = text.answer().lines().filter(|line| line.starts_with("conjoin: the memory budget"));
    assert_eq!(told.count(), 2);
    // Some orders fit into the memory. For the others, the reason is stated.
    let json = run("inspect --size 10 --memory 300KB --steps --json").json();
    let orders = json["orders"].as_array().unwrap();
    assert_eq!((orders.len(), &orders[0]["nodes"]), (4, &25947.into()));
    assert!(orders.iter().any(|order| order["nodes"].is_null()));
    assert!(json["orders_interrupted"].as_str().unwrap().starts_with("the memory budget"));
    let text = run("inspect --size 10 --memory 300KB --steps");
    assert!(text.answer().lines().last().unwrap().starts_with("the memory budget"));
}

#[test]
fn the_first_line_names_rules_holes_and_decisions() {
    let first = |arguments: &str| run(arguments).answer().lines().next().unwrap().to_owned();
    assert_eq!(first("inspect --size 4"), "4×4, queen, row-major order");
    let rules = "--torus --piece king --rules rows=1,dominate --no-board-rule --holes b2";
    assert_eq!(
        first(&format!("inspect --size 4 {rules} --place a1 --exclude c3 --order diagonal")),
        "4×4 torus, king, rows=1, dominate, pieces may attack each other, diagonal order; holes: b2; \
         placed: a1; excluded: c3"
    );
}
