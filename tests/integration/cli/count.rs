use super::run;

#[track_caller]
fn assert_count(arguments: &str, solutions: &str) {
    assert_eq!(run(&format!("count {arguments}")).answer(), format!("{solutions}\n"));
}

#[test]
fn known_counts() {
    assert_count("", "92");
    assert_count("--size 8 --piece queen --engine bdd", "92");
    assert_count("--size 1", "1");
    assert_count("--size 3", "0");
    assert_count("--size 7 --torus", "28");
    assert_count("--size 8 --piece amazon", "0");
    assert_count("--size 10 --piece amazon", "4");
    assert_count("--size 6 --piece knight", "755372");
    assert_count("--size 6 --piece knight --rules rows=1", "4898");
    assert_count("--size 6 --piece knight --rules pieces=6", "257318");
    assert_count("--size 6 --piece king --rules rows,columns=1", "90");
}

#[test]
fn decisions_are_part_of_the_problem() {
    assert_count("--place b4,d5", "2");
    assert_count("--place b4 --place d5", "2");
    assert_count("--place a1,b2", "0");
    assert_count("--exclude a1", "88");
    assert_count("--place A1", "4");
}

#[test]
fn a_row_of_holes_cannot_hold_a_piece() {
    assert_count("--size 4 --holes a2,b2,c2,d2", "0");
    assert_count("--size 1 --holes a1", "0");
}

#[test]
fn classes_up_to_symmetry() {
    assert_count("--up-to-symmetry", "12");
    assert_count("--size 12 --up-to-symmetry", "1787");
    assert_count("--size 10 --piece amazon --up-to-symmetry", "1");
    assert_count("--size 8 --piece amazon --up-to-symmetry", "0");
    assert_count("--size 1 --up-to-symmetry", "1");
    // The reflection along the diagonal through a1 keeps this one decision.
    assert_count("--place a1 --up-to-symmetry", "2");
    assert_count("--place b4,d5 --up-to-symmetry", "2");
}

#[test]
fn json_tells_the_symmetries() {
    let json = run("count --up-to-symmetry --json").json();
    assert_eq!(json["solutions"], "12");
    assert_eq!((&json["up_to_symmetry"], &json["symmetries"]), (&true.into(), &8.into()));
    let rectangle = run("count --size 5x6 --up-to-symmetry --json").json();
    assert_eq!(rectangle["symmetries"], 4);
    assert_eq!(run("count --place b1 --up-to-symmetry --json").json()["symmetries"], 1);
    let ended = run("count --size 16 --memory 1MB --up-to-symmetry --json");
    assert_eq!((ended.code(), &ended.json()["symmetries"]), (3, &8.into()));
    let plain = run("count --json").json();
    assert!(plain.get("up_to_symmetry").is_none() && plain.get("symmetries").is_none());
}

#[test]
fn json() {
    let json = run("count --json").json();
    assert_eq!(json["solutions"], "92");
    assert_eq!(json["exact"], true);
    assert_eq!(json["engine"], "bdd");
    assert_eq!((&json["rows"], &json["cols"]), (&8.into(), &8.into()));
    assert_eq!(json["piece"], "queen");
    assert_eq!(json["nodes"], 2453);
    assert!(json["elapsed_ms"].is_number());
    assert!(json.get("interrupted").is_none());
}

#[test]
fn json_says_when_a_budget_ended() {
    let run = run("count --size 16 --memory 1MB --json");
    assert_eq!(run.code(), 3);
    let json = run.json();
    assert!(json["solutions"].is_null() && json["nodes"].is_null());
    assert_eq!(json["exact"], false);
    assert_eq!(json["interrupted"], run.sentence());
}
