use super::run;
use crate::verify::certificate;

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

/// With row-by-row variables, a state would have to record the open cells of rows with thirty cells.
#[test]
fn wide_boards_are_counted_as_fast_as_high_ones() {
    for (wide, high) in [
        ("2x30 --piece knight", "30x2 --piece knight --rules columns"),
        ("3x20 --piece knight", "20x3 --piece knight --rules columns"),
        (
            "2x30 --piece knight --place a1,c1 --exclude ad2",
            "30x2 --piece knight --rules columns --place a1,a3 --exclude b30",
        ),
        ("3x24 --piece fW --holes b2", "24x3 --piece rW --rules columns --holes b2"),
        ("2x40 --piece king --rules rows=3,columns", "40x2 --piece king --rules columns=3,rows"),
        ("3x30 --piece king --rules dominate", "30x3 --piece king --rules dominate"),
        ("30 --no-board-rule --rules columns=2", "30 --no-board-rule --rules rows=2"),
    ] {
        let answer =
            |board: &str| run(&format!("count --memory 30MB --size {board}")).answer().to_owned();
        assert_eq!(answer(wide), answer(high), "{wide}");
    }
    let cells = |board| run(&format!("domains --json --size {board}")).json()["cells"].clone();
    let (wide, high) = (cells("2x30 --piece knight"), cells("30x2 --piece knight --rules columns"));
    for (name, turned) in [("c1", "a3"), ("ad2", "b30")] {
        assert_eq!(wide[name], high[turned]);
    }
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
    // The decision is invariant under the reflection along the diagonal through a1.
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
    let ended = run("count --size 16 --memory 1MB --up-to-symmetry --engine bdd --json");
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
    let problem = &json["problem"];
    assert_eq!((&problem["rows"], &problem["cols"]), (&8.into(), &8.into()));
    assert_eq!(problem["piece"], "queen");
    assert_eq!(json["nodes"], 2453);
    assert_eq!((&json["zdd_nodes"], &json["row_nodes"]), (&375.into(), &145.into()));
    assert!(json["elapsed_ms"].is_number());
    assert!(json.get("interrupted").is_none());
}

#[test]
fn json_says_when_a_budget_ended() {
    let run = run("count --size 16 --memory 1MB --engine bdd --json");
    assert_eq!(run.code(), 3);
    let json = run.json();
    assert!(json["solutions"].is_null() && json["nodes"].is_null());
    assert_eq!(json["exact"], false);
    assert_eq!(json["interrupted"], run.sentence());
}

#[test]
fn the_engine_that_searches() {
    assert_count("--engine count", "92");
    assert_count("--engine count --threads 3 --place b4,d5", "2");
    assert_count("--size 12 --engine count --threads 1 --up-to-symmetry", "1787");
    assert_count("--size 6x7 --rules rows,columns --engine count", "0");
    assert_count("--size 13", "73712");
    let json = run("count --engine count --json").json();
    assert_eq!((&json["solutions"], &json["exact"]), (&"92".into(), &true.into()));
    assert_eq!((&json["engine"], &json["nodes"]), (&"count".into(), &serde_json::Value::Null));
    assert!(json.get("shard").is_none());
    // The engine that suits the problem best.
    let engine = |options: &str| run(&format!("count {options} --json")).json()["engine"].clone();
    assert_eq!(engine("--size 12"), "count");
    assert_eq!(engine("--size 12 --place a1,c2"), "bdd");
    assert_eq!(engine("--size 12 --piece rook"), "bdd");
    assert_eq!(engine("--size 11 --rules pieces=3 --place a1,b3,c5"), "bdd");
}

#[test]
fn the_engine_that_searches_refuses_what_it_cannot() {
    for (options, start) in [
        ("count --piece king --engine count", "--engine: the engine 'count' needs a piece with"),
        ("count --rules pieces=3 --engine count", "--engine: the engine 'count' needs one piece"),
        ("count --size 65 --engine count", "--engine: the engine 'count' takes at most 64 rows"),
        (
            "count --shard 1/2 --engine sat",
            "--engine: 'sat' does not answer a count of parts: bdd and count do",
        ),
        ("count --shard 3/2", "--shard: part '3/2' is out of range"),
        ("count --shard 0/2", "--shard: part '0/2' is out of range"),
        ("count --shard half", "--shard: 'half' is not a part (I/K, as in '2/8')"),
        (
            "count --threads 0",
            "--threads: '0' is not a number of threads (a whole number from 1 to 1024)",
        ),
        (
            "count --threads -2",
            "--threads: '-2' is not a number of threads (a whole number from 1 to 1024)",
        ),
        ("solve --engine count", "--engine: 'count' does not answer solve: bdd, sat and search do"),
        ("inspect --engine count", "--engine: 'count' does not answer inspect: only bdd does"),
        ("explain --engine count", "--engine: 'count' does not answer explain: bdd and sat do"),
        (
            "--engine count",
            "--engine: the board chooses the fastest engine itself; --engine is for verbs",
        ),
    ] {
        let run = run(options);
        assert!(run.refusal(2).starts_with(start), "{options}: {}", run.stderr());
    }
}

#[test]
fn parts_add_up_to_the_whole() {
    for parts in [1, 3, 20] {
        let part = |part| {
            let shard = format!("{part}/{parts}");
            let json = run(&format!("count --size 10 --shard {shard} --json")).json();
            assert_eq!((&json["shard"], &json["engine"]), (&shard.into(), &"count".into()));
            json["solutions"].as_str().unwrap().parse::<u32>().unwrap()
        };
        assert_eq!((1..=parts).map(part).sum::<u32>(), 724, "{parts}");
    }
}

/// Formerly an empty text also meant no rules.
#[test]
fn no_rule_is_none_and_an_empty_text_is_an_error() {
    assert_eq!(run("count --size 4 --rules none").answer(), "87\n");
    let empty = run("count --size 4 --rules=");
    assert!(empty.refusal(2).starts_with("--rules: a rule is missing"), "{}", empty.sentence());
}

#[test]
fn a_certificate_says_what_it_proves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate");
    let written = |arguments: &str| {
        let run = run(&format!("count --json --certificate {} {arguments}", file.display()));
        let is_complete = run.json()["certificate_is_complete"].as_bool().unwrap();
        let proof = certificate::verify(&*std::fs::read(&file).unwrap(), None).unwrap();
        assert_eq!(run.json()["solutions"], proof.solutions.to_string());
        assert_eq!(proof.is_complete, is_complete);
        (is_complete, run.stderr().to_owned())
    };
    assert_eq!(written("--size 6"), (true, String::new()));
    let board = folder.path().join("board.toml");
    let text = "rules = []\nweights = \"1 2 3\\n4 5 6\\n-7 8 9\"\nmax_cost = 5";
    std::fs::write(&board, text).unwrap();
    let (is_complete, told) = written(&format!("--board {}", board.display()));
    assert!(!is_complete && told.contains("complete certificates do not support cost limits"));
}
