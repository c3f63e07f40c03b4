//! `solve` by the finite-domain search.

use std::iter::zip;

use itertools::Itertools;
use serde_json::Value;

use super::{run, run_words};

#[test]
fn the_first_solution_of_the_literature() {
    let first = "[1,5,8,6,3,7,2,4]\n";
    for options in
        ["--engine search --labeling first-fail", "", "--propagation strong", "--labeling dual"]
    {
        let run = run(&format!("solve {options} --values min --size 8 --format list"));
        assert_eq!(run.answer(), first, "{options}");
    }
}

#[test]
fn all_solutions_with_every_option() {
    for options in [
        "--engine search",
        "--labeling leftmost",
        "--labeling dual --values max",
        "--values random",
        "--propagation strong",
        "--propagation bounded",
        "--propagation naive",
        "--propagation bounds",
        "--propagation alldifferent",
    ] {
        let run = run(&format!("solve {options} --all --format list"));
        let mut lines: Vec<&str> = run.answer().lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), 92, "{options}");
    }
}

#[test]
fn a_large_board_has_one_solution_without_a_word() {
    let list = run("solve --size 60 --format list");
    assert_eq!(list.answer().split(',').count(), 60);
    assert_eq!(run("solve --size 60 --format list").stdout(), list.stdout());
    let json = run("solve --size 40 --piece amazon --json").json();
    assert_eq!(json["statistics"]["engine"], "search");
    assert_eq!(json["solutions"][0].as_array().unwrap().len(), 40);
    assert_eq!(run("solve --size 8 --json").json()["statistics"]["engine"], "bdd");
    // Problems that only the diagram can solve.
    assert_eq!(
        run("solve --size 15x2 --piece knight --rules pieces=1 --json").json()["statistics"]["engine"],
        "bdd"
    );
}

#[test]
fn statistics() {
    let facts = |options: &str| {
        let json = run(&format!("solve --engine search --all --json {options}")).json();
        assert_eq!(json["complete"], true);
        assert_eq!(json["solutions"].as_array().unwrap().len(), 92);
        json["statistics"]["failures"].as_u64().unwrap()
    };
    assert!(facts("--propagation strong") < facts("--propagation weak"));
    assert_eq!(facts("--propagation strong"), facts("--propagation bounded"));
    let told = run("solve --engine search --size 4 --all --stats --format list");
    let lines: Vec<&str> = told.stdout().lines().collect();
    assert!(lines[0].starts_with("[2,4,1,3]  solution 1, after "), "{lines:?}");
    assert!(lines[1].starts_with("[3,1,4,2]  solution 2, after "), "{lines:?}");
    let block: Vec<&str> = told.stderr().lines().filter(|line| !line.contains("wall")).collect();
    let expected = [
        "Statistics",
        "  failures: 4",
        "  branches: 10",
        "  solutions found: 2 (all there are)",
        "  engine: search",
    ];
    assert_eq!(block[..5], expected);
    assert!(block.contains(&"  posted: attacks 12"), "{block:?}");
    let json = run("solve --size 8 --propagation naive --json").json();
    assert_eq!(json["statistics"]["posted"], serde_json::json!({"attacks": 12 * 28}));
}

#[test]
fn short_names_of_options() {
    let long = run("solve --all --format list --labeling first-fail --values middle");
    let short = run("solve --all --format list --labeling ff --values mid");
    assert_eq!(short.stdout(), long.stdout());
    assert_eq!(long.stdout().lines().count(), 92);
}

/// The names of OR-Tools, Oz and SICStus.
#[test]
fn orders_have_the_names_that_other_systems_give_them() {
    let all =
        |options: &str| run(&format!("solve 6 --all --format list {options}")).answer().to_owned();
    let help = run("help solve");
    for (name, others) in [
        ("--labeling leftmost", &["naive", "choose-first-unbound", "CHOOSE_FIRST_UNBOUND"][..]),
        ("--labeling first-fail", &["ff", "Choose_Min_Size_Lowest_Min"]),
        ("--values min", &["up", "ASSIGN_MIN_VALUE"]),
        ("--values max", &["down", "assign-max-value"]),
        ("--values middle", &["mid", "ASSIGN_CENTER_VALUE"]),
    ] {
        let expected = all(name);
        let (option, _) = name.split_once(' ').unwrap();
        for other in others {
            assert_eq!(all(&format!("{option} {other}")), expected, "{other}");
            let listed = other.to_lowercase().replace('_', "-");
            assert!(help.answer().contains(&listed), "{listed} is not in help");
        }
    }
    assert_ne!(all("--values min"), all("--values max"));
    // `naive` alone is the propagation, as before.
    let compared = run_words(&["solve", "6", "--compare", "naive,naive CHOOSE_FIRST_UNBOUND Up"]);
    let compared: Vec<String> =
        compared.answer().lines().map(|line| line.split_whitespace().take(4).join(" ")).collect();
    assert!(compared[1].starts_with("6 naive 4 "), "{compared:?}");
    assert_eq!(compared[2], "6 naive leftmost min");
    let unknown = run("solve --labeling FIRST_UNBOUND");
    assert!(unknown.refusal(2).starts_with("--labeling: 'FIRST_UNBOUND' is none of "));
}

/// The numbers of `bounds leftmost min` are those of the original OR-Tools CP solver (9.15).
#[test]
fn searches_are_compared_by_size() {
    let compared = ["solve", "--compare", "weak,bounds leftmost min"];
    let run = run_words(&[&compared[..], &["--sizes", "4..8", "--json"]].concat());
    let json = run.json();
    let or_tools = [(4, 4, 10), (5, 4, 26), (6, 32, 70), (7, 70, 218), (8, 304, 790)];
    let solutions = ["2", "10", "4", "40", "92"];
    for (row, ((size, failures, branches), number)) in
        zip(json["sizes"].as_array().unwrap(), zip(or_tools, solutions))
    {
        assert_eq!(row["size"], size);
        let searches = row["searches"].as_array().unwrap();
        assert_eq!(searches.len(), 2);
        assert!(searches.iter().all(|search| search["solutions"] == number), "{row}");
        assert_eq!(searches[0]["search"], "weak");
        assert_eq!(searches[1]["search"], "bounds leftmost min");
        assert_eq!(searches[1]["failures"], failures);
        assert_eq!(searches[1]["branches"], branches);
    }
    assert_eq!(json["exact"], true);
    let text = run_words(&compared);
    let line = text.stdout().lines().nth(2).unwrap().split_whitespace().join(" ");
    assert!(line.starts_with("8 bounds leftmost min 92 304 790 "), "{line}");
}

#[test]
fn all_solutions_of_several_sizes_are_found() {
    let run = run("solve --all --sizes 4..6,3x5");
    let lines: Vec<String> =
        run.stdout().lines().map(|line| line.split_whitespace().take(2).join(" ")).collect();
    assert_eq!(lines, ["size solutions", "4 2", "5 10", "6 4", "3x5 14"]);
    let wrong = super::run("solve --sizes 4..6");
    assert_eq!(wrong.code(), 2);
    assert_eq!(wrong.sentence(), "--sizes: a table of all solutions needs --all or --compare");
    let ended = super::run("solve --all --sizes 4,20 --engine bdd --memory 1MB");
    assert_eq!(ended.code(), 3);
    assert!(ended.stdout().lines().nth(2).unwrap().contains('?'));
    assert!(ended.sentence().starts_with("size 20: "), "{}", ended.sentence());
}

/// 304 failures and 790 branches are the numbers in the manual of OR-Tools.
#[test]
fn failures_and_branches_of_or_tools() {
    let options = "--labeling leftmost --values min --propagation bounds";
    let run = run(&format!("solve {options} --all --stats --format list"));
    assert_eq!(run.stdout().lines().count(), 92);
    assert!(run.stderr().contains("  failures: 304\n  branches: 790\n"));
    let json = super::run(&format!("solve {options} --all --json")).json();
    let statistics = &json["statistics"];
    assert_eq!((&statistics["failures"], &statistics["branches"]), (&304.into(), &790.into()));
}

#[test]
fn a_limit_leaves_the_rest_unknown() {
    let json = run("solve --engine search --limit 3 --json").json();
    assert_eq!(
        (json["solutions"].as_array().unwrap().len(), &json["complete"]),
        (3, &false.into())
    );
    let json = run("solve --engine search --limit 100 --json").json();
    assert_eq!(
        (json["solutions"].as_array().unwrap().len(), &json["complete"]),
        (92, &true.into())
    );
}

#[test]
fn one_of_each_class() {
    for options in ["", "--values random --seed 3", "--labeling dual"] {
        let run =
            run(&format!("solve --engine search {options} --all --up-to-symmetry --format list"));
        assert_eq!(run.answer().lines().count(), 12, "{options}");
        assert!(run.stdout().contains("[1,5,8,6,3,7,2,4]\n"));
    }
    let amazons =
        run("solve --engine search --size 10 --piece amazon --all --up-to-symmetry --format list");
    assert_eq!(amazons.answer(), "[3,6,9,1,4,7,10,2,5,8]\n");
}

#[test]
fn random_solutions_say_that_they_are_not_drawn_evenly() {
    let draw = |options: &str| {
        let run = run(&format!("solve --engine search --random --format list {options}"));
        assert_eq!(run.code(), 0);
        assert_eq!(run.stderr(), "drawn by search: not every solution is equally probable\n");
        run.stdout().to_owned()
    };
    assert_eq!(draw("--seed 7 --limit 5"), draw("--seed 7 --limit 5"));
    assert_ne!(draw("--seed 7 --limit 5"), draw("--seed 8 --limit 5"));
    assert_eq!(draw("--size 4 --limit 20").lines().count(), 20);
    assert_eq!(draw("--size 50").lines().count(), 1);
    assert_eq!(
        run("solve --random --values min").refusal(2),
        "--random tries values at random: leave out --values"
    );
}

#[test]
fn the_tree_of_four_queens() {
    let tree = run("solve --size 4 --trace --values min");
    let expected = "\
place a1
  out a2, b2, a3, c3, a4, d4
  4 x . . x
  3 x . x .
  2 x x . .
  1 Q x x x
    a b c d
  place c2
    out b3, d3
    4 x . x x
    3 x x x x
    2 x x Q x
    1 Q x x x
      a b c d
    fail
  not c2
    out d3, b4, c4
    only d2, b3
    4 x x x x
    3 x Q x x
    2 x x x Q
    1 Q x x x
      a b c d
    fail
not a1
";
    assert!(tree.answer().contains(expected), "{}", tree.stdout());
    assert!(tree.stdout().ends_with("  solution\n"));
    assert!(!run("solve --size 12 --trace").answer().contains("  a b"));
    let all = run("solve --size 6 --trace --all");
    assert_eq!(all.answer().matches("solution\n").count(), 4);
    let none = run("solve --size 3 --trace");
    assert_eq!((none.code(), none.sentence()), (1, "no solution exists; 'explain' says why"));
}

/// The search for 4 queens as JSON lines has the same steps as the printed tree.
#[test]
fn the_steps_as_json_lines() {
    let lines = |arguments: &str| -> Vec<Value> {
        let run = run(&format!("solve --trace --json {arguments}"));
        run.stdout().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let all = lines("--size 4 --values min");
    let steps: Vec<String> = all.iter().take(18).map(Value::to_string).collect();
    let step = |number: u32, kind: &str, cell: Option<&str>, depth: u32| {
        let cell = cell.map_or_else(String::new, |cell| format!(r#","cell":"{cell}""#));
        let text = format!(r#"{{"step":{number},"kind":"{kind}"{cell},"depth":{depth}}}"#);
        serde_json::from_str::<Value>(&text).unwrap().to_string()
    };
    let removed = |number: u32, depth: u32, cells: &[&str]| {
        let removal = |(number, words): (u32, &&str)| {
            let [cell, cause, by] = words.split(' ').collect::<Vec<_>>()[..] else { panic!() };
            serde_json::json!({
                "step": number, "kind": "remove", "cell": cell, "cause": cause, "by": by, "depth": depth
            })
            .to_string()
        };
        (number..).zip(cells).map(removal).collect::<Vec<_>>()
    };
    let expected = [
        vec![step(1, "try", Some("a1"), 1)],
        removed(
            2,
            1,
            &[
                "a2 column a1",
                "b2 diagonal a1",
                "a3 column a1",
                "c3 diagonal a1",
                "a4 column a1",
                "d4 diagonal a1",
            ],
        ),
        vec![step(8, "try", Some("c2"), 2)],
        removed(9, 2, &["b3 diagonal c2", "d3 diagonal c2"]),
        vec![step(11, "fail", None, 2), step(12, "refute", Some("c2"), 1)],
        removed(13, 1, &["d3 column d2", "b4 diagonal d2", "c4 diagonal b3"]),
        vec![step(16, "fail", None, 1), step(17, "refute", Some("a1"), 0)],
        vec![step(18, "try", Some("b1"), 1)],
    ];
    assert_eq!(steps, expected.concat());
    // Each kind of cause is named.
    let causes = |options: &str| -> std::collections::BTreeSet<String> {
        let lines = lines(options);
        let causes = lines.iter().filter_map(|line| line["cause"].as_str());
        causes.map(str::to_owned).collect()
    };
    let with_support = causes("--size 6 --all --propagation strong --piece amazon");
    assert!(
        ["column", "diagonal", "knight", "support"].iter().all(|&it| with_support.contains(it))
    );
    assert!(causes("--size 7 --all --propagation bounds").contains("alldifferent"));
    // The numbers of steps add up to the statistics.
    for options in ["--size 4", "--size 6 --all --propagation bounds", "--size 3"] {
        let lines = lines(options);
        let (end, steps) = lines.split_last().unwrap();
        assert_eq!(end["kind"], "end");
        let count = |kind| steps.iter().filter(|step| step["kind"] == kind).count();
        assert_eq!(end["statistics"]["failures"], count("fail"), "{options}");
        assert_eq!(end["statistics"]["branches"], count("try") + count("refute"), "{options}");
        assert_eq!(end["statistics"]["printed"], count("solution"), "{options}");
        assert_eq!(end["statistics"]["removals"], count("remove"), "{options}");
        assert!(steps.iter().zip(1..).all(|(step, number)| step["step"] == number));
    }
}

#[test]
fn what_the_search_cannot_do_is_refused() {
    for (arguments, sentence) in [
        (
            "solve --engine search --piece knight",
            "the search engine places pieces that move as a rook, one in each row, and the knight \
             does not: use --engine bdd or sat",
        ),
        (
            "solve --engine search --rules pieces=3",
            "the search engine needs rules that want a piece in each row, or in each column: use \
             --engine bdd or sat",
        ),
        (
            "solve --engine bdd --values min",
            "--values is for the search engine: give --engine search, or leave out --engine",
        ),
        (
            "solve --engine bdd --trace",
            "--trace is for the search engine: give --engine search, or leave out --engine",
        ),
        (
            "count --engine search",
            "--engine: 'search' does not answer count: bdd, count and estimate do",
        ),
        (
            "domains --engine search",
            "--engine: 'search' does not answer domains: bdd, sat, count and estimate do",
        ),
        (
            "--engine search",
            "--engine: the board chooses the fastest engine itself; --engine is for verbs",
        ),
    ] {
        assert_eq!(run(arguments).refusal(2), sentence, "{arguments}");
    }
    assert_eq!(
        run("solve --engine search --size 3").refusal(1),
        "no solution exists; 'explain' says why"
    );
}

/// The literature warns of the smallest value first.
#[test]
fn a_search_that_thrashes_ends_with_the_budget() {
    let run = run("solve --size 500 --values min --timeout 0.3 --json");
    assert_eq!(run.code(), 3);
    assert!(run.sentence().starts_with("the time budget of 0.3 s ended before the answer"));
    assert_eq!(run.json()["complete"], false);
}
