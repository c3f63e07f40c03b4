use super::{run_with_input, run_words};

/// The number of solutions of a part, and of those with a piece on a cell.
fn numbers(first: &str, second: &str) -> [[String; 2]; 3] {
    let json = run_words(&["compare", first, second, "--json"]).json();
    ["common", "only_first", "only_second"].map(|part| {
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        [text(&json[part]["solutions"]), text(&json["cells"]["b1"][part])]
    })
}

/// Known numbers: 14,200 solutions of 12 queens (500 with b1, counted by the sum of a row), 156 of 12 amazons, none on
/// the torus, as 12 is divisible by 2 and by 3.
#[test]
fn twelve_queens_against_amazons_the_torus_and_fewer_rules() {
    let all = ["14200", "0", "0"];
    for (second, expected) in
        [("12 --piece amazon", ["156", "14044", "0"]), ("12 --torus", ["0", "14200", "0"])]
    {
        let found = numbers("12", second).map(|[all, _]| all);
        assert_eq!(found, expected, "{second}");
    }
    // Without the rules that follow from the others, the solutions are the same.
    let run = run_words(&["compare", "12 --rules rows=1,columns=1,pieces=12", "12", "--json"]);
    let json = run.json();
    let parts = ["common", "only_first", "only_second"].map(|part| &json[part]["solutions"]);
    assert_eq!(parts, all);
    assert_eq!(json["equal"], true);
}

#[test]
fn the_numbers_of_cells_add_up_to_those_of_each_problem() {
    let [common, first, second] =
        numbers("6 --piece knight --rules pieces=3", "6 --piece king --rules pieces=3");
    let counted = |words: &str| {
        let json = super::run(&format!("domains {words} --json")).json();
        [&json["solutions"], &json["cells"]["b1"]["solutions"]]
            .map(|number| number.as_str().unwrap().parse::<u64>().unwrap())
    };
    let sum = |only: &[String; 2]| {
        [0, 1].map(|at| common[at].parse::<u64>().unwrap() + only[at].parse::<u64>().unwrap())
    };
    assert_eq!(counted("--size 6 --piece knight --rules pieces=3"), sum(&first));
    assert_eq!(counted("--size 6 --piece king --rules pieces=3"), sum(&second));
}

#[test]
fn the_exit_code_tells_whether_the_solutions_differ() {
    let equal = run_words(&["compare", "8", "8 --rules rows=1,columns=1"]);
    assert!(equal.answer().starts_with("in both          92\nonly the first   0\n"));
    let differing = run_words(&["compare", "4", "4 --torus", "--limit", "0"]);
    assert_eq!(differing.code(), 1);
    assert!(differing.stdout().starts_with("in both          0\nonly the first   2\n"));
    assert!(!differing.stdout().contains("example"));
    let open =
        run_words(&["compare", "12", "12 --piece amazon", "--timeout", "0.000001", "--json"]);
    assert_eq!(open.code(), 3);
    let json = open.json();
    assert!(json["equal"].is_null() && json["interrupted"].is_string(), "{json}");
    assert!(json["common"]["solutions"].is_null());
}

/// No engine counts 30 queens, but examples show that there are solutions that only one has, and a proof that there are
/// none.
#[test]
fn what_is_not_counted_has_examples_and_proofs() {
    let json = run_words(&["compare", "30", "30 --piece amazon", "--json"]).json();
    for part in ["common", "only_first"] {
        assert!(json[part]["solutions"].is_null(), "{part}");
        assert_eq!((&json[part]["at_least"], json["exact"].as_bool()), (&1.into(), Some(false)));
        let cells = json[part]["examples"][0]["cells"].as_array().unwrap();
        assert_eq!(cells.len(), 30);
    }
    assert_eq!(json["only_second"]["solutions"], "0");
    let fault = json["only_first"]["examples"][0]["fault"].as_str().unwrap();
    assert!(fault.contains(" attacks "), "{fault}");
}

#[test]
fn problems_that_cannot_be_compared_are_refused() {
    for (first, second, sentence) in [
        ("4", "5", "boards of different sizes have no solutions to compare: 4×4 and 5×5"),
        ("4", "4 --holes b2", "b2 is a hole of one board only"),
        ("4", "4 --piece quen", "B: --piece: 'quen' is not a piece"),
        ("--bogus", "4", "A: there is no option --bogus"),
        ("4", "nowhere.toml", "B: nowhere.toml: there is no such file"),
        ("4 'a", "4", "A: '4 'a' has a quote that does not end"),
        ("-", "-", "B: standard input is read for A already"),
        ("--board -", "--board -", "B: standard input is read for A already"),
        ("-", "--board -", "B: standard input is read for A already"),
        ("--board - --regions -", "8", "A: --regions: standard input is read for --board already"),
    ] {
        let run = run_words(&["compare", first, second]);
        assert!(run.refusal(2).starts_with(sentence), "{}", run.refusal(2));
    }
    let missing = run_words(&["compare", "4"]);
    assert!(missing.refusal(2).contains("compare needs <B>"));
    let read = run_with_input("compare - 4", "size = 4\nplaced = ['b1']\n");
    assert_eq!(read.code(), 1);
    assert!(
        read.stdout().starts_with("in both          1\nonly the first   0\nonly the second  1\n")
    );
}
