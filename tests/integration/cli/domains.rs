use super::run;

#[test]
fn one_line_a_cell() {
    let expected = "\
cell  state       solutions (of 1)
a1    excluded    0
b1    forced      1
c1    hole
d1    attacked    0
a2    attacked    0
b2    attacked    0
c2    attacked    0
d2    placed      1
a3    forced      1
b3    impossible  0
c3    attacked    0
d3    attacked    0
a4    impossible  0
b4    attacked    0
c4    forced      1
d4    attacked    0
";
    let run = run("domains --size 4 --holes c1 --exclude a1 --place d2");
    assert_eq!(run.answer(), expected);
}

#[test]
fn counts_are_those_of_the_literature() {
    let run = run("domains");
    let lines: Vec<&str> = run.answer().lines().collect();
    assert_eq!(lines.len(), 1 + 64);
    assert_eq!(lines[1], "a1    possible    4");
    assert_eq!(lines[4], "d1    possible    18");
}

#[test]
fn json() {
    let run = run("domains --size 4 --holes c1 --json");
    let json = run.json();
    let problem = &json["problem"];
    assert_eq!((&problem["rows"], &problem["cols"]), (&4.into(), &4.into()));
    assert_eq!(problem["piece"], "queen");
    assert_eq!(json["solutions"], "1");
    assert_eq!(json["exact"], true);
    assert_eq!(json["engine"], "bdd");
    let cells = json["cells"].as_object().unwrap();
    assert_eq!(cells.len(), 16);
    assert_eq!(cells["b1"], serde_json::json!({"state": "forced", "solutions": "1"}));
    assert_eq!(cells["a1"], serde_json::json!({"state": "impossible", "solutions": "0"}));
    assert_eq!(cells["c1"], serde_json::json!({"state": "hole"}));
    // Cells are in row-major order, for JSON readers that keep the order.
    let places: Vec<_> = ["a1", "b1", "d1", "a2", "d4"]
        .map(|name| run.stdout().find(&format!("\"{name}\":")).unwrap())
        .into();
    assert!(places.is_sorted());
}

#[test]
fn the_weakest_filter_of_each_impossible_cell() {
    let arguments = "domains --place d2,a4,b6 --consistency";
    let text = run(arguments);
    let lines: Vec<&str> = text.answer().lines().collect();
    assert_eq!(lines[0], "cell  state       solutions (of 1)  weakest filter");
    assert!(lines.contains(&"a2    attacked    0                 weak"));
    assert!(lines.contains(&"d2    placed      1"));
    let json = run(&format!("{arguments} --json")).json();
    let cells = json["cells"].as_object().unwrap();
    let mut told = std::collections::BTreeMap::new();
    for (name, cell) in cells {
        let state = cell["state"].as_str().unwrap();
        let is_ruled_out = ["attacked", "impossible"].contains(&state);
        assert_eq!(is_ruled_out, cell.get("consistency").is_some(), "{name}");
        if state == "impossible" {
            *told.entry(cell["consistency"].to_string()).or_insert(0) += 1;
        } else if is_ruled_out {
            assert_eq!(cell["consistency"], serde_json::json!({"filter": "weak"}), "{name}");
        }
    }
    let expected = [
        (r#"{"filter":"bounds"}"#.to_owned(), 5),
        (r#"{"filter":"contradiction","steps":2}"#.to_owned(), 1),
        (r#"{"filter":"strong"}"#.to_owned(), 5),
    ];
    assert_eq!(told, expected.into());
    // Nothing about filters unless it is asked for; filters need domains.
    assert!(!run("domains --place a1 --json").stdout().contains("consistency"));
    assert_eq!(
        run("domains --consistency --engine estimate").refusal(2),
        "--consistency needs to know what is impossible: leave out --engine estimate"
    );
    let knights = run("domains --piece knight --size 4 --rules rows=2 --place a1 --consistency");
    assert!(!knights.answer().contains("strong") && knights.answer().contains(" weak\n"));
    let sat = run("domains --size 20 --place a1,b3,c5 --consistency --engine sat");
    assert!(sat.answer().contains("attacked    0"));
}

#[test]
fn a_board_without_solutions_is_an_answer() {
    let run = run("domains --size 3 --json");
    assert_eq!(run.code(), 0);
    assert_eq!(run.json()["solutions"], "0");
    assert_eq!(run.json()["cells"]["b2"]["state"], "impossible");
}

#[test]
fn what_a_budget_left_open_is_unknown() {
    let arguments = "domains --size 16 --engine bdd --memory 1MB --place a1";
    let run_text = run(arguments);
    assert_eq!(run_text.code(), 3);
    assert!(run_text.sentence().contains("budget"));
    let lines: Vec<&str> = run_text.stdout().lines().collect();
    assert_eq!(lines[0], "cell  state       solutions (of ?)");
    assert_eq!(lines[1], "a1    placed      ?");
    assert_eq!(lines[2], "b1    attacked    ?");
    assert!(lines.contains(&"b3    unknown     ?"));

    let json = run(&format!("{arguments} --json")).json();
    assert!(json["solutions"].is_null());
    assert_eq!(json["exact"], false);
    assert_eq!(json["cells"]["b3"], serde_json::json!({"state": "unknown", "solutions": null}));
}

#[test]
fn few_long_rows_without_the_rook_move_are_counted() {
    for (size, solutions) in [("1x11", "2047"), ("2x11", "70434")] {
        let json = run(&format!("domains --size {size} --piece knight --json")).json();
        assert_eq!((&json["engine"], &json["exact"]), (&"bdd".into(), &true.into()), "{size}");
        assert_eq!(json["solutions"], solutions, "{size}");
    }
}

#[test]
fn search_counts_the_same() {
    for options in ["", "--place a1,g2", "--size 9 --exclude e5", "--size 3"] {
        let table = |engine: &str| {
            let answer = run(&format!("domains {options} --engine {engine}")).answer().to_owned();
            answer.replace(", by count)", ")")
        };
        assert_eq!(table("count"), table("bdd"), "{options}");
    }
    assert_eq!(run("domains --engine count --json").json()["engine"], "count");
    let refused = run("domains --piece king --engine count");
    assert!(refused.refusal(2).starts_with("--engine: the engine 'count' needs a piece"));
    let ended = run("domains --size 24 --engine count --timeout 0.2");
    assert_eq!(ended.code(), 3);
    assert!(ended.stdout().contains("a1    unknown     ?"));
}

#[test]
fn the_search_counts_where_it_is_soon_done() {
    let json = run("domains --size 15 --piece amazon --json").json();
    assert_eq!((&json["engine"], &json["solutions"]), (&"count".into(), &"32516".into()));
    assert_eq!(json["cells"]["a1"]["state"], "possible");
    // With a time limit, domains are computed before counts.
    let json = run("domains --size 17 --timeout 0.5 --json").json();
    assert_eq!(
        (&json["engine"], &json["cells"]["a1"]["state"]),
        (&"sat".into(), &"possible".into())
    );
}
