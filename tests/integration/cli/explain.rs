use serde_json::json;

use super::run;

#[track_caller]
fn assert_explains(arguments: &str, answer: &serde_json::Value) {
    let run = run(&format!("explain {arguments} --json"));
    assert_eq!((run.code(), run.stderr()), (0, ""));
    assert_eq!(&run.own_json(), answer);
}

#[test]
fn the_shapes_of_the_contract() {
    assert_explains(
        "c4 --place a1,g2",
        &json!({
            "cell": "c4", "state": "impossible", "because": ["a1", "g2"], "restore": ["a1"],
            "groups": ["row 3", "row 6", "row 8", "board e3", "board d6"],
            "restorations": [["a1"], ["g2"]], "one_of_several": true,
        }),
    );
    assert_explains(
        "c8 --place a1,g2",
        &json!({
            "cell": "c8", "state": "forced", "because": ["a1", "g2"], "restore": ["a1"],
            "restorations": [["a1"], ["g2"]], "one_of_several": true,
        }),
    );
    assert_explains("a1", &json!({"cell": "a1", "state": "possible", "solutions": "4"}));
    assert_explains(
        "a1 --place a1",
        &json!({"cell": "a1", "state": "placed", "because": ["a1"], "restore": ["a1"]}),
    );
}

/// The groups that an answer names suffice with its decisions and the board rule.
#[test]
fn the_groups_of_a_reason_are_a_claim_that_holds() {
    for position in ["c4 --place a1,g2", "h1 --place d2,a4"] {
        let answer = run(&format!("explain {position} --json")).own_json();
        let entries = |field: &str| answer[field].as_array().unwrap().clone();
        let named = [entries("because"), entries("groups")].concat();
        let named = named.iter().map(|name| name.as_str().unwrap().replace(' ', ","));
        let named: Vec<_> = named.filter(|name| !name.starts_with("board")).collect();
        let claim = format!("explain {position} --json --claim {}", named.join(","));
        assert_eq!(run(&claim).own_json()["proved"], true, "{claim}");
    }
}

/// A script sees whether a claim holds without reading the answer.
#[test]
fn a_claim_that_fails_ends_with_exit_code_1() {
    let of = |reasons: &str| run(&format!("explain d2 --size 4 --place b1 --claim {reasons}"));
    assert_eq!(of("forced,because,row,2,b1").code(), 0);
    let failed = of("rows,3,4");
    assert_eq!((failed.code(), failed.sentence()), (1, "the claim fails"));
    assert!(failed.stdout().starts_with("not proved: "), "{}", failed.stdout());
    let failed = of("rows,3,4 --json");
    assert_eq!((failed.code(), &failed.own_json()["proved"]), (1, &false.into()));
    assert_eq!(of("rows,3,4 --timeout 0.000001").code(), 3);
}

/// Returns the rules that an answer names, and the answer without these rules.
fn by_rules(arguments: &str) -> (Vec<String>, serde_json::Value) {
    let run = run(&format!("explain {arguments} --json"));
    let mut json = run.own_json();
    let rules = json.as_object_mut().unwrap().remove("rules").unwrap();
    let name = |rule: &serde_json::Value| rule.as_str().unwrap().to_owned();
    (rules.as_array().unwrap().iter().map(name).collect(), json)
}

#[test]
fn where_no_decision_is_needed_rules_are_named() {
    let coloured = "a1 --board assets/boards/coloured-7.toml";
    let answer = json!({"cell": "a1", "state": "impossible", "because": [], "restore": null});
    assert_eq!(by_rules(coloured), (vec!["region g".into(), "board a1".into()], answer.clone()));
    // No solution of 6 queens has a piece in a corner.
    let (rules, json) = by_rules("a1 --size 6");
    assert_eq!(json, answer);
    assert!(rules.contains(&"board a1".to_owned()), "{rules:?}");
    assert!(rules.iter().all(|rule| rule.starts_with("row ") || rule.starts_with("board ")));
}

#[test]
fn positions_without_solutions_name_rules() {
    let answer = json!({"solutions": "0", "because": [], "restore": null});
    for arguments in ["--piece amazon --size 6", "--size 3 --engine sat", "--size 3"] {
        let (rules, json) = by_rules(arguments);
        assert_eq!((json, rules.is_empty()), (answer.clone(), false), "{arguments}");
    }
    // The rows have no room for four.
    let (rules, json) = by_rules("--size 3 --rules pieces=4");
    assert_eq!((json, rules[0].as_str()), (answer.clone(), "pieces=4"));
    assert!(rules[1..].iter().all(|rule| rule.starts_with("board ")), "{rules:?}");
    let holes = by_rules("--size 2x3 --holes a2,b2,c2 --piece knight");
    assert_eq!(holes, (vec!["row 2".into()], answer));
}

#[test]
fn nothing_is_said_to_be_by_the_rules_alone() {
    for arguments in
        ["a1 --size 6", "--size 3", "--piece amazon --size 5", "c3 --size 5 --place a1"]
    {
        let run = run(&format!("explain {arguments}"));
        assert!(!run.answer().contains("alone"), "{}", run.answer());
    }
    let text = run("explain --size 3");
    assert!(
        text.answer().starts_with("no solution because of rows 1 to 3 and the board rules of ")
    );
}

#[test]
fn why_there_is_no_solution() {
    assert_explains(
        "--place h5,a1,b2",
        &json!({
            "solutions": "0", "because": ["a1", "b2"], "restore": ["a1"],
            "restorations": [["a1"], ["b2"]], "one_of_several": true,
            "decisions": {
                "h5": {"without": "0", "brings_back": "0"},
                "a1": {"without": "2", "brings_back": "2"},
                "b2": {"without": "1", "brings_back": "1"},
            },
        }),
    );
    assert_explains("", &json!({"solutions": "92"}));
}

#[test]
fn a_position_says_what_taking_back_each_decision_brings_back() {
    let weights = |arguments: &str| run(&format!("explain {arguments} --json")).own_json();
    assert_eq!(
        weights("--place a1,g2"),
        json!({"solutions": "2", "decisions": {
            "a1": {"without": "16", "brings_back": "14"},
            "g2": {"without": "4", "brings_back": "2"},
        }})
    );
    // The numbers equal the counts of these positions.
    for (others, without) in [("--place g2", "16\n"), ("--place a1", "4\n")] {
        assert_eq!(run(&format!("count {others}")).answer(), without);
    }
    // Givens are not taken back.
    let board = "assets/boards/first-puzzle-1850.toml";
    assert!(weights(&format!("--board {board}")).get("decisions").is_none());
    // If counts are infeasible, no number is shown.
    let large = weights("--size 30 --place a1");
    assert_eq!(large["decisions"], json!({"a1": {"without": null, "brings_back": null}}));
    assert_eq!(
        run("explain --place a1,g2 --exclude a2,b2,c2").answer(),
        "2 solutions remain: nothing to explain\n\
         taking back a1 brings back 14 solutions\n\
         taking back g2 brings back 2 solutions\n\
         taking back a2, b2 and c2 brings back none, each alone\n"
    );
    let lost = run("explain --size 4 --place b1 --exclude d2");
    assert!(lost.answer().contains("taking back b1 brings back 1 solution\n"), "{}", lost.answer());
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
    for (cell, known) in [
        ("", json!({"state": "unknown", "solutions": null})),
        ("c4", json!({"cell": "c4", "state": "unknown"})),
    ] {
        let ended = run(&format!("explain {cell} --size 30 --timeout 0.0001 --json"));
        let mut json = ended.own_json();
        let why = json.as_object_mut().unwrap().remove("interrupted").unwrap();
        assert_eq!((ended.code(), &json), (3, &known));
        assert!(why.as_str().unwrap().starts_with("the time budget"), "{why}");
    }
}

#[test]
fn sentences() {
    assert_eq!(
        run("explain c4 --place a1,g2").answer(),
        "c4 is impossible because of a1 and g2\n\
         together with row 3, row 6, row 8 and the board rules of e3 and d6\n\
         for c4 to be possible, take back a1, or g2\n"
    );
    assert_eq!(
        run("explain c3 --place a1").answer(),
        "c3 is attacked because of a1, along the diagonal\nfor c3 to be possible, take back a1\n"
    );
    assert_eq!(
        run("explain --place a1,b2").answer(),
        "no solution because of a1 and b2\nfor there to be a solution, take back a1, or b2\n\
         taking back a1 brings back 16 solutions\ntaking back b2 brings back 4 solutions\n"
    );
    assert_eq!(run("explain").answer(), "92 solutions remain: nothing to explain\n");
    assert_eq!(run("explain a1").answer(), "a1 is possible: in 4 of 92 solutions\n");
}

#[test]
fn a_cell_that_is_none_is_refused() {
    assert!(run("explain z9").refusal(2).starts_with("CELL: z9 is off the 8×8 grid"));
    assert!(run("explain 9a").refusal(2).starts_with("CELL: '9a' is not a cell name"));
    assert!(run("explain d4 --holes d4").refusal(2).starts_with("CELL: d4 is a hole"));
}

/// All pieces are placed, and they cost more than the limit.
#[test]
fn a_solved_puzzle_has_the_steps_and_the_grade_of_its_beginning() {
    let explain = "explain --steps --json --board assets/boards/coloured-7.toml";
    let open = run(explain).own_json();
    let steps = open["steps"].as_array().unwrap();
    let placed = steps.iter().flat_map(|step| step["place"].as_array().unwrap());
    let placed: Vec<_> = placed.map(|cell| cell.as_str().unwrap()).collect();
    assert_eq!(placed.len(), 7);
    assert_eq!(run(&format!("{explain} --place {}", placed.join(","))).own_json(), open);
    // With six queens, only what is left is solved.
    let rest = run(&format!("{explain} --place {}", placed[1..].join(","))).own_json();
    assert!(rest["steps"].as_array().unwrap().len() < steps.len());
}

#[test]
fn steps_do_not_solve_what_costs_too_much() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dear.toml");
    let board = |limit: i64| {
        let text = format!(
            "size = [2, 2]\nrules = ['rows=1']\nboard_rule = false\nweights = \"5 5\\n5 5\"\n\
             max_cost = {limit}\nplaced = ['a1', 'a2']\n"
        );
        std::fs::write(&path, text).unwrap();
        format!("--board {}", path.display())
    };
    let too_dear = board(3);
    assert_eq!(run(&format!("count {too_dear}")).answer(), "0\n");
    let way = run(&format!("explain --steps --json {too_dear}")).own_json();
    let reason =
        "no solution: the pieces cost 10, which max-cost=3 forbids; no technique adds up costs";
    let expected = json!({
        "solved": false, "grade": null, "difficulty": null, "steps": [], "satisfiable": false, "reason": reason,
    });
    assert_eq!(way, expected);
    let text = run(&format!("explain --steps {too_dear}"));
    assert!(text.answer().contains(reason), "{}", text.answer());
    let way = run(&format!("explain --steps --json {}", board(10))).json();
    assert_eq!((&way["solved"], &way["grade"]), (&json!(true), &json!("easy")));
}
