//! `count --estimate` and `domains --engine estimate`.

use super::run;

/// Returns a field of a JSON estimate as a number.
fn number(json: &serde_json::Value, field: &str) -> f64 {
    json["estimate"][field].as_str().unwrap().parse().unwrap()
}

#[test]
fn a_line_says_how_sure_it_is() {
    let answer = run("count --estimate --size 12 --precision 5 --seed 1");
    let words: Vec<&str> = answer.answer().split_whitespace().collect();
    assert_eq!(words[0], "≈");
    let value: f64 = words[1].trim_end_matches(',').parse().unwrap();
    assert!((13_000.0..15_400.0).contains(&value), "{value}");
    assert!(answer.stdout().contains(", with 95 % confidence from "));
    assert!(answer.stdout().contains(", with 99.9 % at least "));
    assert_eq!(answer.stdout().lines().count(), 1);
}

#[test]
fn json_has_the_interval_and_the_bound() {
    let json = run("count --estimate --precision 6 --seed 7 --json").json();
    assert!(json["solutions"].is_null());
    assert_eq!((&json["exact"], &json["engine"]), (&false.into(), &"estimate".into()));
    let (low, value, high) = (number(&json, "low"), number(&json, "value"), number(&json, "high"));
    assert!(80.0 < low && low <= value && value <= high && high < 105.0, "{json}");
    assert_eq!(json["estimate"]["confidence"], 0.95);
    assert_eq!(json["confidence_of_bound"], 0.999);
    let bound: f64 = json["probably_at_least"].as_str().unwrap().parse().unwrap();
    assert!((60.0..=92.0).contains(&bound), "{bound}");
    let seen: u32 = json["at_least"].as_str().unwrap().parse().unwrap();
    assert!(0 < seen && seen <= 92);
    assert_eq!(json["seed"], "7");
    assert!(json["runs"].is_number() && json.get("interrupted").is_none());
    // A huge number is also printed as a string.
    let knights =
        run("count --estimate --size 40 --piece wazir --rules none --precision 40 --json");
    let value = knights.json()["estimate"]["value"].as_str().unwrap().to_owned();
    assert!(value.contains('e') && value.len() > 6, "{value}");
}

#[test]
fn the_same_seed_gives_the_same_digits_on_any_number_of_threads() {
    let digits = |threads: &str| {
        let options = "count --estimate --size 14 --precision 5 --seed 3 --threads";
        run(&format!("{options} {threads}")).answer().to_owned()
    };
    assert_eq!(digits("1"), digits("2"));
    assert_eq!(digits("1"), digits("7"));
    let domains = || run("domains --engine estimate --precision 8 --seed 3").answer().to_owned();
    assert_eq!(domains(), domains());
}

#[test]
fn where_no_particle_survives_it_says_so_and_never_zero() {
    let none = run("count --estimate --size 3");
    assert!(none.refusal(3).starts_with("no estimate: no particle survived in "));
    let json = run("count --size 3 --engine estimate --json");
    assert_eq!(json.code(), 3);
    let object = json.json();
    assert!(object["estimate"].is_null() && object["solutions"].is_null());
    assert_eq!(object["interrupted"], json.sentence());
    assert!(object.get("at_least").is_none() && object.get("probably_at_least").is_none());
    let clash = run("count --estimate --place a1,b2");
    assert_eq!(clash.refusal(3), "no estimate: there is no solution; 'explain' says why");
    let domains = run("domains --engine estimate --place a1,b2 --size 4");
    assert_eq!(domains.code(), 3);
    assert!(domains.stdout().contains("c4    impossible  ?"), "{}", domains.stdout());
    let domains = run("domains --engine estimate --size 3");
    assert_eq!(domains.code(), 3);
    assert!(domains.stdout().contains("a1    unknown     ?"), "{}", domains.stdout());
}

#[test]
fn an_estimate_that_is_not_precise_enough_is_printed_and_ends_with_3() {
    let run = run("count --estimate --size 10 --precision 0.01 --timeout 0.5 --json");
    assert_eq!(run.code(), 3, "{}", run.stderr());
    assert!(run.sentence().starts_with("the estimate is precise to "));
    assert!(run.sentence().ends_with(" %, not to 0.01 %"));
    assert!(number(&run.json(), "value") > 100.0);
    assert_eq!(run.json()["interrupted"], run.sentence());
}

#[test]
fn budgets_end_it_before_an_estimate() {
    let time = run("count --estimate --size 200 --timeout 0.01");
    assert!(time.refusal(3).starts_with("the time budget of 0.01 s ended before the answer"));
    let memory = run("count --estimate --size 20 --memory 10kB");
    assert!(memory.refusal(3).starts_with("the memory budget of 10.0 kB ended before the answer"));
}

#[test]
fn domains_have_shares_and_states_only_where_they_are_proved() {
    let options = "domains --engine estimate --size 6 --holes f6 --exclude a6 --place b1";
    let json =
        run(&format!("{options} --rules rows --piece king --precision 3 --seed 2 --json")).json();
    assert!(json["estimate"]["value"].is_string() && json["solutions"].is_null());
    let cell = |name: &str| json["cells"][name].clone();
    assert_eq!(cell("f6"), serde_json::json!({"state": "hole"}));
    assert_eq!((&cell("b1")["state"], &cell("b1")["share"]), (&"placed".into(), &1.0.into()));
    assert_eq!((&cell("a6")["state"], &cell("a6")["share"]), (&"excluded".into(), &0.0.into()));
    assert_eq!((&cell("a2")["state"], &cell("a2")["share"]), (&"attacked".into(), &0.0.into()));
    assert_eq!(cell("d3")["state"], "possible");
    // No solution has a piece on e3. But the estimate has only not seen one, which is no proof.
    assert_eq!((&cell("e3")["state"], &cell("e3")["share"]), (&"unknown".into(), &0.0.into()));
    let exact = run(&format!("{} --json", options.replace("estimate", "bdd") + " --piece king"));
    let exact = exact.json();
    let total: f64 = exact["solutions"].as_str().unwrap().parse().unwrap();
    let mut outside = 0;
    for (name, facts) in exact["cells"].as_object().unwrap().iter().filter(|it| it.0 != "f6") {
        let truth = facts["solutions"].as_str().unwrap().parse::<f64>().unwrap() / total;
        let [low, high] = ["share_low", "share_high"].map(|end| cell(name)[end].as_f64().unwrap());
        outside += u32::from(truth < low - 1e-6 || truth > high + 1e-6);
        assert!((cell(name)["share"].as_f64().unwrap() - truth).abs() < 0.05, "{name} {truth}");
    }
    // One in twenty intervals may miss the number.
    assert!(outside <= 5, "{outside}");
    let table = run("domains --engine estimate --size 4 --precision 1");
    assert!(table.answer().starts_with("cell  state       share in percent (of ≈ 2, with 95 %"));
    assert!(table.stdout().contains("\nb1    possible    50.0 (50.0 to 50.0)\n"));
    assert!(table.stdout().contains("\na1    unknown     0.0 (0.0 to "), "{}", table.stdout());
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for (options, start) in [
        ("count --precision 3", "--precision is for estimates: use count --estimate"),
        ("count --seed 3", "--seed is for estimates: use count --estimate"),
        ("domains --seed 3", "--seed is for estimates: use domains --engine estimate"),
        ("count --estimate --precision 0", "--precision: '0' is not a precision (percent above 0"),
        ("count --estimate --precision inf", "--precision: 'inf' is not a precision"),
        ("count --estimate --precision +1", "--precision: '+1' is not a precision"),
        (
            "count --estimate --engine bdd",
            "--engine: 'bdd' does not answer count --estimate: only estimate does",
        ),
        (
            "count --engine estimate --sizes 4..6",
            "--engine: 'estimate' does not answer count --sizes: bdd and count do",
        ),
        (
            "count --engine estimate --up-to-symmetry",
            "--engine: 'estimate' does not answer count --up-to-symmetry: bdd and count do",
        ),
        (
            "count --engine estimate --shard 1/2",
            "--engine: 'estimate' does not answer a count of parts: bdd and count do",
        ),
        (
            "count --engine estimate --merge parts",
            "--engine: 'estimate' does not answer a count of parts: bdd and count do",
        ),
        (
            "solve --engine estimate",
            "--engine: 'estimate' does not answer solve: bdd, sat and search do",
        ),
    ] {
        let run = run(options);
        assert!(run.refusal(2).starts_with(start), "{options}: {}", run.stderr());
    }
    assert_eq!(run("count --estimate --sizes 4..6").code(), 2);
}
