use super::run;

#[test]
fn both_constructions_side_by_side() {
    let run = run("inspect --size 6");
    let text = run.answer();
    assert!(text.starts_with("6×6, queen, row-major order\n\nvariables  36\n"));
    for line in
        ["nodes      131 (reduced ordered BDD, terminals included)", "solutions  4", "paths      4"]
    {
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
