use std::fs;
use std::path::Path;

use serde_json::json;

use super::{Run, run};

const BOARD: &str = "assets/boards/costs-8.toml";

/// The costs of the ten solutions of [`BOARD`] that cost at most 60, computed by an independent program.
const COSTS: [&str; 10] = ["37", "42", "47", "51", "54", "54", "55", "55", "57", "60"];

fn on_board(arguments: &str) -> Run {
    let (verb, rest) = arguments.split_once(' ').unwrap_or((arguments, ""));
    run(&format!("{verb} --board {BOARD} {rest}"))
}

#[test]
fn the_cheapest_come_in_order_and_are_proved() {
    for engine in ["bdd", "sat"] {
        let answer = on_board(&format!("solve --cheapest --limit 11 --json --engine {engine}"));
        let answer = answer.json();
        assert_eq!(answer["costs"], json!(COSTS), "{engine}");
        assert_eq!(answer["solutions"].as_array().unwrap().len(), 10, "{engine}");
        assert_eq!(
            (&answer["proved"], &answer["complete"]),
            (&json!(10), &json!(true)),
            "{engine}"
        );
    }
    let dearest = on_board("solve --dearest --max-cost none --json").json();
    assert_eq!((&dearest["costs"], &dearest["bound"]), (&json!(["118"]), &json!("118")));
    let text = on_board("solve --cheapest");
    assert_eq!(text.answer().lines().next(), Some("cost 37"));
    let none = on_board("solve --cheapest --max-cost 36");
    assert!(none.refusal(1).starts_with("no solution exists"), "{}", none.stderr());
}

#[test]
fn every_solution_says_its_cost() {
    for engine in ["bdd", "sat", "search"] {
        let answer = on_board(&format!("solve --all --json --engine {engine}")).json();
        let mut costs: Vec<i64> = answer["costs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|cost| cost.as_str().unwrap().parse().unwrap())
            .collect();
        costs.sort_unstable();
        let expected: Vec<i64> = COSTS.iter().map(|cost| cost.parse().unwrap()).collect();
        assert_eq!(costs, expected, "{engine}");
    }
    let cells = on_board("solve --format cells");
    assert!(cells.answer().contains("  cost "), "{}", cells.stdout());
}

#[test]
fn domains_have_the_cheapest_solution_through_each_cell() {
    let answer = on_board("domains --json").json();
    assert_eq!((&answer["solutions"], &answer["cheapest"]), (&json!("10"), &json!("37")));
    assert_eq!(
        answer["cells"]["b1"],
        json!({"state": "possible", "solutions": "3", "cheapest": "37"})
    );
    assert_eq!(answer["cells"]["e1"]["cheapest"], json!(null));
    assert_eq!(answer["problem"]["max_cost"], "60");
    let text = on_board("domains");
    let lines: Vec<&str> = text.answer().lines().collect();
    assert_eq!(lines[0], "cell  state       solutions (of 10)  cheapest (of 37)");
    assert_eq!(lines[5], "e1    impossible  0                  -");
}

#[test]
fn a_reason_names_the_limit() {
    let answer = on_board("explain e1 --json").json();
    let rules = answer["rules"].as_array().unwrap();
    assert!(rules.contains(&json!("max-cost=60")), "{rules:?}");
    let text = on_board("explain e1");
    assert!(text.answer().contains("cost at most 60"), "{}", text.stdout());
}

#[test]
fn engines_that_keep_no_limit_say_so() {
    for (arguments, part) in [
        ("count --engine count", "the engine 'count' keeps no limit of cost"),
        ("count --estimate", "an estimate keeps no limit of cost"),
        ("domains --engine estimate", "an estimate keeps no limit of cost"),
        ("export --to dimacs", "the clauses of 'dimacs' keep no limit of cost"),
        ("solve --cheapest --engine search", "'search' does not answer"),
    ] {
        let run = on_board(arguments);
        assert!(run.refusal(2).contains(part), "{}", run.stderr());
    }
}

#[test]
fn a_model_has_the_limit() {
    let model = on_board("export --to minizinc");
    assert!(
        model.answer().contains("constraint sum(r in 1..rows)(weight[r,q[r]]) <= 60;"),
        "{}",
        model.stdout()
    );
    let cells = on_board("export --to minizinc --model cells");
    assert!(cells.answer().contains("(weight[r,c] * x[r,c]) <= 60;"), "{}", cells.stdout());
}

#[test]
fn weights_come_from_files_and_set_the_size() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.txt");
    let named = |path: &Path| path.display().to_string();
    fs::write(&file, "4 1 . 3\n2 2 5 -1\n. 7 1 1\n6 . 2 2\n").unwrap();
    let answer =
        run(&format!("solve --cheapest --limit 9 --json --weights {}", named(&file))).json();
    assert_eq!((&answer["problem"]["rows"], &answer["costs"]), (&json!(4), &json!(["2", "3"])));
    let limited = |limit| run(&format!("count --weights {} --max-cost {limit}", named(&file)));
    assert_eq!(
        ["1", "2", "3", "none", "-1"].map(|limit| limited(limit).answer().to_owned()),
        ["0\n", "1\n", "2\n", "2\n", "0\n"]
    );
    let of_board = run(&format!("solve --cheapest --weights {BOARD} --json")).json();
    assert_eq!(of_board["costs"], json!(["37"]));
    fs::write(&file, "1 2\n3 4 5\n").unwrap();
    let ragged = run(&format!("count --weights {}", named(&file)));
    assert!(ragged.refusal(2).contains("w.txt:2: ragged weights"), "{}", ragged.stderr());
    for (arguments, part) in [
        ("count --max-cost 4", "--max-cost: a limit of cost needs weights"),
        ("count --max-cost much", "--max-cost: 'much' is no limit of cost"),
        ("solve --cheapest", "--cheapest: there are no weights"),
        ("count --weights nowhere.txt", "--weights: nowhere.txt: there is no such file"),
        ("count --regions - --weights -", "--weights: standard input is read for --regions"),
        ("puzzle --coloured --max-cost 4", "--max-cost: the makers of colour regions"),
    ] {
        let run = run(arguments);
        assert!(run.refusal(2).contains(part), "{}", run.stderr());
    }
    let other_size = on_board("count --size 6");
    assert!(other_size.refusal(2).contains("does not fit the weights"), "{}", other_size.stderr());
}

#[test]
fn the_option_that_sets_the_size_is_the_one_that_is_blamed() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (weights, regions) = (file("weights", "1 2\n3 4\n"), file("regions", "aab\nabb\nabb\n"));
    let drawn = file("drawn.toml", "regions = \"aab\\nabb\\nabb\"\n");
    let weighed = file("weighed.toml", "size = 2\nweights = \"1 2\\n3 4\"\n");
    for (arguments, sentence) in [
        (
            format!("count --board {drawn} --weights {weights}"),
            "--weights: 2×2 does not fit the regions, which are drawn for 3×3 cells",
        ),
        (
            format!("count --board {weighed} --regions {regions}"),
            "--regions: 3×3 does not fit the weights, which are drawn for 2×2 cells",
        ),
    ] {
        assert_eq!(run(&arguments).refusal(2), sentence);
    }
}

/// The board is too large for a diagram, and the time is too short for a proof.
#[test]
fn what_is_not_proved_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.txt");
    let row = |row: usize| (0..40).map(move |column| ((row * 37 + column * 101) % 97).to_string());
    let rows: Vec<String> = (0..40).map(|at| row(at).collect::<Vec<_>>().join(" ")).collect();
    fs::write(&file, rows.join("\n")).unwrap();
    let arguments = format!("solve --cheapest --json --timeout 1 --weights {}", file.display());
    let run = run(&arguments);
    if run.code() == 0 {
        assert_eq!(run.json()["proved"], 1);
    } else {
        assert_eq!(run.code(), 3);
        assert!(run.sentence().contains("time budget of 1 s ended before the"), "{}", run.stderr());
    }
}
