use serde_json::json;

use super::run;

#[track_caller]
fn assert_explains(arguments: &str, answer: &serde_json::Value) {
    let run = run(&format!("explain {arguments} --json"));
    assert_eq!((run.code(), run.stderr()), (0, ""));
    assert_eq!(&run.json(), answer);
}

#[test]
fn the_shapes_of_the_contract() {
    assert_explains(
        "c4 --place a1,g2",
        &json!({"cell": "c4", "state": "impossible", "because": ["a1", "g2"], "restore": ["a1"]}),
    );
    assert_explains(
        "c8 --place a1,g2",
        &json!({"cell": "c8", "state": "forced", "because": ["a1", "g2"], "restore": ["a1"]}),
    );
    assert_explains("a1", &json!({"cell": "a1", "state": "possible", "solutions": "4"}));
    assert_explains(
        "a1 --place a1",
        &json!({"cell": "a1", "state": "placed", "because": ["a1"], "restore": ["a1"]}),
    );
    // In no solution of 6 queens is a corner.
    assert_explains(
        "a1 --size 6",
        &json!({"cell": "a1", "state": "impossible", "because": [], "restore": null}),
    );
}

#[test]
fn why_there_is_no_solution() {
    assert_explains(
        "--place h5,a1,b2",
        &json!({"solutions": "0", "because": ["a1", "b2"], "restore": ["a1"]}),
    );
    assert_explains("--piece amazon", &json!({"solutions": "0", "because": [], "restore": null}));
    assert_explains("", &json!({"solutions": "92"}));
}

#[test]
fn what_is_known_is_told_where_counts_are_not() {
    let json = run("explain --size 30 --json").json();
    assert_eq!((&json["solutions"], json.get("state")), (&json!(null), None));
    assert!(json["at_least"].as_str().unwrap().parse::<u64>().unwrap() > 1);
    assert_explains(
        "c4 --size 30",
        &json!({"cell": "c4", "state": "possible", "solutions": null, "at_least": "1"}),
    );
    assert_explains(
        "--size 3 --engine sat",
        &json!({"solutions": "0", "because": [], "restore": null}),
    );
    for (cell, known) in [
        ("", json!({"state": "unknown", "solutions": null})),
        ("c4", json!({"cell": "c4", "state": "unknown"})),
    ] {
        let ended = run(&format!("explain {cell} --size 30 --timeout 0.0001 --json"));
        let mut json = ended.json();
        let why = json.as_object_mut().unwrap().remove("interrupted").unwrap();
        assert_eq!((ended.code(), &json), (3, &known));
        assert!(why.as_str().unwrap().starts_with("the time budget"), "{why}");
    }
}

#[test]
fn sentences() {
    assert_eq!(
        run("explain c4 --place a1,g2").answer(),
        "c4 is impossible because of a1 and g2\nfor c4 to be possible, take back a1\n"
    );
    assert_eq!(
        run("explain c3 --place a1").answer(),
        "c3 is attacked because of a1, along the diagonal\nfor c3 to be possible, take back a1\n"
    );
    assert_eq!(
        run("explain --place a1,b2").answer(),
        "no solution because of a1 and b2\nfor there to be a solution, take back a1\n"
    );
    assert_eq!(run("explain").answer(), "92 solutions remain: nothing to explain\n");
    assert_eq!(run("explain a1").answer(), "a1 is possible: in 4 of 92 solutions\n");
}

#[test]
fn a_cell_that_is_none_is_refused() {
    assert!(run("explain z9").refusal(2).starts_with("CELL: z9 is off the 8×8 grid"));
    assert!(run("explain 9").refusal(2).starts_with("CELL: '9' is not a cell name"));
    assert!(run("explain d4 --holes d4").refusal(2).starts_with("CELL: d4 is a hole"));
}
