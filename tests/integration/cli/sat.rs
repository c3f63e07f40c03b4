//! The SAT engine, on the command line.

use serde_json::json;

use super::run;

#[test]
fn domains_without_counts_say_so() {
    let answer = run("domains --size 20 --place a1,c2");
    let lines: Vec<&str> = answer.answer().lines().collect();
    assert_eq!(lines.len(), 1 + 400);
    assert!(lines[0].starts_with("cell  state       solutions (of at least "), "{}", lines[0]);
    assert_eq!(lines[1], "a1    placed      ?");
    assert_eq!(lines[2], "b1    attacked    0");
    assert!(lines.contains(&"e3    possible    ?"));

    let json = run("domains --size 20 --place a1,c2 --json").json();
    assert_eq!(json["engine"], "sat");
    assert_eq!(json["exact"], false);
    assert!(json["solutions"].is_null());
    assert!(json["at_least"].as_str().unwrap().parse::<u64>().unwrap() > 1);
    assert_eq!(json["cells"]["e3"], json!({"state": "possible", "solutions": null}));
    assert_eq!(json["cells"]["b1"], json!({"state": "attacked", "solutions": "0"}));
}

#[test]
fn the_states_are_those_of_the_diagram() {
    let states = |engine: &str| {
        let json = run(&format!("domains --place a1,g2 --engine {engine} --json")).json();
        let cells = json["cells"].as_object().unwrap().clone();
        cells.into_iter().map(|(cell, facts)| (cell, facts["state"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(states("sat"), states("bdd"));
}

#[test]
fn none_and_one_are_known_numbers() {
    let json = run("domains --size 3 --engine sat --json").json();
    assert_eq!((&json["solutions"], &json["exact"]), (&json!("0"), &json!(true)));
    assert_eq!(json["cells"]["b2"], json!({"state": "impossible", "solutions": "0"}));
    assert_eq!(json.get("at_least"), None);
    let json = run("domains --size 4 --place b1 --engine sat --json").json();
    assert_eq!((&json["solutions"], &json["exact"]), (&json!("1"), &json!(true)));
    assert_eq!(json["cells"]["d2"], json!({"state": "forced", "solutions": "1"}));
}

#[test]
fn solutions_one_all_or_drawn() {
    let all = run("solve --engine sat --all --format list");
    let mut lists: Vec<&str> = all.answer().lines().collect();
    lists.sort_unstable();
    let by_diagram = run("solve --engine bdd --all --format list");
    let mut expected: Vec<&str> = by_diagram.answer().lines().collect();
    expected.sort_unstable();
    assert_eq!(lists, expected);
    let json = run("solve --engine sat --size 4 --limit 2 --json").json();
    assert_eq!(json["complete"], true);
    assert!(json["statistics"]["conflicts"].is_u64());
    assert_eq!(json["statistics"]["engine"], "sat");
    assert_eq!(
        run("solve --engine sat --size 3").refusal(1),
        "no solution exists; 'explain' says why"
    );

    let draw = || run("solve --size 40 --random --seed 5 --place a1 --format list");
    let drawn = draw();
    assert_eq!(drawn.code(), 0);
    assert!(drawn.stderr().contains("not every solution is equally probable"));
    assert!(drawn.stdout().starts_with("[1,") && drawn.stdout().lines().count() == 1);
    assert_eq!(draw().stdout(), drawn.stdout());
}

#[test]
fn explanations() {
    let explained =
        |arguments: &str| run(&format!("explain {arguments} --engine sat --json")).own_json();
    let json = explained("c4 --place a1,g2");
    assert_eq!(json["state"], "impossible");
    assert_eq!(json["because"], json!(["a1", "g2"]));
    assert_eq!(json["one_of_several"], true);
    assert_eq!(
        explained("a1"),
        json!({"cell": "a1", "state": "possible", "solutions": null, "at_least": "1"})
    );
    assert_eq!(explained("--place h5,a1,b2")["because"], json!(["a1", "b2"]));
    assert_eq!(explained("--piece amazon")["solutions"], "0");
    assert_eq!(run("explain --engine sat").answer(), "solutions remain: nothing to explain\n");
    assert_eq!(
        run("explain c3 --size 40 --place a1").answer(),
        "c3 is attacked because of a1, along the diagonal\nfor c3 to be possible, take back a1\n"
    );
}

#[test]
fn what_it_cannot_do_is_refused() {
    for (arguments, sentence) in [
        ("count", "--engine: 'sat' does not answer count: bdd, count and estimate do"),
        ("inspect", "--engine: 'sat' does not answer inspect: only bdd does"),
        ("puzzle", "--engine: 'sat' does not answer puzzle: only bdd does"),
        (
            "solve --up-to-symmetry",
            "--engine: 'sat' does not answer solve --up-to-symmetry: bdd and search do",
        ),
    ] {
        assert_eq!(run(&format!("{arguments} --engine sat")).refusal(2), sentence);
    }
}

#[test]
fn budgets_leave_what_is_known() {
    let run = run("domains --size 300 --memory 8MiB --place a1 --json");
    assert_eq!(run.code(), 3);
    assert!(run.sentence().starts_with("the memory budget of 8.0 MiB ended"));
    let json = run.json();
    assert_eq!(json["cells"]["b2"], json!({"state": "attacked", "solutions": "0"}));
    assert_eq!(json["cells"]["c2"], json!({"state": "unknown", "solutions": null}));
    assert_eq!(json["at_least"], json!(null));
}

/// 18 queens with empty diagonals, which CP-SAT proves to have no solution. The SAT solver alone needs seconds for it, so
/// that the search beside it answers where there are two cores. Whoever answers, the effort is that of its own engine.
#[test]
fn a_hard_board_without_solution_is_proved() {
    let (rising, falling) =
        ([-16, -11, -9, -4, -2, 7, 10, 14, 15], [3, 13, 15, 18, 22, 25, 28, 30]);
    let mut excluded = Vec::new();
    for row in 0..18 {
        for (column, letter) in (0..18).zip('a'..) {
            if rising.contains(&(row - column)) || falling.contains(&(row + column)) {
                excluded.push(format!("{letter}{}", row + 1));
            }
        }
    }
    let excluded = excluded.join(",");
    let run = run(&format!("solve --size 18 --exclude {excluded} --json"));
    assert_eq!(run.code(), 1, "{}", run.stderr());
    let answer: serde_json::Value = serde_json::from_str(run.stdout()).unwrap();
    assert_eq!((&answer["solutions"], &answer["complete"]), (&serde_json::json!([]), &true.into()));
    let by_sat = answer["engine"] == "sat";
    assert!(by_sat || answer["engine"] == "count", "{answer}");
    assert_eq!(answer["statistics"]["conflicts"].is_null(), !by_sat, "{answer}");
}
