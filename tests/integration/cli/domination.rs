use super::run;

#[test]
fn the_fewest_queens_that_cover_are_found_and_proved() {
    let fewest = run("solve --fewest --rules dominate --no-board-rule --size 6 --json").json();
    assert_eq!(fewest["pieces"][0], 3);
    assert_eq!(fewest["proved"], 1);
    let all = run("solve --fewest --limit 9 --rules dominate --no-board-rule --size 6 --json");
    let pieces = all.json()["pieces"].as_array().unwrap().clone();
    let pieces: Vec<u64> = pieces.iter().map(|number| number.as_u64().unwrap()).collect();
    assert_eq!(pieces, [3, 3, 3, 3, 4, 4, 4, 4, 4]);
    let board = run("solve --fewest --rules dominate --no-board-rule --size 6");
    assert!(board.answer().starts_with("3 pieces\n6 "), "{}", board.answer());
    let most = run("solve --most --rules none --piece king --size 5 --format cells");
    assert_eq!(most.answer(), "a1 c1 e1 a3 c3 e3 a5 c5 e5\n");
}

#[test]
fn what_is_not_proved_in_time_comes_with_a_bound() {
    let run = run("solve --fewest --rules dominate --no-board-rule --size 20 --timeout 2");
    assert_eq!(run.code(), 3, "{}", run.stderr());
    let sentence = run.sentence();
    assert!(sentence.contains("before the best is proved: "), "{sentence}");
    assert!(sentence.contains("it takes at least "), "{sentence}");
}

/// A queen covers fewer than 200 of the 2,500 cells, so that at least 13 are needed. Regression test: such small prices were
/// rounded to 0, and so was the bound.
#[test]
fn the_bound_of_a_large_board_is_not_rounded_away() {
    let run = run("solve --fewest --rules dominate --no-board-rule --size 50 --timeout 6");
    assert_eq!(run.code(), 3, "{}", run.stderr());
    let sentence = run.sentence();
    let (_, bound) = sentence.split_once("it takes at least ").unwrap();
    let bound: u32 = bound.split(' ').next().unwrap().parse().unwrap();
    // Fifty queens on a diagonal cover the board.
    assert!((1..=50).contains(&bound), "{sentence}");
}

#[test]
fn what_has_no_solution_has_no_fewest() {
    let none = run("solve --fewest --rules dominate,pieces=1 --size 4");
    assert_eq!(none.refusal(1), "no solution exists; 'explain' says why");
    let other = run("solve --fewest --engine search --rules dominate");
    assert!(other.refusal(2).contains("bdd and sat do"), "{}", other.stderr());
    let options = run("solve --most --labeling dual");
    assert!(options.refusal(2).contains("leave out its options"), "{}", options.stderr());
    assert_eq!(run("solve --most --fewest").code(), 2);
}

#[test]
fn domination_is_counted_and_explained() {
    let count = |arguments: &str| run(&format!("count --size 6 {arguments}")).answer().to_owned();
    assert_eq!(count("--rules dominate,pieces=3 --no-board-rule"), "4\n");
    assert_eq!(count("--rules dominate,pieces=3"), "0\n");
    let explain = run("explain a1 --size 3 --rules dominate --exclude a1,b1,b2,c3,a3,a2,c1 --json");
    let explain = explain.json();
    assert_eq!(explain["state"], "excluded");
    let forced = run("explain b2 --size 3 --rules dominate,pieces=1 --json").json();
    assert_eq!(forced["state"], "forced");
    let rules: Vec<&str> =
        forced["rules"].as_array().unwrap().iter().map(|rule| rule.as_str().unwrap()).collect();
    assert!(rules.contains(&"pieces=1"), "{rules:?}");
    assert!(rules.iter().any(|rule| rule.starts_with("cover ")), "{rules:?}");
}

#[test]
fn without_the_board_rule_attacked_cells_may_be_possible() {
    let states = run("domains --size 4 --rules pieces=2 --no-board-rule --place a1 --json").json();
    let state = |cell: &str| states["cells"][cell]["state"].as_str().unwrap().to_owned();
    assert_eq!((state("a2"), state("b3")), ("possible".to_owned(), "possible".to_owned()));
    let states = run("domains --size 4 --rules pieces=1 --no-board-rule --place a1 --json").json();
    let state = |cell: &str| states["cells"][cell]["state"].as_str().unwrap().to_owned();
    // Formerly a2 was called attacked, although attacks forbid nothing here.
    assert_eq!((state("a2"), state("b3")), ("impossible".to_owned(), "impossible".to_owned()));
    // Without the board rule, an attack does not exclude the cell, so the attack is no reason.
    let reason = run("explain a2 --size 4 --rules pieces=1 --no-board-rule --place a1");
    assert_eq!(
        reason.answer(),
        "a2 is impossible because of a1\ntogether with 1 piece in all\n\
         for a2 to be possible, take back a1\n"
    );
}

#[test]
fn engines_that_cannot_are_refused_with_those_that_can() {
    for (arguments, able) in [
        ("count --engine count --rules dominate", "the engine 'bdd' counts"),
        ("count --engine count --no-board-rule", "the engine 'bdd' counts"),
        ("solve --engine search --rules dominate", "use --engine bdd or sat"),
        ("solve --engine search --no-board-rule", "use --engine bdd or sat"),
    ] {
        let run = run(&format!("{arguments} --size 4"));
        assert!(run.refusal(2).contains(able), "{arguments}: {}", run.stderr());
    }
    let many = run("count --size 200 --rules dominate");
    assert!(many.refusal(2).contains("at most 16777216 are supported"), "{}", many.stderr());
}

#[test]
fn exports_leave_out_the_board_rule() {
    let clauses = run("export --to dimacs --size 3 --rules dominate --no-board-rule");
    let clauses: Vec<&str> = clauses.stdout().lines().filter(|line| line.ends_with(" 0")).collect();
    assert_eq!(clauses.len(), 9);
    assert!(clauses.iter().all(|clause| !clause.contains('-')), "{clauses:?}");
    let model = run("export --to minizinc --size 3 --rules dominate --no-board-rule");
    assert_eq!(model.stdout().matches(" >= 1; % cover ").count(), 9);
    assert!(model.stdout().starts_with("% 3×3, queen, dominate, pieces may attack each other"));
    let rule = run("export --to dot --rule board --cell a1 --no-board-rule");
    assert!(rule.refusal(2).contains("without the board rule"), "{}", rule.stderr());
}
